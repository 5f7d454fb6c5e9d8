import { parseArgs } from 'node:util';
import { Clientset, loadConfig } from 'kube-informers';
import { onSignals } from 'kube-informers/controller';
import { runBuild } from './runner.js';

// Runs commands on a folder in the cluster of your kubeconfig, until they end, SIGTERM or SIGINT:
// node examples/dist/ci-runner/main.js --image node:24 --source . --artifacts dist 'npm ci' 'npm run build'
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    image: { type: 'string', default: 'busybox:1.37' },
    source: { type: 'string', default: '.' },
    artifacts: { type: 'string' },
    namespace: { type: 'string', default: 'default' },
  },
});
const { image, source, namespace, artifacts } = values;
await using clientset = new Clientset(await loadConfig());
const workspace = '/tmp/workspace';
const build = {
  namespace,
  image,
  source,
  workspace,
  steps: positionals.map((step) => ['sh', '-c', `cd ${workspace} && ${step}`]),
  ...(artifacts === undefined ? {} : { artifacts: { from: `${workspace}/${artifacts}`, to: artifacts } }),
};
const { exitCodes } = await runBuild(clientset, build, {
  signal: onSignals().signal,
  output: process.stdout,
  onLog: (line) => console.error(line),
});
process.exitCode = exitCodes.at(-1) ?? 0;
