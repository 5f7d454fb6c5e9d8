import { test } from 'vitest';
import { ApiServer } from '@kube-informers/testing';
import { Clientset } from '../client/clientset.js';
import { newForbidden } from '../meta/status.js';
import { changesNamespaces, everyWay, followsDefinition } from '../../../../test/integration/scopes.js';

async function onServer(run: (clientset: Clientset) => Promise<void>): Promise<void> {
  await using server = await ApiServer.start();
  const clientset = new Clientset({ host: server.url, proxyUrl: '' });
  try {
    await run(clientset);
  } finally {
    await clientset.close();
  }
}

const refused = newForbidden({ group: '', resource: 'configmaps' }, '', 'no permission in this namespace');
const denied = { list: () => Promise.reject(refused), watch: () => Promise.reject(refused) };

test.each(everyWay)(
  'namespaces are added and removed, one of them forbidden: watch-list $useWatchList, $cacheFormat.id',
  (way) => onServer((clientset) => changesNamespaces(clientset, denied, way)),
);

test.each(everyWay)(
  'a definition is installed and deleted: watch-list $useWatchList, $cacheFormat.id',
  (way) => onServer((clientset) => followsDefinition(clientset, way)),
  60_000,
);
