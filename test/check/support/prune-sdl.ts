import {
  Kind,
  visit,
  type DefinitionNode,
  type DocumentNode,
  type GraphQLSchema,
  type NamedTypeNode,
} from 'graphql';
import { usedElements } from '../../../src/check/surface/coordinates.ts';

/** Reduces SDL to what a document uses of it, so that most edits matter to the document. */
export function pruneSdl(
  sdl: DocumentNode,
  schema: GraphQLSchema,
  document: DocumentNode,
): DocumentNode {
  const { coordinates, inputLeaves, outputLeaves } = usedElements(schema, [document]);
  const kept = new Set([...inputLeaves, ...outputLeaves]);
  for (const coordinate of coordinates) kept.add(coordinate.split('.')[0] ?? '');
  for (const type of [...kept].map((name) => schema.getType(name))) {
    if (type && 'getTypes' in type) for (const { name } of type.getTypes()) kept.add(name);
  }
  const isKept = ({ name }: NamedTypeNode) => kept.has(name.value);
  const prune = {
    enter(node: {
      readonly name: { readonly value: string };
      readonly fields?: readonly { readonly name: { readonly value: string } }[];
      readonly interfaces?: readonly NamedTypeNode[];
    }) {
      if (!kept.has(node.name.value)) return null;
      const fields = (node.fields ?? [])
        .filter((field) => coordinates.has(`${node.name.value}.${field.name.value}`))
        .map((field) => ({
          ...field,
          arguments: ('arguments' in field
            ? (field.arguments as readonly { readonly name: { readonly value: string } }[])
            : []
          ).filter((argument) =>
            [...coordinates].some((one) =>
              one.endsWith(`.${field.name.value}(${argument.name.value}:)`),
            ),
          ),
        }));
      return { ...node, fields, interfaces: (node.interfaces ?? []).filter(isKept) };
    },
  };
  return visit(sdl, {
    [Kind.OBJECT_TYPE_DEFINITION]: prune,
    [Kind.INTERFACE_TYPE_DEFINITION]: prune,
    leave(node: DefinitionNode) {
      const isOther =
        node.kind === Kind.UNION_TYPE_DEFINITION ||
        node.kind === Kind.ENUM_TYPE_DEFINITION ||
        node.kind === Kind.SCALAR_TYPE_DEFINITION ||
        node.kind === Kind.INPUT_OBJECT_TYPE_DEFINITION;
      return isOther && !kept.has(node.name.value) ? null : undefined;
    },
  } as never) as DocumentNode;
}
