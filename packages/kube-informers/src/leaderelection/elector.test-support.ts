import type { FakeClock } from '../../../testing/src/fake-clock.js';
import type { FakeLeases } from './fake-leases.test-support.js';
import { LeaderElector } from './leader-elector.js';
import type { Clientset } from '../client/clientset.js';
import type { LeaderElectorOptions } from './election-options.js';
import type { Term } from './fence.js';

/** An elector whose terms are iterated. */
export interface Candidate {
  readonly elector: LeaderElector;
  readonly terms: Term[];
  readonly stop: AbortController;
  readonly ended: Promise<void>;
}

/** An elector whose loop body lasts until the term's signal aborts. */
export function run(
  server: FakeLeases,
  clock: FakeClock,
  {
    client = server.clientset(),
    ...options
  }: Partial<LeaderElectorOptions> & { readonly client?: Clientset } = {},
  body: (term: Term) => Promise<unknown> = untilAborted,
): Candidate {
  const elector = new LeaderElector(client, {
    namespace: 'default',
    name: 'web',
    clock,
    random: () => 0,
    ...options,
  });
  const terms: Term[] = [];
  const stop = new AbortController();
  const iterate = async (): Promise<void> => {
    for await (const term of elector.terms({ signal: stop.signal })) {
      terms.push(term);
      await body(term);
    }
  };
  return { elector, terms, stop, ended: iterate() };
}

/** Resolves when the term has ended. */
export function untilAborted(term: Term): Promise<void> {
  return new Promise((resolve) => {
    if (term.signal.aborted) resolve();
    else term.signal.addEventListener('abort', () => resolve());
  });
}
