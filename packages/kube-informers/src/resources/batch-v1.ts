// Generated from k8s.io/api 0.37.2 by scripts/kubernetes-api/generate.mjs; do not edit.
// The comments are those of its authors, shortened (Apache License 2.0).

import type { Resource } from '../meta/resource.js';
import type * as types from './types/batch-v1.js';
import { groupVersion } from './group-version.js';

const { namespaced } = groupVersion('batch', 'v1');

/** The resources of batch, version v1. */
export const batchV1: {
  /** CronJob, namespaced. Represents the configuration of a single cron job. */
  readonly cronJobs: Resource<types.CronJob, 'status'>;
  /** Job, namespaced. Represents the configuration of a single job. */
  readonly jobs: Resource<types.Job, 'status'>;
} = {
  cronJobs: namespaced('cronjobs', 'CronJob', {
    shortNames: ['cj'],
    subresources: ['status'],
    categories: ['all'],
  }),
  jobs: namespaced('jobs', 'Job', { subresources: ['status'], categories: ['all'] }),
};
