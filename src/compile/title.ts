import { plainText } from '../core/text.ts';

/**
 * A title for people: the one that was configured, or one made of a name:
 * `recommendMoviesForMood` → `Recommend movies for mood`, `GetHTTPStatus_v2` → `Get HTTP status v2`.
 */
export function titleOf(name: string, configured?: string): string {
  const given = plainText(configured ?? '');
  if (given !== '') return given;
  const words = name
    .replaceAll('_', ' ')
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .split(' ')
    .filter((word) => word !== '')
    .map((word) => (/^[A-Z][a-z\d]*$/.test(word) && word.length > 1 ? word.toLowerCase() : word));
  const text = words.join(' ');
  return text === '' ? name : `${text[0]?.toUpperCase()}${text.slice(1)}`;
}
