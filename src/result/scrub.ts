import { isJsonObject, ownMember, type JsonObject, type JsonValue } from '../core/json.ts';
import { plainText } from '../core/text.ts';
import { isUsefulExtension } from './extension-names.ts';
import { cutTraces } from './masking/cut-traces.ts';
import { maskSql } from './masking/mask-sql.ts';
import { maskWords } from './masking/mask-words.ts';

interface ScrubRule {
  readonly pattern: RegExp;
  readonly replacement: string;
}

/** Control sequences of terminals, and other control characters. */
const controls: readonly ScrubRule[] = [
  { pattern: /(?![\t\n\r])\p{Cc}\[[\d;?]{0,20}[A-Za-z]/gu, replacement: '' },
  { pattern: /(?![\t\n\r])\p{Cc}/gu, replacement: ' ' },
];

/**
 * Text that is replaced in every message, before the rules for single words.
 *
 * | text                                           | replacement |
 * | ---------------------------------------------- | ----------- |
 * | private keys and everything after them         | `[secret]`  |
 * | bearer tokens, JSON Web Tokens, keys of known services | `[token]` |
 * | the values of passwords, API keys and cookies  | `[secret]`  |
 * | host names after a failed lookup; IPv6 addresses; `localhost`; internal names | `[address]` |
 */
const rules: readonly ScrubRule[] = [
  { pattern: /-----BEGIN [A-Z\d ]{0,40}PRIVATE KEY[^]*$/, replacement: '[secret]' },
  {
    pattern: /\b((?:set-)?cookie)\s?[:=]\s?[^\s=;:]{1,100}=[^\r\n]+/gi,
    replacement: '$1: [secret]',
  },
  // a word with a digit, or one longer than `authentication`
  { pattern: /\b(bearer|basic|token)\s[\w.~+/=-]{16,}/gi, replacement: '$1 [token]' },
  {
    pattern: /\b(bearer|basic|token)\s[a-z_.~+/=-]{0,15}\d[\w.~+/=-]{2,}/gi,
    replacement: '$1 [token]',
  },
  { pattern: /(?<![\w-])eyJ[\w-]{8,}\.[\w-]+(?:\.[\w-]*)?/g, replacement: '[token]' },
  {
    pattern:
      /(?<![\w-])(?:gh[pousr]_|github_pat_|glpat-|npm_|hf_|SG\.|ya29\.|sk-|shp(?:at|ca|pa|ss)_|lin_api_|xox[a-z]-|AIza|[rsp]k_(?:live|test)_)[\w-]{8,}(?:\.[\w-]+)*/g,
    replacement: '[token]',
  },
  { pattern: /\bA[KS]IA[A-Z\d]{12,}/g, replacement: '[token]' },
  {
    pattern:
      /((?:password|passwd|passphrase|pwd|client[_-]?secret|api[_-]?key|account[_-]?key|access[_-]?key|private[_-]?key|access[_-]?token|refresh[_-]?token|auth[_-]?token|x-amz-signature|x-amz-credential)["']?(?:\s?=\s?|:\s?(?=["'])|:(?=\S)))(?:"[^"\n]*"|'[^'\n]*'|[^\s"'&,;)}\]]+)/gi,
    replacement: '$1[secret]',
  },
  // after a colon and a space, only a single word with a digit is a secret
  {
    pattern:
      /((?:password|passwd|passphrase|pwd|client[_-]?secret|api[_-]?key|account[_-]?key|access[_-]?key|private[_-]?key|access[_-]?token|refresh[_-]?token|auth[_-]?token|x-amz-signature|x-amz-credential)["']?:\s)[^\s\d"'&,;)}\]]{0,40}\d[^\s"'&,;)}\]]{3,}/gi,
    replacement: '$1[secret]',
  },
  // `secret=santa` may be prose: a value of this name is more than letters, or quoted
  {
    pattern:
      /(secret["']?[=:] ?)(?:"[^"\n]*"|'[^'\n]*'|[a-z]{0,40}[^\sa-z"'&,;)}\]][^\s"'&,;)}\]]*)/gi,
    replacement: '$1[secret]',
  },
  {
    pattern: /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|EHOSTUNREACH)\s[\w.:[\]-]+/g,
    replacement: '$1 [address]',
  },
  {
    pattern: /\[(?=[\da-f:]{2,45}\])[\da-f]*:[\da-f:]+\](?::\d+)?|(?<![\w:])::1(?![\w:])/gi,
    replacement: '[address]',
  },
  // unbracketed: eight groups, or fewer with a gap that has a hexadecimal digit on either side
  {
    pattern:
      /(?<![\w:.])(?=[\da-f:]{0,45}\d)(?:(?:[\da-f]{1,4}:){7}[\da-f]{1,4}|(?:[\da-f]{1,4}:){1,6}(?::[\da-f]{1,4}){1,6})(?:%\w{1,20})?(?![\w:])/gi,
    replacement: '[address]',
  },
  {
    pattern:
      /(?<![\w.@/-])(?:localhost(?::\d+)?|[\w-]+(?:\.[\w-]+)*\.(?:local|localdomain|internal|intranet|lan|corp|svc)(?::\d+)?)(?![\w-])/gi,
    replacement: '[address]',
  },
];

