import { callHook } from '../util/call-hook.js';
import { isDefaultLogger } from '../util/logger.js';
import type { LogFields } from '../util/logger.js';
import { printable } from '../util/printable.js';
import type { ControllerErrorInfo, ControllerSettings } from './options.js';

/** Reports the failures of one controller to its hook and logger; without both, the first one as a process warning. */
export class Reporter {
  readonly #settings: ControllerSettings;
  #hasWarned = false;

  constructor(settings: ControllerSettings) {
    this.#settings = settings;
  }

  report(
    error: Error,
    during: ControllerErrorInfo['during'],
    key: string | undefined,
    message: string,
    fields: LogFields = {},
  ): void {
    const { name: controller, logger, onError } = this.#settings;
    logger.error({ controller, key, err: error, ...fields }, message);
    if (onError !== undefined) callHook('onError', logger, () => onError(error, { controller, key, during }));
    else if (isDefaultLogger(logger)) this.#warnOnce(error, key);
  }

  #warnOnce(error: Error, key: string | undefined): void {
    if (this.#hasWarned) return;
    this.#hasWarned = true;
    const where = key === undefined ? '' : ` ${key}:`;
    process.emitWarning(printable(`controller ${this.#settings.name}:${where} ${error.message}`), {
      type: 'KubeInformersWarning',
      code: 'KUBE_INFORMERS_UNHANDLED',
      detail: 'The controller keeps running. Further failures are not reported: pass onError or a logger.',
    });
  }
}
