import { readFile } from 'node:fs/promises';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SharedIndexInformer } from '../../packages/kube-informers/src/cache/informer/shared-index-informer.js';
import { inspector } from '@kube-informers/inspector';
import { MetadataSharedInformerFactory } from '../../packages/kube-informers/src/factories/metadata-shared-informer-factory.js';
import { SharedInformerFactory } from '../../packages/kube-informers/src/factories/shared-informer-factory.js';
import type {
  InformerFactory,
  InformerFactoryOptions,
} from '../../packages/kube-informers/src/factories/informer-factory.js';
import type { KubernetesObject } from '../../packages/kube-informers/src/meta/types.js';
import { RestClient } from '../../packages/kube-informers/src/rest/rest-client.js';
import { coreV1 } from '../../packages/kube-informers/src/resources/core-v1.js';
import type { ConfigMap, Secret } from '../../packages/kube-informers/src/resources/types/core-v1.js';
import { FakeClock } from '../../packages/testing/src/fake-clock.js';
import { FakeSource } from '../../packages/testing/src/fake-source.js';
import { compact } from 'kube-informers/compact';

const local = { remoteAddress: '127.0.0.1' };
const lastApplied = 'kubectl.kubernetes.io/last-applied-configuration';

type Transform = (object: Secret) => object;

/** What programs keep of a Secret. */
const transforms: Readonly<Record<string, Transform>> = {
  'as it is': (object) => object,
  'without kind and apiVersion': ({ kind: _kind, apiVersion: _version, ...rest }) => rest,
  'with its values in other fields': ({ kind, apiVersion, metadata, data, type }) => ({
    kind,
    apiVersion,
    metadata: { ...metadata, managedFields: [{ manager: data?.password }] },
    type: { was: type, values: data },
    password: Buffer.from(data?.password ?? '', 'base64').toString(),
    decoded: [{ data }],
    spec: { nodeName: data?.password },
    status: { phase: data?.password },
  }),
  'as an object of another kind': (object) => ({ ...object, kind: 'Login', apiVersion: 'example.com/v1' }),
};

interface Program {
  readonly factory: InformerFactory;
  readonly informer: SharedIndexInformer<KubernetesObject>;
  readonly source: FakeSource<KubernetesObject>;
}

/** Returns an informer of each kind that can hold Secrets. */
function programs(clock: FakeClock): (readonly [string, () => Program])[] {
  const newSource = () => new FakeSource<KubernetesObject>({ apiVersion: 'v1', kind: 'Secret' });
  const typed = (options: InformerFactoryOptions): Program => {
    const source = newSource();
    // The source answers for whatever resource is asked.
    const factory = new SharedInformerFactory(
      {
        list: (_resource, _namespace, list) => source.list(list) as never,
        watch: (_resource, _namespace, list) => source.watch(list) as never,
      },
      { clock, ...options },
    );
    const informer = factory.core().v1().secrets().informer();
    return { factory, informer: informer as unknown as Program['informer'], source };
  };
  const metadata = (): Program => {
    const source = newSource();
    const namespaced = {
      list: (options: object) => source.list(options) as never,
      watch: (options: object) => source.watch(options) as never,
    };
    const client = { metadataOnly: true, resource: () => namespaced } as const;
    const partial = (object: KubernetesObject) => ({
      ...object,
      apiVersion: 'meta.k8s.io/v1',
      kind: 'PartialObjectMetadata',
    });
    const factory = new MetadataSharedInformerFactory(client, { clock, transform: partial });
    const informer = factory.forResource(coreV1.secrets).informer();
    return { factory, informer: informer as unknown as Program['informer'], source };
  };
  const unknownResource = (transform: Transform) => (): Program => {
    const source = newSource();
    const factory = new SharedInformerFactory({ list: () => never(), watch: () => never() }, { clock });
    const informer = factory.informerFor(
      coreV1.secrets,
      () =>
        new SharedIndexInformer(source as unknown as FakeSource<Secret>, {
          clock,
          name: 'logins',
          transform: transform as (object: Secret) => Secret,
        }),
    );
    return { factory, informer: informer as unknown as Program['informer'], source };
  };
  // Its target says that it holds something else.
  const otherResource = (): Program => {
    const source = newSource();
    const factory = new SharedInformerFactory({ list: () => never(), watch: () => never() }, { clock });
    const informer = factory.informerFor(
      coreV1.configMaps,
      (_client, { name, target }) =>
        new SharedIndexInformer(source as unknown as FakeSource<ConfigMap>, { clock, name, target }),
    );
    return { factory, informer: informer as unknown as Program['informer'], source };
  };
  const bare = transforms['without kind and apiVersion'] ?? ((object) => object);
  return [
    ...Object.entries(transforms).map(([name, transform]) => {
      const options = { transform: transform as (object: KubernetesObject) => KubernetesObject };
      return [`Secrets ${name}`, () => typed(options)] as const;
    }),
    ['Secrets in a compact cache', () => typed({ cacheFormat: compact() })],
    ['metadata of Secrets', metadata],
    ['Secrets of an unknown resource', unknownResource((object) => object)],
    ['Secrets of an unknown resource without kind', unknownResource(bare)],
    ['Secrets under the name of another resource', otherResource],
  ];
}

