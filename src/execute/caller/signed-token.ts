import { createPrivateKey, createSecretKey } from 'node:crypto';
import type { SignedTokenOptions } from '../../config/model/token-options.ts';
import { literalOf, parseTemplate, type Template } from '../../config/rules/template.ts';
import type { CallContext } from '../../core/call.ts';
import { isJsonObject } from '../../core/json.ts';
import type { Failure } from '../model/failures.ts';
import {
  findValue,
  isPrintable,
  missingValue,
  signInFailure,
  unusableValue,
} from './caller-value.ts';
import { TokenRefused, type IssuedToken } from './token-request.ts';

/** The claims of a token, or why there are none. */
type ClaimsResult =
  | { readonly claims: Readonly<Record<string, unknown>> }
  | { readonly kind: 'refused'; readonly failure: Failure };

export interface TokenSigner {
  claimsOf(context: CallContext): ClaimsResult;
  sign(claims: Readonly<Record<string, unknown>>): Promise<IssuedToken>;
}

/**
 * Creates the signer of tokens with claims of the caller. The options have been checked.
 *
 * | claim               | value                                             |
 * | ------------------- | ------------------------------------------------- |
 * | `iss`, `aud`        | as configured                                     |
 * | `iat`, `exp`        | now, and the end of its lifetime                  |
 * | `sub`               | the subject of the caller, unless configured      |
 * | others              | as configured, with values of the caller in texts |
 */
export function createTokenSigner(options: SignedTokenOptions, now: () => number): TokenSigner {
  const { algorithm, key, keyId, issuer, audience, lifetimeMs = 60_000 } = options;
  const secret = algorithm.startsWith('HS')
    ? createSecretKey(Buffer.from(key))
    : createPrivateKey(key);
  const header = { alg: algorithm, typ: 'JWT', ...(keyId !== undefined && { kid: keyId }) };
  const fixed = {
    ...(issuer !== undefined && { iss: issuer }),
    ...(audience && { aud: audience }),
  };
  const render = compileClaims(options.claims ?? {});
  return {
    claimsOf(context) {
      const { subject } = context.caller;
      if (subject === undefined) return { kind: 'refused', failure: signInFailure() };
      try {
        const claims = render(context) as Readonly<Record<string, unknown>>;
        return { claims: { sub: subject, ...claims, ...fixed } };
      } catch (error) {
        if (error instanceof TokenRefused) return { kind: 'refused', failure: error.failure };
        throw error;
      }
    },
    async sign(claims) {
      // loaded on demand: only APIs with such tokens need it
      const { SignJWT } = await import('jose');
      const iat = Math.floor(now() / 1_000);
      const exp = iat + Math.floor(lifetimeMs / 1_000);
      const payload = { ...claims, iat, exp };
      return {
        token: await new SignJWT(payload).setProtectedHeader(header).sign(secret),
        lifetimeMs,
      };
    },
  };
}

/** Returns a value for a call; throws `TokenRefused` if a value of the caller is missing. */
type Render = (context: CallContext) => unknown;

function compileClaims(value: unknown): Render {
  if (typeof value === 'string') return compileText(parseTemplate(value));
  if (Array.isArray(value)) {
    const items = value.map(compileClaims);
    return (context) => items.map((render) => render(context));
  }
  if (!isJsonObject(value)) return () => value;
  const members = Object.entries(value).map(([name, item]) => [name, compileClaims(item)] as const);
  return (context) =>
    Object.fromEntries(members.map(([name, render]) => [name, render(context)] as const));
}

/** A text that is nothing but one reference keeps the type of the value: a list, a number. */
function compileText(template: Template): Render {
  const literal = literalOf(template);
  if (literal !== undefined) return () => literal;
  if (template.length === 1) return (context) => valueOf(template[0], context);
  return (context) =>
    template
      .map((part) => {
        const value = valueOf(part, context);
        if (isPrintable(value) || typeof part === 'string') return String(value);
        throw new TokenRefused(unusableValue(part, 'is not a text'));
      })
      .join('');
}

function valueOf(part: Template[number] | undefined, context: CallContext): unknown {
  if (typeof part !== 'object') return part;
  const value = findValue(part, context) ?? part.fallback;
  if (value === undefined) throw new TokenRefused(missingValue(part, context));
  return value;
}
