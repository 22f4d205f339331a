import { posix } from 'node:path';
import type { GraphQLSchema } from 'graphql';
import { isDynamicPattern } from 'tinyglobby';
import type { ResolvedUpstream } from '../config/resolve-upstream.ts';
import { GatewayError } from '../core/diagnostic.ts';
import { fixedSteps } from '../load/files/find-files.ts';
import { fieldsLeft } from '../load/starters/root-fields.ts';
import { starterOperations, type StarterOperation } from '../load/starters/starter-operations.ts';
import { cliError } from './cli-error.ts';

/**
 * Operations for root fields that somebody named, `films` or `Query.films`, with commas between or
 * one by one. Throws a `GatewayError` that names those there are not, with `hint`.
 */
export function namedOperations(
  schema: GraphQLSchema,
  named: readonly string[],
  hint: string,
): readonly StarterOperation[] {
  const names = named.flatMap((text) => text.split(',')).map((name) => name.trim());
  const { operations, unknown } = starterOperations(schema, names.filter(Boolean));
  if (unknown.length === 0) return operations;
  throw new GatewayError(
    unknown.flatMap((message) => cliError('CLI_UNKNOWN_FIELD', message, hint).diagnostics),
  );
}

/** Names root fields there are, for who named one there is not; a long list is cut. */
export function fieldsThereAre(schema: GraphQLSchema): string {
  const names = [...new Set(fieldsLeft(schema, new Set()).map(({ field }) => field.name))];
  if (names.length <= maxNamed) return `the API has ${names.join(', ')}`;
  const shown = names.slice(0, maxNamed);
  return `the API has ${shown.join(', ')} and ${names.length - maxNamed} more`;
}

const maxNamed = 20;

/**
 * Where the file of an operation goes so that the upstream's globs match it, relative to the
 * configuration: `operations/**\/*.mcp.graphql` has it as `operations/films.mcp.graphql`.
 */
export function starterPath(
  { operations, name: upstream }: ResolvedUpstream,
  name: string,
): string {
  const glob = operations.find(isPlace);
  if (glob === undefined) {
    throw cliError(
      'CLI_NO_PLACE',
      `The operations of upstream "${upstream}" come from no folder of files.`,
      'Add a glob such as "operations/**/*.graphql" as "operations" to the configuration.',
    );
  }
  const steps = glob.split('/');
  const fixed = steps.slice(0, fixedSteps(steps));
  const ending = /^\*(\.[\w.-]+)$/.exec(steps.at(-1) ?? '')?.[1] ?? '.graphql';
  return posix.join(fixed.join('/') || (glob.startsWith('/') ? '/' : '.'), `${name}${ending}`);
}

/** Whether there is a folder that files of operations can go to. */
export function hasPlace({ operations }: ResolvedUpstream): boolean {
  return operations.some(isPlace);
}

function isPlace(glob: string): boolean {
  return !glob.startsWith('!') && isDynamicPattern(glob);
}