/** Paths that were requested. */
const requested = new Set<string>();

const never = () => new Promise<never>(() => {});

const password = fc.stringMatching(/^[a-z]{12,20}$/);
const word = fc.stringMatching(/^[a-z]{3,8}$/);

/** A Secret with a value in each place where a server keeps one. */
function secretWith(value: string, annotation: string): Secret {
  const data = { password: Buffer.from(value).toString('base64') };
  return {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: {
      name: 'login',
      namespace: 'a',
      labels: { app: 'web' },
      annotations: {
        [lastApplied]: JSON.stringify({ data, stringData: { password: value } }),
        [annotation]: value,
      },
    },
    type: 'Opaque',
    data,
    stringData: { password: value },
  };
}

/** Lets the inspector list these objects from a server that sends them whole, although only metadata is requested. */
function listsFromServer(
  factory: InformerFactory,
  items: () => readonly object[],
  version: () => string,
): void {
  const rest = new RestClient(
    { host: 'http://api' },
    {
      transport: {
        send: () => {
          const list = {
            apiVersion: 'v1',
            kind: 'SecretList',
            metadata: { resourceVersion: version() },
            items: items(),
          };
          const body = (async function* () {
            yield await Promise.resolve(Buffer.from(JSON.stringify(list)));
          })();
          const headers = { 'content-type': 'application/json' };
          return Promise.resolve({ status: 200, headers, body, destroy: () => {} });
        },
        close: () => Promise.resolve(),
      },
    },
  );
  Object.defineProperty(factory, 'restClient', { get: () => rest });
}

/** The first event of a stream, which has all that was recorded. */
async function firstEvent(response: Response): Promise<{ text: string; close: () => Promise<void> }> {
  const reader = response.body?.getReader();
  const { value } = (await reader?.read()) ?? {};
  const close = async (): Promise<void> => {
    await reader?.cancel();
  };
  return { text: new TextDecoder().decode(value), close };
}

