import { builtin } from './builtin.js';

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

/**
 * Decodes text that a byte order mark labels as UTF-8 or UTF-16; UTF-8 without one. The mark is removed.
 *
 * Go's YAML decoder reads these encodings. Windows PowerShell's `>` and Out-File write UTF-16.
 */
export function decodeText(bytes: Uint8Array): string {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const mark = buffer.subarray(0, 3).toString('hex');
  if (mark.startsWith('fffe')) return buffer.toString('utf16le', 2);
  // A copy of whole characters: swap16 works in place.
  if (mark.startsWith('feff'))
    return Buffer.from(buffer.subarray(2, buffer.length & ~1))
      .swap16()
      .toString('utf16le');
  return buffer.toString('utf8', mark === 'efbbbf' ? 3 : 0);
}
