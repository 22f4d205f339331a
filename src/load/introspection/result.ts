import { buildClientSchema, parseValue, type IntrospectionQuery, type ValueNode } from 'graphql';
import type { Diagnostic, Place } from '../../core/diagnostic.ts';
import { isJsonObject, ownMember } from '../../core/json.ts';
import { acceptSchema } from '../accept-schema.ts';
import {
  findDefaultProblems,
  type DefaultedField,
  type DefaultedTypes,
} from '../default-problems.ts';
import { finding } from '../finding.ts';
import type { SchemaResult } from '../sdl/build-sdl-schema.ts';
import { reportDefault } from '../sdl/check-defaults.ts';

/**
 * Makes a schema of an introspection result: `{ data: { __schema } }`, or `{ __schema }` alone.
 *
 * Results of every age are read: those without `isOneOf`, `specifiedByURL` or descriptions, and those
 * of servers that describe directives the way drafts of the specification did.
 */
export function schemaOfIntrospection(json: unknown, place?: Place): SchemaResult {
  const found = schemaMember(json);
  const query = found && queryTypeName(found);
  if (!found || !Array.isArray(ownMember(found, 'types'))) return invalid(noSchema, place);
  if (query === undefined) return noQuery(place);
  const endless = findDefaultProblems(defaultsOf(found));
  if (endless.length > 0) {
    return { ok: false, diagnostics: endless.map((problem) => reportDefault(problem, place)) };
  }
  try {
    const result = { __schema: withDirectives(found) } as unknown as IntrospectionQuery;
    const { schema, diagnostics } = acceptSchema(buildClientSchema(result), place);
    return { ok: true, schema, diagnostics };
  } catch (error) {
    // graphql throws whatever comes of a member that is not what it should be
    return invalid(error instanceof Error ? error.message : String(error), place);
  }
}

const noSchema = 'It has no member "__schema" with a list of types';

function schemaMember(json: unknown): object | undefined {
  if (!isJsonObject(json)) return undefined;
  const data = ownMember(json, 'data');
  const schema = ownMember(isJsonObject(data) ? data : json, '__schema');
  return isJsonObject(schema) ? schema : undefined;
}

function queryTypeName(schema: object): unknown {
  const type = ownMember(schema, 'queryType');
  return isJsonObject(type) ? ownMember(type, 'name') : undefined;
}

/** Directives without arguments or locations, as servers before 2016 list them, are of no use. */
function withDirectives(schema: object): object {
  const directives = ownMember(schema, 'directives');
  const usable = Array.isArray(directives) ? directives.filter(isComplete) : [];
  return { ...schema, directives: usable };
}

function isComplete(directive: unknown): boolean {
  return (
    isJsonObject(directive) &&
    Array.isArray(ownMember(directive, 'args')) &&
    Array.isArray(ownMember(directive, 'locations'))
  );
}

/** The defaults of input fields; what is not as it should be is found by graphql. */
function defaultsOf(schema: object): DefaultedTypes {
  const types = membersOf(schema, 'types').filter(
    (type) => ownMember(type, 'kind') === 'INPUT_OBJECT',
  );
  return new Map(
    types.map((type) => {
      const fields = membersOf(type, 'inputFields').map((field): [string, DefaultedField] => {
        const literal = literalOf(ownMember(field, 'defaultValue'));
        return [String(ownMember(field, 'name')), { typeName: namedTypeOf(field), literal }];
      });
      return [String(ownMember(type, 'name')), new Map(fields)];
    }),
  );
}

function membersOf(holder: object, name: string): readonly object[] {
  const members = ownMember(holder, name);
  return Array.isArray(members) ? members.filter(isJsonObject) : [];
}

function literalOf(text: unknown): ValueNode | undefined {
  if (typeof text !== 'string') return undefined;
  try {
    return parseValue(text);
  } catch {
    return undefined;
  }
}

function namedTypeOf(field: object): string {
  let type: unknown = ownMember(field, 'type');
  for (let inner = type; isJsonObject(inner); inner = ownMember(inner, 'ofType')) type = inner;
  return isJsonObject(type) ? String(ownMember(type, 'name')) : '';
}

function noQuery(place: Place | undefined): SchemaResult {
  const message = 'The introspection result names no query type.';
  const hint = 'Ask the owner of the API: every GraphQL schema has one.';
  return {
    ok: false,
    diagnostics: [finding('error', 'SCHEMA_NO_QUERY', message, hint, { place })],
  };
}

function invalid(reason: string, place: Place | undefined): SchemaResult {
  const problem: Diagnostic = finding(
    'error',
    'INTROSPECTION_RESULT_INVALID',
    `This is no complete introspection result: ${bounded(reason)}.`,
    'Fetch it anew with the full introspection query, or give the SDL.',
    { place },
  );
  return { ok: false, diagnostics: [problem] };
}

/** graphql prints the whole offending object. */
function bounded(reason: string): string {
  const line = reason.split('\n')[0]?.replace(/\.$/, '') ?? '';
  return line.length > 200 ? `${line.slice(0, 200)}…` : line;
}
