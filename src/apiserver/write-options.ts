import type { FieldError } from '../meta/field-error.js';
import type { WriteOptions } from './context.js';
import { dryRunErrors } from './delete.js';
import { headerOf } from './exchange.js';
import type { Exchange } from './exchange.js';
import { invalid } from './failure.js';

/** The options of a write. Throws 422 for a dryRun that is not `All`. */
export function writeOptions(exchange: Exchange, kind: string): WriteOptions {
  const dryRun = exchange.query.getAll('dryRun').filter((value) => value !== '');
  const errors: FieldError[] = dryRunErrors(dryRun);
  if (errors.length > 0) throw invalid({ group: 'meta.k8s.io', name: kind }, '', errors);
  return {
    dryRun: dryRun.length > 0,
    fieldManager: exchange.query.get('fieldManager') ?? defaultManager(exchange),
    trusted: false,
  };
}

/** handlers.managerOrUserAgent: what stands before the first slash of the user agent. */
function defaultManager({ request }: Exchange): string {
  const agent = headerOf(request, 'user-agent') ?? '';
  const name = agent.split('/')[0] ?? '';
  return name === '' ? 'unknown' : name.slice(0, 128);
}
