/** The functions that kube-apiserver 1.37 adds to CEL. */
import { library } from '../environment.js';
import type { Library } from '../environment.js';
import { sortByMacro } from '../macros.js';
import { STRING, typeOfType } from '../values.js';
import { CIDR, cidrs, IP, ip } from './addresses.js';
import { authorizer } from './authorizer.js';
import { fn, limitedText, transformsFirst } from './define.js';
import { celLists, includesFunction, kubernetesLists, sets } from './lists.js';
import { namedFormats } from './named-formats.js';
import { quantity } from './quantity.js';
import { regex } from './regex.js';
import { semvers } from './semver.js';
import { stringFormat } from './string-format.js';
import { strings } from './strings.js';
import { urls } from './urls.js';

/** In new expressions: those of a definition, policy or configuration that is written. */
export const newExpressionLibraries: readonly Library[] = [
  library(...strings, ...stringFormat),
  { overloads: [...kubernetesLists, ...celLists, ...sets], macros: [sortByMacro] },
  library(...regex),
  library(...urls),
  {
    overloads: [...ip, ...cidrs],
    constants: {
      [IP.name]: { type: typeOfType(IP), value: IP },
      [CIDR.name]: { type: typeOfType(CIDR), value: CIDR },
    },
  },
  library(...quantity),
  library(...semvers),
  library(...namedFormats),
  library(...authorizer),
];

/** In expressions that are stored: also what the next version allows to write. */
export const storedExpressionLibraries: readonly Library[] = [
  ...newExpressionLibraries,
  library(...includesFunction),
];

const jsonPatch: Library = library(
  fn(
    'jsonpatch.escapeKey',
    'string_jsonpatch_escapeKey_string',
    [STRING],
    STRING,
    (key: string) => limitedText(key.length, () => key.replaceAll('~', '~0').replaceAll('/', '~1')),
    transformsFirst,
  ),
);

/** In new expressions that make patches, of a MutatingAdmissionPolicy. */
export const newPatchLibraries: readonly Library[] = [...newExpressionLibraries, jsonPatch];
