/** How bad a change is for those who rely on a tool, the worst first. */
export const severities = ['breaking', 'dangerous', 'safe'] as const;
export type ChangeSeverity = (typeof severities)[number];

/** What a kind of change means. */
export interface ChangeKind {
  readonly severity: ChangeSeverity;
  /** What happened, in a few words; titles of reports. */
  readonly title: string;
  /** Why it has its severity. */
  readonly reason: string;
}

/**
 * Every kind of change, by its code: the table of verdicts in `docs/contract.md`.
 *
 * *breaking*: a call that worked may now be refused, or an answer may come that nobody was told of.
 * *dangerous*: every call works as before, but a choice that a model or a person makes by what it
 * reads may come out otherwise, or a call may mean something else. *safe*: neither.
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
  TOOL_ADDED: { severity: 'safe', title: 'tool added', reason: 'Nobody relies on it yet.' },
  KIND_CHANGED: {
    severity: 'breaking',
    title: 'query became a mutation, or a mutation a query',
    reason: 'What only read now writes, or what wrote no longer does.',
  },
  READ_ONLY_WITHDRAWN: {
    severity: 'breaking',
    title: 'no longer read-only',
    reason: 'Clients run read-only tools without asking; this one may now change something.',
  },
  READ_ONLY_CLAIMED: {
    severity: 'dangerous',
    title: 'now said to be read-only',
    reason: 'Clients may stop asking a person before they run it.',
  },
  DESTRUCTIVE_DECLARED: {
    severity: 'breaking',
    title: 'now said to be destructive',
    reason: 'It was relied on as harmless.',
  },
  DESTRUCTIVE_WITHDRAWN: {
    severity: 'breaking',
    title: 'no longer said to be destructive',
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
    reason: 'A promise more.',
  },
  OPEN_WORLD_DECLARED: {
    severity: 'dangerous',
    title: 'now reaches an open world',
    reason: 'Its answers may now hold what strangers wrote.',
  },
  OPEN_WORLD_WITHDRAWN: {
    severity: 'safe',
    title: 'no longer reaches an open world',
    reason: 'A promise more.',
  },
  INPUT_NARROWED: {
    severity: 'breaking',
    title: 'takes less than before',
    reason: 'A call that was taken is now refused.',
  },
  INPUT_WIDENED: {
    severity: 'safe',
    title: 'takes more than before',
    reason: 'Every call that was taken is still taken.',
  },
  OUTPUT_WIDENED: {
    severity: 'breaking',
    title: 'may answer what it did not',
    reason: 'An answer may come that the old schema refuses.',
  },
  OUTPUT_NARROWED: {
    severity: 'safe',
    title: 'answers less than it might have',
    reason: 'Every answer fits the old schema.',
  },
  OUTPUT_UNDECLARED: {
    severity: 'dangerous',
    title: 'a field that may hold anything is gone',
    reason: 'The old schema takes an answer without it, but a reader misses it.',
  },
  OUTPUT_SCHEMA_REMOVED: {
    severity: 'breaking',
    title: 'output schema removed',
    reason: 'Nothing is promised of answers any more.',
  },
  OUTPUT_SCHEMA_ADDED: {
    severity: 'safe',
    title: 'output schema added',
    reason: 'A promise where there was none.',
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
    reason: 'Models fill in arguments by it; defaults and bounds may be told in it.',
  },
  OUTPUT_TEXT_CHANGED: {
    severity: 'safe',
    title: 'description of a result changed',
    reason: 'It explains an answer that is there anyway.',
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
    title: 'header of an argument changed',
    reason: 'Proxies between client and gateway may act on it.',
  },
  OPERATION_CHANGED: {
    severity: 'dangerous',
    title: 'operation changed behind the same schemas',
    reason: 'The same call may mean something else: another field, filter or constant.',
  },
  OPERATION_RENAMED: {
    severity: 'safe',
    title: 'operation renamed',
    reason: 'The tool keeps its name; only the API sees the other one.',
  },
  SCOPES_ADDED: {
    severity: 'breaking',
    title: 'more scopes needed',
    reason: 'Callers without them are now refused.',
  },
  SCOPES_REMOVED: {
    severity: 'dangerous',
    title: 'fewer scopes needed',
    reason: 'More callers are let in.',
  },
  PARTIAL_RESULTS_CHANGED: {
    severity: 'dangerous',
    title: 'partial results count otherwise',
    reason: 'Data together with errors becomes an error of the call, or no longer is one.',
  },
  BINDING_CHANGED: {
    severity: 'dangerous',
    title: 'a value comes from elsewhere',
    reason: 'Who decides about a variable changed: the agent, a claim, a header, the environment.',
  },
  UPSTREAM_CHANGED: {
    severity: 'dangerous',
    title: 'another API answers',
    reason: 'The same call may have another answer.',
  },
} as const satisfies Readonly<Record<string, ChangeKind>>;

export type ChangeCode = keyof typeof changeKinds;

/** From which severity on changes make a run fail: all do for `any`, none for `never`. */
export type FailOn = 'breaking' | 'dangerous' | 'any' | 'never';

/** Whether a change of this severity makes a run fail. */
export function failsOn(severity: ChangeSeverity, failOn: FailOn): boolean {
  if (failOn === 'any' || failOn === 'never') return failOn === 'any';
  return severities.indexOf(severity) <= severities.indexOf(failOn);
}
