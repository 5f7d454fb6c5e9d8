import { ListPager } from '../../meta/list-pager.js';
import type { PageOptions } from '../../meta/list-pager.js';
import { metaNamespaceKey } from '../../meta/names.js';
import type { KubernetesList, KubernetesObject, ListOptions } from '../../meta/types.js';
import { takingFormat } from '../../meta/wire-format.js';
import type { ObjectFormat } from '../../meta/wire-format.js';
import type { Clock } from '../../util/clock.js';
import { asError, TransportError } from '../../util/errors.js';
import type { Logger } from '../../util/logger.js';
import { shownWord } from '../../util/shown.js';
import { linkSignal, raceSignal } from '../../util/signal.js';
import { objectsPerStep, runSteps, stepsOverEach } from '../../util/steps.js';
import { takenBy } from '../transform.js';
import type { Take } from '../transform.js';
import type { ListerWatcher, ReflectorStore } from '../types.js';
import { isUnsupportedTable } from './expected-type.js';
import { listPage } from './listwatch.js';
import type { ListPageLimits } from './listwatch.js';
import { ReflectorError } from './reflector-errors.js';

/** What happens to an object before a store has it, in this order. */
export interface Intake<T extends KubernetesObject> {
  /** Decodes it, if the source reads bytes: plain, without the fields that are not kept, or in the cache's own format. */
  readonly format: ObjectFormat<KubernetesObject>;
  /**
   * What the store makes of it: without the fields that are not kept, by `transform` and `where`, in the cache's own format;
   * undefined if it is not kept. Undefined for a store that takes objects as they are.
   */
  readonly take: Take<T> | undefined;
  /** Decodes a whole list, of which only what `take` returns is held. */
  readonly listFormat: ObjectFormat<KubernetesObject>;
  /** True if `take` drops objects that another store would keep: then it decides for every item of a list. */
  readonly selects: boolean;
}

/** Returns what a store takes from a source. */
export function intakeOf<T extends KubernetesObject>(
  format: ObjectFormat<KubernetesObject>,
  store: ReflectorStore<T>,
): Intake<T> {
  const take = takenBy(store);
  return {
    format,
    take,
    // It is asked for objects of the same resource.
    listFormat: take === undefined ? format : takingFormat(format, take as unknown as Take<KubernetesObject>),
    selects: store.selects !== undefined,
  };
}

/** Options of a list. */
export interface ListSessionOptions<T extends KubernetesObject> {
  readonly limits: Omit<ListPageLimits, 'format' | 'onContinue'>;
  readonly intake: Intake<T>;
  readonly signal: AbortSignal;
  /** Called with each page. */
  readonly onPage: () => void;
}

/** The items of all pages. */
export interface CompleteList<T> {
  readonly items: readonly T[];
  /** Its resourceVersion. */
  readonly reached: string;
  /** True if the server returned it in more than one page. */
  readonly paginated: boolean;
}

/**
 * Reads one list from its first page to its last.
 *
 * Each page may take `listTimeoutMs`; but pages that bring only a part of their limit share that time, since they could follow
 * each other for days.
 */
export class ListSession<T extends KubernetesObject> {
  readonly #source: Pick<ListerWatcher<T>, 'list'>;
  readonly #options: ListSessionOptions<T>;
  #leftMs: number;
  #inPages = false;

  constructor(source: Pick<ListerWatcher<T>, 'list'>, options: ListSessionOptions<T>) {
    this.#source = source;
    this.#options = options;
    this.#leftMs = options.limits.listTimeoutMs;
  }

  /** True if a page after the first was requested last. */
  get inPages(): boolean {
    return this.#inPages;
  }

