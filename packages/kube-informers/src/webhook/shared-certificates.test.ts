import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:tls';
import { ApiServer, FakeClock, faults, FaultProxy, settle } from '@kube-informers/testing';
import { describe, expect, test } from 'vitest';
import { Clientset } from '../client/clientset.js';
import { rememberingLogger } from '../kubeconfig/fixtures.test-support.js';
import { apiextensionsV1 } from '../resources/apiextensions-v1.js';
import { coreV1 } from '../resources/core-v1.js';
import { admissionregistrationV1 } from '../resources/admissionregistration-v1.js';
import { readableCertificates } from '../rest/tls.js';
import { settleMs, storedIn } from './shared-certificates.js';
import { Webhooks } from './webhooks.js';
import { websites } from './webhooks.test-support.js';
import type { Website } from './webhooks.test-support.js';
import { makeCertificate } from './x509.js';

const hourMs = 3_600_000;
const lifeMs = hourMs;
const renewalMs = (2 / 3) * lifeMs;
const hosts = ['hooks.default.svc', '127.0.0.1'];
const secret = { namespace: 'default', name: 'hooks-tls' };
const { validatingWebhookConfigurations, mutatingWebhookConfigurations } = admissionregistrationV1;

/** One that can be set while its timers go on. */
class SettableClock extends FakeClock {
  aheadMs = 0;

  override now(): number {
    return super.now() + this.aheadMs;
  }
}

/** A cluster with what webhooks need, and replicas on one clock. */
class Scene implements AsyncDisposable {
  readonly clock = new SettableClock();
  readonly server: ApiServer;
  readonly admin: Clientset;
  readonly #replicas: { readonly webhooks: Webhooks; stop(): Promise<void> }[] = [];

  private constructor(server: ApiServer) {
    this.server = server;
    this.admin = new Clientset({ host: server.url });
  }

  static async start(): Promise<Scene> {
    const scene = new Scene(await ApiServer.start());
    const configurations = scene
      .replica(false)
      .configurations('hooks', { service: { namespace: 'default', name: 'hooks' } });
    await scene.admin.apply(configurations);
    await scene.admin.apply([definition]);
    return scene;
  }

