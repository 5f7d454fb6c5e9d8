import { FakeClock, settle } from '@kube-informers/testing';
import { seededRandom } from '../../../packages/testing/src/fault-proxy/rules.js';
import { mostWithin } from '../request-bound.js';
import { FaultyServer } from './faulty-server.js';
import type { FaultKind } from './faulty-server.js';
import { rules } from './rules.js';
import type { RuleName } from './rules.js';

/** When faults happen. */
export interface Pattern {
  readonly name: string;
  readonly lastsMs: number;
  /** The time to the next fault, drawn from `random`, ms. */
  readonly untilFaultMs: (random: () => number) => number;
}

const second = 1000;
const minute = 60 * second;
const exponential = (meanMs: number) => (random: () => number) => -meanMs * Math.log(1 - random());

/** Six faults 1.0 to 1.6 s apart, then a minute without. */
function flapping(): (random: () => number) => number {
  let count = 0;
  return (random) => (count++ % 7 === 6 ? minute : second + 600 * random());
}

export const patterns: readonly (Omit<Pattern, 'untilFaultMs'> & {
  readonly untilFaultMs: () => Pattern['untilFaultMs'];
})[] = [
  { name: 'once, 60 s after each recovery', lastsMs: 0, untilFaultMs: () => () => minute },
  { name: 'once, 20 s after each recovery', lastsMs: 0, untilFaultMs: () => () => 20 * second },
  { name: 'once, at random, every 60 s', lastsMs: 0, untilFaultMs: () => exponential(minute) },
  { name: 'six 1.0 to 1.6 s apart, every minute', lastsMs: 0, untilFaultMs: flapping },
  { name: 'for 2 s, at random, every 60 s', lastsMs: 2 * second, untilFaultMs: () => exponential(minute) },
  {
    name: 'for 30 s, at random, every 5 min',
    lastsMs: 30 * second,
    untilFaultMs: () => exponential(5 * minute),
  },
  {
    name: 'for 10 min, at random, every 10 min',
    lastsMs: 10 * minute,
    untilFaultMs: () => exponential(10 * minute),
  },
];

export const kinds: readonly { readonly kind: FaultKind; readonly name: string }[] = [
  { kind: 'refused', name: 'cut, then refused' },
  { kind: '410', name: '410' },
  { kind: '500', name: '500' },
  { kind: 'cut', name: 'watches cut' },
  { kind: 'cut list', name: '410, then lists cut' },
];

/** The results of one client. */
export interface Outcome {
  /** Share of the time that the server was healthy but the cache behind. */
  readonly behind: number;
  readonly requestsPerMinute: number;
  /** Most requests within any second. */
  readonly peakPerSecond: number;
}

/** Simulates one client for this long on virtual time. */
export async function simulate(
  rule: RuleName,
  kind: FaultKind,
  { lastsMs, untilFaultMs }: (typeof patterns)[number],
  forMs: number,
  seed: number,
): Promise<Outcome> {
  const clock = new FakeClock();
  const faults = seededRandom(seed);
  const next = untilFaultMs();
  const server = new FaultyServer(clock, { kind, lastsMs, untilFaultMs: () => next(faults) });
  const stop = new AbortController();
  const running = rules[rule](server, clock, seededRandom(seed + 1), stop.signal);
  await clock.advance(forMs);
  const outcome = {
    behind: server.behindMs / forMs,
    requestsPerMinute: (server.requests.length / forMs) * minute,
    peakPerSecond: mostWithin(counted(server), second),
  };
  stop.abort(new Error('over'));
  await running;
  return outcome;
}

function counted(...servers: readonly FaultyServer[]): { verb: string; at: number }[] {
  return servers.flatMap(({ requests }) => requests.map((at) => ({ verb: 'request', at })));
}

/** The results of many clients that meet a fault at once. */
export interface ManyClientsOutcome {
  readonly peakPer100Ms: number;
  readonly peakPerSecond: number;
  readonly requests: number;
  /** When half of them, and all, were current again, s after the end of the fault. */
  readonly halfS: number;
  readonly allS: number;
}

/** Counts requests from the end of the fault; from its beginning for a momentary fault. */
export async function simulateManyClients(
  rule: RuleName,
  kind: FaultKind,
  lastsMs: number,
  clients: number,
): Promise<ManyClientsOutcome> {
  const clock = new FakeClock();
  const stops = Array.from({ length: clients }, () => new AbortController());
  const servers: FaultyServer[] = [];
  const running = stops.map((stop, index) => {
    const server = new FaultyServer(clock, { kind, lastsMs, untilFaultMs: () => 86_400_000 });
    servers.push(server);
    return rules[rule](server, clock, seededRandom(index), stop.signal);
  });
  await clock.advance(2 * minute);
  for (const server of servers) server.strike();
  await settle();
  await clock.advance(lastsMs);
  const overMs = clock.monotonic();
  const current = (): number => servers.filter((server) => server.isWatched).length;
  let halfS: number | undefined;
  let allS: number | undefined;
  for (let step = 0; allS === undefined; step++) {
    const count = current();
    if (count >= clients / 2) halfS ??= step / 10;
    if (count === clients) allS = step / 10;
    else await clock.advance(100);
  }
  const after = counted(...servers).filter(({ at }) => at >= overMs);
  for (const stop of stops) stop.abort(new Error('over'));
  await Promise.all(running);
  return {
    peakPer100Ms: mostWithin(after, 100),
    peakPerSecond: mostWithin(after, second),
    requests: after.length,
    halfS: halfS ?? allS,
    allS,
  };
}
