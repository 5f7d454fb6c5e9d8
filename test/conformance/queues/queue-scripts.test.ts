/** What a queue makes of short scripts of writes, pop by pop. */
import { describe, expect, test } from 'vitest';
import { DeltaFIFO } from '../../../packages/kube-informers/src/cache/queues/delta-fifo.js';
import type { Delta } from '../../../packages/kube-informers/src/cache/types.js';
import { DeletedFinalStateUnknown } from '../../../packages/kube-informers/src/meta/tombstone.js';
import { item, keyFunc, knowing } from './queue.test-support.js';
import type { Item } from './queue.test-support.js';

/** `foo5,bar6`: names with values. */
function items(text: string): Item[] {
  return (text.match(/[a-z]+\d+/g) ?? []).map((each) =>
    item(each.replace(/\d+/, ''), Number(/\d+/.exec(each)?.[0])),
  );
}

function shownItem({ name, value }: Item): string {
  return name + String(value);
}

const signs = { Added: '+', Updated: '~', Deleted: '-', Sync: '=', Replaced: '!' };

/** `+` Added, `~` Updated, `-` Deleted, `?` a tombstone, `=` Sync, `!` Replaced; `[foo5]@10` is a ReplacedAll. */
function shown(delta: Delta<Item>): string {
  switch (delta.type) {
    case 'ReplacedAll':
      return `[${delta.objects.map(shownItem).join(',')}]@${delta.resourceVersion}`;
    case 'SyncAll':
      return 'resync';
    default: {
      const { object } = delta;
      if (!(object instanceof DeletedFinalStateUnknown)) return signs[delta.type] + shownItem(object);
      expect([delta.type, object.key]).toEqual(['Deleted', object.object?.name]);
      return `?${object.object === undefined ? '' : shownItem(object.object)}`;
    }
  }
}

/** Writes in the notation of the deltas; `[foo5]@10` replaces at version 10, `pop` pops once. Returns the pops, separated by ` | `. */
function play(queue: DeltaFIFO<Item>, script: string): string {
  const pops: string[] = [];
  const pop = (): boolean => queue.tryPop((deltas) => pops.push(deltas.map(shown).join(' ')));
  for (const step of script.split(' ')) {
    const [object = item('')] = items(step);
    if (step.startsWith('[')) queue.replace(items(step), step.split('@')[1] ?? '0');
    else if (step.startsWith('+')) queue.add(object);
    else if (step.startsWith('~')) queue.update(object);
    else if (step.startsWith('-')) queue.delete(object);
    else if (step === 'resync') queue.resync();
    else expect([step, pop()]).toEqual(['pop', true]);
  }
  const { length } = queue;
  const before = pops.length;
  while (pop());
  expect([queue.length, pops.length - before]).toEqual([0, length]);
  return pops.join(' | ');
}

/** Title, what the consumer has, script, pops. */
type Row = readonly [title: string, known: string, script: string, pops: string];

