import { builtin } from './builtin.js';

/** The part of the WebAssembly global that is used; @types/node does not declare it. */
interface WebAssemblyGlobal {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object, imports: object) => { readonly exports: unknown };
}

/** The memory of a kernel. It only grows, which detaches the old `buffer`. */
export interface KernelMemory {
  readonly buffer: ArrayBuffer;
  grow(pages: number): number;
}

/** Bytes per page, the unit in which a memory grows. */
export const pageBytes = 65_536;

/** Compiled modules by their bytes. They are immutable: instances share only their code. */
const modules = new Map<string, object>();

/**
 * Returns the exports of a new instance of a kernel; `kernelBytes` is its module, deflated, in base64.
 *
 * scripts/build-kernel.mjs builds it. Returns undefined without WebAssembly (`node --jitless`). Throws the engine's
 * error if it does not support 128-bit SIMD, or if there is no memory for another instance.
 */
export function kernelExports(kernelBytes: string): unknown {
  // The global may not exist.
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
