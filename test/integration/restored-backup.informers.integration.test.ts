import { cp, rm } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { listWatchFromClient } from '../../packages/kube-informers/src/cache/reflector/listwatch.js';
import { SharedIndexInformer } from '../../packages/kube-informers/src/cache/informer/shared-index-informer.js';
import { Clientset } from '../../packages/kube-informers/src/client/clientset.js';
import { loadConfig } from '../../packages/kube-informers/src/kubeconfig/load-config.js';
import { isTooLargeResourceVersion } from '../../packages/kube-informers/src/meta/errors.js';
import type { KubernetesObject } from '../../packages/kube-informers/src/meta/types.js';
import { coreV1 } from '../../packages/kube-informers/src/resources/core-v1.js';
import { nightly } from '../nightly.test-support.js';
import { SleepClock, until } from '../scenarios/informers/scene.test-support.js';
import { connect, contents, freshNamespace, Recorder } from './harness.js';
import { canStartServers, OwnServer } from './own-server.js';
import type { DeepReadonly } from '../../packages/kube-informers/src/util/deep-readonly.js';

async function backUp(server: OwnServer): Promise<void> {
  await server.withEtcdStopped((data) => cp(data, `${data}.backup`, { recursive: true }));
}

async function restore(server: OwnServer): Promise<void> {
  await server.withEtcdStopped(async (data) => {
    await rm(data, { recursive: true });
    await cp(`${data}.backup`, data, { recursive: true });
  });
}

// By day with the kind of list that is the default.
describe.each([...(nightly ? [{ useWatchList: false }] : []), { useWatchList: true }])(
  'informer with watch-list $useWatchList, over an etcd restored from a backup',
  (way) => {
    // Skipped if there is only a running cluster: it stops the server (see own-server.ts).
    test.skipIf(!canStartServers)(
      'its watch at a version ahead of the server is silent; it checks and lists again',
      async () => {
        await using server = await OwnServer.start();
        await using writer = await connect(server.kubeconfig);
        const namespace = await freshNamespace(writer);
        const client = writer.resource(coreV1.configMaps, namespace);
        for (const name of ['kept', 'deleted-since']) await client.create({ metadata: { name } });
        await backUp(server);
        await client.delete('deleted-since');
        await client.patch('kept', { data: { newer: 'yes' } }, { type: 'merge' });
        for (let index = 0; index < 20; index++) await client.create({ metadata: { name: `lost-${index}` } });

        const clock = new SleepClock();
        const config = await loadConfig({ kubeconfig: server.kubeconfig });
        await using clientset = new Clientset(config, { clock });
        const errors: Error[] = [];
        const informer = new SharedIndexInformer(
          listWatchFromClient(clientset, coreV1.configMaps, namespace),
          {
            ...way,
            clock,
            onWatchError: (error) => void errors.push(error),
          },
        );
        const recorder = new Recorder();
        informer.addEventHandler(recorder);
        informer.start();
        try {
          await informer.synced;
          await client.create({ metadata: { name: 'lost-last' } });
          await recorder.until(() => recorder.story.includes('add lost-last'));
          const reached = informer.lastSyncResourceVersion;
          const eventsBefore = recorder.events.length;

          await restore(server);
          const inAdvance = async (done: () => boolean): Promise<void> => {
            while (!done()) {
              await until('it sleeps, or is done', () => clock.asleep > 0 || done());
              if (!done()) await clock.advance(clock.nextTimerMs ?? 0);
            }
          };
          // Its stream was cut; it may have met a closed port since, and wait.
          // The server counts a watch before its response has begun, and one that breaks until then is sent again, as if it were new.
          while (!(await isWatched(writer)) || informer.state.phase !== 'watching') {
            if (clock.asleep > 0) await clock.advance(clock.nextTimerMs ?? 0);
          }
          // Before the version at which its watch begins, so there is no event.
          await client.create({ metadata: { name: 'unseen' } });
          await clock.advance(240_000);
          expect(recorder.events).toHaveLength(eventsBefore);
          expect(informer.lastSyncResourceVersion).toBe(reached);

          errors.length = 0;
          await server.stop('cleanly');
          await server.up();
          const truth = lines((await client.list()).items);
          await inAdvance(() => lines(informer.indexer.list()) === truth);
          expect(errors.filter((error) => isTooLargeResourceVersion(error))).toHaveLength(1);
          expect(recorder.illegal()).toEqual([]);
          expect(recorder.story.slice(eventsBefore)).toContain('add unseen');
          expect(recorder.story.slice(eventsBefore)).toContain('delete lost-last');

          await client.create({ metadata: { name: 'next' } });
          await inAdvance(() => recorder.story.includes('add next'));
        } finally {
          await informer.stop();
        }
      },
    );
  },
);

/** Key and resourceVersion of each, in order. */
function lines(objects: readonly DeepReadonly<KubernetesObject>[]): string {
  return Object.entries(contents(objects))
    .map(([key, version]) => `${key}@${version}`)
    .toSorted((a, b) => (a < b ? -1 : 1))
    .join(' ');
}

/** Whether a watch of config maps is open, by the server's own count. */
async function isWatched(clientset: Clientset): Promise<boolean> {
  const text = await clientset.restClient.raw({ method: 'GET', path: '/metrics' });
  return Buffer.from(text)
    .toString('utf8')
    .split('\n')
    .some((line) => /^apiserver_longrunning_requests\{.*resource="configmaps".* [1-9]\d*$/.test(line));
}
