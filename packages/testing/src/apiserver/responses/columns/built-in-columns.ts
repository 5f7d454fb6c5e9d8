import { clusterColumns } from './cluster-columns.js';
import type { Column } from './column.js';
import { coreColumns } from './core-columns.js';
import { podColumns } from './pod-columns.js';
import { workloadColumns } from './workload-columns.js';

/**
 * The table columns of the built-in kinds, by `resource.group` (pkg/printers/internalversion).
 *
 * kube-apiserver has none for roles and limit ranges.
 */
export const builtInColumns: Readonly<Record<string, readonly Column[]>> = {
  'pods.': podColumns,
  ...coreColumns,
  ...workloadColumns,
  ...clusterColumns,
};
