// Kinds with several versions: what one version writes and another one reads, and conversions that fail.
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import {
  Clientset,
  defineResource,
  isConflict,
  resources,
  SharedInformerFactory,
  waitFor,
} from 'kube-informers';
import type { apiextensionsv1, KubernetesObject, Resource, SharedIndexInformer } from 'kube-informers';
import { Controller } from 'kube-informers/controller';
import { RealApiServer } from '@kube-informers/testing';
import { connect, connectAs, contents, freshNamespace, Recorder } from './harness.js';
import { canStartServers } from './own-server.js';
import { forKinds, rulesOf } from './users.js';
import { webhook } from './webhook.js';
import type { ReviewRequest } from './webhook.js';
import { compact } from '../../packages/kube-informers/src/compact/compact-cache.js';

interface Gadget extends KubernetesObject {
  spec?: { size?: number; colour?: string };
}

/** A kind of two versions, of which the first one is stored. */
interface Kind {
  readonly group: string;
  readonly v1: Resource<Gadget>;
  readonly v2: Resource<Gadget>;
}

function kindOf(group: string): Kind {
  const of = (version: string): Resource<Gadget> =>
    defineResource<Gadget>({ group, version, resource: 'gadgets', kind: 'Gadget', namespaced: true });
  return { group, v1: of('v1'), v2: of('v2') };
}

const properties = { size: { type: 'integer' }, colour: { type: 'string' } };
const schema = { type: 'object', properties: { spec: { type: 'object', properties } } };

function definitionOf(
  { group }: Kind,
  conversion: apiextensionsv1.CustomResourceConversion,
  servesV1 = true,
): object {
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `gadgets.${group}` },
    spec: {
      group,
      scope: 'Namespaced',
      names: { plural: 'gadgets', singular: 'gadget', kind: 'Gadget', listKind: 'GadgetList' },
      conversion,
      versions: ['v1', 'v2'].map((name) => ({
        name,
        served: name === 'v2' || servesV1,
        storage: name === 'v1',
        schema: { openAPIV3Schema: schema },
      })),
    },
  };
}

const errorOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(() => undefined).catch((error: unknown) => error);

/** Waits for errors that informers report. */
class Reports {
  #look: (error: Error) => void = () => undefined;

  readonly report = (error: Error): void => this.#look(error);

  /** Resolves with the first error from now on that matches. */
  next(matches: (error: Error) => boolean): Promise<Error> {
    return new Promise((resolve) => {
      this.#look = (error) => {
        if (matches(error)) resolve(error);
      };
    });
  }
}

/** The messages of an error and its causes. */
function textOf({ message, cause }: Error): string {
  return cause instanceof Error ? `${message}: ${textOf(cause)}` : message;
}

