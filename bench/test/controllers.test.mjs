// bench:controllers at a small size, over the sources: its options, each job in this process, and its tables.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { candidate } from '../controllers/candidate.mjs';
import { coldStart, coldStarts } from '../controllers/cold-start.mjs';
import { parseControllersOptions, timings } from '../controllers/options.mjs';
import { startReplica } from '../controllers/replica.mjs';
import { coldStartTable, shardingTable, takeoverTable } from '../controllers/report.mjs';
import { namespace, startTaskServer, tasksOf } from '../controllers/tasks.mjs';
import * as index from 'kube-informers';
import * as apiserver from '@kube-informers/testing';
import * as controller from 'kube-informers/controller';
import * as sharding from 'kube-informers/sharding';

const library = { ...index, ...apiserver, ...controller, ...sharding };
const count = 30;

describe('options', () => {
  test('are small by default', () => {
    expect(parseControllersOptions([])).toMatchObject({
      only: ['cold-start', 'takeover', 'sharding'],
      keys: 10_000,
      rounds: 5,
      rows: Object.keys(coldStarts),
      processes: [1, 2, 4, 8],
      shard: true,
      timings: ['default'],
    });
  });

  test('change no more objects than there are', () => {
    expect(parseControllersOptions(['--keys', '500']).writes).toBe(500);
    expect(parseControllersOptions([]).writes).toBe(1000);
  });

  test('choose parts, sizes and timings', () => {
    const args = [
      '--rows',
      'only,wait',
      '--only',
      'sharding',
      '--processes',
      '1,3',
      '--shards',
      'none',
      '--timings',
      'both',
    ];
    expect(parseControllersOptions(args)).toMatchObject({
      only: ['sharding'],
      rows: ['informer only', 'controller, all keys wait'],
      processes: [1, 3],
      shard: false,
      timings: ['short', 'default'],
    });
  });

  test.each([
    [['--only', 'all'], '--only must be one of cold-start, takeover, sharding, got "all"'],
    [['--keys', '0'], '--keys must be a whole number of at least 1, got "0"'],
    [['--keys', '10', '--writes', '20'], '--writes must be at most --keys, 10, got 20'],
    [['--processes', '1,x'], '--processes must be a whole number of at least 1, got "x"'],
    [['--rows', 'pods'], '--rows: no row of a cold start has "pods" in its name'],
    [['--timings', 'long'], '--timings must be one of default, short, both, got "long"'],
  ])('%j is refused', (args, message) => {
    expect(() => parseControllersOptions(args)).toThrow(message);
  });

  test('the default timings are those of an elector', () => {
    expect(timings.default).toEqual({
      leaseDurationMs: 15_000,
      renewDeadlineMs: 10_000,
      retryPeriodMs: 2000,
    });
  });
});

describe('over a server', () => {
  let server;

  beforeAll(async () => {
    server = await startTaskServer(library, count);
  });

  afterAll(() => server.stop());

  test.each(Object.keys(coldStarts))('%s', async (row) => {
    const heaps = [1000, 4000];
    const value = Object.keys(coldStarts).indexOf(row) + 1;
    const setup = { url: server.url, row, count, concurrency: 4, value };
    const result = await coldStart(library, setup, () => Promise.resolve(heaps.shift()));
    expect(result.heapBytes).toBe(3000);
    expect(result.runsMs === undefined).toBe(!coldStarts[row].runs);
    const { items } = await server.list(tasksOf(library), { namespace });
    const written = items.filter(({ status }) => status?.value === value).length;
    expect(written).toBe(coldStarts[row].write ? count : 0);
  });

  test('a replica has all tasks, and runs each when it is asked to', async () => {
    const setup = { url: server.url, identity: 'one', shard: true, hashes: 1, concurrency: 4 };
    const replica = startReplica(library, setup, () => Promise.resolve(1));
    while (replica.state().owned < count || !replica.state().isIdle) await nextTurn();
    const before = replica.state().runs;
    expect(await replica.runAll()).toMatchObject({ runs: count });
    expect(replica.state()).toMatchObject({ cached: count, runs: before + count });
    await replica.stop();
  });

  test('a candidate leads, and releases the Lease at its end', async () => {
    const said = [];
    const stop = new AbortController();
    const setup = { url: server.url, identity: 'one', timings: timings.short };
    const report = (what) => {
      said.push(what);
      if (what === 'leads') stop.abort();
    };
    await candidate(library, setup, { report, signal: stop.signal });
    expect(said).toEqual(['started', 'leads']);
    const lease = await server.get(index.resources.coordinationV1.leases, 'takeover', { namespace });
    expect(lease.spec.holderIdentity ?? '').toBe('');
  });
});

describe('tables', () => {
  test('compare a controller with its pool in the same round', () => {
    const run = (round, row, totalMs) => ({
      round,
      row,
      totalMs,
      runsMs: 500,
      cpuSeconds: 1,
      heapBytes: 4000,
    });
    const runs = [
      { round: 0, row: 'informer only', totalMs: 50, cpuSeconds: 1, heapBytes: 3000 },
      run(0, 'async pool, nothing', 100),
      run(0, 'controller, nothing', 150),
      run(1, 'async pool, nothing', 1000),
      run(1, 'controller, nothing', 1500),
    ];
    expect(coldStartTable(runs, 10).rows).toEqual([
      ['informer only', '0.05', '', '1.00', '', '', '300', ''],
      ['async pool, nothing', '0.55', '', '1.00', '', '20', '400', '100'],
      ['controller, nothing', '0.82', '1.50', '1.00', '1.00', '20', '400', '100'],
    ]);
  });

  test('leave out what a row that was not run would be compared with', () => {
    const run = {
      round: 0,
      row: 'controller, nothing',
      totalMs: 100,
      runsMs: 50,
      cpuSeconds: 1,
      heapBytes: 40,
    };
    expect(coldStartTable([run], 10).rows).toEqual([
      ['controller, nothing', '0.10', '', '1.00', '', '200', '4', ''],
    ]);
  });

  test('give takeovers as multiples of the lease duration', () => {
    const seconds = (median) => ({ median, least: median - 1, most: median + 1 });
    const row = { name: 'default', timings: timings.default, kill: seconds(18), stop: seconds(3) };
    expect(takeoverTable([row]).rows).toEqual([
      ['default: 15 s, 10 s, 2 s', '18.0 (17.0 to 19.0)', '1.20', '3.0 (2.0 to 4.0)', '0.20', '1.50'],
    ]);
  });

  test('compare numbers of replicas with the first', () => {
    const row = (processes, runsPerSecond) => ({
      processes,
      runsPerSecond,
      heapMiB: 20,
      rssMiB: 90,
      cached: 10 / processes,
      leaseWritesPerSecond: processes / 2,
      leaseListsPerSecond: processes / 2,
      watchesPerSecond: 0,
      openWatches: processes,
      eventsPerWrite: 1,
    });
    const { rows } = shardingTable([row(1, 100), row(2, 180)], { keys: 10, shard: true, hashes: 20 });
    expect(rows.map((cells) => cells.slice(0, 4))).toEqual([
      ['1', '100', '1.00', '10'],
      ['2', '180', '1.80', '5'],
    ]);
  });
});
