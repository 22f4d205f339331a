import type { JsonSchema } from '../../core/json-schema.ts';
import { ownMember } from '../../core/json.ts';
import { cutText } from '../../core/text.ts';
import type { ContractSchemas } from '../surface/contract-schemas.ts';
import { callsAsKnown } from './known-calls.ts';
import type { ToolInternals } from '../surface/surface.ts';
import type { FoundChange } from './change.ts';
import { changeKinds } from './severity.ts';

/** The schemas that a tool is compared by, before and after. */
export interface SchemaSides {
  readonly old: ContractSchemas;
  readonly next: ContractSchemas;
}

/** What is known of the schemas of a tool. */
export interface ComparedSchemas {
  /** Undefined if the schemas are the same. */
  readonly sides: SchemaSides | undefined;
  readonly changes: readonly FoundChange[];
}

/** Reports other root fields of a mutation: each of them is an effect. */
export function diffRootFields(
  { rootFields: old = [] }: ToolInternals,
  { rootFields: next = [] }: ToolInternals,
): readonly FoundChange[] {
  const [before, after] = [
    old.map(calledField).sort().join(', '),
    next.map(calledField).sort().join(', '),
  ];
  if (old.length === 0 || before === after) return [];
  const message = `The mutation ran ${before}, and runs ${after} now.`;
  return [{ code: 'ROOT_FIELD_CHANGED', message, before, after }];
}

function calledField(rootField: string): string {
  return rootField.slice(rootField.indexOf(' ') + 1);
}

/**
 * Reports that an operation means something else, unless it only selects more, or selects less and the
 * schemas say so. New arguments of a tool have their defaults in the calls that worked before.
 */
export function diffMeaning(
  old: ToolInternals,
  next: ToolInternals,
  compared: ComparedSchemas,
): readonly FoundChange[] {
  const found = findChange(old, next, compared);
  if (found) return [found];
  const isSame = old.operationHash === next.operationHash;
  if (isSame || compared.changes.length > 0) return [];
  const message = 'The operation is another one with the same schemas.';
  return [{ code: 'OPERATION_CHANGED', message }];
}

function findChange(
  old: ToolInternals,
  next: ToolInternals,
  compared: ComparedSchemas,
): FoundChange | undefined {
  if (!old.calls || !next.calls) {
    if (old.operationHash === next.operationHash) return undefined;
    const message = 'The operation was edited, and a lock file of version 1 does not store how.';
    return { code: 'OPERATION_CHANGED', message };
  }
  const order = changedOrder(old, next);
  if (order) return order;
  const before = callsAsKnown(old.calls, compared.sides?.next.input);
  const after = callsAsKnown(next.calls, compared.sides?.old.input);
  const keys = [...new Set([...before.keys(), ...after.keys()])];
  const [first, ...others] = keys.filter((key) =>
    isChanged(key, before.get(key), after.get(key), compared),
  );
  if (first === undefined) return undefined;
  const [was, is] = [before.get(first), after.get(first)].map(textOf);
  const more = others.length === 0 ? '' : ` The same at ${others.length} more.`;
  const message = `The operation changed at ${cutText(first, 200)}: ${was} became ${is}.${more}`;
  return { code: 'OPERATION_CHANGED', message };
}

function textOf(calls: readonly string[] | undefined): string {
  return calls ? `"${cutText(calls.join(' '), 200)}"` : 'a plain selection';
}

/** Root fields of a mutation run one after another. */
function changedOrder(
  { rootFields: old = [] }: ToolInternals,
  { rootFields: next = [] }: ToolInternals,
): FoundChange | undefined {
  const kept = next.filter((field) => old.includes(field));
  const were = old.filter((field) => next.includes(field));
  const [before, after] = [were.join(', '), kept.join(', ')];
  if (before === after) return undefined;
  const message = `The mutation ran ${before} in this order, and runs ${after} now.`;
  return { code: 'OPERATION_CHANGED', message, before, after };
}

function isChanged(
  key: string,
  was: readonly string[] | undefined,
  is: readonly string[] | undefined,
  { sides, changes }: ComparedSchemas,
): boolean {
  if (was && is && was.every((call) => is.includes(call))) return false;
  if (key.startsWith('$')) return was !== undefined && !changes.some(isOfInput);
  if (key === '@' || (was && is)) return true;
  const path = key.replaceAll(/ on \w+|\.\*$/g, '').split('.');
  const isPlain = (was ?? is)?.every((call) => call === path.at(-1)) === true;
  if (is) return !isPlain && holds(sides?.old.output, path);
  return !changes.some(isLoss) || (!isPlain && holds(sides?.next.output, path));
}

function isOfInput({ code }: FoundChange): boolean {
  return code === 'DEFAULT_CHANGED' || code === 'INPUT_NARROWED';
}

function isLoss({ code, position }: FoundChange): boolean {
  return position === 'output' && changeKinds[code].severity !== 'safe';
}

/** Whether a result may have a field at a path of response names; true if that is not known. */
function holds(output: JsonSchema | undefined, path: readonly string[]): boolean {
  if (!output) return true;
  return holdsBelow(output, ['data', ...path]);
}

function holdsBelow(schema: JsonSchema, [name, ...rest]: readonly string[]): boolean {
  if (name === undefined) return true;
  const { anyOf, items, properties, type } = schema;
  if (anyOf) return anyOf.some((branch) => holdsBelow(branch, [name, ...rest]));
  if (items) return holdsBelow(items, [name, ...rest]);
  if (!properties) return type === undefined;
  const property = ownMember(properties, name) as JsonSchema | undefined;
  return property !== undefined && holdsBelow(property, rest);
}
