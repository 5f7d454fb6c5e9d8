import { MetadataClient } from 'kube-informers';
import { type InformerTargetInfo } from 'kube-informers/internal';
import type { RestClient } from 'kube-informers/rest';
import type { ListedPage, ServerList } from './compare.js';

/** client-go's page size of informers. */
const pageSize = 500;

/** Returns how the objects of an informer are listed from the server; undefined if that is not known. */
export function serverListOf(
  restClient: RestClient | undefined,
  informer: { readonly namespaces: ReadonlyMap<string, unknown> | undefined },
  info: InformerTargetInfo | undefined,
): (() => ServerList) | undefined {
  if (restClient === undefined || info?.namespaces === undefined) return undefined;
  const { resource, namespaces, labelSelector, fieldSelector } = info;
  return () => {
    // Those that it has now: namespaces can be added and removed.
    const current = informer.namespaces === undefined ? [namespaces].flat() : [...informer.namespaces.keys()];
    const client = new MetadataClient(restClient);
    async function* pages(): AsyncGenerator<ListedPage, void, void> {
      for (const namespace of current) {
        const list = client.resource(resource, namespace);
        for await (const { items, metadata } of list.pages({ labelSelector, fieldSelector, limit: pageSize }))
          yield { items, resourceVersion: metadata?.resourceVersion ?? '' };
      }
    }
    return { metadataOnly: true, pages };
  };
}
