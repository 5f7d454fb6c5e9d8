// Generated from k8s.io/api 0.37.2 by scripts/kubernetes-api/generate.mjs; do not edit.

import type { MessageTable } from '../message-types.js';
import { metaV1 } from './meta-v1.js';

export const apiextensionsV1: MessageTable = {
  name: 'apiextensions/v1',
  uses: [metaV1],
  messages: `
CustomResourceColumnDefinition=name 1 string;type 2 string;format 3 string o;description 4 string o;priority 5 int32 o;jsonPath 6 string
CustomResourceConversion=strategy 1 string;webhook 2 *WebhookConversion o
CustomResourceDefinition=metadata 1 meta/v1.ObjectMeta o;spec 2 CustomResourceDefinitionSpec;status 3 CustomResourceDefinitionStatus o
CustomResourceDefinitionCondition=type 1 string;status 2 string;lastTransitionTime 3 %time o;reason 4 string o;message 5 string o;observedGeneration 6 int64 o
CustomResourceDefinitionNames=plural 1 string;singular 2 string o;shortNames 3 []string o;kind 4 string;listKind 5 string o;categories 6 []string o
CustomResourceDefinitionSpec=group 1 string;names 3 CustomResourceDefinitionNames;scope 4 string;versions 7 []CustomResourceDefinitionVersion;conversion 9 *CustomResourceConversion o;preserveUnknownFields 10 bool o
CustomResourceDefinitionStatus=conditions 1 []CustomResourceDefinitionCondition;acceptedNames 2 CustomResourceDefinitionNames;storedVersions 3 []string;observedGeneration 4 int64 o
CustomResourceDefinitionVersion=name 1 string;served 2 bool;storage 3 bool;deprecated 7 bool o;deprecationWarning 8 *string o;schema 4 *CustomResourceValidation o;subresources 5 *CustomResourceSubresources o;additionalPrinterColumns 6 []CustomResourceColumnDefinition o;selectableFields 9 []SelectableField o
CustomResourceSubresourceScale=specReplicasPath 1 string;statusReplicasPath 2 string;labelSelectorPath 3 *string o
CustomResourceSubresourceStatus=
CustomResourceSubresources=status 1 *CustomResourceSubresourceStatus o;scale 2 *CustomResourceSubresourceScale o
CustomResourceValidation=openAPIV3Schema 1 *JSONSchemaProps o
ExternalDocumentation=description 1 string o;url 2 string o
JSONSchemaProps=id 1 string o;$schema 2 string o;$ref 3 *string o;description 4 string o;type 5 string o;format 6 string o;title 7 string o;default 8 *%raw o;maximum 9 *float64 o;exclusiveMaximum 10 bool o;minimum 11 *float64 o;exclusiveMinimum 12 bool o;maxLength 13 *int64 o;minLength 14 *int64 o;pattern 15 string o;maxItems 16 *int64 o;minItems 17 *int64 o;uniqueItems 18 bool o;multipleOf 19 *float64 o;enum 20 []%raw o;maxProperties 21 *int64 o;minProperties 22 *int64 o;required 23 []string o;items 24 *%schemaorarray o;allOf 25 []JSONSchemaProps o;oneOf 26 []JSONSchemaProps o;anyOf 27 []JSONSchemaProps o;not 28 *JSONSchemaProps o;properties 29 {}JSONSchemaProps o;additionalProperties 30 *%schemaorbool o;patternProperties 31 {}JSONSchemaProps o;dependencies 32 {}%schemaorstrings o;additionalItems 33 *%schemaorbool o;definitions 34 {}JSONSchemaProps o;externalDocs 35 *ExternalDocumentation o;example 36 *%raw o;nullable 37 bool o;x-kubernetes-preserve-unknown-fields 38 *bool o;x-kubernetes-embedded-resource 39 bool o;x-kubernetes-int-or-string 40 bool o;x-kubernetes-list-map-keys 41 []string o;x-kubernetes-list-type 42 *string o;x-kubernetes-map-type 43 *string o;x-kubernetes-validations 44 []ValidationRule o
SelectableField=jsonPath 1 string
ServiceReference=namespace 1 string;name 2 string;path 3 *string o;port 4 *int32 o
ValidationRule=rule 1 string;message 2 string o;messageExpression 3 string o;reason 4 *string o;fieldPath 5 string o;optionalOldSelf 6 *bool o
WebhookClientConfig=url 3 *string o;service 1 *ServiceReference o;caBundle 2 []byte o
WebhookConversion=clientConfig 2 *WebhookClientConfig o;conversionReviewVersions 3 []string
`,
};
