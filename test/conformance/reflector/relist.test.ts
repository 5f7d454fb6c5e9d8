import { describe, expect, test } from 'vitest';
import { StatusError } from '../../../packages/kube-informers/src/meta/errors.js';
import {
  expired,
  oneRound,
  pod,
  podList,
  status,
  versions,
} from '../../../packages/kube-informers/src/cache/reflector/reflector.test-support.js';
import { settle } from '../../../packages/testing/src/fake-clock.js';
import { bench, everySetup, giveInitialEvents, sinks, synced } from './setups.test-support.js';

describe.each(sinks)('a relist into a %s', (sink) => {
  const setup = { sink, useWatchList: false };
  const pods = Array.from({ length: 8 }, (_, index) => pod(`pod-${index}`, String(index + 1)));

  test('TestReflectorResyncWithResourceVersion: lists at the last version and never goes back in time', async () => {
    const { reflector, source, contents } = bench(setup, {
      list: ({ resourceVersion }) => {
        if (resourceVersion === '0') return podList('10', ...pods.slice(0, 4));
        if (resourceVersion === '10') return podList('11', ...pods);
        throw new Error(`unexpected resourceVersion ${resourceVersion}`);
      },
    });
    await oneRound(reflector, source);
    expect(Object.keys(contents())).toHaveLength(4);
    await oneRound(reflector, source);
    expect(Object.keys(contents())).toHaveLength(8);
    expect(versions(source.lists)).toEqual(['0', '10']);
  });

  test('TestReflectorExpiredExactResourceVersion: lists again at once at "" after an expired version', async () => {
    const { reflector, source, faults, contents } = bench(setup, {
      list: ({ resourceVersion = '' }) => {
        if (resourceVersion === '10') throw expired;
        return resourceVersion === '0' ? podList('10', ...pods.slice(0, 4)) : podList('11', ...pods);
      },
    });
    await oneRound(reflector, source);
    expect(Object.keys(contents())).toHaveLength(4);
    await oneRound(reflector, source);
    expect(Object.keys(contents())).toHaveLength(8);
    expect(versions(source.lists)).toEqual(['0', '10', '']);
    expect(faults).toEqual(['list 410']);
    expect(reflector.lastSyncResourceVersion).toBe('11');
  });

  test('TestReflectorFullListIfExpired: makes a full list at the original version after an expired page', async () => {
    const { reflector, source, contents } = bench(
      setup,
      {
        list: ({ resourceVersion = '', continue: token = '', limit = 0, ...rest }) => {
          const notOlder =
            resourceVersion === '10' && limit > 0 ? { resourceVersionMatch: 'NotOlderThan' } : {};
          expect(rest).toEqual(notOlder);
          switch (`${resourceVersion} ${token} ${limit}`) {
            case '0  4':
              return podList('10', ...pods.slice(0, 4));
            case '10  4':
              return { metadata: { resourceVersion: '11', continue: 'C1' }, items: pods.slice(0, 4) };
            case ' C1 4':
              throw expired;
            case '10  0':
              return podList('11', ...pods);
            default:
              throw new Error(`unexpected list at ${resourceVersion} from ${token} by ${limit}`);
          }
        },
      },
      { pageSize: 4 },
    );
    await oneRound(reflector, source);
    expect(Object.keys(contents())).toHaveLength(4);
    await oneRound(reflector, source);
    expect(Object.keys(contents())).toHaveLength(8);
    expect(versions(source.lists)).toEqual(['0', '10', '', '10']);
  });

  test('TestReflectorFullListIfTooLarge: lists at "" after each of three forms of "too large"', async () => {
    let version = 30;
    const tooLarge = (message: string, ...causes: object[]): StatusError =>
      new StatusError({ ...status(504, 'Timeout', message), details: { retryAfterSeconds: 1, causes } });
    const { reflector, source, faults } = bench(setup, {
      list: ({ resourceVersion = '' }) => {
        if (resourceVersion === '0') return podList('20');
        if (resourceVersion === '20') {
          throw tooLarge('too large resource version', { reason: 'ResourceVersionTooLarge' });
        }
        // As servers from 1.17.0 to 1.18.5 and older servers answer.
        if (resourceVersion === '30') throw tooLarge('too large', { message: 'Too large resource version' });
        if (resourceVersion === '40') throw tooLarge('Too large resource version');
        if (resourceVersion !== '') throw new Error(`unexpected resourceVersion ${resourceVersion}`);
        const list = podList(String(version));
        version += 10;
        return list;
      },
    });
    for (let round = 0; round < 4; round++) await oneRound(reflector, source);
    expect(versions(source.lists)).toEqual(['0', '20', '', '30', '', '40', '']);
    expect(faults).toEqual(['list 504', 'list 504', 'list 504']);
  });
});

describe.each(everySetup)('into a $sink, watch-list $useWatchList', (setup) => {
  test('TestReflectorReplacesStoreOnUnsafeDelete: relists after StorageReadError and drops the deleted object', async () => {
    const pods = [pod('foo-1', '1'), pod('foo-2', '2'), pod('foo-3', '3')];
    const second = podList('5', ...pods);
    const replaced: { version: string; before: string[]; after: string[] }[] = [];
    const { stream, source, store, contents, reflector, clock, faults } = await synced(setup, {
      first: podList('3', ...pods),
      source: { list: (_options, count) => (count === 1 ? podList('3', ...pods) : second) },
      rounds: 'many',
    });
    const replace = store.replace.bind(store);
    store.replace = (objects, version) => {
      const before = Object.keys(contents());
      replace(objects, version);
      replaced.push({ version, before, after: Object.keys(contents()) });
    };
    stream.add(pod('foo', '4'));
    stream.error(status(500, 'StorageReadError', 'corrupt object has been deleted'));
    await clock.advance(1000);
    if (setup.useWatchList) giveInitialEvents(await source.nextStream(), second);
    await settle();
    expect(replaced).toEqual([
      { version: '5', before: ['foo', 'foo-1', 'foo-2', 'foo-3'], after: ['foo-1', 'foo-2', 'foo-3'] },
    ]);
    expect(reflector.lastSyncResourceVersion).toBe('5');
    expect(faults).toEqual(['watch 500']);
    expect(stream.stops).toBe(1);
  });
});
