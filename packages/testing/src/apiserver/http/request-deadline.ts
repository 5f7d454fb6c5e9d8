import { newBadRequest, newTimeout } from 'kube-informers/internal';
import { linkSignal } from 'kube-informers/internal';
import { answer } from './answer.js';
import type { Exchange } from './exchange.js';

const unitMs: Readonly<Record<string, number>> = {
  ns: 1e-6,
  us: 1e-3,
  µs: 1e-3,
  μs: 1e-3,
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
};
// time.Duration counts nanoseconds in 63 bits.
const maxDurationMs = 2 ** 63 / 1e6;

/**
 * Returns the `timeout` of a non-watch request in ms (apiserver's WithRequestDeadline); undefined if absent.
 *
 * Throws 400 for an invalid duration, with the message of Go's time package.
 */
export function requestTimeoutMs(query: URLSearchParams): number | undefined {
  const text = query.get('timeout') ?? '';
  if (text === '') return undefined;
  const ms = parseDuration(text);
  return ms > 0 ? ms : undefined;
}

/** time.ParseDuration, in ms: `1h15m30.5s`, `-1.5h`, `0`. */
function parseDuration(text: string): number {
  const wrong = (why: string): Error => {
    return newBadRequest(`invalid timeout specified in the request URL - time: ${why}`);
  };
  const quoted = JSON.stringify(text);
  const negative = text.startsWith('-');
  let rest = /^[-+]/.test(text) ? text.slice(1) : text;
  if (rest === '0') return 0;
  if (rest === '') throw wrong(`invalid duration ${quoted}`);
  let ms = 0;
  while (rest !== '') {
    const number = /^(\d+\.?\d*|\.\d+)/.exec(rest)?.[0];
    if (number === undefined) throw wrong(`invalid duration ${quoted}`);
    rest = rest.slice(number.length);
    const unit = /^[^.\d]*/.exec(rest)?.[0] ?? '';
    if (unit === '') throw wrong(`missing unit in duration ${quoted}`);
    const factor = Object.hasOwn(unitMs, unit) ? unitMs[unit] : undefined;
    if (factor === undefined) throw wrong(`unknown unit ${JSON.stringify(unit)} in duration ${quoted}`);
    rest = rest.slice(unit.length);
    ms += Number(number) * factor;
    if (ms >= maxDurationMs) throw wrong(`invalid duration ${quoted}`);
  }
  return negative ? -ms : ms;
}

/**
 * Responds within the request's `timeout`, or with 504. Throws 400 for an invalid timeout.
 *
 * A response that is still being written at the deadline is cut off.
 */
export async function withinDeadline(
  exchange: Exchange,
  answer: (exchange: Exchange) => Promise<void>,
): Promise<void> {
  const timeoutMs = requestTimeoutMs(exchange.query);
  if (timeoutMs === undefined) return answer(exchange);
  const link = linkSignal(exchange.signal);
  const over = new Error('the request timed out');
  const timer = exchange.clock.setTimer(() => link.abort(over), timeoutMs, { unref: true });
  try {
    await answer({ ...exchange, signal: link.signal });
  } catch (error) {
    if (link.signal.reason !== over || exchange.signal.aborted || exchange.response.headersSent) throw error;
    sendTimeout(exchange);
  } finally {
    timer.cancel();
    link.dispose();
  }
}

/** The timeout filter writes its Status without a kind, and with content type text. */
function sendTimeout(exchange: Exchange): void {
  const { status } = newTimeout('request did not complete within the allotted timeout', 0);
  const { kind: _kind, apiVersion: _apiVersion, ...rest } = status;
  const headers = {
    'Cache-Control': 'no-cache, private',
    'Content-Type': 'text/plain; charset=utf-8',
  };
  answer(exchange, 504, headers, JSON.stringify(rest));
}
