import { Kind, parse, type FragmentDefinitionNode, type OperationDefinitionNode } from 'graphql';
import { describe, expect, it } from 'vitest';
import { fieldsOf, responseNameOf, spreadsOf } from '../../src/core/walk-selections.ts';

const { definitions } = parse(`
  query film { a ...one ... { ...missing b: c { d ...two } } }
  fragment one on Query { e ...two }
  fragment two on Query { f ...one }
`);
const operation = definitions[0] as OperationDefinitionNode;
const fragments = new Map(
  definitions
    .filter((node): node is FragmentDefinitionNode => node.kind === Kind.FRAGMENT_DEFINITION)
    .map((node) => [node.name.value, node]),
);

describe('fieldsOf', () => {
  it('yields the fields of one level, entering each fragment once', () => {
    const fields = [...fieldsOf([operation.selectionSet], fragments)];
    expect(fields.map(responseNameOf)).toEqual(['a', 'e', 'b', 'f']);
  });
});

describe('spreadsOf', () => {
  it('yields the spreads of every level without entering fragments', () => {
    const names = [...spreadsOf(operation.selectionSet)].map(({ name }) => name.value);
    expect(names).toEqual(['one', 'missing', 'two']);
  });
});
