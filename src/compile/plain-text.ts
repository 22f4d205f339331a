/**
 * Control characters but line feed and tab, bidirectional controls, zero-width and other invisible
 * characters, fillers, tag characters, and variation selectors but the one of emoji: text that a person
 * does not see but a model reads.
 */
const hidden =
  // oxlint's no-control-regex has no objection to escapes made from a string
  new RegExp(
    '[\\u0000-\\u0008\\u000B-\\u001F\\u007F-\\u009F\\u00AD\\u034F\\u061C\\u115F\\u1160\\u17B4\\u17B5' +
      '\\u180B-\\u180F\\u200B-\\u200F\\u2028-\\u202E\\u2060-\\u206F\\u3164\\uFE00-\\uFE0E\\uFEFF\\uFFA0' +
      '\\uFFF0-\\uFFFB]|[\\u{1D173}-\\u{1D17A}]|[\\u{E0000}-\\u{E0FFF}]',
    'gu',
  );

/** Tells whether a text holds characters that a person does not see. */
export function hasHiddenCharacters(text: string): boolean {
  hidden.lastIndex = 0;
  return hidden.test(text);
}

/** One line of ASCII without spaces around it: as most texts are. */
const alreadyPlain = /^[!-~](?:[ -~]*[!-~])?$/;

/** A text without hidden characters and lone surrogates, its lines trimmed at their ends. */
export function plainText(text: string): string {
  // one look instead of five, for this is asked of every text of a schema
  if (text === '' || alreadyPlain.test(text)) return text;
  return text
    .replaceAll(/\r\n?/g, '\n')
    .toWellFormed()
    .replaceAll(hidden, '')
    .replaceAll(/[ \t]+$/gm, '')
    .trim();
}

/**
 * Cuts a text to so many UTF-16 units, ending in `…` and never within a character.
 *
 * UTF-16 units are what clients count; a cut falls on the last word that fits, if one is near.
 */
export function cutText(text: string, limit: number): string {
  if (text.length <= limit) return text;
  let end = limit - 1;
  if (isLowSurrogate(text.charCodeAt(end))) end -= 1;
  const space = text.lastIndexOf(' ', end);
  return `${text.slice(0, space > Math.max(0, end - 40) ? space : end).trimEnd()}…`;
}

/** Cuts a text to so many UTF-8 bytes, ending in `…` and never within a character. */
export function cutBytes(text: string, limit: number): string {
  if (text.length * 3 <= limit || utf8Length(text) <= limit) return text;
  let bytes = 3;
  let end = 0;
  for (const character of text) {
    bytes += utf8Length(character);
    if (bytes > limit) break;
    end += character.length;
  }
  return `${text.slice(0, end).trimEnd()}…`;
}

/** Bytes of a text in UTF-8; half a surrogate pair counts as the U+FFFD it becomes. */
export function utf8Length(text: string): number {
  let bytes = text.length;
  // by units and not by characters: it runs over every schema of a catalog
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit < 0x80) continue;
    bytes += unit < 0x800 ? 1 : 2;
    const isPair = isHighSurrogate(unit) && isLowSurrogate(text.charCodeAt(index + 1));
    if (isPair) index += 1;
  }
  return bytes;
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}
