import { expect, test } from 'vitest';
import type { Requester } from '../../kube-informers/src/client/requests.js';
import { cellsOf } from '../../inspector/src/columns.js';
import { coreV1 } from '../../kube-informers/src/resources/core-v1.js';
import type { KubernetesObject } from '../../kube-informers/src/meta/types.js';
import { FakeClock } from '../../testing/src/fake-clock.js';
import { FakeWatchStream } from '../../testing/src/fake-watch-stream.js';
import { ResourcePrinter } from './printer.js';
import { ServerTable } from './server-table.js';

const startMs = Date.UTC(2026, 0, 1);
const ago = (seconds: number): string => new Date(startMs - seconds * 1_000).toISOString();

const text = { type: 'string', format: '', priority: 0 };
const nameColumn = { ...text, name: 'Name', format: 'name' };

function tableOf(columns: readonly object[] | undefined, cells: readonly unknown[], object: object): object {
  return {
    kind: 'Table',
    apiVersion: 'meta.k8s.io/v1',
    metadata: { resourceVersion: '1' },
    ...(columns === undefined ? {} : { columnDefinitions: columns }),
    rows: [{ cells, object }],
  };
}

/** A ServerTable whose server answers a list with the table, and watches with the stream. */
function withAnswer(answer: object): {
  readonly clock: FakeClock;
  readonly table: ServerTable;
  readonly requester: Requester;
  readonly stream: FakeWatchStream<KubernetesObject>;
  readonly headers: (readonly string[])[];
} {
  const clock = new FakeClock(startMs);
  const stream = new FakeWatchStream<KubernetesObject>();
  const headers: (readonly string[])[] = [];
  const table = new ServerTable(clock, () => headers.push(shown.columns().map(({ header }) => header)));
  const shown = { columns: () => table.columns({ wide: false, withNamespace: false }) };
  const unused = (): never => {
    throw new Error('not used');
  };
  // The types of the answers are chosen by the caller.
  const rest = {
    request: () => Promise.resolve(answer),
    watch: () => Promise.resolve(stream),
    list: unused,
    stream: unused,
  } as unknown as Requester;
  return { clock, table, requester: table.requester(rest), stream, headers };
}

test.each([
  ['an age from creationTimestamp', { ...text, name: 'Age' }, '90s', { creationTimestamp: ago(90) }, {}],
  ['LAST SEEN', { ...text, name: 'Last Seen' }, '90s', {}, { lastTimestamp: ago(90) }],
  ['a cell whose time is not in the object', { ...text, name: 'Age' }, '90s', {}, {}],
  ['a duration of a date column', { ...text, name: 'Last Run', type: 'date' }, '90s', {}, {}],
])('ages go on: %s', async (_name, column, cell, metadata, fields) => {
  const object = { metadata: { name: 'a', ...metadata }, ...fields };
  const { clock, table, requester } = withAnswer(tableOf([nameColumn, column], ['a', cell], object));
  const { items } = await requester.list({ ...coreV1.events, path: '/x' });
  const age = (): string | undefined =>
    cellsOf(table.columns({ wide: false, withNamespace: false }), items[0] ?? {}, clock.now())[1];
  expect(age()).toBe('90s');
  await clock.advance(60_000);
  expect(age()).toBe('2m30s');
  await clock.advance(3 * 3_600_000);
  expect(age()).toBe('3h2m');
});

test.each([
  ['a time that the server did not turn into an age', { ...text, name: 'Last Run', type: 'date' }, ago(90)],
  ['a duration in a column of another name', { ...text, name: 'Timeout' }, '90s'],
  ['an age that is unknown', { ...text, name: 'Age' }, '<unknown>'],
])('%s stays as it is', async (_name, column, cell) => {
  const object = { metadata: { name: 'a', creationTimestamp: ago(90) } };
  const { clock, table, requester } = withAnswer(tableOf([nameColumn, column], ['a', cell], object));
  const { items } = await requester.list({ ...coreV1.events, path: '/x' });
  await clock.advance(60_000);
  const columns = table.columns({ wide: false, withNamespace: false });
  expect(cellsOf(columns, items[0] ?? {}, clock.now())).toEqual(['a', cell]);
});

test('a watch takes the columns of its first event, and the header is printed again when they change', async () => {
  const phase = { ...text, name: 'Phase' };
  const object = (name: string): object => ({ metadata: { name } });
  const { clock, table, requester, stream, headers } = withAnswer(tableOf([nameColumn], ['a'], object('a')));
  let lines = '';
  const printer = new ResourcePrinter(
    coreV1.pods,
    { columns: undefined, write: (more) => (lines += more) },
    {
      format: 'table',
      events: false,
      columns: () => shown,
      withKind: false,
      now: () => clock.now(),
      toYaml: String,
    },
  );
  const { items } = await requester.list({ ...coreV1.pods, path: '/x' });
  let shown = table.columns({ wide: false, withNamespace: false });
  printer.printAll(items);
  const watch = await requester.watch({ path: '/x' });
  stream.push(
    { type: 'ADDED', object: tableOf([nameColumn, phase], ['b', 'Running'], object('b')) },
    { type: 'ADDED', object: tableOf(undefined, ['c', 'Failed'], object('c')) },
  );
  const events = (await watch.nextBatch()) ?? [];
  shown = table.columns({ wide: false, withNamespace: false });
  for (const event of events) printer.printEvent({ type: 'ADDED', object: event.object, key: '' });
  expect(headers).toEqual([['NAME'], ['NAME', 'PHASE']]);
  expect(lines.split('\n').map((line) => line.trimEnd())).toEqual([
    'NAME',
    'a',
    '  NAME   PHASE',
    '+ b      Running',
    '+ c      Failed',
    '',
  ]);
  watch.stop();
});
