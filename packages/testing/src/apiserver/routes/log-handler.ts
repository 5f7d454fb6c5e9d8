import { once } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { ConfigError, type Clock } from 'kube-informers';
import { newBadRequest, newInvalid } from 'kube-informers/internal';
import { asError, raceSignal, shownValue } from 'kube-informers/internal';
import { sendText } from '../http/answer.js';
import type { Exchange } from '../http/exchange.js';
import { methodNotAllowed } from '../http/failure.js';
import { parseBoolean, parseInteger } from '../http/query-values.js';
import {
  type FieldError,
  asObject,
  at,
  canonicalTime,
  forbiddenField,
  invalidField,
  notSupportedField,
  textAt,
  timeProblem,
} from '@kube-informers/schema/internal';
import type { ServedResource } from '../registry/registry.js';
import { ContainerEnded, containerStatus, requireContainer, streamTarget } from '../streams/pod-streams.js';
import type { LogHandler, LogLine, PodStreams, StreamTarget } from '../streams/pod-streams.js';
import type { WriteTarget } from '../write/update.js';

/**
 * Handles GET of a pod's log: checks the request as kube-apiserver and the kubelet do, and responds with the lines of
 * the test's function; with an empty log without one, as for a pod without a node.
 */
export async function handleLog(
  streams: PodStreams,
  exchange: Exchange,
  served: ServedResource,
  path: WriteTarget,
): Promise<void> {
  if (exchange.method !== 'GET') throw methodNotAllowed();
  const options = logOptions(exchange, path.name);
  const target = streamTarget(served, path);
  const container = requireContainer(target, options.container);
  const handler = streams.log;
  if (handler === undefined || textAt(target.body, 'spec', 'nodeName') === '') {
    sendText(exchange, 200, '');
    return;
  }
  requireLog(target, container, options.previous);
  await streams.serve(target, container, exchange.signal, (signal) =>
    new LogResponse(exchange, options).send(handler, target, container, signal),
  );
}

interface LogOptions {
  readonly container: string;
  readonly follow: boolean;
  readonly previous: boolean;
  readonly timestamps: boolean;
  readonly stream: string;
  readonly tailLines: number;
  readonly limitBytes: number;
  /** The first time that is sent, as `timeText` has it; "" for all. */
  readonly since: string;
}

/** Parses the query. Throws 400 and 422. */
function logOptions({ query, clock }: Exchange, pod: string): LogOptions {
  const errors: FieldError[] = [];
  const atLeast = (field: string, least: number, words: string): number | undefined => {
    const value = parseInteger(query.get(field));
    if (typeof value === 'number' && value < least) errors.push(invalidField(field, value, words));
    return value;
  };
  const sinceTime = query.get('sinceTime') ?? '';
  if (sinceTime !== '' && canonicalTime(sinceTime, false) === undefined)
    throw newBadRequest(timeProblem(sinceTime, false));
  const tailLines = atLeast('tailLines', 0, 'must be greater than or equal to 0') ?? Infinity;
  const limitBytes = atLeast('limitBytes', 1, 'must be greater than 0') ?? Infinity;
  let sinceSeconds: number | undefined;
  if (query.has('sinceSeconds') && query.has('sinceTime'))
    errors.push(forbiddenField('', 'at most one of `sinceTime` or `sinceSeconds` may be specified'));
  else sinceSeconds = atLeast('sinceSeconds', 1, 'must be greater than 0');
  const stream = query.get('stream') ?? 'All';
  const sources = ['All', 'Stdout', 'Stderr'];
  if (!sources.includes(stream)) errors.push(notSupportedField('stream', stream, sources));
  if (errors.length > 0) throw newInvalid({ group: '', kind: 'PodLogOptions' }, pod, errors);
  const asked = (name: string): boolean => parseBoolean(query.get(name)) ?? false;
  // The API server passes a time on in whole seconds.
  const since =
    sinceSeconds === undefined
      ? (canonicalTime(sinceTime, false) ?? '')
      : new Date(clock.now() - sinceSeconds * 1000).toISOString();
  return {
    container: query.get('container') ?? '',
    follow: asked('follow'),
    previous: asked('previous'),
    timestamps: asked('timestamps'),
    stream,
    tailLines,
    limitBytes,
    since: since === '' ? '' : timeText(since),
  };
}

/** Throws the kubelet's 400 for a container without a log. */
function requireLog({ body, pod }: StreamTarget, container: string, previous: boolean): void {
  const status = containerStatus(body, container);
  if (previous && asObject(at(status, 'lastState', 'terminated')) === undefined)
    throw newBadRequest(`previous terminated container "${container}" in pod "${pod}" not found\n`);
  const waiting = asObject(at(status, 'state', 'waiting'));
  if (!previous && waiting !== undefined) {
    const reason = textAt(waiting, 'reason');
    throw newBadRequest(`container "${container}" in pod "${pod}" is waiting to start: ${reason}\n`);
  }
}

interface TimedLine {
  readonly text: string;
  /** As `timeText` has it. */
  readonly time: string;
  /** False if the test gave no time. */
  readonly timed: boolean;
  readonly stream: string;
}

