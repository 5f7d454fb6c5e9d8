import type { SharedIndexInformer } from '../cache/informer/shared-index-informer.js';
import type { Clientset } from '../client/clientset.js';
import { SharedInformerFactory } from '../factories/shared-informer-factory.js';
import { isAlreadyExists, isConflict } from '../meta/errors.js';
import type { Resource } from '../meta/resource.js';
import type { KubernetesObject } from '../meta/types.js';
import { admissionregistrationV1 } from '../resources/admissionregistration-v1.js';
import { apiextensionsV1 } from '../resources/apiextensions-v1.js';
import { coreV1 } from '../resources/core-v1.js';
import type { corev1 } from '../resources/types.js';
import { dnsSubdomainProblems } from '../meta/validation.js';
import { keyPairProblem, readableCertificates } from '../rest/tls.js';
import { builtin } from '../util/builtin.js';
import type { DeepReadonly } from '../util/deep-readonly.js';
import { ConfigError, asError } from '../util/errors.js';
import { linkSignal } from '../util/signal.js';
import { sleepUnlessAborted } from '../util/backoff.js';
import type { CertificateContext, CertificateSource } from './certificates.js';
import { WebhookError } from './errors.js';
import type { KeyPair } from './hook-server.js';
import { authorityName, makeCertificate } from './x509.js';

/** A certificate that the replicas make, renew and share in a Secret. */
export interface SharedCertificates {
  /** The Secret, which is created if it does not exist. */
  readonly secret: {
    /** Namespace of the Secret. */
    readonly namespace: string;
    /** Name of the Secret. */
    readonly name: string;
  };
  /** Where API servers reach the webhooks: `hooks.default.svc` for a Service, or a name or address of a URL. */
  readonly hosts: readonly string[];
  /**
   * The name of the ValidatingWebhookConfiguration and of the MutatingWebhookConfiguration whose `caBundle` is written; a kind is left
   * out if no handler is for it. That of a definition is written if `convert` is for it. Default: none.
   */
  readonly configuration?: string | undefined;
  /** How long a certificate is valid, ms; it is renewed after two thirds. From an hour to ten years. Default: 90 days. */
  readonly lifeMs?: number | undefined;
}

/** Whose `caBundle` is written. */
export interface BundleTargets {
  readonly validating: boolean;
  readonly mutating: boolean;
  /** Names of definitions: `websites.example.com`. */
  readonly definitions: readonly string[];
}

const dayMs = 86_400_000;

const defaultLifeMs = 90 * dayMs;

/** The longest life of a certificate, ms. */
export const maxLifeMs = 3650 * dayMs;

/** Longest wait, ms. A timer stands still while the machine sleeps, and does not notice when its clock is set. */
const maxWaitMs = 3_600_000;

/** By how much the clocks of API servers may be behind, ms. */
const clockSkewMs = 3_600_000;

/** How long API servers may take to notice a new `caBundle`, ms: a new certificate is not served before. */
export const settleMs = 60_000;

/** Wait after a failed write, ms. */
const retryMs = 5_000;

/**
 * Most writes of one `caBundle` in a minute. Another program that writes it too, such as cert-manager, would answer each of them at
 * once, for ever.
 */
const mostWrites = 10;

const minuteMs = 60_000;

/** The members of the Secret. `ca.crt` has the authorities of both certificates, for those who read it. */
const members = {
  cert: 'tls.crt',
  key: 'tls.key',
  ca: 'ca.crt',
  previousCert: 'previous.crt',
  previousKey: 'previous.key',
};

const managedBy = { 'app.kubernetes.io/managed-by': 'kube-informers' };

/** A pair that is usable now, and who has signed it. */
interface Usable extends KeyPair {
  readonly ca: string;
  readonly fromMs: number;
  readonly toMs: number;
}

/**
 * Makes a certificate, shares it with the other replicas, has API servers trust it, and renews it.
 *
 * Each replica does the same whenever something changes or is due, so it does not matter which one does it, or stops half way:
 *
 * 1. Without a usable certificate in the Secret, or after two thirds of its life, it makes one and writes it with the version that it
 *    has read: of several replicas one writes, and the others read. The one before stays in the Secret.
 * 2. It writes the authorities of both into `caBundle`. An old one stays until its certificate has expired: nobody can serve it then.
 * 3. It serves the new certificate once every `caBundle` has its authority, and API servers have had a minute to notice.
 *
 * The key of an authority is forgotten when it has signed its one certificate.
 */
