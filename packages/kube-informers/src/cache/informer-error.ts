import { KubeInformersError } from '../util/errors.js';

/**
 * An informer, controller or registration was used before its start, after its stop, or in a way it does not support.
 *
 * docs/error-codes.md explains its codes.
 */
export class InformerError extends KubeInformersError {
  override readonly name = 'InformerError';
}
