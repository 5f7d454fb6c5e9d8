// Generated from k8s.io/api 0.37.2 by scripts/kubernetes-api/generate.mjs; do not edit.

import type { MessageTable } from '../message-types.js';
import { metaV1 } from './meta-v1.js';

export const schedulingV1: MessageTable = {
  name: 'scheduling/v1',
  uses: [metaV1],
  messages: `
PriorityClass=metadata 1 meta/v1.ObjectMeta o;value 2 int32;globalDefault 3 bool o;description 4 string o;preemptionPolicy 5 *string o
`,
};
