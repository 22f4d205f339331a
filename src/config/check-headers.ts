import type { ConfigFinding } from './config-finding.ts';
import type { ConfigPath } from './config-source.ts';
import type { UpstreamOptions } from './options.ts';

/** Headers that belong to one connection (RFC 9110 section 7.6.1), and those that are never sent. */
const neverForwarded = new Set([
  'connection',
  'content-encoding',
  'content-length',
  'content-type',
  'cookie',
  'host',
  'keep-alive',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

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

/** Headers that the gateway sets itself, or that belong to one connection. */
const neverSet =
  /^(connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|expect|content-.*|mcp-.*)$/;

function checkOwn(
  headers: { readonly [name: string]: string },
  at: ConfigPath,
): readonly ConfigFinding[] {
  const seen = new Map<string, string>();
  return Object.keys(headers).flatMap((name): readonly ConfigFinding[] => {
    const header = name.toLowerCase();
    const other = seen.get(header);
    seen.set(header, name);
    if (other !== undefined) return [sameHeader([...at, name], other)];
    return neverSet.test(header) ? [notYours([...at, name])] : [];
  });
}

function sameHeader(path: ConfigPath, other: string): ConfigFinding {
  return {
    code: 'CONFIG_REPEATED_KEY',
    severity: 'error',
    path,
    message: `{} is the same header as "${other}": case makes no difference.`,
    hint: 'Keep one of the two.',
  };
}

function notYours(path: ConfigPath): ConfigFinding {
  return {
    code: 'CONFIG_FORBIDDEN_HEADER',
    severity: 'error',
    path,
    message: '{} cannot be set: it belongs to the connection, or the gateway sets it itself.',
    hint: 'Remove it.',
  };
}

function checkForwarded(
  { forwardHeaders = {} }: UpstreamOptions,
  at: ConfigPath,
  hasTokens: boolean,
): readonly ConfigFinding[] {
  return Object.keys(forwardHeaders).flatMap((name): readonly ConfigFinding[] => {
    const path = [...at, 'forwardHeaders', name];
    const header = name.toLowerCase();
    if (neverForwarded.has(header) || header.startsWith('mcp-')) return [forbidden(path)];
    // with tokens of its own, the gateway's token is what callers send here
    if (header === 'authorization' && hasTokens) return [ownToken(path)];
    return sensitive.has(header) ? [passedOn(path)] : [];
  });
}

function forbidden(path: ConfigPath): ConfigFinding {
  return {
    code: 'CONFIG_FORBIDDEN_HEADER',
    severity: 'error',
    path,
    message: '{} cannot be passed on: it belongs to the connection between client and gateway.',
    hint: 'Remove it; what the API needs can be set under "headers".',
  };
}

function ownToken(path: ConfigPath): ConfigFinding {
  return {
    code: 'CONFIG_FORBIDDEN_HEADER',
    severity: 'error',
    path,
    message: '{} would send the token that opens the gateway ("auth.tokens") to the API.',
    hint: 'Let callers send their token for the API in a header of another name, and map that one.',
  };
}

function passedOn(path: ConfigPath): ConfigFinding {
  return {
    code: 'CONFIG_SENSITIVE_HEADER',
    severity: 'warning',
    path,
    message: "{} passes the caller's credentials on to the API.",
    hint: 'Keep it only if callers sign in to this very API.',
  };
}
