import type { Socket } from 'node:net';
import { builtin } from '../util/builtin.js';
import { asError, TransportError } from '../util/errors.js';
import { proxyAuthorization, shownProxy } from './proxy.js';

/** Options of a tunnel. */
export interface TunnelOptions {
  readonly signal: AbortSignal;
  readonly maxHeaderBytes: number;
}

/**
 * Asks the proxy at the other end of `socket` to connect it to `target` (`host:port`), with CONNECT.
 *
 * Resolves with the socket, to which the caller adds TLS. Rejects with TransportError `ERR_PROXY`, which names the
 * proxy without its password, with `signal.reason` if aborted, or with Node's error for a broken connection.
 */
export function openTunnel(
  socket: Socket,
  proxy: URL,
  target: string,
  { signal, maxHeaderBytes }: TunnelOptions,
): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const request = builtin('node:http').request({
      method: 'CONNECT',
      path: target,
      createConnection: () => socket,
      maxHeaderSize: maxHeaderBytes,
      headers: { host: target, ...proxyAuthorization(proxy) },
    });
    const fail = (error: Error): void => {
      signal.removeEventListener('abort', onAbort);
      reject(error);
      request.destroy();
      socket.destroy();
    };
    const onAbort = (): void => fail(asError(signal.reason));
    signal.addEventListener('abort', onAbort);
    request.on('connect', ({ statusCode = 0 }, connected: Socket, head: Buffer) => {
      // RFC 9110, section 9.3.6: any 2xx.
      if (statusCode >= 200 && statusCode < 300) {
        signal.removeEventListener('abort', onAbort);
        if (head.length > 0) connected.unshift(head);
        resolve(connected);
        return;
      }
      fail(
        new TransportError(
          'ERR_PROXY',
          `${shownProxy(proxy)} ${
            statusCode === 407
              ? `rejected the credentials (407) for a connection to ${target}`
              : `refused to connect to ${target}: status ${statusCode}`
          }`,
          { notSent: true },
        ),
      );
    });
    // A parser error contains the bytes that the proxy sent.
    request.on('error', (error) => fail('rawPacket' in error ? new Error(error.message) : error));
    request.end();
    if (signal.aborted) onAbort();
  });
}
