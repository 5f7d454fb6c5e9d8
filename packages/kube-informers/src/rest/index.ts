/**
 * kube-informers/rest: requests to an API server below the typed clients, as client-go's rest.
 */
export { RestClient } from './rest-client.js';
export type { RestClientOptions } from './rest-client.js';
export type {
  RestCall,
  RestListRequest,
  RestRequest,
  RequestTarget,
  RestStreamRequest,
  RestWatchRequest,
} from './rest-request.js';
export { UndiciTransport } from './undici-transport.js';
export type { UndiciTransportOptions } from './undici-transport.js';
export type { Transport, TransportBody, TransportRequest, TransportResponse } from './transport.js';
export { deduplicateWarnings } from './warnings.js';
export type {
  Credentials,
  CredentialsProvider,
  ExecCallCount,
  ImpersonationConfig,
  PemSource,
  ProxyUrl,
  RestConfig,
  TlsConfig,
  WarningHandler,
} from './config.js';
export type { Environment } from './proxy.js';
export type { RequestTrace } from './request-trace.js';
export type { RequestCount, RestClientStats } from './rest-stats.js';
export type { Query } from './url.js';
