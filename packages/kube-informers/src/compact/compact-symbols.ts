/** Key of an object's record in a compact cache. */
export const compactRecordOf = Symbol('kube-informers: record');
/** The same for the metadata of such an object. */
export const compactMetadataOf = Symbol('kube-informers: record of metadata');
