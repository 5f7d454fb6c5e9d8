import type {
  EventClient,
  EventRecorderOptions,
} from '../../../packages/kube-informers/src/events/event-recorder.js';
import { EventRecorder } from '../../../packages/kube-informers/src/events/event-recorder.js';
import type { EventToRecord } from '../../../packages/kube-informers/src/events/occurrence.js';
import { newAlreadyExists, newNotFound } from '../../../packages/kube-informers/src/meta/status.js';
import { FakeClock, settle } from '@kube-informers/testing';
import type { Logger } from '../../../packages/kube-informers/src/util/logger.js';

/** A request that the sink received. */
export interface SinkCall {
  readonly verb: 'create' | 'patch';
  readonly namespace: string | undefined;
  readonly name: string;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Stores events in memory as a server does, and fails on demand. */
export class Sink {
  readonly calls: SinkCall[] = [];
  readonly objects = new Map<string, Readonly<Record<string, unknown>>>();
  /** Returns the error of a call; it is then not carried out. */
  failure: (call: SinkCall) => Error | undefined = () => undefined;
  /** Returns the error of a call that is carried out all the same: its response is lost. */
  lostResponse: (call: SinkCall) => Error | undefined = () => undefined;
  /** A call waits for it first. */
  gate: Promise<unknown> | undefined;
  running = 0;
  mostRunning = 0;

  readonly client: EventClient = {
    resource: (_resource, namespace) => ({
      create: (object) =>
        this.#call(
          { verb: 'create', namespace, name: object.metadata?.name ?? '', body: copyOf(object) },
          (call) => call.body,
        ) as never,
      patch: (name, body) =>
        this.#call({ verb: 'patch', namespace, name, body: copyOf(body) }, (call) => {
          const known = this.objects.get(name);
          if (known === undefined) throw newNotFound({ group: '', resource: 'events' }, name);
          return { ...known, ...call.body };
        }) as never,
    }),
  };

  async #call(
    call: SinkCall,
    change: (call: SinkCall) => Readonly<Record<string, unknown>>,
  ): Promise<unknown> {
    this.calls.push(call);
    this.running++;
    this.mostRunning = Math.max(this.mostRunning, this.running);
    await this.gate;
    this.running--;
    const failure = this.failure(call);
    if (failure !== undefined) throw failure;
    if (call.verb === 'create' && this.objects.has(call.name))
      throw newAlreadyExists({ group: '', resource: 'events' }, call.name);
    const object = change(call);
    this.objects.set(call.name, object);
    const lost = this.lostResponse(call);
    if (lost !== undefined) throw lost;
    return object;
  }

  /** The calls since the last time, with what changes in them. */
  take(): SinkCall[] {
    return this.calls.splice(0);
  }
}

function copyOf(object: unknown): Readonly<Record<string, unknown>> {
  return JSON.parse(JSON.stringify(object)) as Readonly<Record<string, unknown>>;
}

export const startMs = Date.UTC(2026, 0, 1);

/** A line that a recorder logged. */
export interface Line {
  readonly level: string;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly message: string;
}

/** A recorder on a fake clock with a sink. */
export class Bench {
  readonly sink = new Sink();
  readonly clock = new FakeClock(startMs);
  readonly lines: Line[] = [];
  readonly recorder: EventRecorder;

  constructor(options: Partial<EventRecorderOptions> = {}) {
    const line =
      (level: string) =>
      (fields: Readonly<Record<string, unknown>>, message: string): void =>
        void this.lines.push({ level, fields, message });
    const logger: Logger = {
      debug: line('debug'),
      info: line('info'),
      warn: line('warn'),
      error: line('error'),
    };
    this.recorder = new EventRecorder(this.sink.client, {
      controller: 'c1',
      instance: 'i1',
      clock: this.clock,
      random: () => 0.5,
      logger,
      ...options,
    });
  }

  /** Records an event and lets its request end. */
  async record(event: Partial<EventToRecord> = {}): Promise<SinkCall[]> {
    this.recorder.event({ ...started, ...event });
    await settle();
    return this.sink.take();
  }
}

export const pod = {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'pod1', namespace: 'ns1', uid: '12345' },
} as const;

export const started: EventToRecord = {
  regarding: pod,
  type: 'Normal',
  reason: 'Started',
  action: 'starting',
  note: 'Pod started',
};
