import { loggerOf } from '../client/clientset.js';
import type { Clientset } from '../client/clientset.js';
import { formatGroupResource } from '../meta/group-version.js';
import { resourceName } from '../meta/resource.js';
import type { GroupVersionResource, Resource } from '../meta/resource.js';
import { StatusError } from '../meta/errors.js';
import { newBadRequest, newInternalError, newTimeout, newTooManyRequests } from '../meta/status.js';
import type { KubernetesObject } from '../meta/types.js';
import { requirePem } from '../rest/config.js';
import type { admissionregistrationv1 } from '../resources/types.js';
import { systemClock } from '../util/clock.js';
import type { Clock, TestOptions } from '../util/clock.js';
import { ConfigError, asError } from '../util/errors.js';
import { bodyText, jsonText, parseJson } from '../util/json.js';
import { requireCall, requireKnownOptions } from '../util/known-options.js';
import type { OptionNames } from '../util/known-options.js';
import type { ListenAddress } from '../util/listen.js';
import { containLogger } from '../util/logger.js';
import type { Logger } from '../util/logger.js';
import {
  hasStrings,
  numberFrom,
  refuse,
  refuseValue,
  requireAbortSignal,
  requireClock,
  requireList,
  requireLogger,
  requireObject,
  requirePort,
  requireRecord,
  requireString,
  requireStrings,
  requireText,
  wholeFrom,
} from '../util/require.js';
import { printable, shortened, shownValue } from '../util/shown.js';
import { linkSignal, onAbort, raceSignal, reasonOf } from '../util/signal.js';
import { AdmissionHandlers } from './admission.js';
import type { AdmissionKind, Mutate, ReviewedObject, Validate } from './admission.js';
import { certificateFiles } from './certificates.js';
import type { CertificateFiles, CertificateSource } from './certificates.js';
import { Conversion } from './conversion.js';
import type { Spokes } from './conversion.js';
import { isHost, maxLifeMs, sharedCertificates } from './shared-certificates.js';
import type { BundleTargets, SharedCertificates } from './shared-certificates.js';
import { WebhookError } from './errors.js';
import { HookServer, defaultLimits, statusResponse } from './hook-server.js';
import type { HookRequest, HookResponse } from './hook-server.js';
import { readAdmissionReview, readConversionReview } from './reviews.js';
import { HandlerCounts } from './statistics.js';
import type { WebhooksStats } from './statistics.js';

/** Options of Webhooks. */
export interface WebhooksOptions extends Pick<ListenAddress, 'host'>, Pick<TestOptions, 'clock'> {
  /** Default: 9443, as in controller-runtime; 0 takes a free port. */
  readonly port?: number | undefined;
  /** The certificate that is served: made and renewed here and shared in a Secret, or from files that someone else renews. */
  readonly certificates: CertificateFiles | SharedCertificates;
  /**
   * Most requests that are answered at a time; a further one is refused with 429. A handler that has taken too long counts no longer,
   * whether it settles or not. Default: 200.
   */
  readonly maxInFlight?: number | undefined;
  /**
   * How long requests are still taken after a shutdown has begun, ms, because API servers learn of it later; each response then closes
   * its connection. Less than the `graceMs` of the manager. Default: 10000 if the signal has aborted because of a SIGTERM, with which
   * Kubernetes ends a container (see `onSignals`); otherwise 0.
   */
  readonly drainMs?: number | undefined;
  /** Name among the runnables of a manager. Default: `webhooks`. */
  readonly name?: string | undefined;
  /** Default: that of the clientset they run with. */
  readonly logger?: Logger | undefined;
}

const optionNames: OptionNames<WebhooksOptions> = {
  port: requirePort,
  host: requireString,
  certificates: requireCertificates,
  maxInFlight: wholeFrom(1),
  drainMs: numberFrom(0),
  name: requireText,
  logger: requireLogger,
  clock: requireClock,
};

const fileNames: OptionNames<CertificateFiles> = { cert: requirePem, key: requirePem };

