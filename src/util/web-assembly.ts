import { builtin } from './builtin.js';

/** The part of the global that is used here; Node's types leave it to those of browsers. */
interface WebAssemblyGlobal {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object, imports: object) => { readonly exports: unknown };
}

/** The memory of a kernel. It only grows, and its views are empty then. */
export interface KernelMemory {
  readonly buffer: ArrayBuffer;
  grow(pages: number): number;
}

/** Bytes of a page, what a memory grows by. */
export const pageBytes = 65_536;

/**
 * What a kernel exports; `kernelBytes` is its module, deflated, in base64 (scripts/build-kernel.mjs). Undefined where there is
 * no WebAssembly, `node --jitless` for one. Throws the engine's error for a module that it does not take: it has no 128-bit SIMD.
 */
export function kernelExports(kernelBytes: string): unknown {
  // Looked up, since there may be no such global.
  const wasm = (globalThis as { WebAssembly?: WebAssemblyGlobal }).WebAssembly;
  if (wasm === undefined) return undefined;
  const bytes = builtin('node:zlib').inflateRawSync(Buffer.from(kernelBytes, 'base64'));
  return new wasm.Instance(new wasm.Module(bytes), {}).exports;
}
