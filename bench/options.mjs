import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

export const usage = `npm run bench -- [options]
  --pods 1000,10000      how many pods; default 10000
  --rounds 5             times that each row is run, interleaved; default 5
  --only TEXT[,TEXT]     rows whose name holds one of these, and the floor
  --node PATH            run everyone on this Node, once each
  --latency-seconds 5    how long changes are written at 100/s and at 1,000/s; default 5, 0 leaves latencies out
  --provisional          the results are not for README: the machine was not calm
  --no-save              print, and write no file
  --profile DIR          write a CPU profile of each sync and flood there; slower, so provisional
`;

/** What the command line says. Throws an Error that names the option, its value and what was expected. */
export function parseOptions(args) {
  const { values } = parseArgs({
    args,
    options: {
      pods: { type: 'string', default: '10000' },
      rounds: { type: 'string', default: '5' },
      only: { type: 'string', default: '' },
      node: { type: 'string' },
      'latency-seconds': { type: 'string', default: '5' },
      provisional: { type: 'boolean', default: false },
      profile: { type: 'string' },
      'no-save': { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  return {
    pods: values.pods.split(',').map((text) => wholeNumber('--pods', text, 1)),
    rounds: wholeNumber('--rounds', values.rounds, 1),
    only: values.only.split(',').filter((text) => text !== ''),
    nodePath: values.node,
    latencySeconds: wholeNumber('--latency-seconds', values['latency-seconds'], 0),
    provisional: values.provisional,
    profile: values.profile === undefined ? undefined : resolve(values.profile),
    save: !values['no-save'],
    help: values.help,
  };
}

function wholeNumber(option, text, least) {
  const value = Number(text);
  if (Number.isSafeInteger(value) && value >= least && text.trim() !== '') return value;
  throw new Error(`${option} must be a whole number of at least ${least}, got ${JSON.stringify(text)}`);
}
