import { compareText, sha256Hex } from '../core/text.ts';
import { type Diagnostic, formatPlace, type Place } from '../core/diagnostic.ts';
import { inheritedNames } from '../core/json.ts';

/** An operation that asks for a name. */
export interface NameRequest {
  /** The operation's name, or that of its file for an anonymous one. */
  readonly operationName: string;
  /** The name that `@mcpTool` or the configuration gives, as it is. */
  readonly explicitName?: string | undefined;
  readonly place: Place;
}

/** A name, or why there is none. */
export type NameOutcome =
  | { readonly ok: true; readonly name: string }
  | { readonly ok: false; readonly diagnostic: Diagnostic };

/** Longest name in characters: what every client shows whole behind its own prefix. */
export const maxNameLength = 46;

/** Names that clients written in JavaScript look up on an object, and find. */
const reserved = new Set(['constructor', 'prototype', 'then', ...inheritedNames].map(fold));

/**
 * Names all tools of a catalog at once: names depend on each other, and on nothing else. The order
 * of the requests does not matter.
 *
 * A name is the operation's, with what clients refuse replaced, and cut with a hash at its end where
 * it is too long. Two operations that come to one name, or to two that some client cannot tell
 * apart, are both refused: renaming one in silence would change a tool that agents know.
 */
export function toolNamesOf(
  requests: readonly NameRequest[],
  prefix = '',
): ReadonlyMap<NameRequest, NameOutcome> {
  const named = requests.map((request) => ({ request, name: nameOf(request, prefix) }));
  const claims = new Map<string, NameRequest[]>();
  for (const { request, name } of named) {
    const key = fold(name);
    claims.set(key, [...(claims.get(key) ?? []), request]);
  }
  return new Map(
    named.map(({ request, name }) => {
      const others = (claims.get(fold(name)) ?? []).filter((rival) => rival !== request);
      return [request, judge(request, name, others, prefix)];
    }),
  );
}

function judge(
  request: NameRequest,
  name: string,
  others: readonly NameRequest[],
  prefix: string,
): NameOutcome {
  const refuse = (code: string, message: string, hint: string): NameOutcome => ({
    ok: false,
    diagnostic: { code, severity: 'error', message, hint, place: request.place, tool: name },
  });
  const asked = request.explicitName;
  if (asked !== undefined && asked !== legalName(asked)) {
    return refuse(
      'TOOL_NAME_INVALID',
      `The tool name ${JSON.stringify(asked)} is not accepted by every client.`,
      `Use a letter, then letters, digits and underscores, at most ${maxNameLength} in all.`,
    );
  }
  if (reserved.has(fold(name))) {
    return refuse(
      'TOOL_NAME_RESERVED',
      `The tool name "${name}" is that of a built-in property, on which some clients fail.`,
      'Rename the operation, or name the tool with @mcpTool(name:).',
    );
  }
  if (others.length === 0) return { ok: true, name };
  const where = placesOf(others, prefix);
  const same = others.some((other) => nameOf(other, prefix) === name);
  return refuse(
    same ? 'TOOL_NAME_TAKEN' : 'TOOL_NAME_AMBIGUOUS',
    same
      ? `The tool name "${name}" is also asked for by ${where}.`
      : `Some clients cannot tell the tool name "${name}" from ${where}.`,
    'Rename one of the operations, or name its tool with @mcpTool(name:).',
  );
}

/** Rivals that are told one by one: of a thousand that ask for one name each has all others. */
const mostTold = 3;

function placesOf(others: readonly NameRequest[], prefix: string): string {
  const first = [...others]
    .sort(
      (a, b) =>
        compareText(a.place.file, b.place.file) ||
        a.place.line - b.place.line ||
        a.place.column - b.place.column,
    )
    .slice(0, mostTold)
    .map((other) => `"${nameOf(other, prefix)}" of ${formatPlace(other.place)}`);
  const more = others.length - first.length;
  return more > 0 ? `${first.join(', ')} and ${more} more` : first.join(', ');
}

function nameOf({ operationName, explicitName }: NameRequest, prefix: string): string {
  return explicitName ?? legalName(`${prefix}${operationName}`);
}

/** What every client accepts: a letter, then letters, digits and underscores, at most 46. */
function legalName(name: string): string {
  const characters = name.replaceAll(/[^A-Za-z0-9_]/g, '_');
  const started = /^[A-Za-z]/.test(characters) ? characters : `op${characters}`;
  if (started.length <= maxNameLength) return started;
  return `${started.slice(0, maxNameLength - 7)}_${sha256Hex(name).slice(0, 6)}`;
}

/**
 * What a client may know a tool by: its name without case. The first 46 and last 58 characters, to
 * which some cut, are the whole of a legal name, and it has no separators that some replace.
 */
function fold(name: string): string {
  return name.toLowerCase();
}
