import { ApiServer } from '../apiserver/index.js';
import { Clientset } from '../client/clientset.js';
import { SharedInformerFactory } from '../informers/shared-informer-factory.js';
import { appsV1 } from '../resources/apps-v1.js';
import { coreV1 } from '../resources/core-v1.js';
import type { Resource } from '../meta/resource.js';
import type { KubernetesObject } from '../meta/types.js';
import { linkSignal } from '../util/signal.js';
import { systemRandom } from '../util/random.js';
import { ExitCode } from './cli-io.js';
import type { CliIo } from './cli-io.js';
import { DemoStory } from './demo-story.js';
import { ResourcePrinter } from './printer.js';
import { TroubleReporter } from './trouble.js';
import { untilAborted } from './until-aborted.js';
import { LivingWorkload } from './workload.js';
import type { NetworkCut } from './workload.js';

/** How long the demo goes on where nobody can press Ctrl-C, ms. */
const unattendedMs = 15_000;
/** How often the demo sums up, ms. */
const summaryMs = 5_000;

/** Starts the embedded API server with a small cluster living in it, and shows what shared informers make of it. */
export async function demoCommand(io: CliIo): Promise<ExitCode> {
  const write = (line: string): void => void io.stdout.write(`${line}\n`);
  await using server = await ApiServer.start();
  await using clientset = new Clientset({ host: server.url }, { clock: io.clock });
  const story = new DemoStory(io);
  const trouble = new TroubleReporter(io.stderr);
  const workload = new LivingWorkload(clientset, {
    clock: io.clock,
    random: systemRandom,
    onStory: (sentence) => story.chapter(sentence),
    cutWatches: staged(server, story),
  });
  await workload.populate();

  write('kube-informers demo');
  write(`An API server runs inside this process at ${server.url}; no cluster is needed.`);
  write(
    'A small cluster lives in it, and three shared informers mirror its nodes, deployments and pods into caches.',
  );
  write('');

  const scope = linkSignal(io.signal);
  const started = io.clock.monotonic();
  const factory = new SharedInformerFactory(clientset, {
    clock: io.clock,
    onWatchError: (error, { resource }) => {
      // The cut of the story is part of the show; everything else would be news.
      if (!story.expectsTrouble) trouble.report(resource, error);
    },
  });
  const shown: readonly [Resource, { list(): readonly Readonly<KubernetesObject>[] }][] = [
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
    write('Each came by one request: a watch that begins with what is there, so that no list is needed.');
    write('');
    for (const [resource, lister] of shown) {
      printerFor(resource, io).printAll(lister.list());
    }
    write('From here on every line is a handler being called: + added, ~ updated (old → new), - deleted.');
    write(io.stdout.isTTY ? 'Ctrl-C ends it.' : `It ends by itself after ${unattendedMs / 1000} seconds.`);
    write('');
    story.follow(factory.core().v1().nodes().informer(), coreV1.nodes);
    story.follow(factory.apps().v1().deployments().informer(), appsV1.deployments);
    story.follow(factory.core().v1().pods().informer(), coreV1.pods);

    const living = workload.run({ signal: scope.signal });
    const summing = sumUp(io, scope.signal, () => {
      story.summary(
        `caches: ${counts()}; requests the informers have made: ${server.requestCount('watch')} watches, ${server.requestCount('list')} lists`,
      );
    });
    const end = io.stdout.isTTY
      ? untilAborted(scope.signal)
      : io.clock.sleep(unattendedMs, { signal: scope.signal });
    await Promise.race([end, living, summing]);
    write('');
    write(
      `The demo has ended: ${story.changes} changes came through the caches. The same on a cluster of yours:`,
    );
    write('  npx kube-informers watch pods,deployments -A --events');
    scope.abort(new Error('the demo has ended'));
    await Promise.all([living, summing]);
  } catch (error) {
    if (!io.signal.aborted) throw error;
  } finally {
    scope.abort(new Error('the demo has ended'));
    await factory.shutdown();
  }
  // Ctrl-C is how a person ends the demo: that is a success.
  return ExitCode.Ok;
}

/** Cuts the server's watches, and tells what the informers did then. */
function staged(server: ApiServer, story: DemoStory): NetworkCut {
  let before = { watches: 0, lists: 0 };
  const now = (): typeof before => ({
    watches: server.requestCount('watch'),
    lists: server.requestCount('list'),
  });
  return {
    cut() {
      before = now();
      story.expectTrouble();
      server.dropWatches({ how: 'reset' });
    },
    outcome() {
      const { watches, lists } = now();
      return `the informers went on where they were: ${watches - before.watches} new watches, ${lists - before.lists} lists, and the scaling was not missed`;
    },
  };
}

async function sumUp(io: CliIo, signal: AbortSignal, tell: () => void): Promise<void> {
  while (!signal.aborted) {
    try {
      await io.clock.sleep(summaryMs, { signal });
    } catch (error) {
      if (signal.aborted) return;
      throw error;
    }
    tell();
  }
}

function printerFor(resource: Resource, io: CliIo): ResourcePrinter {
  return new ResourcePrinter(resource, io.stdout, {
    format: resource.resource === 'pods' ? 'wide' : 'table',
    events: false,
    withNamespace: true,
    withKind: true,
    now: () => io.clock.now(),
    toYaml: String,
  });
}
