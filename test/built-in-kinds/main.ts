/**
 * Prints how the embedded server's defaults and validation differ from those of the server that KUBECONFIG names; `--record FILE`
 * keeps what both refuse alike.
 */
import { writeFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { casesOf, outcomeOf } from './compare.js';
import { samples } from './objects.js';
import { embeddedSend, realSend } from './servers.js';

const [, , ...rest] = process.argv;
const recorded = rest[0] === '--record' ? rest[1] : undefined;
const only = recorded === undefined ? rest : rest.slice(2);
const kept: unknown[] = [];
const seen = new Set<string>();
await using embedded = await embeddedSend();
await using real = await realSend();
const counts = new Map<string, number>();
let total = 0;
for (const sample of samples) {
  if (only.length > 0 && !only.includes(sample.id)) continue;
  for (const server of [embedded, real])
    await server.send('DELETE', `${sample.path}/sample`, { gracePeriodSeconds: 0 });
  const versions: (string | undefined)[] = [];
  for (const server of [embedded, real]) {
    const { code, body } = await server.send('POST', sample.path, sample.object);
    versions.push((body['metadata'] as { resourceVersion?: string } | undefined)?.resourceVersion);
    if (code !== 201) process.stdout.write(`${sample.id}: not created: ${JSON.stringify(body)}\n`);
  }
  for (const run of casesOf(sample)) {
    total++;
    const [ours, theirs] = await Promise.all([
      outcomeOf(embedded.send, run, versions[0]),
      outcomeOf(real.send, run, versions[1]),
    ]);
    if (isDeepStrictEqual(ours, theirs)) {
      // One refusal of each kind and cause is kept.
      const causes = (theirs.causes ?? []).map((cause) => cause.slice(0, 40)).join();
      if (theirs.code === 422 && !seen.has(`${sample.id} ${causes}`)) {
        seen.add(`${sample.id} ${causes}`);
        kept.push([sample.id, run.verb, run.mutation, theirs.causes]);
      }
      continue;
    }
    counts.set(sample.id, (counts.get(sample.id) ?? 0) + 1);
    process.stdout.write(
      `${sample.id} ${run.verb} ${JSON.stringify(run.mutation)?.slice(0, 200)}\n  real ${show(theirs)}\n  ours ${show(ours)}\n`,
    );
  }
}
process.stdout.write(`${total} cases, differences: ${JSON.stringify(Object.fromEntries(counts))}\n`);

if (recorded !== undefined) {
  writeFileSync(recorded, `[\n${kept.map((line) => `  ${JSON.stringify(line)}`).join(',\n')}\n]\n`);
}

function show(outcome: unknown): string {
  return JSON.stringify(outcome);
}
