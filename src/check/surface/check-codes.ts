/** What can be wrong with what a check is given, and what a lock refuses. */
export const checkCodes = {
  LOCK_MISSING: {
    meaning: 'There is no lock file to compare with.',
    advice: 'Write one with `check --update`, and commit it.',
  },
  LOCK_CONFLICT: {
    meaning: 'The lock file holds the marks of a merge that was not resolved.',
    advice: 'Resolve the merge of the sources, and write the lock again with `check --update`.',
  },
  LOCK_INVALID: {
    meaning: 'The lock file is not what the gateway writes.',
    advice: 'Restore it from version control, or write it again with `check --update`.',
  },
  LOCK_VERSION: {
    meaning: 'The lock file is of another format.',
    advice: 'Use the gateway that wrote it, or write it again with `check --update`.',
  },
  CHECK_RULES_INVALID: {
    meaning: 'The rules of the check are not understood, or an entry of `allow` gives no reason.',
    advice: 'See docs/contract.md for what may stand in the file.',
  },
  CHECK_AGAINST_UNKNOWN: {
    meaning: 'What a check is to compare with is neither a file nor a revision, nor a URL.',
    advice: 'Name a lock file, a git revision, or the URL of a running gateway.',
  },
  ALLOW_UNUSED: {
    meaning: 'An entry of the allow-list allows nothing: what it was for is gone.',
    advice: 'Remove the entry.',
  },
  TOOL_NOT_LOCKED: {
    meaning: 'A gateway that is held to its lock was about to serve a tool that is not in it.',
    advice: 'Review the tool, and lock it with `check --update`.',
  },
  TOOL_DIFFERS_FROM_LOCK: {
    meaning: 'A gateway that is held to its lock was about to serve a tool that changed.',
    advice: 'Review the change with `check`, and lock it with `check --update`.',
  },
  GATEWAY_UNREACHABLE: {
    meaning: 'A running gateway could not be asked for its tools.',
    advice: 'Check the URL and the token, and that the gateway runs.',
  },
  GIT_FAILED: {
    meaning: 'Sources of another revision could not be read.',
    advice: 'Check the name of the revision, and fetch it first where the clone is shallow.',
  },
} as const satisfies Readonly<
  Record<string, { readonly meaning: string; readonly advice: string }>
>;

export type CheckCode = keyof typeof checkCodes;
