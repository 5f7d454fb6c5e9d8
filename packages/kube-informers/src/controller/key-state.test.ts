import { expect, test } from 'vitest';
import {
  activityOf,
  endStep,
  eventStep,
  explanationOf,
  failureStep,
  isKept,
  mayTake,
  takeStep,
  waitOf,
  writesDueInMs,
} from './key-state.js';
import type {
  ControllerState,
  EndStep,
  EventStep,
  FailedRun,
  KeyActivity,
  KeyPlace,
  KeyState,
  KeyWait,
  Replica,
  TakeStep,
} from './key-state.js';
import type { UnseenWrite } from './own-writes.js';
import type { EndedRun } from './run-history.js';

const nowMs = 1_800_000_000_000;

const running: ControllerState = {
  isStopped: false,
  isRunning: true,
  unsynced: undefined,
  isDecided: true,
  pausedUntil: undefined,
  busy: 0,
  concurrency: 2,
};

const free: KeyState = {
  place: { at: 'taken' },
  run: undefined,
  isPaused: false,
  givenUp: undefined,
  hasNamespace: true,
  replica: 'here',
  writes: undefined,
};

const run = { runId: 'site-1', forMs: 12_000, timedOut: false, isOver: false, again: false };
const givenUp = { key: 'default/web', attempts: 5, sinceMs: nowMs - 180_000, error: new Error('no quota') };
const writes = { forMs: 2000, dueInMs: 3000, descriptions: ['Secret default/web-key'] };
const delayed: KeyPlace = { at: 'delayed', dueInMs: 4000, attempts: 0, message: '', isLooping: false };
const ready: KeyPlace = { at: 'ready', forMs: 700, others: 3 };
const ended: EndedRun = {
  key: 'default/web',
  runId: 'site-1',
  attempt: 1,
  reasons: [],
  endedAtMs: nowMs - 60_000,
  durationMs: 5,
  result: 'success',
};

interface Row {
  readonly controller?: Partial<ControllerState>;
  readonly key?: Partial<KeyState>;
  readonly wait: Omit<KeyWait, 'kind'>;
  readonly step: TakeStep;
  readonly text: string;
}

// The compiler asks for a row of each reason.
const rows: {
  readonly [K in KeyWait['kind']]: Row & { readonly wait: Omit<KeyWait & { kind: K }, 'kind'> };
} = {
  run: {
    key: { run },
    wait: { runId: 'site-1', sinceMs: nowMs - 12_000, timedOut: false, again: false },
    step: 'release',
    text: 'has been running for 12s (run site-1)',
  },
  serverCheck: {
    key: { run: { ...run, isOver: true } },
    wait: { sinceMs: nowMs - 12_000 },
    step: 'release',
    text: 'has failed, and waits while the server is asked whether it fails other requests as well',
  },
  stopped: {
    controller: { isStopped: true },
    wait: {},
    step: 'release',
    text: 'does not run: the controller was stopped',
  },
  start: {
    controller: { isRunning: false },
    wait: {},
    step: 'release',
    text: 'waits until the controller runs: it was not started, or another replica leads',
  },
  sync: {
    controller: { unsynced: { name: 'pods', failure: givenUp.error } },
    wait: { informer: 'pods', error: givenUp.error },
    step: 'release',
    text: 'waits until the informer pods has synced: no quota',
  },
  division: {
    controller: { isDecided: false },
    wait: {},
    step: 'release',
    text: 'waits until the replicas have divided the keys',
  },
  pause: {
    controller: { pausedUntil: nowMs + 90_000 },
    wait: { untilMs: nowMs + 90_000 },
    step: 'release',
    text: 'waits until the controller is resumed, in 90s',
  },
  keyPause: {
    key: { isPaused: true },
    wait: {},
    step: 'setAside',
    text: 'is paused until resume("default/web")',
  },
  givenUp: {
    key: { givenUp },
    wait: { sinceMs: givenUp.sinceMs, attempts: 5, error: givenUp.error },
    step: 'drop',
    text: 'was given up 3m ago, after 5 runs failed, and runs again when its object changes apart from its status: no quota',
  },
  namespace: {
    key: { hasNamespace: false },
    wait: {},
    step: 'drop',
    text: 'does not run: the informer does not have its namespace',
  },
  handover: {
    key: { replica: 'handover' },
    wait: {},
    step: 'setAside',
    text: 'waits until this replica has taken it over',
  },
  otherReplica: {
    key: { replica: 'other' },
    wait: {},
    step: 'forget',
    text: 'belongs to another replica',
  },
  unknownReplica: {
    key: { replica: 'unknown' },
    wait: {},
    step: 'forget',
    text: 'waits for an event that shows which replica it belongs to',
  },
  event: {
    key: { place: { at: 'none', cached: false, last: ended } },
    wait: { cached: false, last: ended },
    step: 'release',
    text: 'waits for an event: its object is not in the cache; its last run succeeded 60s ago',
  },
  ownWrites: {
    key: { writes },
    wait: { sinceMs: nowMs - 2000, untilMs: nowMs + 3000, writes: writes.descriptions },
    step: 'awaitWrites',
    text: 'has waited 2s until the caches show Secret default/web-key; the server is asked in 3s',
  },
  backoff: {
    key: { place: { ...delayed, attempts: 3, message: 'no quota' } },
    wait: { untilMs: nowMs + 4000, attempts: 3, message: 'no quota' },
    step: 'release',
    text: 'is tried again in 4s, after 3 runs failed: no quota',
  },
  loop: {
    key: { place: { ...delayed, isLooping: true } },
    wait: { untilMs: nowMs + 4000 },
    step: 'release',
    text: 'runs in 4s: it is rate limited because its own writes trigger it without end',
  },
  time: {
    key: { place: delayed },
    wait: { untilMs: nowMs + 4000 },
    step: 'release',
    text: 'is due in 4s',
  },
  slot: {
    controller: { busy: 2 },
    key: { place: ready },
    wait: { sinceMs: nowMs - 700, others: 3, concurrency: 2 },
    step: 'release',
    text: 'has waited 700ms for another run to end (concurrency 2); 3 other keys are ready too',
  },
  turn: { wait: {}, step: 'run', text: 'runs now' },
};

