import { join } from 'node:path';

/** The folder of the package: two levels up, from `src/cli/` as from `dist/cli/`. */
export const packageFolder = join(import.meta.dirname, '..', '..');

/** The configuration of the example that the package brings. */
export const exampleConfig = join(packageFolder, 'gateway.yaml');
