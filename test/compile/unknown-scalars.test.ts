import { describe, expect, it } from 'vitest';
import { formatDiagnostic } from '../../src/core/diagnostic.ts';
import type { CompileSettings } from '../../src/compile/model/settings.ts';
import { catalogOf } from '../support/sources.ts';

const sdl = `
  scalar Mark scalar Odd scalar Answered scalar DateTime scalar Money scalar Told @specifiedBy(url: "https://json.org/")
  input Filter { after: [Mark!] and: [Filter!] at: DateTime told: Told }
  type Query {
    "Finds." find(filter: Filter, mark: [[Mark]]): Answered
    "Pays." pay(money: Money!, odd: Odd): Answered
  }
`;

function told(operations: string, settings: Partial<CompileSettings> = {}): readonly string[] {
  return catalogOf(sdl, { 'a.graphql': operations }, settings).diagnostics.map(formatDiagnostic);
}

const hintFor = (scalar: string) =>
  `Unless its values are text, give it a schema in the configuration: \`scalars: { ${scalar}: { type: … } }\`.`;

describe('unknown scalars', () => {
  it('are reported once each, at the first variable of their type', () => {
    const operations = [
      'query B($f: Filter) { find(filter: $f) }',
      'query A($f: [[Mark]]) { find(mark: $f) }',
      'query C($m: Money!, $o: Odd) { pay(money: $m, odd: $o) }',
    ].join('\n');
    expect(told(operations)).toEqual([
      `a.graphql:2:9: info SCALAR_UNKNOWN: The JSON type of the scalar "Mark" is unknown, so it is published as text. ${hintFor('Mark')}`,
      `a.graphql:3:9: info SCALAR_UNKNOWN: The JSON type of the scalar "Money" is unknown, so it is published as text. ${hintFor('Money')}`,
      `a.graphql:3:21: info SCALAR_UNKNOWN: The JSON type of the scalar "Odd" is unknown, so it is published as text. ${hintFor('Odd')}`,
    ]);
  });

  it('are found in recursive input types', () => {
    expect(told('query B($f: Filter) { find(filter: $f) }')).toEqual([
      `a.graphql:1:9: info SCALAR_UNKNOWN: The JSON type of the scalar "Mark" is unknown, so it is published as text. ${hintFor('Mark')}`,
    ]);
  });

  it('are not reported if no argument has their type', () => {
    expect(told('query A($m: Money! @mcpParam(fromClaim: "m")) { pay(money: $m) }')).toEqual([]);
    expect(told('query A { find }')).toEqual([]);
  });

  it('are not reported if the configuration has their schema', () => {
    const scalars = new Map([['Money', { type: 'string' as const }]]);
    expect(told('query A($m: Money!) { pay(money: $m) }', { scalars })).toEqual([]);
  });
});
