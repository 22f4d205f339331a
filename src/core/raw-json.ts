/** JSON text as the UTF-8 bytes that it came in; it has no control characters. */
export interface RawJson {
  /** The bytes, in order, in pieces that may end within a character. */
  readonly chunks: readonly Uint8Array[];
  /** Bytes in all of them. */
  readonly length: number;
  /** The same as text, made when it is asked for. */
  readonly text: string;
}

/** JSON text: as it is, or still to be put together. */
export type JsonText = string | SplicedJson;

/** A JSON text with raw JSON in it twice: as a JSON string, and as it is. */
export class SplicedJson {
  /** Everything up to the string that the raw JSON becomes. */
  readonly before: string;
  readonly raw: RawJson;
  /** What stands between the string and the raw JSON as it is. */
  readonly between: string;
  readonly after: string;

  constructor(before: string, raw: RawJson, between: string, after: string) {
    this.before = before;
    this.raw = raw;
    this.between = between;
    this.after = after;
  }

  toString(): string {
    const { text } = this.raw;
    return this.before + JSON.stringify(text) + this.between + text + this.after;
  }
}

/** Puts text before and after a JSON text. */
export function surround(before: string, json: JsonText, after: string): JsonText {
  if (typeof json === 'string') return before + json + after;
  return new SplicedJson(before + json.before, json.raw, json.between, json.after + after);
}
