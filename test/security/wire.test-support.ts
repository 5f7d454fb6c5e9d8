import { connect } from 'node:net';
import type { Socket } from 'node:net';

/** Acts as an HTTP proxy: accepts one CONNECT, whose head goes to `heads`, then passes bytes both ways. */
export function tunnelProxy(heads: string[]): (socket: Socket) => void {
  return (socket) => {
    socket.once('data', (head) => {
      heads.push(head.toString());
      const port = Number(/^CONNECT \S+:(\d+) /.exec(head.toString())?.[1]);
      const target = connect(port, '127.0.0.1', () => {
        socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
        socket.pipe(target).pipe(socket);
      });
      for (const [one, other] of [
        [socket, target],
        [target, socket],
      ] as const)
        one.on('error', () => undefined).on('close', () => void other.destroy());
    });
  };
}
