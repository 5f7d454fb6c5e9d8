/** A stream of the process: stdout or stderr. */
export interface ProcessStream {
  readonly isTTY?: boolean;
  readonly columns?: number;
  readonly rows?: number;
  write(text: string): unknown;
  on(event: 'error', listener: (error: NodeJS.ErrnoException) => void): unknown;
  on(event: 'resize', listener: () => void): unknown;
  off(event: 'resize', listener: () => void): unknown;
}

/** What a terminal's input has besides its bytes. */
export interface ProcessInput {
  readonly isTTY?: boolean;
  destroy(error: Error): unknown;
  setRawMode?(raw: boolean): unknown;
  resume?(): unknown;
  pause?(): unknown;
  on?(event: 'data', listener: (bytes: Uint8Array) => void): unknown;
  off?(event: 'data', listener: (bytes: Uint8Array) => void): unknown;
}

/** The signals and events of `process` that the command listens to. */
export type ProcessEvent = 'SIGINT' | 'SIGTERM' | 'SIGTSTP' | 'SIGCONT' | 'exit';

/** The parts of `process` that the command uses. */
export interface CommandProcess {
  readonly stdout: ProcessStream;
  readonly stderr: ProcessStream;
  readonly stdin?: AsyncIterable<Uint8Array> & ProcessInput;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly pid: number;
  on(event: ProcessEvent, listener: () => void): unknown;
  off(event: ProcessEvent, listener: () => void): unknown;
  kill(pid: number, signal: 'SIGTSTP' | 'SIGSTOP'): unknown;
  exit(code: number): void;
}
