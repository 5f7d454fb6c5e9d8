import { describe, expect, test } from 'vitest';
import { Clientset, DynamicClient, Discovery, SharedInformerFactory, StatusError } from 'kube-informers';
import { coreV1 } from '../../packages/kube-informers/src/resources/index.js';
import { ApiServer } from '@kube-informers/testing';
import type { InterceptAction } from '@kube-informers/testing';
import { FakeClock } from '@kube-informers/testing';
import { TestCluster } from '../../packages/cli/src/cli.test-support.js';
import { expectError, expectOneLine, failureOf } from './expect-error.test-support.js';

const html = { 'content-type': 'text/html; charset=utf-8' };
const page =
  '<!DOCTYPE html>\n<html>\n<head><title>502 Bad Gateway</title></head>\n<body><h1>502 Bad Gateway</h1>\n<hr>nginx</body>\n</html>\n';

interface Stranger {
  readonly what: string;
  readonly answer: InterceptAction;
  readonly code: string;
  /** For a watch, whose response can only be recognized by its first line. Default: `code`. */
  readonly watchCode?: string;
  readonly words: readonly (string | RegExp)[];
}

const strangers: readonly Stranger[] = [
  {
    what: 'answers with an HTML page',
    answer: { status: 200, headers: html, body: page },
    code: 'ERR_NOT_KUBERNETES',
    words: ['200', '"text/html"', /expected application\/json/],
  },
  {
    what: 'answers with an HTML page that claims to be JSON',
    answer: { status: 200, headers: { 'content-type': 'application/json' }, body: page },
    code: 'ERR_NOT_KUBERNETES',
    watchCode: 'ERR_WATCH_DECODE',
    words: [/not valid JSON|expected a JSON object/],
  },
  {
    what: 'answers with JSON of something else',
    answer: { status: 200, body: { hello: 'world' } },
    code: 'ERR_NOT_KUBERNETES',
    watchCode: 'ERR_WATCH_DECODE',
    words: [/Kubernetes API|unknown event type/],
  },
  {
    what: 'redirects to a login page',
    answer: { status: 302, headers: { location: 'https://login.example.com/?token=secret' } },
    code: 'ERR_REDIRECT',
    words: ['302', 'login.example.com', /must name the API server itself/],
  },
  {
    what: "is a proxy's 502 page",
    answer: { status: 502, headers: html, body: page },
    code: 'ERR_STATUS',
    words: [/502/, /Bad Gateway/],
  },
  {
    what: 'answers 404 to everything',
    answer: { status: 404, headers: html, body: '<html><body>Not Found</body></html>' },
    code: 'ERR_STATUS',
    words: [/could not find the requested resource|Not Found/],
  },
];

describe.each(strangers)('a server that $what', ({ answer, code, watchCode = code, words }) => {
  test.each([
    ['get', (clientset: Clientset) => clientset.coreV1().pods('default').get('web')],
    ['list', (clientset: Clientset) => clientset.coreV1().pods('default').list()],
    ['watch', (clientset: Clientset) => firstEvent(clientset)],
    [
      'create',
      (clientset: Clientset) =>
        clientset
          .coreV1()
          .pods('default')
          .create({ metadata: { name: 'web' } }),
    ],
    ['delete', (clientset: Clientset) => clientset.coreV1().pods('default').delete('web')],
    [
      'a dynamic list',
      (clientset: Clientset) => new DynamicClient(clientset.restClient).resource(coreV1.pods).list(),
    ],
    ['discovery', (clientset: Clientset) => new Discovery(clientset.restClient).resolve('pods')],
    ['version', (clientset: Clientset) => new Discovery(clientset.restClient).serverVersion()],
  ] as const)('causes one clear error of %s', async (verb, call) => {
    await using server = await ApiServer.start();
    server.intercept(() => answer);
    await using clientset = new Clientset({ host: server.url });
    const error = await failureOf(call(clientset));
    expectError(error, verb === 'watch' ? watchCode : code, ...words);
    expect(error.message.length).toBeLessThan(400);
    expect(error.message).not.toContain('secret');
  });

  test('makes the command print one line and exit with code 1', async () => {
    await using cluster = await TestCluster.start();
    cluster.server.intercept(() => answer);
    const { out, err, exitCode } = await cluster.finish(['watch', 'pods']);
    expectOneLine(err, ...words);
    expect([out, exitCode]).toEqual(['', 1]);
  });

  test.each([true, false])(
    'replaces the real server of a running informer (watch-list %s): it is reported, and the cache is kept and repaired',
    async (useWatchList) => {
      await using server = await ApiServer.start();
      await server.create(coreV1.pods, { metadata: { name: 'before', namespace: 'default' } });
      const clock = new FakeClock();
      await using clientset = new Clientset({ host: server.url }, { clock });
      const faults: Error[] = [];
      await using factory = new SharedInformerFactory(clientset, {
        clock,
        useWatchList,
        onWatchError: (error) => void faults.push(error),
      });
      const informer = factory.core().v1().pods().informer();
      const keys = (): string[] => informer.indexer.listKeys().sort();
      factory.start();
      await factory.waitForCacheSync();

      const interception = server.intercept(() => answer);
      server.dropWatches({ how: 'reset' });
      // Several times, with pauses between them.
      const isStranger = (error: Error): boolean =>
        error instanceof StatusError || (error as { code?: string }).code === code;
      await advanceUntil(clock, () => faults.filter(isStranger).length >= 3);
      const requests = server.requests.length;
      await clock.advance(1);
      expect(server.requests.length - requests).toBeLessThanOrEqual(1);
      expectError(faults.find(isStranger), code, ...words);
      expect(keys()).toEqual(['default/before']);

      await server.create(coreV1.pods, { metadata: { name: 'meanwhile', namespace: 'default' } });
      interception.remove();
      await advanceUntil(clock, () => keys().length === 2);
      expect(keys()).toEqual(['default/before', 'default/meanwhile']);
    },
  );
});

/** A watch's first line shows what its headers cannot. */
async function firstEvent(clientset: Clientset): Promise<unknown> {
  const watch = await clientset.coreV1().pods('default').watch();
  for await (const event of watch) return event;
  return undefined;
}

async function advanceUntil(clock: FakeClock, condition: () => boolean): Promise<void> {
  while (!condition()) await clock.advance(200);
}
