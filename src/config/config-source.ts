import type { Place } from '../core/diagnostic.ts';

/** Names and indices from the root of a configuration to one of its parts. */
export type ConfigPath = readonly (string | number)[];

/** What a part of a configuration is called in messages, and where it stands in a file. */
interface ConfigLocation {
  /** `server.port` of a file, or the flag or environment variable the value came from. */
  readonly label: string;
  readonly place?: Place;
}

/** A configuration as it was found, with what is needed to say where each part came from. */
export interface ConfigSource {
  readonly value: unknown;
  /** Where the part at a path stands: its key (`server:`) or its value. */
  readonly locate: (path: ConfigPath, part: 'key' | 'value') => ConfigLocation;
  /**
   * Whether the part is text from the environment or the command line: it becomes a number or a
   * boolean where the option is one.
   */
  readonly isText: (path: ConfigPath) => boolean;
  /** Whether the part holds the value of an environment variable: messages never show it. */
  readonly isHidden: (path: ConfigPath) => boolean;
}

/**
 * Where a written option stands in the file, or the part of it that a path leads to; undefined for
 * what is not written there. The path starts at the upstream, where one is named.
 */
export type PlaceOfOption = (path: ConfigPath, upstream?: string) => Place | undefined;

/** A configuration made by code: parts are called by their paths, and stand in no file. */
export function sourceOfOptions(value: unknown): ConfigSource {
  return {
    value,
    locate: (path) => ({ label: formatConfigPath(path) }),
    isText: () => false,
    isHidden: () => false,
  };
}

/** Writes a path as `auth.tokens[0].token` or `headers["X-Key"]`. */
export function formatConfigPath(path: ConfigPath): string {
  return path
    .map((step, index) => {
      if (typeof step === 'number') return `[${step}]`;
      if (!/^[A-Za-z_$][\w$]*$/.test(step)) return `[${JSON.stringify(step)}]`;
      return index === 0 ? step : `.${step}`;
    })
    .join('');
}

/** Writes a path as a JSON Pointer (RFC 6901), the form in which paths are compared. */
export function pointerOf(path: ConfigPath): string {
  return path
    .map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`)
    .join('');
}

/** Reads a JSON Pointer; indices stay text, which finds the same part. */
export function pathOfPointer(pointer: string): ConfigPath {
  if (pointer === '') return [];
  return pointer
    .slice(1)
    .split('/')
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    .map((step) => (/^\d+$/.test(step) ? Number(step) : step));
}
