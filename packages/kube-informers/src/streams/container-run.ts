import { defaultContainerAnnotation } from '../meta/names.js';
import type { corev1 } from '../resources/types.js';

/**
 * What a container does now: it has not started (`pending`), `runs`, `waits` to be restarted, or has `ended` for good; `unknown` if no
 * kubelet has told its status, as in a test.
 */
export type Outlook = 'pending' | 'runs' | 'waits' | 'ended' | 'unknown';

/** One run of a container of a pod, as the pod's status tells it. */
export interface ContainerRun {
  /** uid of the pod; "" if it has none. */
  readonly pod: string;
  /** Container ID; "" if the status has none. */
  readonly id: string;
  /** Number of runs before this one. */
  readonly restarts: number;
  /** Container ID of the run before; "" if the status has none. */
  readonly previousId: string;
  readonly outlook: Outlook;
  /** False if the pod has no such container, or several and none was named: the server refuses such a request for good. */
  readonly isDeclared: boolean;
}

/** Returns the present run of a container; without its name, of the pod's default container. */
export function runOf(pod: corev1.Pod, container: string | undefined): ContainerRun {
  const status = statusOf(pod, nameOf(pod, container));
  return {
    pod: pod.metadata?.uid ?? '',
    id: status?.containerID ?? '',
    restarts: status?.restartCount ?? 0,
    previousId: status?.lastState?.terminated?.containerID ?? '',
    outlook: outlookOf(pod, container),
    isDeclared: isDeclared(pod, container),
  };
}

/** True for the same run of the same pod. */
export function isSameRun(one: ContainerRun, other: ContainerRun): boolean {
  // A run has no ID before it has started, and with some virtual kubelets.
  const hasSameId = one.id === other.id || one.id === '' || other.id === '';
  return one.pod === other.pod && hasSameId && one.restarts === other.restarts;
}

/** True if `next` is the run that follows `run`, so that the previous log is the one of `run`. */
export function isNextRun(run: ContainerRun, next: ContainerRun): boolean {
  return run.id !== '' && next.previousId !== ''
    ? run.id === next.previousId
    : next.restarts === run.restarts + 1;
}

/** Decides from a pod's status what its container does. */
export function outlookOf(pod: corev1.Pod, container: string | undefined): Outlook {
  const { metadata, spec, status } = pod;
  const name = nameOf(pod, container);
  const found = statusOf(pod, name);
  const state = found?.state;
  if (state?.running) return 'runs';
  if (status?.phase === 'Succeeded' || status?.phase === 'Failed') return 'ended';
  if (state?.terminated) {
    if (metadata?.deletionTimestamp !== undefined) return 'ended';
    return restarts(spec, name, state.terminated.exitCode) ? 'waits' : 'ended';
  }
  if (state?.waiting) return found?.lastState?.terminated ? 'waits' : 'pending';
  // Until the pod has a node, the server answers with an empty log.
  return (spec?.nodeName ?? '') === '' && isDeclared(pod, container) ? 'pending' : 'unknown';
}

function isDeclared(pod: corev1.Pod, container: string | undefined): boolean {
  return container === undefined
    ? named(pod.spec?.containers).length === 1
    : containerNames(pod).includes(container);
}

/** Names of the containers of a pod: init containers, then the others, then ephemeral ones. */
export function containerNames({ spec }: corev1.Pod): string[] {
  return [spec?.initContainers, spec?.containers, spec?.ephemeralContainers]
    .flatMap(named)
    .map(({ name }) => name);
}

/** Names of the containers that have a log. Without a status, all have. */
export function startedContainers(pod: corev1.Pod): string[] {
  if ((pod.spec?.nodeName ?? '') === '') return [];
  return containerNames(pod).filter((name) => outlookOf(pod, name) !== 'pending');
}

function statusOf({ status }: corev1.Pod, name: string | undefined): corev1.ContainerStatus | undefined {
  return [status?.containerStatuses, status?.initContainerStatuses, status?.ephemeralContainerStatuses]
    .flatMap(named)
    .find((candidate) => candidate.name === name);
}

/** The members of a list of containers or their statuses. A server may send anything in its place. */
function named<T extends { readonly name: string }>(list: readonly T[] | null | undefined): readonly T[] {
  const isMember = (member: T | null): boolean => typeof member?.name === 'string';
  return Array.isArray(list) ? list.filter(isMember) : [];
}

function nameOf({ metadata, spec }: corev1.Pod, container: string | undefined): string | undefined {
  return container ?? metadata?.annotations?.[defaultContainerAnnotation] ?? named(spec?.containers)[0]?.name;
}

function restarts(spec: corev1.PodSpec | undefined, name: string | undefined, exitCode: number): boolean {
  const isNamed = (candidate: { readonly name: string }): boolean => candidate.name === name;
  const init = named(spec?.initContainers).find(isNamed);
  const own = (init ?? named(spec?.containers).find(isNamed))?.restartPolicy;
  if (named(spec?.ephemeralContainers).some(isNamed)) return false;
  const policy = own ?? spec?.restartPolicy ?? 'Always';
  // An init container that has succeeded is done; one with its own policy Always is a sidecar.
  if (init !== undefined && own !== 'Always') return policy !== 'Never' && exitCode !== 0;
  return policy === 'Always' || (policy === 'OnFailure' && exitCode !== 0);
}
