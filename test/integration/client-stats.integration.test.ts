import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { Clientset } from '../../packages/kube-informers/src/client/clientset.js';
import { loadConfig } from '../../packages/kube-informers/src/kubeconfig/load-config.js';
import { freshNamespace } from './harness.js';

interface KubeConfig {
  readonly 'current-context': string;
  readonly contexts: readonly { readonly name: string; readonly context: { readonly user: string } }[];
  readonly users: { readonly name: string; user: Readonly<Record<string, unknown>> }[];
}

/** A clientset whose credentials come from a plugin, which prints those of the current user of KUBECONFIG. */
async function connectByPlugin(): Promise<Clientset> {
  const kubeconfig = process.env['KUBECONFIG'] ?? '';
  const config = parse(await readFile(kubeconfig, 'utf8')) as KubeConfig;
  const context = config.contexts.find(({ name }) => name === config['current-context'])?.context;
  const current = config.users.find(({ name }) => name === context?.user);
  if (current === undefined) throw new Error(`${kubeconfig} has no user for its current context`);
  const decoded = (field: string): string | undefined => {
    const value = current.user[field];
    return value === undefined ? undefined : Buffer.from(value as string, 'base64').toString();
  };
  const apiVersion = 'client.authentication.k8s.io/v1';
  const credential = {
    apiVersion,
    kind: 'ExecCredential',
    status: {
      token: current.user['token'],
      clientCertificateData: decoded('client-certificate-data'),
      clientKeyData: decoded('client-key-data'),
    },
  };
  const args = ['-e', `console.log(${JSON.stringify(JSON.stringify(credential))})`];
  current.user = { exec: { apiVersion, command: process.execPath, args, interactiveMode: 'Never' } };
  const read = async (path: string): Promise<string> =>
    path === kubeconfig ? stringify(config) : readFile(path, 'utf8');
  return new Clientset(await loadConfig({ kubeconfig, readFile: read }));
}

test('a client counts the bytes of both directions and the runs of its credential plugin', async () => {
  await using clientset = await connectByPlugin();
  const namespace = await freshNamespace(clientset);
  const configMaps = clientset.coreV1().configMaps(namespace);
  const before = clientset.stats();
  expect(before.execCalls).toEqual([{ exitCode: 0, status: 'no_error', count: 1 }]);

  // Random text, which compression does not shrink below three quarters.
  const a = Buffer.from(crypto.getRandomValues(new Uint8Array(60_000))).toString('base64');
  await configMaps.create({ metadata: { name: 'large' }, data: { a } });
  const written = clientset.stats();
  expect(written.sentBytes - before.sentBytes).toBeGreaterThan(a.length);
  expect(written.sentBytes - before.sentBytes).toBeLessThan(a.length + 1000);

  expect((await configMaps.get('large')).data).toEqual({ a });
  const read = clientset.stats();
  expect(read.receivedBytes - written.receivedBytes).toBeGreaterThan(60_000);
  expect(read.receivedBytes - written.receivedBytes).toBeLessThan(a.length + 2000);
  expect(read.sentBytes).toBe(written.sentBytes);
  expect(read.execCalls).toEqual(before.execCalls);
  await clientset.coreV1().namespaces().delete(namespace);
});
