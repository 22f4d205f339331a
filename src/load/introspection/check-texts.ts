import { isJsonObject } from '../../core/json.ts';

/** The members of an introspection result that are texts or null, wherever they are. */
const texts: ReadonlySet<string> = new Set([
  'name',
  'description',
  'deprecationReason',
  'specifiedByURL',
  'defaultValue',
]);

/**
 * Finds a text of an introspection result that is something else, such as a list as `description`:
 * graphql accepts it, and fails when the text is used.
 *
 * @returns what is wrong, or undefined.
 */
export function findTextProblem(schema: object): string | undefined {
  const queue: object[] = [schema];
  for (let holder = queue.pop(); holder; holder = queue.pop()) {
    for (const [name, value] of Object.entries(holder)) {
      if (!Array.isArray(holder) && texts.has(name)) {
        if (typeof value !== 'string' && value !== null && value !== undefined) {
          return `"${name}" is ${kindOf(value)} instead of a text`;
        }
      } else if (Array.isArray(value) || isJsonObject(value)) {
        queue.push(value);
      }
    }
  }
  return undefined;
}

function kindOf(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
