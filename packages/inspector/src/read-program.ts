import { hostname } from 'node:os';
import { basename, dirname } from 'node:path';
import { version } from 'kube-informers/internal';
import type { ProgramModel } from './model.js';
import type { ProgramIdentity } from './options.js';
import { serverOf } from './read-clients.js';
import type { Subjects } from './subjects.js';

/** Reads which program this is: what it was told, else what its environment and its first client show. */
export function readProgram(
  given: ProgramIdentity,
  subjects: Subjects,
  env: NodeJS.ProcessEnv,
): ProgramModel {
  const [client] = subjects.clients();
  const { heapUsed, external, rss } = process.memoryUsage();
  const isPod = env['KUBERNETES_SERVICE_HOST'] !== undefined;
  const { context } = client?.config.kubeconfig ?? {};
  const server = serverOf(client);
  return {
    name: given.name ?? env['npm_package_name'] ?? scriptName(process.argv[1] ?? ''),
    version: given.version ?? env['npm_package_version'],
    pod: given.pod ?? env['POD_NAME'] ?? (isPod ? env['HOSTNAME'] : undefined),
    host: isPod ? undefined : hostname(),
    namespace: given.namespace ?? env['POD_NAMESPACE'] ?? (isPod ? client?.config.namespace : undefined),
    cluster:
      given.cluster ??
      (context === undefined ? server : `${context}${server === undefined ? '' : ` (${server})`}`),
    library: version,
    runtime: runtime(),
    pid: process.pid,
    uptimeMs: process.uptime() * 1000,
    heapBytes: heapUsed,
    externalBytes: external,
    rssBytes: rss,
  };
}

/** `operator` of `/app/operator.js` and of `/app/operator/dist/main.js`. */
function scriptName(script: string): string {
  const folders = script === '' ? [] : [basename(script).replace(/\.[cm]?[jt]s$/, '')];
  for (let path = dirname(script); path !== dirname(path); path = dirname(path)) folders.push(basename(path));
  return (
    folders.find((name) => !/^(main|index|server|app|dist|build|lib|out|bin|src)$/.test(name)) ?? 'program'
  );
}

function runtime(): string {
  const { bun, deno, node } = process.versions;
  if (bun !== undefined) return `Bun ${bun}`;
  return deno === undefined ? `Node ${node}` : `Deno ${deno}`;
}