const waitIn = ({ controller, key }: Pick<Row, 'controller' | 'key'>): KeyWait =>
  waitOf({ ...running, ...controller }, { ...free, ...key }, nowMs);

test.each(Object.entries(rows))('a key that waits for: %s', (kind, row) => {
  const wait = waitIn(row);
  expect(wait).toEqual({ kind, ...row.wait });
  expect(explanationOf('default/web', wait, nowMs)).toEqual({
    key: 'default/web',
    text: `default/web ${row.text}`,
    wait,
  });
  expect(takeStep(wait)).toBe(row.step);
});

// Each keeps the key waiting when the ones before it have ended.
const order = [
  'run',
  'stopped',
  'start',
  'sync',
  'division',
  'pause',
  'keyPause',
  'givenUp',
  'namespace',
  'handover',
  'ownWrites',
  'slot',
] as const;

test.each(order.map((kind, index) => [kind, order.slice(index)] as const))(
  'of several reasons the one that ends last comes first: %s',
  (kind, present) => {
    const all = present.map((each): Row => rows[each]);
    const controller = Object.assign({}, ...all.map((row) => row.controller)) as Partial<ControllerState>;
    const key = Object.assign({}, ...all.map((row) => row.key)) as Partial<KeyState>;
    expect(waitIn({ controller, key }).kind).toBe(kind);
  },
);

test.each<[string, Pick<Row, 'controller' | 'key'>, KeyWait['kind'], string]>([
  [
    'a pause without an end',
    { controller: { pausedUntil: Infinity } },
    'pause',
    'waits until the controller is resumed',
  ],
  [
    'a timed-out run, with an event since',
    { key: { run: { ...run, timedOut: true, again: true } } },
    'run',
    'has been running for 12s (run site-1), and has not ended although it timed out; it runs again after that',
  ],
  [
    'a backoff that ends after its own writes are due',
    { key: { writes, place: { ...delayed, attempts: 1, message: 'no quota' } } },
    'backoff',
    'is tried again in 4s, after a run failed: no quota',
  ],
  [
    'a backoff that its runs asked for',
    { key: { place: { ...delayed, dueInMs: 5, attempts: 2 } } },
    'backoff',
    'runs again in 5ms, after 2 runs asked for backoff',
  ],
  [
    'own writes of a key without work',
    { key: { writes, place: { at: 'none', cached: true, last: undefined } } },
    'event',
    'waits for an event',
  ],
  [
    'a failure that is not retried',
    {
      key: {
        place: { at: 'none', cached: true, last: { ...ended, result: 'error', message: 'wrong spec' } },
      },
    },
    'event',
    'waits for an event; its last run failed 60s ago and is not retried: wrong spec',
  ],
  ['a free slot', { key: { place: ready } }, 'turn', 'runs now'],
])('explains %s', (_what, given, kind, text) => {
  const wait = waitIn(given);
  expect([wait.kind, explanationOf('a', wait, nowMs).text]).toEqual([kind, `a ${text}`]);
});

