import { describe, expect, test } from 'vitest';
import { parseArguments } from './arguments.js';
import { Chance } from './chance.js';
import { growth } from './measure.js';
import type { Measure } from './measure.js';
import { SharedFieldSets } from './mirrors.js';
import { describeVariant, variantOf } from './variants.js';
import { maskedBy } from '../masks.test-support.js';
import type { Variant } from './variants.js';
import { FieldMask } from '../../packages/kube-informers/src/meta/field-mask.js';
import type { KubernetesObject } from 'kube-informers';
import type { SharingFormat } from '../../packages/kube-informers/src/wire/json-format.js';

describe('arguments of a soak', () => {
  test('defaults: two minutes, a seed by chance, a real server where there is one', () => {
    expect(parseArguments([], true)).toMatchObject({ minutes: 2, server: 'real', rate: 100 });
    expect(parseArguments([], false)).toMatchObject({ server: 'embedded' });
    expect(parseArguments(['--minutes', '0.5', '--seed', '7', '--rate', '20'], false)).toEqual({
      minutes: 0.5,
      seed: 7,
      server: 'embedded',
      rate: 20,
      breakFencing: false,
      replicas: 'election',
    });
  });

  test.each([
    [['--minutes', 'long'], '--minutes must be a number above 0, got long'],
    [['--seed', '-1'], 'argument is ambiguous'],
    [['--rate', '0'], '--rate must be a number above 0, got 0'],
    [['--server', 'kind'], '--server must be real or embedded, got kind'],
    [['--replicas', 'both'], '--replicas must be election or sharding, got both'],
    [['--server', 'real'], '--server real needs kube-apiserver and etcd: set KUBEBUILDER_ASSETS'],
    [['--hours', '1'], "Unknown option '--hours'"],
  ])('rejects %j', (args, message) => {
    expect(() => parseArguments(args, false)).toThrow(message);
  });
});

describe('chance', () => {
  const draw = (seed: number, stream: string): number[] => {
    const chance = new Chance(seed, stream);
    return Array.from({ length: 50 }, () => chance.between(0, 1000));
  };

  test('the same seed and stream repeat it; a different seed or stream does not', () => {
    expect(draw(7, 'faults')).toEqual(draw(7, 'faults'));
    expect(draw(7, 'faults')).not.toEqual(draw(8, 'faults'));
    expect(draw(7, 'faults')).not.toEqual(draw(7, 'writers'));
  });

  test('is spread over the whole range', () => {
    const chance = new Chance(1, 'spread');
    const tenths = new Set(Array.from({ length: 200 }, () => Math.floor(chance.next() * 10)));
    expect(tenths.size).toBe(10);
  });
});

test('the field sets that a cache shares are checked', () => {
  const shared = new SharedFieldSets();
  const nothing = { apply: undefined, runsUserCode: false };
  const intake = shared.newCache({ frozen: false }).intake<KubernetesObject>(nothing);
  const { fieldSets } = intake.objectFormat as SharingFormat;
  expect(shared.violations()).toEqual([]);
  fieldSets.violations = () => ['known set 1 is not frozen'];
  expect(shared.violations()).toEqual(['known set 1 is not frozen']);
});

describe('variants', () => {
  const drawn = (resource: string): Variant[] =>
    Array.from({ length: 500 }, (_, seed) => variantOf(resource, new Chance(seed, 'variants')));

  test('a seed repeats its variant, and seeds differ', () => {
    expect(drawn('pods')).toEqual(drawn('pods'));
    expect(new Set(drawn('pods').map(describeVariant)).size).toBe(24);
  });

  test.each(['configmaps', 'pods', 'leases', 'widgets', 'metadata'])(
    'what is expected of %s by a mask is what the mask of an informer keeps',
    (resource) => {
      const object = {
        apiVersion: 'v1',
        kind: 'Pod',
        metadata: {
          name: 'a',
          uid: 'u',
          labels: { tier: 'front' },
          annotations: { a: 'b' },
          managedFields: [{}],
        },
        data: { note: 'n', other: 'o' },
        spec: {
          nodeName: 'n',
          size: 1,
          note: 'n',
          holderIdentity: 'h',
          containers: [{ name: 'c', image: 'i' }],
        },
        status: { phase: 'Running', podIP: '10.0.0.1' },
      };
      for (const { fields, exclude } of drawn(resource)) {
        const mask = FieldMask.of('a test', { fields, exclude });
        expect(maskedBy({ fields, exclude }, object)).toStrictEqual(mask?.apply(object) ?? object);
      }
    },
  );
});

describe('growth', () => {
  const flat: Omit<Measure, 'minute'> = {
    heapMiB: 80,
    externalMiB: 5,
    rssMiB: 300,
    sockets: 40,
    timers: 14,
    listeners: 12,
  };
  const run = (change: (minute: number) => Partial<Measure>): Measure[] =>
    Array.from({ length: 20 }, (_, minute) => ({ ...flat, minute, ...change(minute) }));

  test('ignores noise', () => {
    expect(growth(run((minute) => ({ heapMiB: 80 + (minute % 3) * 5, sockets: 38 + (minute % 5) })))).toEqual(
      [],
    );
  });

  test.each([
    ['heapMiB', 2],
    ['externalMiB', 1],
    ['rssMiB', 12],
    ['sockets', 2],
    ['timers', 3],
    ['listeners', 1],
  ] as const)('reports %s that grows with each minute', (key, perMinute) => {
    expect(growth(run((minute) => ({ [key]: flat[key] + minute * perMinute })))).toEqual([
      expect.stringContaining(`${key} grew from `),
    ]);
  });

  test('the first two minutes are not counted, and a short run proves nothing', () => {
    expect(growth(run((minute) => ({ heapMiB: minute < 2 ? 10 : 80 })))).toEqual([]);
    expect(growth(run(() => ({})).slice(0, 9))).toBeUndefined();
  });
});
