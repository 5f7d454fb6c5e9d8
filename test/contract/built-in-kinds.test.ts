import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { outcomeOf } from '../built-in-kinds/compare.js';
import type { Mutation } from '../built-in-kinds/mutations.js';
import { samples } from '../built-in-kinds/objects.js';
import { embeddedSend } from '../built-in-kinds/servers.js';
import type { Sender } from '../built-in-kinds/servers.js';

/** What kube-apiserver refuses: `npm run kinds -- --record FILE` writes the file. */
const cases = JSON.parse(
  readFileSync(new URL('./built-in-kinds-cases.json', import.meta.url), 'utf8'),
) as readonly (readonly [id: string, verb: 'POST' | 'PUT', mutation: Mutation, causes: readonly string[]])[];

let server: Sender;

beforeAll(async () => {
  server = await embeddedSend();
  for (const { path, object } of samples) await server.send('POST', path, object);
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
});

test.each(cases)('%s: %s of %j is refused as by kube-apiserver', async (id, verb, mutation, causes) => {
  const sample = samples.find((one) => one.id === id);
  if (sample === undefined) throw new Error(`no sample ${id}`);
  expect(await outcomeOf(server.send, { sample, verb, mutation })).toMatchObject({ code: 422, causes });
});
