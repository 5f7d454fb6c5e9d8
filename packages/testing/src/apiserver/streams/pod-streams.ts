import type { Duplex, Readable, Writable } from 'node:stream';
import { type StatusError } from 'kube-informers';
import { newBadRequest, newNotFound } from 'kube-informers/internal';
import { linkSignal, newStatus } from 'kube-informers/internal';
import { asObject, at, objectsOf, textAt } from '@kube-informers/schema/internal';
import { readStored, storageKey } from '../registry/context.js';
import type { ServedResource } from '../registry/registry.js';
import { parseStored } from '../storage/stored-object.js';
import type { ObjectBody } from '../storage/stored-object.js';
import type { Change } from '../storage/resource-table.js';
import type { WriteTarget } from '../write/update.js';

/** The size of a terminal, in characters. */
export interface TerminalSize {
  /** Characters of a line. */
  readonly columns: number;
  /** Lines. */
  readonly rows: number;
}

/** Where a stream goes to. */
export interface PodSession {
  /** Namespace of the pod. */
  readonly namespace: string;
  /** Name of the pod. */
  readonly pod: string;
  /** Aborts when the client has left, the container has ended, or the server stops. */
  readonly signal: AbortSignal;
}

/** A client that attached to a container. */
export interface AttachSession extends PodSession {
  /** Name of the container; the only one if the client named none. */
  readonly container: string;
  /** True if the client asked for a terminal. */
  readonly tty: boolean;
  /** What the client sends; at its end if the client sends nothing. */
  readonly stdin: Readable;
  /** What the client receives; discarded if the client did not ask for it, and after it has left. */
  readonly stdout: Writable;
  /** As `stdout`; with a terminal, both are its output. */
  readonly stderr: Writable;
  /** Sizes of the client's terminal, the first one at its start. */
  readonly resizes: AsyncIterable<TerminalSize>;
}

/** A command that a client runs in a container. */
export interface ExecSession extends AttachSession {
  /** The command and its arguments. */
  readonly command: readonly string[];
}

/** A connection to a port of a pod. */
export interface PortForwardSession extends PodSession {
  /** The port. */
  readonly port: number;
  /** The connection: reads what the client sends, writes what it receives. */
  readonly stream: Duplex;
}

/** A request for a log. */
export interface LogSession extends PodSession {
  /** Name of the container; the only one if the client named none. */
  readonly container: string;
  /** True if the client waits for further lines; otherwise the log must end. */
  readonly follow: boolean;
  /** True for the container before its last restart. */
  readonly previous: boolean;
}

/** A line of a log: its text without the newline, or with its time. */
export type LogLine =
  | string
  | {
      /** The text without the newline. */
      readonly text: string;
      /** When it was written; a string is RFC 3339. Default: now. */
      readonly time?: Date | string | undefined;
      /** Default: `stdout`. */
      readonly stream?: 'stdout' | 'stderr' | undefined;
    };

/**
 * Runs a command. The result is its exit code; `undefined` is 0.
 *
 * An error is answered as that of a kubelet which could not run the command; a StatusError unchanged.
 */
export type ExecHandler = (session: ExecSession) => number | void | Promise<number | void>;

/** Serves a client that attached to a container, until it returns. */
export type AttachHandler = (session: AttachSession) => void | Promise<void>;

/** Serves a connection to a port, until it has returned and ended its side of the stream. */
export type PortForwardHandler = (session: PortForwardSession) => unknown;

/** Returns the lines of a log, oldest first. */
export type LogHandler = (
  session: LogSession,
) => Iterable<LogLine> | AsyncIterable<LogLine> | Promise<Iterable<LogLine> | AsyncIterable<LogLine>>;

/** Why a stream ended: its container or pod did. */
export class ContainerEnded extends Error {
  override readonly name = 'ContainerEnded';
}

interface OpenStream {
  readonly key: string;
  readonly uid: string;
  readonly container: string;
  readonly end: (reason: Error) => void;
}

/** The parts of a pod that its streams need. */
export interface StreamTarget {
  readonly namespace: string;
  readonly pod: string;
  readonly uid: string;
  readonly body: ObjectBody;
}