  replica(
    begins = true,
    options: {
      readonly hosts?: readonly string[];
      readonly clientset?: Clientset;
      readonly lifeMs?: number;
    } = {},
  ): Webhooks {
    const clientset = options.clientset ?? new Clientset({ host: this.server.url });
    const webhooks = new Webhooks({
      port: 0,
      host: '127.0.0.1',
      clock: this.clock,
      certificates: {
        secret,
        hosts: options.hosts ?? hosts,
        configuration: 'hooks',
        lifeMs: options.lifeMs ?? lifeMs,
      },
    })
      .validate(websites, () => undefined)
      .mutate(websites, ({ object }) => object)
      .convert(websites, { v2: { up: ({ spec }: Website) => ({ spec }), down: ({ spec }) => ({ spec }) } });
    const end = new AbortController();
    const ended = begins ? webhooks.run({ signal: end.signal, clientset }) : Promise.resolve();
    this.#replicas.push({
      webhooks,
      stop: async () => {
        end.abort();
        await ended;
        await clientset.close();
      },
    });
    return webhooks;
  }

  /** Ends a replica; one that was killed would leave the same behind. */
  async end(webhooks: Webhooks): Promise<void> {
    await this.#replicas.find((each) => each.webhooks === webhooks)?.stop();
  }

  /** Waits, without time passing on the clock. */
  async until<T>(read: () => T | Promise<T>, holds: (value: T) => boolean): Promise<T> {
    for (;;) {
      const value = await read();
      if (holds(value)) return value;
      await settle();
    }
  }

  /** The certificate that a replica serves; undefined if it serves none. */
  async servedBy({ port }: Webhooks): Promise<X509Certificate | undefined> {
    if (port === undefined) return undefined;
    // What it is trusted for is checked against the fake clock.
    const socket = connect({ host: '127.0.0.1', port, rejectUnauthorized: false });
    await once(socket, 'secureConnect');
    const certificate = socket.getPeerX509Certificate();
    socket.destroy();
    await once(socket, 'close');
    return certificate;
  }

  /** Every `caBundle` that an API server has. */
  async bundles(): Promise<string[]> {
    const one = await this.admin.resource(validatingWebhookConfigurations).get('hooks');
    const two = await this.admin.resource(mutatingWebhookConfigurations).get('hooks');
    const three = await this.admin
      .resource(apiextensionsV1.customResourceDefinitions)
      .get('websites.example.com');
    const configs = [...(one.webhooks ?? []), ...(two.webhooks ?? [])].map((each) => each.clientConfig);
    return [...configs, three.spec?.conversion?.webhook?.clientConfig].map((each) =>
      Buffer.from(each?.caBundle ?? '', 'base64').toString(),
    );
  }

  /** Whether API servers with these bundles would accept the certificate now. */
  accepts(bundles: readonly string[], certificate: X509Certificate | undefined): boolean {
    return bundles.every((bundle) => {
      const now = this.clock.now();
      return readableCertificates(bundle).some((pem) => {
        const authority = new X509Certificate(pem);
        return (
          certificate !== undefined &&
          certificate.checkIssued(authority) &&
          certificate.verify(authority.publicKey) &&
          certificate.checkHost('hooks.default.svc') !== undefined &&
          Date.parse(certificate.validFrom) <= now &&
          Date.parse(certificate.validTo) > now
        );
      });
    });
  }

  async stored(): Promise<Record<string, string>> {
    const { data } = await this.admin.resource(coreV1.secrets, 'default').get('hooks-tls');
    return Object.fromEntries(
      Object.entries(data ?? {}).map(([name, value]) => [name, Buffer.from(value, 'base64').toString()]),
    );
  }

  /** Resolves when all bundles have the authority of the certificate in the Secret. */
  async trusted(): Promise<X509Certificate> {
    const certificate = new X509Certificate((await this.stored())['tls.crt'] ?? '');
    await this.until(
      () => this.bundles(),
      (bundles) => this.accepts(bundles, certificate),
    );
    return certificate;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#replicas.map((each) => each.stop()));
    await this.admin.close();
    await this.server.stop();
  }
}

const schema = { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } };
const definition = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'websites.example.com' },
  spec: {
    group: 'example.com',
    scope: 'Namespaced',
    names: { kind: 'Website', plural: 'websites' },
    versions: [
      { name: 'v1', served: true, storage: true, schema },
      { name: 'v2', served: true, storage: false, schema },
    ],
    conversion: {
      strategy: 'Webhook',
      webhook: {
        conversionReviewVersions: ['v1'],
        clientConfig: { service: { namespace: 'default', name: 'hooks', path: '/convert', port: 443 } },
      },
    },
  },
};

test('of three replicas that start at once one writes the Secret, and all serve its certificate, which is trusted everywhere', async () => {
  await using scene = await Scene.start();
  const replicas = [1, 2, 3].map(() => scene.replica());
  for (const each of replicas)
    await scene.until(
      () => each.port,
      (port) => port !== undefined,
    );
  const certificate = await scene.trusted();
  for (const each of replicas) expect((await scene.servedBy(each))?.raw).toEqual(certificate.raw);
  const writes = scene.server.requests.filter(
    ({ resource, verb }) => resource === 'secrets' && verb === 'patch',
  );
  expect(writes).toEqual([]);
  const { metadata, type } = await scene.admin.resource(coreV1.secrets, 'default').get('hooks-tls');
  expect([metadata?.labels, type]).toEqual([
    { 'app.kubernetes.io/managed-by': 'kube-informers' },
    'kubernetes.io/tls',
  ]);
});

