import { Client } from './processes.mjs';
import { quantile } from './report/statistics.mjs';

/** Changes a second at which latency is measured. */
export const latencyRates = [100, 1000];

/** A flood has at least this many events, so that it takes long enough to be measured. */
const leastFlood = 20_000;

/** One participant, once: every figure of its row. Rejects when it failed, in words. */
export async function measure({ server, row, pods, latencySeconds, profile }) {
  const { bytesPerPod } = await server.ask('reset', { pods });
  const { module, options } = row.participant;
  const client = new Client({
    binary: row.binary,
    setup: { module, options, baseUrl: server.baseUrl, pods, row: row.row, profile },
    limitMs: 120_000 + pods * 2,
  });
  try {
    await client.answer();
    const sync = await client.phase('sync');
    const events = Math.max(leastFlood, pods);
    const flood = await client.phase('flood', { events }, () => server.ask('flood', { events }));
    const latency = {};
    let from = events + 1;
    for (const rate of latencySeconds === 0 ? [] : latencyRates) {
      const count = rate * latencySeconds;
      const { arrivedMs, sentMs } = await client.phase('latency', { from, events: count }, () =>
        server.ask('pace', { rate, events: count }),
      );
      const delays = arrivedMs.map((arrived, index) => arrived - sentMs[index]);
      if (delays.some(Number.isNaN))
        throw new Error(`some of ${count} events never reached the last handler`);
      latency[`p50At${rate}Ms`] = quantile(delays, 0.5);
      latency[`p99At${rate}Ms`] = quantile(delays, 0.99);
      from += count;
    }
    const { held, node } = await client.phase('finish');
    if (held !== pods) throw new Error(`it holds ${held} of ${pods} pods`);
    const { requests } = await server.ask('requests');
    return {
      node,
      bytesPerPod,
      // A second list or watch means that something else was measured than in the other rows.
      requests,
      syncMs: sync.syncMs,
      syncCpuSeconds: sync.cpuSeconds,
      syncPauseMs: sync.pauseMs,
      syncPeakRssMiB: sync.peakRssMiB,
      heapBeforeMiB: sync.before.heapMiB + sync.before.externalMiB,
      heapMiB: sync.after.heapMiB,
      externalMiB: sync.after.externalMiB,
      rssMiB: sync.after.rssMiB,
      events,
      eventsPerSecond: (events * 1000) / (flood.endedMs - flood.startedMs),
      floodCpuSeconds: flood.cpuSeconds,
      floodPauseMs: flood.pauseMs,
      peakRssMiB: flood.peakRssMiB,
      floodHeapMiB: flood.after.heapMiB,
      floodExternalMiB: flood.after.externalMiB,
      ...latency,
    };
  } finally {
    client.kill();
  }
}
