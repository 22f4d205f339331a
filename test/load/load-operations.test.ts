import { symlinkSync } from 'node:fs';
import { print } from 'graphql';
import { describe, expect, it } from 'vitest';
import type { OperationSource } from '../../src/load/operations/operation-sources.ts';
import { createFolder, lines, loadFrom } from './sources-folder.ts';

/** What an operation's fragment of this name says. */
function fragment({ fragments }: OperationSource, name: string): string | undefined {
  const node = fragments.get(name);
  return node && print(node).replaceAll(/\s+/g, ' ');
}

function names(operations: readonly OperationSource[]) {
  return operations.map(
    ({ operation, fallbackName }) => operation.name?.value ?? `(${fallbackName})`,
  );
}

describe('loadOperations', () => {
  it('reads several operations per file, with their places', async () => {
    const folder = createFolder({
      'b.graphql': 'query B { b }',
      'a.graphql':
        '# First.\nquery A1 { a }\n\n"""Second."""\nmutation A2 { a }\nsubscription A3 { a }\n',
    });
    const { operations, diagnostics } = await loadFrom(folder);
    expect(diagnostics).toEqual([]);
    expect(
      operations.map(({ operation, place, origin }) => [operation.name?.value, place, origin]),
    ).toEqual([
      ['A1', { file: 'a.graphql', line: 2, column: 1 }, 'file'],
      ['A2', { file: 'a.graphql', line: 5, column: 1 }, 'file'],
      ['A3', { file: 'a.graphql', line: 6, column: 1 }, 'file'],
      ['B', { file: 'b.graphql', line: 1, column: 1 }, 'file'],
    ]);
  });

  it('keeps the comments above an operation', async () => {
    const folder = createFolder({
      'a.graphql': '#import "./b.graphql"\n\n# Lists films.\nquery A { a }',
      'b.graphql': '',
    });
    const { operations } = await loadFrom(folder, ['a.graphql']);
    const before = operations[0]?.operation.loc?.startToken.prev;
    expect(before).toMatchObject({ kind: 'Comment', value: ' Lists films.', line: 3 });
  });

  it('names an anonymous operation after its file', async () => {
    const folder = createFolder({ 'find-film.query.graphql': '{ a }' });
    const { operations } = await loadFrom(folder);
    expect(names(operations)).toEqual(['(find-film.query)']);
  });

  it('rejects several anonymous operations in one file, and keeps the named ones', async () => {
    const folder = createFolder({ 'a.graphql': '{ a }\nquery B { b }\nquery { c }' });
    const { operations, diagnostics } = await loadFrom(folder);
    expect(names(operations)).toEqual(['B']);
    const rest =
      'error OPERATION_ANONYMOUS_AGAIN: Several operations here have no name, and only one could be called "a". Give each of them a name.';
    expect(lines(diagnostics)).toEqual([`a.graphql:1:1: ${rest}`, `a.graphql:3:1: ${rest}`]);
  });

  it('reports broken files and reads the others', async () => {
    const folder = createFolder({
      'a.graphql': 'query A { a ',
      'b.graphql': 'query B { b }',
      'c.graphql': Uint8Array.of(0xff, 0xfe),
    });
    symlinkSync('nowhere.graphql', `${folder.path}/d.graphql`);
    const { operations, diagnostics } = await loadFrom(folder);
    expect(names(operations)).toEqual(['B']);
    expect(lines(diagnostics)).toEqual([
      'a.graphql:1:13: error GRAPHQL_SYNTAX: Expected Name, found <EOF>. Correct the GraphQL at this place.',
      'c.graphql:1:1: error FILE_NOT_UTF8: The file is not UTF-8 text, but UTF-16. Save it as UTF-8.',
      'd.graphql:1:1: error FILE_UNREADABLE: The file cannot be read (ENOENT). It was removed or moved while the gateway was reading, or it is a link to nothing.',
    ]);
  });

  it('warns about types in operation files', async () => {
    const folder = createFolder({ 'a.graphql': 'query A { a }\ntype B { c: Int }\nscalar D' });
    const { operations, diagnostics } = await loadFrom(folder);
    expect(names(operations)).toEqual(['A']);
    expect(lines(diagnostics)).toEqual([
      'a.graphql:2:1: warning OPERATION_FILE_HAS_TYPES: The file of operations also defines types, which are ignored. Move them to a file that the `schema` globs match.',
    ]);
  });
});

