import { describe, expect, it } from 'vitest';
import { formatDiagnostic, gatewayError, GatewayError } from '../../src/core/diagnostic.ts';

const place = { file: 'a.graphql', line: 3, column: 5 };

describe('a diagnostic', () => {
  it('is one line with place, severity, code, message and hint', () => {
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

  it('is what the message of a gateway error consists of, a line each', () => {
    const one = gatewayError('X', 'Odd.', 'Mend it.', { place });
    expect(one.message).toBe('a.graphql:3:5: error X: Odd. Mend it.');
    expect(
      new GatewayError([...one.diagnostics, ...one.diagnostics]).message.split('\n'),
    ).toHaveLength(2);
  });
});