describe('a kind with two versions of the same fields', () => {
  const kind = kindOf('none.conversion.example.com');
  const { v1, v2 } = kind;
  let admin: Clientset;
  let program: Clientset;

  beforeAll(async () => {
    admin = await connect();
    await admin.apply([definitionOf(kind, { strategy: 'None' })]);
    const rules = await rulesOf('docs/informers.md', 'ClusterRole');
    program = await connectAs(forKinds(rules, [v1, resources.coreV1.configMaps]));
  });

  afterAll(async () => {
    await program.close();
    await admin.apiextensionsV1().customResourceDefinitions().delete(`gadgets.${kind.group}`);
    await admin.close();
  });

  test.each([{ useWatchList: true }, { useWatchList: false }, { cacheFormat: compact() }])(
    'an informer with %o of one version has each state that the other one writes, once, in its own version',
    async (options) => {
      const namespace = await freshNamespace(admin);
      const [old, current] = [admin.resource(v1, namespace), admin.resource(v2, namespace)];
      await old.create({ metadata: { name: 'before' }, spec: { size: 1 } });
      await using factory = new SharedInformerFactory(program, { namespace, ...options });
      const reader = (resource: Resource<Gadget>): [Recorder<Gadget>, SharedIndexInformer<Gadget>] => {
        const recorder = new Recorder<Gadget>();
        const informer = factory.forResource(resource).informer();
        informer.addEventHandler(recorder);
        return [recorder, informer];
      };
      const readers = [reader(v1), reader(v2)];
      factory.start();
      await factory.waitForCacheSync();
      await old.create({ metadata: { name: 'a' }, spec: { size: 1 } });
      await old.patch('a', { spec: { size: 2 } }, { type: 'merge' });
      const read = await current.get('a');
      await current.update({ ...read, spec: { ...read.spec, colour: 'red' } });
      const story = ['add before', 'add a', 'update a', 'update a'];
      for (const [recorder, informer] of readers) {
        await recorder.until(() => recorder.events.length === story.length);
        expect(recorder.story).toEqual(story);
        const resource = recorder === readers[0]?.[0] ? v1 : v2;
        const { items } = await admin.resource(resource, namespace).list();
        expect(contents(informer.indexer.list())).toEqual(contents(items));
        for (const object of informer.indexer.list()) {
          expect(object.apiVersion).toBe(`${kind.group}/${resource.version}`);
          expect(items).toContainEqual(JSON.parse(JSON.stringify(object)));
        }
      }
      await old.delete('a');
      for (const [recorder] of readers) {
        await recorder.until(() => recorder.events.length > story.length);
        expect(recorder.story.at(-1)).toBe('delete a');
        expect(recorder.illegal()).toEqual([]);
      }
    },
  );

  test('what was read as one version conflicts with a later write as the other one', async () => {
    const namespace = await freshNamespace(admin);
    const [old, current] = [admin.resource(v1, namespace), admin.resource(v2, namespace)];
    await old.create({ metadata: { name: 'a' }, spec: { size: 1 } });
    const read = await current.get('a');
    await old.patch('a', { spec: { size: 2 } }, { type: 'merge' });
    expect(await errorOf(current.update({ ...read, spec: { size: 3 } }))).toSatisfy(isConflict);
    expect((await current.get('a')).spec).toEqual({ size: 2 });
  });

  test('a manifest of the other version takes the place of the one that was applied before', async () => {
    const namespace = await freshNamespace(admin);
    const apply = async (version: string, spec: object): Promise<unknown> => {
      const apiVersion = `${kind.group}/${version}`;
      const manifest = { apiVersion, kind: 'Gadget', metadata: { name: 'a', namespace }, spec };
      const [result] = await admin.apply([manifest]);
      return result?.outcome;
    };
    const specOf = async (): Promise<unknown> => (await admin.resource(v1, namespace).get('a')).spec;
    expect(await apply('v1', { size: 1 })).toBe('created');
    expect(await apply('v2', { colour: 'red' })).toBe('configured');
    expect(await specOf()).toEqual({ colour: 'red' });
    expect(await apply('v2', { colour: 'red' })).toBe('unchanged');
    expect(await apply('v1', { colour: 'red', size: 2 })).toBe('configured');
    expect(await specOf()).toEqual({ colour: 'red', size: 2 });
  });

  test('a controller runs for an owner that is named in another version', async () => {
    const namespace = await freshNamespace(admin);
    await using factory = new SharedInformerFactory(program, { namespace });
    let ran: (name: string) => void = () => undefined;
    const controller = new Controller('gadgets', {
      for: { informer: factory.forResource(v2), predicate: () => false },
      owns: [factory.core().v1().configMaps()],
      reconcile: ({ name }) => Promise.resolve(ran(name)),
    });
    factory.start();
    const running = controller.run();
    await factory.waitForCacheSync();
    const next = new Promise<string>((resolve) => (ran = resolve));
    const { metadata } = await admin.resource(v1, namespace).create({ metadata: { name: 'a' } });
    const owner = { apiVersion: `${kind.group}/v1`, kind: 'Gadget', name: 'a', uid: metadata?.uid ?? '' };
    await admin
      .coreV1()
      .configMaps(namespace)
      .create({ metadata: { name: 'of-a', ownerReferences: [{ ...owner, controller: true }] } });
    expect(await next).toBe('a');
    await controller.stop();
    await running;
  });

  test('a kind without a version is the version that the server prefers', async () => {
    const namespace = await freshNamespace(admin);
    await admin.resource(v1, namespace).create({ metadata: { name: 'a' }, spec: { size: 1 } });
    const limit = { namespace, timeoutMs: 60_000 };
    const found = await waitFor(program, `gadgets.${kind.group}`, 'a', 'jsonpath={.spec.size}=1', limit);
    expect(found?.apiVersion).toBe(`${kind.group}/v2`);
  });

  test('an informer of a version that is no longer served keeps its cache, and goes on when it is served again', async () => {
    const own = kindOf('served.conversion.example.com');
    const serve = (servesV1: boolean): Promise<unknown> =>
      admin.apply([definitionOf(own, { strategy: 'None' }, servesV1)]);
    await serve(true);
    onTestFinished(async () => {
      await using setup = await connect();
      await setup.apiextensionsV1().customResourceDefinitions().delete(`gadgets.${own.group}`);
    });
    await using reader = await connectAs(
      forKinds(await rulesOf('docs/informers.md', 'ClusterRole'), [own.v1]),
    );
    const namespace = await freshNamespace(admin);
    const current = admin.resource(own.v2, namespace);
    await current.create({ metadata: { name: 'a' } });
    const reports = new Reports();
    await using factory = new SharedInformerFactory(reader, {
      namespace,
      onWatchError: reports.report,
      backoff: { baseMs: 50, factor: 1 },
    });
    const recorders = [own.v1, own.v2].map((resource) => {
      const recorder = new Recorder<Gadget>();
      factory.forResource(resource).informer().addEventHandler(recorder);
      return recorder;
    });
    const [oldRecorder, currentRecorder] = recorders;
    const old = factory.forResource(own.v1).informer();
    factory.start();
    await factory.waitForCacheSync();
    const absent = reports.next((error) => 'code' in error && error.code === 'ERR_RESOURCE_ABSENT');
    await serve(false);
    await absent;
    expect(old.isAbsent).toBe(true);
    expect(old.indexer.listKeys()).toEqual([`${namespace}/a`]);
    await current.create({ metadata: { name: 'b' } });
    await currentRecorder?.until(() => currentRecorder.story.includes('add b'));
    expect(currentRecorder?.illegal()).toEqual([]);
    await serve(true);
    await oldRecorder?.until(() => oldRecorder.story.includes('add b'));
    expect(oldRecorder?.illegal()).toEqual([]);
  });
});

