import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';

export const usage = `npm run bench -- [options]
  --pods 1000,10000      how many pods; default 10000
  --rounds 5             times that each row is run, interleaved; default 5
  --only TEXT[,TEXT]     rows whose name holds one of these, and the floor
  --node PATH            run everyone on this Node, once each
  --latency-seconds 3    how long changes are written at 100/s and at 1,000/s; default 3, 0 leaves latencies out
  --sync-only            until the sync and no further: no flood, no latency; for many sizes, and for lists above 1 GiB
  --entry FILE           the kube-informers to measure; default: what npm run bench has built from ../packages
  --wait-minutes 0       how long to wait for a calm machine; the load of a run before this one takes some minutes to go
  --provisional          the results are not for README: the machine was not calm
  --no-save              print, and write no file
  --profile DIR          write a CPU profile of each sync and flood there; slower, so provisional
  --heap-profile DIR     write there what each sync and flood allocated, and where; slower still
`;

/**
 * What `read` makes of the command line. Without it, ends the process: with the usage where `--help` is asked for, and with what is
 * wrong in one line where `read` throws.
 */
export function commandLine(text, read) {
  const args = process.argv.slice(2);
  if (args.includes('--help')) {
    console.log(text);
    process.exit(0);
  }
  try {
    return read(args);
  } catch (error) {
    console.error(`${error.message}; --help lists the options`);
    process.exit(2);
  }
}

/** What the command line says. Throws an Error that names the option, its value and what was expected. */
export function parseOptions(args) {
  const { values } = parseArgs({
    args,
    options: {
      pods: { type: 'string', default: '10000' },
      rounds: { type: 'string', default: '5' },
      only: { type: 'string', default: '' },
      node: { type: 'string' },
      'latency-seconds': { type: 'string', default: '3' },
      provisional: { type: 'boolean', default: false },
      profile: { type: 'string' },
      'heap-profile': { type: 'string' },
      'sync-only': { type: 'boolean', default: false },
      entry: { type: 'string' },
      'wait-minutes': { type: 'string', default: '0' },
      'no-save': { type: 'boolean', default: false },
    },
  });
  return {
    pods: values.pods.split(',').map((text) => wholeNumber('--pods', text, 1)),
    rounds: wholeNumber('--rounds', values.rounds, 1),
    // The names hold a comma and a space: what is between two texts is a comma alone.
    only: values.only.split(/,(?! )/).filter((text) => text !== ''),
    nodePath: values.node,
    latencySeconds: wholeNumber('--latency-seconds', values['latency-seconds'], 0),
    waitMinutes: wholeNumber('--wait-minutes', values['wait-minutes'], 0),
    provisional: values.provisional,
    syncOnly: values['sync-only'],
    entry: values.entry === undefined ? undefined : pathToFileURL(resolve(values.entry)).href,
    profile: values.profile === undefined ? undefined : resolve(values.profile),
    heapProfile: values['heap-profile'] === undefined ? undefined : resolve(values['heap-profile']),
    save: !values['no-save'],
  };
}

/** Throws an Error that names the option unless the text is a whole number of at least `least`. */
export function wholeNumber(option, text, least) {
  const value = Number(text);
  if (Number.isSafeInteger(value) && value >= least && text.trim() !== '') return value;
  throw new Error(`${option} must be a whole number of at least ${least}, got ${JSON.stringify(text)}`);
}
