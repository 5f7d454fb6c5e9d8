import { expect, test } from 'vitest';
import { newScene, website } from '../../kube-informers/src/controller/controller.test-support.js';
import { readRuns } from './read-controllers.js';

test('explains the key that is asked for', async () => {
  const { controller, factory, sites, clock } = newScene();
  const subject = { id: 'website', controller: controller(), informer: undefined };
  factory.start();
  void subject.controller.run();
  subject.controller.pause('default/a');
  sites.add(website('a'));
  await clock.advance(10);
  expect(readRuns(subject, 'default/a').explanation).toBe('default/a is paused until resume("default/a")');
  expect(readRuns(subject, '').explanation).toBeUndefined();
});
