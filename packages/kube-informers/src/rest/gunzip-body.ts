import { builtin } from '../util/builtin.js';
import type { Gunzip } from 'node:zlib';
import { TransportError } from '../util/errors.js';
import { BodyQueue } from './body-queue.js';
import type { BodySource } from './body-queue.js';

/** The source of gzip data. */
export interface ZippedSource extends BodySource {
  /** Later input is not needed; output produced so far will still be read. */
  abandon(): void;
}

/**
 * Decompresses a gzip body into a BodyQueue.
 *
 * Data that the server flushed is available immediately, also at the end of each of several gzip members: the API
 * server compresses a watch-list that way.
 */
export class GunzipBody {
  readonly queue: BodyQueue;
  readonly #gunzip: Gunzip;
  readonly #source: ZippedSource;
  #failure: { readonly error: unknown } | undefined;
  #paused = false;

  /** Creates a body. `source` delivers the gzip data; `host` is for messages. */
  constructor(source: ZippedSource, host: string) {
    this.#source = source;
    // SYNC_FLUSH emits everything that can be decompressed so far; a truncated stream still fails.
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
          ? new TransportError('ERR_BODY_CUT', `the gzip response of ${host} is truncated`, { cause })
          : new TransportError(
              'ERR_TRANSPORT',
              `the response of ${host} is labelled gzip but is invalid: ${cause.message}`,
              { cause },
            ),
      );
      source.abandon();
    });
  }

  /** Adds gzip data. */
  push(chunk: Uint8Array): void {
    if (this.#gunzip.destroyed || this.#gunzip.write(chunk) || this.#paused) return;
    this.#paused = true;
    this.#source.pause();
  }

  /** The gzip data is complete. */
  end(): void {
    this.#gunzip.end();
  }

  /** The connection failed: what has arrived is still decompressed and delivered before `error`. */
  fail(error: unknown): void {
    if (this.#gunzip.destroyed) {
      this.queue.fail(error);
      return;
    }
    this.#failure = { error };
    this.#gunzip.end();
  }

  /** The reader wants no more of the body. */
  drop(error?: unknown): void {
    this.queue.drop(error);
    this.#gunzip.destroy();
  }
}
