import type { HealthCheck } from '../util/health-checks.js';
import { HealthChecks } from '../util/health-checks.js';
import type { Manager } from '../controller/manager/manager.js';
import type { Exchange } from './exchange.js';
import { textAnswer } from './exchange.js';
import type { Answer } from './exchange.js';
import type { InformerSubject } from './subjects.js';

/** What the health endpoints check. */
export interface HealthOptions {
  readonly informers: () => readonly InformerSubject[];
  readonly managers: readonly Manager[];
  readonly liveness: Readonly<Record<string, HealthCheck>>;
  readonly readiness: Readonly<Record<string, HealthCheck>>;
  readonly onFailure: (name: string, error: unknown) => void;
}

/** `/healthz`, `/livez` and `/readyz`, with an endpoint for each check. */
export class HealthEndpoints {
  readonly #endpoints: ReadonlyMap<string, HealthChecks>;

  /** Throws ConfigError `ERR_OPTION` for an invalid check. */
  constructor({ informers, managers, liveness, readiness, onFailure }: HealthOptions) {
    const elections = managers.flatMap(({ elector }, index): [string, HealthCheck][] =>
      elector === undefined
        ? []
        : [[`leader-election${index === 0 ? '' : `-${index + 1}`}`, () => elector.check()]],
    );
    const caches: HealthCheck = () => {
      const unsynced = informers().filter(({ informer }) => !informer.hasSynced);
      if (unsynced.length > 0)
        throw new Error(`not synced: ${unsynced.map(({ informer }) => informer.name).join(', ')}`);
    };
    const live = new HealthChecks({ ...Object.fromEntries(elections), ...liveness }, onFailure);
    this.#endpoints = new Map([
      ['healthz', live],
      ['livez', live],
      ['readyz', new HealthChecks({ caches, ...readiness }, onFailure)],
    ]);
  }

  /** Answers a health endpoint; undefined for any other path. */
  async respond({ path, query }: Exchange): Promise<Answer | undefined> {
    const [, endpoint = '', name, ...rest] = path.split('/');
    const checks = this.#endpoints.get(endpoint);
    if (checks === undefined) return undefined;
    if (rest.length > 0) return textAnswer(404, 'not found\n');
    const { status, text } = await checks.respond(name === '' ? undefined : name, query);
    return textAnswer(status, text);
  }
}
