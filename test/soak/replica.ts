/**
 * One replica of the soak's controller, as a process of its own: `fork(replica.js, [JSON of ReplicaArguments])`. It ends
 * on SIGTERM with its work done and the Lease released, and at once when its parent is gone.
 */
import { Clientset, copyOf, SharedInformerFactory, TransportError } from 'kube-informers';
import type { RestConfig } from 'kube-informers';
import { Controller, ItemExponentialFailureRateLimiter, Manager } from 'kube-informers/controller';
import { Sharding } from 'kube-informers/sharding';
import type { Term } from 'kube-informers/controller';
import { systemClock } from '../../packages/kube-informers/src/util/clock.js';
import { Chance } from './chance.js';
import { shortBackoff } from './mirrors.js';
import { controlNamespace } from './population.js';
import { tasks } from './tasks.js';
import type { Task } from './tasks.js';
import { OverlapError, Witness, witnesses } from './witness.js';

/** What a replica is started with. */
export interface ReplicaArguments {
  readonly config: RestConfig;
  readonly identity: string;
  readonly seed: number;
  readonly timings: {
    readonly leaseDurationMs: number;
    readonly renewDeadlineMs: number;
    readonly retryPeriodMs: number;
  };
  /** How the replicas divide the work. */
  readonly mode: 'election' | 'sharding';
  /** True sends the writes of runs without a fence and goes on after a term has ended, which the soak must notice. */
  readonly unfenced: boolean;
}

/** What a replica reports. */
export type ReplicaMessage =
  | { readonly type: 'leads'; readonly identity: string; readonly term: number }
  | { readonly type: 'lost'; readonly identity: string; readonly term: number }
  /** Number of runs between their begin mark and their end. */
  | { readonly type: 'runs'; readonly active: number }
  | { readonly type: 'overlap'; readonly message: string };

const clock = systemClock;

function report(message: ReplicaMessage): void {
  process.send?.(message);
}

/** Tries again as a program would: after a pause of the process, the connections from before are closed. */
async function persistently(write: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await write();
      return;
    } catch (error) {
      if (!(error instanceof TransportError) || attempt === 3) throw error;
      await clock.sleep(50);
    }
  }
}

async function main(args: ReplicaArguments): Promise<void> {
  const { config, identity, seed, timings, mode, unfenced } = args;
  const clientset = new Clientset(config);
  const factory = new SharedInformerFactory(clientset, {
    namespace: controlNamespace,
    backoff: shortBackoff,
    onWatchError: () => undefined,
  });
  const chance = new Chance(seed, identity);
  const witness = new Witness(identity, () => clock.now());
  let current: Term | undefined;

  const sharding =
    mode === 'sharding'
      ? new Sharding(clientset, { namespace: controlNamespace, name: 'task', identity, ...timings })
      : undefined;

  const controller = new Controller<Task>('task', {
    clientset,
    sharding,
    for: factory.forResource(tasks),
    concurrency: 8,
    initialSpreadMs: 0,
    rateLimiter: new ItemExponentialFailureRateLimiter({ baseMs: 100, maxMs: 5000 }),
    // Requests fail all the time here; a key that is not right in the end is found by its status.
    onError: () => undefined,
    reconcile: async ({ name, object, client, runId, signal }) => {
      const term = current;
      if (object === undefined) return;
      // A run of the last term may start before the reporter has the new one.
      if (sharding === undefined && term?.isValid !== true) throw new Error('there is no valid term');
      const writer: Pick<Clientset, 'resource'> = unfenced ? clientset : client;
      const run = { term: sharding === undefined ? term?.transitions : undefined, run: runId };
      try {
        await witness.during(name, run, writer.resource(witnesses, controlNamespace), async (step) => {
          report({ type: 'runs', active: witness.active });
          for (let steps = chance.between(1, 4); steps > 0; steps--) {
            // The work; a process that is stopped is likely to be stopped here.
            await clock.sleep(chance.between(20, 300), unfenced ? {} : { signal });
            await persistently(step);
          }
          const status = { value: object.spec?.value };
          await writer.resource(tasks, controlNamespace).updateStatus({ ...copyOf(object), status });
        });
      } catch (error) {
        // Here, since the error of a run that was aborted is not passed on.
        if (error instanceof OverlapError) report({ type: 'overlap', message: error.message });
        throw error;
      } finally {
        report({ type: 'runs', active: witness.active });
      }
    },
  });

  const manager = new Manager(clientset, {
    factory,
    controllers: [controller as unknown as Controller<never>],
    runnables: [
      {
        name: 'reporter',
        needsElection: true,
        run: async ({ signal, fence }) => {
          if (fence === undefined) return;
          // The fence of a part that needs the election is the term.
          const term = fence as Term;
          current = term;
          report({ type: 'leads', identity, term: term.transitions });
          await new Promise<void>((resolve) => {
            if (signal.aborted) resolve();
            else signal.addEventListener('abort', () => resolve(), { once: true });
          });
          report({ type: 'lost', identity, term: term.transitions });
        },
      },
    ],
    ...(sharding === undefined
      ? { election: { namespace: controlNamespace, name: 'task', identity, ...timings } }
      : {}),
  });
  const stop = new AbortController();
  process.once('SIGTERM', () => stop.abort());
  try {
    await manager.run({ signal: stop.signal });
  } finally {
    await clientset.close();
  }
}

process.once('disconnect', () => process.exit(0));
// The parent passes them as JSON.
await main(JSON.parse(process.argv[2] ?? '') as ReplicaArguments);
process.disconnect();
