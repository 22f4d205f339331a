import {
  buildASTSchema,
  Kind,
  type DefinitionNode,
  type GraphQLSchema,
  type NamedTypeNode,
  type TypeDefinitionNode,
  Source,
} from 'graphql';
import type { Diagnostic } from '../../core/diagnostic.ts';
import { suggestFew } from '../../core/suggest.ts';
import type { ParsedFile } from '../files/document-reader.ts';
import { placeOf, parseDocument } from '../files/parse-document.ts';
import { loadDiagnostic, shortenWarnings, sortByPlace } from '../model/diagnostics.ts';
import { acceptSchema, unusable } from './accept-schema.ts';
import { checkDefaults } from './check-defaults.ts';
import { checkDirectives, uniqueDirectives } from './check-directives.ts';
import { completeInterfaces } from './complete-interfaces.ts';
import { collectDeclarations, type Declarations } from './declarations.ts';
import { detectFederation, federationType, scalarNamed, type Federation } from './federation.ts';
import { mergeTypes, type Report } from './merge-types.ts';
import { repairReferences } from './repair-references.ts';
import { rootTypes } from './root-types.ts';

/** A schema with its diagnostics, or only the diagnostics that prevent it. */
export type SchemaResult =
  | {
      readonly ok: true;
      readonly schema: GraphQLSchema;
      readonly diagnostics: readonly Diagnostic[];
    }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] };

/**
 * Builds a schema from the definitions of real-world SDL files. Every node keeps its place.
 *
 * Repairs what can be repaired, with a warning, and builds the rest with graphql.
 */
export function buildSdlSchema(definitions: readonly DefinitionNode[]): SchemaResult {
  return buildRepaired(repairSdl(definitions));
}

/** Definitions that graphql can build, unless a diagnostic is an error that prevents it. */
interface RepairedSdl {
  readonly nodes: readonly DefinitionNode[];
  readonly diagnostics: readonly Diagnostic[];
  readonly isUsable: boolean;
}

/**
 * Repairs definitions; this replaces graphql's validation of SDL. Each step relies on the steps
 * before it:
 *
 * | step                  | afterwards                                                     |
 * | --------------------- | -------------------------------------------------------------- |
 * | `collectDeclarations` | definitions and extensions are sorted by kind and name         |
 * | `mergeTypes`          | each type has one definition, and each member one name         |
 * | `uniqueDirectives`    | each directive has one declaration                             |
 * | `repairReferences`    | every type is used where its kind is allowed                   |
 * | `defineMissing`       | every type that is used is defined                             |
 * | `completeInterfaces`  | types have the members of their interfaces                     |
 * | `checkDirectives`     | (reports only)                                                 |
 * | `rootTypes`           | the schema has a query type; other roots are object types      |
 * | `checkDefaults`       | the defaults of input fields are finite                        |
 */
function repairSdl(definitions: readonly DefinitionNode[]): RepairedSdl {
  const warnings: Diagnostic[] = [];
  const report: Report = (diagnostic) => warnings.push(diagnostic);
  const declarations = collectDeclarations(definitions);
  reportExecutable(declarations, report);
  const federation = detectFederation(declarations);
  const merged = mergeTypes(declarations.types, federation.used, report);
  const directives = uniqueDirectives(declarations.directives, report);
  const { types: repaired, missing } = repairReferences(merged, directives, report);
  defineMissing(missing, repaired, federation, report);
  const { types, contradictions } = completeInterfaces(repaired, report);
  checkDirectives(declarations.roots, directives, types, federation, report);
  const roots = rootTypes(declarations, types, report);
  const errors = [...contradictions, ...checkDefaults(types)];
  if (!roots.ok) errors.push(roots.problem);
  return {
    nodes: roots.ok ? [roots.node, ...directives, ...types.values()] : [],
    diagnostics: [...shortenWarnings(sortByPlace(warnings)), ...errors],
    isUsable: errors.length === 0,
  };
}

/** Adds definitions of undefined types: those that federation implies, else custom scalars. */
function defineMissing(
  missing: ReadonlyMap<string, NamedTypeNode>,
  types: Map<string, TypeDefinitionNode>,
  federation: Federation,
  report: Report,
): void {
  const defined = new Map(types);
  const suggest = suggestFew();
  for (const [name, use] of missing) {
    const implied = federation.used ? federationType(name, defined) : undefined;
    types.set(name, implied ?? scalarNamed(name));
    if (implied) continue;
    report(
      loadDiagnostic(
        'SCHEMA_TYPE_MISSING',
        `Type "${name}" is not defined; it becomes a custom scalar.${suggest(name, defined.keys())}`,
        { hint: `Write \`scalar ${name}\`, or add the file that defines it.`, place: placeOf(use) },
      ),
    );
  }
}

function reportExecutable({ executable: [first] }: Declarations, report: Report): void {
  if (!first) return;
  report(
    loadDiagnostic(
      'SCHEMA_FILE_HAS_OPERATIONS',
      'A schema file has operations or fragments, which are ignored.',
      { place: placeOf(first) },
    ),
  );
}

function buildRepaired({ nodes, diagnostics, isUsable }: RepairedSdl): SchemaResult {
  if (!isUsable) return { ok: false, diagnostics };
  try {
    const document = { kind: Kind.DOCUMENT, definitions: nodes } as const;
    const built = acceptSchema(buildASTSchema(document, { assumeValidSDL: true }));
    return { ok: true, schema: built.schema, diagnostics: [...diagnostics, ...built.diagnostics] };
  } catch (error) {
    return { ok: false, diagnostics: [...diagnostics, unusable(error)] };
  }
}

/**
 * Builds a schema from SDL files that were parsed without places, which is faster and takes half
 * the memory.
 *
 * Files with diagnostics are parsed again with places.
 */
export function schemaOfFiles(files: readonly ParsedFile[]): SchemaResult {
  const repaired = repairSdl(files.flatMap(({ definitions }) => definitions));
  // diagnostics of repairs need places already, so that nothing is built twice
  if (repaired.diagnostics.length > 0) return schemaWithPlaces(files);
  const result = buildRepaired(repaired);
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
    const again = parseDocument(new Source(text, file.displayPath));
    return again.ok ? again.definitions : [];
  });
  return buildSdlSchema(definitions);
}
