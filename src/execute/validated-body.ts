import { isUtf8 } from 'node:buffer';
import type { Tool } from '../core/tool.ts';

/**
 * Returns the body without trailing white space if it provably matches the tool's output schema, so
 * that it need not be parsed; undefined if that cannot be told from its bytes.
 */
export function validatedBody(body: Buffer, { fitsAnswer }: Tool): string | undefined {
  let end = body.length;
  while (isSpace(body[end - 1])) end -= 1;
  const json = body.subarray(0, end);
  return fitsAnswer(json) && isUtf8(json) ? json.toString('utf8') : undefined;
}

function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}
