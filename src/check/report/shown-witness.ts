import { isJsonObject, ownMember, type JsonValue } from '../../core/json.ts';
import { cutText } from '../../core/text.ts';

/** Characters of a witness that are shown whole; a longer one is cut down to what it is about. */
const maxLength = 400;

/** Characters of what stands at the end of the path. */
const maxEndLength = 200;

/**
 * Writes a witness in one line: `{…,"movies":[{…,"name":null}]}`. What a change is about is always
 * there, what stands beside it where there is room.
 */
export function shownWitness(value: JsonValue, path: string): string {
  const json = JSON.stringify(value);
  if (json.length <= maxLength) return json;
  return cutText(path === '' ? json : focused(value, path.split('.')), maxLength);
}

function focused(value: JsonValue, [step, ...further]: readonly string[]): string {
  if (step === undefined) return cutText(JSON.stringify(value), maxEndLength);
  const [name = ''] = step.split('[]');
  const isMember = isJsonObject(value) && Object.hasOwn(value, name);
  // what is absent shows by what is there
  if (!isMember) return cutText(JSON.stringify(value), maxEndLength);
  const others = Object.keys(value).length > 1 ? '…,' : '';
  const lists = step.split('[]').length - 1;
  const inner = ofItems(ownMember(value, name) as JsonValue, lists, further);
  return `{${others}${JSON.stringify(name)}:${inner}}`;
}

/** The first item is the one that shows it. */
function ofItems(value: JsonValue, lists: number, further: readonly string[]): string {
  if (lists === 0) return focused(value, further);
  if (!Array.isArray(value) || value.length === 0) return focused(value, []);
  const [first] = value as readonly JsonValue[];
  const others = value.length > 1 ? ',…' : '';
  return `[${ofItems(first as JsonValue, lists - 1, further)}${others}]`;
}
