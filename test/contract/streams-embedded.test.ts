import { connect } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { systemClock } from 'kube-informers/internal';
import { ApiServer } from '@kube-informers/testing';
import { runCommand } from './run-command.js';
import { streamSuite } from './streams.js';
import type { StreamServer } from './streams.js';

async function start(): Promise<StreamServer> {
  const server = await ApiServer.start({ authorizer: 'rbac' });
  // As the small kubelet of the real servers: commands and ports of this machine.
  server.onExec(async (exec) => {
    const { command, stdout, resizes } = exec;
    const [program, ...args] = command;
    if (program === 'termsize') {
      let left = Number(args[0] ?? 1);
      for await (const { columns, rows } of resizes) {
        stdout.write(`${columns}x${rows}\r\n`);
        if (--left === 0) break;
      }
      return 0;
    }
    return runCommand(exec);
  });
  server.onAttach(({ stdin, stdout }) => pipeline(stdin, stdout));
  server.onPortForward(async ({ port, stream, signal }) => {
    const target = connect({ port, host: '127.0.0.1', signal });
    stream.pipe(target);
    // The end of the pod's side ends the connection.
    await pipeline(target, stream);
  });
  // Five lines of the past, then one every 25 ms: line N has the same time for everyone.
  const logged = new Map<string, number>();
  server.onLog(async function* ({ namespace, pod, container, follow, signal }) {
    const key = `${namespace}/${pod}`;
    const startMs = logged.get(key) ?? Date.now();
    logged.set(key, startMs);
    for (let line = 1; ; line++) {
      const atMs = startMs + (line - 5) * 25;
      if (atMs > Date.now()) {
        if (!follow) return;
        await systemClock.sleep(atMs - Date.now(), { signal });
      }
      yield { time: new Date(atMs), text: `line ${line} of ${key}/${container}` };
    }
  });
  return {
    config: { host: server.url },
    async addUser(namespace, rules) {
      const { config } = await server.addAccount({
        name: 'program',
        namespace,
        rights: [{ namespace, rules }],
      });
      return config;
    },
    async start(pods, name) {
      await pods.bind(name, 'node-1');
      const status = { phase: 'Running', conditions: [{ type: 'Ready', status: 'True' }] };
      await pods.patch(name, { status }, { type: 'merge', subresource: 'status' });
    },
    stop: () => server.stop(),
  };
}

streamSuite('the streams of the embedded API server', start, { isOnThisMachine: true });
