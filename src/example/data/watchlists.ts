/** One thing on a watchlist. */
export interface WatchlistEntry {
  readonly titleId: string;
  readonly status: 'WANT_TO_WATCH' | 'WATCHED';
}

/** What is on watchlists from the start, by subject of the user. */
export const firstWatchlists: ReadonlyMap<string, readonly WatchlistEntry[]> = new Map([
  [
    'ada',
    [
      { titleId: 'm5', status: 'WATCHED' },
      { titleId: 'm11', status: 'WATCHED' },
      { titleId: 's4', status: 'WANT_TO_WATCH' },
    ],
  ],
]);
