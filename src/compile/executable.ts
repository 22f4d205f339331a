import { print, type FragmentDefinitionNode } from 'graphql';
import { sha256Hex } from '../core/hash.ts';
import type { SentDefinitions } from './sent-definitions.ts';

/** What is sent upstream for an operation. */
export interface Executable {
  /** The operation, then the fragments it uses in the order it mentions them. */
  readonly document: string;
  /** SHA-256 of `document`. */
  readonly hash: string;
}

/** Writes documents; a fragment that several operations use is written once. */
export type WriteExecutable = (definitions: SentDefinitions) => Executable;

/**
 * Makes a writer of documents. They are formatted anew, so that two files that differ in layout and
 * comments alone send the same.
 */
export function createExecutableWriter(): WriteExecutable {
  const texts = new Map<FragmentDefinitionNode, string>();
  return ({ operation, fragments }) => {
    const parts = fragments.map((fragment) => {
      const text = texts.get(fragment) ?? print(fragment);
      texts.set(fragment, text);
      return text;
    });
    const document = [print(operation), ...parts].join('\n\n');
    return { document, hash: sha256Hex(document) };
  };
}
