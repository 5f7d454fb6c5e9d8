import type { Chance } from '../soak/chance.js';
import type { Coverage } from './coverage.js';
import { mutated } from './mutator.js';
import type { FuzzTarget } from './target.js';

/** Inputs whose coverage is read together: reading it costs more than running most inputs. */
const batchSize = 64;

/** CPU time of this process that one input may take, in ms. Many times what any needs on a busy machine; quadratic costs exceed it. */
export const mostCpuMs = 10_000;

/** An input that a target failed for. */
export interface Failure {
  readonly input: Uint8Array;
  readonly error: Error;
}

/**
 * Runs a target on ever new inputs: generated ones, and mutations of those that it started from or that reached new
 * code.
 *
 * Without coverage, the same seed, target and corpus give the same inputs in the same order. With it they do not quite:
 * V8 may count a block in one run and not in the next.
 */
export class Explorer {
  readonly #target: FuzzTarget;
  readonly #chance: Chance;
  readonly #coverage: Coverage | undefined;
  readonly #kept: Uint8Array[] = [];
  readonly #beforeEach: (input: Uint8Array) => void;
  executions = 0;

  /** `beforeEach` is called with every input before it runs. */
  constructor(
    target: FuzzTarget,
    chance: Chance,
    coverage: Coverage | undefined,
    beforeEach: (input: Uint8Array) => void,
  ) {
    this.#target = target;
    this.#chance = chance;
    this.#coverage = coverage;
    this.#beforeEach = beforeEach;
  }

  /** Inputs that are mutated. */
  get kept(): number {
    return this.#kept.length;
  }

  /** Runs the inputs that the target brings and the corpus holds, and starts from them. */
  async start(inputs: readonly Uint8Array[]): Promise<Failure[]> {
    const failures: Failure[] = [];
    for (const input of inputs) {
      const error = await this.run(input);
      if (error !== undefined) failures.push({ input, error });
      this.#kept.push(input);
    }
    this.#coverage?.learn(this.#coverage.take());
    return failures;
  }

  /** Runs one batch of new inputs. */
  async step(): Promise<Failure[]> {
    const batch = Array.from({ length: batchSize }, () => this.#next());
    const failures: Failure[] = [];
    for (const input of batch) {
      const error = await this.run(input);
      if (error !== undefined) failures.push({ input, error });
    }
    if (this.#coverage !== undefined) await this.#learnFrom(batch, this.#coverage, failures.length === 0);
    return failures;
  }

  /** The error that the target ended with, if it did; an input that takes too long is run twice. */
  async run(input: Uint8Array): Promise<Error | undefined> {
    this.#beforeEach(input);
    this.executions++;
    let cpuMs = Infinity;
    for (let time = 0; time < 2 && cpuMs > mostCpuMs; time++) {
      const before = process.cpuUsage();
      try {
        const ended = this.#target.run(input);
        if (ended !== undefined) await ended;
      } catch (error) {
        return error instanceof Error ? error : new Error(`threw ${String(error)}`);
      }
      const { user, system } = process.cpuUsage(before);
      cpuMs = (user + system) / 1000;
    }
    return cpuMs > mostCpuMs
      ? new Error(`took ${Math.round(cpuMs)} ms of CPU time, at most ${mostCpuMs} are allowed`)
      : undefined;
  }

  /** If the batch reached new code, runs it again one by one, to keep the inputs that did. */
  async #learnFrom(batch: readonly Uint8Array[], coverage: Coverage, passed: boolean): Promise<void> {
    const reached = coverage.take();
    if (reached.length > 0 && passed) {
      for (const input of batch) {
        await this.run(input);
        const reachedByIt = coverage.take();
        if (reachedByIt.length === 0) continue;
        coverage.learn(reachedByIt);
        this.#kept.push(input);
      }
    }
    coverage.learn(reached);
  }

  #next(): Uint8Array {
    const chance = this.#chance;
    const target = this.#target;
    if (target.generate !== undefined && (this.#kept.length === 0 || chance.happens(0.3)))
      return target.generate(chance);
    // The newest ones more often: what is behind the code that they reached has been tried least.
    const newest = chance.happens(0.5) ? Math.max(0, this.#kept.length - 20) : 0;
    const input = this.#kept[chance.between(newest, Math.max(1, this.#kept.length))] ?? new Uint8Array();
    return mutated(chance, input, this.#kept, target.words);
  }
}
