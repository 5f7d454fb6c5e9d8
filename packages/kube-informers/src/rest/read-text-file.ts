import { builtin } from '../util/builtin.js';
import { decodeText } from '../util/decode-text.js';

/** Reads a file as text; rejects as `node:fs/promises` does. Injected, so that tests can provide files. */
export type ReadFile = (path: string) => Promise<string>;

/** Longest file that is read, bytes: ten times the size of a kubeconfig with several hundred clusters. */
const maxFileBytes = 10 * 1024 * 1024;

/**
 * Reads a file of up to `maxFileBytes` as text (see `decodeText`); rejects with code `EFBIG` for a longer one (such as `/dev/zero`).
 *
 * Reads in chunks instead of by the file's size, so that pipes (a shell's `<(…)`) work.
 */
export const readTextFile: ReadFile = async (path) => {
  const handle = await builtin('node:fs/promises').open(path, 'r');
  try {
    const chunks: Buffer[] = [];
    let total = 0;
    for (;;) {
      const chunk = Buffer.allocUnsafe(64 * 1024);
      const { bytesRead } = await handle.read(chunk, 0, chunk.length, null);
      if (bytesRead === 0) break;
      total += bytesRead;
      if (total > maxFileBytes) throw new FileTooLargeError();
      chunks.push(chunk.subarray(0, bytesRead));
    }
    return decodeText(Buffer.concat(chunks));
  } finally {
    await handle.close();
  }
};

class FileTooLargeError extends Error {
  readonly code = 'EFBIG';

  constructor() {
    super(`is larger than ${maxFileBytes} bytes, expected a file of at most that`);
  }
}
