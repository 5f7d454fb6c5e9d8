import { isDeepStrictEqual } from 'node:util';
import type { Outcome } from './compare.js';
import type { Answers } from './duel.js';
import type { Json } from './objects.js';

/** Why the embedded server may answer differently from kube-apiserver. */
interface Cause {
  readonly cause: string;
  readonly excuses: (answers: Answers) => boolean;
}

/**
 * Every difference that is known and stays: the table of limits in docs/testing.md has them too. What nothing here excuses fails
 * the run.
 */
const causes: readonly Cause[] = [
  {
    cause: 'no diff of the pod or claim follows the text',
    excuses: sameCauses((text) => text.replace(/\n[^]*$/, '')),
  },
  {
    cause:
      "a text shows a struct, list or map as JSON, where kube-apiserver's has the names of Go, or {} and [] for null",
    excuses: sameCauses((text) =>
      text
        .replace(/\n[^]*$/, '')
        .replace(
          /^(\S+: \S+: (?:Invalid|Duplicate|Unsupported) value:)(?: (?:\{[^]*\}|\[[^]*\]|null):?)?/,
          '$1',
        ),
    ),
  },
  {
    cause: 'no finalizer protects a claim in use',
    excuses: ({ run, ours, theirs }) =>
      run.sample.id === 'persistentvolumeclaims' &&
      isDeepStrictEqual(ours.object, withoutFinalizers(theirs.object)),
  },
  {
    cause: 'addresses and node ports of services',
    excuses: ({ run, ours, theirs }) =>
      run.sample.object['kind'] === 'Service' &&
      /clusterIP|nodePort/.test(JSON.stringify(theirs.causes ?? theirs.message ?? '')) &&
      ours.code >= 400,
  },
  {
    cause: 'an empty list counts as an absent one',
    excuses: ({ run, theirs }) =>
      run.sample.id === 'horizontalpodautoscalers' &&
      theirs.causes?.length === 1 &&
      theirs.causes[0]?.startsWith('spec.behavior.scaleDown.policies: FieldValueRequired') === true,
  },
  {
    cause: 'the position in malformed base64',
    excuses: ({ ours, theirs }) =>
      isDeepStrictEqual(withoutPosition(ours), withoutPosition(theirs)) && ours.message !== theirs.message,
  },
];

/** The first cause that excuses a difference. */
export function causeOf(answers: Answers): string | undefined {
  return causes.find(({ excuses }) => excuses(answers))?.cause;
}

/** Both refuse for the same causes, whose texts are the same after a change. */
function sameCauses(changed: (text: string) => string): Cause['excuses'] {
  return ({ ours, theirs }) =>
    ours.causes !== undefined &&
    theirs.causes !== undefined &&
    isDeepStrictEqual(ours.causes.map(changed), theirs.causes.map(changed));
}

function withoutFinalizers(object: Json | undefined): Json | undefined {
  if (object === undefined) return undefined;
  const { finalizers: _, ...metadata } = object['metadata'] as Json;
  return { ...object, metadata };
}

function withoutPosition({ message, ...outcome }: Outcome): unknown {
  return { ...outcome, message: String(message).replace(/(illegal base64 data at input byte) \d+/, '$1') };
}
