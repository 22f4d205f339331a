import { loadDiagnostic } from '../model/diagnostics.ts';
import { buildClientSchema, parseValue, type IntrospectionQuery, type ValueNode } from 'graphql';
import type { Diagnostic, Place } from '../../core/diagnostic.ts';
import { isJsonObject, ownMember } from '../../core/json.ts';
import { findTextProblem } from './check-texts.ts';
import { acceptSchema } from '../sdl/accept-schema.ts';
import {
  findDefaultProblems,
  type DefaultedField,
  type DefaultedTypes,
  reportDefault,
} from '../sdl/check-defaults.ts';
import type { SchemaResult } from '../sdl/build-sdl-schema.ts';

/**
 * Builds a schema from an introspection result: `{ data: { __schema } }` or `{ __schema }`.
 *
 * Results of old servers are accepted: without `isOneOf`, `specifiedByURL` or descriptions, and with
 * directives as in drafts of the specification.
 */
export function schemaOfIntrospection(json: unknown, place?: Place): SchemaResult {
  const schemaJson = schemaMember(json);
  const query = schemaJson && queryTypeName(schemaJson);
  if (!schemaJson || !Array.isArray(ownMember(schemaJson, 'types')))
    return invalid(noSchema, place);
  if (query === undefined) return noQuery(place);
  const textProblem = findTextProblem(schemaJson);
  if (textProblem !== undefined) return invalid(textProblem, place);
  const endless = findDefaultProblems(defaultsOf(schemaJson));
  if (endless.length > 0) {
    return { ok: false, diagnostics: endless.map((problem) => reportDefault(problem, place)) };
  }
  try {
    const result = { __schema: withDirectives(schemaJson) } as unknown as IntrospectionQuery;
    const { schema, diagnostics } = acceptSchema(buildClientSchema(result), place);
    return { ok: true, schema, diagnostics };
  } catch (error) {
    // graphql throws any kind of error for an invalid member
    return invalid(error instanceof Error ? error.message : String(error), place);
  }
}

const noSchema = 'it has no member "__schema" with a list of types';

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

/** Drops directives without arguments or locations, as servers before 2016 list them. */
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

/** The defaults of input fields; graphql reports invalid members. */
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
  const message = 'The introspection result has no query type.';
  const hint = 'Report it to the operator of the API: every GraphQL schema has a query type.';
  return {
    ok: false,
    diagnostics: [loadDiagnostic('SCHEMA_NO_QUERY', message, { hint, place })],
  };
}

function invalid(reason: string, place: Place | undefined): SchemaResult {
  const problem: Diagnostic = loadDiagnostic(
    'INTROSPECTION_RESULT_INVALID',
    `The introspection result is invalid or incomplete: ${firstLine(reason)}.`,
    { place },
  );
  return { ok: false, diagnostics: [problem] };
}

/** The first line, shortened: graphql prints the whole invalid object. */
function firstLine(reason: string): string {
  const line = reason.split('\n')[0]?.replace(/\.$/, '') ?? '';
  return line.length > 200 ? `${line.slice(0, 200)}…` : line;
}
