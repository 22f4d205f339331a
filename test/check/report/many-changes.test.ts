import { describe, expect, it } from 'vitest';
import { changeOf, type Change } from '../../../src/check/diff/change.ts';
import { reportFormats } from '../../../src/check/report/format-report.ts';
import { formatMarkdown } from '../../../src/check/report/report-markdown.ts';
import { formatText } from '../../../src/check/report/report-text.ts';
import type { Report } from '../../../src/check/report/report.ts';

const cause = {
  kind: 'schema',
  message: "Field 'User.name' changed type from 'String!' to 'String'.",
  coordinate: 'User.name',
  place: { file: 'schema.graphql', line: 7, column: 3 },
} as const;

/** The answers of so many tools may lack a user's name; each has it at a path of its own. */
function nullableName(count: number): readonly Change[] {
  return Array.from({ length: count }, (_, index) => {
    const path = `data.field${index}.users[].name`;
    return {
      ...changeOf(`Tool${index}`, {
        code: 'OUTPUT_WIDENED',
        position: 'output',
        path,
        message: `Result "${path}" may be null now.`,
        witness: {
          kind: 'answer',
          value: { data: { [`field${index}`]: { users: [{ name: null }] } } },
        },
      }),
      causes: [cause],
      place: { file: `operations/${index}.graphql`, line: 1, column: 1 },
    };
  });
}

function reportOf(changes: readonly Change[]): Report {
  return {
    reportVersion: 1,
    gateway: '1.0.0',
    against: 'tools.lock.json',
    againstKind: 'lock',
    failOn: { changes: 'breaking', findings: 'error' },
    verdict: 'breaking',
    ok: false,
    failures: [{ kind: 'contract', message: `${changes.length} changes are breaking.` }],
    counts: {
      tools: 1_000,
      added: 0,
      removed: 0,
      renamed: 0,
      changed: changes.length,
      breaking: changes.length,
      dangerous: 0,
      safe: 0,
    },
    changes,
    findings: [],
    allowed: [],
    tokens: { before: 10, now: 10 },
  };
}

describe('a change of one type in a thousand tools', () => {
  const report = reportOf(nullableName(1_000));

  it('is reported once in text', () => {
    expect(formatText(report)).toMatchInlineSnapshot(`
      "Compared with tools.lock.json: breaking.

      breaking (1000)
        1000 tools: Tool0, Tool1, Tool2, Tool3, Tool4, Tool5, Tool6, Tool7 and 992 more
          Result "….name" may be null now. OUTPUT_WIDENED
            for example Tool0, operations/0.graphql:1:1: Result "data.field0.users[].name" may be null now.
            an answer that is possible now: {"data":{"field0":{"users":[{"name":null}]}}}
            because: Field 'User.name' changed type from 'String!' to 'String'. (schema.graphql:7:3)

      Tool list: about 10 tokens (unchanged).
      Failed: 1000 changes are breaking.
      "
    `);
  });

  it('is reported once in Markdown', () => {
    expect(formatMarkdown(report)).toMatchInlineSnapshot(`
      "### ❌ Tool contract: breaking

      Compared with \`tools.lock.json\`. Tool list: about 10 tokens (unchanged).

      **Failed:** 1000 changes are breaking.

      #### breaking (1000)

      | tool | change | |
      | --- | --- | --- |
      | 1000 tools: Tool0, Tool1, Tool2, Tool3, Tool4, Tool5, Tool6, Tool7 and 992 more | Result "….name" may be null now.<br>\`OUTPUT_WIDENED\`<br>for example \`Tool0\`: Result "data.field0.users[].name" may be null now. | an answer that is possible now: \`{"data":{"field0":{"users":[{"name":null}]}}}\`<br>because: Field 'User.name' changed type from 'String!' to 'String'. (schema.graphql:7:3) |
      "
    `);
  });

  it('is reported for each tool in JSON', () => {
    const written = JSON.parse(reportFormats.json(report)) as Report;
    expect(written.changes).toHaveLength(1_000);
  });
});

describe('the same change in few tools', () => {
  it('is reported for each tool', () => {
    const text = formatText(reportOf(nullableName(3)));
    for (const name of ['Tool0', 'Tool1', 'Tool2'])
      expect(text).toContain(`  ${name}  operations/`);
  });
});

describe('thousands of added tools', () => {
  it('are reported once', () => {
    const added = Array.from({ length: 2_000 }, (_, index) =>
      changeOf(`Tool${index}`, { code: 'TOOL_ADDED', message: 'The tool is new.' }),
    );
    const text = formatText(reportOf(added));
    expect(text).toContain(
      '  2000 tools: Tool0, Tool1, Tool2, Tool3, Tool4, Tool5, Tool6, Tool7 and 1992 more\n' +
        '    The tool is new. TOOL_ADDED\n',
    );
    expect(text.split('\n').length).toBeLessThan(15);
  });
});

describe('thousands of different changes', () => {
  const name = 'Ünïcödé*'.repeat(30);
  const changes = Array.from({ length: 3_000 }, (_, index) => ({
    ...changeOf(`${name}${index}`, {
      code: index % 2 === 0 ? 'OUTPUT_WIDENED' : 'DESCRIPTION_CHANGED',
      message: `Number ${index} ${'|'.repeat(2_000)}`,
      witness: { kind: 'answer', value: { data: '*'.repeat(3_000) } },
    }),
    causes: Array.from({ length: 20 }, () => cause),
  }));
  const findings = Array.from({ length: 3_000 }, (_, index) => ({
    code: 'OPERATION_INVALID',
    severity: 'error' as const,
    message: `${index} ${'*'.repeat(3_000)}`,
    hint: 'Mend it.',
  }));

  it('fit in a comment of GitHub', () => {
    const markdown = formatMarkdown({
      ...reportOf(changes),
      findings,
      against: '*'.repeat(10_000),
    });
    expect(Buffer.byteLength(markdown)).toBeLessThan(65_536);
    expect(markdown).toMatch(/… and \d+ more changes/);
    expect(markdown).toContain('<details><summary>Findings of the compiler (3000)</summary>');
  });

  it('are counted beyond the first hundred in text', () => {
    const text = formatText({ ...reportOf(changes), findings });
    expect(text).toContain('  … and 1400 more changes; --format json lists them all.\n');
    expect(text).toContain('  … and 2900 more.\n');
  });
});

describe('a long counterexample', () => {
  it('is reduced to the path of the change', () => {
    const [change] = nullableName(1);
    const data = {
      field0: {
        ...Object.fromEntries(longMembers),
        users: [{ ...Object.fromEntries(longMembers), name: null }],
      },
    };
    const witness = { kind: 'answer', value: { data } } as const;
    expect(formatText(reportOf([{ ...(change as Change), witness }]))).toContain(
      'an answer that is possible now: {"data":{"field0":{…,"users":[{…,"name":null}]}}}\n',
    );
  });
});

const longMembers = Array.from({ length: 20 }, (_, index) => [`member${index}`, 'text'.repeat(10)]);
