import { version } from './version.js';

/** Returns the default User-Agent: `kube-informers/1.2.3 (linux/x64)`. */
export function defaultUserAgent(): string {
  return `kube-informers/${version} (${process.platform}/${process.arch})`;
}
