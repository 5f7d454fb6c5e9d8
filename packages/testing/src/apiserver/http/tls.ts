import { ConfigError } from 'kube-informers';
import {
  asError,
  type OptionNames,
  requireKnownOptions,
  requireObjects,
  requireString,
  requireStrings,
} from 'kube-informers/internal';
import { createSecureContext } from 'node:tls';

/** Certificate and key of an HTTPS server, PEM. */
export interface TlsOptions {
  /** Certificate of the server, PEM. */
  readonly cert: string;
  /** Key of the certificate, PEM. */
  readonly key: string;
  /** The authority for clients' kubeconfigs. Default: `cert`. */
  readonly ca?: string | undefined;
}

const tlsOptionNames: OptionNames<TlsOptions> = { cert: true, key: true, ca: true };

/** Throws ConfigError `ERR_OPTION` for an invalid pair, with OpenSSL's reason as the cause. */
export function requireTls(tls: TlsOptions | undefined): void {
  if (tls === undefined) return;
  const what = 'tls of an ApiServer';
  requireObjects('an ApiServer', { tls }, ['tls']);
  requireKnownOptions(what, tls, tlsOptionNames);
  requireStrings(what, tls, ['cert', 'key']);
  if (tls.ca !== undefined) requireString(`ca of ${what}`, tls.ca);
  try {
    createSecureContext({ cert: tls.cert, key: tls.key });
  } catch (error) {
    const problem = asError(error).message;
    throw new ConfigError(
      'ERR_OPTION',
      `tls must have a cert and the key that belongs to it, both PEM: ${problem}`,
      { cause: error },
    );
  }
}
