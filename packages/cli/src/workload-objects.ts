import { kubernetesVersion } from '@kube-informers/testing/internal';
import type { ObjectOf } from 'kube-informers';
import type { appsV1, coreV1 } from 'kube-informers/internal';

type Node = ObjectOf<typeof coreV1.nodes>;
type Pod = ObjectOf<typeof coreV1.pods>;
type Deployment = ObjectOf<typeof appsV1.deployments>;

/** The desired state of one of the demo's Deployments. */
export interface DeploymentPlan {
  readonly namespace: string;
  readonly name: string;
  replicas: number;
  /** Tag of its image; a new one starts a rollout. */
  revision: number;
}

/** One of the demo's pods and its stage. */
export interface PodRecord {
  readonly namespace: string;
  readonly name: string;
  readonly deployment: string;
  readonly revision: number;
  stage: 'pending' | 'scheduled' | 'running';
  node: string | undefined;
  /** When its container started, ms since the epoch; undefined before. */
  startedMs: number | undefined;
}

/** The nodes, namespaces and deployments that the demo starts with. */
export const initialNodes = ['worker-1', 'worker-2', 'worker-3'] as const;
export const initialPlans: readonly Readonly<DeploymentPlan>[] = [
  { namespace: 'shop', name: 'web', replicas: 3, revision: 1 },
  { namespace: 'shop', name: 'cart', replicas: 2, revision: 1 },
  { namespace: 'backend', name: 'search', replicas: 2, revision: 1 },
];

export function nodeObject(name: string): Node {
  return {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { name, labels: { 'kubernetes.io/hostname': name } },
    spec: {},
  };
}

export function nodeStatus(ready: boolean, timestamp: string): { status: object } {
  return {
    status: {
      nodeInfo: { kubeletVersion: kubernetesVersion },
      conditions: [
        {
          type: 'Ready',
          status: ready ? 'True' : 'Unknown',
          reason: ready ? 'KubeletReady' : 'NodeStatusUnknown',
          message: ready ? 'kubelet is posting ready status' : 'Kubelet stopped posting node status.',
          lastTransitionTime: timestamp,
        },
      ],
    },
  };
}

function image(plan: { readonly name: string; readonly revision: number }): string {
  return `registry.example/${plan.name}:v${plan.revision}`;
}

export function deploymentObject(plan: Readonly<DeploymentPlan>): Deployment {
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: plan.name, namespace: plan.namespace, labels: { app: plan.name } },
    spec: deploymentSpec(plan),
  };
}

export function deploymentSpec(plan: Readonly<DeploymentPlan>): NonNullable<Deployment['spec']> {
  return {
    replicas: plan.replicas,
    selector: { matchLabels: { app: plan.name } },
    template: {
      metadata: { labels: { app: plan.name } },
      spec: { containers: [{ name: plan.name, image: image(plan) }] },
    },
  };
}

export function podObject(pod: PodRecord, deploymentUid: string): Pod {
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      name: pod.name,
      namespace: pod.namespace,
      labels: { app: pod.deployment, revision: `v${pod.revision}` },
      ownerReferences: [
        {
          apiVersion: 'apps/v1',
          kind: 'Deployment',
          name: pod.deployment,
          uid: deploymentUid,
          controller: true,
        },
      ],
    },
    spec: {
      containers: [{ name: pod.deployment, image: image({ name: pod.deployment, revision: pod.revision }) }],
    },
  };
}

export function podStatus(pod: PodRecord, timestamp: string): { status: object } {
  const running = pod.stage === 'running';
  return {
    status: {
      phase: running ? 'Running' : 'Pending',
      startTime: timestamp,
      conditions: [{ type: 'Ready', status: running ? 'True' : 'False', lastTransitionTime: timestamp }],
      containerStatuses: [
        {
          name: pod.deployment,
          image: image({ name: pod.deployment, revision: pod.revision }),
          imageID: '',
          ready: running,
          restartCount: 0,
          state: running
            ? { running: { startedAt: timestamp } }
            : { waiting: { reason: 'ContainerCreating' } },
        },
      ],
    },
  };
}
