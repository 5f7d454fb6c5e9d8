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
  RestWebSocketRequest,
  Query,
} from './request.js';
export { UndiciTransport } from './undici-transport.js';
export type { UndiciTransportOptions } from './undici-transport.js';
export type {
  Transport,
  TransportBody,
  TransportConnect,
  TransportRequest,
  TransportResponse,
} from './transport.js';
export type { WebSocketConnection } from './web-socket.js';
export { deduplicateWarnings } from './request-sender.js';
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
  Environment,
} from './config.js';
export type { RequestTrace, RequestCount, RestClientStats } from './request-sender.js';
