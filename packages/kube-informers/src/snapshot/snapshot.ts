/**
 * Saves an informer's cache in a file, and opens a lister on such a file: for a program that starts while the API server is away.
 */
import type { CachedForm, ResourceInformer } from '../factories/informer-factory.js';
import { InformerError } from '../cache/informer-error.js';
import { MemoryIndexer, metaNamespaceIndexFunc, namespaceIndex } from '../cache/stores/indexer.js';
import { Lister } from '../cache/stores/lister.js';
import type { SharedIndexInformer } from '../cache/informer/shared-index-informer.js';
import type { CallOptions } from '../meta/calls.js';
import { metaNamespaceKey } from '../meta/names.js';
import { resourceName } from '../meta/resource.js';
import type { KubernetesObject } from '../meta/types.js';
import { UnhandledFailures } from '../util/call-hook.js';
import { systemClock } from '../util/clock.js';
import type { Clock, TestOptions, Timer } from '../util/clock.js';
import { asError, ConfigError } from '../util/errors.js';
import type { OptionNames } from '../util/known-options.js';
import { requireKnownOptions } from '../util/known-options.js';
import {
  refuse,
  requireAbortSignal,
  requireBoolean,
  requireClock,
  requireFunction,
  requireMethods,
  requirePositive,
} from '../util/require.js';
import { linkSignal, raceSignal, throwIfAborted } from '../util/signal.js';
import { openTrusted, replaceFile, SnapshotError, unusable } from './snapshot-file.js';
import { chunkBytes, snapshotContent, SnapshotReader } from './snapshot-format.js';
import type { SnapshotSubject, SnapshotTimes } from './snapshot-format.js';

/** Options of `openSnapshot`. */
export interface OpenSnapshotOptions extends CallOptions, Pick<TestOptions, 'clock'> {
  /** Longest time that it may take, ms. Then it fails with `ERR_SNAPSHOT_TIMEOUT`. Default: 30,000. */
  readonly timeoutMs?: number | undefined;
  /** Largest file that is written or read, bytes. Default: 1 GiB, some 200,000 pods. */
  readonly maxBytes?: number | undefined;
}

/** Options of `saveSnapshot`. */
export interface SaveSnapshotOptions extends OpenSnapshotOptions {
  /** Whether Secrets may be saved: the file has them as they are. Default: false, they are refused. */
  readonly secrets?: boolean | undefined;
}

/** Options of `keepSnapshot`. */
export interface KeepSnapshotOptions extends Omit<SaveSnapshotOptions, 'signal'> {
  /** Time from the end of a save to the next one, ms. Default: 5 minutes. */
  readonly everyMs?: number | undefined;
  /**
   * Called when a save has failed; the next one is made all the same. Default: the 1st, 4th, 16th, … failure emits a process
   * warning (KUBE_INFORMERS_UNHANDLED).
   */
  readonly onError?: ((error: Error) => void) | undefined;
}

/** An informer's cache as it was saved. */
export interface Snapshot<T extends KubernetesObject> {
  /** Reads the objects, which are frozen. They never change. */
  readonly lister: Lister<T>;
  /** When the file was written, ms since the epoch. */
  readonly savedAtMs: number;
  /**
   * The last time at which the cache was known to be up to date, ms since the epoch: earlier than `savedAtMs` if the API server was
   * away when it was saved. See `InformerHealth.staleSinceMs`.
   */
  readonly asOfMs: number;
}

/** Saves an informer's cache from time to time: see `keepSnapshot`. */
export interface SnapshotKeeper extends AsyncDisposable {
  /**
   * Saves once more if the cache has synced, and ends. Takes at most twice `timeoutMs`, also if the disk does not answer. Rejects
   * with SnapshotError if this last save fails.
   */
  stop(): Promise<void>;
}

const defaultTimeoutMs = 30_000;
const defaultMaxBytes = 1024 ** 3;
const defaultEveryMs = 300_000;

