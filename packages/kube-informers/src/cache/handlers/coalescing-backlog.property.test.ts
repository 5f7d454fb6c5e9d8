import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CoalescingBacklog } from './coalescing-backlog.js';
import type { Notification } from './event-log.js';

/** One version of one object; `uid` distinguishes objects with the same name. */
interface Item {
  readonly key: string;
  readonly uid: number;
  readonly version: number;
}

interface Known {
  /** The object that the handler saw last; undefined after its delete. */
  seen: Item | undefined;
  current: Item | undefined;
  /** The last state of the object that the handler saw, once it was deleted. */
  ended: Item | undefined;
  initial: boolean;
}

/**
 * A model without merging: what the handler has seen of each key, and the current state. `next` returns the difference for
 * the key that has waited longest.
 */
class NaiveModel {
  readonly keys = new Map<string, Known>();
  readonly waiting: string[] = [];

  change(key: string, current: Item | undefined, initial: boolean): void {
    const known = this.#known(key);
    const before = known.current;
    known.current = current;
    if (current === undefined && known.seen !== undefined && before?.uid === known.seen.uid)
      known.ended = before;
    if (before === undefined && current !== undefined) known.initial = initial && known.seen === undefined;
    if (known.seen === undefined && current === undefined) this.#forget(key);
    else if (!this.waiting.includes(key)) this.waiting.push(key);
  }

  next(): string | undefined {
    const [key] = this.waiting;
    if (key === undefined) return undefined;
    const known = this.#known(key);
    const { seen, current } = known;
    if (seen !== undefined && current?.uid !== seen.uid) {
      known.seen = undefined;
      if (current === undefined) this.#forget(key);
      return line('delete', known.ended);
    }
    known.seen = current;
    this.#forget(key);
    return seen === undefined
      ? line(known.initial ? 'initial add' : 'add', current)
      : `${line('update', seen)} to ${String(current?.version)}`;
  }

  #known(key: string): Known {
    const known = this.keys.get(key) ?? {
      seen: undefined,
      current: undefined,
      ended: undefined,
      initial: false,
    };
    this.keys.set(key, known);
    return known;
  }

  #forget(key: string): void {
    if (this.waiting.includes(key)) this.waiting.splice(this.waiting.indexOf(key), 1);
  }
}

function line(what: string, item: Item | undefined): string {
  return `${what} ${String(item?.key)}#${String(item?.uid)} at ${String(item?.version)}`;
}

function describeEvent(notification: Notification<Item> | undefined): string | undefined {
  if (notification === undefined) return undefined;
  switch (notification.event) {
    case 'add':
      return line(notification.isInInitialList ? 'initial add' : 'add', notification.object);
    case 'delete':
      return line('delete', notification.deletion.object);
    default:
      return `${line('update', notification.oldObject)} to ${String(notification.object.version)}`;
  }
}

const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ op: fc.constant('put'), key: fc.constantFrom('a', 'b', 'c', 'd') }) },
  {
    weight: 2,
    arbitrary: fc.record({ op: fc.constant('delete'), key: fc.constantFrom('a', 'b', 'c', 'd') }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ op: fc.constant('resync'), key: fc.constantFrom('a', 'b', 'c', 'd') }),
  },
  { weight: 2, arbitrary: fc.record({ op: fc.constant('take'), key: fc.constant('') }) },
);

test('the handler always receives the difference to what it has seen, for one key after the other', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 80 }), fc.nat(20), (script, initialSteps) => {
      const backlog = new CoalescingBacklog<Item>();
      const model = new NaiveModel();
      let version = 0;
      const take = (): boolean => {
        const expected = model.next();
        expect(describeEvent(backlog.next())).toBe(expected);
        return expected !== undefined;
      };
      for (const [index, { op, key }] of script.entries()) {
        const isInInitialList = index < initialSteps;
        const old = model.keys.get(key)?.current;
        if (op === 'take') take();
        else if (op === 'put') {
          version++;
          const object: Item = { key, uid: old?.uid ?? version, version };
          if (old === undefined) backlog.offer(key, { event: 'add', object, isInInitialList });
          else backlog.offer(key, { event: 'update', oldObject: old, object });
          model.change(key, object, isInInitialList);
        } else if (old !== undefined && op === 'delete') {
          backlog.offer(key, {
            event: 'delete',
            deletion: { key, object: old, finalStateUnknown: false, leftScope: false },
          });
          model.change(key, undefined, false);
        } else if (old !== undefined) {
          backlog.offer(key, { event: 'resync', oldObject: old, object: old, audience: new Set() });
          model.change(key, old, false);
        }
        expect(backlog.length).toBeGreaterThanOrEqual(model.waiting.length);
        expect(backlog.length).toBeLessThanOrEqual(2 * model.waiting.length);
      }
      while (take());
      expect(backlog.length).toBe(0);
    }),
    { numRuns: 3000, seed: 1 },
  );
});

test('the initial events are taken when the last is delivered, merged or cancelled', () => {
  const backlog = new CoalescingBacklog<Item>();
  const put = (key: string, version: number): void => {
    backlog.offer(key, { event: 'add', object: { key, uid: 1, version }, isInInitialList: true });
  };
  const remove = (key: string): void => {
    backlog.offer(key, {
      event: 'delete',
      deletion: { key, object: undefined, finalStateUnknown: false, leftScope: false },
    });
  };
  put('a', 1);
  put('b', 1);
  put('c', 1);
  expect(backlog.hasReadInitial).toBe(false);
  backlog.upstreamSynced();
  put('d', 2);
  expect(describeEvent(backlog.next())).toBe('initial add a#1 at 1');
  remove('b');
  expect(backlog.hasReadInitial).toBe(false);
  remove('c');
  expect([backlog.hasReadInitial, backlog.length]).toEqual([true, 1]);
});
