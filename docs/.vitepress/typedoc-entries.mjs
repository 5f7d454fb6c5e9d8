// A plugin of TypeDoc: documents every public entry, names each module as a program imports it, and leaves out the generated types of
// the Kubernetes API.
import { Application, Converter, ReflectionKind } from 'typedoc';
import { packages } from '../../scripts/packages.mjs';

const specifiers = new Map(
  packages
    .flatMap(({ entries }) => entries)
    .filter(({ specifier, output }) => specifier !== undefined && output !== 'dist/internal')
    .map(({ source, specifier }) => [source, specifier]),
);

export function load(app) {
  app.on(Application.EVENT_BOOTSTRAP_END, () => app.options.setValue('entryPoints', [...specifiers.keys()]));
  app.converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }) => {
    for (const module of project.children ?? []) {
      module.name = specifiers.get(module.sources?.[0]?.fullFileName) ?? module.name;
      // A namespace has the types of one group-version, such as corev1: docs/types.md explains them.
      const unwanted = (module.children ?? []).filter(
        (child) => child.kind === ReflectionKind.Namespace || isGenerated(child),
      );
      for (const child of unwanted) project.removeReflection(child);
    }
  });
}

function isGenerated({ sources = [] }) {
  return (
    sources.length > 0 && sources.every(({ fullFileName }) => fullFileName.includes('/resources/types/'))
  );
}
