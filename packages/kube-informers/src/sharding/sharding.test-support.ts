import { onTestFinished } from 'vitest';
import { FakeLeases } from '../leaderelection/fake-leases.test-support.js';
import type { Network } from '../leaderelection/fake-leases.test-support.js';
import type { ElectionLease } from '../leaderelection/lease-lock.js';
import { FakeClock } from '../../../testing/src/fake-clock.js';
import { Sharding } from './sharding.js';
import type { ShardingOptions } from './sharding-options.js';

/** A replica that takes part until the end of the test. */
export interface Replica {
  readonly sharding: Sharding;
  readonly stop: AbortController;
  readonly ended: Promise<void>;
  /** From now on no request of the replica arrives, and none is answered. */
  disconnect(): void;
  connect(): void;
}

/** Replicas that share Leases, on one clock. */
export function newReplicas() {
  const server = new FakeLeases();
  const clock = new FakeClock();
  let started = 0;
  return {
    server,
    clock,
    leases: (): ElectionLease[] =>
      [...server.objects].filter(([name]) => name.startsWith('leases/')).map(([, lease]) => lease),
    start: (
      identity: string,
      options: Partial<ShardingOptions> = {},
      carryOut: Network = (_call, store) => Promise.resolve().then(store),
    ): Replica => {
      let isConnected = true;
      const network: Network = (call, store) =>
        isConnected ? carryOut(call, store) : new Promise(() => undefined);
      const index = ++started;
      const sharding = new Sharding(server.clientset(network), {
        namespace: 'default',
        name: 'web',
        identity,
        slots: 16,
        clock,
        random: () => index / 1000,
        ...options,
      });
      const stop = new AbortController();
      const ended = sharding.run({ signal: stop.signal });
      onTestFinished(async () => {
        stop.abort();
        await clock.advance(60_000);
        await ended;
      });
      return {
        sharding,
        stop,
        ended,
        disconnect: () => (isConnected = false),
        connect: () => (isConnected = true),
      };
    },
  };
}

/** The slots that each replica owns. */
export function owned(...replicas: readonly Replica[]): (readonly number[])[] {
  return replicas.map(({ sharding }) => sharding.stats().owned);
}