const sharedNames: OptionNames<Omit<OpenSnapshotOptions, 'signal'>> = {
  timeoutMs: requirePositive,
  maxBytes: requirePositive,
  clock: requireClock,
};
const openNames: OptionNames<OpenSnapshotOptions> = { ...sharedNames, signal: requireAbortSignal };
const saveNames: OptionNames<SaveSnapshotOptions> = { ...openNames, secrets: requireBoolean };
const keepNames: OptionNames<KeepSnapshotOptions> = {
  ...sharedNames,
  secrets: requireBoolean,
  everyMs: requirePositive,
  onError: requireFunction,
};

/**
 * Saves the cache of an informer in a file, which `openSnapshot` reads.
 *
 * The file is written beside the old one, readable by its owner only, and takes its place when it is complete and on the disk. Its
 * folder is created if there is none.
 *
 * Rejects with InformerError `ERR_INFORMER_STALE` if the cache has not synced, and SnapshotError if the file cannot be written; what
 * was saved before then stays. Throws ConfigError `ERR_OPTION`, also for Secrets without the option `secrets`, and for a shard.
 */
export async function saveSnapshot<T extends KubernetesObject>(
  informer: ResourceInformer<T>,
  file: string,
  options: SaveSnapshotOptions = {},
): Promise<void> {
  requireKnownOptions('saveSnapshot', options, saveNames);
  await new SnapshotWriter('saveSnapshot', informer, file, options).save(options.signal).result;
}

/**
 * Saves the cache of an informer in a file when it has synced, every five minutes, and when it is told to stop.
 *
 * An informer that has not synced is not saved: what is in the file stays. Of several processes that save in one file, the last one
 * wins. Throws as `saveSnapshot`.
 */
export function keepSnapshot<T extends KubernetesObject>(
  informer: ResourceInformer<T>,
  file: string,
  options: KeepSnapshotOptions = {},
): SnapshotKeeper {
  requireKnownOptions('keepSnapshot', options, keepNames);
  const keeper = new Keeper(new SnapshotWriter('keepSnapshot', informer, file, options), options);
  return {
    stop: () => keeper.stop(),
    [Symbol.asyncDispose]: () => keeper.stop(),
  };
}

/**
 * Opens a lister on what was saved of an informer's cache; undefined if there is no such file.
 *
 * The informer need not be started, and never hears of these objects. Rejects with SnapshotError `ERR_SNAPSHOT` for a file of another
 * resource, scope or form, for one that is damaged or too large, and for one that another user owns or may write, or could
 * replace. Throws ConfigError `ERR_OPTION`.
 */
export async function openSnapshot<T extends KubernetesObject>(
  informer: ResourceInformer<T>,
  file: string,
  options: OpenSnapshotOptions = {},
): Promise<Snapshot<T> | undefined> {
  requireKnownOptions('openSnapshot', options, openNames);
  const subject = subjectOf('openSnapshot', informer, file, informer.namespaces);
  return limited(`the snapshot ${file} was not read`, options, options.signal, (signal) =>
    read(informer, subject, file, options.maxBytes ?? defaultMaxBytes, signal),
  ).result;
}

async function read<T extends KubernetesObject>(
  { resource, form }: ResourceInformer<T>,
  subject: SnapshotSubject,
  file: string,
  maxBytes: number,
  signal: AbortSignal,
): Promise<Snapshot<T> | undefined> {
  const opened = await openTrusted(file);
  if (opened === undefined) return undefined;
  const { handle, bytes } = opened;
  try {
    if (bytes > maxBytes) throw unusable(file, `it has ${bytes} bytes, and ${maxBytes} are allowed`);
    const indexer = new MemoryIndexer<T>({ indexers: { [namespaceIndex]: metaNamespaceIndexFunc } });
    const reader = new SnapshotReader({
      file,
      subject,
      mask: form.mask,
      namespaced: resource.namespaced,
      onObject: (object) => {
        if (indexer.getByKey(metaNamespaceKey(object)) !== undefined) return false;
        // A file of this resource, scope and form has its objects.
        indexer.add(object as T);
        return true;
      },
    });
    const buffer = Buffer.allocUnsafe(chunkBytes);
    for (let total = 0; ;) {
      // Each read is a turn of the event loop.
      const { bytesRead } = await handle.read(buffer, 0, buffer.length, null);
      throwIfAborted(signal);
      if (bytesRead === 0) break;
      total += bytesRead;
      if (total > maxBytes) throw unusable(file, `it grows, and ${maxBytes} bytes are allowed`);
      reader.read(buffer.subarray(0, bytesRead));
    }
    return Object.freeze({ lister: new Lister<T>(indexer, resource), ...reader.end() });
  } catch (thrown) {
    throw thrown instanceof SnapshotError ? thrown : unusable(file, asError(thrown).message, thrown);
  } finally {
    await handle.close();
  }
}

