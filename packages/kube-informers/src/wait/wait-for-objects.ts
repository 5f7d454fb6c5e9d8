import type { ListerWatcher, ReadonlyIndexer } from '../cache/types.js';
import { errorOfEvent } from '../meta/error-event.js';
import { RefusalGrace } from '../meta/refusals.js';
import { fieldSelectorFromSet } from '../meta/field-selector.js';
import { labelSelectorAsSelector } from '../meta/label-selector.js';
import type { Resource } from '../meta/resource.js';
import type { KubernetesObject, ListOptions } from '../meta/types.js';
import { coreV1 } from '../resources/core-v1.js';
import type { corev1, metav1 } from '../resources/types.js';
import { systemClock } from '../util/clock.js';
import type { DeepReadonly } from '../util/deep-readonly.js';
import { asError, ConfigError } from '../util/errors.js';
import type { OptionNames } from '../util/known-options.js';
import { requireKnownOptions } from '../util/known-options.js';
import { refuse, requireClock, requireObject, requireString } from '../util/require.js';
import { shownKey, shownValue } from '../util/shown.js';
import { linkSignal } from '../util/signal.js';
import type { TestOptions } from '../util/clock.js';
import { untilWithSync } from '../watch/until.js';
import { WaitError } from '../meta/wait-error.js';
import { waitLimitNames } from '../watch/wait.js';
import type { WaitLimit } from '../watch/wait.js';
import type { Unstructured } from '../client/call-options.js';
import type { Clientset } from '../client/clientset.js';
import { isPathNotFound } from '../client/manifests/absent-kinds.js';
import { describeTarget } from '../client/requests.js';
import { withRemedy } from '../streams/errors.js';
import { shownState } from './shown-state.js';
import { checkOf, hopeless } from './wait-conditions.js';
import type { Check, WaitCondition } from './wait-conditions.js';

/** Objects to wait for: by label selector, field selector or both. `{}` is every object of the namespace. */
export type WaitSelector = Pick<ListOptions, 'labelSelector' | 'fieldSelector'>;

/** The part of a Clientset that `waitFor` needs. */
export type WaitClient = Pick<Clientset, 'resource' | 'discovery' | 'restClient'>;

/** Options of `waitFor`. */
export interface WaitForOptions extends WaitLimit, Pick<TestOptions, 'clock'> {
  /** Namespace of the objects. Default: that of the config, or `default`; for a selector `""` is all namespaces. */
  readonly namespace?: string | undefined;
}

const waitForOptionNames: OptionNames<WaitForOptions> = {
  ...waitLimitNames,
  namespace: requireString,
  clock: requireClock,
};

const waitSelectorNames: OptionNames<WaitSelector> = { labelSelector: true, fieldSelector: true };

/** Latest events in the error of a wait. */
const shownEvents = 5;

/** Pods of a workload in it. */
const shownPods = 3;

/** Longest wait for these, ms: the error must not be late for want of them. */
const explanationTimeoutMs = 5000;

/** Wait before a name that was refused is resolved again, ms. */
const resolveDelayMs = 1000;

/** Waits for objects: see `waitFor`. Resolves with the objects that met the condition. */
export async function waitForObjects(
  client: WaitClient,
  given: Resource<KubernetesObject> | string,
  which: string | WaitSelector,
  condition: WaitCondition<KubernetesObject>,
  options: WaitForOptions,
): Promise<readonly DeepReadonly<KubernetesObject>[]> {
  requireKnownOptions('waitFor', options, waitForOptionNames);
  const isNamed = typeof which === 'string';
  if (isNamed && which === '') refuse('name of waitFor', 'a non-empty string', which);
  if (!isNamed) {
    requireObject('selector of waitFor', which);
    requireKnownOptions('the selector of waitFor', which, waitSelectorNames);
  }
  if (typeof condition !== 'string' && typeof condition !== 'function')
    refuse('condition of waitFor', 'a text such as Ready, or a function', condition);
  if (typeof given !== 'string') return waitForResource(client, given, which, condition, options);
  const discovery = client.discovery();
  const call = { signal: options.signal };
  const resource = await resolved(discovery, given, options);
  try {
    return await waitForResource(client, resource, which, condition, options);
  } catch (thrown) {
    if (!isPathNotFound(thrown)) throw thrown;
    // Its definition may have come back with another scope.
    discovery.invalidate();
    const served = await discovery.resolve(given, call);
    if (served.namespaced === resource.namespaced && served.resource === resource.resource) throw thrown;
    return waitForResource(client, served, which, condition, options);
  }
}

