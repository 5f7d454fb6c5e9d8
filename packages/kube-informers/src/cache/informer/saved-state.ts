/**
 * What an informer saves of its cache, and loads when it starts: a header line, one line with the objects as a list's `items`,
 * and a line with their length and checksum.
 */
import { isResourceVersion } from '../../meta/resource-version.js';
import type { KubernetesObject } from '../../meta/types.js';
import type { ObjectFormat } from '../../meta/wire-format.js';
import { builtin } from '../../util/builtin.js';
import type { UnhandledFailures } from '../../util/call-hook.js';
import type { Clock } from '../../util/clock.js';
import { asError, KubeInformersError } from '../../util/errors.js';
import { jsonText } from '../../util/json.js';
import { isDefaultLogger } from '../../util/logger.js';
import type { Logger } from '../../util/logger.js';
import { linkSignal, raceSignal } from '../../util/signal.js';
import { yieldToEventLoop } from '../../util/steps.js';
import { isObject } from '../../util/type-checks.js';
import type { Syncable } from './cache-sync.js';
import type { RestoredList, RestoreSource } from '../reflector/reflector-options.js';
import type { ReadonlyStore } from '../types.js';

/**
 * Keeps what informers save: the directory of the option `state`, or a store of the program's own. Names are those of
 * informers, such as `pods.v1[namespace=shop]`.
 */
export interface StateStore {
  /** Returns what was saved under the name last; undefined if nothing was. After 10 s the informer lists instead. */
  load(name: string): Promise<Uint8Array | undefined>;
  /**
   * Replaces what is saved under the name. A save that ends early, with an error or the process, must leave the previous
   * content, or one that is cut: that is noticed by its checksum.
   */
  save(name: string, content: AsyncIterable<Uint8Array>): Promise<void>;
  /** Called once, when the informers have stopped. */
  close?(): Promise<void>;
}

/**
 * Saved objects could not be used or written: code `ERR_STATE`. It is logged, or without a logger a process warning; the informer
 * lists instead.
 */
export class StateError extends KubeInformersError {
  override readonly name = 'StateError';
}

/** Who answers, and whom: saved objects are used only for the same server and user. "" for what the server does not tell. */
export interface StateIdentity {
  /** The uid of the namespace kube-system. */
  readonly server: string;
  /** The name of the user. */
  readonly user: string;
}

/** How the list and watch of an informer is saved. */
export interface SavedStateOptions {
  readonly store: StateStore;
  /** Everything that decides which objects are stored, and how. Only objects of an equal scope are used. */
  readonly scope: string;
  /** Asks the server. Rejects if it cannot be reached. */
  readonly identify: (signal: AbortSignal) => Promise<StateIdentity>;
  /** Time between two saves, ms. */
  readonly intervalMs: number;
  /** Gets failures if there is no logger. */
  readonly unhandled: UnhandledFailures;
}

/** The parts of an informer that are saved and loaded. */
export interface SavedParts<T extends KubernetesObject> {
  /** Name of the informer, with the namespace if it has several. */
  readonly name: string;
  readonly indexer: ReadonlyStore<T>;
  readonly format: ObjectFormat<KubernetesObject>;
  readonly clock: Clock;
  readonly logger: Logger;
}

const fileFormat = 'kube-informers state';
const fileVersion = 1;

interface Header extends StateIdentity {
  readonly format: string;
  readonly version: number;
  readonly name: string;
  readonly scope: string;
  readonly resourceVersion: string;
  readonly savedAt: number;
  readonly objects: number;
  readonly apiVersion: string;
  readonly kind: string;
}

/** Longest wait for the answer that names the server and the user, ms. */
const maxAskMs = 5000;

/** Longest wait for what a store loads, ms. A list is then the faster start. */
const maxLoadMs = 10_000;

/** Bytes that are written or read at once: some milliseconds of work. */
const chunkBytes = 256 * 1024;

const itemsStart = '{"items":[';
const newline = 0x0a;

/** Saves the objects of one list and watch from time to time and at the end, and loads them at the start. */
export class SavedState<T extends KubernetesObject> implements RestoreSource<T> {
  readonly #options: SavedStateOptions;
  readonly #parts: SavedParts<T>;
  /** Whose the loaded objects are. */
  #loaded: StateIdentity | undefined;
  /** The server and user of this run, once they are known. */
  #identity: StateIdentity | undefined;
  #savedVersion = '';

  constructor(options: SavedStateOptions, parts: SavedParts<T>) {
    this.#options = options;
    this.#parts = parts;
  }

