import { spawn } from 'node:child_process';
import { pipeline } from 'node:stream/promises';
import type { ExecSession } from '@kube-informers/testing';

/** Runs a container's command on this machine, as the small kubelet of the real servers does; resolves with its exit code. */
export async function runCommand({ command, stdin, stdout, stderr, signal }: ExecSession): Promise<number> {
  const [program = '', ...args] = command;
  const child = spawn(program, args, { signal, killSignal: 'SIGKILL' });
  const code = new Promise<number>((resolve, reject) => {
    child.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT')
        reject(new Error(`OCI runtime exec failed: exec: "${program}": executable file not found in $PATH`));
    });
    child.on('close', (status) => resolve(status ?? 137));
  });
  code.catch(() => undefined); // it is awaited at the end
  const ended = (): void => undefined; // an end of either side ends the command
  stdin.pipe(child.stdin.on('error', ended));
  await Promise.all([
    pipeline(child.stdout, stdout).catch(ended),
    pipeline(child.stderr, stderr).catch(ended),
  ]);
  return code;
}
