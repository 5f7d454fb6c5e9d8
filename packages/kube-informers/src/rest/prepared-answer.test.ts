import { expect, test } from 'vitest';
import type { KubernetesObject } from '../meta/types.js';
import type { ObjectFormat } from '../meta/wire-format.js';
import { yieldToEventLoop } from '../util/steps.js';
import { jsonFormat } from '../wire/json-format.js';
import { RestClient } from './rest-client.js';
import type { Transport, TransportResponse } from './transport.js';

const path = '/api/v1/pods';
const bodies = {
  list: '{"kind":"PodList","apiVersion":"v1","metadata":{},"items":[{"metadata":{"name":"a"}}]}',
  watch: '{"type":"ADDED","object":{"kind":"Pod","apiVersion":"v1","metadata":{"name":"a"}}}\n',
};

/** A client of a server that responds when `answer` is called, and the decoders created so far. */
function rig(
  body: string,
  fail?: Error,
): { rest: RestClient; format: ObjectFormat<KubernetesObject>; made: () => number; answer: () => void } {
  let made = 0;
  const count = (): void => {
    made++;
    if (fail !== undefined) throw fail;
  };
  const format: ObjectFormat<KubernetesObject> = {
    itemsReader(options) {
      count();
      return jsonFormat.itemsReader(options);
    },
    watchDecoder(options) {
      count();
      return jsonFormat.watchDecoder(options);
    },
  };
  let resolve: (response: TransportResponse) => void = () => {};
  const sent = new Promise<TransportResponse>((settle) => (resolve = settle));
  const transport: Transport = { send: () => sent, close: () => Promise.resolve() };
  async function* chunks(): AsyncGenerator<Uint8Array> {
    yield Buffer.from(body);
  }
  const answer = (): void =>
    resolve({
      status: 200,
      headers: { 'content-type': 'application/json' },
      body: chunks(),
      destroy() {},
    });
  return {
    rest: new RestClient({ host: 'http://127.0.0.1:1' }, { transport }),
    format,
    made: () => made,
    answer,
  };
}

async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn++) await yieldToEventLoop();
}

for (const prepared of [true, false]) {
  const when = prepared ? 'while the server works' : 'with a response that arrives immediately';

  test(`the decoder of a list is made ${when}, once`, async () => {
    const { rest, format, made, answer } = rig(bodies.list);
    const listing = rest.list({ path, format });
    if (prepared) await turns(3);
    expect(made()).toBe(prepared ? 1 : 0);
    answer();
    expect((await listing).items).toHaveLength(1);
    await turns(3);
    expect(made()).toBe(1);
  });

  test(`the decoder of a watch is made ${when}, once`, async () => {
    const { rest, format, made, answer } = rig(bodies.watch);
    const opening = rest.watch({ path, format });
    if (prepared) await turns(3);
    expect(made()).toBe(prepared ? 1 : 0);
    answer();
    const watch = await opening;
    expect(await watch.nextBatch()).toHaveLength(1);
    watch.stop();
    await turns(3);
    expect(made()).toBe(1);
  });
}

test('a format that throws fails the call, whenever it is called', async () => {
  for (const prepared of [true, false]) {
    const failure = new Error('no format');
    const { rest, format, made, answer } = rig(bodies.list, failure);
    const refused = expect(rest.list({ path, format })).rejects.toBe(failure);
    if (prepared) await turns(3);
    expect(made()).toBe(prepared ? 1 : 0);
    answer();
    await refused;
    await turns(3);
  }
});