/** The functions that serve streams of pods, and the open streams. */
export class PodStreams {
  exec: ExecHandler | undefined;
  attach: AttachHandler | undefined;
  portForward: PortForwardHandler | undefined;
  log: LogHandler | undefined;
  readonly #open = new Set<OpenStream>();

  /** Calls `run` with a signal that aborts with `signal`, and with ContainerEnded when the container or pod ends. */
  async serve(
    target: StreamTarget,
    container: string,
    signal: AbortSignal,
    run: (signal: AbortSignal) => Promise<void>,
  ): Promise<void> {
    const link = linkSignal(signal);
    const { namespace, pod, uid } = target;
    const stream: OpenStream = {
      key: `${namespace}/${pod}`,
      uid,
      container,
      end: (reason) => link.abort(reason),
    };
    this.#open.add(stream);
    try {
      await run(link.signal);
    } finally {
      this.#open.delete(stream);
      link.dispose();
    }
  }

  /** Ends the streams whose container has ended with this change of a pod. */
  podChanged({ type, current }: Change): void {
    const concerned = [...this.#open].filter(({ key }) => key === current.key);
    if (concerned.length === 0) return;
    const body = type === 'DELETED' ? undefined : parseStored(current);
    for (const { uid, container, end } of concerned) {
      const gone = body === undefined || body.metadata?.uid !== uid || hasEnded(body, container);
      if (gone) end(new ContainerEnded(`container ${container} of pod ${current.key} has ended`));
    }
  }
}

/** Returns the pod of a path. Throws 404. */
export function streamTarget(served: ServedResource, { namespace, name }: WriteTarget): StreamTarget {
  const stored = served.table.get(storageKey(served, namespace, name));
  if (stored === undefined) throw newNotFound(served.resource, name);
  return { namespace, pod: name, uid: stored.uid, body: readStored(served, stored) };
}

/** Returns the container that a request means. Throws 400 for an unknown one, or for none if the pod has several. */
export function requireContainer({ body, pod }: StreamTarget, container: string): string {
  const namesIn = (list: string): string[] =>
    objectsOf(at(body, 'spec', list)).map((given) => textAt(given, 'name'));
  const containers = namesIn('containers');
  const initContainers = namesIn('initContainers');
  if (container !== '') {
    if ([...containers, ...initContainers, ...namesIn('ephemeralContainers')].includes(container))
      return container;
    throw newBadRequest(`container ${container} is not valid for pod ${pod}`);
  }
  const [only] = containers;
  if (only !== undefined && containers.length === 1) return only;
  const init =
    initContainers.length === 0 ? '' : ` or one of the init containers: [${initContainers.join(' ')}]`;
  throw newBadRequest(
    `a container name must be specified for pod ${pod}, choose one of: [${containers.join(' ')}]${init}`,
  );
}

/** Throws 400 for a pod without a node. */
export function requireNode({ body, pod }: StreamTarget): void {
  if (textAt(body, 'spec', 'nodeName') === '')
    throw newBadRequest(`pod ${pod} does not have a host assigned`);
}

/** Returns the status of a container; undefined if the pod has none, which counts as running. */
export function containerStatus(
  body: ObjectBody,
  container: string,
): Readonly<Record<string, unknown>> | undefined {
  for (const list of ['containerStatuses', 'initContainerStatuses', 'ephemeralContainerStatuses']) {
    const found = objectsOf(at(body, 'status', list)).find((status) => textAt(status, 'name') === container);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** True if commands can run in a container. */
export function isRunning(body: ObjectBody, container: string): boolean {
  const status = containerStatus(body, container);
  return asObject(at(status, 'state', 'waiting')) === undefined && !hasEnded(body, container);
}

/** True if a container, or for "" its pod, has ended. */
function hasEnded(body: ObjectBody, container: string): boolean {
  if (['Succeeded', 'Failed'].includes(textAt(body, 'status', 'phase'))) return true;
  return asObject(at(containerStatus(body, container), 'state', 'terminated')) !== undefined;
}

/** The response to a stream that the test has no function for. */
export function noHandler(stream: string, method: string): StatusError {
  return newStatus({
    code: 501,
    reason: '',
    message: `the embedded API server runs no containers: serve ${stream} with a function, server.${method}(…)`,
  });
}
