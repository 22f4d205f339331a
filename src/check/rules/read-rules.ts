import { cutText, plainText } from '../../core/text.ts';
import { gatewayError, type GatewayError } from '../../core/diagnostic.ts';
import { isJsonObject, ownMember } from '../../core/json.ts';
import { didYouMean } from '../../core/suggest.ts';
import { readYaml } from '../../core/yaml.ts';
import { checkCodes } from '../surface/check-codes.ts';
import { findingCodes } from './finding-codes.ts';
import { defaultRules, type AllowEntry, type CheckRules } from './check-rules.ts';

/** The default name of the rules file. */
export const rulesFileName = 'tools.check.yaml';

/**
 * Reads the rules of a check from YAML or JSON:
 *
 * ```yaml
 * failOn: dangerous
 * lintFailOn: warning
 * tokenBudget: 20000
 * lint:
 *   TEXT_TOO_LONG: error
 * allow:
 *   - code: INPUT_NARROWED
 *     tool: searchTitles
 *     path: first
 *     reason: The access log shows no request for more than 50.
 * ```
 *
 * Throws a `GatewayError` at the line of the mistake.
 */
export function readRules(text: string, file: string): CheckRules {
  const yaml = readYaml(text, file);
  if (!yaml.ok) throw rulesError(yaml.message, file, yaml.place.line);
  const value = yaml.value ?? {};
  if (!isJsonObject(value)) throw rulesError('Expected a map of rules.', file, 1);
  const lineOf = (key: string) => yaml.placeOf([key], 'key').line;
  return rulesOf(value, (key, message) => rulesError(message, file, lineOf(key)));
}

type Refuse = (key: string, message: string) => GatewayError;

const keys = ['failOn', 'lintFailOn', 'tokenBudget', 'lint', 'allow'];

function rulesOf(written: object, refuse: Refuse): CheckRules {
  const unknown = Object.keys(written).find((key) => !keys.includes(key));
  if (unknown !== undefined) {
    throw refuse(
      unknown,
      `Unknown rule "${cutText(plainText(unknown), 100)}".${didYouMean(unknown, keys)}`,
    );
  }
  const choice = <T extends string>(key: string, choices: readonly T[], preset: T): T => {
    const value = ownMember(written, key) ?? preset;
    const found = choices.find((one) => one === value);
    if (found === undefined) throw refuse(key, `"${key}" must be one of ${choices.join(', ')}.`);
    return found;
  };
  return {
    failOn: choice('failOn', ['breaking', 'dangerous', 'any', 'never'], defaultRules.failOn),
    lintFailOn: choice('lintFailOn', ['error', 'warning', 'never'], defaultRules.lintFailOn),
    tokenBudget: budgetOf(written, refuse),
    lint: lintOf(written, refuse),
    allow: allowOf(written, refuse),
  };
}

function budgetOf(written: object, refuse: Refuse): number | undefined {
  const budget = ownMember(written, 'tokenBudget');
  if (budget === undefined) return undefined;
  if (typeof budget === 'number' && Number.isInteger(budget) && budget >= 0) return budget;
  throw refuse('tokenBudget', '"tokenBudget" must be a whole number of tokens.');
}

function lintOf(written: object, refuse: Refuse): CheckRules['lint'] {
  const lint = ownMember(written, 'lint') ?? {};
  if (!isJsonObject(lint)) throw refuse('lint', '"lint" must be a map from codes to severities.');
  const entries = Object.entries(lint).map(([code, severity]) => {
    if (!findingCodes.has(code)) {
      const shown = cutText(plainText(code), 100);
      throw refuse(
        'lint',
        `Unknown diagnostic code "${shown}".${didYouMean(code, findingCodes.keys())}`,
      );
    }
    if (severity === 'error' || severity === 'warning' || severity === 'info') {
      return [code, severity] as const;
    }
    const message = `The severity of ${code} must be error, warning or info; to silence it, allow it with a reason.`;
    throw refuse('lint', message);
  });
  return new Map(entries);
}

function allowOf(written: object, refuse: Refuse): readonly AllowEntry[] {
  const allow = ownMember(written, 'allow') ?? [];
  if (!Array.isArray(allow)) throw refuse('allow', '"allow" must be a list of entries.');
  return allow.map((entry: unknown, index) => {
    const wrong = wrongWith(entry);
    if (wrong !== undefined) throw refuse('allow', `Entry ${index + 1} of "allow" ${wrong}.`);
    return entry as AllowEntry;
  });
}

const entryKeys = ['code', 'tool', 'path', 'reason'];

function wrongWith(entry: unknown): string | undefined {
  if (!isJsonObject(entry)) return 'is not a map';
  const unknown = Object.keys(entry).find((key) => !entryKeys.includes(key));
  if (unknown !== undefined) return `has an unknown member "${cutText(plainText(unknown), 100)}"`;
  const wrong = Object.entries(entry).find(([, value]) => typeof value !== 'string');
  if (wrong) return `has a "${wrong[0]}" that is not a string`;
  if (ownMember(entry, 'code') === undefined) return 'has no code';
  const reason = ownMember(entry, 'reason');
  return typeof reason === 'string' && reason.trim() !== '' ? undefined : 'has no reason';
}

function rulesError(message: string, file: string, line: number): GatewayError {
  const text = `The rules file is invalid. ${message}`;
  const place = { file, line, column: 1 };
  return gatewayError('CHECK_RULES_INVALID', text, checkCodes.CHECK_RULES_INVALID.advice, {
    place,
  });
}
