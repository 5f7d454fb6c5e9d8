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
  // Asked for twice is asked for once.
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

/** `pods`, `deployments.apps`: as kubectl names resources. */
export function groupResourceName(resource: { readonly group: string; readonly resource: string }): string {
  return resource.group === '' ? resource.resource : `${resource.resource}.${resource.group}`;
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
      // kubectl's `get pod web-1`; here each word is a resource.
      const hint = resourcesBefore > 0 ? '; one object is named RESOURCE/NAME, as pod/web-1' : '';
      throw new UsageError(`${error.message}${hint}`, { cause: error });
    }
    throw error;
  }
}
