import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { beforeAll, describe, expect, it } from 'vitest';
import { checkCatalog } from '../../../src/check/check-catalog.ts';
import type { Change } from '../../../src/check/diff/change.ts';
import { defaultRules } from '../../../src/check/rules/check-rules.ts';
import { formatGithub } from '../../../src/check/report/report-github.ts';
import { reportFormats } from '../../../src/check/report/format-report.ts';
import { formatJunit } from '../../../src/check/report/report-junit.ts';
import { formatMarkdown } from '../../../src/check/report/report-markdown.ts';
import { formatSarif } from '../../../src/check/report/report-sarif.ts';
import { formatText } from '../../../src/check/report/report-text.ts';
import type { Report } from '../../../src/check/report/report.ts';
import { surfaceOf } from '../../../src/check/surface/compile-surface.ts';
import { baseOperations, baseSdl } from '../support/catalogue/base-api.ts';
import { changeCatalogue } from '../support/catalogue/change-catalogue.ts';
import { compileSources, runChange, sourcesOf } from '../support/run-change.ts';

let report: Report;

beforeAll(async () => {
  const before = compileSources(sourcesOf(baseSdl, baseOperations));
  const sdl = baseSdl
    .replace('tagline: String!', 'tagline: String')
    .replace('input Range { from', 'input Range { step: Int from');
  const operations = baseOperations
    .replace('# Gets one movie.', '# Gets <one> `movie` | 100%, "at once".')
    .replace('# Forgets a rating.\nmutation Forget($id: ID!) { forget(id: $id) }', '')
    .concat('\nquery Broken { nothing }\n');
  report = checkCatalog({
    ...compileSources(sourcesOf(sdl, operations)),
    old: surfaceOf(before.catalog, before),
    against: 'tools.lock.json',
    explain: true,
    rules: {
      ...defaultRules,
      tokenBudget: 1_000,
      allow: [{ code: 'TOOL_REMOVED', tool: 'Forget', reason: 'It never worked.' }],
    },
  });
});

