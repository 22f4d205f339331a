import type { Report } from './report.ts';

/** Control, format and separator characters: terminals obey them, and people do not see them. */
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

/**
 * A report in which nothing is hidden: characters that a reader does not see stand as escapes, for a
 * text that changed may be an attempt to hide something from whoever reviews it.
 */
export function withVisibleTexts(report: Report): Report {
  const show = (_: string, value: unknown) => (typeof value === 'string' ? visible(value) : value);
  return JSON.parse(JSON.stringify(report), show) as Report;
}

function visible(text: string): string {
  return text.replaceAll(unseen, (sign) => {
    if (sign === '\n' || sign === '\t') return sign;
    return `\\u{${sign.codePointAt(0)?.toString(16)}}`;
  });
}
