// Generated from k8s.io/api 0.37.2 by scripts/kubernetes-api/generate.mjs; do not edit.
// The comments are those of its authors, shortened (Apache License 2.0).

import type { Resource } from '../meta/resource.js';
import type * as types from './types/events-v1.js';
import { groupVersion } from './group-version.js';

const { namespaced } = groupVersion('events.k8s.io', 'v1');

/** The resources of events.k8s.io, version v1. */
export const eventsV1: {
  /** Event, namespaced. A report of an event somewhere in the cluster. */
  readonly events: Resource<types.Event, never>;
} = {
  events: namespaced('events', 'Event', { shortNames: ['ev'] }),
};
