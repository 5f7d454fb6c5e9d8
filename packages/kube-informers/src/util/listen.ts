import type { Server } from 'node:net';
import { ConfigError } from './errors.js';

/** Where a server listens. */
export interface ListenAddress {
  /** 0 takes a free port. */
  readonly port: number;
  /** Default: all addresses. */
  readonly host?: string | undefined;
}

/** Listens; resolves with the port. Rejects with ConfigError `ERR_LOCAL_PORT`, which names the option `what`, if it cannot. */
export async function listen(server: Server, { port, host }: ListenAddress, what: string): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) => {
      const problem =
        cause.code === 'EADDRINUSE'
          ? 'it is in use; choose another port, or 0 for a free one'
          : cause.message;
      const where = host === undefined ? '' : ` of ${host}`;
      const message = `${what}: cannot listen on port ${port}${where}: ${problem}`;
      reject(new ConfigError('ERR_LOCAL_PORT', message, { cause }));
    });
    server.listen(port, host, resolve);
  });
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : port;
}