export function sharedCertificates(
  options: SharedCertificates,
  targetsOf: () => BundleTargets,
): CertificateSource {
  return {
    async run(context) {
      const { clientset } = context;
      if (clientset === undefined)
        throw new ConfigError(
          'ERR_OPTION',
          'webhooks with a Secret need a clientset: add them to a Manager, or pass it to run',
        );
      await new CertificateKeeper(options, targetsOf(), { ...context, clientset }).run();
    },
  };
}

/** An object with a `caBundle`, as the cache has it. */
interface Bundled {
  readonly what: string;
  readonly informer: SharedIndexInformer<KubernetesObject>;
  /** The bundles in the object, each in base64; none if it asks no webhook. */
  readonly bundles: (object: DeepReadonly<KubernetesObject>) => readonly (string | undefined)[];
  readonly write: (
    object: DeepReadonly<KubernetesObject>,
    bundle: string,
    signal: AbortSignal,
  ) => Promise<unknown>;
}

class CertificateKeeper {
  readonly #options: SharedCertificates;
  readonly #context: CertificateContext & { readonly clientset: Clientset };
  readonly #factory: SharedInformerFactory;
  readonly #secrets: SharedIndexInformer<corev1.Secret>;
  readonly #targets: readonly Bundled[];
  #served: Usable | undefined;
  /** When the last certificate was made, on the monotonic clock: programs that share a Secret by mistake must not race. */
  #madeMs = -Infinity;
  /** Since when every bundle has the authority of the newest certificate, on the monotonic clock. */
  #trusted: { readonly ca: string; readonly sinceMs: number } | undefined;
  /** When each bundle was written in the last minute, on the monotonic clock. */
  readonly #writes = new Map<Bundled, number[]>();
  #wake: (() => void) | undefined;
  #hasChanged = false;

