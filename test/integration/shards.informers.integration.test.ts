import { afterAll, beforeAll, describe, test } from 'vitest';
import type { Clientset } from '../../packages/kube-informers/src/client/clientset.js';
import { connect, serverMinor } from './harness.js';
import { canStartServers, OwnServer } from './own-server.js';
import { everyWay } from './scopes.js';
import { changesShards } from './shards.js';

// The gate came with 1.36: an older server ignores the parameter, and refuses to start with the gate.
const isOlder = serverMinor < 36;

// A cluster that is already running need not have the gate, and cannot be started with it.
describe.skipIf(!canStartServers).each(isOlder ? [false] : [true, false])(
  'shards of a server with ShardedListAndWatch %s',
  (divides) => {
    let server: OwnServer;
    let clientset: Clientset;

    beforeAll(async () => {
      const flags = isOlder ? [] : [`--feature-gates=ShardedListAndWatch=${divides}`];
      server = await OwnServer.start(...flags);
      clientset = await connect(server.kubeconfig);
    });

    afterAll(async () => {
      await clientset.close();
      await server[Symbol.asyncDispose]();
    });

    test.each(everyWay)(
      'watch-list $useWatchList, $cacheFormat.id',
      async (way) => {
        await changesShards(clientset, divides, way);
      },
      60_000,
    );
  },
);