describe('fragments', () => {
  it('are shared by all files', async () => {
    const folder = createFolder({
      'a.graphql': 'query A { ...F }',
      'f.graphql': 'fragment F on Query { f }',
    });
    const { operations, shared, diagnostics } = await loadFrom(folder);
    expect(diagnostics).toEqual([]);
    expect(operations[0]?.fragments).toBe(shared.fragments);
    expect(fragment(operations[0]!, 'F')).toBe('fragment F on Query { f }');
  });

  it('come from the nearest file: own, imported, transitively imported, shared', async () => {
    const f = (field: string) => `fragment F on Query { ${field} }`;
    const folder = createFolder({
      'own.graphql': `#import "./near.graphql"\nquery Own { ...F }\n${f('own')}`,
      'importing.graphql': '#import "./near.graphql"\nquery Importing { ...F }',
      'far.graphql': '#import "./through.graphql"\nquery Far { ...F }',
      'through.graphql': '#import "near.graphql"',
      'near.graphql': f('near'),
    });
    const { operations, diagnostics } = await loadFrom(folder);
    expect(diagnostics).toEqual([]);
    expect(operations.map((source) => [names([source])[0], fragment(source, 'F')])).toEqual([
      ['Far', 'fragment F on Query { near }'],
      ['Importing', 'fragment F on Query { near }'],
      ['Own', 'fragment F on Query { own }'],
    ]);
  });

  it('of unmatched imported files are visible to their importers only', async () => {
    const folder = createFolder({
      'ops/a.graphql': '# import F from "../shared/f.graphql"\nquery A { ...F }',
      'ops/b.graphql': 'query B { ...F }',
      'shared/f.graphql': 'fragment F on Query { f }\nquery NotATool { f }',
    });
    const { operations, watchPaths } = await loadFrom(folder, ['ops/*.graphql']);
    expect(operations.map((source) => [names([source])[0], fragment(source, 'F')])).toEqual([
      ['A', 'fragment F on Query { f }'],
      ['B', undefined],
    ]);
    expect(watchPaths).toEqual([`${folder.path}/ops`, `${folder.path}/shared/f.graphql`]);
  });

  it('may be defined twice with equal text', async () => {
    const folder = createFolder({
      'a.graphql': 'query A { ...F }',
      'f1.graphql': 'fragment F on Query { f }',
      'f2.graphql': '# the same\nfragment F on Query {\n  f\n}',
    });
    const { operations, diagnostics } = await loadFrom(folder);
    expect(diagnostics).toEqual([]);
    expect(fragment(operations[0]!, 'F')).toBe('fragment F on Query { f }');
  });

  it('with different definitions are an error where they are spread', async () => {
    const folder = createFolder({
      'a.graphql': 'query A {\n  ...G\n}\nfragment G on Query { ...F }',
      'b.graphql': '#import "./f2.graphql"\nquery B { ...F }',
      'c.graphql': 'query C { c }',
      'd.graphql': '{ ...F }',
      'f1.graphql': 'fragment F on Query { one }',
      'f2.graphql': '\nfragment F on Query { two }',
    });
    const { operations, diagnostics } = await loadFrom(folder);
    expect(names(operations)).toEqual(['B', 'C']);
    expect(fragment(operations[0]!, 'F')).toBe('fragment F on Query { two }');
    const rest =
      'needs fragment "F", which is defined differently at f1.graphql:1:1 and f2.graphql:2:1. Name the intended file with an #import line, or rename one of the fragments.';
    expect(lines(diagnostics)).toEqual([
      `a.graphql:4:23: error FRAGMENT_AMBIGUOUS: Operation "A" ${rest}`,
      `d.graphql:1:3: error FRAGMENT_AMBIGUOUS: Operation "d" ${rest}`,
    ]);
    expect(diagnostics[0]?.tool).toBe('A');
  });

  it('with different definitions in two imports are an error', async () => {
    const folder = createFolder({
      'ops/a.graphql': '#import "../f1.graphql"\n#import "../f2.graphql"\nquery A { ...F }',
      'f1.graphql': 'fragment F on Query { one }',
      'f2.graphql': 'fragment F on Query { two }',
    });
    const { operations, diagnostics } = await loadFrom(folder, ['ops/*.graphql']);
    expect(operations).toEqual([]);
    expect(lines(diagnostics)).toEqual([
      'ops/a.graphql:3:11: error FRAGMENT_AMBIGUOUS: Operation "A" needs fragment "F", which is defined differently at f1.graphql:1:1 and f2.graphql:1:1. Name the intended file with an #import line, or rename one of the fragments.',
    ]);
  });

  it('may have the names of inherited properties', async () => {
    const folder = createFolder({
      'a.graphql': 'query A { ...__proto__ ...constructor }',
      'f.graphql': 'fragment __proto__ on Query { f }\nfragment constructor on Query { f }',
    });
    const { operations } = await loadFrom(folder);
    expect([...(operations[0]?.fragments.keys() ?? [])]).toEqual(['__proto__', 'constructor']);
  });
});

