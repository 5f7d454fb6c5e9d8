import { throwIfAborted, SingleFlight } from '../util/signal.js';
import type { Credentials, CredentialsProvider } from '../rest/config.js';
import type { Clock } from '../util/clock.js';
import { shownKey, shownUrl } from '../util/shown.js';
import { asError, ConfigError } from '../util/errors.js';
import { CredentialsError, errorCode, isHeaderValue } from './errors.js';
import type { HttpFetch, HttpFetchResponse } from './http-fetch.js';
import { bearer } from './token-file.js';

/** A token counts as expired this early, ms, since clocks differ (client-go's oidc.expiryDelta). */
const expiryDeltaMs = 10_000;

/** The result of a refresh: the fields of `auth-provider.config` that changed. */
export interface OidcTokens {
  /** ID token, a JWT. */
  readonly idToken: string;
  /** The current refresh token; providers may replace it with each refresh, which invalidates the old one. */
  readonly refreshToken: string;
}

/** Where tokens are kept between programs. */
export interface OidcStore {
  /**
   * Returns the tokens that another program may have stored, before a refresh token is spent.
   *
   * Rejects if new ones could not be stored; undefined: there is no other program.
   */
  readonly load?: (() => Promise<OidcTokens>) | undefined;
  /** Stores new tokens before they are used; if it rejects, the refresh fails, as in client-go. */
  save(tokens: OidcTokens): Promise<void>;
}

/** Options of `OidcProvider`. */
export interface OidcOptions {
  /** Name of the kubeconfig's user, for messages. */
  readonly user: string;
  readonly clock: Clock;
  readonly fetch: HttpFetch;
  /** CA bundle of the identity provider, PEM; undefined for the system's. */
  readonly ca: string | undefined;
  /** Undefined: tokens are kept in memory only. */
  readonly store?: OidcStore | undefined;
}

/**
 * Provides an OpenID Connect id token (kubeconfig `auth-provider: {name: oidc}`).
 *
 * The token is refreshed when it expires within 10 s, or when the server rejected it; concurrent callers share one
 * refresh. New tokens go to the store; those that another program has stored meanwhile are used instead of a refresh.
 *
 * Rejects with CredentialsError `ERR_OIDC_TOKEN`, `ERR_OIDC_DISCOVERY`, `ERR_OIDC_REFRESH` or `ERR_OIDC_STORE`.
 */
export class OidcProvider implements CredentialsProvider {
  readonly #options: OidcOptions;
  readonly #issuer: string;
  readonly #clientId: string;
  readonly #clientSecret: string;
  // A completed refresh invalidates the old refresh token, so its response must be processed even if every caller has
  // given up.
  readonly #flight = new SingleFlight((signal) => this.#refresh(signal), { finish: true });
  #idToken: string;
  /** The latest id token, also after the server rejected it. */
  #knownIdToken: string;
  #refreshToken: string;
  #current: Credentials | undefined;

