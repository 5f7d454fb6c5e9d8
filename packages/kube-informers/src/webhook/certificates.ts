import type { Clientset } from '../client/clientset.js';
import type { PemSource } from '../rest/config.js';
import { keyPairProblem } from '../rest/tls.js';
import type { Clock } from '../util/clock.js';
import { ConfigError, asError } from '../util/errors.js';
import type { Logger } from '../util/logger.js';
import { sleepUnlessAborted } from '../util/backoff.js';
import { shownKey } from '../util/shown.js';
import { readTextFile } from '../util/text-file.js';
import type { KeyPair } from './hook-server.js';

/** A certificate and its key that someone else makes and renews, such as cert-manager. */
export interface CertificateFiles {
  /** The certificate and those that lead to its authority, PEM. A file is read again every 10 s. */
  readonly cert: PemSource;
  /** The key of the certificate, PEM. A file is read again every 10 s. */
  readonly key: PemSource;
}

/** What provides the certificate of a webhook server. */
export interface CertificateSource {
  /**
   * Calls `use` with each pair to serve, until the signal aborts. Rejects if there is no first one; later failures are logged and
   * the last pair stays in use.
   */
  run(context: CertificateContext): Promise<void>;
}

/** What a source works with. */
export interface CertificateContext {
  readonly signal: AbortSignal;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Undefined if the webhooks run without one. */
  readonly clientset: Clientset | undefined;
  /** Serves a pair from now on; rejects if the server cannot listen. */
  readonly use: (pair: KeyPair) => Promise<void>;
}

/** How often files are read again, ms (as controller-runtime's certwatcher; a kubelet needs about a minute to change them). */
const rereadMs = 10_000;

/** Serves the pair of two files, and each that takes its place. */
export function certificateFiles({ cert, key }: CertificateFiles): CertificateSource {
  return {
    async run({ signal, clock, logger, use }) {
      let current: KeyPair | undefined;
      while (!signal.aborted) {
        try {
          const pair = { cert: await load('cert', cert), key: await load('key', key) };
          if (pair.cert !== current?.cert || pair.key !== current.key) {
            const problem = keyPairProblem(pair.cert, pair.key);
            if (problem !== undefined)
              throw new ConfigError('ERR_TLS_CONFIG', `certificates of the webhooks: ${problem}`);
            await use(pair);
            if (current !== undefined) logger.info({}, 'the certificate of the webhooks has changed');
            current = pair;
          }
        } catch (thrown) {
          if (current === undefined) throw thrown;
          // The next read sees an unfinished change.
          logger.warn(
            { err: asError(thrown) },
            'the certificate files of the webhooks are unusable, keeping the last pair',
          );
        }
        await sleepUnlessAborted(clock, rereadMs, signal);
      }
    },
  };
}

async function load(name: string, source: PemSource): Promise<string> {
  if ('data' in source) return source.data;
  try {
    return await readTextFile(source.file);
  } catch (cause) {
    const code: unknown = (cause as NodeJS.ErrnoException).code;
    const problem = typeof code === 'string' ? code : asError(cause).message;
    throw new ConfigError(
      'ERR_TLS_CONFIG',
      `${name} of the webhooks: ${shownKey(source.file)} cannot be read: ${problem}`,
      {
        cause,
      },
    );
  }
}
