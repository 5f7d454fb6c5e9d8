import { describe, expect, test } from 'vitest';
import { StatusError } from '../../meta/errors.js';
import { TransportError } from '../../util/errors.js';
import {
  isAbsent,
  healthyWatchMs,
  initialReflectorState,
  maxBackwardWatches,
  nextStep,
} from './reflector-state.js';
import { ReflectorError } from './reflector-errors.js';
import type {
  ReflectorEffect,
  ReflectorInput,
  ReflectorPolicy,
  ReflectorState,
  StreamSummary,
} from './reflector-state.js';
import { reflectorSettings } from './reflector-options.js';

const policy: ReflectorPolicy = {
  ...reflectorSettings({ name: 'pods', useWatchList: true }),
  watchListSupported: true,
  asksForPages: false,
  healthyWatchMs,
};
const listing = { ...policy, useWatchList: false };
/** By default, with a source that knows its server. */
const asking = { ...listing, asksForPages: true };

function status(code: number, reason: string): StatusError {
  return new StatusError({ code, reason });
}

const faults = {
  refused: new TransportError('ERR_CONNECTION_REFUSED', 'refused'),
  reset: new TransportError('ERR_CONNECTION_RESET', 'reset'),
  cut: new TransportError('ERR_WATCH_CUT', 'cut'),
  idle: new TransportError('ERR_WATCH_IDLE', 'idle'),
  decode: new TransportError('ERR_WATCH_DECODE', 'decode'),
  timeout: new TransportError('ERR_TIMEOUT', 'timeout'),
  unopened: new TransportError('ERR_WATCH_UNOPENED', 'unopened'),
  backwards: new ReflectorError('ERR_WATCH_BACKWARDS', 'went back'),
  unfinished: new ReflectorError('ERR_WATCH_LIST_UNFINISHED', 'unfinished'),
  '400': status(400, 'BadRequest'),
  '401': status(401, 'Unauthorized'),
  '403': status(403, 'Forbidden'),
  '404': status(404, 'NotFound'),
  '404 page': new StatusError({
    code: 404,
    reason: 'NotFound',
    details: { causes: [{ reason: 'UnexpectedServerResponse', message: '404 page not found\n' }] },
  }),
  '404 of a proxy': new StatusError({
    code: 404,
    reason: 'NotFound',
    details: { causes: [{ reason: 'UnexpectedServerResponse', message: '<h1>404</h1>' }] },
  }),
  '410': status(410, 'Expired'),
  '413': status(413, 'RequestEntityTooLarge'),
  '422': status(422, 'Invalid'),
  '429': status(429, 'TooManyRequests'),
  '500': status(500, 'InternalError'),
  'etcd message': new StatusError({
    code: 500,
    reason: 'InternalError',
    message: 'rpc error: code = ResourceExhausted desc = trying to send message larger than max (5 vs. 4)',
  }),
  '500 read': status(500, 'StorageReadError'),
  'too large': new StatusError({
    code: 504,
    reason: 'Timeout',
    details: { causes: [{ reason: 'ResourceVersionTooLarge' }] },
  }),
  other: new Error('other'),
};
type Fault = keyof typeof faults;

/** Effects in short: `report watch`, `backOff`, `list 0 by 500`, `watch 7`, `stream ""`, `end`, `fail list`. */
function brief(effects: readonly ReflectorEffect[]): string {
  return effects
    .map((effect) => {
      switch (effect.do) {
        case 'report':
          return `report ${effect.during}`;
        case 'list':
          return `list "${effect.resourceVersion}" by ${effect.pageSize}`;
        case 'openWatch':
          return `watch "${effect.resourceVersion}"`;
        case 'probe':
          return `probe "${effect.resourceVersion}"`;
        case 'openWatchList':
          return `stream "${effect.resourceVersion}"`;
        case 'endRound':
          return effect.error === undefined ? 'end' : `fail ${effect.during}`;
        case 'wait':
          return `wait ${effect.ms}`;
        default:
          return effect.do;
      }
    })
    .join(', ');
}

