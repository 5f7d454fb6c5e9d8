// How long no candidate leads: after SIGKILL of the leader, and after SIGTERM.
import { setTimeout as sleep } from 'node:timers/promises';
import { median } from '../report/statistics.mjs';
import { Child } from './child.mjs';

/** A standby reads the Lease after 1 to 2.2 retry periods, client-go's jitter: then it knows when the Lease expires. */
const readWithin = 2.2;

/**
 * Returns seconds, medians and the extremes of so many rounds: `{ kill: { median, least, most }, stop: … }`. In each round the
 * leader ends at another point of its retry period.
 */
export async function takeover({ binary, url, entries, timings, rounds }, log = () => undefined) {
  let started = 0;
  const start = async () => {
    const identity = `candidate-${started++}`;
    const child = new Child('candidate', binary, { url, entries, identity, timings });
    const leads = child.next(({ what }) => what === 'leads');
    // Awaited only while this candidate is to lead.
    leads.catch(() => undefined);
    await child.next(({ what }) => what === 'started');
    return { child, leads };
  };
  let leader = await start();
  await leader.leads;
  const seconds = { SIGKILL: [], SIGTERM: [] };
  for (let round = 0; round < rounds; round++) {
    for (const how of ['SIGKILL', 'SIGTERM']) {
      const standby = await start();
      await sleep(timings.retryPeriodMs * (readWithin + round / rounds));
      const startMs = performance.now();
      leader.child.signal(how);
      await standby.leads;
      seconds[how].push((performance.now() - startMs) / 1000);
      await leader.child.exited;
      leader = standby;
      log(`round ${round + 1}, ${how}: ${seconds[how].at(-1).toFixed(2)} s`);
    }
  }
  await leader.child.kill('SIGTERM');
  return { kill: figures(seconds.SIGKILL), stop: figures(seconds.SIGTERM) };
}

function figures(values) {
  return { median: median(values), least: Math.min(...values), most: Math.max(...values) };
}
