/** The diagnostics of the check and of a locked gateway. */
export const checkCodes = {
  LOCK_MISSING: {
    meaning: 'There is no lock file to compare with.',
    advice: 'Write one with `check --update`, and commit it.',
  },
  LOCK_CONFLICT: {
    meaning: 'The lock file has merge conflict marks.',
    advice: 'Resolve the merge of the sources, and write the lock again with `check --update`.',
  },
  LOCK_INVALID: {
    meaning: 'The lock file is not JSON, is not a lock, or refers to a part that it lacks.',
    advice: 'Restore it from version control, or write it again with `check --update`.',
  },
  LOCK_VERSION: {
    meaning: 'The lock file has an unknown format version.',
    advice: 'Use the gateway that wrote it, or write it again with `check --update`.',
  },
  CHECK_RULES_INVALID: {
    meaning: 'The rules file is invalid, or an entry of `allow` has no reason.',
    advice: 'See docs/contract.md for the options of the file.',
  },
  CHECK_AGAINST_UNKNOWN: {
    meaning: 'The value of `--against` is not a file, a git revision or a URL.',
    advice: 'Name a lock file, a git revision, or the URL of a running gateway.',
  },
  ALLOW_UNUSED: {
    meaning: 'An entry of `allow` does not match any change or diagnostic.',
    advice: 'Remove the entry.',
  },
  TOOL_NOT_LOCKED: {
    meaning: 'A locked gateway does not serve a tool that is not in the lock.',
    advice: 'Review the tool, and lock it with `check --update`.',
  },
  TOOL_DIFFERS_FROM_LOCK: {
    meaning: 'A locked gateway does not serve a tool that differs from the lock.',
    advice: 'Review the change with `check`, and lock it with `check --update`.',
  },
  GATEWAY_UNREACHABLE: {
    meaning: 'The tools of a running gateway could not be listed.',
    advice: 'Check the URL and the token, and that the gateway runs.',
  },
  GIT_FAILED: {
    meaning: 'The sources of a git revision could not be read.',
    advice: 'Check the name of the revision; fetch it first if the clone is shallow.',
  },
} as const satisfies Readonly<
  Record<string, { readonly meaning: string; readonly advice: string }>
>;

export type CheckCode = keyof typeof checkCodes;
