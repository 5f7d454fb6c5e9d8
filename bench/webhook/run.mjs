// CPU of one request to a webhook, beside the same request to a bare https server: `node bench/webhook/run.mjs` after `npm run build`.
import { Agent, createServer, request } from 'node:https';
import { once } from 'node:events';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execFileSync, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const requests = 20_000;
const atOnce = 20;
const body = JSON.stringify({
  apiVersion: 'admission.k8s.io/v1',
  kind: 'AdmissionReview',
  request: {
    uid: '6d3f8a0e-3b8a-4f6e-9f0e-0c8d6f1b2a3c',
    kind: { group: '', version: 'v1', kind: 'ConfigMap' },
    resource: { group: '', version: 'v1', resource: 'configmaps' },
    name: 'a',
    namespace: 'default',
    operation: 'UPDATE',
    userInfo: { username: 'jane', groups: ['system:authenticated'] },
    object: configMap('1'),
    oldObject: configMap('2'),
    dryRun: false,
    options: {},
  },
});

function configMap(a) {
  const data = Object.fromEntries(
    Array.from({ length: 20 }, (_, index) => [`key-${index}`, 'value '.repeat(10)]),
  );
  return {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'a', namespace: 'default' },
    data: { ...data, a },
  };
}

const file = fileURLToPath(import.meta.url);
if (process.argv[2] === undefined) await compare();
else await serve(process.argv[2], process.argv[3]);

/** The server under test, in a process of its own. */
async function serve(kind, folder) {
  const [cert, key] = ['tls.crt', 'tls.key'].map((name) => readFileSync(join(folder, name), 'utf8'));
  let port;
  if (kind === 'webhooks') {
    const { Webhooks } = await import('kube-informers/webhook');
    const { resources } = await import('kube-informers');
    const webhooks = new Webhooks({
      port: 0,
      host: '127.0.0.1',
      certificates: { cert: { data: cert }, key: { data: key } },
    });
    webhooks.validate(resources.coreV1.configMaps, ({ object }) => {
      if (object.data?.a === undefined) throw new Error('a is missing');
    });
    void webhooks.run({ signal: new AbortController().signal });
    while (webhooks.port === undefined) await new Promise((resolve) => setImmediate(resolve));
    ({ port } = webhooks);
  } else {
    const server = createServer({ cert, key }, (incoming, response) => {
      const chunks = [];
      incoming.on('data', (chunk) => chunks.push(chunk));
      incoming.on('end', () => {
        const { uid } = JSON.parse(Buffer.concat(chunks).toString()).request;
        const answer = {
          apiVersion: 'admission.k8s.io/v1',
          kind: 'AdmissionReview',
          response: { uid, allowed: true },
        };
        response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    ({ port } = server.address());
  }
  process.on('message', () => process.send({ cpu: process.cpuUsage() }));
  process.send({ port });
}

async function compare() {
  const folder = mkdtempSync(join(tmpdir(), 'webhook-bench-'));
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  writeFileSync(join(folder, 'tls.key'), privateKey.export({ type: 'pkcs8', format: 'pem' }));
  execFileSync('openssl', [
    'req',
    '-x509',
    '-key',
    join(folder, 'tls.key'),
    '-subj',
    '/CN=a',
    '-days',
    '2',
    '-addext',
    'subjectAltName=IP:127.0.0.1',
    '-out',
    join(folder, 'tls.crt'),
  ]);
  const ca = readFileSync(join(folder, 'tls.crt'), 'utf8');
  const rounds = [];
  for (let round = 0; round < 3; round++)
    rounds.push({ bare: await measure('bare', folder, ca), webhooks: await measure('webhooks', folder, ca) });
  rmSync(folder, { recursive: true });
  const middle = (values) => values.toSorted((a, b) => a - b)[1];
  const [bare, webhooks] = ['bare', 'webhooks'].map((kind) => middle(rounds.map((each) => each[kind].cpuUs)));
  console.log(`bytes of a request: ${body.length}`);
  console.log(`requests a second: ${middle(rounds.map((each) => each.webhooks.perSecond)).toFixed(0)}`);
  console.log(
    `CPU of a request: bare ${bare.toFixed(0)} µs, webhooks ${webhooks.toFixed(0)} µs, ratio ${(webhooks / bare).toFixed(2)}`,
  );
}

async function measure(kind, folder, ca) {
  const child = fork(file, [kind, folder]);
  const [{ port }] = await once(child, 'message');
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce });
  const cpu = async () => {
    child.send('cpu');
    const [message] = await once(child, 'message');
    return message.cpu.user + message.cpu.system;
  };
  const send = async () => {
    const sent = request({
      host: '127.0.0.1',
      port,
      path: '/validate?timeout=10s',
      method: 'POST',
      agent,
      ca,
      headers: { 'content-type': 'application/json', 'content-length': body.length },
    });
    sent.end(body);
    const [response] = await once(sent, 'response');
    response.resume();
    await once(response, 'end');
    if (response.statusCode !== 200) throw new Error(`status ${response.statusCode}`);
  };
  const run = async (count) => {
    let left = count;
    await Promise.all(
      Array.from({ length: atOnce }, async () => {
        while (left-- > 0) await send();
      }),
    );
  };
  await run(2000);
  const [before, from] = [await cpu(), performance.now()];
  await run(requests);
  const result = {
    cpuUs: ((await cpu()) - before) / requests,
    perSecond: requests / ((performance.now() - from) / 1000),
  };
  agent.destroy();
  child.kill();
  return result;
}
