// HTTP/1.1 chunks as a real API server writes them (looked at in the bytes of Kubernetes 1.36 with a raw socket): a list
// is written item by item through a buffer of 2048 bytes, which makes two chunks of every pod; each watch event is
// one chunk. The chunks are framed here, so that node:http passes whole batches of them on as they are.

const batchBytes = 256 * 1024;
const bufferBytes = 2048;
const lineEnd = Buffer.from('\r\n');

/** What ends a chunked answer. */
export const lastChunk = Buffer.from('0\r\n\r\n');

// Buffers whose bytes have been written: a new one for every batch costs the collector as much as the copying.
const spare = [];

/** Many chunks in one buffer, to be written with one call. */
export class Batch {
  #bytes = newBuffer();
  #used = 0;

  /** True when it should be written out before more is put in. */
  get full() {
    return this.#used > batchBytes / 2;
  }

  /** What has been put in so far, and room behind it. */
  get bytes() {
    return this.#bytes;
  }

  /** What was put in, and what is to be called once it is written; the batch is empty then. */
  take() {
    const buffer = this.#bytes;
    const taken = buffer.subarray(0, this.#used);
    this.#bytes = newBuffer();
    this.#used = 0;
    return { bytes: taken, written: () => spare.push(buffer) };
  }

  /** A pod of a list and what comes before it: two chunks, cut where the real server's buffer is full. */
  listItem(before, pod) {
    const total = before.length + pod.length;
    const cut = bufferBytes - before.length;
    this.#size(Math.min(total, bufferBytes));
    this.#copy(before);
    this.#used += pod.copy(this.#bytes, this.#used, 0, cut);
    this.#copy(lineEnd);
    if (total <= bufferBytes) return;
    this.#size(total - bufferBytes);
    this.#used += pod.copy(this.#bytes, this.#used, cut);
    this.#copy(lineEnd);
  }

  /** One watch event: a line, and a chunk. Returns where in `bytes` the pod's begin. */
  event(before, pod, after) {
    this.#size(before.length + pod.length + after.length);
    this.#copy(before);
    const at = this.#used;
    this.#copy(pod);
    this.#copy(after);
    this.#copy(lineEnd);
    return at;
  }

  /** A chunk of anything. */
  chunk(bytes) {
    this.#size(bytes.length);
    this.#copy(bytes);
    this.#copy(lineEnd);
  }

  #size(bytes) {
    this.#used += this.#bytes.latin1Write(`${bytes.toString(16)}\r\n`, this.#used);
  }

  #copy(bytes) {
    this.#used += bytes.copy(this.#bytes, this.#used);
  }
}

function newBuffer() {
  return spare.pop() ?? Buffer.allocUnsafeSlow(batchBytes);
}
