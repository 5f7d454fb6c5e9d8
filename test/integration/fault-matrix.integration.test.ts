import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { coreV1 } from '../../packages/kube-informers/src/resources/index.js';
import type { Clientset, ResourceClient, RestConfig } from 'kube-informers';
import { loadConfig } from '../../packages/kube-informers/src/kubeconfig/load-config.js';
import type { FaultProxy } from '@kube-informers/testing';
import { configMap } from '../faults/backend.js';
import type { Backend, ConfigMap, Team } from '../faults/backend.js';
import { meaningless, runCell } from '../faults/cell.js';
import type { Moment, Stage } from '../faults/cell.js';
import { expected } from '../faults/expected.js';
import { faultRows } from '../faults/rows.js';
import type { FaultRow } from '../faults/rows.js';
import { someOf } from '../nightly.test-support.js';
import { connect, freshNamespace } from './harness.js';

/*
 * A part of the fault matrix against a real API server: every fault in the first list, in a watch-list before its bookmark
 * and in an idle watch. The informer and the proxy are on a virtual clock, the server is not.
 *
 * Not included: switched backends (the resourceVersions of two real servers cannot be chosen; a compacted and a restored
 * real server have their own tests); the slow connection, whose every step in virtual time would wait for the server in
 * real time; the moments `mid-page`, `list→watch`, `after mark`, `under load` and `stopping` and the faults of ten
 * minutes, during which a real server's own timers do not match the client's.
 */
const parts: readonly Moment[] = ['first list', 'before mark', 'idle'];

/** A real server sends bookmarks in real time, so no two come here: only the watch's deadline notices silence. */
const watchDeadlineMs = 332_000;

/** Real time without traffic after which the server has sent everything. */
const quietMs = 30;

const rows = faultRows.filter(
  ({ name, staging }) => staging.by !== 'switching' && !name.startsWith('bandwidth'),
);

for (const row of rows) describe(row.name, () => defineRow(row));

function defineRow(row: FaultRow): void {
  const possible = parts.filter((moment) => meaningless(row, moment) === undefined);
  for (const moment of someOf(possible, faultRows.indexOf(row), 3)) {
    test(`${moment}, against a real API server`, async () => {
      const { wrong, cost, reports, tookMs } = await runCell(row, moment, realStage);
      expect(wrong).toEqual([]);
      const expectation = moment === 'stopping' ? undefined : expected[row.name]?.[moment];
      if (expectation === undefined) throw new Error(`no expectation for ${row.name}, ${moment}`);
      expect({ cost, reports }).toEqual({ cost: expectation.cost, reports: expectation.reports });
      const silent = reports.some((report) => report.endsWith('ERR_WATCH_IDLE'));
      expect(tookMs).toBeLessThanOrEqual(silent ? watchDeadlineMs : expectation.withinMs);
    });
  }
}

const realStage: Stage = {
  backend: async (_clock, names) => {
    const backend = await RealBackend.open();
    for (const name of names) await backend.create(name, 'at first');
    return backend;
  },
  settled,
  patienceMs: 400,
};

/** Resolves when no response of the server is outstanding, and nothing has come for a while. */
async function settled(proxy: FaultProxy): Promise<void> {
  const { nodeTiming } = performance;
  let events = -1;
  let quietSince = performance.now();
  while (performance.now() - quietSince < quietMs) {
    await sleep(2);
    const now = nodeTiming.uvMetricsInfo.events;
    const asked = proxy.open.some(({ status, fault }) => status === undefined && fault === undefined);
    if (asked || now !== events) quietSince = performance.now();
    events = now;
  }
}

/** A new namespace in the cluster of KUBECONFIG. */
class RealBackend implements Backend, AsyncDisposable {
  readonly config: RestConfig;
  readonly namespace: string;
  readonly #clientset: Clientset;
  readonly #client: ResourceClient<ConfigMap>;

  private constructor(config: RestConfig, clientset: Clientset, namespace: string) {
    this.config = config;
    this.namespace = namespace;
    this.#clientset = clientset;
    this.#client = clientset.resource(coreV1.configMaps, namespace);
  }

  static async open(): Promise<RealBackend> {
    const config = await loadConfig({ kubeconfig: process.env['KUBECONFIG'] });
    const clientset = await connect();
    return new RealBackend(config, clientset, await freshNamespace(clientset));
  }

  async truth(): Promise<ConfigMap[]> {
    return (await this.#client.list()).items;
  }

  create(name: string, text: string): Promise<unknown> {
    return this.#client.create(configMap(this.namespace, name, text));
  }

  change(name: string, text: string): Promise<unknown> {
    return this.#client.patch(name, { data: { text: `größer ☃ ${text}` } }, { type: 'merge' });
  }

  move(name: string, team: Team): Promise<unknown> {
    return this.#client.patch(name, { metadata: { labels: { team } } }, { type: 'merge' });
  }

  remove(name: string): Promise<unknown> {
    return this.#client.delete(name);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#client.deleteCollection();
    await this.#clientset.close();
  }
}
