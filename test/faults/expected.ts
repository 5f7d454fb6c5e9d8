import type { Moment } from './cell.js';

/** The result that a fault must have. */
export interface Expectation {
  /** Lists and watches in addition to those of a run without the fault. */
  readonly cost: string;
  /** What the error hook is called with, in order. */
  readonly reports: readonly string[];
  /** Longest virtual time until everything is right again. */
  readonly withinMs: number;
}

/** The moments after which the cache equals the server's state; a stop must cost nothing and cause nothing. */
export type LivingMoment = Exclude<Moment, 'stopping'>;
type Expectations = Readonly<Record<LivingMoment, Expectation | undefined>>;

const seconds = 1000;
/** The first delay of the backoff, and the one after it, without jitter. */
const backoffMs = 800;
const laterBackoffMs = 2 * backoffMs;
/** The second that the REST client waits before it repeats a read whose connection broke before the answer. */
const repeatMs = 1 * seconds;
/** When a list without an answer is given up. */
const listTimeoutMs = 120 * seconds;
/** When a watch-list without its initial-events-end bookmark is given up. */
const markTimeoutMs = 61 * seconds;
/** When a watch is given up that the server has not ended: half a minute after its timeoutSeconds, which are 300 here. */
const watchDeadlineMs = 331 * seconds;
/** When three bookmarks are missing: 3 minutes after the last one. */
const silenceMs = 181 * seconds;

function expectation(cost: string, reports: readonly string[], withinMs: number): Expectation {
  return { cost, reports, withinMs };
}

/** The same expectation for every open watch. */
function onWatches(one: Expectation): Pick<Expectations, 'after mark' | 'idle' | 'under load'> {
  return { 'after mark': one, idle: one, 'under load': one };
}

/** For an open watch after which everything is fetched again, by a watch-list if the informer uses them, else by a list. */
function refetched(
  watches: number,
  reports: readonly string[],
  withinMs: number,
): Pick<Expectations, 'after mark' | 'idle' | 'under load'> {
  const listed = expectation(`1+${watches}`, reports, withinMs);
  return { 'after mark': expectation(`0+${watches}`, reports, withinMs), idle: listed, 'under load': listed };
}

/** The same where more than a second is missed: while events keep arriving, a list of one object shows how far to catch up. */
function afterPause(expectations: Expectations): Expectations {
  const busy = expectations['under load'];
  return { ...expectations, 'under load': busy && { ...busy, cost: busy.cost.replace('0+', '1+') } };
}

const refused: Expectations = {
  // Refused connections never reach the proxy, so they are not counted; both attempts are reported.
  'first list': expectation('0+0', twice('list ERR_CONNECTION_REFUSED'), 3 * backoffMs),
  'mid-page': expectation('1+0', twice('list ERR_CONNECTION_REFUSED'), repeatMs + 6 * backoffMs),
  'list→watch': expectation('0+0', twice('watch ERR_CONNECTION_REFUSED'), 3 * backoffMs),
  'before mark': expectation('0+0', twice('watchList ERR_CONNECTION_REFUSED'), 3 * backoffMs),
  ...onWatches(
    expectation('0+1', ['watch ERR_WATCH_CUT', ...twice('watch ERR_CONNECTION_REFUSED')], 3 * backoffMs),
  ),
};

/** Before the answer, the REST client repeats a read without reporting it, as client-go's does. Each is on a new connection. */
const resetAtOnce: Expectations = {
  'first list': expectation('1+0', [], repeatMs),
  'mid-page': expectation('0+0', [], repeatMs),
  'list→watch': expectation('0+1', [], repeatMs),
  'before mark': expectation('0+1', [], repeatMs),
  ...onWatches(expectation('0+1', ['watch ERR_WATCH_CUT'], 0)),
};

/**
 * A list is made again. A stream resumes without a list, unless it brought nothing within its first second: client-go
 * lists after such a very short watch.
 */
function brokenBody(firstEventCame: boolean): Expectations {
  return {
    'first list': expectation('1+0', ['list ERR_BODY_CUT'], backoffMs),
    'mid-page': expectation('1+0', ['list ERR_BODY_CUT'], laterBackoffMs),
    'list→watch': firstEventCame
      ? expectation('0+1', ['watch ERR_WATCH_CUT'], 0)
      : expectation('1+1', ['watch ERR_WATCH_CUT'], backoffMs),
    'before mark': expectation('0+1', ['watchList ERR_WATCH_CUT'], 0),
    ...onWatches(expectation('0+1', ['watch ERR_WATCH_CUT'], 0)),
  };
}

