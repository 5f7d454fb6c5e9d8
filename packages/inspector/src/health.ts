import type { HealthCheck, Manager } from 'kube-informers/controller';
import type { Sharding } from 'kube-informers/sharding';
import { HealthChecks } from 'kube-informers/internal';
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

  /** Answers health checks of informers and managers. Throws ConfigError `ERR_OPTION` for an invalid check. */
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
    // The same as the checks of a Manager. A replica without slots is ready: it takes part.
    const shardings = function* (): Generator<Sharding> {
      for (const { controllers } of managers)
        for (const { sharding } of controllers) if (sharding !== undefined) yield sharding;
    };
    const hasManagers = managers.length > 0;
    const isValid: HealthCheck = () => {
      for (const sharding of shardings()) sharding.check();
    };
    const hasJoined: HealthCheck = () => {
      for (const { name, hasJoined } of shardings())
        if (!hasJoined) throw new Error(`sharding ${name} has not joined the other replicas`);
    };
    const live = new HealthChecks(
      { ...Object.fromEntries(elections), ...(hasManagers ? { sharding: isValid } : {}), ...liveness },
      onFailure,
    );
    const ready = new HealthChecks(
      { caches, ...(hasManagers ? { sharding: hasJoined } : {}), ...readiness },
      onFailure,
    );
    this.#endpoints = new Map([
      ['healthz', live],
      ['livez', live],
      ['readyz', ready],
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
