// The process of one participant: starts it, and measures each phase as the runner calls it.
import { heap, Meter, peakRss } from './meter.mjs';
import { monotonicMs, Recorder } from './recorder.mjs';

const { module, options, baseUrl, pods, name, profile, heapProfile } = JSON.parse(process.argv[2]);
// Modules are loaded before the clock starts: what loading costs is measured elsewhere.
const { handlers, load } = await import(module);
const start = await load(options, { baseUrl });
const recorder = new Recorder(handlers);
const meter = new Meter();
const profilers = await newProfilers();
let participant;

const phases = {
  async sync() {
    await heap();
    for (const profiler of profilers) await profiler.start();
    const allAdded = recorder.adds(pods);
    await meter.start();
    const startedMs = monotonicMs();
    participant = await start({ baseUrl, recorder });
    const endedMs = await allAdded;
    const metered = await meter.stop();
    const peakRssMiB = peakRss();
    for (const profiler of profilers) await profiler.stop('sync');
    return { syncMs: endedMs - startedMs, ...metered, peakRssMiB, after: await heap() };
  },
  async flood({ events }) {
    for (const profiler of profilers) await profiler.start();
    const allUpdated = recorder.updates(events);
    await meter.start();
    process.send({ armed: true });
    const endedMs = await allUpdated;
    const metered = await meter.stop();
    for (const profiler of profilers) await profiler.stop('flood');
    // What it allocated is collected and swept before the latencies are measured.
    await heap();
    return { endedMs, ...metered };
  },
  async latency({ from, events }) {
    const arrivals = recorder.timedUpdates(from, events);
    process.send({ armed: true });
    return { arrivedMs: await arrivals };
  },
  /** What the participant holds now, asked through its own way of reading. */
  async finish() {
    return { held: participant.size() };
  },
};

async function newProfilers() {
  if (profile === undefined && heapProfile === undefined) return [];
  const { CpuProfiler, HeapProfiler } = await import('./profiler.mjs');
  return [
    ...(profile === undefined ? [] : [new CpuProfiler(profile, name)]),
    ...(heapProfile === undefined ? [] : [new HeapProfiler(heapProfile, name)]),
  ];
}

process.on('message', (message) => {
  void (async () => {
    try {
      process.send({ result: await phases[message.type](message) });
    } catch (error) {
      process.send({ failed: String(error?.stack ?? error) });
    }
  })();
});
process.on('disconnect', () => process.exit(0));
process.send({ ready: true });
