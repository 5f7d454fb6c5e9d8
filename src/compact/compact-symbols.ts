/** Where an object of a compact cache has its record. */
export const compactRecordOf = Symbol('kube-informers: record');
/** Where the metadata of such an object has it. */
export const compactMetadataOf = Symbol('kube-informers: record of metadata');
