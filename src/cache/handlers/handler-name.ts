import type { ResourceEventHandler } from '../types.js';

const callbacks = ['onAdd', 'onUpdate', 'onDelete'] as const;

/**
 * What to call a handler in logs, errors and metrics: its class, or the names of its functions. An object literal with
 * methods has neither; then it is `handler`.
 */
export function handlerName<T>(handler: ResourceEventHandler<T>): string {
  const prototype: unknown = Object.getPrototypeOf(handler);
  // The prototype of an object literal has none itself, in every realm.
  if (prototype !== null && Object.getPrototypeOf(prototype) !== null) {
    const { constructor } = handler as { readonly constructor?: unknown };
    if (typeof constructor === 'function' && constructor.name !== '') return constructor.name;
  }
  const names = new Set<string>();
  for (const callback of callbacks) {
    const name = handler[callback]?.name ?? '';
    // A method, or a function that took its name from the property, says nothing.
    if (name !== '' && name !== callback) names.add(name);
  }
  return names.size === 0 ? 'handler' : [...names].join('+');
}
