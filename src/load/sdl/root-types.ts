import {
  Kind,
  OperationTypeNode,
  type ASTNode,
  type NamedTypeNode,
  type OperationTypeDefinitionNode,
  type SchemaDefinitionNode,
  type TypeDefinitionNode,
} from 'graphql';
import { type Diagnostic, formatPlace } from '../../core/diagnostic.ts';
import { didYouMean } from '../../core/suggest.ts';
import { placeOf } from '../files/parse-document.ts';
import { loadDiagnostic } from '../model/diagnostics.ts';
import type { Declarations } from './declarations.ts';
import type { Report } from './merge-types.ts';

/** The `schema { … }` of the definitions, or the diagnostics that prevent it. */
export type RootTypes =
  | { readonly ok: true; readonly node: SchemaDefinitionNode }
  | { readonly ok: false; readonly problem: Diagnostic };

/**
 * Finds the root types: those that `schema { … }` and its extensions name, else those called
 * `Query`, `Mutation` and `Subscription`.
 *
 * A root that is not an object type is omitted with a warning; a missing query type is an error. If
 * several `schema { … }` name a root differently, the first is used, with a warning.
 */
export function rootTypes(
  { roots }: Declarations,
  types: ReadonlyMap<string, TypeDefinitionNode>,
  report: Report,
): RootTypes {
  const named = new Map<OperationTypeNode, NamedTypeNode>();
  const defined = roots.some(
    ({ kind, operationTypes = [] }) => kind === Kind.SCHEMA_DEFINITION && operationTypes.length > 0,
  );
  for (const operation of operations) {
    const name = defaultNames[operation];
    // the default names apply only without `schema { … }`, except that a query type is required
    if (types.has(name) && (!defined || operation === OperationTypeNode.QUERY)) {
      named.set(operation, namedType(name));
    }
  }
  reportAgain(roots, report);
  for (const [operation, type] of namedRoots(roots, report)) named.set(operation, type);
  const query = named.get(OperationTypeNode.QUERY);
  if (!query) return noQuery(types, roots[0]);
  if (!isObject(query, types)) return { ok: false, problem: badQuery(query, types) };
  return { ok: true, node: schemaNode(roots, [...named].filter(usable(types, report))) };
}

/** Returns the types that `schema { … }` and its extensions name, the first per operation. */
function namedRoots(
  roots: Declarations['roots'],
  report: Report,
): ReadonlyMap<OperationTypeNode, NamedTypeNode> {
  const named = new Map<OperationTypeNode, NamedTypeNode>();
  for (const { operation, type } of roots.flatMap((root) => root.operationTypes ?? [])) {
    const known = named.get(operation);
    if (!known) named.set(operation, type);
    else if (known.name.value !== type.name.value) report(renamed(operation, known, type));
  }
  return named;
}

function renamed(operation: string, known: NamedTypeNode, type: NamedTypeNode): Diagnostic {
  return loadDiagnostic(
    'SCHEMA_MEMBER_DUPLICATE',
    `The ${operation} type is named again, as "${type.name.value}"; the first, "${known.name.value}", is used.`,
    { place: placeOf(type) },
  );
}

function reportAgain(roots: Declarations['roots'], report: Report): void {
  const [first, ...others] = roots.filter(({ kind }) => kind === Kind.SCHEMA_DEFINITION);
  const place = first && placeOf(first);
  for (const again of others) {
    report(
      loadDiagnostic(
        'SCHEMA_DEFINITION_DUPLICATE',
        `\`schema { … }\` is written again${place ? `, after ${formatPlace(place)}` : ''}; where the two name a root type differently, the first counts.`,
        { place: placeOf(again) },
      ),
    );
  }
}

const operations = [
  OperationTypeNode.QUERY,
  OperationTypeNode.MUTATION,
  OperationTypeNode.SUBSCRIPTION,
];

const defaultNames: Readonly<Record<OperationTypeNode, string>> = {
  query: 'Query',
  mutation: 'Mutation',
  subscription: 'Subscription',
};

function namedType(value: string): NamedTypeNode {
  return { kind: Kind.NAMED_TYPE, name: { kind: Kind.NAME, value } };
}

function isObject(
  { name }: NamedTypeNode,
  types: ReadonlyMap<string, TypeDefinitionNode>,
): boolean {
  return types.get(name.value)?.kind === Kind.OBJECT_TYPE_DEFINITION;
}

function usable(types: ReadonlyMap<string, TypeDefinitionNode>, report: Report) {
  return ([operation, type]: readonly [OperationTypeNode, NamedTypeNode]): boolean => {
    if (isObject(type, types)) return true;
    const [what, suggestion] = complaint(type, types);
    report(
      loadDiagnostic(
        'SCHEMA_ROOT_INVALID',
        `The ${operation} type ${what}; the schema has no ${operation}s.`,
        {
          hint: `Define it, or remove it from \`schema { … }\`.${suggestion}`,
          place: placeOfRoot(type, types),
        },
      ),
    );
    return false;
  };
}

/** Returns the place where a root type is named, or else defined. */
function placeOfRoot(
  type: NamedTypeNode,
  types: ReadonlyMap<string, TypeDefinitionNode>,
): Diagnostic['place'] {
  const definition = types.get(type.name.value);
  return placeOf(type) ?? (definition && placeOf(definition));
}

/** Returns the problem of a root type, and a suggestion. */
function complaint(
  { name: { value } }: NamedTypeNode,
  types: ReadonlyMap<string, TypeDefinitionNode>,
): readonly [string, string] {
  if (types.has(value)) return [`"${value}" is not an object type`, ''];
  return [`"${value}" is not defined`, didYouMean(value, types.keys())];
}

function schemaNode(
  roots: Declarations['roots'],
  named: readonly (readonly [OperationTypeNode, NamedTypeNode])[],
): SchemaDefinitionNode {
  const [definition] = roots.filter((root) => root.kind === Kind.SCHEMA_DEFINITION);
  const operationTypes = named.map(([operation, type]): OperationTypeDefinitionNode => ({
    kind: Kind.OPERATION_TYPE_DEFINITION,
    operation,
    type,
  }));
  return {
    ...definition,
    kind: Kind.SCHEMA_DEFINITION,
    directives: roots.flatMap((root) => root.directives ?? []),
    operationTypes,
  };
}

function noQuery(
  types: ReadonlyMap<string, TypeDefinitionNode>,
  schema: ASTNode | undefined,
): RootTypes {
  const what =
    types.size === 0
      ? 'The schema files define no types.'
      : 'The schema has no query type: no type is called "Query", and no `schema { query: … }` names one.';
  const hint =
    types.size === 0
      ? 'Let the `schema` globs match the SDL of the API.'
      : `Add the file that defines it, or name it.${didYouMean('Query', types.keys())}`;
  return {
    ok: false,
    problem: loadDiagnostic('SCHEMA_NO_QUERY', what, { hint, place: schema && placeOf(schema) }),
  };
}

function badQuery(type: NamedTypeNode, types: ReadonlyMap<string, TypeDefinitionNode>): Diagnostic {
  const [what, suggestion] = complaint(type, types);
  return loadDiagnostic('SCHEMA_NO_QUERY', `The query type ${what}.`, {
    hint: `Correct the name, or add the file that defines it.${suggestion}`,
    place: placeOfRoot(type, types),
  });
}
