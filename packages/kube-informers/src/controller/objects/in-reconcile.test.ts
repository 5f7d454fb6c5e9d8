import { expect, test } from 'vitest';
import { onServer } from '../../../../../test/conformance/objects/server.test-support.js';
import { EventRecorder } from '../../events/event-recorder.js';
import { SharedInformerFactory } from '../../factories/shared-informer-factory.js';
import { isNotFound } from '../../meta/errors.js';
import { resources } from '../../resources/index.js';
import { Controller } from '../controller.js';
import { createOrUpdate } from './create-or-update.js';
import { runFinalizers } from './finalizers.js';
import { setControllerReference } from './owner-references.js';
import { deleteUnwanted } from './delete-unwanted.js';

const resource = resources.coreV1.configMaps;

test('a reconcile uses the helpers with its own client and records events', () =>
  onServer(async (clientset) => {
    const factory = new SharedInformerFactory(clientset);
    const serviceAccounts = factory.core().v1().serviceAccounts();
    const configMaps = factory.core().v1().configMaps();
    const events = new EventRecorder(clientset, { controller: 'accounts' });
    const calls: string[] = [];
    let gone: (value?: void) => void = () => {};
    const deleted = new Promise<void>((resolve) => {
      gone = resolve;
    });
    let reached: (value?: unknown) => void = () => {};
    const running = new Promise((resolve) => {
      reached = resolve;
    });
    const controller = new Controller('accounts', {
      clientset,
      for: serviceAccounts,
      owns: [configMaps],
      events,
      async reconcile({ key, object, client, events: own, signal }) {
        if (key !== 'default/site') return;
        if (object === undefined) return gone();
        const { deleting, object: account } = await runFinalizers(
          client,
          object,
          { 'example.com/clean-up': () => calls.push('clean up') },
          { signal },
        );
        if (deleting) return;
        const wanted = {
          apiVersion: 'v1',
          kind: 'ConfigMap',
          metadata: { name: 'wanted', namespace: 'default' },
        } as const;
        const { outcome } = await createOrUpdate(client, wanted, (copy) =>
          setControllerReference(account, copy),
        );
        if (outcome === 'created') own.normal('Created', 'wrote the config map');
        await deleteUnwanted(client, {
          owner: account,
          resource,
          lister: configMaps.lister(),
          keep: [wanted],
          signal,
        });
        reached();
      },
    });
    factory.start();
    await factory.waitForCacheSync();
    const stop = new AbortController();
    const ended = controller.run({ signal: stop.signal });
    const accounts = clientset.coreV1().serviceAccounts('default');
    const account = await accounts.create({ metadata: { name: 'site' } });
    await running;
    const owned = await clientset.resource(resource, 'default').get('wanted');
    expect(owned.metadata?.ownerReferences).toMatchObject([
      { kind: 'ServiceAccount', uid: account.metadata?.uid, controller: true },
    ]);
    expect((await accounts.get('site')).metadata?.finalizers).toEqual(['example.com/clean-up']);
    await accounts.delete('site');
    await deleted;
    expect(calls).toEqual(['clean up']);
    await expect(accounts.get('site')).rejects.toSatisfy(isNotFound);
    stop.abort();
    await ended;
    await controller.stop();
    await events.stop();
    await factory.stop();
    expect(events.stats()).toMatchObject({ created: 1, dropped: { rejected: 0 } });
  }));
