/**
 * Compares the embedded server's defaults and validation with those of kube-apiserver:
 *
 *     npm run kinds [-- ID ...]                 all cases, or those of these samples; fails for a new difference
 *     npm run kinds -- --record FILE [ID ...]   also keeps what both refuse alike
 *
 * It starts kube-apiserver and etcd of KUBEBUILDER_ASSETS.
 */
import { writeFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { allCases, Duel, shown, summary } from './duel.js';
import type { Answers } from './duel.js';
import { embeddedSend, realSend } from './servers.js';

const [first, file, ...others] = process.argv.slice(2);
const recorded = first === '--record' ? file : undefined;
const ids = recorded === undefined ? process.argv.slice(2) : others;

/** One refusal of each kind and cause is kept. */
const kept = new Map<string, unknown>();
function keep({ run: { sample, verb, mutation }, ours, theirs }: Answers): void {
  if (theirs.code !== 422 || !isDeepStrictEqual(ours, theirs)) return;
  const key = `${sample.id} ${(theirs.causes ?? []).map((cause) => cause.slice(0, 40)).join()}`;
  if (!kept.has(key)) kept.set(key, [sample.id, verb, mutation, theirs.causes]);
}

await using embedded = await embeddedSend();
await using real = await realSend();
const verdict = await new Duel(embedded, real).run(allCases(ids), keep);
for (const answers of verdict.unexcused) process.stdout.write(`${shown(answers)}\n`);
if (recorded !== undefined) {
  const lines = [...kept.values()].map((line) => `  ${JSON.stringify(line)}`);
  writeFileSync(recorded, `[\n${lines.join(',\n')}\n]\n`);
}
process.stdout.write(`${summary(verdict)}\n`);
if (verdict.unexcused.length > 0) process.exitCode = 1;
