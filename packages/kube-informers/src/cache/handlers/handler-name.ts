import type { ResourceEventHandler } from '../types.js';

const callbacks = ['onAdd', 'onUpdate', 'onDelete'] as const;

/**
 * Returns a name for the handler in logs, errors and statistics.
 *
 * The name of its class, or else the names of its functions, or `handler` for an object literal with methods.
 */
export function handlerName<T>(handler: ResourceEventHandler<T>): string {
  const prototype: unknown = Object.getPrototypeOf(handler);
  // Recognizes an object literal of any realm: its prototype has no prototype.
  if (prototype !== null && Object.getPrototypeOf(prototype) !== null) {
    const { constructor } = handler as { readonly constructor?: unknown };
    if (typeof constructor === 'function' && constructor.name !== '') return constructor.name;
  }
  const names = new Set<string>();
  for (const callback of callbacks) {
    const name = handler[callback]?.name ?? '';
    // The name of a method, or of a function named after its property, adds no information.
    if (name !== '' && name !== callback) names.add(name);
  }
  return names.size === 0 ? 'handler' : [...names].join('+');
}
