import { ConfigError } from '../../../packages/kube-informers/src/util/errors.js';
import { FieldMask } from '../../../packages/kube-informers/src/meta/field-mask.js';
import { PartialReads } from '../../../packages/kube-informers/src/rest/partial-reads.js';
import { expectThat, outcomeOf, shown } from '../target.js';
import type { FuzzTarget } from '../target.js';

const target = { group: '', version: 'v1', resource: 'pods', namespace: '', name: '', subresource: '' };
const path = '/api/v1/pods';
const mask = FieldMask.of('a fuzz target', { fields: { metadata: { labels: true } } }) as FieldMask;

interface Metadata {
  readonly uid?: unknown;
  readonly resourceVersion?: unknown;
}

/** The uid and version by which an object is remembered; undefined for one that is not. */
function identity(object: unknown): { readonly uid: string; readonly version: string } | undefined {
  const metadata = (object as { readonly metadata?: Metadata | null } | null)?.metadata;
  const { uid, resourceVersion: version = '' } = metadata ?? {};
  if (typeof uid !== 'string' || typeof version !== 'string' || uid === '') return undefined;
  return uid.length > 128 || version.length > 128 ? undefined : { uid, version };
}

/**
 * Lines of reads and updates: `m` reads an object with a mask, `w` the whole object, `p` sends one. A copy of what was read last with a
 * mask is refused, what was read as a whole since is not, and neither is what was never read with a mask.
 */
export function partialReadsTarget(): FuzzTarget {
  const pod = (uid: string, version: string): string =>
    JSON.stringify({
      metadata: { name: 'a', uid, resourceVersion: version, labels: { a: 'b' } },
      spec: { a: 1 },
    });
  return {
    seeds: [
      `m${pod('1', '1')}\np${pod('1', '1')}\nw${pod('1', '1')}\np${pod('1', '1')}`,
      `w${pod('1', '1')}\nm${pod('2', '1')}\nm${pod('1', '2')}\np${pod('1', '')}`,
    ].map((text) => Buffer.from(text)),
    words: [
      '\nm',
      '\nw',
      '\np',
      '"uid":"1"',
      '"uid":null',
      '"resourceVersion":"0"',
      '"managedFields":[{}]',
      '"__proto__":',
      '{"metadata":[]}',
      'null',
    ],
    run(input) {
      const reads = new PartialReads();
      const masked = new Set<string>();
      const isRefused = (body: object): boolean =>
        outcomeOf(
          () => {
            reads.refuseCopy({ method: 'PUT', path, target, body });
            return true;
          },
          (error) => error instanceof ConfigError && error.code === 'ERR_PROJECTED',
        ) !== true;
      for (const line of Buffer.from(input).toString().split('\n').slice(0, 100)) {
        const object = outcomeOf(
          () => JSON.parse(line.slice(1)) as unknown,
          (error) => error instanceof SyntaxError,
        );
        if (typeof object !== 'object' || object === null) continue;
        const known = identity(object);
        const read = (given?: FieldMask): void =>
          reads.answered({ method: 'GET', path, target, mask: given }, object);
        if (line.startsWith('m')) {
          read(mask);
          if (known === undefined) continue;
          masked.add(known.uid);
          const copy = JSON.parse(JSON.stringify(mask.apply(object))) as object;
          expectThat(isRefused(copy), `a copy is sent: ${shown(copy)}`);
        } else if (line.startsWith('w')) {
          read();
          expectThat(!isRefused(object), `what was read as a whole is refused: ${shown(object)}`);
        } else if (known === undefined || !masked.has(known.uid))
          expectThat(!isRefused(object), `refused without a read: ${shown(object)}`);
        else isRefused(object);
      }
    },
  };
}
