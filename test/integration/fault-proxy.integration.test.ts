import { expect, test } from 'vitest';
import { waitForCacheSync } from '../../packages/kube-informers/src/cache/informer/cache-sync.js';
import { listWatchFromClient } from '../../packages/kube-informers/src/cache/reflector/listwatch.js';
import { SharedIndexInformer } from '../../packages/kube-informers/src/cache/informer/shared-index-informer.js';
import { Clientset } from '../../packages/kube-informers/src/client/clientset.js';
import { SharedInformerFactory } from '../../packages/kube-informers/src/factories/shared-informer-factory.js';
import { loadConfig } from '../../packages/kube-informers/src/kubeconfig/load-config.js';
import { coreV1 } from '../../packages/kube-informers/src/resources/core-v1.js';
import { FakeClock, faults, FaultProxy, settle } from '@kube-informers/testing';
import type { Fault, RuleOptions } from '@kube-informers/testing';
import { connect, contents, freshNamespace, Recorder, running } from './harness.js';

const file = process.env['KUBECONFIG'];

/** Faults before there is a cache, and faults with one. */
const beforeSync: [Fault, RuleOptions][] = [
  [faults.reset(), { verbs: ['list', 'watchList'] }],
  [faults.answer(429, { retryAfterSeconds: 1 }), { verbs: ['list', 'watchList'] }],
  [faults.answer(502), { verbs: ['list', 'watchList'] }],
  [faults.cut({ afterBytes: 700 }), { verbs: ['list', 'watchList'] }],
];
const afterSync: Fault[] = [
  faults.cut({ afterLines: 1, inLine: true }),
  faults.reset({ afterBytes: 100 }),
  faults.errorEvent(410, { afterLines: 1 }),
  faults.corrupt(),
  faults.end({ afterLines: 1 }),
];

test.each([{ useWatchList: true }, { useWatchList: false }] as const)(
  'an informer behind the proxy (watch-list $useWatchList): after each fault its cache equals the server’s',
  async (options) => {
    await using direct = await connect();
    await using proxy = await FaultProxy.start({ target: await loadConfig({ kubeconfig: file }), seed: 7 });
    expect(proxy.config.credentials ?? proxy.config.provider ?? proxy.config.tls).toBeUndefined();
    await using clientset = new Clientset(proxy.config);
    const namespace = await freshNamespace(direct);
    const writer = direct.resource(coreV1.configMaps, namespace);
    for (let index = 0; index < 10; index++) await writer.create({ metadata: { name: `before-${index}` } });

    const informer = new SharedIndexInformer(listWatchFromClient(clientset, coreV1.configMaps, namespace), {
      ...options,
      // Short delays, so that the faults follow each other closely.
      backoff: { baseMs: 20, factor: 1 },
      // The rules count the faults.
      onWatchError: () => undefined,
    });
    const recorder = new Recorder();
    informer.addEventHandler(recorder);
    const early = beforeSync.map(([fault, rule]) => proxy.inject(fault, rule));
    await running(informer, async (signal) => {
      await waitForCacheSync({ signal }, informer);
      expect(early.map(({ taken }) => taken)).toEqual([1, 1, 1, 1]);
      for (const [index, fault] of afterSync.entries()) {
        const rule = proxy.inject(fault, { verbs: ['watch', 'watchList'] });
        // Open streams are ended, so that the next watch meets the fault.
        proxy.applyNow(faults.end());
        // The watch that meets the fault must have data to break.
        const hit = rule.hit();
        let happened = false;
        const written = (async () => {
          for (let step = 0; !happened && !signal.aborted; step++) {
            await writer.patch(`before-${index}`, { data: { step: String(step) } }, { type: 'merge' });
          }
        })();
        await hit;
        happened = true;
        await written;
        const name = `after-${index}`;
        await writer.create({ metadata: { name } });
        await recorder.until(() => recorder.story.includes(`add ${name}`));
        const server = contents((await writer.list()).items);
        await recorder.until(
          () => JSON.stringify(sorted(contents(informer.indexer.list()))) === JSON.stringify(sorted(server)),
        );
        expect(recorder.illegal()).toEqual([]);
      }
    });
    expect(proxy.requests.filter(({ failure }) => failure !== undefined)).toEqual([]);
  },
);

