import type { ContentBlock } from './call.ts';

/** An MCP prompt: a template that a person selects by name. */
export interface Prompt {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly arguments: readonly PromptArgument[];
  /** Renders the messages; missing arguments are empty text. */
  readonly render: (values: ReadonlyMap<string, string>) => readonly PromptMessage[];
}

/** An argument of a prompt; values are always text. */
export interface PromptArgument {
  readonly name: string;
  readonly description?: string;
  readonly required: boolean;
}

export interface PromptMessage {
  readonly role: 'user' | 'assistant';
  readonly content: ContentBlock;
}
