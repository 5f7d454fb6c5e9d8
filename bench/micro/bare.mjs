// What the same work costs in JavaScript with Map, Set and array alone.

export function keyOf(object) {
  return `${object.metadata.namespace}/${object.metadata.name}`;
}

/** Objects by key, and keys by namespace and by node. */
export class BareCache {
  objects = new Map();
  #byNamespace = new Map();
  #byNode = new Map();

  add(object) {
    const key = keyOf(object);
    const old = this.objects.get(key);
    this.objects.set(key, object);
    const { namespace } = object.metadata;
    const node = object.spec.nodeName;
    if (old?.metadata.namespace !== namespace) enter(this.#byNamespace, namespace, key);
    if (old?.spec.nodeName !== node) enter(this.#byNode, node, key);
  }

  byNamespace(namespace) {
    const found = [];
    for (const key of this.#byNamespace.get(namespace)) found.push(this.objects.get(key));
    return found;
  }
}

function enter(index, value, key) {
  const keys = index.get(value);
  if (keys === undefined) index.set(value, new Set([key]));
  else keys.add(key);
}
