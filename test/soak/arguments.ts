import { parseArgs } from 'node:util';

/** The options of a run. */
export interface SoakArguments {
  readonly minutes: number;
  /** Determines every choice of faults, writes and handlers. */
  readonly seed: number;
  /** `real`: a real API server over etcd. `embedded`: the one of this package. */
  readonly server: 'real' | 'embedded';
  /** Writes a second. */
  readonly rate: number;
  /** True lets the replicas ignore the end of their terms: the run must fail. */
  readonly breakFencing: boolean;
  /** How the replicas of the controller divide the work. */
  readonly replicas: 'election' | 'sharding';
}

export const usage = `npm run soak -- [--minutes N] [--seed S] [--server real|embedded] [--rate WRITES_PER_SECOND]
                    [--replicas election|sharding] [--break-fencing]

Drives informers through a fault proxy while objects change and the server restarts, and checks that nothing is lost.
The seed decides which informers keep only some fields of each object, read as protobuf where that is the default, which keep
only some objects, and which are stopped and started again. Three replicas of a controller run beside them, each a process,
and are killed, stopped and replaced. Logs are followed and folders are copied on an embedded server of their own.
  --minutes  how long (default 2)
  --seed     repeats the choices of a run (default: random, and printed)
  --server   real: an API server over etcd, as CONTRIBUTING.md describes; embedded: in this process (default: real if
             its programs are found)
  --rate     writes a second (default 100)
  --replicas       how they divide the work: election (default) or sharding
  --break-fencing  lets the replicas go on after their terms: shows that the run then fails`;

/** Throws an Error whose message names the argument, its value and what was expected. */
export function parseArguments(args: readonly string[], hasRealServer: boolean): SoakArguments {
  const { values } = parseArgs({
    args: [...args],
    options: {
      minutes: { type: 'string', default: '2' },
      seed: { type: 'string' },
      server: { type: 'string', default: hasRealServer ? 'real' : 'embedded' },
      rate: { type: 'string', default: '100' },
      replicas: { type: 'string', default: 'election' },
      'break-fencing': { type: 'boolean', default: false },
    },
  });
  const { server, replicas } = values;
  if (replicas !== 'election' && replicas !== 'sharding')
    throw new Error(`--replicas must be election or sharding, got ${replicas}`);
  if (server !== 'real' && server !== 'embedded') {
    throw new Error(`--server must be real or embedded, got ${server}`);
  }
  if (server === 'real' && !hasRealServer) {
    throw new Error(
      '--server real needs kube-apiserver and etcd: set KUBEBUILDER_ASSETS, as CONTRIBUTING.md describes',
    );
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
