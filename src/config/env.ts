import type { Diagnostic } from '../core/diagnostic.ts';
import { isJsonObject } from '../core/json.ts';
import { toJsonPointer, type JsonPath } from '../core/paths.ts';
import { configDiagnostic, type ConfigCode } from './codes.ts';
import type { ConfigSource } from './source.ts';

/** Environment variables as `process.env` has them. */
export type ProcessEnv = Readonly<Record<string, string | undefined>>;

/** A configuration without references to the environment. */
export interface ExpandedConfig {
  readonly source: ConfigSource;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Replaces references to environment variables in every text of a configuration.
 *
 * | written                 | becomes                                                |
 * | ----------------------- | ------------------------------------------------------ |
 * | `${env:NAME}`           | the variable; an error if it is not set                |
 * | `${env:NAME:-fallback}` | the variable, or `fallback` if it is not set or empty  |
 * | `$${env:NAME}`          | the text `${env:NAME}`                                 |
 * | `${env:NAME`, or a reference inside another | an error                           |
 *
 * An empty variable in a header, without a fallback, is a warning. Values of variables are not
 * expanded again, and never part of a message.
 */
export function expandEnvironment(source: ConfigSource, env: ProcessEnv): ExpandedConfig {
  const diagnostics: Diagnostic[] = [];
  const expanded = new Set<string>();

  function expand(value: unknown, path: JsonPath): unknown {
    if (typeof value === 'string') return expandText(value, path);
    if (Array.isArray(value)) return value.map((item, index) => expand(item, [...path, index]));
    if (!isJsonObject(value)) return value;
    const entries = Object.entries(value);
    return Object.fromEntries(entries.map(([key, item]) => [key, expand(item, [...path, key])]));
  }

  function expandText(text: string, path: JsonPath): string {
    const report = ({ code, message, hint }: ReferenceFault) => {
      const { place } = source.locate(path, 'value');
      diagnostics.push(configDiagnostic(code, message, { hint, place }));
    };
    if (unclosed.test(text)) {
      report(notClosed);
      return text;
    }
    return text.replaceAll(reference, (written: string, escape, content: string) => {
      if (escape === '$') return written.slice(1);
      const value = resolveReference(written, content, env);
      if (typeof value === 'object') {
        report(value);
        return written;
      }
      if (value === '' && !content.includes(':-') && isHeader(path)) report(emptyHeader(content));
      expanded.add(toJsonPointer(path));
      return value;
    });
  }

  const value = expand(source.value, []);
  const isHidden = (path: JsonPath) => expanded.has(toJsonPointer(path)) || source.isHidden(path);
  const isText = (path: JsonPath) => isHidden(path) || source.isText(path);
  return { source: { ...source, value, isText, isHidden }, diagnostics };
}

/** Matches a dollar sign and braces, with their content; a second dollar sign escapes. */
const reference = /(\$?)\$\{([^{}]*)\}/g;

/** Matches a reference that does not end, or contains a brace. */
const unclosed = /(?<!\$)\$\{env:[^{}]*(?:\{|$)/;

interface ReferenceFault {
  readonly code: ConfigCode;
  readonly message: string;
  readonly hint?: string;
}

const notClosed: ReferenceFault = {
  code: 'CONFIG_ENV_SYNTAX',
  message: 'A reference to an environment variable is not closed, or contains a brace.',
};

function resolveReference(
  written: string,
  content: string,
  env: ProcessEnv,
): string | ReferenceFault {
  const match = /^env:([A-Za-z_][A-Za-z0-9_]*)(?::-([\s\S]*))?$/.exec(content);
  if (!match) return notAReference(written, content);
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

/** Other programs write `${NAME}`; sent unchanged, it would be a wrong password. */
function notAReference(written: string, content: string): ReferenceFault {
  const last = content
    .split(/[^A-Za-z0-9_]/)
    .at(-1)
    ?.replace(/^\d+/, '');
  const name = last === undefined || last === '' ? 'NAME' : last;
  return {
    code: 'CONFIG_ENV_SYNTAX',
    message: `${written} is not a reference to an environment variable.`,
    hint: `Write \${env:${name}}, or $${written} for the text itself.`,
  };
}

/** An empty variable is usually a secret that was not filled in. */
function emptyHeader(content: string): ReferenceFault {
  const name = content.slice('env:'.length);
  return {
    code: 'CONFIG_ENV_EMPTY',
    message: `The environment variable ${name}, which a header contains, is empty.`,
    hint: `Set ${name}, or write \${env:${name}:-} if it may be empty.`,
  };
}

/** Matches `headers.x`, `introspection.headers.x`, and the same below `upstreams.y`. */
function isHeader(path: JsonPath): boolean {
  const inUpstream = path[0] === 'upstreams' ? path.slice(2) : path;
  const [group, ...rest] = inUpstream[0] === 'introspection' ? inUpstream.slice(1) : inUpstream;
  return group === 'headers' && rest.length === 1;
}
