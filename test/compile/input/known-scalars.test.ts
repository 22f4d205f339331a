import { describe, expect, it } from 'vitest';
import { wellKnownScalars } from '../../../src/compile/model/well-known-scalars.ts';
import { profiles } from '../../../src/core/tool.ts';
import { toolOf } from '../../support/sources.ts';

/** Prepares one argument of a custom scalar; returns the message if it is rejected. */
function read(sdl: string, given: unknown, settings: Parameters<typeof toolOf>[2] = {}) {
  const [, name] = /^scalar (\w+)/.exec(sdl) ?? [];
  const schema = `${sdl} type Query { a(x: ${name}): Int }`;
  const { prepareArguments } = toolOf(schema, `query q($x: ${name}) { a(x: $x) }`, settings);
  const prepared = prepareArguments({ x: given });
  return prepared.ok ? prepared.variables['x'] : prepared.problems.map(({ message }) => message);
}

/** The rules that are checked, each with the example at the end of its hint. */
const checked = [...wellKnownScalars].flatMap(([name, { hint, keywords, accepts }]) =>
  hint !== undefined && (keywords || accepts)
    ? [[name, /: (.*)\.$/.exec(hint)?.[1] ?? '', hint] as const]
    : [],
);

describe.each(checked)('the scalar %s', (name, example) => {
  it('has a hint with an example that it accepts', () => {
    const { kind } = wellKnownScalars.get(name) ?? {};
    const value = kind === 'number' ? Number(example) : example;
    expect(read(`scalar ${name}`, value)).toEqual(value);
  });

  it.each(profiles)('rejects other text, and names what it expects, in profile %s', (profile) => {
    const [message] = [read(`scalar ${name}`, 'yesterday', { profile })].flat();
    expect(message).toMatch(/^Expected .*, received "yesterday"\.$/);
  });
});

describe('a known scalar', () => {
  it.each([
    ['DateTime', '2026-01-31'],
    ['DateTime', '2026-01-31 09:30:00Z'],
    ['Date', '2026-01-31T00:00:00.000Z'],
    ['Date', '2026-01-31'],
    ['BigInt', '-9007199254740993'],
    ['Decimal', '1e-7'],
    ['UUID', '123E4567-E89B-42D3-A456-426614174000'],
  ])('%s accepts %s', (name, value) => {
    expect(read(`scalar ${name}`, value)).toBe(value);
  });

  it.each([
    [
      'DateTime',
      'yesterday',
      'Expected date and time, RFC 3339: 2026-01-31T09:30:00Z, received "yesterday".',
    ],
    ['Date', '2026-13-01', 'Expected date, ISO 8601: 2026-01-31, received "2026-13-01".'],
    [
      'UUID',
      'not-a-uuid',
      'Expected UUID: 123e4567-e89b-42d3-a456-426614174000, received "not-a-uuid".',
    ],
    [
      'BigInt',
      'abc',
      'Expected whole number of any size, as text: 9007199254740993, received "abc".',
    ],
    [
      'BigInt',
      1.5,
      'Expected whole number of any size, as text: 9007199254740993, received "1.5".',
    ],
    ['PositiveInt', 0, 'Expected a number >= 1, received 0.'],
    ['Latitude', 91, 'Expected a number <= 90, received 91.'],
  ])('%s rejects %s, in all profiles', (name, value, message) => {
    for (const profile of profiles) {
      expect(read(`scalar ${name}`, value, { profile })).toEqual([message]);
    }
  });

  it('CalendarDay is a date: its URL defines dates and times alike', () => {
    const url = 'https://datatracker.ietf.org/doc/html/rfc3339#section-5.6';
    const sdl = `scalar CalendarDay @specifiedBy(url: "${url}")`;
    expect(read(sdl, '2026-01-31')).toBe('2026-01-31');
    expect(read(sdl, 'tomorrow')).toEqual([
      'Expected date, ISO 8601: 2026-01-31, received "tomorrow".',
    ]);
    expect(read(`scalar Day @specifiedBy(url: "${url}")`, '09:30:00Z')).toBe('09:30:00Z');
  });
});

describe('an Upload', () => {
  const sdl = `scalar Upload input In { cover: Upload!, pages: [[Upload!]!] }
    type Query { a(f: Upload, fs: [Upload], in: [In!]): Int }`;
  const operation = 'query q($f: Upload, $fs: [Upload], $in: [In!]) { a(f: $f, fs: $fs, in: $in) }';
  const file = { filename: 'a.txt', contentType: 'text/plain', base64: 'YQ==' };

  it.each(profiles)('is a file wherever it is, in profile %s', (profile) => {
    const { prepareArguments } = toolOf(sdl, operation, { profile });
    const given = { f: file, fs: [file, null], in: [{ cover: file, pages: [[file]] }] };
    expect(prepareArguments(given)).toMatchObject({ ok: true });
    const asText = { f: JSON.stringify(file), in: { cover: JSON.stringify(file), pages: file } };
    expect(prepareArguments(asText)).toMatchObject({ ok: true });
    const wrong = prepareArguments({ fs: ['a.txt'], in: [{ cover: { filename: 'a' } }] });
    expect(wrong.ok ? [] : wrong.problems.map(({ path }) => path.slice(0, 3))).toEqual([
      ['fs', 0],
      ['in', 0, 'cover'],
    ]);
  });
});

describe('constraints of the schema', () => {
  const sdl = `directive @constraint(min: Int, maxLength: Int, pattern: String, format: String) on
      ARGUMENT_DEFINITION | INPUT_FIELD_DEFINITION
    input In { code: String @constraint(pattern: "^(a+)+$") }
    type Query { a(n: Int @constraint(min: 3), in: In, s: [String] @constraint(maxLength: 2)): Int }`;
  const operation = 'query q($n: Int, $in: In, $s: [String]) { a(n: $n, in: $in, s: $s) }';

  it.each(profiles)('are checked in profile %s', (profile) => {
    const { prepareArguments } = toolOf(sdl, operation, { profile });
    const problems = (given: object) => {
      const prepared = prepareArguments(given);
      return prepared.ok ? [] : prepared.problems.map(({ message }) => message);
    };
    expect(problems({ n: 3, in: { code: 'aa' }, s: ['ab'] })).toEqual([]);
    expect(problems({ n: 2, in: { code: 'b' }, s: ['abc'] })).toEqual([
      'Expected a number >= 3, received 2.',
      'Expected text that matches ^(a+)+$, received "b".',
      'Expected at most 2 characters, received "abc".',
    ]);
  });

  // JavaScript's own engine would take years
  it('with a slow pattern take linear time', () => {
    const code = `${'a'.repeat(100_000)}!`;
    const byDirective = toolOf(sdl, operation, { profile: 'full' });
    expect(byDirective.prepareArguments({ in: { code } })).toMatchObject({ ok: false });
    const scalars = new Map([['Code', { type: 'string', pattern: '^(a+)+$' } as const]]);
    expect(read('scalar Code', code, { scalars })).toHaveLength(1);
    expect(read('scalar Code', 'aaa', { scalars })).toBe('aaa');
  });
});
