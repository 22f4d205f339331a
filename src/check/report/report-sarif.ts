import { changeKinds } from '../diff/severity.ts';
import { findingCodes } from '../rules/finding-codes.ts';
import { itemsOf, type ReportItem } from './report-items.ts';
import type { Report } from './report.ts';

/**
 * Formats a report as SARIF 2.1.0, for code scanning.
 *
 * See https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html.
 */
export function formatSarif(report: Report): string {
  const items = itemsOf(report);
  const codes = [...new Set(items.map(({ code }) => code))].sort();
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'graphql-mcp-gateway',
            version: report.gateway,
            rules: codes.map(ruleOf),
          },
        },
        // the folder the check was started in
        originalUriBaseIds: { ROOT: { description: { text: 'The root of the repository.' } } },
        results: items.map((item) => resultOf(item, codes.indexOf(item.code))),
      },
    ],
  };
  return `${JSON.stringify(log, null, 2)}\n`;
}

const kinds = new Map(Object.entries(changeKinds));

function ruleOf(code: string): object {
  const kind = kinds.get(code);
  const finding = findingCodes.get(code);
  return {
    id: code,
    shortDescription: { text: kind?.title ?? finding?.meaning ?? code },
    ...(kind && { fullDescription: { text: kind.reason } }),
    ...(finding && {
      fullDescription: { text: [finding.meaning, finding.advice].filter(Boolean).join(' ') },
      ...(finding.advice !== undefined && { help: { text: finding.advice } }),
    }),
  };
}

function resultOf({ code, level, message, place, tool }: ReportItem, ruleIndex: number): object {
  return {
    ruleId: code,
    ruleIndex,
    level,
    message: { text: message },
    ...(place && {
      locations: [
        {
          physicalLocation: {
            artifactLocation: { uri: encodeURI(place.file), uriBaseId: 'ROOT' },
            region: { startLine: place.line, startColumn: place.column },
          },
        },
      ],
    }),
    ...(tool !== undefined && { properties: { tool } }),
  };
}
