import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { deepText } from '../../../test/hostile-json.test-support.js';
import { columnsOf } from '../../inspector/src/columns.js';
import type { KubernetesObject } from '../../kube-informers/src/meta/types.js';
import { coreV1 } from '../../kube-informers/src/resources/core-v1.js';
import { changesBetween } from './changes.js';
import { ResourcePrinter, outputFormats } from './printer.js';
import { yamlWriter } from './watch-command.js';

function deepObject(depth: number, inner: string): KubernetesObject {
  return JSON.parse(
    `{"metadata":{"name":"deep"},"data":${deepText(depth, 'objects', inner)}}`,
  ) as KubernetesObject;
}

describe.each([1500, 7000, 100_000])('an object of %i levels', (depth) => {
  const old = deepObject(depth, '1');
  const object = deepObject(depth, '2');

  test('is compared field by field', () => {
    expect(changesBetween(old, object).map(({ from, to }) => ({ from, to }))).toEqual([{ from: 1, to: 2 }]);
    expect(changesBetween(object, deepObject(depth, '2'))).toEqual([]);
  });

  test.each([...outputFormats, 'table'] as const)(
    'is printed with -o %s, and so are later objects',
    async (format) => {
      const toYaml = await yamlWriter();
      const columns = columnsOf(coreV1.configMaps, { wide: format === 'wide', withNamespace: false });
      for (const events of [true, false]) {
        let text = '';
        const sink = { isTTY: false, write: (more: string) => (text += more) };
        const printer = new ResourcePrinter(coreV1.configMaps, sink, {
          format,
          events,
          columns: () => columns,
          withKind: false,
          now: () => 0,
          toYaml,
        });
        printer.printAll([old]);
        printer.printEvent({ type: 'UPDATED', object, old, key: 'deep' });
        printer.printEvent({ type: 'DELETED', object: { metadata: { name: 'last' } }, key: 'last' });
        if (format === 'json') {
          const printed = text
            .trim()
            .split('\n')
            .map((line) => JSON.parse(line) as unknown);
          const first = events ? (printed[0] as { object: unknown }).object : printed[0];
          expect(changesBetween(first, old)).toEqual([]);
          expect(
            changesBetween(printed[1], events ? { ...(printed[1] as object), object, old } : object),
          ).toEqual([]);
          expect(printed).toHaveLength(3);
        } else if (format === 'yaml') {
          const documents = text.split('---\n').slice(1);
          expect(documents).toHaveLength(3);
          expect(parse(documents[2] ?? '')).toMatchObject({ type: 'DELETED', key: 'last' });
        } else if (format !== 'name' && events) {
          expect(text.length).toBeLessThan(1000);
          expect(text).toMatch(/~ configmap deep .*d\.d: 1 → 2\n/);
        }
        expect(text).toContain('last');
      }
    },
  );
});
