import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The version of this package, from its `package.json` two folders up. */
export function packageVersion(): string {
  const path = join(import.meta.dirname, '..', '..', 'package.json');
  const { version } = JSON.parse(readFileSync(path, 'utf8')) as { readonly version: string };
  return version;
}
