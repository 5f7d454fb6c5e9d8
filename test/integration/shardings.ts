import { expect } from 'vitest';
import type { Clientset } from '../../packages/kube-informers/src/client/clientset.js';
import { Controller } from '../../packages/kube-informers/src/controller/controller.js';
import { Manager } from '../../packages/kube-informers/src/controller/manager/manager.js';
import { SharedInformerFactory } from '../../packages/kube-informers/src/factories/shared-informer-factory.js';
import { electionLeases } from '../../packages/kube-informers/src/leaderelection/lease-lock.js';
import { HashRanges } from '../../packages/kube-informers/src/meta/hash-ranges.js';
import { coreV1 } from '../../packages/kube-informers/src/resources/core-v1.js';
import { Sharding } from '../../packages/kube-informers/src/sharding/sharding.js';
import { shardOf } from '../../packages/kube-informers/src/sharding/informer-shard.js';

/** Replicas that divide config maps of a server, in real time: what a test of each server calls. */

const timings = { leaseDurationMs: 5000, renewDeadlineMs: 4000, retryPeriodMs: 200 };
const objectCount = 60;

/** What all replicas did, in order. */
class Witness {
  /** Keys with a run in process whose writes the server would accept, with the replica. */
  readonly #active = new Map<string, string>();
  readonly overlaps: string[] = [];
  readonly runBy = new Map<string, string>();

  begin(key: string, replica: string): void {
    const other = this.#active.get(key);
    if (other !== undefined) this.overlaps.push(`${replica} runs ${key} while ${other} does`);
    this.#active.set(key, replica);
  }

  end(key: string, replica: string): void {
    if (this.#active.get(key) === replica) this.#active.delete(key);
    this.runBy.set(key, replica);
  }

  get replicas(): string[] {
    return [...new Set(this.runBy.values())].toSorted();
  }
}

interface Replica {
  readonly sharding: Sharding;
  readonly clientset: Clientset;
  cached(): number;
  isFresh(): boolean;
  /** Leaves; resolves when it has. */
  stop(): Promise<void>;
}

function startReplica(
  identity: string,
  clientset: Clientset,
  namespace: string,
  witness: Witness,
  shard: boolean,
  slots = 256,
): Replica {
  const factory = new SharedInformerFactory(clientset, { onWatchError: () => undefined });
  const informer = factory
    .core()
    .v1()
    .configMaps({ namespace, ...(shard ? { shard: shardOf(HashRanges.none) } : {}) });
  const sharding = new Sharding(clientset, { namespace, name: 'web', identity, slots, ...timings });
  const controller = new Controller(`web-${identity}`, {
    sharding,
    for: informer,
    concurrency: 10,
    async reconcile({ key, name, client, signal }) {
      witness.begin(key, identity);
      // The end of the term ends the run for the witness: its writes are refused from now on.
      signal.addEventListener('abort', () => witness.end(key, identity));
      const configMaps = client.resource(coreV1.configMaps, namespace);
      await configMaps.patch(name, { data: { replica: identity } }, { type: 'merge' });
      witness.end(key, identity);
    },
    onError: () => undefined,
  });
  const stop = new AbortController();
  const ended = new Manager(clientset, { factory, controllers: [controller] }).run({ signal: stop.signal });
  return {
    sharding,
    clientset,
    cached: () => informer.informer().indexer.listKeys().length,
    isFresh: () => informer.informer().health.hasSynced && informer.informer().health.staleMs === 0,
    async stop() {
      stop.abort();
      await ended;
    },
  };
}

async function until(what: string, condition: () => boolean | Promise<boolean>): Promise<void> {
  const endMs = performance.now() + 30_000;
  while (!(await condition())) {
    if (performance.now() > endMs) throw new Error(`after 30 s: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/**
 * Three replicas divide config maps: one loses its connection without a release, another one leaves. Each key is run by one
 * replica at a time, and the last one runs all of them.
 */
export async function dividesConfigMaps(
  clientset: Clientset,
  namespace: string,
  connect: () => Clientset,
  { shard }: { readonly shard: boolean },
): Promise<void> {
  const configMaps = clientset.resource(coreV1.configMaps, namespace);
  const names = Array.from({ length: objectCount }, (_none, index) => `web-${index}`);
  await Promise.all(names.map((name) => configMaps.create({ metadata: { name } })));
  const witness = new Witness();
  const replicas = ['a', 'b', 'c'].map((identity) =>
    startReplica(identity, connect(), namespace, witness, shard),
  );
  const [a, b, c] = replicas;
  if (a === undefined || b === undefined || c === undefined) throw new Error('three replicas were started');
  const ownedBy = (some: readonly Replica[]): number =>
    some.reduce((sum, { sharding }) => sum + sharding.stats().owned.length, 0);
  const isDivided = (some: readonly Replica[]): boolean =>
    ownedBy(some) === 256 && some.every((each) => each.sharding.stats().owned.length > 0);
  const touchAll = async (text: string): Promise<void> => {
    witness.runBy.clear();
    await Promise.all(names.map((name) => configMaps.patch(name, { data: { text } }, { type: 'merge' })));
    await until('all keys run', () => witness.runBy.size >= objectCount);
  };

  await until('three replicas divide the slots', () => isDivided(replicas));
  await touchAll('by three');
  expect(witness.replicas).toEqual(['a', 'b', 'c']);
  if (shard) {
    await until(
      'the caches are divided',
      () => a.cached() + b.cached() + c.cached() < objectCount + 10 && a.cached() < objectCount,
    );
  }

  // Without a connection, it cannot give its slots back.
  await a.clientset.close();
  await until('the others have the slots of the dead one', () => isDivided([b, c]));
  expect(a.sharding.stats().owned).toEqual([]);
  await touchAll('by two');
  expect(witness.replicas).toEqual(['b', 'c']);

  await b.stop();
  await until('the last one has all slots', () => isDivided([c]));
  await touchAll('by one');
  expect(witness.replicas).toEqual(['c']);
  expect(witness.overlaps).toEqual([]);
  await c.stop();
  const leases = await clientset.resource(electionLeases, namespace).list();
  expect(leases.items).toEqual([]);
  await a.stop();
  await Promise.all([b.clientset.close(), c.clientset.close()]);
}

/** Of more replicas than slots, those without a slot hold no objects, and their caches are fresh. */
export async function freshWithoutSlots(namespace: string, connect: () => Clientset): Promise<void> {
  const witness = new Witness();
  const replicas = ['a', 'b', 'c', 'd', 'e'].map((identity) =>
    startReplica(identity, connect(), namespace, witness, true, 4),
  );
  const ownedCounts = (): number[] => replicas.map(({ sharding }) => sharding.stats().owned.length);
  await until('all slots are owned', () => ownedCounts().reduce((sum, count) => sum + count) === 4);
  expect(ownedCounts()).toContain(0);
  await until('all caches are fresh', () => replicas.every((each) => each.isFresh()));
  await Promise.all(replicas.map((each) => each.stop()));
  await Promise.all(replicas.map((each) => each.clientset.close()));
}
