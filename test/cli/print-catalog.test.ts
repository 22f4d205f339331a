import { describe, expect, it } from 'vitest';
import { catalogJson } from '../../src/cli/commands/inspect.ts';
import { createPrinter } from '../../src/cli/output/printer.ts';
import { printCatalog, printNotes } from '../../src/cli/output/catalog.ts';
import type { Diagnostic } from '../../src/core/diagnostic.ts';
import type { Catalog, Tool } from '../../src/core/tool.ts';
import { toolFixture } from '../support/tool-fixture.ts';
import { capture } from './streams.ts';

const broken: Diagnostic = {
  code: 'OPERATION_INVALID',
  severity: 'error',
  message: 'Cannot query field "tilte" on type "Movie".',
  hint: 'Did you mean "title"?',
  place: { file: 'operations/broken.graphql', line: 3, column: 5 },
  tool: 'broken',
};

const costly: Diagnostic = {
  code: 'CATALOG_LARGE',
  severity: 'warning',
  message: 'There are 41 tools.',
  hint: 'Hide some.',
};

const search = toolFixture('query search { search }', { title: 'Search', estimatedTokens: 1200 });
const add = toolFixture('mutation add { add }', {
  title: 'Add to watchlist',
  estimatedTokens: 300,
  annotations: { ...search.annotations, readOnlyHint: false },
});
const remove = toolFixture('mutation remove { remove }', { hidden: true });

function catalogOf(tools: readonly Tool[], skipped: readonly Diagnostic[] = []): Catalog {
  return {
    tools: new Map(tools.map((tool) => [tool.name, tool])),
    skipped,
    skippedCount: skipped.length,
    diagnostics: [],
    profile: 'portable',
    fingerprint: '0',
    estimatedTokens: tools.reduce((sum, { estimatedTokens }) => sum + estimatedTokens, 0),
  };
}

function printed(...args: readonly [Catalog, readonly Diagnostic[], number?]): string {
  const { stream, text } = capture();
  printCatalog(createPrinter(stream), ...args);
  return text();
}

describe('printCatalog', () => {
  it('counts skipped operations, not their diagnostics', () => {
    const other = { ...broken, message: 'Unknown argument "di".' };
    const catalog = { ...catalogOf([search], [broken, other, broken]), skippedCount: 2 };
    expect(printed(catalog, [])).toContain('\n2 operations skipped:\n');
    expect(printed({ ...catalog, skippedCount: 0 }, [])).toContain('\n3 errors:\n');
  });

  it('omits diagnostics for information', () => {
    const info: Diagnostic = { ...costly, severity: 'info', message: 'A note.' };
    const { stream, text } = capture();
    printNotes(createPrinter(stream), [costly, info]);
    expect(text()).toBe('\n1 note:\n  info CATALOG_LARGE\n    A note.\n    Hide some.\n');
  });

  it('lists a wrong glob separately from skipped operations', () => {
    const glob: Diagnostic = {
      code: 'FILES_NOT_FOUND',
      severity: 'error',
      message: 'The glob "nope/*.graphql" matches no file.',
      hint: 'Correct it.',
    };
    const catalog = { ...catalogOf([search], [glob, broken]), skippedCount: 1 };
    const titles = printed(catalog, []).match(/^\S.*:$|[A-Z]+_[A-Z_]+$/gm);
    expect(titles).toEqual([
      '1 operation skipped:',
      'OPERATION_INVALID',
      '1 error:',
      'FILES_NOT_FOUND',
    ]);
  });

  it('lists tools with labels, and skipped operations with reasons', () => {
    const info: Diagnostic = { ...costly, severity: 'info', message: 'Not shown.' };
    expect(printed(catalogOf([add, remove, search], [broken]), [costly, info])).toBe(
      [
        '  TOOL    KIND                           TITLE',
        '  add     mutation                       Add to watchlist',
        '  remove  mutation, destructive, hidden  remove',
        '  search  query                          Search',
        '',
        '3 tools, including 2 mutations; about 1,500 tokens.',
        '',
        '1 operation skipped:',
        '  operations/broken.graphql:3:5: error OPERATION_INVALID',
        '    Cannot query field "tilte" on type "Movie".',
        '    Did you mean "title"?',
        '',
        '1 warning:',
        '  warning CATALOG_LARGE',
        '    There are 41 tools.',
        '    Hide some.',
        '',
      ].join('\n'),
    );
  });

  it('reports an empty catalog', () => {
    expect(printed(catalogOf([]), [])).toBe('\nNo tools: no operation could become one.\n');
  });

  it('cuts long lists, but keeps mutations', () => {
    const queries = Array.from({ length: 9 }, (_, i) => toolFixture(`query q${i} { a }`));
    expect(printed(catalogOf([...queries, remove]), [], 3)).toBe(
      [
        '  TOOL    KIND                           TITLE',
        '  remove  mutation, destructive, hidden  remove',
        '  q0      query                          q0',
        '  q1      query                          q1',
        '  … and 7 more tools; graphql-mcp-gateway inspect lists all.',
        '',
        '10 tools, including 1 mutation; about 0 tokens.',
        '',
      ].join('\n'),
    );
  });
});

describe('catalogJson', () => {
  it('describes tools and skipped operations', () => {
    const { outputSchema: _, ...textOnly } = add;
    const json = catalogJson(catalogOf([search, textOnly], [broken, costly]));
    expect(JSON.parse(JSON.stringify(json))).toEqual({
      tools: [
        {
          name: 'search',
          operation: 'search',
          kind: 'query',
          source: { file: 'operations/test.graphql', line: 1 },
          title: 'Search',
          description: 'search',
          annotations: search.annotations,
          inputSchema: { type: 'object', properties: {} },
          outputSchema: search.outputSchema,
          document: 'query search { search }',
          estimatedTokens: 1200,
        },
        {
          name: 'add',
          operation: 'add',
          kind: 'mutation',
          source: { file: 'operations/test.graphql', line: 1 },
          title: 'Add to watchlist',
          description: 'add',
          annotations: add.annotations,
          inputSchema: { type: 'object', properties: {} },
          document: 'mutation add { add }',
          estimatedTokens: 300,
        },
      ],
      skipped: [
        {
          file: 'operations/broken.graphql',
          line: 3,
          column: 5,
          code: 'OPERATION_INVALID',
          reason: 'Cannot query field "tilte" on type "Movie".',
          hint: 'Did you mean "title"?',
        },
        { code: 'CATALOG_LARGE', reason: 'There are 41 tools.', hint: 'Hide some.' },
      ],
    });
  });
});