const sharedNames: OptionNames<SharedCertificates> = {
  secret: hasStrings('namespace', 'name'),
  hosts: (what, hosts) => {
    requireList(what, hosts);
    // A list, as checked.
    for (const host of hosts as readonly unknown[])
      if (typeof host !== 'string' || !isHost(host))
        refuseValue(`a host of ${what}`, 'a DNS name or an address, without a port', host);
  },
  configuration: requireText,
  lifeMs: (what, lifeMs) => {
    numberFrom(3_600_000)(what, lifeMs);
    if (Number(lifeMs) > maxLifeMs) refuseValue(what, `at most ${maxLifeMs}`, lifeMs);
  },
};

function requireCertificates(what: string, given: unknown): void {
  requireRecord(what, given);
  const isShared = 'secret' in (given as object);
  requireKnownOptions(what, given, isShared ? sharedNames : fileNames);
  const { secret, hosts, cert, key } = given as Partial<SharedCertificates & CertificateFiles>;
  const isWhole = isShared
    ? secret !== undefined && (hosts?.length ?? 0) > 0
    : cert !== undefined && key !== undefined;
  if (!isWhole) refuse(what, '{ secret, hosts } or { cert, key }', given);
}

/** A review that has been answered. */
interface Answered {
  readonly text: string;
  readonly outcome: Outcome;
}

type Outcome = 'allowed' | 'refused' | 'failed';

/** A review that is being answered. */
interface Asked {
  /** That of the handler; until that is known, the kind of the review. */
  name: string;
  readonly fromMs: number;
}

/** Where an API server reaches the webhooks: a Service, or a URL of a server outside the cluster. */
export type WebhookAddress =
  | {
      /** The Service of the webhooks. */
      readonly service: {
        /** Namespace of the Service. */
        readonly namespace: string;
        /** Name of the Service. */
        readonly name: string;
        /** Port of the Service. Default: 443. */
        readonly port?: number | undefined;
      };
    }
  | {
      /** `https://127.0.0.1:9443`, without a path. */
      readonly url: string;
    };

/** Option of `validate` and `mutate`. */
export interface SubresourceOption<N extends string> {
  /** The subresource that the handlers are for, such as `status`; one of the resource's, if it names them. Default: the object itself. */
  readonly subresource?: N | undefined;
}

/** What webhooks are served with. */
export interface WebhooksRunContext {
  /** Ends the server, when `drainMs` have passed. */
  readonly signal: AbortSignal;
  /** Aborts when the shutdown begins, from which `drainMs` count; a manager passes its own. Default: `signal`. */
  readonly stopping?: AbortSignal | undefined;
  /** What certificates are shared with; a manager passes its own. */
  readonly clientset?: Clientset | undefined;
}

/** Options of `configurations`. */
export type WebhookConfigurationOptions = WebhookAddress & {
  /** Who has signed the certificate, PEM. Default: left out, for whoever writes it. */
  readonly ca?: string | undefined;
};

const configurationNames = { service: hasStrings('namespace', 'name'), url: requireText, ca: requireString };

/** Long enough for a kube-proxy that updates its rules every 10 s, as on GKE; the same as Gatekeeper's --shutdown-delay. */
const terminationDrainMs = 10_000;

/**
 * Webhooks of the API server: checks, changes and converts objects, in an HTTPS server that a Manager runs.
 *
 * ```ts
 * const webhooks = new Webhooks({ certificates: { cert: { file: '/tls/tls.crt' }, key: { file: '/tls/tls.key' } } });
 * webhooks.validate(websites, ({ object }) => {
 *   if (object.spec.replicas > 10) throw new FieldError('spec.replicas', 'must be at most 10', object.spec.replicas);
 * });
 * manager.add(webhooks);
 * ```
 *
 * Every replica serves them, leader or not. The path of a request tells only whether it is `/validate`, `/mutate` or `/convert`, with
 * anything after a hyphen; the review in it decides the rest. What a handler throws never ends the program.
 */
export class Webhooks {
  /** Names it among the runnables of a manager. */
  readonly name: string;
  /** Serves the last reconciles of a manager, whose writes the API server may ask about. */
  readonly endsLast = true;
  /**
   * By which the metrics of a manager find them among its runnables.
   * @internal
   */
  readonly isWebhooks = true;
  readonly #options: WebhooksOptions;
  #logger: Logger;
  readonly #clock: Clock;
  readonly #source: CertificateSource;
  readonly #admission = new Map<string, AdmissionHandlers>();
  readonly #conversions = new Map<string, Conversion>();
  readonly #counts = new Map<string, HandlerCounts>();
  #inFlight = 0;
  #isRunning = false;
  #port: number | undefined;
  #listening = new Listening();

