// Every row of this library at a small size, over the sources: that it syncs, follows a flood, and is what its name says.
import * as encoder from '@kube-informers/testing/internal';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Recorder } from '../client/recorder.mjs';
import { participants } from '../participants/index.mjs';
import { handlers, load } from '../participants/kube-informers.mjs';
import { PodServer } from '../server/pod-server.mjs';
import { loadProtobuf } from '../server/protobuf-pods.mjs';

// More than a page of 1000.
const pods = 1700;
const entry = new URL('../../packages/kube-informers/src/index.ts', import.meta.url).href;
const rows = participants.filter(({ name }) => name.startsWith('kube-informers '));

let server;
let baseUrl;

beforeEach(async () => {
  server = new PodServer();
  baseUrl = `http://127.0.0.1:${await server.listen()}`;
});

afterEach(() => server.close());

test.each(rows)('$name', async ({ options, protobuf }) => {
  server.reset(pods, { protobuf: protobuf && (await loadProtobuf(encoder)) });
  const recorder = new Recorder(handlers);
  const start = await load({ ...options, entry }, { baseUrl });
  const added = recorder.adds(pods);
  const participant = await start({ baseUrl, recorder });
  await added;
  const updated = recorder.updates(1000);
  await server.flood(1000);
  await updated;
  expect(participant.size()).toBe(pods);
  // One watch-list; or two pages and a watch.
  expect(server.requests).toHaveLength(options.watchList ? 1 : 3);
  await participant.stop();
});
