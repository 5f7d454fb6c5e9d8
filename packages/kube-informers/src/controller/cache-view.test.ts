import { expect, test } from 'vitest';
import { HashRanges } from '../meta/hash-ranges.js';
import { CacheView } from './cache-view.js';
import { websites } from './controller.test-support.js';
import { coreV1 } from '../resources/core-v1.js';
import { shardOf } from '../sharding/informer-shard.js';
import type { Shard } from '../cache/informer/informer-shard.js';
import { defaultKeyFunc } from '../cache/key-of.js';

const site = { apiVersion: 'example.com/v1', kind: 'Website', spec: { text: 'a' } };
const pod = { apiVersion: 'v1', kind: 'Pod', spec: { nodeName: 'n1' }, status: {} };
const owned = { controller: true, uid: 'owner' };

test.each<[string, object, object | undefined, boolean | undefined]>([
  ['no selector', {}, undefined, true],
  ['a selector, and a response without the object', { labelSelector: 'a=b' }, undefined, undefined],
  ['other labels', { labelSelector: 'a=b', fieldSelector: 'spec.text=a' }, site, false],
  ['another name', { fieldSelector: 'metadata.name=other,spec.text=a' }, site, false],
  ['its name', { fieldSelector: 'metadata.name=one' }, site, true],
  ['a field of a custom resource', { fieldSelector: 'spec.text=b' }, site, undefined],
  [
    'a field that its descriptor knows',
    { fieldSelector: 'spec.text=b', selectable: ['.spec.text'] },
    site,
    false,
  ],
  ['a field of a built-in kind', { fieldSelector: 'spec.nodeName=n1' }, pod, true],
  ['a field that is absent, which counts as empty', { fieldSelector: 'status.phase!=Running' }, pod, true],
  ['another field', { fieldSelector: 'spec.nodeName!=n1' }, pod, false],
  [
    'a field that a response with metadata lacks',
    { fieldSelector: 'spec.nodeName!=n1' },
    { apiVersion: 'meta.k8s.io/v1' },
    undefined,
  ],
  [
    'another version',
    { fieldSelector: 'spec.text=b', selectable: ['.spec.text'] },
    { ...site, apiVersion: 'example.com/v2' },
    undefined,
  ],
  ['a shard without it', { shard: shardOf(HashRanges.none) }, site, false],
  ['a shard with it', { shard: shardOf(HashRanges.all) }, site, true],
  [
    'a shard by owners, and no owner',
    { shard: shardOf(HashRanges.all, { by: 'controllerRef' }) },
    { ...site, owner: [] },
    false,
  ],
  [
    'a shard by owners, and an owner',
    { shard: shardOf(HashRanges.all, { by: 'controllerRef' }) },
    { ...site, owner: [owned] },
    true,
  ],
])('whether a cache is to have an object: %s', (_what, scope, object, expected) => {
  const { labelSelector, fieldSelector, selectable } = scope as Readonly<Record<string, string>>;
  const { shard } = scope as { readonly shard?: Shard };
  const resource = (fieldSelector ?? '').includes('text') ? websites : coreV1.pods;
  const view = new CacheView({
    resource: { ...resource, selectableFields: selectable },
    informer: () => ({ shard: shard?.forInformer('pods', defaultKeyFunc).current }),
    selectors: () => ({ labelSelector, fieldSelector }),
  } as unknown as ConstructorParameters<typeof CacheView>[0]);
  const { owner, ...given } = (object ?? {}) as { readonly owner?: [] };
  const metadata = { name: 'one', namespace: 'default', uid: 'u', ownerReferences: owner };
  expect(view.selects(object === undefined ? undefined : ({ ...given, metadata } as object))).toBe(expected);
});