test('at each moment of two renewals each replica serves what API servers trust, also those that are behind', async () => {
  await using scene = await Scene.start();
  const replicas = [1, 2].map(() => scene.replica());
  for (const each of replicas)
    await scene.until(
      () => each.port,
      (port) => port !== undefined,
    );
  await scene.trusted();
  const [steps, stepMs] = [12, settleMs / 4];
  const seen = new Set<string>();
  let behind = await scene.bundles();
  for (let renewal = 1; renewal <= 2; renewal++) {
    const before = (await scene.stored())['tls.crt'];
    await scene.clock.advance(renewalMs - 1000 - (renewal === 1 ? 0 : steps * stepMs));
    expect((await scene.stored())['tls.crt']).toBe(before);
    for (let step = 0; step < steps; step++) {
      await scene.clock.advance(stepMs);
      await settle(20);
      for (const each of replicas) {
        const certificate = await scene.servedBy(each);
        const now = await scene.bundles();
        expect(scene.accepts(behind, certificate), `${renewal} ${step}`).toBe(true);
        expect(scene.accepts(now, certificate), `${renewal} ${step}`).toBe(true);
        seen.add(certificate?.serialNumber ?? '');
      }
      behind = await scene.bundles();
      // As long as nothing has been written, the next step of the clock is the one that is due.
      if ((await scene.stored())['tls.crt'] === before) continue;
      await scene.trusted();
    }
    expect((await scene.stored())['previous.crt']).toBe(before);
    const newest = new X509Certificate((await scene.stored())['tls.crt'] ?? '');
    for (const each of replicas) expect((await scene.servedBy(each))?.raw).toEqual(newest.raw);
    expect(readableCertificates(behind[0] ?? '')).toHaveLength(2);
  }
  expect(seen.size).toBe(3);
  // The old authority leaves when its certificate has expired.
  await scene.clock.advance(lifeMs / 3);
  await scene.until(
    () => scene.bundles(),
    (bundles) => bundles.every((each) => readableCertificates(each).length === 1),
  );
});

test('what a replica began before it was killed, another one finishes', async () => {
  await using scene = await Scene.start();
  const [first, second] = [scene.replica(), scene.replica()];
  for (const each of [first, second])
    await scene.until(
      () => each.port,
      (port) => port !== undefined,
    );
  const old = await scene.trusted();
  // Neither can write a bundle until the first has gone.
  let isHeld = true;
  using _held = scene.server.intercept(({ verb, resource }) =>
    isHeld && verb === 'patch' && resource.endsWith('configurations')
      ? { status: 503, body: { kind: 'Status', apiVersion: 'v1', code: 503 } }
      : undefined,
  );
  await scene.clock.advance(renewalMs);
  await scene.until(
    () => scene.stored(),
    (stored) => stored['previous.crt'] !== undefined,
  );
  await scene.end(first);
  await scene.clock.advance(settleMs);
  expect((await scene.servedBy(second))?.raw).toEqual(old.raw);
  isHeld = false;
  await scene.until(async () => {
    await scene.clock.advance(1000);
    return (await scene.bundles()).every((each) => readableCertificates(each).length === 2);
  }, Boolean);
  await scene.until(
    async () => {
      await scene.clock.advance(1000);
      return (await scene.servedBy(second))?.serialNumber;
    },
    (serial) => serial !== old.serialNumber,
  );
  expect(scene.accepts(await scene.bundles(), await scene.servedBy(second))).toBe(true);
});

test('a bundle that someone has emptied is written again, and a Secret that was deleted comes back with the certificate in use', async () => {
  await using scene = await Scene.start();
  const replica = scene.replica();
  await scene.until(
    () => replica.port,
    (port) => port !== undefined,
  );
  const old = await scene.trusted();
  const configurations = scene.admin.resource(validatingWebhookConfigurations);
  await configurations.patch('hooks', [{ op: 'remove', path: '/webhooks/0/clientConfig/caBundle' }], {
    type: 'json',
  });
  await scene.trusted();
  await scene.clock.advance(lifeMs / 3);
  await scene.admin.resource(coreV1.secrets, 'default').delete('hooks-tls');
  await scene.until(
    () => scene.stored().catch(() => undefined),
    (stored) => stored?.['previous.crt'] !== undefined,
  );
  expect(new X509Certificate((await scene.stored())['previous.crt'] ?? '').raw).toEqual(old.raw);
  await scene.trusted();
  expect(scene.accepts(await scene.bundles(), old)).toBe(true);
});

