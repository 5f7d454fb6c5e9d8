// Generated from k8s.io/api 0.37.2 by scripts/kubernetes-api/generate.mjs; do not edit.

import type { MessageTable } from '../message-types.js';
import { metaV1 } from './meta-v1.js';

export const internalV1alpha1: MessageTable = {
  name: 'apiserverinternal/v1alpha1',
  uses: [metaV1],
  messages: `
ServerStorageVersion=apiServerID 1 string o;encodingVersion 2 string o;decodableVersions 3 []string o;servedVersions 4 []string o
StorageVersion=metadata 1 meta/v1.ObjectMeta o;spec 2 StorageVersionSpec;status 3 StorageVersionStatus
StorageVersionCondition=type 1 string;status 2 string;observedGeneration 3 int64 o;lastTransitionTime 4 %time o;reason 5 string;message 6 string o
StorageVersionSpec=
StorageVersionStatus=storageVersions 1 []ServerStorageVersion o;commonEncodingVersion 2 *string o;conditions 3 []StorageVersionCondition o
`,
};
