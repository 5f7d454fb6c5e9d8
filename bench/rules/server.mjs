// What the embedded server costs without rules, policies and webhooks, beside a commit before it had them, and with a rule:
// `node bench/rules/server.mjs --before ../before` after `npm run build` in both trees; see docs/bench.md.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { Client } from 'undici';

const rounds = 5;
const count = 3000;
const atOnce = 20;
const lists = 20;
const file = fileURLToPath(import.meta.url);
const here = fileURLToPath(new URL('../..', import.meta.url));
const path = '/apis/example.com/v1/namespaces/default/boxes';
const comparisons =
  "self.min >= 0 && self.min <= self.max && self.max <= 100 && self.mode == 'fast' && self.name != ''";
const spec = { min: 1, max: 9, mode: 'fast', name: 'web' };

const { values, positionals } = parseArgs({
  options: { before: { type: 'string' } },
  allowPositionals: true,
});
if (positionals[0] === undefined) await compare();
else await serve(positionals[0]);

/** The server of a tree, in a process of its own, which answers with its CPU time. */
async function serve(tree) {
  const entry = pathToFileURL(resolve(tree, 'packages/testing/dist/index.js')).href;
  const { ApiServer } = await import(entry);
  const server = await ApiServer.start({ requestLogLimit: 1 });
  process.on('message', () => process.send({ cpu: process.cpuUsage() }));
  process.send({ url: server.url });
}

async function compare() {
  const sides = {
    now: { tree: here, rules: [] },
    ...(values.before === undefined ? {} : { before: { tree: resolve(values.before), rules: [] } }),
    'now, with a rule': { tree: here, rules: [{ rule: comparisons }] },
  };
  const results = Object.fromEntries(Object.keys(sides).map((name) => [name, []]));
  for (let round = 0; round < rounds; round++)
    for (const [name, side] of Object.entries(sides)) results[name].push(await measure(side));
  const [now, ...others] = Object.keys(sides);
  for (const figure of ['create', 'update', 'list', 'watch']) {
    const of = (name) => middle(results[name].map((each) => each[figure])).toFixed(0);
    const ratios = others.map((name) => {
      const ratio = middle(results[now].map((each, round) => each[figure] / results[name][round][figure]));
      return `${name} ${of(name)} µs (now ÷ this ${ratio.toFixed(2)})`;
    });
    console.log(`${figure}: ${[`${now} ${of(now)} µs`, ...ratios].join(', ')}`);
  }
}

function middle(of) {
  return of.toSorted((a, b) => a - b)[Math.floor(of.length / 2)];
}

/** CPU of the server, µs: of a create, of an update, of an object in a list, of an update that a watch sees. */
async function measure({ tree, rules }) {
  const child = fork(file, [tree]);
  const [{ url }] = await once(child, 'message');
  const clients = Array.from({ length: atOnce }, () => new Client(url));
  const cpuUs = async () => {
    child.send('cpu');
    const [{ cpu }] = await once(child, 'message');
    return cpu.user + cpu.system;
  };
  const send = async (client, method, to, body) => {
    const headers = { 'content-type': `application/${method === 'PATCH' ? 'merge-patch+' : ''}json` };
    const text = body === undefined ? undefined : JSON.stringify(body);
    const response = await client.request({ method, path: to, headers, body: text });
    await response.body.dump({ limit: Infinity });
    if (response.statusCode > 201) throw new Error(`${method} ${to}: ${response.statusCode}`);
  };
  const [first] = clients;
  await send(first, 'POST', '/apis/apiextensions.k8s.io/v1/customresourcedefinitions', definition(rules));
  const each = async (act) => {
    const before = await cpuUs();
    let next = 0;
    await Promise.all(
      clients.map(async (client) => {
        for (let index = next++; index < count; index = next++) await act(client, index);
      }),
    );
    return ((await cpuUs()) - before) / count;
  };
  const create = (from) =>
    each((client, index) =>
      send(client, 'POST', path, {
        apiVersion: 'example.com/v1',
        kind: 'Box',
        metadata: { name: `a${from + index}` },
        spec,
      }),
    );
  const update = (max) =>
    each((client, index) => send(client, 'PATCH', `${path}/a${index}`, { spec: { max } }));
  await create(count);
  const created = await create(0);
  const updated = await update(10);
  const before = await cpuUs();
  for (let list = 0; list < lists; list++) await send(first, 'GET', path);
  const listed = ((await cpuUs()) - before) / lists / (2 * count);
  const watcher = new Client(url);
  const { body: events } = await watcher.request({ method: 'GET', path: `${path}?watch=true` });
  let seen = 0;
  const all = new Promise((done) => {
    events.on('data', (chunk) => {
      for (const byte of chunk) if (byte === 10) seen++;
      if (seen >= 3 * count) done();
    });
  });
  const watched = await update(11);
  await all;
  events.destroy();
  await Promise.all([watcher.destroy(), ...clients.map((client) => client.destroy())]);
  child.kill();
  await once(child, 'exit');
  return { create: created, update: updated, list: listed, watch: watched };
}

function definition(rules) {
  const properties = {
    min: { type: 'integer' },
    max: { type: 'integer' },
    mode: { type: 'string', maxLength: 20 },
    name: { type: 'string', maxLength: 63 },
  };
  const specSchema = { type: 'object', properties, 'x-kubernetes-validations': rules };
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'boxes.example.com' },
    spec: {
      group: 'example.com',
      scope: 'Namespaced',
      names: { plural: 'boxes', singular: 'box', kind: 'Box', listKind: 'BoxList' },
      versions: [
        {
          name: 'v1',
          served: true,
          storage: true,
          schema: { openAPIV3Schema: { type: 'object', properties: { spec: specSchema } } },
        },
      ],
    },
  };
}
