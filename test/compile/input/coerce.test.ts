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

/** Coerces the value of one variable; returns the variables, or the problems. */
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

describe('lenient coercion', () => {
  it.each([
    ['an object in text', 'Range', '{"to": 2}', { to: 2 }],
    ['an object in text after white space', 'Range', '\n {"to": 2}', { to: 2 }],
    ['a list in text', '[Int]', '[1, 2]', [1, 2]],
    ['lists in text in a list', '[[Int]]', ['[1]', '[2]'], [[1], [2]]],
    ['objects in text in a list in text', '[Range]', '["{\\"to\\": 2}"]', [{ to: 2 }]],
    ['text for JSON, unchanged', 'JSON', '{"a": [1]}', '{"a": [1]}'],
    ['text for a list of texts, as its item', '[String!]', '["a","b"]', ['["a","b"]']],
    ['text for lists of lists of ids, as an item', '[[ID]]', '[1]', [['[1]']]],
    ['an integer in text', 'Int', '10', 10],
    ['a negative fraction in text', 'Float', '-1.5', -1.5],
    ['a number in text for a non-null Float', 'Float!', '0', 0],
    ['a boolean in text', 'Boolean', 'true', true],
    ['a negative boolean in text', 'Boolean!', 'false', false],
    ['numbers in text in a list', '[Int!]', ['1', '2'], [1, 2]],
    ['a number in text for a list', '[Int!]', '7', [7]],
    ['a number in text for an input field', 'Range', { to: '3' }, { to: 3 }],
    ['an integral float', 'Int', 5.0, 5],
    ['an integer for a Float', 'Float', 5, 5],
    ['an integer for an ID', 'ID', 5, '5'],
    ['the largest safe integer for an ID', 'ID', 9007199254740991, '9007199254740991'],
    ['an integer for a big number', 'BigInt', 5, '5'],
    ['any JSON for an unknown scalar', 'Money', { amount: 5 }, { amount: 5 }],
    ['a single value for a list', '[Int!]!', 5, [5]],
    ['a single value for a list of lists', '[[ID]]', 5, [['5']]],
    ['single values for lists in a list', '[[Int]]', [1, [2]], [[1], [2]]],
    ['a single object for a list', '[Range]', { ids: 7 }, [{ ids: ['7'] }]],
    ['a value that needs no coercion', 'Mood!', 'SAD', 'SAD'],
  ])('accepts %s', (_, type, given, expected) => {
    expect(read(type, given)).toEqual({ x: expected });
  });

  it('accepts missing arguments as an empty object', () => {
    const prepare = preparedBy('Int');
    for (const given of [undefined, null, {}, { x: undefined }]) {
      expect(prepare(given)).toEqual({ ok: true, variables: {} });
    }
  });
});

describe('text for any JSON', () => {
  it.each([
    ['"5"', '5'],
    ['"\\"5\\""', '"5"'],
    ['5', 5],
    ['1e3', 1000],
    ['true', true],
    ['null', null],
    ['{"a":1}', { a: 1 }],
    [' [1]', [1]],
    ['{a', '{a'],
    ['hello', 'hello'],
  ])('is text, and %j is %j if the schema publishes JSON as text', (text, value) => {
    for (const profile of ['portable', 'full'] as const) {
      expect(read('JSON', text, { profile })).toEqual({ x: text });
    }
    expect(read('JSON', text, { profile: 'gemini' })).toEqual({ x: value });
    expect(read('JSON', text, { profile: 'openai' })).toEqual(value === null ? {} : { x: value });
  });

  it.each([
    ['text that the schema accepts', {}, '{"a":1}', '{"a":1}'],
    ['a number in text', { type: 'number' }, '1.5', 1.5],
    ['a boolean in text', { type: ['boolean', 'null'] }, 'true', true],
    ['a number in text, for an alternative', { anyOf: [{ type: 'integer' }] }, '7', 7],
    ['an object in text', { type: 'object', properties: {} }, '{"a":1}', { a: 1 }],
  ] as const)('of a configured scalar: %s', (_, schema, text, value) => {
    expect(read('Odd', text, { scalars: new Map([['Odd', schema]]) })).toEqual({ x: value });
  });
});

