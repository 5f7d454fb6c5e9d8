/**
 * Writes the kernel-bytes.ts of each kernel in WebAssembly: of the compact cache and of the field sets. Both are compiled from
 * the AssemblyScript beside them.
 *
 *     node scripts/build-kernel.mjs
 */
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { deflateRawSync } from 'node:zlib';
import { main } from 'assemblyscript/asc';

const root = fileURLToPath(new URL('../', import.meta.url));

/** Where kernels live: each has a folder assembly/ and, written by this script, a kernel-bytes.ts. */
export const kernels = ['compact/kernel', 'wire', 'wire/skipping'].map(
  (folder) => `packages/kube-informers/src/${folder}`,
);

/** The bytes of one's module; throws with the compiler's words. */
export async function compileKernel(kernel) {
  let binary;
  const said = [];
  const { error } = await main(
    [
      `${kernel}/assembly/index.ts`,
      '--baseDir',
      root,
      '--outFile',
      'kernel.wasm',
      '--runtime',
      'stub',
      '-O3',
      '--noAssert',
      '--enable',
      'simd',
      '--initialMemory',
      '1',
    ],
    {
      stderr: { write: (text) => said.push(text) },
      // The sources are AssemblyScript, not TypeScript, and are called .as so that no tool takes them for it.
      async readFile(name, folder) {
        const file = join(folder, name).replace(/\.ts$/, '.as');
        return file.includes('assembly') && existsSync(file) ? readFile(file, 'utf8') : null;
      },
      writeFile(name, contents) {
        if (name.endsWith('.wasm')) binary = contents;
      },
    },
  );
  if (error) throw new Error(`the kernel does not compile:\n${said.join('')}`, { cause: error });
  return Buffer.from(binary);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const kernel of kernels) {
    const packed = deflateRawSync(await compileKernel(kernel), { level: 9 }).toString('base64');
    await writeFile(
      `${root}${kernel}/kernel-bytes.ts`,
      `// Written by scripts/build-kernel.mjs from assembly/: the module, deflated, in base64.\n// prettier-ignore\nexport const kernelBytes = '${packed}';\n`,
    );
  }
}
