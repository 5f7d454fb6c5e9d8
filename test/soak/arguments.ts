import { parseArgs } from 'node:util';

/** The options of a run. */
export interface SoakArguments {
  readonly minutes: number;
  /** Determines every choice of faults, writes and handlers. */
  readonly seed: number;
  /** `realapi`: a real API server, started by the scripts in the folder REALAPI. `embedded`: the one of this package. */
  readonly server: 'realapi' | 'embedded';
  /** Writes a second. */
  readonly rate: number;
  /** True lets the replicas ignore the end of their terms: the run must fail. */
  readonly breakFencing: boolean;
  /** How the replicas of the controller divide the work. */
  readonly replicas: 'election' | 'sharding';
}

export const usage = `npm run soak -- [--minutes N] [--seed S] [--server realapi|embedded] [--rate WRITES_PER_SECOND]
                    [--replicas election|sharding] [--break-fencing]

Drives informers through a fault proxy while objects change and the server restarts, and checks that nothing is lost.
The seed decides which informers keep only some fields of each object, read as protobuf where that is the default, which keep
only some objects, and which are saved, stopped, and started again from what they have saved. Three replicas of a controller
run beside them, each a process, and are killed, stopped and replaced.
  --minutes  how long (default 2)
  --seed     repeats the choices of a run (default: random, and printed)
  --server   realapi: started by the scripts in the folder REALAPI (default ../shared/realapi); embedded: in this
             process (default: realapi if the folder exists)
  --rate     writes a second (default 100)
  --replicas       how they divide the work: election (default) or sharding
  --break-fencing  lets the replicas go on after their terms: shows that the run then fails`;

/** Throws an Error whose message names the argument, its value and what was expected. */
export function parseArguments(args: readonly string[], hasRealApi: boolean): SoakArguments {
  const { values } = parseArgs({
    args: [...args],
    options: {
      minutes: { type: 'string', default: '2' },
      seed: { type: 'string' },
      server: { type: 'string', default: hasRealApi ? 'realapi' : 'embedded' },
      rate: { type: 'string', default: '100' },
      replicas: { type: 'string', default: 'election' },
      'break-fencing': { type: 'boolean', default: false },
    },
  });
  const { server, replicas } = values;
  if (replicas !== 'election' && replicas !== 'sharding')
    throw new Error(`--replicas must be election or sharding, got ${replicas}`);
  if (server !== 'realapi' && server !== 'embedded') {
    throw new Error(`--server must be realapi or embedded, got ${server}`);
  }
  if (server === 'realapi' && !hasRealApi) {
    throw new Error('--server realapi needs REALAPI, a folder with up.sh, down.sh and compact.sh');
  }
  return {
    server,
    replicas,
    minutes: above0('minutes', values.minutes),
    seed: values.seed === undefined ? Math.floor(Math.random() * 1e9) : above0('seed', values.seed),
    rate: above0('rate', values.rate),
    breakFencing: values['break-fencing'],
  };
}

function above0(name: string, text: string): number {
  const value = Number(text);
  if (Number.isFinite(value) && value > 0) return value;
  throw new Error(`--${name} must be a number above 0, got ${text}`);
}
