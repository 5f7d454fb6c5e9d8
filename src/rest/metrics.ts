/**
 * What a RestClient counts, in the shape of client-go's `rest_client_*` metrics; each member may be left out. Called in
 * the middle of requests: must be quick and must not throw.
 */
export interface RestMetrics {
  /** `rest_client_requests_total`: every attempt. `code` is the status code, or `<error>` when there was no answer. */
  requestResult?(labels: { readonly code: string; readonly method: string; readonly host: string }): void;
  /** `rest_client_request_retries_total`: every attempt but the first of a request. */
  requestRetry?(labels: { readonly code: string; readonly method: string; readonly host: string }): void;
  /** `rest_client_request_duration_seconds`: from the first attempt to the end of the answer; watches are left out. */
  requestLatency?(seconds: number, labels: { readonly method: string; readonly host: string }): void;
  /** `rest_client_rate_limiter_duration_seconds`. */
  rateLimiterLatency?(seconds: number, labels: { readonly method: string; readonly host: string }): void;
}
