import type { ServerContext, WriteOptions, WriteResult } from './context.js';
import { unsupportedMediaType } from './failure.js';
import type { ServedResource } from './registry.js';
import type { WriteTarget } from './update.js';

/** How an apply is meant. */
export interface ApplyOptions extends WriteOptions {
  readonly manager: string;
  readonly force: boolean;
}

/** Server-side apply. */
export function applyObject(
  _context: ServerContext,
  _served: ServedResource,
  _target: WriteTarget,
  _text: string,
  _options: ApplyOptions,
): WriteResult {
  throw unsupportedMediaType(['application/json-patch+json', 'application/merge-patch+json']);
}
