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

/** The programs in the documents, so that the compiler reads them; nobody runs them. A test holds them to the letter. */
const programs: Readonly<Record<string, readonly (() => Promise<void>)[]>> = {
  'docs/compact.md': [
    async () => {
      await using clientset = new Clientset(await loadConfig());
      const queue = new Set<string>();

      const factory = new SharedInformerFactory(clientset, { compact: true });
      const pods = factory.core().v1().pods();
      pods.informer().addEventHandler({
        onAdd: (pod) => queue.add(metaNamespaceKey(pod)), // decodes nothing
      });
      factory.start();
      // later
      const web = pods.lister().namespace('default').list(parseSelector('app=web')); // decodes nothing
      const nodes = web.map((pod) => pod.spec?.nodeName); // decodes these pods
      expect(nodes).toBeDefined();
    },
  ],
  'docs/fault-proxy.md': [
    async () => {
      await using proxy = await FaultProxy.start({ target: await loadConfig(), seed: 7 });
      await using clientset = new Clientset(proxy.config); // or any client at proxy.url

      const rule = proxy.inject(faults.cut({ afterLines: 3, inLine: true }), { verbs: ['watch'] });
      await rule.hit(); // the watch broke in the middle of its fourth event
      expect(clientset).toBeDefined();
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
  ...readdirSync(join(root, 'docs')).map((name) => `docs/${name}`),
];

/** The TypeScript blocks of a document; README's long one is an example, and held to that by a test of its own. */
function blocksOf(document: string): string[] {
  const text = readFileSync(join(root, document), 'utf8');
  return [...text.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].flatMap(([, code = '']) =>
    code === readFileSync(join(root, 'examples/twenty-lines.ts'), 'utf8') ? [] : [code],
  );
}

const lines = (code: string): string[] =>
  code
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('import '));

test('the programs in the documents are those that the compiler reads', () => {
  const source = lines(readFileSync(file, 'utf8')).join('\n');
  const shown = documents.flatMap((document) => blocksOf(document).map((code) => [document, code] as const));
  expect(shown.map(([document]) => document).toSorted()).toEqual(
    Object.entries(programs)
      .flatMap(([document, each]) => each.map(() => document))
      .toSorted(),
  );
  for (const [, code] of shown) expect(source).toContain(lines(code).join('\n'));
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
