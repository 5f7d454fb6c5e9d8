// Pods as bytes, 5.3 kB of JSON each, written once: an event changes as many bytes as it finds, in place.
import { podObject, readyAt } from './pod-object.mjs';

/** Digits of every resourceVersion: always eight, so that an event is the same bytes with eight others. */
export const versionDigits = 8;

/** resourceVersion of a pod that no event has changed: this plus its number. */
const firstVersion = 10_000_000;

/** resourceVersion of what event number `sequence` (from 1) leaves behind: this plus the sequence. */
export const firstEventVersion = 20_000_000;

/**
 * One pod as bytes, which no event has changed yet. `versionAt` is where its resourceVersion stands, `timesAt` where the times
 * are that a change of the kubelet's sets, `digitsAt` a random digit of its name and one of its uid, for `markCopy`.
 */
export function makePod(number) {
  const pod = podObject(number, versionOf(number, 0));
  const bytes = Buffer.from(JSON.stringify(pod));
  const after = (...texts) => texts.reduce((at, text) => bytes.indexOf(text, at) + text.length, 0);
  const { generateName } = pod.metadata;
  return {
    bytes,
    versionAt: after('"resourceVersion":"'),
    timesAt: [
      after('"manager":"kubelet"', '"time":"'),
      after('"type":"Ready"', '"lastTransitionTime":"'),
      after('"type":"ContainersReady"', '"lastTransitionTime":"'),
    ],
    digitsAt: [after(`"name":"${generateName}`), after('"uid":"')],
  };
}

/** Copies of a pod that can be told apart by `markCopy`, and the pod itself. */
export const mostCopies = 16;

/** Makes of a pod its copy number `copy`, 0 of which is itself, from its copy number `from`: another name and uid. */
export function markCopy({ bytes, digitsAt }, from, copy) {
  for (const at of digitsAt) {
    const digit = Number.parseInt(String.fromCharCode(bytes[at]), 16);
    bytes[at] = ((digit + mostCopies + copy - from) % mostCopies).toString(16).charCodeAt(0);
  }
}

/** The resourceVersion of a pod that event number `sequence` changed last; 0: none did. */
export function versionOf(number, sequence) {
  return String(sequence === 0 ? firstVersion + number : firstEventVersion + sequence);
}

/** Seconds of a day, and of the thirty days that events have, after thirty others. */
const daySeconds = 86_400;
export const monthSeconds = 30 * daySeconds;

/**
 * Makes of a pod's bytes what event number `sequence` left of it; 0: what it was at first. They begin at `from` of `bytes`;
 * `pod` is what `makePod` made for `place`, and `number` that of its copy.
 *
 * An event is what a kubelet writes when a pod is ready again: another transition of its conditions Ready and ContainersReady,
 * and its managedFields' time, with a second from one event to the next.
 */
export function markChange(bytes, from, { versionAt, timesAt }, place, number, sequence) {
  bytes.latin1Write(versionOf(number, sequence), from + versionAt, versionDigits);
  const seconds = sequence === 0 ? readyAt(place) : monthSeconds + (sequence % monthSeconds);
  for (const at of timesAt) writeTime(bytes, from + at, seconds);
}

/** `timeAt` in place, for times of these two months, without a Date or a string for each event. */
function writeTime(bytes, at, seconds) {
  const day = Math.floor(seconds / daySeconds);
  const second = seconds % daySeconds;
  twoDigits(bytes, at + 5, day < 30 ? 9 : 10);
  twoDigits(bytes, at + 8, (day % 30) + 1);
  twoDigits(bytes, at + 11, Math.floor(second / 3600));
  twoDigits(bytes, at + 14, Math.floor(second / 60) % 60);
  twoDigits(bytes, at + 17, second % 60);
}

function twoDigits(bytes, at, value) {
  const tens = Math.floor(value / 10);
  bytes[at] = 48 + tens;
  bytes[at + 1] = 48 + value - tens * 10;
}

/** The pod that event number `sequence` changes: all of them, each once, in an order that jumps about; then again. */
export function podOfEvent(sequence, pods) {
  return (sequence * strideFor(pods)) % pods;
}

let stride = { pods: 0, value: 1 };

function strideFor(pods) {
  if (stride.pods === pods) return stride.value;
  let value = Math.max(1, Math.floor(pods * 0.618));
  while (divisor(value, pods) !== 1) value++;
  stride = { pods, value };
  return value;
}

function divisor(a, b) {
  return b === 0 ? a : divisor(b, a % b);
}