  /**
   * Reads a list that is at least as recent as this version. `pageSize` 0 requests everything at once. Items that have no
   * valid key are left out: see `checkNames`.
   *
   * Expired pages are not replaced by a whole list: `nextStep` decides what follows.
   */
  async read(
    resourceVersion: string,
    pageSize: number,
    onLeftOut: (error: ReflectorError) => void,
  ): Promise<CompleteList<T>> {
    const { intake, signal, limits } = this.#options;
    const pager = new ListPager<T>((options) => this.page(options), {
      pageSize,
      fullListIfExpired: false,
    });
    const select = async (page: KubernetesList<T>, request: ListOptions): Promise<KubernetesList<T>> =>
      mayBeWhole(request) && !intake.selects ? page : this.#selected(page);
    const options = { ...optionsOf(resourceVersion, pageSize), signal };
    const { list, paginated } = await pager.listSelected(options, select);
    let items: readonly T[] = list.items;
    const leaveOut = (rest: readonly T[], error: ReflectorError): void => {
      items = rest;
      onLeftOut(error);
    };
    if (!signal.aborted)
      await runSteps(checkNames(limits.name, items, leaveOut), { clock: limits.clock, signal });
    return { items, reached: list.metadata.resourceVersion ?? '', paginated };
  }

  /** Requests one page. */
  async page(request: PageOptions): Promise<KubernetesList<T>> {
    const { limits, intake, onPage } = this.#options;
    const { signal = this.#options.signal, onContinue, ...options } = request;
    const { name, clock, listTimeoutMs } = limits;
    this.#inPages = options.continue !== undefined;
    const begunMs = clock.monotonic();
    const format = mayBeWhole(options) ? intake.listFormat : intake.format;
    const answer = await listPage(this.#source, options, { ...limits, format, onContinue }, signal);
    const page = checkedList(name, answer);
    onPage();
    const full = Math.min(1, page.items.length / Math.max(1, options.limit ?? 1));
    this.#leftMs += full * listTimeoutMs - (clock.monotonic() - begunMs);
    if (this.#leftMs < 0 && (page.metadata.continue ?? '') !== '')
      throw new TransportError(
        'ERR_LIST_ENDLESS',
        `${name}: a list does not end: its pages are slow and bring only a part of the ${options.limit} items requested`,
      );
    return page;
  }

  async #selected(page: KubernetesList<T>): Promise<KubernetesList<T>> {
    const { intake, limits, signal } = this.#options;
    const { take } = intake;
    if (take === undefined) return page;
    const items: T[] = [];
    const keep = (item: T): void => {
      const taken = take(item);
      if (taken !== undefined) items.push(taken);
    };
    await runSteps(stepsOverEach(page.items, objectsPerStep, keep), { clock: limits.clock, signal });
    return { ...page, items };
  }
}

/** Longest delay of a list by the question how to list, ms. */
const askTimeoutMs = 2000;

/**
 * Asks whether the server serves pages from its watch cache. An error, and no answer in time, count as no: then the list itself
 * shows what is wrong.
 */
export async function servesPages(
  ask: ListerWatcher<KubernetesObject>['pagesFromCache'],
  { name, clock, logger }: { readonly name: string; readonly clock: Clock; readonly logger: Logger },
  signal: AbortSignal,
): Promise<boolean> {
  const link = linkSignal(signal);
  const timer = clock.setTimer(
    () => link.abort(new TransportError('ERR_TIMEOUT', `no answer within ${askTimeoutMs} ms`)),
    askTimeoutMs,
  );
  try {
    // An untyped lister-watcher may resolve with anything.
    return (await raceSignal(Promise.resolve(ask?.({ signal: link.signal })), link.signal)) === true;
  } catch (thrown) {
    logger.debug({ name, err: asError(thrown) }, 'the version of the server is unknown');
    return false;
  } finally {
    timer.cancel();
    link.dispose();
  }
}

/**
 * Options of a list that is at least as recent as this version. By default a server takes a limit together with a
 * resourceVersion above 0 as "exactly this version": after a 410 it would go on returning the very version that it no
 * longer lets anyone watch, until that is compacted. (client-go leaves it at the default and repeats that cycle.)
 */
function optionsOf(resourceVersion: string, pageSize: number): ListOptions {
  if (resourceVersion === '') return {};
  if (resourceVersion === '0' || pageSize === 0) return { resourceVersion };
  return { resourceVersion, resourceVersionMatch: 'NotOlderThan' };
}

/**
 * True if the answer may have all items, which are then taken one by one as they are decoded: of a page, the pager has to see all
 * items. At "0", a server with a watch cache ignores the limit; the first page of another one may be shorter for the pager.
 */
function mayBeWhole({ limit, resourceVersion }: ListOptions): boolean {
  // A later page has no resourceVersion.
  return limit === undefined || resourceVersion === '0';
}

/**
 * Checks that the response to a list (or to one page of it) is a list, and returns it.
 *
 * `items: null` becomes an empty list: that is how Go encodes a nil slice. Throws ReflectorError: `ERR_TABLE`, or
 * `ERR_LIST` (no metadata, or items that are not an array). So a response that is not a list, such as a proxy's page,
 * never empties a store.
 */
export function checkedList<T>(name: string, list: KubernetesList<T>): KubernetesList<T> {
  // A ListerWatcher may be a caller's untyped function, which can return anything.
  const answer: unknown = list;
  if (typeof answer !== 'object' || answer === null) throw notAList(name, `it is ${describe(answer)}`);
  const { items, metadata, kind, apiVersion } = answer as { [key in keyof KubernetesList<T>]?: unknown };
  if (isUnsupportedTable({ kind, apiVersion })) {
    throw new ReflectorError(
      'ERR_TABLE',
      `${name}: received a Table of ${shownWord(apiVersion)} instead of a list: request objects, not as=Table`,
    );
  }
  if (typeof metadata !== 'object' || metadata === null)
    throw notAList(name, `its metadata is ${describe(metadata)}`);
  if (items === null) return { ...list, items: [] };
  if (!Array.isArray(items)) throw notAList(name, `its items are ${describe(items)}`);
  return list;
}

/**
 * Checks the names of a list's items, in steps.
 *
 * Throws ReflectorError `ERR_LIST_ITEM`, naming the index, for an item without metadata.name. Items that have no valid key
 * (see `metaNamespaceKey`) are left out, since one of them must not keep the others from the store: `leaveOut` is called
 * once, with the other items and an ERR_LIST_ITEM.
 */
export function* checkNames<T extends KubernetesObject>(
  name: string,
  items: readonly T[],
  leaveOut: (rest: readonly T[], error: ReflectorError) => void,
): Generator<undefined, void, void> {
  const refused = new Set<T>();
  let first = '';
  yield* stepsOverEach(items, objectsPerStep, (item, index) => {
    const itemName: unknown = (item as KubernetesObject | null | undefined)?.metadata?.name;
    if (typeof itemName !== 'string' || itemName === '') {
      throw new ReflectorError(
        'ERR_LIST_ITEM',
        `${name}: metadata.name of item ${index} of the list must be a non-empty string, got ${describe(itemName)}; no item of the list was stored`,
      );
    }
    try {
      metaNamespaceKey(item);
    } catch (thrown) {
      if (refused.size === 0) first = `item ${index}: ${asError(thrown).message}`;
      refused.add(item);
    }
  });
  if (refused.size === 0) return;
  const left = `${refused.size} of ${items.length} items of the list were left out`;
  leaveOut(
    items.filter((item) => !refused.has(item)),
    new ReflectorError('ERR_LIST_ITEM', `${name}: ${left}; ${first}`),
  );
}

function notAList(name: string, found: string): ReflectorError {
  return new ReflectorError(
    'ERR_LIST',
    `${name}: the answer to a list must be a list with metadata and items, but ${found}`,
  );
}

function describe(value: unknown): string {
  if (value === undefined) return 'absent';
  return typeof value === 'string'
    ? JSON.stringify(value.slice(0, 80))
    : value === null
      ? 'null'
      : `of type ${typeof value}`;
}
