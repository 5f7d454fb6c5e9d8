import { ConfigError } from '../../util/errors.js';
import { requireFunctions } from '../../util/require.js';

/** Throws ConfigError `ERR_OPTION` for what cannot be an event handler: no object, or with a member that is no function. */
export function requireHandler(handler: unknown): void {
  if (typeof handler !== 'object' || handler === null) {
    throw new ConfigError('ERR_OPTION', `an event handler must be an object, got ${String(handler)}`);
  }
  requireFunctions('an event handler', handler, ['onAdd', 'onUpdate', 'onDelete']);
}
