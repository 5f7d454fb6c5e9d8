// A plugin of TypeDoc: documents every public entry, names each module as a program imports it, divides the exports of a module into
// pages as its source does, and leaves out the generated types of the Kubernetes API.
import { readFileSync } from 'node:fs';
import { Application, Comment, Converter, DeclarationReflection, PageEvent, ReflectionKind } from 'typedoc';
import { packages, root } from '../../scripts/packages.mjs';

const entries = packages
  .flatMap((each) => each.entries)
  .filter(({ specifier, output }) => specifier !== undefined && output !== 'dist/internal');
const specifiers = new Map(entries.map(({ source, specifier }) => [source, specifier]));

export function load(app) {
  app.on(Application.EVENT_BOOTSTRAP_END, () => {
    const { options } = app;
    options.setValue('entryPoints', [...specifiers.keys()]);
    const { version, repository } = packages[0].manifest;
    options.setValue('basePath', root);
    if (repository === undefined) return;
    const site = (repository.url ?? repository).replace(/^git\+/, '').replace(/\.git$/, '');
    options.setValue('disableGit', true);
    options.setValue('sourceLinkTemplate', `${site}/blob/v${version}/{path}#L{line}`);
  });
  app.renderer.on(PageEvent.END, (page) => {
    // The headings of constructors are the only ones without the anchor that links to them have.
    let found = 0;
    page.contents = page.contents.replaceAll(/^#+ Constructor$/gm, (heading) => {
      const number = found++;
      return `${heading} {#_constructor${number === 0 ? '' : `-${number}`}}`;
    });
    // The page of a module that is divided lists its sections already.
    if (page.model.kind === ReflectionKind.Module)
      page.contents = page.contents.replace(/\n## Modules\n[^]*$/, '');
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
      const sections = sectionsOf(readFileSync(fullFileName, 'utf8'));
      if (sections.size > 0) divide(project, module, sections);
    }
  });
}

/** Moves the children of a module into a module for each section, and lists them on its own page. */
function divide(project, module, sections) {
  const pages = new Map();
  const others = module.children.filter(({ name }) => !sections.has(name));
  for (const child of [...module.children.filter(({ name }) => sections.has(name)), ...others]) {
    const title = sections.get(child.name) ?? 'Objects and groups of the Kubernetes API';
    let page = pages.get(title);
    if (page === undefined) {
      page = new DeclarationReflection(title, ReflectionKind.Module, module);
      project.registerReflection(page, undefined, undefined);
      pages.set(title, page);
    }
    child.parent = page;
    page.addChild(child);
  }
  module.children = [...pages.values()];
  module.childrenIncludingDocuments = [...pages.values()];
  module.comment = new Comment(
    module.children.flatMap((page) => [
      text('\n\n## '),
      link(page),
      text('\n\n| Name | Description |\n| --- | --- |'),
      ...page.children.flatMap((child) => [
        text('\n| '),
        link(child),
        text(' | '),
        ...summaryOf(child),
        text(' |'),
      ]),
    ]),
  );
}

const text = (content) => ({ kind: 'text', text: content });
const link = (target) => ({ kind: 'inline-tag', tag: '@link', text: target.name, target });

/** The first paragraph of a docstring; that of a function stands at its signature. */
function summaryOf(child) {
  const { summary = [] } = (child.signatures?.[0] ?? child).comment ?? {};
  const end = summary.findIndex((part) => part.text.includes('\n\n'));
  const parts = end === -1 ? summary : summary.slice(0, end + 1);
  return parts.map((part) => ({
    ...part,
    text: part.text
      .replace(/\n\n[^]*/, '')
      .replaceAll('\n', ' ')
      .replaceAll('|', '\\|'),
  }));
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
