export {
  type JsonObject,
  asObject,
  at,
  childOf,
  fillDefaults,
  isJsonObject,
  objectsOf,
  setField,
  textAt,
} from '@kube-informers/schema/internal';