/** Resolves the name of a resource, also with a server that starts and refuses that for a moment. */
async function resolved(
  discovery: ReturnType<WaitClient['discovery']>,
  name: string,
  { signal, clock = systemClock }: WaitForOptions,
): Promise<Resource<Unstructured>> {
  const grace = new RefusalGrace(clock);
  for (;;) {
    try {
      return await discovery.resolve(name, { signal });
    } catch (thrown) {
      if (!grace.mayRetry(thrown)) throw thrown;
    }
    await clock.sleep(resolveDelayMs, { signal });
  }
}

async function waitForResource(
  client: WaitClient,
  resource: Resource<KubernetesObject>,
  which: string | WaitSelector,
  condition: WaitCondition<KubernetesObject>,
  options: WaitForOptions,
): Promise<readonly DeepReadonly<KubernetesObject>[]> {
  const isNamed = typeof which === 'string';
  const namespace = resource.namespaced
    ? (options.namespace ?? client.restClient.config.namespace ?? 'default')
    : options.namespace;
  if (isNamed && resource.namespaced && namespace === '')
    throw new ConfigError(
      'ERR_NAMESPACE',
      `waitFor ${describeTarget(resource, which)} needs one namespace, got ""`,
    );
  const check = checkOf(condition, resource);
  const subject = `${describeTarget(resource, isNamed ? which : undefined)}${isNamed ? '' : ` matching ${shownSelector(which)}`}${
    namespace === undefined || namespace === '' ? '' : ` in namespace ${namespace}`
  }`;
  // Only the type of the objects differs.
  const objects = client.resource(resource as Resource<Unstructured>, namespace);
  const selector: WaitSelector = isNamed
    ? { fieldSelector: fieldSelectorFromSet({ 'metadata.name': which }).toString() }
    : which;
  const refused = (thrown: unknown): never => {
    throw withRemedy(thrown, 'list and watch', describeTarget(resource));
  };
  const source: ListerWatcher<Unstructured> = {
    list: (options) => objects.list({ ...options, ...selector }).catch(refused),
    watch: (options) => objects.watch({ ...options, ...selector }).catch(refused),
    description: subject,
  };
  const wait = new ObjectsWait(check, isNamed);
  try {
    await untilWithSync(
      source,
      (event) => {
        if (event.type === 'ERROR') throw errorOfEvent(event.object);
        return wait.isMet();
      },
      { ...waitOptions(options), precondition: (store) => wait.start(store) },
    );
    return wait.objects;
  } catch (thrown) {
    if (!(thrown instanceof WaitError)) throw thrown;
    const { object } = wait;
    const state = `; last state${object === undefined || isNamed ? '' : ` of ${shownKey(object.metadata?.name)}`}: ${shownState(object)}`;
    const explained =
      object === undefined || thrown.code === 'ERR_WAIT_ABORTED'
        ? []
        : await Promise.all([
            unreadyPods(client, object, resource, options),
            latestEvents(client, object, resource.kind, options),
          ]);
    const events = explained
      .filter((text) => text !== '')
      .map((text) => `; ${text}`)
      .join('');
    throw new WaitError(
      thrown.code,
      `${subject} did not ${check.name}: ${thrown.message}${wait.isKnown ? state : ''}${events}`,
      { cause: thrown.cause, lastEvent: thrown.lastEvent },
    );
  }
}

function waitOptions({ signal, timeoutMs, clock }: WaitForOptions): WaitForOptions {
  return { signal, timeoutMs, clock };
}

function shownSelector({ labelSelector, fieldSelector }: WaitSelector): string {
  return (
    [labelSelector, fieldSelector]
      .filter((part) => part !== undefined)
      .map(String)
      .map(shownValue)
      .join(' and ') || 'everything'
  );
}

/** Checks the objects of a cache. */
class ObjectsWait {
  readonly #check: Check;
  readonly #isNamed: boolean;
  #store: ReadonlyIndexer<Unstructured> | undefined;
  /** Of the named object that was seen first. */
  #uid: string | undefined;
  /** The object that did not meet the condition at last. */
  object: DeepReadonly<KubernetesObject> | undefined;

  constructor(check: Check, isNamed: boolean) {
    this.#check = check;
    this.#isNamed = isNamed;
  }

  get objects(): readonly DeepReadonly<KubernetesObject>[] {
    return this.#store?.list() ?? [];
  }

  /** True once the objects have been listed. */
  get isKnown(): boolean {
    return this.#store !== undefined;
  }

