// Generated from k8s.io/api 0.36.4 by scripts/kubernetes-api/generate.mjs; do not edit.

import type * as types from './types/events-v1.js';
import { groupVersion } from './group-version.js';

const { namespaced } = groupVersion('events.k8s.io', 'v1');

/** The resources of events.k8s.io, version v1. */
export const eventsV1 = {
  events: namespaced<types.Event>('events', 'Event', { shortNames: ['ev'] }),
} as const;