describe('strict coercion', () => {
  it.each([
    ['text for a number', 'Int', 'five', 'x: Expected a whole number, received "five".'],
    ['empty text for a number', 'Int', '', 'x: Expected a whole number, received "".'],
    ['the text null for a number', 'Float', 'null', 'x: Expected a number, received "null".'],
    ['numbers in text for a number', 'Int', '1,2', 'x: Expected a whole number, received "1,2".'],
    ['a padded number in text', 'Int', ' 5', 'x: Expected a whole number, received " 5".'],
    [
      'a number in text with another spelling',
      'Float',
      '1e3',
      'x: Expected a number, received "1e3".',
    ],
    ['hexadecimal digits', 'Int', '0x10', 'x: Expected a whole number, received "0x10".'],
    [
      'digits that a double would round',
      'Float',
      '9007199254740993',
      'x: Expected a number, received "9007199254740993".',
    ],
    ['a fraction in text for an Int', 'Int', '1.5', 'x: Expected a whole number, received "1.5".'],
    ['a boolean in capitals', 'Boolean', 'True', 'x: Expected true or false, received "True".'],
    ['empty text for a Boolean', 'Boolean', '', 'x: Expected true or false, received "".'],
    ['a number in text for a Boolean', 'Boolean', '1', 'x: Expected true or false, received "1".'],
    ['a fraction for an Int', 'Int', 1.5, 'x: Expected a whole number, received 1.5.'],
    [
      'an Int beyond 32 bits',
      'Int',
      2147483648,
      'x: Expected a whole number from -2147483648 to 2147483647, received 2147483648.',
    ],
    ['a number for a String', 'String', 5, 'x: Expected text, received 5.'],
    ['a number for a Boolean', 'Boolean', 1, 'x: Expected true or false, received 1.'],
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
      'an enum member of Object.prototype',
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
    ['null for a non-null type', 'Int!', null, 'x: Expected a whole number, received null.'],
    ['no member of a @oneOf', 'Pick', {}, 'x: Expected exactly one of a, b, received none.'],
    [
      'null for the member of a @oneOf',
      'Pick',
      { a: null },
      'x: Expected exactly one of a, b, received a (null).',
    ],
    [
      'null for another member of a @oneOf',
      'Pick',
      { a: 'x', b: null },
      'x: Expected exactly one of a, b, received a and b (null).',
    ],
    [
      'two members of a @oneOf',
      'Pick',
      { a: 'x', b: {} },
      'x: Expected exactly one of a, b, received a and b.',
    ],
  ])('rejects %s', (_, type, given, expected) => {
    expect(read(type, given)).toEqual([expected]);
  });

  it('rejects arguments that are not an object', () => {
    const prepare = preparedBy('Int');
    expect(outcomeOf(prepare([1]))).toEqual([': Expected an object of arguments, received [1].']);
    expect(outcomeOf(prepare('x'))).toEqual([': Expected an object of arguments, received "x".']);
  });

  it('names missing, unknown and valid arguments', () => {
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

  it('reports at most ten problems', () => {
    const given = Array.from({ length: 30 }, () => 'no');
    expect(read('[Int]', given)).toEqual(
      given.slice(0, 10).map((_, at) => `x.${at}: Expected a whole number, received "no".`),
    );
  });

  it('shortens values in messages', () => {
    expect(read('Int', 'a'.repeat(500))).toEqual([
      `x: Expected a whole number, received "${'a'.repeat(78)}….`,
    ]);
    const odd = { scalars: new Map([['Odd', { type: 'integer' } as const]]) };
    expect(read('Odd!', 'a'.repeat(500), odd)).toEqual([
      `x: Expected integer, received "${'a'.repeat(78)}….`,
    ]);
  });

  it.each([
    ['as an object', (deep: object) => deep],
    ['as text', (deep: object) => JSON.stringify(deep)],
  ])('rejects a value that is nested too deeply, %s', (_, shape) => {
    const sdl = 'input F { and: F } type Query { a(f: F, n: Int): Int }';
    const { prepareArguments } = toolOf(sdl, 'query q($f: F, $n: Int) { a(f: $f, n: $n) }');
    let deep = {};
    for (let level = 0; level < 2_000; level++) deep = { and: deep };
    for (const name of ['f', 'n']) {
      expect(prepareArguments({ [name]: shape(deep) })).toMatchObject({ ok: false });
    }
  });

  it.each(['{"a":[1e400]}', '-1e999'])(
    'rejects a number that JSON parses as infinity: %s',
    (json) => {
      const problem = ['x: A number is too large. Send it as text, in quotes.'];
      expect(read('JSON', JSON.parse(json))).toEqual(problem);
      expect(read('JSON', json, { profile: 'gemini' })).toEqual(problem);
    },
  );

  it.each([
    ['String', 'a\ud800'],
    ['ID', '\ud800'],
    ['BigInt', '1\ud800'],
    ['Money', '\udc00'],
    ['JSON', 'a\ud800'],
    ['JSON', { a: [{ '\udc00': 1 }] }],
  ])(
    'rejects half of a character in a value of %s, which UTF-8 cannot carry: %j',
    (type, given) => {
      const problem = [
        'x: A text contains half of a character (an unpaired surrogate), which cannot be sent.',
      ];
      expect(read(type, given)).toEqual(problem);
    },
  );

  it('rejects extremely deep values without a stack overflow', () => {
    let deep: unknown = 1;
    for (let level = 0; level < 100_000; level++) deep = [deep];
    expect(read('JSON', deep)).toEqual(['x: Nested too deeply.']);
  });

  it('checks configured scalars by their schema', () => {
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
  /** A non-null argument with a default, and a nullable one. */
  const places = `type Query { strict(x: Int! = 1): Int, loose(x: Int): Int }`;

  it('is forwarded for a nullable variable', () => {
    expect(read('Int', null)).toEqual({ x: null });
    expect(read('Int = 5', null)).toEqual({ x: null });
    expect(read('[Int]', [null])).toEqual({ x: [null] });
    expect(read('Range', { to: null })).toEqual({ x: { to: null } });
  });

  it('is omitted if the type is non-null with a default', () => {
    expect(read('Int! = 5', null)).toEqual({});
    expect(read('Range', { from: null, to: 2 })).toEqual({ x: { to: 2 } });
  });

  it('is omitted if a non-null argument has a default', () => {
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
  ] as const)('is omitted for all optional values by %s', (_, settings) => {
    expect(read('Int', null, settings)).toEqual({});
    expect(read('Range', { from: null, to: null, ids: ['1'] }, settings)).toEqual({
      x: { ids: ['1'] },
    });
    expect(read('Pick', { a: 'x', b: null }, settings)).toEqual({ x: { a: 'x' } });
    // an item of a list cannot be omitted
    expect(read('[Int]', [null], settings)).toEqual({ x: [null] });
    expect(read('Int!', null, settings)).toEqual(['x: Expected a whole number, received null.']);
  });
});

describe('the JSON text `null`', () => {
  const sdl = 'scalar JSON type Query { a(x: JSON! = 1): Int b(x: JSON): Int }';

  it.each(['gemini', 'openai'] as const)(
    'is null where JSON is published as text: %s',
    (profile) => {
      const read = (operation: string) =>
        outcomeOf(toolOf(sdl, operation, { profile }).prepareArguments({ x: 'null' }));
      // omitted if null would be an error of the API
      expect(read('query q($x: JSON) { a(x: $x) }')).toEqual({});
      expect(read('query q($x: JSON = 2) { a(x: $x) }')).toEqual({});
      expect(read('query q($x: JSON! = 2) { a(x: $x) }')).toEqual({});
      expect(read('query q($x: JSON) { b(x: $x) }')).toEqual(
        profile === 'openai' ? {} : { x: null },
      );
      expect(read('query q($x: JSON!) { a(x: $x) }')).toEqual([
        'x: Expected any JSON value, received null.',
      ]);
    },
  );
});

describe('null for a variable of a directive', () => {
  const sdl = `directive @limit(to: Int! = 5) on FRAGMENT_DEFINITION | FRAGMENT_SPREAD | QUERY
    type Query { a: Int }`;

  // omission means the default, and null would be an error of the API
  it.each([
    'query q($x: Int) @limit(to: $x) { a }',
    'query q($x: Int) { ...F @limit(to: $x) } fragment F on Query { a }',
    'query q($x: Int) { ...F } fragment F on Query @limit(to: $x) { a }',
  ])('is omitted: %s', (operation) => {
    const { prepareArguments } = toolOf(sdl, operation);
    expect(prepareArguments({ x: null })).toEqual({ ok: true, variables: {} });
  });
});

describe('names', () => {
  it('of arguments are mapped to those of variables', () => {
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
    'such as %s can be arguments, required or omitted',
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

  it('such as __proto__ are unknown, and do not change a prototype', () => {
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
