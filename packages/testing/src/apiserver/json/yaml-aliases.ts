import type * as Yaml from 'yaml';

/** An alias that refers to nothing, or to the value that it is part of; the message is that of Go's parser. */
export class AliasError extends Error {
  /** Path of the alias: `spec.versions[0].name`; empty for the whole document. */
  readonly path: string;

  constructor(message: string, path: string) {
    super(message);
    this.path = path;
  }
}

/** Throws AliasError for an alias without an anchor, and for one within its own anchor, which JSON cannot represent. */
export function checkAliases(document: Yaml.Document, yaml: typeof Yaml): void {
  const anchors = new Map<string, Yaml.Node>();
  yaml.visit(document, {
    Node(_key, node, ancestors) {
      if (!yaml.isAlias(node)) {
        if (node.anchor !== undefined) anchors.set(node.anchor, node);
        return;
      }
      const target = anchors.get(node.source);
      if (target !== undefined && !ancestors.includes(target)) return;
      const name = `'${node.source.slice(0, 100)}'`;
      const message =
        target === undefined ? `unknown anchor ${name} referenced` : `anchor ${name} value contains itself`;
      throw new AliasError(message, pathOf([...ancestors, node], yaml));
    },
  });
}

function pathOf(nodes: readonly unknown[], { isPair, isScalar, isSeq }: typeof Yaml): string {
  let path = '';
  nodes.forEach((node, index) => {
    const parent = nodes[index - 1];
    if (isSeq(parent)) path += `[${parent.items.indexOf(node)}]`;
    if (isPair(node) && isScalar(node.key)) {
      // As written: the value of a merge key is a symbol.
      path += `${path === '' ? '' : '.'}${node.key.source ?? String(node.key.value)}`;
    }
  });
  return path;
}
