// Generated from k8s.io/api 0.37.2 by scripts/kubernetes-api/generate.mjs; do not edit.

import type { MessageTable } from '../message-types.js';
import { coreV1 } from './core-v1.js';
import { metaV1 } from './meta-v1.js';

export const discoveryV1: MessageTable = {
  name: 'discovery/v1',
  uses: [coreV1, metaV1],
  messages: `
Endpoint=addresses 1 []string;conditions 2 EndpointConditions o;hostname 3 *string o;targetRef 4 *core/v1.ObjectReference o;deprecatedTopology 5 {}string o;nodeName 6 *string o;zone 7 *string o;hints 8 *EndpointHints o
EndpointConditions=ready 1 *bool o;serving 2 *bool o;terminating 3 *bool o
EndpointHints=forZones 1 []ForZone o;forNodes 2 []ForNode o
EndpointPort=name 1 *string o;protocol 2 *string o;port 3 *int32 o;appProtocol 4 *string o
EndpointSlice=metadata 1 meta/v1.ObjectMeta o;addressType 4 string;endpoints 2 []Endpoint;ports 3 []EndpointPort
ForNode=name 1 string
ForZone=name 1 string
`,
};
