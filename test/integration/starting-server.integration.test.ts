import { expect, test } from 'vitest';
import { Clientset, resources, waitFor } from 'kube-informers';
import { RetryWatcher, until, untilWithSync } from 'kube-informers/watch';
import type { corev1, DeepReadonly } from 'kube-informers';
import { EventRecorder, LeaderElector, Manager } from 'kube-informers/controller';
import { systemClock } from '../../packages/kube-informers/src/util/clock.js';
import { nightly } from '../nightly.test-support.js';
import { canStartServers, OwnServer } from './own-server.js';
import { connect, freshNamespace } from './harness.js';
import { userWith } from './users.js';

const { coreV1 } = resources;

/** An API server that starts refuses users of RBAC until it has read the roles. */
// Skipped if there is only a running cluster: it stops the server (see own-server.ts).
test.skipIf(!canStartServers)(
  'what goes on across a restart of the API server goes on after its refusals',
  async () => {
    await using server = await OwnServer.start();
    await using admin = await connect(server.kubeconfig);
    const namespace = await freshNamespace(admin);
    const user = await userWith(admin.restClient.config, namespace, {
      rules: [
        { apiGroups: [''], resources: ['configmaps'], verbs: ['get', 'list', 'watch'] },
        { apiGroups: ['events.k8s.io'], resources: ['events'], verbs: ['create', 'patch'] },
        { apiGroups: ['coordination.k8s.io'], resources: ['leases'], verbs: ['get', 'create', 'update'] },
      ],
    });
    await using clientset = new Clientset(user.config);
    const maps = clientset.coreV1().configMaps(namespace);
    const writer = admin.coreV1().configMaps(namespace);
    await writer.create({ metadata: { name: 'a' } });
    const recorder = new EventRecorder(clientset, { controller: 'example.com/test' });
    const elector = new LeaderElector(clientset, { namespace, name: 'a' });
    const stop = new AbortController();
    const { signal } = stop;
    const terms = (async () => {
      for await (const term of elector.terms({ signal }))
        await new Promise((resolve) => {
          term.signal.addEventListener('abort', resolve);
        });
    })();
    // Killed, then stopped.
    const rounds = nightly ? 3 : 2;
    for (let round = 1; round <= rounds; round++) {
      const isMet = (object: DeepReadonly<corev1.ConfigMap> | undefined): boolean =>
        object?.data?.['round'] === String(round);
      const timeoutMs = 120_000;
      const version = (await writer.get('a')).metadata?.resourceVersion ?? '';
      const call = { signal };
      const waits = [
        waitFor(clientset, coreV1.configMaps, 'a', isMet, { namespace, timeoutMs }),
        untilWithSync(maps, ({ type, object }) => type !== 'ERROR' && isMet(object), { timeoutMs }),
      ];
      // Their watch cache begins anew with the server, which they cannot bridge: then they end with 410, not with 403.
      const watches = [
        until(version, maps, ({ type, object }) => type !== 'ERROR' && isMet(object), { timeoutMs }),
        (async () => {
          for await (const { type, object } of new RetryWatcher(version, maps, call)) {
            if (type === 'ERROR') throw Object.assign(new Error(object.message), { code: object.code });
            if (isMet(object)) return;
          }
        })(),
      ].map(async (watch) => watch.catch((error: unknown) => error));
      const ended = Promise.allSettled(waits);
      await server.stop(round === 1 ? 'by SIGKILL' : 'cleanly');
      const up = server.up();
      // A program that starts in this moment, and an event.
      const manager = (async () => {
        await maps.get('a').catch((error: unknown) => error);
        await up;
        const program = new AbortController();
        await new Manager(clientset, {
          needs: [{ verbs: ['list', 'watch'], resource: coreV1.configMaps, namespace }],
          runnables: [{ name: 'ends at once', run: async () => program.abort() }],
        }).run({ signal: program.signal });
      })();
      recorder
        .for({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a', namespace } })
        .normal(`Round${round}`, 'it goes on');
      await up;
      await manager;
      await recorder.flush();
      await writer.patch('a', { data: { round: String(round) } }, { type: 'merge' });
      expect(
        (await ended).map((outcome) => (outcome.status === 'rejected' ? outcome.reason : 'met')),
      ).toEqual(['met', 'met']);
      for (const error of await Promise.all(watches))
        if (error instanceof Error) expect(error.message).toMatch(/too old resource version/);
    }
    expect(recorder.stats()).toMatchObject({ created: rounds, dropped: { rejected: 0, unreachable: 0 } });
    while (!elector.isLeader) await systemClock.sleep(50);
    stop.abort();
    await terms;
    await recorder.stop();
  },
);
