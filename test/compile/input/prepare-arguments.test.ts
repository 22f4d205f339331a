import { describe, expect, it } from 'vitest';
import type { CompileSettings } from '../../../src/compile/model/settings.ts';
import type { PreparedArguments } from '../../../src/core/tool.ts';
import { toolOf } from '../../support/sources.ts';

const types = `
  scalar JSON
  scalar BigInt
  scalar Money
  scalar Odd
  enum Mood { HAPPY SAD }
  input Range { from: Int! = 1, to: Int, ids: [ID!] }
  input Pick @oneOf { a: String, b: Range }
`;

/** What becomes of the value of one variable, or the problems with it. */
function read(type: string, given: unknown, settings: Partial<CompileSettings> = {}) {
  return outcomeOf(preparedBy(type, settings)({ x: given }));
}

function preparedBy(type: string, settings: Partial<CompileSettings> = {}) {
  const bare = type.replace(/ = .*/, '');
  const sdl = `${types} type Query { a(x: ${bare}): Int }`;
  return toolOf(sdl, `query q($x: ${type}) { a(x: $x) }`, settings).prepareArguments;
}

function outcomeOf(prepared: PreparedArguments) {
  if (prepared.ok) return prepared.variables;
  return prepared.problems.map(({ path, message }) => `${path.join('.')}: ${message}`);
}

describe('lenient reading', () => {
  it.each([
    ['an object in text', 'Range', '{"to": 2}', { to: 2 }],
    ['an object in text, with blanks', 'Range', '\n {"to": 2}', { to: 2 }],
    ['a list in text', '[Int]', '[1, 2]', [1, 2]],
    ['lists in text in a list', '[[Int]]', ['[1]', '[2]'], [[1], [2]]],
    ['objects in text in a list in text', '[Range]', '["{\\"to\\": 2}"]', [{ to: 2 }]],
    ['JSON in text', 'JSON', '{"a": [1]}', { a: [1] }],
    ['a number in text where JSON belongs', 'JSON', '5', 5],
    ['other text where JSON belongs', 'JSON', 'hello', 'hello'],
    ['text in text where JSON belongs, once', 'JSON', '"\\"5\\""', '"5"'],
    ['null in text where JSON belongs', 'JSON', 'null', null],
    ['an integral float', 'Int', 5.0, 5],
    ['an integer where a Float belongs', 'Float', 5, 5],
    ['an integer where an ID belongs', 'ID', 5, '5'],
    ['the largest safe integer where an ID belongs', 'ID', 9007199254740991, '9007199254740991'],
    ['an integer where a big number belongs', 'BigInt', 5, '5'],
    ['anything where a scalar belongs that nobody knows', 'Money', { amount: 5 }, { amount: 5 }],
    ['a value where a list belongs', '[Int!]!', 5, [5]],
    ['a value where a list of lists belongs', '[[ID]]', 5, [['5']]],
    ['values where lists belong', '[[Int]]', [1, [2]], [[1], [2]]],
    ['an object where a list of them belongs', '[Range]', { ids: 7 }, [{ ids: ['7'] }]],
    ['null members beside the one that is chosen', 'Pick', { a: 'x', b: null }, { a: 'x' }],
    ['what is right already', 'Mood!', 'SAD', 'SAD'],
  ])('takes %s', (_, type, given, expected) => {
    expect(read(type, given)).toEqual({ x: expected });
  });

  it('takes no arguments at all for none', () => {
    const prepare = preparedBy('Int');
    for (const given of [undefined, null, {}, { x: undefined }]) {
      expect(prepare(given)).toEqual({ ok: true, variables: {} });
    }
  });
});

describe('lenient reading of JSON', () => {
  it.each([
    ['"5"', '"5"', '5'],
    ['true', 'true', true],
    ['{"a":1}', { a: 1 }, { a: 1 }],
    [' [1]', [1], [1]],
    ['{a', '{a', '{a'],
  ])('leaves the text %j as %j where any JSON is a legal value, else %j', (text, open, closed) => {
    expect(read('JSON', text, { profile: 'full' })).toEqual({ x: open });
    for (const profile of ['portable', 'gemini', 'openai'] as const) {
      expect(read('JSON', text, { profile })).toEqual({ x: closed });
    }
  });
});

