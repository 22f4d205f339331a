import type { ConfigFinding } from './config-finding.ts';
import type { ConfigPath } from './config-source.ts';
import { isForwardable, isSendable } from './header-rules.ts';
import type { UpstreamOptions } from './options.ts';

/** Headers that carry what lets somebody in. */
const sensitive = new Set(['authorization', 'x-api-key', 'x-auth-token', 'api-key']);

/** Checks what is sent to the API as headers, and what of the caller's is passed on. */
export function checkHeaders(
  options: UpstreamOptions,
  at: ConfigPath,
  hasTokens: boolean,
): readonly ConfigFinding[] {
  const { headers = {}, introspection = {} } = options;
  return [
    ...checkOwn(headers, [...at, 'headers']),
    ...checkOwn(introspection.headers ?? {}, [...at, 'introspection', 'headers']),
    ...checkForwarded(options, at, hasTokens),
  ];
}

function checkOwn(
  headers: { readonly [name: string]: string },
  at: ConfigPath,
): readonly ConfigFinding[] {
  const seen = new Map<string, string>();
  return Object.keys(headers).flatMap((name): readonly ConfigFinding[] => {
    const header = name.toLowerCase();
    const other = seen.get(header);
    seen.set(header, name);
    const path = [...at, name];
    if (other !== undefined) return [{ ...faults.repeated(other), path }];
    return isSendable(header) ? [] : [{ ...faults.notYours, path }];
  });
}

function checkForwarded(
  { forwardHeaders = {} }: UpstreamOptions,
  at: ConfigPath,
  hasTokens: boolean,
): readonly ConfigFinding[] {
  return Object.entries(forwardHeaders).flatMap(([name, to]): readonly ConfigFinding[] => {
    const path = [...at, 'forwardHeaders', name];
    const header = name.toLowerCase();
    if (![header, to.toLowerCase()].every(isForwardable)) return [{ ...faults.notForwarded, path }];
    // with tokens of its own, the gateway's token is what callers send here
    if (header === 'authorization' && hasTokens) return [{ ...faults.ownToken, path }];
    return sensitive.has(header) ? [{ ...faults.passedOn, path }] : [];
  });
}

/** What can be wrong with a header. */
const faults = {
  repeated: (other: string) =>
    ({
      code: 'CONFIG_REPEATED_KEY',
      message: `{} is the same header as "${other}": case makes no difference.`,
      hint: 'Keep one of the two.',
    }) as const,
  notYours: {
    code: 'CONFIG_FORBIDDEN_HEADER',
    message: '{} cannot be set: it belongs to the connection, or the gateway sets it itself.',
    hint: 'Remove it.',
  },
  notForwarded: {
    code: 'CONFIG_FORBIDDEN_HEADER',
    message: '{} cannot be passed on: it belongs to the connection between client and gateway.',
    hint: 'Remove it; what the API needs can be set under "headers".',
  },
  ownToken: {
    code: 'CONFIG_FORBIDDEN_HEADER',
    message: '{} would send the token that opens the gateway ("auth.tokens") to the API.',
    hint: 'Let callers send their token for the API in a header of another name, and map that one.',
  },
  passedOn: {
    code: 'CONFIG_SENSITIVE_HEADER',
    message: "{} passes the caller's credentials on to the API.",
    hint: 'Keep it only if callers sign in to this very API.',
  },
} as const;
