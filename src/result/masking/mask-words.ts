/**
 * Masks addresses and paths in a text, word by word.
 *
 * | word                                              | replacement |
 * | ------------------------------------------------- | ----------- |
 * | a URL, unless it is `http(s)` with a public name  | `[address]` |
 * | an IPv4 address; not after `version` or `section` | `[address]` |
 * | a host name with a port, or of a database, cache or cloud | `[address]` |
 * | a file URL; an absolute path of a usual root; a file of code or configuration in a folder | `[path]` |
 * | letters and digits after `key`, `token`, `secret` | `[token]`   |
 *
 * Each word is read once by each pattern, and each pattern is anchored, so the time is linear.
 */
export function maskWords(text: string): string {
  const before: string[] = [];
  return text.replaceAll(/[^\s"'`<>(),;|]+/g, (word) => {
    const masked = maskWord(word, before);
    before.push(word);
    if (before.length > 3) before.shift();
    return masked;
  });
}

function maskWord(word: string, before: readonly string[]): string {
  const [start, end] = coreOf(word);
  const core = word.slice(start, end);
  if (core.includes('://')) return word.slice(0, start) + maskUrl(core) + word.slice(end);
  const parts = isOpaque(core) ? [core] : core.split('=');
  const masked = parts.map((part) => maskOf(part, before) ?? part).join('=');
  return word.slice(0, start) + masked + word.slice(end);
}

/** The ends of a word without the punctuation around it. */
function coreOf(word: string): readonly [start: number, end: number] {
  let start = 0;
  let end = word.length;
  while (start < end && '[{*'.includes(word.charAt(start))) start += 1;
  while (end > start && '.:!?]}*'.includes(word.charAt(end - 1))) end -= 1;
  return [start, end];
}

/** Schemes whose addresses with a public host name are links for people. */
const linkSchemes: ReadonlySet<string> = new Set(['http', 'https']);

function maskUrl(word: string): string {
  const colon = word.indexOf('://');
  let start = colon;
  while (start > 0 && /[A-Za-z\d+.-]/.test(word.charAt(start - 1))) start -= 1;
  const scheme = word.slice(start, colon).toLowerCase();
  if (scheme === 'file') return `${word.slice(0, start)}[path]`;
  const authority = word.slice(colon + 3).split(/[/?#\\]/, 1)[0] ?? '';
  const isLink = linkSchemes.has(scheme) && isPublic(authority, scheme);
  return isLink ? word : `${word.slice(0, start)}[address]`;
}

/** Whether an authority is a public host name. A port is usual only in links with https. */
function isPublic(authority: string, scheme: string): boolean {
  const [, host = '', port] = /^([\w.-]+)(:\d+)?$/.exec(authority) ?? [];
  if (port !== undefined && scheme !== 'https') return false;
  const labels = host.split('.');
  const top = labels.at(-1) ?? '';
  return labels.length > 1 && /^[A-Za-z-]{2,}$/.test(top) && !isInternal(host);
}

const internalTops: ReadonlySet<string> = new Set(
  'local localdomain internal intranet lan corp home svc test invalid'.split(' '),
);

/** First labels of machines that only a server talks to. */
const machine =
  /^(?:db|database|pg|postgres|postgresql|mysql|mariadb|mssql|mongo|mongodb|redis|cache|memcached|kafka|rabbitmq|amqp|nats|elastic|elasticsearch|opensearch|vault|consul|etcd)(?:$|[\d_-])/i;

/** Domains of clouds under which databases, caches and machines have their names. */
const cloud =
  /\.(?:(?:rds|cache|compute|elb|es|docdb|internal)\.amazonaws\.com|(?:[a-z]{2}-[a-z]+-\d\.)amazonaws\.com|(?:database|redis\.cache|documents|servicebus|core)\.windows\.net|mongodb\.net|cloudapp\.net)$/i;

function isInternal(host: string): boolean {
  const top = host.slice(host.lastIndexOf('.') + 1).toLowerCase();
  return internalTops.has(top) || cloud.test(host.slice(-200)) || /^[\d.]+$/.test(host);
}

function maskOf(word: string, before: readonly string[]): string | undefined {
  if (isPath(word)) return '[path]';
  if (isAddress(word, before)) return '[address]';
  return isOpaque(word) && before.some((each) => credential.test(each.slice(-40)))
    ? '[token]'
    : undefined;
}

const credential = /(?:key|token|secret|credential|password|signature)s?[:=]?$/i;

/** Whether a word looks random: twenty characters or more, of upper case, lower case and digits. */
function isOpaque(word: string): boolean {
  return (
    /^[\w+/=~-]{20,}$/.test(word) && /[a-z]/.test(word) && /[A-Z]/.test(word) && /\d/.test(word)
  );
}

/** Words before numbers with three dots that are no addresses. */
const numbered = /^(?:version|ver\.?|v|release|build|section|chapter|clause|step)$/i;

function isAddress(word: string, before: readonly string[]): boolean {
  // with the name of a member in front: `host:10.0.0.1`
  const value = word.replace(/^[A-Za-z_]{1,20}:(?=\d{1,3}\.)/, '');
  if (/^(?:\d{1,3}\.){3}\d{1,3}(?:[:/].*)?$/.test(value)) {
    return !numbered.test(before.at(-1)?.slice(0, 10) ?? '') || /[:/]/.test(value);
  }
  const host = value.split(/[:/]/, 1)[0] ?? '';
  const port = /^:\d{2,5}(?:\/|$)/.test(value.slice(host.length));
  const isName = /^[\w.-]+$/.test(host) && /[A-Za-z]$/.test(host);
  const labels = host.split('.');
  if (machine.test(labels[0] ?? '')) return port || (isName && labels.length > 2);
  return isName && labels.length > 1 && (port || cloud.test(host.slice(-200)));
}

/** Folders at the root of servers and of personal computers. */
const roots: ReadonlySet<string> = new Set(
  'app bin boot build code config data dev etc home lib Library media mnt nix opt private proc root run sbin snap srv src storage sys tmp usr Users var Volumes workspace www'.split(
    ' ',
  ),
);

/** Extensions of code, configuration and keys. */
const serverFile =
  /\.(?:js|mjs|cjs|ts|mts|cts|jsx|tsx|py|rb|go|java|kt|cs|php|rs|ex|exs|scala|sql|pl|pm|ya?ml|toml|ini|conf|cfg|env|properties|lock|log|sqlite3?|db|pem|key|crt)(?::\d{1,7}){0,2}$/;

function isPath(word: string): boolean {
  if (/^(?:\w{1,20}:)?\\\\[\w.$-]+\\/.test(word) || /^[A-Za-z]:[\\/]/.test(word)) return true;
  if (/^~[\w-]*\//.test(word)) return true;
  const hasFile = serverFile.test(word.slice(-200));
  // a file of code needs no folder if a line follows
  if (!word.includes('/')) return hasFile && /:\d{1,7}$/.test(word.slice(-8));
  if (hasFile) return true;
  const [empty, root = '', ...rest] = word.split('/');
  // a JSON Pointer has indices or JSON:API's names
  const isPointer = root === 'data' && rest.some((each) => pointerStep.test(each));
  return empty === '' && roots.has(root) && rest.some((each) => each !== '') && !isPointer;
}

const pointerStep = /^(?:\d+|attributes|relationships)$/;
