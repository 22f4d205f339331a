import { isJsonObject, ownMember, type JsonObject, type JsonValue } from '../core/json.ts';

/** Replaces everything in a text that a rule finds. */
interface ScrubRule {
  readonly finds: RegExp;
  readonly leaves: string;
}

/**
 * What never leaves the gateway in a message, whoever wrote it there.
 *
 * | rule                                          | leaves      |
 * | --------------------------------------------- | ----------- |
 * | a stack trace and all that follows            | nothing     |
 * | an SQL statement put before the message       | nothing     |
 * | bearer tokens and JSON Web Tokens             | `[token]`   |
 * | private keys, and all that follows            | `[secret]`  |
 * | keys of GitHub, AWS, Slack, Google and Stripe | `[token]`   |
 * | the values of passwords, secrets, API keys and cookies | `[secret]` |
 * | addresses with a port, user or internal name; IP addresses; `localhost` | `[address]` |
 * | names behind a failed look-up                 | `[address]` |
 * | paths of files, and of shares of the network  | `[path]`    |
 * | control characters, and those that turn the direction of text | a space; nothing |
 *
 * Addresses of public documentation stay: `https://shopify.dev/api/usage/rate-limits` helps.
 */
const rules: readonly ScrubRule[] = [
  { finds: /[\u202A-\u202E\u2066-\u2069]/g, leaves: '' },
  // the control sequences of terminals go whole
  { finds: /(?![\t\n\r])\p{Cc}\[[\d;?]{0,20}[A-Za-z]/gu, leaves: '' },
  { finds: /(?![\t\n\r])\p{Cc}/gu, leaves: ' ' },
  { finds: /\n[ \t]*at [^]*$/, leaves: '' },
  { finds: / at (?:async )?[\w$.<>]{1,100} \([^()\n]{1,200}:\d+:\d+\)[^]*$/, leaves: '' },
  { finds: /(?:Traceback \(most recent call last\)|File "[^"\n]*", line \d)[^]*$/, leaves: '' },
  {
    finds:
      /^\s*(?:select\b[^]*?\bfrom|insert into|update\b[^]*?\bset|delete from)\b[^]*? - (?=\S)/i,
    leaves: '',
  },
  { finds: /-----BEGIN [A-Z\d ]{0,40}PRIVATE KEY[^]*$/, leaves: '[secret]' },
  { finds: /\b((?:set-)?cookie)\s?[:=]\s?[^\s=;]{1,100}=[^\r\n]+/gi, leaves: '$1: [secret]' },
  { finds: /\b(bearer|basic|token)\s+[\w.~+/=-]{12,}/gi, leaves: '$1 [token]' },
  { finds: /\beyJ[\w-]{8,}\.[\w-]+(?:\.[\w-]*)?/g, leaves: '[token]' },
  {
    finds:
      /\b(?:gh[pousr]_\w{16,}|github_pat_\w{16,}|A[KS]IA[A-Z\d]{12,}|xox[a-z]-[\w-]{8,}|AIza[\w-]{20,}|[rs]k_(?:live|test)_\w{8,})/g,
    leaves: '[token]',
  },
  // behind a colon and a space stands a sentence, unless it is one word with a digit, or quoted
  {
    finds:
      /((?:password|passwd|passphrase|pwd|secret|api[_-]?key|access[_-]?key|access[_-]?token|auth[_-]?token)["']?(?:\s?=\s?|:\s?(?=["'])|:(?=\S)|:\s(?=\S{6})(?=[^\s\d]{0,100}\d)))(?:"[^"\n]*"|'[^'\n]*'|[^\s"'&,;)}\]]+)/gi,
    leaves: '$1[secret]',
  },
  {
    finds:
      /\b[a-z][a-z\d+.-]{0,20}:\/\/(?:[^\s"'<>/]*@[^\s"'<>]*|(?:localhost|\[[^\]]*\]|[\d.]+|[\w-]+|[\w.-]+\.(?:local|localdomain|internal|intranet|lan|corp|home|svc|test|invalid))(?::\d+)?(?=[/\s"'<>),]|$)[^\s"'<>]*|[\w.-]+:\d+[^\s"'<>]*)/gi,
    leaves: '[address]',
  },
  {
    finds: /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|EHOSTUNREACH)\s+[\w.:[\]-]+/g,
    leaves: '$1 [address]',
  },
  { finds: /(?<![\w.])(?:\d{1,3}\.){3}\d{1,3}(?::\d+)?(?![\w.]*\w)/g, leaves: '[address]' },
  {
    finds: /\[(?=[\da-f:]{2,45}\])[\da-f]*:[\da-f:]+\](?::\d+)?|(?<![\w:])::1(?![\w:])/gi,
    leaves: '[address]',
  },
  // unbracketed: eight groups, or fewer with a gap that has a hexadecimal digit on either side
  {
    finds:
      /(?<![\w:.])(?=[\da-f:]*\d)(?:(?:[\da-f]{1,4}:){7}[\da-f]{1,4}|(?:[\da-f]{1,4}:){1,6}(?::[\da-f]{1,4}){1,6})(?:%\w{1,20})?(?![\w:])/gi,
    leaves: '[address]',
  },
  {
    finds:
      /(?<![\w.@-])(?:localhost(?::\d+)?|[\w-]+(?:\.[\w-]+)*\.(?:local|localdomain|internal|intranet|lan|corp|svc)(?::\d+)?)(?![\w-])/gi,
    leaves: '[address]',
  },
  { finds: /\bfile:\/\/[^\s"'<>)]+/gi, leaves: '[path]' },
  { finds: /(?<![\w\\])\\\\[\w.$-]+\\[^\s"'<>)]+/g, leaves: '[path]' },
  { finds: /\b[A-Za-z]:\\[^\s"'<>)]+/g, leaves: '[path]' },
  {
    finds:
      /(?<![\w/:.])\/(?:app|bin|build|code|etc|home|lib|mnt|opt|private|proc|root|run|srv|src|tmp|usr|Users|var|workspace|www)\/[^\s"'<>),:]+(?::\d+){0,2}/g,
    leaves: '[path]',
  },
  {
    finds:
      /(?<![\w/:.])(?:\.{0,2}\/)?(?:[\w@.+-]+\/)+[\w@.+-]+\.(?:js|mjs|cjs|ts|tsx|py|rb|go|java|kt|cs|php|rs|ex|exs|scala|sql)(?::\d+){0,2}\b/g,
    leaves: '[path]',
  },
];

/** Longest message that is read at all; a stack trace may be megabytes. */
const maxRead = 10_000;
const maxMessage = 1_000;

/**
 * Takes out of a message what an agent has no use for and an outsider must not see.
 *
 * @param hosts host names of the API, which go wherever they stand.
 */
export function scrubMessage(message: string, hosts: readonly string[] = []): string {
  let scrubbed = message.slice(0, maxRead).toWellFormed();
  for (const { finds, leaves } of rules) scrubbed = scrubbed.replace(finds, leaves);
  for (const host of hosts) {
    scrubbed = scrubbed.replaceAll(new RegExp(host.replaceAll(/\W/g, '\\$&'), 'gi'), '[address]');
  }
  scrubbed = scrubbed.trim();
  if (scrubbed.length <= maxMessage) return scrubbed;
  // a cut through a pair leaves half a character
  return `${scrubbed
    .slice(0, maxMessage - 1)
    .toWellFormed()
    .replace(/\uFFFD$/, '')}…`;
}

/**
 * Members of `extensions` that are for developers of the API: stack traces, queries, file names,
 * the requests behind an error with their headers, and the insides of the server.
 */
const debugKey =
  /^(stack.*|trace|backtrace|exception|debug.*|original_?error|inner_?error|inner_?exception|cause|causes|internal.*|sql|query|statement|file|file_?name|line|column_?number|routine|where|position|class|class_?name|request|response|headers|config|http|variables|service_?name|sub_?graph_?name)$/i;

/**
 * Members whose values are for nobody, which the values alone would not tell. Not `password`: what is
 * wrong with an argument of that name stands under it.
 */
const secretKey =
  /^(?:client_?secret|(?:x-)?api[_-]?key|access_?token|auth_?token|refresh_?token|private_?key|authorization|(?:set-?)?cookie)$/i;

const maxDepth = 4;
const maxMembers = 20;
/** Values of one error's extensions that are looked at. */
const maxValues = 200;

/** What scrubbing needs on its way, and how many values it may still look at. */
interface Scrubbing {
  readonly hosts: readonly string[];
  left: number;
}

/**
 * Takes debugging members out of an error's extensions, at every depth, and scrubs what stays.
 *
 * What is left is small: objects and lists of at most twenty members, four levels deep.
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
  // no list of all members is made: there may be a million
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
