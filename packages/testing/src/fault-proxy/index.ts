export { FaultProxy } from './fault-proxy.js';
export type { FaultProxyOptions, Refusal } from './fault-proxy.js';
export { faults } from './fault.js';
export type { AnswerOptions, CutPoint, Direction, ErrorEventOptions, Fault, FaultOf } from './fault.js';
export type { ProxyTls } from './connections.js';
export type { ProxiedRequest, ProxyVerb, FaultRule, RequestFilter, RuleOptions } from './rules.js';
