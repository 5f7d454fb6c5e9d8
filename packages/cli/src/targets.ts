import { groupResourceName } from '@kube-informers/inspector/internal';
import { ConfigError, type Resource } from 'kube-informers';
import { UsageError } from './cli-io.js';

/** What to watch: a resource, and the name of one object. */
export interface Target {
  readonly resource: Resource;
  /** Name of the only object to watch; undefined for all. */
  readonly name: string | undefined;
  /** What to write instead if there is no such object, because `name` is a resource too: `pods,nodes`. */
  readonly instead?: string | undefined;
}

/** Resolves plural, singular and short names: `pods`, `po`, `deploy.apps`. */
export interface ResourceResolver {
  resolve(name: string, call: { readonly signal?: AbortSignal | undefined }): Promise<Resource>;
  /** Returns everything that is served, for categories such as `all`. */
  serverResources(call: {
    readonly signal?: AbortSignal | undefined;
  }): Promise<{ readonly resources: readonly Resource[] }>;
}

/** An argument as typed: a resource or category, and perhaps a name. */
interface Word {
  readonly resource: string;
  readonly name: string | undefined;
}

/**
 * Resolves kubectl's forms of arguments: `pods`, `po,svc`, `all`, `pod web-1 web-2`, `pod/web-1 svc/web`.
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
  const { resources } = await resolver.serverResources(call);
  const isResource = (word: string): boolean =>
    resources.some((served) => [served.resource, served.singular, ...served.shortNames].includes(word));
  const instead = words.every(isResource) ? words.join(',') : undefined;
  for (const { resource: resourceName, name } of parseWords(words)) {
    for (const resource of await resolveResources(resourceName, name, resolver, call)) {
      targets.set(`${groupResourceName(resource)}/${name ?? ''}`, { resource, name, instead });
    }
  }
  return [...targets.values()];
}

/** kubectl's grammar: words with a slash each name an object; else the first word is the resources, the others names. */
function parseWords(words: readonly string[]): Word[] {
  if (words.some((word) => word.includes('/')))
    return words.flatMap((word) => word.split(',')).map(parseWord);
  const [resources = '', ...names] = words;
  const parsed = resources.split(',').map(parseWord);
  if (names.length === 0) return parsed;
  for (const name of names) {
    if (/^[^\s,]+$/.test(name)) continue;
    throw new UsageError(
      `expected the name of an object after ${resources}, got ${JSON.stringify(name)}; to watch several resources use commas, as in pods,services`,
    );
  }
  return parsed.flatMap(({ resource }) => names.map((name) => ({ resource, name })));
}

function parseWord(word: string): Word {
  const [resource = '', name, ...rest] = word.split('/');
  if (resource === '' || name === '' || rest.length > 0) {
    throw new UsageError(`expected RESOURCE or RESOURCE/NAME, got ${JSON.stringify(word)}`);
  }
  return { resource, name };
}

/** Resolves a resource, or the resources of a category that can be watched, each in its preferred version. */
async function resolveResources(
  word: string,
  name: string | undefined,
  resolver: ResourceResolver,
  call: { readonly signal?: AbortSignal | undefined },
): Promise<Resource[]> {
  const { resources } = await resolver.serverResources(call);
  const category = new Map<string, Resource>();
  for (const resource of resources) {
    const member = resource.categories?.includes(word) === true && canBeWatched(resource);
    if (member && !category.has(groupResourceName(resource)))
      category.set(groupResourceName(resource), resource);
  }
  if (category.size > 0) {
    if (name === undefined) return [...category.values()];
    throw new UsageError(
      `${word} stands for ${category.size} resources and takes no name; name an object as in pod/${name}`,
    );
  }
  try {
    const resource = await resolver.resolve(word, call);
    if (canBeWatched(resource)) return [resource];
    throw new UsageError(`${resource.resource} cannot be watched: it has only ${resource.verbs.join(', ')}`);
  } catch (error) {
    if (error instanceof ConfigError) throw new UsageError(error.message, { cause: error });
    throw error;
  }
}

/** True for a resource that can be mirrored. */
export function canBeWatched({ verbs }: Pick<Resource, 'verbs'>): boolean {
  return verbs.includes('list') && verbs.includes('watch');
}
