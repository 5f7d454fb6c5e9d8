// The operations of the machine, each beside the same work done with bare structures. `library` is what the main entry
// exports, `parts` what it does not (decoders, the parts that call handlers): of dist for `npm run bench:micro`, of src for
// the guard in the unit tests.
import { makePod } from '../server/pods.mjs';
import { BareCache, keyOf } from './bare.mjs';
import { listingThenWatching } from './list-watch.mjs';
import { smallPods } from './objects.mjs';
import { handlerCalls } from './handler-calls.mjs';

/**
 * `{ name, count, ours, bare, bareName }`: `ours()` and `bare()` each do the operation `count` times; they may be async.
 * Both must return the same, so that no run measures work that was not done.
 */
export function operations({ library, parts, objects }) {
  const pods = smallPods(objects);
  const changed = smallPods(objects, 2);
  const indexers = {
    namespace: ({ metadata }) => [metadata.namespace],
    node: (pod) => [pod.spec.nodeName],
  };
  const newIndexer = () => new library.MemoryIndexer({ indexers });
  const filled = newIndexer();
  const bareFilled = new BareCache();
  for (const pod of pods) {
    filled.add(pod);
    bareFilled.add(pod);
  }
  // For what changes them: as full at the end of an operation as at its beginning.
  const movable = addAll(newIndexer(), pods);
  const bareMovable = addAll(new BareCache(), pods);
  const moved = pods.map((pod) => ({ ...pod, spec: { nodeName: `other-${pod.spec.nodeName}` } }));
  // Keys that jump about, made anew: not the very strings that the maps hold.
  const keys = Array.from({ length: 1000 }, (_, index) => keyOf(pods[(index * 61_803) % objects]));
  const namespaces = Array.from(
    { length: 10 },
    (_, index) => `team-${(index * 7) % Math.ceil(objects / 500)}`,
  );
  const samples = namespaces.map((namespace) =>
    pods.find(({ metadata }) => metadata.namespace === namespace),
  );
  const selector = library.parseSelector('app in (web, worker), tier!=back');
  const fieldSelector = library.parseFieldSelector('metadata.namespace!=team-1,spec.nodeName=node-7');
  const lister = new library.Lister(filled, { group: '', resource: 'pods' });

  return [
    {
      name: 'indexer: add, two indexes',
      bareName: 'Map and two Maps of Sets',
      count: objects,
      ours: () => addAll(newIndexer(), pods).size,
      bare: () => addAll(new BareCache(), pods).objects.size,
    },
    {
      name: 'indexer: update, two indexes, same values',
      bareName: 'Map and two Maps of Sets',
      count: objects,
      ours: () => addAll(filled, changed).size,
      bare: () => addAll(bareFilled, changed).objects.size,
    },
    {
      name: 'indexer: update, to another value of one index',
      bareName: 'Map and two Maps of Sets',
      count: 2 * objects,
      ours: () => addAll(addAll(movable, moved), pods).size,
      bare: () => addAll(addAll(bareMovable, moved), pods).objects.size,
    },
    {
      name: 'indexer: delete and add, two indexes',
      bareName: 'Map and two Maps of Sets',
      count: objects / 2,
      ours: () => deleteAndAddHalf(movable, pods).size,
      bare: () => deleteAndAddHalf(bareMovable, pods).objects.size,
    },
    {
      name: 'indexer: list, an object',
      bareName: "Array.from of the Map's values",
      count: objects,
      ours: () => filled.list().length,
      bare: () => Array.from(bareFilled.objects.values()).length,
    },
    {
      name: 'indexer: list after deletions, an object',
      bareName: "Array.from of the Map's values",
      count: objects,
      ours: () => movable.list().length,
      bare: () => Array.from(bareMovable.objects.values()).length,
    },
    {
      name: 'indexer: index, 500 objects',
      bareName: 'Map of Sets',
      count: namespaces.length,
      ours: () => sumOf(samples, (pod) => filled.index('namespace', pod).length),
      bare: () => sumOf(samples, (pod) => bareFilled.byNamespace(pod.metadata.namespace).length),
    },
    {
      name: 'indexer: get by key',
      bareName: 'Map',
      count: keys.length,
      ours: () => countOf(keys, (key) => filled.getByKey(key)),
      bare: () => countOf(keys, (key) => bareFilled.objects.get(key)),
    },
    {
      name: 'indexer: byIndex, 500 objects',
      bareName: 'Map of Sets',
      count: namespaces.length,
      ours: () => sumOf(namespaces, (namespace) => filled.byIndex('namespace', namespace).length),
      bare: () => sumOf(namespaces, (namespace) => bareFilled.byNamespace(namespace).length),
    },
    {
      name: 'lister: a namespace by selector',
      bareName: 'Map of Sets and two comparisons',
      count: namespaces.length,
      ours: () => sumOf(namespaces, (namespace) => lister.namespace(namespace).list(selector).length),
      bare: () =>
        sumOf(namespaces, (namespace) => bareFilled.byNamespace(namespace).filter(bareMatch).length),
    },
    {
      name: 'work queue: add, get, done, all keys waiting',
      bareName: 'Map',
      count: objects,
      ours: () => {
        const queue = new library.WorkQueue();
        for (const pod of pods) queue.add(pod.metadata.uid);
        let taken = 0;
        for (let item = queue.tryGet(); item !== undefined; item = queue.tryGet()) {
          item.done();
          taken++;
        }
        return taken;
      },
      bare: () => {
        const queue = new Map();
        for (const pod of pods) queue.set(pod.metadata.uid, { pod });
        let taken = 0;
        for (const key of queue.keys()) {
          queue.delete(key);
          taken++;
        }
        return taken;
      },
    },
    {
      name: 'work queue: add, get, done, key by key',
      bareName: 'Map',
      count: objects,
      ours: () => {
        const queue = new library.WorkQueue();
        for (const pod of pods) {
          queue.add(pod.metadata.uid);
          queue.tryGet().done();
        }
        return queue.stats().adds;
      },
      bare: () => {
        const queue = new Map();
        let taken = 0;
        for (const pod of pods) {
          queue.set(pod.metadata.uid, { pod });
          const { value } = queue.keys().next();
          queue.delete(value);
          taken++;
        }
        return taken;
      },
    },
    {
      name: 'selector: match',
      bareName: 'two comparisons',
      count: objects,
      ours: () => countOf(pods, (pod) => (selector.matches(pod.metadata.labels) ? pod : undefined)),
      bare: () => countOf(pods, (pod) => (bareMatch(pod) ? pod : undefined)),
    },
    {
      name: 'field selector: match',
      bareName: 'two comparisons',
      count: objects,
      ours: () => countOf(pods, (pod) => (fieldSelector.matches(fieldsOf(pod)) ? pod : undefined)),
      bare: () => countOf(pods, (pod) => (bareFieldMatch(pod) ? pod : undefined)),
    },
    {
      name: 'field selector: match by paths',
      bareName: 'two comparisons',
      count: objects,
      ours: () =>
        countOf(pods, (pod) =>
          fieldSelector.matches((path) => library.fieldValue(pod, path)) ? pod : undefined,
        ),
      bare: () => countOf(pods, (pod) => (bareFieldMatch(pod) ? pod : undefined)),
    },
    {
      name: 'field selector: match, fields by name',
      bareName: 'two comparisons of what a function gives for a name',
      count: objects,
      ours: () => countOf(pods, (pod) => (fieldSelector.matches(fieldsOf(pod)) ? pod : undefined)),
      bare: () => countOf(pods, (pod) => (bareMatchByName(fieldsOf(pod)) ? pod : undefined)),
    },
    {
      name: 'DeltaFIFO: update then pop',
      bareName: 'array: no keys, nothing merged',
      count: 1000,
      ours: () => throughQueue(new library.DeltaFIFO(), pods),
      bare: () => throughArray(pods),
    },
    {
      name: 'DeltaFIFO: update then pop, beside a Map',
      bareName: 'Map of arrays by key, in order',
      count: 1000,
      ours: () => throughQueue(new library.DeltaFIFO(), pods),
      bare: () => throughMap(pods),
    },
    ...[1, 100].map((handlers) => ({
      name: `informer: event to ${handlers} handler${handlers === 1 ? '' : 's'}, decoded`,
      bareName: 'Map and calls: no queue, no slices',
      // An add and an update of each object.
      count: 2000,
      ours: () => throughInformer(library, indexers, pods.slice(0, 1000), changed, handlers),
      bare: () => throughCalls(pods.slice(0, 1000), changed, handlers),
    })),
    ...[1, 100].map((handlers) => ({
      name: `informer: event to ${handlers} handler${handlers === 1 ? '' : 's'}, through queues`,
      bareName: 'Map of arrays, Map and Sets, an array for each',
      count: 2000,
      ours: () => throughInformer(library, indexers, pods.slice(0, 1000), changed, handlers),
      bare: () => throughBareStages(pods.slice(0, 1000), changed.slice(0, 1000), handlers),
    })),
    ...handlerCalls({ library, parts, pods, changed, indexers }),
    ...decoding(parts),
  ];
}

