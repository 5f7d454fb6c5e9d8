import { isError } from '../util/type-checks.js';
import { TransportError } from '../util/errors.js';
import { parseJson } from '../util/json.js';
import { WatchEventType } from './watch.js';
import type { WatchEvent } from './watch.js';

const eventTypes: ReadonlySet<unknown> = new Set(Object.values(WatchEventType));

/** True for an event: it has a known type and an object. The object itself is not checked. */
export function isWatchEvent<T>(value: unknown): value is WatchEvent<T> {
  if (typeof value !== 'object' || value === null) return false;
  const { type, object } = value as { type?: unknown; object?: unknown };
  return eventTypes.has(type) && typeof object === 'object' && object !== null && !Array.isArray(object);
}

/**
 * Parses line number `line` as an event; undefined for a blank line.
 *
 * Throws TransportError `ERR_WATCH_DECODE` for anything else: see `badWatchLine`.
 */
export function parseWatchLine<T>(text: string, line: number): WatchEvent<T> | undefined {
  // Checked first: an error of JSON.parse takes microseconds, and a server may send any number of blank lines.
  if (isBlank(text)) return undefined;
  let value: unknown;
  try {
    value = parseJson(text);
  } catch (thrown) {
    throw badWatchLine(line, text.length, `is not valid JSON${positionOf(thrown)}`);
  }
  return checkedWatchEvent(value, line, text.length);
}

/**
 * Parses what a cleanly ended watch left after its last line end; undefined if empty.
 *
 * It may be an event without a line end. Throws TransportError `ERR_WATCH_CUT` for a partial line.
 */
export function parseLastLine<T>(text: string, line: number): WatchEvent<T> | undefined {
  if (isBlank(text)) return undefined;
  let value: unknown;
  try {
    value = parseJson(text);
  } catch {
    // A partial line looks like a syntax error, but means that the connection was cut.
    throw new TransportError(
      'ERR_WATCH_CUT',
      `the watch ended in the middle of line ${line}, after ${text.length} characters of it`,
    );
  }
  return checkedWatchEvent(value, line, text.length);
}

/** Linear, and stops at the first character that is not a space. */
function isBlank(text: string): boolean {
  return !/\S/.test(text);
}

/** Returns a line's value as an event. Throws TransportError `ERR_WATCH_DECODE`. */
function checkedWatchEvent<T>(value: unknown, line: number, length: number): WatchEvent<T> {
  if (isWatchEvent<T>(value)) return value;
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw badWatchLine(line, length, 'is not a watch event: expected an object with type and object');
  const { type } = value as { type?: unknown };
  if (eventTypes.has(type)) throw badWatchLine(line, length, `is a ${String(type)} event without an object`);
  const shown = typeof type === 'string' && /^\w{1,32}$/.test(type) ? JSON.stringify(type) : typeof type;
  throw badWatchLine(
    line,
    length,
    `has an unknown event type: expected ${Object.values(WatchEventType).join(', ')}, got ${shown}`,
  );
}

/**
 * Creates the error for an invalid watch line: TransportError `ERR_WATCH_DECODE`.
 *
 * It contains the line's number (from 1), its length in characters and the problem, but none of its content, which
 * may be a Secret.
 */
export function badWatchLine(line: number, length: number, problem: string): TransportError {
  // The parser's own error is not kept as the cause, since it quotes the text.
  return new TransportError(
    'ERR_WATCH_DECODE',
    `line ${line} of the watch (${length} characters) ${problem}`,
  );
}

function positionOf(thrown: unknown): string {
  const position = isError(thrown) ? /at position (\d+)/.exec(thrown.message)?.[1] : undefined;
  return position === undefined ? '' : ` at character ${position}`;
}
