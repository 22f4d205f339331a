/** The codes of what reading prompts can find, and what each means. The prompt is then left out. */
export const promptCodes = {
  PROMPT_FRONT_MATTER: 'A prompt file does not start with front matter that can be read.',
  PROMPT_MEMBER: 'A member of the front matter is unknown, or has a wrong type.',
  PROMPT_NAME_TAKEN: 'Two prompt files have one name.',
  PROMPT_ARGUMENT_UNDECLARED: 'A prompt uses an argument that its front matter does not declare.',
} as const satisfies Record<string, string>;

export type PromptCode = keyof typeof promptCodes;
