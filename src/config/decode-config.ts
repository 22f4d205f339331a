import { isUtf8 } from 'node:buffer';
import type { Place } from '../core/diagnostic.ts';
import { configError } from './config-codes.ts';

/**
 * Reads the bytes of a configuration as UTF-8 text.
 *
 * What editors on Windows save as UTF-16, and characters that no text has, would else come out as a
 * riddle about some option, or in a header that nobody can send.
 */
export function decodeConfig(bytes: Buffer, file: string): string {
  if (isUtf16(bytes)) {
    const place = { file, line: 1, column: 1 };
    throw configError('CONFIG_ENCODING', 'The file is UTF-16.', 'Save it as UTF-8.', { place });
  }
  const text = bytes.toString('utf8');
  if (!isUtf8(bytes)) {
    const message = 'A character here is not UTF-8.';
    const hint = 'Save the file as UTF-8, or write the character anew.';
    const place = placeAt(text, text.indexOf('\uFFFD'), file);
    throw configError('CONFIG_ENCODING', message, hint, { place });
  }
  const control = controlCharacter.exec(text);
  if (!control) return text;
  throw configError(
    'CONFIG_ENCODING',
    'A control character stands here, which no text has.',
    'Remove it; in double quotes it can be written as \\u0007.',
    { place: placeAt(text, control.index, file) },
  );
}

/** With a byte order mark, or with every other of the first bytes empty, as ASCII comes out. */
function isUtf16([first, second]: Buffer): boolean {
  if (first === undefined || second === undefined) return false;
  const marked = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  return marked || (first === 0) !== (second === 0);
}

const controlCharacter = /(?![\t\n\r\u0085])\p{Cc}/u;

function placeAt(text: string, offset: number, file: string): Place {
  const lines = text.slice(0, offset).split('\n');
  return { file, line: lines.length, column: (lines.at(-1) ?? '').length + 1 };
}
