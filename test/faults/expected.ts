import type { Moment } from './cell.js';

/** What a fault must come to. */
export interface Expectation {
  /** Lists and watches more than without it. */
  readonly cost: string;
  /** What the error hook is told, in order. */
  readonly reports: readonly string[];
  /** Virtual time until everything is right again, at most. */
  readonly withinMs: number;
}

/** The moments that end in the server's state; while stopping, nothing may cost or follow. */
export type LivingMoment = Exclude<Moment, 'stopping'>;
type Expectations = Readonly<Record<LivingMoment, Expectation | undefined>>;

const seconds = 1000;
/** The first delay of the backoff, and of the one after it, without jitter. */
const backoffMs = 800;
const laterBackoffMs = 2 * backoffMs;
/** With the second that the REST client waits before it repeats a read whose connection broke before the answer. */
const repeatMs = 1 * seconds;
/** A list without an answer is given up. */
const listTimeoutMs = 120 * seconds;
/** A watch-list that is silent before its mark is given up. */
const markTimeoutMs = 61 * seconds;
/** A watch that the server has not ended half a minute after its timeoutSeconds, which are 300 here. */
const watchDeadlineMs = 331 * seconds;
/** Three bookmarks are missing: 3 minutes after the last one. */
const silenceMs = 181 * seconds;

function expectation(cost: string, reports: readonly string[], withinMs: number): Expectation {
  return { cost, reports, withinMs };
}

/** The same on any open watch. */
function onWatches(one: Expectation): Pick<Expectations, 'after mark' | 'idle' | 'under load'> {
  return { 'after mark': one, idle: one, 'under load': one };
}

/** On an open watch after which everything is fetched again: by a watch-list where the informer uses them, else by a list. */
function refetched(
  watches: number,
  reports: readonly string[],
  withinMs: number,
): Pick<Expectations, 'after mark' | 'idle' | 'under load'> {
  const listed = expectation(`1+${watches}`, reports, withinMs);
  return { 'after mark': expectation(`0+${watches}`, reports, withinMs), idle: listed, 'under load': listed };
}

const refused: Expectations = {
  // What is refused never gets as far as the proxy, so it is not counted; both tries are reported.
  'first list': expectation('0+0', twice('list ERR_CONNECTION_REFUSED'), 3 * backoffMs),
  'mid-page': expectation('1+0', twice('list ERR_CONNECTION_REFUSED'), repeatMs + 6 * backoffMs),
  'list→watch': expectation('0+0', twice('watch ERR_CONNECTION_REFUSED'), 3 * backoffMs),
  'before mark': expectation('0+0', twice('watchList ERR_CONNECTION_REFUSED'), 3 * backoffMs),
  ...onWatches(
    expectation('0+1', ['watch ERR_WATCH_CUT', ...twice('watch ERR_CONNECTION_REFUSED')], 3 * backoffMs),
  ),
};

/** Before the answer: the REST client repeats a read by itself, as client-go's does, and says nothing. Each is on a new connection. */
const resetAtOnce: Expectations = {
  'first list': expectation('1+0', [], repeatMs),
  'mid-page': expectation('0+0', [], repeatMs),
  'list→watch': expectation('0+1', [], repeatMs),
  'before mark': expectation('0+1', [], repeatMs),
  ...onWatches(expectation('0+1', ['watch ERR_WATCH_CUT'], 0)),
};

/**
 * A list is made again. A stream goes on from where it was, without a list; but one that brought nothing within its
 * first second is a very short watch, after which client-go lists.
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
  // No two bookmarks have come on the younger ones.
  ...onWatches(expectation('0+1', ['watch ERR_WATCH_IDLE'], watchDeadlineMs)),
  idle: expectation('0+1', ['watch ERR_WATCH_IDLE'], silenceMs),
};
/** A client says nothing on an open watch: nothing is lost. */
const deaf: Expectations = { ...unanswered, ...onWatches(expectation('0+0', [], 0)) };

/** Slow is not broken. Of an open watch: its proper end costs the next one. */
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

/** An answer in place of the server's. A watch-list that is refused is followed by a list at once, as in client-go. */
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
  // At once, at "": the server has said what it does not have.
  'first list': expectation('1+0', ['list Expired'], 0),
  // An expired token is the pager's own matter, which lists everything at once; client-go says nothing of it, either.
  'mid-page': expectation('1+0', [], 0),
};

/** The server asks for patience: the same again after the backoff, without a list. */
const tooMany: Expectations = {
  ...answered('TooManyRequests'),
  'list→watch': expectation('0+1', ['watch TooManyRequests'], backoffMs),
  'before mark': expectation('0+1', ['watchList TooManyRequests'], backoffMs),
  ...onWatches(expectation('0+2', ['watch TooManyRequests'], backoffMs)),
};
/** … for so long: the REST client waits, repeats, and says nothing, as client-go's does. */
const tooManyFor2s: Expectations = {
  'first list': expectation('1+0', [], 2 * seconds),
  'mid-page': expectation('0+0', [], 2 * seconds),
  'list→watch': expectation('0+1', [], 2 * seconds),
  'before mark': expectation('0+1', [], 2 * seconds),
  ...onWatches(expectation('0+2', [], 2 * seconds)),
};

/** An ERROR event ends what the stream could tell: everything is fetched again. */
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

/** A proper end is no fault, however early, as long as something came; before the mark it leaves the list unfinished. */
const ended: Expectations = {
  'first list': undefined,
  'mid-page': undefined,
  'list→watch': expectation('0+1', [], 0),
  'before mark': expectation('0+1', ['watchList ERR_WATCH_LIST_UNFINISHED'], 0),
  ...onWatches(expectation('0+1', [], 0)),
};

/** The cut, and then a server that has forgotten what the informer knows. */
const ahead: Expectations = {
  'first list': expectation('1+0', [], repeatMs),
  'mid-page': expectation('1+0', [], repeatMs),
  'list→watch': expectation('1+1', ['watch Expired'], backoffMs),
  'before mark': expectation('0+1', [], repeatMs),
  ...refetched(2, ['watch ERR_WATCH_CUT', 'watch Expired'], backoffMs),
};

/**
 * The cut, and then a server that does not know yet what the informer knows: it takes the watch and says nothing. When
 * that has ended, after its 300 s, the informer asks once whether the server has come so far. That question is answered
 * with 504 after 3 s. Then it lists at "". A page in the middle of a list is not such a question: the REST client asks
 * for it 11 times, as client-go's does.
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

/** What each row of the matrix must come to, by its name. */
export const expected: Readonly<Record<string, Expectations>> = {
  'connection refused': refused,
  'reset at once': resetAtOnce,
  'reset mid-body': brokenBody(false),
  'stall to the client': silent,
  'stall to the server': deaf,
  'stall both ways': silent,
  'stall mid-body': silent,
  'drop to the client': silent,
  'drop to the server': deaf,
  'delay 5 s': slow(5 * seconds),
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
  '429, Retry-After 2 s': tooManyFor2s,
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
