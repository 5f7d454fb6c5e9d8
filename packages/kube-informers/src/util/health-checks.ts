import { shownValue } from './shown.js';
import { refuseValue, requireFunction } from './require.js';

/** A health check: throws, or rejects, while what it checks is unhealthy. */
export type HealthCheck = () => void | Promise<void>;

/** A response of a health endpoint. */
export interface HealthResponse {
  /** 200 if all checks pass, 500 if one fails, 404 for an unknown check. */
  readonly status: number;
  /** `ok`, or a line per check as the Kubernetes components write it: `[+]name ok`, `[-]name failed: reason withheld`. */
  readonly text: string;
}

const ping: readonly [string, HealthCheck] = ['ping', () => undefined];

/**
 * Named checks, answered as Kubernetes' own health endpoints do (`healthz` of apiserver and controller-runtime).
 *
 * Without a check there is one called `ping`, which passes. Reasons are withheld from the response, since anyone may read it;
 * `onFailure` is called with them.
 */
export class HealthChecks {
  readonly #checks = new Map<string, HealthCheck>();
  readonly #onFailure: (name: string, error: unknown) => void;

  constructor(
    checks: Readonly<Record<string, HealthCheck>>,
    onFailure: (name: string, error: unknown) => void,
  ) {
    this.#onFailure = onFailure;
    for (const [name, check] of Object.entries(checks)) {
      requireFunction(`health check ${shownValue(name)}`, check);
      if (!/^[\w.-]+$/.test(name)) {
        refuseValue('the name of a health check', 'letters, digits, ".", "_" or "-"', name);
      }
      this.#checks.set(name, check);
    }
  }

  /** Answers the endpoint itself (`name` undefined) or that of one check. */
  async respond(name: string | undefined, query: URLSearchParams): Promise<HealthResponse> {
    const checks = this.#checks.size === 0 ? new Map([ping]) : this.#checks;
    if (name !== undefined) {
      const check = checks.get(name);
      if (check === undefined) return { status: 404, text: `unknown check ${shownValue(name)}\n` };
      const passed = await this.#passes(name, check);
      return passed
        ? { status: 200, text: 'ok' }
        : { status: 500, text: `internal server error: ${name} failed: reason withheld\n` };
    }
    const excluded = new Set(query.getAll('exclude'));
    const asked = [...checks].filter(([each]) => !excluded.has(each));
    const passed = await Promise.all(asked.map(([each, check]) => this.#passes(each, check)));
    const healthy = passed.every(Boolean);
    if (healthy && !query.has('verbose')) return { status: 200, text: 'ok' };
    const lines = asked.map(([each], index) =>
      passed[index] === true ? `[+]${each} ok` : `[-]${each} failed: reason withheld`,
    );
    return { status: healthy ? 200 : 500, text: `${lines.join('\n')}\n${healthy ? 'passed' : 'failed'}\n` };
  }

  async #passes(name: string, check: HealthCheck): Promise<boolean> {
    try {
      await check();
      return true;
    } catch (thrown) {
      this.#onFailure(name, thrown);
      return false;
    }
  }
}
