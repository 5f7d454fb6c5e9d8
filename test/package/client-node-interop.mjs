// Proves that fromClientNode turns a KubeConfig of the real @kubernetes/client-node into a config that works.
//
//     node client-node-interop.mjs [kubeconfig [context…]]
//
// Runs inside a project that installed kube-informers and @kubernetes/client-node, on the Node that runs it. With a
// kubeconfig: lists the pods of each of its contexts (all, unless some are named). Without one: starts an API server
// behind TLS that wants a token or a certificate, and goes through what client-node knows: a token, basic auth, a client
// certificate, an exec plugin, and the plugin's next token when the server rejected the first. Exits with 0 when all
// of it worked; the last line says what did.
import assert from 'node:assert/strict';

import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import http from 'node:http';
import https from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { KubeConfig } from '@kubernetes/client-node';
import { Clientset, fromClientNode, isUnauthorized } from 'kube-informers';

const { version } = JSON.parse(
  await readFile(
    join(fileURLToPath(import.meta.resolve('@kubernetes/client-node')), '../../package.json'),
    'utf8',
  ),
);

/** Lists the pods with what client-node's KubeConfig says. */
async function listPods(kubeConfig, namespace) {
  const config = fromClientNode(kubeConfig);
  const clientset = new Clientset(config);
  try {
    const list = await clientset
      .coreV1()
      .pods(namespace ?? config.namespace)
      .list();
    return list.items.map((pod) => pod.metadata.name);
  } finally {
    await clientset.close();
  }
}

