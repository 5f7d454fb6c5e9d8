import type { Resource } from '../meta/resource.js';
import { ConfigError } from '../util/errors.js';
import { groupResourceName } from '../inspector/columns.js';
import { UsageError } from './cli-io.js';

/** A parsed RESOURCE[/NAME] argument. */
export interface Target {
  readonly resource: Resource;
  /** Name of the only object to watch; undefined for all. */
  readonly name: string | undefined;
}

/** Resolves plural, singular and short names: `pods`, `po`, `deploy.apps`. */
export interface ResourceResolver {
  resolve(name: string, call: { readonly signal?: AbortSignal | undefined }): Promise<Resource>;
}

/**
 * Resolves kubectl's forms of arguments: `pods`, `po,svc`, `pod/web-1`.
 *
 * Throws UsageError for arguments that are malformed, unknown to the server or not watchable.
 */
export async function resolveTargets(
  words: readonly string[],
  resolver: ResourceResolver,
  call: { readonly signal?: AbortSignal | undefined },
): Promise<Target[]> {
  // Repeated arguments count once.
  const targets = new Map<string, Target>();
  for (const word of words.flatMap((entry) => entry.split(','))) {
    const [resourceName = '', name, ...rest] = word.split('/');
    if (resourceName === '' || name === '' || rest.length > 0) {
      throw new UsageError(`expected RESOURCE or RESOURCE/NAME, got ${JSON.stringify(word)}`);
    }
    const resource = await resolveResource(resourceName, resolver, call, targets.size);
    if (!resource.verbs.includes('list') || !resource.verbs.includes('watch')) {
      throw new UsageError(
        `${resource.resource} cannot be watched: it has only ${resource.verbs.join(', ')}`,
      );
    }
    targets.set(`${groupResourceName(resource)}/${name ?? ''}`, { resource, name });
  }
  return [...targets.values()];
}

async function resolveResource(
  name: string,
  resolver: ResourceResolver,
  call: { readonly signal?: AbortSignal | undefined },
  resourcesBefore: number,
): Promise<Resource> {
  try {
    return await resolver.resolve(name, call);
  } catch (error) {
    if (error instanceof ConfigError) {
      // The user may mean kubectl's `get pod web-1`; here each word is a resource.
      const hint = resourcesBefore > 0 ? '; to name one object use RESOURCE/NAME, as in pod/web-1' : '';
      throw new UsageError(`${error.message}${hint}`, { cause: error });
    }
    throw error;
  }
}
