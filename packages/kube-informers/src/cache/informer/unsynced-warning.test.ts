import { expect, onTestFinished, test } from 'vitest';
import { FakeClient } from '../../factories/fake-client.test-support.js';
import { SharedInformerFactory } from '../../factories/shared-informer-factory.js';
import { newForbidden, newNotFound } from '../../meta/status.js';
import { coreV1 } from '../../resources/core-v1.js';
import { FakeClock } from '../../../../testing/src/fake-clock.js';
import { waitForCacheSync } from './cache-sync.js';
import { recordingLogger } from './informer.test-support.js';

const notStarted =
  'it was not started: call start() of its factory (again, if it was created after the last call), or give the factory to the manager';

function newScene(withLogger = true) {
  const clock = new FakeClock();
  const client = new FakeClient();
  const logger = recordingLogger();
  const factory = new SharedInformerFactory(client, {
    clock,
    random: () => 0,
    logger: withLogger ? logger : undefined,
    onWatchError: () => undefined,
  });
  onTestFinished(() => factory.stop());
  const warnings = (): unknown[] =>
    logger.lines
      .filter(({ message }) => message === 'a cache has not synced')
      .map(({ level, informer, handlers, why }) => ({ level, informer, handlers, why }));
  return { clock, client, factory, pods: factory.core().v1().pods(), warnings };
}

function keptWarnings(): string[] {
  const warnings: string[] = [];
  const keep = ({ message }: Error): void => void warnings.push(message);
  process.on('warning', keep);
  onTestFinished(() => void process.off('warning', keep));
  return warnings;
}

/** Warnings are emitted in the next one. */
const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('a wait for an informer that was not started is reported once, after 5 s', async () => {
  const { clock, pods, warnings } = newScene();
  const registration = pods.informer().addEventHandler({ onAdd: () => undefined }, { name: 'counter' });
  void waitForCacheSync({}, pods.informer()).catch(() => undefined);
  await clock.advance(3000);
  registration.synced.catch(() => undefined);
  await clock.advance(1999);
  expect(warnings()).toEqual([]);
  await clock.advance(1);
  const warning = { level: 'warn', informer: 'pods.v1', handlers: ['counter'], why: notStarted };
  expect(warnings()).toEqual([warning]);
  pods.informer().synced.catch(() => undefined);
  await clock.advance(60_000);
  expect(warnings()).toEqual([warning]);
});

test('without a logger, the report is a process warning', async () => {
  const { clock, pods } = newScene(false);
  const warnings = keptWarnings();
  pods.informer().synced.catch(() => undefined);
  await clock.advance(5000);
  expect(warnings).toEqual([`informer pods.v1 has not synced after 5000 ms: ${notStarted}`]);
});

test('a wait for lists that fail names the last error', async () => {
  const { clock, client, factory, pods, warnings } = newScene();
  const error = newForbidden({ group: '', resource: 'pods' }, '', 'not allowed');
  for (const verb of ['list', 'watch'] as const) client.source(coreV1.pods).failNext(verb, error, 100);
  pods.informer();
  factory.start();
  void factory.waitForCacheSync().catch(() => undefined);
  await clock.advance(5000);
  expect(warnings()).toEqual([
    {
      level: 'warn',
      informer: 'pods.v1',
      handlers: [],
      why: expect.stringContaining('not allowed') as string,
    },
  ]);
});

test('a wait for a server that does not answer is reported', async () => {
  const { clock, client, factory, pods, warnings } = newScene();
  client.list = client.watch = () => new Promise<never>(() => undefined);
  pods.informer();
  factory.start();
  void factory.waitForCacheSync().catch(() => undefined);
  await clock.advance(5000);
  const why = 'the first list is not complete, without an error so far';
  expect(warnings()).toEqual([{ level: 'warn', informer: 'pods.v1', handlers: [], why }]);
});

test('an informer that syncs, stops or is absent is not reported', async () => {
  const { clock, client, factory, pods, warnings } = newScene();
  const error = newNotFound({ group: '', resource: 'secrets' }, '');
  for (const verb of ['list', 'watch'] as const) client.source(coreV1.secrets).failNext(verb, error, 100);
  const nodes = factory.core().v1().nodes().informer();
  factory.core().v1().secrets().informer();
  pods.informer();
  void waitForCacheSync({}, pods.informer(), nodes).catch(() => undefined);
  await nodes.stop();
  factory.start();
  factory.informers().forEach(({ synced }) => void synced.catch(() => undefined));
  await clock.advance(60_000);
  expect(warnings()).toEqual([]);
});

test('an informer that was created after the start of its factory, and does not run, is reported', async () => {
  const { clock, factory, pods, warnings } = newScene();
  pods.informer();
  factory.start();
  factory.core().v1().nodes().informer();
  factory.start();
  factory.core().v1().secrets().informer();
  await clock.advance(4999);
  expect(warnings()).toEqual([]);
  await clock.advance(1);
  expect(warnings()).toEqual([{ level: 'warn', informer: 'secrets.v1', handlers: [], why: notStarted }]);
});

test('a read that finds nothing before the first list is reported once', async () => {
  const { factory, pods } = newScene(false);
  const lister = pods.lister();
  const warnings = keptWarnings();
  factory.start();
  expect(lister.get('default/web')).toBeUndefined();
  expect(lister.list()).toEqual([]);
  await nextTurn();
  expect(warnings).toEqual([
    'informer pods.v1: a lister found nothing because the cache has not synced: await waitForCacheSync() of the factory before the first read',
  ]);
});

test('a read by a program that waits for the sync is not reported', async () => {
  const { factory, pods } = newScene(false);
  const lister = pods.lister();
  const warnings = keptWarnings();
  factory.start();
  await factory.waitForCacheSync();
  expect(lister.get('default/web')).toBeUndefined();
  await nextTurn();
  expect(warnings).toEqual([]);
});

test('a resync period in seconds is reported, as 1000 ms is the shortest', async () => {
  const { pods } = newScene(false);
  const warnings = keptWarnings();
  pods.informer().addEventHandler({ onAdd: () => undefined }, { resyncPeriodMs: 30 });
  await nextTurn();
  expect(warnings).toEqual(['informer pods.v1: resync period raised to the minimum of 1000 ms, from 30 ms']);
});
