import { parseArgs } from 'node:util';
import { consoleLogger, loadConfig } from 'kube-informers';
import { onSignals } from 'kube-informers/controller';
import { ConsoleBackend } from './backend.js';

// Serves the cluster of your kubeconfig, or the one it runs in, until SIGTERM or SIGINT:
// node examples/dist/console-backend/main.js --port 8080 --trusted-proxy 10.0.0.7 --allowed-host console.example.com
const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '8080' },
    host: { type: 'string', default: '127.0.0.1' },
    'allowed-host': { type: 'string', multiple: true, default: [] },
    'trusted-proxy': { type: 'string', multiple: true, default: [] },
  },
});
const backend = await ConsoleBackend.start(await loadConfig(), {
  port: Number(values.port),
  host: values.host,
  allowedHosts: values['allowed-host'],
  trustedProxies: values['trusted-proxy'],
  logger: consoleLogger(),
});
console.log(`console at http://${values.host}:${backend.port}`);
const { signal } = onSignals();
await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
await backend.stop();
