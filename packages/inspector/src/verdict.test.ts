import { describe, expect, test } from 'vitest';
import type { ControllerModel, ElectionModel, InformerModel } from './model.js';
import { verdictOf } from './verdict.js';
import type { Judged } from './verdict.js';

const atMs = Date.UTC(2026, 0, 2);
const key = { key: 'shop/web', attempts: 3, sinceMs: atMs - 60_000, reasons: [], error: 'no volume' };
const quiet = Array.from({ length: 60 }, () => ({ runs: 1, errors: 0 }));

/** Only what a verdict reads. */
const informer = (name: string, more: Partial<InformerModel> = {}): InformerModel =>
  ({ id: name, name, freshness: 'fresh', state: 'watching', absent: false, ...more }) as InformerModel;
const controller = (more: Partial<ControllerModel> = {}): ControllerModel =>
  ({
    id: 'web',
    name: 'web',
    givenUp: [],
    givenUpCount: 0,
    failing: [],
    timedOut: 0,
    minutes: quiet,
    ...more,
  }) as unknown as ControllerModel;
const election = (more: Partial<ElectionModel>): ElectionModel =>
  ({ name: 'shop/web', identity: 'me', leader: 'other', facts: [], ...more }) as ElectionModel;
const judged = (more: Partial<Judged>): Judged => ({
  atMs,
  informers: [informer('pods')],
  controllers: [],
  elections: [],
  shardings: [],
  clients: [],
  ...more,
});

const refused = { message: 'refused', code: 'ERR_CONNECTION_REFUSED', overcome: false };

