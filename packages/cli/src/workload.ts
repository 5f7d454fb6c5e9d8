import {
  type ClientOf,
  type Clientset,
  type Clock,
  isNotFound,
  type ObjectOf,
  type Random,
} from 'kube-informers';
import { appsV1, coreV1 } from 'kube-informers/internal';
import {
  deploymentObject,
  deploymentSpec,
  initialNodes,
  initialPlans,
  nodeObject,
  nodeStatus,
  podObject,
  podStatus,
} from './workload-objects.js';
import type { DeploymentPlan, PodRecord } from './workload-objects.js';

/** Everything a workload needs besides a server. */
export interface WorkloadOptions {
  readonly clock: Clock;
  readonly random: Random;
  /** Called with one sentence before each step of the demo. */
  readonly onStory: (sentence: string) => void;
  /** Cuts every open watch; without it the demo leaves that step out. */
  readonly cutWatches?: NetworkCut | undefined;
}

/** A simulated network fault. */
export interface NetworkCut {
  /** Breaks every watch connection, and lets no new one through. */
  cut(): void;
  /** Lets watches through again. */
  restore(): void;
  /** Describes, a little later and in one sentence, how the informers recovered. */
  outcome(): string;
}

/** Time between two steps of the simulated cluster, ms. */
const tickMs = 400;

/**
 * Simulates a small cluster: plays scheduler, kubelet and deployment controller for a few nodes and deployments.
 *
 * It uses only the API, so that watches see what a real cluster would send.
 */
export class SimulatedWorkload {
  readonly #clientset: Clientset;
  readonly #options: WorkloadOptions;
  readonly #plans: DeploymentPlan[] = initialPlans.map((plan) => ({ ...plan }));
  readonly #uids = new Map<string, string>();
  readonly #readyNodes = new Set<string>(initialNodes);
  #pods: PodRecord[] = [];

  constructor(clientset: Clientset, options: WorkloadOptions) {
    this.#clientset = clientset;
    this.#options = options;
  }

  /** Creates nodes, namespaces, deployments and running pods. */
  async populate(): Promise<void> {
    const clientset = this.#clientset;
    for (const name of initialNodes) {
      await clientset.resource(coreV1.nodes).create(nodeObject(name));
      await this.#setNodeReady(name, true);
    }
    for (const namespace of new Set(this.#plans.map((plan) => plan.namespace))) {
      await clientset.resource(coreV1.namespaces).create({ metadata: { name: namespace } });
    }
    for (const plan of this.#plans) {
      const created = await clientset
        .resource(appsV1.deployments, plan.namespace)
        .create(deploymentObject(plan));
      this.#uids.set(nameOf(plan), created.metadata?.uid ?? '');
      for (let index = 0; index < plan.replicas; index++) await this.#createPod(plan);
      for (const pod of this.#podsOf(plan)) {
        await this.#schedule(pod);
        await this.#setStage(pod, 'running');
      }
      await this.#reportDeployment(plan);
    }
  }

  /** When the container of a pod started, ms since the epoch; undefined if it does not run. */
  startedMs(namespace: string, name: string): number | undefined {
    return this.#pods.find((pod) => pod.namespace === namespace && pod.name === name)?.startedMs;
  }

  /** Runs until the signal aborts, then resolves. */
  async run(options: { readonly signal: AbortSignal }): Promise<void> {
    const { clock } = this.#options;
    for (let tick = 0; !options.signal.aborted; tick++) {
      try {
        await this.#chapter(tick);
        await this.#step();
        await clock.sleep(tickMs, options);
      } catch (error) {
        if (options.signal.aborted) return;
        throw error;
      }
    }
  }

  /** The script: what happens at which tick. It restarts after the last step. */
  async #chapter(tick: number): Promise<void> {
    const { onStory, cutWatches } = this.#options;
    const [web, cart, search] = this.#plans;
    if (web === undefined || cart === undefined || search === undefined) return;
    switch (tick % 44) {
      case 3:
        onStory(`a new version of ${nameOf(web)} rolls out, one pod at a time`);
        web.revision += 1;
        await this.#updateDeployment(web);
        break;
      case 14:
        onStory(`${nameOf(cart)} is scaled from ${cart.replicas} to ${cart.replicas + 2}`);
        await this.#scale(cart, 2);
        break;
      case 19:
        if (cutWatches === undefined) break;
        onStory(`the network drops every watch and stays down while ${nameOf(search)} is scaled up`);
        cutWatches.cut();
        await this.#scale(search, 1);
        break;
      case 22:
        if (cutWatches === undefined) break;
        onStory('the network is back');
        cutWatches.restore();
        break;
      case 26:
        if (cutWatches !== undefined) onStory(cutWatches.outcome());
        break;
      case 27:
        onStory('node worker-2 stops answering; its pods are replaced on the other nodes');
        await this.#failNode('worker-2');
        break;
      case 32:
        onStory('node worker-2 is back');
        this.#readyNodes.add('worker-2');
        await this.#setNodeReady('worker-2', true);
        break;
      case 36:
        onStory(`${nameOf(cart)} is scaled back to ${cart.replicas - 2}`);
        await this.#scale(cart, -2);
        if (cutWatches !== undefined) await this.#scale(search, -1);
        break;
      default:
    }
  }

