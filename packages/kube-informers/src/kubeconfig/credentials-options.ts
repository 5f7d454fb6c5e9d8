import type { OptionNames } from '../util/known-options.js';
import {
  oneOf,
  refuseValue,
  requireBoolean,
  requireClock,
  requireFunction,
  requireLogger,
  requireRecord,
  requireString,
} from '../util/require.js';
import type { Logger } from '../util/logger.js';
import { credentialPluginOptionNames } from './plugin-policy.js';
import type { CredentialPluginOptions } from './plugin-policy.js';
import type { ReadFile } from '../util/text-file.js';
import type { HttpFetch } from './http-fetch.js';
import type { OidcTokens } from './oidc.js';
import type { TestOptions } from '../util/clock.js';

/** How credentials are obtained. */
export interface CredentialsOptions extends CredentialPluginOptions, Pick<TestOptions, 'clock'> {
  /** Environment that exec plugins inherit; its PATH is searched for them. Default: `process.env`. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
  /** Reads a file. Default: from disk, up to 10 MiB per file. */
  readonly readFile?: ReadFile | undefined;
  /** Receives the stderr of exec plugins, and warnings about temporarily unreadable token files. */
  readonly logger?: Logger | undefined;
  /** True if exec plugins may prompt the user on stdin. Default: whether stdin is a terminal. */
  readonly stdinIsTerminal?: boolean | undefined;
  /** Sends requests to OIDC identity providers. Default: the library's own transport, with the proxies of `env`. */
  readonly fetch?: HttpFetch | undefined;
  /**
   * Where refreshed OIDC tokens are stored. Default: `kubeconfig`, the file that the user comes from, as in client-go.
   *
   * Many identity providers replace refresh tokens: whoever spends one and keeps the new one in memory breaks every
   * other program with this kubeconfig, kubectl included. If the file cannot be written, the refresh fails before
   * the token is spent, with CredentialsError `ERR_OIDC_STORE`. `memory` is for identity providers that do not replace
   * tokens, and for kubeconfigs of this program alone. A kubeconfig that was parsed from a string, or read by
   * `readFile`, has no file: its tokens stay in memory.
   */
  readonly persistOidcTokens?:
    | 'kubeconfig'
    | 'memory'
    | ((user: string, tokens: OidcTokens) => Promise<void>)
    | undefined;
  /**
   * Treatment of relative paths that leave the kubeconfig's folder by `..` or a symbolic link. Default: `warn`.
   *
   * Concerns certificates, keys, token files and exec commands. `warn` logs file and field and continues, as such
   * configs are legitimate; `refuse` throws ConfigError `ERR_KUBECONFIG_OUTSIDE` and is meant for kubeconfigs from
   * others. Absolute paths are used unchanged, as everywhere in client-go.
   */
  readonly outsidePaths?: 'warn' | 'refuse' | undefined;
  /** Why exec plugins must not use stdin although it is a terminal: `used by my-program`. Default: they may. */
  readonly stdinUnavailable?: string | undefined;
}

export const credentialsOptionNames: OptionNames<CredentialsOptions> = {
  ...credentialPluginOptionNames,
  env: requireRecord,
  readFile: requireFunction,
  clock: requireClock,
  logger: requireLogger,
  stdinIsTerminal: requireBoolean,
  fetch: requireFunction,
  persistOidcTokens: (what, persist) => {
    if (persist !== 'kubeconfig' && persist !== 'memory' && typeof persist !== 'function')
      refuseValue(what, '"kubeconfig", "memory" or a function', persist);
  },
  outsidePaths: oneOf('warn', 'refuse'),
  stdinUnavailable: requireString,
};
