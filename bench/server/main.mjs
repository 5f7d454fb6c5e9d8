// The server's process: does what the runner says over the channel between them, and answers each message with one.
import { PodServer } from './pod-server.mjs';

const server = new PodServer();
const port = await server.listen();

const commands = {
  reset({ pods, expired }) {
    server.reset(pods, { expired });
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
