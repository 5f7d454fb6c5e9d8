/**
 * Returns at least how deeply a YAML text nests, before it is parsed: the parser is recursive.
 *
 * Counts blocks by their columns, brackets, and colons of nested maps on one line (`{"a":"b":"c":1}` and `a: b, c: d`), wherever they
 * occur. A list in the column of its map's keys does not count. Stops counting above `limit`.
 */
export function yamlDepth(text: string, limit: number): number {
  /** The columns of the open blocks. */
  const columns: number[] = [];
  let most = 0;
  let brackets = 0;
  let colons = 0;
  /** Colons before a blank, outside of brackets, where a comma is a part of the text. */
  let keys = 0;
  for (const [mark] of `\n${text}`.matchAll(
    /[[{]|[\]}]|(?:[-?][ \t]+){64,}|:[ \t]*|,|\n *(?:[-?][ \t]+)*/g,
  )) {
    const sign = mark.charAt(0);
    if (sign === ':') {
      if (brackets === 0 && mark.length > 1) keys++;
      most = Math.max(most, ++colons, keys);
    } else if ((sign === ']' || sign === '}') && brackets === 0) {
      // Text of the line: the maps that it has opened go on.
      continue;
    } else {
      colons = 0;
      if (sign === ']' || sign === '}') brackets--;
      else if (sign === '[' || sign === '{') brackets++;
      else if (sign === '\n' && brackets === 0) {
        keys = 0;
        openBlocks(columns, mark.slice(1));
      } else if (sign === '-' || sign === '?') most = Math.max(most, Math.trunc(mark.length / 2));
    }
    most = Math.max(most, columns.length + brackets);
    if (most > limit) return most;
  }
  return most;
}

/** Closes the blocks that end before a line with this beginning, and opens those that it begins. */
function openBlocks(columns: number[], beginning: string): void {
  const first = beginning.search(/[-?]/);
  const indent = first === -1 ? beginning.length : first;
  while ((columns.at(-1) ?? -1) >= indent) columns.pop();
  columns.push(indent);
  for (let column = indent; column < beginning.length; column++)
    if (column > indent && /[-?]/.test(beginning.charAt(column))) columns.push(column);
}
