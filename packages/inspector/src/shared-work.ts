import type { Clock } from 'kube-informers';

/** How long an answer is given again to the same question, ms. */
const keptMs = 1000;

/**
 * Long work of several pages: the same question is answered once a second, and questions are answered one after the other.
 *
 * So ten pages that show the same table cost as much as one, and pages that show different ones take turns.
 */
export class SharedWork<T> {
  readonly #clock: Clock;
  readonly #answers = new Map<string, { readonly answer: Promise<T>; endedMs: number | undefined }>();
  #last: Promise<unknown> = Promise.resolve();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Returns the answer to a question; rejects with what `work` throws. */
  ask(question: string, work: () => Promise<T>): Promise<T> {
    const nowMs = this.#clock.monotonic();
    for (const [key, { endedMs }] of this.#answers)
      if (endedMs !== undefined && nowMs - endedMs >= keptMs) this.#answers.delete(key);
    const known = this.#answers.get(question);
    if (known !== undefined) return known.answer;
    const answer = this.#last.then(work);
    const entry: { readonly answer: Promise<T>; endedMs: number | undefined } = {
      answer,
      endedMs: undefined,
    };
    this.#answers.set(question, entry);
    const ended = (): void => {
      entry.endedMs = this.#clock.monotonic();
    };
    // The next question must not fail because of this one.
    this.#last = answer.then(ended).catch(() => {
      this.#answers.delete(question);
    });
    return answer;
  }
}