/** Work with a limit. */
interface Limited<R> {
  /** Rejects at the limit, whether or not the work has ended. */
  readonly result: Promise<R>;
  /** Resolves when the work has ended, however it did. A system call that hangs cannot be ended. */
  readonly ended: Promise<void>;
}

function limited<R>(
  what: string,
  { timeoutMs = defaultTimeoutMs, clock = systemClock }: OpenSnapshotOptions,
  signal: AbortSignal | undefined,
  run: (signal: AbortSignal) => Promise<R>,
): Limited<R> {
  const link = linkSignal(signal);
  const timer = clock.setTimer(
    () => link.abort(new SnapshotError('ERR_SNAPSHOT_TIMEOUT', `${what} within ${timeoutMs} ms`)),
    timeoutMs,
  );
  const work = link.signal.aborted ? Promise.reject<R>(asError(link.signal.reason)) : run(link.signal);
  const result = raceSignal(work, link.signal).finally(() => {
    timer.cancel();
    link.dispose();
  });
  return { result, ended: work.then(nothing, nothing) };
}

function nothing(): void {
  // The caller has the result.
}

/** Saves one informer in one file. */
class SnapshotWriter<T extends KubernetesObject> {
  readonly informer: SharedIndexInformer<T>;
  readonly #call: string;
  readonly #resource: ResourceInformer<T>;
  readonly #file: string;
  readonly #limits: OpenSnapshotOptions;

  constructor(
    call: string,
    resource: ResourceInformer<T>,
    file: string,
    { secrets = false, ...limits }: SaveSnapshotOptions,
  ) {
    subjectOf(call, resource, file, resource.namespaces);
    const { group, resource: plural } = resource.resource;
    if (group === '' && plural === 'secrets' && !secrets)
      throw new ConfigError(
        'ERR_OPTION',
        `secrets of ${call} must be true to save Secrets, which the file has as they are`,
      );
    this.#call = call;
    this.#resource = resource;
    this.#file = file;
    this.#limits = limits;
    this.informer = resource.informer();
  }

  save(signal?: AbortSignal): Limited<void> {
    return limited(`the snapshot ${this.#file} was not written`, this.#limits, signal, async (inTime) => {
      const { informer } = this;
      if (!informer.hasSynced)
        throw new InformerError(
          'ERR_INFORMER_STALE',
          `${this.#call}: the cache of ${informer.name} has not synced, and a snapshot of it would be incomplete`,
        );
      await replaceFile(this.#file, this.#content(), inTime);
    });
  }

  async *#content(): AsyncGenerator<Uint8Array, void, void> {
    const { informer } = this;
    const { clock = systemClock, maxBytes = defaultMaxBytes } = this.#limits;
    // All of one moment: the cache replaces objects and never changes them.
    const objects = informer.indexer.list();
    const savedAtMs = clock.now();
    const times: SnapshotTimes = { savedAtMs, asOfMs: informer.health.staleSinceMs ?? savedAtMs };
    const namespaces = informer.namespaces?.keys() ?? this.#resource.namespaces;
    const subject = subjectOf(this.#call, this.#resource, this.#file, namespaces);
    let bytes = 0;
    // The objects of a cache are objects.
    for (const chunk of snapshotContent(subject, times, objects as readonly object[])) {
      bytes += chunk.length;
      if (bytes > maxBytes)
        throw unusable(this.#file, `it would have more than ${maxBytes} bytes, which are allowed`);
      yield chunk;
    }
  }
}

/** Saves when the cache has synced, from time to time, and at the end. */
class Keeper<T extends KubernetesObject> {
  readonly #writer: SnapshotWriter<T>;
  readonly #everyMs: number;
  readonly #clock: Clock;
  readonly #onError: (error: Error) => void;
  #timer: Timer | undefined;
  #saving: Promise<void> | undefined;
  /** The last save, which may go on beyond its limit. */
  #ended: Promise<void> | undefined;
  #isWriting = false;
  #stopped: Promise<void> | undefined;

