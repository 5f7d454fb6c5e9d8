import { onTestFinished } from 'vitest';
import { FakeClient } from '../factories/fake-client.test-support.js';
import { SharedInformerFactory } from '../factories/shared-informer-factory.js';
import { defineResource } from '../meta/resource.js';
import type { KubernetesObject } from '../meta/types.js';
import { FakeClock, settle } from '../../../testing/src/fake-clock.js';
import { Controller } from './controller.js';
import type { ControllerOptions } from './options.js';

export interface Website extends KubernetesObject {
  spec?: { text?: string };
  status?: { ready?: boolean };
}

export const websites = defineResource<Website>({
  group: 'example.com',
  version: 'v1',
  resource: 'websites',
  kind: 'Website',
  namespaced: true,
});

/** Factories and controllers on fake sources and a fake clock, stopped at the end of the test. */
export function newScene() {
  const clock = new FakeClock();
  const client = new FakeClient();
  const factory = new SharedInformerFactory(client, { clock, resyncPeriodMs: 10_000 });
  const controllers: Controller[] = [];
  onTestFinished(async () => {
    for (const controller of controllers) controller.abortRuns();
    await Promise.all(controllers.map((controller) => controller.stop()));
    await factory.stop();
  });
  return {
    clock,
    client,
    factory,
    settle,
    sites: client.source(websites),
    controller: (options: Partial<ControllerOptions<Website>> = {}): Controller<Website> => {
      const controller = new Controller<Website>('website', {
        for: factory.forResource(websites),
        reconcile: () => undefined,
        clock,
        random: () => 0,
        onError: () => undefined,
        ...options,
      });
      controllers.push(controller as unknown as Controller);
      return controller;
    },
  };
}

export function website(name: string, more: Partial<Website> = {}): Website {
  const { metadata, ...rest } = more;
  return {
    apiVersion: 'example.com/v1',
    kind: 'Website',
    ...rest,
    metadata: { name, namespace: 'default', ...metadata },
  };
}
