// The server that everything is measured against: pods from memory, over node:http, and nothing of kube-informers in it.
import { createServer } from 'node:http';
import { Batch, lastChunk } from './frames.mjs';
import {
  firstEventVersion,
  makePod,
  markChange,
  markCopy,
  mostCopies,
  podOfEvent,
  versionOf,
} from './pods.mjs';

const opened = Buffer.from('{"type":"ADDED","object":{"kind":"Pod","apiVersion":"v1",');
const changed = Buffer.from('{"type":"MODIFIED","object":{"kind":"Pod","apiVersion":"v1",');
const eventEnd = Buffer.from('}\n');
const comma = Buffer.from(',');
const nothing = Buffer.alloc(0);
const protobufType = 'application/vnd.kubernetes.protobuf';

/** Now, in ms of the machine's monotonic clock: the same in every process of it. */
export function monotonicMs() {
  return Number(process.hrtime.bigint()) / 1e6;
}

/** No event's number: bytes of which it is not known what they are marked with. */
const unmarked = 0xffffffff;

/** Pods whose bytes are held, at most: half a gigabyte. All beyond are copies of these. */
const defaultHeld = 100_000;

export class PodServer {
  #now;
  #most;
  #count = 0;
  // The first `#most` pods at most; `#bodies` are their bytes after the object's brace, for events, which put kind and
  // apiVersion before them; `#copies` which copy of it each of them is just now, `#marked` after which event.
  #pods = [];
  #bodies = [];
  #copies = new Uint8Array(0);
  #marked = new Uint32Array(0);
  // Number of the event that changed each pod last; 0: none.
  #changedBy = new Uint32Array(0);
  #sequence = 0;
  // Counts resets: what waits for a client that has gone must not begin with the next one.
  #era = 0;
  // Pods as protobuf, for clients that accept it; undefined: JSON for all.
  #protobuf;
  #messages = [];
  #watches = new Set();
  #requests = [];
  #watchOpened = () => {};
  #server = createServer((request, response) => void this.#serve(request, response));

  /** `now`: the clock that events are written and paced by; `held`: pods whose bytes are held, at most. */
  constructor({ now = monotonicMs, held = defaultHeld } = {}) {
    this.#now = now;
    this.#most = held;
  }

  /** Resolves with the port, once it listens on loopback. */
  listen() {
    return new Promise((resolve, reject) => {
      this.#server.on('error', reject);
      this.#server.listen(0, '127.0.0.1', () => resolve(this.#server.address().port));
    });
  }

