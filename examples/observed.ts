import type {
  CallOptions,
  KubernetesList,
  KubernetesObject,
  ListerWatcher,
  ListOptions,
  WatchStream,
} from 'kube-informers';

/**
 * A ListerWatcher that knows when what it gave has been taken in: a reflector asks for the next events when it is done
 * with the last. An example needs that to know when to go on; a program just reads its lister.
 */
export class Observed<T extends KubernetesObject> implements ListerWatcher<T> {
  readonly #source: ListerWatcher<T>;
  readonly #waiting = new Set<() => void>();

  constructor(source: ListerWatcher<T>) {
    this.#source = source;
  }

  list(options: ListOptions & CallOptions): Promise<KubernetesList<T>> {
    return this.#source.list(options);
  }

  async watch(options: ListOptions & CallOptions): Promise<WatchStream<T>> {
    const stream = await this.#source.watch(options);
    return {
      nextBatch: () => {
        for (const check of this.#waiting) check();
        return stream.nextBatch();
      },
      stop: () => stream.stop(),
      [Symbol.dispose]: () => stream.stop(),
      [Symbol.asyncIterator]: () => stream[Symbol.asyncIterator](),
    };
  }

  /** Resolves when the condition holds; it is looked at whenever something was taken in. */
  until(condition: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      const check = (): void => {
        if (!condition()) return;
        this.#waiting.delete(check);
        resolve();
      };
      this.#waiting.add(check);
      check();
    });
  }
}
