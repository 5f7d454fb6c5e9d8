import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { FakeClock, settle } from '../../testing/src/fake-clock.js';
import { start } from './cli.test-support.js';
import type { RunningCommand } from './cli.test-support.js';

/** A connection to itself over loopback, on which everything that was sent before has arrived when a byte has. */
async function loopback(): Promise<AsyncDisposable & { turn(): Promise<void> }> {
  const server = createServer((socket) => socket.pipe(socket)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  await once(socket, 'connect');
  return {
    turn: async () => {
      const echo = once(socket, 'data');
      socket.write('.');
      await echo;
    },
    [Symbol.asyncDispose]: async () => {
      socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/**
 * Runs the demo on a fake clock: advances to the next short timer whenever there is one, after the network has had time for
 * a few requests and their responses.
 */
async function play(clock: FakeClock, until: Promise<unknown>): Promise<void> {
  await using network = await loopback();
  let done = false;
  const watching = until.finally(() => {
    done = true;
  });
  while (!done) {
    for (let turn = 0; turn < 10; turn++) await network.turn();
    const nextMs = clock.nextTimerMs;
    if (nextMs !== undefined && nextMs <= 400) await clock.advance(nextMs);
    else await settle();
  }
  await watching;
}

function startDemo(isTTY: boolean): { readonly demo: RunningCommand; readonly clock: FakeClock } {
  const clock = new FakeClock(new Date(2026, 0, 1, 12).getTime());
  return { demo: start(['demo'], { clock, isTTY }), clock };
}

test('without a terminal the demo runs for 15 seconds and exits', async () => {
  const { demo, clock } = startDemo(false);
  await play(clock, demo.exitCode);
  expect(await demo.exitCode).toBe(0);
  expect(clock.pendingTimers).toBe(0);
  expect(demo.err.text).toBe('');

  const { text } = demo.out;
  expect(text).toMatch(/^Caches filled in \d+ ms: 3 nodes, 3 deployments, 7 pods\.$/m);
  expect(text).toContain('The demo stops after 15 seconds.');
  expect(text).toMatch(/^12:00:01 {2}▶ a new version of shop\/web rolls out/m);
  expect(text).toMatch(/^12:00:\d\d {2}\+ pod shop\/web-v2-/m);
  expect(text).toMatch(/^12:00:\d\d {2}~ node worker-2 +status: Ready → NotReady$/m);
  expect(text).toMatch(/^12:00:\d\d {2}- pod shop\/web-v1-/m);
  expect(text).toMatch(/The demo has ended after \d\d changes/);
  // Colours are for terminals only.
  expect(text).not.toContain('\x1b');
});

test('after all watches are cut the informers resume without a list and miss nothing', async () => {
  const { demo, clock } = startDemo(false);
  await play(clock, demo.exitCode);
  const { lines } = demo.out;
  const cut = lines.findIndex((line) => line.includes('the network drops every watch'));
  expect(lines.slice(cut).find((line) => line.includes('the informers resumed'))).toMatch(
    /: 3 new watches, 0 lists, and no change was missed$/,
  );
  expect(lines.slice(cut).some((line) => /~ deployment backend\/search +ready: 2\/2 → 2\/3/.test(line))).toBe(
    true,
  );
  expect(lines.findLast((line) => line.includes('requests by the informers'))).toMatch(
    /: 6 watches, 0 lists$/,
  );
});

test('while the network is down the caches are stale, and fresh again a second after it is back', async () => {
  const { demo, clock } = startDemo(false);
  await play(clock, demo.exitCode);
  const { lines } = demo.out;
  const steps = [
    '● every cache is fresh',
    'the network drops',
    '○ stale: ',
    'the network is back',
    '● every cache is fresh again',
    'the informers resumed',
  ];
  const found = steps.map((step) => lines.findIndex((line) => line.includes(step)));
  expect(found).not.toContain(-1);
  expect(found).toEqual(found.toSorted((a, b) => a - b));
  expect(lines.findLast((line) => line.includes('○ stale: '))).toMatch(
    /: nodes\S+ since 12:00:\d\d, deployments\S+ since 12:00:\d\d, pods\S+ since 12:00:\d\d \(watch of \S+ was cut: /,
  );
});

test('prints the address of an inspector, which ends with the demo', async () => {
  const { demo, clock } = startDemo(true);
  await play(clock, demo.out.until('rolls out'));
  const [, url = ''] = /While the demo runs, (http:\S+) shows the caches/.exec(demo.out.text) ?? [];
  const response = await fetch(`${url}statusz`, { headers: { connection: 'close' } });
  expect(await response.text()).toContain('pods');
  demo.interrupt();
  await play(clock, demo.exitCode);
  await expect(fetch(url)).rejects.toThrow(/fetch failed/);
});

test('on a terminal the demo runs in colour until Ctrl-C, with exit code 0', async () => {
  const { demo, clock } = startDemo(true);
  await play(clock, demo.out.until(/12:00:2\d/));
  expect(demo.out.text).toContain('Press Ctrl-C to stop.');
  expect(demo.out.text).toContain('\x1b[32m12:00:');
  demo.interrupt();
  await play(clock, demo.exitCode);
  expect(await demo.exitCode).toBe(0);
  expect(demo.err.text).toBe('');
  expect(clock.pendingTimers).toBe(0);
});

test('NO_COLOR turns colours off on a terminal', async () => {
  const clock = new FakeClock();
  const demo = start(['demo'], { clock, isTTY: true, env: { NO_COLOR: '1' } });
  await play(clock, demo.out.until('rolls out'));
  expect(demo.out.text).not.toContain('\x1b');
  demo.interrupt();
  await play(clock, demo.exitCode);
});

test('Ctrl-C before the caches are synced exits with code 0', async () => {
  const { demo, clock } = startDemo(true);
  demo.interrupt();
  await play(clock, demo.exitCode);
  expect(await demo.exitCode).toBe(0);
  expect(demo.err.text).toBe('');
});
