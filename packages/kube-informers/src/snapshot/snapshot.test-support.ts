import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { ApiServer } from '@kube-informers/testing';
import { Clientset } from '../client/clientset.js';
import type {
  InformerFactory,
  InformerFactoryOptions,
  ResourceInformer,
} from '../factories/informer-factory.js';
import { SharedInformerFactory } from '../factories/shared-informer-factory.js';
import type { KubernetesObject } from '../meta/types.js';
import { coreV1 } from '../resources/core-v1.js';
import type { ConfigMap } from '../resources/types/core-v1.js';

/** A server with ConfigMaps, a folder for snapshots, and programs that are ended with it. */
export class SnapshotScene implements AsyncDisposable {
  readonly server: ApiServer;
  readonly folder: string;
  readonly file: string;
  readonly #open: AsyncDisposable[] = [];

  private constructor(server: ApiServer, folder: string) {
    this.server = server;
    this.folder = folder;
    this.file = join(folder, 'maps.snapshot');
  }

  static async start(): Promise<SnapshotScene> {
    return new SnapshotScene(await ApiServer.start(), await mkdtemp(join(tmpdir(), 'snapshot-')));
  }

  /** Ends it with the scene. */
  opened<R extends AsyncDisposable>(resource: R): R {
    this.#open.push(resource);
    return resource;
  }

  factory(options: InformerFactoryOptions = {}): SharedInformerFactory {
    const clientset = this.opened(new Clientset({ host: this.server.url }));
    return this.opened(new SharedInformerFactory(clientset, options));
  }

  /** An informer that is never started. */
  maps(): ResourceInformer<ConfigMap> {
    return this.factory().core().v1().configMaps();
  }

  async syncedMaps(): Promise<ResourceInformer<ConfigMap>> {
    const factory = this.factory();
    return synced(factory, factory.core().v1().configMaps());
  }

  async create(name: string, namespace = 'default'): Promise<void> {
    const map: ConfigMap = {
      metadata: { name, namespace, labels: { app: name } },
      data: { name },
    };
    await this.server.create(coreV1.configMaps, map);
  }

  /** Writes a file of these lines, with a right checksum. */
  async rewrite(lines: readonly string[]): Promise<void> {
    const text = lines.map((line) => `${line}\n`).join('');
    const sha256 = createHash('sha256').update(text).digest('hex');
    await writeFile(this.file, `${text}${JSON.stringify({ sha256 })}\n`);
  }

  /** The error of a file that cannot be used. */
  refusal(problem: string | RegExp): object {
    const message: unknown =
      typeof problem === 'string'
        ? `the snapshot ${JSON.stringify(this.file)} cannot be used: ${problem}`
        : expect.stringMatching(problem);
    return expect.objectContaining({ name: 'SnapshotError', code: 'ERR_SNAPSHOT', message }) as object;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const resource of this.#open.splice(0).toReversed()) await resource[Symbol.asyncDispose]();
    await this.server.stop();
    await rm(this.folder, { recursive: true, force: true });
  }
}

/** Starts the informer of a factory, and resolves when it has synced. */
export async function synced<T extends KubernetesObject>(
  factory: InformerFactory,
  informer: ResourceInformer<T>,
): Promise<ResourceInformer<T>> {
  informer.informer();
  factory.start();
  await factory.waitForCacheSync();
  return informer;
}
