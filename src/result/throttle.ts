import { isJsonObject, ownMember } from '../core/json.ts';

/**
 * Seconds after which an API that counts the cost of queries has gained enough for this one again;
 * undefined where it does not say.
 *
 * Shopify puts `{ requestedQueryCost, throttleStatus: { maximumAvailable, currentlyAvailable,
 * restoreRate } }` into `extensions.cost` of every answer, in points and points a second: see
 * https://shopify.dev/docs/api/usage/limits. A query that costs more than the most there can be
 * gets nowhere by waiting.
 */
export function throttleSeconds(extensions: unknown): number | undefined {
  const cost = memberOf(extensions, 'cost');
  const status = memberOf(cost, 'throttleStatus');
  const requested = numberAt(cost, 'requestedQueryCost');
  const available = numberAt(status, 'currentlyAvailable');
  const rate = numberAt(status, 'restoreRate');
  const most = numberAt(status, 'maximumAvailable') ?? Infinity;
  if (requested === undefined || available === undefined || !rate || requested > most) {
    return undefined;
  }
  return Math.max(1, Math.ceil((requested - available) / rate));
}

function memberOf(value: unknown, name: string): unknown {
  return isJsonObject(value) ? ownMember(value, name) : undefined;
}

function numberAt(value: unknown, name: string): number | undefined {
  const found = memberOf(value, name);
  return typeof found === 'number' && found >= 0 && Number.isFinite(found) ? found : undefined;
}
