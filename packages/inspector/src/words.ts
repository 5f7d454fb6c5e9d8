import type { InformerState } from 'kube-informers';
import type { ListReason, WatchEndReason } from 'kube-informers/internal';
import { shortened } from 'kube-informers/internal';
import type { ElectionModel } from './model.js';

/** Longest text of others that the page gets, characters: a message or an identity may be of any length. */
const mostCharacters = 2048;

/** Returns a text of others as the page gets it. */
export function shownText(text: string): string {
  return shortened(text, mostCharacters);
}

/** What an informer does in each phase, as the page shows it. */
export const phaseWords: Readonly<Record<InformerState['phase'], string>> = {
  waiting: 'not started',
  connecting: 'connecting',
  listing: 'listing',
  streaming: 'reading the first objects',
  watching: 'watching',
  probing: 'asking a silent server',
  backingOff: 'backing off',
  absent: 'waiting for the resource to exist',
  stopped: 'stopped',
};

/** Why everything was listed. */
export const listWords: Readonly<Record<ListReason, string>> = {
  initial: 'first list',
  expired: 'the server had forgotten the resource version (410)',
  unknownVersion: 'the server did not know the resource version',
  backwards: 'a watch went back in time',
  silent: 'a watch was silent',
  shortWatch: 'a watch ended at once',
  watchError: 'a watch failed',
  resync: 'a resync failed',
  restart: 'it was started again',
};

/** How watches ended. */
export const watchEndWords: Readonly<Record<WatchEndReason, string>> = {
  ended: 'ended by the server, as usual',
  shortWatch: 'ended at once by the server',
  cut: 'the connection broke',
  silent: 'silent for too long',
  expired: 'resource version expired (410)',
  tooManyRequests: 'too many requests (429)',
  backwards: 'went back in time',
  error: 'error',
  stopped: 'stopped',
};

/** What an elector is, as the page shows it. */
export const electionWords: Readonly<Record<ElectionModel['state'], string>> = {
  leads: 'leading',
  standby: 'waiting',
  noHolder: 'waiting, no process leads',
  wasHolder: 'was the holder, its term has ended',
  stopped: 'not taking part',
};