/** Silence is noticed by its deadline. A watch that never brought anything is followed by a list. */
const unanswered: Omit<Expectations, 'after mark' | 'idle' | 'under load'> = {
  'first list': expectation('1+0', ['list ERR_TIMEOUT'], listTimeoutMs + backoffMs),
  'mid-page': expectation('1+0', ['list ERR_TIMEOUT'], listTimeoutMs + laterBackoffMs),
  'list→watch': expectation('1+1', ['watch ERR_WATCH_IDLE'], watchDeadlineMs + backoffMs),
  'before mark': expectation('1+1', ['watchList ERR_WATCH_IDLE'], markTimeoutMs),
};
const silent: Expectations = {
  ...unanswered,
  // The younger watches have not received two bookmarks yet.
  ...onWatches(expectation('0+1', ['watch ERR_WATCH_IDLE'], watchDeadlineMs)),
  idle: expectation('0+1', ['watch ERR_WATCH_IDLE'], silenceMs),
};
/** A client sends nothing on an open watch, so nothing is lost. */
const unaffected: Expectations = { ...unanswered, ...onWatches(expectation('0+0', [], 0)) };

/** A slow connection is not a fault. An open watch ends properly and costs the next one. */
function slow(withinMs: number): Expectations {
  const once = expectation('0+0', [], withinMs);
  return {
    'first list': once,
    'mid-page': once,
    'list→watch': once,
    'before mark': once,
    ...onWatches(expectation('0+1', [], withinMs)),
  };
}

/** An error answer. A refused watch-list is followed at once by a list, as in client-go. */
function answered(reason: string): Expectations {
  return {
    'first list': expectation('1+0', [`list ${reason}`], backoffMs),
    'mid-page': expectation('1+0', [`list ${reason}`], laterBackoffMs),
    'list→watch': expectation('1+1', [`watch ${reason}`], backoffMs),
    'before mark': expectation('1+1', [`watchList ${reason}`], 0),
    ...refetched(2, [`watch ${reason}`], backoffMs),
  };
}

const gone: Expectations = {
  ...answered('Expired'),
  // At once, at "": the error shows which version the server does not have.
  'first list': expectation('1+0', ['list Expired'], 0),
  // Everything is listed at once, as by client-go, which does not report it.
  'mid-page': expectation('1+0', ['list Expired'], 0),
};

/** The server asks to wait: the same request again after the backoff, without a list. */
const tooMany: Expectations = {
  ...answered('TooManyRequests'),
  'list→watch': expectation('0+1', ['watch TooManyRequests'], backoffMs),
  'before mark': expectation('0+1', ['watchList TooManyRequests'], backoffMs),
  ...onWatches(expectation('0+2', ['watch TooManyRequests'], backoffMs)),
};
/** With Retry-After: the REST client waits and repeats without reporting it, as client-go's does. */
const tooManyFor2s: Expectations = {
  'first list': expectation('1+0', [], 2 * seconds),
  'mid-page': expectation('0+0', [], 2 * seconds),
  'list→watch': expectation('0+1', [], 2 * seconds),
  'before mark': expectation('0+1', [], 2 * seconds),
  ...onWatches(expectation('0+2', [], 2 * seconds)),
};

/** After an ERROR event everything is fetched again. */
function errorEvent(reason: string): Expectations {
  return {
    'first list': undefined,
    'mid-page': undefined,
    'list→watch': expectation('1+1', [`watch ${reason}`], backoffMs),
    'before mark': expectation('1+1', [`watchList ${reason}`], 0),
    ...refetched(1, [`watch ${reason}`], backoffMs),
  };
}
const tooManyEvent: Expectations = {
  ...errorEvent(''),
  'list→watch': expectation('0+1', ['watch TooManyRequests'], backoffMs),
  'before mark': expectation('0+1', ['watchList TooManyRequests'], backoffMs),
  ...onWatches(expectation('0+1', ['watch TooManyRequests'], backoffMs)),
};

