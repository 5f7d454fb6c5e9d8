/** The slots with one value, as the two ends of a chain of nodes. */
interface List {
  readonly id: number;
  readonly value: string;
  first: number;
  last: number;
}

/** Stands for no node in `first`, `last`, next and previous. */
const none = -(2 ** 31);
// A node is these numbers; one of `#more` also says its slot and the slot's next node. List 0: the node is in no list.
const list = 0;
const next = 1;
const previous = 2;
const slotOf = 3;
const nextOfSlot = 4;
const ownSize = 3;
const moreSize = 5;
/** Slots that there is room for at first; a table never has room for less. */
const leastCapacity = 16;
// Room comes in blocks of 4096 slots: nothing large is ever copied, and little is unused.
const blockBits = 12;
const blockSlots = 2 ** blockBits;
const inBlock = blockSlots - 1;
/** So many values of one object are searched for a value that is there twice. */
const fewValues = 8;

/**
 * The slots of an ObjectTable by value, each value's in the order in which they came to it.
 *
 * Chains instead of Sets: a slot has a node of its own, three numbers of an Int32Array, for its first value, so an object
 * with one value, as most have, costs twelve bytes where a Set and a Map that says in which Set it is cost sixty. Nodes for
 * further values stand in another array and are numbered from -1 downwards. Entering, leaving and giving a slot another
 * number cost the slot's values, not the list's length.
 */
export class SlotLists {
  readonly #byValue = new Map<string, List>();
  /** By id; id 0 is no list. */
  readonly #lists: (List | undefined)[] = [undefined];
  readonly #freeLists: number[] = [];
  /** Blocks, of which only the first may be shorter than the others. */
  readonly #own = [new Int32Array(leastCapacity * ownSize)];
  #more = new Int32Array(0);
  #moreCount = 0;
  readonly #freeMore: number[] = [];
  /** By slot: the node of its second value, from which the further ones follow. */
  readonly #further = new Map<number, number>();

