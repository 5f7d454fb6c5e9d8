import { accessSync, constants } from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from 'kube-informers';

/** The folder that envtest uses without KUBEBUILDER_ASSETS. */
const defaultFolder = '/usr/local/kubebuilder/bin';

const install =
  'install them with `export KUBEBUILDER_ASSETS="$(setup-envtest use --print path)"`' +
  ' (`go install sigs.k8s.io/controller-runtime/tools/setup-envtest@latest`)';

/** The programs of a real API server. */
export interface Binaries {
  readonly apiServer: string;
  readonly etcd: string;
}

/**
 * Returns the programs to start: those given, else those of KUBEBUILDER_ASSETS, else those of envtest's default folder.
 *
 * Throws ConfigError `ERR_ASSETS` for one that is missing or not executable.
 */
export function findBinaries(given: {
  readonly assets?: string | undefined;
  readonly apiServer?: string | undefined;
  readonly etcd?: string | undefined;
}): Binaries {
  const { folder, origin } = folderOf(given.assets);
  return {
    apiServer: given.apiServer ?? inFolder('kube-apiserver', folder, origin),
    etcd: given.etcd ?? inFolder('etcd', folder, origin),
  };
}

function folderOf(assets: string | undefined): { folder: string; origin: string } {
  if (assets !== undefined) return { folder: assets, origin: `${assets} (the option assets)` };
  const fromEnvironment = process.env['KUBEBUILDER_ASSETS'] ?? '';
  if (fromEnvironment !== '')
    return { folder: fromEnvironment, origin: `${fromEnvironment} (KUBEBUILDER_ASSETS)` };
  return { folder: defaultFolder, origin: `${defaultFolder} (KUBEBUILDER_ASSETS is not set)` };
}

function inFolder(name: string, folder: string, origin: string): string {
  const file = join(folder, name);
  try {
    accessSync(file, constants.X_OK);
    return file;
  } catch (cause) {
    throw new ConfigError('ERR_ASSETS', `there is no program ${name} in ${origin}; ${install}`, { cause });
  }
}