test('a Secret that is deleted twice, two minutes apart, ends the trust in the first certificate', async () => {
  await using scene = await Scene.start();
  const replica = scene.replica();
  await scene.until(
    () => replica.port,
    (port) => port !== undefined,
  );
  const stolen = await scene.trusted();
  for (let time = 1; time <= 2; time++) {
    const before = await scene.stored();
    await scene.admin.resource(coreV1.secrets, 'default').delete('hooks-tls');
    await scene.until(
      async () => {
        await scene.clock.advance(1000);
        return scene.stored().catch(() => before);
      },
      (stored) => stored['tls.crt'] !== before['tls.crt'],
    );
    await scene.trusted();
    await scene.until(
      async () => {
        await scene.clock.advance(10_000);
        return (await scene.servedBy(replica))?.serialNumber;
      },
      (serial) => serial !== new X509Certificate(before['tls.crt'] ?? '').serialNumber,
    );
  }
  const bundles = await scene.bundles();
  expect(scene.accepts(bundles, stolen)).toBe(false);
  expect(scene.accepts(bundles, await scene.servedBy(replica))).toBe(true);
});

test('a bundle that cannot be written keeps neither the server from starting nor the others from being written', async () => {
  await using scene = await Scene.start();
  using _refused = scene.server.intercept(({ verb, resource }) =>
    verb === 'patch' && resource === 'validatingwebhookconfigurations'
      ? { status: 403, body: { kind: 'Status', apiVersion: 'v1', code: 403, reason: 'Forbidden' } }
      : undefined,
  );
  const replica = scene.replica();
  await scene.until(
    () => replica.port,
    (port) => port !== undefined,
  );
  await scene.until(
    () => scene.bundles(),
    (bundles) => bundles.filter((each) => readableCertificates(each).length === 1).length === 2,
  );
});

test('a bundle that another program always writes again is not written without end', async () => {
  await using scene = await Scene.start();
  const configurations = scene.admin.resource(validatingWebhookConfigurations);
  const written = (): number =>
    scene.server.requests.filter(
      ({ resource, verb }) => resource === 'validatingwebhookconfigurations' && verb === 'patch',
    ).length;
  const replica = scene.replica();
  await scene.until(
    () => replica.port,
    (port) => port !== undefined,
  );
  await scene.trusted();
  let rewritten = 0;
  for (let turn = 0; turn < 200; turn++) {
    const { webhooks } = await configurations.get('hooks');
    if (webhooks?.[0]?.clientConfig?.caBundle !== undefined) {
      await configurations.patch('hooks', [{ op: 'remove', path: '/webhooks/0/clientConfig/caBundle' }], {
        type: 'json',
      });
      rewritten++;
    }
    await settle();
  }
  // Without a limit each turn would have one.
  expect(rewritten).toBeLessThanOrEqual(10);
  expect(written()).toBeLessThan(25);
  await scene.clock.advance(61_000);
  await scene.trusted();
});

test('a certificate without one of the hosts is renewed, and stays trusted', async () => {
  await using scene = await Scene.start();
  const first = scene.replica();
  await scene.until(
    () => first.port,
    (port) => port !== undefined,
  );
  const old = await scene.trusted();
  const second = scene.replica(true, { hosts: [...hosts, 'hooks.example.com'] });
  await scene.until(
    () => scene.stored(),
    (stored) => stored['previous.crt'] !== undefined,
  );
  const certificate = await scene.trusted();
  expect(certificate.checkHost('hooks.example.com')).toBe('hooks.example.com');
  await scene.until(
    () => second.port,
    (port) => port !== undefined,
  );
  expect((await scene.servedBy(second))?.raw).toEqual(old.raw);
  expect(scene.accepts(await scene.bundles(), old)).toBe(true);
});

