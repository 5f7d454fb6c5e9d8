// CPU of a request to a webhook at 1,000 requests a second, beside the same request to a bare https server, in five rounds:
// `npm run build && node bench/webhook/run.mjs [SECONDS]`.
import { Agent, createServer, request } from 'node:https';
import { once } from 'node:events';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execFileSync, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const rate = 1000;
const rounds = 5;
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
if (process.argv[2] === 'serve') await serve(process.argv[3], process.argv[4]);
else await compare(Number(process.argv[2] ?? 10));

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

async function compare(seconds) {
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
  const found = { bare: [], webhooks: [] };
  for (let round = 0; round < rounds; round++)
    for (const kind of round % 2 === 0 ? ['bare', 'webhooks'] : ['webhooks', 'bare'])
      found[kind].push(await measure(kind, folder, ca, seconds));
  rmSync(folder, { recursive: true });
  const ratios = found.bare.map(({ cpuUs }, round) => found.webhooks[round].cpuUs / cpuUs);
  const row = (name, kind) => {
    const [cpuUs, withinMs] = ['cpuUs', 'withinMs'].map((each) =>
      median(found[kind].map((all) => all[each])),
    );
    console.log(`| ${name} | ${cpuUs.toFixed(0)} | ${withinMs.toFixed(1)} |`);
  };
  console.log(
    `${rate} requests a second of ${body.length} bytes, ${seconds} s, medians of ${rounds} rounds, Node ${process.versions.node}\n`,
  );
  console.log('| server | µs of CPU a request | 99 % answered within ms |');
  console.log('| --- | --: | --: |');
  row('a bare `https` server', 'bare');
  row('`Webhooks`, one validating handler', 'webhooks');
  console.log(`\nratio of the CPU, median of the rounds: ${median(ratios).toFixed(2)}`);
}

function median(values) {
  return values.toSorted((a, b) => a - b)[(values.length - 1) / 2];
}

async function measure(kind, folder, ca, seconds) {
  const child = fork(file, ['serve', kind, folder]);
  const [{ port }] = await once(child, 'message');
  const agent = new Agent({ keepAlive: true, maxSockets: 100 });
  const cpu = async () => {
    child.send('cpu');
    const [message] = await once(child, 'message');
    return message.cpu.user + message.cpu.system;
  };
  const times = [];
  const send = async () => {
    const from = performance.now();
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
    times.push(performance.now() - from);
  };
  /** Sends them evenly, whether earlier ones have been answered or not. */
  const run = async (count) => {
    const from = performance.now();
    const sent = [];
    while (sent.length < count) {
      const due = Math.min(count, Math.ceil(((performance.now() - from) / 1000) * rate));
      while (sent.length < due) sent.push(send());
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
    await Promise.all(sent);
  };
  await run(2 * rate);
  times.length = 0;
  const before = await cpu();
  await run(seconds * rate);
  const cpuUs = ((await cpu()) - before) / (seconds * rate);
  agent.destroy();
  child.kill();
  return { cpuUs, withinMs: times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] };
}
