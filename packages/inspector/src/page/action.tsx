import type { ComponentChildren, JSX } from 'preact';
import { useState } from 'preact/hooks';
import { AnswerError, act } from './api.js';

/** A button that carries out one action, and says what came of it. */
export function Action({
  name,
  query,
  children,
  isPrimary = false,
}: {
  readonly name: 'retry' | 'reconcile' | 'resume' | 'pause' | 'unpause';
  readonly query: Readonly<Record<string, string>>;
  readonly children: ComponentChildren;
  readonly isPrimary?: boolean;
}): JSX.Element {
  const [outcome, setOutcome] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const run = async (): Promise<void> => {
    setBusy(true);
    try {
      await act(name, query);
      setOutcome('done');
    } catch (thrown) {
      setOutcome(thrown instanceof AnswerError ? thrown.message : 'the program does not answer');
    }
    setBusy(false);
  };
  return (
    <span class="action">
      <button
        type="button"
        class={isPrimary ? 'primary' : undefined}
        disabled={isBusy}
        onClick={() => void run()}
      >
        {children}
      </button>
      <span role="status" class="outcome">
        {outcome}
      </span>
    </span>
  );
}
