import type { CryptoKey, JSONWebKeySet, JWSHeaderParameters } from 'jose';

/** Returns the key that a token names in its header. */
export type FindKey = (header: JWSHeaderParameters) => Promise<CryptoKey>;

/** Why the keys of an issuer are missing: they could not be fetched yet. */
export class KeysUnavailable extends Error {}

export interface KeySetOptions {
  /** Fetches the keys; undefined if they cannot be fetched. */
  readonly fetchKeys: () => Promise<JSONWebKeySet | undefined>;
  readonly jose: Pick<typeof import('jose'), 'createLocalJWKSet' | 'errors'>;
  readonly now: () => number;
}

/** Age from which on keys are fetched again while the old ones are in use, in milliseconds. */
const maxAgeMs = 600_000;
/** Time between attempts to find a key that the issuer did not publish before. */
const unknownKeyMs = 30_000;
/** Time between attempts to fetch the first keys. */
const firstKeysMs = 2_000;

/**
 * Creates the keys of an issuer, which are fetched at first use.
 *
 * | keys                          | a token with a known key | with an unknown key                  |
 * | ----------------------------- | ------------------------ | ------------------------------------ |
 * | fetched in the last 10 min    | verified                 | fetched again, at most every 30 s    |
 * | older                         | verified; fetched again  | the same                             |
 * | cannot be fetched any more    | verified                 | refused                              |
 * | could never be fetched        | `KeysUnavailable`        | `KeysUnavailable`                    |
 */
export function createKeySet({ fetchKeys, jose, now }: KeySetOptions): FindKey {
  let find: FindKey | undefined;
  let fetchedAt = 0;
  let triedAt = Number.NEGATIVE_INFINITY;
  let fetching: Promise<void> | undefined;

  async function fetchNow(): Promise<void> {
    triedAt = now();
    const keys = await fetchKeys();
    if (!keys) return;
    try {
      find = jose.createLocalJWKSet(keys);
      fetchedAt = now();
    } catch {
      // not a key set: the last one stays
    }
  }

  /** Fetches the keys unless that was tried a moment ago; concurrent calls share one attempt. */
  async function refresh(pauseMs: number): Promise<void> {
    if (!fetching && now() - triedAt < pauseMs) return;
    fetching ??= fetchNow().finally(() => {
      fetching = undefined;
    });
    await fetching;
  }

  return async function findKey(header) {
    if (!find) await refresh(firstKeysMs);
    else if (now() - fetchedAt > maxAgeMs) void refresh(unknownKeyMs);
    const known = find;
    if (!known) throw new KeysUnavailable();
    try {
      return await known(header);
    } catch (error) {
      if (!(error instanceof jose.errors.JWKSNoMatchingKey)) throw error;
      await refresh(unknownKeyMs);
      if (find === known || !find) throw error;
      return find(header);
    }
  };
}
