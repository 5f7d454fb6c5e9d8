import { type JsonObject, asObject, childOf } from '@kube-informers/schema/internal';
import { metadataOf } from '../objects/object-meta.js';
import type { ObjectBody } from '../storage/stored-object.js';

const uidLabel = 'batch.kubernetes.io/controller-uid';

/** The labels of a job's pods, as `batchv1.ControllerUidLabel` and its siblings. */
function podLabels({
  uid = '',
  name = '',
}: {
  uid?: string | undefined;
  name?: string | undefined;
}): JsonObject {
  return {
    [uidLabel]: uid,
    'controller-uid': uid,
    'batch.kubernetes.io/job-name': name,
    'job-name': name,
  };
}

/** Gives a new job a selector and labels that no other job has, unless its selector is manual. */
export function generateSelector(body: ObjectBody): void {
  const spec = childOf(body, 'spec');
  if (spec['manualSelector'] === true) return;
  const metadata = metadataOf(body);
  const template = childOf(childOf(spec, 'template'), 'metadata');
  const own = template['labels'];
  const labels = { ...podLabels(metadata), ...asObject(own) };
  // A job without labels has by default those of its pods: the same map, so these too.
  if (metadata.labels === own || Object.keys(metadata.labels ?? {}).length === 0)
    metadata.labels = { ...(labels as Record<string, string>) }; // validated as strings with the template
  template['labels'] = labels;
  const selector = childOf(spec, 'selector');
  selector['matchLabels'] = { ...asObject(selector['matchLabels']), [uidLabel]: metadata.uid };
}
