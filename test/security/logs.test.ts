// Logs of containers that write anything, and servers that lie about their pods. `test/fuzz/targets/logs.ts` has more of both.
import type { ServerResponse } from 'node:http';
import { describe, expect, test } from 'vitest';
import { Clientset } from 'kube-informers';
import { network } from '../../packages/kube-informers/src/rest/fixtures/server.test-support.js';
import type { Handler } from '../../packages/kube-informers/src/rest/fixtures/server.test-support.js';

const { serve, client } = network();
const mebibyte = 1024 * 1024;

const pod = {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'web', namespace: 'shop', uid: 'uid-1' },
  spec: { nodeName: 'node-1', containers: [{ name: 'app' }] },
  status: {
    phase: 'Succeeded',
    containerStatuses: [{ name: 'app', containerID: 'x://1', state: { terminated: { exitCode: 0 } } }],
  },
};

/** The client of a server whose pod is this, and whose log is written by `log`. */
async function podsOf(seen: unknown, log: (response: ServerResponse) => void) {
  const handler: Handler = ({ url }, response) => {
    if (url.includes('/log?') || url.endsWith('/log')) {
      response.writeHead(200, { 'content-type': 'text/plain' });
      log(response);
    } else response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(seen));
  };
  const server = await serve(handler);
  return new Clientset(client({ host: server.url }, { maxRetries: 0 })).coreV1().pods('shop');
}

async function all(lines: AsyncIterable<string>): Promise<string[]> {
  const read: string[] = [];
  for await (const line of lines) read.push(line);
  return read;
}

describe('what a container writes', () => {
  const odd = [
    '{"kind":"Status","apiVersion":"v1","status":"Failure","message":"no","code":401}',
    '2999-01-01T00:00:00Z from the future',
    'HTTP/1.1 500 Internal Server Error\r',
    '\u0000\u001b]0;title\u0007\u202e',
    '',
    '__proto__',
  ];

  test('is its lines, whatever they look like', async () => {
    const pods = await podsOf(pod, (response) => void response.end(`${odd.join('\n')}\n`));
    expect(await all(pods.logs('web'))).toEqual(odd);
  });

  test('is its lines in a log that is followed, without the time of the node only', async () => {
    const stamp = '2026-01-01T00:00:00.000000000Z ';
    const pods = await podsOf(
      pod,
      (response) => void response.end(odd.map((line) => `${stamp}${line}\n`).join('')),
    );
    expect(await all(pods.logs('web', { follow: true }))).toEqual(odd);
  });

  test('needs no more memory than a piece of 1 MiB at a time if it never ends a line', async () => {
    let gone: Promise<unknown> | undefined;
    const pods = await podsOf(pod, (response) => {
      gone = new Promise((resolve) => response.on('close', resolve));
      const feed = (): void => {
        while (!response.destroyed && response.write(Buffer.alloc(mebibyte, 'x')));
      };
      response.on('drain', feed).on('error', () => undefined);
      feed();
    });
    let pieces = 0;
    for await (const piece of pods.logs('web', { follow: true })) {
      expect(piece.length).toBeLessThanOrEqual(mebibyte);
      if (++pieces === 20) break;
    }
    // Who stops reading stops the server.
    await gone;
  });
});

describe('a server that says of the pod', () => {
  const statuses = pod.status.containerStatuses;
  test.each<[string, unknown]>([
    ['nothing', {}],
    ['null', { metadata: null, spec: null, status: null }],
    [
      'lists of null',
      {
        ...pod,
        spec: { containers: [null], initContainers: null },
        status: { containerStatuses: [null, ...statuses] },
      },
    ],
    [
      'lists that are objects',
      { ...pod, spec: { containers: {} }, status: { phase: 'Succeeded', containerStatuses: { app: 1 } } },
    ],
    [
      'states of null',
      {
        ...pod,
        status: {
          phase: 'Failed',
          containerStatuses: [{ name: 'app', state: { terminated: null }, lastState: null }],
        },
      },
    ],
    [
      'names that are numbers',
      { ...pod, metadata: { ...pod.metadata, uid: 5 }, spec: { containers: [{ name: 7 }] } },
    ],
  ])('%s damages no log', async (_what, seen) => {
    const pods = await podsOf(seen, (response) => void response.end('2026-01-01T00:00:00Z one\n'));
    const options = { follow: true, container: 'app' } as const;
    // Without an end of the pod, the log is followed on.
    for await (const line of pods.logs('web', options)) {
      expect(line).toBe('one');
      break;
    }
    expect(await all(pods.logs('web'))).toEqual(['2026-01-01T00:00:00Z one']);
  });
});
