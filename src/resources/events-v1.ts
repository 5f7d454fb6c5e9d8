// Written by scripts/derive-resources.mjs: change that or scripts/resource-facts.mjs, not this file.
import type { Event } from 'kubernetes-types/events/v1.js';
import { defineResource } from '../meta/resource.js';

/** The resources of events.k8s.io, version v1. */
export const eventsV1 = {
  events: defineResource<Event>({
    group: 'events.k8s.io',
    version: 'v1',
    resource: 'events',
    kind: 'Event',
    namespaced: true,
    shortNames: ['ev'],
  }),
} as const;