describe.each(programs(new FakeClock()).map(([name]) => name))('an informer of %s', (name) => {
  test('has no response with a value, and no selector that finds one', { timeout: 60_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(password, password, word, async (before, after, annotation) => {
        const clock = new FakeClock();
        const { factory, informer, source } =
          programs(clock).find(([each]) => each === name)?.[1]() ?? expect.unreachable();
        source.add(secretWith(before, annotation));
        informer.addIndexers({ password: (object) => Object.values(Object(Reflect.get(object, 'data'))) });
        factory.start();
        await clock.advance(1);
        expect(informer.hasSynced).toBe(true);
        const missing = { ...secretWith(after, annotation), metadata: { name: 'other', namespace: 'a' } };
        listsFromServer(
          factory,
          () => [secretWith(after, annotation), missing],
          () => informer.lastSyncResourceVersion,
        );
        const handler = inspector({ factories: factory, clock });
        const get = (path: string) => {
          requested.add(path.replace(/\?.*/, ''));
          return handler.fetch(new Request(`http://localhost${path}`), local);
        };
        const id = encodeURIComponent(informer.name);
        const object = `informer=${id}&key=a/login`;
        const stream = await firstEvent(await get(`/api/live?${object}&changes=1`));
        source.modify(secretWith(after, annotation));
        source.modify(secretWith(`${after}x`, annotation));
        await clock.advance(1);
        const changes = await firstEvent(await get(`/api/live?${object}&changes=1`));
        expect(changes.text).toContain('"type":"update"');
        const all = await firstEvent(await get(`/api/live?informer=${id}&changes=1`));

        const current = informer.indexer.getByKey('a/login');
        const values = [before, after].flatMap((value) => [
          value,
          // Without its last characters, which depend on those that follow.
          Buffer.from(value).toString('base64').replace(/=+$/, '').slice(0, -1),
        ]);
        const fields = [
          'data.password',
          'stringData.password',
          'password',
          'spec.nodeName',
          'status.phase',
          `metadata.annotations.${annotation}`,
        ];
        const selectors = fields.flatMap((field) =>
          [`${after}x`, Buffer.from(`${after}x`).toString('base64')].map(
            (value) => `${field}=${value.replaceAll('=', '\\=')}`,
          ),
        );
        const texts = [stream.text, changes.text, all.text];
        for (const path of [
          '/statusz',
          '/metrics',
          '/api/state',
          `/api/informer?${object}`,
          `/api/indexes?${object}`,
          `/api/objects?${object}`,
          `/api/object?${object}`,
          `/api/object?${object}&reveal=1`,
          `/api/objects?${object}&index=password&value=${encodeURIComponent(values[1] ?? '')}`,
          `/api/objects?${object}&index=password&value=${encodeURIComponent(Buffer.from(`${after}x`).toString('base64'))}`,
          `/api/compare?${object}`,
          '/',
          '/livez?verbose',
          '/healthz?verbose',
          '/readyz?verbose',
          `/api/events?${object}`,
        ])
          texts.push(await (await get(path)).text());
        for (const value of values) expect(texts.join('\n')).not.toContain(value);
        expect(texts[9]).toContain('"concealed":true');
        expect(texts.join('\n')).not.toMatch(/\d+ characters/);
        expect(texts[12]).not.toContain('"login"');
        expect(texts[13]).toMatch(
          informer.stats().target === undefined ? /custom source/ : /"missing":1,.*"a\/other"/,
        );
        for (const selector of selectors) {
          const found = await get(`/api/objects?${object}&fieldSelector=${encodeURIComponent(selector)}`);
          expect([selector, await found.json()]).toMatchObject([selector, { matching: 0, total: 1 }]);
        }
        const byName = await get(`/api/objects?${object}&fieldSelector=metadata.name%3Dlogin&search=log`);
        expect(await byName.json()).toMatchObject({ matching: 1 });
        // The object itself is as it was.
        expect(informer.indexer.getByKey('a/login')).toBe(current);
        await Promise.all([stream.close(), changes.close(), all.close()]);
        handler.close();
        await factory.stop();
      }),
      { numRuns: 10 },
    );
  });
});

test('the informers above were requested at every path', async () => {
  const server = await readFile(
    new URL('../../packages/inspector/src/inspector.ts', import.meta.url),
    'utf8',
  );
  const paths = Array.from(server.matchAll(/(?:case|path ===) '(\/[^']*)'/g), ([, path]) => path);
  expect(paths).toContain('/api/compare');
  expect(paths.filter((path) => !requested.has(String(path)))).toEqual([]);
});
