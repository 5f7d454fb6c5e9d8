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
