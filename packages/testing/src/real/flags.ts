import { ConfigError } from 'kube-informers';
import { refuseValue } from 'kube-informers/internal';

/** Flags of kube-apiserver that exclude another one. */
const excluded: Readonly<Record<string, string>> = { '--authorization-config': '--authorization-mode' };

/** Flags whose values a RealApiServer must know. */
const reserved = new Set([
  '--bind-address',
  '--cert-dir',
  '--etcd-servers',
  '--secure-port',
  '--tls-cert-file',
  '--tls-private-key-file',
  '--token-auth-file',
]);

/** Checks a flag that a test gives. */
export function requireFlag(what: string, flag: unknown): void {
  if (typeof flag !== 'string' || !/^--[a-z][-a-z0-9]*(=|$)/.test(flag))
    refuseValue(what, 'a string such as --name=value', flag);
  if (reserved.has(nameOf(flag as string)))
    throw new ConfigError(
      'ERR_OPTION',
      `${what} must not be ${nameOf(flag as string)}, which the server sets`,
    );
}

/** Returns flags, of which those given replace the ones of the same name. */
export function mergedFlags(own: readonly string[], given: readonly string[]): string[] {
  const names = given.map(nameOf);
  const replaced = new Set([...names, ...names.map((name) => excluded[name])]);
  return [...own.filter((flag) => !replaced.has(nameOf(flag))), ...given];
}

function nameOf(flag: string): string {
  return flag.split('=')[0] ?? flag;
}
