import type { X509Certificate } from 'node:crypto';
import { builtin } from '../util/builtin.js';
import { readTextFile } from '../util/text-file.js';
import type { ReadFile } from '../util/text-file.js';
import { shownKey } from '../util/shown.js';
import type { ConnectionOptions, SecureContext } from 'node:tls';
import { ConfigError, asError } from '../util/errors.js';
import type { Clock } from '../util/clock.js';
import type { Logger } from '../util/logger.js';
import type { PemSource, TlsConfig } from './config.js';

const begin = '-----BEGIN CERTIFICATE-----';
const end = '-----END CERTIFICATE-----';

/**
 * Returns the certificates of a CA bundle one by one, without those that cannot be read (as in Go's CertPool).
 *
 * OpenSSL ignores everything after the first that it cannot read.
 */
export function readableCertificates(pem: string): string[] {
  const found: string[] = [];
  for (const part of pem.split(end).slice(0, -1)) {
    const from = part.lastIndexOf(begin);
    const certificate = part.slice(from) + end;
    if (from !== -1 && certificateOf(certificate) !== undefined) found.push(certificate);
  }
  return found;
}

/** Describes the problem with a CA bundle; undefined if at least one certificate is readable. */
export function caProblem(pem: string): string | undefined {
  return readableCertificates(pem).length > 0 ? undefined : 'expected PEM with at least one certificate';
}

/** Describes the problem with a client certificate and its key; undefined if they are valid. Never quotes them. */
export function keyPairProblem(cert: string, key: string): string | undefined {
  const certificate = certificateOf(cert);
  if (certificate === undefined) return 'the certificate is not valid PEM, expected a certificate';
  let matches: boolean;
  try {
    matches = certificate.checkPrivateKey(builtin('node:crypto').createPrivateKey(key));
  } catch {
    // OpenSSL's reason is not helpful and might quote the key.
    return 'the key is not valid PEM, expected an unencrypted private key';
  }
  return matches ? undefined : 'the key does not belong to the certificate, expected a matching pair';
}

function certificateOf(pem: string): X509Certificate | undefined {
  try {
    return new (builtin('node:crypto').X509Certificate)(pem);
  } catch {
    // Not a certificate.
    return undefined;
  }
}

/**
 * Time after which files are read again, ms: client-go's for token files; it rereads certificates every 5 minutes.
 */
export const tlsRereadMs = 60_000;

/** The current TLS settings. */
export interface TlsMaterial {
  /** Increases when a file's content changes: connections of different generations are never shared. */
  readonly generation: number;
  readonly serverName: string | undefined;
  /** What servers are verified against, for messages. */
  readonly trust: string;
  /** Returns the settings for the server, with the config's client certificate or with the given one instead. */
  forServer(clientCertificate?: ClientCertificate): TlsSettings;
  /**
   * Returns the settings for an https proxy: those for the server, as in client-go, but with the proxy's own name.
   *
   * Unlike in client-go, the proxy may also be signed by one of Node's built-in authorities.
   */
  forProxy(clientCertificate?: ClientCertificate): TlsSettings;
}

type ClientCertificate = { readonly cert: string; readonly key: string };

/** The TLS settings of connections to one kind of peer. Everything that this library sets on a connection is here. */
export class TlsSettings {
  readonly #secureContext: SecureContext;
  readonly #config: TlsConfig;

  /** `config.serverName` is the name to verify; without one it is the host's. */
  constructor(secureContext: SecureContext, config: Pick<TlsConfig, 'serverName' | 'insecureSkipVerify'>) {
    this.#secureContext = secureContext;
    this.#config = config;
  }

  /** Returns the settings of a connection to a host. */
  optionsFor(host: string): ConnectionOptions {
    const name = this.#config.serverName || host;
    const { isIP } = builtin('node:net');
    const { checkServerIdentity } = builtin('node:tls');
    return {
      secureContext: this.#secureContext,
      rejectUnauthorized: this.#config.insecureSkipVerify !== true,
      ALPNProtocols: ['http/1.1'],
      // RFC 6066, section 3: an address is not sent as server name. It is verified all the same.
      // Empty, not absent: an https.Agent would add the Host header's name.
      servername: isIP(name) === 0 ? name : '',
      checkServerIdentity: (_host, certificate) => checkServerIdentity(name, certificate),
    };
  }
}

