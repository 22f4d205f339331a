import { comparePlaces, formatPlace, type Diagnostic, type Place } from '../core/diagnostic.ts';
import { sha256Hex, listTexts } from '../core/text.ts';
import { inheritedNames } from '../core/json.ts';
import { getOrCreate } from '../core/memo.ts';
import { compileDiagnostic, type CompileCode } from './model/diagnostics.ts';

/** The name wanted for a tool. */
export interface NameRequest {
  /** The operation's name, or that of its file if it is anonymous. */
  readonly operationName: string;
  /** The name set by `@mcpTool` or the configuration, unchanged. */
  readonly explicitName?: string | undefined;
  readonly place: Place;
}

/** A name, or the reason why there is none. */
export type NameOutcome =
  | { readonly ok: true; readonly name: string }
  | { readonly ok: false; readonly diagnostic: Diagnostic };

/** Longest name, in characters, that every client shows in full after its own prefix. */
export const maxNameLength = 46;

/** Names that clients written in JavaScript find as inherited members of an object. */
const reserved = new Set(['constructor', 'prototype', 'then', ...inheritedNames].map(fold));

/**
 * Names the tools of a catalog, independently of the order of the requests.
 *
 * A name is that of the operation; characters that clients reject are replaced, and a long name is
 * cut and ends in a hash. If clients cannot tell two names apart, both are refused, because renaming
 * one would change a tool that agents know.
 */
export function toolNamesOf(
  requests: readonly NameRequest[],
  prefix = '',
): ReadonlyMap<NameRequest, NameOutcome> {
  const named: readonly Named[] = requests.map((request) => ({
    request,
    name: nameOf(request, prefix),
  }));
  const claims = new Map<string, Named[]>();
  for (const one of named) getOrCreate(claims, fold(one.name), () => []).push(one);
  return new Map(
    named.map(({ request, name }) => {
      const others = (claims.get(fold(name)) ?? []).filter((rival) => rival.request !== request);
      return [request, checkName(request, name, others)];
    }),
  );
}

interface Named {
  readonly request: NameRequest;
  readonly name: string;
}

function checkName(
  { explicitName, place }: NameRequest,
  name: string,
  others: readonly Named[],
): NameOutcome {
  const refuse = (code: CompileCode, message: string): NameOutcome => ({
    ok: false,
    diagnostic: compileDiagnostic(code, message, { place, tool: name }),
  });
  if (explicitName !== undefined && explicitName !== toLegalName(explicitName)) {
    return refuse(
      'TOOL_NAME_INVALID',
      `Some clients reject the tool name ${JSON.stringify(explicitName)}.`,
    );
  }
  if (reserved.has(fold(name))) {
    return refuse(
      'TOOL_NAME_RESERVED',
      `The tool name "${name}" is that of a built-in property, on which some clients fail.`,
    );
  }
  if (others.length === 0) return { ok: true, name };
  return others.some((other) => other.name === name)
    ? refuse(
        'TOOL_NAME_TAKEN',
        `The tool name "${name}" is also the name of ${listRivals(others)}.`,
      )
    : refuse(
        'TOOL_NAME_AMBIGUOUS',
        `Some clients cannot tell the tool name "${name}" from ${listRivals(others)}.`,
      );
}

/** Lists at most three rivals: of a thousand tools with one name, each has all others as rivals. */
function listRivals(others: readonly Named[]): string {
  const sorted = others.toSorted((a, b) => comparePlaces(a.request.place, b.request.place));
  const texts = sorted.map(({ request, name }) => `"${name}" of ${formatPlace(request.place)}`);
  return listTexts(texts, { max: 3 });
}

function nameOf({ operationName, explicitName }: NameRequest, prefix: string): string {
  return explicitName ?? toLegalName(`${prefix}${operationName}`);
}

/** Returns a name that every client accepts: a letter, then letters, digits and underscores, at most 46. */
function toLegalName(name: string): string {
  const characters = name.replaceAll(/[^A-Za-z0-9_]/g, '_');
  const started = /^[A-Za-z]/.test(characters) ? characters : `op${characters}`;
  if (started.length <= maxNameLength) return started;
  return `${started.slice(0, maxNameLength - 7)}_${sha256Hex(name).slice(0, 6)}`;
}

/**
 * Returns the part of a name that every client distinguishes: the name without case. Some clients cut
 * names after 46 or 58 characters or replace separators, which does not change a legal name.
 */
function fold(name: string): string {
  return name.toLowerCase();
}
