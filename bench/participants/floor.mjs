// The least that a cache of pods can do in JavaScript: undici, lines, JSON.parse, Map.set.
import { request } from 'undici';

export const handlers = 1;

export async function load({ watchList = false }) {
  return ({ baseUrl, recorder }) => start(baseUrl, recorder, watchList);
}

async function start(baseUrl, recorder, watchList) {
  const objects = new Map();
  const keep = (object) => {
    objects.set(`${object.metadata.namespace}/${object.metadata.name}`, object);
  };
  const path = `${baseUrl}/api/v1/pods`;
  const query = watchList
    ? 'sendInitialEvents=true&resourceVersionMatch=NotOlderThan'
    : `resourceVersion=${await list()}`;
  void watch();
  return { size: () => objects.size };

  async function list() {
    const { body } = await request(path);
    const { items, metadata } = JSON.parse(await body.text());
    for (const object of items) {
      keep(object);
      recorder.added(0);
    }
    return metadata.resourceVersion;
  }

  async function watch() {
    const { body } = await request(`${path}?watch=true&${query}&allowWatchBookmarks=true`);
    body.setEncoding('utf8');
    let rest = '';
    body.on('data', (text) => {
      const lines = (rest + text).split('\n');
      rest = lines.pop();
      for (const line of lines) {
        const { type, object } = JSON.parse(line);
        if (type === 'BOOKMARK') continue;
        keep(object);
        if (type === 'ADDED') recorder.added(0);
        else recorder.updated(0, object);
      }
    });
  }
}
