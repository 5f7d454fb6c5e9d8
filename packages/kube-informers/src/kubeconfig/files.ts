export { readTextFile } from '../rest/read-text-file.js';
export type { ReadFile } from '../rest/read-text-file.js';
