import { execFileSync } from 'node:child_process';

/** Installs the packages of this folder before its first test, unless they are there. */
export default function installPeers(): void {
  execFileSync(process.execPath, ['tools/install.mjs', 'test/peers'], { stdio: 'inherit' });
}
