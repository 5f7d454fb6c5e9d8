import { ApiServer } from '@kube-informers/testing';
import { contractSuite } from './contract.js';
import { gracefulSuite } from './grace.js';
import { compactionSuite, initializingSuite, restartSuite } from './history.js';
import { namespaceSuite } from './lifecycle.js';
import { noWatchListSuite } from './no-watch-list.js';
import { shardingSuite } from './sharding.js';
import { watchTimeoutSuite } from './watch-timeout.js';

contractSuite('the embedded API server passes the contract', async () => {
  const server = await ApiServer.start({
    token: 'contract',
    freshnessTimeoutMs: 100,
    watchBufferBytes: 16 * 1024 * 1024,
  });
  return { target: { baseUrl: server.url, token: 'contract' }, stop: () => server.stop() };
});

compactionSuite('the embedded API server compacts its history like the real one', async () => {
  const server = await ApiServer.start();
  return {
    target: { baseUrl: server.url },
    compact: () => server.compact(),
    stop: () => server.stop(),
  };
});

restartSuite('the embedded API server restarts like the real one', async () => {
  const server = await ApiServer.start();
  return {
    target: { baseUrl: server.url },
    async restart() {
      await server.stop();
      await server.start();
    },
    stop: () => server.stop(),
  };
});

initializingSuite('the embedded API server fills its caches like the real one', async () => {
  const server = await ApiServer.start();
  return {
    target: { baseUrl: server.url },
    async restart() {
      await server.stop();
      await server.start({ initializingMs: 60_000 });
    },
    stop: () => server.stop(),
  };
});

noWatchListSuite('the embedded API server without watch-list refuses it like the real one', async () => {
  const server = await ApiServer.start({ watchList: false });
  return { target: { baseUrl: server.url }, stop: () => server.stop() };
});

shardingSuite('the embedded API server selects shards like the real one', async () => {
  const server = await ApiServer.start({ shardedListAndWatch: true });
  return { target: { baseUrl: server.url }, stop: () => server.stop() };
});

namespaceSuite('the embedded API server deletes namespaces like the real one', async () => {
  const server = await ApiServer.start();
  return { target: { baseUrl: server.url }, stop: () => server.stop() };
});

gracefulSuite('the embedded API server deletes pods like the real one', async () => {
  const server = await ApiServer.start({ podTermination: 'manual' });
  return { target: { baseUrl: server.url }, stop: () => server.stop() };
});

watchTimeoutSuite('the embedded API server ends watches like the real one', async () => {
  const server = await ApiServer.start({ minRequestTimeoutSeconds: 1 });
  return { target: { baseUrl: server.url }, stop: () => server.stop() };
});
