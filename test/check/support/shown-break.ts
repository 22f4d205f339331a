import { print, validateSchema } from 'graphql';
import { accepts } from '../../../src/check/schema/accepts.ts';
import { createNodeTable } from '../../../src/check/schema/node-table.ts';
import { readSchema } from '../../../src/check/schema/read-schema.ts';
import type { JsonSchema } from '../../../src/core/json-schema.ts';
import { isJsonObject, type JsonValue } from '../../../src/core/json.ts';
import type { Tool } from '../../../src/core/tool.ts';
import type { Choices } from '../../support/choices.ts';
import { randomAnswer } from '../../support/random-answer.ts';
import { randomVariables } from '../../support/random-variables.ts';
import type { Compiled } from './contract-pair.ts';
import { randomInstance } from './instances.ts';

/** How many values are tried of each kind. */
const samples = 12;
const answers = 2;

/**
 * Finds a value that shows that a tool is not compatible with what it was, by running both: a call
 * that the old gateway took, by its schema and in fact, and the new one refuses; or an answer of the
 * new API, as graphql-js executes it, or of the new schema, that the old schema refuses.
 *
 * Nothing that compares schemas has a part in it.
 */
export function findBreak(
  before: Compiled,
  after: Compiled,
  choices: Choices,
  random: () => number,
): JsonValue | undefined {
  const [old] = before.catalog.tools.values();
  const now = old && after.catalog.tools.get(old.name);
  if (!old || !now) return undefined;
  const isSameInput = inputsOf(before) === inputsOf(after);
  return (
    (isSameInput ? undefined : refusedCall(old, now, random)) ??
    newInstance(old.outputSchema, now.outputSchema, random) ??
    newAnswer(old.outputSchema, after, choices)
  );
}

/** Everything that may decide about arguments, as text. */
function inputsOf({ sdl, document }: Compiled): string {
  const inputs = sdl.match(/(enum|input|scalar) [^}]*\}|find\([^)]*\)/g) ?? [];
  return [...inputs, /^query[^{]*/.exec(print(document))?.[0]].join('\n');
}

function refusedCall(old: Tool, now: Tool, random: () => number): JsonValue | undefined {
  const takes = acceptorOf(old.inputSchema);
  return sampled(() => {
    const call = randomInstance(old.inputSchema, random);
    const wasTaken = takes(call) && old.prepareArguments(call).ok;
    return wasTaken && !now.prepareArguments(call).ok ? call : undefined;
  });
}

function newInstance(
  old: JsonSchema | undefined,
  now: JsonSchema | undefined,
  random: () => number,
): JsonValue | undefined {
  if (!old || !now) return undefined;
  const [wasPossible, isPossible] = [acceptorOf(old), acceptorOf(now)];
  return sampled(() => {
    const answer = randomInstance(now, random);
    return isPossible(answer) && !wasPossible(answer) ? answer : undefined;
  });
}

function newAnswer(
  old: JsonSchema | undefined,
  { schema, document }: Compiled,
  choices: Choices,
): JsonValue | undefined {
  // graphql-js does not execute on a schema that an edit has made invalid
  if (!old || validateSchema(schema).length > 0) return undefined;
  const wasPossible = acceptorOf(old);
  const mishaps = { nullOutOf: 6, errorOutOf: 30 };
  for (let count = 0; count < answers; count++) {
    const variables = randomVariables(schema, document, choices);
    const answer = randomAnswer({ schema, document, variables }, choices, mishaps);
    // an API that could not even start executing says nothing of its answers
    if (isJsonObject(answer['data'] ?? null) && !wasPossible(answer)) return answer;
  }
  return undefined;
}

function acceptorOf(schema: JsonSchema): (value: JsonValue) => boolean {
  const node = readSchema(schema, createNodeTable());
  return (value) => accepts(node, value);
}

function sampled(sample: () => JsonValue | undefined): JsonValue | undefined {
  for (let count = 0; count < samples; count++) {
    const found = sample();
    if (found !== undefined) return found;
  }
  return undefined;
}
