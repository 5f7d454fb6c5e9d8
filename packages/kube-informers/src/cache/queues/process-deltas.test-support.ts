/** Shared by the tests of DeltaProcessor: a store, and a sink that records what the store holds when it is called. */
import { metaNamespaceKey } from '../../meta/names.js';
import { DeletedFinalStateUnknown } from '../../meta/tombstone.js';
import type { KubernetesObject } from '../../meta/types.js';
import { MemoryIndexer } from '../stores/indexer.js';
import { finishSteps } from '../../util/steps.js';
import { DeltaProcessor } from './process-deltas.js';
import type { ChangeSink } from './process-deltas.js';
import type { Deltas, Store } from '../types.js';
import type { DeepReadonly } from '../../util/deep-readonly.js';

export function pod(name: string, resourceVersion: string): KubernetesObject {
  return { metadata: { name, namespace: 'default', resourceVersion } };
}

export function keyOf(
  object: DeepReadonly<KubernetesObject> | DeletedFinalStateUnknown<KubernetesObject>,
): string {
  return object instanceof DeletedFinalStateUnknown ? object.key : metaNamespaceKey(object);
}

/** Records each change with the resourceVersion that the store holds for its key at that moment. */
export function recorder(store: Store<KubernetesObject>): {
  history: string[];
  sink: ChangeSink<KubernetesObject>;
} {
  const history: string[] = [];
  const stored = (key: string): string => store.getByKey(key)?.metadata?.resourceVersion ?? 'gone';
  return {
    history,
    sink: {
      onAdd(object, isInInitialList) {
        const key = keyOf(object);
        history.push(
          `${isInInitialList ? 'initial ' : ''}add ${key} ${object.metadata?.resourceVersion}, stored ${stored(key)}`,
        );
      },
      onUpdate(oldObject, newObject) {
        const key = keyOf(newObject);
        history.push(
          `update ${key} ${oldObject.metadata?.resourceVersion} to ${newObject.metadata?.resourceVersion}, stored ${stored(key)}`,
        );
      },
      onDelete(object) {
        const key = keyOf(object);
        const how = object instanceof DeletedFinalStateUnknown ? 'missed ' : '';
        history.push(`${how}delete ${key}, stored ${stored(key)}`);
      },
    },
  };
}

/** Processes deltas to the end. */
export function processDeltas<T>(
  sink: ChangeSink<T>,
  store: MemoryIndexer<T>,
  deltas: Deltas<T>,
  isInInitialList: boolean,
): void {
  const steps = new DeltaProcessor<T>(sink, store).process(deltas, isInInitialList);
  if (steps !== undefined) finishSteps(steps);
}

export function setUp(...objects: KubernetesObject[]): {
  store: MemoryIndexer<KubernetesObject>;
  history: string[];
  sink: ChangeSink<KubernetesObject>;
  process: (deltas: Deltas<KubernetesObject>, isInInitialList?: boolean) => void;
} {
  const store = new MemoryIndexer<KubernetesObject>();
  for (const object of objects) store.add(object);
  const { history, sink } = recorder(store);
  return {
    store,
    history,
    sink,
    process: (deltas, isInInitialList = false) => processDeltas(sink, store, deltas, isInInitialList),
  };
}
