import { describe, test } from 'vitest';
import { connect } from './harness.js';
import { RealApi, realApiFolder } from './real-api.js';
import { everyWay } from './scopes.js';
import { changesShards } from './shards.js';

// A cluster that is already running need not have the gate, and cannot be started with it.
describe.skipIf(realApiFolder === undefined).each([true, false])(
  'shards of a server with ShardedListAndWatch %s',
  (divides) => {
    test.each(everyWay)(
      '$queue, watch-list $useWatchList, compact $compact',
      async (way) => {
        await using server = await RealApi.start(`--feature-gates=ShardedListAndWatch=${divides}`);
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
