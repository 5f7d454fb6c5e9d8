/** Bytes of a line that are kept until its end arrives. Container runtimes cut lines at 16 KiB or pass them on whole. */
const maxLineBytes = 1024 * 1024;

const newline = 10;

/** A line of a log, or a part of one that has more than 1 MiB. */
export interface LogPiece {
  readonly text: string;
  /** False for the further parts of a long line: only at the beginning of a line does the node write a time. */
  readonly beginsLine: boolean;
}

/**
 * Splits bytes into lines, decoded as UTF-8: invalid bytes become U+FFFD, characters may be cut anywhere.
 *
 * A line ends with `\n`, which is not part of it. A line of more than 1 MiB comes in pieces of about that length.
 */
export class LineSplitter {
  readonly #decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  #text = '';
  #bytes = 0;
  #beginsLine = true;

  /** Returns the pieces that are complete with this chunk. */
  push(chunk: Uint8Array): LogPiece[] {
    const pieces: LogPiece[] = [];
    let start = 0;
    while (start < chunk.length) {
      if (this.#bytes === maxLineBytes && chunk[start] !== newline) {
        pieces.push(this.#take(''));
        this.#beginsLine = false;
      }
      const room = start + maxLineBytes - this.#bytes;
      const found = chunk.subarray(0, room + 1).indexOf(newline, start);
      const end = found === -1 ? Math.min(chunk.length, room) : found;
      this.#text += this.#decoder.decode(chunk.subarray(start, end), { stream: true });
      this.#bytes += end - start;
      start = end;
      if (found === -1) continue;
      pieces.push(this.#take(this.#decoder.decode()));
      this.#beginsLine = true;
      start++;
    }
    return pieces;
  }

  /** Returns the last line if it has no end. */
  end(): LogPiece | undefined {
    const piece = this.#take(this.#decoder.decode());
    return piece.text === '' ? undefined : piece;
  }

  #take(rest: string): LogPiece {
    const piece = { text: this.#text + rest, beginsLine: this.#beginsLine };
    this.#text = '';
    this.#bytes = 0;
    return piece;
  }
}

/** Splits a whole log into lines, as `LineSplitter`; the last one may have no end. */
export async function* linesOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string, void, void> {
  const splitter = new LineSplitter();
  for await (const chunk of chunks) for (const { text } of splitter.push(chunk)) yield text;
  const last = splitter.end();
  if (last !== undefined) yield last.text;
}
