import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The SDL of the film API, one text a file, in the order of the files' names.
 *
 * The package's `schema/` is two folders above this file, in `src/` as in `dist/`.
 */
export function readFilmTypeDefs(): readonly string[] {
  const folder = join(import.meta.dirname, '..', '..', 'schema');
  const files = readdirSync(folder).filter((file) => file.endsWith('.graphql'));
  return files.sort().map((file) => readFileSync(join(folder, file), 'utf8'));
}