/** An input, and when it comes; 0 by default. */
type Input = ReflectorInput & { readonly nowMs?: number };

/** Applies the inputs in order; returns the final state and the last effects. */
function play(
  which: ReflectorPolicy,
  inputs: readonly Input[],
  from: ReflectorState = initialReflectorState,
): { state: ReflectorState; effects: string } {
  let state = from;
  let effects = '';
  for (const input of inputs) {
    const step = nextStep(which, state, input, input.nowMs ?? 0);
    state = step.state;
    effects = brief(step.effects);
  }
  return { state, effects };
}

const begin: Input = { type: 'begin' };
const failed: Input = { type: 'failed', error: faults.other };
const listedAt = (resourceVersion: string, paginated = false): Input => ({
  type: 'listed',
  resourceVersion,
  paginated,
});
const marked: Input = { type: 'marked', resourceVersion: '5' };
const lasting = (durationMs: number): StreamSummary => ({ durationMs, items: 3, resourceVersion: '7' });
const hushed = (durationMs: number): StreamSummary => ({ durationMs, items: 0, resourceVersion: '5' });
const long = lasting(9999);
const quick = lasting(100);
const nothing = hushed(100);
const silent = hushed(330_000);
const ended = (stream: StreamSummary, nowMs = 0): Input => ({ type: 'ended', stream, nowMs });
const broken = (fault: Fault, stream: StreamSummary = long, nowMs = 0): Input => ({
  type: 'broken',
  error: faults[fault],
  stream,
  nowMs,
});
const notOpened = (fault: Fault): Input => ({ type: 'notOpened', error: faults[fault] });
const known: Input = { type: 'known' };
const notKnown = (fault: Fault): Input => ({ type: 'notKnown', error: faults[fault] });
const listFailed = (fault: Fault, inPages = false): Input => ({
  type: 'listFailed',
  error: faults[fault],
  inPages,
});
const expiredPage = listFailed('410', true);

describe('list', () => {
  test.each<[string, Input[], string]>([
    ['the first is at "0"', [begin], 'list "0" by 500'],
    ['then the watch from its version', [begin, listedAt('5')], 'watch "5"'],
    [
      'a relist is at the last version, whole',
      [begin, listedAt('5'), ended(nothing), begin],
      'list "5" by 0',
    ],
    ['paged at "0" pages for ever', [begin, listedAt('5', true), ended(nothing), begin], 'list "5" by 500'],
    ['expired at "0" is tried at ""', [begin, listFailed('410')], 'report list, list "" by 500'],
    [
      'expired between pages is tried whole at the same version, never as a watch-list',
      [begin, expiredPage],
      'report list, list "0" by 0',
    ],
    ['expired whole is tried at ""', [begin, expiredPage, listFailed('410')], 'report list, list "" by 0'],
    [
      'expired whole at "" ends the round',
      [begin, expiredPage, listFailed('410'), listFailed('410')],
      'fail list',
    ],
    [
      '… and the next one asks for ""',
      [begin, expiredPage, listFailed('410'), listFailed('410'), begin],
      'list "" by 500',
    ],
    [
      'too large between pages, on a server that went back, is tried at ""',
      [begin, listFailed('too large', true)],
      'report list, list "" by 500',
    ],
    [
      'expired between pages that nobody asked for, twice, ends the round',
      [begin, expiredPage, expiredPage, expiredPage],
      'fail list',
    ],
    [
      'expired on its first page twice ends the round',
      [begin, listFailed('410'), listFailed('410')],
      'fail list',
    ],
    ['too long at "0" is tried at "", in pages', [begin, listFailed('413')], 'report list, list "" by 500'],
    [
      'too long whole is tried in pages',
      [begin, listedAt('5'), ended(nothing), begin, listFailed('413')],
      'report list, list "" by 500',
    ],
    [
      'too long in pages as well is tried whole',
      [begin, listFailed('etcd message'), listFailed('413')],
      'report list, list "" by 0',
    ],
    [
      'too large at the last version is tried at "", as whole',
      [begin, listedAt('5'), ended(nothing), begin, listFailed('too large')],
      'report list, list "" by 0',
    ],
    [
      'a list at "" in pages is not remembered as paging',
      [begin, listFailed('410'), listedAt('9', true), ended(nothing), begin],
      'list "5" by 0',
    ],
  ])('%s', (_name, inputs, effects) => {
    expect(play(listing, inputs).effects).toBe(effects);
  });

  test.each<Fault>(['refused', 'reset', 'timeout', '401', '403', '422', '429', '500', 'decode', 'other'])(
    'fails by %s: the round ends with it',
    (fault) => {
      const { state, effects } = play(listing, [begin, listFailed(fault)]);
      expect(effects).toBe('fail list');
      expect(state).toEqual(initialReflectorState);
    },
  );

  test('an explicit page size applies to every list', () => {
    const paged = { ...listing, pageSize: 4 };
    expect(play(paged, [begin]).effects).toBe('list "0" by 4');
    expect(play(paged, [begin, listedAt('5'), ended(nothing), begin]).effects).toBe('list "5" by 4');
    expect(play(paged, [begin, listFailed('410')]).effects).toBe('report list, list "" by 4');
  });

  test('success makes the version available again', () => {
    const { state } = play(listing, [begin, listFailed('410'), listedAt('9')]);
    expect(state).toMatchObject({
      resourceVersion: '9',
      resourceVersionUnavailable: false,
      phase: 'watching',
    });
  });
});

