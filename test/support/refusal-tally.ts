import { percent } from './figures.ts';

/** Who refuses a set of variables with one thing wrong. */
export interface Refusal {
  /** What is wrong, as `wrongVariables` says it. */
  readonly fault: string;
  /** The gateway, which names the place. */
  readonly byTool: boolean;
  /**
   * A client that reads the schema of the profile at hand; undefined where the schema refuses the right
   * set, too, for it wants null written, or not written.
   */
  readonly bySchema: boolean | undefined;
}

interface Counts {
  readonly total: number;
  readonly byTool: number;
  /** Those of which the schema could tell the wrong from the right. */
  readonly judged: number;
  readonly bySchema: number;
}

const noCounts: Counts = { total: 0, byTool: 0, judged: 0, bySchema: 0 };

const kinds = [
  'an unknown name',
  'missing',
  'null',
  'none of a one-of',
  'two of a one-of',
  'text for an object',
];

/** Counts who refuses wrong variables, by what is wrong with them. */
export class RefusalTally {
  readonly #counts = new Map<string, Counts>();

  add(refusal: Refusal): void {
    const kind = kinds.includes(refusal.fault) ? refusal.fault : 'a wrong type';
    const { total, byTool, judged, bySchema } = this.#counts.get(kind) ?? noCounts;
    this.#counts.set(kind, {
      total: total + 1,
      byTool: byTool + Number(refusal.byTool),
      judged: judged + Number(refusal.bySchema !== undefined),
      bySchema: bySchema + Number(refusal.bySchema ?? false),
    });
  }

  /** All counts, for people. */
  report(title: string): string {
    const all = [...this.#counts.values()];
    const sum = (key: keyof Counts): number =>
      all.reduce((total, counts) => total + counts[key], 0);
    const schema = `its schema alone ${percent(sum('bySchema'), sum('judged'))} of ${sum('judged')}`;
    const shares = `the tool refuses ${percent(sum('byTool'), sum('total'))}, ${schema}`;
    const lines = [...this.#counts].map(
      ([kind, { total, byTool, judged, bySchema }]) =>
        `  ${kind}: the tool ${byTool} of ${total}, the schema ${bySchema} of ${judged}`,
    );
    return [`${title}: of ${sum('total')} wrong sets ${shares}`, ...lines].join('\n');
  }
}