  /** Throws ConfigError `ERR_OPTION` for an invalid option. */
  constructor(options: WebhooksOptions) {
    requireKnownOptions('Webhooks', options, optionNames);
    const { certificates } = options;
    // A program in JavaScript may have left it out.
    if ((certificates as unknown) === undefined)
      requireCertificates('certificates of Webhooks', certificates);
    this.#options = options;
    this.name = options.name ?? 'webhooks';
    this.#logger = containLogger(options.logger);
    this.#clock = options.clock ?? systemClock;
    this.#source =
      'secret' in certificates
        ? sharedCertificates(certificates, () => this.#targets())
        : certificateFiles(certificates);
  }

  /**
   * Checks requests for a resource or one of its subresources. A handler refuses by a FieldError, or several that it returns (422), or
   * by a DeniedError (403); anything else that it throws refuses with 500.
   *
   * Throws ConfigError `ERR_OPTION` for handlers of a wrong form, WebhookError `ERR_WEBHOOK_TWICE` for a resource that has some.
   */
  validate<T extends KubernetesObject, N extends string = never>(
    resource: Resource<T, string, never>,
    handlers: Validate<ReviewedObject<T, N>>,
    options: SubresourceOption<N> = {},
  ): this {
    return this.#register('validate', resource, handlers, options);
  }

  /**
   * Changes objects before they are validated and stored: a handler returns the object as it shall be, and the patch is made of it.
   * The server checks the schema of a custom resource afterwards, so its fields may have other types.
   *
   * Throws as `validate` does.
   */
  mutate<T extends KubernetesObject, N extends string = never>(
    resource: Resource<T, string, never>,
    handlers: Mutate<ReviewedObject<T, N>>,
    options: SubresourceOption<N> = {},
  ): this {
    return this.#register('mutate', resource, handlers, options);
  }

  /**
   * Converts custom resources between versions: from each to the hub and from the hub to each. The functions must lose nothing.
   *
   * ```ts
   * webhooks.convert(websites, { v1alpha1: { up: (old: OldWebsite) => ({ spec: … }), down: (website) => ({ spec: … }) } });
   * ```
   *
   * Throws as `validate` does.
   */
  convert<Hub extends KubernetesObject, Versions extends Readonly<Record<string, KubernetesObject>>>(
    hub: Resource<Hub, string, never>,
    versions: Spokes<Versions, Hub>,
  ): this {
    requireStrings('resource of convert', hub, ['group', 'version', 'kind']);
    const conversion = new Conversion(hub, versions);
    this.#claim(`convert ${conversion.name}`);
    this.#conversions.set(`${hub.group}/${hub.kind}`, conversion);
    return this;
  }

  /**
   * Returns an object in another version, as an API server would get it: for tests of `convert`.
   *
   * Throws WebhookError `ERR_WEBHOOK_KIND` for a kind without functions, TypeError for a version without and for what is no object
   * that they return, and what they throw.
   */
  converted(object: KubernetesObject, apiVersion: string): KubernetesObject {
    requireObject('object of converted', object);
    requireText('apiVersion of converted', apiVersion);
    const [group = ''] = apiVersion.split('/');
    const conversion = this.#conversions.get(`${group}/${object.kind}`);
    if (conversion === undefined)
      throw new WebhookError(
        'ERR_WEBHOOK_KIND',
        `no conversion of ${shownValue(object.kind)} to ${shownValue(apiVersion)}: ${this.#known('convert')}`,
      );
    // As in a request, the functions get a copy, and what they return is read from its text.
    const copy = parseJson(jsonText(object)) as KubernetesObject;
    return parseJson(
      bodyText(conversion.convert(copy, apiVersion), 'the converted object'),
    ) as KubernetesObject;
  }

  /**
   * Resolves with the port as soon as the server listens, in this run or the next one. Rejects with the error of a run that did not
   * come so far, and with the signal's reason.
   */
  listening(
    call: {
      /** Ends the wait. */
      readonly signal?: AbortSignal | undefined;
    } = {},
  ): Promise<number> {
    requireCall('listening of Webhooks', call);
    return raceSignal(this.#listening.promise, call.signal);
  }

  /** The port while the server listens. */
  get port(): number | undefined {
    return this.#port;
  }

  /** Returns a snapshot of the counters. */
  stats(): WebhooksStats {
    const handlers = Array.from(this.#counts, ([name, counts]) => [name, counts.stats()] as const);
    return Object.freeze({ inFlight: this.#inFlight, handlers: Object.freeze(Object.fromEntries(handlers)) });
  }

  /** Throws unless the server listens: the check of a manager's `/readyz`. */
  ready(): void {
    if (this.#port === undefined)
      throw new WebhookError('ERR_WEBHOOK_STOPPED', 'the webhooks are not served');
  }

  /**
   * Serves until the signal aborts and `drainMs` have passed, and answers what has arrived then, for up to 20 s. A manager calls it.
   *
   * Rejects with ConfigError `ERR_LOCAL_PORT` if it cannot listen, `ERR_TLS_CONFIG` if there is no certificate to begin with, and
   * with WebhookError `ERR_WEBHOOK_STARTED` while it runs.
   */
  async run(context: WebhooksRunContext): Promise<void> {
    requireObject('run of Webhooks', context);
    requireAbortSignal('signal of run', context.signal);
    if (context.stopping !== undefined) requireAbortSignal('stopping of run', context.stopping);
    if (this.#isRunning) throw new WebhookError('ERR_WEBHOOK_STARTED', 'the webhooks are served already');
    this.#isRunning = true;
    const { port = 9443, host } = this.#options;
    if (this.#options.logger === undefined) this.#logger = containLogger(loggerOf(context.clientset));
    const [clock, logger] = [this.#clock, this.#logger];
    const answer = (request: HookRequest): Promise<HookResponse> => this.answer(request);
    const server = new HookServer({ answer, limits: defaultLimits, clock, logger });
    let isListening = false;
    const link = linkSignal(context.stopping, context.signal);
    let drained: Promise<void> | undefined;
    const drain = (): void => {
      this.#port = undefined;
      server.drain();
      const drainMs = this.#options.drainMs ?? defaultDrainMs(link.signal);
      if (drainMs > 0) drained = clock.sleep(drainMs);
    };
    const undo = onAbort(link.signal, drain);
    if (link.signal.aborted) drain();
    try {
      await this.#source.run({
        signal: context.signal,
        clientset: context.clientset,
        clock,
        logger,
        use: async (pair) => {
          if (isListening) return server.use(pair);
          const listening = await server.listen({ port, host }, pair);
          isListening = true;
          if (link.signal.aborted) return;
          this.#port = listening;
          this.#listening.resolve(listening);
        },
      });
      await drained;
    } catch (thrown) {
      this.#listening.reject(thrown);
      throw thrown;
    } finally {
      this.#listening.reject(new WebhookError('ERR_WEBHOOK_STOPPED', 'the webhooks are not served'));
      this.#listening = new Listening();
      undo();
      link.dispose();
      await server.close();
      this.#port = undefined;
      this.#isRunning = false;
    }
  }

  /**
   * Returns the ValidatingWebhookConfiguration and the MutatingWebhookConfiguration that send what the handlers are for; none for a
   * kind without handlers. Both have this name. Change what a cluster needs, such as `failurePolicy` or a selector.
   */
  configurations(
    name: string,
    options: WebhookConfigurationOptions,
  ): (
    | admissionregistrationv1.ValidatingWebhookConfiguration
    | admissionregistrationv1.MutatingWebhookConfiguration
  )[] {
    requireText('name of configurations', name);
    requireKnownOptions('configurations', options, configurationNames);
    if (!('url' in options) && !('service' in options))
      throw new ConfigError('ERR_OPTION', 'configurations need a service or a url');
    return (['validate', 'mutate'] as const).flatMap((kind) => {
      const handlers = [...this.#admission.values()].filter((each) => each.kind === kind);
      if (handlers.length === 0) return [];
      return {
        apiVersion: 'admissionregistration.k8s.io/v1' as const,
        kind:
          kind === 'validate'
            ? ('ValidatingWebhookConfiguration' as const)
            : ('MutatingWebhookConfiguration' as const),
        metadata: { name },
        webhooks: handlers.map((each) => webhookOf(each, options)),
      };
    });
  }

  /**
   * Answers a review. Never rejects.
   * @internal
   */
  async answer({ kind, body, timeoutMs, signal }: HookRequest): Promise<HookResponse> {
    const asked: Asked = { name: kind, fromMs: this.#clock.monotonic() };
    if (this.#inFlight >= (this.#options.maxInFlight ?? 200))
      return this.#answered(
        asked,
        statusResponse(newTooManyRequests('too many requests are being answered', 1)),
      );
    const link = linkSignal(signal);
    const timer = this.#clock.setTimer(() => link.abort(), timeoutMs);
    this.#inFlight++;
    const work =
      kind === 'convert'
        ? this.#convert(body, link.signal, asked)
        : this.#admit(kind, body, link.signal, asked);
    // The review has been read, so this is the handler's.
    const counts = this.#countsOf(asked.name);
    counts.inFlight++;
    try {
      const { text, outcome } = await raceSignal(work, link.signal);
      counts[outcome]++;
      return this.#answered(asked, { code: 200, text });
    } catch (thrown) {
      counts.failed++;
      if (link.signal.aborted) {
        counts.timedOut++;
        const settled = (): void => {
          counts.timedOut--;
        };
        work.then(settled, settled);
      }
      return this.#answered(asked, this.#failure(asked, thrown, timeoutMs, link.signal));
    } finally {
      // A handler that runs on after its time, perhaps for ever, must not keep others from being called.
      this.#inFlight--;
      counts.inFlight--;
      timer.cancel();
      link.dispose();
    }
  }

  #failure({ name }: Asked, thrown: unknown, timeoutMs: number, signal: AbortSignal): HookResponse {
    if (signal.aborted) {
      this.#logger.warn({ webhook: name, timeoutMs }, 'a webhook has not answered in time');
      return statusResponse(newTimeout(`${name} has not answered within ${timeoutMs} ms`, 0));
    }
    if (thrown instanceof StatusError) return statusResponse(thrown);
    this.#logger.error({ webhook: name, err: asError(thrown) }, 'a webhook failed');
    const problem = printable(shortened(asError(thrown).message, 1000));
    return statusResponse(newInternalError(`${name} failed: ${problem}`));
  }

  #answered({ name, fromMs }: Asked, response: HookResponse): HookResponse {
    this.#countsOf(name).answered(response.code, (this.#clock.monotonic() - fromMs) / 1000);
    return response;
  }

  async #admit(kind: AdmissionKind, body: Uint8Array, signal: AbortSignal, asked: Asked): Promise<Answered> {
    const request = readAdmissionReview(body);
    const handlers = this.#admission.get(admissionKey(kind, request.resource, request.subresource));
    if (handlers === undefined) {
      const resource = `${resourceName(request.resource)}${request.subresource === '' ? '' : `/${request.subresource}`}`;
      throw newBadRequest(`no handler for ${kind} of ${shownValue(resource)}: ${this.#known(kind)}`);
    }
    asked.name = handlers.name;
    const response = await handlers.answer(request, signal, this.#logger);
    const text = bodyText(
      { apiVersion: 'admission.k8s.io/v1', kind: 'AdmissionReview', response },
      'the response',
    );
    const refusal = response.status?.code === 500 ? 'failed' : 'refused';
    return { text, outcome: response.allowed ? 'allowed' : refusal };
  }

  async #convert(body: Uint8Array, signal: AbortSignal, asked: Asked): Promise<Answered> {
    const request = readConversionReview(body);
    const [group = '', version] = request.desiredAPIVersion.split('/');
    const kind = request.objects[0]?.kind ?? '';
    const conversion = this.#conversions.get(`${group}/${kind}`);
    if (conversion === undefined && request.objects.length > 0) {
      const name = formatGroupResource({ group: version === undefined ? '' : group, resource: kind });
      throw newBadRequest(`no conversion of ${shownValue(name)}: ${this.#known('convert')}`);
    }
    if (conversion !== undefined) asked.name = `convert ${conversion.name}`;
    const call = { signal, clock: this.#clock, logger: this.#logger };
    const response = (await conversion?.answer(request, call)) ?? {
      uid: request.uid,
      convertedObjects: [],
      result: { status: 'Success' },
    };
    const text = bodyText(
      { apiVersion: 'apiextensions.k8s.io/v1', kind: 'ConversionReview', response },
      'the response',
    );
    return { text, outcome: response.convertedObjects === undefined ? 'failed' : 'allowed' };
  }

  #targets(): BundleTargets {
    const kinds = new Set(Array.from(this.#admission.values(), ({ kind }) => kind));
    const definitions = Array.from(this.#conversions.values(), ({ hub }) => formatGroupResource(hub));
    return { validating: kinds.has('validate'), mutating: kinds.has('mutate'), definitions };
  }

  #known(kind: HookRequest['kind']): string {
    const names = [...this.#counts.keys()].filter((name) => name.startsWith(`${kind} `));
    return names.length === 0 ? 'there are none' : `there are ${shortened(names.join(', '), 1000)}`;
  }

  #register(
    kind: AdmissionKind,
    resource: Resource<KubernetesObject, string, never>,
    given: unknown,
    options: { readonly subresource?: string | undefined },
  ): this {
    requireStrings(`resource of ${kind}`, resource, ['group', 'version', 'resource', 'kind', 'apiVersion']);
    requireKnownOptions(`options of ${kind}`, options, { subresource: requireText });
    const handlers = new AdmissionHandlers(kind, resource, given, options.subresource);
    this.#claim(handlers.name);
    this.#admission.set(admissionKey(kind, resource, handlers.subresource), handlers);
    return this;
  }

  #claim(name: string): void {
    if (this.#counts.has(name))
      throw new WebhookError(
        'ERR_WEBHOOK_TWICE',
        `${name} is registered already: call both from one handler`,
      );
    this.#counts.set(name, new HandlerCounts());
  }

  #countsOf(name: string): HandlerCounts {
    let counts = this.#counts.get(name);
    if (counts === undefined) this.#counts.set(name, (counts = new HandlerCounts()));
    return counts;
  }
}

/** The port of a run, for those who wait for it. */
class Listening {
  readonly promise: Promise<number>;
  resolve: (port: number) => void = () => undefined;
  reject: (error: unknown) => void = () => undefined;

  constructor() {
    this.promise = new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
    });
    // If nobody waits, the error of the run is enough.
    this.promise.catch(() => undefined);
  }
}

/** Reads the reason that `onSignals` gives. */
function defaultDrainMs(stopped: AbortSignal): number {
  const { signal } = Object(reasonOf(stopped)) as { readonly signal?: unknown };
  return signal === 'SIGTERM' ? terminationDrainMs : 0;
}

function admissionKey(kind: AdmissionKind, resource: GroupVersionResource, subresource: string): string {
  return `${kind} ${resourceName(resource)}/${subresource}`;
}

/** The entry of a configuration; what it leaves out has the API server's defaults: failurePolicy Fail, 10 s, matchPolicy Equivalent. */
function webhookOf(
  { kind, resource, subresource, operations }: AdmissionHandlers,
  options: WebhookConfigurationOptions,
): admissionregistrationv1.ValidatingWebhook & admissionregistrationv1.MutatingWebhook {
  const parts = [subresource, resource.resource, resource.version, resource.group || 'core'];
  const path = `/${kind}-${resource.group.replaceAll('.', '-')}-${resource.version}-${resource.kind.toLowerCase()}`;
  const caBundle = options.ca === undefined ? {} : { caBundle: Buffer.from(options.ca).toString('base64') };
  const clientConfig =
    'url' in options
      ? { url: `${options.url.replace(/\/$/, '')}${path}`, ...caBundle }
      : { service: { ...options.service, path }, ...caBundle };
  return {
    name: parts.filter((part) => part !== '').join('.'),
    rules: [
      {
        apiGroups: [resource.group],
        apiVersions: [resource.version],
        resources: [subresource === '' ? resource.resource : `${resource.resource}/${subresource}`],
        operations: [...operations],
        scope: resource.namespaced ? 'Namespaced' : 'Cluster',
      },
    ],
    clientConfig,
    admissionReviewVersions: ['v1'],
    sideEffects: 'None',
  };
}
