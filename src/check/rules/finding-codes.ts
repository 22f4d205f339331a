import { compileCodes } from '../../compile/model/diagnostics.ts';
import { configCodes } from '../../config/codes.ts';
import { loadCodes, promptCodes } from '../../load/model/diagnostics.ts';
import { checkCodes } from '../surface/check-codes.ts';

/** The meaning of a diagnostic code, and the default hint. */
export interface FindingMeaning {
  readonly meaning: string;
  readonly advice?: string;
}

/** The codes of all diagnostics of sources and of a check. */
export const findingCodes: ReadonlyMap<string, FindingMeaning> = new Map<string, FindingMeaning>([
  ...Object.entries(compileCodes),
  ...Object.entries(checkCodes),
  ...Object.entries(configCodes),
  ...[loadCodes, promptCodes]
    .flatMap((codes) => Object.entries<string>(codes))
    .map(([code, meaning]) => [code, { meaning }] as const),
]);
