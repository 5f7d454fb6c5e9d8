import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Clientset } from 'kube-informers';
import type { ResourceClient } from 'kube-informers';
import { ApiServer } from '@kube-informers/testing';
import { fenced } from 'kube-informers/controller';
import { systemClock } from '../../packages/kube-informers/src/util/clock.js';
import { Chance } from './chance.js';
import { controlNamespace } from './population.js';
import { Tasks } from './tasks.js';
import { overlapAtBegin, overlapIn, Witness, witnesses } from './witness.js';
import type { Mark, WitnessObject } from './witness.js';

describe('on a server', () => {
  let server: ApiServer;
  let clientset: Clientset;
  let tasks: Tasks;

  beforeEach(async () => {
    server = await ApiServer.start();
    clientset = new Clientset({ host: server.url });
    tasks = new Tasks(clientset, new Chance(1, 'tasks'), systemClock);
    await tasks.prepare();
  });

  afterEach(async () => {
    await clientset.close();
    await server.stop();
  });

  const nowMs = Date.UTC(2026, 0, 1);

  /** A replica with a term, whose writes pass a fence unless `unfenced`. */
  function replica(holder: string, term: number, { unfenced = false } = {}) {
    const ended = new AbortController();
    const fence = {
      signal: unfenced ? new AbortController().signal : ended.signal,
      assertValid: () => {
        if (!unfenced && ended.signal.aborted) throw new Error(`term ${term} is over`);
      },
    };
    const writer = new Clientset(clientset.restClient, {}, (rest) => fenced(rest, fence));
    const client: ResourceClient<WitnessObject> = writer.resource(witnesses, controlNamespace);
    const witness = new Witness(holder, () => nowMs);
    let runs = 0;
    return {
      endTerm: () => ended.abort(new Error('the term has ended')),
      run: (work: (step: () => Promise<void>) => Promise<void> = (step) => step()) =>
        witness.during('task-1', { term, run: `run-${++runs}` }, client, work),
    };
  }

  describe('a replica whose term ends in the middle of a run, while the next one works', () => {
    const play = async (unfenced: boolean): Promise<PromiseSettledResult<void>> => {
      const first = replica('one', 1, { unfenced });
      const second = replica('two', 2);
      const [outcome] = await Promise.allSettled([
        first.run(async (step) => {
          await step();
          first.endTerm();
          await second.run();
          await step();
        }),
      ]);
      return outcome;
    };

    test('cannot write: there is no overlap', async () => {
      expect(await play(false)).toMatchObject({ reason: { message: 'term 1 is over' } });
      expect(await tasks.runs()).toEqual({ begun: 2, overlaps: [] });
    });

    test('with broken fencing is found, with key, holders and times', async () => {
      const message =
        'task-1: one (term 1, run run-1, 2026-01-01T00:00:00.000Z) wrote although two (term 2, run run-1, 2026-01-01T00:00:00.000Z) had begun';
      expect(await play(true)).toMatchObject({ reason: { name: 'OverlapError', message } });
      // The server's state shows it, too, and so does the next run.
      expect((await tasks.runs()).overlaps).toEqual([message]);
      await expect(replica('three', 3).run()).rejects.toThrow(message);
    });
  });

  test('a write of an old term during a run of the next term makes the end of that run fail', async () => {
    const first = replica('one', 1, { unfenced: true });
    const second = replica('two', 2);
    let outcome: unknown;
    await first
      .run(async (step) => {
        await second
          .run(async (own) => {
            await own();
            await step().catch(() => undefined);
          })
          .catch((error: unknown) => (outcome = error));
      })
      .catch(() => undefined);
    expect(outcome).toMatchObject({ name: 'OverlapError' });
  });

  test('a later term takes over the key of a replica that was killed in a run', async () => {
    // Its end mark is missing, as after SIGKILL.
    await expect(
      replica('one', 1).run(async (step) => {
        await step();
        throw new Error('killed');
      }),
    ).rejects.toThrow('killed');
    await expect(replica('two', 1).run()).rejects.toThrow('began in the term of one');
    await replica('two', 2).run();
    await expect(replica('one', 1).run()).rejects.toThrow('began although two (term 2');
  });

  test('a run of one replica that begins before the last one has ended is an overlap', async () => {
    const one = replica('one', 1);
    const failed: string[] = [];
    await one
      .run(() => one.run().catch((error: unknown) => void failed.push((error as Error).message)))
      .catch(() => undefined);
    expect(failed).toEqual([expect.stringContaining('had not ended') as string]);
    // After a failure it may begin again.
    await one.run();
  });
});

describe('the contents of a server state', () => {
  const mark = (holder: string, term: number, run = 'a'): Mark => ({ holder, term, run, at: '12:00' });

  test.each<[string, Parameters<typeof overlapIn>[1], boolean]>([
    ['nothing', {}, false],
    ['a write of the run', { step: mark('one', 1), latest: mark('one', 1) }, false],
    ['a late write of its run before', { step: mark('one', 1, 'a'), latest: mark('one', 1, 'b') }, false],
    ['a write of the term before', { step: mark('one', 1), latest: mark('one', 2) }, true],
    ['two holders of one term', { step: mark('one', 1), latest: mark('two', 1) }, true],
  ])('%s', (_what, spec, isOverlap) => {
    expect(overlapIn('k', spec) !== undefined).toBe(isOverlap);
  });

  test.each<[string, Parameters<typeof overlapAtBegin>[1], boolean]>([
    ['no run before', {}, false],
    ['one that was killed, of an earlier term', { holder: mark('two', 1), latest: mark('two', 1) }, false],
    ['an own one that failed', { holder: mark('one', 2, 'old'), latest: mark('one', 2, 'old') }, false],
    ['an own one that goes on', { holder: mark('one', 2, 'on'), latest: mark('one', 2, 'on') }, true],
    ['one of a later term', { latest: mark('two', 3) }, true],
    ['one of the same term', { latest: mark('two', 2) }, true],
  ])('a begin after %s', (_what, spec, isOverlap) => {
    const found = overlapAtBegin('k', spec, mark('one', 2, 'new'), (run) => run === 'on');
    expect(found !== undefined).toBe(isOverlap);
  });
});
