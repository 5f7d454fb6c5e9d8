import type { ListOptions } from '../../src/index.js';
import type { ConfigMap } from './backend.js';

/** What an informer of the matrix asks for, and what it makes of it. */
export interface View {
  readonly name: string;
  /** Of every list and watch; undefined for all objects. */
  readonly labelSelector: string | undefined;
  readonly transform: ((object: ConfigMap) => ConfigMap) | undefined;
}

/** Everything, as it is. */
const whole: View = { name: 'whole', labelSelector: undefined, transform: undefined };

/** What has a label, so that objects come and go that live on; and each with less and more than the server has. */
const selected: View = {
  name: 'selected',
  labelSelector: 'team=ours',
  transform: ({ metadata, ...rest }) => {
    const { managedFields: _dropped, ...kept } = metadata ?? {};
    return { ...rest, metadata: { ...kept, annotations: { ...kept.annotations, seen: 'yes' } } };
  },
};

/**
 * The view of a cell of a table: the two queues have different ones, and each has both in turns, so that every fault is
 * met at every moment by both.
 */
export function viewOf(row: number, column: number, queue: number): View {
  return (row + column + queue) % 2 === 0 ? whole : selected;
}

/** The server's objects that an informer of this view has to hold, as they are on the server. */
export function seenBy(view: View, objects: readonly ConfigMap[]): ConfigMap[] {
  if (view.labelSelector === undefined) return [...objects];
  // Not our own selectors: they are what is tested.
  const [key = '', value] = view.labelSelector.split('=');
  return objects.filter(({ metadata }) => metadata?.labels?.[key] === value);
}

/** Sets the selector of a request. */
export function narrow(view: View, options: ListOptions): void {
  if (view.labelSelector !== undefined) options.labelSelector = view.labelSelector;
}
