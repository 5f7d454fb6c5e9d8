import { describe, expect, test } from 'vitest';
import { ApiServer } from '@kube-informers/testing';
import { Clientset, SharedIndexInformer, StatusError } from 'kube-informers';
import { listWatchFromClient } from 'kube-informers/cache';
import type { KubernetesObject, ListerWatcher } from 'kube-informers';
import { coreV1 } from '../../../packages/kube-informers/src/resources/index.js';
import { everyWay, SleepClock, until } from './scene.test-support.js';
import type { DeepReadonly } from '../../../packages/kube-informers/src/util/deep-readonly.js';

const minute = 60_000;

function configMap(name: string): KubernetesObject {
  return { metadata: { name, namespace: 'default' } };
}

/** Name and resourceVersion of each, in order. */
function contents(objects: readonly DeepReadonly<KubernetesObject>[]): string {
  return objects
    .map(({ metadata }) => `${metadata?.name}@${metadata?.resourceVersion}`)
    .toSorted((a, b) => (a < b ? -1 : 1))
    .join(' ');
}

/** An informer over two API servers, the second with the state and the history of an older backup. */
class Restored implements AsyncDisposable {
  readonly clock = new SleepClock();
  readonly server: ApiServer;
  readonly backup: ApiServer;
  readonly informer: SharedIndexInformer<KubernetesObject>;
  readonly faults: string[] = [];
  readonly story: string[] = [];
  readonly #clients: Clientset[];
  #current = 0;

  private constructor(servers: [ApiServer, ApiServer], way: (typeof everyWay)[number]) {
    [this.server, this.backup] = servers;
    const { clock } = this;
    this.#clients = servers.map(({ url }) => new Clientset({ host: url, proxyUrl: '' }, { clock }));
    const sources = this.#clients.map((client) => listWatchFromClient(client, coreV1.configMaps, 'default'));
    const current = (): ListerWatcher<KubernetesObject> => {
      const source = sources[this.#current];
      if (source === undefined) throw new Error('no such server');
      return source as ListerWatcher<KubernetesObject>;
    };
    this.informer = new SharedIndexInformer<KubernetesObject>(
      {
        list: (options) => current().list(options),
        watch: (options) => current().watch(options),
      },
      {
        ...way,
        clock,
        random: () => 0,
        onWatchError: (error, { during }) =>
          void this.faults.push(`${during} ${error instanceof StatusError ? error.reason : error.message}`),
      },
    );
    this.informer.addEventHandler({
      onAdd: (object) => void this.story.push(`add ${object.metadata?.name}`),
      onUpdate: (_old, object) => void this.story.push(`update ${object.metadata?.name}`),
      onDelete: ({ object }) => void this.story.push(`delete ${object?.metadata?.name}`),
    });
  }

  static async watching(way: (typeof everyWay)[number]): Promise<Restored> {
    const server = await ApiServer.start({ initialResourceVersion: '5000' });
    const backup = await ApiServer.start({ freshnessTimeoutMs: 1 });
    for (const name of ['kept', 'lost']) await server.create(coreV1.configMaps, configMap(name));
    for (const name of ['kept', 'deleted-since']) await backup.create(coreV1.configMaps, configMap(name));
    const made = new Restored([server, backup], way);
    made.informer.start();
    await made.informer.synced;
    await until('a watch is open', () => server.openWatches === 1);
    made.story.length = 0;
    return made;
  }

  /** Stops the first server; the backup answers in its place. */
  restore(): void {
    this.#current = 1;
    this.server.dropWatches();
  }

  /** Advances the clock whenever the informer or its client sleeps, until the cache equals the backup. */
  async converged(): Promise<void> {
    const { backup, clock, informer } = this;
    const truth = contents((await backup.list(coreV1.configMaps)).items);
    const done = (): boolean => contents(informer.indexer.list()) === truth && backup.openWatches === 1;
    while (!done()) {
      await until('it sleeps, or has converged', () => clock.asleep > 0 || done());
      if (!done()) await clock.advance(clock.nextTimerMs ?? 0);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.informer.stop();
    for (const client of this.#clients) await client.close();
    await this.server.stop();
    await this.backup.stop();
    expect(this.clock.pendingTimers).toBe(0);
  }
}

describe.each(everyWay)('a server restored from a backup, watch-list $useWatchList', (way) => {
  test('an idle informer notices it before it watches the backup', async () => {
    await using scene = await Restored.watching(way);
    const { backup, clock, faults, story } = scene;
    // A watch-list has received its bookmark: only a watch after it can have been silent for its whole life.
    if (way.useWatchList) {
      scene.server.dropWatches();
      await until('a plain watch is open', () => scene.server.requestCount('watch') === 2);
    }
    await clock.advance(minute);
    scene.restore();
    await scene.converged();
    expect(faults).toEqual(['list Timeout']);
    expect(story.toSorted()).toEqual(['add deleted-since', 'delete lost', 'update kept']);
    await backup.create(coreV1.configMaps, configMap('next'));
    await until('the next change comes', () => story.includes('add next'));
  });

  test('a busy informer notices it after its first watch of the backup was silent', async () => {
    await using scene = await Restored.watching(way);
    const { server, backup, clock, faults, story, informer } = scene;
    await server.create(coreV1.configMaps, configMap('last-written'));
    await until('the last change comes', () => story.includes('add last-written'));
    scene.restore();
    await until('it watches the backup', () => backup.openWatches === 1);
    // Before the version at which the watch begins, so the server sends no event.
    await backup.create(coreV1.configMaps, configMap('unseen'));
    await clock.advance(5 * minute);
    expect(story).toEqual(['add last-written']);
    expect(informer.lastSyncResourceVersion).toBe(server.resourceVersion);
    backup.dropWatches();
    await scene.converged();
    expect(faults).toEqual(['list Timeout']);
    expect(story.slice(1).toSorted()).toEqual([
      'add deleted-since',
      'add unseen',
      'delete last-written',
      'delete lost',
      'update kept',
    ]);
  });

  test('an informer with an unchanged server sends only one extra list for each silent watch', async () => {
    await using scene = await Restored.watching(way);
    const { server, clock, faults, story } = scene;
    const watches = server.requestCount('watch');
    const lists = server.requestCount('list');
    for (let round = 1; round <= 5; round++) {
      await clock.advance(5 * minute);
      server.dropWatches();
      await until('the next watch is open', () => server.requestCount('watch') === watches + round);
      await until('the next watch is open', () => server.openWatches === 1);
    }
    expect([faults, story]).toEqual([[], []]);
    // The first of the five watches had received the watch-list's bookmark, if there was a watch-list.
    expect(server.requestCount('list') - lists).toBe(way.useWatchList ? 4 : 5);
  });
});
