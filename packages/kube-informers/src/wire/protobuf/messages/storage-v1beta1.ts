// Generated from k8s.io/api 0.37.2 by scripts/kubernetes-api/generate.mjs; do not edit.

import type { MessageTable } from '../message-types.js';
import { metaV1 } from './meta-v1.js';

export const storageV1beta1: MessageTable = {
  name: 'storage/v1beta1',
  uses: [metaV1],
  messages: `
VolumeAttributesClass=metadata 1 meta/v1.ObjectMeta o;driverName 2 string;parameters 3 {}string o
`,
};
