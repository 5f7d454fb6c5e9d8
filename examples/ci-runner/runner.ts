import { randomUUID } from 'node:crypto';
import type { Writable } from 'node:stream';
import { isNotFound, resources, WaitError, waitFor } from 'kube-informers';
import type { batchv1, ClientOf, Clientset, CopyResult, corev1, DeepReadonly } from 'kube-informers';
import { setOwnerReference } from 'kube-informers/controller';

/** What to build, and in which image. */
export interface Build {
  readonly namespace: string;
  readonly image: string;
  /** Folder of this machine that is copied into the container. */
  readonly source: string;
  /** Where it is in the container. */
  readonly workspace: string;
  /** Commands, one after the other, until one fails. */
  readonly steps: readonly (readonly string[])[];
  /** A file or folder of the container, and where to put it on this machine. */
  readonly artifacts?: { readonly from: string; readonly to: string };
  /** Environment of the container, kept in a Secret. */
  readonly secrets?: Readonly<Record<string, string>>;
}

export interface BuildOptions {
  readonly signal?: AbortSignal;
  /** Takes what the steps write. */
  readonly output: Writable;
  /** Called with each line of the container's own log. */
  readonly onLog: (line: string) => void;
  /** How long the pod may take to start, ms. */
  readonly startTimeoutMs?: number;
}

export interface BuildResult {
  /** Exit codes of the steps that ran; all but the last one are 0. */
  readonly exitCodes: readonly number[];
  readonly artifacts: CopyResult | undefined;
}

type Pods = ClientOf<corev1.Pod, 'exec' | 'log'>;

const container = 'build';
/** Exit code of a command that was killed, be it with its container. */
const killed = 137;
/** How long a node may take to say that a container has ended, ms. */
const statusDelayMs = 5000;
const jobLabel = 'batch.kubernetes.io/job-name';

/** Reasons of a waiting container that a CI runner does not wait for. */
const imageProblems = new Set(['ErrImagePull', 'ImagePullBackOff', 'InvalidImageName', 'ErrImageNeverPull']);

/**
 * Runs a build in a pod of its own: copies the source in, runs the steps, copies the artifacts out.
 *
 * A step that fails is a result. All else rejects, with an error that says which operation failed. Nothing is left in the cluster.
 */
export async function runBuild(
  clientset: Clientset,
  build: Build,
  options: BuildOptions,
): Promise<BuildResult> {
  const { namespace } = build;
  const { signal, onLog } = options;
  const jobs = clientset.batchV1().jobs(namespace);
  const pods = clientset.coreV1().pods(namespace);
  const name = `build-${randomUUID()}`;
  const job = await jobs.create(jobOf(name, build), { signal });
  const limit = new AbortController();
  let pod: string | undefined;
  let log: Promise<void> | undefined;
  try {
    // The pod waits for its Secret, which the garbage collector deletes with the Job.
    const secret = { metadata: { name, namespace }, stringData: { ...build.secrets } };
    await clientset.coreV1().secrets(namespace).create(setOwnerReference(job, secret), { signal });
    pod = await startedPod(clientset, name, build, options);
    log = followLog(pods, pod, onLog, limit.signal);
    return await runSteps(clientset, pod, build, options);
  } catch (error) {
    if (pod !== undefined && signal?.aborted !== true) requireRunning(pod, await read(pods, pod), error);
    throw error;
  } finally {
    // Also after an abort, so without its signal. The log ends with the pod.
    const timer = setTimeout(() => limit.abort(new Error('the cleanup took 30 s')), 30_000);
    await remove(jobs, name, limit.signal);
    await log;
    clearTimeout(timer);
  }
}

function jobOf(name: string, { image }: Build) {
  return {
    metadata: { name },
    spec: {
      backoffLimit: 0,
      // The cluster ends a build whose runner is gone.
      activeDeadlineSeconds: 3600,
      ttlSecondsAfterFinished: 60,
      template: {
        spec: {
          restartPolicy: 'Never',
          containers: [
            { name: container, image, command: ['sleep', '3600'], envFrom: [{ secretRef: { name } }] },
          ],
        },
      },
    },
  };
}

