/**
 * Loads one of Node's built-in modules on first use: `builtin('node:tls')`.
 *
 * For modules that few programs need, or need late. An `import` would load them with the library and read every
 * export to fill the namespace; on Node 24 one export of `http` loads undici (12 MiB).
 * @internal
 */
// oxlint-disable-next-line typescript/unbound-method -- uses no `this` in Node; an arrow around it would lose its types
export const builtin: typeof process.getBuiltinModule = process.getBuiltinModule;

/**
 * The key of a method that customises how an object is printed: `util.inspect.custom`.
 *
 * Node registers the symbol globally, so that `util` need not be loaded.
 */
export const inspectCustom: unique symbol = Symbol.for('nodejs.util.inspect.custom');

const trueWords: ReadonlySet<string | undefined> = new Set(['1', 't', 'T', 'true', 'TRUE', 'True']);

/** Whether the variable of an environment is true, as Go's strconv.ParseBool reads it. */
export function environmentFlag(
  environment: Readonly<Record<string, string | undefined>>,
  name: string,
): boolean {
  return trueWords.has(environment[name]);
}