describe('list by what the server can do', () => {
  const paged: Input[] = [begin, { type: 'answered', pagesFromCache: true }];
  const older: Input[] = [begin, { type: 'answered', pagesFromCache: false }];
  const twice = [...paged, expiredPage, expiredPage];

  test.each<[string, ReflectorPolicy, Input[], string]>([
    ['the source is asked before a list', asking, [begin], 'ask'],
    ['pages from the cache are listed at ""', asking, paged, 'list "" by 1000'],
    ['the watch begins at their version', asking, [...paged, listedAt('5', true)], 'watch "5"'],
    ['without them the first list is at "0"', asking, older, 'list "0" by 500'],
    ['a relist asks again', asking, [...paged, listedAt('5'), ended(nothing), begin], 'ask'],
    [
      '… and is at "" again, as recent as the server',
      asking,
      [...paged, listedAt('5'), ended(nothing), ...paged],
      'list "" by 1000',
    ],
    [
      '… or at the last version, if the server is older now',
      asking,
      [...paged, listedAt('5'), ended(nothing), ...older],
      'list "5" by 0',
    ],
    ['a page size applies', { ...asking, pageSize: 7 }, paged, 'list "" by 7'],
    ['page size 0 is one response', { ...asking, pageSize: 0 }, paged, 'list "" by 0'],
    ['page size 0 is one response at "0" as well', { ...asking, pageSize: 0 }, older, 'list "0" by 0'],
    [
      'expired between pages: the pages again',
      asking,
      [...paged, expiredPage],
      'report list, list "" by 1000',
    ],
    ['too long: the pages again', asking, [...paged, listFailed('413')], 'report list, list "" by 1000'],
    ['twice: a watch-list', asking, twice, 'report list, stream ""'],
    [
      'once expired, once too long: the same',
      asking,
      [...paged, expiredPage, listFailed('413')],
      'report list, stream ""',
    ],
    [
      '… which a source cannot have',
      { ...asking, watchListSupported: false },
      twice,
      'report list, list "" by 0',
    ],
    ['… and is read on', asking, [...twice, marked], 'readOn'],
    [
      '… and not supported: everything at once',
      asking,
      [...twice, notOpened('422')],
      'noteUnsupported, list "" by 0',
    ],
    [
      '… and refused: everything at once',
      asking,
      [...twice, notOpened('403')],
      'report watchList, list "" by 0',
    ],
    [
      '… and not finished twice: everything at once',
      asking,
      [...twice, broken('cut'), broken('cut')],
      'report watchList, list "" by 0',
    ],
    [
      'everything at once fails: the round ends',
      asking,
      [...twice, notOpened('422'), listFailed('410')],
      'fail list',
    ],
    [
      '… and the next one begins with pages',
      asking,
      [...twice, notOpened('422'), listFailed('410'), ...paged],
      'list "" by 1000',
    ],
    [
      'once, and then another failure: the round ends',
      asking,
      [...paged, expiredPage, listFailed('500')],
      'fail list',
    ],
    [
      'on an older server: everything at once, at the same version',
      asking,
      [...older, expiredPage],
      'report list, list "0" by 0',
    ],
    [
      'everything at once, expired twice, ends the round',
      { ...asking, pageSize: 0 },
      [...paged, expiredPage, expiredPage],
      'fail list',
    ],
    ['a watch-list that is asked for goes first', { ...asking, useWatchList: true }, [begin], 'stream ""'],
    [
      '… and is followed by pages',
      { ...asking, useWatchList: true },
      [begin, notOpened('422'), { type: 'answered', pagesFromCache: true }],
      'list "" by 1000',
    ],
    [
      'a 404 of the watch-list is still reported after the list',
      { ...asking, useWatchList: true },
      [begin, notOpened('404'), { type: 'answered', pagesFromCache: true }, listedAt('5')],
      'report watchList, watch "5"',
    ],
  ])('%s', (_name, which, inputs, effects) => {
    expect(play(which, inputs).effects).toBe(effects);
  });

  test('a version that was never requested does not become unavailable', () => {
    const { state } = play(asking, [...paged, expiredPage]);
    expect(state.resourceVersionUnavailable).toBe(false);
  });
});

