// Written by scripts/derive-resources.mjs: change that or scripts/resource-facts.mjs, not this file.
import type { CronJob, Job } from 'kubernetes-types/batch/v1.js';
import { defineResource } from '../meta/resource.js';

/** The resources of batch, version v1. */
export const batchV1 = {
  cronJobs: defineResource<CronJob>({
    group: 'batch',
    version: 'v1',
    resource: 'cronjobs',
    kind: 'CronJob',
    namespaced: true,
    shortNames: ['cj'],
    subresources: ['status'],
    categories: ['all'],
  }),
  jobs: defineResource<Job>({
    group: 'batch',
    version: 'v1',
    resource: 'jobs',
    kind: 'Job',
    namespaced: true,
    subresources: ['status'],
    categories: ['all'],
  }),
} as const;