test('replicas with different hosts get one certificate for all of them, which stays', async () => {
  await using scene = await Scene.start();
  const other = 'hooks.other.svc';
  const first = scene.replica();
  await scene.until(
    () => first.port,
    (port) => port !== undefined,
  );
  const second = scene.replica(true, { hosts: [other, '::1'] });
  await scene.until(
    () => second.port,
    (port) => port !== undefined,
  );
  const isForAll = (text: string | undefined): boolean => {
    const certificate = new X509Certificate(text ?? '');
    const names = [certificate.checkHost('hooks.default.svc'), certificate.checkHost(other)];
    const addresses = [certificate.checkIP('127.0.0.1'), certificate.checkIP('::1')];
    return [...names, ...addresses].every((each) => each !== undefined);
  };
  const stored = await scene.until(
    () => scene.stored(),
    (now) => isForAll(now['tls.crt']),
  );
  for (let step = 0; step < 12; step++) {
    await scene.clock.advance(10_000);
    await settle(20);
  }
  expect((await scene.stored())['tls.crt']).toBe(stored['tls.crt']);
});

test('a clock that is set forward is noticed within an hour', async () => {
  await using scene = await Scene.start();
  const dayMs = 24 * hourMs;
  const replica = scene.replica(true, { lifeMs: 90 * dayMs });
  await scene.until(
    () => replica.port,
    (port) => port !== undefined,
  );
  await scene.trusted();
  scene.clock.aheadMs = 61 * dayMs;
  await scene.clock.advance(hourMs);
  await scene.until(
    () => scene.stored(),
    (stored) => stored['previous.crt'] !== undefined,
  );
});

test('a replica that ends does not wait for a bundle that it writes', async () => {
  await using scene = await Scene.start();
  await using proxy = await FaultProxy.start({ target: { host: scene.server.url } });
  const written = proxy.inject(faults.stall(), { verbs: ['patch'], path: 'configurations' });
  const replica = scene.replica(true, { clientset: new Clientset(proxy.config) });
  await written.hit();
  await scene.end(replica);
});

test('a Secret of another program is not touched, and ends the run', async () => {
  await using scene = await Scene.start();
  const secrets = scene.admin.resource(coreV1.secrets, 'default');
  await secrets.create({ metadata: { name: 'hooks-tls' }, data: { password: 'c2VjcmV0' } });
  const webhooks = new Webhooks({ port: 0, certificates: { secret, hosts } });
  await expect(
    webhooks.run({ signal: new AbortController().signal, clientset: scene.admin }),
  ).rejects.toMatchObject({
    code: 'ERR_WEBHOOK_SECRET',
    message: 'Secret default/hooks-tls has data of another program: name another one, or delete it',
  });
  expect((await secrets.get('hooks-tls')).data).toEqual({ password: 'c2VjcmV0' });
});

test('without a clientset it does not begin', async () => {
  const webhooks = new Webhooks({ port: 0, certificates: { secret, hosts } });
  await expect(webhooks.run({ signal: new AbortController().signal })).rejects.toMatchObject({
    code: 'ERR_OPTION',
  });
});

test('wrong certificates are refused by name', () => {
  const wrong = (certificates: unknown) => () => new Webhooks({ certificates: certificates as never });
  expect(wrong(undefined)).toThrow('certificates of Webhooks');
  expect(wrong({ secret })).toThrow('{ secret, hosts } or { cert, key }');
  expect(wrong({ secret, hosts: [] })).toThrow('{ secret, hosts } or { cert, key }');
  expect(wrong({ secret, hosts: ['a:443'] })).toThrow(
    'a DNS name or an address, without a port, got "a:443"',
  );
  expect(wrong({ secret, hosts: ['fe80::1%eth0'] })).toThrow('a DNS name or an address');
  expect(wrong({ secret, hosts, lifeMs: 5 })).toThrow('lifeMs');
  expect(wrong({ secret, hosts, lifeMs: 3651 * 24 * hourMs })).toThrow('at most 315360000000');
  expect(wrong({ secret: { name: 'a' }, hosts })).toThrow('namespace');
});

