/** A value of the caller that a text refers to. */
export interface CallerReference {
  readonly from: 'claim' | 'header';
  /** Path of the claim, or name of the header in lower case. */
  readonly name: string;
  /** Used if the caller has no such value; without it, the call is refused. */
  readonly fallback: string | undefined;
}

/** A text with values of the caller: its parts in order. */
export type Template = readonly (string | CallerReference)[];

/**
 * Matches `${claim:NAME}` and `${header:NAME}`, both with or without `:-fallback`, and an escaped `$${`.
 * A name contains no `:-`.
 */
const pattern = /(\$\$\{)|\$\{(claim|header):((?:[^{}:]|:(?!-))+)(?::-([^{}]*))?\}/g;

/** Returns whether the content of `${…}` refers to a value of the caller. */
export function refersToCaller(content: string): boolean {
  const [part] = parseTemplate(`\${${content}}`);
  return typeof part === 'object';
}

/** Escapes a text that becomes part of a template. */
export function escapeTemplate(text: string): string {
  return text.replaceAll('${', () => '$${');
}

/** Parses a template; anything that is no reference is text. */
export function parseTemplate(text: string): Template {
  const parts: (string | CallerReference)[] = [];
  let end = 0;
  let written = '';
  for (const { 0: whole, 1: escape, 2: from, 3: name = '', 4: fallback, index } of text.matchAll(
    pattern,
  )) {
    written += text.slice(end, index);
    end = index + whole.length;
    if (escape !== undefined) {
      written += '${';
      continue;
    }
    if (written !== '') parts.push(written);
    written = '';
    parts.push(
      from === 'header'
        ? { from, name: name.toLowerCase(), fallback }
        : { from: 'claim', name, fallback },
    );
  }
  written += text.slice(end);
  return written === '' ? parts : [...parts, written];
}

/** Returns the text of a template without references; undefined for any other. */
export function literalOf(template: Template): string | undefined {
  const [text = '', ...rest] = template;
  return typeof text === 'string' && rest.length === 0 ? text : undefined;
}

/** Returns the references to values of the caller in a template. */
export function referencesIn(template: Template): readonly CallerReference[] {
  return template.filter((part) => typeof part !== 'string');
}
