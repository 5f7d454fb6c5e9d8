import { columnsOf } from '@kube-informers/inspector/internal';
import { ApiServer } from '@kube-informers/testing';
import {
  Clientset,
  type DeepReadonly,
  type KubernetesObject,
  type Resource,
  SharedInformerFactory,
} from 'kube-informers';
import { appsV1, coreV1, linkSignal, systemRandom, untilAborted } from 'kube-informers/internal';
import { ExitCode } from './cli-io.js';
import type { CliIo } from './cli-io.js';
import { DemoStory } from './demo-story.js';
import { serveInspector } from './inspect-server.js';
import { ResourcePrinter } from './printer.js';
import { timeOfDay } from './time-of-day.js';
import { TroubleReporter } from './trouble.js';
import { SimulatedWorkload } from './workload.js';
import type { NetworkCut } from './workload.js';

/** Duration of the demo if stdout is not a terminal, ms. */
const unattendedMs = 15_000;
/** Time between two summaries, ms. */
const summaryMs = 5_000;

/** Time between two looks at the caches' freshness, ms. */
const freshnessMs = 200;

/** Starts the embedded API server with a simulated cluster, and prints what shared informers receive. */
export async function demoCommand(io: CliIo): Promise<ExitCode> {
  const write = (line: string): void => void io.stdout.write(`${line}\n`);
  await using server = await ApiServer.start();
  await using clientset = new Clientset({ host: server.url }, { clock: io.clock });
  const story = new DemoStory(io);
  const trouble = new TroubleReporter(io.stderr);
  const workload = new SimulatedWorkload(clientset, {
    clock: io.clock,
    random: systemRandom,
    onStory: (sentence) => story.chapter(sentence),
    cutWatches: networkCut(server, story),
  });
  await workload.populate();

  write('kube-informers demo');
  write(`An API server runs inside this process at ${server.url}; no cluster is needed.`);
  write(
    'It simulates a small cluster. Three shared informers mirror its nodes, deployments and pods into caches.',
  );
  write('');

  const scope = linkSignal(io.signal);
  const started = io.clock.monotonic();
  const factory = new SharedInformerFactory(clientset, {
    clock: io.clock,
    useWatchList: true,
    onWatchError: (error, { resource }) => {
      // The demo cuts the watches on purpose; report only other errors.
      if (!story.expectsTrouble) trouble.report(resource, error);
    },
  });
  const shown: readonly [Resource, { list(): readonly DeepReadonly<KubernetesObject>[] }][] = [
    [coreV1.nodes, factory.core().v1().nodes().lister()],
    [appsV1.deployments, factory.apps().v1().deployments().lister()],
    [coreV1.pods, factory.core().v1().pods().lister()],
  ];
  try {
    factory.start({ signal: scope.signal });
    await factory.waitForCacheSync({ signal: scope.signal });
    const counts = (): string =>
      shown.map(([resource, lister]) => `${lister.list().length} ${resource.resource}`).join(', ');
    write(`Caches filled in ${Math.round(io.clock.monotonic() - started)} ms: ${counts()}.`);
    write(
      'Each cache took one request: a watch that starts with the existing objects, so no list is needed.',
    );
    write('');
    for (const [resource, lister] of shown) {
      printerFor(resource, io).printAll(lister.list());
    }
    await using inspect = await serveInspector(0, factory, io.clock);
    write(`While the demo runs, ${inspect.url} shows the caches in a browser.`);
    write('From here on, every line is a handler call: + added, ~ updated (old → new), - deleted.');
    write(io.stdout.isTTY ? 'Press Ctrl-C to stop.' : `The demo stops after ${unattendedMs / 1000} seconds.`);
    write('');
    story.follow(factory.core().v1().nodes().informer(), coreV1.nodes);
    story.follow(factory.apps().v1().deployments().informer(), appsV1.deployments);
    story.follow(factory.core().v1().pods().informer(), coreV1.pods);

    const running = workload.run({ signal: scope.signal });
    const summarizing = summarize(io, scope.signal, () => {
      story.summary(
        `caches: ${counts()}; requests by the informers: ${server.requestCount('watch')} watches, ${server.requestCount('list')} lists`,
      );
    });
    const freshness = reportFreshness(io, scope.signal, factory, story);
    const end = io.stdout.isTTY
      ? untilAborted(scope.signal)
      : io.clock.sleep(unattendedMs, { signal: scope.signal });
    await Promise.race([end, running, summarizing, freshness]);
    write('');
    write(`The demo has ended after ${story.changes} changes. To run the same against your cluster:`);
    write('  npx @kube-informers/cli watch pods,deployments -A --events');
    scope.abort(new Error('the demo has ended'));
    await Promise.all([running, summarizing, freshness]);
  } catch (error) {
    if (!io.signal.aborted) throw error;
  } finally {
    scope.abort(new Error('the demo has ended'));
    await factory.stop();
  }
  // Ctrl-C is the normal way to end the demo.
  return ExitCode.Ok;
}