  /** Creates a provider. Throws ConfigError `ERR_KUBECONFIG_USER` if `idp-issuer-url` or `client-id` is missing. */
  constructor(config: Readonly<Record<string, string>>, options: OidcOptions) {
    this.#options = options;
    this.#issuer = required(config, 'idp-issuer-url', options.user);
    if (!/^https?:\/\//.test(this.#issuer) || !URL.canParse(this.#issuer))
      throw new ConfigError(
        'ERR_KUBECONFIG_USER',
        `user ${shownKey(options.user)}: auth-provider.config.idp-issuer-url is ` +
          `${shownUrl(this.#issuer)}, expected a URL`,
      );
    this.#clientId = required(config, 'client-id', options.user);
    this.#clientSecret = config['client-secret'] ?? '';
    this.#idToken = config['id-token'] ?? '';
    this.#knownIdToken = this.#idToken;
    this.#refreshToken = config['refresh-token'] ?? '';
  }

  get source(): string {
    return `OIDC issuer ${shownUrl(this.#issuer)}`;
  }

  async credentials(call: { readonly signal?: AbortSignal | undefined }): Promise<Credentials> {
    if (this.#idToken !== '' && this.#valid(this.#idToken)) return (this.#current ??= bearer(this.#idToken));
    return this.#flight.get(call.signal);
  }

  /** Discards the id token unless it was replaced; returns true if there is a refresh token. */
  invalidate(rejected: Credentials): boolean {
    if (this.#refreshToken === '') return false;
    if (rejected === this.#current) {
      this.#idToken = '';
      this.#current = undefined;
    }
    return true;
  }

  get expiresAtMs(): number | undefined {
    return this.#idToken === '' ? undefined : expiryOf(this.#idToken);
  }

  #valid(idToken: string): boolean {
    const expiresAtMs = expiryOf(idToken);
    if (expiresAtMs === undefined)
      throw this.#error('ERR_OIDC_TOKEN', 'id-token is not a JSON web token with exp, expected one');
    return this.#options.clock.now() + expiryDeltaMs < expiresAtMs;
  }

  /** Takes over the tokens that another program has stored; returns its id token if it can be used. */
  async #adopt(): Promise<Credentials | undefined> {
    const stored = await this.#options.store?.load?.();
    if (stored === undefined || stored.idToken === this.#knownIdToken) return undefined;
    this.#refreshToken = stored.refreshToken;
    this.#knownIdToken = stored.idToken;
    if (stored.idToken === '' || !this.#valid(stored.idToken)) return undefined;
    this.#idToken = stored.idToken;
    return (this.#current = bearer(stored.idToken));
  }

  async #refresh(signal: AbortSignal): Promise<Credentials> {
    const adopted = await this.#adopt();
    if (adopted !== undefined) return adopted;
    if (this.#refreshToken === '')
      throw this.#error(
        'ERR_OIDC_TOKEN',
        'no valid id-token and no refresh-token, expected one of them; log in again',
      );
    const answer = await this.#grant(await this.#tokenEndpoint(signal), signal);
    const idToken = answer['id_token'];
    if (typeof idToken !== 'string' || idToken === '')
      throw this.#error(
        'ERR_OIDC_REFRESH',
        'the response has no id_token, expected one: was the scope openid requested at login, and does the identity ' +
          'provider return id tokens on refresh?',
      );
    if (!isHeaderValue(idToken))
      throw this.#error(
        'ERR_OIDC_REFRESH',
        'the response has an id_token with control characters, expected a token',
      );
    const given = answer['refresh_token'];
    const tokens: OidcTokens = {
      idToken,
      refreshToken: typeof given === 'string' && given !== '' ? given : this.#refreshToken,
    };
    await this.#save(tokens);
    this.#idToken = tokens.idToken;
    this.#knownIdToken = tokens.idToken;
    this.#refreshToken = tokens.refreshToken;
    return (this.#current = bearer(idToken));
  }

  /** OpenID Connect Discovery 1.0, section 4. */
  async #tokenEndpoint(signal: AbortSignal): Promise<string> {
    const url = `${this.#issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
    const answer = await this.#send('ERR_OIDC_DISCOVERY', { method: 'GET', url, signal });
    if (answer.status !== 200)
      throw this.#error('ERR_OIDC_DISCOVERY', `${shownUrl(url)} answered ${answer.status}, expected 200`);
    const endpoint = parseObject(answer.body)?.['token_endpoint'];
    if (typeof endpoint !== 'string' || !/^https?:\/\//.test(endpoint) || !URL.canParse(endpoint))
      throw this.#error(
        'ERR_OIDC_DISCOVERY',
        `${shownUrl(url)} answered without a valid token_endpoint, expected a JSON object with its URL`,
      );
    if (this.#issuer.startsWith('https:') && !endpoint.startsWith('https:'))
      throw this.#error(
        'ERR_OIDC_DISCOVERY',
        `${shownUrl(url)} names the token_endpoint ${shownUrl(endpoint)}, expected https, as the issuer is`,
      );
    return endpoint;
  }

  /**
   * Requests new tokens (RFC 6749, section 6).
   *
   * The client secret is sent in the Authorization header or, if that is rejected, in the body: providers differ, and
   * Go's oauth2 tries both in this order.
   */
  async #grant(url: string, signal: AbortSignal): Promise<Readonly<Record<string, unknown>>> {
    const form = { grant_type: 'refresh_token', refresh_token: this.#refreshToken };
    const pair = `${formEncode(this.#clientId)}:${formEncode(this.#clientSecret)}`;
    let answer = await this.#post(url, form, signal, {
      authorization: `Basic ${Buffer.from(pair).toString('base64')}`,
    });
    if (!ok(answer)) {
      const secret = this.#clientSecret === '' ? {} : { client_secret: this.#clientSecret };
      answer = await this.#post(url, { ...form, client_id: this.#clientId, ...secret }, signal, {});
    }
    const parsed = parseObject(answer.body);
    if (!ok(answer)) {
      // RFC 6749, section 5.2: `error` is a fixed word. The description is left out: it is free text from the
      // provider.
      const word = parsed?.['error'];
      const reason = typeof word === 'string' && /^[a-z_]{1,64}$/.test(word) ? ` (${word})` : '';
      throw this.#error(
        'ERR_OIDC_REFRESH',
        `${shownUrl(url)} answered ${answer.status}${reason}, expected new tokens`,
      );
    }
    if (parsed === undefined)
      throw this.#error(
        'ERR_OIDC_REFRESH',
        `${shownUrl(url)} did not answer with a JSON object, expected new tokens`,
      );
    return parsed;
  }

  #post(
    url: string,
    form: Readonly<Record<string, string>>,
    signal: AbortSignal,
    headers: Readonly<Record<string, string>>,
  ): Promise<HttpFetchResponse> {
    return this.#send('ERR_OIDC_REFRESH', {
      method: 'POST',
      url,
      headers: {
        ...headers,
        'content-type': 'application/x-www-form-urlencoded',
        accept: 'application/json',
      },
      body: new URLSearchParams(form).toString(),
      signal,
    });
  }

  async #send(code: string, request: Parameters<HttpFetch>[0]): Promise<HttpFetchResponse> {
    try {
      return await this.#options.fetch({ ...request, ca: this.#options.ca });
    } catch (error) {
      throwIfAborted(request.signal);
      const reason = errorCode(error) ?? asError(error).message;
      throw this.#error(code, `${shownUrl(request.url)} did not respond: ${reason}`, error);
    }
  }

  async #save(tokens: OidcTokens): Promise<void> {
    try {
      await this.#options.store?.save(tokens);
    } catch (error) {
      if (error instanceof CredentialsError) throw error;
      throw this.#error('ERR_OIDC_REFRESH', 'persisting the new tokens failed', error);
    }
  }

  #error(code: string, message: string, cause?: unknown): CredentialsError {
    return new CredentialsError(code, `OIDC of user ${shownKey(this.#options.user)}: ${message}`, {
      cause,
    });
  }
}

