// What the command prints of a compact cache's objects is what it prints of plain ones, in every format.
import { describe, expect, test } from 'vitest';
import { ApiServer } from '../apiserver/index.js';
import { SharedIndexInformer } from '../cache/informer/shared-index-informer.js';
import { Clientset } from '../client/clientset.js';
import { isCompact } from '../compact/compact-objects.js';
import type { ObjectOf } from '../meta/resource.js';
import { coreV1 } from '../resources/core-v1.js';
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

/** What an informer tells of a pod that is created, changes its status and is deleted. */
async function history(server: ApiServer, compact: boolean): Promise<ObjectEvent[]> {
  const clientset = new Clientset({ host: server.url });
  const pods = clientset.coreV1().pods('default');
  const events: ObjectEvent[] = [];
  let told: (event: ObjectEvent) => void = () => undefined;
  const next = (type: ObjectEvent['type']): Promise<void> =>
    new Promise((resolve) => {
      told = (event) => {
        if (event.type === type) resolve();
      };
    });
  const tell = (event: ObjectEvent): void => {
    events.push(event);
    told(event);
  };
  const key = 'default/web';
  const informer = new SharedIndexInformer<Pod>(pods, { compact });
  informer.addEventHandler({
    onAdd: (object) => tell({ type: 'ADDED', object, key }),
    onUpdate: (old, object) => tell({ type: 'UPDATED', object, old, key }),
    onDelete: ({ object }) => tell({ type: 'DELETED', object: object ?? {}, key }),
  });
  informer.start();
  await informer.synced;
  const steps: [ObjectEvent['type'], () => Promise<unknown>][] = [
    ['ADDED', () => pods.create(before)],
    ['UPDATED', async () => pods.updateStatus({ ...(await pods.get('web')), status: runningStatus })],
    // As on a real server: first the object with its deletionTimestamp, then its end.
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

/** What the command prints of a cache that holds these objects, and of these events. */
function printed(
  events: readonly ObjectEvent[],
  format: OutputFormat,
  withEvents: boolean,
  toYaml: (value: object) => string,
): string {
  let text = '';
  const printer = new ResourcePrinter(
    coreV1.pods,
    { write: (more: string) => (text += more) },
    {
      format,
      events: withEvents,
      withNamespace: true,
      withKind: true,
      now: () => Date.UTC(2126, 0, 1),
      toYaml,
    },
  );
  printer.printAll(events.map(({ object }) => object));
  for (const event of events) printer.printEvent(event);
  return text;
}

/** Plain objects of the same history. */
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
  await server.close();

  test('come in the same events as plain ones', () => {
    expect(events.map(({ type }) => type)).toEqual(['ADDED', 'UPDATED', 'UPDATED', 'DELETED']);
    expect(ordinary.map(({ type }) => type)).toEqual(['ADDED', 'UPDATED', 'UPDATED', 'DELETED']);
    expect(events.every(({ object }) => isCompact(object))).toBe(true);
    expect(ordinary.some(({ object }) => isCompact(object))).toBe(false);
  });

  test.each(['table', ...outputFormats] as const)('are printed alike: %s', async (format) => {
    const toYaml = await yamlWriter();
    for (const withEvents of [false, true]) {
      const text = printed(events, format, withEvents, toYaml);
      expect(text).toBe(printed(plainOf(events), format, withEvents, toYaml));
      expect(text).toContain('web');
    }
  });

  test('differ in the same fields', () => {
    const changed = (of: readonly ObjectEvent[]) =>
      of.flatMap(({ old, object }) => (old === undefined ? [] : changesBetween(old, object)));
    expect(changed(events)).toEqual(changed(plainOf(events)));
    const paths = changed(events).map(({ path }) => path);
    expect(paths).toEqual(changed(ordinary).map(({ path }) => path));
    expect(paths).toContain('status.podIP');
    expect(paths).toContain('metadata.deletionTimestamp');
  });
});
