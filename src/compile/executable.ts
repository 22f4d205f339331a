import { print, type FragmentDefinitionNode } from 'graphql';
import { sha256Hex } from '../core/text.ts';
import { lazy } from '../core/memo.ts';
import type { SentDefinitions } from './sent-definitions.ts';

/** What is sent upstream for an operation. */
export interface Executable {
  /**
   * The operation, then the fragments it uses in the order it mentions them. Written when it is first
   * asked for: writing those of hundreds of operations takes a tenth of compiling them.
   */
  readonly document: string;
  /** SHA-256 of `document`, made when it is first asked for. */
  readonly hash: string;
}

/** Writes documents; a fragment that several operations use is written once. */
export type WriteExecutable = (definitions: SentDefinitions) => Executable;

/**
 * Makes a writer of documents. They are formatted anew, so that two files that differ in layout and
 * comments alone send the same.
 */
export function createExecutableWriter(): WriteExecutable {
  // weak, for what is written here outlives the load: a node holds on to all tokens of its file
  const texts = new WeakMap<FragmentDefinitionNode, string>();
  function textOf(fragment: FragmentDefinitionNode): string {
    const text = texts.get(fragment) ?? print(fragment);
    texts.set(fragment, text);
    return text;
  }
  return (definitions) => {
    const document = lazyDocument(definitions, textOf);
    const hash = lazy(() => sha256Hex(document()));
    return {
      get document() {
        return document();
      },
      get hash() {
        return hash();
      },
    };
  };
}

/** A function of its own, so that what is made beside the document does not hold its definitions. */
function lazyDocument(
  { operation, fragments }: SentDefinitions,
  textOf: (fragment: FragmentDefinitionNode) => string,
): () => string {
  return lazy(() => [print(operation), ...fragments.map(textOf)].join('\n\n'));
}
