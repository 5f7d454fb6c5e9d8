import { afterAll, beforeAll, expect, test } from 'vitest';
import { corpusFolder } from './arguments.js';
import { readCorpus } from './corpus.js';
import { answersOf } from './duel.js';
import { resources } from './resources.js';
import { embeddedServer } from './servers.js';
import type { Server } from './servers.js';
import type { Outcome } from './side.js';

/** Sequences to which the embedded server once answered differently, with the answers of a real server. */
const corpus = [...readCorpus(corpusFolder)];
const answers = new Map<string, Promise<readonly (Outcome | null)[]>>();
let server: Server | undefined;

beforeAll(async () => {
  const started = await embeddedServer();
  server = started;
  // At the same time: each waits for the beginning of a second.
  for (const [file, sequence] of corpus) answers.set(file, answersOf(started, resources, sequence));
  await Promise.allSettled(answers.values());
}, 60_000);

afterAll(async () => {
  await server?.[Symbol.asyncDispose]();
});

test.each(corpus)('answers as a real server: %s', async (file, kept) => {
  expect(await answers.get(file)).toEqual(kept.answers);
});
