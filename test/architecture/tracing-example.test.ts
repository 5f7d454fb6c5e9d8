import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isSpanContextValid, trace } from '@opentelemetry/api';
import type { Attributes, Context, Span, Tracer } from '@opentelemetry/api';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { ApiServer } from '@kube-informers/testing';
import { Controller } from 'kube-informers/controller';
import { Clientset, SharedInformerFactory } from 'kube-informers';

const root = resolve(import.meta.dirname, '../..');
// Beside the packages, or they would not be found from there.
const parent = join(root, 'node_modules/.tracing-example');
mkdirSync(parent, { recursive: true });
const folder = mkdtempSync(join(parent, 'run-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Recorded {
  readonly name: string;
  readonly id: string;
  readonly parent: string | undefined;
  readonly attributes: Attributes;
  readonly exceptions: unknown[];
}

const ended: Recorded[] = [];
let count = 0;

/** Records what ends. */
const tracer: Pick<Tracer, 'startSpan'> = {
  startSpan(name: string, _options: unknown, context: Context): Span {
    const id = (++count).toString(16).padStart(16, '0');
    const above = trace.getSpanContext(context);
    const recorded: Recorded = {
      name,
      id,
      parent: above !== undefined && isSpanContextValid(above) ? above.spanId : undefined,
      attributes: {},
      exceptions: [],
    };
    const span = trace.wrapSpanContext({ traceId: '1'.repeat(32), spanId: id, traceFlags: 1 });
    return Object.assign(span, {
      setAttribute: (key: string, value: string) => Object.assign(recorded.attributes, { [key]: value }),
      recordException: (error: unknown) => recorded.exceptions.push(error),
      setStatus: () => span,
      end: () => ended.push(recorded),
    });
  },
};

/** Runs the program of docs/tracing.md as it stands. */
beforeAll(async () => {
  trace.setGlobalTracerProvider({ getTracer: () => tracer as Tracer });
  const page = readFileSync(join(root, 'docs/tracing.md'), 'utf8');
  const [, program = ''] = /^```ts\n([\s\S]*?)^```$/m.exec(page) ?? [];
  const input = join(folder, 'program.ts');
  writeFileSync(input, program);
  const bundle = await rolldown({ input, external: /^(node:|@opentelemetry)/ });
  const file = join(folder, 'program.mjs');
  await bundle.write({ file, format: 'esm' });
  await import(pathToFileURL(file).href);
});
afterAll(() => trace.disable());

test(
  'the OpenTelemetry example makes spans of a controller on the embedded API server',
  { timeout: 60_000 },
  async () => {
    await using server = await ApiServer.start();
    await using clientset = new Clientset({ host: server.url });
    const factory = new SharedInformerFactory(clientset, { namespace: 'default' });
    const failure = new Error('not yet');
    const controller = new Controller('labels', {
      clientset,
      for: factory.core().v1().configMaps(),
      onError: () => undefined,
      reconcile: async ({ name, attempt }) => {
        await clientset.coreV1().configMaps('default').get(name);
        if (name === 'failing' && attempt === 1) throw failure;
      },
    });
    const configMaps = clientset.coreV1().configMaps('default');
    await configMaps.create({ metadata: { name: 'a' } });
    await configMaps.create({ metadata: { name: 'failing' } });
    factory.start();
    const run = controller.run();
    // In real time, on a machine that may be busy.
    await vi.waitFor(
      () => expect(ended.filter(({ name }) => name === 'reconcile labels').length).toBeGreaterThanOrEqual(3),
      { timeout: 30_000 },
    );
    await controller.stop();
    await run;
    await factory.stop();

    const { name: informer } = factory.core().v1().configMaps().informer();
    const named = (name: string): Recorded[] => ended.filter((span) => span.name === name);
    const [reconcile] = named('reconcile labels');
    expect(reconcile?.parent).toBeUndefined();
    expect(reconcile?.attributes).toMatchObject({
      'kube_informers.controller': 'labels',
      'kube_informers.key': 'default/a',
      'kube_informers.result': 'success',
    });
    expect(named('get configmaps').map((span) => span.parent)).toEqual(
      named('reconcile labels').map((span) => span.id),
    );
    expect(named('get configmaps')[0]?.attributes).toMatchObject({
      'kube_informers.namespace': 'default',
      'kube_informers.statusCode': 200,
    });
    expect(named('reconcile labels').flatMap(({ exceptions }) => exceptions)).toEqual([failure]);
    const [watch] = named(`watch ${informer}`);
    expect(named('watch configmaps')[0]?.parent).toBe(watch?.id);
    expect(watch?.attributes).toMatchObject({ 'kube_informers.endReason': 'stopped' });
    expect(named(`list ${informer}`)[0]?.attributes).toMatchObject({
      'kube_informers.items': 2,
      'kube_informers.reason': 'initial',
    });
  },
);
