/** Which side rejects a set of variables with one fault. */
export interface Refusal {
  /** The fault, as `wrongVariables` names it. */
  readonly fault: string;
  /** Whether the gateway rejects the set, and names the place. */
  readonly byTool: boolean;
  /**
   * Whether a client rejects it by the schema of the profile; undefined if the schema rejects the
   * correct set too, because it requires or forbids an explicit null.
   */
  readonly bySchema: boolean | undefined;
}

interface Counts {
  readonly total: number;
  readonly byTool: number;
  /** Sets for which `bySchema` is defined. */
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

/** Counts rejections of wrong variables by kind of fault. */
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

  /** All counts as text. */
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

/** Whether tests print their counts: in the deep run, and with `FIGURES=1`. */
const tellsFigures = process.env['DEEP'] !== undefined || process.env['FIGURES'] !== undefined;

/** Prints figures if they are wanted. */
export function tellFigures(text: string): void {
  if (tellsFigures) console.info(text);
}

/** A share in percent; only the whole is printed as 100 %. */
function percent(part: number, whole: number): string {
  if (whole === 0) return 'none';
  const share = (part / whole) * 100;
  return `${part === whole ? '100' : Math.min(share, 99.99).toFixed(2)} %`;
}
