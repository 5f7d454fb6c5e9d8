import { afterAll, beforeAll, expect, test } from 'vitest';
import { isForbidden, loadConfig } from 'kube-informers';
import type { RestConfig } from 'kube-informers';
import { Clientset } from '../../packages/kube-informers/src/client/clientset.js';
import { LeaderElector } from '../../packages/kube-informers/src/leaderelection/leader-elector.js';
import { noopLogger } from '../../packages/kube-informers/src/util/logger.js';
import {
  contendsWithClientGo,
  outlivesADeletedLease,
  takesOverAfterCrash,
  takesOverAfterStop,
} from './elections.js';
import { connect, connectAs, freshNamespace } from './harness.js';
import { rulesOf, userWith } from './users.js';

const page = 'docs/leader-election.md';

let admin: RestConfig;
let clientset: Clientset;
/** Of the candidates, which also write config maps. */
let program: Clientset;

beforeAll(async () => {
  admin = await loadConfig({ kubeconfig: process.env['KUBECONFIG'] });
  clientset = await connect();
  const work = { apiGroups: [''], resources: ['configmaps'], verbs: ['create', 'delete'] };
  program = await connectAs([...(await rulesOf(page, 'Role')), work]);
});

afterAll(async () => {
  await program.close();
  await clientset.close();
});

test('a standby takes over after a stop', async () => {
  await takesOverAfterStop(clientset, await freshNamespace(clientset), program);
});

test('a standby takes over after a crash', async () => {
  await takesOverAfterCrash(clientset, await freshNamespace(clientset), program);
});

test("contends for a Lease in client-go's format", async () => {
  await contendsWithClientGo(clientset, await freshNamespace(clientset), program);
});

test('the leader creates a Lease again that was deleted', async () => {
  await outlivesADeletedLease(clientset, await freshNamespace(clientset), program);
});

test.each(['get', 'create', 'update'])(
  'leads with the rights of its page; without %s it names the right, tries on, and leads once it has it',
  async (verb) => {
    const namespace = await freshNamespace(clientset);
    const rules = await rulesOf(page, 'Role');
    const reduced = rules.map((rule) => ({ ...rule, verbs: rule.verbs.filter((each) => each !== verb) }));
    const user = await userWith(admin, namespace, { rules: reduced });
    await using own = new Clientset(user.config);
    let logged = (): void => undefined;
    const firstLine = new Promise<void>((resolve) => (logged = resolve));
    const log = (): void => logged();
    // A Lease that has been given up is updated, and not created.
    if (verb === 'update')
      await clientset
        .coordinationV1()
        .leases(namespace)
        .create({ metadata: { name: 'web' } });
    const elector = new LeaderElector(own, {
      namespace,
      name: 'web',
      identity: 'a',
      retryPeriodMs: 200,
      logger: { ...noopLogger, warn: log, error: log },
    });
    const stop = new AbortController();
    const terms = elector.terms({ signal: stop.signal })[Symbol.asyncIterator]();
    const first = terms.next();
    await firstLine;
    const error = elector.stats().failing?.error;
    expect([error?.cause, error].some((each) => isForbidden(each))).toBe(true);
    expect(error?.message).toContain(verb);
    expect(error?.message).toContain(namespace);
    expect(elector.isLeader).toBe(false);

    await user.setRights({ rules });
    expect((await first).done).toBe(false);
    expect(elector.isLeader).toBe(true);
    stop.abort();
    await terms.return?.();
  },
);