// The webhook runs on this machine, with the server's certificate.
describe.runIf(canStartServers)('a kind whose versions a webhook converts', () => {
  const kind = kindOf('webhook.conversion.example.com');
  const { v1, v2 } = kind;
  let server: RealApiServer;
  let admin: Clientset;
  let program: Clientset;
  /** What the webhook answers to the next requests. */
  let answer: (request: ReviewRequest) => object;
  let stopWebhook: () => Promise<void>;
  let conversion: apiextensionsv1.CustomResourceConversion;

  const isConverted = ({ objects = [], desiredAPIVersion }: ReviewRequest): object => ({
    result: { status: 'Success' },
    convertedObjects: objects.map((object) => ({ ...object, apiVersion: desiredAPIVersion })),
  });
  const isRefused = (): object => ({ result: { status: 'Failure', message: 'gadgets are out of order' } });

  beforeAll(async () => {
    server = await RealApiServer.start();
    admin = new Clientset(server.config);
    const rules = forKinds(await rulesOf('docs/informers.md', 'ClusterRole'), [v1]);
    const { config } = await server.addAccount({ name: 'program', rights: [{ rules }] });
    program = new Clientset(config);
    answer = isConverted;
    const hook = await webhook(server, (request) => answer(request));
    stopWebhook = async () => hook[Symbol.asyncDispose]();
    const { url, caBundle } = hook;
    conversion = {
      strategy: 'Webhook',
      webhook: { conversionReviewVersions: ['v1'], clientConfig: { url, caBundle } },
    };
    await admin.apply([definitionOf(kind, conversion)]);
  });

  afterAll(async () => {
    await program.close();
    await admin.close();
    await server[Symbol.asyncDispose]();
    await stopWebhook();
  });

  const reason = /conversion webhook for .*Kind=Gadget failed: gadgets are out of order/;

  test('a read and a write that cannot be converted are errors with the reason, and are not repeated', async () => {
    const namespace = await newNamespace();
    // From before the create: a list from the server's watch cache of v2 needs no conversion of what it has.
    answer = isRefused;
    onTestFinished(() => void (answer = isConverted));
    await admin.resource(v1, namespace).create({ metadata: { name: 'a' }, spec: { size: 1 } });
    const current = admin.resource(v2, namespace);
    const isReason = { statusCode: 500, message: expect.stringMatching(reason) as string };
    expect(await errorOf(current.get('a'))).toMatchObject(isReason);
    expect(await errorOf(current.list())).toMatchObject(isReason);
    expect(await errorOf(current.patch('a', { spec: { size: 2 } }, { type: 'merge' }))).toMatchObject(
      isReason,
    );
    expect(await errorOf(current.create({ metadata: { name: 'b' } }))).toMatchObject(isReason);
    const retries = admin.stats().retries.reduce((sum, { count }) => sum + count, 0);
    expect(retries).toBe(0);
    expect((await admin.resource(v1, namespace).get('a')).spec).toEqual({ size: 1 });
  });

  test('an informer reports the reason until its version can be converted, and keeps what it has', async () => {
    const namespace = await newNamespace();
    const old = admin.resource(v1, namespace);
    await old.create({ metadata: { name: 'a' }, spec: { size: 1 } });
    const reports = new Reports();
    await using factory = new SharedInformerFactory(program, {
      namespace,
      onWatchError: reports.report,
      backoff: { baseMs: 50, factor: 1 },
    });
    const recorder = new Recorder<Gadget>();
    const informer = factory.forResource(v2).informer();
    informer.addEventHandler(recorder);
    factory.start();
    await factory.waitForCacheSync();
    answer = isRefused;
    onTestFinished(() => void (answer = isConverted));
    const failed = reports.next((error) => reason.test(textOf(error)));
    // The server reads its storage again.
    await server.kill();
    await server.start();
    await old.patch('a', { spec: { size: 2 } }, { type: 'merge' });
    await failed;
    expect(informer.hasSynced).toBe(true);
    expect(informer.indexer.getByKey(`${namespace}/a`)?.spec).toEqual({ size: 1 });
    answer = isConverted;
    await recorder.until(() => recorder.story.includes('update a'));
    expect(informer.indexer.getByKey(`${namespace}/a`)).toMatchObject({
      apiVersion: `${kind.group}/v2`,
      spec: { size: 2 },
    });
    expect(recorder.illegal()).toEqual([]);
  });

  async function newNamespace(): Promise<string> {
    const { metadata } = await admin
      .coreV1()
      .namespaces()
      .create({ metadata: { generateName: 'gadgets-' } });
    return metadata?.name ?? '';
  }
});