describe('#import', () => {
  it('may be circular', async () => {
    const folder = createFolder({
      'a.graphql': '#import "./a.graphql"\n#import "./b.graphql"\nquery A { ...B }',
      'b.graphql': '#import "./a.graphql"\nfragment B on Query { b }',
    });
    const { operations, diagnostics } = await loadFrom(folder, ['a.graphql']);
    expect(diagnostics).toEqual([]);
    expect(fragment(operations[0]!, 'B')).toBe('fragment B on Query { b }');
  });

  it('of a missing file is an error at its line; the file is served', async () => {
    const folder = createFolder({
      'a.graphql': '\n  #import "./none.graphql"\nquery A { a }',
    });
    const { operations, diagnostics } = await loadFrom(folder);
    expect(names(operations)).toEqual(['A']);
    expect(lines(diagnostics)).toEqual([
      'a.graphql:2:3: error IMPORT_NOT_FOUND: The imported file "./none.graphql" cannot be read. Correct the path; it is relative to the file with the #import line.',
    ]);
  });

  it('of a broken file is one error in that file', async () => {
    const folder = createFolder({
      'ops/a.graphql': '#import "../f.graphql"\nquery A { a }',
      'ops/b.graphql': '#import "../f.graphql"\nquery B { b }',
      'f.graphql': 'fragment',
    });
    const { operations, diagnostics } = await loadFrom(folder, ['ops/*.graphql']);
    expect(names(operations)).toEqual(['A', 'B']);
    expect(lines(diagnostics)).toEqual([
      'f.graphql:1:9: error GRAPHQL_SYNTAX: Expected Name, found <EOF>. Correct the GraphQL at this place.',
    ]);
  });

  it('does not leave the folders of the sources', async () => {
    const folder = createFolder({
      'gateway/ops/a.graphql':
        '#import "../../secret.graphql"\n#import "/etc/passwd"\n#import "../shared.graphql"\nquery A { a }',
      'gateway/shared.graphql': '',
      'secret.graphql': 'fragment S on Query { s }',
    });
    const inside = {
      ...folder,
      folders: { base: `${folder.path}/gateway`, displayBase: folder.path },
    };
    const { diagnostics } = await loadFrom(inside, ['ops/*.graphql']);
    const hint =
      'leads out of the folders that operations are read from. Import by a relative path, below the folder of the configuration or of an operations glob.';
    expect(lines(diagnostics)).toEqual([
      `gateway/ops/a.graphql:1:1: error IMPORT_OUTSIDE: "../../secret.graphql" ${hint}`,
      `gateway/ops/a.graphql:2:1: error IMPORT_OUTSIDE: "/etc/passwd" ${hint}`,
    ]);
  });

  it('may enter a folder outside the base that a glob names', async () => {
    const folder = createFolder({
      'gateway/gateway.yaml': '',
      'ops/q/a.graphql': '#import "../f.graphql"\nquery A { ...F }',
      'ops/f.graphql': 'fragment F on Query { f }',
    });
    const inside = {
      ...folder,
      folders: { base: `${folder.path}/gateway`, displayBase: folder.path },
    };
    const { operations, diagnostics } = await loadFrom(inside, ['../ops/**/a.graphql']);
    expect(diagnostics).toEqual([]);
    expect(fragment(operations[0]!, 'F')).toBe('fragment F on Query { f }');
  });
});

describe('many files', () => {
  it('are read in order, a bounded number at once', async () => {
    const numbers = Array.from({ length: 300 }, (_, index) => String(index).padStart(3, '0'));
    const folder = createFolder(
      Object.fromEntries(numbers.map((n) => [`${n}.graphql`, `query Q${n} { a }`])),
    );
    const { operations } = await loadFrom(folder);
    expect(names(operations)).toEqual(numbers.map((n) => `Q${n}`));
  });
});
