import { spawn } from 'node:child_process';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ApiServer } from '@kube-informers/testing';
import { BuiltCommand } from '../../packages/cli/src/built-command.test-support.js';
import { TemporaryFolder } from '../../packages/cli/src/cli.test-support.js';
import { coreV1 } from '../../packages/kube-informers/src/resources/index.js';
import {
  ca,
  server as pair,
} from '../../packages/kube-informers/src/rest/fixtures/certificates.test-support.js';
import { Printed } from './printed.test-support.js';

const secrets = {
  token: 'kubeconfig-Tok3n/7Hq2',
  'token of the plugin': 'plugin-Tok3n/5Lp8',
  data: 'Data-of-Secret/0Ny7',
};
const data = Buffer.from(secrets.data).toString('base64');
let built: BuiltCommand;

beforeAll(async () => {
  built = await BuiltCommand.create();
}, 180_000);

afterAll(() => built[Symbol.asyncDispose]());

/** Runs the command in a process of its own until its output has these words, or it ends; returns its output. */
async function run(args: readonly string[], until?: RegExp): Promise<string> {
  const child = spawn(process.execPath, [built.main, ...args], {
    // Debug output of Node and undici themselves.
    env: { ...process.env, NODE_DEBUG: 'undici,fetch' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  const take = (chunk: Buffer): void => {
    text += chunk.toString();
    if (until?.test(text) === true) child.kill('SIGINT');
  };
  child.stdout.on('data', take);
  child.stderr.on('data', take);
  await new Promise((resolve) => {
    child.on('close', resolve);
  });
  return text;
}

test(
  'a process that watches Secrets with --debug prints no secret: success, 401, no server',
  { timeout: 120_000 },
  async () => {
    await using folder = await TemporaryFolder.create();
    const plugin = `const t = ${JSON.stringify(secrets['token of the plugin'])};
    for (const piece of ['my token: ', ...t, '\\n']) require('node:fs').writeSync(2, piece);
    console.log(JSON.stringify({ kind: 'ExecCredential', apiVersion: 'client.authentication.k8s.io/v1', status: { token: t } }));`;
    const exec = {
      apiVersion: 'client.authentication.k8s.io/v1',
      command: process.execPath,
      args: ['-e', plugin],
      interactiveMode: 'Never',
    };
    for (const [user, token] of [
      [{ token: secrets.token }, secrets.token],
      [{ exec }, secrets['token of the plugin']],
    ] as const) {
      const printed = new Printed(secrets);
      const server = await ApiServer.start({ token, tls: { ...pair, ca } });
      await server.create(coreV1.secrets, {
        metadata: { name: 'a', namespace: 'default' },
        data: { password: data },
      });
      const kubeconfig = (credentials: object): string =>
        JSON.stringify({
          'current-context': 'main',
          contexts: [{ name: 'main', context: { cluster: 'home', user: 'me' } }],
          users: [{ name: 'me', user: credentials }],
          clusters: [
            {
              name: 'home',
              cluster: {
                server: server.url,
                'certificate-authority-data': Buffer.from(ca).toString('base64'),
              },
            },
          ],
        });
      const good = await folder.write('good', kubeconfig(user));
      const refused = await folder.write('refused', kubeconfig({ token: `${secrets.token}-wrong` }));
      const watch = ['watch', 'secrets', '--events', '--debug', '--kubeconfig'];
      const watched = await run([...watch, good], /a +Opaque/);
      expect(watched).toMatch(/a +Opaque +1/);
      expect(await run([...watch, refused])).toMatch(/Unauthorized/);
      printed.take(watched);
      printed.take(await run([...watch, refused]));
      await server.stop();
      const alone = await run([...watch, good, '--once']);
      expect(alone).toMatch(/refused/);
      printed.take(alone);
      expect(printed.leaks()).toEqual([]);
    }
  },
);
