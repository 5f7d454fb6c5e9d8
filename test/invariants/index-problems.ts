import type { ReadonlyIndexer } from '../../packages/kube-informers/src/cache/types.js';

/** At most this many problems are listed: one broken index can have as many as there are objects. */
const most = 10;

/**
 * Compares every index of a store with a scan of its objects; returns the differences, which are empty for a correct store.
 *
 * The objects must be unchanged since they were stored, and the index functions pure.
 */
export function indexProblems<T>(store: ReadonlyIndexer<T>): string[] {
  const problems: string[] = [];
  const report = (problem: string): void => {
    if (problems.length < most) problems.push(problem);
  };
  const keys = store.listKeys();
  const objects = store.list();
  if (keys.length !== objects.length) report(`${keys.length} keys, but ${objects.length} objects`);
  if (new Set(keys).size !== keys.length) report('a key is listed twice');
  for (const [at, key] of keys.entries()) {
    if (store.getByKey(key) !== objects[at])
      report(`getByKey(${JSON.stringify(key)}) is not what list() has`);
  }
  for (const [name, func] of Object.entries(store.indexers)) {
    const expected = new Map<string, Set<string>>();
    for (const [at, object] of objects.entries()) {
      for (const value of func(object)) {
        const found = expected.get(value) ?? new Set<string>();
        expected.set(value, found.add(keys[at] ?? ''));
      }
    }
    const values = store.indexFuncValues(name);
    if (values.length !== expected.size)
      report(`index ${name} has ${values.length} values instead of ${expected.size}`);
    for (const [value, wanted] of expected) {
      const where = `index ${name} at ${JSON.stringify(value)}`;
      const found = store.indexKeys(name, value);
      if (found.length !== wanted.size || !found.every((key) => wanted.has(key)))
        report(`${where} has ${found.length} keys, not the ${wanted.size} of the scan`);
      const read = store.byIndex(name, value);
      if (
        read.length !== found.length ||
        !read.every((object, at) => object === store.getByKey(found[at] ?? ''))
      )
        report(`${where}: byIndex and indexKeys differ`);
    }
  }
  return problems;
}
