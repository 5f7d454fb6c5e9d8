import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { networkInterfaces } from 'node:os';
import { resolve } from 'node:path';
import { expect, test, vi } from 'vitest';
import { TestCluster } from '../../packages/cli/src/cli.test-support.js';
import type { Clientset, SharedInformerFactory } from 'kube-informers';
import type { Inspector } from '@kube-informers/inspector';

const root = resolve(import.meta.dirname, '../..');
const token = 'a-token-of-24-characters';

/** What the program declares. */
interface Program {
  readonly server: Server;
  readonly clientset: Clientset;
  readonly factory: SharedInformerFactory;
  readonly handler: Inspector;
}

/** An address of this machine that other machines could use. */
const address = Object.values(networkInterfaces())
  .flatMap((addresses) => addresses ?? [])
  .find(({ family, internal }) => family === 'IPv4' && !internal)?.address;

/** Runs the program of the page's section on health endpoints. */
async function run(cluster: TestCluster, name: string): Promise<Program> {
  const page = await readFile(resolve(root, 'docs/inspector.md'), 'utf8');
  const section = page.slice(page.indexOf('## Health endpoints'));
  const [, code = ''] = /^```ts run.*\n([^]*?)^```$/m.exec(section) ?? [];
  const source = (name: string): string => `'${root}/packages/${name}/src/index.ts'`;
  const file = cluster.folder.file(`${name}.ts`);
  await writeFile(
    file,
    `${code
      .replaceAll("'kube-informers'", source('kube-informers'))
      .replaceAll("'@kube-informers/inspector'", source('inspector'))}
export { server, clientset, factory, handler };`,
  );
  return (await import(/* @vite-ignore */ file)) as Program;
}

// Without a network there is only the loopback address.
test.skipIf(address === undefined)(
  "the guide's program answers probes at the Pod's address, and Prometheus with the token",
  async () => {
    await using cluster = await TestCluster.start();
    vi.stubEnv('KUBECONFIG', cluster.env.KUBECONFIG);
    vi.stubEnv('PORT', '0');
    try {
      for (const given of [undefined, token]) {
        vi.stubEnv('INSPECTOR_TOKEN', given);
        const { server, clientset, factory, handler } = await run(cluster, given === undefined ? 'a' : 'b');
        // Listening on a port, so not a pipe's name.
        const { port } = server.address() as AddressInfo;
        const status = async (host: string, path: string, headers: Record<string, string> = {}) =>
          (await fetch(`http://${host}:${port}${path}`, { headers: { ...headers, connection: 'close' } }))
            .status;
        const host = address ?? '';
        for (const path of ['/livez', '/readyz', '/healthz', '/readyz/caches'])
          expect([path, await status(host, path)]).toEqual([path, 200]);
        const authorization = `Bearer ${token}`;
        for (const path of ['/metrics', '/api/state', '/statusz']) {
          expect([path, await status(host, path)]).toEqual([path, given === undefined ? 403 : 401]);
          const withToken = await status(host, path, { authorization });
          expect([path, withToken]).toEqual([path, given === undefined ? 403 : 200]);
        }
        expect(await status('127.0.0.1', '/metrics')).toBe(given === undefined ? 200 : 401);
        handler.close();
        await factory.stop();
        await clientset.close();
        server.close();
        await once(server, 'close');
      }
    } finally {
      vi.unstubAllEnvs();
    }
  },
);
