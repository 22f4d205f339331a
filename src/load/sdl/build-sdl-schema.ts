import { loadDiagnostic, shortenWarnings, sortByPlace } from '../model/diagnostics.ts';
import { suggestFew, didYouMean } from '../../core/suggest.ts';
import {
  buildASTSchema,
  Kind,
  type DefinitionNode,
  type DirectiveDefinitionNode,
  type GraphQLSchema,
  type NamedTypeNode,
  type TypeDefinitionNode,
  Source,
} from 'graphql';
import type { Diagnostic } from '../../core/diagnostic.ts';
import { placeOf, parseDocument } from '../files/parse-document.ts';
import { acceptSchema, unusable } from './accept-schema.ts';
import { checkDefaults } from './check-defaults.ts';
import { checkDirectives } from './check-directives.ts';
import { collectDeclarations, type Declarations, indexTypes, namedTypeOf } from './declarations.ts';
import { completeInterfaces } from './complete-interfaces.ts';
import { detectFederation, federationType, scalarNamed, type Federation } from './federation.ts';
import { mergeTypes, type Report } from './merge-types.ts';
import { repairReferences } from './repair-references.ts';
import { rootTypes } from './root-types.ts';
import type { ParsedFile } from '../files/document-reader.ts';

/** A schema with its diagnostics, or only the diagnostics that prevent it. */
export type SchemaResult =
  | {
      readonly ok: true;
      readonly schema: GraphQLSchema;
      readonly diagnostics: readonly Diagnostic[];
    }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] };

/**
 * Builds a schema from the definitions of real-world SDL files.
 *
 * Repairs what can be repaired, with a warning, and builds the rest with graphql. The steps here
 * replace graphql's SDL validation. Every node keeps its place.
 */
export function buildSdlSchema(definitions: readonly DefinitionNode[]): SchemaResult {
  const diagnostics: Diagnostic[] = [];
  const report: Report = (found) => diagnostics.push(found);
  const declarations = collectDeclarations(definitions);
  const federation = detectFederation(declarations);
  const merged = mergeTypes(declarations.types, federation.used, report);
  const { types: repaired, missing } = repairReferences(merged, report);
  const suggest = suggestFew();
  const supply: Supply = (use) => supplied(use, merged, federation, { report, suggest });
  for (const use of missing.values()) repaired.set(...supply(use));
  const { types, contradictions } = completeInterfaces(repaired, report);
  const directives = checkDirectives(declarations, types, federation, report);
  for (const use of missingArgumentTypes(directives, types)) types.set(...supply(use));
  reportStrays(declarations, report);
  const roots = rootTypes(declarations, types, report);
  const found = shortenWarnings(sortByPlace(diagnostics));
  const endless = checkDefaults(types);
  const problems = [...contradictions, ...endless, ...(roots.ok ? [] : [roots.problem])];
  if (!roots.ok || problems.length > 0) return { ok: false, diagnostics: [...found, ...problems] };
  const nodes = [roots.node, ...directives, ...types.values()];
  return build(nodes, found);
}

function missingArgumentTypes(
  directives: readonly DirectiveDefinitionNode[],
  types: ReadonlyMap<string, TypeDefinitionNode>,
): readonly NamedTypeNode[] {
  const index = indexTypes(types);
  const used = directives
    .flatMap(({ arguments: args = [] }) => args)
    .map(({ type }) => namedTypeOf(type))
    .filter(({ name }) => !index.isDefined(name.value));
  return [...new Map(used.map((type) => [type.name.value, type])).values()];
}

/** Defines a type that has no definition. */
type Supply = (use: NamedTypeNode) => [string, TypeDefinitionNode];

function supplied(
  use: NamedTypeNode,
  types: ReadonlyMap<string, TypeDefinitionNode>,
  federation: Federation,
  { report, suggest }: { readonly report: Report; readonly suggest: typeof didYouMean },
): [string, TypeDefinitionNode] {
  const name = use.name.value;
  const added = federation.used ? federationType(name, types) : undefined;
  if (added) return [name, added];
  report(
    loadDiagnostic(
      'SCHEMA_TYPE_MISSING',
      `Type "${name}" is not defined; it becomes a custom scalar.${suggest(name, types.keys())}`,
      { hint: `Write \`scalar ${name}\`, or add the file that defines it.`, place: placeOf(use) },
    ),
  );
  return [name, scalarNamed(name)];
}

function reportStrays({ strays }: Declarations, report: Report): void {
  const [first] = strays;
  if (!first) return;
  report(
    loadDiagnostic(
      'SCHEMA_FILE_HAS_OPERATIONS',
      'A schema file holds operations or fragments, which are ignored.',
      { place: placeOf(first) },
    ),
  );
}

function build(nodes: readonly DefinitionNode[], found: readonly Diagnostic[]): SchemaResult {
  try {
    const document = { kind: Kind.DOCUMENT, definitions: nodes } as const;
    const { schema, diagnostics } = acceptSchema(
      buildASTSchema(document, { assumeValidSDL: true }),
    );
    return { ok: true, schema, diagnostics: [...found, ...diagnostics] };
  } catch (error) {
    return { ok: false, diagnostics: [...found, unusable(error)] };
  }
}

/**
 * Builds a schema from SDL files that were parsed without places, which is faster and takes half
 * the memory.
 *
 * Files with diagnostics are parsed again with places.
 */
export function schemaOfFiles(files: readonly ParsedFile[]): SchemaResult {
  const result = buildSdlSchema(files.flatMap(({ definitions }) => definitions));
  if (!result.ok || result.diagnostics.length > 0) return schemaWithPlaces(files);
  placeless.set(result.schema, files);
  return result;
}

/** Schemas without places, and the files they were built from. */
const placeless = new WeakMap<GraphQLSchema, readonly ParsedFile[]>();

/** Returns the same schema with places on its nodes, as far as they come from files. */
export function withPlaces(schema: GraphQLSchema): GraphQLSchema {
  const files = placeless.get(schema);
  const result = files && schemaWithPlaces(files);
  return result?.ok ? result.schema : schema;
}

function schemaWithPlaces(files: readonly ParsedFile[]): SchemaResult {
  const definitions = files.flatMap(({ file, text }) => {
    const again = parseDocument(new Source(text, file.shown));
    return again.ok ? again.definitions : [];
  });
  return buildSdlSchema(definitions);
}
