import { describe, expect, it } from 'vitest';
import { exitCodeMeanings, exitCodeOf, exitCodes } from '../../src/cli/command/errors.ts';
import { GatewayError } from '../../src/core/diagnostic.ts';

function errorOf(...codes: readonly string[]): GatewayError {
  return new GatewayError(
    codes.map((code) => ({ code, severity: 'error', message: 'm', hint: 'h' }) as const),
  );
}

describe('exitCodeOf', () => {
  it.each([
    ['CONFIG_UNKNOWN_OPTION', 2],
    ['CLI_UNKNOWN_COMMAND', 2],
    ['PORT_IN_USE', 2],
    ['HOST_UNKNOWN', 2],
    ['INTROSPECTION_UNREACHABLE', 3],
    ['SCHEMA_NO_QUERY', 3],
    ['FILES_NOT_FOUND', 3],
    ['OPERATION_INVALID', 1],
    ['CATALOG_EMPTY', 1],
  ])('maps %s to %i', (code, expected) => {
    expect(exitCodeOf(errorOf(code))).toBe(expected);
  });

  it('prefers the cause to its consequences', () => {
    expect(exitCodeOf(errorOf('OPERATION_INVALID', 'SCHEMA_NO_QUERY'))).toBe(3);
    expect(exitCodeOf(errorOf('SCHEMA_NO_QUERY', 'CONFIG_WRONG_VALUE'))).toBe(2);
  });

  it('documents every code', () => {
    expect(Object.keys(exitCodeMeanings)).toEqual(Object.keys(exitCodes));
  });
});