describe('DeltaFIFO', () => {
  const fifo = (known: string, emitDeltaTypeReplaced = false): DeltaFIFO<Item> =>
    new DeltaFIFO({
      keyFunc,
      emitDeltaTypeReplaced,
      ...(known === 'unknown' ? {} : { knownObjects: knowing(items(known)) }),
    });

  test.each<Row>([
    ['TestDeltaFIFO_addUpdate: one pop returns all changes of the key and removes it', 'unknown', '+foo10 ~foo12 -foo15', '+foo10 ~foo12 -foo15'],
    ['TestDeltaFIFO_enqueueingNoLister: the delete of an unknown key is dropped', 'unknown', '+foo10 ~bar15 +qux17 -qux18 -baz20', '+foo10 | ~bar15 | +qux17 -qux18'],
    ['TestDeltaFIFO_enqueueingWithLister: the delete of a key that only the store knows is queued', 'foo5,bar6,baz7', '+foo10 ~bar15 -baz20 -never1', '+foo10 | ~bar15 | -baz20'],
    ['TestDeltaFIFO_addReplace: add and replace of one key are one pop', 'unknown', '+foo10 [foo15]', '+foo10 =foo15'],
    ['TestDeltaFIFO_ResyncNonExisting: TestDeltaFIFO_Resync, _ResyncNonExisting: an idle known key gets a Sync; one with a queued delta does not', 'foo5,bar6', '-bar10 resync resync', '-bar10 | =foo5'],
    ['resync without known objects does nothing', 'unknown', 'resync', ''],
    ['TestDeltaFIFO_DeleteExistingNonPropagated: delivers the delete of an object that the store does not have yet', '', '+foo5 -foo6', '+foo5 -foo6'],
    ['TestDeltaFIFO_detectLineJumpers: a key that is queued again goes to the end', 'unknown', '+foo10 +bar1 +foo11 +foo13 +zab30 pop +foo14', '+foo10 +foo11 +foo13 | +bar1 | +zab30 | +foo14'],
    ['TestDeltaFIFO_UpdateResyncRace: no Sync of the older state follows an update', 'foo5', '~foo6 resync', '~foo6'],
    ['TestDeltaFIFO_replaceWithDeleteDeltaIn: adds a Sync after the queued Deleted', 'foo1', '-foo1 [foo2]', '-foo1 =foo2'],
    ['two Deleted in a row: a real delete replaces a tombstone', 'foo1', '[] -foo2', '-foo2'],
    ['two Deleted in a row: neither a tombstone nor a later delete replaces a real delete', 'foo1', '-foo2 [] -foo3', '-foo2'],
    ['two Deleted with an event between them are both kept', 'foo1', '-foo1 +foo2 -foo2', '-foo1 +foo2 -foo2'],
  ])('%s', (_title, known, script, pops) => {
    expect(play(fifo(known), script)).toBe(pops);
  }); // prettier-ignore

  describe.each([
    ['with known objects', ''],
    ['without known objects', 'unknown'],
  ])('TestDeltaFIFOW_ReplaceMakesDeletionsForObjectsOnlyInQueue %s', (_title, known) => {
    test.each([
      ['Added object should be deleted on Replace', '+foo2 []', '+foo2 ?foo2'],
      ['Deleted object should have only a single Delete', '+foo2 -foo2 []', '+foo2 -foo2'],
      ['Synced objects should have a single delete', '+foo2 [foo2] [foo2] []', '+foo2 =foo2 =foo2 ?foo2'],
      ['Added objects should have a single delete on multiple Replaces', '+foo2 [] []@1', '+foo2 ?foo2'],
      ['Added and deleted and added object should be deleted', '+foo2 -foo2 +foo3 []', '+foo2 -foo2 +foo3 ?foo3'],
    ])('%s', (_title, script, pops) => {
      expect(play(fifo(known), script)).toBe(pops);
    }); // prettier-ignore

    test('Replaced object should have only a single Delete', () => {
      expect(play(fifo(known, true), '+foo2 [foo2] []')).toBe('+foo2 !foo2 ?foo2');
    });
  });

  describe('TestDeltaFIFO_ReplaceMakesDeletions', () => {
    const known = 'foo5,bar6,baz7';
    test.each<Row>([
      ['a queued delete takes precedence over a tombstone', known, '-baz10 [foo5]', '-baz10 | =foo5 | ?bar6'],
      ['a queued add provides the tombstone’s object', known, '+baz10 [foo5]', '+baz10 ?baz10 | =foo5 | ?bar6'],
      ['deleted and created again in the queue: the tombstone has the newer object', known, '-bar6 +bar100 [foo5]', '-bar6 +bar100 ?bar100 | =foo5 | ?baz7'],
      ['listed first, then gone: the tombstone has the listed object', known, '[bar100,foo5] [foo5]', '=bar100 ?bar100 | =foo5 =foo5 | ?baz7'],
      ['without known objects, only the queue counts', 'unknown', '+baz10 [foo5]', '+baz10 ?baz10 | =foo5'],
    ])('%s', (_title, ownKnown, script, pops) => {
      expect(play(fifo(ownKnown), script)).toBe(pops);
    }); // prettier-ignore

    test('TestDeltaFIFO_ReplaceDeltaType: TestDeltaFIFO_ReplaceMakesDeletionsReplaced, _ReplaceDeltaType: Replaced with the option', () => {
      expect(play(fifo(known, true), '-baz10 [foo6]')).toBe('-baz10 | !foo6 | ?bar6');
    });
  });
});

describe('DeltaFIFO with atomic events', () => {
  test.each([
    ['TestRealFIFO_ReplaceAtomic: Base replace', '[]@123', '[]@123'],
    ['TestRealFIFO_ReplaceAtomic: Added object exists in deltas on Atomic Replace', '+foo2 []@123', '+foo2 | []@123'],
    ['TestRealFIFO_ReplaceAtomic: Multiple replaces run in order', '+foo2 [foo2]@10 [foo2]@20 []@56', '+foo2 | [foo2]@10 | [foo2]@20 | []@56'],
    ['TestRealFIFO_enqueueingNoLister: the delete of an unknown key is queued', '+foo10 ~bar15 +qux17 -qux18 -baz20', '+foo10 | ~bar15 | +qux17 -qux18 | -baz20'],
    ['TestRealFIFO_ReplaceAtomicPop: two pops after an add, in order, and nothing is left', '+foo10 [foo15]@20', '+foo10 | [foo15]@20'],
    ['TestRealFIFO_ResyncAtomic: Base resync', 'resync', 'resync'],
    ['TestRealFIFO_ResyncAtomic: Added object exists in deltas on Atomic Resync', '+foo2 resync', '+foo2 | resync'],
  ])('%s', (_title, script, pops) => {
    expect(play(new DeltaFIFO({ keyFunc, atomicEvents: true }), script)).toBe(pops);
  }); // prettier-ignore
});
