import type { ContentBlock } from './call.ts';

/** A text to fill in that a person picks by name: MCP's prompt. */
export interface Prompt {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly arguments: readonly PromptArgument[];
  /** Writes the messages; arguments that were not given are empty text. */
  readonly render: (values: ReadonlyMap<string, string>) => readonly PromptMessage[];
}

/** What a person fills in; values are always text. */
export interface PromptArgument {
  readonly name: string;
  readonly description?: string;
  readonly required: boolean;
}

export interface PromptMessage {
  readonly role: 'user' | 'assistant';
  readonly content: ContentBlock;
}
