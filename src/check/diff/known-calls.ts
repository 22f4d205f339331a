import {
  GraphQLError,
  Kind,
  parse,
  parseConstValue,
  type ConstValueNode,
  type ValueNode,
} from 'graphql';
import type { JsonSchema } from '../../core/json-schema.ts';
import { ungroupPlain, type OperationCalls } from '../operation/calls.ts';
import { writeCall, writeDirectives } from '../operation/write-call.ts';

/**
 * The calls of an operation as they are for a client that knows the arguments of `input` only: other
 * arguments have their defaults, or are left out.
 *
 * | call                        | `input` does not have | result               |
 * | --------------------------- | --------------------- | -------------------- |
 * | `reviews(first: $n)`        | `n`, default 2        | `reviews(first: 2)`  |
 * | `movies(after: $after)`     | `after`               | `movies`             |
 * | `name @include(if: $more)`  | `more`, default true  | `name`               |
 */
export function callsAsKnown(
  calls: OperationCalls,
  input: JsonSchema | undefined,
): ReadonlyMap<string, readonly string[]> {
  const isKnown = (name: string) =>
    !input || name.startsWith('__') || Object.hasOwn(input.properties ?? {}, name);
  const defaultOf = (name: string) => {
    const text = Object.hasOwn(calls, `$${name}`) ? calls[`$${name}`] : undefined;
    return typeof text === 'string' ? parsed(() => parseConstValue(text)) : undefined;
  };
  const fill: Fill = (name) => (isKnown(name) ? 'known' : defaultOf(name));
  const entries = [...ungroupPlain(calls)].map(([key, texts]): Entry => {
    const isCall = !/^[$@]|\*$/.test(key);
    return [key, isCall ? texts.map((one) => fillCall(one, isKnown, fill)) : texts];
  });
  return new Map(entries);
}

type Entry = readonly [key: string, texts: readonly string[]];

/** Returns the default of an argument that is not known. */
type Fill = (name: string) => ConstValueNode | 'known' | undefined;

function fillCall(text: string, isKnown: (name: string) => boolean, fill: Fill): string {
  if ([...text.matchAll(/\$(\w+)/g)].every(([, name = '']) => isKnown(name))) return text;
  const document = parsed(() => parse(`{ ${text} }`));
  const [definition] = document?.definitions ?? [];
  const field =
    definition?.kind === Kind.OPERATION_DEFINITION && definition.selectionSet.selections[0];
  if (!field || field.kind !== Kind.FIELD) return text;
  const call = writeCall({ ...field, arguments: fillNamed(field.arguments ?? [], fill) });
  const directives = (field.directives ?? [])
    .map((directive) => ({ ...directive, arguments: fillNamed(directive.arguments ?? [], fill) }))
    .map((directive) => writeDirectives([directive]))
    .filter((directive) => !withoutEffect.has(directive));
  return `${call}${directives.join('')}`;
}

/** A lock file that was edited by hand may have any text. */
function parsed<Node>(read: () => Node): Node | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof GraphQLError) return undefined;
    throw error;
  }
}

const withoutEffect: ReadonlySet<string> = new Set([' @include(if: true)', ' @skip(if: false)']);

function fillNamed<Node extends { readonly value: ValueNode }>(
  nodes: readonly Node[],
  fill: Fill,
): readonly Node[] {
  return nodes.flatMap((node) => {
    const value = fillValue(node.value, fill);
    return value ? [{ ...node, value }] : [];
  });
}

/** Undefined for an argument that is not known and has no default. */
function fillValue(node: ValueNode, fill: Fill): ValueNode | undefined {
  if (node.kind === Kind.VARIABLE) {
    const value = fill(node.name.value);
    return value === 'known' ? node : value;
  }
  if (node.kind === Kind.LIST) {
    return { ...node, values: node.values.map((value) => fillValue(value, fill) ?? value) };
  }
  return node.kind === Kind.OBJECT ? { ...node, fields: fillNamed(node.fields, fill) } : node;
}
