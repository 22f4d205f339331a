import { didYouMean } from '../../core/suggest.ts';

/** Names that get a suggestion: where more are unknown a file is missing, and none is misspelt. */
const most = 25;

/**
 * Makes a `didYouMean` that falls silent after its first few answers. To compare thousands of names
 * with thousands takes minutes.
 */
export function suggestFew(): typeof didYouMean {
  let asked = 0;
  return (given, known) => {
    asked += 1;
    return asked > most ? '' : didYouMean(given, known);
  };
}
