import {
  ExecutableDefinitionsRule,
  KnownDirectivesRule,
  LoneAnonymousOperationRule,
  NoUnusedFragmentsRule,
  OverlappingFieldsCanBeMergedRule,
  specifiedRules,
  UniqueFragmentNamesRule,
  UniqueOperationNamesRule,
  type ValidationRule,
} from 'graphql';

/** Rules whose errors share a code and a hint. */
export interface Check {
  readonly code: 'OPERATION_FIELDS_CONFLICT' | 'OPERATION_DIRECTIVE_UNKNOWN' | 'OPERATION_INVALID';
  readonly rules: readonly ValidationRule[];
  /** If absent, that of the code. */
  readonly hint?: string;
}

/** Rules about whole documents; the definitions of a scope are never sent as one document. */
const documentRules: ReadonlySet<ValidationRule> = new Set([
  ExecutableDefinitionsRule,
  LoneAnonymousOperationRule,
  NoUnusedFragmentsRule,
  UniqueFragmentNamesRule,
  UniqueOperationNamesRule,
]);

const special: ReadonlySet<ValidationRule> = new Set([
  KnownDirectivesRule,
  OverlappingFieldsCanBeMergedRule,
]);

/** Fields of one response name that cannot be merged; `validation: lenient` tolerates some. */
export const conflictCheck: Check = {
  code: 'OPERATION_FIELDS_CONFLICT',
  rules: [OverlappingFieldsCanBeMergedRule],
  hint: 'Give the fields different aliases; if the API accepts the operation as it is, set `validation: lenient`.',
};

/** All rules of the specification that concern an operation and its fragments. */
export const checks: readonly Check[] = [
  conflictCheck,
  {
    code: 'OPERATION_DIRECTIVE_UNKNOWN',
    rules: [KnownDirectivesRule],
    hint: 'Remove it, or declare it in the schema; the gateway only declares @mcpTool and @mcpParam.',
  },
  {
    code: 'OPERATION_INVALID',
    rules: specifiedRules.filter((rule) => !documentRules.has(rule) && !special.has(rule)),
  },
];
