import type { CallOptions } from '../meta/calls.js';
import { parseQuantity } from '../meta/quantity.js';
import type { corev1, metricsv1, metricsv1beta1 } from '../resources/types.js';
import { ConfigError } from '../util/errors.js';
import { requireKnownOptions } from '../util/known-options.js';
import type { OptionNames } from '../util/known-options.js';
import { requireAbortSignal, requireString } from '../util/require.js';
import { isNotFound } from '../meta/errors.js';
import { requireClientset } from './clientset.js';
import type { Clientset } from './clientset.js';

/** CPU and memory in use, on average over the window of the metrics. */
export interface ResourceUsage {
  /** CPU, in cores: 0.25 is a quarter of one. */
  readonly cpuCores: number;
  /** The working set of the memory, in bytes. */
  readonly memoryBytes: number;
}

/** What a node uses, as `kubectl top node` shows it. */
export interface NodeUsage extends ResourceUsage {
  /** Name of the node. */
  readonly name: string;
  /** End of the window, in RFC 3339. */
  readonly timestamp: string;
  /** What pods may use of the node; undefined if the node is gone or has not reported it. */
  readonly allocatable: ResourceUsage | undefined;
  /** CPU in percent of `allocatable`; above 100 if the system uses what is reserved. Undefined without `allocatable`. */
  readonly cpuPercent: number | undefined;
  /** Memory in percent of `allocatable`. */
  readonly memoryPercent: number | undefined;
}

/** What a container uses. */
export interface ContainerUsage extends ResourceUsage {
  /** Name of the container. */
  readonly name: string;
}

/** What a pod uses, as `kubectl top pod` shows it: the sum of its containers. */
export interface PodUsage extends ResourceUsage {
  /** Namespace of the pod. */
  readonly namespace: string;
  /** Name of the pod. */
  readonly name: string;
  /** End of the window, in RFC 3339. */
  readonly timestamp: string;
  /** The running containers. */
  readonly containers: readonly ContainerUsage[];
}

/** Options of `topNodes`. */
export interface TopNodesOptions extends CallOptions {
  /** Only nodes with these labels: `pool=gpu`. Default: all. */
  readonly labelSelector?: string | undefined;
}

/** Options of `topPods`. */
export interface TopPodsOptions extends TopNodesOptions {
  /** Default: all namespaces. */
  readonly namespace?: string | undefined;
  /** Only pods with these fields: `metadata.name=web`. Default: all. */
  readonly fieldSelector?: string | undefined;
}

const topNodesOptionNames: OptionNames<TopNodesOptions> = {
  signal: requireAbortSignal,
  labelSelector: requireString,
};

const topPodsOptionNames: OptionNames<TopPodsOptions> = {
  ...topNodesOptionNames,
  namespace: requireString,
  fieldSelector: requireString,
};

/**
 * Returns what the nodes use, in the order of their names, as `kubectl top node`.
 *
 * ```ts
 * for (const { name, cpuPercent } of await topNodes(clientset)) console.log(name, cpuPercent?.toFixed(0));
 * ```
 *
 * Asks metrics.k8s.io/v1beta1, or v1 where that is gone, and the nodes for what is allocatable. A node without metrics, such as
 * one that has just started, is left out. Rejects with ConfigError `ERR_UNKNOWN_RESOURCE` if the server does not serve metrics,
 * and with `ERR_QUANTITY` if they are invalid.
 */
export async function topNodes(clientset: Clientset, options: TopNodesOptions = {}): Promise<NodeUsage[]> {
  requireClientset('clientset of topNodes', clientset);
  requireKnownOptions('topNodes', options, topNodesOptionNames);
  const [metrics, nodes] = await Promise.all([
    served(
      () => clientset.metricsV1beta1().nodeMetricses().list(options),
      () => clientset.metricsV1().nodeMetricses().list(options),
    ),
    clientset.coreV1().nodes().list(options),
  ]);
  const allocatable = new Map(
    nodes.items.map((node) => [node.metadata?.name, node.status?.allocatable] as const),
  );
  return metrics.items.map((each) => nodeUsage(each, allocatable.get(each.metadata?.name))).toSorted(byName);
}

