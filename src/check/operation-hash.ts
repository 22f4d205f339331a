import { Kind, parse, print, stripIgnoredCharacters, type DefinitionNode } from 'graphql';
import { compareText } from '../core/compare-text.ts';
import { sha256Hex } from '../core/hash.ts';

/**
 * A hash of what an operation asks for: the same whatever its layout, its name, the order of its
 * fragments and the version of graphql that printed it.
 */
export function operationHash(document: string): string {
  const { definitions } = parse(document, { noLocation: true });
  const texts = definitions.map((definition) =>
    stripIgnoredCharacters(print(withoutName(definition))),
  );
  const [operation = '', ...fragments] = texts;
  return sha256Hex([operation, ...fragments.sort(compareText)].join('\n'));
}

function withoutName(definition: DefinitionNode): DefinitionNode {
  if (definition.kind !== Kind.OPERATION_DEFINITION) return definition;
  const { name: _, ...rest } = definition;
  return rest;
}
