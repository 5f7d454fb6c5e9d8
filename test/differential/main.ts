/** Compares the embedded server with a real one: see `arguments.ts` for how to run it. */
import { isDeepStrictEqual } from 'node:util';
import { canStartServers } from '../integration/own-server.js';
import { admit } from './admission.js';
import { parseArguments, usage } from './arguments.js';
import type { DifferentialArguments } from './arguments.js';
import { keep, readCorpus, readKept, write } from './corpus.js';
import type { KeptSequence } from './corpus.js';
import { answersOf, Duel, runSequence } from './duel.js';
import type { Difference, Servers } from './duel.js';
import { Generator } from './generate.js';
import { resources } from './resources.js';
import type { JsonFields, Operation, Sequence } from './sequence.js';
import { embeddedServer, realServer } from './servers.js';
import type { Server } from './servers.js';
import { shrink } from './shrink.js';
import { isFields } from './values.js';
import { startWebhooks } from './webhook-answers.js';

/** Differences that are shortened and printed; more of the same signature are only counted. */
const maxShrunk = 60;

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

async function main(): Promise<number> {
  if (process.argv.includes('--help')) {
    say(usage);
    return 0;
  }
  const options = parseArguments(process.argv.slice(2));
  if (!canStartServers)
    throw new Error(
      'set KUBEBUILDER_ASSETS to the folder of kube-apiserver and etcd, as CONTRIBUTING.md describes',
    );
  if (options.admission) return await withAdmission(options);
  await using real = await realServer();
  await using embedded = await embeddedServer();
  const servers = { embedded, real, resources };
  if (options.replay !== undefined) return await replay(servers, options.replay);
  const replayed = await runCorpus(servers, options);
  return (await explore(servers, options)) + replayed === 0 ? 0 : 1;
}

async function withAdmission(options: DifferentialArguments): Promise<number> {
  await using webhooks = await startWebhooks();
  await using real = await realServer(webhooks);
  await using embedded = await embeddedServer(webhooks);
  const admitted = await admit({ embedded, real }, options.seed);
  say(`admission: ${admitted.refused} definitions and policies were refused by both`);
  for (const difference of admitted.differences) say(`DIFFERENCE in what may be stored: ${difference}`);
  const servers = { embedded, real, resources: admitted.resources };
  if (options.replay !== undefined) return await replay(servers, options.replay);
  const explored = await explore(servers, options);
  return explored + admitted.differences.length === 0 ? 0 : 1;
}

/** Runs the corpus; returns the number of sequences with a difference. */
async function runCorpus(servers: Servers, { corpus, record }: DifferentialArguments): Promise<number> {
  const kept = readCorpus(corpus);
  let failed = 0;
  const run = async ([file, sequence]: readonly [string, KeptSequence]): Promise<void> => {
    const difference = await runSequence(servers, sequence);
    if (difference !== undefined) {
      failed++;
      say(`DIFFERENCE ${difference.signature}\n  repeat: npm run differential -- --replay ${file}`);
    }
    if (record) write(file, { ...sequence, answers: await answersOf(servers.real, resources, sequence) });
    else if (!(await answersSame(servers.real, sequence))) {
      failed++;
      say(
        `the real server answers differently than when ${file} was written: --record writes its answers again`,
      );
    }
  };
  // At the same time: each waits for the beginning of a second.
  await Promise.all([...kept].map(run));
  say(`corpus: ${kept.size} sequences, ${failed} with a difference`);
  return failed;
}

/** A real server may decide by a watch cache that is behind. */
async function answersSame(real: Server, kept: KeptSequence): Promise<boolean> {
  for (let run = 0; run < 3; run++)
    if (isDeepStrictEqual(await answersOf(real, resources, kept), kept.answers)) return true;
  return false;
}

async function replay(servers: Servers, file: string): Promise<number> {
  const { resource, operations } = readKept(file);
  const duel = new Duel(servers, resource);
  let differences = 0;
  for (const operation of operations) {
    const { difference, embedded, real } = await duel.run(operation);
    say(JSON.stringify(operation));
    if (difference === undefined) say(`  both ${JSON.stringify(real?.outcome)}`);
    else say(`  real ${JSON.stringify(real?.outcome)}\n  embedded ${JSON.stringify(embedded?.outcome)}`);
    if (difference !== undefined) differences++;
  }
  await duel.remove();
  return differences === 0 ? 0 : 1;
}

