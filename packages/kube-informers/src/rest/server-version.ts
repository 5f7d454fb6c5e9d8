/** First minor version that serves the pages of a consistent list from its watch cache (ListFromCacheSnapshot). */
const firstWithSnapshots = 34;

/**
 * Returns the minor version that a response to `/version` names, the emulated one if there is one: 34 for `34+`. Returns
 * undefined if it names none of Kubernetes 1.
 */
export function minorVersionOf(answer: unknown): number | undefined {
  // Objects of the wire are not checked before.
  const { major, minor, emulationMajor, emulationMinor } = Object(answer) as Readonly<
    Record<string, unknown>
  >;
  const isEmulated = (emulationMajor ?? '') !== '' && (emulationMinor ?? '') !== '';
  const numbers = isEmulated ? [emulationMajor, emulationMinor] : [major, minor];
  // Providers append what they like: `34+`, `33-eks`.
  const [first, second] = numbers.map((part) =>
    typeof part === 'string' ? /^\d+/.exec(part)?.[0] : undefined,
  );
  return first === '1' && second !== undefined ? Number(second) : undefined;
}

/** True if a server of this minor version serves the pages of a consistent list from its watch cache. */
export function hasSnapshots(minor: number | undefined): boolean {
  return minor !== undefined && minor >= firstWithSnapshots;
}
