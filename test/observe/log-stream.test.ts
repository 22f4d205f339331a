import { Writable } from 'node:stream';
import { expect, it } from 'vitest';
import { createLog } from '../../src/observe/log.ts';

/** A stream that is read only when `read` is called, and fails while `broken` is set. */
function createStream(options: { readonly isTTY?: boolean } = {}) {
  const written: string[] = [];
  let next = () => {};
  const stream = Object.assign(
    new Writable({
      write(chunk: Buffer, _, done) {
        written.push(chunk.toString());
        next = done;
      },
    }),
    options,
  );
  const read = async () => {
    while (stream.writableLength > 0) {
      next();
      await new Promise(setImmediate);
    }
  };
  return { stream, written, read };
}

it('drops lines while nothing reads them, and counts them later', async () => {
  const { stream, written, read } = createStream();
  const log = createLog('info', stream);
  const text = 'x'.repeat(100_000);
  for (let line = 0; line < 50; line++) log.info({ text }, 'a call failed');
  expect(stream.writableLength).toBeLessThan(1_200_000);
  await read();
  const kept = written.length;
  log.info({}, 'read again');
  await read();
  expect(JSON.parse(written[kept] ?? '')).toMatchObject({ msg: 'read again' });
  expect(JSON.parse(written[kept + 1] ?? '')).toMatchObject({
    msg: 'lines of the log could not be written',
    dropped: 50 - kept,
  });
});

it('survives a stream that is closed', async () => {
  const { stream } = createStream();
  const log = createLog('info', stream);
  stream.destroy(new Error('EPIPE'));
  await new Promise(setImmediate);
  expect(() => log.warn({}, 'a call failed')).not.toThrow();
});

it('escapes characters that control a terminal', () => {
  const { stream, written } = createStream({ isTTY: true });
  createLog('info', stream).warn(
    { path: 'a\u001B]0;title\u0007\r\nforged line' },
    'failed\u001B[2J',
  );
  expect(written.join('').replace(/^\S+ /, '')).toBe(
    'warn failed\\u{1b}[2J\n  path: a\\u{1b}]0;title\\u{7}\\u{d}\n  forged line\n',
  );
});
