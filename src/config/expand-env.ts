import type { Diagnostic } from '../core/diagnostic.ts';
import { isJsonObject } from '../core/json.ts';
import { severityOf } from './config-codes.ts';
import type { ConfigFinding } from './config-finding.ts';
import { pointerOf, type ConfigPath, type ConfigSource } from './config-source.ts';

/** Environment variables, by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** A configuration whose texts are final, and what was found on the way. */
export interface ExpandedConfig {
  readonly source: ConfigSource;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Replaces references to environment variables in every text of a configuration.
 *
 * | written                 | becomes                                                   |
 * | ----------------------- | --------------------------------------------------------- |
 * | `${env:NAME}`           | the variable; an error when it is not set                 |
 * | `${env:NAME:-fallback}` | the variable, or `fallback` when it is not set or empty   |
 * | `$${env:NAME}`          | the text `${env:NAME}`                                    |
 * | `${env:NAME`, or a reference inside of one | nothing: an error                      |
 *
 * A variable in a header that is empty without a fallback is a warning.
 * Values of variables are never looked into, and never part of a message.
 */
export function expandEnv(source: ConfigSource, env: Environment): ExpandedConfig {
  const diagnostics: Diagnostic[] = [];
  const expanded = new Set<string>();

  function expand(value: unknown, path: ConfigPath): unknown {
    if (typeof value === 'string') return expandText(value, path);
    if (Array.isArray(value)) return value.map((item, index) => expand(item, [...path, index]));
    if (!isJsonObject(value)) return value;
    const entries = Object.entries(value);
    return Object.fromEntries(entries.map(([key, item]) => [key, expand(item, [...path, key])]));
  }

  function expandText(text: string, path: ConfigPath): string {
    const report = (finding: Finding) => {
      const { place } = source.locate(path, 'value');
      diagnostics.push({ ...finding, severity: severityOf(finding.code), ...(place && { place }) });
    };
    if (unclosed.test(text)) {
      report(notClosed);
      return text;
    }
    return text.replaceAll(reference, (written: string, escaped, inside: string) => {
      if (escaped === '$') return written.slice(1);
      const resolved = resolveReference(written, inside, env);
      if (resolved === '' && !inside.includes(':-') && isHeader(path)) report(emptyHeader(inside));
      if (typeof resolved === 'object') {
        report(resolved);
        return written;
      }
      expanded.add(pointerOf(path));
      return resolved;
    });
  }

  const value = expand(source.value, []);
  const isHidden = (path: ConfigPath) => expanded.has(pointerOf(path)) || source.isHidden(path);
  const isText = (path: ConfigPath) => isHidden(path) || source.isText(path);
  return { source: { ...source, value, isText, isHidden }, diagnostics };
}

/** A dollar sign and braces, with what is between them; a second dollar sign before escapes. */
const reference = /(\$?)\$\{([^{}]*)\}/g;

/** A reference without its end, or with another brace before it. */
const unclosed = /(?<!\$)\$\{env:[^{}]*(?:\{|$)/;

type Finding = Pick<ConfigFinding, 'code' | 'message' | 'hint'>;

const notClosed: Finding = {
  code: 'CONFIG_ENV_SYNTAX',
  message: 'A reference to an environment variable has no end, or has a brace inside.',
  hint: 'Write ${env:NAME} or ${env:NAME:-fallback}; a fallback has no braces.',
};

function resolveReference(written: string, inside: string, env: Environment): string | Finding {
  const match = /^env:([A-Za-z_][A-Za-z0-9_]*)(?::-([\s\S]*))?$/.exec(inside);
  if (!match) return notAReference(written, inside);
  const [, name = '', fallback] = match;
  const value = Object.hasOwn(env, name) ? env[name] : undefined;
  if (fallback !== undefined) return value || fallback;
  return (
    value ?? {
      code: 'CONFIG_ENV_MISSING',
      message: `The environment variable ${name} is not set.`,
      hint: `Set it, or write a fallback: \${env:${name}:-value}.`,
    }
  );
}

/** `headers.x`, `introspection.headers.x`, and the same below `upstreams.y`. */
function isHeader(path: ConfigPath): boolean {
  const own = path[0] === 'upstreams' ? path.slice(2) : path;
  const [first, ...rest] = own[0] === 'introspection' ? own.slice(1) : own;
  return first === 'headers' && rest.length === 1;
}

/** A variable that is set to nothing is most often a secret that somebody forgot to fill in. */
function emptyHeader(inside: string): Finding {
  const name = inside.slice('env:'.length);
  return {
    code: 'CONFIG_ENV_EMPTY',
    message: `The environment variable ${name} is empty, and a header is made of it.`,
    hint: `An API that wants the header refuses every call: set ${name}, or write \${env:${name}:-} if it may be empty.`,
  };
}

/** Other programs write `${NAME}`; sent as it stands, it would be a very wrong password. */
function notAReference(written: string, inside: string): Finding {
  const name = /[A-Za-z_][A-Za-z0-9_]*$/.exec(inside)?.[0] ?? 'NAME';
  return {
    code: 'CONFIG_ENV_SYNTAX',
    message: `${written} is not a reference to an environment variable.`,
    hint: `Write \${env:${name}}, or $${written} for the text itself.`,
  };
}
