/** Bytes of a line that are kept until its end arrives. Container runtimes cut lines at 16 KiB or pass them on whole. */
const maxLineBytes = 1024 * 1024;

const newline = 10;

/**
 * Splits bytes into lines, decoded as UTF-8: invalid bytes become U+FFFD, characters may be cut anywhere.
 *
 * A line ends with `\n`, which is not part of it; the last one may have none. A line of more than 1 MiB comes in pieces
 * of about that length.
 */
export async function* linesOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string, void, void> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let text = '';
  let bytes = 0;
  for await (const chunk of chunks) {
    let start = 0;
    while (start < chunk.length) {
      if (bytes === maxLineBytes && chunk[start] !== newline) {
        yield text;
        text = '';
        bytes = 0;
      }
      const room = start + maxLineBytes - bytes;
      const found = chunk.subarray(0, room + 1).indexOf(newline, start);
      const end = found === -1 ? Math.min(chunk.length, room) : found;
      text += decoder.decode(chunk.subarray(start, end), { stream: true });
      bytes += end - start;
      start = end;
      if (found === -1) continue;
      yield text + decoder.decode();
      text = '';
      bytes = 0;
      start++;
    }
  }
  text += decoder.decode();
  if (text !== '') yield text;
}
