import type { InformerHealth, InformerState } from 'kube-informers';
import { followsServer, humanDuration, lacksResource } from 'kube-informers/internal';
import { errorLine } from './printable.js';
import { isRefusal } from './refusal.js';

const phrases: Readonly<Record<Exclude<InformerState['phase'], 'backingOff' | 'absent'>, string>> = {
  waiting: 'waiting',
  connecting: 'connecting',
  listing: 'listing',
  streaming: 'reading the existing objects',
  watching: 'watching',
  probing: 'asking the server whether anything was missed',
  stopped: 'stopped',
};

/** What one cache's state looks like in words. */
export interface Freshness {
  readonly fresh: boolean;
  /** `fresh`, `stale for 12s`, `syncing`, `refused`. */
  readonly word: string;
  /** What the informer does, and the last error if it is not overcome. */
  readonly detail: string;
}

/** Describes whether a cache is up to date, and why not. */
export function freshnessOf(health: InformerHealth, state: InformerState, nowMs: number): Freshness {
  const fresh = followsServer(health);
  // Short: on 80 columns there must be room for the reason.
  const doing = doingOf(health, state, nowMs);
  const lastError = health.lastError?.overcome === false ? health.lastError.error : undefined;
  const error = lastError === undefined ? '' : ` · ${errorLine(lastError)}`;
  const unsynced = isRefusal(lastError) ? 'refused' : 'syncing';
  const word = !health.hasSynced ? unsynced : fresh ? 'fresh' : `stale for ${humanDuration(health.staleMs)}`;
  return { fresh, word, detail: `${doing}${error}` };
}

function doingOf(health: InformerHealth, state: InformerState, nowMs: number): string {
  if (lacksResource(state, health)) return 'the server does not have this resource';
  if (state.phase !== 'backingOff' && state.phase !== 'absent') return phrases[state.phase];
  return state.untilMs === undefined
    ? phrases.listing
    : `retry in ${humanDuration(Math.max(0, state.untilMs - nowMs))}`;
}
