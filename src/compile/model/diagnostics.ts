import type { Diagnostic, DiagnosticCode, Severity, Place } from '../../core/diagnostic.ts';

/** Where a finding was made, and which tool or operation it concerns. */
export interface DiagnosticContext {
  readonly place?: Place | undefined;
  readonly tool?: string | undefined;
}

/** Makes a diagnostic with one of this folder's codes. */
export function finding(
  severity: Severity,
  code: CompileCode,
  message: string,
  hint: string,
  { place, tool }: DiagnosticContext = {},
): Diagnostic {
  return { code, severity, message, hint, ...(place && { place }), ...(tool && { tool }) };
}

/**
 * The codes of what compiling can find.
 *
 * `docs/diagnostics.md` is written from this table and those of the other folders.
 */
export const compileCodes = {
  OPERATION_SUBSCRIPTION: {
    meaning: 'The operation is a subscription: it answers many times, and a tool answers once.',
    advice: 'Offer a query that returns the current state.',
  },
  OPERATION_ROOT_MISSING: {
    meaning: 'The schema has no root type for operations of this kind.',
    advice: 'Remove the operation, or add the root type to the schema.',
  },
  OPERATION_FRAGMENT_UNKNOWN: {
    meaning: 'The operation spreads a fragment that no file in its reach defines.',
    advice: 'Define it, correct its name, or `#import` the file that has it.',
  },
  OPERATION_TOO_DEEP: {
    meaning: 'Fields and fragments nest more deeply than servers and clients can follow.',
    advice: 'Select fewer levels.',
  },
  OPERATION_FIELDS_CONFLICT: {
    meaning: 'Fields of one response name cannot be merged.',
    advice:
      'Give them different aliases. Where their types are objects that cannot overlap, and the API accepts the operation, set `validation: lenient`.',
  },
  OPERATION_DIRECTIVE_UNKNOWN: {
    meaning:
      'The operation has a directive that neither the schema nor the gateway declares, or one that may not stand there.',
    advice: 'Remove it, move it, or declare it in the schema.',
  },
  OPERATION_INVALID: {
    meaning: 'The operation does not fit the schema.',
    advice: 'Change the operation, or update the schema.',
  },
  DIRECTIVE_INVALID: {
    meaning:
      '`@mcpTool` or `@mcpParam` is used otherwise than it is declared; the operation is skipped.',
    advice: 'Correct the argument that the message names.',
  },
  CONTENT_FIELD_INVALID: {
    meaning:
      'A field that is to be shown as a picture, a sound or a file is not selected, is no value, or has no MIME type; the operation is skipped.',
    advice: 'Name it by response names from the root down, such as `movie.poster`.',
  },
  PARAM_UNKNOWN: {
    meaning:
      'The configuration has settings for a variable that the operation does not declare; it is skipped.',
    advice: 'Name a variable of the operation, or remove the settings.',
  },
  TOOL_NAME_INVALID: {
    meaning: 'A name that was given to a tool is one that some clients refuse.',
    advice: 'Use a letter, then letters, digits and underscores, at most 46 in all.',
  },
  TOOL_NAME_RESERVED: {
    meaning: 'The name of a tool is that of a built-in property, on which some clients fail.',
    advice: 'Rename the operation, or use `@mcpTool(name:)`.',
  },
  TOOL_NAME_TAKEN: {
    meaning:
      'Two operations ask for one tool name; both are skipped, for neither has the better claim.',
    advice: 'Rename one of them, or use `@mcpTool(name:)`.',
  },
  TOOL_NAME_AMBIGUOUS: {
    meaning:
      'Some clients cannot tell two tool names apart, which differ in case alone; both are skipped.',
    advice: 'Rename one of them, or use `@mcpTool(name:)`.',
  },
  MUTATION_NOT_SERVED: {
    meaning: 'The operation is a mutation, and the configuration does not let it be served.',
    advice:
      'Set `mutations`, or mark the operation with `@mcpTool` where only marked ones are served.',
  },
  OUTPUT_SCHEMA_COLLAPSED: {
    severity: 'warning',
    meaning:
      'The output schema would be over its budget; its innermost objects are described as open ones.',
    advice: 'Select fewer fields, or raise `limits.maxSchemaNodes` and `limits.maxSchemaBytes`.',
  },
  OUTPUT_SCHEMA_DROPPED: {
    severity: 'warning',
    meaning: 'Clients would refuse the output schema; the tool is served without it.',
    advice: 'Correct the configured scalar that it comes from.',
  },
  INPUT_SCHEMA_REFUSED: {
    meaning: 'Clients would refuse the input schema; the operation is skipped.',
    advice: 'Correct the configured scalar or argument that it comes from.',
  },
  INPUT_SCHEMA_COLLAPSED: {
    severity: 'warning',
    meaning: 'The input schema would be over its budget; its deepest parts are told in words.',
    advice:
      'Use smaller input types, or raise `limits.maxSchemaNodes` and `limits.maxSchemaBytes`.',
  },
  ARGUMENT_NAME_INVALID: {
    meaning: 'Model APIs refuse the name of an argument; the operation is skipped.',
    advice:
      'Name the argument with `@mcpParam(name:)`: a letter or underscore, then letters, digits and underscores, at most 64.',
  },
  ARGUMENT_NAME_RESERVED: {
    meaning:
      'Clients written in JavaScript lose an argument of this name; the operation is skipped.',
    advice: 'Give the argument another name with `@mcpParam(name:)`.',
  },
  ARGUMENT_NAME_TAKEN: {
    meaning: 'Two variables ask for one argument name; the operation is skipped.',
    advice: 'Give one of them another name with `@mcpParam(name:)`.',
  },
  ARGUMENT_HEADER_INVALID: {
    meaning:
      '`mcpHeader` is no name of a header, or two arguments have it; the operation is skipped.',
    advice: 'Use letters, digits and hyphens, and each name once.',
  },
  ARGUMENT_HEADER_TYPE: {
    meaning:
      'An argument has `mcpHeader` whose values do not fit into a header; the operation is skipped.',
    advice: 'Use `mcpHeader` for texts, whole numbers and booleans alone.',
  },
  ARGUMENT_BINDING_INVALID: {
    meaning: 'A variable is bound to nothing, or to two things at once; the operation is skipped.',
    advice: 'Name one claim, header or environment variable.',
  },
  ARGUMENT_SETTINGS_UNUSED: {
    severity: 'warning',
    meaning: 'A variable that no agent sees is described as an argument.',
    advice: 'Remove the description, or what binds the variable.',
  },
  ARGUMENT_EXAMPLE_INVALID: {
    severity: 'warning',
    meaning: 'An example of an argument would be refused if an agent sent it; it is left out.',
    advice: 'Correct the example, or remove it.',
  },
  ARGUMENT_KEY_LONG: {
    severity: 'warning',
    meaning: 'A key within an argument is longer than some model APIs accept.',
    advice: 'Use an input type with shorter field names, where these clients matter.',
  },
  ARGUMENT_NAME_INHERITED: {
    severity: 'info',
    meaning:
      'An optional field of an input type is named like a member of every JavaScript object (`constructor`, `toString`, …). If the field is omitted, some validators written in JavaScript check the inherited member instead, and reject the call.',
    advice:
      'Pass the field a variable of its own, and name that with `@mcpParam(name:)`; or rename the field in the API.',
  },
  ARGUMENT_NAME_MISTAKEN: {
    severity: 'warning',
    meaning: 'Some clients take the name of an argument for something else.',
    advice: 'Name the argument with `@mcpParam(name:)`, where these clients matter.',
  },
  TOOL_SHAPE_REFUSED: {
    meaning:
      'A part of the tool has another type than the protocol says; the operation is skipped.',
    advice: 'Correct it in `@mcpTool`, or in the configuration.',
  },
  TOOL_TEXT_MISSING: {
    meaning: 'The tool has no title or no description; the operation is skipped.',
    advice: 'Describe the operation, or use `@mcpTool(title:, description:)`.',
  },
  TOOL_UNDESCRIBED: {
    severity: 'info',
    meaning:
      'Nothing says what the tool does: neither the operation, nor a comment above it, nor the fields that it asks for. Agents choose it by its title alone.',
    advice: 'Write a comment above the operation, or use `@mcpTool(description:)`.',
  },
  TEXT_TOO_LONG: {
    severity: 'warning',
    meaning: 'A description is longer than clients show.',
    advice: 'Shorten it, the most important first.',
  },
  TEXT_HIDDEN_CHARACTERS: {
    severity: 'warning',
    meaning: 'A text holds characters that nobody sees, but a model reads.',
    advice: 'Remove control characters, zero-width characters and bidirectional marks.',
  },
  TOOL_SETTINGS_UNUSED: {
    severity: 'warning',
    meaning: 'The configuration has settings for an operation that does not exist.',
    advice: 'Correct the name, or remove the settings.',
  },
  SCALAR_SETTINGS_UNUSED: {
    severity: 'warning',
    meaning: 'The configuration describes a scalar that the schema does not have.',
    advice: 'Correct the name, or remove the entry.',
  },
  SCALAR_UNKNOWN: {
    severity: 'info',
    meaning:
      'An argument takes a custom scalar of which neither its name, nor `@specifiedBy`, nor the configuration says what JSON it takes. Agents are told to write text; any JSON is passed on.',
    advice:
      'Give it a schema under `scalars` in the configuration. Where it is text, nothing needs to be done.',
  },
  TOOL_NAME_PREFIXED: {
    severity: 'info',
    meaning: 'Tools of two upstreams have one name, so each got the name of its upstream in front.',
    advice: 'Set `prefix` of one upstream, or name one of the tools with `@mcpTool(name:)`.',
  },
  CATALOG_TOOLS_MANY: {
    severity: 'warning',
    meaning: 'There are more tools than some clients take.',
    advice: 'Serve fewer operations, mark some as `hidden`, or split them over several gateways.',
  },
  CATALOG_TOKENS_MANY: {
    severity: 'warning',
    meaning: 'The list of tools takes a large share of a model’s context.',
    advice: 'Serve fewer operations, select fewer fields, or shorten descriptions.',
  },
} as const satisfies Readonly<Record<string, DiagnosticCode>>;

export type CompileCode = keyof typeof compileCodes;
