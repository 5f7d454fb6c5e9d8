// What docs/bench.md says of the pods: their size, what those of one ReplicaSet have in common, and what an event changes.
import { constants } from 'node:buffer';
import { describe, expect, test } from 'vitest';
import { timeAt } from '../server/pod-object.mjs';
import { makePod, markChange, markCopy, mostCopies } from '../server/pods.mjs';

/** Pods of one ReplicaSet; the next set of the same app is eight further. */
const perSet = 25;
const apps = 8;

function podNumber(number) {
  return JSON.parse(makePod(number).bytes);
}

/** Every value that is not an object, by its path; a field set of managedFields consists of keys, so it counts as one string. */
function leaves(value, path = '') {
  if (path.endsWith('/fieldsV1')) return [[path, JSON.stringify(value)]];
  if (typeof value !== 'object' || value === null) return [[path, value]];
  return Object.entries(value).flatMap(([name, member]) => leaves(member, `${path}/${name}`));
}

function differing(one, other) {
  const mine = leaves(one);
  const theirs = new Map(leaves(other));
  expect(mine.map(([path]) => path)).toEqual([...theirs.keys()]);
  return mine.filter(([path, value]) => theirs.get(path) !== value).map(([path]) => path);
}

/** What two pods of one ReplicaSet do not have in common. */
const ofEachPod = [
  '/metadata/name',
  '/metadata/uid',
  '/metadata/resourceVersion',
  '/metadata/managedFields/1/time',
  '/metadata/managedFields/1/fieldsV1',
  '/spec/volumes/0/name',
  '/spec/containers/0/volumeMounts/0/name',
  ...[0, 1, 2, 3, 4].map((index) => `/status/conditions/${index}/lastTransitionTime`),
  '/status/podIP',
  '/status/podIPs/0/ip',
  '/status/startTime',
  '/status/containerStatuses/0/state/running/startedAt',
  '/status/containerStatuses/0/containerID',
  '/status/containerStatuses/0/volumeMounts/0/name',
];

const ofEachNode = ['/spec/nodeName', '/status/hostIP', '/status/hostIPs/0/ip'];

test('a pod is some 5.3 kB of JSON, a third of them the managedFields of two managers, the same each time', () => {
  for (const number of [0, 12_345, 99_999]) {
    const { bytes } = makePod(number);
    expect(bytes.length).toBeGreaterThan(5250);
    expect(bytes.length).toBeLessThan(5350);
    expect(makePod(number).bytes.equals(bytes)).toBe(true);
    const { managedFields } = JSON.parse(bytes).metadata;
    expect(managedFields.map(({ manager }) => manager)).toEqual(['kube-controller-manager', 'kubelet']);
    expect(JSON.stringify(managedFields).length / bytes.length).toBeCloseTo(0.36, 2);
  }
  expect(podNumber(12_345).metadata).toMatchObject({ namespace: 'team-24', resourceVersion: '10012345' });
});

test('100,000 pods in one list are no longer than the longest text of V8, which the floor makes of it', () => {
  let bytes = 0;
  for (let number = 0; number < 100_000; number += 100) bytes += makePod(number).bytes.length + 1;
  expect(100 * bytes).toBeLessThan(0.995 * constants.MAX_STRING_LENGTH);
});

test('a pod has the volume, the mounts and the tolerations that admission adds', () => {
  const { spec, status } = podNumber(7);
  const [{ name }] = spec.volumes;
  expect(name).toMatch(/^kube-api-access-[0-9a-f]{5}$/);
  expect(spec.containers[0].volumeMounts.map((mount) => mount.name)).toEqual([name]);
  expect(status.containerStatuses[0].volumeMounts.map((mount) => mount.name)).toEqual([name]);
  expect(spec.tolerations.map(({ key }) => key)).toEqual([
    'node.kubernetes.io/not-ready',
    'node.kubernetes.io/unreachable',
  ]);
});

