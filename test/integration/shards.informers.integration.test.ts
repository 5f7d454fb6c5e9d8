import { describe, test } from 'vitest';
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
    const flags = isOlder ? [] : [`--feature-gates=ShardedListAndWatch=${divides}`];
    test.each(everyWay)(
      '$queue, watch-list $useWatchList, compact $compact',
      async (way) => {
        await using server = await OwnServer.start(...flags);
        const clientset = await connect(server.kubeconfig);
        try {
          await changesShards(clientset, divides, way);
        } finally {
          await clientset.close();
        }
      },
      60_000,
    );
  },
);
