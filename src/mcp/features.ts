import type { Prompt } from '../core/prompt.ts';

/** A resource as `resources/list` shows it. */
export interface Resource {
  readonly uri: string;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly mimeType: string;
}

/** A kind of resource, by a URI template of RFC 6570. */
export interface ResourceTemplate {
  readonly uriTemplate: string;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly mimeType: string;
}

/** The text behind a URI. */
export interface ResourceText {
  readonly mimeType: string;
  readonly text: string;
}

/** What is served as resources; asked anew for every request, so that it may change. */
export interface ResourceProvider {
  list(): readonly Resource[];
  templates(): readonly ResourceTemplate[];
  /** @returns undefined when there is no such resource. */
  read(uri: string): ResourceText | undefined;
}

/** What is served as prompts; asked anew for every request, so that it may change. */
export interface PromptProvider {
  list(): readonly Prompt[];
}
