// Generated from k8s.io/api 0.37.2 by scripts/kubernetes-api/generate.mjs; do not edit.

import type { MessageTable } from '../message-types.js';
import { metaV1 } from './meta-v1.js';

export const storagemigrationV1alpha1: MessageTable = {
  name: 'storagemigration/v1alpha1',
  uses: [metaV1],
  messages: `
GroupVersionResource=group 1 string o;version 2 string o;resource 3 string o
MigrationCondition=type 1 string;status 2 string;lastUpdateTime 3 %time o;reason 4 string o;message 5 string o
StorageVersionMigration=metadata 1 meta/v1.ObjectMeta o;spec 2 StorageVersionMigrationSpec o;status 3 StorageVersionMigrationStatus o
StorageVersionMigrationSpec=resource 1 GroupVersionResource;continueToken 2 string o
StorageVersionMigrationStatus=conditions 1 []MigrationCondition o;resourceVersion 2 string o
`,
};
