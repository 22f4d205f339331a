import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readLockFile } from '../../src/gateway/sources/lock-file.ts';
import { closeLater } from '../support/servers.ts';

it('distinguishes a missing lock file from an unreadable one', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'read-lock-'));
  closeLater(() => rm(folder, { recursive: true }));
  await expect(readLockFile(join(folder, 'tools.lock.json'), folder)).rejects.toThrow(
    'error LOCK_MISSING: There is no lock file tools.lock.json.',
  );
  await expect(readLockFile(folder, join(folder, '..'))).rejects.toThrow(
    /error LOCK_INVALID: The lock file read-lock-\w+ cannot be read: EISDIR\./,
  );
});