/** Waits until the pod of the job runs. Fails at once if it has ended or its image cannot be pulled. */
async function startedPod(
  clientset: Clientset,
  job: string,
  { namespace, image }: Build,
  { signal, startTimeoutMs = 120_000 }: BuildOptions,
): Promise<string> {
  const runs = (pod?: DeepReadonly<corev1.Pod>): boolean => {
    const state = pod?.status?.containerStatuses?.[0]?.state;
    const { reason, message } = state?.waiting ?? {};
    if (reason !== undefined && imageProblems.has(reason))
      throw new Error(`the image ${image} cannot be pulled: ${reason}: ${message ?? 'no message'}`);
    if (state?.terminated !== undefined) throw new Error(`the container has ended: ${endOf(pod)}`);
    return state?.running !== undefined;
  };
  const selector = { labelSelector: `${jobLabel}=${job}` };
  const [pod] = await waitFor(clientset, resources.coreV1.pods, selector, runs, {
    namespace,
    signal,
    timeoutMs: startTimeoutMs,
  });
  return pod?.metadata?.name ?? '';
}

async function runSteps(
  clientset: Clientset,
  pod: string,
  { namespace, source, workspace, steps, artifacts }: Build,
  { signal, output }: BuildOptions,
): Promise<BuildResult> {
  const pods = clientset.coreV1().pods(namespace);
  await pods.copyTo(pod, source, workspace, { container, signal });
  const exitCodes: number[] = [];
  for (const command of steps) {
    const step = await pods.spawn(pod, { container, command, stdout: output, stderr: output, signal });
    const { exitCode } = await step.exit;
    exitCodes.push(exitCode);
    if (exitCode === killed) await requireAlive(clientset, namespace, pod, signal);
    if (exitCode !== 0) break;
  }
  const copied = artifacts && (await pods.copyFrom(pod, artifacts.from, artifacts.to, { container, signal }));
  return { exitCodes, artifacts: copied };
}

/** Follows the log until the pod has ended. A log that cannot be read is no reason to stop a build. */
async function followLog(
  pods: Pods,
  pod: string,
  onLog: (line: string) => void,
  signal: AbortSignal,
): Promise<void> {
  const lines = pods.logs(pod, { container, follow: true, signal });
  try {
    for await (const line of lines) onLog(line);
  } catch (error) {
    onLog(`the log cannot be read: ${String(error)}`);
  }
}

/** Deletes the Job, which the cluster may have done already: it does so a minute after its end. */
async function remove(
  jobs: ClientOf<batchv1.Job, 'status'>,
  name: string,
  signal: AbortSignal,
): Promise<void> {
  try {
    await jobs.delete(name, { propagationPolicy: 'Background', signal });
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
}

async function read(pods: Pods, name: string): Promise<DeepReadonly<corev1.Pod> | undefined> {
  return (await pods.list({ fieldSelector: `metadata.name=${name}` })).items[0];
}

function isRunning(pod: DeepReadonly<corev1.Pod> | undefined): boolean {
  return pod?.status?.containerStatuses?.[0]?.state?.running !== undefined;
}

/** Throws if a command was killed with its pod: a node says a moment later that a container has ended. */
async function requireAlive(
  clientset: Clientset,
  namespace: string,
  name: string,
  signal: AbortSignal | undefined,
): Promise<void> {
  const options = { namespace, signal, timeoutMs: statusDelayMs };
  try {
    await waitFor(clientset, resources.coreV1.pods, name, (pod) => !isRunning(pod), options);
  } catch (error) {
    if (error instanceof WaitError && error.code === 'ERR_WAIT_TIMEOUT') return;
    throw error;
  }
  throw new Error('the step was killed with its pod');
}

/** Throws if the container has ended, with the reason. */
function requireRunning(name: string, pod: DeepReadonly<corev1.Pod> | undefined, cause?: unknown): void {
  if (isRunning(pod)) return;
  throw new Error(`the pod ${name} has ended during the build: ${endOf(pod)}`, { cause });
}

function endOf(pod: DeepReadonly<corev1.Pod> | undefined): string {
  // A finalizer of the Job's controller keeps a pod that was deleted for a moment.
  if (pod?.metadata?.deletionTimestamp !== undefined || pod === undefined) return 'it was deleted';
  const { reason, message, containerStatuses = [] } = pod.status ?? {};
  const terminated = containerStatuses[0]?.state?.terminated;
  const code = terminated === undefined ? '' : ` with exit code ${terminated.exitCode}`;
  return `${reason ?? terminated?.reason ?? 'no reason'}${code}: ${message ?? terminated?.message ?? 'no message'}`;
}
