import { builtin } from './builtin.js';

/** The part of the global that is used here. @types/node has no types for it. */
interface WebAssemblyGlobal {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object, imports: object) => { readonly exports: unknown };
}

/** The memory of a kernel. It only grows, and growing it detaches the old `buffer`. */
export interface KernelMemory {
  readonly buffer: ArrayBuffer;
  grow(pages: number): number;
}

/** Bytes of a page, the unit in which a memory grows. */
export const pageBytes = 65_536;

/** Compiled modules by their bytes. They are immutable: instances share their code and nothing else. */
const modules = new Map<string, object>();

/**
 * The exports of a new instance of a kernel; `kernelBytes` is its module, deflated, in base64 (scripts/build-kernel.mjs).
 *
 * Returns undefined where there is no WebAssembly (`node --jitless`). Throws the engine's error if it rejects the module
 * because it lacks 128-bit SIMD, or if there is no memory for another instance.
 */
export function kernelExports(kernelBytes: string): unknown {
  // Looked up, since there may be no such global.
  const wasm = (globalThis as { WebAssembly?: WebAssemblyGlobal }).WebAssembly;
  if (wasm === undefined) return undefined;
  let module = modules.get(kernelBytes);
  if (module === undefined) {
    module = new wasm.Module(builtin('node:zlib').inflateRawSync(Buffer.from(kernelBytes, 'base64')));
    modules.set(kernelBytes, module);
  }
  return new wasm.Instance(module, {}).exports;
}

/** Grows the memory to at least `bytes`. Returns false, with nothing changed, if there is no memory for that. */
export function growTo(memory: KernelMemory, bytes: number): boolean {
  const missing = bytes - memory.buffer.byteLength;
  if (missing <= 0) return true;
  try {
    memory.grow(Math.ceil(missing / pageBytes));
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}
