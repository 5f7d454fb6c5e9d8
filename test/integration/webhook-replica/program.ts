/** A replica whose clock is ahead, so that it renews the certificates at once: `program.js URL MILLISECONDS`. */
import { Clientset } from 'kube-informers';
import { newReplica } from './replica.js';

const [host = '', shiftMs] = process.argv.slice(2);
const { signal } = new AbortController();
await newReplica(() => Number(shiftMs)).run({ signal, clientset: new Clientset({ host }) });
