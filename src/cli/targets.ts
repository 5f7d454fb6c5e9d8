import type { Resource } from '../meta/resource.js';
import { ConfigError } from '../util/errors.js';
import { UsageError } from './cli-io.js';

/** What one RESOURCE[/NAME] argument of the command line asks for. */
export interface Target {
  readonly resource: Resource;
  /** One object only; undefined for all. */
  readonly name: string | undefined;
}

/** Finds a resource by what people call it: `pods`, `po`, `deploy.apps`. */
export interface ResourceResolver {
  resolve(name: string, call: { readonly signal?: AbortSignal | undefined }): Promise<Resource>;
}

/**
 * Understands kubectl's ways to name things: `pods`, `po,svc`, `pod/web-1`. Throws UsageError for what is malformed,
 * unknown to the server or cannot be watched.
 */
export async function resolveTargets(
  words: readonly string[],
  resolver: ResourceResolver,
  call: { readonly signal?: AbortSignal | undefined },
): Promise<Target[]> {
  const targets: Target[] = [];
  for (const word of words.flatMap((entry) => entry.split(','))) {
    const [resourceName = '', name, ...rest] = word.split('/');
    if (resourceName === '' || name === '' || rest.length > 0) {
      throw new UsageError(`expected RESOURCE or RESOURCE/NAME, got ${JSON.stringify(word)}`);
    }
    const resource = await resolveResource(resourceName, resolver, call);
    if (!resource.verbs.includes('list') || !resource.verbs.includes('watch')) {
      throw new UsageError(
        `${resource.resource} cannot be watched: it has only ${resource.verbs.join(', ')}`,
      );
    }
    targets.push({ resource, name });
  }
  return targets;
}

async function resolveResource(
  name: string,
  resolver: ResourceResolver,
  call: { readonly signal?: AbortSignal | undefined },
): Promise<Resource> {
  try {
    return await resolver.resolve(name, call);
  } catch (error) {
    if (error instanceof ConfigError) throw new UsageError(error.message, { cause: error });
    throw error;
  }
}
