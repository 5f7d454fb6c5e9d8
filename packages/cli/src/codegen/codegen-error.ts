/** Types cannot be generated; the message names the file, and the node of the schema where there is one. */
export class CodegenError extends Error {
  override readonly name = 'CodegenError';
}
