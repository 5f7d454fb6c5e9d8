import { isDeepStrictEqual } from 'node:util';
import type { TestedResource } from './resources.js';
import type { Json, Operation, Request, Sequence } from './sequence.js';
import type { Answer, Server } from './servers.js';
import { Periods, Side } from './side.js';
import type { Outcome } from './side.js';
import { isFields, isList } from './values.js';

/** The first operation to which two servers answer differently. */
export interface Difference {
  /** Its index. */
  readonly at: number;
  readonly request: Request;
  readonly embedded: Outcome;
  readonly real: Outcome;
  /** What differs, without names and indexes: equal for differences that probably have one cause. */
  readonly signature: string;
  /** The same, with names, indexes and both values. */
  readonly shown: string;
}

/** The answers to one operation; a wait has none. */
export interface Round {
  readonly embedded?: Exchange;
  readonly real?: Exchange;
  readonly difference?: Difference;
}

let objects = 0;

/** The same object on both servers. */
export class Duel {
  readonly #embedded: Side;
  readonly #real: Side;
  readonly #periods = new Periods();
  #operations = 0;
  #late = false;

  constructor(servers: Servers, resourceName: string) {
    const resource = resourceOf(servers.resources, resourceName);
    const name = `o${process.pid}-${objects++}`;
    this.#embedded = new Side(servers.embedded, resource, name);
    this.#real = new Side(servers.real, resource, name);
  }

  /** True if some operation was in another second than those since the last wait. */
  get late(): boolean {
    return this.#late;
  }

  /** Waits until the next second. */
  async wait(): Promise<void> {
    await this.#periods.tick();
  }

  /** Sends a request to both. */
  async run(operation: Operation): Promise<Round> {
    const at = this.#operations++;
    if (operation.verb === 'tick') {
      await this.#periods.tick();
      return {};
    }
    const [embedded, real] = await Promise.all([
      this.#embedded.send(operation, this.#periods),
      this.#real.send(operation, this.#periods),
    ]);
    this.#late ||= this.#periods.isLate;
    const found = compare(operation, embedded.outcome, real.outcome);
    if (found === undefined) return { embedded, real };
    return {
      embedded,
      real,
      difference: { at, request: operation, embedded: embedded.outcome, real: real.outcome, ...found },
    };
  }

  /** Removes the object from both. */
  async remove(): Promise<void> {
    await Promise.all([this.#embedded.remove(), this.#real.remove()]);
  }
}

/** The two servers, and what sequences write to. */
export interface Servers {
  readonly embedded: Server;
  readonly real: Server;
  readonly resources: readonly TestedResource[];
}

/** An answer, as it came and rewritten. */
export interface Exchange {
  readonly answer: Answer;
  readonly outcome: Outcome;
}

const maxAlignedRuns = 3;

/**
 * Runs a sequence, and returns the first difference if each run has one.
 *
 * Times have seconds, and a real server decides by its watch cache, which may be behind, whether a write changes what is
 * stored: what depends on such a moment is not a difference.
 */
export async function runSequence(servers: Servers, sequence: Sequence): Promise<Difference | undefined> {
  let found: Difference | undefined;
  for (let run = 0; run <= maxAlignedRuns; run++) {
    const duel = new Duel(servers, sequence.resource);
    if (run > 0) await duel.wait();
    const difference = await firstDifferenceOf(duel, sequence);
    if (difference === undefined) return undefined;
    if (!duel.late) found = difference;
  }
  return found;
}

async function firstDifferenceOf(duel: Duel, { operations }: Sequence): Promise<Difference | undefined> {
  try {
    for (const operation of operations) {
      const { difference } = await duel.run(operation);
      if (difference !== undefined) return difference;
    }
    return undefined;
  } finally {
    await duel.remove();
  }
}

/** Sends a sequence to one server; returns an answer for each operation, null for a wait. */
export async function answersOf(
  server: Server,
  resources: readonly TestedResource[],
  { resource, operations }: Sequence,
): Promise<(Outcome | null)[]> {
  for (let run = 1; ; run++) {
    const side = new Side(server, resourceOf(resources, resource), `o${process.pid}-${objects++}`);
    const periods = new Periods();
    // Times have seconds: an operation and those before it run in one.
    await periods.tick();
    const answers: (Outcome | null)[] = [];
    let late = false;
    for (const operation of operations) {
      if (operation.verb === 'tick') await periods.tick();
      answers.push(operation.verb === 'tick' ? null : (await side.send(operation, periods)).outcome);
      late ||= periods.isLate;
    }
    await side.remove();
    if (!late || run > maxAlignedRuns) return answers;
  }
}

function resourceOf(resources: readonly TestedResource[], name: string): TestedResource {
  const found = resources.find(({ resource }) => resource === name);
  if (found === undefined)
    throw new Error(
      `resource must be one of ${resources.map(({ resource }) => resource).join(', ')}, got ${name}`,
    );
  return found;
}

/** Describes the first difference of two outcomes. */
export function compare(
  request: Request,
  embedded: Outcome,
  real: Outcome,
): Pick<Difference, 'signature' | 'shown'> | undefined {
  const verb = [request.verb, request.patch, request.subresource]
    .filter((part) => part !== undefined)
    .join(' ');
  const found =
    embedded.status === real.status
      ? firstDifference([real.body, embedded.body], '', '')
      : { general: '', path: 'status', values: [real.status, embedded.status] as const };
  const different =
    found ??
    differenceOfWarnings(embedded, real) ??
    firstDifference([real.reviews, embedded.reviews], 'reviews', 'reviews');
  if (different === undefined) return undefined;
  const { general, path, values } = different;
  const statuses =
    embedded.status === real.status ? `${real.status}` : `${embedded.status}, not ${real.status}`;
  return {
    signature: `${verb}: ${statuses} ${general}`.trimEnd(),
    shown: `${path}: real ${JSON.stringify(values[0])}, embedded ${JSON.stringify(values[1])}`,
  };
}

function differenceOfWarnings(embedded: Outcome, real: Outcome): Found | undefined {
  if (isDeepStrictEqual(embedded.warnings, real.warnings)) return undefined;
  return { general: 'warnings', path: 'warnings', values: [real.warnings, embedded.warnings] };
}

interface Found {
  /** The path without indexes. */
  readonly general: string;
  readonly path: string;
  readonly values: readonly [Json | undefined, Json | undefined];
}

function firstDifference(
  values: readonly [Json | undefined, Json | undefined],
  path: string,
  general: string,
): Found | undefined {
  const [real, embedded] = values;
  if (real === embedded) return undefined;
  if (isList(real) && isList(embedded)) {
    if (real.length !== embedded.length) return { path, general: `${general} length`, values };
    for (const [index, item] of real.entries()) {
      const found = firstDifference([item, embedded[index]], `${path}[${index}]`, `${general}[]`);
      if (found !== undefined) return found;
    }
    return undefined;
  }
  if (!isFields(real) || !isFields(embedded)) return { path, general, values };
  // Their order is part of the text.
  if (path.endsWith('.fieldsV1'))
    return JSON.stringify(real) === JSON.stringify(embedded) ? undefined : { path, general, values };
  for (const name of new Set([...Object.keys(real), ...Object.keys(embedded)])) {
    const found = firstDifference([real[name], embedded[name]], `${path}.${name}`, `${general}.${name}`);
    if (found !== undefined) return found;
  }
  return undefined;
}
