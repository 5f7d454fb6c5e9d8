/**
 * Metrics of a RestClient, in the shape of client-go's `rest_client_*` metrics; every member is optional.
 *
 * Members are called while requests run, so they must be fast. An error that one throws is logged; the request goes on.
 */
export interface RestMetrics {
  /** `rest_client_requests_total`: every attempt. `code` is the status code, or `<error>` without a response. */
  requestResult?(labels: { readonly code: string; readonly method: string; readonly host: string }): void;
  /** `rest_client_request_retries_total`: every attempt after a request's first. */
  requestRetry?(labels: { readonly code: string; readonly method: string; readonly host: string }): void;
  /** `rest_client_request_duration_seconds`: from the first attempt to the end of the response; not for watches. */
  requestLatency?(seconds: number, labels: { readonly method: string; readonly host: string }): void;
  /** `rest_client_rate_limiter_duration_seconds`. */
  rateLimiterLatency?(seconds: number, labels: { readonly method: string; readonly host: string }): void;
}
