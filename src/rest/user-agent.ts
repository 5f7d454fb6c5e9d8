import { version } from './version.js';

/** What the server's audit log shows of us when the config names nothing: `kube-informers/1.2.3 (linux/x64)`. */
export function defaultUserAgent(): string {
  return `kube-informers/${version} (${process.platform}/${process.arch})`;
}