  async load(signal: AbortSignal): Promise<RestoredList<T> | undefined> {
    const { name, logger } = this.#parts;
    try {
      const bytes = await this.#loadedBytes(signal);
      if (bytes === undefined) return undefined;
      const list = await this.#read(bytes, signal);
      if (signal.aborted) return undefined;
      const { items, resourceVersion, savedAt } = list;
      this.#savedVersion = resourceVersion;
      logger.info(
        { informer: name, objects: items.length, resourceVersion, savedAt },
        'restored saved objects',
      );
      return list;
    } catch (thrown) {
      if (!signal.aborted) this.#warn('saved objects are not used, listing instead', asError(thrown));
      return undefined;
    }
  }

  /** Throws StateError if the store does not answer in time. */
  async #loadedBytes(signal: AbortSignal): Promise<Uint8Array | undefined> {
    const { name, clock } = this.#parts;
    const link = linkSignal(signal);
    const timer = clock.setTimer(
      () =>
        link.abort(
          stateError(`the saved state of ${name}`, `the store did not load it within ${maxLoadMs} ms`),
        ),
      maxLoadMs,
    );
    try {
      return await raceSignal(this.#options.store.load(name), link.signal);
    } finally {
      timer.cancel();
      link.dispose();
    }
  }

  async confirm(signal: AbortSignal): Promise<boolean> {
    const { server, user } = await this.#identify(signal);
    const same = this.#loaded?.server === server && this.#loaded.user === user;
    if (!same)
      this.#parts.logger.warn(
        { informer: this.#parts.name },
        'saved objects are of another server or user, and are dropped',
      );
    return same;
  }

  /** Saves from time to time once the cache has synced, and when the signal aborts. Never rejects. */
  async run(signal: AbortSignal, cache: Pick<Syncable, 'hasSynced' | 'synced'>): Promise<void> {
    const { clock } = this.#parts;
    try {
      await raceSignal(cache.synced, signal);
    } catch {
      // What is saved stays as it is.
      if (!cache.hasSynced) return;
    }
    do {
      // The abort ends it early.
      await clock.sleep(this.#options.intervalMs, { signal }).catch(() => undefined);
      await this.#save();
    } while (!signal.aborted);
  }

  /** Asks for the server and user if they are not known; a stop waits at most `maxAskMs` for them. */
  async #ask(): Promise<StateIdentity> {
    if (this.#identity !== undefined) return this.#identity;
    const { clock } = this.#parts;
    const ended = new AbortController();
    const timer = clock.setTimer(() => ended.abort(new Error(`no answer in ${maxAskMs} ms`)), maxAskMs);
    try {
      return await this.#identify(ended.signal);
    } finally {
      timer.cancel();
    }
  }

  async #identify(signal: AbortSignal): Promise<StateIdentity> {
    this.#identity ??= await this.#options.identify(signal);
    return this.#identity;
  }