describe('what a Secret holds', () => {
  const nowMs = Date.UTC(2026, 10, 1);
  const made = makeCertificate({ hosts, notBeforeMs: nowMs - hourMs, notAfterMs: nowMs + hourMs });
  const other = makeCertificate({ hosts, notBeforeMs: nowMs - hourMs, notAfterMs: nowMs + hourMs });
  const labels = { 'app.kubernetes.io/managed-by': 'kube-informers' };
  const stored = (texts: Record<string, string>): object => ({
    metadata: { ...secret, labels },
    data: Object.fromEntries(
      Object.entries(texts).map(([name, text]) => [name, Buffer.from(text).toString('base64')]),
    ),
  });
  const whole = { 'tls.crt': made.cert, 'tls.key': made.key, 'ca.crt': made.ca };

  test.each([
    ['nothing', {}],
    ['rubbish', { 'tls.crt': 'a', 'tls.key': 'b', 'ca.crt': 'c' }],
    ['a certificate that has expired', { ...whole, ...expired() }],
    ['a certificate of a clock that is ahead', { ...whole, ...ahead() }],
    [
      'a certificate with another one that cannot be read',
      {
        ...whole,
        'tls.crt': `${made.cert}-----BEGIN CERTIFICATE-----\nrubbish\n-----END CERTIFICATE-----\n`,
      },
    ],
    ['the key of another certificate', { ...whole, 'tls.key': other.key }],
    ['the authority of another certificate', { ...whole, 'ca.crt': other.ca }],
    ['a certificate in place of the authority', { ...whole, 'ca.crt': made.cert }],
    ['a megabyte of certificates', { ...whole, 'ca.crt': other.ca.repeat(1500) }],
  ])('%s is not usable', (_name, texts) => {
    expect(storedIn(stored(texts), hosts, nowMs)).toEqual({
      current: undefined,
      previous: undefined,
      fits: false,
    });
  });

  function expired(): Record<string, string> {
    const old = makeCertificate({ hosts, notBeforeMs: nowMs - 2 * hourMs, notAfterMs: nowMs - 1000 });
    return { 'tls.crt': old.cert, 'tls.key': old.key, 'ca.crt': old.ca };
  }

  function ahead(): Record<string, string> {
    const next = makeCertificate({ hosts, notBeforeMs: nowMs + hourMs, notAfterMs: nowMs + 2 * hourMs });
    return { 'tls.crt': next.cert, 'tls.key': next.key, 'ca.crt': next.ca };
  }

  test('a pair is usable with one of several authorities, for its hosts', () => {
    const both = {
      ...whole,
      'ca.crt': `${other.ca}rubbish\n${made.ca}`,
      'previous.crt': other.cert,
      'previous.key': other.key,
    };
    const { current, previous, fits } = storedIn(stored(both), hosts, nowMs);
    expect([current?.ca, previous?.ca, fits]).toEqual([made.ca, other.ca, true]);
    expect(storedIn(stored(whole), ['other'], nowMs).fits).toBe(false);
  });

  test('a certificate that was made here is used under any label, and nothing else is', () => {
    const labelled = (texts: Record<string, string>): object => ({
      ...stored(texts),
      metadata: { ...secret, labels: { 'app.kubernetes.io/managed-by': 'Helm' } },
    });
    expect(storedIn(labelled(whole), hosts, nowMs).current?.cert).toBe(made.cert);
    for (const texts of [{ ...whole, 'tls.crt': 'rubbish' }, { password: 'a' }])
      expect(() => storedIn(labelled(texts), hosts, nowMs)).toThrow('has data of another program');
  });

  test('without a logger lines go to that of the clientset; they have nothing of a key', async () => {
    await using scene = await Scene.start();
    const logger = rememberingLogger();
    await using clientset = new Clientset({ host: scene.server.url }, { logger });
    const webhooks = new Webhooks({ port: 0, certificates: { secret, hosts } }).validate(
      websites,
      () => undefined,
    );
    const end = new AbortController();
    const ended = webhooks.run({ signal: end.signal, clientset });
    await scene.until(
      () => webhooks.port,
      (port) => port !== undefined,
    );
    end.abort();
    await ended;
    expect(logger.lines.map(({ message }) => message)).toContain('made a new certificate for the webhooks');
    expect(JSON.stringify(logger.lines)).not.toContain('PRIVATE KEY');
  });
});
