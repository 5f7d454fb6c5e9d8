import type { Pod } from '../../packages/kube-informers/src/resources/types/core-v1.js';
import { expectTypeOf, test } from 'vitest';
import { DeltaFIFO, MemoryIndexer, Reflector } from 'kube-informers/cache';
import { metaNamespaceKey } from 'kube-informers';
import type { DeepReadonly, KubernetesObject, ListerWatcher, Store } from 'kube-informers';

// Checked by the compiler: nothing of this is called.

const podsOfNode = (pod: DeepReadonly<Pod>): string[] => [pod.spec?.nodeName ?? ''];

test('a store keyed by metaNamespaceKey holds Kubernetes objects, without a type argument', () => {
  const program = (): void => {
    expectTypeOf(new MemoryIndexer({ keyFunc: metaNamespaceKey })).toEqualTypeOf<
      MemoryIndexer<KubernetesObject>
    >();
    expectTypeOf(new DeltaFIFO({ keyFunc: metaNamespaceKey })).toEqualTypeOf<DeltaFIFO<KubernetesObject>>();
    expectTypeOf(new MemoryIndexer<Pod>({ keyFunc: metaNamespaceKey })).toEqualTypeOf<MemoryIndexer<Pod>>();
  };
  expectTypeOf(program).toBeFunction();
});

test('its place or its description makes it one of theirs', () => {
  const program = (listerWatcher: ListerWatcher<Pod>): void => {
    const pods: Store<Pod> = new MemoryIndexer({ keyFunc: metaNamespaceKey });
    const reflector = new Reflector(listerWatcher, new MemoryIndexer({ keyFunc: metaNamespaceKey }));
    expectTypeOf(reflector).toEqualTypeOf<Reflector<Pod>>();
    expectTypeOf(
      new MemoryIndexer({ keyFunc: metaNamespaceKey, indexers: { node: podsOfNode } }).byIndex('node', 'a'),
    ).toEqualTypeOf<DeepReadonly<Pod>[]>();
    expectTypeOf(pods).toExtend<Store<Pod>>();
  };
  expectTypeOf(program).toBeFunction();
});

test('metaNamespaceKey accepts deeply read-only objects', () => {
  const program = (object: {
    readonly metadata: { readonly name: string; readonly finalizers: readonly string[] };
  }): string => metaNamespaceKey(object);
  expectTypeOf(program).returns.toBeString();
});
