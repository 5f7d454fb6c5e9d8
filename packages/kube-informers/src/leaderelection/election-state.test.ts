import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../../../../test/nightly.test-support.js';
import { TransportError } from '../util/errors.js';
import { initialElectionState, nextElectionStep } from './election-state.js';
import type { ElectionEffect, ElectionEvent, ElectionPolicy, ElectionState } from './election-state.js';
import { leaseSpecOf } from './lease-lock.js';
import type { ElectionLease, ElectionLeaseSpec } from './lease-lock.js';
import { elapsedMs } from '../util/clock.js';
import type { Instant } from '../util/clock.js';
import { failure } from './fake-leases.test-support.js';

const policy: ElectionPolicy = {
  identity: 'me',
  leaseDurationMs: 15_000,
  renewDeadlineMs: 10_000,
  retryPeriodMs: 2000,
  releaseOnCancel: true,
  coordinated: false,
};

function at(ms: number): Instant {
  return { wallMs: Date.UTC(2026, 0, 1) + ms, monotonicMs: ms, passedMs: ms };
}

function leaseOf(spec: ElectionLeaseSpec): ElectionLease {
  return { metadata: { name: 'web', resourceVersion: '1' }, spec };
}

const others = leaseOf({
  holderIdentity: 'other',
  leaseDurationSeconds: 15,
  renewTime: 'x',
  leaseTransitions: 3,
});
const firstRenewTime = '2026-01-01T00:00:00.000000Z';
const secondRenewTime = '2026-01-01T00:00:02.000001Z';
const ownLease = leaseOf({ holderIdentity: 'me', leaseDurationSeconds: 15, renewTime: firstRenewTime });
const unknown = new TransportError('ERR_TIMEOUT', 'no response');

type Happening = ElectionEvent | { readonly type: 'stored' };

/** Carries out events at times; `stored` is the success of the write that was asked for last. */
function play(
  events: readonly (readonly [ms: number, event: Happening])[],
  settings: Partial<ElectionPolicy> = {},
): { state: ElectionState; effects: readonly ElectionEffect[]; all: readonly ElectionEffect[] } {
  let state = initialElectionState;
  let effects: readonly ElectionEffect[] = [];
  const all: ElectionEffect[] = [];
  for (const [ms, event] of events) {
    const now = at(ms);
    const input = event.type === 'stored' ? ({ type: 'written', lease: writtenLease(all) } as const) : event;
    ({ state, effects } = nextElectionStep({ ...policy, ...settings }, state, { ...input, now }));
    all.push(...effects);
  }
  return { state, effects, all };
}

function writtenLease(effects: readonly ElectionEffect[]): ElectionLease {
  const write = effects.findLast((effect) => effect.do === 'create' || effect.do === 'update');
  if (write === undefined) throw new Error('nothing was written');
  return leaseOf(leaseSpecOf(write.record));
}

const none = undefined;
const lead = [
  [0, { type: 'start' }],
  [0, { type: 'read', lease: none }],
  [0, { type: 'stored' }],
] as const;
const deletedWhileLed = [
  ...lead,
  [2000, { type: 'wake' }],
  [2001, { type: 'failed', error: failure(404, 'NotFound') }],
  [2002, { type: 'read', lease: none }],
] as const;
const releasing = [...lead, [1, { type: 'cancel' }], [2, { type: 'bodyEnded' }]] as const;
const releaseConflict = [
  [3, { type: 'read', lease: ownLease }],
  [3, { type: 'failed', error: failure(409, 'Conflict') }],
] as const;

