/**
 * @kube-informers/testing: an API server inside the process, a fault proxy, a fake clock, fake sources that can drop changes and
 * fail, and a leak check.
 */
export { ApiServer } from './apiserver/api-server.js';
export type { DropOptions, LocalListOptions, ServerStartOptions } from './apiserver/control-options.js';
export type { InterceptAction, Interceptor, PassedResponse, PassOn } from './apiserver/http/intercept.js';
export type { Interception, RequestMatch } from './apiserver/http/interceptors.js';
export type { Authorizer } from './apiserver/access/authorizer.js';
export type { ServiceResolver, WebhookService } from './apiserver/webhooks/webhook-client.js';
export type { AccessAttributes, AccessResult, ServerUser } from './apiserver/access/users.js';
export type { AuthenticatedUser } from './apiserver/http/authenticated-user.js';
export type { ApiServerOptions } from './apiserver/options.js';
export type { PodTermination } from './apiserver/controllers/pod-removal.js';
export type { TlsOptions } from './apiserver/http/tls.js';
export type { LoggedRequest } from './apiserver/http/request-log.js';
export type {
  AttachHandler,
  AttachSession,
  ExecHandler,
  ExecSession,
  LogHandler,
  LogLine,
  LogSession,
  PodSession,
  PortForwardHandler,
  PortForwardSession,
} from './apiserver/streams/pod-streams.js';
export { RealApiServer } from './real/real-api-server.js';
export type { RealApiServerOptions, RealServerUser } from './real/real-api-server.js';
export { ServerStartError } from './real/server-processes.js';
export { startServer } from './start-server.js';
export type { StartServerOptions } from './start-server.js';
export type { AccountOptions, Definitions, ObjectOptions, TestServer, TestUser } from './test-server.js';
export type { UserRights } from './apiserver/access/rights.js';
export { FakeClock, settle } from './fake-clock.js';
export { conversionLosses } from './conversion-losses.js';
export type { ConversionLoss, ConversionLossesOptions, ObjectConverter } from './conversion-losses.js';
export { leakCheck, LeakError } from './leak-check.js';
export type { LeakCheck, LeakCheckOptions } from './leak-check.js';
export * from './fake-source.js';
export * from './fake-lister-watcher.js';
export * from './fake-watch-stream.js';
export * from './fault-proxy/index.js';
