// Generated from k8s.io/api 0.37.2 by scripts/kubernetes-api/generate.mjs; do not edit.

import type { MessageTable } from '../message-types.js';
import { metaV1 } from './meta-v1.js';

export const policyV1: MessageTable = {
  name: 'policy/v1',
  uses: [metaV1],
  messages: `
PodDisruptionBudget=metadata 1 meta/v1.ObjectMeta o;spec 2 PodDisruptionBudgetSpec o;status 3 PodDisruptionBudgetStatus o
PodDisruptionBudgetSpec=minAvailable 1 *%intorstring o;selector 2 *meta/v1.LabelSelector o;maxUnavailable 3 *%intorstring o;unhealthyPodEvictionPolicy 4 *string o
PodDisruptionBudgetStatus=observedGeneration 1 int64 o;disruptedPods 2 {}%time o;disruptionsAllowed 3 int32;currentHealthy 4 int32;desiredHealthy 5 int32;expectedPods 6 int32;conditions 7 []meta/v1.Condition o
`,
};
