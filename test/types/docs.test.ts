/* oxlint-disable no-console -- programs in the documents print what they do */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import * as apiserver from '../../src/apiserver/index.js';
import { ApiServer } from '../../src/apiserver/index.js';
import * as cache from '../../src/cache/index.js';
import * as main from '../../src/index.js';
import {
  Clientset,
  isNotFound,
  KubeInformersError,
  loadConfig,
  metaNamespaceKey,
  parseSelector,
  SharedInformerFactory,
} from '../../src/index.js';
import * as rest from '../../src/rest/index.js';
import * as testing from '../../src/testing/index.js';
import { faults, FaultProxy } from '../../src/testing/index.js';

const file = fileURLToPath(import.meta.url);
const root = resolve(dirname(file), '../..');

/** The programs in the documents, for the compiler; they are not run. A test compares them with the documents. */
const programs: Readonly<Record<string, readonly (() => Promise<void>)[]>> = {
  'docs/compact.md': [
    async () => {
      const clientset = new Clientset(await loadConfig());
      const factory = new SharedInformerFactory(clientset, { compact: true });
      const pods = factory.core().v1().pods();
      pods.informer().addEventHandler({
        onAdd: (pod) => console.log('added', metaNamespaceKey(pod)), // decodes nothing
      });
      factory.start();
      await factory.waitForCacheSync();

      const web = pods.lister().namespace('default').list(parseSelector('app=web')); // decodes nothing
      console.log(web.map((pod) => pod.spec?.nodeName)); // decodes these pods
      await factory.stop();
      await clientset.close();
    },
  ],
  'docs/fault-proxy.md': [
    async () => {
      const proxy = await FaultProxy.start({ target: await loadConfig(), seed: 7 });
      const clientset = new Clientset(proxy.config); // or any client at proxy.url
      const factory = new SharedInformerFactory(clientset, {
        onWatchError: (error) => console.log('reported:', error.message),
      });
      factory.core().v1().configMaps().informer();

      const rule = proxy.inject(faults.answer(500), { verbs: ['list', 'watchList'] });
      factory.start();
      await rule.hit(); // the first list failed
      await factory.waitForCacheSync(); // and its retry succeeded
      console.log(proxy.requests.map(({ verb, status }) => `${verb}: ${status}`));

      await factory.stop();
      await clientset.close();
      await proxy.stop();
    },
  ],
  'docs/errors.md': [
    async () => {
      const clientset = new Clientset(await loadConfig());
      try {
        await clientset.coreV1().configMaps('default').get('settings');
      } catch (error) {
        if (isNotFound(error)) console.log('there is no such config map');
        else if (error instanceof KubeInformersError) console.log(error.code, error.message);
        else throw error;
      }
      await clientset.close();
    },
  ],
  'README.md': [
    async () => {
      await using server = await ApiServer.start(); // of kube-informers/apiserver
      await using clientset = new Clientset({ host: server.url });
      const settings = { metadata: { name: 'settings' }, data: { colour: 'blue' } };
      await clientset.coreV1().configMaps('default').create(settings);
    },
    async () => {
      await using proxy = await FaultProxy.start({ target: await loadConfig() }); // of kube-informers/testing
      await using clientset = new Clientset(proxy.config);
      proxy.inject(faults.cut({ afterLines: 3, inLine: true }), { verbs: ['watch'] });
      expect(clientset).toBeDefined();
    },
  ],
};

const entries: Readonly<Record<string, object>> = {
  'kube-informers': main,
  'kube-informers/cache': cache,
  'kube-informers/rest': rest,
  'kube-informers/apiserver': apiserver,
  'kube-informers/testing': testing,
};
const documents = [
  ...readdirSync(root).filter((name) => name.endsWith('.md')),
  ...readdirSync(join(root, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];

/** The TypeScript blocks of a document, without README's long one: readme.test.ts compares it with the example. */
function blocksOf(document: string): string[] {
  const text = readFileSync(join(root, document), 'utf8');
  return [...text.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].flatMap(([, code = '']) =>
    code === readFileSync(join(root, 'examples/twenty-lines.ts'), 'utf8') ? [] : [code],
  );
}

/** The code without imports and formatting: a block is indented here, so prettier breaks other lines. */
const bare = (code: string): string =>
  code
    .replaceAll(/^import [^;]*;$/gm, '')
    .replaceAll(/\s+/g, '')
    .replaceAll(/,(?=[)}\]])/g, '');

test('the programs in the documents are those that the compiler reads', () => {
  const source = bare(readFileSync(file, 'utf8'));
  const shown = documents.flatMap((document) => blocksOf(document).map((code) => [document, code] as const));
  expect(shown.map(([document]) => document).toSorted()).toEqual(
    Object.entries(programs)
      .flatMap(([document, each]) => each.map(() => document))
      .toSorted(),
  );
  for (const [, code] of shown) expect(source).toContain(bare(code));
});

test('what they import is there', () => {
  const imports = documents
    .flatMap(blocksOf)
    .flatMap((code) => [...code.matchAll(/^import \{ (.+) \} from '(kube-informers.*)';$/gm)]);
  expect(imports.length).toBeGreaterThan(1);
  for (const [, names = '', entry = ''] of imports) {
    for (const name of names.split(', ')) expect(entries[entry]).toHaveProperty(name);
  }
});
