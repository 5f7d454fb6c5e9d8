import { expect, test } from 'vitest';
import { SharedIndexInformer } from '../../kube-informers/src/cache/informer/shared-index-informer.js';
import type { KubernetesObject } from '../../kube-informers/src/meta/types.js';
import { FakeClock } from '../../testing/src/fake-clock.js';
import { FakeSource } from '../../testing/src/fake-source.js';
import { ChangeRecorder, comparedPerSecond, keptChanges, keptOfKey } from './change-recorder.js';

const pod = (name: string, phase: string): KubernetesObject & { status: { phase: string } } => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name, namespace: 'a' },
  status: { phase },
});

async function start() {
  const clock = new FakeClock();
  const source = new FakeSource<KubernetesObject>({ clock });
  source.add(pod('web', 'Running'));
  const informer = new SharedIndexInformer<KubernetesObject>(source, { clock });
  informer.start();
  await informer.synced;
  let emptied = 0;
  const recorder = new ChangeRecorder(informer, clock, () => void emptied++);
  const settled = async () => {
    await clock.advance(1);
  };
  return { clock, source, informer, recorder, settled, emptied: () => emptied };
}

test('records only while observed: existing objects are not changes, and the undo removes the handler', async () => {
  const { source, informer, recorder, settled, emptied } = await start();
  expect(informer.stats().handlers).toHaveLength(0);
  const undo = recorder.watch(undefined);
  expect(informer.stats().handlers).toHaveLength(1);
  await settled();
  expect(recorder.changes(undefined).changes).toEqual([]);
  source.modify(pod('web', 'Failed'));
  source.add(pod('db', 'Running'));
  source.delete(pod('db', 'Running'));
  await settled();
  expect(recorder.changes(undefined).changes).toMatchObject([
    { type: 'delete', key: 'a/db', fields: [] },
    { type: 'add', key: 'a/db', fields: [] },
    {
      type: 'update',
      key: 'a/web',
      fields: [{ path: 'status.phase', before: '"Running"', after: '"Failed"' }],
      more: false,
    },
  ]);
  undo();
  undo();
  expect(informer.stats().handlers).toHaveLength(0);
  expect(emptied()).toBe(1);
  await informer.stop();
});

test('keeps a bounded number of changes, of a key that is watched apart from the others', async () => {
  const { source, informer, recorder, settled } = await start();
  const undo = recorder.watch('a/web');
  source.modify(pod('web', 'Failed'));
  for (let count = 0; count < keptChanges + 10; count++) source.add(pod(`p${count}`, 'Running'));
  await settled();
  expect(recorder.changes(undefined).changes).toHaveLength(keptChanges);
  expect(recorder.changes('a/web').changes).toMatchObject([{ key: 'a/web' }]);
  for (let count = 0; count < keptOfKey + 5; count++) {
    source.modify(pod('web', `Phase${count}`));
    await settled();
  }
  expect(recorder.changes('a/web').changes).toHaveLength(keptOfKey);
  undo();
  expect(recorder.changes('a/web').changes).toEqual([]);
  await informer.stop();
});

test('compares the fields of a bounded number of changes a second, and always those of a watched key', async () => {
  const { clock, source, informer, recorder, settled } = await start();
  for (let count = 0; count <= comparedPerSecond; count++) source.add(pod(`p${count}`, 'Running'));
  await settled();
  const undo = recorder.watch('a/web');
  for (let count = 0; count <= comparedPerSecond; count++) source.modify(pod(`p${count}`, 'Failed'));
  source.modify(pod('web', 'Failed'));
  await settled();
  const { changes } = recorder.changes(undefined);
  expect(changes.filter(({ fields }) => fields.length > 0)).toHaveLength(comparedPerSecond + 1);
  expect(changes[0]).toMatchObject({ key: 'a/web', fields: { length: 1 } });
  expect(changes[1]).toMatchObject({ fields: [], more: true });
  await clock.advance(1000);
  source.modify(pod('p0', 'Succeeded'));
  await settled();
  expect(recorder.changes(undefined).changes[0]).toMatchObject({ key: 'a/p0', fields: { length: 1 } });
  undo();
  await informer.stop();
});

test('records no value of a Secret', async () => {
  const { source, informer, recorder, settled } = await start();
  const secret = (password: string): KubernetesObject => ({
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: 'login', namespace: 'a' },
    ...({ data: { password } } as object),
  });
  source.add(secret('aHVudGVyMg=='));
  await settled();
  const undo = recorder.watch('a/login');
  source.modify(secret('aHVudGVyMjI='));
  source.modify(secret('c2VjcmV0'));
  await settled();
  expect(JSON.stringify(recorder.changes('a/login'))).not.toMatch(/aHVudGVy|c2VjcmV0/);
  expect(recorder.changes('a/login').changes[0]?.fields).toEqual([
    { path: 'data.password', before: '"(not shown)"', after: '"(not shown, changed)"' },
  ]);
  undo();
  await informer.stop();
});
