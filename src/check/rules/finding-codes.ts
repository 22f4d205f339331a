import { compileCodes } from '../../compile/model/diagnostics.ts';
import { configCodes } from '../../config/codes.ts';
import type { DiagnosticCode } from '../../core/diagnostic.ts';
import { loadCodes } from '../../load/model/diagnostics.ts';
import { promptCodes } from '../../load/prompts/prompt-codes.ts';
import { checkCodes } from '../surface/check-codes.ts';

/** The codes of all diagnostics of sources and of a check. */
export const findingCodes: ReadonlyMap<string, DiagnosticCode> = new Map<string, DiagnosticCode>(
  [compileCodes, loadCodes, promptCodes, configCodes, checkCodes].flatMap((codes) =>
    Object.entries<DiagnosticCode>(codes),
  ),
);
