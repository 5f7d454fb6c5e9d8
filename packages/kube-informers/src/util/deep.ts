import { exactNumbers, exactNumbersOf } from './json.js';

/*
 * What is done to a whole object, without recursion: API servers pass on objects that nest thousands of levels deep, and the
 * stack ends before that.
 */

/** Freezes an object and everything in it. Cycles are allowed. */
export function freezeDeep(root: unknown): void {
  const seen = new Set<object>();
  const open: unknown[] = [root];
  while (open.length > 0) {
    const value = open.pop();
    // The bytes of a typed array cannot be frozen: Object.freeze would throw.
    if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value) || seen.has(value)) continue;
    seen.add(value);
    Object.freeze(value);
    for (const member of Object.values(value)) open.push(member);
  }
}

/**
 * Returns a deep copy, like structuredClone but for objects of any depth.
 *
 * References that are shared in the original are shared in the copy. Throws DataCloneError for a function or a
 * symbol.
 */
export function copyDeep<T>(root: T): T {
  const copies = new Map<object, object>();
  const open: object[] = [];
  const copied = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) {
      return typeof value === 'function' || typeof value === 'symbol' ? structuredClone(value) : value;
    }
    const known = copies.get(value);
    if (known !== undefined) return known;
    const plain = isPlain(value);
    const copy: object = plain ? emptyLike(value) : structuredClone(value);
    copies.set(value, copy);
    if (plain) open.push(value);
    return copy;
  };
  const result = copied(root);
  for (let original = open.pop(); original !== undefined; original = open.pop()) {
    const copy = copies.get(original) ?? {};
    for (const name of Object.keys(original)) {
      const value = copied(Reflect.get(original, name));
      if (name === '__proto__') Object.defineProperty(copy, name, { value, ...ownMember });
      else Reflect.set(copy, name, value);
    }
    const numbers = exactNumbersOf(original);
    if (numbers !== undefined) Reflect.set(copy, exactNumbers, numbers);
  }
  // It has the members of the original.
  return result as T;
}

const ownMember = { writable: true, enumerable: true, configurable: true } as const;

/** True for JSON's types; structuredClone copies everything else, such as a Date. */
function isPlain(value: object): boolean {
  if (Array.isArray(value)) return true;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

function emptyLike(value: object): object {
  if (!Array.isArray(value)) return {};
  const copy: unknown[] = [];
  copy.length = value.length;
  return copy;
}