describe('strict reading', () => {
  it.each([
    ['text for a number', 'Int', '5', 'x: Expected a whole number, received "5".'],
    ['a fraction for an Int', 'Int', 1.5, 'x: Expected a whole number, received 1.5.'],
    [
      'an Int beyond 32 bits',
      'Int',
      2147483648,
      'x: Expected a whole number from -2147483648 to 2147483647, received 2147483648.',
    ],
    ['a number for a String', 'String', 5, 'x: Expected text, received 5.'],
    ['a number for a Boolean', 'Boolean', 1, 'x: Expected true or false, received 1.'],
    ['text for a Float', 'Float', '1.5', 'x: Expected a number, received "1.5".'],
    ['a fraction for an ID', 'ID', 1.5, 'x: Expected an id (text), received 1.5.'],
    [
      'an unsafe integer for an ID',
      'ID',
      9007199254740992,
      'x: JSON has rounded the number 9007199254740992. Send it as text, in quotes.',
    ],
    [
      'a number for a BigInt that JSON has rounded',
      'BigInt',
      9007199254740992,
      'x: JSON has rounded the number 9007199254740992. Send it as text, in quotes.',
    ],
    ['a boolean for a BigInt', 'BigInt', true, 'x: Expected a number (text), received true.'],
    [
      'an unknown enum member',
      'Mood',
      'happy',
      'x: Expected one of HAPPY, SAD, received "happy". Did you mean "HAPPY"?',
    ],
    ['a number for an enum', 'Mood', 1, 'x: Expected one of HAPPY, SAD, received 1.'],
    [
      'an enum member of the prototype',
      'Mood',
      'constructor',
      'x: Expected one of HAPPY, SAD, received "constructor".',
    ],
    [
      'text for an object',
      'Range',
      'from 1',
      'x: Expected an object with from, to, ids, received "from 1".',
    ],
    [
      'broken JSON for an object',
      'Range',
      '{"to": ',
      'x: Expected an object with from, to, ids, received "{\\"to\\": ".',
    ],
    ['a list for an object', 'Range', [], 'x: Expected an object with from, to, ids, received [].'],
    [
      'an object in text twice',
      'Range',
      '"{}"',
      'x: Expected an object with from, to, ids, received "\\"{}\\"".',
    ],
    [
      'an unknown field',
      'Range',
      { form: 1 },
      'x.form: Unknown name. Valid names: from, to, ids. Did you mean "from"?',
    ],
    [
      'a wrong member',
      'Range',
      { ids: ['a', true] },
      'x.ids.1: Expected an id (text), received true.',
    ],
    ['a list too deep', '[Int]', [[1]], 'x.0: Expected a whole number, received [1].'],
    [
      'null in a list of non-null',
      '[Int!]',
      [null],
      'x.0: Expected a whole number, received null.',
    ],
    ['null for a non-null', 'Int!', null, 'x: Expected a whole number, received null.'],
    [
      'null in text for non-null JSON',
      'JSON!',
      'null',
      'x: Expected any JSON value, received null.',
    ],
    ['none of a one-of', 'Pick', { a: null }, 'x: Expected exactly one of a, b, received none.'],
    [
      'two of a one-of',
      'Pick',
      { a: 'x', b: {} },
      'x: Expected exactly one of a, b, received a and b.',
    ],
  ])('refuses %s', (_, type, given, expected) => {
    expect(read(type, given)).toEqual([expected]);
  });

  it('refuses arguments that are no object', () => {
    const prepare = preparedBy('Int');
    expect(outcomeOf(prepare([1]))).toEqual([': Expected an object of arguments, received [1].']);
    expect(outcomeOf(prepare('x'))).toEqual([': Expected an object of arguments, received "x".']);
  });

  it('names what is missing, what is unknown, and what there is', () => {
    const prepare = preparedBy('Int!');
    expect(outcomeOf(prepare({}))).toEqual(['x: Required but missing. Expected a whole number.']);
    expect(outcomeOf(prepare({ x: 1, toString: 1 }))).toEqual([
      'toString: Unknown name. Valid names: x.',
    ]);
    const { prepareArguments } = toolOf('type Query { a: Int }', '{ a }');
    expect(outcomeOf(prepareArguments({ a: 1 }))).toEqual([
      'a: Unknown name: this tool takes no arguments.',
    ]);
  });

  it('tells at most ten problems', () => {
    const given = Array.from({ length: 30 }, () => 'no');
    expect(read('[Int]', given)).toEqual(
      given.slice(0, 10).map((_, at) => `x.${at}: Expected a whole number, received "no".`),
    );
  });

  it('cuts the values it shows', () => {
    expect(read('Int', 'a'.repeat(500))).toEqual([
      `x: Expected a whole number, received "${'a'.repeat(78)}….`,
    ]);
    const odd = { scalars: new Map([['Odd', { type: 'integer' } as const]]) };
    expect(read('Odd!', 'a'.repeat(500), odd)).toEqual([
      `x: Expected integer, received "${'a'.repeat(78)}….`,
    ]);
  });

  it.each([
    ['given', (deep: object) => deep],
    ['in text', (deep: object) => JSON.stringify(deep)],
  ])('refuses what nests more deeply than anything can mean, %s', (_, shape) => {
    const sdl = 'input F { and: F } type Query { a(f: F, n: Int): Int }';
    const { prepareArguments } = toolOf(sdl, 'query q($f: F, $n: Int) { a(f: $f, n: $n) }');
    let deep = {};
    for (let level = 0; level < 2_000; level++) deep = { and: deep };
    for (const name of ['f', 'n']) {
      expect(prepareArguments({ [name]: shape(deep) })).toMatchObject({ ok: false });
    }
  });

  it.each(['{"a":[1e400]}', '-1e999'])('refuses a number that has become infinite: %s', (json) => {
    const problem = ['x: A number is too large. Send it as text, in quotes.'];
    expect(read('JSON', JSON.parse(json))).toEqual(problem);
    expect(read('JSON', json)).toEqual(problem);
  });

  it('refuses what nests without end before it reads it', () => {
    let deep: unknown = 1;
    for (let level = 0; level < 100_000; level++) deep = [deep];
    expect(read('JSON', deep)).toEqual(['x: Nested too deeply.']);
  });

  it('checks configured scalars, bounds and formats by their schema', () => {
    const scalars = new Map([['Odd', { type: 'string', pattern: '^o' } as const]]);
    expect(read('Odd', 'odd', { scalars })).toEqual({ x: 'odd' });
    expect(read('Odd', 'even', { scalars })).toEqual([
      'x: Expected text that matches ^o, received "even".',
    ]);
    expect(read('[Odd]', 'even', { scalars })).toEqual([
      'x: Expected text that matches ^o, received "even".',
    ]);
  });
});