  start(store: ReadonlyIndexer<Unstructured>): Promise<boolean> {
    this.#store = store;
    return this.isMet();
  }

  async isMet(): Promise<boolean> {
    const { objects } = this;
    const check = this.#check;
    if (this.#isNamed && check.ofOneObject === true) this.#requireSame(objects[0]);
    if (objects.length === 0) {
      this.object = undefined;
      if (check.ofNone === true) return true;
      return this.#isNamed && check.ofAbsent === true && (await check.met(undefined));
    }
    for (const object of objects) {
      this.object = object;
      if (!(await check.met(object))) return false;
    }
    return true;
  }

  /** As `kubectl rollout status`, which does not go on with an object of the same name. */
  #requireSame(object: DeepReadonly<KubernetesObject> | undefined): void {
    const uid = object?.metadata?.uid;
    if (this.#uid !== undefined && uid !== this.#uid) throw hopeless('the object was deleted');
    this.#uid = uid;
  }
}

/** Reads what explains an error, within a limit of time. What fails here must not hide the error. */
async function explanation(
  what: string,
  { signal, clock = systemClock }: WaitForOptions,
  read: (signal: AbortSignal) => Promise<string>,
): Promise<string> {
  const limit = linkSignal(signal);
  const timer = clock.setTimer(
    () => limit.abort(new Error(`no answer after ${explanationTimeoutMs} ms`)),
    explanationTimeoutMs,
  );
  try {
    return await read(limit.signal);
  } catch (thrown) {
    return `${what} not readable: ${asError(thrown).message}`;
  } finally {
    timer.cancel();
    limit.dispose();
  }
}

/** The pods of a workload that are not ready, in words; empty for other objects. */
async function unreadyPods(
  client: WaitClient,
  object: DeepReadonly<KubernetesObject>,
  { group }: Resource<KubernetesObject>,
  options: WaitForOptions,
): Promise<string> {
  const { spec } = object as { readonly spec?: { readonly selector?: metav1.LabelSelector } };
  if ((group !== 'apps' && group !== 'batch') || typeof spec?.selector !== 'object') return '';
  const { selector } = spec;
  return explanation('pods', options, async (signal) => {
    // Only the type of the objects differs.
    const pods = client.resource(
      coreV1.pods as unknown as Resource<Unstructured>,
      object.metadata?.namespace ?? 'default',
    );
    const labelSelector = labelSelectorAsSelector(selector).toString();
    const { items } = await pods.list({ labelSelector, limit: 500, signal });
    const unready = (items as unknown as corev1.Pod[]).filter(
      ({ status }) =>
        status?.phase !== 'Succeeded' &&
        status?.conditions?.some(({ type, status: value }) => type === 'Ready' && value === 'True') !== true,
    );
    if (items.length === 0) return 'no pods';
    return unready
      .slice(0, shownPods)
      .map((pod) => `pod ${shownKey(pod.metadata?.name)}: ${shownState(pod)}`)
      .join('; ');
  });
}

/** The latest events of an object in words. */
async function latestEvents(
  client: WaitClient,
  { metadata }: DeepReadonly<KubernetesObject>,
  kind: string,
  options: WaitForOptions,
): Promise<string> {
  const { name = '', namespace = 'default', uid } = metadata ?? {};
  return explanation('events', options, async (signal) => {
    // Only the type of the objects differs.
    const events = client.resource(coreV1.events as unknown as Resource<Unstructured>, namespace);
    const fieldSelector = fieldSelectorFromSet({
      'involvedObject.name': name,
      'involvedObject.kind': kind,
      ...(uid === undefined ? {} : { 'involvedObject.uid': uid }),
    }).toString();
    const { items } = await events.list({ fieldSelector, limit: 500, signal });
    const latest = (items as unknown as corev1.Event[])
      .toSorted((one, other) => timeOf(one) - timeOf(other))
      .slice(-shownEvents);
    if (latest.length === 0) return 'no events';
    return `latest events: ${latest.map(eventText).join('; ')}`;
  });
}

function timeOf({ series, lastTimestamp, eventTime, metadata }: corev1.Event): number {
  const time = series?.lastObservedTime ?? lastTimestamp ?? eventTime ?? metadata.creationTimestamp ?? '';
  const parsed = Date.parse(time);
  return Number.isNaN(parsed) ? 0 : parsed;
}

function eventText({ reason = '', message = '', count, series }: corev1.Event): string {
  const times = series?.count ?? count ?? 1;
  return `${reason}${times > 1 ? ` (${times} times)` : ''}: ${message.slice(0, 300)}`;
}
