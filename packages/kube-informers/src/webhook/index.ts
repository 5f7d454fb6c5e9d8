/**
 * kube-informers/webhook: programs that the API server calls.
 */
export { Webhooks } from './webhooks.js';
export type {
  SubresourceOption,
  WebhookAddress,
  WebhookConfigurationOptions,
  WebhooksOptions,
  WebhooksRunContext,
} from './webhooks.js';
export type { WebhookCounts, WebhooksStats } from './statistics.js';
export type {
  AdmissionCall,
  AdmissionConnect,
  AdmissionCreate,
  AdmissionDelete,
  AdmissionUpdate,
  Mutate,
  MutateHandlers,
  ReviewedObject,
  Validate,
  ValidateHandlers,
  Verdict,
} from './admission.js';
export type { AdmissionOperation, AdmissionUser } from './reviews.js';
export type { Converted, Spoke, Spokes } from './conversion.js';
export type { CertificateFiles } from './certificates.js';
export type { SharedCertificates } from './shared-certificates.js';
export { DeniedError, FieldError, WebhookError } from './errors.js';
export type { FieldErrorType } from '../meta/field-error.js';
