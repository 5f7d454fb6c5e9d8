import { Client } from './processes.mjs';
import { quantile } from './report/statistics.mjs';
import { firstEventVersion } from './server/pods.mjs';

/** Changes a second at which latency is measured. */
export const latencyRates = [100, 1000];

/** A flood is one event for each pod, but takes long enough to be measured, and no longer than that needs. */
const leastFlood = 20_000;
const mostFlood = 50_000;

/** From so many pods on, participants are given a limit for their heap, all the same: V8's own is 2 to 4 GiB. */
const largeCache = 50_000;
const heapLimitMiBPerPod = 0.04;

/** One participant, once: every figure of its row. Rejects when it failed, in words. */
export async function measure({ server, row, pods, latencySeconds, syncOnly, profile, heapProfile }) {
  const { participant, options } = row;
  const { bytesPerPod } = await server.ask('reset', {
    pods,
    protobuf: participant.protobuf,
  });
  const limitMs = 120_000 + pods * 2;
  const { baseUrl } = server;
  const client = participant.isGo
    ? Client.ofLines({
        command: row.binary,
        env: options.env,
        setup: { baseUrl, pods, firstEventVersion, spawnedMs: 0 },
        limitMs,
      })
    : Client.ofNode({
        binary: row.binary,
        flags: nodeFlags(pods),
        setup: {
          module: participant.module,
          options,
          baseUrl,
          pods,
          name: `${row.row}, ${pods} pods`,
          profile,
          heapProfile,
        },
        limitMs,
      });
  try {
    await client.answer();
    const sync = await client.phase('sync');
    const flooded = syncOnly ? {} : await measureFlood(client, server, pods, latencySeconds);
    const { held } = await client.phase('finish');
    if (held !== pods) throw new Error(`it holds ${held} of ${pods} pods`);
    const { requests } = await server.ask('requests');
    return {
      bytesPerPod,
      requests: requestKinds(requests),
      syncMs: sync.syncMs,
      syncCpuSeconds: sync.cpuSeconds,
      syncPauseMs: sync.pauseMs,
      syncOwnPauseMs: sync.ownPauseMs,
      syncGcPauseMs: sync.gcPauseMs,
      syncPeakRssMiB: sync.peakRssMiB,
      heapMiB: sync.after.heapMiB,
      externalMiB: sync.after.externalMiB,
      rssMiB: sync.after.rssMiB,
      ...flooded,
    };
  } finally {
    client.kill();
  }
}

/** The figures of a flood, and of changes at a rate after it. */
async function measureFlood(client, server, pods, latencySeconds) {
  const events = Math.min(Math.max(leastFlood, pods), mostFlood);
  const flood = await client.phase('flood', { events }, () => server.ask('flood', { events }));
  const latency = {};
  let from = events + 1;
  for (const rate of latencySeconds === 0 ? [] : latencyRates) {
    const count = rate * latencySeconds;
    const { arrivedMs, sentMs } = await client.phase('latency', { from, events: count }, () =>
      server.ask('pace', { rate, events: count }),
    );
    const delays = arrivedMs.map((arrived, index) => arrived - sentMs[index]);
    if (delays.some(Number.isNaN)) {
      throw new Error(`some of ${count} events never reached the last handler`);
    }
    latency[`p50At${rate}Ms`] = quantile(delays, 0.5);
    latency[`p99At${rate}Ms`] = quantile(delays, 0.99);
    from += count;
  }
  return {
    eventsPerSecond: (events * 1000) / (flood.endedMs - flood.startedMs),
    floodCpuSeconds: flood.cpuSeconds,
    floodPauseMs: flood.pauseMs,
    floodOwnPauseMs: flood.ownPauseMs,
    floodGcPauseMs: flood.gcPauseMs,
    ...latency,
  };
}

/** What Node is started with beside --expose-gc. */
export function nodeFlags(pods) {
  if (pods < largeCache) return [];
  return [`--max-old-space-size=${Math.ceil((pods * heapLimitMiBPerPod) / 1000) * 1000}`];
}

/** Requests of one kind once, with their number: pages differ in their token alone. */
export function requestKinds(requests) {
  const counts = new Map();
  for (const request of requests) {
    const kind = request.replace(/([?&]continue=)[^&]*/, '$1…');
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  return [...counts].map(([kind, count]) => (count === 1 ? kind : `${count} × ${kind}`));
}
