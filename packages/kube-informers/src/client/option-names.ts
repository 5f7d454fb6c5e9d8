import type { CallOptions, SourceCallOptions } from '../cache/types.js';
import type { ListOptions } from '../meta/types.js';
import type { OptionNames } from '../util/known-options.js';
import type { ApplyOptions, DeleteOptions, GetOptions, PatchOptions, WriteOptions } from './call-options.js';

export const getOptionNames: OptionNames<GetOptions> = { signal: true, resourceVersion: true };

export const writeOptionNames: OptionNames<WriteOptions> = {
  signal: true,
  dryRun: true,
  fieldManager: true,
  fieldValidation: true,
};

export const applyOptionNames: OptionNames<ApplyOptions> = { ...writeOptionNames, force: true };

export const patchOptionNames: OptionNames<PatchOptions> = {
  ...applyOptionNames,
  type: true,
  subresource: true,
};

export const deleteOptionNames: OptionNames<DeleteOptions> = {
  signal: true,
  gracePeriodSeconds: true,
  preconditions: true,
  propagationPolicy: true,
  dryRun: true,
};

export const preconditionNames: OptionNames<NonNullable<DeleteOptions['preconditions']>> = {
  uid: true,
  resourceVersion: true,
};

export const listOptionNames: OptionNames<ListOptions> = {
  labelSelector: true,
  fieldSelector: true,
  watch: true,
  allowWatchBookmarks: true,
  resourceVersion: true,
  resourceVersionMatch: true,
  timeoutSeconds: true,
  limit: true,
  continue: true,
  sendInitialEvents: true,
  shardSelector: true,
};

export const listCallNames: OptionNames<ListOptions & CallOptions> = { ...listOptionNames, signal: true };

export const sourceCallNames: OptionNames<SourceCallOptions> = {
  signal: true,
  format: true,
  maxRetries: true,
  waitToRetry: true,
};

export const sourceListCallNames: OptionNames<ListOptions & SourceCallOptions> = {
  ...listOptionNames,
  ...sourceCallNames,
};
