/** Methods of Map and Set that do one thing, and those that begin a walk through all of it. */
const single = ['get', 'set', 'has', 'add', 'delete'];
const walks = ['keys', 'values', 'entries', 'forEach', Symbol.iterator];

/**
 * How much `action` did with Maps and Sets: a call counts one, a walk one for each element that it came to. The same in
 * every run and on every machine, so a test can hold an operation to it. `action` must be synchronous: whatever
 * else ran meanwhile would be counted.
 */
export function structureWork(action) {
  let work = 0;
  const restore = [];
  for (const prototype of [Map.prototype, Set.prototype]) {
    for (const name of [...single, ...walks]) {
      const original = prototype[name];
      if (original === undefined) continue;
      restore.push(() => {
        prototype[name] = original;
      });
      prototype[name] = single.includes(name)
        ? function (...args) {
            work++;
            return original.apply(this, args);
          }
        : function (...args) {
            if (name === 'forEach') work += this.size;
            const iterator = original.apply(this, args);
            return name === 'forEach' ? iterator : counted(iterator, () => work++);
          };
    }
  }
  try {
    action();
  } finally {
    for (const undo of restore) undo();
  }
  return work;
}

function* counted(iterator, count) {
  for (const value of iterator) {
    count();
    yield value;
  }
}