/** Options of TlsFiles. */
export interface TlsFilesOptions {
  readonly clock: Clock;
  readonly logger: Logger;
  /** Default: reads from disk, up to 10 MiB per file. */
  readonly readFile?: ReadFile | undefined;
}

interface Texts {
  readonly ca: string | undefined;
  readonly cert: string | undefined;
  readonly key: string | undefined;
}

/**
 * Keeps a TlsConfig up to date with its files, so that certificates can rotate while the program runs.
 *
 * The first `current()` rejects with ConfigError `ERR_TLS_CONFIG` if a file is unreadable or not PEM, or if key and
 * certificate do not match. Later failures are logged and the last valid state is kept: the next read picks up an
 * unfinished rotation.
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

  /** Returns the current settings; reads files at most once per `tlsRereadMs`. */
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

  /** A handshake failed: the next call reads the files again. */
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
      // Fails now if the parts do not match.
      material.forServer();
      this.#texts = texts;
      this.#material = material;
      return material;
    } catch (thrown) {
      if (previous === undefined) throw thrown;
      this.#options.logger.warn(
        { err: asError(thrown) },
        'TLS files are unusable, keeping the previous ones',
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
        `${what} file ${shownKey(source.file)} cannot be read: ${typeof code === 'string' ? code : asError(cause).message}`,
        { cause },
      );
    }
  }

  #build(texts: Texts, generation: number): TlsMaterial {
    const config = this.#config;
    const authorities = authoritiesOf(texts.ca, config);
    let own: SecureContext | undefined;
    const context = (
      ca: readonly string[] | undefined,
      client: ClientCertificate | undefined,
    ): SecureContext =>
      client === undefined
        ? contextOf(ca, texts, '', config)
        : contextOf(ca, client, 'of the credential plugin', config);
    return {
      generation,
      serverName: config.serverName === '' ? undefined : config.serverName,
      trust: trustOf(config.ca),
      forServer: (client) =>
        new TlsSettings(
          client === undefined ? (own ??= context(authorities, client)) : context(authorities, client),
          config,
        ),
      forProxy: (client) =>
        new TlsSettings(
          context(authorities && [...builtin('node:tls').rootCertificates, ...authorities], client),
          { insecureSkipVerify: config.insecureSkipVerify },
        ),
    };
  }
}

function trustOf(ca: PemSource | undefined): string {
  if (ca === undefined) return "Node's built-in authorities, since the config has none";
  return 'file' in ca ? `certificate authority ${ca.file}` : "the config's inline certificate authority";
}

/** Returns the certificates of the CA; undefined for Node's built-in ones. */
function authoritiesOf(ca: string | undefined, config: TlsConfig): readonly string[] | undefined {
  if (ca === undefined) return undefined;
  const authorities = readableCertificates(ca);
  if (authorities.length > 0) return authorities;
  throw new ConfigError(
    'ERR_TLS_CONFIG',
    `${sourceName('certificate authority', config.ca)} holds no PEM certificate`,
  );
}

function contextOf(
  authorities: readonly string[] | undefined,
  client: { readonly cert?: string | undefined; readonly key?: string | undefined },
  whose: string,
  config: TlsConfig,
): SecureContext {
  if ((client.cert === undefined) !== (client.key === undefined)) {
    throw new ConfigError(
      'ERR_TLS_CONFIG',
      `a client certificate needs both certificate and key, got only the ${client.cert === undefined ? 'key' : 'certificate'}`,
    );
  }
  try {
    return builtin('node:tls').createSecureContext({
      // As in Go, an intermediate certificate listed as an authority is trusted.
      ...(authorities === undefined ? {} : { ca: [...authorities], allowPartialTrustChain: true }),
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
  return 'file' in source ? `${what} ${shownKey(source.file)}` : `inline ${what}`;
}
