import { inspectCustom } from '../util/builtin.js';
import type {
  Credentials,
  CredentialsProvider,
  PemSource,
  ProxyUrl,
  RestConfig,
  TlsConfig,
} from './config.js';
import { isError } from '../util/type-checks.js';
import { StatusError } from '../meta/errors.js';
import { mapStatusTexts } from '../meta/status-shape.js';
import type { Status } from '../meta/types.js';
import { TransportError } from '../util/errors.js';
import type { Headers } from './request.js';

/**
 * Hides an object's values from printing and JSON; shows only its field names.
 *
 * For credentials and keys, since configs get logged. Returns the same object; copies of the surrounding config keep
 * it hidden.
 */
export function conceal<T extends object>(secret: T): T {
  const shown = (): Record<string, string> =>
    Object.fromEntries(Object.keys(secret).map((field) => [field, '[redacted]']));
  return Object.defineProperties(secret, {
    [inspectCustom]: { value: shown },
    toJSON: { value: shown },
  });
}

/** Returns a proxy URL that does not print its password: an unchanged string, or a ProxyUrl. */
export function concealProxyUrl(proxyUrl: string | ProxyUrl | undefined): string | ProxyUrl | undefined {
  const url = typeof proxyUrl === 'object' ? proxyUrl.url : proxyUrl;
  return url?.includes('@') === true ? conceal({ url }) : url;
}

/** Returns a copy of a config whose secrets are not printed, nor in copies of it. */
export function concealConfig(config: RestConfig): RestConfig {
  const { credentials, tls, provider, proxyUrl } = config;
  return {
    ...config,
    ...(credentials === undefined ? {} : { credentials: conceal({ ...credentials }) }),
    ...(tls === undefined ? {} : { tls: concealTls(tls) }),
    ...(provider === undefined ? {} : { provider: concealProvider(provider) }),
    ...(proxyUrl === undefined ? {} : { proxyUrl: concealProxyUrl(proxyUrl) }),
  };
}

/** A provider written by a user may hold its token in a field. */
function concealProvider(provider: CredentialsProvider): CredentialsProvider {
  return {
    credentials: (call) => provider.credentials(call),
    invalidate: (rejected) => provider.invalidate(rejected),
    get expiresAtMs() {
      return provider.expiresAtMs;
    },
    get execCalls() {
      return provider.execCalls;
    },
    get source() {
      return provider.source;
    },
  };
}

function concealTls(tls: TlsConfig): TlsConfig {
  const source = (pem: PemSource | undefined): PemSource | undefined =>
    pem !== undefined && 'data' in pem ? conceal({ data: pem.data }) : pem;
  return { ...tls, ca: source(tls.ca), cert: source(tls.cert), key: source(tls.key) };
}

/** Shorter secrets are not redacted: they may be part of any word. */
const minSecretLength = 4;

/** Number of secrets remembered; the oldest are dropped, since tokens rotate. */
const maxSecrets = 32;

/** Longer secrets are matched in pieces: patterns have a length limit, and the error beyond it quotes the pattern. */
const maxPiece = 512;

/** Request headers that contain a secret. */
const secretHeader = /^(?:proxy-)?authorization$|cookie|token|secret|password|api-?key/i;

/**
 * Removes a client's credentials from everything its server sent.
 *
 * A server, or a proxy in front of it, may echo the request. Every string of a response passes through here before it
 * becomes an error, a warning or a log line. docs/security.md lists the recognised spellings of a secret.
 */
export class Redactor {
  /** Each secret with the patterns of its spellings, which are built on first use. */
  readonly #secrets = new Map<string, readonly RegExp[] | undefined>();
  #lastSeen: Credentials | undefined;

  constructor(config: RestConfig) {
    this.learn(config.credentials);
    const { proxyUrl } = config;
    this.#addPasswordOf(typeof proxyUrl === 'object' ? proxyUrl.url : proxyUrl);
    for (const name of ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy'])
      this.#addPasswordOf(process.env[name]);
  }

  /** Records the secrets of a request that is about to be sent. */
  learn(credentials: Credentials | undefined, headers: Headers = {}): void {
    if (credentials !== undefined && credentials !== this.#lastSeen) {
      this.#lastSeen = credentials;
      this.#addAuthorization(credentials.authorization ?? '');
    }
    for (const [name, value] of Object.entries(headers)) {
      if (secretHeader.test(name)) for (const one of [value].flat()) this.#addAuthorization(one);
    }
  }

  /** Returns the text with `[redacted]` in place of every secret. */
  text(text: string): string {
    let redacted = text;
    // Longest first, since one secret may contain another.
    for (const secret of [...this.#secrets.keys()].toSorted(byLength)) {
      const patterns = this.#secrets.get(secret) ?? patternsOf(secret);
      this.#secrets.set(secret, patterns);
      for (const pattern of patterns) redacted = redacted.replace(pattern, '[redacted]');
    }
    return redacted;
  }

  /** Returns the Status with `[redacted]` in place of every secret. */
  status(status: Status): Status {
    return mapStatusTexts(status, (text) => this.text(text));
  }

  /** Returns the same error, or a copy without secrets; errors not created by this library are returned unchanged. */
  error(error: unknown): unknown {
    return mapErrorTexts(error, (text) => this.text(text));
  }

  #addAuthorization(value: string): void {
    const [scheme = '', ...rest] = value.split(' ');
    const parameter = rest.join(' ');
    this.#add(parameter === '' ? value : parameter);
    if (scheme.toLowerCase() !== 'basic') return;
    const pair = Buffer.from(parameter, 'base64').toString('utf8');
    this.#add(pair.slice(pair.indexOf(':') + 1));
  }

  #addPasswordOf(proxyUrl: string | undefined): void {
    if (proxyUrl === undefined || !URL.canParse(proxyUrl)) return;
    const { username, password } = new URL(proxyUrl);
    if (password === '') return;
    // A proxy URL with an invalid percent escape is rejected where the proxy is used.
    const [user, decoded] = [username, password].map((part) => Buffer.from(percentDecoded(part)).toString());
    this.#add(decoded ?? password);
    this.#add(Buffer.from(`${user ?? ''}:${decoded ?? ''}`).toString('base64'));
  }

