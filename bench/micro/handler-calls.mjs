// Operations that call handlers: the cost of a listener beside its call, a resync, and a handler that is added late.
import { listingThenWatching } from './list-watch.mjs';

/** Rows as `operations` has them. `parts` are modules that the main entry does not export. */
export function handlerCalls({ library, parts, pods, changed, indexers }) {
  const { SharedProcessor, SliceRunner, FakeClock, systemClock } = parts;

  /** An update of `count` objects, 500 in a turn of the event loop, for so many handlers. */
  function toHandlers(handlers) {
    const count = handlers === 100 ? 5000 : 50_000;
    const olds = Array.from({ length: count }, (_, index) => pods[index % pods.length]);
    const news = Array.from({ length: count }, (_, index) => changed[index % pods.length]);
    let calls = 0;
    const newHandler = () => ({ onUpdate: () => void calls++ });
    const processor = new SharedProcessor({
      name: 'micro',
      slowHandlerMs: 10_000,
      skipUnchanged: false,
      keyFunc: library.metaNamespaceKey,
      runner: new SliceRunner(),
      clock: systemClock,
      logger: library.noopLogger,
    });
    for (let handler = 0; handler < handlers; handler++) {
      const options = { handlerName: 'handler', requestedResyncPeriodMs: 0, resyncPeriodMs: 0 };
      processor.addListener(newHandler(), { ...options, logger: library.noopLogger }, []);
    }
    const bareHandlers = Array.from({ length: handlers }, () => ({ handler: newHandler(), queue: [] }));
    return {
      name: `handlers: an event to ${handlers}, each`,
      bareName: 'an array for each, and the call: no slices',
      count: count * handlers,
      ours: () => inTurns((index) => processor.onUpdate(olds[index], news[index])),
      bare: () =>
        inTurns(
          (index) => {
            const event = { event: 'update', oldObject: olds[index], object: news[index] };
            for (const { queue } of bareHandlers) queue.push(event);
          },
          () => {
            for (const bare of bareHandlers) {
              const { handler, queue } = bare;
              bare.queue = [];
              for (const { oldObject, object } of queue) handler.onUpdate(oldObject, object);
            }
          },
        ),
    };

    async function inTurns(give, endTurn) {
      calls = 0;
      for (let from = 0; from < count; from += 500) {
        for (let index = from; index < from + 500; index++) give(index);
        endTurn?.();
        await new Promise(setImmediate);
      }
      while (calls < count * handlers) await new Promise(setImmediate);
      return calls;
    }
  }

  const clock = new FakeClock();
  let running;
  let map;
  /** One informer for the rows below, which all its objects stay in. */
  function informerOf() {
    running ??= (async () => {
      const informer = new library.SharedIndexInformer(listingThenWatching(pods, []), {
        indexers,
        useWatchList: false,
        resyncPeriodMs: 60_000,
        // Its one watch is never ended: time goes by in whole minutes, and a list in between would be measured, too.
        minWatchTimeoutMs: 1e9,
        clock,
      });
      const counted = { calls: 0 };
      const registration = informer.addEventHandler({ onUpdate: () => void counted.calls++ });
      void informer.run();
      await registration.synced;
      return { informer, counted };
    })();
    return running;
  }

  return [
    ...[1, 10, 100].map(toHandlers),
    {
      name: 'informer: resync, an object',
      bareName: 'a walk and the call: nothing queued or stored',
      count: pods.length,
      async ours() {
        const { counted } = await informerOf();
        counted.calls = 0;
        await clock.advance(60_000);
        while (counted.calls < pods.length) await new Promise(setImmediate);
        return counted.calls;
      },
      bare: () => walk(bareMap()),
    },
    {
      name: 'informer: a late handler, an object',
      bareName: 'a walk and the call: no slices',
      count: pods.length,
      ours: lateHandler,
      bare: () => walk(bareMap()),
    },
    {
      name: 'informer: a late handler, from a list of events',
      bareName: 'a list, an event for each, the call in a try',
      count: pods.length,
      ours: lateHandler,
      bare: () => addAll(Array.from(bareMap().values())),
    },
  ];

  async function lateHandler() {
    const { informer } = await informerOf();
    let calls = 0;
    const registration = informer.addEventHandler({ onAdd: () => void calls++ }, { resyncPeriodMs: 0 });
    await registration.synced;
    registration.remove();
    return calls;
  }

  function bareMap() {
    map ??= new Map(pods.map((pod) => [library.metaNamespaceKey(pod), pod]));
    return map;
  }
}

function walk(map) {
  let calls = 0;
  const handler = { onUpdate: () => void calls++ };
  for (const object of map.values()) handler.onUpdate(object, object);
  return calls;
}

/** The guarantee for a handler that is added late: the current objects, one event each, even when it throws. */
function addAll(objects) {
  let calls = 0;
  let failed = 0;
  const handler = { onAdd: () => void calls++ };
  const call = (event) => {
    try {
      const result = handler.onAdd(event.object, event);
      if (result !== undefined) failed++;
    } catch {
      // Counted: a handler that throws does not affect the others, and is reported.
      failed++;
    }
  };
  for (const object of objects) call({ event: 'add', object, isInInitialList: true });
  return calls - failed;
}
