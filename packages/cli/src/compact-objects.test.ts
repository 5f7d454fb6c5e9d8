// The command prints a compact cache's objects exactly as it prints plain objects, in every format.
import { describe, expect, test } from 'vitest';
import { ApiServer } from '@kube-informers/testing';
import { SharedIndexInformer } from '../../kube-informers/src/cache/informer/shared-index-informer.js';
import { Clientset } from '../../kube-informers/src/client/clientset.js';
import { compact as compactFormat } from '../../kube-informers/src/compact/compact-cache.js';
import { isCompact } from '../../kube-informers/src/compact/compact-objects.js';
import type { ObjectOf } from '../../kube-informers/src/meta/resource.js';
import { columnsOf } from '../../inspector/src/columns.js';
import { coreV1 } from '../../kube-informers/src/resources/core-v1.js';
import { changesBetween } from './changes.js';
import { ResourcePrinter, outputFormats } from './printer.js';
import type { ObjectEvent, OutputFormat } from './printer.js';
import { yamlWriter } from './watch-command.js';

type Pod = ObjectOf<typeof coreV1.pods>;

const labels = { app: 'web' };
const before: Pod = {
  metadata: { name: 'web', namespace: 'default', labels, annotations: { note: 'first\nsecond' } },
  spec: { nodeName: 'node-1', containers: [{ name: 'main', image: 'web:1' }] },
};
const runningStatus: NonNullable<Pod['status']> = {
  phase: 'Running',
  podIP: '10.0.0.1',
  containerStatuses: [
    { name: 'main', ready: true, restartCount: 2, image: 'web:1', imageID: '', started: true },
  ],
};

/** Returns the events an informer delivers for a pod that is created, changes its status and is deleted. */
async function history(server: ApiServer, compact: boolean): Promise<ObjectEvent[]> {
  const clientset = new Clientset({ host: server.url });
  const pods = clientset.coreV1().pods('default');
  const events: ObjectEvent[] = [];
  let onEvent: (event: ObjectEvent) => void = () => undefined;
  const next = (type: ObjectEvent['type']): Promise<void> =>
    new Promise((resolve) => {
      onEvent = (event) => {
        if (event.type === type) resolve();
      };
    });
  const emit = (event: ObjectEvent): void => {
    events.push(event);
    onEvent(event);
  };
  const key = 'default/web';
  const informer = new SharedIndexInformer<Pod>(pods, { cacheFormat: compact ? compactFormat() : undefined });
  informer.addEventHandler({
    onAdd: (object) => emit({ type: 'ADDED', object, key }),
    onUpdate: (old, object) => emit({ type: 'UPDATED', object, old, key }),
    onDelete: ({ object }) => emit({ type: 'DELETED', object: object ?? {}, key }),
  });
  informer.start();
  await informer.synced;
  const steps: [ObjectEvent['type'], () => Promise<unknown>][] = [
    ['ADDED', () => pods.create(before)],
    ['UPDATED', async () => pods.updateStatus({ ...(await pods.get('web')), status: runningStatus })],
    // As on a real server: an update with a deletionTimestamp, then the deletion.
    ['DELETED', () => pods.delete('web', { gracePeriodSeconds: 0 })],
  ];
  for (const [type, step] of steps) {
    const coming = next(type);
    await step();
    await coming;
  }
  await informer.stop();
  await clientset.close();
  return events;
}

/** Returns what the command prints for a cache with these objects, and for these events. */
function printed(
  events: readonly ObjectEvent[],
  format: OutputFormat,
  withEvents: boolean,
  toYaml: (value: object) => string,
): string {
  let text = '';
  const columns = columnsOf(coreV1.pods, { wide: format === 'wide', withNamespace: true });
  const printer = new ResourcePrinter(
    coreV1.pods,
    { write: (more: string) => (text += more) },
    {
      format,
      events: withEvents,
      columns: () => columns,
      withKind: true,
      now: () => Date.UTC(2126, 0, 1),
      toYaml,
    },
  );
  printer.printAll(events.map(({ object }) => object));
  for (const event of events) printer.printEvent(event);
  return text;
}

/** Returns the same history with plain objects. */
function plainOf(events: readonly ObjectEvent[]): ObjectEvent[] {
  const plain = <T>(object: T): T => JSON.parse(JSON.stringify(object)) as T;
  return events.map((event) => ({
    ...event,
    object: plain(event.object),
    ...(event.old === undefined ? {} : { old: plain(event.old) }),
  }));
}

describe('objects of a compact cache', async () => {
  const server = await ApiServer.start();
  const events = await history(server, true);
  const ordinary = await history(server, false);
  await server.stop();

  test('arrive in the same events as plain objects', () => {
    expect(events.map(({ type }) => type)).toEqual(['ADDED', 'UPDATED', 'UPDATED', 'DELETED']);
    expect(ordinary.map(({ type }) => type)).toEqual(['ADDED', 'UPDATED', 'UPDATED', 'DELETED']);
    expect(events.every(({ object }) => isCompact(object))).toBe(true);
    expect(ordinary.some(({ object }) => isCompact(object))).toBe(false);
  });

  test.each(['table', ...outputFormats] as const)(
    'are printed the same as plain objects: %s',
    async (format) => {
      const toYaml = await yamlWriter();
      for (const withEvents of [false, true]) {
        const text = printed(events, format, withEvents, toYaml);
        expect(text).toBe(printed(plainOf(events), format, withEvents, toYaml));
        expect(text).toContain('web');
      }
    },
  );

  test('differ in the same fields as plain objects', () => {
    const changed = (of: readonly ObjectEvent[]) =>
      of.flatMap(({ old, object }) => (old === undefined ? [] : changesBetween(old, object)));
    expect(changed(events)).toEqual(changed(plainOf(events)));
    const paths = changed(events).map(({ path }) => path);
    expect(paths).toEqual(changed(ordinary).map(({ path }) => path));
    expect(paths).toContain('status.podIP');
    expect(paths).toContain('metadata.deletionTimestamp');
  });
});