describe('a step', () => {
  test.each<[string, readonly (readonly [number, Happening])[], string, readonly string[]]>([
    ['starts by reading', [[0, { type: 'start' }]], 'reading', ['get']],
    ['creates a missing Lease', lead.slice(0, 2), 'acquiring', ['create']],
    ['leads once the Lease is written', lead, 'leading', ['startTerm', 'newLeader', 'timer']],
    [
      'waits while another holds the Lease',
      [
        [0, { type: 'start' }],
        [0, { type: 'read', lease: others }],
      ],
      'waiting',
      ['newLeader', 'retryTimer'],
    ],
    [
      'waits after a conflict without a report',
      [...lead.slice(0, 2), [1, { type: 'failed', error: failure(409, 'Conflict') }]],
      'waiting',
      ['retryTimer'],
    ],
    [
      'reports another failure',
      [...lead.slice(0, 2), [1, { type: 'failed', error: unknown }]],
      'waiting',
      ['report', 'retryTimer'],
    ],
    ['renews when due', [...lead, [2000, { type: 'wake' }]], 'leading', ['update', 'timer']],
    ['only sets its timer again before', [...lead, [1999, { type: 'wake' }]], 'leading', ['timer']],
    [
      'reads after a failed renewal',
      [...lead, [2000, { type: 'wake' }], [7000, { type: 'failed', error: unknown }]],
      'leading',
      ['report', 'slowPath', 'get', 'timer'],
    ],
    [
      'ends the term when its time has passed',
      [...lead, [10_000, { type: 'wake' }]],
      'ending',
      ['abortRequest', 'endTerm', 'timer'],
    ],
    [
      'ends the term although a late response says that it was renewed',
      [...lead, [2000, { type: 'wake' }], [12_000, { type: 'stored' }]],
      'ending',
      ['abortRequest', 'endTerm', 'timer'],
    ],
    [
      'keeps the term when the response extends it, even if no timer fired in time',
      [...lead, [2000, { type: 'wake' }], [11_999, { type: 'stored' }]],
      'leading',
      ['renewed', 'timer'],
    ],
    [
      'ends the term when another holds the Lease',
      [
        ...lead,
        [2000, { type: 'wake' }],
        [2001, { type: 'failed', error: failure(409, 'Conflict') }],
        [2002, { type: 'read', lease: others }],
      ],
      'ending',
      ['newLeader', 'abortRequest', 'endTerm', 'timer'],
    ],
    ['creates the Lease again when it was deleted', deletedWhileLed, 'leading', ['create', 'timer']],
    [
      'goes on with its term then',
      [...deletedWhileLed, [2003, { type: 'stored' }]],
      'leading',
      ['renewed', 'timer'],
    ],
    [
      'reads it at once if another was faster',
      [...deletedWhileLed, [2003, { type: 'failed', error: failure(409, 'AlreadyExists') }]],
      'leading',
      ['slowPath', 'get', 'timer'],
    ],
    [
      'ends the term when another process uses its identity',
      [
        ...lead,
        [2000, { type: 'wake' }],
        [2001, { type: 'failed', error: failure(409, 'Conflict') }],
        [2002, { type: 'read', lease: leaseOf({ holderIdentity: 'me', renewTime: 'not mine' }) }],
      ],
      'ending',
      ['abortRequest', 'endTerm', 'timer'],
    ],
    [
      'reports a body that outlives the Lease, once',
      [...lead, [10_000, { type: 'wake' }], [15_000, { type: 'wake' }]],
      'ending',
      ['bodyOutlivesLease'],
    ],
    [
      'stops a candidate without a request',
      [
        [0, { type: 'start' }],
        [0, { type: 'cancel' }],
      ],
      'stopped',
      ['abortRequest', 'stop'],
    ],
    [
      'reads the Lease when a cancelled write may have been stored',
      [...lead.slice(0, 2), [1, { type: 'cancel' }]],
      'releasing',
      ['abortRequest', 'get'],
    ],
    [
      'does not release the Lease of another',
      [...lead, [1, { type: 'cancel' }], [2, { type: 'bodyEnded' }], [3, { type: 'read', lease: others }]],
      'stopped',
      ['stop'],
    ],
    [
      'does not release the Lease of another process with the same identity',
      [
        ...lead,
        [1, { type: 'cancel' }],
        [2, { type: 'bodyEnded' }],
        [3, { type: 'read', lease: leaseOf({ holderIdentity: 'me', renewTime: 'not mine' }) }],
      ],
      'stopped',
      ['stop'],
    ],
    [
      'releases the Lease of a lost term when it stops while it competes',
      [
        ...lead,
        [10_000, { type: 'wake' }],
        [10_000, { type: 'bodyEnded' }],
        [10_001, { type: 'cancel' }],
        [10_002, { type: 'read', lease: ownLease }],
      ],
      'releasing',
      ['update'],
    ],
    [
      'releases the Lease with a renewal that had no response',
      [
        ...lead,
        [2000, { type: 'wake' }],
        [2001, { type: 'cancel' }],
        [2002, { type: 'bodyEnded' }],
        [2003, { type: 'read', lease: leaseOf({ holderIdentity: 'me', renewTime: secondRenewTime }) }],
      ],
      'releasing',
      ['update'],
    ],
    [
      'stops without a request after a write that was refused',
      [
        ...lead.slice(0, 2),
        [1, { type: 'failed', error: failure(403, 'Forbidden') }],
        [2, { type: 'cancel' }],
      ],
      'stopped',
      ['abortRequest', 'stop'],
    ],
    [
      'tries a release again after a conflict',
      [...releasing, ...releaseConflict, ...releaseConflict, ...releaseConflict, ...releaseConflict],
      'releasing',
      ['get'],
    ],
    [
      'gives a release up after five conflicts',
      [
        ...releasing,
        ...releaseConflict,
        ...releaseConflict,
        ...releaseConflict,
        ...releaseConflict,
        ...releaseConflict,
      ],
      'stopped',
      ['report', 'leftToExpire', 'stop'],
    ],
    [
      'leaves the Lease to expire after a write without a response',
      [...lead, [1, { type: 'unanswered' }], [2, { type: 'cancel' }], [3, { type: 'bodyEnded' }]],
      'stopped',
      ['leftToExpire', 'stop'],
    ],
    [
      'also if the write was aborted by the end of the term, after the release had begun',
      [
        ...lead,
        [1, { type: 'bodyEnded' }],
        [1, { type: 'unanswered' }],
        [9, { type: 'read', lease: ownLease }],
      ],
      'waiting',
      ['leftToExpire', 'retryTimer'],
    ],
    [
      'releases again 5 s after it',
      [...lead, [1, { type: 'unanswered' }], [5001, { type: 'cancel' }], [5001, { type: 'bodyEnded' }]],
      'releasing',
      ['get'],
    ],
    [
      'competes only when a write of the last term can no longer arrive',
      [...lead, [9000, { type: 'unanswered' }], [10_000, { type: 'wake' }], [10_001, { type: 'bodyEnded' }]],
      'waiting',
      ['timer'],
    ],
    [
      'releases when the work is done, and competes again',
      [...lead, [1, { type: 'bodyEnded' }]],
      'releasing',
      ['abortRequest', 'endTerm', 'timer', 'get'],
    ],
  ])('%s', (_title, events, phase, effects) => {
    const result = play(events);
    expect(result.state.phase).toBe(phase);
    expect(result.effects.map((effect) => effect.do)).toEqual(effects);
  });

  test('counts the expiry of the Lease from its last change, whatever changed, and not from its times', () => {
    const touched = { ...others, metadata: { name: 'web', resourceVersion: '2', labels: { team: 'a' } } };
    const waiting = [
      [0, { type: 'start' }],
      [100, { type: 'read', lease: others }],
    ] as const;
    const read = (ms: number): string | undefined =>
      play([...waiting, [ms, { type: 'wake' }], [ms, { type: 'read', lease: touched }]]).effects.at(-1)?.do;
    expect(read(100)).toBe('retryTimer');
    const again = (ms: number): string | undefined =>
      play([
        ...waiting,
        [5000, { type: 'wake' }],
        [5000, { type: 'read', lease: touched }],
        [ms, { type: 'wake' }],
        [ms, { type: 'read', lease: touched }],
      ]).effects.at(-1)?.do;
    // It may have been restored after a term that was not seen.
    expect(again(19_999)).toBe('retryTimer');
    expect(again(20_000)).toBe('update');
  });

  test('counts the transitions on when the Lease was deleted or restored', () => {
    const observed = leaseOf({ holderIdentity: 'other', leaseDurationSeconds: 15, leaseTransitions: 57 });
    for (const lease of [none, leaseOf({ holderIdentity: 'other', leaseTransitions: 3 })]) {
      const { effects } = play([
        [0, { type: 'start' }],
        [0, { type: 'read', lease: observed }],
        [1, { type: 'wake' }],
        [1, { type: 'read', lease }],
        [15_001, { type: 'wake' }],
        [15_001, { type: 'read', lease }],
      ]);
      expect(effects).toMatchObject([{ record: { leaderTransitions: 58 } }]);
    }
  });

  const held = { holderIdentity: 'other', leaseDurationSeconds: 15, renewTime: 'x', leaseTransitions: 3 };
  const released = { ...held, holderIdentity: '', leaseDurationSeconds: 1, renewTime: 'y' };
  test.each<[string, ElectionLease | undefined, number]>([
    ['released', leaseOf(released), 0],
    ['taken by the next and released', leaseOf({ ...released, leaseTransitions: 4 }), 0],
    ['deleted', none, 15_000],
    ['restored from a backup before its term', leaseOf({ ...released, leaseTransitions: 2 }), 15_000],
    [
      'restored from a backup of an own term',
      leaseOf({ ...held, holderIdentity: 'me', leaseTransitions: 2 }),
      15_000,
    ],
    [
      'restored from a backup with a shorter duration',
      leaseOf({ ...held, leaseDurationSeconds: 2, leaseTransitions: 2 }),
      15_000,
    ],
    ['created anew without a holder', { metadata: { name: 'web', uid: 'new' }, spec: {} }, 15_000],
    ['created anew, as it was', { metadata: { name: 'web', uid: 'new' }, spec: held }, 15_000],
    [
      'created anew and released',
      { metadata: { name: 'web', uid: 'new' }, spec: { ...released, leaseTransitions: 9 } },
      15_000,
    ],
    ['changed by someone who cleared its holder', leaseOf({ ...held, holderIdentity: '' }), 15_000],
  ])('takes a Lease that was seen held, and then %s', (_what, lease, afterMs) => {
    const isTaken = (ms: number): boolean =>
      play([
        [0, { type: 'start' }],
        [0, { type: 'read', lease: leaseOf(held) }],
        [5000, { type: 'wake' }],
        [5000, { type: 'read', lease }],
        ...(ms === 0
          ? []
          : ([
              [5000 + ms, { type: 'wake' }],
              [5000 + ms, { type: 'read', lease }],
            ] as const)),
      ]).state.phase === 'acquiring';
    expect(isTaken(afterMs)).toBe(true);
    if (afterMs > 0) expect(isTaken(afterMs - 1)).toBe(false);
  });

  test('a Lease with a duration of years that was deleted is waited for only ten times as long as an own one', () => {
    const { all } = play([
      [0, { type: 'start' }],
      [0, { type: 'read', lease: leaseOf({ ...held, leaseDurationSeconds: 2 ** 31 - 1 }) }],
      [1, { type: 'wake' }],
      [1, { type: 'read', lease: none }],
    ]);
    expect(all).toContainEqual({ do: 'leaseBroken', forMs: 150_000 });
  });

  test('a release after that does not shorten the wait for a term that was deleted', () => {
    const anew = (spec: ElectionLeaseSpec): ElectionLease => ({
      metadata: { name: 'web', uid: 'new' },
      spec,
    });
    const reads = (ms: number): string =>
      play([
        [0, { type: 'start' }],
        [0, { type: 'read', lease: leaseOf(held) }],
        [1000, { type: 'wake' }],
        [1000, { type: 'read', lease: anew({ ...held, holderIdentity: 'fresh' }) }],
        [2000, { type: 'wake' }],
        [2000, { type: 'read', lease: anew(released) }],
        [ms, { type: 'wake' }],
        [ms, { type: 'read', lease: anew(released) }],
      ]).state.phase;
    expect([reads(15_999), reads(16_000)]).toEqual(['waiting', 'acquiring']);
  });

  test('a holder that the server chose leads at once, unless the Lease was deleted before', () => {
    const chosen = (uid: string): ElectionLease => ({
      metadata: { name: 'web', uid },
      spec: { ...held, holderIdentity: 'me', renewTime: 'z' },
    });
    const reads = (uid: string): string =>
      play(
        [
          [0, { type: 'start' }],
          [0, { type: 'read', lease: { metadata: { name: 'web', uid: 'old' }, spec: held } }],
          [1000, { type: 'wake' }],
          [1000, { type: 'read', lease: chosen(uid) }],
        ],
        { coordinated: true },
      ).state.phase;
    expect([reads('old'), reads('new')]).toEqual(['acquiring', 'waiting']);
  });

  test('waits again if a write of the last term stays without a response while the Lease is read', () => {
    const { state, effects } = play([
      [0, { type: 'start' }],
      [1, { type: 'unanswered' }],
      [2, { type: 'read', lease: none }],
    ]);
    expect([state.phase, effects]).toEqual(['waiting', [{ do: 'timer', ms: 4999 }]]);
  });

  test('starts no term with a response that comes after its deadline', () => {
    const acquiring = lead.slice(0, 2);
    expect(play([...acquiring, [9999, { type: 'stored' }]]).state.phase).toBe('leading');
    const { state, effects } = play([...acquiring, [10_000, { type: 'stored' }]]);
    expect([state.phase, effects]).toEqual(['waiting', [{ do: 'retryTimer' }]]);
  });

  test('wakes at its deadline while a renewal has no response', () => {
    // Timers are whole milliseconds.
    for (const ms of [9500, 9500.4]) {
      const { effects } = play([...lead, [2000, { type: 'wake' }], [ms, { type: 'wake' }]]);
      expect(effects).toEqual([{ do: 'timer', ms: 500 }]);
    }
  });

  test('retries a renewal one retry period after it has begun, or at once if it took longer', () => {
    const failing = (ms: number) =>
      play([
        ...lead,
        [2000, { type: 'wake' }],
        [2500, { type: 'failed', error: unknown }],
        [ms, { type: 'failed', error: unknown }],
      ]).effects.at(-1);
    expect(failing(3500)).toEqual({ do: 'timer', ms: 500 });
    expect(failing(5000)).toEqual({ do: 'timer', ms: 0 });
  });

  test('remembers only the last confirmed write of a leader', () => {
    const renewals = Array.from({ length: 50 }, (_, index) => 2000 * (index + 1)).flatMap(
      (ms): readonly (readonly [number, Happening])[] => [
        [ms, { type: 'wake' }],
        [ms, { type: 'stored' }],
      ],
    );
    expect(play([...lead, ...renewals]).state.renewTimes).toHaveLength(1);
  });

  test('reports a body that outlives the Lease only once', () => {
    const late = [...lead, [10_000, { type: 'wake' }], [15_000, { type: 'wake' }]] as const;
    expect(play(late).effects).toEqual([{ do: 'bodyOutlivesLease' }]);
    expect(play([...late, [16_000, { type: 'wake' }]]).effects).toEqual([]);
  });

  test('stops after a release that began when its work was done, if it is cancelled meanwhile', () => {
    const done = [...lead, [1, { type: 'bodyEnded' }], [2, { type: 'read', lease: ownLease }]] as const;
    expect(play([...done, [3, { type: 'stored' }]]).state.phase).toBe('waiting');
    expect(play([...done, [3, { type: 'cancel' }], [4, { type: 'stored' }]]).state.phase).toBe('stopped');
  });

  test('writes no strategy of a coordinated election into a Lease that it renews without one', () => {
    const { all } = play([
      ...lead,
      [2000, { type: 'wake' }],
      [2001, { type: 'failed', error: failure(409, 'Conflict') }],
      [
        2002,
        {
          type: 'read',
          lease: { ...ownLease, spec: { ...ownLease.spec, strategy: 'OldestEmulationVersion' } },
        },
      ],
    ]);
    expect(all.findLast((effect) => effect.do === 'update')).toMatchObject({ record: { strategy: '' } });
  });

  test('reads the clocks each retry period while a renewal has no response', () => {
    expect(play([...lead, [2000, { type: 'wake' }]]).effects.at(-1)).toEqual({ do: 'timer', ms: 2000 });
  });

  test('does not take its own Lease if the server prefers another holder', () => {
    const preferred = { ...ownLease, spec: { ...ownLease.spec, preferredHolder: 'other' } };
    const reads = [
      [0, { type: 'start' }],
      [0, { type: 'read', lease: preferred }],
    ] as const;
    expect(play(reads, { coordinated: true }).effects).toEqual([{ do: 'retryTimer' }]);
  });

  test('does not take its own expired Lease if the server chooses the leader', () => {
    const chosen = leaseOf({ ...others.spec, holderIdentity: 'me' });
    const reads = (ms: number): string | undefined =>
      play(
        [
          [0, { type: 'start' }],
          [0, { type: 'read', lease: others }],
          [1, { type: 'wake' }],
          [1, { type: 'read', lease: chosen }],
          [1, { type: 'failed', error: unknown }],
          [ms, { type: 'wake' }],
          [ms, { type: 'read', lease: chosen }],
        ],
        { coordinated: true },
      ).effects.at(-1)?.do;
    expect([reads(15_000), reads(15_001)]).toEqual(['update', 'retryTimer']);
  });

  describe('that gives way to the preferred holder', () => {
    const preferred = leaseOf({
      holderIdentity: 'me',
      leaseDurationSeconds: 15,
      renewTime: firstRenewTime,
      preferredHolder: 'other',
      strategy: 'OldestEmulationVersion',
    });
    const coordinatedLead = [
      [0, { type: 'start' }],
      [
        0,
        { type: 'read', lease: leaseOf({ holderIdentity: 'me', leaseDurationSeconds: 15, renewTime: 'x' }) },
      ],
      [0, { type: 'stored' }],
      [2000, { type: 'wake' }],
      [2001, { type: 'read', lease: preferred }],
    ] as const;

    test('releases the Lease when the body has ended, and competes again', () => {
      const given = play(coordinatedLead, { coordinated: true });
      expect(given.state.phase).toBe('ending');
      const { state, all } = play(
        [
          ...coordinatedLead,
          [3000, { type: 'bodyEnded' }],
          [3001, { type: 'read', lease: preferred }],
          [3002, { type: 'stored' }],
        ],
        { coordinated: true },
      );
      expect(all.slice(given.all.length).map((effect) => effect.do)).toEqual([
        'get',
        'update',
        'released',
        'retryTimer',
      ]);
      expect(all.findLast((effect) => effect.do === 'update')).toMatchObject({
        record: { holderIdentity: '', preferredHolder: 'other', strategy: 'OldestEmulationVersion' },
      });
      expect(state.phase).toBe('waiting');
    });

    test('leaves it to expire with releaseOnCancel: false', () => {
      const settings = { coordinated: true, releaseOnCancel: false };
      const { effects } = play([...coordinatedLead, [3000, { type: 'bodyEnded' }]], settings);
      expect(effects.map((effect) => effect.do)).toEqual(['leftToExpire', 'retryTimer']);
    });
  });

  test('releases at the stop a Lease that it could not release when its work was done', () => {
    const history = [
      ...lead,
      [1, { type: 'bodyEnded' }],
      [2, { type: 'failed', error: unknown }],
      [3, { type: 'cancel' }],
      [4, { type: 'read', lease: ownLease }],
    ] as const;
    expect(play(history.slice(0, -2)).effects.map((effect) => effect.do)).toEqual([
      'report',
      'leftToExpire',
      'retryTimer',
    ]);
    expect(play(history).effects).toMatchObject([{ do: 'update', record: { holderIdentity: '' } }]);
  });

  test('counts transitions up to the largest 32-bit integer, which a Lease can hold', () => {
    const { effects } = play([
      [0, { type: 'start' }],
      [0, { type: 'read', lease: leaseOf({ holderIdentity: '', leaseTransitions: 2 ** 31 - 1 }) }],
    ]);
    expect(effects).toMatchObject([{ do: 'update', record: { leaderTransitions: 2 ** 31 - 1 } }]);
  });

  test('remembers the last 100 writes of a candidate that had no response', () => {
    const failing = Array.from({ length: 150 }, (_, index) => index * 2000).flatMap(
      (ms): readonly (readonly [number, Happening])[] => [
        [ms, { type: ms === 0 ? 'start' : 'wake' }],
        [ms, { type: 'read', lease: none }],
        [ms, { type: 'failed', error: unknown }],
      ],
    );
    expect(play(failing).state.renewTimes).toHaveLength(100);
  });

  test('an impossible input is a defect', () => {
    expect(() => play([[0, { type: 'bodyEnded' }]])).toThrow('bodyEnded is not possible while stopped');
  });
});