describe('a report', () => {
  it('formats text for a terminal', () => {
    expect(formatText(report)).toMatchInlineSnapshot(`
      "Compared with tools.lock.json: breaking.

      breaking (1)
        GetMovie  operations/movies.graphql:2:1
          Result "data.movie.tagline" may be null now. OUTPUT_WIDENED
            an answer that is possible now: {"data":{"movie":{"id":"text","name":"text","year":1,"tagline":null,"mood":"CALM","facts":"text","trailer":{"url":"text"}}}}
            because: Movie.tagline changed from String! to String. (schema/movies.graphql:8:3)

      dangerous (1)
        GetMovie  operations/movies.graphql:2:1
          The description changed. DESCRIPTION_CHANGED
            - Gets one movie.
            + Gets <one> \`movie\` | 100%, "at once".
            because: A description, a directive of the gateway, or the configuration changed. (operations/movies.graphql:2:1)

      safe (1)
        ListMovies  operations/movies.graphql:7:1
          Argument "filter.year.step" is new and optional. INPUT_WIDENED
            because: Range.step: Int was added. (schema/movies.graphql:18:15)

      Findings of the compiler
        operations/movies.graphql:36:16: error OPERATION_INVALID: Cannot query field "nothing" on type "Query". Change the operation, or update the schema.

      Allowed
        TOOL_REMOVED Forget: The tool was removed. (It never worked.)

      Tool list: about 1,435 tokens (-167), budget 1,000.
      Failed: 1 change is breaking.
      Failed: 1 diagnostic of severity error or worse.
      Failed: The tool list costs about 1,435 tokens; the budget is 1,000.
      "
    `);
  });

  it('applies terminal styles', () => {
    const painted = formatText(report, (style, text) => `<${style}>${text}</${style}>`);
    expect(painted).toContain('Compared with tools.lock.json: <red>breaking</red>.');
    expect(painted).toContain('<yellow>dangerous (1)</yellow>');
  });

  it('escapes invisible characters', () => {
    const after = 'Gets\u202E one\u001B[2K movie.\u{E0041}';
    const hostile = {
      ...report,
      changes: report.changes.map((change) => ({ ...change, message: after, after })),
    };
    for (const format of [formatText, formatMarkdown, formatGithub]) {
      for (const hidden of ['\u202E', '\u001B', '\u{E0041}']) {
        expect(format(hostile)).not.toContain(hidden);
      }
    }
    expect(formatText(hostile)).toContain('Gets\\u{202e} one\\u{1b}[2K movie.\\u{e0041}');
  });

  it('contains no workflow command in text, whatever names and texts contain', () => {
    const text = 'x\n::error::a ##[error]b';
    const tool = '::error::c';
    const [change] = report.changes;
    if (!change) throw new Error('nothing changed');
    const { path: _, ...shared } = { ...change, message: text, before: text, after: text };
    const hostile: Report = {
      ...report,
      against: text,
      changes: [
        { ...shared, tool, causes: [{ kind: 'diagnostic', message: text }] },
        ...['a', 'b', 'c', 'd'].map((name) => ({ ...shared, tool: `${tool}${name}` })),
      ],
      findings: report.findings.map((finding) => ({ ...finding, message: text, hint: text })),
      allowed: [{ code: text, tool, message: text, reason: text }],
      failures: [{ kind: 'budget', message: text }],
    };
    const lines = formatText(hostile).split('\n');
    expect(lines.filter((line) => /^\s*::|##\[/.test(line))).toEqual([]);
    expect(lines).toContain('  \\u{3a}:error::c  operations/movies.graphql:2:1');
  });

  it('escapes names and values in Markdown', () => {
    expect(formatMarkdown(report)).toMatchInlineSnapshot(`
      "### ❌ Tool contract: breaking

      Compared with \`tools.lock.json\`. Tool list: about 1,435 tokens (-167), budget 1,000.

      **Failed:** 1 change is breaking.

      **Failed:** 1 diagnostic of severity error or worse.

      **Failed:** The tool list costs about 1,435 tokens; the budget is 1,000.

      #### breaking (1)

      | tool | change | |
      | --- | --- | --- |
      | \`GetMovie\` | Result "data.movie.tagline" may be null now.<br>\`OUTPUT_WIDENED\` | an answer that is possible now: \`{"data":{"movie":{"id":"text","name":"text","year":1,"tagline":null,"mood":"CALM","facts":"text","trailer":{"url":"text"}}}}\`<br>because: Movie.tagline changed from String! to String. (schema/movies.graphql:8:3) |

      #### dangerous (1)

      | tool | change | |
      | --- | --- | --- |
      | \`GetMovie\` | The description changed.<br>\`DESCRIPTION_CHANGED\`<br>- \`Gets one movie.\`<br>+ <code>Gets &#60;one> &#96;movie&#96; &#124; 100%, "at once".</code> | because: A description, a directive of the gateway, or the configuration changed. (operations/movies.graphql:2:1) |

      #### safe (1)

      | tool | change | |
      | --- | --- | --- |
      | \`ListMovies\` | Argument "filter.year.step" is new and optional.<br>\`INPUT_WIDENED\` | because: Range.step: Int was added. (schema/movies.graphql:18:15) |

      <details><summary>Findings of the compiler (1)</summary>

      - operations/movies.graphql:36:16: error OPERATION_INVALID: Cannot query field "nothing" on type "Query". Change the operation, or update the schema.

      </details>

      <details><summary>Allowed (1)</summary>

      - TOOL_REMOVED Forget: It never worked.

      </details>
      "
    `);
  });

  it('keeps the Markdown source readable', () => {
    const [change] = report.changes;
    const hostile = [
      'movies[].__typename is @octocat/team’s, not #12',
      '[a](http://b.example) ![c][d] www.e.example <b> *f* ~g~ a\\|b `h` $i$ and $id',
      '[x]: mailto:j@k.example',
      '- [ ] # > 1.',
    ];
    const changes = hostile.map((message) => ({ ...(change as Change), tool: message, message }));
    const markdown = formatMarkdown({ ...report, changes, against: '`a|b`', failures: [] });
    const rows = markdown
      .split('\n')
      .filter((line) => line.startsWith('| ') && line.includes('OUTPUT'));
    expect(rows.map((line) => line.split('<br>`OUTPUT_WIDENED`')[0])).toMatchInlineSnapshot(`
      [
        "| \`movies[].__typename is @octocat/team’s, not #12\` | movies[].&#95;&#95;typename is \`@octocat/team\`’s, not \`#12\`",
        "| <code>&#91;a&#93;(http&#58;//b.example) ![c&#93;[d] www&#46;e.example &#60;b> &#42;f&#42; &#126;g&#126; a&#92;&#124;b &#96;h&#96; $i&#36; and $id</code> | &#91;a&#93;(http&#58;//b.example) ![c&#93;[d] www&#46;e.example &#60;b> &#42;f&#42; &#126;g&#126; a&#92;&#124;b &#96;h&#96; $i&#36; and $id",
        "| \`[x]: mailto:j@k.example\` | &#91;x&#93;: mailto:j\`@k\`.example",
        "| \`- [ ] # > 1.\` | &#45; [ ] # > 1.",
      ]
    `);
    expect(rows.map((line) => line.split('|').length)).toEqual([5, 5, 5, 5]);
  });

  it('formats GitHub annotations at file and line', () => {
    expect(formatGithub(report)).toMatchInlineSnapshot(`
      "::error file=operations/movies.graphql,line=2,col=1,title=breaking%3A may return more than before::GetMovie: Result "data.movie.tagline" may be null now. An answer that is possible now: {"data":{"movie":{"id":"text","name":"text","year":1,"tagline":null,"mood":"CALM","facts":"text","trailer":{"url":"text"}}}}. Because: Movie.tagline changed from String! to String. (schema/movies.graphql:8:3)
      ::warning file=operations/movies.graphql,line=2,col=1,title=dangerous%3A description changed::GetMovie: The description changed. Because: A description, a directive of the gateway, or the configuration changed. (operations/movies.graphql:2:1)
      ::notice file=operations/movies.graphql,line=7,col=1,title=safe%3A accepts more than before::ListMovies: Argument "filter.year.step" is new and optional. Because: Range.step: Int was added. (schema/movies.graphql:18:15)
      ::error file=operations/movies.graphql,line=36,col=16,title=OPERATION_INVALID::Cannot query field "nothing" on type "Query". Change the operation, or update the schema.
      ::error title=token budget::The tool list costs about 1,435 tokens; the budget is 1,000.
      "
    `);
  });

  it('formats JUnit XML', () => {
    expect(formatJunit(report)).toMatchInlineSnapshot(`
      "<?xml version="1.0" encoding="UTF-8"?>
      <testsuites name="tool contract" tests="4" failures="3">
        <testsuite name="tools.lock.json" tests="4" failures="3" errors="0" skipped="0">
          <testcase classname="tool contract" name="GetMovie" file="operations/movies.graphql">
            <failure type="OUTPUT_WIDENED" message="breaking: may return more than before">GetMovie: Result &quot;data.movie.tagline&quot; may be null now. An answer that is possible now: {&quot;data&quot;:{&quot;movie&quot;:{&quot;id&quot;:&quot;text&quot;,&quot;name&quot;:&quot;text&quot;,&quot;year&quot;:1,&quot;tagline&quot;:null,&quot;mood&quot;:&quot;CALM&quot;,&quot;facts&quot;:&quot;text&quot;,&quot;trailer&quot;:{&quot;url&quot;:&quot;text&quot;}}}}. Because: Movie.tagline changed from String! to String. (schema/movies.graphql:8:3)</failure>
            <system-out>DESCRIPTION_CHANGED GetMovie: The description changed. Because: A description, a directive of the gateway, or the configuration changed. (operations/movies.graphql:2:1)</system-out>
          </testcase>
          <testcase classname="tool contract" name="ListMovies" file="operations/movies.graphql">
            <system-out>INPUT_WIDENED ListMovies: Argument &quot;filter.year.step&quot; is new and optional. Because: Range.step: Int was added. (schema/movies.graphql:18:15)</system-out>
          </testcase>
          <testcase classname="tool contract" name="Broken" file="operations/movies.graphql">
            <failure type="OPERATION_INVALID" message="OPERATION_INVALID">Cannot query field &quot;nothing&quot; on type &quot;Query&quot;. Change the operation, or update the schema.</failure>
          </testcase>
          <testcase classname="tool contract" name="token budget">
            <failure type="TOKEN_BUDGET" message="token budget exceeded">The tool list costs about 1,435 tokens; the budget is 1,000.</failure>
          </testcase>
        </testsuite>
      </testsuites>
      "
    `);
  });

  it('escapes characters that XML does not allow', () => {
    const hostile = { ...report, against: 'a<b>&"\u0000\uD800c' };
    expect(formatJunit(hostile)).toContain('<testsuite name="a&lt;b&gt;&amp;&quot;??c"');
  });
});

describe('SARIF', () => {
  it('has a rule per code, and results that refer to the rules', () => {
    const log = JSON.parse(formatSarif(report)) as {
      version: string;
      runs: {
        tool: {
          driver: { name: string; rules: { id: string; shortDescription: { text: string } }[] };
        };
        results: { ruleId: string; ruleIndex: number; level: string; locations?: object[] }[];
      }[];
    };
    expect(log.version).toBe('2.1.0');
    const [run] = log.runs;
    const rules = run?.tool.driver.rules ?? [];
    expect(rules.map(({ id }) => id)).toEqual([
      'DESCRIPTION_CHANGED',
      'INPUT_WIDENED',
      'OPERATION_INVALID',
      'OUTPUT_WIDENED',
    ]);
    expect(rules.map(({ shortDescription: { text } }) => text)).toEqual([
      'description changed',
      'accepts more than before',
      'The operation is not valid against the schema.',
      'may return more than before',
    ]);
    expect(rules[2]).toMatchObject({
      help: { text: 'Change the operation, or update the schema.' },
    });
    const results = run?.results ?? [];
    expect(results.map(({ ruleId, level }) => [ruleId, level])).toEqual([
      ['OUTPUT_WIDENED', 'error'],
      ['DESCRIPTION_CHANGED', 'warning'],
      ['INPUT_WIDENED', 'note'],
      ['OPERATION_INVALID', 'error'],
    ]);
    expect(results.map(({ ruleIndex }) => rules[ruleIndex]?.id)).toEqual(
      results.map(({ ruleId }) => ruleId),
    );
    expect(results[0]?.locations).toEqual([
      {
        physicalLocation: {
          artifactLocation: { uri: 'operations/movies.graphql', uriBaseId: 'ROOT' },
          region: { startLine: 2, startColumn: 1 },
        },
      },
    ]);
  });
});

describe('JSON', () => {
  const path = join(import.meta.dirname, '..', '..', '..', 'docs', 'contract-report.schema.json');
  const schema = JSON.parse(readFileSync(path, 'utf8')) as object;

  it('matches the published schema for every kind of change', async () => {
    const validate = new Ajv2020({ strict: true, allErrors: true }).compile(schema);
    const others = await Promise.all(Object.values(changeCatalogue).flat().map(runChange));
    for (const one of [report, ...others]) {
      validate(JSON.parse(reportFormats.json(one)));
      expect(validate.errors).toBeNull();
    }
  });

  it('has a published schema that requires its members', () => {
    const validate = new Ajv2020({ strict: true }).compile(schema);
    const { verdict: _, ...incomplete } = report;
    expect(validate(JSON.parse(JSON.stringify(incomplete)))).toBe(false);
  });
});

describe('GitHub annotations', () => {
  it('cut endless names and texts', () => {
    const changes = report.changes.map((change) => ({ ...change, message: 'x'.repeat(50_000) }));
    const lengths = formatGithub({ ...report, changes, findings: [] })
      .split('\n')
      .map(({ length }) => length);
    expect(Math.max(...lengths)).toBeLessThan(5_000);
  });
});
