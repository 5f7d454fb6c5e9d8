/** A request as a test sees it; `FaultProxy.requests` has these fields. */
export interface CountedRequest {
  readonly verb: string;
  /** ms, on any clock. */
  readonly at: number;
}

/** The requests that a server may get. */
export interface RequestBound {
  /** Requests of each verb: exactly this many, or a range. Verbs left out may not come at all. */
  readonly verbs?: Readonly<Record<string, number | readonly [least: number, most: number]>> | undefined;
  /** Requests of all verbs in any 60 s. */
  readonly perMinute?: number | undefined;
}

/** Most requests that began within any window of the length. */
export function mostWithin(requests: readonly CountedRequest[], windowMs: number): number {
  const times = requests.map(({ at }) => at).toSorted((a, b) => a - b);
  let most = 0;
  let first = 0;
  for (let last = 0; last < times.length; last++) {
    while ((times[last] ?? 0) - (times[first] ?? 0) >= windowMs) first++;
    most = Math.max(most, last - first + 1);
  }
  return most;
}

/** Returns messages about requests beyond or below the bound; empty when it was kept. */
export function outsideBound(requests: readonly CountedRequest[], bound: RequestBound): string[] {
  const found: string[] = [];
  if (bound.verbs !== undefined) {
    const counts = new Map<string, number>();
    for (const { verb } of requests) counts.set(verb, (counts.get(verb) ?? 0) + 1);
    for (const verb of new Set([...counts.keys(), ...Object.keys(bound.verbs)])) {
      const count = counts.get(verb) ?? 0;
      const range = bound.verbs[verb] ?? 0;
      const [least, most] = typeof range === 'number' ? [range, range] : range;
      if (count < least || count > most)
        found.push(`${count} ${verb} requests, expected ${least === most ? least : `${least} to ${most}`}`);
    }
  }
  if (bound.perMinute !== undefined) {
    const most = mostWithin(requests, 60_000);
    if (most > bound.perMinute)
      found.push(`${most} requests within 60 s, at most ${bound.perMinute} allowed`);
  }
  return found;
}

/** Throws an Error that lists what was beyond or below the bound. */
export function expectWithinBound(requests: readonly CountedRequest[], bound: RequestBound): void {
  const found = outsideBound(requests, bound);
  if (found.length === 0) return;
  const story = requests
    .slice(-30)
    .map(({ verb, at }) => `${verb}@${at}`)
    .join(' ');
  throw new Error(`${found.join('; ')} (the last requests: ${story})`);
}
