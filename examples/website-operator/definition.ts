import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import type { apiextensionsv1 } from 'kube-informers';

// The compiled program is in examples/dist/website-operator.
const file = new URL('../../website-operator/deploy/website.yaml', import.meta.url);

/** The CustomResourceDefinition that the cluster needs; website.ts is generated from it. */
export const websiteDefinition = parse(
  readFileSync(file, 'utf8'),
) as apiextensionsv1.CustomResourceDefinition;
