import { describe, expect, it } from 'vitest';
import { formatDiagnostic, gatewayError, GatewayError } from '../../src/core/diagnostic.ts';

const place = { file: 'a.graphql', line: 3, column: 5 };

describe('a diagnostic', () => {
  it('formats place, severity, code, message and hint on one line', () => {
    expect(
      formatDiagnostic({
        code: 'X',
        severity: 'warning',
        message: 'Odd.',
        hint: 'Mend it.',
        place,
      }),
    ).toBe('a.graphql:3:5: warning X: Odd. Mend it.');
  });

  it('is one line of the message of a gateway error', () => {
    const one = gatewayError('X', 'Odd.', 'Mend it.', { place });
    expect(one.message).toBe('a.graphql:3:5: error X: Odd. Mend it.');
    expect(
      new GatewayError([...one.diagnostics, ...one.diagnostics]).message.split('\n'),
    ).toHaveLength(2);
  });
});