/**
 * Returns the `exp` of a JSON web token in ms since the epoch; undefined if invalid. The signature is not verified.
 */
export function expiryOf(idToken: string): number | undefined {
  const parts = idToken.split('.');
  if (parts.length !== 3 || !/^[\w-]+$/.test(parts[1] ?? '') || !isHeaderValue(idToken)) return undefined;
  const expiry = parseObject(Buffer.from(parts[1] ?? '', 'base64url').toString('utf8'))?.['exp'];
  return typeof expiry === 'number' ? Math.trunc(expiry) * 1000 : undefined;
}

function required(config: Readonly<Record<string, string>>, key: string, user: string): string {
  const value = config[key] ?? '';
  if (value === '')
    throw new ConfigError(
      'ERR_KUBECONFIG_USER',
      `user ${shownKey(user)}: auth-provider.config.${key} is missing, expected it for oidc`,
    );
  return value;
}

function ok({ status }: HttpFetchResponse): boolean {
  return status >= 200 && status < 300;
}

function formEncode(text: string): string {
  return new URLSearchParams({ '': text }).toString().slice(1);
}

function parseObject(text: string): Readonly<Record<string, unknown>> | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // The caller reports invalid JSON; the parser's message would quote the text.
    return undefined;
  }
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? // The checks above make it a record.
      (value as Readonly<Record<string, unknown>>)
    : undefined;
}
