// Generated from k8s.io/api 0.37.2 by scripts/kubernetes-api/generate.mjs; do not edit.

import type { MessageTable } from '../message-types.js';
import { coreV1 } from './core-v1.js';
import { metaV1 } from './meta-v1.js';

export const networkingV1: MessageTable = {
  name: 'networking/v1',
  uses: [coreV1, metaV1],
  messages: `
HTTPIngressPath=path 1 string o;pathType 3 *string;backend 2 IngressBackend
HTTPIngressRuleValue=paths 1 []HTTPIngressPath
IPAddress=metadata 1 meta/v1.ObjectMeta o;spec 2 IPAddressSpec o
IPAddressSpec=parentRef 1 *ParentReference o
IPBlock=cidr 1 string;except 2 []string o
Ingress=metadata 1 meta/v1.ObjectMeta o;spec 2 IngressSpec o;status 3 IngressStatus o
IngressBackend=service 4 *IngressServiceBackend o;resource 3 *core/v1.TypedLocalObjectReference o
IngressClass=metadata 1 meta/v1.ObjectMeta o;spec 2 IngressClassSpec o
IngressClassParametersReference=apiGroup 1 *string o;kind 2 string;name 3 string;scope 4 *string;namespace 5 *string o
IngressClassSpec=controller 1 string o;parameters 2 *IngressClassParametersReference o
IngressLoadBalancerIngress=ip 1 string o;hostname 2 string o;ports 4 []IngressPortStatus o
IngressLoadBalancerStatus=ingress 1 []IngressLoadBalancerIngress o
IngressPortStatus=port 1 int32;protocol 2 string;error 3 *string o
IngressRule=host 1 string o; 2 IngressRuleValue
IngressRuleValue=http 1 *HTTPIngressRuleValue o
IngressServiceBackend=name 1 string;port 2 ServiceBackendPort o
IngressSpec=ingressClassName 4 *string o;defaultBackend 1 *IngressBackend o;tls 2 []IngressTLS o;rules 3 []IngressRule o
IngressStatus=loadBalancer 1 IngressLoadBalancerStatus o
IngressTLS=hosts 1 []string o;secretName 2 string o
NetworkPolicy=metadata 1 meta/v1.ObjectMeta o;spec 2 NetworkPolicySpec o
NetworkPolicyEgressRule=ports 1 []NetworkPolicyPort o;to 2 []NetworkPolicyPeer o
NetworkPolicyIngressRule=ports 1 []NetworkPolicyPort o;from 2 []NetworkPolicyPeer o
NetworkPolicyPeer=podSelector 1 *meta/v1.LabelSelector o;namespaceSelector 2 *meta/v1.LabelSelector o;ipBlock 3 *IPBlock o
NetworkPolicyPort=protocol 1 *string o;port 2 *%intorstring o;endPort 3 *int32 o
NetworkPolicySpec=podSelector 1 meta/v1.LabelSelector;ingress 2 []NetworkPolicyIngressRule o;egress 3 []NetworkPolicyEgressRule o;policyTypes 4 []string o
ParentReference=group 1 string o;resource 2 string o;namespace 3 string o;name 4 string o
ServiceBackendPort=name 1 string o;number 2 int32 o
ServiceCIDR=metadata 1 meta/v1.ObjectMeta o;spec 2 ServiceCIDRSpec o;status 3 ServiceCIDRStatus o
ServiceCIDRSpec=cidrs 1 []string o
ServiceCIDRStatus=conditions 1 []meta/v1.Condition o
`,
};
