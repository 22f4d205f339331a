import { describe, expect, it } from 'vitest';
import { checkCatalog } from '../../../src/check/check-catalog.ts';
import { changeOf } from '../../../src/check/diff/change.ts';
import { applyRules, defaultRules, type CheckRules } from '../../../src/check/rules/check-rules.ts';
import { readRules } from '../../../src/check/rules/read-rules.ts';
import type { Report } from '../../../src/check/report/report.ts';
import { surfaceOf } from '../../../src/check/surface/compile-surface.ts';
import { baseOperations, baseSdl } from '../support/catalogue/base-api.ts';
import { compileSources, sourcesOf } from '../support/run-change.ts';

/** A tool with a break, one with a safe change, and an operation that does not fit. */
async function check(rules: Partial<CheckRules>): Promise<Report> {
  const before = compileSources(sourcesOf(baseSdl, baseOperations));
  const sdl = baseSdl
    .replace('tagline: String!', 'tagline: String')
    .replace('input Range { from', 'input Range { step: Int from');
  const operations = `${baseOperations}\nquery Broken { nothing }\n`;
  return checkCatalog({
    ...compileSources(sourcesOf(sdl, operations)),
    old: surfaceOf(before.catalog, before),
    against: 'tools.lock.json',
    rules: { ...defaultRules, ...rules },
  });
}

const kinds = ({ failures }: Report) => failures.map(({ kind }) => kind);

describe('a check fails', () => {
  it('on breaking changes and compiler errors by default', async () => {
    const report = await check({});
    expect(report.failures).toEqual([
      { kind: 'contract', message: '1 change is breaking.' },
      { kind: 'lint', message: '1 diagnostic of severity error or worse.' },
    ]);
    expect(report.counts).toEqual({
      tools: 6,
      added: 0,
      removed: 0,
      renamed: 0,
      changed: 2,
      breaking: 1,
      dangerous: 0,
      safe: 1,
    });
  });

  it('on nothing with `never`', async () => {
    const report = await check({ failOn: 'never', lintFailOn: 'never' });
    expect([report.ok, report.verdict]).toEqual([true, 'breaking']);
  });

  it('on an exceeded token budget', async () => {
    const report = await check({ failOn: 'never', lintFailOn: 'never', tokenBudget: 100 });
    expect(kinds(report)).toEqual(['budget']);
    const enough = await check({ failOn: 'never', lintFailOn: 'never', tokenBudget: 100_000 });
    expect(enough.ok).toBe(true);
  });

  it('on a diagnostic that the rules raise to an error', async () => {
    const lint = new Map([['OPERATION_INVALID', 'warning' as const]]);
    expect(kinds(await check({ failOn: 'never', lint }))).toEqual([]);
    expect(kinds(await check({ failOn: 'never', lint, lintFailOn: 'warning' }))).toEqual(['lint']);
  });
});

describe('the allow-list', () => {
  const reason = 'Agreed with everybody who reads it.';

  it('gives the reason of the first matching entry', () => {
    const allow = [
      { code: 'TOOL_ADDED', tool: 'other', reason: 'Another tool.' },
      { code: 'TOOL_ADDED', path: 'a', reason: 'At this path.' },
      { code: 'TOOL_ADDED', tool: 'tool', reason: 'This tool.' },
    ];
    const change = changeOf('tool', { code: 'TOOL_ADDED', message: 'New.', path: 'a' });
    const { allowed, changes } = applyRules([change], [], { ...defaultRules, allow });
    expect(changes).toEqual([]);
    expect(allowed.map((one) => one.reason)).toEqual(['At this path.']);
  });

  it('allows a change at one path and a diagnostic, and shows the reason', async () => {
    const allow = [
      { code: 'OUTPUT_WIDENED', tool: 'GetMovie', path: 'data.movie.tagline', reason },
      { code: 'OPERATION_INVALID', tool: 'Broken', reason },
    ];
    const report = await check({ allow });
    expect(report.ok).toBe(true);
    expect(report.verdict).toBe('safe');
    expect(report.allowed.map(({ code, tool, path }) => [code, tool, path])).toEqual([
      ['OUTPUT_WIDENED', 'GetMovie', 'data.movie.tagline'],
      ['OPERATION_INVALID', 'Broken', undefined],
    ]);
  });

  it('allows no other tool, path or code, and reports unused entries', async () => {
    const allow = [
      { code: 'OUTPUT_WIDENED', tool: 'GetTitle', reason },
      { code: 'OUTPUT_WIDENED', path: 'data.movie', reason },
      { code: 'INPUT_NARROWED', reason },
    ];
    const report = await check({ allow });
    expect(kinds(report)).toContain('contract');
    const unused = report.findings.filter(({ code }) => code === 'ALLOW_UNUSED');
    expect(unused.map(({ message }) => message)).toEqual([
      'The allow-list allows OUTPUT_WIDENED of GetTitle, but there is no such change or diagnostic.',
      'The allow-list allows OUTPUT_WIDENED at data.movie, but there is no such change or diagnostic.',
      'The allow-list allows INPUT_NARROWED, but there is no such change or diagnostic.',
    ]);
  });
});