describe('null', () => {
  /** A nullable variable that feeds a non-null place with a default; one that feeds both kinds. */
  const places = `type Query { strict(x: Int! = 1): Int, loose(x: Int): Int }`;

  it('is forwarded for a nullable variable', () => {
    expect(read('Int', null)).toEqual({ x: null });
    expect(read('Int = 5', null)).toEqual({ x: null });
    expect(read('[Int]', [null])).toEqual({ x: [null] });
    expect(read('Range', { to: null })).toEqual({ x: { to: null } });
  });

  it('is absence where the type is non-null with a default', () => {
    expect(read('Int! = 5', null)).toEqual({});
    expect(read('Range', { from: null, to: 2 })).toEqual({ x: { to: 2 } });
  });

  it('is absence where a non-null place relies on its default', () => {
    const strict = toolOf(places, 'query q($x: Int) { strict(x: $x) }');
    expect(strict.prepareArguments({ x: null })).toEqual({ ok: true, variables: {} });
    const both = toolOf(places, 'query q($x: Int) { loose(x: $x) strict(x: $x) }');
    expect(both.prepareArguments({ x: null })).toEqual({ ok: true, variables: {} });
    const loose = toolOf(places, 'query q($x: Int) { loose(x: $x) }');
    expect(loose.prepareArguments({ x: null })).toEqual({ ok: true, variables: { x: null } });
  });

  it.each([
    ['the setting', { nullAsAbsent: true }],
    ["OpenAI's strict mode", { profile: 'openai' }],
  ] as const)('is absence wherever a value may be left out, by %s', (_, settings) => {
    expect(read('Int', null, settings)).toEqual({});
    expect(read('Range', { from: null, to: null, ids: ['1'] }, settings)).toEqual({
      x: { ids: ['1'] },
    });
    // a place in a list cannot be left out
    expect(read('[Int]', [null], settings)).toEqual({ x: [null] });
    expect(read('Int!', null, settings)).toEqual(['x: Expected a whole number, received null.']);
  });
});

