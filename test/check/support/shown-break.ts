import { validateSchema } from 'graphql';
import { accepts } from '../../../src/check/schema/accepts.ts';
import { readSchema } from '../../../src/check/schema/read-schema.ts';
import type { JsonSchema } from '../../../src/core/json-schema.ts';
import { isJsonObject, type JsonValue } from '../../../src/core/json.ts';
import type { Tool } from '../../../src/core/tool.ts';
import type { Choices } from '../../support/choices.ts';
import { randomAnswer } from '../../support/random-answer.ts';
import { randomVariables } from '../../support/random-variables.ts';
import { randomInstance } from './instances.ts';
import type { Compiled } from './random-api.ts';

/** How many values are tried of each kind. */
const samples = 12;

/** How a break is looked for. */
export interface Search {
  readonly choices: Choices;
  readonly random: () => number;
}

/**
 * Finds a value that shows that a tool is not compatible with what it was, by running both: a call
 * that was taken and is refused now, by the schemas that clients see or by what the gateway makes of
 * it; or an answer of the new API, as graphql-js executes it, or of the new schema, that the old
 * schema refuses.
 *
 * Nothing that compares schemas has a part in it.
 */
export function findBreak(before: Compiled, after: Compiled, search: Search) {
  const { tool: old } = before;
  const { tool: now } = after;
  if (old.name !== now.name) return undefined;
  const { choices, random } = search;
  return (
    refusedCall(old, now, random) ??
    (isExact(before) ? instanceOfOne(old.inputSchema, now.inputSchema, random) : undefined) ??
    instanceOfOne(now.outputSchema, old.outputSchema, random) ??
    newAnswer(old.outputSchema, after, choices)
  );
}

/** In these profiles the schemas that clients see are those that the gateway goes by. */
function isExact({ profile }: Compiled): boolean {
  return profile === 'portable' || profile === 'full';
}

function refusedCall(old: Tool, now: Tool, random: () => number): JsonValue | undefined {
  const takes = acceptorOf(old.inputSchema);
  return sampled(() => {
    const call = randomInstance(old.inputSchema, random);
    const wasTaken = takes(call) && old.prepareArguments(call).ok;
    return wasTaken && !now.prepareArguments(call).ok ? call : undefined;
  });
}

/** A value that fits the one schema and not the other. */
function instanceOfOne(
  one: JsonSchema | undefined,
  other: JsonSchema | undefined,
  random: () => number,
): JsonValue | undefined {
  if (!one || !other) return undefined;
  const [fits, fitsOther] = [acceptorOf(one), acceptorOf(other)];
  return sampled(() => {
    const value = randomInstance(one, random);
    return fits(value) && !fitsOther(value) ? value : undefined;
  });
}

function newAnswer(
  old: JsonSchema | undefined,
  { schema, document }: Compiled,
  choices: Choices,
): JsonValue | undefined {
  // graphql-js does not execute on a schema that an edit has made invalid
  if (!old || validateSchema(schema).length > 0) return undefined;
  const variables = randomVariables(schema, document, choices);
  const mishaps = { nullOutOf: 6, errorOutOf: 30 };
  const answer = randomAnswer({ schema, document, variables }, choices, mishaps);
  // an API that could not even start executing says nothing of its answers
  const isAnswer = isJsonObject(answer['data'] ?? null);
  return isAnswer && !acceptorOf(old)(answer) ? answer : undefined;
}

const acceptors = new WeakMap<JsonSchema, (value: JsonValue) => boolean>();

/** Says whether values fit a schema; of one schema, many edits are tried. */
export function acceptorOf(schema: JsonSchema): (value: JsonValue) => boolean {
  const known = acceptors.get(schema);
  if (known) return known;
  const node = readSchema(schema);
  const acceptor = (value: JsonValue) => accepts(node, value);
  acceptors.set(schema, acceptor);
  return acceptor;
}

function sampled(sample: () => JsonValue | undefined): JsonValue | undefined {
  for (let count = 0; count < samples; count++) {
    const found = sample();
    if (found !== undefined) return found;
  }
  return undefined;
}
