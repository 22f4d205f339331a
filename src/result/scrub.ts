import { isJsonObject, ownMember, type JsonObject, type JsonValue } from '../core/json.ts';

interface ScrubRule {
  readonly pattern: RegExp;
  readonly replacement: string;
}

/**
 * Text that is removed from every message.
 *
 * | text                                          | replacement |
 * | --------------------------------------------- | ----------- |
 * | a stack trace and everything after it         | nothing     |
 * | an SQL statement in front of the message      | nothing     |
 * | bearer tokens and JSON Web Tokens             | `[token]`   |
 * | private keys and everything after them        | `[secret]`  |
 * | keys of GitHub, AWS, Slack, Google and Stripe | `[token]`   |
 * | the values of passwords, secrets, API keys and cookies | `[secret]` |
 * | addresses with a port, user or internal name; IP addresses; `localhost` | `[address]` |
 * | host names after a failed lookup              | `[address]` |
 * | file paths and network shares                 | `[path]`    |
 * | control characters; bidirectional controls    | a space; nothing |
 *
 * URLs of public documentation are kept: `https://shopify.dev/api/usage/rate-limits` helps.
 */
const rules: readonly ScrubRule[] = [
  { pattern: /[\u202A-\u202E\u2066-\u2069]/g, replacement: '' },
  // complete control sequences of terminals
  { pattern: /(?![\t\n\r])\p{Cc}\[[\d;?]{0,20}[A-Za-z]/gu, replacement: '' },
  { pattern: /(?![\t\n\r])\p{Cc}/gu, replacement: ' ' },
  { pattern: /\n[ \t]*at [^]*$/, replacement: '' },
  { pattern: / at (?:async )?[\w$.<>]{1,100} \([^()\n]{1,200}:\d+:\d+\)[^]*$/, replacement: '' },
  {
    pattern: /(?:Traceback \(most recent call last\)|File "[^"\n]*", line \d)[^]*$/,
    replacement: '',
  },
  {
    pattern:
      /^\s*(?:select\b[^]*?\bfrom|insert into|update\b[^]*?\bset|delete from)\b[^]*? - (?=\S)/i,
    replacement: '',
  },
  { pattern: /-----BEGIN [A-Z\d ]{0,40}PRIVATE KEY[^]*$/, replacement: '[secret]' },
  {
    pattern: /\b((?:set-)?cookie)\s?[:=]\s?[^\s=;]{1,100}=[^\r\n]+/gi,
    replacement: '$1: [secret]',
  },
  { pattern: /\b(bearer|basic|token)\s+[\w.~+/=-]{12,}/gi, replacement: '$1 [token]' },
  { pattern: /\beyJ[\w-]{8,}\.[\w-]+(?:\.[\w-]*)?/g, replacement: '[token]' },
  {
    pattern:
      /\b(?:gh[pousr]_\w{16,}|github_pat_\w{16,}|A[KS]IA[A-Z\d]{12,}|xox[a-z]-[\w-]{8,}|AIza[\w-]{20,}|[rs]k_(?:live|test)_\w{8,})/g,
    replacement: '[token]',
  },
  // after a colon and a space, only a quoted value or a single word with a digit is a secret
  {
    pattern:
      /((?:password|passwd|passphrase|pwd|secret|api[_-]?key|access[_-]?key|access[_-]?token|auth[_-]?token)["']?(?:\s?=\s?|:\s?(?=["'])|:(?=\S)|:\s(?=\S{6})(?=[^\s\d]{0,100}\d)))(?:"[^"\n]*"|'[^'\n]*'|[^\s"'&,;)}\]]+)/gi,
    replacement: '$1[secret]',
  },
  {
    pattern:
      /\b[a-z][a-z\d+.-]{0,20}:\/\/(?:[^\s"'<>/]*@[^\s"'<>]*|(?:localhost|\[[^\]]*\]|[\d.]+|[\w-]+|[\w.-]+\.(?:local|localdomain|internal|intranet|lan|corp|home|svc|test|invalid))(?::\d+)?(?=[/\s"'<>),]|$)[^\s"'<>]*|[\w.-]+:\d+[^\s"'<>]*)/gi,
    replacement: '[address]',
  },
  {
    pattern:
      /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|EHOSTUNREACH)\s+[\w.:[\]-]+/g,
    replacement: '$1 [address]',
  },
  { pattern: /(?<![\w.])(?:\d{1,3}\.){3}\d{1,3}(?::\d+)?(?![\w.]*\w)/g, replacement: '[address]' },
  {
    pattern: /\[(?=[\da-f:]{2,45}\])[\da-f]*:[\da-f:]+\](?::\d+)?|(?<![\w:])::1(?![\w:])/gi,
    replacement: '[address]',
  },
  // unbracketed: eight groups, or fewer with a gap that has a hexadecimal digit on either side
  {
    pattern:
      /(?<![\w:.])(?=[\da-f:]*\d)(?:(?:[\da-f]{1,4}:){7}[\da-f]{1,4}|(?:[\da-f]{1,4}:){1,6}(?::[\da-f]{1,4}){1,6})(?:%\w{1,20})?(?![\w:])/gi,
    replacement: '[address]',
  },
  {
    pattern:
      /(?<![\w.@-])(?:localhost(?::\d+)?|[\w-]+(?:\.[\w-]+)*\.(?:local|localdomain|internal|intranet|lan|corp|svc)(?::\d+)?)(?![\w-])/gi,
    replacement: '[address]',
  },
  { pattern: /\bfile:\/\/[^\s"'<>)]+/gi, replacement: '[path]' },
  { pattern: /(?<![\w\\])\\\\[\w.$-]+\\[^\s"'<>)]+/g, replacement: '[path]' },
  { pattern: /\b[A-Za-z]:\\[^\s"'<>)]+/g, replacement: '[path]' },
  {
    pattern:
      /(?<![\w/:.])\/(?:app|bin|build|code|etc|home|lib|mnt|opt|private|proc|root|run|srv|src|tmp|usr|Users|var|workspace|www)\/[^\s"'<>),:]+(?::\d+){0,2}/g,
    replacement: '[path]',
  },
  {
    pattern:
      /(?<![\w/:.])(?:\.{0,2}\/)?(?:[\w@.+-]+\/)+[\w@.+-]+\.(?:js|mjs|cjs|ts|tsx|py|rb|go|java|kt|cs|php|rs|ex|exs|scala|sql)(?::\d+){0,2}\b/g,
    replacement: '[path]',
  },
];

/** Length in characters to which messages are cut before scrubbing. */
const maxRead = 10_000;
const maxMessage = 1_000;

/**
 * Removes secrets, addresses and internals from a message.
 *
 * @param hosts host names of the API, which are removed everywhere.
 */
export function scrubMessage(message: string, hosts: readonly string[] = []): string {
  let scrubbed = message.slice(0, maxRead).toWellFormed();
  for (const { pattern, replacement } of rules) scrubbed = scrubbed.replace(pattern, replacement);
  for (const host of hosts) {
    scrubbed = scrubbed.replaceAll(new RegExp(host.replaceAll(/\W/g, '\\$&'), 'gi'), '[address]');
  }
  scrubbed = scrubbed.trim();
  if (scrubbed.length <= maxMessage) return scrubbed;
  // the cut may split a surrogate pair
  return `${scrubbed
    .slice(0, maxMessage - 1)
    .toWellFormed()
    .replace(/\uFFFD$/, '')}…`;
}

/**
 * Names of extensions for developers of the API: stack traces, queries, file names, requests with
 * their headers, and internals of the server.
 */
const debugKey =
  /^(stack.*|trace|backtrace|exception|debug.*|original_?error|inner_?error|inner_?exception|cause|causes|internal.*|sql|query|statement|file|file_?name|line|column_?number|routine|where|position|class|class_?name|request|response|headers|config|http|variables|service_?name|sub_?graph_?name)$/i;

/**
 * Names whose values are always secret. Not `password`: problems with an argument of that name are
 * reported under it.
 */
const secretKey =
  /^(?:client_?secret|(?:x-)?api[_-]?key|access_?token|auth_?token|refresh_?token|private_?key|authorization|(?:set-?)?cookie)$/i;

const maxDepth = 4;
const maxMembers = 20;
/** Largest number of values read from one error's extensions. */
const maxValues = 200;

interface Scrubbing {
  readonly hosts: readonly string[];
  /** Number of values that may still be read. */
  left: number;
}

/**
 * Removes debugging members from an error's extensions, at every depth, and scrubs the others.
 *
 * The result is at most four levels deep, with at most twenty members per object or list.
 */
export function scrubExtensions(
  extensions: object,
  hosts: readonly string[] = [],
): JsonObject | undefined {
  const kept = scrubObject(extensions, { hosts, left: maxValues }, 1);
  return Object.keys(kept).length > 0 ? kept : undefined;
}

function scrubObject(value: object, scrubbing: Scrubbing, depth: number): JsonObject {
  const members: [string, JsonValue][] = [];
  // without a list of all members, of which there may be a million
  for (const key in value) {
    if (members.length >= maxMembers) break;
    if (debugKey.test(key)) continue;
    const member = ownMember(value, key);
    const scrubbed = secretKey.test(key) ? '[secret]' : scrubValue(member, scrubbing, depth);
    if (scrubbed === undefined) continue;
    members.push([scrubMessage(key.slice(0, 100), scrubbing.hosts), scrubbed]);
  }
  return Object.fromEntries(members);
}

function scrubValue(value: unknown, scrubbing: Scrubbing, depth: number): JsonValue | undefined {
  scrubbing.left -= 1;
  if (scrubbing.left < 0) return undefined;
  if (typeof value === 'string') return scrubMessage(value, scrubbing.hosts);
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value === 'bigint') return String(value);
  if (typeof value === 'boolean' || value === null) return value;
  if (depth >= maxDepth) return undefined;
  if (Array.isArray(value)) {
    const items = value.slice(0, maxMembers).map((item) => scrubValue(item, scrubbing, depth + 1));
    return items.filter((item) => item !== undefined);
  }
  return isJsonObject(value) ? scrubObject(value, scrubbing, depth + 1) : undefined;
}
