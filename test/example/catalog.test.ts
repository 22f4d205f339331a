import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { compileCatalog } from '../../src/compile/catalog.ts';
import { defaultCompileSettings } from '../../src/compile/model/settings.ts';
import { resolveUpstream } from '../../src/config/resolve-upstream.ts';
import { profiles } from '../../src/core/tool.ts';
import { loadSources } from '../../src/load/load-sources.ts';

const base = join(import.meta.dirname, '..', '..');

const sources = await loadSources(
  resolveUpstream('default', {
    schema: 'schema/*.graphql',
    operations: 'operations/**/*.graphql',
  }),
  { folders: { base, displayBase: base } },
);

describe('the example', () => {
  it.each(profiles)('compiles without diagnostics in profile %s', (profile) => {
    const catalog = compileCatalog(sources, { ...defaultCompileSettings, profile });
    expect(catalog.skipped).toEqual([]);
    expect(catalog.diagnostics).toEqual([]);
    expect(catalog.tools.size).toBe(14);
  });

  it('has these tools', () => {
    const { tools } = compileCatalog(sources, defaultCompileSettings);
    const summary = [...tools.values()].map(({ name, title, annotations }) => {
      const { readOnlyHint, destructiveHint } = annotations;
      return [name, title, readOnlyHint ? 'reads' : destructiveHint ? 'destroys' : 'writes'];
    });
    expect(summary).toEqual([
      ['addToWatchlist', 'Add to watchlist', 'writes'],
      ['compareTitles', 'Compare two titles', 'reads'],
      ['getMovieTrailer', 'Trailer of a film', 'reads'],
      ['getShowtimes', 'Showtimes of a film', 'reads'],
      ['getTitle', 'Look up a film or series', 'reads'],
      ['listCollections', 'List collections', 'reads'],
      ['listMovies', 'List films', 'reads'],
      ['myWatchlist', 'My watchlist', 'reads'],
      ['recommendMoviesForMood', 'Recommend films for a mood', 'reads'],
      ['removeFromWatchlist', 'Remove from watchlist', 'destroys'],
      ['searchTitles', 'Search the catalogue', 'reads'],
      ['setWatchStatus', 'Change watch status', 'writes'],
      ['summarizeMovieReviews', "Summarize a film's reviews", 'reads'],
      ['writeReview', 'Review a film', 'writes'],
    ]);
  });
});