describe('what repeats', () => {
  test('two pods of a ReplicaSet differ in what is their own, and in their node', () => {
    const [first, second] = [podNumber(40 * perSet), podNumber(40 * perSet + 1)];
    const found = differing(first, second);
    expect(found.filter((path) => !ofEachNode.includes(path))).toEqual(ofEachPod);
    expect(first.metadata.ownerReferences).toEqual(second.metadata.ownerReferences);
  });

  test("the controller's set of fields is that of the whole ReplicaSet, and another one's holds another uid", () => {
    const setOf = (number) => JSON.stringify(podNumber(number).metadata.managedFields[0].fieldsV1);
    const first = 40 * perSet;
    const own = setOf(first);
    for (let index = 1; index < perSet; index++) expect(setOf(first + index)).toBe(own);
    const nextOfApp = first + perSet * apps;
    expect(setOf(nextOfApp)).not.toBe(own);
    const uidOf = (number) => podNumber(number).metadata.ownerReferences[0].uid;
    expect(setOf(nextOfApp).replace(uidOf(nextOfApp), uidOf(first))).toBe(own);
  });

  test("the kubelet's set of fields holds the pod's address, and is its own: the rest of it is that of all pods", () => {
    const setOf = (pod) => JSON.stringify(pod.metadata.managedFields[1].fieldsV1);
    const [first, second, far] = [podNumber(1000), podNumber(1001), podNumber(77_777)];
    for (const other of [second, far]) {
      expect(setOf(other)).not.toBe(setOf(first));
      expect(setOf(other).replace(other.status.podIP, first.status.podIP)).toBe(setOf(first));
    }
  });
});

describe('an event', () => {
  const place = 12_345;

  function afterEvent(sequence) {
    const pod = makePod(place);
    markChange(pod.bytes, 0, pod, place, place, sequence);
    return pod.bytes;
  }

  test('changes what a kubelet does when a pod is ready again, and not a byte of the length', () => {
    const before = podNumber(place);
    const bytes = afterEvent(1);
    expect(bytes.length).toBe(makePod(place).bytes.length);
    const after = JSON.parse(bytes);
    expect(differing(before, after)).toEqual([
      '/metadata/resourceVersion',
      '/metadata/managedFields/1/time',
      '/status/conditions/2/lastTransitionTime',
      '/status/conditions/3/lastTransitionTime',
    ]);
    expect(after.status.conditions.slice(2, 4).map(({ type }) => type)).toEqual(['Ready', 'ContainersReady']);
    expect(after.metadata.managedFields[1].time).toBe('2026-10-01T00:00:01Z');
  });

  test.each([1, 9, 60, 3599, 3600, 86_399, 86_400, 30 * 86_400 - 1])(
    'number %i has the time that a Date would have',
    (sequence) => {
      const { metadata, status } = JSON.parse(afterEvent(sequence));
      const time = timeAt(30 * 86_400 + sequence);
      expect(metadata.managedFields[1].time).toBe(time);
      expect(status.conditions[2].lastTransitionTime).toBe(time);
      expect(status.conditions[3].lastTransitionTime).toBe(time);
    },
  );

  test('number 0 makes it what it was', () => {
    const pod = makePod(place);
    markChange(pod.bytes, 0, pod, place, place, 4711);
    markChange(pod.bytes, 0, pod, place, place, 0);
    expect(pod.bytes.equals(makePod(place).bytes)).toBe(true);
  });
});

test('copies of a pod differ in their names and uids, and the pod comes back', () => {
  const pod = makePod(3);
  const found = new Set();
  for (let copy = 0; copy < mostCopies; copy++) {
    const { name, uid } = JSON.parse(pod.bytes).metadata;
    found.add(name).add(uid);
    markCopy(pod, copy, (copy + 1) % mostCopies);
  }
  expect(found.size).toBe(2 * mostCopies);
  expect(pod.bytes.equals(makePod(3).bytes)).toBe(true);
});
