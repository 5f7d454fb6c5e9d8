export { ApiServer } from './api-server.js';
export type {
  DropOptions,
  LocalListOptions,
  RequestMatch,
  RestartOptions,
  StopOptions,
} from './control-options.js';
export type { InterceptAction, Interceptor } from './intercept.js';
export type { ApiServerOptions, TlsOptions } from './options.js';
export type { LoggedRequest } from './request-log.js';
