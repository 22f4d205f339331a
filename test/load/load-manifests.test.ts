import { describe, expect, it } from 'vitest';
import { createDocumentReader } from '../../src/load/files/document-reader.ts';
import { createLoadCache } from '../../src/load/operations/cache.ts';
import { loadManifests } from '../../src/load/operations/manifests.ts';
import { createFolder, lines, type SourcesFolder } from './sources-folder.ts';

function load({ folders }: SourcesFolder, cache = createLoadCache()) {
  return loadManifests(['*.json'], {
    folders,
    reader: createDocumentReader(cache.documents),
    cache,
  });
}

async function loadOne(manifest: unknown) {
  const text = typeof manifest === 'string' ? manifest : JSON.stringify(manifest, undefined, 2);
  const { operations, diagnostics } = await load(createFolder({ 'm.json': text }));
  return {
    found: lines(diagnostics),
    operations: operations.map((source) => ({
      name: source.operation.name?.value ?? `(${source.fallbackName})`,
      id: source.persistedId,
      origin: source.origin,
      line: source.place.line,
      column: source.place.column,
      fragments: [...source.fragments.keys()],
    })),
  };
}

const apollo = { format: 'apollo-persisted-query-manifest', version: 1 };

describe('loadManifests', () => {
  it('reads an Apollo persisted-query manifest', async () => {
    const { operations, found } = await loadOne({
      ...apollo,
      operations: [
        {
          id: 'h1',
          name: 'A',
          type: 'query',
          body: 'query A { a ...F } fragment F on Query { f }',
        },
        { id: 'h2', name: 'B', type: 'mutation', body: 'mutation B { b }', clientName: 'web' },
        { id: 'h3', name: 'C', type: 'query', body: '{ c }' },
      ],
    });
    expect(found).toEqual([]);
    const common = { origin: 'manifest', column: 13 };
    expect(operations).toEqual([
      { ...common, name: 'A', id: 'h1', line: 6, fragments: ['F'] },
      { ...common, name: 'B', id: 'h2', line: 12, fragments: [] },
      { ...common, name: '(C)', id: 'h3', line: 19, fragments: [] },
    ]);
  });

  it('reads an Apollo manifest whose operations are listed by id', async () => {
    const { operations, found } = await loadOne({
      ...apollo,
      operations: { h1: { name: 'A', type: 'query', body: 'query A { a }' } },
    });
    expect(found).toEqual([]);
    expect(operations).toMatchObject([{ name: 'A', id: 'h1', line: 5, column: 5 }]);
  });

  it('reads the ids and texts of graphql-codegen, Relay and Hive', async () => {
    const { operations, found } = await loadOne({
      d9a00ec0c1ce: 'query A { a }',
      '123': 'query B { b } query B2 { b }',
      b8d98e796421f00: '{ c }',
      constructor: 'query D { d }',
    });
    expect(found).toEqual([]);
    expect(operations.map(({ name, id, line }) => [name, id, line])).toEqual([
      ['B', '123', 2],
      ['B2', '123', 2],
      ['A', 'd9a00ec0c1ce', 3],
      ['(operation_b8d98e79)', 'b8d98e796421f00', 4],
      ['D', 'constructor', 5],
    ]);
  });

  it('places entries by their ids in any order of the file', async () => {
    const { operations } = await loadOne(
      '{\n"abc": "query A { a }",\n"7": "query B { b }",\n"2": "query C { c }",\n"d": "query D { d }"\n}',
    );
    expect(operations.map(({ id, line, column }) => [id, line, column])).toEqual([
      ['2', 4, 1],
      ['7', 3, 1],
      ['abc', 2, 1],
      ['d', 5, 1],
    ]);
  });

  it('reads a manifest without entries', async () => {
    expect(await loadOne({})).toEqual({ found: [], operations: [] });
    expect(await loadOne({ ...apollo, operations: [] })).toEqual({ found: [], operations: [] });
  });

  it('reports broken entries and reads the others', async () => {
    const { operations, found } = await loadOne({
      h1: 'query A { a ',
      h2: 5,
      h3: 'fragment F on Query { f }',
      h4: 'query D { d }',
      '': 'query E { e }',
      h5: '{ a } { b }',
    });
    expect(operations.map(({ name }) => name)).toEqual(['D']);
    const hint = 'Generate the manifest again.';
    expect(found).toEqual([
      'm.json:2:3: error GRAPHQL_SYNTAX: Expected Name, found <EOF>, at 1:13 of the text. Correct the GraphQL at this place.',
      `m.json:3:3: error MANIFEST_ENTRY_INVALID: The entry "h2" has no text. ${hint}`,
      `m.json:4:3: error MANIFEST_ENTRY_INVALID: The entry "h3" has no operation in its text. ${hint}`,
      `m.json:6:3: error MANIFEST_ENTRY_INVALID: The entry has no id. ${hint}`,
      'm.json:7:3: error OPERATION_ANONYMOUS_AGAIN: Several operations here have no name, and only one could be called "operation_h5". Give each of them a name.',
      'm.json:7:3: error OPERATION_ANONYMOUS_AGAIN: Several operations here have no name, and only one could be called "operation_h5". Give each of them a name.',
    ]);
  });

  it.each([
    [{ ...apollo, version: 2, operations: [] }, 'its version is 2'],
    [{ ...apollo, operations: 'a' }, 'it has no "operations"'],
    [{ format: 'other', operations: [] }, 'its format is "other"'],
    [{ operations: {} }, 'its format is not named'],
    [[['h1', 'query A { a }']], 'it is not a JSON object'],
    [{ h1: { text: 'query A { a }' } }, 'it is not an object of ids and texts'],
  ])('refuses the unknown format of %j', async (manifest, reason) => {
    expect(await loadOne(manifest)).toEqual({
      operations: [],
      found: [
        `m.json:1:1: error MANIFEST_FORMAT_UNKNOWN: The file is not a persisted-query manifest of a known format: ${reason}. Write it as \`{ "id": "text" }\`, or as an Apollo persisted-query manifest of version 1.`,
      ],
    });
  });

  it('reports broken JSON at its place', async () => {
    expect(await loadOne('{\n  "h1": "query A { a }",\n}')).toEqual({
      operations: [],
      found: [
        'm.json:3:1: error JSON_SYNTAX: Invalid JSON: Expected double-quoted property name. Correct the JSON at this place, or generate the file again.',
      ],
    });
  });

  it('merges equal entries of two manifests, and rejects an id with two texts', async () => {
    const folder = createFolder({
      'a.json': '{"h1":"query A { a }","h2":"query B { b }"}',
      'b.json': '{"h1":"query A { a }",\n"h2":"query B { c }"}',
    });
    const { operations, diagnostics } = await load(folder);
    expect(operations.map(({ operation }) => operation.name?.value)).toEqual(['A', 'B']);
    expect(lines(diagnostics)).toEqual([
      'b.json:2:1: error MANIFEST_ID_TAKEN: Id "h2" has another text at a.json:1:23. Generate the manifests again, or remove the outdated one.',
    ]);
  });

  it('returns the same operations while the file is unchanged', async () => {
    const folder = createFolder({ 'a.json': '{"h1":"query A { a }"}' });
    const cache = createLoadCache();
    const first = await load(folder, cache);
    const again = await load(folder, cache);
    folder.write({ 'a.json': '{"h1":"query B { a }"}' });
    const changed = await load(folder, cache);
    expect(again.operations[0]).toBe(first.operations[0]);
    expect(changed.operations[0]?.operation.name?.value).toBe('B');
  });
});
