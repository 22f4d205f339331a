import { cutText } from '../core/text.ts';

/** Longest piece of a request that a message repeats, in UTF-16 units. */
const maxLength = 100;

/** What a message may repeat of a text that a client sent: not too much, and no half characters. */
export function quotable(text: string): string {
  return cutText(text, maxLength).toWellFormed();
}
