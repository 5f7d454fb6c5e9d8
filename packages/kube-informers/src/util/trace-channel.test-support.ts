import { tracingChannel } from 'node:diagnostics_channel';
import { onTestFinished } from 'vitest';

/** A message as it was when it was published. */
export type Published = readonly [phase: string, message: Readonly<Record<string, unknown>>];

/** Subscribes to `kube-informers:…` until the end of the test; returns what is published from now on. */
export function observe(name: string): Published[] {
  const published: Published[] = [];
  const on = (phase: string) => (message: object) => void published.push([phase, { ...message }]);
  const subscribers = {
    start: on('start'),
    end: on('end'),
    asyncStart: on('asyncStart'),
    asyncEnd: on('asyncEnd'),
    error: on('error'),
  };
  const channel = tracingChannel(`kube-informers:${name}`);
  channel.subscribe(subscribers);
  onTestFinished(() => {
    channel.unsubscribe(subscribers);
  });
  return published;
}

/** The messages of the operations that have ended. */
export function ended(published: readonly Published[]): Readonly<Record<string, unknown>>[] {
  return published.filter(([phase]) => phase === 'asyncEnd').map(([, message]) => message);
}
