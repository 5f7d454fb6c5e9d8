/**
 * The soak: many informers behind a fault proxy, writers, logs, copies, and servers that are stopped, killed and compacted. After each
 * minute the faults pause, and everything must be correct. See `arguments.ts` for its options.
 */
import { FaultProxy } from '@kube-informers/testing';
import { systemClock } from '../../packages/kube-informers/src/util/clock.js';
import { canStartServers } from '../integration/own-server.js';
import { parseArguments, usage } from './arguments.js';
import { Chance } from './chance.js';
import { embeddedCluster, realCluster } from './cluster.js';
import { growth, measure } from './measure.js';
import type { Measure } from './measure.js';
import { Clients, Mirror, plans } from './mirrors.js';
import type { Manner } from './mirrors.js';
import { prepareCluster } from './population.js';
import { minuteBound, untilRight, violationsOf } from './checks.js';
import type { Recovery } from './checks.js';
import { FaultSchedule } from './fault-schedule.js';
import { Replicas } from './replicas.js';
import { Streams } from './streams.js';
import { Tasks } from './tasks.js';
import { describeVariant } from './variants.js';
import { Writers } from './writers.js';

const faultsMs = 60_000;
const joinEveryMs = 9000;
const clock = systemClock;

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

async function main(): Promise<number> {
  if (process.argv.includes('--help')) {
    say(usage);
    return 0;
  }
  const {
    minutes,
    seed,
    server,
    rate,
    breakFencing,
    replicas: mode,
  } = parseArguments(process.argv.slice(2), canStartServers);
  say(`soak: ${minutes} minutes, seed ${seed}, server ${server}, ${rate} writes a second`);
  if (!canStartServers)
    say('skipped: a real API server; set KUBEBUILDER_ASSETS as CONTRIBUTING.md describes');
  const chance = (stream: string): Chance => new Chance(seed, stream);

  await using cluster = await (server === 'real' ? realCluster() : embeddedCluster());
  await using direct = new Clients(cluster.config);
  await prepareCluster(direct.typed, () => clock.sleep(100));
  const writers = new Writers(direct.typed, chance('writers'), clock, rate);
  await writers.populate();
  const tasks = new Tasks(direct.typed, chance('tasks'), clock);
  await tasks.prepare();
  await using proxy = await FaultProxy.start({ target: cluster.config, seed });
  await using clients = new Clients(proxy.config);
  const mirrors = plans.map(
    (plan) => new Mirror(plan, { clients, direct, chance: chance(plan.name), clock }),
  );
  const restarting = mirrors.filter(({ variant }) => variant.restarts);
  for (const { name, variant } of mirrors) say(`  ${name}: ${describeVariant(variant)}`);
  const schedule = new FaultSchedule(proxy, cluster, chance('faults'), clock);
  await using replicas = new Replicas(proxy, chance('replicas'), clock, { mode, unfenced: breakFencing });
  await using streams = await Streams.start(chance, clock);
  const stop = new AbortController();
  const started = clock.monotonic();
  const minute = (): number => (clock.monotonic() - started) / 60_000;
  const measures: Measure[] = [];
  const failures: string[] = [];

  for (const mirror of mirrors) mirror.start(stop.signal);
  const joining = chance('joining');
  for (let round = 1; failures.length === 0 && minute() < minutes; round++) {
    const from = clock.monotonic();
    const requestsBefore = new Map(mirrors.map((mirror) => [mirror, mirror.counters.requests]));
    writers.start();
    tasks.start();
    replicas.start();
    streams.start();
    schedule.start();
    const untilMs = from + Math.min(faultsMs, Math.max(10_000, (minutes - minute()) * 60_000));
    while (clock.monotonic() < untilMs) {
      await clock.sleep(Math.min(joinEveryMs, Math.max(1, untilMs - clock.monotonic())));
      await comeAndGo(joining.pick(mirrors), joining);
      if (restarting.length > 0) await joining.pick(restarting).restart(stop.signal);
    }
    await Promise.all([schedule.pause(), writers.pause(), tasks.pause(), replicas.pause(), streams.pause()]);
    const roundMs = clock.monotonic() - from;
    const [recovery, tasksMs, streamsMs] = await Promise.all([
      untilRight(mirrors, clock, failures),
      tasks.untilRight(failures),
      streams.untilRight(failures),
    ]);
    const runs = await tasks.runs();
    failures.push(...new Set([...runs.overlaps, ...replicas.failures]));
    for (const mirror of mirrors) {
      failures.push(...(await violationsOf(mirror)));
      const asked = mirror.counters.requests - (requestsBefore.get(mirror) ?? 0);
      const bound = minuteBound * Math.ceil((roundMs + recovery.tookMs) / 60_000);
      if (asked > bound)
        failures.push(`${mirror.name}: ${asked} lists and watches, at most ${bound} allowed`);
    }
    proxy.clearRequests();
    const now = measure(minute(), stop.signal);
    measures.push(now);
    report(round, recovery, now, mirrors, writers);
    reportReplicas(replicas, tasks, runs.begun, tasksMs);
    say(`  streams: right after ${(streamsMs / 1000).toFixed(1)} s; ${streams.progress()}`);
  }

  const grown = growth(measures);
  failures.push(...(grown ?? []));
  say(
    grown === undefined
      ? 'growth: the run is too short to measure it'
      : `growth: ${grown.length} measures grew`,
  );
  for (const mirror of mirrors) {
    if (mirror.listeners.some(({ history }) => history.calls === 0))
      failures.push(`${mirror.name}: a handler was never called`);
  }
  stop.abort(new Error('the run is over'));
  await Promise.all(mirrors.map((mirror) => mirror.stop()));
  const left = measure(minute(), stop.signal);
  if (left.listeners > 0) failures.push(`${left.listeners} abort listeners are left`);
  summary(mirrors, schedule, writers);
  summaryOfReplicas(replicas);
  say('logs and copies:');
  for (const [what, times] of [...streams.faults].toSorted(byName))
    say(`  ${String(times).padStart(6)} ${what}`);
  if (mode === 'election' && replicas.terms < 2)
    failures.push(`there were ${replicas.terms} terms, so no replica took over`);
  if (mode === 'sharding' && replicas.stoppedRuns === 0)
    failures.push('no replica was stopped during a run, so no write was late');
  for (const failure of failures.slice(0, 40)) say(`FAILED ${failure}`);
  say(
    failures.length === 0 ? 'soak: green' : `soak: ${failures.length} failures; repeat with --seed ${seed}`,
  );
  return failures.length === 0 ? 0 : 1;
}

