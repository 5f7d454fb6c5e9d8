// The pods of the server as protobuf, encoded once by the embedded API server's encoder; an event changes bytes in place.
import { monthSeconds, versionDigits, versionOf } from './pods.mjs';
import { podObject, readyAt, timeAt } from './pod-object.mjs';

const builtEncoder = new URL(
  '../built/node_modules/@kube-informers/testing/dist/internal.js',
  import.meta.url,
).href;

/** Seconds from the epoch to the month in which all pods were made. */
const epochSeconds = Date.parse(timeAt(0)) / 1000;
/** A time that no pod has; seconds of these decades take five bytes. */
const markerSeconds = epochSeconds - 1_000_000;
const type = { apiVersion: 'v1', kind: 'Pod' };

/** Resolves with what `PodServer.reset` takes as `protobuf`; `encoder`: `@kube-informers/testing/internal`, by default the built one. */
export async function loadProtobuf(encoder) {
  const { encodeEvent, encodeListMessage, encodeMessage, envelope, typeOfKind } =
    encoder ?? (await import(builtEncoder));
  const podType = typeOfKind('', 'v1', 'Pod');
  const event = (name, object) => encodeEvent(name, envelope(type, encodeMessage(podType, object)));
  const emptyList = envelope({ apiVersion: 'v1', kind: 'PodList' }, Buffer.alloc(0));

  /** A pod as an item of a list and in events; `itemAt`, `changedAt` and `addedAt` are where its message begins in them. */
  function makePod(number) {
    const pod = podObject(number, versionOf(number, 0));
    const marker = timeAt(markerSeconds - epochSeconds);
    pod.metadata.managedFields.find(({ manager }) => manager === 'kubelet').time = marker;
    for (const condition of pod.status.conditions)
      if (['Ready', 'ContainersReady'].includes(condition.type)) condition.lastTransitionTime = marker;
    const message = encodeMessage(podType, pod);
    const timesAt = [];
    const wanted = varint(markerSeconds);
    for (let at = message.indexOf(wanted); at >= 0; at = message.indexOf(wanted, at + 1)) timesAt.push(at);
    if (timesAt.length !== 3) throw new Error(`pod ${number} has ${timesAt.length} of three times`);
    const [changed, added] = ['MODIFIED', 'ADDED'].map((name) => encodeEvent(name, envelope(type, message)));
    const itemHead = lengthTag(message.length);
    return {
      item: Buffer.concat([itemHead, message]),
      itemAt: itemHead.length,
      changed,
      changedAt: changed.indexOf(message),
      added,
      addedAt: added.indexOf(message),
      versionAt: message.indexOf(versionOf(number, 0)),
      timesAt,
    };
  }

  /** What `markChange` of pods.mjs does, with a message that begins at `from`. */
  function markChange(bytes, from, { versionAt, timesAt }, number, sequence) {
    bytes.latin1Write(versionOf(number, sequence), from + versionAt, versionDigits);
    const seconds = sequence === 0 ? readyAt(number) : monthSeconds + (sequence % monthSeconds);
    for (const at of timesAt) writeVarint(bytes, from + at, epochSeconds + seconds);
  }

  return {
    makePod,
    markChange,
    event,
    /** The event ADDED as the last event left the pod. */
    added(pod, number, sequence) {
      markChange(pod.added, pod.addedAt, pod, number, sequence);
      return pod.added;
    },
    /** The bytes of a list before and behind its items. */
    aroundList(listMeta, items) {
      const metadata = encodeListMessage(listMeta, []);
      const length = items.reduce((sum, item) => sum + item.length, metadata.length);
      // Up to the tag of the message, and what follows it: an empty content encoding and content type.
      const end = emptyList.length - 4;
      return {
        head: Buffer.concat([emptyList.subarray(0, end - 2), lengthTag(length), metadata]),
        tail: emptyList.subarray(end),
      };
    },
  };
}

/** Tag and length of field 2, of that many bytes. */
function lengthTag(length) {
  return Buffer.concat([Buffer.from([0x12]), varint(length)]);
}

function varint(value) {
  const bytes = [];
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) return Buffer.from([...bytes, rest]);
    bytes.push((rest % 128) + 128);
  }
}

/** Seconds of these decades, in five bytes. */
function writeVarint(bytes, at, value) {
  let rest = value;
  for (let index = 0; index < 4; index++) {
    bytes[at + index] = (rest % 128) + 128;
    rest = Math.floor(rest / 128);
  }
  bytes[at + 4] = rest;
}
