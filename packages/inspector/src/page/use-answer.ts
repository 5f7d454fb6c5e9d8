import { useEffect, useRef, useState } from 'preact/hooks';
import { AnswerError, get } from './api.js';

/** How often an answer is got again while it changes, ms. */
const refreshMs = 2000;

/** An answer of an endpoint, or why it failed. */
export interface Answered<T> {
  readonly data: T | undefined;
  readonly error: string | undefined;
  readonly loading: boolean;
}

/**
 * Gets an endpoint; `undefined` gets nothing. Gets it again when the query changes, and when `version` does, at most every two
 * seconds; keeps what it has until the new answer is there.
 */
export function useAnswer<T>(
  path: string | undefined,
  query: Readonly<Record<string, string>>,
  version: unknown = 0,
): Answered<T> {
  const [answered, setAnswered] = useState<Answered<T>>({ data: undefined, error: undefined, loading: true });
  const question = JSON.stringify([path, query]);
  const [current, setCurrent] = useState(version);
  const gotMs = useRef(0);
  const isOld = !Object.is(current, version);
  useEffect(() => {
    if (!isOld) return undefined;
    // A newer version must not start the wait again: the newest is read when it ends.
    const timer = setTimeout(
      () => setCurrent(latest.current),
      Math.max(0, gotMs.current + refreshMs - Date.now()),
    );
    return () => clearTimeout(timer);
  }, [current, isOld]);
  const latest = useRef(version);
  latest.current = version;
  useEffect(() => {
    if (path === undefined) return undefined;
    const stop = new AbortController();
    gotMs.current = Date.now();
    setAnswered((before) => ({ ...before, loading: true }));
    get<T>(path, query, stop.signal).then(
      (data) => setAnswered({ data, error: undefined, loading: false }),
      (thrown: unknown) => {
        if (stop.signal.aborted) return;
        const error = thrown instanceof AnswerError ? thrown.message : 'the program does not answer';
        setAnswered((before) => ({ ...before, error, loading: false }));
      },
    );
    return () => stop.abort();
  }, [question, current]);
  return answered;
}

/** Returns the text once it has not changed for a moment, so that not every key that is pressed is a request. */
export function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), 250);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