  constructor(
    options: SharedCertificates,
    targets: BundleTargets,
    context: CertificateContext & { readonly clientset: Clientset },
  ) {
    this.#options = options;
    this.#context = context;
    const { clientset, clock, logger } = context;
    const { namespace, name } = options.secret;
    this.#factory = new SharedInformerFactory(clientset, { clock, logger });
    this.#secrets = this.#factory
      .forResource(coreV1.secrets, { namespace, fieldSelector: `metadata.name=${name}` })
      .informer();
    this.#targets = targetsIn(this.#factory, clientset, options.configuration, targets);
    for (const informer of [this.#secrets, ...this.#targets.map((each) => each.informer)]) {
      const changed = (): void => {
        this.#hasChanged = true;
        this.#wake?.();
      };
      informer.addEventHandler({ onAdd: changed, onUpdate: changed, onDelete: changed });
    }
  }

  async run(): Promise<void> {
    const { signal, clock } = this.#context;
    this.#factory.start();
    try {
      await this.#factory.waitForCacheSync({ signal });
      while (!signal.aborted) {
        this.#hasChanged = false;
        const waitMs = await this.#step();
        // What has changed meanwhile may be what the step has written.
        if (this.#hasChanged) continue;
        const link = linkSignal(signal);
        this.#wake = () => link.abort();
        await sleepUnlessAborted(clock, waitMs, link.signal);
        this.#wake = undefined;
        link.dispose();
      }
    } catch (thrown) {
      if (!signal.aborted) throw thrown;
    } finally {
      await this.#factory.stop();
    }
  }

  /** Does what is due; returns when something is due again, ms. */
  async #step(): Promise<number> {
    const { clock } = this.#context;
    const nowMs = clock.now();
    try {
      const { namespace, name } = this.#options.secret;
      const secret = this.#secrets.indexer.getByKey(`${namespace}/${name}`);
      const { current, previous, fits } = storedIn(secret, this.#options.hosts, nowMs);
      const before = current ?? (isUsable(this.#served, nowMs) ? this.#served : undefined);
      const mayRenew = clock.monotonic() >= this.#madeMs + retryMs;
      if ((current === undefined || !fits || nowMs >= renewalMs(current)) && mayRenew) {
        this.#madeMs = clock.monotonic();
        const { hosts } = this.#options;
        await this.#renew(secret, before, fits ? hosts : hostsWith(current, hosts), nowMs);
      }
      if (current === undefined) return retryMs;
      const authorities = [current, previous].flatMap((each) => each?.ca ?? []);
      const isTrusted = await this.#writeBundles(authorities.join(''));
      const waitMs = await this.#serve(current, previous, isTrusted, nowMs);
      const due = [renewalMs(current) - nowMs, ...(previous === undefined ? [] : [previous.toMs - nowMs])];
      const againMs = isTrusted ? Infinity : retryMs;
      return Math.max(0, Math.min(waitMs, againMs, maxWaitMs, ...due.map((ms) => (ms <= 0 ? retryMs : ms))));
    } catch (thrown) {
      // A wrong option should end the program when it starts, and not later.
      if (this.#served === undefined && (thrown instanceof ConfigError || thrown instanceof WebhookError))
        throw thrown;
      if (!this.#context.signal.aborted)
        this.#context.logger.warn(
          { err: asError(thrown) },
          'the certificates of the webhooks could not be kept, trying again',
        );
      return retryMs;
    }
  }

  /** Writes a new certificate beside the one before; does nothing if another replica has written meanwhile. */
  async #renew(
    secret: DeepReadonly<corev1.Secret> | undefined,
    before: Usable | undefined,
    hosts: readonly string[],
    nowMs: number,
  ): Promise<void> {
    const { clientset, signal, logger } = this.#context;
    const {
      secret: { namespace, name },
      lifeMs = defaultLifeMs,
    } = this.#options;
    const made = makeCertificate({ hosts, notBeforeMs: nowMs - clockSkewMs, notAfterMs: nowMs + lifeMs });
    const encoded = (text: string): string => Buffer.from(text).toString('base64');
    const data = {
      [members.cert]: encoded(made.cert),
      [members.key]: encoded(made.key),
      [members.ca]: encoded(made.ca + (before?.ca ?? '')),
      ...(before === undefined
        ? {}
        : { [members.previousCert]: encoded(before.cert), [members.previousKey]: encoded(before.key) }),
    };
    const client = clientset.resource(coreV1.secrets, namespace);
    try {
      if (secret === undefined) {
        const metadata = { name, labels: managedBy };
        await client.create({ metadata, type: 'kubernetes.io/tls', data }, { signal });
      } else {
        const { resourceVersion } = secret.metadata ?? {};
        const absent = Object.fromEntries(Object.values(members).map((member) => [member, null]));
        const labels = managedBy;
        await client.patch(
          name,
          { metadata: { resourceVersion, labels }, data: { ...absent, ...data } },
          { type: 'merge', signal },
        );
      }
      logger.info({ namespace, name }, 'made a new certificate for the webhooks');
    } catch (thrown) {
      if (!isConflict(thrown) && !isAlreadyExists(thrown)) throw thrown;
    }
  }

  /** True if every `caBundle` was right already. */
  async #writeBundles(bundle: string): Promise<boolean> {
    const encoded = Buffer.from(bundle).toString('base64');
    let wereRight = true;
    for (const target of this.#targets) {
      const { what, informer, bundles, write } = target;
      for (const object of informer.indexer.list()) {
        if (bundles(object).every((each) => each === encoded)) continue;
        wereRight = false;
        const recent = this.#recentWrites(target);
        if (recent.length >= mostWrites) {
          const problem =
            'another program writes the certificate authority of the webhooks too, waiting a minute';
          this.#context.logger.warn({ object: what }, problem);
          continue;
        }
        try {
          await write(object, encoded, this.#context.signal);
          recent.push(this.#context.clock.monotonic());
          this.#context.logger.info({ object: what }, 'wrote the certificate authority of the webhooks');
        } catch (thrown) {
          if (this.#context.signal.aborted) throw thrown;
          // One that cannot be written must not keep the others from being served.
          if (!isConflict(thrown))
            this.#context.logger.warn(
              { object: what, err: asError(thrown) },
              'the certificate authority of the webhooks could not be written, trying again',
            );
        }
      }
    }
    return wereRight;
  }

  /** When a bundle was written in the last minute. */
  #recentWrites(target: Bundled): number[] {
    const sinceMs = this.#context.clock.monotonic() - minuteMs;
    const recent = (this.#writes.get(target) ?? []).filter((ms) => ms > sinceMs);
    this.#writes.set(target, recent);
    return recent;
  }

  /** Serves the newest certificate that API servers trust; returns when to look again, ms. */
  async #serve(
    current: Usable,
    previous: Usable | undefined,
    isTrusted: boolean,
    nowMs: number,
  ): Promise<number> {
    const { clock, use, logger } = this.#context;
    if (!isTrusted) this.#trusted = undefined;
    else if (this.#trusted?.ca !== current.ca) this.#trusted = { ca: current.ca, sinceMs: clock.monotonic() };
    if (this.#served?.cert === current.cert) return Infinity;
    const old = [previous, this.#served].find((each) => isUsable(each, nowMs));
    const settledMs = this.#trusted === undefined ? 0 : clock.monotonic() - this.#trusted.sinceMs;
    const next = old === undefined || settledMs >= settleMs ? current : old;
    if (this.#served?.cert !== next.cert) {
      const { cert, key } = next;
      await use({ cert, key });
      this.#served = next;
      logger.info({ validTo: new Date(next.toMs).toISOString() }, 'the webhooks serve a certificate');
    }
    return next === current ? Infinity : Math.max(0, settleMs - settledMs);
  }
}

/** When a certificate is renewed: after two thirds of its life, so that the one before it has expired by then. */
function renewalMs({ fromMs, toMs }: Usable): number {
  return toMs - (toMs - fromMs - clockSkewMs) / 3;
}

/** False also for one of the future, which a replica whose clock is ahead has made: API servers would not accept it. */
function isUsable(certificate: Usable | undefined, nowMs: number): certificate is Usable {
  return certificate !== undefined && certificate.fromMs <= nowMs && certificate.toMs > nowMs;
}

/**
 * The certificates in the Secret that are usable. Whoever may write it can put anything there: what is not a valid pair, signed
 * by an authority in `ca.crt`, is replaced. A Secret of someone else is not touched: throws WebhookError `ERR_WEBHOOK_SECRET`.
 */
export function storedIn(
  secret: DeepReadonly<corev1.Secret> | undefined,
  hosts: readonly string[],
  nowMs: number,
): {
  readonly current: Usable | undefined;
  /** The one before. */
  readonly previous: Usable | undefined;
  /** False if the current one is not for all hosts. */
  readonly fits: boolean;
} {
  const data = secret?.data ?? {};
  if (secret !== undefined && Object.keys(data).length > 0) {
    const label = secret.metadata?.labels?.['app.kubernetes.io/managed-by'];
    // Tools such as Helm write their own name into the label of what they have created, also later.
    if (label !== managedBy['app.kubernetes.io/managed-by'] && !isMadeHere(data))
      throw new WebhookError(
        'ERR_WEBHOOK_SECRET',
        `Secret ${secret.metadata?.namespace}/${secret.metadata?.name} has data of another program: name another one, or delete it`,
      );
  }
  const text = (name: string): string => textIn(data, name);
  const authorities = readableCertificates(text(members.ca).slice(0, mostAuthorityCharacters));
  const usable = (cert: string, key: string): Usable | undefined => {
    const found = usableFrom({ cert: text(cert), key: text(key) }, authorities);
    return isUsable(found, nowMs) ? found : undefined;
  };
  const current = usable(members.cert, members.key);
  return {
    current,
    previous: usable(members.previousCert, members.previousKey),
    fits: current !== undefined && hosts.every((host) => isFor(current.cert, host)),
  };
}

type SecretData = Readonly<Record<string, string | undefined>>;

function textIn(data: SecretData, name: string): string {
  return Buffer.from(Object.hasOwn(data, name) ? (data[name] ?? '') : '', 'base64').toString();
}

/** True if the certificate has been made by `makeCertificate`. */
function isMadeHere(data: SecretData): boolean {
  try {
    const { issuer } = new (builtin('node:crypto').X509Certificate)(textIn(data, members.cert));
    return issuer.startsWith(`CN=${authorityName}`);
  } catch {
    // Not a certificate.
    return false;
  }
}

/** More than thirty certificates, where there are two. */
const mostAuthorityCharacters = 32_768;

function usableFrom(pair: KeyPair, authorities: readonly string[]): Usable | undefined {
  if (keyPairProblem(pair.cert, pair.key) !== undefined) return undefined;
  const { X509Certificate } = builtin('node:crypto');
  try {
    const certificate = new X509Certificate(pair.cert);
    const ca = authorities.find((pem) => {
      const authority = new X509Certificate(pem);
      return authority.ca && certificate.checkIssued(authority) && certificate.verify(authority.publicKey);
    });
    const [fromMs, toMs] = [Date.parse(certificate.validFrom), Date.parse(certificate.validTo)];
    // Throws for what TLS refuses: a weak key, or rubbish after the first certificate.
    builtin('node:tls').createSecureContext(pair);
    return ca === undefined ? undefined : { ...pair, ca: `${ca}\n`, fromMs, toMs };
  } catch {
    // OpenSSL cannot read a part of it: it is replaced.
    return undefined;
  }
}

function isFor(cert: string, host: string): boolean {
  const certificate = new (builtin('node:crypto').X509Certificate)(cert);
  const isName = builtin('node:net').isIP(host) === 0;
  return (isName ? certificate.checkHost(host) : certificate.checkIP(host)) !== undefined;
}

/** Most hosts of the current certificate that the next one has, too. */
const mostKeptHosts = 50;

/**
 * Hosts, and those of the current certificate. While replicas of two releases run, each with hosts of its own, a certificate for one of
 * them would be replaced by the other at once, for ever.
 */
function hostsWith(current: Usable | undefined, hosts: readonly string[]): readonly string[] {
  if (current === undefined) return hosts;
  const { subjectAltName = '' } = new (builtin('node:crypto').X509Certificate)(current.cert);
  const kept = subjectAltName.split(', ').flatMap((each) => {
    const host = /^(?:DNS|IP Address):([a-z0-9.:-]+)$/i.exec(each)?.[1] ?? '';
    return isHost(host) ? [host] : [];
  });
  return [...new Set([...hosts, ...kept.slice(0, mostKeptHosts)])];
}

/** True for a DNS name or an address, of which a certificate can be made. */
export function isHost(host: string): boolean {
  // An address with a zone is one of this machine.
  return builtin('node:net').isIP(host) === 0 ? dnsSubdomainProblems(host).length === 0 : !host.includes('%');
}

function targetsIn(
  factory: SharedInformerFactory,
  clientset: Clientset,
  configuration: string | undefined,
  { validating, mutating, definitions }: BundleTargets,
): Bundled[] {
  const targets: Bundled[] = [];
  const { validatingWebhookConfigurations, mutatingWebhookConfigurations } = admissionregistrationV1;
  const asked: (readonly [boolean, Resource])[] = [
    [validating, validatingWebhookConfigurations],
    [mutating, mutatingWebhookConfigurations],
  ];
  for (const [isAsked, resource] of asked) {
    if (!isAsked || configuration === undefined) continue;
    const client = clientset.resource(resource);
    targets.push({
      what: `${resource.kind} ${configuration}`,
      informer: factory.forResource(resource, { fieldSelector: `metadata.name=${configuration}` }).informer(),
      bundles: (object) => webhooksIn(object).map(({ clientConfig }) => clientConfig?.caBundle),
      write: (object, caBundle, signal) => {
        const body = {
          metadata: { resourceVersion: object.metadata?.resourceVersion },
          // Merged by their names.
          webhooks: webhooksIn(object).map(({ name }) => ({ name, clientConfig: { caBundle } })),
        };
        return client.patch(configuration, body, { type: 'strategic', signal });
      },
    });
  }
  const client = clientset.resource(apiextensionsV1.customResourceDefinitions);
  for (const name of definitions) {
    targets.push({
      what: `CustomResourceDefinition ${name}`,
      informer: factory
        .forResource(apiextensionsV1.customResourceDefinitions, {
          fieldSelector: `metadata.name=${name}`,
          fields: { spec: { conversion: true } },
        })
        .informer(),
      bundles: (object) => {
        const { conversion } = (object as Definition).spec ?? {};
        return conversion?.webhook?.clientConfig === undefined
          ? []
          : [conversion.webhook.clientConfig.caBundle];
      },
      write: (object, caBundle, signal) =>
        client.patch(
          name,
          {
            metadata: { resourceVersion: object.metadata?.resourceVersion },
            spec: { conversion: { webhook: { clientConfig: { caBundle } } } },
          },
          { type: 'merge', signal },
        ),
    });
  }
  return targets;
}

interface ClientConfigHolder {
  readonly name?: string;
  readonly clientConfig?: { readonly caBundle?: string };
}

interface Definition {
  readonly spec?: { readonly conversion?: { readonly webhook?: ClientConfigHolder } };
}

/** The API server has checked the form of what a cache has of it. */
function webhooksIn(object: DeepReadonly<KubernetesObject>): readonly ClientConfigHolder[] {
  return (object as { readonly webhooks?: readonly ClientConfigHolder[] }).webhooks ?? [];
}
