import { createServer } from 'node:http';
import type { ServerResponse } from 'node:http';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  Clientset,
  copyOf,
  defineResource,
  exactInteger,
  KubeConfig,
  plainFormat,
  resources,
  SharedInformerFactory,
} from 'kube-informers';
import type { KubernetesObject } from 'kube-informers';
import { ApiServer } from '@kube-informers/testing';
import { execCluster, execInfo } from '../../../packages/kube-informers/src/kubeconfig/exec-credential.js';
import { compact } from 'kube-informers/compact';

// kubernetes/kubernetes#17095: a client that rounds int64 writes another value into a field that it has not touched.

interface Widget extends KubernetesObject {
  spec?: { id?: number; ids?: number[]; nested?: { id?: number }[]; size?: number };
}

const widgets = defineResource<Widget>({
  group: 'ex.test',
  version: 'v1',
  resource: 'widgets',
  kind: 'Widget',
  namespaced: true,
});

/** Integers around the limits of doubles and of int64. */
const integer = fc
  .tuple(
    fc.constantFrom(2n ** 53n, 2n ** 54n, 10n ** 18n, 2n ** 62n, 2n ** 63n - 50n),
    fc.bigInt({ min: -40n, max: 40n }),
    fc.boolean(),
  )
  .map(([limit, distance, negative]) => (negative ? -1n : 1n) * (limit + distance));
const spec = fc
  .tuple(integer, fc.array(integer, { minLength: 1, maxLength: 3 }), integer)
  .map(([id, ids, inner]) => `{"id":${id},"ids":[${ids.join(',')}],"nested":[{"id":${inner}}],"size":3}`);

