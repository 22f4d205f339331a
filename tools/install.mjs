/** Installs the packages of a folder unless they are there: `node tools/install.mjs test/peers`. */
import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';

const [folder] = process.argv.slice(2);
const installed = statSync(`${folder}/node_modules/.package-lock.json`, { throwIfNoEntry: false });
const locked = statSync(`${folder}/package-lock.json`);
if (!installed || installed.mtimeMs < locked.mtimeMs) {
  execFileSync('npm', ['ci'], { cwd: folder, stdio: 'inherit', shell: true });
}
