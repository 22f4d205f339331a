import type { ValidateFunction } from 'ajv';
import { isLegal, isUntold, type AnswerModel } from './answer-model.ts';
import type { Choices } from './choices.ts';
import { mutationsOf, type Mutation } from './mutations.ts';
import { randomAnswer } from './random-answer.ts';

/** What becomes of an illegal answer: it is refused, or there is a reason why it is not. */
type Verdict =
  | 'refused'
  | 'each condition is taken to go its own way'
  | 'a type nobody knows yet may answer so'
  | 'nothing tells which type of several it is'
  | 'validators see what every object inherits'
  | 'the schema leaves this open, to stay within its budget';

const leftOpen: Verdict = 'the schema leaves this open, to stay within its budget';

/** An operation, and ways to answer it. */
export interface TightnessCase extends Pick<AnswerModel, 'schema' | 'document'> {
  /** Its output schema, compiled. */
  readonly validate: ValidateFunction;
  /** The schema without a budget, compiled, where it is another. */
  readonly validateWhole?: ValidateFunction | undefined;
  /** Ways to set the variables that decide what is selected; each has all other variables, too. */
  readonly assignments: readonly Readonly<Record<string, unknown>>[];
  readonly answers: number;
}

/** An illegal answer, and what becomes of it; without a verdict, nobody knows why. */
export interface JudgedMutation {
  readonly mutation: Mutation;
  readonly verdict: Verdict | undefined;
}

/** Changes of one answer that are judged; of more, some are taken all over the answer. */
const maxMutations = 120;

const mishaps = { nullOutOf: 12, errorOutOf: 1_000 };

/** Changes legal answers in one thing each, and judges those that no variables make legal. */
export function judgeMutations(one: TightnessCase, choices: Choices): readonly JudgedMutation[] {
  const { schema, document, validate, validateWhole = validate } = one;
  const model: AnswerModel = { schema, document, unknownTypes: false };
  return illegalMutations(one, model, choices).map((mutation) => {
    const { data } = mutation;
    if (!validate({ data })) return { mutation, verdict: 'refused' };
    const isLeftOpen = !validateWhole({ data });
    return { mutation, verdict: isLeftOpen ? leftOpen : explain(model, mutation) };
  });
}

function illegalMutations(
  { schema, document, assignments, answers }: TightnessCase,
  model: AnswerModel,
  choices: Choices,
): readonly Mutation[] {
  const typeNames = new Set(Object.keys(schema.getTypeMap()));
  return Array.from({ length: answers }).flatMap(() => {
    const variables = choices.oneOf(assignments);
    const { data = null } = randomAnswer({ schema, document, variables }, choices, mishaps);
    if (!isLegal({ ...model, variables }, data)) {
      throw new Error(`The model and graphql-js disagree about ${JSON.stringify(data)}.`);
    }
    const all = mutationsOf(data, typeNames, choices);
    const step = Math.ceil(all.length / maxMutations);
    return all.filter(
      (mutation, at) =>
        at % step === 0 &&
        !assignments.some((values) => isLegal({ ...model, variables: values }, mutation.data)),
    );
  });
}

function explain(model: AnswerModel, { data, path }: Mutation): Verdict | undefined {
  if (isLegal(model, data)) return 'each condition is taken to go its own way';
  if (isLegal({ ...model, unknownTypes: true }, data)) {
    return 'a type nobody knows yet may answer so';
  }
  if (isUntold(model, data, path)) return 'nothing tells which type of several it is';
  const isInherited = path.some((step) => step in Object.prototype);
  return isInherited ? 'validators see what every object inherits' : undefined;
}

/** Counts what became of illegal answers, in all and by what was changed. */
export class Tally {
  readonly #counts = new Map<string, number>();
  #total = 0;
  #refused = 0;

  add({ mutation: { kind }, verdict }: JudgedMutation): void {
    const key = `${kind}: ${verdict ?? 'unexplained'}`;
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
    this.#total += 1;
    if (verdict === 'refused') this.#refused += 1;
  }

  /** The share of illegal answers that are refused. */
  get share(): number {
    return this.#refused / this.#total;
  }

  /** Formats all counts. */
  report(title: string): string {
    const lines = [...this.#counts].map(([key, count]) => `  ${key}: ${count}`);
    const share = `${(this.share * 100).toFixed(1)} % of ${this.#total} illegal answers are refused`;
    return [`${title}: ${share}`, ...lines].join('\n');
  }
}
