import { describe, expect, it } from 'vitest';
import { expandEnvironment, type ProcessEnv } from '../../src/config/env.ts';
import { parseConfig } from '../../src/config/source.ts';
import { formatDiagnostic } from '../../src/core/diagnostic.ts';

function expand(text: string, env: ProcessEnv) {
  const { source, diagnostics } = expandEnvironment(parseConfig(text, 'gateway.yaml'), env);
  return { value: source.value, findings: diagnostics.map(formatDiagnostic) };
}

const env = { NAME: 'films', EMPTY: '', NESTED: '${env:NAME}', DOLLARS: "$& $' $$" };

describe('expandEnvironment', () => {
  it.each([
    ['the variable', 'a: ${env:NAME}', 'films'],
    ['several in one text', 'a: "x ${env:NAME} ${env:NAME} y"', 'x films films y'],
    ['an empty variable', 'a: "<${env:EMPTY}>"', '<>'],
    ['the fallback of a missing variable', 'a: ${env:MISSING:-fall back}', 'fall back'],
    ['the fallback of an empty variable', 'a: ${env:EMPTY:-fall back}', 'fall back'],
    ['a fallback with colons', 'a: ${env:MISSING:-http://localhost:4000}', 'http://localhost:4000'],
    ['an empty fallback', 'a: "<${env:MISSING:-}>"', '<>'],
    ['the text itself after a second dollar sign', 'a: $${env:NAME}', '${env:NAME}'],
    [
      'values without expanding them again',
      'a: ${env:NESTED} ${env:DOLLARS}',
      `\${env:NAME} $& $' $$`,
    ],
    ['other dollar signs unchanged', 'a: $NAME $$ {x} ${', '$NAME $$ {x} ${'],
  ])('writes %s', (_, text, expected) => {
    expect(expand(text, env)).toEqual({ value: { a: expected }, findings: [] });
  });

  it('expands every text, but no key', () => {
    const { value } = expand('a: [x, { "${env:NAME}": "${env:NAME}", n: 1 }]', env);
    expect(value).toEqual({ a: ['x', { '${env:NAME}': 'films', n: 1 }] });
  });

  it('warns about an empty variable in a header', () => {
    const text = [
      'headers: { authorization: "Bearer ${env:EMPTY}", x-maybe: "${env:EMPTY:-}" }',
      'upstreams:',
      '  films:',
      '    introspection: { headers: { x-key: "${env:EMPTY}" } }',
      'tools: { headers: { title: "${env:EMPTY}" } }',
    ].join('\n');
    const message =
      'warning CONFIG_ENV_EMPTY: The environment variable EMPTY, which a header contains, is empty. Set EMPTY, or write ${env:EMPTY:-} if it may be empty.';
    expect(expand(text, env).findings).toEqual([
      `gateway.yaml:1:27: ${message}`,
      `gateway.yaml:4:40: ${message}`,
    ]);
  });

  it('names every missing variable and its place', () => {
    const { findings } = expand('a: ${env:ONE}\nb:\n  - ${env:constructor} ${env:TWO}', env);
    expect(findings).toEqual([
      'gateway.yaml:1:4: error CONFIG_ENV_MISSING: The environment variable ONE is not set. Set it, or write a fallback: ${env:ONE:-value}.',
      'gateway.yaml:3:5: error CONFIG_ENV_MISSING: The environment variable constructor is not set. Set it, or write a fallback: ${env:constructor:-value}.',
      'gateway.yaml:3:5: error CONFIG_ENV_MISSING: The environment variable TWO is not set. Set it, or write a fallback: ${env:TWO:-value}.',
    ]);
  });

  it.each([
    [
      '${NAME}',
      '${NAME} is not a reference to an environment variable. Write ${env:NAME}, or $${NAME} for the text itself.',
    ],
    [
      '${ENV:NAME}',
      '${ENV:NAME} is not a reference to an environment variable. Write ${env:NAME}, or $${ENV:NAME} for the text itself.',
    ],
    [
      '${env.NAME}',
      '${env.NAME} is not a reference to an environment variable. Write ${env:NAME}, or $${env.NAME} for the text itself.',
    ],
    [
      '${env:}',
      '${env:} is not a reference to an environment variable. Write ${env:NAME}, or $${env:} for the text itself.',
    ],
  ])('rejects %s, which would be sent unchanged', (written, message) => {
    expect(expand(`a: "Bearer ${written}"`, env).findings).toEqual([
      `gateway.yaml:1:4: error CONFIG_ENV_SYNTAX: ${message}`,
    ]);
  });
});
