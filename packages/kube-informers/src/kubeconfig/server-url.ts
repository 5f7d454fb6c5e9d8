import { proxyFor } from '../rest/config.js';
import { withoutEndSlashes } from '../rest/request.js';
import { asError, ConfigError } from '../util/errors.js';
import { shownKey, shownUrl } from '../util/shown.js';

/**
 * Returns the base URL for a host, a host:port pair or a URL (client-go's rest.DefaultServerURL).
 *
 * Without a scheme it is http, or https if `defaultTls`. A path is kept as a prefix; query, fragment and trailing
 * slashes are removed. Throws ConfigError `ERR_KUBECONFIG_SERVER`, naming `what`. A user name or password in the URL
 * is rejected, as it would appear in logs and errors.
 */
export function defaultServerUrl(host: string, what: string, defaultTls = false): string {
  const withScheme = /^[A-Za-z][A-Za-z0-9+.-]*:\/\/[^/]/.test(host);
  const url = parseUrl(withScheme ? host : `${defaultTls ? 'https' : 'http'}://${host}`);
  const bad = (expected: string): ConfigError =>
    new ConfigError('ERR_KUBECONFIG_SERVER', `${what} ${shownUrl(host)}: ${expected}`);
  if (url === undefined || url.hostname === '') throw bad('expected a URL, a host or host:port');
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw bad('expected scheme http or https');
  if (!withScheme && url.pathname !== '/') throw bad('expected a URL, a host or host:port');
  if (url.username !== '' || url.password !== '')
    throw bad('expected a URL without user name and password; they belong under users');
  return `${url.protocol}//${url.host}${withoutEndSlashes(url.pathname)}`;
}

/**
 * Describes the problem with a kubeconfig's `proxy-url`; undefined if it is valid.
 *
 * client-go's schemes are http, https and socks5.
 */
export function proxyUrlProblem(proxyUrl: string): string | undefined {
  const url = parseUrl(proxyUrl);
  // Without a host, what stands before the colon may be a user's name.
  if (url === undefined || url.host === '') return 'expected a URL';
  const scheme = url.protocol.slice(0, -1);
  if (!['http', 'https', 'socks5', 'socks5h'].includes(scheme))
    return `unsupported scheme ${shownKey(scheme)}, expected http, https or socks5`;
  try {
    proxyFor(new URL('https://kubernetes.default.svc'), proxyUrl, {});
    return undefined;
  } catch (error) {
    return asError(error).message;
  }
}

function parseUrl(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined;
}
