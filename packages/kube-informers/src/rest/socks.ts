import type { Socket } from 'node:net';
import { builtin } from '../util/builtin.js';
import { TransportError, asError } from '../util/errors.js';
import { shownProxy } from './config.js';

/** Words of RFC 1928, section 6, for the replies to a request. */
const replies = [
  'succeeded',
  'general failure of the proxy',
  'not allowed by its rules',
  'network unreachable',
  'host unreachable',
  'connection refused',
  'TTL expired',
  'command not supported',
  'address type not supported',
];

const version = 5;
const methods = { none: 0, password: 2 } as const;
const addressTypes = { ipv4: 1, name: 3, ipv6: 4 } as const;

/**
 * Asks the SOCKS5 proxy at the other end of `socket` to connect it to a server (RFC 1928; user and password: RFC 1929).
 *
 * The proxy resolves the server's name, as for Go's HTTP client. Resolves with the socket, to which the caller adds TLS. Rejects
 * with TransportError `ERR_PROXY`, which names the proxy without its password, with `signal.reason` if aborted, or with Node's
 * error for a broken connection; the socket is then destroyed.
 */
export async function openSocksTunnel(
  socket: Socket,
  proxy: URL,
  { host, port }: { readonly host: string; readonly port: number },
  signal: AbortSignal,
): Promise<Socket> {
  const target = `${host.includes(':') ? `[${host}]` : host}:${port}`;
  const fail = (problem: string): TransportError =>
    new TransportError('ERR_PROXY', `${shownProxy(proxy)} ${problem}`, { notSent: true });
  const user = Buffer.from(decodeURIComponent(proxy.username));
  const password = Buffer.from(decodeURIComponent(proxy.password));
  const hasUser = user.length > 0 || password.length > 0;
  const reader = new ExactReader(socket, signal, () =>
    fail(`closed the connection before it led to ${target}`),
  );
  try {
    if (hasUser && (user.length === 0 || user.length > 255 || password.length > 255))
      throw fail('needs a user of 1 to 255 bytes and a password of at most 255 bytes');
    const address = addressBytes(host);
    if (address === undefined) throw fail(`takes names of at most 255 bytes, got ${host.length}`);

    const offered = hasUser ? [methods.none, methods.password] : [methods.none];
    socket.write(Buffer.from([version, offered.length, ...offered]));
    const [spoken, method] = await reader.read(2);
    if (spoken !== version) throw fail('does not speak SOCKS5');
    if (method === methods.password && hasUser) {
      socket.write(
        Buffer.concat([Buffer.from([1, user.length]), user, Buffer.from([password.length]), password]),
      );
      const [, status] = await reader.read(2);
      if (status !== 0) throw fail(`rejected the credentials for a connection to ${target}`);
    } else if (method !== methods.none) {
      throw fail(
        hasUser
          ? 'accepts no user and password'
          : `requires credentials for a connection to ${target}: put user and password into its URL`,
      );
    }

    socket.write(
      Buffer.concat([
        Buffer.from([version, 1, 0]),
        address,
        Buffer.from([Math.floor(port / 256), port % 256]),
      ]),
    );
    const [replied, reply = 1, , type] = await reader.read(4);
    if (replied !== version) throw fail('does not speak SOCKS5');
    if (reply !== 0)
      throw fail(`refused to connect to ${target}: ${replies[reply] ?? `unknown reply ${reply}`}`);
    // The address from which the proxy connects, which nobody needs.
    if (type === addressTypes.ipv4) await reader.read(4 + 2);
    else if (type === addressTypes.ipv6) await reader.read(16 + 2);
    else if (type === addressTypes.name) await reader.read(((await reader.read(1))[0] ?? 0) + 2);
    else throw fail('does not speak SOCKS5');
    return socket;
  } catch (error) {
    socket.destroy();
    throw error;
  } finally {
    reader.release();
  }
}

/** Returns type and address of a host; undefined for a name that is too long. */
function addressBytes(host: string): Buffer | undefined {
  const { isIP } = builtin('node:net');
  const family = isIP(host);
  if (family === 4) return Buffer.from([addressTypes.ipv4, ...host.split('.').map(Number)]);
  if (family === 6) return Buffer.from([addressTypes.ipv6, ...ipv6Bytes(host)]);
  const name = Buffer.from(host);
  return name.length > 255 ? undefined : Buffer.from([addressTypes.name, name.length, ...name]);
}

/** The 16 bytes of an IPv6 address in the form that URLs have it: hexadecimal groups, with at most one `::`. */
function ipv6Bytes(address: string): number[] {
  const [before = [], after] = address
    .split('::')
    .map((half) => (half === '' ? [] : half.split(':').map((group) => Number.parseInt(group, 16))));
  const groups =
    after === undefined
      ? before
      : [...before, ...Array.from({ length: 8 - before.length - after.length }, () => 0), ...after];
  return groups.flatMap((group) => [Math.floor(group / 256), group % 256]);
}

/** Reads a known number of bytes from a socket, and leaves what follows them unread. */
class ExactReader {
  readonly #socket: Socket;
  readonly #signal: AbortSignal;
  #wanted = 0;
  #resolve: ((bytes: Buffer) => void) | undefined;
  #reject: ((error: Error) => void) | undefined;
  #failure: Error | undefined;
  readonly #onReadable = (): void => this.#check();
  readonly #onError = (error: Error): void => this.#fail(error);
  readonly #onAbort = (): void => this.#fail(asError(this.#signal.reason));
  readonly #onEnd: () => void;

  constructor(socket: Socket, signal: AbortSignal, ended: () => Error) {
    this.#socket = socket;
    this.#signal = signal;
    this.#onEnd = () => this.#fail(ended());
    socket.on('readable', this.#onReadable).on('error', this.#onError);
    socket.on('end', this.#onEnd).on('close', this.#onEnd);
    signal.addEventListener('abort', this.#onAbort);
    if (signal.aborted) this.#onAbort();
  }

  read(length: number): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      this.#wanted = length;
      this.#resolve = resolve;
      this.#reject = reject;
      this.#check();
    });
  }

  release(): void {
    this.#socket.off('readable', this.#onReadable).off('error', this.#onError);
    this.#socket.off('end', this.#onEnd).off('close', this.#onEnd);
    this.#signal.removeEventListener('abort', this.#onAbort);
  }

  #check(): void {
    if (this.#resolve === undefined) return;
    if (this.#failure !== undefined) {
      this.#reject?.(this.#failure);
      return;
    }
    // Sockets without an encoding read buffers. At the end, less than was asked for.
    const bytes = this.#socket.read(this.#wanted) as Buffer | null;
    if (bytes === null || bytes.length < this.#wanted) return;
    const resolve = this.#resolve;
    this.#resolve = undefined;
    resolve(bytes);
  }

  #fail(error: Error): void {
    this.#failure ??= error;
    this.#reject?.(this.#failure);
  }
}
