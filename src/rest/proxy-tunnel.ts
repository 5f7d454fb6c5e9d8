import type { Socket } from 'node:net';
import { builtin } from '../util/builtin.js';
import { systemClock } from '../util/clock.js';
import { asError, TransportError } from '../util/errors.js';
import { withoutBrackets } from './proxy.js';

/** How a tunnel is made. */
export interface TunnelOptions {
  /** Longest wait for the proxy, ms. */
  readonly timeoutMs: number;
  /** The cluster's own authority: an https proxy may be signed by it too, as in client-go. */
  readonly ca: string | undefined;
  readonly verify: boolean;
}

/**
 * A connection to `target` (`host:port`) through an HTTP proxy, by CONNECT; TLS with the server comes after. The returned
 * function gives the attempt up; then, too, `done` is called.
 *
 * The error is a TransportError `ERR_PROXY` that names the proxy without its password.
 */
export function openTunnel(
  proxy: URL,
  target: string,
  options: TunnelOptions,
  done: (error: Error | undefined, socket?: Socket) => void,
): () => void {
  const secure = proxy.protocol === 'https:';
  const what = `proxy ${proxy.protocol}//${proxy.host}`;
  const credentials = `${decodeURIComponent(proxy.username)}:${decodeURIComponent(proxy.password)}`;
  const request = builtin(secure ? 'node:https' : 'node:http').request({
    method: 'CONNECT',
    host: withoutBrackets(proxy.hostname),
    port: proxy.port === '' ? (secure ? 443 : 80) : proxy.port,
    path: target,
    agent: false,
    headers: {
      host: target,
      ...(credentials === ':'
        ? {}
        : { 'proxy-authorization': `Basic ${Buffer.from(credentials).toString('base64')}` }),
    },
    ...(secure
      ? {
          rejectUnauthorized: options.verify,
          ...(options.ca === undefined ? {} : { ca: [...builtin('node:tls').rootCertificates, options.ca] }),
        }
      : {}),
  });
  let settled = false;
  const settle = (error: Error | undefined, socket?: Socket): void => {
    if (settled) return;
    settled = true;
    timer?.cancel();
    done(error, socket);
  };
  const fail = (message: string, cause?: unknown): void => {
    settle(new TransportError('ERR_PROXY', `${what} ${message}`, cause === undefined ? {} : { cause }));
    request.destroy();
  };
  // Not the request's own timeout, which each byte of a proxy that trickles puts off.
  const timer =
    options.timeoutMs > 0
      ? systemClock.setTimer(
          () => fail(`did not connect to ${target} within ${options.timeoutMs} ms`),
          options.timeoutMs,
        )
      : undefined;
  request.on('connect', (response, socket: Socket, head: Buffer) => {
    if (response.statusCode === 200) {
      if (head.length > 0) socket.unshift(head);
      settle(undefined, socket);
      return;
    }
    socket.destroy();
    fail(
      response.statusCode === 407
        ? `asks for other credentials (407) before it connects to ${target}`
        : `refused to connect to ${target}: status ${response.statusCode}`,
    );
  });
  request.on('error', (error) => {
    const code: unknown = (error as NodeJS.ErrnoException).code;
    const said = error.message === '' && typeof code === 'string' ? code : asError(error).message;
    // A parser's error carries the bytes that it did not understand: whatever the proxy said.
    fail(`cannot be used: ${said}`, 'rawPacket' in error ? new Error(error.message) : error);
  });
  request.end();
  return () => fail('is no longer needed');
}