describe('watch-list', () => {
  test.each<[string, Input[], string]>([
    ['is asked for first, at ""', [begin], 'stream ""'],
    ['its mark is the list; the stream goes on', [begin, marked], 'readOn'],
    ['later it is asked at the last version', [begin, marked, broken('410'), begin], 'stream "7"'],
    ['422: unsupported is not a failure', [begin, notOpened('422')], 'noteUnsupported, list "0" by 500'],
    [
      '… and it is tried again in the next round',
      [begin, notOpened('422'), listedAt('5'), ended(long), ended(nothing), begin],
      'stream "5"',
    ],
    ['429 waits', [begin, notOpened('429')], 'report watchList, backOff, stream ""'],
    ['refused waits', [begin, notOpened('refused')], 'report watchList, backOff, stream ""'],
    ['429 in the stream waits', [begin, broken('429')], 'report watchList, backOff, stream ""'],
    [
      'expired at a version is asked at ""',
      [begin, marked, broken('410'), begin, notOpened('410')],
      'report watchList, stream ""',
    ],
    [
      'too large in the stream, too',
      [begin, marked, broken('410'), begin, broken('too large')],
      'report watchList, stream ""',
    ],
    ['expired at "" lists', [begin, notOpened('410')], 'report watchList, list "0" by 500'],
    [
      'expired again at "" lists at ""',
      [begin, marked, broken('410'), begin, notOpened('410'), notOpened('410')],
      'report watchList, list "" by 500',
    ],
    ['ended before the mark is asked again', [begin, ended(long)], 'report watchList, stream ""'],
    ['cut before the mark is asked again', [begin, broken('cut')], 'report watchList, stream ""'],
    ['a second time it lists', [begin, ended(long), broken('cut')], 'report watchList, list "0" by 500'],
    [
      'a wait in between does not count',
      [begin, ended(long), notOpened('429')],
      'report watchList, backOff, stream ""',
    ],
    ['ended at once without events lists', [begin, ended(nothing)], 'report watchList, list "0" by 500'],
    ['silence before the mark lists', [begin, broken('idle')], 'report watchList, list "0" by 500'],
  ])('%s', (_name, inputs, effects) => {
    expect(play(policy, inputs).effects).toBe(effects);
  });

  test.each<Fault>(['reset', 'timeout', 'unopened', '401', '403', '500', '500 read', 'decode', 'other'])(
    'fails by %s: it lists at once, reported',
    (fault) => {
      const expected = 'report watchList, list "0" by 500';
      expect(play(policy, [begin, notOpened(fault)]).effects).toBe(expected);
      expect(play(policy, [begin, broken(fault)]).effects).toBe(expected);
    },
  );

  describe('whose initial events do not end is followed by lists for an hour', () => {
    const hour = 3_600_000;
    const after = (inputs: readonly Input[], nowMs: number): string =>
      play(policy, [begin, ...inputs, listedAt('5'), broken('410'), { ...begin, nowMs }]).effects;

    test.each<[string, Input[]]>([
      ['stalled', [broken('idle')]],
      ['without the bookmark', [broken('unfinished')]],
      ['ended twice by the server', [ended(long), ended(long)]],
    ])('%s', (_name, inputs) => {
      expect(after(inputs, hour - 1)).toBe('list "7" by 0');
      expect(after(inputs, hour)).toBe('stream "7"');
    });

    test.each<[string, Input[]]>([
      ['cut twice', [broken('cut'), broken('cut')]],
      ['refused by the server', [broken('403')]],
      ['not supported', [notOpened('422')]],
      ['never answered', [notOpened('idle')]],
    ])('not after one that was %s', (_name, inputs) => {
      expect(after(inputs, 1000)).toBe('stream "7"');
    });
  });
});