  /**
   * Starts over with so many unchanged pods; open watches and responses are cut off.
   * With `protobuf`, what `loadProtobuf` resolves with, clients that accept protobuf get it.
   */
  reset(pods, { protobuf } = {}) {
    if (pods > this.#most * mostCopies) {
      throw new RangeError(
        `a server of ${this.#most} pods has ${this.#most * mostCopies} copies, got ${pods}`,
      );
    }
    for (const watch of this.#watches) watch.response.destroy();
    this.#watches.clear();
    this.#count = pods;
    const held = Math.min(pods, this.#most);
    if (this.#pods.length !== held) {
      this.#pods = Array.from({ length: held }, (_, number) => makePod(number));
      this.#bodies = this.#pods.map(({ bytes }) => bytes.subarray(1));
      this.#copies = new Uint8Array(held);
      this.#marked = new Uint32Array(held);
      this.#messages = [];
    }
    if (protobuf !== undefined && pods > held) throw new RangeError(`protobuf has no copies of ${held} pods`);
    this.#protobuf = protobuf;
    if (protobuf !== undefined && this.#messages.length === 0)
      this.#messages = this.#pods.map((_, number) => protobuf.makePod(number));
    this.#era++;
    this.#watchOpened();
    this.#changedBy = new Uint32Array(pods);
    this.#sequence = 0;
    this.#requests = [];
  }

  /** What was asked since the last reset. */
  get requests() {
    return this.#requests;
  }

  /** Bytes of JSON a pod, on average. */
  get bytesPerPod() {
    return Math.round(this.#pods.reduce((sum, { bytes }) => sum + bytes.length, 0) / this.#pods.length);
  }

  /** Changes so many pods as fast as the watches take it; resolves with when the first event was written, unless reset. */
  async flood(events) {
    const first = this.#sequence + 1;
    if (!(await this.#oneWatch(this.#era))) return {};
    const startedMs = this.#now();
    for (let sequence = first; sequence < first + events; sequence++) this.#change(sequence);
    await Promise.all([...this.#watches].map((watch) => this.#catchUp(watch)));
    return { startedMs };
  }

  /** Changes `rate` pods a second, each by a write of its own; resolves with when each was written, unless reset. */
  async pace(rate, events) {
    const era = this.#era;
    if (!(await this.#oneWatch(era))) return {};
    const sentMs = [];
    const startedMs = this.#now();
    await new Promise((resolve) => {
      const tick = () => {
        if (era !== this.#era) return resolve();
        // A timer comes when it comes, so what is due by now is sent now, and its time is taken now.
        while (sentMs.length < events && this.#now() - startedMs >= (sentMs.length * 1000) / rate) {
          this.#change(this.#sequence + 1);
          sentMs.push(this.#now());
          for (const watch of this.#watches) void this.#catchUp(watch);
        }
        if (sentMs.length < events) setTimeout(tick, 1);
        else resolve();
      };
      tick();
    });
    return { sentMs };
  }

  close() {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  /** Resolves once somebody watches: true; false when there was a reset before. */
  async #oneWatch(era) {
    while (era === this.#era && this.#watches.size === 0) {
      await new Promise((resolve) => (this.#watchOpened = resolve));
    }
    return era === this.#era;
  }

  /** Where the bytes of pod number `number` stand, until the next call: its place among those held. */
  #copyOf(number) {
    const place = number % this.#most;
    const copy = Math.floor(number / this.#most);
    if (this.#copies[place] !== copy) {
      markCopy(this.#pods[place], this.#copies[place], copy);
      this.#copies[place] = copy;
      this.#marked[place] = unmarked;
    }
    return place;
  }

  /** The same, with the bytes of the pod as the last event left it. */
  #placeOf(number) {
    const place = this.#copyOf(number);
    const sequence = this.#changedBy[number];
    if (this.#marked[place] !== sequence) {
      const pod = this.#pods[place];
      markChange(pod.bytes, 0, pod, place, number, sequence);
      this.#marked[place] = sequence;
    }
    return place;
  }

  #change(sequence) {
    this.#sequence = sequence;
    this.#changedBy[podOfEvent(sequence, this.#count)] = sequence;
  }

  async #serve(request, response) {
    const url = new URL(request.url, 'http://server');
    // For who makes a first request to load what it is made with; nothing of what is measured.
    if (url.pathname === '/version')
      return answer(response, 200, { major: '1', minor: '37', gitVersion: 'v1.37.0' });
    this.#requests.push(`${request.method} ${request.url}`);
    const query = url.searchParams;
    if (request.method !== 'GET' || url.pathname !== '/api/v1/pods') {
      return refuse(response, 404, `${request.method} ${url.pathname} is not served here`);
    }
    for (const name of ['labelSelector', 'fieldSelector']) {
      if (query.get(name)) return refuse(response, 400, `${name} is not served here`);
    }
    const watches = ['true', '1'].includes(query.get('watch'));
    const protobuf = request.headers.accept?.includes(protobufType) ? this.#protobuf : undefined;
    response.writeHead(200, {
      'Cache-Control': 'no-cache, private',
      'Content-Type':
        protobuf === undefined ? 'application/json' : protobufType + (watches ? ';stream=watch' : ''),
      'Transfer-Encoding': 'chunked',
    });
    response.flushHeaders();
    // The header stays, the framing is ours: see frames.mjs.
    response.chunkedEncoding = false;
    if (watches) await this.#watch(query, response, protobuf);
    else if (protobuf === undefined) await this.#list(query, response);
    else await this.#listMessages(query, response, protobuf);
  }

  async #listMessages(query, response, protobuf) {
    const batch = new Batch();
    const { from, to, metadata } = this.#page(query);
    const items = this.#messages.slice(from, to).map((pod, index) => {
      const number = from + index;
      protobuf.markChange(pod.item, pod.itemAt, pod, number, this.#changedBy[number]);
      return pod.item;
    });
    const { head, tail } = protobuf.aroundList(metadata, items);
    batch.chunk(head);
    for (const item of items) {
      batch.listItem(nothing, item);
      if (batch.full && !(await write(response, batch.take()))) return;
    }
    batch.chunk(tail);
    if (await write(response, batch.take())) response.end(lastChunk);
  }

  /** The pods of a page, and its metadata. */
  #page(query) {
    const limit = limitOf(query);
    const from = Number(query.get('continue') ?? 0);
    const to = limit === 0 ? this.#count : Math.min(from + limit, this.#count);
    const metadata = { resourceVersion: this.#version() };
    if (to < this.#count) {
      metadata.continue = String(to);
      metadata.remainingItemCount = this.#count - to;
    }
    return { from, to, metadata };
  }

  async #list(query, response) {
    const { from, to, metadata } = this.#page(query);
    const head = JSON.stringify({ kind: 'PodList', apiVersion: 'v1', metadata }).slice(0, -1);
    const batch = new Batch();
    let before = Buffer.from(`${head},"items":[`);
    for (let number = from; number < to; number++) {
      batch.listItem(before, this.#pods[this.#placeOf(number)].bytes);
      before = comma;
      if (batch.full && !(await write(response, batch.take()))) return;
    }
    // Without a pod the beginning has not been written yet.
    batch.chunk(Buffer.concat([before === comma ? Buffer.alloc(0) : before, Buffer.from(']}\n')]));
    if (await write(response, batch.take())) response.end(lastChunk);
  }

  async #watch(query, response, protobuf) {
    const since = Number(query.get('resourceVersion') || 0) - firstEventVersion;
    const watch = { response, protobuf, sent: Math.max(0, since), sending: undefined };
    if (query.get('sendInitialEvents') === 'true') {
      const batch = new Batch();
      watch.sent = this.#sequence;
      const mark = this.#version();
      for (let number = 0; number < this.#count; number++) {
        if (protobuf === undefined) batch.event(opened, this.#bodies[this.#placeOf(number)], eventEnd);
        else batch.chunk(protobuf.added(this.#messages[number], number, this.#changedBy[number]));
        if (batch.full && !(await write(response, batch.take()))) return;
      }
      const annotations = { 'k8s.io/initial-events-end': 'true' };
      const metadata = { resourceVersion: mark, annotations };
      const object = { kind: 'Pod', apiVersion: 'v1', metadata, spec: { containers: null }, status: {} };
      batch.chunk(
        protobuf === undefined
          ? Buffer.from(`${JSON.stringify({ type: 'BOOKMARK', object })}\n`)
          : protobuf.event('BOOKMARK', object),
      );
      if (!(await write(response, batch.take()))) return;
    }
    this.#watches.add(watch);
    response.on('close', () => this.#watches.delete(watch));
    this.#watchOpened();
    await this.#catchUp(watch);
  }

  /** Sends a watch what it has not been sent yet, as fast as it takes it. */
  #catchUp(watch) {
    watch.sending ??= this.#send(watch).finally(() => (watch.sending = undefined));
    return watch.sending;
  }

  async #send(watch) {
    const batch = new Batch();
    while (watch.sent < this.#sequence) {
      const sequence = ++watch.sent;
      const number = podOfEvent(sequence, this.#count);
      this.#putChange(batch, watch.protobuf, number, sequence);
      const done = watch.sent === this.#sequence;
      if ((batch.full || done) && !(await write(watch.response, batch.take()))) return;
    }
  }

  #putChange(batch, protobuf, number, sequence) {
    // Marked in the batch: those bytes are in the processor's cache, the pod's own are not.
    if (protobuf === undefined) {
      const place = this.#copyOf(number);
      const at = batch.event(changed, this.#bodies[place], eventEnd);
      markChange(batch.bytes, at - 1, this.#pods[place], place, number, sequence);
    } else {
      const pod = this.#messages[number];
      const at = batch.event(nothing, pod.changed, nothing);
      protobuf.markChange(batch.bytes, at + pod.changedAt, pod, number, sequence);
    }
  }

  #version() {
    return versionOf(this.#count, this.#sequence);
  }
}

/** The real server takes no notice of a limit where a list from its cache, as old as may be, is asked for. */
function limitOf(query) {
  return query.get('resourceVersion') === '0' ? 0 : Number(query.get('limit') ?? 0);
}

/** Writes, and waits while the reader is behind. False when it has gone. */
async function write(response, { bytes, written }) {
  if (response.destroyed) return false;
  if (response.write(bytes, written)) return true;
  return new Promise((resolve) => {
    const settle = () => {
      response.off('drain', settle);
      response.off('close', settle);
      resolve(!response.destroyed);
    };
    response.on('drain', settle);
    response.on('close', settle);
  });
}

function refuse(response, code, message, reason) {
  answer(response, code, {
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Failure',
    message,
    reason,
    code,
  });
}

function answer(response, code, body) {
  response.writeHead(code, { 'Content-Type': 'application/json' });
  response.end(JSON.stringify(body));
}
