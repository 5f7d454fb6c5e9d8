import { onTestFinished } from 'vitest';
import { FakeClient } from '../factories/fake-client.test-support.js';
import { SharedInformerFactory } from '../factories/shared-informer-factory.js';
import { FakeLeases } from '../leaderelection/fake-leases.test-support.js';
import type { Network } from '../leaderelection/fake-leases.test-support.js';
import type { Shard } from '../cache/informer/informer-shard.js';
import { HashRanges } from '../meta/hash-ranges.js';
import { Sharding } from '../sharding/sharding.js';
import type { ShardingOptions } from '../sharding/sharding-options.js';
import { FakeClock } from '../../../testing/src/fake-clock.js';
import { Controller } from './controller.js';
import type { ControllerOptions } from './options.js';
import { website, websites } from './controller.test-support.js';
import type { Website } from './controller.test-support.js';
import { Manager } from './manager/manager.js';
import type { ManagerOptions } from './manager/manager.js';
import { shardOf } from '../sharding/informer-shard.js';

/** A website with a uid of its own; the uids of a few hundred have all slots. */
export function site(index: number, name: string = `site-${index}`): Website {
  const uid = `${Math.imul(index + 1, 0x9e3779b1) >>> 0}-${index}`;
  return website(name, { metadata: { uid } });
}

function ownedShard(shard: true | undefined): { readonly shard?: Shard } {
  return shard === true ? { shard: shardOf(HashRanges.none, { by: 'controllerRef' }) } : {};
}

/** A run of a replica that has not ended, or has. */
export interface SeenRun {
  readonly replica: string;
  readonly key: string;
  readonly exists: boolean;
}

/** Replicas with a manager each, which share websites, Leases and a clock. */
export function newShardedCluster() {
  const clock = new FakeClock();
  const client = new FakeClient();
  const sites = client.source(websites);
  const leases = new FakeLeases();
  const runs: SeenRun[] = [];
  /** Keys with a run in process, with the replica. */
  const active = new Map<string, string>();
  const overlaps: string[] = [];
  return {
    clock,
    client,
    sites,
    leases,
    runs,
    overlaps,
    /** Returns for each key the replicas that ran it. */
    replicasOf(): Map<string, string[]> {
      const found = new Map<string, string[]>();
      for (const { key, replica } of runs) found.set(key, [...new Set([...(found.get(key) ?? []), replica])]);
      return found;
    },
    replica: (
      identity: string,
      given: {
        controller?: Partial<ControllerOptions<Website>>;
        sharding?: Partial<ShardingOptions>;
        /** Caches only the objects of this replica. */
        shard?: true;
        /** Config maps that are owned by websites. */
        owns?: true;
        manager?: (factory: SharedInformerFactory) => ManagerOptions;
        /** False until `connect` is called. Default: true. */
        isConnected?: boolean;
        /** The test runs the manager. */
        isIdle?: true;
        /** What a run does between its start and its end. */
        work?: (key: string) => Promise<void>;
      } = {},
    ) => {
      let isConnected = given.isConnected ?? true;
      const network: Network = (_call, store) =>
        isConnected ? Promise.resolve().then(store) : new Promise(() => undefined);
      const clientset = leases.clientset(network);
      const factory = new SharedInformerFactory(client, { clock, onWatchError: () => undefined });
      const index = runs.length;
      if (given.shard !== true) factory.forResource(websites).informer();
      const sharding = new Sharding(clientset, {
        namespace: 'default',
        name: 'web',
        identity,
        slots: 16,
        clock,
        random: () => (identity.charCodeAt(0) + index) / 10_000,
        ...given.sharding,
      });
      const errors: Error[] = [];
      const controller = new Controller<Website>('website', {
        for: factory.forResource(websites, given.shard === true ? { shard: shardOf(HashRanges.none) } : {}),
        reconcile: async ({ key, object }) => {
          const other = active.get(key);
          if (other !== undefined) overlaps.push(`${identity} runs ${key} while ${other} does`);
          active.set(key, identity);
          runs.push({ replica: identity, key, exists: object !== undefined });
          await given.work?.(key);
          active.delete(key);
        },
        concurrency: 100,
        ...(given.owns === true ? { owns: [factory.core().v1().configMaps(ownedShard(given.shard))] } : {}),
        sharding,
        clock,
        random: () => 0,
        onError: (error) => errors.push(error),
        ...given.controller,
      });
      const stop = new AbortController();
      const { controllers = [], ...options } = given.manager?.(factory) ?? {};
      const manager = new Manager(clientset, {
        factory,
        controllers: [controller, ...controllers],
        clock,
        ...options,
      });
      const run = given.isIdle === true ? Promise.resolve() : manager.run({ signal: stop.signal });
      onTestFinished(async () => {
        stop.abort();
        controller.abortRuns();
        await clock.advance(90_000);
        await run;
      });
      return {
        manager,
        controller,
        sharding,
        factory,
        errors,
        stop,
        run,
        disconnect: () => (isConnected = false),
        connect: () => (isConnected = true),
      };
    },
  };
}
