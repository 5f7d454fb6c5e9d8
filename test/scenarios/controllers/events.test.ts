import { describe, expect, test } from 'vitest';
import { Bench, started } from '../../conformance/events/sink.test-support.js';

describe.each(['events.k8s.io/v1', 'v1'] as const)('%s', (api) => {
  test('failure 27: an important event dropped because an unimportant one used up the budget of that object', async () => {
    const bench = new Bench({ api });
    for (let n = 0; n < 1000; n++)
      await bench.record({ reason: 'Probed', action: `probe ${n}`, note: `${n % 5}` });
    expect(bench.sink.objects.size).toBe(25);
    // What was dropped shows, all but the newest, which waits. The important event has a budget of its own.
    expect(bench.recorder.stats().dropped.spam).toBe(974);
    expect(bench.lines).toMatchObject([{ message: 'events were dropped' }]);
    const important = await bench.record({ type: 'Warning', reason: 'DataLoss', note: 'the disk is gone' });
    expect(important).toMatchObject([{ verb: 'create', body: { reason: 'DataLoss' } }]);
    // So does another object.
    const other = { ...started.regarding, metadata: { name: 'pod2', namespace: 'ns1', uid: '6' } };
    expect(await bench.record({ reason: 'Probed', regarding: other })).toHaveLength(1);
  });
});
