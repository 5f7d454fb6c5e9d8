import { shownKey } from '../util/shown.js';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { builtin } from '../util/builtin.js';
import { ConfigError } from '../util/errors.js';
import { containLogger } from '../util/logger.js';
import { errorCode } from './errors.js';
import type { CredentialsOptions } from './credentials-options.js';
import type { Selection } from './select.js';

/** A relative path that leads outside its kubeconfig's folder. */
interface OutsidePath {
  readonly file: string;
  readonly field: string;
  readonly path: string;
  readonly leadsTo: string;
}

/**
 * Checks where the relative paths of the selected cluster and user lead.
 *
 * Paths that leave the folder of their kubeconfig are logged, or with `outsidePaths: 'refuse'` reported by a
 * ConfigError `ERR_KUBECONFIG_OUTSIDE`.
 */
export async function checkOutsidePaths(selection: Selection, options: CredentialsOptions): Promise<void> {
  const { outsidePaths = 'warn' } = options;
  const logger = containLogger(options.logger);
  // Tests' in-memory files have no links.
  const follow = options.readFile === undefined ? realPath : identity;
  const found = [
    ...(await outsideOf(selection.cluster, follow)),
    ...(await outsideOf(selection.user, follow)),
  ];
  const [first] = found;
  if (first === undefined) return;
  if (outsidePaths === 'refuse') {
    const { file, field, path, leadsTo } = first;
    throw new ConfigError(
      'ERR_KUBECONFIG_OUTSIDE',
      `${field} ${shownKey(path)} in ${file} leads out of its folder, to ${leadsTo}; ` +
        'expected a path inside it, or an absolute one',
    );
  }
  for (const entry of found)
    logger.warn({ ...entry }, 'a relative path in the kubeconfig leads outside its folder');
}

async function outsideOf(
  { origin, relativePaths = {} }: Selection['cluster'] | Selection['user'],
  follow: (path: string) => Promise<string>,
): Promise<OutsidePath[]> {
  const found: OutsidePath[] = [];
  const entries = Object.entries(relativePaths);
  if (origin === undefined || entries.length === 0) return found;
  const file = resolve(origin);
  const folder = dirname(file);
  // The kubeconfig may itself be a link; the folders of the link and of its target both count.
  const folders = [await follow(folder), dirname(await follow(file))];
  for (const [field, path] of entries) {
    const plain = join(folder, path);
    const leadsTo = await follow(plain);
    const inside = isInside(folder, plain) && folders.some((one) => isInside(one, leadsTo));
    if (!inside) found.push({ file, field, path, leadsTo });
  }
  return found;
}

function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

async function realPath(path: string): Promise<string> {
  try {
    return await builtin('node:fs/promises').realpath(path);
  } catch (error) {
    // A missing file leads nowhere; reading it reports the error.
    if (errorCode(error) !== undefined) return path;
    throw error;
  }
}

function identity(path: string): Promise<string> {
  return Promise.resolve(path);
}