/**
 * Returns what pods use, and each of their containers, in the order of namespaces and names, as `kubectl top pod --containers`.
 *
 * ```ts
 * const [first] = (await topPods(clientset, { namespace: 'shop' })).toSorted((a, b) => b.memoryBytes - a.memoryBytes);
 * ```
 *
 * A pod without metrics, such as one that has just started, is left out. Rejects as `topNodes`.
 */
export async function topPods(clientset: Clientset, options: TopPodsOptions = {}): Promise<PodUsage[]> {
  requireClientset('clientset of topPods', clientset);
  requireKnownOptions('topPods', options, topPodsOptionNames);
  const { namespace, ...list } = options;
  const metrics = await served(
    () => clientset.metricsV1beta1().podMetricses(namespace).list(list),
    () => clientset.metricsV1().podMetricses(namespace).list(list),
  );
  return metrics.items.map(podUsage).toSorted(byName);
}

/** Calls the older version, which every server has today, and the newer one if that is not there. */
async function served<T, U>(older: () => Promise<T>, newer: () => Promise<U>): Promise<T | U> {
  try {
    return await older();
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
  try {
    return await newer();
  } catch (error) {
    if (!isNotFound(error)) throw error;
    throw new ConfigError(
      'ERR_UNKNOWN_RESOURCE',
      'the server has no metrics.k8s.io: install metrics-server, or another server of the metrics API',
      { cause: error },
    );
  }
}

function nodeUsage(
  metrics: metricsv1.NodeMetrics | metricsv1beta1.NodeMetrics,
  allocatable: corev1.ResourceList | undefined,
): NodeUsage {
  const name = metrics.metadata?.name ?? '';
  const used = usageOf(metrics.usage, `usage of node ${name}`);
  const available =
    allocatable?.['cpu'] === undefined || allocatable['memory'] === undefined
      ? undefined
      : usageOf(allocatable, `status.allocatable of node ${name}`);
  return {
    name,
    timestamp: metrics.timestamp,
    ...used,
    allocatable: available,
    cpuPercent: available === undefined ? undefined : (100 * used.cpuCores) / available.cpuCores,
    memoryPercent: available === undefined ? undefined : (100 * used.memoryBytes) / available.memoryBytes,
  };
}

function podUsage(metrics: metricsv1.PodMetrics | metricsv1beta1.PodMetrics): PodUsage {
  const { name = '', namespace = '' } = metrics.metadata ?? {};
  const containers = (metrics.containers ?? []).map((container) => ({
    name: container.name,
    ...usageOf(container.usage, `usage of container ${container.name} of pod ${namespace}/${name}`),
  }));
  const sum = (pick: (usage: ResourceUsage) => number): number =>
    containers.reduce((total, container) => total + pick(container), 0);
  return {
    namespace,
    name,
    timestamp: metrics.timestamp,
    cpuCores: sum(({ cpuCores }) => cpuCores),
    memoryBytes: sum(({ memoryBytes }) => memoryBytes),
    containers,
  };
}

/** As for kubectl, an absent resource is not used. */
function usageOf(list: corev1.ResourceList | undefined, what: string): ResourceUsage {
  return {
    cpuCores: parseQuantity(list?.['cpu'] ?? '0', `cpu in ${what}`),
    memoryBytes: parseQuantity(list?.['memory'] ?? '0', `memory in ${what}`),
  };
}

function byName(a: { namespace?: string; name: string }, b: { namespace?: string; name: string }): number {
  const [one, other] = [a, b].map(({ namespace = '', name }) => `${namespace}/${name}`) as [string, string];
  return one < other ? -1 : one > other ? 1 : 0;
}
