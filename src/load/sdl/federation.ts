import {
  Kind,
  parse,
  type ConstDirectiveNode,
  type ConstValueNode,
  type DefinitionNode,
  type NamedTypeNode,
  type TypeDefinitionNode,
  type UnionTypeDefinitionNode,
} from 'graphql';
import type { Declarations, TypeDeclaration } from './declarations.ts';

/** The implicit declarations of Apollo Federation. */
export interface Federation {
  /** Whether the files are the SDL of a subgraph, of version 1 or 2. */
  readonly used: boolean;
  /** Whether a directive of this name is declared by the specifications the SDL links to. */
  declares(directive: string): boolean;
}

/**
 * Detects a subgraph: `@link` on the schema (version 2), or the directives that mark
 * entities (version 1).
 *
 * See
 * https://www.apollographql.com/docs/graphos/schema-design/federated-schemas/reference/subgraph-spec
 */
export function detectFederation({ roots, types }: Declarations): Federation {
  const links = roots
    .flatMap((root) => root.directives ?? [])
    .filter(({ name }) => name.value === 'link' || name.value === 'core');
  const imported = new Set(links.flatMap(importedDirectives));
  const used = links.length > 0 || [...types.values()].flat().some(isMarked);
  return {
    used,
    declares: (directive) =>
      imported.has(directive) ||
      (used && directives.has(directive)) ||
      // `federation__key`, `join__type`: the prefix names the specification
      (links.length > 0 && directive.includes('__')),
  };
}

function isMarked({ directives: carried = [] }: TypeDeclaration): boolean {
  return carried.some(({ name }) => marks.has(name.value));
}

const marks: ReadonlySet<string> = new Set(['key', 'extends', 'interfaceObject']);

/** The directives of versions 1 and 2. */
const directives: ReadonlySet<string> = new Set([
  'authenticated',
  'cacheControl',
  'cacheTag',
  'composeDirective',
  'context',
  'cost',
  'extends',
  'external',
  'fromContext',
  'inaccessible',
  'interfaceObject',
  'key',
  'link',
  'listSize',
  'override',
  'policy',
  'provides',
  'requires',
  'requiresScopes',
  'shareable',
  'tag',
]);

/** Names of `@link(import: ["@key", { name: "@tag", as: "@mark" }])`, without the `@`. */
function importedDirectives({ arguments: args = [] }: ConstDirectiveNode): readonly string[] {
  const list = args.find(({ name }) => name.value === 'import')?.value;
  if (list?.kind !== Kind.LIST) return [];
  return list.values.flatMap(importedName).map((name) => name.replace(/^@/, ''));
}

function importedName(value: ConstValueNode): readonly string[] {
  if (value.kind === Kind.STRING) return [value.value];
  if (value.kind !== Kind.OBJECT) return [];
  const named = value.fields.filter(({ name }) => name.value === 'as' || name.value === 'name');
  return named.flatMap((field) => importedName(field.value));
}

/**
 * Returns the definition of a type that federation adds, or undefined for any other name.
 *
 * `_Entity` is the union of all types with a `@key`.
 */
export function federationType(
  name: string,
  types: ReadonlyMap<string, TypeDefinitionNode>,
): TypeDefinitionNode | undefined {
  const known = additions.get(name);
  if (known) return known;
  const scalar = /^(?:federation|link|join|core)__/.test(name) ? scalarNamed(name) : undefined;
  return name === '_Entity' ? entityUnion(types) : scalar;
}

const additions: ReadonlyMap<string, TypeDefinitionNode> = new Map(
  parse('scalar _Any scalar _FieldSet scalar FieldSet type _Service { sdl: String }', {
    noLocation: true,
  })
    .definitions.filter(isNamed)
    .map((node) => [node.name.value, node]),
);

function isNamed(node: DefinitionNode): node is TypeDefinitionNode {
  return node.kind === Kind.SCALAR_TYPE_DEFINITION || node.kind === Kind.OBJECT_TYPE_DEFINITION;
}

/** A custom scalar of this name. */
export function scalarNamed(name: string): TypeDefinitionNode {
  return { kind: Kind.SCALAR_TYPE_DEFINITION, name: { kind: Kind.NAME, value: name } };
}

function entityUnion(types: ReadonlyMap<string, TypeDefinitionNode>): TypeDefinitionNode {
  const entities = [...types.values()]
    .filter((node) => node.kind === Kind.OBJECT_TYPE_DEFINITION && isMarked(node))
    .map(({ name }): NamedTypeNode => ({ kind: Kind.NAMED_TYPE, name }));
  const union: UnionTypeDefinitionNode = {
    kind: Kind.UNION_TYPE_DEFINITION,
    name: { kind: Kind.NAME, value: '_Entity' },
    types: entities,
  };
  // a union without members is invalid; an opaque scalar has no selections either
  return entities.length > 0 ? union : scalarNamed('_Entity');
}