/** A few lines that stand for thousands of millions of entries. */
const aliasBomb = [
  'lint: &a0 [x, x]',
  ...Array.from({ length: 30 }, (_, at) => `k${at}: &a${at + 1} [*a${at}, *a${at}]`),
].join('\n');

describe('the rules file', () => {
  it('sets what fails a check', () => {
    const text = [
      'failOn: dangerous',
      'lintFailOn: warning',
      'tokenBudget: 20000',
      'lint: { TEXT_TOO_LONG: error }',
      'allow:',
      '  - { code: TOOL_REMOVED, tool: old, path: a.b, reason: Nobody called it. }',
    ].join('\n');
    expect(readRules(text, 'tools.check.yaml')).toEqual({
      failOn: 'dangerous',
      lintFailOn: 'warning',
      tokenBudget: 20_000,
      lint: new Map([['TEXT_TOO_LONG', 'error']]),
      allow: [{ code: 'TOOL_REMOVED', tool: 'old', path: 'a.b', reason: 'Nobody called it.' }],
    });
  });

  it('may be empty', () => {
    expect(readRules('# nothing yet\n', 'x')).toEqual(defaultRules);
  });

  it.each([
    ['a: [', 1, 'Flow sequence in block collection must be'],
    ['- 1', 1, 'Expected a map of rules.'],
    ['failOn: dangerous\nfailon: any', 2, 'Unknown rule "failon". Did you mean "failOn"?'],
    ['failOn: all', 1, '"failOn" must be one of breaking, dangerous, any, never.'],
    ['tokenBudget: -1', 1, '"tokenBudget" must be a whole number of tokens.'],
    ['failOn: *nope', 1, 'is an alias, and its anchor does not exist.'],
    [aliasBomb, 1, 'Aliases repeat more than 10000 parts.'],
    ['lint: { __proto__: error }', 1, 'Unknown diagnostic code "__proto__".'],
    [
      'lint: { TEXT_TO_LONG: error }',
      1,
      'Unknown diagnostic code "TEXT_TO_LONG". Did you mean "TEXT_TOO_LONG"?',
    ],
    ['lint: { TEXT_TOO_LONG: off }', 1, 'to silence it, allow it with a reason.'],
    ['\nallow: { code: A }', 2, '"allow" must be a list of entries.'],
    ['allow: [{ code: A_B }]', 1, 'Entry 1 of "allow" has no reason.'],
    ['allow: [{ code: A_B, reason: " " }]', 1, 'Entry 1 of "allow" has no reason.'],
    ['allow: [{ reason: Why not. }]', 1, 'Entry 1 of "allow" has no code.'],
    [
      'allow: [{ code: A_B, reason: 1 }]',
      1,
      'Entry 1 of "allow" has a "reason" that is not a string.',
    ],
    ['allow: [{ code: A_B, why: x }]', 1, 'Entry 1 of "allow" has an unknown member "why".'],
    ['allow: [A_B]', 1, 'Entry 1 of "allow" is not a map.'],
  ])('is refused at the line of the mistake: %j', (text, line, message) => {
    expect(() => readRules(text, 'tools.check.yaml')).toThrow(
      `tools.check.yaml:${line}:1: error CHECK_RULES_INVALID: The rules file is invalid.`,
    );
    expect(() => readRules(text, 'tools.check.yaml')).toThrow(message);
  });
});
