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

/**
 * Every kind of change, by its code: the table of verdicts in `docs/contract.md`.
 *
 * *breaking*: a call that worked may now be refused, or an answer may not match the old schema.
 * *dangerous*: every call works as before, but a model or a person may choose differently by what they
 * read, or a call may mean something else. *safe*: neither.
 */
export const changeKinds = {
  TOOL_REMOVED: {
    severity: 'breaking',
    title: 'tool removed',
    reason: 'Prompts and programs call it by name.',
  },
  TOOL_RENAMED: {
    severity: 'breaking',
    title: 'tool renamed',
    reason: 'Prompts and programs call it by its old name.',
  },
  TOOL_REPLACED: {
    severity: 'breaking',
    title: 'tool name taken by another operation',
    reason: 'A call now does something else.',
  },
  TOOL_HIDDEN: {
    severity: 'breaking',
    title: 'tool hidden',
    reason: 'Agents no longer find it in the list of tools.',
  },
  TOOL_SHOWN: { severity: 'safe', title: 'tool no longer hidden', reason: 'One more tool.' },
  TOOL_ADDED: { severity: 'safe', title: 'tool added', reason: 'No client relies on it yet.' },
  KIND_CHANGED: {
    severity: 'breaking',
    title: 'query became a mutation, or a mutation a query',
    reason: 'A read became a write, or a write a read.',
  },
  ROOT_FIELD_CHANGED: {
    severity: 'breaking',
    title: 'mutation runs other root fields',
    reason: 'The same call now changes something else.',
  },
  READ_ONLY_WITHDRAWN: {
    severity: 'breaking',
    title: 'no longer read-only',
    reason: 'Clients run read-only tools without asking; this one may now change something.',
  },
  READ_ONLY_CLAIMED: {
    severity: 'dangerous',
    title: 'declared read-only',
    reason: 'Clients may stop asking a person before they run it.',
  },
  DESTRUCTIVE_DECLARED: {
    severity: 'breaking',
    title: 'declared destructive',
    reason: 'Clients relied on it as harmless.',
  },
  DESTRUCTIVE_WITHDRAWN: {
    severity: 'breaking',
    title: 'no longer declared destructive',
    reason: 'The warning by which clients ask a person first is gone.',
  },
  IDEMPOTENT_WITHDRAWN: {
    severity: 'dangerous',
    title: 'no longer idempotent',
    reason: 'A client that repeats a call may now do it twice.',
  },
  IDEMPOTENT_CLAIMED: {
    severity: 'safe',
    title: 'now idempotent',
    reason: 'One more promise.',
  },
  OPEN_WORLD_DECLARED: {
    severity: 'dangerous',
    title: 'now reaches an open world',
    reason: 'Its results may now include text by strangers.',
  },
  OPEN_WORLD_WITHDRAWN: {
    severity: 'safe',
    title: 'no longer reaches an open world',
    reason: 'One more promise.',
  },
  INPUT_NARROWED: {
    severity: 'breaking',
    title: 'accepts less than before',
    reason: 'A call that was accepted is now refused.',
  },
  INPUT_WIDENED: {
    severity: 'safe',
    title: 'accepts more than before',
    reason: 'Every call that was accepted still is.',
  },
  OUTPUT_WIDENED: {
    severity: 'breaking',
    title: 'may return more than before',
    reason: 'An answer may come that the old schema refuses.',
  },
  OUTPUT_NARROWED: {
    severity: 'safe',
    title: 'may return less than before',
    reason: 'Every answer matches the old schema.',
  },
  OUTPUT_UNDECLARED: {
    severity: 'dangerous',
    title: 'a field of any value is gone',
    reason: 'The old schema accepts an answer without it, but a reader may miss it.',
  },
  OUTPUT_FIELD_REMOVED: {
    severity: 'breaking',
    title: 'a field of one type is gone',
    reason: 'The schema accepts objects without it, but readers of this type miss it.',
  },
  OUTPUT_SCHEMA_REMOVED: {
    severity: 'breaking',
    title: 'output schema removed',
    reason: 'Results are no longer promised.',
  },
  OUTPUT_SCHEMA_ADDED: {
    severity: 'safe',
    title: 'output schema added',
    reason: 'Results are promised now.',
  },
  DESCRIPTION_CHANGED: {
    severity: 'dangerous',
    title: 'description changed',
    reason: 'Models choose the tool by it.',
  },
  TITLE_CHANGED: {
    severity: 'dangerous',
    title: 'title changed',
    reason: 'People approve calls by it.',
  },
  INPUT_TEXT_CHANGED: {
    severity: 'dangerous',
    title: 'description of an argument changed',
    reason: 'Models fill in arguments by it.',
  },
  OUTPUT_TEXT_CHANGED: {
    severity: 'safe',
    title: 'description of a result changed',
    reason: 'It explains an unchanged result.',
  },
  OUTPUT_VALUES_CHANGED: {
    severity: 'dangerous',
    title: 'listed values of a result changed',
    reason: 'A reader that knows the old values may meet another.',
  },
  DEFAULT_CHANGED: {
    severity: 'dangerous',
    title: 'default value changed',
    reason: 'The same call without the argument means something else.',
  },
  DEPRECATION_CHANGED: {
    severity: 'safe',
    title: 'deprecation changed',
    reason: 'It works as before.',
  },
  EXAMPLES_CHANGED: {
    severity: 'dangerous',
    title: 'examples of an argument changed',
    reason: 'Models fill in arguments by them.',
  },
  HEADER_CHANGED: {
    severity: 'dangerous',
    title: 'mirrored header of an argument changed',
    reason: 'Proxies between client and gateway may act on it.',
  },
  OPERATION_CHANGED: {
    severity: 'dangerous',
    title: 'operation passes or selects something else',
    reason: 'The same call may mean something else: another field, filter or constant.',
  },
  OPERATION_RENAMED: {
    severity: 'safe',
    title: 'operation renamed',
    reason: 'The tool keeps its name; only the API sees the other one.',
  },
  SCOPES_ADDED: {
    severity: 'breaking',
    title: 'more scopes required',
    reason: 'Callers without them are now refused.',
  },
  SCOPES_REMOVED: {
    severity: 'dangerous',
    title: 'fewer scopes required',
    reason: 'More callers are allowed.',
  },
  PARTIAL_RESULTS_CHANGED: {
    severity: 'dangerous',
    title: 'partial results handled differently',
    reason: 'Data with errors becomes an error of the call, or no longer is one.',
  },
  BINDING_CHANGED: {
    severity: 'breaking',
    title: 'a bound value changed its source',
    reason: 'Who decides about a variable changed: the agent, a claim, a header, the environment.',
  },
  UPSTREAM_CHANGED: {
    severity: 'dangerous',
    title: 'another upstream',
    reason: 'The same call may have another result.',
  },
} as const satisfies Readonly<Record<string, ChangeKind>>;

export type ChangeCode = keyof typeof changeKinds;

/** The severity from which changes fail a run: `any` for all, `never` for none. */
export type FailOn = 'breaking' | 'dangerous' | 'any' | 'never';

/** Returns whether a change of this severity fails a run. */
export function failsOn(severity: ChangeSeverity, failOn: FailOn): boolean {
  if (failOn === 'any' || failOn === 'never') return failOn === 'any';
  return severities.indexOf(severity) <= severities.indexOf(failOn);
}
