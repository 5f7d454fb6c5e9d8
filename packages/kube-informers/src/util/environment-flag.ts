const trueWords: ReadonlySet<string | undefined> = new Set(['1', 't', 'T', 'true', 'TRUE', 'True']);

/** Whether the variable of an environment is true, as Go's strconv.ParseBool reads it. */
export function environmentFlag(
  environment: Readonly<Record<string, string | undefined>>,
  name: string,
): boolean {
  return trueWords.has(environment[name]);
}
