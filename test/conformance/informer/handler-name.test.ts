import { expect, test } from 'vitest';
import { handlerName } from '../../../packages/kube-informers/src/cache/handlers/event-handler.js';

class PodLogger {
  onAdd(): void {
    // Only its class's name matters here.
  }
}

function enqueue(): void {
  // Only its name matters here.
}
function forget(): void {
  // Only its name matters here.
}

test.each([
  { what: 'a class by its name', handler: new PodLogger(), name: 'PodLogger' },
  { what: 'functions by their names', handler: { onAdd: enqueue, onDelete: forget }, name: 'enqueue+forget' },
  {
    what: 'one function for all by its name once',
    handler: { onAdd: enqueue, onUpdate: enqueue },
    name: 'enqueue',
  },
  { what: 'methods of a literal as handler', handler: { onAdd() {} }, name: 'handler' },
  { what: 'nothing as handler', handler: {}, name: 'handler' },
  { what: 'no prototype as handler', handler: Object.create(null) as object, name: 'handler' },
  { what: 'an anonymous class as handler', handler: new (class {})(), name: 'handler' },
])('TestNameForHandler: names $what', ({ handler, name }) => {
  expect(handlerName(handler)).toBe(name);
});
