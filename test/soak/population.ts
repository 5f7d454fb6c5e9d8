import {
  apiextensionsV1,
  coordinationV1,
  coreV1,
} from '../../packages/kube-informers/src/resources/index.js';
import { defineResource, isAlreadyExists } from 'kube-informers';
import type { Clientset, KubernetesObject, Resource } from 'kube-informers';
import type { Chance } from './chance.js';

/** A custom resource of the run's own. */
export interface Widget extends KubernetesObject {
  readonly spec?: { readonly size?: number; readonly note?: string };
}

export const widgets = defineResource<Widget>({
  group: 'soak.example.com',
  version: 'v1',
  resource: 'widgets',
  kind: 'Widget',
  namespaced: true,
});

export const namespaces = ['soak-a', 'soak-b', 'soak-c'] as const;
/** The namespace of the replicas' tasks, witnesses and Lease. */
export const controlNamespace = 'soak-control';

const tiers = ['front', 'middle', 'back', 'none'] as const;

/** Objects of one resource that a run creates, changes and deletes. */
export interface Population {
  readonly resource: Resource<KubernetesObject>;
  /** How many names there are; about four in five exist at a time. */
  readonly names: number;
  /** Share of the writes. */
  readonly weight: number;
  readonly content: (chance: Chance) => object;
  readonly change: (chance: Chance) => object;
}

const note = (chance: Chance): string => 'ü✓'.repeat(chance.between(10, 200));
const labels = (chance: Chance): object => ({
  tier: chance.pick(tiers),
  round: String(chance.between(0, 1e6)),
});

export const populations: readonly Population[] = [
  {
    resource: coreV1.configMaps,
    names: 3000,
    weight: 5,
    content: (chance) => ({ metadata: { labels: labels(chance) }, data: { note: note(chance) } }),
    change: (chance) => ({ metadata: { labels: labels(chance) }, data: { note: note(chance) } }),
  },
  {
    resource: coreV1.pods,
    names: 1000,
    weight: 3,
    content: (chance) => ({
      metadata: { labels: labels(chance) },
      spec: {
        nodeName: `node-${chance.between(0, 4)}`,
        containers: [{ name: 'main', image: 'example/app:v1' }],
      },
    }),
    change: (chance) => ({ metadata: { labels: labels(chance), annotations: { note: note(chance) } } }),
  },
  {
    resource: widgets,
    names: 600,
    weight: 2,
    content: (chance) => ({ metadata: { labels: labels(chance) }, spec: { size: chance.between(0, 9) } }),
    change: (chance) => ({ metadata: { labels: labels(chance) }, spec: { note: note(chance) } }),
  },
  {
    resource: coordinationV1.leases,
    names: 300,
    weight: 1,
    content: (chance) => ({ spec: { holderIdentity: `holder-${chance.between(0, 9)}` } }),
    change: (chance) => ({ spec: { holderIdentity: `holder-${chance.between(0, 99)}` } }),
  },
];

/** What has to be there before anything is written. */
export async function prepareCluster(clientset: Clientset, pause: () => Promise<void>): Promise<void> {
  for (const name of namespaces) {
    await unlessThere(clientset.resource(coreV1.namespaces).create({ metadata: { name } }));
  }
  const { group, version, resource, kind } = widgets;
  await unlessThere(
    clientset.resource(apiextensionsV1.customResourceDefinitions).create({
      metadata: { name: `${resource}.${group}` },
      spec: {
        group,
        names: { plural: resource, singular: 'widget', kind, listKind: `${kind}List` },
        scope: 'Namespaced',
        versions: [
          {
            name: version,
            served: true,
            storage: true,
            schema: {
              openAPIV3Schema: {
                type: 'object',
                properties: {
                  spec: {
                    type: 'object',
                    properties: { size: { type: 'integer' }, note: { type: 'string' } },
                  },
                },
              },
            },
          },
        ],
      },
    }),
  );
  // A real server serves a new kind a moment after its definition.
  for (let attempt = 1; ; attempt++) {
    try {
      await clientset.resource(widgets, namespaces[0]).list();
      return;
    } catch (error) {
      if (attempt === 100) throw error;
      await pause();
    }
  }
}

export async function unlessThere(creating: Promise<unknown>): Promise<void> {
  try {
    await creating;
  } catch (error) {
    if (!isAlreadyExists(error)) throw error;
  }
}
