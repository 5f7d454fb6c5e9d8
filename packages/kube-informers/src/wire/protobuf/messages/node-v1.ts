// Generated from k8s.io/api 0.37.2 by scripts/kubernetes-api/generate.mjs; do not edit.

import type { MessageTable } from '../message-types.js';
import { coreV1 } from './core-v1.js';
import { metaV1 } from './meta-v1.js';

export const nodeV1: MessageTable = {
  name: 'node/v1',
  uses: [coreV1, metaV1],
  messages: `
Overhead=podFixed 1 {}%quantity o
RuntimeClass=metadata 1 meta/v1.ObjectMeta o;handler 2 string;overhead 3 *Overhead o;scheduling 4 *Scheduling o
Scheduling=nodeSelector 1 {}string o;tolerations 2 []core/v1.Toleration o
`,
};
