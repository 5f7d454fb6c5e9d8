import { ConfigError } from 'kube-informers';
import { parseJsonPath } from 'kube-informers/internal';

/**
 * Returns what reads a printer column: the first value at its JSONPath, as kube-apiserver shows one of several, and null without any.
 * Undefined for a path that is not understood.
 */
export function firstValueAt(path: string): ((body: unknown) => unknown) | undefined {
  try {
    const valuesOf = parseJsonPath(path);
    return (body) => valuesOf(body)[0] ?? null;
  } catch (error) {
    if (error instanceof ConfigError) return undefined;
    throw error;
  }
}
