import type { Diagnostic } from '../core/diagnostic.ts';
import { isJsonObject } from '../core/json.ts';
import { toJsonPointer, type JsonPath } from '../core/paths.ts';
import { configDiagnostic, type ConfigCode } from './codes.ts';
import { escapeTemplate, refersToCaller } from './rules/template.ts';
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
 * expanded again, and never part of a message. Texts with values of the caller stay templates, in which
 * a `${` of a variable is escaped.
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
    const isForCaller = isTemplate(path);
    const literal = isForCaller ? escapeTemplate : (plain: string) => plain;
    return text.replaceAll(reference, (written: string, escape, content: string) => {
      if (escape === '$') return literal(written.slice(1));
      if (isForCaller && refersToCaller(content)) return written;
      const value = resolveReference(written, content, env);
      if (typeof value === 'object') {
        report(value);
        return written;
      }
      if (value === '' && !content.includes(':-') && isHeader(path)) report(emptyHeader(content));
      expanded.add(toJsonPointer(path));
      return literal(value);
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
const unclosed = /(?<!\$)\$\{(?:env|claim|header):[^{}]*(?:\{|$)/;

interface ReferenceFault {
  readonly code: ConfigCode;
  readonly message: string;
  readonly hint?: string;
}

const notClosed: ReferenceFault = {
  code: 'CONFIG_ENV_SYNTAX',
  message: 'A reference is not closed, or contains a brace.',
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
  if (refersToCaller(content)) return callerElsewhere(written);
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

function callerElsewhere(written: string): ReferenceFault {
  return {
    code: 'CONFIG_ENV_SYNTAX',
    message: `${written} is a value of the caller, which only "headers" of an API and "accessToken.signed.claims" can contain.`,
    hint: `Write $${written} for the text itself.`,
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

/** Whether a text is the value of a header: `headers.x` or `introspection.headers.x` of an API. */
function isHeader(path: JsonPath): boolean {
  const [group, ...rest] = inUpstream(path);
  return group === 'introspection' ? isHeader(rest) : group === 'headers' && rest.length === 1;
}

/** Whether a text may refer to values of the caller. */
function isTemplate(path: JsonPath): boolean {
  const [group, ...rest] = inUpstream(path);
  if (group === 'headers') return rest.length === 1;
  return group === 'accessToken' && rest[0] === 'signed' && rest[1] === 'claims';
}

/** The path below an API of `upstreams`, or of the only one. */
function inUpstream(path: JsonPath): JsonPath {
  return path[0] === 'upstreams' ? path.slice(2) : path;
}
