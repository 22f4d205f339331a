import {
  buildSchema,
  Kind,
  parse,
  Source,
  type DefinitionNode,
  type FragmentDefinitionNode,
  type GraphQLSchema,
} from 'graphql';
import { compileCatalog } from '../../src/compile/catalog.ts';
import { defaultCompileSettings, type CompileSettings } from '../../src/compile/model/settings.ts';
import type { Catalog, Tool } from '../../src/core/tool.ts';
import { placeOf } from '../../src/load/files/parse-document.ts';
import type { OperationSource, Sources } from '../../src/load/operations/operation-sources.ts';

/** Operation files, by name. */
export type Files = Readonly<Record<string, string>>;

/** Sources as the loader makes them, of texts: each file sees its own fragments, then all others. */
export function sourcesOf(schema: string | GraphQLSchema, files: Files): Sources {
  const parsed = Object.entries(files).map(([file, text]) => ({
    file,
    definitions: parse(new Source(text, file)).definitions,
  }));
  const shared = parsed.flatMap(({ definitions }) => fragmentsIn(definitions));
  return {
    schema: typeof schema === 'string' ? buildSchema(schema) : schema,
    operations: parsed.flatMap(({ file, definitions }) => operationsIn(file, definitions, shared)),
    diagnostics: [],
  };
}

function operationsIn(
  file: string,
  definitions: readonly DefinitionNode[],
  shared: readonly FragmentDefinitionNode[],
): readonly OperationSource[] {
  const all = [...shared, ...fragmentsIn(definitions)];
  const fragments = new Map(all.map((fragment) => [fragment.name.value, fragment]));
  return definitions.flatMap((definition) => {
    if (definition.kind !== Kind.OPERATION_DEFINITION) return [];
    return {
      operation: definition,
      fragments,
      fallbackName: file.replace(/\.graphql$/, ''),
      place: placeOf(definition) ?? { file, line: 1, column: 1 },
      origin: 'file' as const,
    };
  });
}

function fragmentsIn(definitions: readonly DefinitionNode[]): readonly FragmentDefinitionNode[] {
  return definitions.flatMap((one) => (one.kind === Kind.FRAGMENT_DEFINITION ? one : []));
}

/** Compiles texts with the default settings, but for those given. */
export function catalogOf(
  schema: string | GraphQLSchema,
  files: Files,
  settings: Partial<CompileSettings> = {},
): Catalog {
  return compileCatalog(sourcesOf(schema, files), { ...defaultCompileSettings, ...settings });
}

/** Compiles one operation that must become a tool. */
export function toolOf(
  schema: string | GraphQLSchema,
  operation: string,
  settings: Partial<CompileSettings> = {},
): Tool {
  const { tools, skipped } = catalogOf(schema, { 'operation.graphql': operation }, settings);
  const [tool] = tools.values();
  if (!tool) throw new Error(skipped.map(({ message }) => message).join('\n'));
  return tool;
}
