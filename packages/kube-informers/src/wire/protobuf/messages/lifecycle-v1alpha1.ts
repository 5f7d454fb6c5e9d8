// Generated from k8s.io/api 0.37.2 by scripts/kubernetes-api/generate.mjs; do not edit.

import type { MessageTable } from '../message-types.js';
import { metaV1 } from './meta-v1.js';

export const lifecycleV1alpha1: MessageTable = {
  name: 'lifecycle/v1alpha1',
  uses: [metaV1],
  messages: `
Eviction=metadata 1 meta/v1.ObjectMeta o;spec 2 EvictionSpec;status 3 EvictionStatus o
EvictionPodReference=name 1 string;uid 2 string
EvictionRequest=metadata 1 meta/v1.ObjectMeta o;spec 2 EvictionRequestSpec;status 3 EvictionRequestStatus o
EvictionRequestPodReference=name 1 string;uid 2 string
EvictionRequestSpec=target 1 EvictionRequestTarget;requester 2 string;intent 3 string
EvictionRequestStatus=conditions 1 []meta/v1.Condition o;observedGeneration 2 *int64 o
EvictionRequestTarget=pod 1 *EvictionRequestPodReference o
EvictionSpec=target 1 EvictionTarget
EvictionStatus=conditions 1 []meta/v1.Condition o;observedGeneration 2 *int64 o;requesters 3 []Requester o;targetResponders 4 []TargetResponder o;responders 5 []ResponderStatus o
EvictionTarget=pod 1 *EvictionPodReference o
Requester=name 1 string;intent 2 string
ResponderStatus=name 1 string;startTime 2 *%time o;heartbeatTime 3 *%time o;expectedCompletionTime 4 *%time o;completionTime 5 *%time o;message 6 *string o
TargetResponder=name 1 string;priority 2 *int32;state 3 string
`,
};
