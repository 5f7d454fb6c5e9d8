// Generated from k8s.io/api 0.37.2 by scripts/kubernetes-api/generate.mjs; do not edit.

import type { MessageTable } from '../message-types.js';
import { metaV1 } from './meta-v1.js';

export const coordinationV1beta1: MessageTable = {
  name: 'coordination/v1beta1',
  uses: [metaV1],
  messages: `
LeaseCandidate=metadata 1 meta/v1.ObjectMeta o;spec 2 LeaseCandidateSpec o
LeaseCandidateSpec=leaseName 1 string;pingTime 2 *%microtime o;renewTime 3 *%microtime o;binaryVersion 4 string;emulationVersion 5 string o;strategy 6 string o
`,
};
