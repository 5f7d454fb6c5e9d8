import { ApiServer } from '@kube-informers/testing';
import { coreV1 } from '../../packages/kube-informers/src/resources/index.js';
import type { ObjectOf, RestConfig } from 'kube-informers';
import type { Clock } from '../../packages/kube-informers/src/util/clock.js';

export type ConfigMap = ObjectOf<typeof coreV1.configMaps>;

/** An API server behind the fault proxy, with direct access to its objects that bypasses the proxy. */
export interface Backend {
  readonly config: RestConfig;
  /** The namespace of the objects. */
  readonly namespace: string;
  /** The objects that an informer of the namespace has to end up with. */
  truth(): Promise<ConfigMap[]>;
  create(name: string, text: string): Promise<unknown>;
  change(name: string, text: string): Promise<unknown>;
  /** Gives the object to another team, which moves it into or out of the selector. */
  move(name: string, team: Team): Promise<unknown>;
  remove(name: string): Promise<unknown>;
}

/** The value of the label that informers select by. */
export type Team = 'ours' | 'others';

/**
 * The data contain characters of two and three bytes in UTF-8, for faults that cut inside a character. Objects whose
 * names begin with x belong to the other team.
 */
export function configMap(namespace: string, name: string, text: string): ConfigMap {
  const team: Team = name.startsWith('x') ? 'others' : 'ours';
  return { metadata: { name, namespace, labels: { team } }, data: { text: `größer ☃ ${text}` } };
}

/** The embedded API server, on the clock of the test. */
export class EmbeddedBackend implements Backend, AsyncDisposable {
  readonly server: ApiServer;
  readonly namespace = 'default';

  private constructor(server: ApiServer) {
    this.server = server;
  }

  /** Starts a server with these objects. `initialResourceVersion`: where its history begins. */
  static async start(
    clock: Clock,
    names: readonly string[],
    initialResourceVersion?: string,
  ): Promise<EmbeddedBackend> {
    // No compaction by age: that would be a second fault.
    const server = await ApiServer.start({ clock, historyMs: 86_400_000, initialResourceVersion });
    const backend = new EmbeddedBackend(server);
    for (const name of names) await backend.create(name, 'at first');
    return backend;
  }

  get config(): RestConfig {
    return { host: this.server.url, proxyUrl: '' };
  }

  async truth(): Promise<ConfigMap[]> {
    return (await this.server.list(coreV1.configMaps, { namespace: this.namespace })).items;
  }

  async create(name: string, text: string): Promise<void> {
    await this.server.create(coreV1.configMaps, configMap(this.namespace, name, text));
  }

  async change(name: string, text: string): Promise<void> {
    await this.server.patch(coreV1.configMaps, name, { data: { text: `größer ☃ ${text}` } });
  }

  async move(name: string, team: Team): Promise<void> {
    await this.server.patch(coreV1.configMaps, name, { metadata: { labels: { team } } });
  }

  async remove(name: string): Promise<void> {
    await this.server.delete(coreV1.configMaps, name);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.server.stop();
  }
}
