/** What other packages of kube-informers use of this one. It is no public API: any version may change it. */
export { at, cellsOf, columnsOf, groupResourceName, type Column, type Json } from './columns.js';
export { concealSecret, isSecret } from './conceal-secrets.js';
export { eventOf } from './events.js';
