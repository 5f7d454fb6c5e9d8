import type { ResourceEventHandler } from '../types.js';

const callbacks = ['onAdd', 'onUpdate', 'onDelete'] as const;

/**
 * What to call a handler in logs, errors and metrics: its class, or the names of its functions. An object literal with
 * methods has neither; then it is `handler`.
 */
export function handlerName<T>(handler: ResourceEventHandler<T>): string {
  const prototype: unknown = Object.getPrototypeOf(handler);
  if (typeof prototype === 'object' && prototype !== null && prototype !== Object.prototype) {
    const { name } = handler.constructor;
    if (name !== '') return name;
  }
  const names = new Set<string>();
  for (const callback of callbacks) {
    const name = handler[callback]?.name ?? '';
    // A method, or a function that took its name from the property, says nothing.
    if (name !== '' && name !== callback) names.add(name);
  }
  return names.size === 0 ? 'handler' : [...names].join('+');
}
