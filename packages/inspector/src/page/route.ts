import { useEffect, useState } from 'preact/hooks';
import type { ViewModel } from '../model.js';

/** The parts of one informer. */
export const informerTabs = ['overview', 'objects', 'changes', 'indexes', 'compare'] as const;
/** `object` is one object on a page of its own. */
export type InformerTab = (typeof informerTabs)[number] | 'object';

/** Which objects a table shows. */
export interface Filter {
  readonly search: string;
  readonly labels: string;
  readonly fields: string;
  /** Where each page after the first begins. */
  readonly after: readonly string[];
}

export const noFilter: Filter = { search: '', labels: '', fields: '', after: [] };

/** What the page shows: all of it stands in its address, so that a link shows the same to somebody else. */
export type Route =
  | { readonly view: 'overview' }
  | { readonly view: 'informers' }
  | { readonly view: 'controllers' }
  | { readonly view: 'requests' }
  | {
      readonly view: 'informer';
      readonly id: string;
      readonly tab: InformerTab;
      readonly key: string;
      readonly filter?: Filter | undefined;
    }
  | { readonly view: 'controller'; readonly id: string; readonly key: string };

/** Returns the link to a route. */
export function hrefOf(route: Route): string {
  if (!('id' in route)) return `#/${route.view}`;
  const { id, key } = route;
  const rest = key === '' ? '' : `/${encodeURIComponent(key)}`;
  if (route.view === 'controller') return `#/controller/${encodeURIComponent(id)}${rest}`;
  return `#/informer/${encodeURIComponent(id)}/${route.tab}${rest}${queryOf(route.filter ?? noFilter)}`;
}

/** Returns the link to what is said about a problem. */
export function hrefOfView(view: ViewModel): string {
  if (view.kind === 'informer') return hrefOf({ view: 'informer', id: view.id, tab: 'overview', key: '' });
  if (view.kind === 'controller') return hrefOf({ view: 'controller', id: view.id, key: view.key ?? '' });
  return hrefOf({ view: view.kind });
}

function queryOf({ search, labels, fields, after }: Filter): string {
  const given = Object.entries({ search, labels, fields }).filter(([, value]) => value !== '');
  const text = new URLSearchParams([...given, ...after.map((key) => ['after', key])]).toString();
  return text === '' ? '' : `?${text}`;
}

function routeOf(hash: string): Route {
  const [path = '', query = ''] = hash.split('?', 2);
  const [, view = '', id = '', ...rest] = path.split('/').map(decoded);
  if (view === 'informers' || view === 'controllers' || view === 'requests') return { view };
  if (id === '') return { view: 'overview' };
  if (view === 'controller') return { view, id, key: rest[0] ?? '' };
  if (view !== 'informer') return { view: 'overview' };
  const params = new URLSearchParams(query);
  const text = (name: string): string => params.get(name) ?? '';
  return {
    view,
    id,
    tab: rest[0] === 'object' ? 'object' : (informerTabs.find((each) => each === rest[0]) ?? 'overview'),
    key: rest[1] ?? '',
    filter: {
      search: text('search'),
      labels: text('labels'),
      fields: text('fields'),
      after: params.getAll('after'),
    },
  };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // A link that somebody wrote by hand.
    return text;
  }
}

/** Goes to a route without an entry in the history, as for each letter of a search. */
export function replaceRoute(route: Route): void {
  history.replaceState(null, '', hrefOf(route));
  dispatchEvent(new HashChangeEvent('hashchange'));
}

/** Follows the address of the page. */
export function useRoute(): Route {
  const [hash, setHash] = useState(location.hash);
  useEffect(() => {
    const changed = (): void => setHash(location.hash);
    addEventListener('hashchange', changed);
    return () => removeEventListener('hashchange', changed);
  }, []);
  return routeOf(hash);
}