/** Lists and watch lines of 100 pods of 5.3 KB, in the pieces in which undici hands them over. */
function decoding({ ListDecoder, WatchDecoder }) {
  const texts = Array.from({ length: 100 }, (_, number) => makePod(number).bytes.toString());
  const list = Buffer.from(
    `{"kind":"PodList","apiVersion":"v1","metadata":{"resourceVersion":"1"},"items":[${texts.join(',')}]}\n`,
  );
  const lines = Buffer.from(texts.map((text) => `{"type":"MODIFIED","object":${text}}\n`).join(''));
  const listPieces = pieces(list, 3200);
  const linePieces = pieces(lines, 5400);
  return [
    {
      name: 'list decoder: a pod',
      bareName: 'JSON.parse of the whole list',
      count: texts.length,
      ours: () => {
        const decoder = new ListDecoder({ name: 'GET /api/v1/pods' });
        for (const piece of listPieces) decoder.feed(piece);
        return decoder.end().items.length;
      },
      bare: () => JSON.parse(Buffer.concat(listPieces).toString()).items.length,
    },
    {
      name: 'watch decoder: an event',
      bareName: 'split and JSON.parse',
      count: texts.length,
      ours: () => {
        const decoder = new WatchDecoder();
        const events = [];
        for (const piece of linePieces) decoder.feed(piece, events);
        decoder.flush(events);
        return events.length;
      },
      bare: () => {
        let rest = '';
        const events = [];
        for (const piece of linePieces) {
          const found = (rest + piece.toString()).split('\n');
          rest = found.pop();
          for (const line of found) events.push(JSON.parse(line));
        }
        return events.length;
      },
    },
  ];
}