  #add(secret: string): void {
    if (secret.length < minSecretLength) return;
    // Insertion order is recency: the first secret is the next to be dropped.
    const patterns = this.#secrets.get(secret);
    this.#secrets.delete(secret);
    this.#secrets.set(secret, patterns);
    for (const oldest of this.#secrets.keys()) {
      if (this.#secrets.size <= maxSecrets) break;
      this.#secrets.delete(oldest);
    }
  }
}

/**
 * Returns the same error, or a copy with every string of its Status, or its message, replaced, and those of its causes; errors not
 * created by this library are returned unchanged.
 */
export function mapErrorTexts(error: unknown, replace: (text: string, field: string) => string): unknown {
  if (error instanceof StatusError) {
    const status = mapStatusTexts(error.status, replace);
    const call = error.call && replace(error.call, 'call');
    const problem = replace(error.problem, 'message');
    const cause = mapCause(error.cause, replace);
    const same =
      cause === error.cause &&
      call === error.call &&
      problem === error.problem &&
      JSON.stringify(status) === JSON.stringify(error.status);
    return same ? error : new StatusError(status, { call, problem, cause });
  }
  if (error instanceof TransportError) {
    const message = replace(error.message, 'message');
    const cause = mapCause(error.cause, replace);
    return cause === error.cause && message === error.message
      ? error
      : new TransportError(error.code, message, { cause, notSent: error.notSent });
  }
  return error;
}

/** The cause may be an error from Node, whose message can quote the server. */
function mapCause(cause: unknown, replace: (text: string, field: string) => string): unknown {
  if (!isError(cause) || cause instanceof StatusError || cause instanceof TransportError)
    return mapErrorTexts(cause, replace);
  const message = replace(cause.message, 'message');
  return message === cause.message ? cause : new Error(message);
}

function byLength(a: string, b: string): number {
  return b.length - a.length;
}

function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // An invalid percent escape: keep the text unchanged.
    return text;
  }
}

function patternsOf(secret: string): RegExp[] {
  const pieces = Math.max(1, Math.floor(secret.length / maxPiece));
  return Array.from({ length: pieces }, (_, index) => {
    const last = index === pieces - 1;
    // The last piece includes the remainder, which may be too short for a pattern.
    const piece = secret.slice(index * maxPiece, last ? undefined : (index + 1) * maxPiece);
    return new RegExp(spellings(piece), 'gi');
  });
}

/**
 * Builds a pattern for a secret, its base64, its bytes as Node decodes them in a header, and its fully escaped forms.
 */
function spellings(secret: string): string {
  const bytes = Buffer.from(secret, 'utf8');
  const forms = [secret, bytes.toString('latin1'), ...base64Forms(bytes)];
  const patterns = [...new Set(forms)].map((form) => Array.from(form, spelling).join(''));
  // `%73`, `\x73`, `73` and `73:`: the bytes in hex.
  patterns.push(Array.from(bytes, (byte) => `(?:%|\\\\{0,3}x|[ :])?${hex(byte, 2)}`).join(''));
  patterns.push(
    Array.from({ length: secret.length }, (_, at) => `\\\\{1,3}u${hex(secret.charCodeAt(at), 4)}`).join(''),
  );
  patterns.push(Array.from(secret, htmlNumber).join(''));
  return patterns.join('|');
}

/**
 * Returns the base64 of the bytes, and the parts of it that do not depend on the bytes around them.
 *
 * For each of the three alignments: the characters whose six bits all come from the bytes.
 */
function base64Forms(bytes: Buffer): string[] {
  const aligned = [0, 1, 2].flatMap((before) => {
    const first = Math.ceil((before * 8) / 6);
    const end = Math.floor(((before + bytes.length) * 8) / 6);
    const padded = Buffer.concat([Buffer.alloc(before), bytes]);
    return [padded.toString('base64'), padded.toString('base64url')].map((text) => text.slice(first, end));
  });
  return [bytes.toString('base64').replaceAll('=', ''), bytes.toString('base64url'), ...aligned];
}

const htmlNames: Readonly<Record<string, string>> = {
  '&': 'amp',
  '<': 'lt',
  '>': 'gt',
  '"': 'quot',
  "'": 'apos',
};

/** Builds a pattern for one character; letters and digits are literal, other characters may be escaped. */
function spelling(character: string): string {
  if (/^[A-Za-z0-9]$/.test(character)) return character;
  const units = Array.from({ length: character.length }, (_, index) => hex(character.charCodeAt(index), 4));
  const percent = Array.from(Buffer.from(character, 'utf8'), (byte) => `%${hex(byte, 2)}`).join('');
  const literal = units.map((unit) => `\\u${unit}`).join('');
  const forms = [
    `\\\\{0,3}${literal}`,
    units.map((unit) => `\\\\u${unit}`).join(''),
    percent,
    htmlNumber(character),
  ];
  const name = htmlNames[character];
  if (name !== undefined) forms.push(`&${name};`);
  if (character === ' ') forms.push('\\+');
  return `(?:${forms.join('|')})`;
}

/** Builds a pattern for `&#115;` and `&#x73;`. */
function htmlNumber(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return `&#(?:0*${code}|x0*${hex(code, 1)});`;
}

function hex(code: number, digits: number): string {
  return code.toString(16).padStart(digits, '0');
}
