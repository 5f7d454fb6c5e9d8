/** Returns the part of a path below a prefix such as `/inspector`; the path itself if it is not below it. */
export function pathBelow(path: string, prefix: string): string {
  const below = path === prefix || path.startsWith(`${prefix}/`) ? path.slice(prefix.length) : path;
  return below === '' ? '/' : below;
}
