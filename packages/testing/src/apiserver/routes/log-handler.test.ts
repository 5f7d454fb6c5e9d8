import { afterEach, beforeEach, expect, test } from 'vitest';
import { Clientset, resources } from 'kube-informers';
import type { ApiServer } from '../api-server.js';
import { deferred, startWithPods } from '../streams/streams.test-support.js';
import type { LogLine } from '../streams/pod-streams.js';

let server: ApiServer;
beforeEach(async () => {
  server = await startWithPods();
});
afterEach(() => server.stop());

const lines: LogLine[] = [
  { time: '2026-01-01T00:00:00Z', text: 'one' },
  { time: '2026-01-01T01:00:01.25+01:00', text: 'two', stream: 'stderr' },
  { time: new Date('2026-01-01T00:00:02.5Z'), text: 'thrée' },
];

async function log(query: string, pod = 'web'): Promise<[number, string]> {
  const response = await fetch(`${server.url}/api/v1/namespaces/default/pods/${pod}/log?${query}`);
  const text = await response.text();
  return [response.status, response.ok ? text : (JSON.parse(text) as { message: string }).message];
}

test.each([
  ['', 'one\ntwo\nthrée\n'],
  ['tailLines=2', 'two\nthrée\n'],
  ['tailLines=0', ''],
  ['limitBytes=6', 'one\ntw'],
  ['tailLines=1&limitBytes=3', 'thr'],
  ['sinceTime=2026-01-01T00:00:01Z', 'two\nthrée\n'],
  ['sinceTime=2026-01-01T00:00:02.9Z', 'thrée\n'],
  ['sinceSeconds=5', ''],
  ['stream=Stderr', 'two\n'],
  [
    'timestamps=true',
    '2026-01-01T00:00:00.000000000Z one\n2026-01-01T00:00:01.250000000Z two\n2026-01-01T00:00:02.500000000Z thrée\n',
  ],
])('?%s', async (query, expected) => {
  server.onLog(() => lines);
  expect(await log(query)).toEqual([200, expected]);
  server.onLog(async function* () {
    yield* lines;
  });
  expect(await log(query)).toEqual([200, expected]);
});

test('the session names pod, container, follow and previous', async () => {
  const seen: unknown[] = [];
  server.onLog(({ namespace, pod, container, follow, previous }) => {
    seen.push({ namespace, pod, container, follow, previous });
    return [];
  });
  await log('container=b&follow=1', 'two');
  expect(seen).toEqual([{ namespace: 'default', pod: 'two', container: 'b', follow: true, previous: false }]);
});

test('a follow starts with the last old lines and sends new ones at once, until the container ends', async () => {
  let write: ((line: string) => void) | undefined;
  server.onLog(async function* () {
    yield* ['old 1', 'old 2', 'old 3'];
    for (;;) yield await new Promise<string>((resolve) => (write = resolve));
  });
  await using clientset = new Clientset({ host: server.url });
  const pods = clientset.coreV1().pods('default');
  const seen: string[] = [];
  for await (const line of pods.logs('web', { follow: true, tailLines: 2 })) {
    seen.push(line);
    if (line === 'old 3' || line === 'new 1') write?.(line === 'old 3' ? 'new 1' : 'new 2');
    if (line === 'new 2') await server.delete(resources.coreV1.pods, 'web');
  }
  expect(seen).toEqual(['old 2', 'old 3', 'new 1', 'new 2']);
});

test('a follower that leaves aborts the signal', async () => {
  const gone = deferred<string>();
  server.onLog(async function* ({ signal }) {
    yield 'one';
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
    gone.resolve((signal.reason as Error).message);
  });
  await using clientset = new Clientset({ host: server.url });
  for await (const _line of clientset.coreV1().pods('default').logs('web', { follow: true })) break;
  expect(await gone.promise).toBe('the client disconnected');
});

test('the previous container and one that waits, as the kubelet answers', async () => {
  server.onLog(({ previous }) => [previous ? 'before' : 'now']);
  const found = 'previous terminated container "c" in pod "web" not found\n';
  expect(await log('previous=true')).toEqual([400, found]);
  const status = (state: object): Promise<unknown> =>
    server.patch(resources.coreV1.pods, 'web', { status: { containerStatuses: [{ name: 'c', ...state }] } });
  await status({
    lastState: { terminated: { exitCode: 1 } },
    state: { waiting: { reason: 'CrashLoopBackOff' } },
  });
  expect(await log('previous=true')).toEqual([200, 'before\n']);
  expect(await log('')).toEqual([400, 'container "c" in pod "web" is waiting to start: CrashLoopBackOff\n']);
  await status({ state: { terminated: { exitCode: 0 } } });
  expect(await log('')).toEqual([200, 'now\n']);
  expect(await log('', 'unbound')).toEqual([200, '']);
});

test('invalid parameters, and functions that return no lines', async () => {
  server.onLog(() => lines);
  expect(await log('sinceTime=x')).toEqual([
    400,
    'parsing time "x" as "2006-01-02T15:04:05Z07:00": cannot parse "x" as "2006"',
  ]);
  expect(await log('stream=Bad')).toEqual([
    422,
    'PodLogOptions "web" is invalid: stream: Unsupported value: "Bad": supported values: "All", "Stdout", "Stderr"',
  ]);
  const invalid = async (returned: unknown): Promise<unknown> => {
    server.onLog(() => returned as LogLine[]);
    return (await log(''))[1];
  };
  expect(await invalid('text')).toMatch(/onLog must return an iterable of lines, got "text"/);
  expect(await invalid([1])).toMatch(/a line of onLog must be a string or have a text, got 1/);
  expect(await invalid([{ text: 'a', time: 'noon' }])).toMatch(
    /time of a line of onLog must be a Date or in RFC 3339/,
  );
});