function pieces(bytes, size) {
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
    bytes.subarray(index * size, (index + 1) * size),
  );
}

function addAll(cache, pods) {
  for (const pod of pods) cache.add(pod);
  return cache;
}

/** Every other one, so that gaps come everywhere. */
function deleteAndAddHalf(cache, pods) {
  for (let i = 0; i < pods.length; i += 2) cache.delete(pods[i]);
  for (let i = 0; i < pods.length; i += 2) cache.add(pods[i]);
  return cache;
}

function countOf(values, read) {
  let found = 0;
  for (const value of values) if (read(value) !== undefined) found++;
  return found;
}

function sumOf(values, read) {
  let sum = 0;
  for (const value of values) sum += read(value);
  return sum;
}

function bareMatch({ metadata: { labels } }) {
  return (labels.app === 'web' || labels.app === 'worker') && labels.tier !== 'back';
}

function fieldsOf({ metadata, spec }) {
  return (field) => (field === 'spec.nodeName' ? spec.nodeName : metadata.namespace);
}

function bareFieldMatch({ metadata, spec }) {
  return metadata.namespace !== 'team-1' && spec.nodeName === 'node-7';
}

function bareMatchByName(fields) {
  return fields('metadata.namespace') !== 'team-1' && fields('spec.nodeName') === 'node-7';
}