/** A server that stores text, one widget per spec. */
async function widgetServer(specs: readonly string[]) {
  const texts = specs.map(
    (text, index) =>
      `{"apiVersion":"ex.test/v1","kind":"Widget","metadata":{"name":"w${index}","namespace":"d","uid":"u${index}","resourceVersion":"${index + 1}"},"spec":${text}}`,
  );
  const sent: string[] = [];
  const open: ServerResponse[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      if (body !== '') sent.push(body);
      response.setHeader('content-type', 'application/json');
      const url = new URL(request.url ?? '', 'http://host');
      const named = /w(\d+)$/.exec(url.pathname);
      if (url.searchParams.get('watch') !== null) {
        open.push(response);
        if (url.searchParams.get('sendInitialEvents') !== 'true') {
          response.flushHeaders();
          return;
        }
        for (const text of texts) response.write(`{"type":"ADDED","object":${text}}\n`);
        response.write(
          '{"type":"BOOKMARK","object":{"kind":"Widget","apiVersion":"ex.test/v1","metadata":{"resourceVersion":"99","annotations":{"k8s.io/initial-events-end":"true"}}}}\n',
        );
      } else if (named !== null || request.method !== 'GET') response.end(texts[Number(named?.[1] ?? 0)]);
      else
        response.end(
          `{"kind":"WidgetList","apiVersion":"ex.test/v1","metadata":{"resourceVersion":"99"},"items":[${texts.join(',')}]}`,
        );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const clientset = new Clientset({ host: `http://127.0.0.1:${address.port}` });
  return {
    texts,
    sent,
    clientset,
    client: clientset.resource(widgets, 'd'),
    async [Symbol.asyncDispose]() {
      await clientset.close();
      for (const response of open) response.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const specs = fc.array(spec, { minLength: 1, maxLength: 6 });

test(
  'what was read and not touched is written as it was, however it was read',
  { timeout: 120_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(
        specs,
        fc.constantFrom(plainFormat, compact()),
        fc.boolean(),
        async (texts, cacheFormat, watchList) => {
          await using server = await widgetServer(texts);
          const { client, clientset, sent } = server;
          const factory = new SharedInformerFactory(clientset, { useWatchList: watchList });
          const informer = factory.forResource(widgets, { cacheFormat });
          const lister = informer.lister().namespace('d');
          factory.start();
          await factory.waitForCacheSync();
          try {
            const { items } = await client.list();
            for (const [index, text] of texts.entries()) {
              const cached = lister.getOrThrow(`w${index}`);
              const read = [
                await client.get(`w${index}`),
                items[index] as Widget,
                copyOf<Widget>(cached),
                { ...cached } as Widget,
                { ...cached, spec: { ...cached.spec } } as Widget,
              ];
              for (const widget of read) {
                sent.length = 0;
                await client.update({
                  ...widget,
                  metadata: { ...widget.metadata, labels: { touched: 'yes' } },
                });
                expect(sent[0]).toContain(`"spec":${text}`);
                await client.apply(
                  {
                    apiVersion: 'ex.test/v1',
                    kind: 'Widget',
                    metadata: { name: `w${index}` },
                    spec: widget.spec ?? {},
                  },
                  { fieldManager: 'test' },
                );
                expect(sent[1]).toContain(`"spec":${text}`);
                await client.patch(`w${index}`, { spec: widget.spec }, { type: 'merge' });
                expect(sent[2]).toBe(`{"spec":${text}}`);
                expect(String(exactInteger(widget.spec ?? {}, 'id'))).toBe(/"id":(-?\d+)/.exec(text)?.[1]);
              }
            }
          } finally {
            await factory.stop();
          }
        },
      ),
      { seed: 20_261_126, numRuns: 15 },
    );
  },
);

test('a number whose text is lost is refused, with the name of its field', async () => {
  await using server = await widgetServer(['{"id":9007199254740993,"ids":[1,9007199254740993],"size":3}']);
  const { client, sent } = server;
  const widget = await client.get('w0');
  await expect(client.update(structuredClone(widget))).rejects.toMatchObject({
    code: 'ERR_NUMBER',
    message: expect.stringMatching(/^PUT \S+\/widgets\/w0: spec\.id is 9007199254740992; .*bigint/) as string,
  });
  await expect(
    client.patch('w0', [{ op: 'add', path: '/spec/id', value: widget.spec?.id }], { type: 'json' }),
  ).rejects.toMatchObject({ message: expect.stringContaining(': [0].value is 9007199254740992;') as string });
  await expect(
    client.update({ ...widget, spec: { ids: widget.spec?.ids?.slice(1) ?? [] } }),
  ).rejects.toMatchObject({
    message: expect.stringContaining(': spec.ids[0] is 9007199254740992;') as string,
  });
  await expect(client.create({ metadata: { name: 'n' }, spec: { size: Number.NaN } })).rejects.toMatchObject({
    code: 'ERR_NUMBER',
    message: expect.stringContaining(': spec.size is NaN; JSON has no such number') as string,
  });
  expect(sent).toEqual([]);
});

test('a bigint is sent as an integer, and a patch need not have the field', async () => {
  await using server = await widgetServer(['{"id":9007199254740993}']);
  const { client, sent } = server;
  const widget = structuredClone(await client.get('w0'));
  const id = 9_007_199_254_740_995n as unknown as number;
  await client.update({ ...widget, spec: { id } });
  expect(sent.pop()).toContain('"spec":{"id":9007199254740995}');
  await client.patch('w0', { metadata: { labels: { touched: 'yes' } } }, { type: 'merge' });
  expect(sent.pop()).toBe('{"metadata":{"labels":{"touched":"yes"}}}');
});

test.each([
  ['YAML', 'id: 9007199254740993\n            list: [-9223372036854775808, 5]'],
  ['JSON', '{"id":9007199254740993,"list":[-9223372036854775808,5]}'],
])('an exec plugin gets the integers of its configuration in %s', async (_, config) => {
  const kubeconfig = await KubeConfig.parse(`
apiVersion: v1
kind: Config
current-context: c
contexts: [{ name: c, context: { cluster: c, user: u } }]
users: [{ name: u, user: {} }]
clusters:
  - name: c
    cluster:
      server: https://host
      extensions:
        - name: client.authentication.k8s.io/exec
          extension:
            ${config}
`);
  const cluster = kubeconfig.clusters.get('c');
  if (cluster === undefined) throw new Error('no cluster');
  const info = execInfo('client.authentication.k8s.io/v1', false, execCluster(cluster, undefined, undefined));
  expect(info).toContain('"config":{"id":9007199254740993,"list":[-9223372036854775808,5]}');
});

test('a test program reads and writes them in the embedded server, too', async () => {
  await using server = await ApiServer.start();
  const seconds = 9_223_372_036_854_775_807n as unknown as number;
  const pod = await server.create(resources.coreV1.pods, {
    metadata: { name: 'p', namespace: 'default' },
    spec: { terminationGracePeriodSeconds: seconds, containers: [{ name: 'c', image: 'i' }] },
  });
  expect(exactInteger(pod.spec ?? {}, 'terminationGracePeriodSeconds')).toBe(2n ** 63n - 1n);
  const updated = await server.update(resources.coreV1.pods, {
    ...pod,
    metadata: { ...pod.metadata, labels: { a: 'b' } },
  });
  expect(exactInteger(updated.spec ?? {}, 'terminationGracePeriodSeconds')).toBe(2n ** 63n - 1n);
  await expect(server.update(resources.coreV1.pods, structuredClone(updated))).rejects.toMatchObject({
    code: 'ERR_NUMBER',
  });
  await using clientset = new Clientset({ host: server.url });
  const read = await clientset.coreV1().pods('default').get('p');
  expect(exactInteger(read.spec ?? {}, 'terminationGracePeriodSeconds')).toBe(2n ** 63n - 1n);
});
