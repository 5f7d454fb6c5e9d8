import { expect, test } from 'vitest';
import { ApiServer } from '@kube-informers/testing';
import { Clientset } from '../client/clientset.js';
import { EventRecorder } from '../events/event-recorder.js';
import { SharedInformerFactory } from '../factories/shared-informer-factory.js';
import { Sharding } from '../sharding/sharding.js';
import type { LogFields, Logger } from '../util/logger.js';
import { Controller } from './controller.js';
import { Manager } from './manager/manager.js';

/** A logger that keeps `message subject` of each line, and says when it has all of `awaited`. */
class Lines {
  readonly seen = new Set<string>();
  readonly logger: Logger;
  readonly complete: Promise<void>;

  constructor(...awaited: readonly string[]) {
    let resolve: () => void = () => undefined;
    this.complete = new Promise((done) => (resolve = done));
    const keep = ({ controller, lease, sharding, informer }: LogFields, message: string): void => {
      this.seen.add([message, controller ?? lease ?? sharding ?? informer].join(' ').trim());
      if (awaited.every((line) => this.seen.has(line))) resolve();
    };
    this.logger = { debug: keep, info: keep, warn: keep, error: keep };
  }
}

test('what is built on a client logs to its logger, unless it has its own', async () => {
  const server = await ApiServer.start();
  const clients = new Lines(
    'event handler failed secrets.v1',
    'reconcile failed inherits',
    'became leader default/operator',
    'took slots default/divided',
    'events were dropped recorder',
  );
  const own = new Lines('reconcile failed own');
  const clientset = new Clientset({ host: server.url }, { logger: clients.logger });
  const factory = new SharedInformerFactory(clientset);
  const secrets = factory.core().v1().secrets();
  secrets.informer().addEventHandler({
    onAdd: () => {
      throw new Error('handler');
    },
  });
  const fails = { for: secrets, reconcile: () => Promise.reject(new Error('reconcile')) };
  const manager = new Manager(clientset, {
    factory,
    controllers: [
      new Controller('inherits', fails),
      new Controller('own', { ...fails, logger: own.logger }),
      new Controller('divided', {
        ...fails,
        sharding: new Sharding(clientset, { namespace: 'default', name: 'divided', slots: 4 }),
      }),
    ],
    election: { namespace: 'default', name: 'operator' },
  });
  const secret = await clientset
    .coreV1()
    .secrets('default')
    .create({ metadata: { name: 'a' } });
  const stop = new AbortController();
  const running = manager.run({ signal: stop.signal });
  const recorder = new EventRecorder(clientset, { controller: 'recorder', spam: { burst: 1 } });
  for (const note of ['a', 'b', 'c']) recorder.for(secret).warning('Odd', note);
  await Promise.all([clients.complete, own.complete]);
  expect([...own.seen]).toEqual(['reconcile failed own']);
  expect(clients.seen).not.toContain('reconcile failed own');
  stop.abort();
  await running;
  await recorder.stop();
  await clientset.close();
  await server.stop();
});
