import { HashRanges } from '../meta/hash-ranges.js';
import type { KubernetesList, KubernetesObject, ListOptions } from '../meta/types.js';
import type { WatchEvent, WatchStream } from '../meta/watch.js';
import type { FakeSource } from '../../../testing/src/fake-source.js';
import type { CallOptions } from '../meta/calls.js';
import type { ListerWatcher } from '../cache/types.js';

/**
 * How a server treats `shardSelector`: ignores it (before 1.36, or without the gate), supports it, supports it without
 * `shardInfo` (custom resources, metadata), or returns `shardInfo` and everything.
 */
export const supports = ['none', 'full', 'unnamed', 'wrong'] as const;
export type Support = (typeof supports)[number];

/** A FakeSource that divides its objects by uid, as far as the mode says. */
export class ShardingSource implements ListerWatcher<KubernetesObject> {
  readonly #source: FakeSource<KubernetesObject>;
  readonly #support: Support;

  constructor(source: FakeSource<KubernetesObject>, support: Support) {
    this.#source = source;
    this.#support = support;
  }

  async list(options: ListOptions & CallOptions): Promise<KubernetesList<KubernetesObject>> {
    const list = await this.#source.list(options);
    const { shardSelector } = options;
    if (shardSelector === undefined || this.#support === 'none') return list;
    const isMine = this.#selects(shardSelector);
    return {
      ...list,
      metadata: {
        ...list.metadata,
        ...(this.#support === 'unnamed' ? {} : { shardInfo: { selector: shardSelector } }),
      },
      items: list.items.filter(isMine),
    };
  }

  async watch(options: ListOptions & CallOptions): Promise<WatchStream<KubernetesObject>> {
    const stream = await this.#source.watch(options);
    const { shardSelector } = options;
    if (shardSelector === undefined || this.#support === 'none') return stream;
    const isMine = this.#selects(shardSelector);
    const nextBatch = stream.nextBatch.bind(stream);
    stream.nextBatch = async (): Promise<readonly WatchEvent<KubernetesObject>[] | undefined> => {
      for (;;) {
        const batch = await nextBatch();
        const mine = batch?.filter(
          ({ type, object }) => type === 'BOOKMARK' || type === 'ERROR' || isMine(object),
        );
        if (mine?.length !== 0) return mine;
      }
    };
    return stream;
  }

  #selects(selector: string): (object: KubernetesObject) => boolean {
    if (this.#support === 'wrong') return () => true;
    const ranges = rangesOf(selector);
    return ({ metadata }) => ranges.has(metadata?.uid ?? '');
  }
}

/** Reads a selector back. */
export function rangesOf(selector: string): HashRanges {
  const found = selector.matchAll(/shardRange\(object\.metadata\.uid, '(0x\w+)', '(0x\w+)'\)/g);
  return HashRanges.of(
    Array.from(found, ([, start = '', end = '']) => ({ start: BigInt(start), end: BigInt(end) })),
  );
}

/** Returns uids in the quarters of the hash space: the `index`-th uid of that quarter. */
export function uidIn(quarter: number, index = 0): string {
  const ranges = quarters(quarter);
  let left = index;
  for (let number = 0; ; number++) {
    const uid = `uid-${number}`;
    if (ranges.has(uid) && left-- === 0) return uid;
  }
}

/** Quarters of the hash space, 0 to 3. */
export function quarters(...slots: readonly number[]): HashRanges {
  return HashRanges.ofSlots(slots, 4);
}
