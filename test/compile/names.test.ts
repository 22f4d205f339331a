import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maxNameLength, toolNamesOf, type NameRequest } from '../../src/compile/names.ts';

describe('toolNamesOf', () => {
  it('keeps the name of an operation', () => {
    expect(namesOf(['GetUserById', 'get_user2', 'x'])).toEqual(['GetUserById', 'get_user2', 'x']);
  });

  it.each([
    ['get-user.v2', 'get_user_v2'],
    ['größe', 'gr__e'],
    ['2fast', 'op2fast'],
    ['_hidden', 'op_hidden'],
    ['', 'op'],
  ])('replaces %j, which some client rejects, by %s', (given, expected) => {
    expect(namesOf([given])).toEqual([expected]);
  });

  it('keeps 46 characters, and cuts longer names, with a hash', () => {
    const fits = 'a'.repeat(46);
    expect(namesOf([fits])).toEqual([fits]);
    expect(namesOf([`${fits}a`, `${fits}b`])).toEqual([
      `${'a'.repeat(39)}_11eaed`,
      `${'a'.repeat(39)}_9821dc`,
    ]);
  });

  it('adds the prefix to derived names, not to explicit ones', () => {
    const asked = request({ operationName: 'b', explicitName: 'c' });
    const outcomes = toolNamesOf([request({ operationName: 'a' }), asked], 'shop_');
    expect([...outcomes.values()]).toEqual([
      { ok: true, name: 'shop_a' },
      { ok: true, name: 'c' },
    ]);
  });

  it('refuses a repeated name for all its operations, with their places', () => {
    const requests = [1, 2, 3].map((line) => request({ operationName: 'find', line }));
    const [first, , third] = toolNamesOf(requests).values();
    expect(first).toEqual({
      ok: false,
      diagnostic: {
        code: 'TOOL_NAME_TAKEN',
        severity: 'error',
        message:
          'The tool name "find" is also the name of "find" of a.graphql:2:1, "find" of a.graphql:3:1.',
        hint: 'Rename one of them, or use `@mcpTool(name:)`.',
        place: { file: 'a.graphql', line: 1, column: 1 },
        tool: 'find',
      },
    });
    expect(messageOf(third)).toBe(
      'The tool name "find" is also the name of "find" of a.graphql:1:1, "find" of a.graphql:2:1.',
    );
  });

  it('lists three rivals of a name and counts the rest', () => {
    const requests = Array.from({ length: 12 }, (_, index) =>
      request({ operationName: 'find', line: 12 - index }),
    );
    const [first] = toolNamesOf(requests).values();
    expect(messageOf(first)).toBe(
      'The tool name "find" is also the name of "find" of a.graphql:1:1, "find" of a.graphql:2:1, "find" of a.graphql:3:1 and 8 more.',
    );
  });

  it('distinguishes names by underscores', () => {
    expect(namesOf(['issueLabels', 'issue_labels'])).toEqual(['issueLabels', 'issue_labels']);
  });

  it('refuses names that differ only in case', () => {
    const requests = [
      request({ operationName: 'getUser', line: 1 }),
      request({ operationName: 'GETUser', line: 2 }),
      request({ operationName: 'users', line: 3 }),
    ];
    const outcomes = [...toolNamesOf(requests).values()];
    expect(outcomes.map(codeOf)).toEqual(['TOOL_NAME_AMBIGUOUS', 'TOOL_NAME_AMBIGUOUS', 'users']);
    expect(messageOf(outcomes[0])).toBe(
      'Some clients cannot tell the tool name "getUser" from "GETUser" of a.graphql:2:1.',
    );
  });

  it.each([
    'constructor',
    'Constructor',
    'prototype',
    'then',
    'toString',
    'TOSTRING',
    'hasOwnProperty',
    'valueOf',
  ])('refuses %s, a property of every object', (operationName) => {
    const [outcome] = toolNamesOf([request({ operationName })]).values();
    expect(codeOf(outcome)).toBe('TOOL_NAME_RESERVED');
    expect(messageOf(outcome)).toBe(
      `The tool name "${operationName}" is that of a built-in property, on which some clients fail.`,
    );
  });

  it('accepts a reserved name with a prefix', () => {
    const outcomes = toolNamesOf([request({ operationName: 'constructor' })], 'shop_');
    expect([...outcomes.values()]).toEqual([{ ok: true, name: 'shop_constructor' }]);
  });

  it.each(['', 'get-user', '1st', '_x', 'naïve', 'a'.repeat(47)])(
    'refuses the explicit name %j, instead of replacing it',
    (explicitName) => {
      const [outcome] = toolNamesOf([request({ operationName: 'a', explicitName })]).values();
      expect(outcome).toMatchObject({
        ok: false,
        diagnostic: {
          code: 'TOOL_NAME_INVALID',
          message: `Some clients reject the tool name ${JSON.stringify(explicitName)}.`,
          hint: 'Use a letter, then letters, digits and underscores, at most 46 in all.',
        },
      });
    },
  );

  it('gives legal and unique names, independently of the order', () => {
    const names = fc.array(fc.oneof(fc.string(), fc.stringMatching(/^[a-cA_]{1,4}$/)), {
      maxLength: 8,
    });
    const check = fc.property(names, fc.nat(), (operationNames, turns) => {
      const requests = operationNames.map((operationName, index) =>
        request({ operationName, line: index + 1 }),
      );
      const at = turns % Math.max(1, requests.length);
      const turned = [...requests.slice(at), ...requests.slice(0, at)].reverse();
      const outcomes = toolNamesOf(requests);
      const others = toolNamesOf(turned);
      for (const one of requests) expect(others.get(one)).toEqual(outcomes.get(one));
      const given = [...outcomes.values()].flatMap((outcome) => (outcome.ok ? outcome.name : []));
      expect(new Set(given.map((name) => name.toLowerCase())).size).toBe(given.length);
      for (const name of given) {
        expect(name).toMatch(/^[A-Za-z][A-Za-z0-9_]*$/);
        expect(name.length).toBeLessThanOrEqual(maxNameLength);
      }
    });
    fc.assert(check, { numRuns: 200 });
  });
});

function request({ line = 1, ...rest }: Partial<NameRequest> & { line?: number }): NameRequest {
  return { operationName: 'a', place: { file: 'a.graphql', line, column: 1 }, ...rest };
}

function namesOf(operationNames: readonly string[]): readonly string[] {
  const requests = operationNames.map((operationName) => request({ operationName }));
  return [...toolNamesOf(requests).values()].map(codeOf);
}

type Outcome = ReturnType<typeof toolNamesOf> extends ReadonlyMap<unknown, infer T> ? T : never;

/** The name, or the code of the refusal. */
function codeOf(outcome: Outcome | undefined): string {
  if (!outcome) return 'nothing';
  return outcome.ok ? outcome.name : outcome.diagnostic.code;
}

function messageOf(outcome: Outcome | undefined): string | undefined {
  return outcome?.ok === false ? outcome.diagnostic.message : undefined;
}
