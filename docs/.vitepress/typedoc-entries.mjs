// A plugin of TypeDoc: documents every public entry, names each module as a program imports it, groups its exports as its source does,
// and leaves out the generated types of the Kubernetes API.
import { readFileSync } from 'node:fs';
import { Application, Comment, CommentTag, Converter, ReflectionKind } from 'typedoc';
import { packages, root } from '../../scripts/packages.mjs';

const entries = packages
  .flatMap((each) => each.entries)
  .filter(({ specifier, output }) => specifier !== undefined && output !== 'dist/internal');
const specifiers = new Map(entries.map(({ source, specifier }) => [source, specifier]));
const sections = new Map(entries.map(({ source }) => [source, sectionsOf(readFileSync(source, 'utf8'))]));

export function load(app) {
  app.on(Application.EVENT_BOOTSTRAP_END, () => {
    const { options } = app;
    options.setValue('entryPoints', [...specifiers.keys()]);
    const titles = [...sections.values()].flatMap((names) => [...names.values()]);
    options.setValue('groupOrder', [...new Set(titles), ...options.getValue('groupOrder')]);
    const { version, repository } = packages[0].manifest;
    options.setValue('basePath', root);
    if (repository === undefined) return;
    const site = (repository.url ?? repository).replace(/^git\+/, '').replace(/\.git$/, '');
    options.setValue('disableGit', true);
    options.setValue('sourceLinkTemplate', `${site}/blob/v${version}/{path}#L{line}`);
  });
  app.converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }) => {
    for (const module of project.children ?? []) {
      const { fullFileName } = module.sources?.[0] ?? {};
      module.name = specifiers.get(fullFileName) ?? module.name;
      // A namespace has the types of one group-version, such as corev1: docs/types.md explains them.
      const unwanted = (module.children ?? []).filter(
        (child) => child.kind === ReflectionKind.Namespace || isGenerated(child),
      );
      for (const child of unwanted) project.removeReflection(child);
      for (const child of module.children ?? []) {
        const text = sections.get(fullFileName)?.get(child.name);
        if (text === undefined) continue;
        // The comment of a function stands at its signature.
        const commented = child.signatures?.[0] ?? child;
        commented.comment ??= new Comment();
        commented.comment.blockTags.push(new CommentTag('@group', [{ kind: 'text', text }]));
      }
    }
  });
}

/** The comment above each group of exports, by name: `// Informers`. */
function sectionsOf(source) {
  const names = new Map();
  let title;
  for (const [, comment, list] of source.matchAll(/^\/\/ (.*)$|^export [^{;]*\{([^}]*)\}/gm)) {
    if (list === undefined) title = comment;
    else if (title !== undefined)
      for (const item of list.split(',')) names.set(item.trim().split(/\s+/).at(-1), title);
  }
  return names;
}

function isGenerated({ sources = [] }) {
  return (
    sources.length > 0 && sources.every(({ fullFileName }) => fullFileName.includes('/resources/types/'))
  );
}
