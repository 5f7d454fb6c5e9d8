import { isatty } from 'node:tty';
import type { Terminal } from './cli-io.js';
import type { CommandProcess } from './command-process.js';

/** True if the standard input is a terminal; asked without opening the stream, which would keep the process running. */
export function hasTerminalInput(): boolean {
  return isatty(0);
}

/** The process's terminal: raw mode while it is open, restored at the end, at the process's exit and around a suspension. */
export function processTerminal(process: CommandProcess): Terminal {
  const { stdout } = process;
  return {
    // A terminal that does not know its size reports 0.
    get columns() {
      return stdout.columns || 80;
    },
    get rows() {
      return stdout.rows || 24;
    },
    write: (output) => stdout.write(output),
    // The whole process group, as the terminal itself does: npx would go on waiting otherwise.
    suspend: () => void process.kill(0, 'SIGTSTP'),
    open({ enter, leave, onInput, onResize, onSuspend, onResume }) {
      const { stdin } = process;
      const decoder = new TextDecoder();
      const onData = (bytes: Uint8Array): void => onInput(decoder.decode(bytes, { stream: true }));
      let entered = false;
      const take = (): void => {
        if (entered) return;
        entered = true;
        stdin?.setRawMode?.(true);
        stdout.write(enter);
      };
      const restore = (): void => {
        if (!entered) return;
        entered = false;
        stdin?.setRawMode?.(false);
        stdout.write(leave);
      };
      const stop = (): void => {
        onSuspend();
        restore();
        process.kill(process.pid, 'SIGSTOP');
      };
      const resume = (): void => {
        take();
        onResume();
      };
      stdin?.on?.('data', onData);
      stdin?.resume?.();
      stdout.on('resize', onResize);
      process.on('SIGTSTP', stop);
      process.on('SIGCONT', resume);
      process.on('exit', restore);
      take();
      return () => {
        restore();
        process.off('SIGTSTP', stop);
        process.off('SIGCONT', resume);
        process.off('exit', restore);
        stdout.off('resize', onResize);
        stdin?.off?.('data', onData);
        stdin?.pause?.();
      };
    },
  };
}
