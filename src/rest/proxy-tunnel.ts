import type { Socket } from 'node:net';
import { builtin } from '../util/builtin.js';
import { systemClock } from '../util/clock.js';
import { asError, TransportError } from '../util/errors.js';
import { withoutBrackets } from './proxy.js';

/** Options of a tunnel. */
export interface TunnelOptions {
  /** Timeout for the proxy, ms. */
  readonly timeoutMs: number;
  /** The cluster's certificate authority: as in client-go, it may also have signed an https proxy. */
  readonly ca: string | undefined;
  readonly verify: boolean;
}

/**
 * Connects to `target` (`host:port`) through an HTTP proxy with CONNECT; the caller then adds TLS.
 *
 * Returns a function that cancels the attempt; `done` is called in every case. Errors are TransportErrors
 * `ERR_PROXY`, which name the proxy without its password.
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
  // A separate timer: a proxy that sends single bytes would keep resetting the request's own timeout.
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
        ? `rejected the credentials (407) for a connection to ${target}`
        : `refused to connect to ${target}: status ${response.statusCode}`,
    );
  });
  request.on('error', (error) => {
    const code: unknown = (error as NodeJS.ErrnoException).code;
    const reason = error.message === '' && typeof code === 'string' ? code : asError(error).message;
    // A parser error contains the bytes that the proxy sent.
    fail(`failed: ${reason}`, 'rawPacket' in error ? new Error(error.message) : error);
  });
  request.end();
  return () => fail('is no longer needed');
}
