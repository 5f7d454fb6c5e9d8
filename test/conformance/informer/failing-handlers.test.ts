import { afterEach, describe, expect, test } from 'vitest';
import type { HandlerFailure } from '../../../packages/kube-informers/src/cache/handlers/event-handler.js';
import {
  EventLog,
  InformerFixture,
  pod,
  recordingLogger,
} from '../../../packages/kube-informers/src/cache/informer/informer.test-support.js';
import { settle } from '../../../packages/testing/src/fake-clock.js';

describe('handlers that fail, of an informer', () => {
  let fixture: InformerFixture | undefined;
  const setUp = (options: ConstructorParameters<typeof InformerFixture>[0] = {}): InformerFixture => {
    fixture = new InformerFixture({ ...options });
    return fixture;
  };
  afterEach(async () => {
    await fixture?.stop();
    fixture = undefined;
  });

  describe('TestEventPanics', () => {
    test('simple: reports the error, continues, and the handler syncs', async () => {
      const logger = recordingLogger();
      const { informer } = setUp({ objects: [pod('pod1')], logger });
      const registration = informer.addEventHandler({
        onAdd() {
          throw new Error('fake panic');
        },
      });
      await fixture?.start();
      expect([informer.hasSynced, registration.hasSynced]).toEqual([true, true]);
      const errors = logger.lines.filter(({ level }) => level === 'error');
      expect(errors.map(({ err }) => (err as Error).message)).toEqual(['fake panic']);
    });

    test('many: logs each failure of each handler once, to its own logger', async () => {
      const objects = Array.from({ length: 5 }, (_, index) => pod(`pod${index + 1}`));
      const { informer } = setUp({ objects });
      const loggers = [recordingLogger(), recordingLogger()];
      const registrations = loggers.map((logger, index) =>
        informer.addEventHandler(
          {
            onAdd() {
              throw new Error('fake panic');
            },
          },
          { logger, name: `fake-event-handler-${index + 1}` },
        ),
      );
      await fixture?.start();
      for (const [index, { lines }] of loggers.entries()) {
        expect(lines.map(({ handler, key, level }) => [handler, key, level])).toEqual(
          objects.map(({ metadata }) => [`fake-event-handler-${index + 1}`, metadata?.name, 'error']),
        );
      }
      expect(registrations.map(({ hasSynced, failedInitial }) => [hasSynced, failedInitial])).toEqual([
        [true, 5],
        [true, 5],
      ]);
    });

    test('reports each error once with handler, event and key, and delivers the next event', async () => {
      const failures: HandlerFailure[] = [];
      const logger = recordingLogger();
      const boom = new Error('boom');
      const { informer, source } = setUp({
        objects: [pod('a')],
        name: 'pods',
        logger,
        onHandlerError: (failure) => void failures.push(failure),
      });
      const bystander = new EventLog();
      const registration = informer.addEventHandler(
        {
          onAdd() {
            throw boom;
          },
          onUpdate: () => Promise.reject(boom),
          async onDelete() {
            await Promise.resolve();
            return Promise.reject('a word');
          },
        },
        { name: 'careless' },
      );
      informer.addEventHandler(bystander);
      await fixture?.start();
      await registration.synced;
      source.modify(pod('a'));
      await settle();
      source.delete('a');
      await settle();
      const common = { informer: 'pods', handler: 'careless', key: 'a' };
      expect(failures).toEqual([
        { ...common, event: 'add', error: boom },
        { ...common, event: 'update', error: boom },
        { ...common, event: 'delete', error: expect.objectContaining({ message: 'a word' }) as Error },
      ]);
      expect(logger.lines.filter(({ level }) => level === 'error')).toEqual(
        failures.map(({ error, ...fields }) => ({
          ...fields,
          err: error,
          level: 'error',
          message: 'event handler failed',
        })),
      );
      expect(bystander.take()).toEqual(['*a', '~a', '-a']);
    });

    test('TestEventPanics: kubernetes/kubernetes#129024: a handler that fails on the third of ten initial objects still syncs, and counts its failures', async () => {
      const objects = Array.from({ length: 10 }, (_, index) => pod(`pod-${index}`));
      const { informer, source } = setUp({ objects });
      let calls = 0;
      const registration = informer.addEventHandler({
        onAdd() {
          calls++;
          if (calls === 3 || calls === 11) throw new Error('not this one');
        },
      });
      await fixture?.start();
      await registration.synced;
      expect([calls, registration.failedInitial]).toEqual([10, 1]);
      source.add(pod('later'));
      await settle();
      expect([calls, registration.failedInitial]).toEqual([11, 1]);
    });
  });
});
