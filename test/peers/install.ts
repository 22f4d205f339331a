import { execFileSync } from 'node:child_process';

/** Installs the packages of this folder, and of the one below it, before the first test. */
export default function installPeers(): void {
  for (const folder of ['test/peers', 'test/peers/postgraphile']) {
    execFileSync(process.execPath, ['tools/install.mjs', folder], { stdio: 'inherit' });
  }
}