/** Runs random sequences; returns the number of different differences. */
async function explore(servers: Servers, options: DifferentialArguments): Promise<number> {
  const { seed, from, sequences, only, jobs, corpus } = options;
  const possible = servers.resources.filter(({ resource }) => only === undefined || resource === only);
  say(`differential: seed ${seed}, sequences ${from} to ${from + sequences - 1}`);
  const started = performance.now();
  const seen = new Map<string, number>();
  let next = from;
  let end = from + sequences;
  let requests = 0;
  const lane = async (): Promise<void> => {
    while (next < end) {
      const number = next++;
      const { sequence, difference } = await generated(servers, new Generator(seed, number, possible));
      requests += sequence.operations.filter(({ verb }) => verb !== 'tick').length;
      if (number % 1000 === 999)
        say(`${number + 1} sequences after ${Math.round((performance.now() - started) / 1000)} s`);
      if (difference === undefined) continue;
      const key = `${only ?? sequence.resource} ${difference.signature}`;
      const count = seen.get(key) ?? 0;
      seen.set(key, count + 1);
      if (count === 0 && seen.size <= maxShrunk)
        await report(servers, options.admission ? undefined : corpus, number, sequence, difference);
    }
  };
  const stopping = async (): Promise<void> => {
    try {
      await lane();
    } catch (error) {
      // The others end with their sequences, before the servers are stopped.
      end = 0;
      throw error;
    }
  };
  const lanes = await Promise.allSettled(Array.from({ length: jobs }, stopping));
  for (const ended of lanes) if (ended.status === 'rejected') throw ended.reason;
  for (const [signature, count] of seen) say(`${count} × ${signature}`);
  const seconds = Math.round((performance.now() - started) / 1000);
  say(`${sequences} sequences, ${requests} requests, ${seconds} s, ${seen.size} differences`);
  return seen.size;
}

interface Generated {
  readonly sequence: Sequence;
  readonly difference: Difference | undefined;
}

async function generated(servers: Servers, generator: Generator): Promise<Generated> {
  const { resource } = generator.resource;
  const duel = new Duel(servers, resource);
  const operations: Operation[] = [];
  const run = async (operation: Operation): ReturnType<Duel['run']> => {
    operations.push(operation);
    return duel.run(operation);
  };
  const done = async (difference: Difference | undefined): Promise<Generated> => {
    const sequence = { resource, operations };
    return {
      sequence,
      difference: difference && (await runSequence(servers, sequence)),
    };
  };
  try {
    let current: JsonFields | undefined;
    while (operations.length < generator.length) {
      const version = generator.nextVersion();
      if (current !== undefined) {
        const read = await run({ verb: 'get', version });
        if (read.difference !== undefined) return done(read.difference);
        current = objectOf(read.real?.answer.text);
      }
      const operation = generator.next(version, current);
      const { difference, real } = await run(operation);
      if (difference !== undefined) return done(difference);
      if (operation.verb !== 'tick') current = real?.answer.status === 404 ? undefined : (current ?? {});
    }
    for (const version of Object.keys(generator.resource.versions)) {
      const { difference } = await run({ verb: 'get', version });
      if (difference !== undefined) return done(difference);
    }
    return done(undefined);
  } finally {
    await duel.remove();
  }
}

function objectOf(text: string | undefined): JsonFields | undefined {
  const value: unknown = JSON.parse(text ?? 'null');
  const object = value as JsonFields | null; // what JSON.parse returns
  return isFields(object) && object['kind'] !== 'Status' ? object : undefined;
}

async function report(
  servers: Servers,
  corpus: string | undefined,
  number: number,
  found: Sequence,
  first: Difference,
): Promise<void> {
  const { sequence, difference } = await shrink(servers, found, first);
  const kept =
    corpus === undefined
      ? ''
      : `, ${keep(corpus, { ...sequence, answers: await answersOf(servers.real, resources, sequence) })}`;
  say(
    [
      '',
      `DIFFERENCE ${sequence.resource} ${difference.signature} (sequence ${number}${kept})`,
      ...sequence.operations.map((operation) => `  ${JSON.stringify(operation)}`),
      `  ${difference.shown}`,
      `  real:     ${JSON.stringify(difference.real)}`,
      `  embedded: ${JSON.stringify(difference.embedded)}`,
    ].join('\n'),
  );
}

process.exitCode = await main();
