import { shownKey } from '../util/shown.js';
import type { Stats } from 'node:fs';
import { basename, delimiter, isAbsolute, join, normalize, resolve } from 'node:path';
import { builtin } from '../util/builtin.js';
import { CredentialsError, errorCode } from './errors.js';
import { oneLine, printable } from './redact.js';
import type { CredentialPluginOptions } from './plugin-policy.js';
import type { KubeConfigExec } from './types.js';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Returns the executable for an exec plugin's command, if the policy allows it.
 *
 * A command with a separator is a path. A bare name is looked up in the PATH of `env`, this process's environment:
 * the kubeconfig's `exec.env` is only for the plugin. As in Go, an executable found through a relative or empty PATH
 * entry is not run, since it depends on the working directory.
 *
 * Throws CredentialsError `ERR_EXEC_POLICY`, `ERR_EXEC_NOT_FOUND` or `ERR_EXEC_RELATIVE`.
 */
export async function executableOf(
  exec: KubeConfigExec,
  env: Environment,
  options: CredentialPluginOptions,
): Promise<string> {
  const { credentialPluginPolicy = 'AllowAll', credentialPluginAllowlist = [] } = options;
  const refused = (reason: string): CredentialsError =>
    new CredentialsError(
      'ERR_EXEC_POLICY',
      `exec plugin ${shownKey(exec.command)} is not allowed: ${reason}`,
    );
  if (credentialPluginPolicy === 'DenyAll') throw refused('credentialPluginPolicy is "DenyAll"');
  const found = await lookUp(exec.command, env);
  if (found === undefined) throw notFound(exec);
  if (found.relativeTo !== undefined)
    throw new CredentialsError(
      'ERR_EXEC_RELATIVE',
      `exec plugin ${shownKey(exec.command)} was found in the working directory, by the entry ` +
        `${shownKey(found.relativeTo)} of PATH, and is not run; expected an absolute folder in PATH or a path as command`,
    );
  if (credentialPluginPolicy === 'Allowlist') {
    for (const { command } of credentialPluginAllowlist)
      if (await isSame(command, exec.command, found.file, env)) return found.file;
    throw refused(`${shownKey(found.file)} is not in credentialPluginAllowlist`);
  }
  return found.file;
}

/** Creates the error for a missing exec plugin, with the kubeconfig's install hint. */
export function notFound(exec: KubeConfigExec): CredentialsError {
  const hint = exec.installHint === '' ? '' : `; install hint: ${oneLine(printable(exec.installHint))}`;
  return new CredentialsError(
    'ERR_EXEC_NOT_FOUND',
    `exec plugin ${shownKey(exec.command)} not found: it is not installed or not in PATH${hint}`,
  );
}

async function isSame(entry: string, command: string, file: string, env: Environment): Promise<boolean> {
  if (entry === normalize(command) || entry === file) return true;
  if (basename(entry) !== basename(file)) return false;
  const allowed = await lookUp(entry, env);
  return allowed?.relativeTo === undefined && allowed?.file === file;
}

interface Found {
  readonly file: string;
  /** The entry of PATH, if it is relative. */
  readonly relativeTo?: string;
}

/** Looks up a command as Go's exec.LookPath does; a path is returned unchanged, even if the file does not exist. */
async function lookUp(command: string, env: Environment): Promise<Found | undefined> {
  if (/[/\\]/.test(process.platform === 'win32' ? command : command.replaceAll('\\', '')))
    return { file: resolve(command) };
  const windows = process.platform === 'win32';
  // Environment variable names are case-insensitive on Windows, where PATH appears as "Path".
  const variable = (name: string): string | undefined =>
    windows ? env[Object.keys(env).find((key) => key.toUpperCase() === name) ?? name] : env[name];
  const names = windows ? withExtensions(command, variable('PATHEXT')) : [command];
  const path = variable('PATH') ?? '';
  // An empty entry means the working directory; an empty PATH has no entries.
  for (const folder of path === '' ? [] : path.split(delimiter)) {
    for (const name of names) {
      const file = join(folder === '' ? '.' : folder, name);
      if (!(await isExecutable(file))) continue;
      return isAbsolute(folder) ? { file } : { file, relativeTo: folder };
    }
  }
  return undefined;
}

function withExtensions(command: string, extensions = '.COM;.EXE;.BAT;.CMD'): string[] {
  const known = extensions.split(';').filter((extension) => extension !== '');
  const upper = command.toUpperCase();
  if (known.some((extension) => upper.endsWith(extension.toUpperCase()))) return [command];
  return known.map((extension) => command + extension);
}

async function isExecutable(file: string): Promise<boolean> {
  const { access, constants, stat } = builtin('node:fs/promises');
  let found: Stats;
  try {
    found = await stat(file);
    await access(file, constants.X_OK);
  } catch (error) {
    // Missing or not executable: try the next folder of PATH.
    if (errorCode(error) !== undefined) return false;
    throw error;
  }
  return found.isFile();
}
