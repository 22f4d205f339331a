import type { FilmContext } from './film-context.ts';
import type { FilmStore } from './film-store.ts';
import type { TitleRecord } from './records.ts';

/** Makes the resolver of `Title.watchStatus`; a field of the caller that needs no caller. */
export function watchStatusOf({ watchlists }: FilmStore) {
  return ({ id }: TitleRecord, _: unknown, { caller }: FilmContext): string | null => {
    if (caller.subject === undefined) return null;
    return watchlists.find(caller.subject, id)?.status ?? null;
  };
}
