import type { LastingScope } from './lasting.js';

/** The limits for ten minutes of a fault. */
export interface LastingExpectation {
  /** Most requests within any 60 s, from the start and from the third minute on. */
  readonly perMinute: number;
  readonly perMinuteLater: number;
  /** What the error hook is called with. */
  readonly kinds: readonly string[];
  /** Faults for each report: 11 where the REST client repeats a request ten times; Infinity where only the first is reported; 0 for no report. */
  readonly faultsPerReport: number;
}

/*
 * The bounds follow from the backoff: 0.8 s, doubled up to 30 s and from the start again every two minutes, without jitter
 * here (with it the delays are up to twice as long). Rounds that fail at once begin at 0, 0.8, 2.4, 5.6, 12, 24.8 and
 * 50.4 s: 7 in the first minute, and in a later one, which may begin with the end of a row, 8.
 */
const rounds = { first: 7, later: 8 };

function bound(
  perRound: number,
  kinds: readonly string[],
  { extra = 0, faultsPerReport = 1 }: { readonly extra?: number; readonly faultsPerReport?: number } = {},
): LastingExpectation {
  return {
    perMinute: perRound * rounds.first + extra,
    perMinuteLater: perRound * rounds.later,
    kinds,
    faultsPerReport,
  };
}

/** For few requests, however long the fault lasts: deadlines and the server's own ends are minutes apart. */
function calm(kinds: readonly string[], perMinute = 2, faultsPerReport = 1): LastingExpectation {
  return { perMinute, perMinuteLater: 2, kinds, faultsPerReport };
}

/** Each request is sent 11 times, a second or Retry-After apart: this and the backoff bound the number. */
function repeated(kinds: readonly string[], perMinute: number): LastingExpectation {
  return { perMinute, perMinuteLater: perMinute, kinds, faultsPerReport: 11 };
}

/** An event is progress: the next watch opens at once, within the budget of `takeResume`. */
const progress = 65;

/** The limits for a fault in each scope; see `bound`. */
type Scopes = Readonly<Partial<Record<LastingScope, LastingExpectation>>>;

function everyWatch(expectation: LastingExpectation, underLoad = expectation): Scopes {
  return { 'every watch': expectation, 'every watch, under load': underLoad };
}

/** A list for each round; a list and a watch for each round; a watch-list, then a list and a watch without a fault. */
function answered(reason: string): Scopes {
  return {
    everything: bound(1, [`list ${reason}`]),
    ...everyWatch(bound(2, [`watch ${reason}`])),
    'every watch-list': calm([`watchList ${reason}`], 3),
  };
}

const brokenBody: Scopes = {
  everything: bound(1, ['list ERR_BODY_CUT']),
  // The first change breaks the watch and is lost; the next watch meets the same change, is very short and causes a list
  // and a watch: two watches and a list for each round.
  ...everyWatch(bound(3, ['watch ERR_WATCH_CUT'])),
  'every watch-list': calm(['watchList ERR_WATCH_CUT'], 4),
};

const silent: Scopes = {
  everything: calm(['list ERR_TIMEOUT']),
  ...everyWatch(calm(['watch ERR_WATCH_IDLE'])),
  'every watch-list': calm(['watchList ERR_WATCH_IDLE']),
};

const slow: Scopes = {
  everything: calm([], 2, 0),
  ...everyWatch(calm([], 2, 0)),
  'every watch-list': calm([], 2, 0),
};

/** As often as there is an event that can carry the fault. */
function errorEvent(reason: string): Scopes {
  return {
    ...everyWatch(bound(2, [`watch ${reason}`])),
    'every watch-list': calm([`watchList ${reason}`], 3),
  };
}

/** The same again after the backoff, without a list. */
const tooMany: Scopes = {
  everything: bound(1, ['list TooManyRequests']),
  ...everyWatch(bound(1, ['watch TooManyRequests'], { extra: 1 })),
  'every watch-list': bound(1, ['watchList TooManyRequests']),
};

/** The limits of each row of the table of lasting faults, by its name. */
export const lastingExpected: Readonly<Record<string, Scopes>> = {
  'connection refused': { everything: bound(1, ['list ERR_CONNECTION_REFUSED']) },
  'reset at once': {
    everything: repeated(['list ERR_CONNECTION_RESET'], 60),
    ...everyWatch(repeated(['watch ERR_WATCH_UNOPENED'], 60)),
    'every watch-list': { ...repeated(['watchList ERR_WATCH_UNOPENED'], 13), perMinuteLater: 2 },
  },
  'reset mid-body': brokenBody,
  'stall to the client': silent,
  'stall to the server': silent,
  'stall both ways': silent,
  // The first bytes come after five minutes; before that there is no body to stall in. It is noticed after the ten.
  'stall mid-body': {
    ...silent,
    'every watch': calm([]),
  },
  'drop to the client': silent,
  'drop to the server': silent,
  'delay 5 s': slow,
  'bandwidth 500 B/s': slow,
  'cut after N bytes': brokenBody,
  'cut mid-line': {
    ...everyWatch({
      perMinute: progress,
      perMinuteLater: progress,
      kinds: ['watch ERR_WATCH_CUT'],
      faultsPerReport: 1,
    }),
    'every watch-list': calm(['watchList ERR_WATCH_CUT'], 4),
  },
  'cut in a UTF-8 character': brokenBody,
  '401': answered('Unauthorized'),
  '403': answered('Forbidden'),
  // The server does not have the resource: that is reported once and is not a fault afterwards.
  '404': {
    ...answered('NotFound'),
    everything: bound(1, ['list ERR_RESOURCE_ABSENT'], { faultsPerReport: Infinity }),
  },
  '410': { ...answered('Expired'), everything: bound(2, ['list Expired']) },
  '429': tooMany,
  '429, Retry-After 2 s': {
    everything: repeated(['list TooManyRequests'], 32),
    ...everyWatch(repeated(['watch TooManyRequests'], 33)),
    'every watch-list': repeated(['watchList TooManyRequests'], 32),
  },
  '500': answered('InternalError'),
  '502 with HTML': answered('InternalError'),
  '503': answered('ServiceUnavailable'),
  '504': answered('Timeout'),
  'ERROR event 410': errorEvent('Expired'),
  'ERROR event 429': {
    // Without load the first event comes after five minutes, so that these are the first ones.
    'every watch': { ...bound(1, ['watch TooManyRequests'], { extra: 1 }), perMinuteLater: rounds.first + 1 },
    'every watch, under load': bound(1, ['watch TooManyRequests'], { extra: 1 }),
    'every watch-list': bound(1, ['watchList TooManyRequests']),
  },
  'ERROR event 500': errorEvent('InternalError'),
  'ERROR event 503': errorEvent('ServiceUnavailable'),
  'ERROR event StorageReadError': errorEvent('StorageReadError'),
  'corrupt line': {
    ...errorEvent('ERR_WATCH_DECODE'),
    everything: bound(1, ['list ERR_NOT_KUBERNETES']),
  },
  'watch ended after 5 ms': {
    ...everyWatch(bound(2, ['watch ERR_SHORT_WATCH'])),
    'every watch-list': calm(['watchList ERR_WATCH_LIST_UNFINISHED'], 4),
  },
  'watch ended after 1.2 s': {
    ...everyWatch({ perMinute: 52, perMinuteLater: 51, kinds: [], faultsPerReport: 0 }),
    'every watch-list': calm([], 2, 0),
  },
};