test.each([true, false])(
  'while connections are reset, the state says until when the informer waits, and retryNow tries again: watch-list %s',
  async (useWatchList) => {
    await using direct = await connect();
    await using proxy = await FaultProxy.start({ target: await loadConfig({ kubeconfig: file }) });
    // Time stands still, so that only retryNow ends a delay.
    const clock = new FakeClock();
    await using clientset = new Clientset(proxy.config, { clock, random: () => 0 });
    const namespace = await freshNamespace(direct);
    const failures: Error[] = [];
    await using factory = new SharedInformerFactory(clientset, {
      namespace,
      clock,
      useWatchList,
      onWatchError: (error) => void failures.push(error),
    });
    const informer = factory.forResource(coreV1.configMaps).informer();
    const phases: string[] = [];
    informer.onStateChange(({ phase }) => void phases.push(phase));
    const verb = useWatchList ? 'watchList' : 'list';
    const resets = proxy.inject(faults.reset(), { verbs: [verb], times: Infinity });
    factory.start();
    for (let attempt = 1; attempt <= 3; attempt++) {
      const waits = (): number => phases.filter((phase) => phase === 'backingOff').length;
      while (waits() < attempt) await settle();
      const since = clock.now();
      expect(informer.state).toEqual({ phase: 'backingOff', sinceMs: since, untilMs: since + 1000 });
      expect(informer.health.lastError).toMatchObject({
        code: 'ERR_CONNECTION_RESET',
        during: verb,
        overcome: false,
      });
      if (attempt === 3) resets.remove();
      expect(informer.retryNow()).toBe(true);
    }
    while (informer.state.phase !== 'watching') await settle();
    await factory.waitForCacheSync();
    expect(informer.health.lastError).toMatchObject({ overcome: true });
    const first = useWatchList ? 'connecting' : 'listing';
    const retries = [first, 'backingOff', first, 'backingOff', first, 'backingOff', first];
    const rest = useWatchList ? ['streaming', 'watching'] : ['connecting', 'watching'];
    expect(phases).toEqual([...retries, ...rest]);
    expect(failures).toEqual([]);
    // A list may take the connection of the request for the version. Its reset there is no failure: it is sent again at once.
    expect(resets.hits).toBe(useWatchList ? 3 : 4);
    await factory.stop();
    expect(clock.pendingTimers).toBe(0);
  },
);

test('every kind of request passes unchanged', async () => {
  const target = await loadConfig({ kubeconfig: file });
  await using proxy = await FaultProxy.start({ target });
  await using direct = await connect();
  await using clientset = new Clientset(proxy.config);
  const namespace = await freshNamespace(direct);
  const through = clientset.resource(coreV1.configMaps, namespace);
  const created = await through.create({ metadata: { name: 'a' }, data: { text: 'grün' } });
  expect(created).toEqual(await direct.resource(coreV1.configMaps, namespace).get('a'));
  await through.update({ ...created, data: { text: 'x'.repeat(300_000) } });
  expect((await through.get('a')).data?.['text']?.length).toBe(300_000);
  expect((await through.list({ limit: 1 })).items).toHaveLength(1);
  await through.patch('a', { data: { more: 'yes' } }, { type: 'merge' });
  await through.delete('a');
  await through.deleteCollection();
  expect(proxy.requests.map(({ verb, status }) => `${verb} ${status}`)).toEqual([
    'create 201',
    'update 200',
    'get 200',
    'list 200',
    'patch 200',
    'delete 200',
    'deleteCollection 200',
  ]);
});

function sorted(record: Record<string, string>): [string, string][] {
  return Object.entries(record).sort(([one], [two]) => (one < two ? -1 : 1));
}
