// The same scripts, read by client-go's informer and by ours.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { Clientset, metaNamespaceKey, noopLogger, SharedInformerFactory } from 'kube-informers';
import type { KubernetesObject } from 'kube-informers';
import type { DeepReadonly } from '../../packages/kube-informers/src/util/deep-readonly.js';
import { ScriptedServer } from './scripted-server.js';
import type { Script } from './scripts.js';

/** How a snapshot is read, and the minor version of the server. */
export interface Mode {
  readonly useWatchList: boolean;
  readonly minor: number;
}

/** What a handler was called with, in order, and the versions in the cache at the end. */
export interface Outcome {
  /** `add default/a 5 initial`, `update default/a 5→6`, `delete default/a 6`, `delete default/a 5 unknown`. */
  readonly story: readonly string[];
  readonly objects: Readonly<Record<string, string>>;
  readonly requests: readonly string[];
  /** Why the informer was not over in time. */
  readonly failed?: string | undefined;
}

/** For the backoffs of client-go, which double up to 30 s and have no clock to put in. */
const timeoutSeconds = 60;

/** Runs client-go's informer against each script, all at once; `program` is the built ../../bench/client-go/events. */
export async function clientGoOutcomes(
  program: string,
  scripts: readonly Script[],
  { useWatchList, minor }: Mode,
): Promise<ReadonlyMap<string, Outcome>> {
  await using servers = await startServers(scripts, minor);
  const child = spawn(program, {
    env: { ...process.env, KUBE_FEATURE_WatchListClient: String(useWatchList) },
  });
  const runs = [...servers.of].map(([name, { url }]) => ({ name, url }));
  child.stdin.end(JSON.stringify({ runs, timeoutSeconds }));
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close') as Promise<[number | null]>,
  ]);
  if (code !== 0) throw new Error(`client-go ended with ${code}: ${stderr}`);
  const outcomes = new Map<string, Outcome>();
  for (const line of stdout.trim().split('\n')) {
    const { name, ...rest } = JSON.parse(line) as { name: string } & Outcome;
    outcomes.set(name, { ...rest, requests: [...(servers.of.get(name)?.requests ?? [])] });
  }
  return outcomes;
}

/** Runs our informer against each script, all at once. */
export async function ourOutcomes(
  scripts: readonly Script[],
  { minor, ...options }: Mode,
): Promise<ReadonlyMap<string, Outcome>> {
  await using servers = await startServers(scripts, minor);
  const entries = [...servers.of].map(
    async ([name, server]) => [name, await ourOutcome(server, options)] as const,
  );
  return new Map(await Promise.all(entries));
}

async function ourOutcome(server: ScriptedServer, options: Omit<Mode, 'minor'>): Promise<Outcome> {
  await using clientset = new Clientset({ host: server.url });
  await using factory = new SharedInformerFactory(clientset, { ...options, logger: noopLogger });
  const story: string[] = [];
  const informer = factory.core().v1().configMaps().informer();
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<string | undefined>((resolve) => {
    timer = setTimeout(() => resolve(`has no object "end" after ${timeoutSeconds} s`), timeoutSeconds * 1000);
    informer.addEventHandler({
      onAdd(object, { isInInitialList }) {
        story.push(`add ${metaNamespaceKey(object)} ${version(object)}${isInInitialList ? ' initial' : ''}`);
        if (object.metadata?.name === 'end') resolve(undefined);
      },
      onUpdate(before, after) {
        story.push(`update ${metaNamespaceKey(after)} ${version(before)}→${version(after)}`);
      },
      onDelete({ key, object, finalStateUnknown }) {
        story.push(`delete ${key} ${version(object)}${finalStateUnknown ? ' unknown' : ''}`);
      },
    });
  });
  factory.start();
  const failed = await over;
  clearTimeout(timer);
  const objects = Object.fromEntries(
    informer.indexer.list().map((object) => [metaNamespaceKey(object), version(object)]),
  );
  return { story, objects, requests: [...server.requests], failed };
}

function version(object: DeepReadonly<KubernetesObject> | undefined): string {
  return object?.metadata?.resourceVersion ?? 'none';
}

/** A server for each script, under its name. */
async function startServers(
  scripts: readonly Script[],
  minor: number,
): Promise<AsyncDisposable & { readonly of: ReadonlyMap<string, ScriptedServer> }> {
  const of = new Map(
    await Promise.all(
      scripts.map(async (script) => [script.name, await ScriptedServer.start(script, { minor })] as const),
    ),
  );
  return {
    of,
    async [Symbol.asyncDispose]() {
      await Promise.all([...of.values()].map((server) => server[Symbol.asyncDispose]()));
    },
  };
}

/**
 * The story of each object. An update of an object that is the same (client-go makes one for each object of a relist, ours does not:
 * docs/from-client-go.md) is left out.
 */
export function byKey(story: readonly string[]): Readonly<Record<string, readonly string[]>> {
  const keys: Record<string, string[]> = {};
  for (const entry of story) {
    const [what, key = '', versions = ''] = entry.split(' ');
    const [before, after] = versions.split('→');
    if (what === 'update' && before === after) continue;
    (keys[key] ??= []).push(entry);
  }
  return keys;
}
