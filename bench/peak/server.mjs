// An API server that writes each Secret or pod when it is asked for, and holds none.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { podObject } from '../server/pod-object.mjs';

const [count] = process.argv.slice(2).map(Number);
// Never a run of one character, which a string or a compression could share.
const noise = Array.from({ length: 4000 }, (_, index) => Math.imul(index + 1, 2654435761).toString(36)).join(
  '',
);
const watches = new Set();

/** A Secret of 20 kB, such as one of Helm's releases; one is wanted. */
function secret(index) {
  const metadata = {
    name: `sh.helm.release.v1.app-${String(index).padStart(6, '0')}.v1`,
    namespace: `team-${index % 50}`,
    uid: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
    resourceVersion: String(index + 1),
    creationTimestamp: '2026-01-01T00:00:00Z',
    labels: { owner: 'helm', version: '1', wanted: String(index === 4000) },
    managedFields: [
      {
        manager: 'Helm',
        operation: 'Update',
        apiVersion: 'v1',
        time: '2026-01-01T00:00:00Z',
        fieldsType: 'FieldsV1',
        fieldsV1: {
          'f:data': { '.': {}, 'f:release': {} },
          'f:metadata': { 'f:labels': { '.': {}, 'f:owner': {}, 'f:version': {}, 'f:wanted': {} } },
          'f:type': {},
        },
      },
    ],
  };
  const from = (index * 31) % 1000;
  return { metadata, data: { release: noise.slice(from, from + 19_000) }, type: 'helm.sh/release.v1' };
}

const objectOf = {
  secrets: ['Secret', secret],
  pods: ['Pod', (index) => podObject(index, String(index + 1))],
};

const server = createServer((request, response) => void answer(request, response));

async function answer(request, response) {
  const { pathname, searchParams } = new URL(request.url, 'http://server');
  response.setHeader('content-type', 'application/json');
  const [kind, make] = objectOf[pathname.split('/').at(-1)] ?? [];
  if (kind === undefined) return response.end('{"major":"1","minor":"37","gitVersion":"v1.37.2"}');
  const write = async (text) => response.write(text) || response.destroyed || once(response, 'drain');
  const isWatch = searchParams.get('watch') === 'true';
  const withItems = !isWatch || searchParams.get('sendInitialEvents') === 'true';
  if (!isWatch)
    await write(
      `{"kind":"${kind}List","apiVersion":"v1","metadata":{"resourceVersion":"${count}"},"items":[`,
    );
  for (let index = 0; withItems && index < count && !response.destroyed; index++) {
    const { apiVersion: _version, kind: _kind, ...object } = make(index);
    if (!isWatch) await write(`${index === 0 ? '' : ','}${JSON.stringify(object)}`);
    else await write(`${JSON.stringify({ type: 'ADDED', object: { kind, apiVersion: 'v1', ...object } })}\n`);
  }
  if (!isWatch) return response.end(']}\n');
  const annotations = withItems ? { 'k8s.io/initial-events-end': 'true' } : undefined;
  const metadata = { resourceVersion: String(count), annotations };
  response.write(`${JSON.stringify({ type: 'BOOKMARK', object: { kind, apiVersion: 'v1', metadata } })}\n`);
  watches.add(response);
  response.on('close', () => watches.delete(response));
}

/** Makes every informer list again. */
process.on('message', () => {
  const status = { kind: 'Status', apiVersion: 'v1', status: 'Failure', reason: 'Expired', code: 410 };
  for (const watch of watches) watch.end(`${JSON.stringify({ type: 'ERROR', object: status })}\n`);
});
process.on('disconnect', () => process.exit(0));
server.listen(0, '127.0.0.1', () => process.send(`http://127.0.0.1:${server.address().port}`));
