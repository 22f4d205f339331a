import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { Change, Witness } from '../../../src/check/diff/change.ts';
import { diffCatalogs } from '../../../src/check/diff/diff-catalogs.ts';
import { createContractSchemas } from '../../../src/check/surface/contract-schemas.ts';
import { stableJson } from '../../../src/core/json.ts';
import type { Profile } from '../../../src/core/tool.ts';
import { seededChoices, type Choices } from '../../support/choices.ts';
import { editOperation } from './edit-operation.ts';
import { editSdl } from './edit-sdl.ts';
import { createRandom } from './instances.ts';
import { compileApi, randomApi, type Compiled } from './random-api.ts';
import { acceptorOf, findBreak } from './shown-break.ts';

/** What the check said of many random edits, held against what their values show. */
export interface Trial {
  readonly pairs: number;
  /** Edits of which a value shows that they break something. */
  readonly shown: number;
  /** Of these, those that the check does not call breaking. */
  readonly missed: readonly object[];
  /** Breaking changes that are about values. */
  readonly breaking: number;
  /** Of these, those that come without a witness. */
  readonly unshown: readonly object[];
  /** Calls that the check shows as broken, though the gateway did not take them, or still does. */
  readonly mistaken: readonly object[];
}

const editsOfOne = 16;
const profiles: readonly Profile[] = ['portable', 'portable', 'full', 'gemini', 'openai'];

/** Changes that are about values, so that a value can show them. */
const shownByValues = /^(INPUT_NARROWED|OUTPUT_WIDENED|TOOL_REMOVED|TOOL_RENAMED)$/;

/** Tries random APIs with a random operation, each with some edits of one or the other. */
export function tryEdits(firstSeed: number, wanted: number): Trial {
  const trial = { pairs: 0, shown: 0, breaking: 0 };
  const missed: object[] = [];
  const unshown: object[] = [];
  const mistaken: object[] = [];
  for (const pair of randomPairs(firstSeed, wanted)) {
    const { seed, edit, before, after } = pair;
    const breaking = diffCatalogs(before.surface, after.surface).filter(
      ({ severity }) => severity === 'breaking',
    );
    const byValues = breaking.filter(({ code }) => shownByValues.test(code));
    const number = seed * editsOfOne + edit;
    const search = { choices: seededChoices(number), random: createRandom(number) };
    const found = findBreak(before, after, search);
    trial.pairs++;
    trial.breaking += byValues.length;
    if (found !== undefined) trial.shown++;
    if (found !== undefined && breaking.length === 0) missed.push({ seed, edit, found });
    for (const { code, path, message, witness } of byValues) {
      const about = { seed, edit, code, path, message, witness: witness?.value };
      if (witness === undefined) unshown.push(about);
      else if (isMistaken(pair, { code, witness })) mistaken.push(about);
      else if (edit % ajvOutOf === 0 && !isShownByAjv(pair, code, witness)) mistaken.push(about);
    }
  }
  return { ...trial, missed, unshown, mistaken };
}

interface Pair {
  readonly seed: number;
  readonly edit: number;
  readonly before: Compiled;
  readonly after: Compiled;
}

function* randomPairs(firstSeed: number, wanted: number): Iterable<Pair> {
  let left = wanted;
  for (let seed = firstSeed; left > 0; seed++) {
    const choices = seededChoices(seed);
    const before = randomApi(choices, profiles[seed % profiles.length] ?? 'portable');
    for (let edit = 0; before && edit < editsOfOne && left > 0; edit++) {
      const after = editApi(before, choices);
      if (!after) continue;
      left--;
      yield { seed, edit, before, after };
    }
  }
}

/** Changes one thing of the SDL or of the operation. */
function editApi({ sdl, document, profile }: Compiled, choices: Choices): Compiled | undefined {
  if (choices.below(3) > 0) return compileApi(editSdl(sdl, choices), document, profile);
  const edited = editOperation(document, choices);
  return edited && compileApi(sdl, edited, profile);
}

/**
 * Whether the gateway itself says of a call otherwise than the check. What it takes beyond what it
 * tells clients, or by mending it, as a lone value where a list belongs, is no part of the contract.
 */
function isMistaken(
  { before, after }: Pair,
  { code, witness }: Pick<Required<Change>, 'code' | 'witness'>,
): boolean {
  if (witness.kind !== 'call') return false;
  if (!before.tool.prepareArguments(witness.value).ok) return true;
  if (code !== 'INPUT_NARROWED') return false;
  const taken = after.tool.prepareArguments(witness.value);
  const isAsGiven = taken.ok && stableJson(taken.variables) === stableJson(witness.value);
  return isAsGiven && acceptorOf(after.tool.inputSchema)(witness.value);
}

/** Ajv takes as long as all the rest, so it judges the witnesses of some pairs only. */
const ajvOutOf = 8;

/** Whether a witness matches the one schema of the contract, and not the other. */
function isShownByAjv({ before, after }: Pair, code: string, { kind, value }: Witness): boolean {
  const [old, now] = [before, after].map(({ surface }) => {
    const [tool] = surface.tools.values();
    return tool && createContractSchemas(surface)(tool);
  });
  const matches = (schema: object = {}) => {
    const ajv = new Ajv2020({ strict: false, logger: false });
    return addFormats.default(ajv).compile(schema)(value);
  };
  if (kind === 'answer') return matches(now?.output) && !matches(old?.output);
  return matches(old?.input) && (code !== 'INPUT_NARROWED' || !matches(now?.input));
}
