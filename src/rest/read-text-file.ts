import { builtin } from '../util/builtin.js';

/** Reads a text file; rejects as `node:fs/promises` does. Injected, so that tests bring their own files. */
export type ReadFile = (path: string) => Promise<string>;

/** Longest file that is read, in bytes: a kubeconfig of several hundred clusters has less than a tenth of that. */
const maxFileBytes = 10 * 1024 * 1024;

/**
 * Reads a file of up to `maxFileBytes` as UTF-8; a longer one (`/dev/zero` as well) is refused with code `EFBIG`.
 * Reads by chunks, not by the file's stated size, so that pipes (`<(…)` of a shell) work.
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
    return Buffer.concat(chunks).toString('utf8');
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
