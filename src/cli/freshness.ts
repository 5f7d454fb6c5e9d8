import type { InformerHealth, InformerState } from '../cache/reflector/informer-state.js';
import { humanDuration } from '../util/duration.js';
import { oneLine } from './printable.js';

const phrases: Readonly<Record<InformerState['phase'], string>> = {
  waiting: 'waiting',
  connecting: 'connecting',
  listing: 'listing',
  streaming: 'reading the existing objects',
  watching: 'watching',
  probing: 'asking the server whether anything was missed',
  backingOff: 'waiting to try again',
  absent: 'the server does not have this resource',
  stopped: 'stopped',
};

/** What one cache's state looks like in words. */
export interface Freshness {
  readonly fresh: boolean;
  /** `fresh`, `stale for 12s`, `syncing`. */
  readonly word: string;
  /** What the informer does, and the last error if it is not overcome. */
  readonly detail: string;
}

/** Describes whether a cache is up to date, and why not. */
export function freshnessOf(health: InformerHealth, state: InformerState, nowMs: number): Freshness {
  const fresh = health.synced && health.staleSince === undefined;
  const word = !health.synced ? 'syncing' : fresh ? 'fresh' : `stale for ${humanDuration(health.staleMs)}`;
  const next =
    state.phase === 'backingOff'
      ? `, next attempt in ${humanDuration(Math.max(0, state.until - nowMs))}`
      : '';
  const { lastError } = health;
  const error = lastError === undefined || lastError.overcome ? '' : ` · ${oneLine(lastError.error.message)}`;
  return { fresh, word, detail: `${phrases[state.phase]}${next}${error}` };
}
