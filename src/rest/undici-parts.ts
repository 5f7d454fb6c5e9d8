// oxlint-disable-next-line typescript/triple-slash-reference -- declares modules, so it cannot be one
/// <reference path="./undici-modules.d.ts" />
import { isError } from '../util/realm.js';
import type * as undiciModule from 'undici';

/** The part of undici that is used. */
export type Undici = Pick<typeof undiciModule, 'Agent' | 'Client' | 'Pool' | 'buildConnector'>;

/** How undici is loaded, in parts and whole. */
export interface UndiciSource {
  parts(): Promise<Undici>;
  whole(): Promise<Undici>;
}

// Not spelled out in the import, or a program's bundler would take the whole along; it sees the parts, which are there.
const wholeName: string = 'undici';

/** The undici that is installed. */
export const installedUndici: UndiciSource = {
  async parts() {
    const [agent, client, pool, connect] = await Promise.all([
      import('undici/lib/dispatcher/agent.js'),
      import('undici/lib/dispatcher/client.js'),
      import('undici/lib/dispatcher/pool.js'),
      import('undici/lib/core/connect.js'),
    ]);
    return {
      Agent: agent.default,
      Client: client.default,
      Pool: pool.default,
      buildConnector: connect.default,
    };
  },
  // By that name it is what the types are of.
  whole: () => import(/* webpackIgnore: true */ wholeName) as Promise<typeof undiciModule>,
};

/**
 * Loads the pools of undici and what connects them: 23 of its modules. Fetch, caches, mocks and the rest of its 111 cost
 * some 70 ms and 8 to 13 MiB, and nothing here calls them.
 *
 * The parts are no promise of undici's. It is pinned to a version that has them; where a program overrides that with one
 * that has not, the whole is loaded.
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
