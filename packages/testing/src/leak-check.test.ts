import { resolve } from 'node:path';
import { execFile } from 'node:child_process';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { promisify } from 'node:util';
import { rolldown } from 'rolldown';
import { expect, test, vi } from 'vitest';
import { onAbort } from '../../kube-informers/src/util/signal.js';
import { leakCheck, LeakError } from './leak-check.js';

test('reports a server that was left open', async () => {
  const check = leakCheck({ graceMs: 0 });
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  expect(check.leaks()).toEqual(['TCPServerWrap: 1']);
  await expect(check.assertNone()).rejects.toThrow(LeakError);
  server.close();
  await once(server, 'close');
});

test('accepts resources that are closed in time', async () => {
  const check = leakCheck();
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  server.close();
  await check.assertNone();
});

test("counts each of the library's callbacks on a signal, although they share one listener", () => {
  const { signal } = new AbortController();
  const undoFirst = onAbort(signal, () => undefined);
  const check = leakCheck({ signals: [signal], graceMs: 0 });
  const undos = [onAbort(signal, () => undefined), onAbort(signal, () => undefined)];
  expect(check.leaks()).toEqual(['abort listener: 2']);
  for (const undo of undos) undo();
  expect(check.leaks()).toEqual([]);
  undoFirst();
});

test('a pending timer and a listener left on a signal are leaks', async () => {
  const { signal } = new AbortController();
  const check = leakCheck({ signals: [signal], graceMs: 0 });
  const listener = (): void => undefined;
  signal.addEventListener('abort', listener);
  const timer = setTimeout(listener, 60_000);
  expect(check.leaks()).toEqual(['Timeout: 1', 'abort listener: 1']);
  signal.removeEventListener('abort', listener);
  clearTimeout(timer);
  await check.assertNone();
});

test('does not count stdout and stderr that are pipes and written to later', async () => {
  const bundle = await rolldown({
    input: resolve(import.meta.dirname, 'leak-check.ts'),
    platform: 'node',
    // The names of our packages are sources.
    tsconfig: resolve(import.meta.dirname, '../../../tsconfig.json'),
    external: ['yaml', /^undici/],
  });
  const { output } = await bundle.generate({ format: 'esm', codeSplitting: false });
  await bundle.close();
  const program = `${output[0].code}
    const check = leakCheck({ graceMs: 0 });
    console.log('to stdout');
    console.error('to stderr');
    await check.assertNone();`;
  const { stdout } = await promisify(execFile)('sh', [
    '-c',
    '"$0" --input-type=module -e "$1" 2>&1 | cat',
    process.execPath,
    program,
  ]);
  expect(stdout).toBe('to stdout\nto stderr\n');
});

test('rejects a runtime that does not report open handles', () => {
  const report = vi.spyOn(process, 'getActiveResourcesInfo').mockReturnValue([]);
  try {
    expect(() => leakCheck()).toThrow(expect.objectContaining({ code: 'ERR_LEAK_CHECK' }));
  } finally {
    report.mockRestore();
  }
});
