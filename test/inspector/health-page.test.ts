import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { TestCluster } from '../../packages/cli/src/cli.test-support.js';
import type { SharedIndexInformer, SharedInformerFactory } from 'kube-informers';

const root = resolve(import.meta.dirname, '../..');
afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** Runs the program of a section of docs/health.md. `change` makes its parts accessible. */
async function run(
  cluster: TestCluster,
  section: string,
  change: (code: string) => string,
): Promise<Record<string, unknown>> {
  const page = await readFile(resolve(root, 'docs/health.md'), 'utf8');
  const [, code = ''] = /^```ts\n([^]*?)^```$/m.exec(page.slice(page.indexOf(`## ${section}`))) ?? [];
  const file = cluster.folder.file(`${section.replaceAll(' ', '-')}.ts`);
  await writeFile(
    file,
    change(code).replaceAll("'kube-informers'", `'${root}/packages/kube-informers/src/index.ts'`),
  );
  vi.stubEnv('KUBECONFIG', cluster.env.KUBECONFIG);
  return (await import(/* @vite-ignore */ file)) as Record<string, unknown>;
}

/** Makes the informer report this. */
function pretend(informer: SharedIndexInformer<object>, phase: string, health: object): void {
  const untilMs = Date.now() + 5400;
  vi.spyOn(informer, 'state', 'get').mockReturnValue({ phase, sinceMs: 0, untilMs } as typeof informer.state);
  vi.spyOn(informer, 'health', 'get').mockReturnValue({
    hasSynced: true,
    ...health,
  } as typeof informer.health);
}

test("the page's dashboard shows whether its list is up to date, and why not", async () => {
  await using cluster = await TestCluster.start();
  const every = vi.fn<(callback: () => void, ms: number) => void>();
  vi.stubGlobal('setInterval', every);
  const log = vi.spyOn(console, 'log').mockReturnValue(undefined);
  const program = await run(cluster, 'A dashboard', (code) => `${code}\nexport { factory, informer };`);
  const factory = program['factory'] as SharedInformerFactory;
  const informer = program['informer'] as SharedIndexInformer<object>;
  await informer.synced;
  expect(every.mock.calls[0]?.[1]).toBe(1000);
  const shown = (): unknown => {
    every.mock.calls[0]?.[0]();
    return log.mock.lastCall?.[0];
  };
  await vi.waitUntil(() => shown() === 'Live', 10_000);
  for (const [phase, health, text] of [
    ['listing', { hasSynced: false }, 'Loading (listing) …'],
    ['absent', { hasSynced: false }, 'The cluster does not have this resource.'],
    ['watching', { staleMs: 0 }, 'Live'],
    ['watching', { staleMs: 200_000 }, 'Stale (watching), 200 s old'],
    [
      'backingOff',
      { staleMs: 12_000, lastError: { code: '503' } },
      'Offline (503), 12 s old, next attempt in 5 s',
    ],
  ] as const) {
    pretend(informer, phase, health);
    expect(shown()).toBe(text);
  }
  await factory.stop();
  await factory.restClient?.close();
});

test("the page's probes fail while a cache is old, and the process stays alive", async () => {
  await using cluster = await TestCluster.start();
  const program = await run(
    cluster,
    'Probes of a Pod',
    (code) =>
      `${code.replace('createServer((', 'export const server = createServer((').replace('8081', "0, '127.0.0.1'")}\nexport { factory };`,
  );
  const factory = program['factory'] as SharedInformerFactory;
  const server = program['server'] as Server;
  await factory.waitForCacheSync();
  const { port } = server.address() as AddressInfo;
  const get = (path: string): Promise<Response> =>
    fetch(`http://127.0.0.1:${port}${path}`, { headers: { connection: 'close' } });
  expect((await get('/readyz')).status).toBe(200);
  const [informer] = factory.informers();
  if (informer !== undefined) pretend(informer, 'watching', { staleSinceMs: 0, staleMs: 61_000 });
  const refused = await get('/readyz');
  expect([refused.status, await refused.text()]).toEqual([
    503,
    expect.stringContaining('the cache of pods.v1 may be out of date'),
  ]);
  expect((await get('/livez')).status).toBe(200);
  server.close();
  await once(server, 'close');
  await factory.stop();
  await factory.restClient?.close();
});
