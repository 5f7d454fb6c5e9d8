// Open pages of the inspector, in a process of their own: every other one follows the objects of the informer, the others the
// overview. As the page does, they read the event stream, and the objects again after a change, at most every two seconds.
const { url, pages } = JSON.parse(process.argv[2]);
const refreshMs = 2000;

const { informers } = await get('api/state');
const [{ id }] = informers;
const answers = Array.from({ length: pages }, () => 0);
await Promise.all(answers.map((_, page) => open(page)));
process.on('disconnect', () => process.exit(0));
process.on('message', () => process.send({ answers }));
process.send({});

/** Resolves once the page has what it shows; it goes on until this process ends. */
async function open(page) {
  const showsObjects = page % 2 === 0;
  const { body } = await fetch(`${url}api/live${showsObjects ? `?informer=${id}` : ''}`);
  const chunks = body[Symbol.asyncIterator]();
  await chunks.next();
  if (showsObjects) await get(`api/objects?informer=${id}`);
  void follow(page, chunks, showsObjects);
}

async function follow(page, chunks, showsObjects) {
  let readMs = performance.now();
  for await (const _chunk of { [Symbol.asyncIterator]: () => chunks }) {
    answers[page]++;
    if (!showsObjects || performance.now() - readMs < refreshMs) continue;
    readMs = performance.now();
    await get(`api/objects?informer=${id}`);
  }
}

async function get(path) {
  const response = await fetch(url + path);
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return response.json();
}
