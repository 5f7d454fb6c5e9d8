import { loadConfig, type Logger, noopLogger, type RestConfig } from 'kube-informers';
import type { CliIo } from './cli-io.js';
import { oneLine } from './printable.js';

/** The flags that choose a cluster. */
export interface ClusterFlags {
  readonly kubeconfig?: string | undefined;
  readonly context?: string | undefined;
}

// Bounds the memory for warnings that differ each time.
const maxWarnings = 100;

/**
 * Loads the configuration of the cluster that the flags choose.
 *
 * As in kubectl, `print` gets what credential plugins write to stderr, such as the address to log in at, and each
 * different warning of the server once. With `--debug`, `log` gets them instead.
 */
export async function clusterConfig(
  { kubeconfig, context }: ClusterFlags,
  io: CliIo,
  log: Logger,
  print: (text: string) => void,
): Promise<RestConfig> {
  const { env, homeDir, clock } = io;
  const isDebug = log !== noopLogger;
  const logger: Logger = {
    ...noopLogger,
    info({ stderr }) {
      if (typeof stderr === 'string') print(`${stderr}\n`);
    },
  };
  const config = await loadConfig({
    kubeconfig,
    context,
    env,
    homeDir,
    clock,
    logger: isDebug ? log : logger,
  });
  if (isDebug) return config;
  const printed = new Set<string>();
  return {
    ...config,
    onWarning({ text }) {
      if (printed.has(text) || printed.size >= maxWarnings) return;
      printed.add(text);
      print(`Warning: ${oneLine(text)}\n`);
    },
  };
}
