// The server's process: does what the runner says over the channel between them, and answers each message with one.
import { PodServer } from './pod-server.mjs';
import { loadProtobuf } from './protobuf-pods.mjs';

const server = new PodServer();
let protobuf;
const port = await server.listen();

const commands = {
  async reset({ pods, protobuf: isWanted }) {
    if (isWanted) protobuf ??= await loadProtobuf();
    server.reset(pods, { protobuf: isWanted ? protobuf : undefined });
    return { bytesPerPod: server.bytesPerPod };
  },
  flood: ({ events }) => server.flood(events),
  pace: ({ rate, events }) => server.pace(rate, events),
  requests: () => ({ requests: server.requests }),
};

process.on('message', (message) => {
  void (async () => process.send({ id: message.id, ...(await commands[message.type](message)) }))();
});
process.on('disconnect', () => process.exit(0));
process.send({ port });
