import { ApiServer } from '@kube-informers/testing';
import { Clientset } from '../client/clientset.js';
import { SharedInformerFactory } from '../factories/shared-informer-factory.js';
import { WorkQueue } from '../workqueue/work-queue.js';

/** An informer that has synced with an embedded server, and a queue. */
export interface RunningSources {
  readonly factories: SharedInformerFactory;
  readonly queues: WorkQueue<string>;
}

/** Starts what has metrics of every type; `stop` ends it. */
export async function startSources(): Promise<{ sources: RunningSources; stop: () => Promise<void> }> {
  const server = await ApiServer.start();
  const clientset = new Clientset({ host: server.url });
  await clientset
    .coreV1()
    .configMaps('default')
    .create({ metadata: { name: 'a' } });
  const factories = new SharedInformerFactory(clientset);
  const informer = factories.core().v1().configMaps().informer();
  informer.addEventHandler({ onAdd() {} }, { name: 'a "quoted" \\ handler' });
  factories.start();
  await factories.waitForCacheSync();
  // The connection of its watch is open before a test begins.
  for await (const { phase } of informer.stateChanges()) if (phase === 'watching') break;
  const queues = new WorkQueue<string>({ name: 'mine' });
  queues.add('a');
  return {
    sources: { factories, queues },
    stop: async () => {
      queues.shutDown();
      await factories.stop();
      await clientset.close();
      await server.stop();
    },
  };
}

/** True for metrics of durations that go on, so that two readings differ. */
export function grows(name: string): boolean {
  return /_age_seconds|_staleness_seconds|unfinished|longest_running/.test(name);
}
