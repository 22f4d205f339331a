import type { ErrorRule } from '../../config/upstream-options.ts';

/** Finds the first rule that applies to an error: all that it names must match, in any case. */
export type FindRule = (codes: readonly string[], message: string) => ErrorRule | undefined;

/** Creates the search in some rules, in linear time for any text. */
export function createFindRule(rules: readonly ErrorRule[]): FindRule {
  const tests = rules.map((rule) => {
    const { code, message } = rule;
    const isCode = code === undefined ? undefined : createWildcard(code);
    const isMessage = message === undefined ? undefined : createWildcard(message);
    return { rule, isCode, isMessage };
  });
  return function findRule(codes, message) {
    const found = tests.find(
      ({ isCode, isMessage }) =>
        (!isCode || codes.some(isCode)) && (!isMessage || isMessage(message)),
    );
    return found?.rule;
  };
}

/** Creates the test of a pattern in which `*` stands for any text. */
function createWildcard(pattern: string): (text: string) => boolean {
  const [first = '', ...rest] = pattern.toLowerCase().split('*');
  const last = rest.pop();
  return function matches(given) {
    const text = given.toLowerCase();
    if (last === undefined) return text === first;
    if (!text.startsWith(first)) return false;
    let end = first.length;
    for (const part of rest) {
      const start = text.indexOf(part, end);
      if (start < 0) return false;
      end = start + part.length;
    }
    return text.length - last.length >= end && text.endsWith(last);
  };
}
