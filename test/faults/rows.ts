import { faults } from '@kube-informers/testing';
import type { Fault } from '@kube-informers/testing';

/** The kind of request that a fault strikes. */
export type Place = 'list' | 'page' | 'watch' | 'watchList';

/** Why a cell of the table has no meaning. */
export interface NoMeaning {
  readonly because: string;
}

/** How a row of the matrix is staged. */
export type Staging =
  /** A fault of one request or stream. */
  | { readonly by: 'fault'; readonly at: (place: Place) => Fault | NoMeaning; readonly live: boolean }
  /** The connection breaks, and the port is closed until two attempts have been refused. */
  | { readonly by: 'refusing' }
  /** From now on another backend answers, whose history begins later (`ahead`) or which is behind (`back`). */
  | { readonly by: 'switching'; readonly to: 'ahead' | 'back' };

/** A row of the matrix. */
export interface FaultRow {
  readonly name: string;
  readonly staging: Staging;
}

/** A fault that strikes an open stream as well as a request. */
function live(name: string, at: (place: Place) => Fault | NoMeaning): FaultRow {
  return { name, staging: { by: 'fault', at, live: true } };
}

/** A fault that only a request can meet: an open stream is ended properly, and the next one meets the fault. */
function next(name: string, fault: Fault): FaultRow {
  return { name, staging: { by: 'fault', at: () => fault, live: false } };
}

function isList(place: Place): boolean {
  return place === 'list' || place === 'page';
}

/** A point in the middle of the initial data; for an open stream, counted from the next data. */
function bytesAt(place: Place): number {
  return isList(place) ? 500 : place === 'watchList' ? 900 : 60;
}

/** Lines that pass before the fault in a stream. A list is one line. */
function linesAt(place: Place): number {
  return isList(place) ? 0 : place === 'watchList' ? 2 : 1;
}

const noEvents: NoMeaning = { because: 'a list has no events' };
const oneLine: NoMeaning = { because: 'a list is one line: see «cut after N bytes»' };
const noStream: NoMeaning = {
  because: 'a list ends with its last byte: ended earlier it is one that was cut',
};

function errorEvent(name: string, status: number, reason?: string): FaultRow {
  return live(`ERROR event ${name}`, (place) =>
    isList(place) ? noEvents : faults.errorEvent(status, { reason, afterLines: linesAt(place) }),
  );
}

/** Every fault. */
export const faultRows: readonly FaultRow[] = [
  { name: 'connection refused', staging: { by: 'refusing' } },
  live('reset at once', () => faults.reset()),
  live('reset mid-body', (place) => faults.reset({ afterBytes: bytesAt(place) })),
  live('stall to the client', () => faults.stall({ direction: 'toClient' })),
  live('stall to the server', () => faults.stall({ direction: 'toServer' })),
  live('stall both ways', () => faults.stall({ direction: 'both' })),
  live('stall mid-body', (place) => faults.stall({ direction: 'toClient', afterBytes: bytesAt(place) })),
  live('drop to the client', () => faults.drop({ direction: 'toClient' })),
  live('drop to the server', () => faults.drop({ direction: 'toServer' })),
  next('delay 5 s', faults.delay(5000)),
  next('bandwidth 500 B/s', faults.bandwidth(500)),
  live('cut after N bytes', (place) => faults.cut({ afterBytes: bytesAt(place) })),
  live('cut mid-line', (place) =>
    isList(place) ? oneLine : faults.cut({ afterLines: linesAt(place), inLine: true }),
  ),
  live('cut in a UTF-8 character', () => faults.cut({ inCharacter: true })),
  next('401', faults.answer(401)),
  next('403', faults.answer(403)),
  next('404', faults.answer(404)),
  next('410', faults.answer(410)),
  next('429', faults.answer(429)),
  next('429, Retry-After 2 s', faults.answer(429, { retryAfterSeconds: 2 })),
  next('500', faults.answer(500)),
  next('502 with HTML', faults.answer(502)),
  next('503', faults.answer(503)),
  next('504', faults.answer(504)),
  errorEvent('410', 410),
  errorEvent('429', 429),
  errorEvent('500', 500),
  errorEvent('503', 503),
  errorEvent('StorageReadError', 500, 'StorageReadError'),
  live('corrupt line', (place) => faults.corrupt({ afterLines: linesAt(place) })),
  live('watch ended after 5 ms', (place) =>
    isList(place) ? noStream : place === 'watchList' ? faults.end({ afterLines: 2 }) : faults.endAfter(5),
  ),
  { name: 'backend with a shorter history', staging: { by: 'switching', to: 'ahead' } },
  { name: 'backend whose RVs went back', staging: { by: 'switching', to: 'back' } },
];