/** Returns the demo's network fault: it cuts the server's watches and reports how the informers recovered. */
function networkCut(server: ApiServer, story: DemoStory): NetworkCut {
  let before = { watches: 0, lists: 0 };
  let held: (() => void)[] | undefined;
  // While the network is down, requests for watches get no answer.
  server.intercept(async ({ verb }) => {
    if (verb === 'watch' && held !== undefined) {
      const waiting = held;
      await new Promise<void>((resolve) => waiting.push(resolve));
    }
    return undefined;
  });
  const now = (): typeof before => ({
    watches: server.requestCount('watch'),
    lists: server.requestCount('list'),
  });
  return {
    cut() {
      before = now();
      story.expectTrouble();
      held = [];
      server.dropWatches({ how: 'reset' });
    },
    restore() {
      const waiting = held ?? [];
      held = undefined;
      for (const release of waiting) release();
    },
    outcome() {
      const { watches, lists } = now();
      return `the informers resumed: ${watches - before.watches} new watches, ${lists - before.lists} lists, and no change was missed`;
    },
  };
}

/** Prints a line at first, when a cache becomes stale and why, and when all are fresh again. */
async function reportFreshness(
  io: CliIo,
  signal: AbortSignal,
  factory: SharedInformerFactory,
  story: DemoStory,
): Promise<void> {
  let shown: string | undefined;
  let previous = '';
  await every(io, signal, freshnessMs, () => {
    const stale = factory.informers().flatMap(({ name, health: { staleSinceMs, lastError } }) => {
      return staleSinceMs === undefined ? [] : [{ name, staleSinceMs, lastError }];
    });
    const text = stale.map(({ name }) => name).join(', ');
    // The watches break one after the other: one line for all of them.
    const isSettled = text === previous;
    previous = text;
    if (!isSettled || text === shown) return;
    if (text === '') story.freshness(true, `every cache is fresh${shown === undefined ? '' : ' again'}`);
    else {
      const why = stale.find(({ lastError }) => lastError?.overcome === false)?.lastError?.error.message;
      // Each has its own time: an idle cache received its last byte before the network broke.
      const since = stale.map(({ name, staleSinceMs }) => `${name} since ${timeOfDay(staleSinceMs)}`);
      story.freshness(false, `stale: ${since.join(', ')}${why === undefined ? '' : ` (${why})`}`);
    }
    shown = text;
  });
}

async function summarize(io: CliIo, signal: AbortSignal, summary: () => void): Promise<void> {
  await every(io, signal, summaryMs, summary);
}

/** Calls a function in each period until the signal aborts. */
async function every(io: CliIo, signal: AbortSignal, periodMs: number, step: () => void): Promise<void> {
  while (!signal.aborted) {
    try {
      await io.clock.sleep(periodMs, { signal });
    } catch (error) {
      if (signal.aborted) return;
      throw error;
    }
    step();
  }
}

function printerFor(resource: Resource, io: CliIo): ResourcePrinter {
  const columns = columnsOf(resource, {
    wide: resource.resource === 'pods',
    withNamespace: resource.namespaced,
  });
  return new ResourcePrinter(resource, io.stdout, {
    format: 'table',
    events: false,
    columns: () => columns,
    withKind: true,
    now: () => io.clock.now(),
    toYaml: String,
  });
}