describe('watch', () => {
  const watching = [begin, listedAt('5')];

  test.each<[string, Input[], string]>([
    ['a clean end goes on from the last event', [ended(long)], 'watch "7"'],
    ['a cut goes on from the last event, reported', [broken('cut')], 'report watch, watch "7"'],
    ['a short one with events goes on at once', [ended(quick)], 'watch "7"'],
    ['so does the next', [ended(quick), ended(quick)], 'watch "7"'],
    ['a very short one ends the round', [ended(nothing)], 'report watch, end'],
    ['a cut very short one is one fault', [broken('cut', nothing)], 'report watch, end'],
    ['silence goes on, reported', [broken('idle')], 'report watch, watch "7"'],
    ['silence from the beginning ends the round', [broken('idle', silent)], 'report watch, end'],
    ['429 on opening waits', [notOpened('429')], 'report watch, backOff, watch "5"'],
    ['refused waits', [notOpened('refused')], 'report watch, backOff, watch "5"'],
    ['one that was never answered waits', [notOpened('unopened')], 'report watch, backOff, watch "5"'],
    ['429 in the stream waits', [broken('429')], 'report watch, backOff, watch "7"'],
  ])('%s', (_name, inputs, effects) => {
    expect(play(listing, [...watching, ...inputs]).effects).toBe(effects);
  });

  test.each<Fault>(['reset', 'timeout', 'idle', '401', '403', '410', '422', '500', 'too large', 'other'])(
    'cannot be opened by %s: the round ends with it',
    (fault) => {
      const { effects, state } = play(listing, [...watching, notOpened(fault)]);
      expect(effects).toBe('fail watch');
      // A list at the last version may be answered with a newer one: it need not be "unavailable".
      expect(state).toMatchObject({ resourceVersion: '5', resourceVersionUnavailable: false });
    },
  );

  test.each<Fault>(['reset', 'decode', '401', '403', '410', '500', '500 read', 'too large', 'other'])(
    'breaks by %s: reported, the round ends, the version is kept',
    (fault) => {
      const { effects, state } = play(listing, [...watching, broken(fault)]);
      expect(effects).toBe('report watch, end');
      expect(state).toMatchObject({ phase: 'idle', resourceVersion: '7', resourceVersionUnavailable: false });
    },
  );

  test('a 500 is tried again inside its window, and not after', () => {
    const patient = { ...listing, maxInternalErrorRetryDurationMs: 30_000 };
    const at = (nowMs: number): Input => broken('500', long, nowMs);
    const again = 'report watch, backOff, watch "7"';
    expect(play(patient, [...watching, at(1000)]).effects).toBe(again);
    expect(play(patient, [...watching, at(1000), at(31_000)]).effects).toBe(again);
    expect(play(patient, [...watching, at(1000), at(31_001)]).effects).toBe('report watch, end');
    expect(play(patient, [...watching, at(1000), at(61_000)]).effects).toBe(again);
    expect(play(patient, [...watching, at(1000), broken('429'), at(31_001)]).effects).toBe(
      'report watch, end',
    );
  });
});

