import type { ServerResponse } from 'node:http';
import { describe, expect, test } from 'vitest';
import type { KubernetesObject } from '../../../packages/kube-informers/src/meta/types.js';
import type { WatchEvent, WatchStream } from '../../../packages/kube-informers/src/meta/watch.js';
import { network } from '../../../packages/kube-informers/src/rest/fixtures/server.test-support.js';
import type { RestWatchRequest } from '../../../packages/kube-informers/src/rest/request.js';

const { serve, client } = network();

const pod = (name: string): KubernetesObject => ({ apiVersion: 'v1', kind: 'Pod', metadata: { name } });
const table = [
  { type: 'ADDED', object: pod('first') },
  { type: 'MODIFIED', object: pod('second') },
  { type: 'DELETED', object: pod('last') },
] as const;

/** A watch on a server that sends what the test defines; resolves when the headers have arrived. */
async function open(
  contentType: string,
  play: (response: ServerResponse) => void,
  request: Partial<RestWatchRequest> = {},
): Promise<{ watch: WatchStream<KubernetesObject>; closed: () => Promise<void> }> {
  const server = await serve((_request, response) => {
    response.writeHead(200, { 'content-type': contentType });
    play(response);
  });
  const watch = await client({ host: server.url }).watch({ path: '/api/v1/pods', ...request });
  return { watch, closed: () => server.drained() };
}

function send(...events: readonly object[]) {
  return (response: ServerResponse): void => {
    response.end(events.map((event) => `${JSON.stringify(event)}\n`).join(''));
  };
}

async function all(watch: WatchStream<KubernetesObject>): Promise<WatchEvent<KubernetesObject>[]> {
  const events: WatchEvent<KubernetesObject>[] = [];
  for await (const event of watch) events.push(event);
  return events;
}

describe('TestDecoder', () => {
  test.each(['ADDED', 'DELETED', 'MODIFIED', 'ERROR', 'BOOKMARK'])('%s, then the end', async (type) => {
    const { watch } = await open('application/json', send({ type, object: pod('foo') }));
    expect(await watch.nextBatch()).toEqual([{ type, object: pod('foo') }]);
    expect(await watch.nextBatch()).toBeUndefined();
  });

  test('fails on an unknown type, after the events before it', async () => {
    const { watch } = await open('application/json', send(table[0], { type: 'PATCHED', object: {} }));
    expect(await watch.nextBatch()).toEqual([table[0]]);
    await expect(watch.nextBatch()).rejects.toMatchObject({ code: 'ERR_WATCH_DECODE' });
  });
});

test('TestDecoder_SourceClose: a source that closes before any event is an end, without an error', async () => {
  const { watch } = await open('application/json', send());
  expect(await watch.nextBatch()).toBeUndefined();
});

describe('TestStreamWatcherError', () => {
  test('reports a decode error once and closes the stream', async () => {
    const { watch, closed } = await open('application/json', (response) => {
      response.write(`${JSON.stringify(table[0])}\nno JSON\n${JSON.stringify(table[1])}\n`);
    });
    expect(await watch.nextBatch()).toEqual([table[0]]);
    await expect(watch.nextBatch()).rejects.toMatchObject({ code: 'ERR_WATCH_DECODE' });
    expect(await watch.nextBatch()).toBeUndefined();
    watch.stop();
    expect(await watch.nextBatch()).toBeUndefined();
    await closed();
  });
});

describe('the content type of the answer', () => {
  test.each(['application/json', 'application/json;stream=watch', 'application/json; charset=utf-8'])(
    'TestWatchNonDefaultContentType: reads %s, whatever was requested',
    async (type) => {
      const { watch } = await open(type, send(...table), { accept: 'application/vnd.kubernetes.protobuf' });
      expect(await all(watch)).toEqual(table);
    },
  );

  test.each(['foobar', 'text/plain', 'text/html', 'application/vnd.kubernetes.protobuf;stream=watch'])(
    'TestWatchUnknownContentType: %s is an error',
    async (type) => {
      await expect(open(type, send(...table))).rejects.toMatchObject({
        code: 'ERR_NOT_KUBERNETES',
        message: expect.stringContaining(type.split(';')[0] ?? '') as unknown,
      });
    },
  );
});
