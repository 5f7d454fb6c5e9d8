// oxlint-disable-next-line typescript/triple-slash-reference -- declares modules, so it cannot be one
/// <reference path="./undici-modules.d.ts" />
import { isError } from '../util/type-checks.js';
import type * as undiciModule from 'undici';

/** The part of undici that is used. */
export type Undici = Pick<typeof undiciModule, 'Agent' | 'Client' | 'Pool'>;

/** Loads undici in parts, or as a whole. */
export interface UndiciSource {
  parts(): Promise<Undici>;
  whole(): Promise<Undici>;
}

// Not a literal in the import, or a bundler would include all of undici; it can see the parts.
const wholeName: string = 'undici';

/** The installed undici. */
export const installedUndici: UndiciSource = {
  async parts() {
    const [agent, client, pool] = await Promise.all([
      import('undici/lib/dispatcher/agent.js'),
      import('undici/lib/dispatcher/client.js'),
      import('undici/lib/dispatcher/pool.js'),
    ]);
    return {
      Agent: agent.default,
      Client: client.default,
      Pool: pool.default,
    };
  },
  // The types describe the package of this name.
  whole: () => import(/* webpackIgnore: true */ wholeName) as Promise<typeof undiciModule>,
};

/**
 * Loads undici's pools: 23 of its 111 modules.
 *
 * The rest (fetch, caches, mocks) is unused here and costs about 70 ms and 8 to 13 MiB. undici does not guarantee
 * these file names; `test/package/run.mjs` checks them in the oldest and the newest version that is allowed. If a version has no such
 * files, the whole package is loaded.
 */
export async function loadUndici(source: UndiciSource = installedUndici): Promise<Undici> {
  try {
    return await source.parts();
  } catch (error) {
    if (isMissing(error)) return source.whole();
    throw error;
  }
}

function isMissing(error: unknown): boolean {
  const code: unknown = isError(error) && 'code' in error ? error.code : undefined;
  return /^(ERR_)?MODULE_NOT_FOUND$|^ERR_PACKAGE_PATH_NOT_EXPORTED$/.test(String(code));
}
