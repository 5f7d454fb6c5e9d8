import { builtin } from '../util/builtin.js';
import { elapsedMs } from '../util/clock.js';
import type { Instant } from '../util/clock.js';
import type { LogPiece } from './log-lines.js';

/** Least number of lines that are remembered; at most twice as many. */
const remembered = 500;
/** A longer line is remembered by its hash, characters. */
const longLine = 512;
/** Added to the time that is asked for: what a line takes from its container to here, in seconds. */
const marginSeconds = 2;

const stampPattern = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?(Z|[+-]\d\d:\d\d) ?/;

/**
 * How the next response relates to what was passed on: all of it is `new`; or it is of the latest seconds (`window`) or the `whole`
 * log, and has lines that were passed on, then new ones.
 */
export type Overlap = 'new' | 'window' | 'whole';

/** A piece is new, was passed on before, or cannot be placed: lines may be missing before it. */
export type PieceFate = 'new' | 'old' | 'unplaced';

/**
 * What of a container's log has been passed on.
 *
 * A node gives the lines of a log in the order of its file, so what follows a line that was passed on is new. The latest lines are
 * remembered with the times that the node has written before them, and compared as they are; equal ones are counted. No decision
 * depends on the clock of the node, except that lines from before the remembered ones are recognised by their times.
 */
export class LogPosition {
  /** Raw lines, or their hashes. */
  #latest: string[] = [];
  #latestAt: Instant | undefined;
  /** The latest time of a line, as the node wrote it. */
  #stamp = '';
  /** Of the line that is being read: its time, and the number of its part. */
  #lineStamp = '';
  #part = 0;
  /** Of the response that is being read: remembered lines that have not come yet, and how often they were passed on. */
  #expected = new Map<string, number>();
  #overlap: Overlap = 'new';
  #isPlaced = true;
  /** Characters of the time at the beginning of the latest piece. */
  stampLength = 0;

  /** True before the first line. */
  get isEmpty(): boolean {
    return this.#latest.length === 0;
  }

  /** False if the node writes no times: equal lines cannot be told apart then. */
  get hasTimes(): boolean {
    return this.#stamp !== '';
  }

  /** True if the response has shown where it continues what was passed on. */
  get isPlaced(): boolean {
    return this.#isPlaced;
  }

  /** Another container begins: none of its lines was passed on. */
  forget(): void {
    this.#latest = [];
  }

  /** Seconds to ask for, so that the answer begins with a line that was passed on. */
  windowSeconds(now: Instant): number {
    const at = this.#latestAt ?? now;
    // A line that was read long after it was written. If the clocks differ, the answer may lack it, which is noticed.
    const ageMs = Math.max(0, at.wallMs - (timeOf(this.#stamp)?.second ?? Infinity) * 1000);
    return Math.ceil((elapsedMs(at, now) + ageMs) / 1000) + marginSeconds;
  }

  /** A response begins. */
  begin(overlap: Overlap): void {
    this.#overlap = overlap;
    this.#expected = new Map();
    this.#isPlaced = overlap === 'new' || this.isEmpty;
    if (this.#isPlaced) return;
    for (const key of this.#latest) this.#expected.set(key, (this.#expected.get(key) ?? 0) + 1);
  }

  /** Takes the next piece of the response, which arrived then. */
  take(piece: LogPiece, at: Instant): PieceFate {
    const { text, beginsLine } = piece;
    const stamp = stampOf(piece);
    this.stampLength = stamp.length;
    if (beginsLine) this.#lineStamp = stamp;
    this.#part = beginsLine ? 0 : this.#part + 1;
    // A container cannot make a further part of its line equal to one of another line.
    const key =
      beginsLine && text.length <= longLine ? text : `${this.#lineStamp}part ${this.#part} ${hash(text)}`;
    const count = this.#expected.size === 0 ? 0 : (this.#expected.get(key) ?? 0);
    if (count > 0) {
      this.#expected.set(key, count - 1);
      this.#isPlaced = true;
      return 'old';
    }
    if (!this.#isPlaced) return this.#overlap === 'whole' || this.#isOlder(stamp) ? 'old' : 'unplaced';
    // What follows a new line is new.
    if (this.#expected.size > 0) this.#expected.clear();
    if (stamp !== '') this.#stamp = stamp;
    this.#latestAt = at;
    this.#latest.push(key);
    if (this.#latest.length >= 2 * remembered) this.#latest.splice(0, remembered);
    return 'new';
  }

  /** True for a line from before those that are remembered, and for the end of a line whose beginning was not asked for. */
  #isOlder(stamp: string): boolean {
    const time = timeOf(stamp);
    const oldest = timeOf(this.#latest.find((key) => stampPattern.test(key)) ?? '');
    if (time === undefined || oldest === undefined) return true;
    return time.second === oldest.second ? time.nanosecond <= oldest.nanosecond : time.second < oldest.second;
  }
}

/** Returns the time at the beginning of a line, with the space after it; "" without one. */
export function stampOf({ text, beginsLine }: LogPiece): string {
  return beginsLine ? (stampPattern.exec(text)?.[0] ?? '') : '';
}

/** Reads the time that a line begins with. */
function timeOf(line: string): { readonly second: number; readonly nanosecond: number } | undefined {
  const match = stampPattern.exec(line);
  if (match === null) return undefined;
  const [, seconds = '', fraction = '', zone = ''] = match;
  return { second: Date.parse(seconds + zone) / 1000, nanosecond: Number(fraction.padEnd(9, '0')) };
}

function hash(text: string): string {
  return builtin('node:crypto').createHash('sha256').update(text).digest('base64');
}
