import { describe, test } from 'vitest';
import { connect } from './harness.js';
import { RealApi, realApiFolder } from './real-api.js';
import { everyWay } from './scopes.js';
import { changesShards } from './shards.js';

// The gate came with 1.36: an older server ignores the parameter, and refuses to start with the gate.
const isOlder = (process.env['REALAPI_FLAGS'] ?? '').includes('--emulated-version');

// A cluster that is already running need not have the gate, and cannot be started with it.
describe.skipIf(realApiFolder === undefined).each(isOlder ? [false] : [true, false])(
  'shards of a server with ShardedListAndWatch %s',
  (divides) => {
    const flags = isOlder ? [] : [`--feature-gates=ShardedListAndWatch=${divides}`];
    test.each(everyWay)(
      '$queue, watch-list $useWatchList, compact $compact',
      async (way) => {
        await using server = await RealApi.start(...flags);
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
