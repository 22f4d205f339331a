import { Kind, parse, type DefinitionNode, type DocumentNode } from 'graphql';

/** Reads documents as the gateway writes them: an operation, then its fragments. */
export type DocumentReader = (text: string) => DocumentNode;

/**
 * Makes a reader of documents. Tools of one API share most of their fragments: one that is written
 * alike in several documents is read once, and is the same node in all of them.
 */
export function createDocumentReader(): DocumentReader {
  const known = new Map<string, DefinitionNode>();
  const read = (text: string): DefinitionNode => {
    const definition = known.get(text) ?? definitionOf(text);
    known.set(text, definition);
    return definition;
  };
  return (text) => {
    try {
      return { kind: Kind.DOCUMENT, definitions: text.split(/\n\n(?=fragment )/).map(read) };
    } catch {
      // a text in the operation holds what looks like the beginning of a fragment
      return parse(text, { noLocation: true });
    }
  };
}

function definitionOf(text: string): DefinitionNode {
  const [definition, ...others] = parse(text, { noLocation: true }).definitions;
  if (!definition || others.length > 0) throw new Error('a piece holds one definition');
  return definition;
}
