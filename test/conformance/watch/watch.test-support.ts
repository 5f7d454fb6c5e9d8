import type { KubernetesObject, Status, WatchEvent, WatchStream } from 'kube-informers';
import { FakeListerWatcher, FakeWatchStream, settle } from '@kube-informers/testing';
import type { DeepReadonly } from '../../../packages/kube-informers/src/util/deep-readonly.js';

export type Event = WatchEvent<KubernetesObject>;
/** An event whose object may be a cache's. */
export type SeenEvent = WatchEvent<DeepReadonly<KubernetesObject>>;

/** client-go's makeTestEvent: an ADDED object that only has a resourceVersion. */
export function added(resourceVersion: number): Event {
  return { type: 'ADDED', object: { metadata: { resourceVersion: String(resourceVersion) } } };
}

export function failure(code: number, reason?: string, retryAfterSeconds?: number): Event {
  const object: Status = {
    code,
    ...(reason === undefined ? {} : { reason }),
    ...(retryAfterSeconds === undefined ? {} : { details: { retryAfterSeconds } }),
  };
  return { type: 'ERROR', object };
}

/** `ADDED 6`, `ERROR 410`. */
export function shown(events: readonly SeenEvent[]): string[] {
  return events.map((event) =>
    event.type === 'ERROR'
      ? `ERROR ${event.object.code}`
      : `${event.type} ${event.object.metadata?.resourceVersion}`,
  );
}

/** client-go's fromRV: the events that a server sends to a watch from a resourceVersion. An ERROR comes only after an object. */
export function fromResourceVersion(from: string | undefined, events: readonly Event[]): Event[] {
  const sent: Event[] = [];
  for (const event of events) {
    if (event.type === 'ERROR') {
      if (sent.length === 0) continue;
    } else if (Number(event.object.metadata?.resourceVersion) <= Number(from)) {
      continue;
    }
    sent.push(event);
  }
  return sent;
}

/** A source whose watches send these events and stay open, or end after `endAfter` of them. */
export function sourceOf(events: readonly Event[], endAfter = Infinity): FakeListerWatcher<KubernetesObject> {
  return new FakeListerWatcher<KubernetesObject>({
    watch: ({ resourceVersion }) => {
      const stream = new FakeWatchStream<KubernetesObject>();
      const sent = fromResourceVersion(resourceVersion, events);
      stream.push(...sent.slice(0, endAfter));
      // client-go's closeAfterN waits for its n-th event.
      if (sent.length >= endAfter) stream.end();
      return stream;
    },
  });
}

/** Reads a stream to its end in the background, each batch as soon as the one before was read. */
export class Reader {
  readonly events: SeenEvent[] = [];
  ended = false;
  readonly end: Promise<void>;

  constructor(stream: WatchStream<DeepReadonly<KubernetesObject>>) {
    this.end = this.#read(stream);
  }

  async #read(stream: WatchStream<DeepReadonly<KubernetesObject>>): Promise<void> {
    for (let batch = await stream.nextBatch(); batch !== undefined; batch = await stream.nextBatch()) {
      this.events.push(...batch);
    }
    this.ended = true;
  }

  /** The events so far, after everything that can happen without time has happened. */
  async read(): Promise<string[]> {
    await settle(20);
    return shown(this.events);
  }
}