/** Adds a handler, or removes the one that was added last time. */
async function comeAndGo(mirror: Mirror, chance: Chance): Promise<void> {
  const late = mirror.listeners[mirror.firstListeners];
  if (late !== undefined) await mirror.removeListener(late);
  else mirror.addListener(chance.pick<Manner>(['plain', 'slow', 'throwing', 'rejecting']));
}

function report(
  round: number,
  { tookMs, last }: Recovery,
  { minute, heapMiB, externalMiB, rssMiB, sockets, timers, listeners }: Measure,
  mirrors: readonly Mirror[],
  writers: Writers,
): void {
  const sum = (of: (mirror: Mirror) => number): number =>
    mirrors.reduce((total, each) => total + of(each), 0);
  const calls = sum((mirror) => mirror.listeners.reduce((total, { history }) => total + history.calls, 0));
  const faults = sum((mirror) => [...mirror.counters.faults.values()].reduce((a, b) => a + b, 0));
  say(
    `round ${round} at ${minute.toFixed(1)} min: correct after ${(tookMs / 1000).toFixed(1)} s (last: ${last ?? 'none'}); ` +
      `${writers.written} writes, ${calls} calls, ${faults} faults reported, ` +
      `${sum((mirror) => mirror.counters.requests)} lists and watches; ` +
      `heap ${heapMiB.toFixed(0)} + ${externalMiB.toFixed(0)} MiB, rss ${rssMiB.toFixed(0)} MiB, ` +
      `${sockets} sockets, ${timers} timers, ${listeners} listeners`,
  );
}

function summary(mirrors: readonly Mirror[], schedule: FaultSchedule, writers: Writers): void {
  say(`\nwrites: ${writers.written} taken, ${writers.failed} failed or overtaken`);
  say('what happened:');
  for (const [what, times] of [...schedule.counts].toSorted(byName))
    say(`  ${String(times).padStart(6)} ${what}`);
  say('informers:');
  for (const { name, counters, informer, listeners, restarts } of mirrors) {
    const counts = listeners.map(({ history: { counts: of } }) => of);
    const total = (key: 'adds' | 'updates' | 'deletes' | 'tombstones' | 'resyncs'): number =>
      counts.reduce((sum, each) => sum + each[key], 0);
    const faults = [...counters.faults].toSorted(byName).map(([code, times]) => `${code} ${times}`);
    say(
      `  ${name}: ${informer.indexer.size} objects, ${counters.requests} lists and watches, ` +
        `${total('adds')} adds, ${total('updates')} updates (${total('resyncs')} resyncs), ` +
        `${total('deletes')} deletes (${total('tombstones')} found by relists), ${restarts} restarts; reported: ${faults.join(', ')}`,
    );
  }
}

function reportReplicas(replicas: Replicas, tasks: Tasks, runs: number, tookMs: number): void {
  say(
    `  replicas: statuses right after ${(tookMs / 1000).toFixed(1)} s; ${replicas.terms} terms, ` +
      `${runs} reconciles of ${tasks.changed} changes`,
  );
}

function summaryOfReplicas(replicas: Replicas): void {
  say('replicas:');
  for (const [what, times] of [...replicas.counts].toSorted(byName))
    say(`  ${String(times).padStart(6)} ${what}`);
  for (const [how, times] of replicas.takeovers) {
    const seconds = times.toSorted((a, b) => a - b).map((ms) => (ms / 1000).toFixed(1));
    say(`  next term after ${how} of the leader: ${seconds.join(', ')} s`);
  }
}

function byName([a]: readonly [string, number], [b]: readonly [string, number]): number {
  return a < b ? -1 : 1;
}

process.exitCode = await main();
