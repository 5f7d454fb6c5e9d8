import { describe, test } from 'vitest';
import { ApiServer } from '@kube-informers/testing';
import { Clientset } from '../client/clientset.js';
import { everyWay } from '../../../../test/integration/scopes.js';
import { changesShards } from '../../../../test/integration/shards.js';

describe.each([true, false])('shards of a server with ShardedListAndWatch %s', (shardedListAndWatch) => {
  test.each(everyWay)('watch-list $useWatchList, $cacheFormat.id', async (way) => {
    await using server = await ApiServer.start({ shardedListAndWatch });
    const clientset = new Clientset({ host: server.url, proxyUrl: '' });
    try {
      await changesShards(clientset, shardedListAndWatch, way);
    } finally {
      await clientset.close();
    }
  });
});
