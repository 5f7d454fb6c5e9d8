import { createHash } from 'node:crypto';
import { MemoryIndexer } from '../../../packages/kube-informers/src/cache/stores/indexer.js';
import { Lister } from '../../../packages/kube-informers/src/cache/stores/lister.js';
import { metaNamespaceKey } from '../../../packages/kube-informers/src/meta/names.js';
import type { KubernetesObject } from '../../../packages/kube-informers/src/meta/types.js';
import { coreV1 } from '../../../packages/kube-informers/src/resources/core-v1.js';
import { SnapshotError } from '../../../packages/kube-informers/src/snapshot/snapshot-file.js';
import {
  snapshotContent,
  SnapshotReader,
} from '../../../packages/kube-informers/src/snapshot/snapshot-format.js';
import { jsonText } from '../../../packages/kube-informers/src/util/json.js';
import { Chance } from '../../soak/chance.js';
import { expectThat, inPieces, parameterOf, withParameter } from '../target.js';
import type { FuzzTarget } from '../target.js';

const subject = {
  resource: 'configmaps.v1',
  namespaces: 'default,shop',
  labelSelector: '',
  fieldSelector: '',
  form: 'whole',
  functions: '',
};
const times = { savedAtMs: 1_800_000_000_000, asOfMs: 1_800_000_000_000 };

/** What was read, as text; undefined for a refusal. */
function readIn(pieces: readonly Uint8Array[]): { objects: KubernetesObject[]; message: string } {
  const objects: KubernetesObject[] = [];
  const keys = new Set<string>();
  const reader = new SnapshotReader({
    file: 'a.snapshot',
    subject,
    mask: undefined,
    namespaced: true,
    onObject: (object) => {
      objects.push(object);
      return keys.size !== keys.add(metaNamespaceKey(object)).size;
    },
  });
  try {
    for (const piece of pieces) reader.read(piece);
    reader.end();
  } catch (error) {
    if (!(error instanceof SnapshotError)) throw error;
    expectThat(error.code === 'ERR_SNAPSHOT', `code ${error.code}`);
    expectThat(error.message.length < 1000, `a message of ${error.message.length} characters`);
    return { objects: [], message: error.message };
  }
  return { objects, message: '' };
}

/** The lines with the right checksum, so that what stands in them is read. */
function withChecksum(lines: Buffer): Buffer {
  const sha256 = createHash('sha256').update(lines).digest('hex');
  return Buffer.concat([lines, Buffer.from(`${JSON.stringify({ sha256 })}\n`)]);
}

/**
 * Saved caches: any bytes are objects that a lister can read, and that are saved and read again as they are, or ERR_SNAPSHOT; the
 * same however they are cut.
 */
export function snapshotTarget(): FuzzTarget {
  const object = (name: string, more: object = {}): object => ({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name, namespace: 'default', labels: { app: 'web' } },
    ...more,
  });
  const whole = (...objects: readonly object[]): Buffer =>
    Buffer.concat([...snapshotContent(subject, times, objects)]);
  const linesOf = (bytes: Buffer): Buffer => bytes.subarray(0, bytes.lastIndexOf('\n', bytes.length - 2) + 1);
  const seeds = [whole(), whole(object('a'), object('b', { data: { a: 'b' } }))];
  return {
    seeds: [
      ...seeds.map((seed) => withParameter(0, seed)),
      ...seeds.map((seed) => withParameter(1, linesOf(seed))),
    ],
    words: [
      '"metadata":',
      '"labels":',
      '"namespace":',
      '"objects":',
      '"__proto__":',
      'null',
      '9007199254740993',
      '\n',
      '{}\n',
    ],
    run(input) {
      const { parameter, rest } = parameterOf(input);
      const bytes = parameter % 2 === 0 ? rest : withChecksum(rest);
      const { objects, message } = readIn([bytes]);
      const cut = readIn(inPieces(bytes, new Chance(parameter, 'pieces')));
      expectThat(cut.message === message, `cut: ${cut.message}; whole: ${message}`);
      expectThat(cut.objects.length === objects.length, `${cut.objects.length} objects, ${objects.length}`);
      if (message !== '') return;

      const indexer = new MemoryIndexer<KubernetesObject>();
      for (const each of objects) indexer.add(each);
      const lister = new Lister(indexer, coreV1.configMaps);
      expectThat(lister.list().length === objects.length, 'the lister has other objects');
      lister.list('app=web,tier notin (a)');
      lister.list({ fieldSelector: 'metadata.name=a' });
      const again = readIn([...snapshotContent(subject, times, objects)]);
      expectThat(again.message === '', `saved again: ${again.message}`);
      expectThat(
        again.objects.map((each) => jsonText(each)).join() === objects.map((each) => jsonText(each)).join(),
        'saved again, the objects differ',
      );
    },
  };
}
