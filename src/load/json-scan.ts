/** Names and indices from the root of a JSON text to one of its values. */
export type JsonPath = readonly (string | number)[];

/** Where a JSON text breaks the grammar, as an offset in UTF-16 units. */
export interface JsonProblem {
  readonly offset: number;
  /** Half a sentence: `expected ":", found "x"`. */
  readonly message: string;
}

/**
 * Walks over a JSON text (RFC 8259) and tells where each value starts; for a member of an object,
 * where its key does. Answers where the text is broken, if it is.
 *
 * `JSON.parse` tells no positions, not even of all errors. The path handed out is one list that
 * changes as the walk goes on.
 */
export function scanJson(
  text: string,
  visit: (path: JsonPath, offset: number) => void = () => {},
): JsonProblem | undefined {
  try {
    new JsonScanner(text, visit).scan();
    return undefined;
  } catch (error) {
    if (error instanceof ScanStop) return error.problem;
    throw error;
  }
}

/** How deeply arrays and objects may be nested. */
const maxDepth = 200;

const literal = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.+-])|(?:true|false|null)(?!\w)/y;

class ScanStop extends Error {
  readonly problem: JsonProblem;
  constructor(problem: JsonProblem) {
    super(problem.message);
    this.problem = problem;
  }
}

class JsonScanner {
  readonly #text: string;
  readonly #visit: (path: JsonPath, offset: number) => void;
  readonly #path: (string | number)[] = [];
  #at = 0;

  constructor(text: string, visit: (path: JsonPath, offset: number) => void) {
    this.#text = text;
    this.#visit = visit;
  }

  scan(): void {
    this.#value();
    if (this.#next() !== '') this.#fail(`unexpected ${this.#found()} after the end`);
  }

  #value(): void {
    const start = this.#next();
    if (start === '{') return this.#items('}', () => this.#member());
    if (start === '[') return this.#items(']', (index) => this.#element(index));
    if (start === '"') return void this.#string();
    literal.lastIndex = this.#at;
    if (!literal.test(this.#text)) this.#fail(`unexpected ${this.#found()}`);
    this.#at = literal.lastIndex;
  }

  #items(close: string, item: (index: number) => void): void {
    if (this.#path.length >= maxDepth) this.#fail(`nested more than ${maxDepth} levels deep`);
    this.#at += 1;
    if (this.#next() === close) return void (this.#at += 1);
    for (let index = 0; ; index += 1) {
      item(index);
      if (this.#next() === close) return void (this.#at += 1);
      this.#expect(',');
    }
  }

  #member(): void {
    if (this.#next() !== '"') this.#fail(`expected a name in quotes, found ${this.#found()}`);
    const start = this.#at;
    const name = this.#string();
    this.#expect(':');
    this.#within(name, start);
  }

  #element(index: number): void {
    this.#next();
    this.#within(index, this.#at);
  }

  #within(step: string | number, start: number): void {
    this.#path.push(step);
    this.#visit(this.#path, start);
    this.#value();
    this.#path.pop();
  }

  /** Jumps over a string, which is fast however long it is. */
  #string(): string {
    const start = this.#at;
    let end = start;
    do end = this.#text.indexOf('"', end + 1);
    while (end >= 0 && this.#isEscaped(end));
    if (end < 0) this.#fail('the string has no end');
    try {
      const value = JSON.parse(this.#text.slice(start, end + 1)) as string;
      this.#at = end + 1;
      return value;
    } catch {
      return this.#fail('the string has a bad escape or an unescaped line break');
    }
  }

  #isEscaped(quote: number): boolean {
    let before = quote - 1;
    while (this.#text[before] === '\\') before -= 1;
    return (quote - before) % 2 === 0;
  }

  #expect(character: string): void {
    if (this.#next() !== character) this.#fail(`expected "${character}", found ${this.#found()}`);
    this.#at += 1;
  }

  /** Skips white space, and gives the character after it; nothing at the end. */
  #next(): string {
    while (' \n\r\t'.includes(this.#text[this.#at] ?? '.')) this.#at += 1;
    return this.#text[this.#at] ?? '';
  }

  #found(): string {
    const point = this.#text.codePointAt(this.#at);
    return point === undefined ? 'the end' : JSON.stringify(String.fromCodePoint(point));
  }

  #fail(message: string): never {
    throw new ScanStop({ offset: this.#at, message });
  }
}