describe('a watch that delivered events is opened again at once, within a budget', () => {
  /** What follows the last of `count` watches that ended so long after each other. */
  const after = (count: number, everyMs: number, end = ended): string => {
    const ends = Array.from({ length: count }, (_none, index) => end(quick, index * everyMs));
    return play(listing, [begin, listedAt('5'), ...ends]).effects;
  };

  test.each<[string, string, string]>([
    ['ten in a row', after(10, 0), 'watch "7"'],
    ['the eleventh waits', after(11, 0), 'wait 1000, watch "7"'],
    [
      'also when it was cut',
      after(11, 0, (stream, nowMs) => broken('cut', stream, nowMs)),
      'report watch, wait 1000, watch "7"',
    ],
    ['half a second apart: nineteen', after(19, 500), 'watch "7"'],
    ['… and the twentieth waits', after(20, 500), 'wait 500, watch "7"'],
    ['a second apart: never', after(1000, 1000), 'watch "7"'],
  ])('%s', (_name, effects, expected) => {
    expect(effects).toBe(expected);
  });

  test('a list does not fill it', () => {
    const spent = Array.from({ length: 10 }, () => ended(quick));
    const relisted = [broken('410', nothing), begin, listedAt('7'), ended(quick)];
    expect(play(listing, [begin, listedAt('5'), ...spent, ...relisted]).effects).toBe('wait 1000, watch "7"');
  });
});

describe('a watch that lasted ten seconds resets the count of failures', () => {
  test.each<[string, Input, string]>([
    ['ended by the server', ended(lasting(10_000)), 'endFailures, watch "7"'],
    ['ended by the server without events', ended(hushed(10_000)), 'endFailures, watch "5"'],
    ['cut', broken('cut', lasting(10_000)), 'endFailures, report watch, watch "7"'],
    ['410', broken('410', lasting(10_000)), 'endFailures, report watch, end'],
    ['500', broken('500', lasting(10_000)), 'endFailures, report watch, end'],
    ['429', broken('429', lasting(10_000)), 'endFailures, report watch, backOff, watch "7"'],
    ['silent after events', broken('idle', lasting(10_000)), 'endFailures, report watch, watch "7"'],
    ['shorter: does not', broken('410', lasting(9999)), 'report watch, end'],
    ['silent until its deadline: does not', broken('idle', silent), 'report watch, end'],
  ])('%s', (_name, input, effects) => {
    expect(play(listing, [begin, listedAt('5'), input]).effects).toBe(effects);
  });
});

