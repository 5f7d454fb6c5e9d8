import type { ListOptions } from 'kube-informers';
import type { ConfigMap } from './backend.js';

/** Which objects an informer of the matrix requests, and its transform. */
export interface View {
  readonly name: string;
  /** Selector of every list and watch; undefined for all objects. */
  readonly labelSelector: string | undefined;
  readonly transform: ((object: ConfigMap) => ConfigMap) | undefined;
}

/** All objects, unchanged. */
const whole: View = { name: 'whole', labelSelector: undefined, transform: undefined };

/** Objects with a label, which come and go by the label; the transform removes and adds fields. */
const selected: View = {
  name: 'selected',
  labelSelector: 'team=ours',
  transform: ({ metadata, ...rest }) => {
    const { managedFields: _dropped, ...kept } = metadata ?? {};
    return { ...rest, metadata: { ...kept, annotations: { ...kept.annotations, seen: 'yes' } } };
  },
};

/** The view of a cell of a table. It alternates, so that both views meet every fault, and every moment. */
export function viewOf(row: number, column: number): View {
  return (row + column) % 2 === 0 ? whole : selected;
}

/** The server's objects that an informer of this view has to hold, as they are on the server. */
export function seenBy(view: View, objects: readonly ConfigMap[]): ConfigMap[] {
  if (view.labelSelector === undefined) return [...objects];
  // Not with our own selectors, which are under test.
  const [key = '', value] = view.labelSelector.split('=');
  return objects.filter(({ metadata }) => metadata?.labels?.[key] === value);
}

/** Sets the selector of a request. */
export function narrow(view: View, options: ListOptions): void {
  if (view.labelSelector !== undefined) options.labelSelector = view.labelSelector;
}
