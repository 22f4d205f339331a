import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { escapeTemplate, literalOf, parseTemplate } from '../../src/config/rules/template.ts';
import { prepare, refusalOf } from './prepare.ts';

const claim = (name: string, fallback?: string) => ({ from: 'claim', name, fallback });
const header = (name: string, fallback?: string) => ({ from: 'header', name, fallback });

describe('a template', () => {
  it.each([
    ['plain', ['plain']],
    ['', []],
    ['${claim:sub}', [claim('sub')]],
    [
      'App user=${header:X-User}, ${claim:org.id}',
      ['App user=', header('x-user'), ', ', claim('org.id')],
    ],
    [
      '${claim:https://hasura.io/jwt/claims.x-hasura-role:-user}',
      [claim('https://hasura.io/jwt/claims.x-hasura-role', 'user')],
    ],
    ['${claim:role:-}', [claim('role', '')]],
    ['$${claim:sub} $${x', ['${claim:sub} ${x']],
    ['${claim:} ${env:X} ${claim:a', ['${claim:} ${env:X} ${claim:a']],
  ])('has the parts of %j', (text, parts) => {
    expect(parseTemplate(text)).toEqual(parts);
  });

  it('has an escaped text as its only part', () => {
    const pieces = fc.array(
      fc.constantFrom('$', '{', '}', '${', '$${', 'claim:', 'sub', '}', 'x', ':-'),
    );
    fc.assert(
      fc.property(pieces, (list) => {
        const text = list.join('');
        expect(literalOf(parseTemplate(escapeTemplate(text)))).toBe(text);
      }),
    );
  });
});

describe('headers of an API', () => {
  const upstreamOf = (text: string, env = {}) => {
    const { config } = prepare(`endpoint: https://api.example\nheaders:\n${text}`, env);
    return [...config.upstreams.values()][0];
  };

  it('are fixed, or contain values of the caller', () => {
    const upstream = upstreamOf(
      '  x-key: k-${env:KEY}\n  x-hasura-user-id: ${claim:sub}\n  x-both: ${env:KEY}-${claim:org}\n',
      { KEY: 'secret' },
    );
    expect(upstream?.headers).toEqual(new Map([['x-key', 'k-secret']]));
    expect(upstream?.callerHeaders).toEqual(
      new Map([
        ['x-hasura-user-id', [claim('sub')]],
        ['x-both', ['secret-', claim('org')]],
      ]),
    );
  });

  it('take nothing in a variable, or after a second dollar sign, for a reference', () => {
    const upstream = upstreamOf('  a: ${env:KEY}\n  b: $${claim:sub}\n', { KEY: 'x${claim:sub}' });
    expect(upstream?.headers).toEqual(
      new Map([
        ['a', 'x${claim:sub}'],
        ['b', '${claim:sub}'],
      ]),
    );
  });

  it.each([
    ['  a: ${claim:sub', 'CONFIG_ENV_SYNTAX: A reference is not closed, or contains a brace.'],
    ['  a: ${claims:sub}', 'CONFIG_ENV_SYNTAX: ${claims:sub} is not a reference'],
    ['  a: x\nname: ${claim:sub}', 'CONFIG_ENV_SYNTAX: ${claim:sub} is a value of the caller'],
    [
      '  a: x\nintrospection:\n  headers:\n    b: ${claim:sub}',
      'CONFIG_ENV_SYNTAX: ${claim:sub} is a value of the caller',
    ],
    [
      '  a: ${header:Authorization}\nauth:\n  tokens: [{ token: t, subject: ann }]',
      'CONFIG_FORBIDDEN_HEADER: "headers.a" would send the header "authorization"',
    ],
  ])('are refused: %s', async (text, expected) => {
    expect((await refusalOf(() => upstreamOf(text))).join('\n')).toContain(expected);
  });

  it('warn if they pass on credentials of callers', () => {
    const text = 'endpoint: https://api.example\nheaders:\n  a: ${header:x-api-key}\n';
    expect(prepare(text).diagnostics.map(({ code }) => code)).toEqual(['CONFIG_SENSITIVE_HEADER']);
  });
});
