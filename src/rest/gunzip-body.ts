import { builtin } from '../util/builtin.js';
import type { Gunzip } from 'node:zlib';
import { TransportError } from '../util/errors.js';
import { BodyQueue } from './body-queue.js';
import type { BodySource } from './body-queue.js';

/** Where zipped bytes come from. */
export interface ZippedSource extends BodySource {
  /** What still comes is of no use; what has been unzipped will still be read. */
  abandon(): void;
}

/**
 * A body that comes in zipped, as a BodyQueue.
 *
 * What was flushed by the server comes out at once, also at the end of each of many gzip members, one after the other:
 * the API server zips a watch-list that way.
 */
export class GunzipBody {
  readonly queue: BodyQueue;
  readonly #gunzip: Gunzip;
  readonly #source: ZippedSource;
  #failure: { readonly error: unknown } | undefined;
  #paused = false;

  /** `source` delivers the zipped bytes; `host` is for messages. */
  constructor(source: ZippedSource, host: string) {
    this.#source = source;
    // SYNC_FLUSH: whatever can be unzipped of the bytes at hand comes out; the end still has to be a gzip end.
    const { constants, createGunzip } = builtin('node:zlib');
    const gunzip = createGunzip({ flush: constants.Z_SYNC_FLUSH, chunkSize: 64 * 1024 });
    this.#gunzip = gunzip;
    this.queue = new BodyQueue({
      pause: () => void gunzip.pause(),
      resume: () => void gunzip.resume(),
      destroy: () => source.destroy(),
    });
    gunzip.on('data', (chunk: Uint8Array) => this.queue.push(chunk));
    gunzip.on('drain', () => {
      this.#paused = false;
      source.resume();
    });
    gunzip.on('end', () => {
      if (this.#failure === undefined) this.queue.end();
      else this.queue.fail(this.#failure.error);
    });
    gunzip.on('error', (cause: NodeJS.ErrnoException) => {
      if (this.#failure !== undefined) {
        this.queue.fail(this.#failure.error);
        return;
      }
      this.queue.fail(
        cause.code === 'Z_BUF_ERROR'
          ? new TransportError('ERR_BODY_CUT', `the zipped answer of ${host} ends in the middle`, { cause })
          : new TransportError(
              'ERR_TRANSPORT',
              `the answer of ${host} says that it is gzip and is not: ${cause.message}`,
              { cause },
            ),
      );
      source.abandon();
    });
  }

  /** Zipped bytes have come. */
  push(chunk: Uint8Array): void {
    if (this.#gunzip.destroyed || this.#gunzip.write(chunk) || this.#paused) return;
    this.#paused = true;
    this.#source.pause();
  }

  /** The zipped bytes are complete. */
  end(): void {
    this.#gunzip.end();
  }

  /** The connection broke: what has come is still unzipped and handed out before `error`. */
  fail(error: unknown): void {
    if (this.#gunzip.destroyed) {
      this.queue.fail(error);
      return;
    }
    this.#failure = { error };
    this.#gunzip.end();
  }

  /** Nobody reads any more. */
  drop(error?: unknown): void {
    this.queue.drop(error);
    this.#gunzip.destroy();
  }
}