describe('the verdict', () => {
  test('is good only if caches, controllers, elections, shardings and credentials are', () => {
    expect(
      verdictOf(judged({ controllers: [controller()], elections: [election({ state: 'standby' })] })),
    ).toEqual({
      level: 'good',
      text: 'All is well: the cache is fresh, 1 controller without failures',
      problems: [],
    });
    expect(verdictOf(judged({ informers: [] }))).toMatchObject({ level: 'warn' });
  });

  test.each<[string, Partial<Judged>, 'warn' | 'bad']>([
    ['pods is not complete yet', { informers: [informer('pods', { freshness: 'syncing' })] }, 'warn'],
    ['pods is not served', { informers: [informer('pods', { freshness: 'syncing', absent: true })] }, 'bad'],
    ['pods is stopped', { informers: [informer('pods', { freshness: 'stopped' })] }, 'bad'],
    [
      'Controller web gave up shop/web',
      { controllers: [controller({ givenUp: [key], givenUpCount: 1 })] },
      'bad',
    ],
    [
      'Controller web gave up 70 keys',
      { controllers: [controller({ givenUp: [key], givenUpCount: 70 })] },
      'bad',
    ],
    ['Controller web fails for shop/web', { controllers: [controller({ failing: [key] })] }, 'bad'],
    ['1 run of controller web did not end in time', { controllers: [controller({ timedOut: 1 })] }, 'bad'],
    ['Controller web is paused', { controllers: [controller({ pausedUntilMs: null })] }, 'warn'],
    [
      '6 of 15 runs of controller web failed in the last 10 minutes',
      { controllers: [controller({ minutes: [...quiet.slice(1), { runs: 6, errors: 6 }] })] },
      'warn',
    ],
    ['No process leads shop/web', { elections: [election({ state: 'noHolder' })] }, 'warn'],
    ['No process leads shop/web', { elections: [election({ state: 'wasHolder' })] }, 'warn'],
    [
      'The Lease shop/web cannot be read or written',
      {
        elections: [
          election({ state: 'standby', failing: { message: 'no', code: '500', sinceMs: atMs, requests: 2 } }),
        ],
      },
      'bad',
    ],
    [
      'The Lease shop/web has expired, and work goes on',
      { elections: [election({ state: 'wasHolder', expired: 'old' })] },
      'bad',
    ],
    [
      'Leases of sharding web cannot be read or written',
      {
        shardings: [
          { name: 'web', failing: { message: 'no', code: '500', sinceMs: atMs, requests: 2 } } as never,
        ],
      },
      'bad',
    ],
    [
      'The credentials for a:443 have expired',
      { clients: [{ server: 'a:443', credentialsExpireAtMs: atMs } as never] },
      'bad',
    ],
  ])('%s', (text, more, level) => {
    expect(verdictOf(judged(more))).toMatchObject({ level, text, problems: [{ bad: level === 'bad' }] });
  });

  const server = '10.0.0.1:6443';
  const down = { freshness: 'stale', lastError: refused, server, staleSinceMs: atMs - 5000 } as const;
  const failing = { ...refused, server, requests: 3, sinceMs: atMs - 7000 };

  test('names a server that cannot be reached once, with all that suffers from it, since the first failure', () => {
    const { text, problems } = verdictOf(
      judged({
        informers: [
          informer('pods', { ...down, retryAtMs: atMs }),
          informer('secrets', down),
          // Its request is on the way.
          informer('nodes', { freshness: 'stale', server }),
          // It has not heard anything since.
          informer('leases', { freshness: 'fresh', server, lastByteAgeMs: 9000 }),
        ],
        elections: [election({ state: 'standby', failing })],
        shardings: [{ name: 'web', failing } as never],
      }),
    );
    expect(text).toBe('API server 10.0.0.1:6443 unreachable: 3 caches, the election, the sharding');
    expect(problems).toEqual([
      {
        id: 'unreachable 10.0.0.1:6443',
        bad: true,
        what: 'API server 10.0.0.1:6443 unreachable',
        affects: '3 caches, the election, the sharding',
        detail: 'ERR_CONNECTION_REFUSED: refused',
        names: ['pods', 'secrets', 'nodes', 'shop/web', 'web'],
        sinceMs: atMs - 7000,
        todo: expect.stringMatching(/^Check that the API server runs .* Next attempt in 0s\.$/),
        view: { kind: 'informers' },
        retry: ['pods'],
      },
    ]);
  });

  test('a server that a cache hears from after the last failure answers again', () => {
    const pods = informer('pods', { ...down, lastError: { ...refused, atMs: atMs - 2000 } });
    const problemsWith = (other: Partial<InformerModel>) =>
      verdictOf(judged({ informers: [pods, informer('nodes', { server, ...other })] })).problems.map(
        ({ what, affects, bad }) => [what, affects, bad],
      );
    const overcome = { ...refused, overcome: true, atMs: atMs - 9000 };
    expect(problemsWith({ freshness: 'stale', lastByteAgeMs: 3000 })).toEqual([
      ['API server 10.0.0.1:6443 unreachable', '2 caches', true],
    ]);
    expect(problemsWith({ lastError: overcome, lastByteAgeMs: 1000 })).toEqual([
      ['API server 10.0.0.1:6443 answers again', '1 cache', false],
    ]);
    // A cache that did not notice anything: only the other one is in trouble.
    expect(problemsWith({ lastByteAgeMs: 1000 })).toEqual([['pods may be out of date', undefined, true]]);
  });

  test('says of a cache that was never listed that it is not complete', () => {
    const lastError = { message: 'no', code: '403', overcome: false };
    const informers = [
      informer('pods', { freshness: 'stale', lastError, resourceVersion: '' }),
      informer('nodes', { freshness: 'stale', lastError, resourceVersion: '5' }),
    ];
    expect(verdictOf(judged({ informers })).problems.map(({ what }) => what)).toEqual([
      'pods is not complete yet',
      'nodes may be out of date',
    ]);
  });

  test('names each server, and refused credentials once', () => {
    const informers = [
      informer('pods', down),
      informer('nodes', { ...down, server: 'b:443', lastError: { ...refused, code: '401' } }),
      informer('jobs', { ...down, server: 'b:443', lastError: { ...refused, code: '401' } }),
    ];
    expect(verdictOf(judged({ informers })).problems.map(({ what, affects }) => [what, affects])).toEqual([
      ['API server 10.0.0.1:6443 unreachable', '1 cache'],
      ['API server b:443 does not accept the credentials', '2 caches'],
    ]);
  });

  test('does not blame a server from which another cache hears', () => {
    const informers = [informer('pods', down), informer('nodes', { server, lastByteAgeMs: 1000 })];
    expect(verdictOf(judged({ informers })).text).toBe('pods may be out of date');
  });

  test('names one cause for all caches that have it, what to do, and who can be tried now', () => {
    const stale = {
      freshness: 'stale',
      lastError: { ...refused, code: '500' },
      staleSinceMs: atMs - 5000,
      retryAtMs: atMs,
    } as const;
    const informers = [informer('pods', stale), informer('secrets', stale), informer('nodes')];
    expect(verdictOf(judged({ informers })).problems).toEqual([
      {
        id: 'cache stale  500',
        bad: true,
        what: '2 of 3 caches may be out of date',
        detail: '500: refused',
        names: ['pods', 'secrets'],
        sinceMs: atMs - 5000,
        todo: 'See the error. The informers retry automatically. Next attempt in 0s.',
        view: { kind: 'informers' },
        retry: ['pods', 'secrets'],
      },
    ]);
  });

  test('puts what is bad before what may pass, and counts the rest', () => {
    const { text, problems } = verdictOf(
      judged({
        controllers: [
          controller({ pausedUntilMs: atMs + 1 }),
          controller({ givenUp: [key], givenUpCount: 1 }),
        ],
      }),
    );
    expect(text).toBe('Controller web gave up shop/web (+1 more problem)');
    expect(problems.map(({ bad }) => bad)).toEqual([true, false]);
  });
});
