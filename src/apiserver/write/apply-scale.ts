import type { BodyKind } from '../bodies/body-kind.js';
import { at } from '../json/json-fields.js';
import { metadataOf } from '../objects/object-meta.js';
import type { ServerContext } from '../registry/context.js';
import type { ServedResource } from '../registry/registry.js';
import type { ObjectBody } from '../storage/stored-object.js';
import { applyConfiguration, notConverted, parseConfiguration, requireManager } from './apply.js';
import type { ApplyOptions } from './apply.js';
import { matchNamespace } from './create.js';
import { findScaled, requireReplicas, scaleOfResult } from './scale.js';
import { requireName } from './update.js';
import type { WriteTarget } from './update.js';

/**
 * Server-side apply of a scale: the manager owns the replicas of the object; returns the new scale.
 *
 * Kubernetes 1.36 cannot convert the scale of a custom resource, and refuses to apply it with 500.
 */
export async function applyScale(
  context: ServerContext,
  served: ServedResource,
  target: WriteTarget,
  kind: BodyKind,
  text: string,
  options: ApplyOptions,
): Promise<ObjectBody> {
  requireManager(options);
  findScaled(served, target);
  const scale = await parseConfiguration(kind, undefined, text, options);
  if (served.custom) {
    const { apiVersion } = kind.resource;
    throw notConverted(kind, scale, `request to convert CR to an invalid group/version: ${apiVersion}`);
  }
  requireName(scale, target.name);
  matchNamespace(served, scale, target.namespace);
  const replicas = at(scale, 'spec', 'replicas');
  requireReplicas(served, target, replicas ?? 0);
  const { name, resourceVersion } = metadataOf(scale);
  const applied: ObjectBody = {
    metadata: {
      ...(name === undefined ? {} : { name }),
      ...(resourceVersion === undefined ? {} : { resourceVersion }),
    },
    ...(replicas === undefined ? {} : { spec: { replicas } }),
  };
  return scaleOfResult(served, applyConfiguration(context, served, target, applied, options));
}
