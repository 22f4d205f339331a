import { diagnosticsOf, type DiagnosticCode } from '../../core/diagnostic.ts';

/** The codes of the diagnostics of prompt files; a prompt with a diagnostic is not served. */
export const promptCodes = {
  PROMPT_FRONT_MATTER: {
    meaning: 'A prompt file does not start with readable front matter.',
    advice: 'Start the file with `---`, YAML, and `---`.',
  },
  PROMPT_MEMBER: {
    meaning: 'A member of the front matter is unknown, or has a wrong type.',
    advice: 'Correct the member.',
  },
  PROMPT_NAME_TAKEN: {
    meaning: 'Two prompt files have one name.',
    advice: 'Rename one of them.',
  },
  PROMPT_ARGUMENT_UNDECLARED: {
    meaning: 'A prompt uses an argument that its front matter does not declare.',
    advice: 'Declare the argument, or correct its name.',
  },
} as const satisfies Readonly<Record<string, DiagnosticCode>>;

export type PromptCode = keyof typeof promptCodes;

/** Creates a diagnostic of a prompt file. */
export const promptDiagnostic = diagnosticsOf<PromptCode>(promptCodes);
