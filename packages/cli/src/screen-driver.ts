import type { Clock, Timer } from 'kube-informers';
import { onAbort } from 'kube-informers/internal';
import { Interrupted } from './cli-io.js';
import type { Terminal } from './cli-io.js';
import { keysOf } from './screen-keys.js';
import type { ScreenModel } from './screen-model.js';

/** Time between two frames at most, ms: 20 frames a second. */
const frameMs = 50;
/** Time after which a frame is drawn although nothing has changed: ages and clocks go on, ms. */
const idleMs = 1_000;
/** The same while a change fades, ms. */
const fadingMs = 250;

// Alternate screen, no cursor, no automatic line wrap, and back.
const enter = '\u001b[?1049h\u001b[?25l\u001b[?7l';
const leave = '\u001b[?7h\u001b[?25h\u001b[?1049l';

/** Shows a ScreenModel in a terminal until `q`, Ctrl-C, or the signal: writes the lines that differ, one write a frame. */
export class ScreenDriver {
  readonly #terminal: Terminal;
  readonly #model: ScreenModel;
  readonly #clock: Clock;
  #shown: readonly string[] = [];
  #timer: Timer | undefined;
  #dueMs = Infinity;
  #lastFrameMs = -Infinity;
  #suspended = true;
  #draw: () => void = () => undefined;

  constructor(terminal: Terminal, model: ScreenModel, clock: Clock) {
    this.#terminal = terminal;
    this.#model = model;
    this.#clock = clock;
  }

  /** Draws a frame soon, however often it is called. */
  changed(): void {
    this.#drawWithin(Math.max(0, this.#lastFrameMs + frameMs - this.#clock.monotonic()));
  }

  /**
   * Resolves when the user quits; rejects with the signal's reason, with Interrupted after Ctrl-C, and with the error of a frame.
   * The terminal is restored in each case.
   */
  async run(signal: AbortSignal): Promise<void> {
    let resolve: () => void = () => undefined;
    let fail: (error: unknown) => void = () => undefined;
    const ended = new Promise<void>((done, failed) => {
      resolve = done;
      fail = failed;
    });
    const guarded =
      (step: () => void): (() => void) =>
      () => {
        try {
          step();
        } catch (error) {
          fail(error);
        }
      };
    this.#draw = guarded(() => this.#frame());
    this.#suspended = false;
    const release = this.#terminal.open({
      enter,
      leave,
      onInput: (text) =>
        guarded(() => {
          for (const key of keysOf(text)) {
            const action = this.#model.press(key);
            if (action === 'quit') resolve();
            if (action === 'interrupt') fail(new Interrupted());
            if (action === 'suspend') this.#terminal.suspend();
          }
          this.changed();
        })(),
      onResize: guarded(() => {
        const { columns, rows } = this.#terminal;
        this.#model.resize(columns, rows);
        this.#redraw();
      }),
      onSuspend: () => {
        this.#suspended = true;
        this.#timer?.cancel();
        this.#dueMs = Infinity;
      },
      onResume: guarded(() => {
        this.#suspended = false;
        const { columns, rows } = this.#terminal;
        this.#model.resize(columns, rows);
        this.#redraw();
      }),
    });
    const removeListener = onAbort(signal, () => fail(signal.reason));
    try {
      if (signal.aborted) fail(signal.reason);
      else this.#redraw();
      await ended;
    } finally {
      removeListener();
      this.#suspended = true;
      this.#timer?.cancel();
      this.#model.close();
      release();
    }
  }

  #redraw(): void {
    this.#shown = [];
    this.#lastFrameMs = -Infinity;
    this.changed();
  }

  #drawWithin(delayMs: number): void {
    const dueMs = this.#clock.monotonic() + delayMs;
    if (this.#suspended || dueMs >= this.#dueMs) return;
    this.#timer?.cancel();
    this.#dueMs = dueMs;
    this.#timer = this.#clock.setTimer(() => this.#draw(), delayMs);
  }

  #frame(): void {
    if (this.#suspended) return;
    this.#timer?.cancel();
    this.#dueMs = Infinity;
    this.#lastFrameMs = this.#clock.monotonic();
    const nowMs = this.#clock.now();
    const fading = this.#model.fade(nowMs);
    const lines = this.#model.frame(nowMs);
    let output = this.#shown.length === 0 ? '\u001b[2J' : '';
    lines.forEach((line, index) => {
      if (line !== this.#shown[index]) output += `\u001b[${index + 1};1H\u001b[2K${line}`;
    });
    this.#shown = lines;
    if (output !== '') this.#terminal.write(output);
    this.#drawWithin(fading ? fadingMs : idleMs);
  }
}
