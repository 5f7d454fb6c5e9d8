import type { Resource } from 'kube-informers';
import { commonRules, resourceId } from '../objects/kind-rules.js';
import type { KindRules } from '../objects/kind-rules.js';
import type { BodyType } from '../storage/stored-object.js';
import { typeOfKind } from '../types/type-table.js';

/** The kind of a request's body: a served resource, or a kind that is not stored. */
export interface BodyKind {
  readonly resource: Pick<Resource, 'group' | 'version' | 'kind' | 'apiVersion'>;
  /** `resource.group`. */
  readonly id: string;
  /** The type of its fields; undefined for custom kinds. */
  readonly type: BodyType;
  readonly custom: boolean;
  readonly rules: Pick<KindRules, 'read'>;
}

/** Describes a built-in kind that requests carry but no resource stores, such as Scale. */
export function unstoredKind(group: string, version: string, kind: string): BodyKind {
  return {
    resource: { group, version, kind, apiVersion: group === '' ? version : `${group}/${version}` },
    id: resourceId({ group, resource: '' }),
    // Lazy, so that the table of types is parsed only with the first body.
    get type() {
      return typeOfKind(group, version, kind);
    },
    custom: false,
    rules: commonRules,
  };
}
