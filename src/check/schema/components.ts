/** How far a walk has come at one name. */
interface Step {
  readonly name: string;
  readonly open: string[];
  readonly order: number;
  /** The least order of an open name that is reached from here. */
  least: number;
}

/**
 * Visits names that lead to one another, in groups: each of those that all reach one another, after
 * the groups that it leads on to. That is Tarjan's algorithm, by a list of steps, for names may lead
 * on through thousands of others.
 *
 * @param isKnown whether a name was visited before.
 */
export function visitComponents(
  first: string,
  nextOf: (name: string) => Iterable<string>,
  isKnown: (name: string) => boolean,
  visit: (names: readonly string[]) => void,
): void {
  const met = new Map<string, Step>();
  const waiting: string[] = [];
  const enter = (name: string): Step => {
    const step: Step = { name, open: [...nextOf(name)], order: met.size, least: met.size };
    met.set(name, step);
    waiting.push(name);
    return step;
  };
  const steps = isKnown(first) ? [] : [enter(first)];
  for (let step = steps.at(-1); step !== undefined; step = steps.at(-1)) {
    const next = step.open.pop();
    if (next === undefined) {
      steps.pop();
      const above = steps.at(-1);
      if (above) above.least = Math.min(above.least, step.least);
      if (step.least === step.order) visit(waiting.splice(waiting.lastIndexOf(step.name)));
    } else if (!isKnown(next)) {
      const before = met.get(next);
      if (before) step.least = Math.min(step.least, before.order);
      else steps.push(enter(next));
    }
  }
}