  constructor(writer: SnapshotWriter<T>, options: KeepSnapshotOptions) {
    this.#writer = writer;
    this.#everyMs = options.everyMs ?? defaultEveryMs;
    this.#clock = options.clock ?? systemClock;
    const unhandled = new UnhandledFailures('The informer keeps running.');
    this.#onError =
      options.onError ??
      ((error) =>
        unhandled.report('onError', `a snapshot of ${writer.informer.name} was not saved`, error, false));
    const begin = (): void => this.#next(0);
    // It stops before it has synced: there is nothing to save.
    writer.informer.synced.then(begin, nothing);
  }

  stop(): Promise<void> {
    this.#stopped ??= this.#stop();
    return this.#stopped;
  }

  async #stop(): Promise<void> {
    this.#timer?.cancel();
    await this.#saving;
    if (this.#writer.informer.hasSynced) await this.#save();
  }

  #next(afterMs: number): void {
    if (this.#stopped !== undefined) return;
    // It does not keep a program running that has nothing else to do.
    this.#timer = this.#clock.setTimer(
      () => {
        this.#saving = this.#saveOrReport().then(() => this.#next(this.#everyMs));
      },
      afterMs,
      { unref: true },
    );
  }

  async #saveOrReport(): Promise<void> {
    try {
      await this.#save();
    } catch (thrown) {
      this.#report(asError(thrown));
    }
  }

  /** A write that hangs blocks one of the few threads for files: no second one is begun beside it. */
  async #save(): Promise<void> {
    if (this.#isWriting)
      throw new SnapshotError(
        'ERR_SNAPSHOT_TIMEOUT',
        `a snapshot of ${this.#writer.informer.name} was not begun: the one before it has not ended`,
      );
    this.#isWriting = true;
    const { result, ended } = this.#writer.save();
    this.#ended = ended.then(() => {
      this.#isWriting = false;
    });
    await result;
    await this.#ended;
  }

  #report(error: Error): void {
    try {
      this.#onError(error);
    } catch (thrown) {
      // A hook that fails must not end the saves.
      process.emitWarning(asError(thrown));
    }
  }
}

/** Throws ConfigError `ERR_OPTION` for an invalid informer or file, and for a shard. */
function subjectOf<T extends KubernetesObject>(
  call: string,
  informer: ResourceInformer<T>,
  file: string,
  namespaces: string | Iterable<string>,
): SnapshotSubject {
  requireMethods(`informer of ${call}`, informer, ['informer', 'selectors']);
  // An informer of the program's own has no form.
  const form = informer.form as CachedForm | undefined;
  if (form === undefined)
    refuse(`informer of ${call}`, 'one of a factory, such as factory.core().v1().pods()', informer);
  // JavaScript callers are not type-checked.
  if (typeof (file as unknown) !== 'string' || file === '') refuse(`file of ${call}`, 'a path', file);
  if (form.isShard)
    throw new ConfigError(
      'ERR_OPTION',
      `informer of ${call} must not have a shard, because its objects change with the number of replicas`,
    );
  const { labelSelector = '', fieldSelector = '' } = informer.selectors();
  const kept = form.metadataOnly ? 'metadata' : 'whole';
  const functions = [...(form.hasTransform ? ['transform'] : []), ...(form.hasWhere ? ['where'] : [])];
  return {
    resource: resourceName(informer.resource),
    namespaces: namespacesText(namespaces),
    labelSelector,
    fieldSelector,
    form: form.mask === undefined ? kept : `${kept}, fields ${form.mask.text}`,
    functions: functions.join(' and '),
  };
}

function namespacesText(namespaces: string | Iterable<string>): string {
  if (typeof namespaces === 'string') return namespaces;
  // No namespace has this name: without any, it must not read as all.
  return Array.from(namespaces).toSorted().join(',') || '-';
}
