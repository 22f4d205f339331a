/** How severe a change is for clients, the worst first. */
export const severities = ['breaking', 'dangerous', 'safe'] as const;
export type ChangeSeverity = (typeof severities)[number];

/** A kind of change. */
export interface ChangeKind {
  readonly severity: ChangeSeverity;
  /** A few words for the titles of reports. */
  readonly title: string;
  /** Why it has its severity. */
  readonly reason: string;
}

function kind(severity: ChangeSeverity) {
  return (title: string, reason: string): ChangeKind => ({ severity, title, reason });
}

const breaking = kind('breaking');
const dangerous = kind('dangerous');
const safe = kind('safe');

/**
 * Every kind of change, by its code, with its title and reason: the table of verdicts in `docs/contract.md`.
 *
 * *breaking*: a call that worked may now be refused, or an answer may not match the old schema.
 * *dangerous*: every call works as before, but a model or a person may choose differently by what they
 * read, or a call may mean something else. *safe*: neither.
 */
export const changeKinds = {
  TOOL_REMOVED: breaking('tool removed', 'Prompts and programs call it by name.'),
  TOOL_RENAMED: breaking('tool renamed', 'Prompts and programs call it by its old name.'),
  TOOL_REPLACED: breaking(
    'tool name taken by another operation',
    'A call now does something else.',
  ),
  TOOL_HIDDEN: breaking('tool hidden', 'Agents no longer find it in the list of tools.'),
  TOOL_SHOWN: safe('tool no longer hidden', 'One more tool.'),
  TOOL_ADDED: safe('tool added', 'No client relies on it yet.'),
  KIND_CHANGED: breaking(
    'query became a mutation, or a mutation a query',
    'A read became a write, or a write a read.',
  ),
  ROOT_FIELD_CHANGED: breaking(
    'mutation runs other root fields',
    'The same call now changes something else.',
  ),
  READ_ONLY_WITHDRAWN: breaking(
    'no longer read-only',
    'Clients run read-only tools without asking; this one may now change something.',
  ),
  READ_ONLY_CLAIMED: dangerous(
    'declared read-only',
    'Clients may stop asking a person before they run it.',
  ),
  DESTRUCTIVE_DECLARED: breaking('declared destructive', 'Clients relied on it as harmless.'),
  DESTRUCTIVE_WITHDRAWN: breaking(
    'no longer declared destructive',
    'The warning by which clients ask a person first is gone.',
  ),
  IDEMPOTENT_WITHDRAWN: dangerous(
    'no longer idempotent',
    'A client that repeats a call may now do it twice.',
  ),
  IDEMPOTENT_CLAIMED: safe('now idempotent', 'One more promise.'),
  OPEN_WORLD_DECLARED: dangerous(
    'now reaches an open world',
    'Its results may now include text by strangers.',
  ),
  OPEN_WORLD_WITHDRAWN: safe('no longer reaches an open world', 'One more promise.'),
  INPUT_NARROWED: breaking('accepts less than before', 'A call that was accepted is now refused.'),
  INPUT_WIDENED: safe('accepts more than before', 'Every call that was accepted still is.'),
  OUTPUT_WIDENED: breaking(
    'may return more than before',
    'An answer may come that the old schema refuses.',
  ),
  OUTPUT_NARROWED: safe('may return less than before', 'Every answer matches the old schema.'),
  OUTPUT_UNDECLARED: dangerous(
    'a field of any value is gone',
    'The old schema accepts an answer without it, but a reader may miss it.',
  ),
  OUTPUT_FIELD_REMOVED: breaking(
    'a field of one type is gone',
    'The schema accepts objects without it, but readers of this type miss it.',
  ),
  OUTPUT_SCHEMA_REMOVED: breaking('output schema removed', 'Results are no longer promised.'),
  OUTPUT_SCHEMA_ADDED: safe('output schema added', 'Results are promised now.'),
  DESCRIPTION_CHANGED: dangerous('description changed', 'Models choose the tool by it.'),
  TITLE_CHANGED: dangerous('title changed', 'People approve calls by it.'),
  INPUT_TEXT_CHANGED: dangerous(
    'description of an argument changed',
    'Models fill in arguments by it.',
  ),
  OUTPUT_TEXT_CHANGED: safe('description of a result changed', 'It explains an unchanged result.'),
  OUTPUT_VALUES_CHANGED: dangerous(
    'listed values of a result changed',
    'A reader that knows the old values may meet another.',
  ),
  DEFAULT_CHANGED: dangerous(
    'default value changed',
    'The same call without the argument means something else.',
  ),
  DEPRECATION_CHANGED: safe('deprecation changed', 'It works as before.'),
  EXAMPLES_CHANGED: dangerous(
    'examples of an argument changed',
    'Models fill in arguments by them.',
  ),
  HEADER_CHANGED: dangerous(
    'mirrored header of an argument changed',
    'Proxies between client and gateway may act on it.',
  ),
  OPERATION_CHANGED: dangerous(
    'operation passes or selects something else',
    'The same call may mean something else: another field, filter or constant.',
  ),
  OPERATION_RENAMED: safe(
    'operation renamed',
    'The tool keeps its name; only the API sees the other one.',
  ),
  SCOPES_ADDED: breaking('more scopes required', 'Callers without them are now refused.'),
  SCOPES_REMOVED: dangerous('fewer scopes required', 'More callers are allowed.'),
  PARTIAL_RESULTS_CHANGED: dangerous(
    'partial results handled differently',
    'Data with errors becomes an error of the call, or no longer is one.',
  ),
  BINDING_CHANGED: breaking(
    'a bound value changed its source',
    'Who decides about a variable changed: the agent, a claim, a header, the environment.',
  ),
  UPSTREAM_CHANGED: dangerous('another upstream', 'The same call may have another result.'),
} as const satisfies Readonly<Record<string, ChangeKind>>;

export type ChangeCode = keyof typeof changeKinds;

/** The severity from which changes fail a run: `any` for all, `never` for none. */
export type FailOn = 'breaking' | 'dangerous' | 'any' | 'never';

/** Returns whether a change of this severity fails a run. */
export function failsOn(severity: ChangeSeverity, failOn: FailOn): boolean {
  if (failOn === 'any' || failOn === 'never') return failOn === 'any';
  return severities.indexOf(severity) <= severities.indexOf(failOn);
}
