export { readTextFile } from '../rest/tls.js';
export type { ReadFile } from '../rest/tls.js';