test.each<[string, Partial<ControllerState>, boolean]>([
  ['a free slot', { busy: 1 }, true],
  ['no free slot', { busy: 2 }, false],
  ['a pause', { pausedUntil: nowMs }, false],
  ['a source without its first list', { unsynced: { name: 'pods', failure: undefined } }, false],
])('takes a key or not: %s', (_what, controller, expected) => {
  expect(mayTake({ ...running, ...controller })).toBe(expected);
});

test('a key waits for the youngest of its writes, and not for those of unknown outcome', () => {
  const write = (outcome: UnseenWrite['write']['outcome'], atMs: number): UnseenWrite =>
    ({ write: { outcome }, atMs }) as UnseenWrite;
  const writes = [write('written', 1000), write('deleted', 3000), write('unknown', 5900)];
  expect(writesDueInMs(writes, 5000, 6000)).toBe(2000);
  expect(writesDueInMs(writes, 5000, 8000)).toBe(0);
});

test.each<[Parameters<typeof eventStep>, EventStep]>([
  [['waiting', 'client', true], 'add'],
  [['retrying', 'client', false], 'add'],
  [['running', 'client', true], 'add'],
  [['givenUp', 'client', true], 'add'],
  [['givenUp', 'client', false], 'ignore'],
  [['waiting', 'otherKey', true], 'addOwnWrite'],
  [['retrying', 'otherKey', true], 'addOwnWrite'],
  [['running', 'otherKey', true], 'addOwnWrite'],
  [['givenUp', 'otherKey', true], 'addOwnWrite'],
  [['givenUp', 'otherKey', false], 'ignore'],
  [['waiting', 'ownRun', false], 'addOwnWrite'],
  [['running', 'ownRun', false], 'afterRun'],
  [['retrying', 'ownRun', false], 'ignore'],
  [['givenUp', 'ownRun', false], 'ignore'],
])('an event of %j', (given, expected) => {
  expect(eventStep(...given)).toBe(expected);
});

const idle = { isGivenUp: false, isRunning: false, attempt: 1, isQueued: true };

test.each<[string, Partial<typeof idle>, KeyActivity]>([
  ['is queued after a success', {}, 'waiting'],
  ['is queued after a failure', { attempt: 2 }, 'retrying'],
  ['failed and was dropped', { attempt: 2, isQueued: false }, 'waiting'],
  ['runs again after a failure', { attempt: 2, isRunning: true }, 'running'],
  ['was given up during its run', { attempt: 2, isRunning: true, isGivenUp: true }, 'givenUp'],
])('the activity of a key that %s', (_what, known, expected) => {
  expect(activityOf({ ...idle, ...known })).toBe(expected);
});

test.each<[Replica, boolean]>([
  ['here', true],
  ['handover', true],
  ['other', false],
  ['unknown', false],
])('whether this replica keeps a key: %s', (replica, expected) => {
  expect(isKept(replica)).toBe(expected);
});

const outage: FailedRun = {
  isBehind: false,
  mayBeOutage: true,
  failsOthers: false,
  isLimited: true,
  canAsk: true,
};

test.each<[string, Partial<FailedRun>, EndStep]>([
  ['may be the server’s', {}, 'askServer'],
  ['is of a cache that is behind', { isBehind: true, mayBeOutage: false }, 'excuse'],
  ['is of the object, while other keys fail', { mayBeOutage: false, failsOthers: true }, 'count'],
  ['other keys have as well', { failsOthers: true }, 'excuse'],
  ['other keys have as well, without a limit', { failsOthers: true, isLimited: false }, 'excuse'],
  ['may be the server’s, without a limit', { isLimited: false }, 'count'],
  ['may be the server’s, without a client', { canAsk: false }, 'count'],
])('a failure that %s', (_what, known, expected) => {
  expect(endStep({ ...outage, ...known })).toBe(expected);
});

test.each<[string, Parameters<typeof failureStep>, string]>([
  ['an error that is final', [undefined, true], 'drop'],
  ['a failure below the limits', [false, true], 'retry'],
  ['a failure at the limits', [true, false], 'giveUp'],
  ['a failure at the limits whose object has changed meanwhile', [true, true], 'startAgain'],
])('a run ends with %s', (_what, given, expected) => {
  expect(failureStep(...given)).toBe(expected);
});
