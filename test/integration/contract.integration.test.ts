import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { clientSuite } from '../contract/clients.js';
import { contractSuite } from '../contract/contract.js';
import { gracefulSuite } from '../contract/grace.js';
import { compactionSuite, initializingSuite, restartSuite } from '../contract/history.js';
import { at, text } from '../contract/http.js';
import type { Target } from '../contract/http.js';
import { kubectlSuite } from '../contract/kubectl.js';
import { namespaceSuite } from '../contract/lifecycle.js';
import { noWatchListSuite } from '../contract/no-watch-list.js';
import { shardingSuite } from '../contract/sharding.js';
import { watchTimeoutSuite } from '../contract/watch-timeout.js';
import { nightly } from '../nightly.test-support.js';
import { canStartServers, OwnServer } from './own-server.js';
import { RealCluster, realClusterFolder } from './real-cluster.js';

/** The current context of a kubeconfig: a server with its authority inline and a token. */
function target(path = process.env['KUBECONFIG']): Target {
  if (path === undefined || path === '') throw new Error('KUBECONFIG must name a kubeconfig file');
  const config: unknown = parse(readFileSync(path, 'utf8'));
  const named = (list: string, name: string): unknown => {
    const entries = at(config, list);
    return Array.isArray(entries) ? entries.find((entry) => at(entry, 'name') === name) : undefined;
  };
  const context = named('contexts', text(config, 'current-context'));
  const cluster = named('clusters', text(context, 'context.cluster'));
  const user = named('users', text(context, 'context.user'));
  const ca = text(cluster, 'cluster.certificate-authority-data');
  return {
    baseUrl: text(cluster, 'cluster.server'),
    token: text(user, 'user.token') || undefined,
    ca: ca === '' ? undefined : Buffer.from(ca, 'base64').toString('utf8'),
  };
}

contractSuite('the real API server passes the contract', async () => ({
  target: target(),
  stop: () => Promise.resolve(),
}));

// Other clients and servers of their own show the same of the same kube-apiserver each day. The embedded server passes these
// suites with each change.
if (nightly) {
  kubectlSuite('kubectl works with the real API server', () => {
    const kubeconfig = process.env['KUBECONFIG'];
    if (kubeconfig === undefined) throw new Error('KUBECONFIG must name a kubeconfig file');
    return Promise.resolve({ kubeconfig, stop: () => Promise.resolve() });
  });

  clientSuite('other clients work with the real API server', () => {
    const file = process.env['KUBECONFIG'];
    if (file === undefined) throw new Error('KUBECONFIG must name a kubeconfig file');
    const without = { 'ruby-kubeclient': 'it reads only the first certificate of a bundle' };
    return Promise.resolve({
      kubeconfig: readFileSync(file, 'utf8'),
      without,
      stop: () => Promise.resolve(),
    });
  });
}

// These need their own server: with other flags, compacted, or restarted.
if (nightly && canStartServers) {
  compactionSuite('the real API server compacts its history', async () => {
    // With the watch cache, lists are still served from its snapshots after etcd was compacted.
    const server = await OwnServer.start('--watch-cache=false');
    return {
      target: target(server.kubeconfig),
      compact: () => server.compact(),
      stop: () => server[Symbol.asyncDispose](),
    };
  });

  restartSuite('the real API server restarts', async () => {
    const server = await OwnServer.start();
    return {
      target: target(server.kubeconfig),
      async restart() {
        await server.stop('cleanly');
        await server.up();
      },
      stop: () => server[Symbol.asyncDispose](),
    };
  });

  noWatchListSuite('the real API server without watch-list refuses it', async () => {
    const server = await OwnServer.start('--feature-gates=WatchList=false');
    return { target: target(server.kubeconfig), stop: () => server[Symbol.asyncDispose]() };
  });

  shardingSuite('the real API server selects shards', async () => {
    const server = await OwnServer.start('--feature-gates=ShardedListAndWatch=true');
    return { target: target(server.kubeconfig), stop: () => server[Symbol.asyncDispose]() };
  });

  gracefulSuite('the real API server deletes pods', async () => {
    const server = await OwnServer.start();
    return { target: target(server.kubeconfig), stop: () => server[Symbol.asyncDispose]() };
  });

  watchTimeoutSuite('the real API server ends watches', async () => {
    const server = await OwnServer.start('--min-request-timeout=1');
    return { target: target(server.kubeconfig), stop: () => server[Symbol.asyncDispose]() };
  });
}

// An older server, and one with controllers.
if (nightly && realClusterFolder !== undefined) {
  initializingSuite('the real API server fills its caches', async () => {
    // Since 1.36 the server always waits for its caches before it is ready.
    const gates = '--feature-gates=WatchCacheInitializationPostStartHook=false,WatchList=true';
    const server = await RealCluster.start('--server=1.33', gates);
    return {
      target: target(server.kubeconfig),
      async restart() {
        await server.stop('server');
        await server.up();
      },
      stop: () => server[Symbol.asyncDispose](),
    };
  });

  namespaceSuite('the real API server deletes namespaces', async () => {
    const cluster = await RealCluster.start('--controllers');
    return { target: target(cluster.kubeconfig), stop: () => cluster[Symbol.asyncDispose]() };
  });
}
