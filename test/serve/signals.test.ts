import { expect, it } from 'vitest';
import { stopOnSignals } from '../../src/serve/signals.ts';

function fakeProcess() {
  const listeners = new Map<string, () => void>();
  const exits: number[] = [];
  const exited: (() => void)[] = [];
  return {
    exits,
    raise: (signal: string) => listeners.get(signal)?.(),
    exit: () => new Promise<void>((resolve) => exited.push(resolve)),
    source: {
      on: (signal: string, listener: () => void) => listeners.set(signal, listener),
      exit(code: number) {
        exits.push(code);
        for (const resolve of exited) resolve();
      },
    },
  };
}

it.each(['SIGTERM', 'SIGINT'])('exits with 0 after a graceful stop on %s', async (signal) => {
  const fake = fakeProcess();
  const exit = fake.exit();
  stopOnSignals(fake.source, () => Promise.resolve());
  fake.raise(signal);
  await exit;
  expect(fake.exits).toEqual([0]);
});

it('exits with 1 if stopping fails', async () => {
  const fake = fakeProcess();
  const exit = fake.exit();
  stopOnSignals(fake.source, () => Promise.reject(new Error('stuck')));
  fake.raise('SIGTERM');
  await exit;
  expect(fake.exits).toEqual([1]);
});

it('exits at once on the second signal', () => {
  const fake = fakeProcess();
  stopOnSignals(fake.source, () => new Promise(() => {}));
  fake.raise('SIGTERM');
  expect(fake.exits).toEqual([]);
  fake.raise('SIGINT');
  expect(fake.exits).toEqual([130]);
});
