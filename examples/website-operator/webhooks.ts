import { defineResource } from 'kube-informers';
import type { Clientset, KubernetesObject } from 'kube-informers';
import { FieldError, Webhooks } from 'kube-informers/webhook';
import type { WebhooksOptions } from 'kube-informers/webhook';
import { websites } from './website.js';
import type { Website, WebsiteStatus } from './website.js';

/** A Website of v1alpha1. */
interface OldWebsite extends KubernetesObject {
  spec: { page: string; replicas?: number | undefined };
  status?: WebsiteStatus | undefined;
}

export const oldWebsites = defineResource<OldWebsite, 'status'>({ ...websites, version: 'v1alpha1' });

/** What the API server asks the operator: whether a host name is free, and for a Website in another version. */
export function websiteWebhooks(clientset: Clientset, options: WebhooksOptions): Webhooks {
  return new Webhooks(options)
    .validate(websites, {
      // Early advice: of two that are created at the same moment, both pass, and DNS refuses the second.
      async create({ object, namespace, signal }) {
        const name = object.metadata?.name ?? '';
        const fieldSelector = `metadata.name=${name}`;
        const { items } = await clientset.resource(websites).list({ fieldSelector, signal });
        const other = items.find(({ metadata }) => metadata?.namespace !== namespace)?.metadata?.namespace;
        if (other === undefined) return;
        throw new FieldError('metadata.name', `the namespace ${other} has ${name}.example.com`, name);
      },
    })
    .convert(websites, {
      v1alpha1: {
        up: ({ spec: { page, ...spec }, ...site }: OldWebsite) => ({
          ...site,
          spec: { html: page, ...spec },
        }),
        down: ({ spec: { html, ...spec }, ...site }: Website) => ({ ...site, spec: { page: html, ...spec } }),
      },
    });
}
