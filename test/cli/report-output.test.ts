import { describe, expect, it } from 'vitest';
import { writeReport } from '../../src/cli/output/report.ts';
import { reportFormats, type ReportFormat } from '../../src/check/report/format-report.ts';
import type { Report } from '../../src/check/report/report.ts';
import { createTestContext } from './streams.ts';

const report: Report = {
  reportVersion: 1,
  gateway: '1.0.0',
  against: 'a ##[error]b',
  againstKind: 'lock',
  failOn: { changes: 'breaking', findings: 'error' },
  verdict: 'unchanged',
  ok: true,
  failures: [],
  counts: {
    tools: 0,
    added: 0,
    removed: 0,
    renamed: 0,
    changed: 0,
    breaking: 0,
    dangerous: 0,
    safe: 0,
  },
  changes: [],
  findings: [],
  allowed: [],
  tokens: { before: 0, now: 0 },
};

describe('writeReport', () => {
  it.each(Object.keys(reportFormats) as ReportFormat[])(
    'escapes workflow commands in %s',
    async (format) => {
      const { context, output } = createTestContext('/');
      await writeReport(report, [{ format }], context);
      expect(output.text()).not.toContain('##[');
    },
  );

  it('prints equivalent JSON', async () => {
    const { context, output } = createTestContext('/');
    await writeReport(report, [{ format: 'json' }], context);
    expect(JSON.parse(output.text())).toEqual(report);
  });
});
