import { ConfigError } from 'kube-informers';
import {
  asError,
  type OptionNames,
  requireKnownOptions,
  requireRecord,
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

const tlsOptionNames: OptionNames<TlsOptions> = {
  cert: requireString,
  key: requireString,
  ca: requireString,
};

/** Checks that a value is TlsOptions with a valid pair; OpenSSL's reason is the cause of the error. */
export function requireTls(what: string, value: unknown): void {
  // Shows no value, which may be a key.
  requireRecord(what, value);
  requireKnownOptions(what, value, tlsOptionNames);
  requireStrings(what, value, ['cert', 'key']);
  const { cert, key } = value as TlsOptions;
  try {
    createSecureContext({ cert, key });
  } catch (error) {
    const problem = asError(error).message;
    throw new ConfigError(
      'ERR_OPTION',
      `${what} must have a cert and the key that belongs to it, both PEM: ${problem}`,
      { cause: error },
    );
  }
}
