import { getSystemErrorMap } from 'node:util';
import { isError } from 'kube-informers/internal';

/** Describes the error of a call of the operating system in words: `no such file or directory`. */
export function fileProblem(error: unknown): string {
  const errno = isError(error) && 'errno' in error ? Number(error.errno) : Number.NaN;
  return getSystemErrorMap().get(errno)?.[1] ?? String(error);
}
