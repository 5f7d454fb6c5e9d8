import { useEffect, useState } from 'preact/hooks';

/** The parts of one informer. */
export const informerTabs = ['overview', 'objects', 'changes', 'indexes', 'compare'] as const;
export type InformerTab = (typeof informerTabs)[number];

/** What the page shows. */
export type Route =
  | { readonly view: 'informers' }
  | { readonly view: 'controllers' }
  | { readonly view: 'requests' }
  | { readonly view: 'informer'; readonly id: string; readonly tab: InformerTab; readonly key: string };

/** Returns the link to a route. */
export function hrefOf(route: Route): string {
  if (route.view !== 'informer') return `#/${route.view}`;
  const { id, tab, key } = route;
  return `#/informer/${encodeURIComponent(id)}/${tab}${key === '' ? '' : `/${encodeURIComponent(key)}`}`;
}

function routeOf(hash: string): Route {
  const [, view = '', id = '', tab = '', key = ''] = hash.split('/').map(decoded);
  if (view === 'controllers' || view === 'requests') return { view };
  if (view !== 'informer' || id === '') return { view: 'informers' };
  return { view, id, tab: informerTabs.find((each) => each === tab) ?? 'overview', key };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // A link that somebody wrote by hand.
    return text;
  }
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
