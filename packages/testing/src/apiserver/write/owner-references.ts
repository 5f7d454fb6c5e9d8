import { isDeepStrictEqual } from 'node:util';
import type { OwnerReference } from 'kube-informers';
import { metadataOf } from '../objects/object-meta.js';
import type { WriteOptions } from '../registry/context.js';
import type { ObjectBody } from '../storage/stored-object.js';

/** When duplicates are found: in a request, or in what a patch leads to, which the server's warning tells apart. */
type Moment = '' | ' after mutating admission happens';

/** Removes owner references that are equal to an earlier one, with the server's warning. */
export function dropDuplicateOwners(body: ObjectBody, options: WriteOptions, moment: Moment): void {
  const metadata = metadataOf(body);
  const byUid = new Map<string, OwnerReference[]>();
  const duplicates: string[] = [];
  const kept = (metadata.ownerReferences ?? []).filter((owner) => {
    const known = byUid.get(owner.uid) ?? [];
    if (known.some((other) => isDeepStrictEqual(other, owner))) {
      duplicates.push(owner.uid);
      return false;
    }
    byUid.set(owner.uid, [...known, owner]);
    return true;
  });
  if (duplicates.length === 0) return;
  metadata.ownerReferences = kept;
  options.warn(
    `.metadata.ownerReferences contains duplicate entries${moment}; API server dedups owner references in 1.20+, and ` +
      `may reject such requests as early as 1.24; please fix your requests; duplicate UID(s) observed: ${duplicates.join(', ')}`,
  );
}
