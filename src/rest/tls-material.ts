import type { SecureContext } from 'node:tls';
import { builtin } from '../util/builtin.js';
import { asError, ConfigError } from '../util/errors.js';
import type { Clock } from '../util/clock.js';
import type { Logger } from '../util/logger.js';
import type { PemSource, TlsConfig } from './config.js';
import { readTextFile } from './read-text-file.js';

/** Files are looked at again after this time, as client-go's token files are; its certificates wait for 5 minutes. */
export const tlsRereadMs = 60_000;

/** TLS settings as they are now. */
export interface TlsMaterial {
  /** Grows whenever a file's content changed: connections of two generations are never shared. */
  readonly generation: number;
  readonly serverName: string | undefined;
  readonly verify: boolean;
  /** What servers are checked against, in words. */
  readonly trust: string;
  readonly ca: string | undefined;
  /** With the config's own client certificate, or with this one in its place. */
  secureContext(clientCertificate?: { readonly cert: string; readonly key: string }): SecureContext;
}

/** What TlsFiles needs besides the config. */
export interface TlsFilesOptions {
  readonly clock: Clock;
  readonly logger: Logger;
  /** Default: from the disk, up to 10 MiB a file. */
  readonly readFile?: ((path: string) => Promise<string>) | undefined;
}

interface Texts {
  readonly ca: string | undefined;
  readonly cert: string | undefined;
  readonly key: string | undefined;
}

/**
 * Keeps a TlsConfig up to date with its files, so that certificates can rotate while the program runs.
 *
 * The first `current()` rejects with ConfigError `ERR_TLS_CONFIG` when a file is unreadable or is no PEM, or when key
 * and certificate do not belong together. Later such a failure is logged and the last good state is kept: a rotation
 * that is caught half done is complete at the next look.
 */
export class TlsFiles {
  readonly #config: TlsConfig;
  readonly #options: TlsFilesOptions;
  readonly #watched: boolean;
  #texts: Texts | undefined;
  #material: TlsMaterial | undefined;
  #readAtMs = 0;
  #reading: Promise<TlsMaterial> | undefined;

  constructor(config: TlsConfig, options: TlsFilesOptions) {
    this.#config = config;
    this.#options = options;
    this.#watched = [config.ca, config.cert, config.key].some(
      (source) => source !== undefined && 'file' in source,
    );
  }

  /** The settings to use now; reads files at most once in `tlsRereadMs`. */
  async current(): Promise<TlsMaterial> {
    const material = this.#material;
    if (
      material !== undefined &&
      (!this.#watched || this.#options.clock.monotonic() - this.#readAtMs < tlsRereadMs)
    )
      return material;
    this.#reading ??= this.#read().finally(() => {
      this.#reading = undefined;
    });
    return this.#reading;
  }

  /** A handshake failed: look at the files again at once. */
  suspect(): void {
    this.#readAtMs = -Infinity;
  }

  async #read(): Promise<TlsMaterial> {
    this.#readAtMs = this.#options.clock.monotonic();
    const previous = this.#material;
    try {
      const { ca, cert, key } = this.#config;
      const texts: Texts = {
        ca: await this.#load('certificate authority', ca),
        cert: await this.#load('client certificate', cert),
        key: await this.#load('client key', key),
      };
      const same = this.#texts;
      if (
        previous !== undefined &&
        same?.ca === texts.ca &&
        same?.cert === texts.cert &&
        same?.key === texts.key
      )
        return previous;
      const material = this.#build(texts, (previous?.generation ?? 0) + 1);
      // Says now whether the parts fit.
      material.secureContext();
      this.#texts = texts;
      this.#material = material;
      return material;
    } catch (thrown) {
      if (previous === undefined) throw thrown;
      this.#options.logger.warn(
        { err: asError(thrown) },
        'TLS files are unusable now, going on with the last',
      );
      return previous;
    }
  }

  async #load(what: string, source: PemSource | undefined): Promise<string | undefined> {
    if (source === undefined) return undefined;
    if ('data' in source) return source.data;
    const read = this.#options.readFile ?? readTextFile;
    try {
      return await read(source.file);
    } catch (cause) {
      const code: unknown = (cause as NodeJS.ErrnoException).code;
      throw new ConfigError(
        'ERR_TLS_CONFIG',
        `${what} file ${JSON.stringify(source.file)} cannot be read: ${typeof code === 'string' ? code : asError(cause).message}`,
        { cause },
      );
    }
  }

  #build(texts: Texts, generation: number): TlsMaterial {
    const config = this.#config;
    const verify = config.insecureSkipVerify !== true;
    let own: SecureContext | undefined;
    return {
      generation,
      serverName: config.serverName === '' ? undefined : config.serverName,
      verify,
      trust: trustOf(config.ca),
      ca: texts.ca,
      secureContext(clientCertificate) {
        if (clientCertificate !== undefined)
          return contextOf(texts.ca, clientCertificate, 'of the credential plugin', config);
        own ??= contextOf(texts.ca, texts, '', config);
        return own;
      },
    };
  }
}

function trustOf(ca: PemSource | undefined): string {
  if (ca === undefined) return "Node's own list of authorities, since the config names none";
  return 'file' in ca ? `certificate authority ${ca.file}` : "the config's inline certificate authority";
}

function contextOf(
  ca: string | undefined,
  client: { readonly cert?: string | undefined; readonly key?: string | undefined },
  whose: string,
  config: TlsConfig,
): SecureContext {
  if (ca !== undefined && !ca.includes('-----BEGIN CERTIFICATE-----'))
    throw new ConfigError(
      'ERR_TLS_CONFIG',
      `${sourceName('certificate authority', config.ca)} holds no PEM certificate`,
    );
  if ((client.cert === undefined) !== (client.key === undefined)) {
    throw new ConfigError(
      'ERR_TLS_CONFIG',
      `a client certificate needs both certificate and key, got only the ${client.cert === undefined ? 'key' : 'certificate'}`,
    );
  }
  try {
    return builtin('node:tls').createSecureContext({
      // As in Go, an intermediate that is listed as an authority is trusted by itself.
      ...(ca === undefined ? {} : { ca, allowPartialTrustChain: true }),
      ...(client.cert === undefined || client.key === undefined
        ? {}
        : { cert: client.cert, key: client.key }),
    });
  } catch (cause) {
    throw new ConfigError(
      'ERR_TLS_CONFIG',
      `client certificate and key ${whose === '' ? `(${sourceName('certificate', config.cert)}, ${sourceName('key', config.key)})` : whose} or the certificate authority cannot be used: ${asError(cause).message}`,
      { cause },
    );
  }
}

function sourceName(what: string, source: PemSource | undefined): string {
  if (source === undefined) return `${what} none`;
  return 'file' in source ? `${what} ${JSON.stringify(source.file)}` : `inline ${what}`;
}
