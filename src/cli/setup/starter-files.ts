import { posix } from 'node:path';
import type { GraphQLSchema } from 'graphql';
import { isDynamicPattern } from 'tinyglobby';
import type { ResolvedUpstream } from '../../config/resolve-upstream.ts';
import { GatewayError } from '../../core/diagnostic.ts';
import { listTexts } from '../../core/text.ts';
import { fixedSteps } from '../../load/files/find-files.ts';
import { fieldsLeft } from '../../load/starters/root-fields.ts';
import {
  starterOperations,
  type StarterOperation,
} from '../../load/starters/starter-operations.ts';
import { cliError } from '../command/errors.ts';

/**
 * Creates operations for root fields, `films` or `Query.films`, separated by commas or as a list.
 * Throws a `GatewayError` that names unknown fields, with `hint`.
 */
export function operationsForFields(
  schema: GraphQLSchema,
  fields: readonly string[],
  hint: string,
): readonly StarterOperation[] {
  const names = fields.flatMap((text) => text.split(',')).map((name) => name.trim());
  const { operations, unknown } = starterOperations(schema, names.filter(Boolean));
  if (unknown.length === 0) return operations;
  throw new GatewayError(
    unknown.flatMap((message) => cliError('CLI_UNKNOWN_FIELD', message, { hint }).diagnostics),
  );
}

/** Lists the first root fields of a schema. */
export function listFields(schema: GraphQLSchema): string {
  const names = new Set(fieldsLeft(schema, new Set()).map(({ field }) => field.name));
  return listTexts([...names], { max: 20 });
}

/**
 * Returns the path of the file of an operation that the upstream's globs match, relative to the
 * configuration: `operations/films.mcp.graphql` for `operations/**\/*.mcp.graphql`.
 */
export function starterPath(
  { operations, name: upstream }: ResolvedUpstream,
  name: string,
): string {
  const glob = operations.find(isFolderGlob);
  if (glob === undefined) {
    const message = `The upstream "${upstream}" has no folder of operation files.`;
    throw cliError('CLI_NO_PLACE', message);
  }
  const steps = glob.split('/');
  const fixed = steps.slice(0, fixedSteps(steps));
  const ending = /^\*(\.[\w.-]+)$/.exec(steps.at(-1) ?? '')?.[1] ?? '.graphql';
  return posix.join(fixed.join('/') || (glob.startsWith('/') ? '/' : '.'), `${name}${ending}`);
}

/** Returns whether an upstream has a folder of operation files. */
export function hasOperationFolder({ operations }: ResolvedUpstream): boolean {
  return operations.some(isFolderGlob);
}

function isFolderGlob(glob: string): boolean {
  return !glob.startsWith('!') && isDynamicPattern(glob);
}
