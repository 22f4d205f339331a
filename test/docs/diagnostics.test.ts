import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compileCatalog } from '../../src/compile/catalog.ts';
import { compileCodes } from '../../src/compile/model/diagnostics.ts';
import { defaultCompileSettings } from '../../src/compile/model/settings.ts';
import { resolveUpstream } from '../../src/config/resolve-upstream.ts';
import { GatewayError } from '../../src/core/diagnostic.ts';
import { loadSources } from '../../src/load/load-sources.ts';
import {
  diagnosticExamples,
  withoutExample,
  type DiagnosticExample,
} from './diagnostic-examples.ts';
import { diagnosticsPage, documentedCodes } from './diagnostics-page.ts';
import { expectGenerated } from './generated.ts';

const usualSchema =
  'type Movie { id: ID! title: String! sequel: Movie } type Query { movie(id: ID): Movie }';

describe('docs/diagnostics.md', () => {
  it('is what the tables of codes and the examples make of it', async () => {
    await expectGenerated('docs/diagnostics.md', diagnosticsPage());
  });

  it('has an example for each code, but where no text alone brings it about', () => {
    const missing = documentedCodes.filter(
      (code) => !Object.hasOwn(diagnosticExamples, code) && !withoutExample.has(code),
    );
    expect(missing.filter((code) => !/^(INTROSPECTION|SCHEMA|PROMPT)_/.test(code))).toEqual([]);
  });

  it('has every code that compiling can find', () => {
    const folder = join(import.meta.dirname, '..', '..', 'src', 'compile');
    const used = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts'))
      .flatMap((path) => [
        ...readFileSync(join(folder, path), 'utf8').matchAll(/'([A-Z]+(?:_[A-Z]+)+)'/g),
      ])
      .map(([, code = '']) => code);
    expect(new Set(used)).toEqual(new Set(Object.keys(compileCodes)));
  });
});

describe('an example of', () => {
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'diagnostics-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  it.each(Object.entries(diagnosticExamples))('%s triggers it', async (code, example) => {
    expect(documentedCodes).toContain(code);
    expect(await codesOf(join(folder, code), example)).toContain(code);
  });
});

async function codesOf(
  base: string,
  { schema = usualSchema, operation, files = {}, settings = {} }: DiagnosticExample,
): Promise<readonly string[]> {
  const texts = {
    'schema/schema.graphql': schema,
    ...(operation !== undefined && { 'operations/example.graphql': operation }),
    ...files,
  };
  for (const [path, text] of Object.entries(texts)) {
    await mkdir(dirname(join(base, path)), { recursive: true });
    await writeFile(join(base, path), text);
  }
  const upstream = resolveUpstream('default', { schema: 'schema/*.graphql' });
  try {
    const sources = await loadSources(upstream, { folders: { base, displayBase: base } });
    const catalog = compileCatalog(sources, { ...defaultCompileSettings, ...settings });
    return [...catalog.skipped, ...catalog.diagnostics].map(({ code }) => code);
  } catch (error) {
    if (error instanceof GatewayError) return error.diagnostics.map(({ code }) => code);
    throw error;
  }
}
