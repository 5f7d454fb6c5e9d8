/**
 * One of Node's own modules, loaded when first asked for: `builtin('node:tls')`.
 *
 * For those that few programs need, or not at once. An `import` would load them with the library, and worse: Node reads
 * every export to fill the namespace, and on Node 24 one export of `http` brings in a whole undici (12 MiB).
 */
// oxlint-disable-next-line typescript/unbound-method -- uses no `this` in Node; an arrow around it would lose its types
export const builtin: typeof process.getBuiltinModule = process.getBuiltinModule;

/**
 * The key of a method that says how an object is printed: `util.inspect.custom`, which Node keeps in the registry of
 * symbols so that nobody has to load `util` for it.
 */
export const inspectCustom: unique symbol = Symbol.for('nodejs.util.inspect.custom');
