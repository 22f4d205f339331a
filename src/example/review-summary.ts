import type { MovieRecord, ReviewRecord } from './records.ts';

/** What the reviews of a film say, taken together. */
export interface ReviewSummary {
  readonly movie: MovieRecord;
  readonly reviewCount: number;
  readonly summary: string | null;
  readonly averageScore: number | null;
  readonly themes: readonly string[];
}

/** Sums up the reviews of a film; below three there is no opinion and no mean, only themes. */
export function summaryOf(movie: MovieRecord, reviews: readonly ReviewRecord[]): ReviewSummary {
  const averageScore = averageScoreOf(reviews);
  const themes = themesOf(reviews);
  const summary = averageScore === null ? null : opinionOf(averageScore, reviews, themes);
  return { movie, reviewCount: reviews.length, summary, averageScore, themes };
}

/** Mean score with one decimal, or null below three reviews. */
export function averageScoreOf(reviews: readonly ReviewRecord[]): number | null {
  if (reviews.length < 3) return null;
  const sum = reviews.reduce((total, { score }) => total + score, 0);
  return Math.round((sum / reviews.length) * 10) / 10;
}

function opinionOf(
  averageScore: number,
  reviews: readonly ReviewRecord[],
  themes: readonly string[],
): string {
  const good = reviews.filter(({ score }) => score >= 7).length;
  const subject = themes.length === 0 ? '' : ` Most is said about ${inWords(themes)}.`;
  return `${verdictOf(averageScore)} ${good} of ${reviews.length} scored it 7 or better.${subject}`;
}

function verdictOf(averageScore: number): string {
  if (averageScore >= 8) return 'Viewers love it.';
  if (averageScore >= 6.5) return 'Viewers like it.';
  return averageScore >= 5 ? 'Viewers are divided.' : 'Viewers are disappointed.';
}

function themesOf(reviews: readonly ReviewRecord[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const theme of reviews.flatMap(({ themes }) => themes)) {
    counts.set(theme, (counts.get(theme) ?? 0) + 1);
  }
  return [...counts]
    .sort(([a, timesA], [b, timesB]) => timesB - timesA || (a < b ? -1 : 1))
    .slice(0, 4)
    .map(([theme]) => theme);
}

function inWords(words: readonly string[]): string {
  return words.length === 1
    ? `${words[0]}`
    : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}