function throughQueue(queue, pods) {
  let popped = 0;
  const process = (deltas) => {
    popped += deltas.length;
  };
  for (let index = 0; index < 1000; index++) queue.update(pods[index]);
  while (queue.tryPop(process));
  queue.close();
  return popped;
}

function throughArray(pods) {
  const queue = [];
  for (let index = 0; index < 1000; index++) queue.push({ type: 'Updated', object: pods[index] });
  let popped = 0;
  for (let index = 0; index < queue.length; index++) if (queue[index].object !== undefined) popped++;
  return popped;
}

/** What a DeltaFIFO promises, and no more: each key once, in order, with all that happened to it. */
function throughMap(pods) {
  const items = new Map();
  for (let index = 0; index < 1000; index++) {
    const key = keyOf(pods[index]);
    const delta = { type: 'Updated', object: pods[index] };
    const deltas = items.get(key);
    if (deltas === undefined) items.set(key, [delta]);
    else deltas.push(delta);
  }
  let popped = 0;
  for (const [key, deltas] of items) {
    items.delete(key);
    popped += deltas.length;
  }
  return popped;
}

/** 1,000 objects, then one change of each, through an informer without network or decoder; counts the updates received. */
async function throughInformer(library, indexers, objects, changed, handlers) {
  const events = changed.slice(0, objects.length).map((object) => ({ type: 'MODIFIED', object }));
  const informer = new library.SharedIndexInformer(listingThenWatching(objects, events), {
    indexers,
    useWatchList: false,
  });
  const total = events.length * handlers;
  let received = 0;
  await new Promise((resolve) => {
    const onUpdate = () => {
      if (++received === total) resolve();
    };
    for (let handler = 0; handler < handlers; handler++) informer.addEventHandler({ onUpdate });
    void informer.run();
  });
  await informer.stop();
  return received;
}

async function throughCalls(objects, changed, handlers) {
  const cache = new BareCache();
  addAll(cache, objects);
  let received = 0;
  const calls = Array.from({ length: handlers }, () => () => {
    received++;
  });
  for (let index = 0; index < objects.length; index++) {
    cache.add(changed[index]);
    for (const call of calls) call();
  }
  return received;
}

/** The stages of an informer with bare structures: a queue by key, the cache, an array of events for each handler. */
async function throughBareStages(objects, changed, handlers) {
  const cache = new BareCache();
  let received = 0;
  const listeners = Array.from({ length: handlers }, () => ({
    waiting: [],
    onAdd: () => undefined,
    onUpdate: () => void received++,
  }));
  for (const pods of [objects, changed]) {
    const queue = new Map();
    for (const object of pods) {
      const key = keyOf(object);
      const deltas = queue.get(key);
      if (deltas === undefined) queue.set(key, [{ type: 'Updated', object }]);
      else deltas.push({ type: 'Updated', object });
    }
    for (const [key, deltas] of queue) {
      queue.delete(key);
      for (const { object } of deltas) {
        const oldObject = cache.objects.get(key);
        cache.add(object);
        const event = { event: oldObject === undefined ? 'add' : 'update', oldObject, object };
        for (const { waiting } of listeners) waiting.push(event);
      }
    }
    for (const listener of listeners) {
      const { waiting } = listener;
      listener.waiting = [];
      for (const { event, oldObject, object } of waiting) {
        if (event === 'add') listener.onAdd(object);
        else listener.onUpdate(oldObject, object);
      }
    }
  }
  return received;
}
