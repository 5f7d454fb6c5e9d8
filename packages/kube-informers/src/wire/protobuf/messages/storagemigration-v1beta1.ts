// Generated from k8s.io/api 0.37.2 by scripts/kubernetes-api/generate.mjs; do not edit.

import type { MessageTable } from '../message-types.js';
import { metaV1 } from './meta-v1.js';

export const storagemigrationV1beta1: MessageTable = {
  name: 'storagemigration/v1beta1',
  uses: [metaV1],
  messages: `
StorageVersionMigration=metadata 1 meta/v1.ObjectMeta o;spec 2 StorageVersionMigrationSpec o;status 3 StorageVersionMigrationStatus o
StorageVersionMigrationSpec=resource 1 meta/v1.GroupResource
StorageVersionMigrationStatus=conditions 1 []meta/v1.Condition o;resourceVersion 2 string o
`,
};