// For 127.0.0.1, until 2126; known to everybody, so good for nothing but this.
const cert = `-----BEGIN CERTIFICATE-----
MIIBjDCCATKgAwIBAgIUVH9VpMQgRSn8CBe/zRqteTjocyMwCgYIKoZIzj0EAwIw
EjEQMA4GA1UEAwwHaW50ZXJvcDAgFw0yNjExMjAxNDQwMjFaGA8yMTI2MTAyNzE0
NDAyMVowEjEQMA4GA1UEAwwHaW50ZXJvcDBZMBMGByqGSM49AgEGCCqGSM49AwEH
A0IABMthaC55kEiUbNcMpXcDQv1SMU7FNLzRTlotIsqvodySiZLZ0xu8EWloa5qQ
R5vQYXICqOvis9H2MH18qCpf9f6jZDBiMB0GA1UdDgQWBBQmOHnkHtC5ORLChIce
sJvxzy1WojAfBgNVHSMEGDAWgBQmOHnkHtC5ORLChIcesJvxzy1WojAPBgNVHRMB
Af8EBTADAQH/MA8GA1UdEQQIMAaHBH8AAAEwCgYIKoZIzj0EAwIDSAAwRQIgFs6P
JvZZw0N0R6bGt6+JfV7ZCWaDfekUSXyoUPSfyB8CIQDNgI0hbmu0bwtInRss3c4s
EnBvPjO7OpikAbeiS70+tg==
-----END CERTIFICATE-----
`;
const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgSnQH+8Ta3ZAWN7PJ
HtekE+HR0xogz71cFdH+wTO/sd+hRANCAATLYWgueZBIlGzXDKV3A0L9UjFOxTS8
0U5aLSLKr6HckomS2dMbvBFpaGuakEeb0GFyAqjr4rPR9jB9fKgqX/X+
-----END PRIVATE KEY-----
`;

const [kubeconfig, ...contexts] = process.argv.slice(2);
const done = kubeconfig === undefined ? await ownServer() : await theirs(kubeconfig, contexts);
process.stdout.write(
  `@kubernetes/client-node ${version} on Node ${process.versions.node}: ${done.join(', ')}\n`,
);

async function theirs(file, names) {
  const all = new KubeConfig();
  all.loadFromFile(file);
  const results = [];
  for (const name of names.length > 0 ? names : all.getContexts().map((context) => context.name)) {
    const kubeConfig = new KubeConfig();
    kubeConfig.loadFromFile(file);
    kubeConfig.setCurrentContext(name);
    results.push(`${name}: ${(await listPods(kubeConfig)).length} pods`);
  }
  return results;
}

async function ownServer() {
  const { ApiServer } = await import('@kube-informers/testing');
  const dir = await mkdtemp(join(tmpdir(), 'kube-informers-interop-'));
  const api = await ApiServer.start();
  const tokens = new Set(['good-token']);
  const front = await startFront(api.url, (request) => {
    const [scheme, value = ''] = (request.headers.authorization ?? '').split(' ');
    if (scheme === 'Bearer') return tokens.has(value);
    if (scheme === 'Basic') return Buffer.from(value, 'base64').toString() === 'me:password';
    // Node takes a resumed session for authorized, whatever it was before.
    return request.socket.authorized && request.socket.getPeerCertificate().subject?.CN === 'interop';
  });
  const done = [];
  try {
    const inside = new Clientset({ host: api.url });
    await inside
      .coreV1()
      .pods('default')
      .create({ metadata: { name: 'web' }, spec: { containers: [{ name: 'c', image: 'i' }] } });
    await inside.close();

    const as = (user) => {
      const kubeConfig = new KubeConfig();
      kubeConfig.loadFromString(
        JSON.stringify({
          clusters: [
            { name: 'it', cluster: { server: front.url, 'certificate-authority-data': base64(cert) } },
          ],
          users: [{ name: 'it', user }],
          contexts: [{ name: 'it', context: { cluster: 'it', user: 'it', namespace: 'default' } }],
          'current-context': 'it',
        }),
      );
      return kubeConfig;
    };
    const works = async (what, user) => {
      assert.deepEqual(await listPods(as(user)), ['web'], what);
      done.push(what);
    };

    await works('token', { token: 'good-token' });
    await works('basic auth', { username: 'me', password: 'password' });
    await works('client certificate', {
      'client-certificate-data': base64(cert),
      'client-key-data': base64(key),
    });
    for (const user of [{ token: 'wrong' }, {}])
      await assert.rejects(listPods(as(user)), isUnauthorized, 'a wrong token and none are refused');
    done.push('401 without');

    // Each run of the plugin gives the next token: plugin-1, plugin-2, … It says that they are expired, since client-node
    // 2.x never runs a plugin again that names no date.
    const plugin = join(dir, 'plugin.cjs');
    const runs = join(dir, 'runs');
    await writeFile(
      plugin,
      `const fs = require('node:fs');
       fs.appendFileSync(${JSON.stringify(runs)}, 'x');
       const token = 'plugin-' + fs.readFileSync(${JSON.stringify(runs)}, 'utf8').length;
       const status = { token, expirationTimestamp: '2000-01-01T00:00:00Z' };
       console.log(JSON.stringify({ kind: 'ExecCredential', apiVersion: 'client.authentication.k8s.io/v1', status }));`,
    );
    const exec = {
      apiVersion: 'client.authentication.k8s.io/v1',
      command: process.execPath,
      args: [plugin],
      interactiveMode: 'Never',
    };
    tokens.add('plugin-1');
    await works('exec plugin', { exec });
    // The server takes neither the second token nor the first any more: only asking once again helps.
    tokens.delete('plugin-1');
    tokens.add('plugin-3');
    await works('exec plugin again after a 401', { exec });
    assert.equal(await readFile(runs, 'utf8'), 'xxx');
  } finally {
    await front.close();
    await api.stop();
    await rm(dir, { recursive: true, force: true });
  }
  return done;
}

/** TLS and authentication before the embedded API server, which speaks plain HTTP. */
async function startFront(target, allowed) {
  const options = { cert, key, ca: cert, requestCert: true, rejectUnauthorized: false };
  const server = https.createServer(options, (request, response) => {
    if (!allowed(request)) {
      const status = {
        kind: 'Status',
        apiVersion: 'v1',
        status: 'Failure',
        reason: 'Unauthorized',
        code: 401,
      };
      response.writeHead(401, { 'content-type': 'application/json' }).end(JSON.stringify(status));
      return;
    }
    const { authorization: _secret, ...headers } = request.headers;
    const onward = http.request(target + request.url, { method: request.method, headers, agent: false });
    onward.on('response', (answer) => {
      response.writeHead(answer.statusCode, answer.headers);
      answer.pipe(response);
    });
    onward.on('error', () => response.destroy());
    request.pipe(onward);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `https://127.0.0.1:${server.address().port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
  };
}

function base64(text) {
  return Buffer.from(text).toString('base64');
}
