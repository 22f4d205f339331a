import {
  diagnosticsOf,
  type DiagnosticCode,
  type DiagnosticDetails,
} from '../../core/diagnostic.ts';

/** The place of a diagnostic, and the tool or operation that it concerns. */
export type DiagnosticContext = Pick<DiagnosticDetails, 'place' | 'tool'>;

/** Most errors of one operation that are reported one by one. */
export const maxReportedErrors = 5;

/** A diagnostic without its place. */
export interface Issue {
  readonly code: CompileCode;
  readonly message: string;
}

/** The codes of diagnostics about operations and tools; `docs/diagnostics.md` lists them. */
export const compileCodes = {
  OPERATION_SUBSCRIPTION: {
    meaning:
      'The operation is a subscription: it has many results, but a call of a tool has one result.',
    advice: 'Offer a query that returns the current state.',
  },
  OPERATION_ROOT_MISSING: {
    meaning: 'The schema has no root type for operations of this kind.',
    advice: 'Remove the operation, or add the root type to the schema.',
  },
  OPERATION_FRAGMENT_UNKNOWN: {
    meaning: 'The operation spreads a fragment that is not defined in its file or its imports.',
    advice: 'Define it, correct its name, or `#import` the file that has it.',
  },
  OPERATION_TOO_DEEP: {
    meaning: 'Fields and fragments are nested more deeply than servers and clients support.',
    advice: 'Select fewer levels.',
  },
  OPERATION_FIELDS_CONFLICT: {
    meaning: 'Fields with the same response name cannot be merged.',
    advice:
      'Give them different aliases. If their types are objects that cannot overlap, and the API accepts the operation, set `validation: lenient`.',
  },
  OPERATION_DIRECTIVE_UNKNOWN: {
    meaning:
      'The operation has a directive that neither the schema nor the gateway declares, or that is not allowed at this place.',
    advice: 'Remove it, move it, or declare it in the schema.',
  },
  OPERATION_INVALID: {
    meaning: 'The operation is not valid against the schema.',
    advice: 'Change the operation, or update the schema.',
  },
  DIRECTIVE_INVALID: {
    meaning: '`@mcpTool` or `@mcpParam` does not match its declaration; the operation is skipped.',
    advice: 'Correct the argument that the message names.',
  },
  CONTENT_FIELD_INVALID: {
    meaning:
      'A field for an image, audio or file block is not selected, is not a leaf, or has no MIME type; the operation is skipped.',
    advice: 'Write its path of response names from the root, such as `movie.poster`.',
  },
  PARAM_UNKNOWN: {
    meaning:
      'The configuration has settings for a variable that the operation does not declare; the operation is skipped.',
    advice: 'Name a variable of the operation, or remove the settings.',
  },
  TOOL_NAME_INVALID: {
    meaning: 'Some clients reject the configured name of a tool.',
    advice: 'Use a letter, then letters, digits and underscores, at most 46 in all.',
  },
  TOOL_NAME_RESERVED: {
    meaning: 'The name of a tool is that of a built-in property; some clients fail on it.',
    advice: 'Rename the operation, or use `@mcpTool(name:)`.',
  },
  TOOL_NAME_TAKEN: {
    meaning: 'Two operations have the same tool name; both are skipped.',
    advice: 'Rename one of them, or use `@mcpTool(name:)`.',
  },
  TOOL_NAME_AMBIGUOUS: {
    meaning:
      'Two tool names differ only in case, and some clients cannot distinguish them; both are skipped.',
    advice: 'Rename one of them, or use `@mcpTool(name:)`.',
  },
  MUTATION_NOT_SERVED: {
    meaning: 'The operation is a mutation, and the configuration does not serve it.',
    advice:
      'Set `mutations`, or mark the operation with `@mcpTool` if only marked mutations are served.',
  },
  OUTPUT_SCHEMA_COLLAPSED: {
    severity: 'warning',
    meaning:
      'The output schema exceeds its budget; its innermost objects are described as open objects.',
    advice: 'Select fewer fields, or raise `limits.maxSchemaNodes` and `limits.maxSchemaBytes`.',
  },
  OUTPUT_SCHEMA_DROPPED: {
    severity: 'warning',
    meaning: 'Clients would reject the output schema; the tool is served without it.',
    advice: 'Correct the scalar in the configuration that it comes from.',
  },
  INPUT_SCHEMA_REFUSED: {
    meaning: 'Clients would reject the input schema; the operation is skipped.',
    advice: 'Correct the scalar or argument in the configuration that it comes from.',
  },
  INPUT_SCHEMA_COLLAPSED: {
    severity: 'warning',
    meaning: 'The input schema exceeds its budget; its innermost parts are only described in text.',
    advice:
      'Use smaller input types, or raise `limits.maxSchemaNodes` and `limits.maxSchemaBytes`.',
  },
  ARGUMENT_NAME_INVALID: {
    meaning: 'Some model APIs reject the name of an argument; the operation is skipped.',
    advice:
      'Rename the argument with `@mcpParam(name:)`: a letter or underscore, then letters, digits and underscores, at most 64 in all.',
  },
  ARGUMENT_NAME_RESERVED: {
    meaning:
      'Clients written in JavaScript lose an argument with this name; the operation is skipped.',
    advice: 'Rename the argument with `@mcpParam(name:)`.',
  },
  ARGUMENT_NAME_TAKEN: {
    meaning: 'Two variables have the same argument name; the operation is skipped.',
    advice: 'Rename one of the arguments with `@mcpParam(name:)`.',
  },
  ARGUMENT_HEADER_INVALID: {
    meaning:
      '`mcpHeader` is not a valid header name, or two arguments have the same one; the operation is skipped.',
    advice: 'Use letters, digits and hyphens, and each name once.',
  },
  ARGUMENT_HEADER_TYPE: {
    meaning:
      'An argument with `mcpHeader` has values that a header cannot carry; the operation is skipped.',
    advice: 'Use `mcpHeader` for text, whole numbers and booleans only.',
  },
  ARGUMENT_BINDING_INVALID: {
    meaning: 'A variable has an empty binding, or two bindings; the operation is skipped.',
    advice: 'Name one claim, header or environment variable.',
  },
  ARGUMENT_BINDING_FORBIDDEN: {
    meaning:
      'A variable is bound to a header with credentials of callers, or to an environment variable that `bindableEnvironment` does not list; the operation is skipped.',
    advice: 'Bind another header or a claim, or list the environment variable.',
  },
  ARGUMENT_SETTINGS_UNUSED: {
    severity: 'warning',
    meaning: 'A bound variable, which agents do not see, has settings of an argument.',
    advice: 'Remove these settings, or the binding.',
  },
  ARGUMENT_EXAMPLE_INVALID: {
    severity: 'warning',
    meaning: 'A call with this example of an argument would fail; the example is left out.',
    advice: 'Correct the example, or remove it.',
  },
  ARGUMENT_KEY_LONG: {
    severity: 'warning',
    meaning: 'A key within an argument is longer than some model APIs accept.',
    advice: 'Use an input type with shorter field names if these clients matter.',
  },
  ARGUMENT_NAME_INHERITED: {
    severity: 'warning',
    meaning:
      'An optional field of an input type is named like a member of every JavaScript object (`constructor`, `toString`, …). If the field is omitted, some validators written in JavaScript check the inherited member instead, and reject the call.',
    advice:
      'Pass the field a variable of its own, and name that with `@mcpParam(name:)`; or rename the field in the API.',
  },
  ARGUMENT_NAME_MISTAKEN: {
    severity: 'warning',
    meaning:
      'Some clients confuse the name of an argument, or a key within it, with something else.',
    advice: 'Rename the argument with `@mcpParam(name:)` if these clients matter.',
  },
  TOOL_SHAPE_REFUSED: {
    meaning: 'A member of the tool has another type than MCP requires; the operation is skipped.',
    advice: 'Correct it in `@mcpTool`, or in the configuration.',
  },
  TOOL_TEXT_MISSING: {
    meaning: 'The tool has no title or no description; the operation is skipped.',
    advice: 'Describe the operation, or use `@mcpTool(title:, description:)`.',
  },
  TOOL_UNDESCRIBED: {
    severity: 'info',
    meaning:
      'The tool has no description: neither the operation, nor a comment above it, nor its root fields describe it. Agents see only its title.',
    advice: 'Write a comment above the operation, or use `@mcpTool(description:)`.',
  },
  TEXT_TOO_LONG: {
    severity: 'warning',
    meaning: 'A description is longer than clients show.',
    advice: 'Shorten it, and put the most important part first.',
  },
  TEXT_HIDDEN_CHARACTERS: {
    severity: 'warning',
    meaning: 'A text contains characters that people do not see, but models read.',
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
      'An argument takes a custom scalar whose JSON type is unknown: neither its name, nor `@specifiedBy`, nor the configuration defines it. The published type is text; the gateway passes any JSON on.',
    advice:
      'Give the scalar a schema under `scalars` in the configuration, unless its values are text.',
  },
  TOOL_NAME_PREFIXED: {
    severity: 'info',
    meaning:
      'Tools of two upstreams have the same name; the names of their upstreams are put in front.',
    advice: 'Set `prefix` of one upstream, or name one of the tools with `@mcpTool(name:)`.',
  },
  CATALOG_TOOLS_MANY: {
    severity: 'warning',
    meaning: 'There are more tools than some clients accept.',
    advice: 'Serve fewer operations, mark some as `hidden`, or split them over several gateways.',
  },
  CATALOG_TOKENS_MANY: {
    severity: 'warning',
    meaning: 'The list of tools takes a large share of a model’s context.',
    advice: 'Serve fewer operations, select fewer fields, or shorten descriptions.',
  },
} as const satisfies Readonly<Record<string, DiagnosticCode>>;

export type CompileCode = keyof typeof compileCodes;

/** Creates a diagnostic about an operation or a tool. */
export const compileDiagnostic = diagnosticsOf<CompileCode>(compileCodes);