test('for any history, a term is never valid beyond its deadline and is ended exactly once', () => {
  const reached = { startTerm: 0, renewed: 0, released: 0, leftToExpire: 0 };
  const kinds = ['fail', 'conflict', 'steal', 'delete', 'cancel', 'unanswered', 'bodyEnded'] as const;
  const kind = fc.oneof(
    { weight: 12, arbitrary: fc.constantFrom('respond', 'respond', 'wake') },
    { weight: 5, arbitrary: fc.constantFrom(...kinds) },
  );
  fc.assert(
    fc.property(
      fc.array(fc.tuple(kind, fc.integer({ min: 0, max: 6000 })), { maxLength: 60, size: 'max' }),
      fc.boolean(),
      (history, coordinated) => {
        let state: ElectionState = initialElectionState;
        let nowMs = 0;
        let request: ElectionEffect | undefined;
        // The server has chosen this candidate.
        let stored = coordinated ? leaseOf({ holderIdentity: 'me', leaseDurationSeconds: 15 }) : undefined;
        let terms = 0;
        let ended = 0;
        const respond = (kind: string, to: ElectionEffect): void => {
          if (kind === 'fail') return feed({ type: 'failed', error: unknown });
          if (kind === 'conflict') return feed({ type: 'failed', error: failure(409, 'Conflict') });
          if (to.do === 'create' || to.do === 'update') {
            stored = leaseOf(leaseSpecOf(to.record));
            return feed({ type: 'written', lease: stored });
          }
          if (kind === 'steal') stored = others;
          if (kind === 'delete') stored = undefined;
          return feed({ type: 'read', lease: stored });
        };
        const feed = (event: ElectionEvent): void => {
          const isResponse = event.type === 'read' || event.type === 'written' || event.type === 'failed';
          if (isResponse) request = undefined;
          const step = nextElectionStep({ ...policy, coordinated }, state, { ...event, now: at(nowMs) });
          state = step.state;
          for (const effect of step.effects) {
            if (effect.do === 'get' || effect.do === 'create' || effect.do === 'update') {
              // At most one request is in flight.
              expect(request).toBeUndefined();
              request = effect;
            }
            if (effect.do === 'abortRequest') request = undefined;
            if (effect.do in reached) reached[effect.do as keyof typeof reached]++;
            if (effect.do === 'startTerm') terms++;
            if (effect.do === 'endTerm') ended++;
            if (effect.do === 'timer') expect(effect.ms).toBeGreaterThanOrEqual(0);
          }
        };
        feed({ type: 'start' });
        for (const [kind, ms] of history) {
          nowMs += ms;
          if (kind === 'cancel' || kind === 'unanswered' || kind === 'wake') feed({ type: kind });
          else if (kind === 'bodyEnded') {
            if (terms > 0 && (state.phase === 'leading' || state.phase === 'ending')) feed({ type: kind });
          } else if (request !== undefined) respond(kind, request);
          if (state.phase === 'leading') {
            feed({ type: 'wake' });
            // After every wake the term is valid or over: there is no third state.
            if (isLeading(state)) expect(elapsedMs(state.held.sentAt, at(nowMs))).toBeLessThan(10_000);
          }
          expect(terms - ended).toBe(isLeading(state) ? 1 : 0);
          if (isStopped(state)) break;
        }
      },
    ),
    { numRuns: runs(2000) },
  );
  // The histories get to every part of a term; a release needs a read that returns the elector's own last write.
  for (const times of Object.values(reached)) expect(times).toBeGreaterThan(runs(50));
});

function isLeading(state: ElectionState): state is Extract<ElectionState, { phase: 'leading' }> {
  return state.phase === 'leading';
}

function isStopped(state: ElectionState): boolean {
  return state.phase === 'stopped';
}
