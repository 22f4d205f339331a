import { formatDiagnostic, type Diagnostic } from './diagnostic.ts';

/**
 * An error that the person running the gateway can mend: a configuration, source or argument
 * that is wrong. It carries the findings, and its message is them, a line each.
 *
 * Everything else that is thrown is a bug, and is masked at the edge.
 */
export class GatewayError extends Error {
  override readonly name = 'GatewayError';
  readonly diagnostics: readonly Diagnostic[];

  constructor(diagnostics: readonly Diagnostic[], options?: ErrorOptions) {
    super(diagnostics.map(formatDiagnostic).join('\n'), options);
    this.diagnostics = diagnostics;
  }
}

/** Makes an error of one finding. */
export function gatewayError(
  code: string,
  message: string,
  hint: string,
  rest: Pick<Diagnostic, 'place' | 'tool'> & ErrorOptions = {},
): GatewayError {
  const { cause, ...where } = rest;
  return new GatewayError([{ code, severity: 'error', message, hint, ...where }], { cause });
}