/** The response to one request for a log. */
class LogResponse {
  readonly #exchange: Exchange;
  readonly #options: LogOptions;
  /** Time of the request. */
  readonly #now: string;
  /** The last old lines, until the number of lines from the end is known. */
  #tail: TimedLine[] = [];
  #live = false;
  #bytesLeft: number;

  constructor(exchange: Exchange, options: LogOptions) {
    this.#exchange = exchange;
    this.#options = options;
    this.#now = timeText(new Date(exchange.clock.now()));
    this.#bytesLeft = options.limitBytes;
  }

  async send(
    handler: LogHandler,
    { namespace, pod }: StreamTarget,
    container: string,
    signal: AbortSignal,
  ): Promise<void> {
    const { response } = this.#exchange;
    const { follow, previous } = this.#options;
    response.setHeader('Cache-Control', 'no-cache, private');
    response.setHeader('Content-Type', 'text/plain');
    try {
      const session = { namespace, pod, container, follow, previous, signal };
      const lines = await raceSignal(Promise.resolve(handler(session)), signal);
      await this.#sendAll(lines, signal);
    } catch (thrown) {
      // A log ends with its container, and when the server stops.
      const { signal: gone } = this.#exchange;
      if (!(thrown instanceof ContainerEnded) && !(gone.aborted && thrown === gone.reason)) throw thrown;
      await this.#flushTail(signal);
    }
    response.end();
  }

  async #sendAll(lines: Iterable<LogLine> | AsyncIterable<LogLine>, signal: AbortSignal): Promise<void> {
    if (typeof lines !== 'string' && Symbol.iterator in Object(lines)) {
      for (const line of lines as Iterable<LogLine>) if (!(await this.#take(line, signal))) return;
      return this.#flushTail(signal);
    }
    if (!(Symbol.asyncIterator in Object(lines)))
      throw new ConfigError('ERR_OPTION', `onLog must return an iterable of lines, got ${shownValue(lines)}`);
    const iterator = (lines as AsyncIterable<LogLine>)[Symbol.asyncIterator]();
    try {
      for (;;) {
        const next = iterator.next();
        if (!this.#live && (await Promise.race([next, setImmediate()])) === undefined) {
          // The test waits: what came before is the tail.
          await this.#flushTail(signal);
          this.#live = true;
        }
        const result = await raceSignal(next, signal);
        if (result.done === true) return await this.#flushTail(signal);
        if (!(await this.#take(result.value, signal))) return;
      }
    } finally {
      // A generator that waits ends when its signal aborts or its wait is over, and its result concerns nobody here.
      iterator.return?.().then(undefined, () => undefined);
    }
  }

  /** Takes the next line; returns false if the response is complete. */
  async #take(given: LogLine, signal: AbortSignal): Promise<boolean> {
    const { tailLines, follow, since, stream } = this.#options;
    const line = timedLine(given, this.#exchange.clock);
    if (line.time < since || !(stream === 'All' || stream.toLowerCase() === line.stream)) return true;
    const isOld = line.timed ? line.time <= this.#now : !this.#live;
    if (line.timed && !isOld && !follow) {
      await this.#flushTail(signal);
      return false;
    }
    if (!isOld || tailLines === Infinity) {
      await this.#flushTail(signal);
      return this.#write(line, signal);
    }
    this.#tail.push(line);
    if (this.#tail.length > tailLines) this.#tail.shift();
    return true;
  }

  async #flushTail(signal: AbortSignal): Promise<void> {
    const lines = this.#tail;
    this.#tail = [];
    for (const line of lines) if (!(await this.#write(line, signal))) return;
  }

  /** Sends a line at once, as a kubelet does; returns false at the limit. */
  async #write(line: TimedLine, signal: AbortSignal): Promise<boolean> {
    if (this.#bytesLeft <= 0) return false;
    const { response } = this.#exchange;
    const text = this.#options.timestamps ? `${line.time} ${line.text}\n` : `${line.text}\n`;
    const bytes = Buffer.from(text, 'utf8').subarray(0, this.#bytesLeft);
    this.#bytesLeft -= bytes.length;
    if (!response.write(bytes)) await once(response, 'drain', { signal });
    return this.#bytesLeft > 0;
  }
}

function timedLine(line: LogLine, clock: Clock): TimedLine {
  const { text, time, stream = 'stdout' } = typeof line === 'string' ? { text: line } : line;
  if (typeof text !== 'string')
    throw new ConfigError(
      'ERR_OPTION',
      `a line of onLog must be a string or have a text, got ${shownValue(line)}`,
    );
  const at = time ?? new Date(clock.now());
  try {
    return { text, time: timeText(at), timed: time !== undefined, stream };
  } catch (cause) {
    throw new ConfigError(
      'ERR_OPTION',
      `time of a line of onLog must be a Date or in RFC 3339: ${asError(cause).message}`,
      { cause },
    );
  }
}

/** Formats a time with nine fractional digits, as kubelets do; such texts can be compared. */
function timeText(time: Date | string): string {
  const text = typeof time === 'string' ? time : time.toISOString();
  const seconds = canonicalTime(text, false);
  if (seconds === undefined) throw new RangeError(timeProblem(text, false));
  const fraction = /[.,](\d+)/.exec(text)?.[1] ?? '';
  return `${seconds.slice(0, -1)}.${fraction.slice(0, 9).padEnd(9, '0')}Z`;
}
