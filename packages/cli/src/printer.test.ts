import { describe, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { columnsOf } from '../../inspector/src/columns.js';
import { coreV1 } from '../../kube-informers/src/resources/core-v1.js';
import { appsV1 } from '../../kube-informers/src/resources/apps-v1.js';
import { parseJson } from '../../kube-informers/src/util/json.js';
import { timeOfDay } from './time-of-day.js';
import { yamlWriter } from './watch-command.js';
import { ResourcePrinter } from './printer.js';
import type { PrinterOptions } from './printer.js';
import type { Resource } from '../../kube-informers/src/meta/resource.js';
import type { KubernetesObject } from '../../kube-informers/src/meta/types.js';

const now = Date.UTC(2026, 0, 1, 12, 0, 0);

function printer(
  resource: Resource,
  options: Partial<PrinterOptions> = {},
  columns?: number,
): { printer: ResourcePrinter; text: () => string } {
  let text = '';
  const shown = columnsOf(resource, { wide: options.format === 'wide', withNamespace: false });
  const sink = { columns, write: (more: string) => (text += more) };
  return {
    printer: new ResourcePrinter(resource, sink, {
      format: 'table',
      events: false,
      columns: () => shown,
      withKind: false,
      now: () => now,
      toYaml: stringify,
      ...options,
    }),
    text: () => text,
  };
}

const pod = {
  metadata: {
    name: 'web',
    namespace: 'shop',
    resourceVersion: '7',
    creationTimestamp: '2026-01-01T11:59:00Z',
  },
  spec: { nodeName: 'node-1', containers: [{ name: 'a' }, { name: 'b' }] },
  status: {
    phase: 'Running',
    podIP: '10.0.0.1',
    containerStatuses: [
      { ready: true, restartCount: 2, state: { running: {} } },
      { ready: false, restartCount: 1, state: { waiting: { reason: 'CrashLoopBackOff' } } },
    ],
  },
};

describe('the table', () => {
  test("has kubectl's columns for a pod; a waiting container's reason is its status", () => {
    const { printer: pods, text } = printer(coreV1.pods);
    pods.printAll([pod]);
    expect(text()).toBe(
      'NAME   READY   STATUS             RESTARTS   AGE\n' +
        'web    1/2     CrashLoopBackOff   3          60s\n',
    );
  });

  test('shows namespaces, kinds and wide columns on request', () => {
    const columns = columnsOf(coreV1.pods, { wide: true, withNamespace: true });
    const { printer: pods, text } = printer(coreV1.pods, {
      format: 'wide',
      columns: () => columns,
      withKind: true,
    });
    pods.printAll([pod]);
    expect(
      text()
        .split('\n')
        .map((line) => line.split(/ {2,}/)),
    ).toEqual([
      ['NAMESPACE', 'NAME', 'READY', 'STATUS', 'RESTARTS', 'AGE', 'IP', 'NODE'],
      ['shop', 'pod/web', '1/2', 'CrashLoopBackOff', '3', '60s', '10.0.0.1', 'node-1'],
      [''],
      [''],
    ]);
  });

  test('escapes control characters and keeps rows intact', () => {
    const { printer: events, text } = printer(coreV1.events);
    const message = 'back off\n\u001b[1A\u001b[2Kgone';
    events.printAll([{ metadata: { name: 'e' }, message } as KubernetesObject]);
    expect(text().split('\n')).toHaveLength(3);
    expect(text()).toContain('back off\\n\\u001b[1A\\u001b[2Kgone');
  });

  test('prints a message for an empty cache', () => {
    const { printer: pods, text } = printer(coreV1.pods);
    pods.printAll([]);
    expect(text()).toBe('No pods found.\n');
  });

  test('later rows line up with it and start with a mark for the event', () => {
    const { printer: deployments, text } = printer(appsV1.deployments);
    const deployment = {
      metadata: { name: 'a-long-name' },
      spec: { replicas: 3 },
      status: { readyReplicas: 1 },
    };
    deployments.printAll([deployment]);
    deployments.printEvent({ type: 'DELETED', object: { ...deployment, metadata: { name: 'b' } }, key: 'b' });
    const [header = '', , gone = ''] = text().split('\n');
    expect(gone.slice(2).indexOf('1/3')).toBe(header.indexOf('READY'));
    expect(gone.startsWith('- b ')).toBe(true);
  });
});

test('-o json prints one object per line, with --events the delta with old and new', () => {
  const { printer: plain, text } = printer(coreV1.pods, { format: 'json' });
  plain.printAll([pod]);
  expect(JSON.parse(text())).toEqual(pod);
  const { printer: events, text: eventText } = printer(coreV1.pods, { format: 'json', events: true });
  const after = { ...pod, status: {} };
  events.printEvent({ type: 'UPDATED', object: after, old: pod, key: 'shop/web' });
  expect(JSON.parse(eventText())).toEqual({
    type: 'UPDATED',
    resource: 'pods',
    key: 'shop/web',
    object: after,
    old: pod,
  });
});

test('-o yaml prints documents, -o name prints kind and name as kubectl', () => {
  const { printer: yaml, text } = printer(coreV1.pods, { format: 'yaml' });
  yaml.printAll([{ metadata: { name: 'x' } }]);
  expect(text()).toBe('---\nmetadata:\n  name: x\n');
  const { printer: names, text: nameText } = printer(appsV1.deployments, { format: 'name' });
  names.printAll([{ metadata: { name: 'x' } }]);
  expect(nameText()).toBe('deployment.apps/x\n');
});

describe('--events', () => {
  test('fits the details to the width of a terminal, and counts the others', () => {
    const after = { ...pod, spec: { ...pod.spec, a: 1, b: 2, c: 3, d: 4 } };
    const event = { type: 'UPDATED', object: after, old: pod, key: 'shop/web' } as const;
    const wide = printer(coreV1.pods, { events: true });
    wide.printer.printEvent(event);
    expect(wide.text()).toContain('spec.c: <none> → 3, and 1 more\n');
    const narrow = printer(coreV1.pods, { events: true }, 60);
    narrow.printer.printEvent(event);
    expect(narrow.text()).toBe(`${timeOfDay(now)}  ~ pod shop/web  spec.a: <none> → 1, and 3 more\n`);
  });

  test('shows the time, the event and the changed columns', () => {
    const { printer: pods, text } = printer(coreV1.pods, { events: true });
    const after = {
      ...pod,
      status: { ...pod.status, containerStatuses: [{ ready: true, restartCount: 3 }] },
    };
    pods.printEvent({ type: 'UPDATED', object: after, old: pod, key: 'shop/web' });
    expect(text()).toBe(`${timeOfDay(now)}  ~ pod shop/web  status: CrashLoopBackOff → Running\n`);
  });

  test('shows the changed fields if no column changed', () => {
    const { printer: pods, text } = printer(coreV1.pods, { events: true });
    const after = { ...pod, status: { ...pod.status, phase: 'Failed' } };
    pods.printEvent({ type: 'UPDATED', object: after, old: pod, key: 'shop/web' });
    expect(text()).toBe(`${timeOfDay(now)}  ~ pod shop/web  status.phase: Running → Failed\n`);
  });

  test('marks a resync and a missed delete', () => {
    const { printer: pods, text } = printer(coreV1.pods, { events: true });
    pods.printEvent({ type: 'UPDATED', object: pod, old: pod, key: 'shop/web' });
    pods.printEvent({ type: 'DELETED', object: pod, key: 'shop/web', finalStateUnknown: true });
    expect(text()).toContain('(nothing changed: a resync)');
    expect(text()).toContain('(the delete was missed; found by a relist)');
  });

  test("never shows a Secret's values, or annotations that may contain them", () => {
    const { printer: secrets, text } = printer(coreV1.secrets, { events: true });
    const before = {
      metadata: { name: 's', annotations: { last: 'aHVudGVyMQ==' } },
      data: { key: 'aHVudGVyMg==' },
    };
    const after = {
      metadata: { name: 's', annotations: { last: 'aHVudGVyMw==' } },
      data: { key: 'aHVudGVyNA==' },
    };
    secrets.printEvent({ type: 'UPDATED', object: after, old: before, key: 'ns/s' });
    expect(text()).toContain('data.key: (changed)');
    expect(text()).not.toMatch(/aHVudGVy/);
  });
});

test('aligns columns by the width that characters take in a terminal', () => {
  const { printer: table, text } = printer(coreV1.pods, {
    columns: () => [
      { header: '名前', value: ({ metadata }) => String(Object(metadata).name) },
      { header: 'AGE', value: () => '1d' },
    ],
  });
  table.printAll([{ metadata: { name: '日本語' } }, { metadata: { name: 'web' } }]);
  expect(text()).toBe('名前     AGE\n日本語   1d\nweb      1d\n');
});

test.each([
  ['json', '"spec":{"id":9007199254740993,"ids":[-9223372036854775808]}'],
  ['yaml', 'spec:\n  id: 9007199254740993\n  ids:\n    - -9223372036854775808\n'],
] as const)('prints integers beyond 2^53 as the server sent them: %s', async (format, expected) => {
  const { printer: print, text } = printer(coreV1.pods, { format, toYaml: await yamlWriter() });
  const object = parseJson(
    '{"metadata":{"name":"a"},"spec":{"id":9007199254740993,"ids":[-9223372036854775808]}}',
  ) as KubernetesObject;
  print.printEvent({ type: 'ADDED', key: 'a', object, old: undefined });
  expect(text()).toContain(expected);
});
