// A slow link before a server: bytes arrive half of the round trip later, and no faster than the rate.
import { once } from 'node:events';
import { connect, createServer } from 'node:net';

/** Most bytes on the way in one direction, per connection: beyond, the sender waits, as with TCP's window. */
const window = 4 * 1024 * 1024;

/** Starts a link to `host:port`; resolves with its port and `close`. `mbitPerSecond` holds for all connections together. */
export async function openLink({ host, port }, { roundTripMs, mbitPerSecond }) {
  const bytesPerMs = (mbitPerSecond * 1e6) / 8 / 1000;
  const sockets = new Set();
  // When each direction is free for the next byte.
  const free = { up: 0, down: 0 };

  const carry = (from, to, direction) => {
    // What is on the way: `{ dueMs, data }`, in order; without data the end.
    const queue = [];
    let onTheWay = 0;
    let timer;
    const deliver = () => {
      timer = undefined;
      while (queue.length > 0 && queue[0].dueMs <= performance.now()) {
        const { data } = queue.shift();
        if (data === undefined) to.end();
        else {
          onTheWay -= data.length;
          to.write(data);
        }
      }
      if (onTheWay <= window) from.resume();
      if (queue.length > 0) timer = setTimeout(deliver, queue[0].dueMs - performance.now());
    };
    const send = (data, length) => {
      free[direction] = Math.max(free[direction], performance.now()) + length / bytesPerMs;
      onTheWay += length;
      if (onTheWay > window) from.pause();
      queue.push({ dueMs: free[direction] + roundTripMs / 2, data });
      timer ??= setTimeout(deliver, queue[0].dueMs - performance.now());
    };
    from.on('data', (data) => send(data, data.length));
    from.on('end', () => send(undefined, 0));
    from.on('error', () => to.destroy());
    from.on('close', () => sockets.delete(from));
    sockets.add(from);
  };

  const server = createServer({ allowHalfOpen: true }, (client) => {
    const upstream = connect({ host, port, allowHalfOpen: true });
    carry(client, upstream, 'up');
    carry(upstream, client, 'down');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: server.address().port,
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