const corrupt: Expectations = {
  ...errorEvent('ERR_WATCH_DECODE'),
  'first list': expectation('1+0', ['list ERR_NOT_KUBERNETES'], backoffMs),
  'mid-page': expectation('1+0', ['list ERR_NOT_KUBERNETES'], laterBackoffMs),
};

/** A proper end is not a fault, however early, if something came; before the bookmark it leaves the list unfinished. */
const ended: Expectations = {
  'first list': undefined,
  'mid-page': undefined,
  'list→watch': expectation('0+1', [], 0),
  'before mark': expectation('0+1', ['watchList ERR_WATCH_LIST_UNFINISHED'], 0),
  ...onWatches(expectation('0+1', [], 0)),
};

/** The watch is cut, and then the server no longer has the informer's version. */
const ahead: Expectations = {
  'first list': expectation('1+0', [], repeatMs),
  'mid-page': expectation('1+0', ['list Expired'], repeatMs),
  'list→watch': expectation('1+1', ['watch Expired'], backoffMs),
  'before mark': expectation('0+1', [], repeatMs),
  ...refetched(2, ['watch ERR_WATCH_CUT', 'watch Expired'], backoffMs),
};

/**
 * The watch is cut, and then the server has not reached the informer's version yet: it accepts the watch and sends
 * nothing. After that watch has ended, after its 300 s, the informer checks once whether the server has reached the
 * version; the server answers 504 after 3 s. Then the informer lists at "". A page in the middle of a list is not such a
 * check: the REST client requests it 11 times, as client-go's does.
 */
const tooLargeMs = 3 * seconds;
const pageTooLargeMs = 11 * tooLargeMs + 10 * seconds;
const back: Expectations = {
  'first list': expectation('1+0', [], repeatMs),
  'mid-page': expectation('1+0', ['list Timeout'], pageTooLargeMs + repeatMs),
  'list→watch': expectation('2+1', ['list Timeout'], 300 * seconds + tooLargeMs),
  'before mark': expectation('0+1', [], repeatMs),
  'after mark': expectation('1+2', ['watch ERR_WATCH_CUT', 'list Timeout'], 300 * seconds + tooLargeMs),
  idle: expectation('2+2', ['watch ERR_WATCH_CUT', 'list Timeout'], 300 * seconds + tooLargeMs),
  'under load': expectation('2+2', ['watch ERR_WATCH_CUT', 'list Timeout'], 300 * seconds + tooLargeMs),
};

/** The expected result of each row of the matrix, by its name. */
export const expected: Readonly<Record<string, Expectations>> = {
  'connection refused': afterPause(refused),
  'reset at once': resetAtOnce,
  'reset mid-body': brokenBody(false),
  'stall to the client': silent,
  'stall to the server': unaffected,
  'stall both ways': silent,
  'stall mid-body': silent,
  'drop to the client': silent,
  'drop to the server': unaffected,
  'delay 5 s': afterPause(slow(5 * seconds)),
  'bandwidth 500 B/s': slow(40 * seconds),
  'cut after N bytes': brokenBody(false),
  'cut mid-line': brokenBody(true),
  'cut in a UTF-8 character': brokenBody(false),
  '401': answered('Unauthorized'),
  '403': answered('Forbidden'),
  // A resource that was never listed is absent at once.
  '404': {
    ...answered('NotFound'),
    'first list': expectation('1+0', ['list ERR_RESOURCE_ABSENT'], backoffMs),
  },
  '410': gone,
  '429': tooMany,
  '429, Retry-After 2 s': afterPause(tooManyFor2s),
  '500': answered('InternalError'),
  '502 with HTML': answered('InternalError'),
  '503': answered('ServiceUnavailable'),
  '504': answered('Timeout'),
  'ERROR event 410': errorEvent('Expired'),
  'ERROR event 429': tooManyEvent,
  'ERROR event 500': errorEvent('InternalError'),
  'ERROR event 503': errorEvent('ServiceUnavailable'),
  'ERROR event StorageReadError': errorEvent('StorageReadError'),
  'corrupt line': corrupt,
  'watch ended after 5 ms': ended,
  'backend with a shorter history': ahead,
  'backend whose RVs went back': back,
};

function twice(report: string): string[] {
  return [report, report];
}