  #warn(what: string, err: Error): void {
    const { name, logger } = this.#parts;
    logger.warn({ informer: name, err }, what);
    if (isDefaultLogger(logger))
      this.#options.unhandled.report('a logger', `informer ${name}: ${what}`, err, false);
  }

  // --- writing ------------------------------------------------------------------------------------------------------

  async #save(): Promise<void> {
    const { indexer, name, logger } = this.#parts;
    const { resourceVersion } = indexer;
    // From other versions, such as "", a watch could not begin.
    if (resourceVersion === this.#savedVersion || !isResourceVersion(resourceVersion)) return;
    try {
      const identity = await this.#ask();
      await this.#options.store.save(name, this.#content(identity));
      this.#savedVersion = resourceVersion;
      logger.debug({ informer: name, resourceVersion }, 'saved the objects of the cache');
    } catch (thrown) {
      this.#warn('the objects of the cache could not be saved', asError(thrown));
    }
  }

  async *#content(identity: StateIdentity): AsyncGenerator<Uint8Array, void, void> {
    const { indexer, clock } = this.#parts;
    // Both of this moment: the cache replaces objects and never changes them.
    const { resourceVersion } = indexer;
    const objects = indexer.list();
    const [first] = objects as readonly KubernetesObject[];
    const header: Header = {
      format: fileFormat,
      version: fileVersion,
      name: this.#parts.name,
      scope: this.#options.scope,
      ...identity,
      resourceVersion,
      savedAt: clock.now(),
      objects: objects.length,
      apiVersion: first?.apiVersion ?? '',
      kind: first?.kind ?? '',
    };
    const hash = builtin('node:crypto').createHash('sha256');
    let bytes = 0;
    const encoded = (text: string): Uint8Array => {
      const chunk = Buffer.from(text);
      hash.update(chunk);
      bytes += chunk.length;
      return chunk;
    };
    let text = lineOf(header) + itemsStart;
    for (const [index, object] of objects.entries()) {
      text += index === 0 ? jsonText(object as object) : `,${jsonText(object as object)}`;
      if (text.length < chunkBytes) continue;
      yield encoded(text);
      text = '';
      await yieldToEventLoop();
    }
    yield encoded(`${text}]}\n`);
    yield Buffer.from(lineOf({ bytes, sha256: hash.digest('hex') }));
  }

  // --- reading ------------------------------------------------------------------------------------------------------

  /** Throws StateError for anything but a whole file of this scope. */
  async #read(content: Uint8Array, signal: AbortSignal): Promise<RestoredList<T>> {
    const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
    const end = await this.#checkedEnd(bytes, signal);
    const headerEnd = bytes.indexOf(newline);
    const header = this.#checkedHeader(parsed(bytes.subarray(0, headerEnd)));
    const { apiVersion, kind, objects, resourceVersion, savedAt } = header;
    const start = headerEnd + 1 + itemsStart.length;
    const name = `the saved state of ${this.#parts.name}`;
    // An equal scope has the same mask.
    const options = { name, isMasked: true };
    const reader = this.#parts.format.itemsReader(options) as ReturnType<ObjectFormat<T>['itemsReader']>;
    reader.begin(start, undefined);
    let left: Buffer | undefined;
    for (let from = start; from < end && left === undefined; from += chunkBytes) {
      left = reader.read(bytes.subarray(from, Math.min(end, from + chunkBytes)));
      await yieldToEventLoop();
      if (signal.aborted) throw stateError(name, 'the informer was stopped');
    }
    left ??= reader.flush();
    if (left === undefined || reader.count !== objects)
      throw stateError(name, `it has ${reader.count} objects, expected ${objects}`);
    this.#loaded = { server: header.server, user: header.user };
    return { items: reader.finish({ apiVersion, kind }), resourceVersion, savedAt };
  }

  /** Compares length and checksum with those of the last line; returns where the objects end. */
  async #checkedEnd(bytes: Buffer, signal: AbortSignal): Promise<number> {
    const name = `the saved state of ${this.#parts.name}`;
    const end = bytes.lastIndexOf(newline, bytes.length - 2) + 1;
    const last = bytes.at(-1) === newline && end > 0 ? parsed(bytes.subarray(end)) : undefined;
    if (last?.['bytes'] !== end) throw stateError(name, 'it is cut, or of another program');
    const hash = builtin('node:crypto').createHash('sha256');
    for (let from = 0; from < end; from += 16 * chunkBytes) {
      hash.update(bytes.subarray(from, Math.min(end, from + 16 * chunkBytes)));
      await yieldToEventLoop();
      if (signal.aborted) throw stateError(name, 'the informer was stopped');
    }
    if (hash.digest('hex') !== last['sha256']) throw stateError(name, 'its checksum is wrong');
    return end;
  }

  #checkedHeader(header: Readonly<Record<string, unknown>> | undefined): Header {
    const { name, clock } = this.#parts;
    const what = `the saved state of ${name}`;
    if (header?.['format'] !== fileFormat) throw stateError(what, 'it is of another program');
    if (header['version'] !== fileVersion)
      throw stateError(
        what,
        `it has version ${String(header['version'])} of the format, expected ${fileVersion}`,
      );
    if (header['scope'] !== this.#options.scope)
      throw stateError(what, 'its server, resource, namespace, selectors, fields or version are others');
    if (header['name'] !== name) throw stateError(what, 'it is of another informer');
    const { resourceVersion, savedAt } = header;
    if (typeof resourceVersion !== 'string' || !isResourceVersion(resourceVersion))
      throw stateError(what, 'it has no resourceVersion from which a watch can begin');
    if (typeof savedAt !== 'number' || !(savedAt <= clock.now()))
      throw stateError(what, 'it was saved in the future, so the clock was set back');
    // The checksum shows that this library has written it.
    return header as unknown as Header;
  }
}

function stateError(what: string, problem: string): StateError {
  return new StateError('ERR_STATE', `${what} cannot be used: ${problem}`);
}

function lineOf(value: object): string {
  return `${jsonText(value)}\n`;
}

function parsed(line: Buffer): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(line.toString());
    return isObject(value) ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
