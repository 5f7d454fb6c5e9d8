// Generated from k8s.io/api 0.37.2 by scripts/kubernetes-api/generate.mjs; do not edit.

import type { MessageTable } from '../message-types.js';
import { coreV1 } from './core-v1.js';
import { metaV1 } from './meta-v1.js';

export const eventsV1: MessageTable = {
  name: 'events/v1',
  uses: [coreV1, metaV1],
  messages: `
Event=metadata 1 meta/v1.ObjectMeta;eventTime 2 %microtime;series 3 *EventSeries o;reportingController 4 string o;reportingInstance 5 string o;action 6 string o;reason 7 string o;regarding 8 core/v1.ObjectReference o;related 9 *core/v1.ObjectReference o;note 10 string o;type 11 string o;deprecatedSource 12 core/v1.EventSource o;deprecatedFirstTimestamp 13 %time o;deprecatedLastTimestamp 14 %time o;deprecatedCount 15 int32 o
EventSeries=count 1 int32;lastObservedTime 2 %microtime
`,
};
