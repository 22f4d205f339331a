import type { CheckRules, Judged } from '../rules/check-rules.ts';
import { failsAt } from './report-items.ts';
import type { Failure, TokenCost } from './report.ts';
import { failsOn } from '../diff/severity.ts';

/** Why a run fails, by the rules. */
export function failuresOf(
  judged: Judged,
  tokens: TokenCost,
  rules: CheckRules,
): readonly Failure[] {
  return [
    ...contractFailure(judged, rules),
    ...lintFailure(judged, rules),
    ...budgetFailure(tokens),
  ];
}

function contractFailure({ changes }: Judged, { failOn }: CheckRules): readonly Failure[] {
  const broken = changes.filter(({ severity }) => failsOn(severity, failOn)).length;
  if (broken === 0) return [];
  const are = broken === 1 ? 'change is' : 'changes are';
  const what = {
    breaking: 'breaking',
    dangerous: 'dangerous or worse',
    any: 'not locked',
    never: '',
  };
  return [{ kind: 'contract', message: `${broken} ${are} ${what[failOn]}.` }];
}

function lintFailure({ findings }: Judged, { lintFailOn }: CheckRules): readonly Failure[] {
  const failing = findings.filter(({ severity }) => failsAt(severity, lintFailOn)).length;
  if (failing === 0) return [];
  const are = failing === 1 ? 'finding' : 'findings';
  return [{ kind: 'lint', message: `${failing} ${are} of severity ${lintFailOn} or worse.` }];
}

function budgetFailure({ now, budget }: TokenCost): readonly Failure[] {
  if (budget === undefined || now <= budget) return [];
  const message = `The list of tools costs about ${now} tokens, and its budget is ${budget}.`;
  return [{ kind: 'budget', message }];
}
