import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { FakeClient } from '../factories/fake-client.test-support.js';
import { SharedInformerFactory } from '../factories/shared-informer-factory.js';
import type { KubernetesList, KubernetesObject } from '../meta/types.js';
import type { ConfigMap } from '../resources/types/core-v1.js';
import { setTurn } from '../util/clock.js';
import { openSnapshot, saveSnapshot } from './snapshot.js';
import { synced } from './snapshot.test-support.js';

const count = 100_000;
const chunkBytes = 256 * 1024;

/** Lists 100,000 ConfigMaps, which never change. */
class ManyMaps extends FakeClient {
  override list<T extends KubernetesObject>(): Promise<KubernetesList<T>> {
    const items = Array.from({ length: count }, (_, n) => ({
      metadata: { name: `map-${n}`, namespace: `ns-${n % 100}`, labels: { n: String(n % 1000) } },
      data: { note: 'x'.repeat(200) },
    }));
    // Only ConfigMaps are asked for.
    return Promise.resolve({ metadata: { resourceVersion: '1' }, items: items as KubernetesObject[] as T[] });
  }
}

/** Lists one ConfigMap of 16 MiB. */
class LargeMap extends FakeClient {
  override list<T extends KubernetesObject>(): Promise<KubernetesList<T>> {
    const metadata = { name: 'large', namespace: 'default' };
    const items = [{ metadata, data: { note: 'x'.repeat(16 * 1024 * 1024) } }];
    return Promise.resolve({ metadata: { resourceVersion: '1' }, items: items as KubernetesObject[] as T[] });
  }
}

/** How often other code could run while this work was done. */
async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  let isDone = false;
  const turn = (): void => {
    turns++;
    if (!isDone) setTurn(turn);
  };
  setTurn(turn);
  await work();
  isDone = true;
  return turns;
}

test('100,000 objects are saved and read in slices, between which other code runs', async () => {
  await using factory = new SharedInformerFactory(new ManyMaps());
  const informer = await synced(factory, factory.core().v1().configMaps());
  const folder = await mkdtemp(join(tmpdir(), 'snapshot-'));
  try {
    const file = join(folder, 'maps.snapshot');
    const saving = await turnsDuring(() => saveSnapshot(informer, file));
    let snapshot: Awaited<ReturnType<typeof openSnapshot<ConfigMap>>>;
    const reading = await turnsDuring(async () => (snapshot = await openSnapshot(informer, file)));

    const chunks = Math.floor((await stat(file)).size / chunkBytes);
    expect(chunks).toBeGreaterThan(100);
    expect(saving).toBeGreaterThan(chunks / 2);
    expect(reading).toBeGreaterThan(chunks / 2);
    expect(snapshot?.lister.list()).toHaveLength(count);
    expect(snapshot?.lister.namespace('ns-7').list('n=7')).toHaveLength(100);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

test('an object that could not be read is not saved, and what was saved stays', async () => {
  await using factory = new SharedInformerFactory(new LargeMap());
  const informer = await synced(factory, factory.core().v1().configMaps());
  const folder = await mkdtemp(join(tmpdir(), 'snapshot-'));
  try {
    const file = join(folder, 'maps.snapshot');
    await writeFile(file, 'before', { mode: 0o600 });
    await expect(saveSnapshot(informer, file)).rejects.toMatchObject({
      code: 'ERR_SNAPSHOT',
      message: expect.stringContaining('an object has more than 16777216 bytes') as string,
    });
    expect(await readFile(file, 'utf8')).toBe('before');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