describe('a watch that delivered nothing for a minute', () => {
  // How such a watch ends the row of failures is tested above.
  const steady = { ...listing, healthyWatchMs: Infinity };
  const streaming = { ...policy, healthyWatchMs: Infinity };
  const watching = [begin, listedAt('5')];
  const doubtful = [...watching, ended(hushed(60_000))];

  test.each<[string, Input[], string]>([
    ['the server is asked whether it knows the version', doubtful, 'probe "5"'],
    ['also when it was cut', [...watching, broken('cut', hushed(60_000))], 'report watch, probe "5"'],
    ['not below a minute', [...watching, ended(hushed(59_999))], 'watch "5"'],
    [
      'a minute in pieces is a minute',
      [...watching, ended(hushed(40_000)), ended(hushed(20_000))],
      'probe "5"',
    ],
    [
      'one that brought something between them ends the row',
      [...watching, ended(hushed(40_000)), ended({ ...long, resourceVersion: '5' }), ended(hushed(20_000))],
      'watch "5"',
    ],
    [
      'so does a list',
      [...watching, ended(hushed(59_999)), broken('410'), begin, listedAt('5'), ended(hushed(10_000))],
      'watch "5"',
    ],
    ['one that brought a bookmark is not probed', [...watching, ended({ ...silent, items: 1 })], 'watch "5"'],
    ['silence past the deadline leads to a list', [...watching, broken('idle', silent)], 'report watch, end'],
    ['known: watches on', [...doubtful, known], 'watch "5"'],
    [
      'known, and asked again after the next silent one',
      [...doubtful, known, ended(hushed(60_000))],
      'probe "5"',
    ],
    ['known, and not before', [...doubtful, known, ended(hushed(30_000))], 'watch "5"'],
    ['too large: lists at "", at once', [...doubtful, notKnown('too large')], 'report list, list "" by 500'],
    ['expired: lists at "", at once', [...doubtful, notKnown('410')], 'report list, list "" by 500'],
    ['refused waits, and asks again', [...doubtful, notKnown('refused')], 'report list, backOff, probe "5"'],
    ['429 waits, and asks again', [...doubtful, notKnown('429')], 'report list, backOff, probe "5"'],
    [
      'a version that cannot be compared is not probed',
      [begin, listedAt('x5'), ended({ ...hushed(60_000), resourceVersion: 'x5' })],
      'watch "x5"',
    ],
  ])('%s', (_name, inputs, effects) => {
    expect(play(steady, inputs).effects).toBe(effects);
  });

  test('too large where it streams lists: a stream at ""', () => {
    const inputs = [begin, marked, ended(quick), ended({ ...hushed(60_000), resourceVersion: '7' })];
    expect(play(streaming, inputs).effects).toBe('probe "7"');
    expect(play(streaming, [...inputs, notKnown('too large')]).effects).toBe('report list, stream ""');
  });

  test.each<Fault>(['reset', 'timeout', '401', '403', '500', 'decode', 'other'])(
    'no answer (%s): reported, asked once more, then it watches on, and asks another time',
    (fault) => {
      const again = [...doubtful, notKnown(fault)];
      expect(play(steady, again).effects).toBe('report list, backOff, probe "5"');
      expect(play(steady, [...again, notKnown('refused')]).effects).toBe('report list, backOff, probe "5"');
      expect(play(steady, [...again, notKnown('refused'), notKnown(fault)]).effects).toBe(
        'report list, watch "5"',
      );
      expect(play(steady, [...again, notKnown(fault), ended(hushed(60_000))]).effects).toBe('probe "5"');
      expect(play(steady, [...again, known, ended(hushed(60_000)), notKnown(fault)]).effects).toBe(
        'report list, backOff, probe "5"',
      );
    },
  );

  test.each<Fault>(['400', '422'])('a server that does not understand (%s) is asked once', (fault) => {
    expect(play(steady, [...doubtful, notKnown(fault)]).effects).toBe('report list, watch "5"');
    expect(play(steady, [...doubtful, notKnown(fault), ended(hushed(600_000))]).effects).toBe('watch "5"');
  });

  test('the window for 500s keeps running meanwhile', () => {
    const patient = { ...steady, maxInternalErrorRetryDurationMs: 30_000 };
    const inputs = [...watching, broken('500', hushed(1000), 1000), ended(hushed(60_000)), known];
    expect(play(patient, inputs).state).toMatchObject({ internalErrors: { firstMs: 1000, lastMs: 1000 } });
  });
});

describe('a watch that went back in time', () => {
  const back = [begin, listedAt('5'), broken('backwards')];

  test('is reported and followed by a list at ""', () => {
    expect(play(listing, back).effects).toBe('report watch, end');
    expect(play(listing, [...back, begin]).effects).toBe('list "" by 500');
    expect(play(policy, [begin, marked, broken('backwards'), begin]).effects).toBe('stream ""');
  });

  test('the third time reports that it is no longer treated as a failure', () => {
    const errors: string[] = [];
    let state = initialReflectorState;
    for (const input of [...back, ...back, ...back]) {
      const step = nextStep(listing, state, input, 0);
      state = step.state;
      for (const effect of step.effects) if (effect.do === 'report') errors.push(effect.error.message);
    }
    expect(errors).toEqual([
      'went back',
      'went back',
      'went back; this was watch 3 of that kind, so its resourceVersions are no longer expected to grow',
    ]);
    expect(state.backwardWatches).toBe(maxBackwardWatches);
  });
});