describe('JSON text that says null', () => {
  const sdl = 'scalar JSON type Query { a(x: JSON! = 1): Int b(x: JSON): Int }';

  it.each(['portable', 'gemini', 'openai'] as const)('is null, in profile %s', (profile) => {
    const read = (operation: string) =>
      outcomeOf(toolOf(sdl, operation, { profile }).prepareArguments({ x: 'null' }));
    // left out where null would be an error of the API, be it written in one way or the other
    expect(read('query q($x: JSON) { a(x: $x) }')).toEqual({});
    expect(read('query q($x: JSON = 2) { a(x: $x) }')).toEqual({});
    expect(read('query q($x: JSON! = 2) { a(x: $x) }')).toEqual({});
    expect(read('query q($x: JSON) { b(x: $x) }')).toEqual(profile === 'openai' ? {} : { x: null });
    expect(read('query q($x: JSON!) { a(x: $x) }')).toEqual([
      'x: Expected any JSON value, received null.',
    ]);
  });
});

describe('null for a variable of a directive', () => {
  const sdl = `directive @limit(to: Int! = 5) on FRAGMENT_DEFINITION | FRAGMENT_SPREAD | QUERY
    type Query { a: Int }`;

  // where leaving it out means the default, null is an error of the API
  it.each([
    'query q($x: Int) @limit(to: $x) { a }',
    'query q($x: Int) { ...F @limit(to: $x) } fragment F on Query { a }',
    'query q($x: Int) { ...F } fragment F on Query @limit(to: $x) { a }',
  ])('is left out, wherever the directive stands: %s', (operation) => {
    const { prepareArguments } = toolOf(sdl, operation);
    expect(prepareArguments({ x: null })).toEqual({ ok: true, variables: {} });
  });
});

describe('names', () => {
  it('of arguments become those of the variables', () => {
    const { prepareArguments } = toolOf(
      'type Query { a(movieId: ID!, other: Int): Int }',
      'query q($movieId: ID! @mcpParam(name: "film"), $film: Int @mcpParam(name: "movieId")) { a(movieId: $movieId, other: $film) }',
    );
    expect(prepareArguments({ film: 1, movieId: 2 })).toEqual({
      ok: true,
      variables: { movieId: '1', film: 2 },
    });
    expect(outcomeOf(prepareArguments({ film: true }))).toEqual([
      'film: Expected an id (text), received true.',
    ]);
  });

  it.each(['constructor', 'toString', 'hasOwnProperty', '__proto'])(
    'such as %s are those of arguments like others, given or not',
    (name) => {
      const operation = `query q($${name}: Int @mcpParam(name: "${name}")) { a(${name}: $${name}) }`;
      for (const profile of ['portable', 'full'] as const) {
        const { prepareArguments } = toolOf(`type Query { a(${name}: Int): Int }`, operation, {
          profile,
        });
        expect(prepareArguments({})).toEqual({ ok: true, variables: {} });
        expect(prepareArguments({ [name]: 1 })).toEqual({ ok: true, variables: { [name]: 1 } });
      }
    },
  );

  it('such as __proto__ are unknown, and change no prototype', () => {
    const given: unknown = JSON.parse('{"__proto__": {"x": 1}}');
    expect(outcomeOf(preparedBy('Int')(given))).toEqual([
      '__proto__: Unknown name. Valid names: x.',
    ]);
    expect(read('Range', given)).toEqual([
      'x.__proto__: Unknown name. Valid names: from, to, ids.',
    ]);
    expect(JSON.stringify(read('JSON', given))).toBe('{"x":{"__proto__":{"x":1}}}');
  });
});
