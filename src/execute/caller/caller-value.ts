import { carriesCredentials } from '../../config/rules/header-rules.ts';
import type { CallerReference } from '../../config/rules/template.ts';
import { claimAt, type CallContext } from '../../core/call.ts';
import { failure, type Failure } from '../model/failures.ts';

/** Names a value of the caller. */
export type ValueName = Pick<CallerReference, 'from' | 'name'>;

/**
 * Returns a claim of the caller, or a header that may leave the gateway; undefined if it is missing. A
 * header that carries the credentials of an authenticated caller counts as missing.
 */
export function findValue({ from, name }: ValueName, context: CallContext): unknown {
  if (from === 'claim') return claimAt(context.caller, name);
  const header = name.toLowerCase();
  const isSecret = context.caller.subject !== undefined && carriesCredentials(header);
  return isSecret ? undefined : createHeaderReader(context)(header);
}

/** Returns whether a value can be written as text. */
export function isPrintable(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

/** Returns a header of the caller, named in lower case, that may leave the gateway. */
type ReadHeader = (name: string) => string | undefined;

/** Valid header values; anything else is a smuggling attempt or a mistake. */
export const fieldValue = /^[\t\x20-\x7e\x80-\xff]*$/;

/**
 * Creates the reader of a call's headers that may be sent to an API, in a header or a variable.
 *
 * It never returns what opened the gateway: if the caller is authenticated, neither `Authorization`
 * nor any value that contains its credential.
 */
export function createHeaderReader({ headers, caller }: CallContext): ReadHeader {
  const perConnection = listOf(headers.get('connection') ?? '');
  const isAuthenticated = caller.subject !== undefined;
  const credential = isAuthenticated ? credentialOf(headers.get('authorization')) : undefined;
  return function readHeader(name) {
    const value = headers.get(name) ?? undefined;
    if (value === undefined || perConnection.has(name) || !fieldValue.test(value)) return undefined;
    if (isAuthenticated && name === 'authorization') return undefined;
    return credential && value.includes(credential) ? undefined : value;
  };
}

/** The items of a header that is a list, in lower case; an item may have any amount of white space. */
function listOf(value: string): ReadonlySet<string> {
  return new Set(value.split(',').map((item) => item.trim().toLowerCase()));
}

/** Returns the bearer token that opened the gateway; undefined for an anonymous caller. */
export function callerToken({ headers, caller }: CallContext): string | undefined {
  const authorization = headers.get('authorization') ?? '';
  return caller.subject !== undefined && /^bearer /i.test(authorization)
    ? credentialOf(authorization)
    : undefined;
}

/** The secret part of an `Authorization` header, after the scheme. */
function credentialOf(authorization: string | null | undefined): string | undefined {
  return authorization?.replace(/^\S+\s+/, '').trim() || undefined;
}

/**
 * The failure of a call without a value that it requires.
 *
 * | from     | failure                                                       |
 * | -------- | ------------------------------------------------------------- |
 * | `claim`  | `UNAUTHORIZED` for an anonymous caller, otherwise `FORBIDDEN` |
 * | `header` | `UNAUTHORIZED`                                                |
 */
export function missingValue({ from, name }: ValueName, { caller }: CallContext): Failure {
  if (from === 'header') {
    return failure(
      'UNAUTHORIZED',
      `The tool requires the header "${name}", which the client did not send.`,
      {
        advice: `Do not retry; ask the user to set header "${name}" in the configuration of the client.`,
      },
    );
  }
  if (caller.subject === undefined) return signInFailure();
  return failure(
    'FORBIDDEN',
    `The caller's token has no claim "${name}", which the tool requires.`,
  );
}

/** The failure of a call that requires a caller. */
export function signInFailure(): Failure {
  return failure('UNAUTHORIZED', 'The tool requires a signed-in caller.');
}

/** The failure of a call whose value has the wrong type, or characters that cannot be sent. */
export function unusableValue({ from, name }: ValueName, problem: string): Failure {
  return failure('FORBIDDEN', `The ${from} "${name}" ${problem}.`, {
    advice: 'Do not retry; tell the user that the value has to be corrected.',
  });
}