/** Length in characters to which messages are cut before anything reads them. */
export const maxRead = 4_000;
const maxMessage = 1_000;

/**
 * Removes secrets, addresses, internals and invisible characters from a message.
 *
 * @param hosts host names of the API, which are removed everywhere.
 */
export function scrubMessage(message: string, hosts: readonly string[] = []): string {
  let scrubbed = message.slice(0, maxRead).toWellFormed();
  for (const { pattern, replacement } of controls) {
    scrubbed = scrubbed.replace(pattern, replacement);
  }
  scrubbed = maskSql(cutTraces(plainText(scrubbed)));
  for (const { pattern, replacement } of rules) scrubbed = scrubbed.replace(pattern, replacement);
  scrubbed = maskWords(scrubbed);
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
  /^(stack.*|trace|backtrace|exception|debug.*|.*stack(?:_?trace)?|source_?error|exception_?message|query_?plan|host|hostname|pod|env|environment|original_?error|inner_?error|inner_?exception|cause|causes|internal.*|sql|query|statement|file|file_?name|line|column_?number|routine|where|position|class|class_?name|request|response|headers|config|http|variables|service_?name|sub_?graph_?name)$/i;

/**
 * Names whose values are always secret. Not `password`: problems with an argument of that name are
 * reported under it.
 */
const secretKey =
  /^(?:client_?secret|secret|token|jwt|(?:x-)?api[_-]?key|access_?token|auth_?token|refresh_?token|private_?key|authorization|(?:set-?)?cookie)$/i;

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
 * Keeps the members of an error's extensions that agents need, or that `named` lists, and scrubs them.
 * Within those that agents need, debugging members are removed at every depth.
 *
 * The result is at most four levels deep, with at most twenty members per object or list.
 */
export function scrubExtensions(
  extensions: object,
  hosts: readonly string[] = [],
  named: readonly string[] = [],
): JsonObject | undefined {
  const scrubbing = { hosts, left: maxValues };
  const useful = scrubObject(extensions, scrubbing, { depth: 1, accepts: isUsefulExtension });
  const rest = scrubObject(extensions, scrubbing, {
    depth: 1,
    accepts: (key) => named.includes(key),
    isNamed: true,
  });
  const kept = Object.fromEntries([...Object.entries(useful), ...Object.entries(rest)]);
  return Object.keys(kept).length > 0 ? kept : undefined;
}

interface Level {
  readonly depth: number;
  /** Whether a member is read, by its name. */
  readonly accepts?: (key: string) => boolean;
  /** Whether the operator asked for the members, so that those for debugging are kept too. */
  readonly isNamed?: boolean;
}

function scrubObject(value: object, scrubbing: Scrubbing, level: Level): JsonObject {
  const { accepts = () => true, isNamed = false, depth } = level;
  const members: [string, JsonValue][] = [];
  // without a list of all members, of which there may be a million
  for (const key in value) {
    if (members.length >= maxMembers) break;
    if (!accepts(key) || (!isNamed && debugKey.test(key))) continue;
    const member = ownMember(value, key);
    const inner = { depth: depth + 1, isNamed };
    const scrubbed = secretKey.test(key) ? '[secret]' : scrubValue(member, scrubbing, inner);
    if (scrubbed === undefined) continue;
    members.push([scrubMessage(key.slice(0, 100), scrubbing.hosts), scrubbed]);
  }
  return Object.fromEntries(members);
}

function scrubValue(value: unknown, scrubbing: Scrubbing, level: Level): JsonValue | undefined {
  scrubbing.left -= 1;
  if (scrubbing.left < 0) return undefined;
  if (typeof value === 'string') return scrubMessage(value, scrubbing.hosts);
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value === 'bigint') return String(value);
  if (typeof value === 'boolean' || value === null) return value;
  if (level.depth > maxDepth) return undefined;
  if (Array.isArray(value)) {
    const inner = { ...level, depth: level.depth + 1 };
    const items = value.slice(0, maxMembers).map((item) => scrubValue(item, scrubbing, inner));
    return items.filter((item) => item !== undefined);
  }
  return isJsonObject(value) ? scrubObject(value, scrubbing, level) : undefined;
}