  /** One round of the simulated controllers: each pod advances one stage, each deployment by one pod. */
  async #step(): Promise<void> {
    for (const pod of this.#pods.slice()) {
      if (pod.stage === 'pending') await this.#schedule(pod);
      else if (pod.stage === 'scheduled') await this.#setStage(pod, 'running');
    }
    for (const plan of this.#plans) {
      const pods = this.#podsOf(plan);
      const current = pods.filter((pod) => pod.revision === plan.revision);
      const outdated = pods.filter((pod) => pod.revision !== plan.revision);
      const settling = current.some((pod) => pod.stage !== 'running');
      // At most one pod more than desired, as in a rolling update.
      if (outdated[0] !== undefined && pods.length > plan.replicas && !settling)
        await this.#deletePod(outdated[0]);
      else if (current.length < plan.replicas && !settling) await this.#createPod(plan);
      else if (current.length > plan.replicas && current[0] !== undefined) await this.#deletePod(current[0]);
      else continue;
      await this.#reportDeployment(plan);
    }
  }

  async #failNode(name: string): Promise<void> {
    this.#readyNodes.delete(name);
    await this.#setNodeReady(name, false);
    for (const pod of this.#pods.filter((entry) => entry.node === name)) await this.#deletePod(pod);
  }

  async #createPod(plan: DeploymentPlan): Promise<void> {
    const pod: PodRecord = {
      namespace: plan.namespace,
      name: `${plan.name}-v${plan.revision}-${this.#suffix()}`,
      deployment: plan.name,
      revision: plan.revision,
      stage: 'pending',
      node: undefined,
      startedMs: undefined,
    };
    const uid = this.#uids.get(nameOf(plan)) ?? '';
    await this.#clientset.resource(coreV1.pods, pod.namespace).create(podObject(pod, uid));
    this.#pods.push(pod);
  }

  async #deletePod(pod: PodRecord): Promise<void> {
    this.#pods = this.#pods.filter((entry) => entry !== pod);
    try {
      await this.#clientset.resource(coreV1.pods, pod.namespace).delete(pod.name);
    } catch (error) {
      // A user of the demo's server may have deleted it first.
      if (!isNotFound(error)) throw error;
    }
  }

  async #schedule(pod: PodRecord): Promise<void> {
    const { random } = this.#options;
    const nodes = [...this.#readyNodes];
    const node = nodes[Math.floor(random() * nodes.length)];
    if (node === undefined) return;
    pod.node = node;
    await this.#unlessGone(pod, (pods) => pods.bind(pod.name, node));
    await this.#setStage(pod, 'scheduled');
  }

  async #setStage(pod: PodRecord, stage: PodRecord['stage']): Promise<void> {
    pod.stage = stage;
    if (stage === 'running') pod.startedMs = Math.floor(this.#options.clock.now() / 1_000) * 1_000;
    const status = podStatus(pod, this.#timestamp());
    await this.#unlessGone(pod, (pods) =>
      pods.patch(pod.name, status, { type: 'merge', subresource: 'status' }),
    );
  }

  /** Makes a call for a pod, which is forgotten if the server has it no more. */
  async #unlessGone(
    pod: PodRecord,
    call: (pods: ClientOf<ObjectOf<typeof coreV1.pods>, 'binding' | 'status'>) => Promise<unknown>,
  ): Promise<void> {
    try {
      await call(this.#clientset.resource(coreV1.pods, pod.namespace));
    } catch (error) {
      if (!isNotFound(error)) throw error;
      this.#pods = this.#pods.filter((entry) => entry !== pod);
    }
  }

  async #scale(plan: DeploymentPlan, by: number): Promise<void> {
    plan.replicas += by;
    await this.#updateDeployment(plan);
  }

  async #updateDeployment(plan: DeploymentPlan): Promise<void> {
    await this.#clientset
      .resource(appsV1.deployments, plan.namespace)
      .patch(plan.name, { spec: deploymentSpec(plan) }, { type: 'merge' });
  }

  async #reportDeployment(plan: DeploymentPlan): Promise<void> {
    const pods = this.#podsOf(plan);
    const running = pods.filter((pod) => pod.stage === 'running').length;
    const status = {
      replicas: pods.length,
      readyReplicas: running,
      availableReplicas: running,
      updatedReplicas: pods.filter((pod) => pod.revision === plan.revision).length,
    };
    await this.#clientset
      .resource(appsV1.deployments, plan.namespace)
      .patch(plan.name, { status }, { type: 'merge', subresource: 'status' });
  }

  async #setNodeReady(name: string, ready: boolean): Promise<void> {
    await this.#clientset
      .resource(coreV1.nodes)
      .patch(name, nodeStatus(ready, this.#timestamp()), { type: 'merge', subresource: 'status' });
  }

  #podsOf(plan: DeploymentPlan): PodRecord[] {
    return this.#pods.filter((pod) => pod.namespace === plan.namespace && pod.deployment === plan.name);
  }

  #timestamp(): string {
    return new Date(this.#options.clock.now()).toISOString().replace(/\.\d+Z$/, 'Z');
  }

  /** Five random characters of the API server's alphabet for generated names, which has no vowels. */
  #suffix(): string {
    const alphabet = 'bcdfghjklmnpqrstvwxz2456789';
    return Array.from(
      { length: 5 },
      () => alphabet[Math.floor(this.#options.random() * alphabet.length)],
    ).join('');
  }
}

function nameOf(plan: DeploymentPlan): string {
  return `${plan.namespace}/${plan.name}`;
}
