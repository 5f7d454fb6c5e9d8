/**
 * Returns at least how deeply a YAML text nests on single lines, before it is parsed: the parser is recursive.
 *
 * Counts brackets, dashes of nested lists, and colons of nested maps on one line (`{"a":"b":"c":1}`), wherever they
 * occur. Stops counting above `limit`.
 */
export function yamlDepth(text: string, limit: number): number {
  let most = 0;
  let depth = 0;
  let colons = 0;
  for (const [mark] of text.matchAll(/[[{]|[\]}]|(?:[-?][ \t]+){64,}|:|[,\n]/g)) {
    if (mark === ':') most = Math.max(most, ++colons);
    else {
      colons = 0;
      if (mark === ']' || mark === '}') depth = Math.max(0, depth - 1);
      else if (mark === '[' || mark === '{') most = Math.max(most, ++depth);
      else if (mark !== ',' && mark !== '\n') most = Math.max(most, Math.trunc(mark.length / 2));
    }
    if (most > limit) return most;
  }
  return most;
}