  /** Puts a slot, which may be the one behind the last, under these values and out of those it had. */
  set(slot: number, values: string | readonly string[]): void {
    const block = this.#own[slot >> blockBits];
    const at = (slot & inBlock) * ownSize;
    if (block === undefined || at >= block.length) this.#makeRoom(slot);
    // Where there was no room, there is no list.
    const old = this.#lists[block?.[at + list] ?? 0];
    if (typeof values === 'string') {
      // The common case: one value, the same as before.
      if (old !== undefined && old.value === values && !this.#further.has(slot)) return;
      if (old !== undefined) this.leave(slot);
      this.#enter(slot, values);
      return;
    }
    if (old !== undefined) this.leave(slot);
    // An index function may give a value twice. A Set of a few costs more than all that is done with them.
    const distinct = values.length > fewValues ? Array.from(new Set(values)) : values;
    let last = slot;
    for (let at = 0; at < distinct.length; at++) {
      // The index is inside the array.
      const value = distinct[at] as string;
      if (distinct === values && values.indexOf(value) < at) continue;
      const node = at === 0 ? slot : this.#newMore(slot);
      this.#enter(node, value);
      if (last < 0) this.#set(last, nextOfSlot, node);
      else if (node < 0) this.#further.set(slot, node);
      last = node;
    }
  }

  /** Gives back room that `count` slots do not need. */
  trim(count: number): void {
    const own = this.#own;
    // One block more than is needed: a table about as large as some blocks would get and give it again and again.
    own.length = Math.min(own.length, (count >> blockBits) + 2);
    if (count < blockSlots / 4) {
      own.length = 1;
      if (this.#first.length > 4 * ownSize * Math.max(count, leastCapacity)) this.#resizeFirst(2 * count);
    }
  }

  /** What `from` has at each slot with this value. */
  collect<V>(value: string, from: readonly V[]): V[] {
    const found: V[] = [];
    const own = this.#own;
    let node = this.#byValue.get(value)?.first ?? none;
    // Each slot of a list is one of the table, and each node inside its array.
    while (node !== none) {
      if (node < 0) {
        found.push(from[this.#get(node, slotOf)] as V);
        node = this.#get(node, next);
      } else {
        found.push(from[node] as V);
        node = (own[node >> blockBits] as Int32Array)[(node & inBlock) * ownSize + next] as number;
      }
    }
    return found;
  }

  /** Every value that some slot has. */
  values(): string[] {
    return Array.from(this.#byValue.keys());
  }

  #enter(node: number, value: string): void {
    let target = this.#byValue.get(value);
    if (target === undefined) {
      const id = this.#freeLists.pop() ?? this.#lists.length;
      target = { id, value, first: node, last: none };
      this.#lists[id] = target;
      this.#byValue.set(value, target);
    } else {
      this.#set(target.last, next, node);
    }
    this.#set(node, list, target.id);
    this.#set(node, next, none);
    this.#set(node, previous, target.last);
    target.last = node;
  }

  /** Takes a slot out of every list. */
  leave(slot: number): void {
    this.#unlink(slot);
    let node = this.#further.get(slot);
    if (node === undefined) return;
    this.#further.delete(slot);
    while (node !== none) {
      const after = this.#get(node, nextOfSlot);
      this.#unlink(node);
      this.#freeMore.push(node);
      node = after;
    }
    if (this.#further.size > 0) return;
    this.#freeMore.length = 0;
    this.#moreCount = 0;
    this.#more = new Int32Array(0);
  }

  #unlink(node: number): void {
    const from = this.#lists[this.#get(node, list)];
    if (from === undefined) return;
    this.#set(node, list, 0);
    const before = this.#get(node, previous);
    const after = this.#get(node, next);
    if (before === none) from.first = after;
    else this.#set(before, next, after);
    if (after === none) from.last = before;
    else this.#set(after, previous, before);
    if (from.first !== none) return;
    // client-go (kubernetes/kubernetes#84959): empty sets of short-lived values would pile up for ever.
    this.#byValue.delete(from.value);
    this.#lists[from.id] = undefined;
    this.#freeLists.push(from.id);
  }

  /** Gives what has the slot number `from` the number `to`, which is free, with its place in every list. */
  renumber(from: number, to: number): void {
    const inside = this.#lists[this.#get(from, list)];
    if (inside === undefined) return;
    const before = this.#get(from, previous);
    const after = this.#get(from, next);
    this.#set(from, list, 0);
    this.#set(to, list, inside.id);
    this.#set(to, previous, before);
    this.#set(to, next, after);
    if (before === none) inside.first = to;
    else this.#set(before, next, to);
    if (after === none) inside.last = to;
    else this.#set(after, previous, to);
    let node = this.#further.get(from);
    if (node === undefined) return;
    this.#further.delete(from);
    this.#further.set(to, node);
    for (; node !== none; node = this.#get(node, nextOfSlot)) this.#set(node, slotOf, to);
  }

  #newMore(slot: number): number {
    const node = this.#freeMore.pop() ?? ~this.#moreCount++;
    if (~node * moreSize >= this.#more.length) {
      const grown = new Int32Array(moreSize * Math.ceil(Math.max(leastCapacity, 1.5 * this.#moreCount)));
      grown.set(this.#more);
      this.#more = grown;
    }
    this.#set(node, slotOf, slot);
    this.#set(node, nextOfSlot, none);
    return node;
  }

  #makeRoom(slot: number): void {
    if (slot < blockSlots) {
      this.#resizeFirst(Math.min(Math.max(2 * slot, leastCapacity), blockSlots));
      return;
    }
    // Several where slots were passed over: they are in no list.
    while (this.#own.length <= slot >> blockBits) this.#own.push(new Int32Array(blockSlots * ownSize));
  }

  get #first(): Int32Array {
    // There is always one.
    return this.#own[0] as Int32Array;
  }

  #resizeFirst(capacity: number): void {
    const resized = new Int32Array(ownSize * Math.max(capacity, leastCapacity));
    resized.set(this.#first.subarray(0, resized.length));
    this.#own[0] = resized;
  }

  #get(node: number, field: number): number {
    // Every node that is linked is inside its array.
    if (node < 0) return this.#more[~node * moreSize + field] as number;
    return (this.#own[node >> blockBits] as Int32Array)[(node & inBlock) * ownSize + field] as number;
  }

  #set(node: number, field: number, value: number): void {
    if (node < 0) this.#more[~node * moreSize + field] = value;
    else (this.#own[node >> blockBits] as Int32Array)[(node & inBlock) * ownSize + field] = value;
  }
}
