import type { ServerContext, WriteOptions } from './context.js';
import type { ServedResource } from './registry.js';
import type { ObjectBody } from './storage/stored-object.js';

/** Notes in metadata.managedFields which fields this write has set. */
export function recordUpdate(
  _context: ServerContext,
  _served: ServedResource,
  _body: ObjectBody,
  _old: ObjectBody | undefined,
  _options: WriteOptions,
  _subresource: string,
): void {}
