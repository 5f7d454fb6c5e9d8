// A gateway that is started again while its API server is away: it serves what the last run has saved, and then what is true.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Clientset } from '../../packages/kube-informers/src/client/clientset.js';
import { SharedInformerFactory } from '../../packages/kube-informers/src/factories/shared-informer-factory.js';
import { loadConfig } from '../../packages/kube-informers/src/kubeconfig/load-config.js';
import { keepSnapshot, openSnapshot } from '../../packages/kube-informers/src/snapshot/snapshot.js';
import { connect, freshNamespace } from './harness.js';
import { canStartServers, OwnServer } from './own-server.js';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'snapshots-'));
});

afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

// Skipped if there is only a running cluster: it stops the server (see own-server.ts).
test.skipIf(!canStartServers)(
  'serves the last routes while the server is away, and the new ones afterwards',
  async () => {
    await using server = await OwnServer.start();
    await using writer = await connect(server.kubeconfig);
    const namespace = await freshNamespace(writer);
    const services = writer.coreV1().services(namespace);
    const create = (name: string) =>
      services.create({ metadata: { name }, spec: { ports: [{ port: 80 }], selector: { app: name } } });
    const file = join(folder, 'services.snapshot');

    const run = async () => {
      const clientset = new Clientset(await loadConfig({ kubeconfig: server.kubeconfig }));
      const factory = new SharedInformerFactory(clientset, { namespace, onWatchError: () => undefined });
      const informer = factory
        .core()
        .v1()
        .services({ fields: { spec: { ports: true, selector: true } } });
      const live = informer.lister();
      const saved = await openSnapshot(informer, file);
      const keeper = keepSnapshot(informer, file);
      const heard: string[] = [];
      informer.informer().addEventHandler({
        onAdd: ({ metadata }) => heard.push(`add ${metadata?.name}`),
        onDelete: ({ key }) => heard.push(`delete ${key}`),
      });
      factory.start();
      return {
        saved,
        heard,
        factory,
        routes: () =>
          (informer.informer().hasSynced ? live : saved?.lister)
            ?.list()
            .map(({ metadata, spec }) => `${metadata?.name}:${spec?.ports?.[0]?.port}`)
            .toSorted(),
        stop: async () => {
          await keeper.stop();
          await factory.stop();
          await clientset.close();
        },
      };
    };

    await create('stays');
    await create('goes');
    const first = await run();
    expect(first.saved).toBeUndefined();
    await first.factory.waitForCacheSync();
    await first.stop();
    await services.delete('goes');
    await create('new');

    await server.stop('cleanly');
    const second = await run();
    expect(second.routes()).toEqual(['goes:80', 'stays:80']);
    expect(second.heard).toEqual([]);
    // It has nothing better than what was saved, and leaves that.
    await second.stop();
    await server.up();

    const third = await run();
    expect(third.routes()).toEqual(['goes:80', 'stays:80']);
    await third.factory.waitForCacheSync();
    expect(third.routes()).toEqual(['new:80', 'stays:80']);
    await third.stop();
    expect(third.saved?.savedAtMs).toBe(second.saved?.savedAtMs);
    expect(third.heard.toSorted()).toEqual(['add new', 'add stays']);
  },
);