describe('the end of a round', () => {
  const beginAgain: Input = { type: 'beginAgain' };

  test.each<[string, ReflectorPolicy, Input[], string]>([
    ['failed', listing, [begin, listFailed('other'), beginAgain], 'backOff, list "0" by 500'],
    [
      'ended by a watch',
      listing,
      [begin, listedAt('5'), ended(nothing), beginAgain],
      'backOff, list "5" by 0',
    ],
    ['failed where it streams lists', policy, [begin, failed, beginAgain], 'backOff, stream ""'],
  ])('the next one begins after the backoff: %s', (_name, which, inputs, effects) => {
    expect(play(which, inputs).effects).toBe(effects);
  });

  test.each<[string, ReflectorPolicy, Input[]]>([
    ['list', listing, [begin]],
    ['watchList', policy, [begin]],
    ['watch', listing, [begin, listedAt('5')]],
  ])('a refusal by the store, or a defect, ends it: %s', (during, which, inputs) => {
    const { state, effects } = play(which, [...inputs, failed]);
    expect(effects).toBe(`fail ${during}`);
    expect(state.phase).toBe('idle');
  });
});

test('an impossible input throws', () => {
  expect(() => nextStep(policy, initialReflectorState, listedAt('1'), 0)).toThrow(
    'listed is not possible while idle',
  );
  expect(() => play(listing, [begin, marked])).toThrow('marked is not possible while listing');
});

describe('a resource that the server does not have', () => {
  const gone = [begin, listFailed('404')];
  const wasThere = [begin, listedAt('5'), ended(nothing)];
  test.each<[string, Input[], string, boolean]>([
    ['that was never listed is absent at once', gone, 'fail list', true],
    ['is reported once', [...gone, ...gone], 'end', true],
    ['is recognised by the server’s own message', [begin, listFailed('404 page')], 'fail list', true],
    ['is not concluded from a proxy’s page', [begin, listFailed('404 of a proxy')], 'fail list', false],
    ['is watched when it appears', [...gone, ...gone, begin, listedAt('5')], 'watch "5"', false],
    ['that was there is missed twice', [...wasThere, ...gone, ...gone], 'fail list', false],
    ['that was there is absent after three', [...wasThere, ...gone, ...gone, ...gone], 'fail list', true],
    ['is not reported again after that', [...wasThere, ...gone, ...gone, ...gone, ...gone], 'end', true],
    [
      'that was there is listed at the version of the store when it comes back',
      [...wasThere, ...gone, ...gone, ...gone, begin],
      'list "5" by 0',
      true,
    ],
    [
      'is counted from zero after a list that found it',
      [...wasThere, ...gone, ...gone, begin, listedAt('6'), ended(nothing), ...gone],
      'fail list',
      false,
    ],
    ['stays absent through another failure', [...gone, begin, listFailed('refused')], 'fail list', true],
  ])('%s', (_name, inputs, effects, absent) => {
    const { state, effects: last } = play(listing, inputs);
    expect([last, isAbsent(state)]).toEqual([effects, absent]);
  });

  test('the error names it and keeps the server’s response', () => {
    const { effects } = nextStep(listing, play(listing, [begin]).state, listFailed('404'), 0);
    expect(effects).toEqual([
      {
        do: 'endRound',
        during: 'list',
        error: expect.objectContaining({
          code: 'ERR_RESOURCE_ABSENT',
          message: expect.stringMatching(/^pods is absent: the server does not have this resource/),
          cause: faults['404'],
        }),
      },
    ]);
  });

  test('a watch-list that does not find the resource is not tried again before a list finds it', () => {
    expect(play(policy, [begin, notOpened('404')]).effects).toBe('list "0" by 500');
    expect(play(policy, [begin, notOpened('404'), listedAt('5')]).effects).toBe(
      'report watchList, watch "5"',
    );
    const missing = [begin, notOpened('404'), listFailed('404')];
    expect(play(policy, [...missing, begin]).effects).toBe('list "0" by 500');
    expect(play(policy, [...missing, begin, listedAt('5'), ended(nothing), begin]).effects).toBe(
      'stream "5"',
    );
  });
});
