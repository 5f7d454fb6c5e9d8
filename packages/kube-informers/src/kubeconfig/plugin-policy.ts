import { normalize } from 'node:path';
import { ConfigError } from '../util/errors.js';
import type { OptionNames } from '../util/known-options.js';
import { oneOf, requireList } from '../util/require.js';
import { shownKey, shownValue } from '../util/shown.js';

/** Which exec plugins may run (client-go's PolicyType). */
export type CredentialPluginPolicy = 'AllowAll' | 'DenyAll' | 'Allowlist';

/** One plugin that may run (client-go's AllowlistEntry). */
export interface CredentialPluginAllowlistEntry {
  /** A path, or a bare name that is looked up in PATH like the plugin's own command. */
  readonly command: string;
}

/** The policy for exec plugins, with the field names of kubectl's kuberc. */
export interface CredentialPluginOptions {
  /**
   * Which exec plugins of a kubeconfig may run: all, none, or those of `credentialPluginAllowlist`.
   *
   * A disallowed plugin fails with CredentialsError `ERR_EXEC_POLICY` when credentials are needed. Default:
   * `AllowAll`, as in client-go.
   */
  readonly credentialPluginPolicy?: CredentialPluginPolicy | undefined;
  /** The plugins that may run; required with the policy `Allowlist`, rejected with any other. */
  readonly credentialPluginAllowlist?: readonly CredentialPluginAllowlistEntry[] | undefined;
}

export const credentialPluginOptionNames: OptionNames<CredentialPluginOptions> = {
  credentialPluginPolicy: oneOf('AllowAll', 'DenyAll', 'Allowlist'),
  credentialPluginAllowlist: requireList,
};

/** Throws ConfigError `ERR_OPTION` for an inconsistent policy (client-go's ValidatePluginPolicy). */
export function requirePluginPolicy(options: CredentialPluginOptions): void {
  const { credentialPluginPolicy = 'AllowAll' } = options;
  // JavaScript callers are not type-checked.
  const allowlist: unknown = options.credentialPluginAllowlist;
  const bad = (message: string): ConfigError => new ConfigError('ERR_OPTION', message);
  if (credentialPluginPolicy !== 'Allowlist') {
    if (allowlist === undefined) return;
    throw bad(
      `credentialPluginAllowlist must not be set unless credentialPluginPolicy is "Allowlist", which is ${shownKey(credentialPluginPolicy)}`,
    );
  }
  if (!Array.isArray(allowlist) || allowlist.length === 0)
    throw bad(
      'credentialPluginAllowlist must have at least one entry when credentialPluginPolicy is "Allowlist"; to allow none use "DenyAll"',
    );
  for (const [index, entry] of allowlist.entries()) {
    const where = `credentialPluginAllowlist[${index}].command`;
    const command: unknown = (entry as { readonly command?: unknown } | null | undefined)?.command;
    if (typeof command !== 'string' || command === '')
      throw bad(`${where} must be a non-empty string, got ${shownValue(command)}`);
    if (command !== normalize(command))
      throw bad(
        `${where} must be a normalized path: expected ${shownKey(normalize(command))}, got ${shownValue(command)}`,
      );
  }
}
