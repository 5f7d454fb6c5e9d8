/**
 * kube-informers/apiserver: an API server inside the process, for tests and demos.
 */
export { ApiServer } from './api-server.js';
export type { DropOptions, LocalListOptions, RestartOptions, StopOptions } from './control-options.js';
export type { InterceptAction, Interceptor } from './http/intercept.js';
export type { Interception, RequestMatch } from './http/interceptors.js';
export type { ApiServerOptions } from './options.js';
export type { TlsOptions } from './http/tls.js';
export type { LoggedRequest } from './http/request-log.js';
