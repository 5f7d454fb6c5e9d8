import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../..');

/** Calls that wait for real time. */
const waits = [
  'setTimeout(',
  'setInterval(',
  'setTimeout as ',
  'systemClock.sleep(',
  'systemClock.setTimer(',
];

/** They run against real servers and processes, which need real time. */
const folders = ['test/integration/', 'test/soak/'];

const allowed = new Map([
  ['packages/kube-informers/src/util/clock.test.ts', 'tests the clock of the system'],
  ['packages/testing/src/leak-check.test.ts', 'tests that timers which are left open are found'],
  [
    'packages/kube-informers/src/rest/undici-transport-proxy.test.ts',
    'plays a proxy that never ends its response',
  ],
  [
    'packages/kube-informers/src/workqueue/work-queue.test.ts',
    'tests that a busy queue lets timers of the system run',
  ],
  ['test/fuzz/server-requests.test.ts', 'ends watches, and reports a server that does not answer'],
  ['test/contract/streams-embedded.test.ts', 'plays containers that write logs over time'],
  ['test/architecture/sleeps.test.ts', 'names the calls'],
]);

const files = ['packages', 'test', 'examples', 'bench/test'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((path) => relative(root, join(root, folder, path)))
    .filter((path) => ['.test.ts', '.test-support.ts', '.test.mjs'].some((end) => path.endsWith(end)))
    .filter(
      (path) => !/node_modules|\/dist\//.test(path) && !folders.some((start) => path.startsWith(start)),
    ),
);

test('tests wait for conditions or advance a fake clock, and do not sleep', () => {
  expect(files.length).toBeGreaterThan(300);
  const sleeping = files.filter((path) => {
    const text = readFileSync(join(root, path), 'utf8');
    return waits.some((call) => text.includes(call));
  });
  expect(sleeping.toSorted()).toEqual([...allowed.keys()].toSorted());
});
