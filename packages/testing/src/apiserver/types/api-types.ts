// Generated from k8s.io/api 0.37.2 by scripts/kubernetes-api/generate.mjs; do not edit.

/** The version of Kubernetes that the types are from, as a server reports it. */
export const kubernetesVersion = 'v1.37.2';

/** The resources whose objects have metadata.generation, and whether it counts their changes: `resource.group`. */
export const generations: ReadonlyMap<string, boolean> = new Map([
  ['cronjobs.batch', true],
  ['customresourcedefinitions.apiextensions.k8s.io', true],
  ['daemonsets.apps', true],
  ['deployments.apps', true],
  ['deviceclasses.resource.k8s.io', true],
  ['devicetaintrules.resource.k8s.io', true],
  ['endpointslices.discovery.k8s.io', true],
  ['evictionrequests.lifecycle.k8s.io', true],
  ['evictions.lifecycle.k8s.io', true],
  ['flowschemas.flowcontrol.apiserver.k8s.io', true],
  ['horizontalpodautoscalers.autoscaling', true],
  ['ingressclasses.networking.k8s.io', true],
  ['ingresses.networking.k8s.io', true],
  ['jobs.batch', true],
  ['mutatingadmissionpolicies.admissionregistration.k8s.io', true],
  ['mutatingadmissionpolicybindings.admissionregistration.k8s.io', true],
  ['mutatingwebhookconfigurations.admissionregistration.k8s.io', true],
  ['networkpolicies.networking.k8s.io', true],
  ['poddisruptionbudgets.policy', true],
  ['pods.', true],
  ['podtemplates.', true],
  ['priorityclasses.scheduling.k8s.io', false],
  ['prioritylevelconfigurations.flowcontrol.apiserver.k8s.io', true],
  ['replicasets.apps', true],
  ['replicationcontrollers.', true],
  ['resourceslices.resource.k8s.io', true],
  ['statefulsets.apps', true],
  ['validatingadmissionpolicies.admissionregistration.k8s.io', true],
  ['validatingadmissionpolicybindings.admissionregistration.k8s.io', true],
  ['validatingwebhookconfigurations.admissionregistration.k8s.io', true],
]);

/**
 * The types of the built-in kinds, one in each line.
 *
 * `@folder/version group` starts a package. `Name~type` is an alias, `Name=field;field` a struct, `Name!=` an atomic struct. A field
 * is its JSON name, protobuf number (may be empty), type and flags: `inline`; `o` omitempty, `z` omitzero, `r` required; `p=` patch
 * strategy; `k=` patch merge key; `l=` list type with its keys; `a` atomic. `%x` is a type with its own wire format.
 *
 * The type decides the protobuf wire type: varint for integers and `bool`, 64 bits for `float64`, else length-delimited.
 */
export const apiTypes: string = `
@admissionregistration/v1 admissionregistration.k8s.io
ApplyConfiguration=expression 1 string o
AuditAnnotation=key 1 string r;valueExpression 2 string r
ExpressionWarning=fieldRef 2 string r;warning 3 string r
FailurePolicyType~string
JSONPatch=expression 1 string o
MatchCondition=name 1 string r;expression 2 string r
MatchPolicyType~string
MatchResources!=namespaceSelector 1 *meta/v1.LabelSelector o;objectSelector 2 *meta/v1.LabelSelector o;resourceRules 3 []NamedRuleWithOperations o l=atomic;excludeResourceRules 4 []NamedRuleWithOperations o l=atomic;matchPolicy 7 *MatchPolicyType o
MutatingAdmissionPolicy=  meta/v1.TypeMeta inline;metadata 1 meta/v1.ObjectMeta o;spec 2 MutatingAdmissionPolicySpec o
MutatingAdmissionPolicyBinding=  meta/v1.TypeMeta inline;metadata 1 meta/v1.ObjectMeta o;spec 2 MutatingAdmissionPolicyBindingSpec o
MutatingAdmissionPolicyBindingSpec=policyName 1 string o;paramRef 2 *ParamRef o;matchResources 3 *MatchResources o
MutatingAdmissionPolicySpec=paramKind 1 *ParamKind o;matchConstraints 2 *MatchResources o;variables 3 []Variable o l=atomic;mutations 4 []Mutation o l=atomic;failurePolicy 5 *FailurePolicyType o;matchConditions 6 []MatchCondition o p=merge k=name l=map+name;reinvocationPolicy 7 ReinvocationPolicyType o
MutatingWebhook=name 1 string r;clientConfig 2 WebhookClientConfig r;rules 3 []RuleWithOperations o l=atomic;failurePolicy 4 *FailurePolicyType o;matchPolicy 9 *MatchPolicyType o;namespaceSelector 5 *meta/v1.LabelSelector o;objectSelector 11 *meta/v1.LabelSelector o;sideEffects 6 *SideEffectClass r;timeoutSeconds 7 *int32 o;admissionReviewVersions 8 []string r l=atomic;reinvocationPolicy 10 *ReinvocationPolicyType o;matchConditions 12 []MatchCondition o p=merge k=name l=map+name
MutatingWebhookConfiguration=  meta/v1.TypeMeta inline;metadata 1 meta/v1.ObjectMeta o;webhooks 2 []MutatingWebhook o p=merge k=name l=map+name
Mutation=patchType 2 PatchType r;applyConfiguration 3 *ApplyConfiguration o;jsonPatch 4 *JSONPatch o
NamedRuleWithOperations!=resourceNames 1 []string o l=atomic; 2 RuleWithOperations inline
OperationType~string
ParamKind!=apiVersion 1 string o;kind 2 string o
ParamRef!=name 1 string o;namespace 2 string o;selector 3 *meta/v1.LabelSelector o;parameterNotFoundAction 4 *ParameterNotFoundActionType o
ParameterNotFoundActionType~string
PatchType~string
ReinvocationPolicyType~string
Rule=apiGroups 1 []string o l=atomic;apiVersions 2 []string o l=atomic;resources 3 []string o l=atomic;scope 4 *ScopeType o
RuleWithOperations=operations 1 []OperationType o l=atomic; 2 Rule inline
ScopeType~string
ServiceReference=namespace 1 string r;name 2 string r;path 3 *string o;port 4 *int32 o
SideEffectClass~string
TypeChecking=expressionWarnings 1 []ExpressionWarning o l=atomic
ValidatingAdmissionPolicy=  meta/v1.TypeMeta inline;metadata 1 meta/v1.ObjectMeta o;spec 2 ValidatingAdmissionPolicySpec o;status 3 ValidatingAdmissionPolicyStatus o
ValidatingAdmissionPolicyBinding=  meta/v1.TypeMeta inline;metadata 1 meta/v1.ObjectMeta o;spec 2 ValidatingAdmissionPolicyBindingSpec o r
ValidatingAdmissionPolicyBindingSpec=policyName 1 string o r;paramRef 2 *ParamRef o;matchResources 3 *MatchResources o;validationActions 4 []ValidationAction o r l=set
ValidatingAdmissionPolicySpec=paramKind 1 *ParamKind o;matchConstraints 2 *MatchResources o;validations 3 []Validation o l=atomic;failurePolicy 4 *FailurePolicyType o;auditAnnotations 5 []AuditAnnotation o l=atomic;matchConditions 6 []MatchCondition o p=merge k=name l=map+name;variables 7 []Variable o p=merge k=name l=map+name
ValidatingAdmissionPolicyStatus=observedGeneration 1 int64 o;typeChecking 2 *TypeChecking o;conditions 3 []meta/v1.Condition o l=map+type
ValidatingWebhook=name 1 string r;clientConfig 2 WebhookClientConfig r;rules 3 []RuleWithOperations o l=atomic;failurePolicy 4 *FailurePolicyType o;matchPolicy 9 *MatchPolicyType o;namespaceSelector 5 *meta/v1.LabelSelector o;objectSelector 10 *meta/v1.LabelSelector o;sideEffects 6 *SideEffectClass r;timeoutSeconds 7 *int32 o;admissionReviewVersions 8 []string r l=atomic;matchConditions 11 []MatchCondition o p=merge k=name l=map+name
ValidatingWebhookConfiguration=  meta/v1.TypeMeta inline;metadata 1 meta/v1.ObjectMeta o;webhooks 2 []ValidatingWebhook o p=merge k=name l=map+name
Validation=expression 1 string r;message 2 string o;reason 3 *meta/v1.StatusReason o;messageExpression 4 string o
ValidationAction~string
Variable!=name 1 string r;expression 2 string r
WebhookClientConfig=url 3 *string o;service 1 *ServiceReference o;caBundle 2 []byte o
@admissionregistration/v1alpha1 admissionregistration.k8s.io
ApplyConfiguration=expression 1 string o
FailurePolicyType~string
JSONPatch=expression 1 string o
MatchCondition~admissionregistration/v1.MatchCondition
MatchPolicyType~string
MatchResources!=namespaceSelector 1 *meta/v1.LabelSelector o;objectSelector 2 *meta/v1.LabelSelector o;resourceRules 3 []NamedRuleWithOperations o l=atomic;excludeResourceRules 4 []NamedRuleWithOperations o l=atomic;matchPolicy 7 *MatchPolicyType o
MutatingAdmissionPolicy=  meta/v1.TypeMeta inline;metadata 1 meta/v1.ObjectMeta o;spec 2 MutatingAdmissionPolicySpec o
MutatingAdmissionPolicyBinding=  meta/v1.TypeMeta inline;metadata 1 meta/v1.ObjectMeta o;spec 2 MutatingAdmissionPolicyBindingSpec o
MutatingAdmissionPolicyBindingSpec=policyName 1 string o;paramRef 2 *ParamRef o;matchResources 3 *MatchResources o
MutatingAdmissionPolicySpec=paramKind 1 *ParamKind o;matchConstraints 2 *MatchResources o;variables 3 []Variable o l=atomic;mutations 4 []Mutation o l=atomic;failurePolicy 5 *FailurePolicyType o;matchConditions 6 []MatchCondition o p=merge k=name l=map+name;reinvocationPolicy 7 ReinvocationPolicyType o
Mutation=patchType 2 PatchType r;applyConfiguration 3 *ApplyConfiguration o;jsonPatch 4 *JSONPatch o
NamedRuleWithOperations!=resourceNames 1 []string o l=atomic; 2 RuleWithOperations inline
ParamKind!=apiVersion 1 string o;kind 2 string o
ParamRef!=name 1 string o;namespace 2 string o;selector 3 *meta/v1.LabelSelector o;parameterNotFoundAction 4 *ParameterNotFoundActionType o
ParameterNotFoundActionType~string
PatchType~string
ReinvocationPolicyType~admissionregistration/v1.ReinvocationPolicyType
RuleWithOperations~admissionregistration/v1.RuleWithOperations
Variable=name 1 string r;expression 2 string r
@admissionregistration/v1beta1 admissionregistration.k8s.io
ApplyConfiguration=expression 1 string o
FailurePolicyType~string
JSONPatch=expression 1 string o
MatchCondition=name 1 string r;expression 2 string r
MatchPolicyType~string
MatchResources!=namespaceSelector 1 *meta/v1.LabelSelector o;objectSelector 2 *meta/v1.LabelSelector o;resourceRules 3 []NamedRuleWithOperations o l=atomic;excludeResourceRules 4 []NamedRuleWithOperations o l=atomic;matchPolicy 7 *MatchPolicyType o
MutatingAdmissionPolicy=  meta/v1.TypeMeta inline;metadata 1 meta/v1.ObjectMeta o;spec 2 MutatingAdmissionPolicySpec o
MutatingAdmissionPolicyBinding=  meta/v1.TypeMeta inline;metadata 1 meta/v1.ObjectMeta o;spec 2 MutatingAdmissionPolicyBindingSpec o
MutatingAdmissionPolicyBindingSpec=policyName 1 string o;paramRef 2 *ParamRef o;matchResources 3 *MatchResources o
MutatingAdmissionPolicySpec=paramKind 1 *ParamKind o;matchConstraints 2 *MatchResources o;variables 3 []Variable o l=atomic;mutations 4 []Mutation o l=atomic;failurePolicy 5 *FailurePolicyType o;matchConditions 6 []MatchCondition o p=merge k=name l=map+name;reinvocationPolicy 7 ReinvocationPolicyType o
Mutation=patchType 2 PatchType r;applyConfiguration 3 *ApplyConfiguration o;jsonPatch 4 *JSONPatch o
NamedRuleWithOperations!=resourceNames 1 []string o l=atomic; 2 RuleWithOperations inline
ParamKind!=apiVersion 1 string o;kind 2 string o
ParamRef!=name 1 string o;namespace 2 string o;selector 3 *meta/v1.LabelSelector o;parameterNotFoundAction 4 *ParameterNotFoundActionType o
ParameterNotFoundActionType~string
PatchType~string
ReinvocationPolicyType~admissionregistration/v1.ReinvocationPolicyType
RuleWithOperations~admissionregistration/v1.RuleWithOperations
Variable!=name 1 string r;expression 2 string r
@apiextensions/v1 apiextensions.k8s.io
ConditionStatus~string
ConversionStrategyType~string
CustomResourceColumnDefinition=name 1 string r;type 2 string r;format 3 string o;description 4 string o;priority 5 int32 o;jsonPath 6 string r
CustomResourceConversion=strategy 1 ConversionStrategyType r;webhook 2 *WebhookConversion o
CustomResourceDefinition=  meta/v1.TypeMeta inline;metadata 1 meta/v1.ObjectMeta o;spec 2 CustomResourceDefinitionSpec r;status 3 CustomResourceDefinitionStatus o
CustomResourceDefinitionCondition=type 1 CustomResourceDefinitionConditionType r;status 2 ConditionStatus r;lastTransitionTime 3 %time o;reason 4 string o;message 5 string o;observedGeneration 6 int64 o
CustomResourceDefinitionConditionType~string
CustomResourceDefinitionNames=plural 1 string r;singular 2 string o;shortNames 3 []string o l=atomic;kind 4 string r;listKind 5 string o;categories 6 []string o l=atomic
CustomResourceDefinitionSpec=group 1 string r;names 3 CustomResourceDefinitionNames r;scope 4 ResourceScope r;versions 7 []CustomResourceDefinitionVersion r l=atomic;conversion 9 *CustomResourceConversion o;preserveUnknownFields 10 bool o
CustomResourceDefinitionStatus=conditions 1 []CustomResourceDefinitionCondition l=map+type;acceptedNames 2 CustomResourceDefinitionNames;storedVersions 3 []string l=atomic;observedGeneration 4 int64 o
CustomResourceDefinitionVersion=name 1 string r;served 2 bool r;storage 3 bool r;deprecated 7 bool o;deprecationWarning 8 *string o;schema 4 *CustomResourceValidation o;subresources 5 *CustomResourceSubresources o;additionalPrinterColumns 6 []CustomResourceColumnDefinition o l=atomic;selectableFields 9 []SelectableField o l=atomic
CustomResourceSubresourceScale=specReplicasPath 1 string r;statusReplicasPath 2 string r;labelSelectorPath 3 *string o
CustomResourceSubresourceStatus=
CustomResourceSubresources=status 1 *CustomResourceSubresourceStatus o;scale 2 *CustomResourceSubresourceScale o
CustomResourceValidation=openAPIV3Schema 1 *%schema o
ExternalDocumentation=description 1 string o;url 2 string o
FieldValueErrorReason~string
JSONSchemaDefinitions~map[string]%schema
JSONSchemaDependencies~map[string]%schemaorstrings
JSONSchemaProps=id 1 string o;$schema 2 JSONSchemaURL o;$ref 3 *string o;description 4 string o;type 5 string o;format 6 string o;title 7 string o;default 8 *%raw o;maximum 9 *float64 o;exclusiveMaximum 10 bool o;minimum 11 *float64 o;exclusiveMinimum 12 bool o;maxLength 13 *int64 o;minLength 14 *int64 o;pattern 15 string o;maxItems 16 *int64 o;minItems 17 *int64 o;uniqueItems 18 bool o;multipleOf 19 *float64 o;enum 20 []%raw o l=atomic;maxProperties 21 *int64 o;minProperties 22 *int64 o;required 23 []string o l=atomic;items 24 *%schemaorarray o;allOf 25 []%schema o l=atomic;oneOf 26 []%schema o l=atomic;anyOf 27 []%schema o l=atomic;not 28 *%schema o;properties 29 map[string]%schema o;additionalProperties 30 *%schemaorbool o;patternProperties 31 map[string]%schema o;dependencies 32 JSONSchemaDependencies o;additionalItems 33 *%schemaorbool o;definitions 34 JSONSchemaDefinitions o;externalDocs 35 *ExternalDocumentation o;example 36 *%raw o;nullable 37 bool o;x-kubernetes-preserve-unknown-fields 38 *bool o;x-kubernetes-embedded-resource 39 bool o;x-kubernetes-int-or-string 40 bool o;x-kubernetes-list-map-keys 41 []string o l=atomic;x-kubernetes-list-type 42 *string o;x-kubernetes-map-type 43 *string o;x-kubernetes-validations 44 []ValidationRule o p=merge k=rule l=map+rule
JSONSchemaURL~string
ResourceScope~string
SelectableField=jsonPath 1 string r
ServiceReference=namespace 1 string r;name 2 string r;path 3 *string o;port 4 *int32 o
ValidationRule=rule 1 string r;message 2 string o;messageExpression 3 string o;reason 4 *FieldValueErrorReason o;fieldPath 5 string o;optionalOldSelf 6 *bool o
ValidationRules~[]ValidationRule
WebhookClientConfig=url 3 *string o;service 1 *ServiceReference o;caBundle 2 []byte o
WebhookConversion=clientConfig 2 *WebhookClientConfig o;conversionReviewVersions 3 []string r l=atomic
@apiregistration/v1 apiregistration.k8s.io
APIService=  meta/v1.TypeMeta inline;metadata 1 meta/v1.ObjectMeta o;spec 2 APIServiceSpec o;status 3 APIServiceStatus o
APIServiceCondition=type 1 APIServiceConditionType r;status 2 ConditionStatus r;lastTransitionTime 3 %time o;reason 4 string o;message 5 string o
APIServiceConditionType~string
APIServiceSpec=service 1 *ServiceReference o;group 2 string o;version 3 string o;insecureSkipTLSVerify 4 bool o;caBundle 5 []byte o l=atomic;groupPriorityMinimum 7 int32 r;versionPriority 8 int32 r
APIServiceStatus=conditions 1 []APIServiceCondition o p=merge k=type l=map+type
ConditionStatus~string
ServiceReference=namespace 1 string o;name 2 string o;port 3 *int32 o
@apiserverinternal/v1alpha1 internal.apiserver.k8s.io
ConditionStatus~string
ServerStorageVersion=apiServerID 1 string o r;encodingVersion 2 string o r;decodableVersions 3 []string o r l=set;servedVersions 4 []string o l=set
StorageVersion=  meta/v1.TypeMeta inline;metadata 1 meta/v1.ObjectMeta o r;spec 2 StorageVersionSpec;status 3 StorageVersionStatus
StorageVersionCondition=type 1 StorageVersionConditionType r;status 2 ConditionStatus r;observedGeneration 3 int64 o;lastTransitionTime 4 %time o;reason 5 string r;message 6 string o r
StorageVersionConditionType~string
StorageVersionSpec=
StorageVersionStatus=storageVersions 1 []ServerStorageVersion o l=map+apiServerID;commonEncodingVersion 2 *string o;conditions 3 []StorageVersionCondition o l=map+type
@apps/v1 apps
ControllerRevision=  meta/v1.TypeMeta inline;metadata 1 meta/v1.ObjectMeta o;data 2 %raw r;revision 3 int64
DaemonSet=  meta/v1.TypeMeta inline;metadata 1 meta/v1.ObjectMeta o;spec 2 DaemonSetSpec o r;status 3 DaemonSetStatus o
DaemonSetCondition=type 1 DaemonSetConditionType;status 2 core/v1.ConditionStatus;lastTransitionTime 3 %time o;reason 4 string o;message 5 string o
DaemonSetConditionType~string
DaemonSetSpec=selector 1 *meta/v1.LabelSelector r;template 2 core/v1.PodTemplateSpec r;updateStrategy 3 DaemonSetUpdateStrategy o;minReadySeconds 4 int32 o;revisionHistoryLimit 6 *int32 o
DaemonSetStatus=currentNumberScheduled 1 int32 r;numberMisscheduled 2 int32 r;desiredNumberScheduled 3 int32 r;numberReady 4 int32 r;observedGeneration 5 int64 o;updatedNumberScheduled 6 int32 o;numberAvailable 7 int32 o;numberUnavailable 8 int32 o;collisionCount 9 *int32 o;conditions 10 []DaemonSetCondition o p=merge k=type l=map+type
DaemonSetUpdateStrategy=type 1 DaemonSetUpdateStrategyType o;rollingUpdate 2 *RollingUpdateDaemonSet o
DaemonSetUpdateStrategyType~string
Deployment=  meta/v1.TypeMeta inline;metadata 1 meta/v1.ObjectMeta o;spec 2 DeploymentSpec o r;status 3 DeploymentStatus o
DeploymentCondition=type 1 DeploymentConditionType;status 2 core/v1.ConditionStatus;lastUpdateTime 6 %time o;lastTransitionTime 7 %time o;reason 4 string o;message 5 string o
DeploymentConditionType~string
DeploymentSpec=replicas 1 *int32 o;selector 2 *meta/v1.LabelSelector r;template 3 core/v1.PodTemplateSpec r;strategy 4 DeploymentStrategy o p=retainKeys;minReadySeconds 5 int32 o;revisionHistoryLimit 6 *int32 o;paused 7 bool o;progressDeadlineSeconds 9 *int32 o
DeploymentStatus=observedGeneration 1 int64 o;replicas 2 int32 o;updatedReplicas 3 int32 o;readyReplicas 7 int32 o;availableReplicas 4 int32 o;unavailableReplicas 5 int32 o;terminatingReplicas 9 *int32 o;conditions 6 []DeploymentCondition o p=merge k=type l=map+type;collisionCount 8 *int32 o
DeploymentStrategy=type 1 DeploymentStrategyType o;rollingUpdate 2 *RollingUpdateDeployment o
DeploymentStrategyType~string
PersistentVolumeClaimRetentionPolicyType~string
PodManagementPolicyType~string
ReplicaSet=  meta/v1.TypeMeta inline;metadata 1 meta/v1.ObjectMeta o;spec 2 ReplicaSetSpec o r;status 3 ReplicaSetStatus o
ReplicaSetCondition=type 1 ReplicaSetConditionType;status 2 core/v1.ConditionStatus;lastTransitionTime 3 %time o;reason 4 string o;message 5 string o
ReplicaSetConditionType~string
ReplicaSetSpec=replicas 1 *int32 o;minReadySeconds 4 int32 o;selector 2 *meta/v1.LabelSelector r;template 3 core/v1.PodTemplateSpec o
ReplicaSetStatus=replicas 1 int32 r;fullyLabeledReplicas 2 int32 o;readyReplicas 4 int32 o;availableReplicas 5 int32 o;terminatingReplicas 7 *int32 o;observedGeneration 3 int64 o;conditions 6 []ReplicaSetCondition o p=merge k=type l=map+type
RollingUpdateDaemonSet=maxUnavailable 1 *%intorstring o;maxSurge 2 *%intorstring o
RollingUpdateDeployment=maxUnavailable 1 *%intorstring o;maxSurge 2 *%intorstring o
RollingUpdateStatefulSetStrategy=partition 1 *int32 o;maxUnavailable 2 *%intorstring o
StatefulSet=  meta/v1.TypeMeta inline;metadata 1 meta/v1.ObjectMeta o;spec 2 StatefulSetSpec o r;status 3 StatefulSetStatus o
StatefulSetCondition=type 1 StatefulSetConditionType;status 2 core/v1.ConditionStatus;lastTransitionTime 3 %time o;reason 4 string o;message 5 string o
StatefulSetConditionType~string
StatefulSetOrdinals=start 1 int32
StatefulSetPersistentVolumeClaimRetentionPolicy=whenDeleted 1 PersistentVolumeClaimRetentionPolicyType o;whenScaled 2 PersistentVolumeClaimRetentionPolicyType o
StatefulSetSpec=replicas 1 *int32 o;selector 2 *meta/v1.LabelSelector r;template 3 core/v1.PodTemplateSpec r;volumeClaimTemplates 4 []core/v1.PersistentVolumeClaim o l=atomic;serviceName 5 string;podManagementPolicy 6 PodManagementPolicyType o;updateStrategy 7 StatefulSetUpdateStrategy o;revisionHistoryLimit 8 *int32 o;minReadySeconds 9 int32 o;persistentVolumeClaimRetentionPolicy 10 *StatefulSetPersistentVolumeClaimRetentionPolicy o;ordinals 11 *StatefulSetOrdinals o
StatefulSetStatus=observedGeneration 1 int64 o;replicas 2 int32 r;readyReplicas 3 int32 o;currentReplicas 4 int32 o;updatedReplicas 5 int32 o;currentRevision 6 string o;updateRevision 7 string o;collisionCount 9 *int32 o;conditions 10 []StatefulSetCondition o p=merge k=type l=map+type;availableReplicas 11 int32
StatefulSetUpdateStrategy=type 1 StatefulSetUpdateStrategyType o;rollingUpdate 2 *RollingUpdateStatefulSetStrategy o
StatefulSetUpdateStrategyType~string
@authentication/v1 authentication.k8s.io
AttestationValue~[]string
BoundObjectReference=kind 1 string o;apiVersion 2 string o;name 3 string o;uid 4 types.UID o
ExtraValue~[]string
SelfSubjectReview=  meta/v1.TypeMeta inline;metadata 1 meta/v1.ObjectMeta o;status 2 SelfSubjectReviewStatus o
SelfSubjectReviewStatus=userInfo 1 UserInfo o
TokenRequest=  meta/v1.TypeMeta inline;metadata 1 meta/v1.ObjectMeta o;spec 2 TokenRequestSpec;status 3 TokenRequestStatus o
TokenRequestSpec=audiences 1 []string l=atomic;expirationSeconds 4 *int64;boundObjectRef 3 *BoundObjectReference;attestations 5 map[string]AttestationValue o
TokenRequestStatus=token 1 string;expirationTimestamp 2 %time
TokenReview=  meta/v1.TypeMeta inline;metadata 1 meta/v1.ObjectMeta o;spec 2 TokenReviewSpec r;status 3 TokenReviewStatus o
TokenReviewSpec=token 1 string o r;audiences 2 []string o l=atomic
TokenReviewStatus=authenticated 1 bool o;user 2 UserInfo o;audiences 4 []string o l=atomic;error 3 string o
UserInfo=username 1 string o;uid 2 string o;groups 3 []string o l=atomic;extra 4 map[string]ExtraValue o
@authorization/v1 authorization.k8s.io
ExtraValue~[]string
FieldSelectorAttributes=rawSelector 1 string o;requirements 2 []meta/v1.FieldSelectorRequirement o l=atomic
LabelSelectorAttributes=rawSelector 1 string o;requirements 2 []meta/v1.LabelSelectorRequirement o l=atomic
LocalSubjectAccessReview=  meta/v1.TypeMeta inline;metadata 1 meta/v1.ObjectMeta o;spec 2 SubjectAccessReviewSpec r;status 3 SubjectAccessReviewStatus o
NonResourceAttributes=path 1 string o;verb 2 string o
NonResourceRule=verbs 1 []string r l=atomic;nonResourceURLs 2 []string o l=atomic
ResourceAttributes=namespace 1 string o;verb 2 string o;group 3 string o;version 4 string o;resource 5 string o;subresource 6 string o;name 7 string o;fieldSelector 8 *FieldSelectorAttributes o;labelSelector 9 *LabelSelectorAttributes o
ResourceRule=verbs 1 []string r l=atomic;apiGroups 2 []string o l=atomic;resources 3 []string o l=atomic;resourceNames 4 []string o l=atomic
SelfSubjectAccessReview=  meta/v1.TypeMeta inline;metadata 1 meta/v1.ObjectMeta o;spec 2 SelfSubjectAccessReviewSpec r;status 3 SubjectAccessReviewStatus o
SelfSubjectAccessReviewSpec=resourceAttributes 1 *ResourceAttributes o;nonResourceAttributes 2 *NonResourceAttributes o
SelfSubjectRulesReview=  meta/v1.TypeMeta inline;metadata 1 meta/v1.ObjectMeta o;spec 2 SelfSubjectRulesReviewSpec r;status 3 SubjectRulesReviewStatus o
SelfSubjectRulesReviewSpec=namespace 1 string o
SubjectAccessReview=  meta/v1.TypeMeta inline;metadata 1 meta/v1.ObjectMeta o;spec 2 SubjectAccessReviewSpec r;status 3 SubjectAccessReviewStatus o
SubjectAccessReviewSpec=resourceAttributes 1 *ResourceAttributes o;nonResourceAttributes 2 *NonResourceAttributes o;user 3 string o;groups 4 []string o l=atomic;extra 5 map[string]ExtraValue o;uid 6 string o
SubjectAccessReviewStatus=allowed 1 bool r;denied 4 bool o;reason 2 string o;evaluationError 3 string o
SubjectRulesReviewStatus=resourceRules 1 []ResourceRule r l=atomic;nonResourceRules 2 []NonResourceRule r l=atomic;incomplete 3 bool r;evaluationError 4 string o
@autoscaling/v1 autoscaling
CrossVersionObjectReference!=kind 1 string r;name 2 string r;apiVersion 3 string o
HorizontalPodAutoscaler=  meta/v1.TypeMeta inline;metadata 1 meta/v1.ObjectMeta o;spec 2 HorizontalPodAutoscalerSpec o r;status 3 HorizontalPodAutoscalerStatus o
HorizontalPodAutoscalerSpec=scaleTargetRef 1 CrossVersionObjectReference r;minReplicas 2 *int32 o;maxReplicas 3 int32 r;targetCPUUtilizationPercentage 4 *int32 o
HorizontalPodAutoscalerStatus=observedGeneration 1 *int64 o;lastScaleTime 2 *%time o;currentReplicas 3 int32 r;desiredReplicas 4 int32 r;currentCPUUtilizationPercentage 5 *int32 o
Scale=  meta/v1.TypeMeta inline;metadata 1 meta/v1.ObjectMeta o;spec 2 ScaleSpec o;status 3 ScaleStatus o
ScaleSpec=replicas 1 int32 o
ScaleStatus=replicas 1 int32 r;selector 2 string o
@autoscaling/v2 autoscaling
ContainerResourceMetricSource=name 1 core/v1.ResourceName r;target 2 MetricTarget r;container 3 string r
ContainerResourceMetricStatus=name 1 core/v1.ResourceName r;current 2 MetricValueStatus r;container 3 string r
CrossVersionObjectReference=kind 1 string r;name 2 string r;apiVersion 3 string o
ExternalMetricSource=metric 1 MetricIdentifier r;target 2 MetricTarget r
ExternalMetricStatus=metric 1 MetricIdentifier r;current 2 MetricValueStatus r
HPAScalingPolicy=type 1 HPAScalingPolicyType r;value 2 int32 r;periodSeconds 3 int32 r
HPAScalingPolicyType~string
HPAScalingRules=stabilizationWindowSeconds 3 *int32 o;selectPolicy 1 *ScalingPolicySelect o;policies 2 []HPAScalingPolicy o l=atomic;tolerance 4 *%quantity o
HorizontalPodAutoscaler=  meta/v1.TypeMeta inline;metadata 1 meta/v1.ObjectMeta o;spec 2 HorizontalPodAutoscalerSpec o r;status 3 HorizontalPodAutoscalerStatus o
HorizontalPodAutoscalerBehavior=scaleUp 1 *HPAScalingRules o;scaleDown 2 *HPAScalingRules o
HorizontalPodAutoscalerCondition=type 1 HorizontalPodAutoscalerConditionType r;status 2 core/v1.ConditionStatus r;lastTransitionTime 3 %time o;reason 4 string o;message 5 string o;observedGeneration 6 *int64 o
HorizontalPodAutoscalerConditionType~string
HorizontalPodAutoscalerSpec=scaleTargetRef 1 CrossVersionObjectReference r;minReplicas 2 *int32 o;maxReplicas 3 int32 r;metrics 4 []MetricSpec o l=atomic;behavior 5 *HorizontalPodAutoscalerBehavior o
HorizontalPodAutoscalerStatus=observedGeneration 1 *int64 o;lastScaleTime 2 *%time o;currentReplicas 3 int32 o;desiredReplicas 4 int32 r;currentMetrics 5 []MetricStatus l=atomic;conditions 6 []HorizontalPodAutoscalerCondition o p=merge k=type l=map+type
MetricIdentifier=name 1 string r;selector 2 *meta/v1.LabelSelector o
MetricSourceType~string
MetricSpec=type 1 MetricSourceType r;object 2 *ObjectMetricSource o;pods 3 *PodsMetricSource o;resource 4 *ResourceMetricSource o;containerResource 7 *ContainerResourceMetricSource o;external 5 *ExternalMetricSource o
MetricStatus=type 1 MetricSourceType r;object 2 *ObjectMetricStatus o;pods 3 *PodsMetricStatus o;resource 4 *ResourceMetricStatus o;containerResource 7 *ContainerResourceMetricStatus o;external 5 *ExternalMetricStatus o
MetricTarget=type 1 MetricTargetType r;value 2 *%quantity o;averageValue 3 *%quantity o;averageUtilization 4 *int32 o
MetricTargetType~string
MetricValueStatus=value 1 *%quantity o;averageValue 2 *%quantity o;averageUtilization 3 *int32 o
ObjectMetricSource=describedObject 1 CrossVersionObjectReference r;target 2 MetricTarget r;metric 3 MetricIdentifier r
ObjectMetricStatus=metric 1 MetricIdentifier r;current 2 MetricValueStatus r;describedObject 3 CrossVersionObjectReference r
PodsMetricSource=metric 1 MetricIdentifier r;target 2 MetricTarget r
PodsMetricStatus=metric 1 MetricIdentifier r;current 2 MetricValueStatus r
ResourceMetricSource=name 1 core/v1.ResourceName r;target 2 MetricTarget r
ResourceMetricStatus=name 1 core/v1.ResourceName r;current 2 MetricValueStatus r
ScalingPolicySelect~string
@batch/v1 batch
CompletionMode~string
ConcurrencyPolicy~string
CronJob=  meta/v1.TypeMeta inline;metadata 1 meta/v1.ObjectMeta o;spec 2 CronJobSpec o r;status 3 CronJobStatus o
CronJobSpec=schedule 1 string r;timeZone 8 *string o;startingDeadlineSeconds 2 *int64 o;concurrencyPolicy 3 ConcurrencyPolicy o;suspend 4 *bool o;jobTemplate 5 JobTemplateSpec r;successfulJobsHistoryLimit 6 *int32 o;failedJobsHistoryLimit 7 *int32 o
CronJobStatus=active 1 []core/v1.ObjectReference o l=atomic;lastScheduleTime 4 *%time o;lastSuccessfulTime 5 *%time o
Job=  meta/v1.TypeMeta inline;metadata 1 meta/v1.ObjectMeta o;spec 2 JobSpec o;status 3 JobStatus o
JobCondition=type 1 JobConditionType r;status 2 core/v1.ConditionStatus r;lastProbeTime 3 %time o;lastTransitionTime 4 %time o;reason 5 string o;message 6 string o
JobConditionType~string
JobSchedulingConfiguration=schedulingPolicy 1 *scheduling/v1alpha3.WorkloadPodGroupSchedulingPolicy o;schedulingConstraints 2 *scheduling/v1alpha3.WorkloadPodGroupSchedulingConstraints o;disruptionMode 3 *scheduling/v1alpha3.WorkloadPodGroupDisruptionMode o;resourceClaims 4 []scheduling/v1alpha3.WorkloadPodGroupResourceClaim o p=merge k=name l=map+name
JobSpec=parallelism 1 *int32 o;completions 2 *int32 o;activeDeadlineSeconds 3 *int64 o;podFailurePolicy 11 *PodFailurePolicy o;successPolicy 16 *SuccessPolicy o;backoffLimit 7 *int32 o;backoffLimitPerIndex 12 *int32 o;maxFailedIndexes 13 *int32 o;selector 4 *meta/v1.LabelSelector o;manualSelector 5 *bool o;template 6 core/v1.PodTemplateSpec r;ttlSecondsAfterFinished 8 *int32 o;completionMode 9 *CompletionMode o;suspend 10 *bool o;podReplacementPolicy 14 *PodReplacementPolicy o;managedBy 15 *string o;scheduling 17 *JobSchedulingConfiguration o
JobStatus=conditions 1 []JobCondition o p=merge k=type l=atomic;startTime 2 *%time o;completionTime 3 *%time o;active 4 int32 o;succeeded 5 int32 o;failed 6 int32 o;terminating 11 *int32 o;completedIndexes 7 string o;failedIndexes 10 *string o;uncountedTerminatedPods 8 *UncountedTerminatedPods o;ready 9 *int32 o
JobTemplateSpec=metadata 1 meta/v1.ObjectMeta o;spec 2 JobSpec o
PodFailurePolicy=rules 1 []PodFailurePolicyRule r l=atomic
PodFailurePolicyAction~string
PodFailurePolicyOnExitCodesOperator~string
PodFailurePolicyOnExitCodesRequirement=containerName 1 *string o;operator 2 PodFailurePolicyOnExitCodesOperator r;values 3 []int32 r l=set
PodFailurePolicyOnPodConditionsPattern=type 1 core/v1.PodConditionType r;status 2 core/v1.ConditionStatus
PodFailurePolicyRule=action 1 PodFailurePolicyAction r;onExitCodes 2 *PodFailurePolicyOnExitCodesRequirement o;onPodConditions 3 []PodFailurePolicyOnPodConditionsPattern o l=atomic
PodReplacementPolicy~string
SuccessPolicy=rules 1 []SuccessPolicyRule r l=atomic
SuccessPolicyRule=succeededIndexes 1 *string o;succeededCount 2 *int32 o
UncountedTerminatedPods=succeeded 1 []types.UID o l=set;failed 2 []types.UID o l=set
@certificates/v1 certificates.k8s.io
CertificateSigningRequest=  meta/v1.TypeMeta inline;metadata 1 meta/v1.ObjectMeta o;spec 2 CertificateSigningRequestSpec r;status 3 CertificateSigningRequestStatus o
CertificateSigningRequestCondition=type 1 RequestConditionType r;status 6 core/v1.ConditionStatus r;reason 2 string o;message 3 string o;lastUpdateTime 4 %time o;lastTransitionTime 5 %time o
CertificateSigningRequestSpec=request 1 []byte r;signerName 7 string r;expirationSeconds 8 *int32 o;usages 5 []KeyUsage o l=atomic;username 2 string o;uid 3 string o;groups 4 []string o l=atomic;extra 6 map[string]ExtraValue o
CertificateSigningRequestStatus=conditions 1 []CertificateSigningRequestCondition o l=map+type;certificate 2 []byte o
ClusterTrustBundle=  meta/v1.TypeMeta inline;metadata 1 meta/v1.ObjectMeta o;spec 2 ClusterTrustBundleSpec r
ClusterTrustBundleSpec=signerName 1 string o;trustBundle 2 string r
ExtraValue~[]string
KeyUsage~string
PodCertificateRequest=  meta/v1.TypeMeta inline;metadata 1 meta/v1.ObjectMeta o;spec 2 PodCertificateRequestSpec r;status 3 PodCertificateRequestStatus o
PodCertificateRequestSpec=signerName 1 string r;podName 2 string r;podUID 3 types.UID r;serviceAccountName 4 string r;serviceAccountUID 5 types.UID r;nodeName 6 types.NodeName r;nodeUID 7 types.UID r;maxExpirationSeconds 8 *int32 o;stubPKCS10Request 12 []byte r;unverifiedUserAnnotations 11 map[string]string o
PodCertificateRequestStatus=conditions 1 []meta/v1.Condition o p=merge k=type l=map+type;certificateChain 2 string o;notBefore 4 *%time o;beginRefreshAt 5 *%time o;notAfter 6 *%time o
RequestConditionType~string
@certificates/v1alpha1 certificates.k8s.io
ClusterTrustBundle=  meta/v1.TypeMeta inline;metadata 1 meta/v1.ObjectMeta o;spec 2 ClusterTrustBundleSpec r
ClusterTrustBundleSpec=signerName 1 string o;trustBundle 2 string r
PodCertificateRequest=  meta/v1.TypeMeta inline;metadata 1 meta/v1.ObjectMeta o;spec 2 PodCertificateRequestSpec r;status 3 PodCertificateRequestStatus o
PodCertificateRequestSpec=signerName 1 string r;podName 2 string r;podUID 3 types.UID r;serviceAccountName 4 string r;serviceAccountUID 5 types.UID r;nodeName 6 types.NodeName r;nodeUID 7 types.UID r;maxExpirationSeconds 8 *int32 o;pkixPublicKey 9 []byte r;proofOfPossession 10 []byte r
PodCertificateRequestStatus=conditions 1 []meta/v1.Condition o p=merge k=type l=map+type;certificateChain 2 string o;notBefore 4 *%time o;beginRefreshAt 5 *%time o;notAfter 6 *%time o
@certificates/v1beta1 certificates.k8s.io
ClusterTrustBundle=  meta/v1.TypeMeta inline;metadata 1 meta/v1.ObjectMeta o;spec 2 ClusterTrustBundleSpec r
ClusterTrustBundleSpec=signerName 1 string o;trustBundle 2 string r
PodCertificateRequest=  meta/v1.TypeMeta inline;metadata 1 meta/v1.ObjectMeta o;spec 2 PodCertificateRequestSpec r;status 3 PodCertificateRequestStatus o
PodCertificateRequestSpec=signerName 1 string r;podName 2 string r;podUID 3 types.UID r;serviceAccountName 4 string r;serviceAccountUID 5 types.UID r;nodeName 6 types.NodeName r;nodeUID 7 types.UID r;maxExpirationSeconds 8 *int32 o;pkixPublicKey 9 []byte;proofOfPossession 10 []byte;stubPKCS10Request 12 []byte r;unverifiedUserAnnotations 11 map[string]string o
PodCertificateRequestStatus=conditions 1 []meta/v1.Condition o p=merge k=type l=map+type;certificateChain 2 string o;notBefore 4 *%time o;beginRefreshAt 5 *%time o;notAfter 6 *%time o
@coordination/v1 coordination.k8s.io
CoordinatedLeaseStrategy~string
Lease=  meta/v1.TypeMeta inline;metadata 1 meta/v1.ObjectMeta o;spec 2 LeaseSpec o
LeaseSpec=holderIdentity 1 *string o;leaseDurationSeconds 2 *int32 o;acquireTime 3 *%microtime o;renewTime 4 *%microtime o;leaseTransitions 5 *int32 o;strategy 6 *CoordinatedLeaseStrategy o;preferredHolder 7 *string o
@coordination/v1alpha2 coordination.k8s.io
LeaseCandidate=  meta/v1.TypeMeta inline;metadata 1 meta/v1.ObjectMeta o;spec 2 LeaseCandidateSpec o r
LeaseCandidateSpec=leaseName 1 string r;pingTime 2 *%microtime o;renewTime 3 *%microtime o;binaryVersion 4 string r;emulationVersion 5 string o;strategy 6 coordination/v1.CoordinatedLeaseStrategy o r
@coordination/v1beta1 coordination.k8s.io
LeaseCandidate=  meta/v1.TypeMeta inline;metadata 1 meta/v1.ObjectMeta o;spec 2 LeaseCandidateSpec o r
LeaseCandidateSpec=leaseName 1 string r;pingTime 2 *%microtime o;renewTime 3 *%microtime o;binaryVersion 4 string r;emulationVersion 5 string o;strategy 6 coordination/v1.CoordinatedLeaseStrategy o r
@core/v1
AWSElasticBlockStoreVolumeSource=volumeID 1 string r;fsType 2 string o;partition 3 int32 o;readOnly 4 bool o
Affinity=nodeAffinity 1 *NodeAffinity o;podAffinity 2 *PodAffinity o;podAntiAffinity 3 *PodAntiAffinity o
AppArmorProfile=type 1 AppArmorProfileType r;localhostProfile 2 *string o
AppArmorProfileType~string
AttachedVolume=name 1 UniqueVolumeName r;devicePath 2 string r
AzureDataDiskCachingMode~string
AzureDataDiskKind~string
AzureDiskVolumeSource=diskName 1 string r;diskURI 2 string r;cachingMode 3 *AzureDataDiskCachingMode o;fsType 4 *string o;readOnly 5 *bool o;kind 6 *AzureDataDiskKind o
AzureFilePersistentVolumeSource=secretName 1 string r;shareName 2 string r;readOnly 3 bool o;secretNamespace 4 *string
AzureFileVolumeSource=secretName 1 string r;shareName 2 string r;readOnly 3 bool o
Binding=  meta/v1.TypeMeta inline;metadata 1 meta/v1.ObjectMeta o;target 2 ObjectReference r
CSIPersistentVolumeSource=driver 1 string r;volumeHandle 2 string r;readOnly 3 bool o;fsType 4 string o;volumeAttributes 5 map[string]string o;controllerPublishSecretRef 6 *SecretReference o;nodeStageSecretRef 7 *SecretReference o;nodePublishSecretRef 8 *SecretReference o;controllerExpandSecretRef 9 *SecretReference o;nodeExpandSecretRef 10 *SecretReference o
CSIVolumeSource=driver 1 string r;readOnly 2 *bool o;fsType 3 *string o;volumeAttributes 4 map[string]string o;nodePublishSecretRef 5 *LocalObjectReference o
Capabilities=add 1 []Capability o l=atomic;drop 2 []Capability o l=atomic
Capability~string
CephFSPersistentVolumeSource=monitors 1 []string r l=atomic;path 2 string o;user 3 string o;secretFile 4 string o;secretRef 5 *SecretReference o;readOnly 6 bool o
CephFSVolumeSource=monitors 1 []string r l=atomic;path 2 string o;user 3 string o;secretFile 4 string o;secretRef 5 *LocalObjectReference o;readOnly 6 bool o
CinderPersistentVolumeSource=volumeID 1 string r;fsType 2 string o;readOnly 3 bool o;secretRef 4 *SecretReference o
CinderVolumeSource=volumeID 1 string r;fsType 2 string o;readOnly 3 bool o;secretRef 4 *LocalObjectReference o
ClaimResourceStatus~string
ClientIPConfig=timeoutSeconds 1 *int32 o
ClusterTrustBundleProjection=name 1 *string o;signerName 2 *string o;labelSelector 3 *meta/v1.LabelSelector o;optional 5 *bool o;path 4 string r;user 6 *int64 o
ComponentCondition=type 1 ComponentConditionType r;status 2 ConditionStatus r;message 3 string o;error 4 string o
ComponentConditionType~string
ComponentStatus=  meta/v1.TypeMeta inline;metadata 1 meta/v1.ObjectMeta o;conditions 2 []ComponentCondition o p=merge k=type l=map+type
ConditionStatus~string
ConfigMap=  meta/v1.TypeMeta inline;metadata 1 meta/v1.ObjectMeta o;immutable 4 *bool o;data 2 map[string]string o;binaryData 3 map[string][]byte o
ConfigMapEnvSource= 1 LocalObjectReference inline;optional 2 *bool o
ConfigMapKeySelector!= 1 LocalObjectReference inline;key 2 string r;optional 3 *bool o
ConfigMapNodeConfigSource=namespace 1 string r;name 2 string r;uid 3 types.UID o;resourceVersion 4 string o;kubeletConfigKey 5 string r
ConfigMapProjection= 1 LocalObjectReference inline;items 2 []KeyToPath o l=atomic;optional 4 *bool o
ConfigMapVolumeSource= 1 LocalObjectReference inline;items 2 []KeyToPath o l=atomic;defaultMode 3 *int32 o;optional 4 *bool o;defaultUser 5 *int64 o
Container=name 1 string r;image 2 string o;command 3 []string o l=atomic;args 4 []string o l=atomic;workingDir 5 string o;ports 6 []ContainerPort o p=merge k=containerPort l=map+containerPort+protocol;envFrom 19 []EnvFromSource o l=atomic;env 7 []EnvVar o p=merge k=name l=map+name;resources 8 ResourceRequirements o;resizePolicy 23 []ContainerResizePolicy o l=atomic;restartPolicy 24 *ContainerRestartPolicy o;restartPolicyRules 25 []ContainerRestartRule o l=atomic;volumeMounts 9 []VolumeMount o p=merge k=mountPath l=map+mountPath;volumeDevices 21 []VolumeDevice o p=merge k=devicePath l=map+devicePath;livenessProbe 10 *Probe o;readinessProbe 11 *Probe o;startupProbe 22 *Probe o;lifecycle 12 *Lifecycle o;terminationMessagePath 13 string o;terminationMessagePolicy 20 TerminationMessagePolicy o;imagePullPolicy 14 PullPolicy o;securityContext 15 *SecurityContext o;stdin 16 bool o;stdinOnce 17 bool o;tty 18 bool o
ContainerExtendedResourceRequest=containerName 1 string r;resourceName 2 string r;requestName 3 string r
ContainerImage=names 1 []string l=atomic;sizeBytes 2 int64 o
ContainerPort=name 1 string o;hostPort 2 int32 o;containerPort 3 int32 r;protocol 4 Protocol o;hostIP 5 string o
ContainerResizePolicy=resourceName 1 ResourceName r;restartPolicy 2 ResourceResizeRestartPolicy r
ContainerRestartPolicy~string
ContainerRestartRule=action 1 ContainerRestartRuleAction o r;exitCodes 2 *ContainerRestartRuleOnExitCodes o
ContainerRestartRuleAction~string
ContainerRestartRuleOnExitCodes=operator 1 ContainerRestartRuleOnExitCodesOperator o r;values 2 []int32 o l=set
ContainerRestartRuleOnExitCodesOperator~string
ContainerState=waiting 1 *ContainerStateWaiting o;running 2 *ContainerStateRunning o;terminated 3 *ContainerStateTerminated o
ContainerStateRunning=startedAt 1 %time o
ContainerStateTerminated=exitCode 1 int32 r;signal 2 int32 o;reason 3 string o;message 4 string o;startedAt 5 %time o;finishedAt 6 %time o;containerID 7 string o
ContainerStateWaiting=reason 1 string o;message 2 string o
ContainerStatus=name 1 string r;state 2 ContainerState o;lastState 3 ContainerState o;ready 4 bool r;restartCount 5 int32 r;image 6 string r;imageID 7 string r;containerID 8 string o;started 9 *bool o;allocatedResources 10 ResourceList o;resources 11 *ResourceRequirements o;volumeMounts 12 []VolumeMountStatus o p=merge k=mountPath l=map+mountPath;user 13 *ContainerUser o;allocatedResourcesStatus 14 []ResourceStatus o p=merge k=name l=map+name;stopSignal 15 *Signal o
ContainerUser=linux 1 *LinuxContainerUser o
DNSPolicy~string
DaemonEndpoint=Port 1 int32 r
DownwardAPIProjection=items 1 []DownwardAPIVolumeFile o l=atomic
DownwardAPIVolumeFile=path 1 string r;fieldRef 2 *ObjectFieldSelector o;resourceFieldRef 3 *ResourceFieldSelector o;mode 4 *int32 o;user 5 *int64 o
DownwardAPIVolumeSource=items 1 []DownwardAPIVolumeFile o l=atomic;defaultMode 2 *int32 o;defaultUser 3 *int64 o
EmptyDirVolumeSource=medium 1 StorageMedium o;sizeLimit 2 *%quantity o;mode 3 *int32 o
EndpointAddress!=ip 1 string r;hostname 3 string o;nodeName 4 *string o;targetRef 2 *ObjectReference o
EndpointPort!=name 1 string o;port 2 int32 r;protocol 3 Protocol o;appProtocol 4 *string o
EndpointSubset=addresses 1 []EndpointAddress o l=atomic;notReadyAddresses 2 []EndpointAddress o l=atomic;ports 3 []EndpointPort o l=atomic
Endpoints=  meta/v1.TypeMeta inline;metadata 1 meta/v1.ObjectMeta o;subsets 2 []EndpointSubset o l=atomic
EnvFromSource=prefix 1 string o;configMapRef 2 *ConfigMapEnvSource o;secretRef 3 *SecretEnvSource o
EnvVar=name 1 string r;value 2 string o;valueFrom 3 *EnvVarSource o
EnvVarSource=fieldRef 1 *ObjectFieldSelector o;resourceFieldRef 2 *ResourceFieldSelector o;configMapKeyRef 3 *ConfigMapKeySelector o;secretKeyRef 4 *SecretKeySelector o;fileKeyRef 5 *FileKeySelector o
EphemeralContainer= 1 EphemeralContainerCommon inline;targetContainerName 2 string o
EphemeralContainerCommon=name 1 string r;image 2 string o;command 3 []string o l=atomic;args 4 []string o l=atomic;workingDir 5 string o;ports 6 []ContainerPort o p=merge k=containerPort l=map+containerPort+protocol;envFrom 19 []EnvFromSource o l=atomic;env 7 []EnvVar o p=merge k=name l=map+name;resources 8 ResourceRequirements o;resizePolicy 23 []ContainerResizePolicy o l=atomic;restartPolicy 24 *ContainerRestartPolicy o;restartPolicyRules 25 []ContainerRestartRule o l=atomic;volumeMounts 9 []VolumeMount o p=merge k=mountPath l=map+mountPath;volumeDevices 21 []VolumeDevice o p=merge k=devicePath l=map+devicePath;livenessProbe 10 *Probe o;readinessProbe 11 *Probe o;startupProbe 22 *Probe o;lifecycle 12 *Lifecycle o;terminationMessagePath 13 string o;terminationMessagePolicy 20 TerminationMessagePolicy o;imagePullPolicy 14 PullPolicy o;securityContext 15 *SecurityContext o;stdin 16 bool o;stdinOnce 17 bool o;tty 18 bool o
EphemeralVolumeSource=volumeClaimTemplate 1 *PersistentVolumeClaimTemplate o
Event=  meta/v1.TypeMeta inline;metadata 1 meta/v1.ObjectMeta r;involvedObject 2 ObjectReference r;reason 3 string o;message 4 string o;source 5 EventSource o;firstTimestamp 6 %time o;lastTimestamp 7 %time o;count 8 int32 o;type 9 string o;eventTime 10 %microtime o;series 11 *EventSeries o;action 12 string o;related 13 *ObjectReference o;reportingComponent 14 string;reportingInstance 15 string
EventSeries=count 1 int32 o;lastObservedTime 2 %microtime o
EventSource=component 1 string o;host 2 string o
EvictionResponder!=name 1 string r;priority 2 *int32 r
ExecAction=command 1 []string o l=atomic
FCVolumeSource=targetWWNs 1 []string o l=atomic;lun 2 *int32 o;fsType 3 string o;readOnly 4 bool o;wwids 5 []string o l=atomic
FileKeySelector!=volumeName 1 string r;path 2 string r;key 3 string r;optional 4 *bool o
FinalizerName~string
FlexPersistentVolumeSource=driver 1 string r;fsType 2 string o;secretRef 3 *SecretReference o;readOnly 4 bool o;options 5 map[string]string o
FlexVolumeSource=driver 1 string r;fsType 2 string o;secretRef 3 *LocalObjectReference o;readOnly 4 bool o;options 5 map[string]string o
FlockerVolumeSource=datasetName 1 string o;datasetUUID 2 string o
GCEPersistentDiskVolumeSource=pdName 1 string r;fsType 2 string o;partition 3 int32 o;readOnly 4 bool o
GRPCAction=port 1 int32 r;service 2 *string;mode 3 *GRPCProbeMode o
GRPCProbeMode~string
GitRepoVolumeSource=repository 1 string r;revision 2 string o;directory 3 string o
GlusterfsPersistentVolumeSource=endpoints 1 string r;path 2 string r;readOnly 3 bool o;endpointsNamespace 4 *string o
GlusterfsVolumeSource=endpoints 1 string r;path 2 string r;readOnly 3 bool o
HTTPGetAction=path 1 string o;port 2 %intorstring r;host 3 string o;scheme 4 URIScheme o;httpHeaders 5 []HTTPHeader o l=atomic;protocol 6 *HTTPProtocol o
HTTPHeader=name 1 string r;value 2 string r
HTTPProtocol~string
HostAlias=ip 1 string r;hostnames 2 []string o l=atomic
HostIP=ip 1 string r
HostPathType~string
HostPathVolumeSource=path 1 string r;type 2 *HostPathType o
IPFamily~string
IPFamilyPolicy~string
ISCSIPersistentVolumeSource=targetPortal 1 string r;iqn 2 string r;lun 3 int32 r;iscsiInterface 4 string o;fsType 5 string o;readOnly 6 bool o;portals 7 []string o l=atomic;chapAuthDiscovery 8 bool o;chapAuthSession 11 bool o;secretRef 10 *SecretReference o;initiatorName 12 *string o
ISCSIVolumeSource=targetPortal 1 string r;iqn 2 string r;lun 3 int32 r;iscsiInterface 4 string o;fsType 5 string o;readOnly 6 bool o;portals 7 []string o l=atomic;chapAuthDiscovery 8 bool o;chapAuthSession 11 bool o;secretRef 10 *LocalObjectReference o;initiatorName 12 *string o
ImageVolumeSource=reference 1 string o;pullPolicy 2 PullPolicy o
ImageVolumeStatus=imageRef 1 string o r
KeyToPath=key 1 string r;path 2 string r;mode 3 *int32 o;user 4 *int64 o
Lifecycle=postStart 1 *LifecycleHandler o;preStop 2 *LifecycleHandler o;stopSignal 3 *Signal o
LifecycleHandler=exec 1 *ExecAction o;httpGet 2 *HTTPGetAction o;tcpSocket 3 *TCPSocketAction o;sleep 4 *SleepAction o
LimitRange=  meta/v1.TypeMeta inline;metadata 1 meta/v1.ObjectMeta o;spec 2 LimitRangeSpec o
LimitRangeItem=type 1 LimitType r;max 2 ResourceList o;min 3 ResourceList o;default 4 ResourceList o;defaultRequest 5 ResourceList o;maxLimitRequestRatio 6 ResourceList o
LimitRangeSpec=limits 1 []LimitRangeItem r l=atomic
LimitType~string
LinuxContainerUser=uid 1 int64 r;gid 2 int64 r;supplementalGroups 3 []int64 o l=atomic
LoadBalancerIPMode~string
LoadBalancerIngress=ip 1 string o;hostname 2 string o;ipMode 3 *LoadBalancerIPMode o;ports 4 []PortStatus o l=atomic
LoadBalancerStatus=ingress 1 []LoadBalancerIngress o l=atomic
LocalObjectReference!=name 1 string o
LocalVolumeSource=path 1 string r;fsType 2 *string o
ModifyVolumeStatus=targetVolumeAttributesClassName 1 string o;status 2 PersistentVolumeClaimModifyVolumeStatus r
MountPropagationMode~string
NFSVolumeSource=server 1 string r;path 2 string r;readOnly 3 bool o
Namespace=  meta/v1.TypeMeta inline;metadata 1 meta/v1.ObjectMeta o;spec 2 NamespaceSpec o;status 3 NamespaceStatus o
NamespaceCondition=type 1 NamespaceConditionType r;status 2 ConditionStatus r;lastTransitionTime 4 %time o;reason 5 string o;message 6 string o
NamespaceConditionType~string
NamespacePhase~string
NamespaceSpec=finalizers 1 []FinalizerName o l=atomic
NamespaceStatus=phase 1 NamespacePhase o;conditions 2 []NamespaceCondition o p=merge k=type l=map+type
Node=  meta/v1.TypeMeta inline;metadata 1 meta/v1.ObjectMeta o;spec 2 NodeSpec o;status 3 NodeStatus o
NodeAddress=type 1 NodeAddressType r;address 2 string r
NodeAddressType~string
NodeAffinity=requiredDuringSchedulingIgnoredDuringExecution 1 *NodeSelector o;preferredDuringSchedulingIgnoredDuringExecution 2 []PreferredSchedulingTerm o l=atomic
NodeAllocatableMappedResources=name 1 ResourceName r;quantity 2 *%quantity r
NodeAllocatableOverheadResources=name 1 ResourceName r;perPod 2 *%quantity o;perContainer 3 *%quantity o
NodeAllocatableResourceClaimStatus=resourceClaimName 1 string r;containers 2 []string o l=set;mapping 4 []NodeAllocatableMappedResources o p=merge k=name l=map+name;overhead 5 []NodeAllocatableOverheadResources o p=merge k=name l=map+name
NodeCondition=type 1 NodeConditionType r;status 2 ConditionStatus r;lastHeartbeatTime 3 %time o;lastTransitionTime 4 %time o;reason 5 string o;message 6 string o
NodeConditionType~string
NodeConfigSource=configMap 2 *ConfigMapNodeConfigSource o
NodeConfigStatus=assigned 1 *NodeConfigSource o;active 2 *NodeConfigSource o;lastKnownGood 3 *NodeConfigSource o;error 4 string o
NodeDaemonEndpoints=kubeletEndpoint 1 DaemonEndpoint o
NodeFeatures=supplementalGroupsPolicy 1 *bool o
NodeInclusionPolicy~string
NodePhase~string
NodePodPreemptionPolicy=disableResizePreemption 1 []string o l=set
NodeRuntimeHandler=name 1 string;features 2 *NodeRuntimeHandlerFeatures o
NodeRuntimeHandlerFeatures=recursiveReadOnlyMounts 1 *bool o;userNamespaces 2 *bool o
NodeSelector!=nodeSelectorTerms 1 []NodeSelectorTerm r l=atomic
NodeSelectorOperator~string
NodeSelectorRequirement=key 1 string r;operator 2 NodeSelectorOperator r;values 3 []string o l=atomic
NodeSelectorTerm!=matchExpressions 1 []NodeSelectorRequirement o l=atomic;matchFields 2 []NodeSelectorRequirement o l=atomic
NodeSpec=podCIDR 1 string o;podCIDRs 7 []string o p=merge l=set;providerID 3 string o;unschedulable 4 bool o;taints 5 []Taint o l=atomic;configSource 6 *NodeConfigSource o;externalID 2 string o;podPreemptionPolicy 8 *NodePodPreemptionPolicy o
NodeStatus=capacity 1 ResourceList o;allocatable 2 ResourceList o;phase 3 NodePhase o;conditions 4 []NodeCondition o p=merge k=type l=map+type;addresses 5 []NodeAddress o p=merge k=type l=map+type;daemonEndpoints 6 NodeDaemonEndpoints o;nodeInfo 7 NodeSystemInfo o;images 8 []ContainerImage o l=atomic;volumesInUse 9 []UniqueVolumeName o l=atomic;volumesAttached 10 []AttachedVolume o l=atomic;config 11 *NodeConfigStatus o;runtimeHandlers 12 []NodeRuntimeHandler o l=atomic;features 13 *NodeFeatures o;declaredFeatures 14 []string o l=atomic
NodeSwapStatus=capacity 1 *int64 o
NodeSystemInfo=machineID 1 string r;systemUUID 2 string r;bootID 3 string r;kernelVersion 4 string r;osImage 5 string r;containerRuntimeVersion 6 string r;kubeletVersion 7 string r;kubeProxyVersion 8 string r;operatingSystem 9 string r;architecture 10 string r;swap 11 *NodeSwapStatus o;runningInUserNamespace 12 *bool o
OSName~string
ObjectFieldSelector!=apiVersion 1 string o;fieldPath 2 string r
ObjectReference!=kind 1 string o;namespace 2 string o;name 3 string o;uid 4 types.UID o;apiVersion 5 string o;resourceVersion 6 string o;fieldPath 7 string o
PersistentVolume=  meta/v1.TypeMeta inline;metadata 1 meta/v1.ObjectMeta o;spec 2 PersistentVolumeSpec o;status 3 PersistentVolumeStatus o
PersistentVolumeAccessMode~string
PersistentVolumeClaim=  meta/v1.TypeMeta inline;metadata 1 meta/v1.ObjectMeta o;spec 2 PersistentVolumeClaimSpec o;status 3 PersistentVolumeClaimStatus o
PersistentVolumeClaimCondition=type 1 PersistentVolumeClaimConditionType r;status 2 ConditionStatus r;lastProbeTime 3 %time o;lastTransitionTime 4 %time o;reason 5 string o;message 6 string o
PersistentVolumeClaimConditionType~string
PersistentVolumeClaimModifyVolumeStatus~string
PersistentVolumeClaimPhase~string
PersistentVolumeClaimSpec=accessModes 1 []PersistentVolumeAccessMode o l=atomic;selector 4 *meta/v1.LabelSelector o;resources 2 VolumeResourceRequirements o;volumeName 3 string o;storageClassName 5 *string o;volumeMode 6 *PersistentVolumeMode o;dataSource 7 *TypedLocalObjectReference o;dataSourceRef 8 *TypedObjectReference o;volumeAttributesClassName 9 *string o
PersistentVolumeClaimStatus=phase 1 PersistentVolumeClaimPhase o;accessModes 2 []PersistentVolumeAccessMode o l=atomic;capacity 3 ResourceList o;conditions 4 []PersistentVolumeClaimCondition o p=merge k=type l=map+type;allocatedResources 5 ResourceList o;allocatedResourceStatuses 7 map[ResourceName]ClaimResourceStatus o;currentVolumeAttributesClassName 8 *string o;modifyVolumeStatus 9 *ModifyVolumeStatus o;healthStatus 10 *VolumeHealthStatus o
PersistentVolumeClaimTemplate=metadata 1 meta/v1.ObjectMeta o;spec 2 PersistentVolumeClaimSpec r
PersistentVolumeClaimVolumeSource=claimName 1 string r;readOnly 2 bool o
PersistentVolumeMode~string
PersistentVolumePhase~string
PersistentVolumeReclaimPolicy~string
PersistentVolumeSource=gcePersistentDisk 1 *GCEPersistentDiskVolumeSource o;awsElasticBlockStore 2 *AWSElasticBlockStoreVolumeSource o;hostPath 3 *HostPathVolumeSource o;glusterfs 4 *GlusterfsPersistentVolumeSource o;nfs 5 *NFSVolumeSource o;rbd 6 *RBDPersistentVolumeSource o;iscsi 7 *ISCSIPersistentVolumeSource o;cinder 8 *CinderPersistentVolumeSource o;cephfs 9 *CephFSPersistentVolumeSource o;fc 10 *FCVolumeSource o;flocker 11 *FlockerVolumeSource o;flexVolume 12 *FlexPersistentVolumeSource o;azureFile 13 *AzureFilePersistentVolumeSource o;vsphereVolume 14 *VsphereVirtualDiskVolumeSource o;quobyte 15 *QuobyteVolumeSource o;azureDisk 16 *AzureDiskVolumeSource o;photonPersistentDisk 17 *PhotonPersistentDiskVolumeSource o;portworxVolume 18 *PortworxVolumeSource o;scaleIO 19 *ScaleIOPersistentVolumeSource o;local 20 *LocalVolumeSource o;storageos 21 *StorageOSPersistentVolumeSource o;csi 22 *CSIPersistentVolumeSource o
PersistentVolumeSpec=capacity 1 ResourceList o; 2 PersistentVolumeSource inline;accessModes 3 []PersistentVolumeAccessMode o l=atomic;claimRef 4 *ObjectReference o;persistentVolumeReclaimPolicy 5 PersistentVolumeReclaimPolicy o;storageClassName 6 string o;mountOptions 7 []string o l=atomic;volumeMode 8 *PersistentVolumeMode o;nodeAffinity 9 *VolumeNodeAffinity o;volumeAttributesClassName 10 *string o
PersistentVolumeStatus=phase 1 PersistentVolumePhase o;message 2 string o;reason 3 string o;lastPhaseTransitionTime 4 *%time o
PhotonPersistentDiskVolumeSource=pdID 1 string r;fsType 2 string o
Pod=  meta/v1.TypeMeta inline;metadata 1 meta/v1.ObjectMeta o;spec 2 PodSpec o;status 3 PodStatus o
PodAffinity=requiredDuringSchedulingIgnoredDuringExecution 1 []PodAffinityTerm o l=atomic;preferredDuringSchedulingIgnoredDuringExecution 2 []WeightedPodAffinityTerm o l=atomic
PodAffinityTerm=labelSelector 1 *meta/v1.LabelSelector o;namespaces 2 []string o l=atomic;topologyKey 3 string r;namespaceSelector 4 *meta/v1.LabelSelector o;matchLabelKeys 5 []string o l=atomic;mismatchLabelKeys 6 []string o l=atomic
PodAntiAffinity=requiredDuringSchedulingIgnoredDuringExecution 1 []PodAffinityTerm o l=atomic;preferredDuringSchedulingIgnoredDuringExecution 2 []WeightedPodAffinityTerm o l=atomic
PodCertificateProjection=signerName 1 string o r;keyType 2 string o r;maxExpirationSeconds 3 *int32 o;credentialBundlePath 4 string o;keyPath 5 string o;certificateChainPath 6 string o;userAnnotations 7 map[string]string o;user 8 *int64 o
PodCondition=type 1 PodConditionType r;observedGeneration 7 int64 o;status 2 ConditionStatus r;lastProbeTime 3 %time o;lastTransitionTime 4 %time o;reason 5 string o;message 6 string o
PodConditionType~string
PodDNSConfig=nameservers 1 []string o l=atomic;searches 2 []string o l=atomic;options 3 []PodDNSConfigOption o l=atomic
PodDNSConfigOption=name 1 string o;value 2 *string o
PodExtendedResourceClaimStatus=requestMappings 1 []ContainerExtendedResourceRequest r l=atomic;resourceClaimName 2 string r
PodFSGroupChangePolicy~string
PodIP=ip 1 string r
PodOS=name 1 OSName r
PodPhase~string
PodQOSClass~string
PodReadinessGate=conditionType 1 PodConditionType r
PodResizeStatus~string
PodResourceClaim=name 1 string r;resourceClaimName 3 *string o;resourceClaimTemplateName 4 *string o
PodResourceClaimStatus=name 1 string r;resourceClaimName 2 *string o
PodSELinuxChangePolicy~string
PodSchedulingGate=name 1 string r
PodSchedulingGroup=podGroupName 1 *string o
PodSecurityContext=seLinuxOptions 1 *SELinuxOptions o;windowsOptions 8 *WindowsSecurityContextOptions o;runAsUser 2 *int64 o;runAsGroup 6 *int64 o;runAsNonRoot 3 *bool o;supplementalGroups 4 []int64 o l=atomic;supplementalGroupsPolicy 12 *SupplementalGroupsPolicy o;fsGroup 5 *int64 o;sysctls 7 []Sysctl o l=atomic;fsGroupChangePolicy 9 *PodFSGroupChangePolicy o;seccompProfile 10 *SeccompProfile o;appArmorProfile 11 *AppArmorProfile o;seLinuxChangePolicy 13 *PodSELinuxChangePolicy o
PodSpec=volumes 1 []Volume o p=merge+retainKeys k=name l=map+name;initContainers 20 []Container o p=merge k=name l=map+name;containers 2 []Container r p=merge k=name l=map+name;ephemeralContainers 34 []EphemeralContainer o p=merge k=name l=map+name;restartPolicy 3 RestartPolicy o;terminationGracePeriodSeconds 4 *int64 o;activeDeadlineSeconds 5 *int64 o;dnsPolicy 6 DNSPolicy o;nodeSelector 7 map[string]string o a;serviceAccountName 8 string o;serviceAccount 9 string o;automountServiceAccountToken 21 *bool o;nodeName 10 string o;hostNetwork 11 bool o;hostPID 12 bool o;hostIPC 13 bool o;shareProcessNamespace 27 *bool o;securityContext 14 *PodSecurityContext o;imagePullSecrets 15 []LocalObjectReference o p=merge k=name l=map+name;hostname 16 string o;subdomain 17 string o;affinity 18 *Affinity o;schedulerName 19 string o;tolerations 22 []Toleration o l=atomic;hostAliases 23 []HostAlias o p=merge k=ip l=map+ip;priorityClassName 24 string o;priority 25 *int32 o;dnsConfig 26 *PodDNSConfig o;readinessGates 28 []PodReadinessGate o l=atomic;runtimeClassName 29 *string o;enableServiceLinks 30 *bool o;preemptionPolicy 31 *PreemptionPolicy o;overhead 32 ResourceList o;topologySpreadConstraints 33 []TopologySpreadConstraint o p=merge k=topologyKey l=map+topologyKey+whenUnsatisfiable;setHostnameAsFQDN 35 *bool o;os 36 *PodOS o;hostUsers 37 *bool o;schedulingGates 38 []PodSchedulingGate o p=merge k=name l=map+name;resourceClaims 39 []PodResourceClaim o p=merge+retainKeys k=name l=map+name;resources 40 *ResourceRequirements o;hostnameOverride 41 *string o;schedulingGroup 43 *PodSchedulingGroup o;evictionResponders 44 []EvictionResponder o p=merge k=name l=map+name
PodStatus=observedGeneration 17 int64 o;phase 1 PodPhase o;conditions 2 []PodCondition o p=merge k=type l=map+type;message 3 string o;reason 4 string o;nominatedNodeName 11 string o;hostIP 5 string o;hostIPs 16 []HostIP o p=merge k=ip l=atomic;podIP 6 string o;podIPs 12 []PodIP o p=merge k=ip l=map+ip;startTime 7 *%time o;initContainerStatuses 10 []ContainerStatus o l=atomic;containerStatuses 8 []ContainerStatus o l=atomic;qosClass 9 PodQOSClass o;ephemeralContainerStatuses 13 []ContainerStatus o l=atomic;resize 14 PodResizeStatus o;resourceClaimStatuses 15 []PodResourceClaimStatus o p=merge+retainKeys k=name l=map+name;extendedResourceClaimStatus 18 *PodExtendedResourceClaimStatus o;allocatedResources 19 ResourceList o;resources 20 *ResourceRequirements o;nodeAllocatableResourceClaimStatuses 21 []NodeAllocatableResourceClaimStatus o p=merge k=resourceClaimName l=map+resourceClaimName;volumeHealth 22 []PodVolumeHealth o l=map+name
PodTemplate=  meta/v1.TypeMeta inline;metadata 1 meta/v1.ObjectMeta o;template 2 PodTemplateSpec o
PodTemplateSpec=metadata 1 meta/v1.ObjectMeta o;spec 2 PodSpec o
PodVolumeHealth=name 1 string r;healthConditions 2 []VolumeHealthCondition o p=merge k=status l=map+status+reason;lastTransitionTime 3 %time o
PortStatus=port 1 int32 r;protocol 2 Protocol r;error 3 *string o
PortworxVolumeSource=volumeID 1 string r;fsType 2 string o;readOnly 3 bool o
PreemptionPolicy~string
PreferredSchedulingTerm=weight 1 int32 r;preference 2 NodeSelectorTerm r
Probe= 1 ProbeHandler inline;initialDelaySeconds 2 int32 o;timeoutSeconds 3 int32 o;periodSeconds 4 int32 o;successThreshold 5 int32 o;failureThreshold 6 int32 o;terminationGracePeriodSeconds 7 *int64 o
ProbeHandler=exec 1 *ExecAction o;httpGet 2 *HTTPGetAction o;tcpSocket 3 *TCPSocketAction o;grpc 4 *GRPCAction o
ProcMountType~string
ProjectedVolumeSource=sources 1 []VolumeProjection l=atomic;defaultMode 2 *int32 o;defaultUser 3 *int64 o
Protocol~string
PullPolicy~string
QuobyteVolumeSource=registry 1 string r;volume 2 string r;readOnly 3 bool o;user 4 string o;group 5 string o;tenant 6 string o
RBDPersistentVolumeSource=monitors 1 []string r l=atomic;image 2 string r;fsType 3 string o;pool 4 string o;user 5 string o;keyring 6 string o;secretRef 7 *SecretReference o;readOnly 8 bool o
RBDVolumeSource=monitors 1 []string r l=atomic;image 2 string r;fsType 3 string o;pool 4 string o;user 5 string o;keyring 6 string o;secretRef 7 *LocalObjectReference o;readOnly 8 bool o
RecursiveReadOnlyMode~string
ReplicationController=  meta/v1.TypeMeta inline;metadata 1 meta/v1.ObjectMeta o;spec 2 ReplicationControllerSpec o;status 3 ReplicationControllerStatus o
ReplicationControllerCondition=type 1 ReplicationControllerConditionType r;status 2 ConditionStatus r;lastTransitionTime 3 %time o;reason 4 string o;message 5 string o
ReplicationControllerConditionType~string
ReplicationControllerSpec=replicas 1 *int32 o;minReadySeconds 4 int32 o;selector 2 map[string]string o a;template 3 *PodTemplateSpec o
ReplicationControllerStatus=replicas 1 int32 r;fullyLabeledReplicas 2 int32 o;readyReplicas 4 int32 o;availableReplicas 5 int32 o;observedGeneration 3 int64 o;conditions 6 []ReplicationControllerCondition o p=merge k=type l=map+type
ResourceClaim=name 1 string r;request 2 string o
ResourceFieldSelector!=containerName 1 string o;resource 2 string r;divisor 3 %quantity o
ResourceHealth=resourceID 1 ResourceID r;health 2 ResourceHealthStatus o;message 6 *string o
ResourceHealthStatus~string
ResourceID~string
ResourceList~map[ResourceName]%quantity
ResourceName~string
ResourceQuota=  meta/v1.TypeMeta inline;metadata 1 meta/v1.ObjectMeta o;spec 2 ResourceQuotaSpec o;status 3 ResourceQuotaStatus o
ResourceQuotaScope~string
ResourceQuotaSpec=hard 1 ResourceList o;scopes 2 []ResourceQuotaScope o l=atomic;scopeSelector 3 *ScopeSelector o
ResourceQuotaStatus=hard 1 ResourceList o;used 2 ResourceList o
ResourceRequirements=limits 1 ResourceList o;requests 2 ResourceList o;claims 3 []ResourceClaim o l=map+name
ResourceResizeRestartPolicy~string
ResourceStatus=name 1 ResourceName r;resources 2 []ResourceHealth o l=map+resourceID
RestartPolicy~string
SELinuxOptions=user 1 string o;role 2 string o;type 3 string o;level 4 string o
ScaleIOPersistentVolumeSource=gateway 1 string r;system 2 string r;secretRef 3 *SecretReference r;sslEnabled 4 bool o;protectionDomain 5 string o;storagePool 6 string o;storageMode 7 string o;volumeName 8 string o;fsType 9 string o;readOnly 10 bool o
ScaleIOVolumeSource=gateway 1 string r;system 2 string r;secretRef 3 *LocalObjectReference r;sslEnabled 4 bool o;protectionDomain 5 string o;storagePool 6 string o;storageMode 7 string o;volumeName 8 string o;fsType 9 string o;readOnly 10 bool o
ScopeSelector!=matchExpressions 1 []ScopedResourceSelectorRequirement o l=atomic
ScopeSelectorOperator~string
ScopedResourceSelectorRequirement=scopeName 1 ResourceQuotaScope r;operator 2 ScopeSelectorOperator r;values 3 []string o l=atomic
SeccompProfile=type 1 SeccompProfileType r;localhostProfile 2 *string o
SeccompProfileType~string
Secret=  meta/v1.TypeMeta inline;metadata 1 meta/v1.ObjectMeta o;immutable 5 *bool o;data 2 map[string][]byte o;stringData 4 map[string]string o;type 3 SecretType o
SecretEnvSource= 1 LocalObjectReference inline;optional 2 *bool o
SecretKeySelector!= 1 LocalObjectReference inline;key 2 string r;optional 3 *bool o
SecretProjection= 1 LocalObjectReference inline;items 2 []KeyToPath o l=atomic;optional 4 *bool o
SecretReference!=name 1 string o;namespace 2 string o
SecretType~string
SecretVolumeSource=secretName 1 string o;items 2 []KeyToPath o l=atomic;defaultMode 3 *int32 o;optional 4 *bool o;defaultUser 5 *int64 o
SecurityContext=capabilities 1 *Capabilities o;privileged 2 *bool o;seLinuxOptions 3 *SELinuxOptions o;windowsOptions 10 *WindowsSecurityContextOptions o;runAsUser 4 *int64 o;runAsGroup 8 *int64 o;runAsNonRoot 5 *bool o;readOnlyRootFilesystem 6 *bool o;allowPrivilegeEscalation 7 *bool o;procMount 9 *ProcMountType o;seccompProfile 11 *SeccompProfile o;appArmorProfile 12 *AppArmorProfile o
Service=  meta/v1.TypeMeta inline;metadata 1 meta/v1.ObjectMeta o;spec 2 ServiceSpec o;status 3 ServiceStatus o
ServiceAccount=  meta/v1.TypeMeta inline;metadata 1 meta/v1.ObjectMeta o;secrets 2 []ObjectReference o p=merge k=name l=map+name;imagePullSecrets 3 []LocalObjectReference o l=atomic;automountServiceAccountToken 4 *bool o
ServiceAccountTokenProjection=audience 1 string o;expirationSeconds 2 *int64 o;path 3 string r;user 4 *int64 o
ServiceAffinity~string
ServiceExternalTrafficPolicy~string
ServiceInternalTrafficPolicy~string
ServicePort=name 1 string o;protocol 2 Protocol o;appProtocol 6 *string o;port 3 int32 r;targetPort 4 %intorstring o;nodePort 5 int32 o
ServiceSpec=ports 1 []ServicePort o p=merge k=port l=map+port+protocol;selector 2 map[string]string o a;clusterIP 3 string o;clusterIPs 18 []string o l=atomic;type 4 ServiceType o;externalIPs 5 []string o l=atomic;sessionAffinity 7 ServiceAffinity o;loadBalancerIP 8 string o;loadBalancerSourceRanges 9 []string o l=atomic;externalName 10 string o;externalTrafficPolicy 11 ServiceExternalTrafficPolicy o;healthCheckNodePort 12 int32 o;publishNotReadyAddresses 13 bool o;sessionAffinityConfig 14 *SessionAffinityConfig o;ipFamilies 19 []IPFamily o l=atomic;ipFamilyPolicy 17 *IPFamilyPolicy o;allocateLoadBalancerNodePorts 20 *bool o;loadBalancerClass 21 *string o;internalTrafficPolicy 22 *ServiceInternalTrafficPolicy o;trafficDistribution 23 *string o
ServiceStatus=loadBalancer 1 LoadBalancerStatus o;conditions 2 []meta/v1.Condition o p=merge k=type l=map+type
ServiceType~string
SessionAffinityConfig=clientIP 1 *ClientIPConfig o
Signal~string
SleepAction=seconds 1 int64 r
StorageMedium~string
StorageOSPersistentVolumeSource=volumeName 1 string o;volumeNamespace 2 string o;fsType 3 string o;readOnly 4 bool o;secretRef 5 *ObjectReference o
StorageOSVolumeSource=volumeName 1 string o;volumeNamespace 2 string o;fsType 3 string o;readOnly 4 bool o;secretRef 5 *LocalObjectReference o
SupplementalGroupsPolicy~string
Sysctl=name 1 string r;value 2 string r
TCPSocketAction=port 1 %intorstring r;host 2 string o
Taint=key 1 string r;value 2 string o;effect 3 TaintEffect r;timeAdded 4 *%time o
TaintEffect~string
TerminationMessagePolicy~string
Toleration=key 1 string o;operator 2 TolerationOperator o;value 3 string o;effect 4 TaintEffect o;tolerationSeconds 5 *int64 o
TolerationOperator~string
TopologySelectorLabelRequirement=key 1 string r;values 2 []string r l=atomic
TopologySelectorTerm!=matchLabelExpressions 1 []TopologySelectorLabelRequirement o l=atomic
TopologySpreadConstraint=maxSkew 1 int32 r;topologyKey 2 string r;whenUnsatisfiable 3 UnsatisfiableConstraintAction r;labelSelector 4 *meta/v1.LabelSelector o;minDomains 5 *int32 o;nodeAffinityPolicy 6 *NodeInclusionPolicy o;nodeTaintsPolicy 7 *NodeInclusionPolicy o;matchLabelKeys 8 []string o l=atomic
TypedLocalObjectReference!=apiGroup 1 *string;kind 2 string r;name 3 string r
TypedObjectReference=apiGroup 1 *string;kind 2 string r;name 3 string r;namespace 4 *string o
URIScheme~string
UniqueVolumeName~string
UnsatisfiableConstraintAction~string
Volume=name 1 string r; 2 VolumeSource inline
VolumeDevice=name 1 string r;devicePath 2 string r
VolumeHealthCondition=status 1 VolumeHealthStatusType r;reason 2 string r;message 3 string o
VolumeHealthStatus=healthConditions 1 []VolumeHealthCondition o p=merge k=status l=map+status+reason;lastTransitionTime 2 %time o
VolumeHealthStatusType~string
VolumeMount=name 1 string r;readOnly 2 bool o;recursiveReadOnly 7 *RecursiveReadOnlyMode o;mountPath 3 string r;subPath 4 string o;mountPropagation 5 *MountPropagationMode o;subPathExpr 6 string o;bindMountOptions 8 []string o l=set
VolumeMountStatus=name 1 string r;mountPath 2 string r;readOnly 3 bool o;recursiveReadOnly 4 *RecursiveReadOnlyMode o;volumeStatus 5 *VolumeStatus o
VolumeNodeAffinity=required 1 *NodeSelector o
VolumeProjection=secret 1 *SecretProjection o;downwardAPI 2 *DownwardAPIProjection o;configMap 3 *ConfigMapProjection o;serviceAccountToken 4 *ServiceAccountTokenProjection o;clusterTrustBundle 5 *ClusterTrustBundleProjection o;podCertificate 6 *PodCertificateProjection o
VolumeResourceRequirements=limits 1 ResourceList o;requests 2 ResourceList o
VolumeSource=hostPath 1 *HostPathVolumeSource o;emptyDir 2 *EmptyDirVolumeSource o;gcePersistentDisk 3 *GCEPersistentDiskVolumeSource o;awsElasticBlockStore 4 *AWSElasticBlockStoreVolumeSource o;gitRepo 5 *GitRepoVolumeSource o;secret 6 *SecretVolumeSource o;nfs 7 *NFSVolumeSource o;iscsi 8 *ISCSIVolumeSource o;glusterfs 9 *GlusterfsVolumeSource o;persistentVolumeClaim 10 *PersistentVolumeClaimVolumeSource o;rbd 11 *RBDVolumeSource o;flexVolume 12 *FlexVolumeSource o;cinder 13 *CinderVolumeSource o;cephfs 14 *CephFSVolumeSource o;flocker 15 *FlockerVolumeSource o;downwardAPI 16 *DownwardAPIVolumeSource o;fc 17 *FCVolumeSource o;azureFile 18 *AzureFileVolumeSource o;configMap 19 *ConfigMapVolumeSource o;vsphereVolume 20 *VsphereVirtualDiskVolumeSource o;quobyte 21 *QuobyteVolumeSource o;azureDisk 22 *AzureDiskVolumeSource o;photonPersistentDisk 23 *PhotonPersistentDiskVolumeSource o;projected 26 *ProjectedVolumeSource o;portworxVolume 24 *PortworxVolumeSource o;scaleIO 25 *ScaleIOVolumeSource o;storageos 27 *StorageOSVolumeSource o;csi 28 *CSIVolumeSource o;ephemeral 29 *EphemeralVolumeSource o;image 30 *ImageVolumeSource o
VolumeStatus=image 1 *ImageVolumeStatus o
VsphereVirtualDiskVolumeSource=volumePath 1 string r;fsType 2 string o;storagePolicyName 3 string o;storagePolicyID 4 string o
WeightedPodAffinityTerm=weight 1 int32 r;podAffinityTerm 2 PodAffinityTerm r
WindowsSecurityContextOptions=gmsaCredentialSpecName 1 *string o;gmsaCredentialSpec 2 *string o;runAsUserName 3 *string o;hostProcess 4 *bool o
@discovery/v1 discovery.k8s.io
AddressType~string
Endpoint=addresses 1 []string r l=set;conditions 2 EndpointConditions o;hostname 3 *string o;targetRef 4 *core/v1.ObjectReference o;deprecatedTopology 5 map[string]string o;nodeName 6 *string o;zone 7 *string o;hints 8 *EndpointHints o
EndpointConditions=ready 1 *bool o;serving 2 *bool o;terminating 3 *bool o
EndpointHints=forZones 1 []ForZone o l=atomic;forNodes 2 []ForNode o l=atomic
EndpointPort!=name 1 *string o;protocol 2 *core/v1.Protocol o;port 3 *int32 o;appProtocol 4 *string o
EndpointSlice=  meta/v1.TypeMeta inline;metadata 1 meta/v1.ObjectMeta o;addressType 4 AddressType r;endpoints 2 []Endpoint l=atomic;ports 3 []EndpointPort l=atomic
ForNode=name 1 string r
ForZone=name 1 string r
@events/v1 events.k8s.io
Event=  meta/v1.TypeMeta inline;metadata 1 meta/v1.ObjectMeta;eventTime 2 %microtime r;series 3 *EventSeries o;reportingController 4 string o;reportingInstance 5 string o;action 6 string o;reason 7 string o;regarding 8 core/v1.ObjectReference o;related 9 *core/v1.ObjectReference o;note 10 string o;type 11 string o;deprecatedSource 12 core/v1.EventSource o;deprecatedFirstTimestamp 13 %time o;deprecatedLastTimestamp 14 %time o;deprecatedCount 15 int32 o
EventSeries=count 1 int32 r;lastObservedTime 2 %microtime r
@flowcontrol/v1 flowcontrol.apiserver.k8s.io
ConditionStatus~string
ExemptPriorityLevelConfiguration=nominalConcurrencyShares 1 *int32 o;lendablePercent 2 *int32 o
FlowDistinguisherMethod=type 1 FlowDistinguisherMethodType r
FlowDistinguisherMethodType~string
FlowSchema=  meta/v1.TypeMeta inline;metadata 1 meta/v1.ObjectMeta o;spec 2 FlowSchemaSpec o r;status 3 FlowSchemaStatus o
FlowSchemaCondition=type 1 FlowSchemaConditionType o r;status 2 ConditionStatus o;lastTransitionTime 3 %time o;reason 4 string o;message 5 string o
FlowSchemaConditionType~string
FlowSchemaSpec=priorityLevelConfiguration 1 PriorityLevelConfigurationReference r;matchingPrecedence 2 int32;distinguisherMethod 3 *FlowDistinguisherMethod o;rules 4 []PolicyRulesWithSubjects o l=atomic
FlowSchemaStatus=conditions 1 []FlowSchemaCondition o p=merge k=type l=map+type
GroupSubject=name 1 string r
LimitResponse=type 1 LimitResponseType r;queuing 2 *QueuingConfiguration o
LimitResponseType~string
LimitedPriorityLevelConfiguration=nominalConcurrencyShares 1 *int32;limitResponse 2 LimitResponse o r;lendablePercent 3 *int32 o;borrowingLimitPercent 4 *int32 o
NonResourcePolicyRule=verbs 1 []string r l=set;nonResourceURLs 6 []string r l=set
PolicyRulesWithSubjects=subjects 1 []Subject r l=atomic;resourceRules 2 []ResourcePolicyRule o l=atomic;nonResourceRules 3 []NonResourcePolicyRule o l=atomic
PriorityLevelConfiguration=  meta/v1.TypeMeta inline;metadata 1 meta/v1.ObjectMeta o;spec 2 PriorityLevelConfigurationSpec o r;status 3 PriorityLevelConfigurationStatus o
PriorityLevelConfigurationCondition=type 1 PriorityLevelConfigurationConditionType o r;status 2 ConditionStatus o;lastTransitionTime 3 %time o;reason 4 string o;message 5 string o
PriorityLevelConfigurationConditionType~string
PriorityLevelConfigurationReference=name 1 string r
PriorityLevelConfigurationSpec=type 1 PriorityLevelEnablement r;limited 2 *LimitedPriorityLevelConfiguration o;exempt 3 *ExemptPriorityLevelConfiguration o
PriorityLevelConfigurationStatus=conditions 1 []PriorityLevelConfigurationCondition o p=merge k=type l=map+type
PriorityLevelEnablement~string
QueuingConfiguration=queues 1 int32;handSize 2 int32;queueLengthLimit 3 int32
ResourcePolicyRule=verbs 1 []string r l=set;apiGroups 2 []string r l=set;resources 3 []string r l=set;clusterScope 4 bool o;namespaces 5 []string l=set
ServiceAccountSubject=namespace 1 string r;name 2 string r
Subject=kind 1 SubjectKind r;user 2 *UserSubject o;group 3 *GroupSubject o;serviceAccount 4 *ServiceAccountSubject o
SubjectKind~string
UserSubject=name 1 string r
@lifecycle/v1alpha1 lifecycle.k8s.io
Eviction=  meta/v1.TypeMeta inline;metadata 1 meta/v1.ObjectMeta o;spec 2 EvictionSpec r;status 3 EvictionStatus o
EvictionPodReference=name 1 string r;uid 2 types.UID r
EvictionRequest=  meta/v1.TypeMeta inline;metadata 1 meta/v1.ObjectMeta o;spec 2 EvictionRequestSpec r;status 3 EvictionRequestStatus o
EvictionRequestIntent~string
EvictionRequestPodReference=name 1 string r;uid 2 types.UID r
EvictionRequestSpec=target 1 EvictionRequestTarget r;requester 2 string r;intent 3 EvictionRequestIntent r
EvictionRequestStatus=conditions 1 []meta/v1.Condition o p=merge k=type l=map+type;observedGeneration 2 *int64 o
EvictionRequestTarget=pod 1 *EvictionRequestPodReference o
EvictionSpec=target 1 EvictionTarget r
EvictionStatus=conditions 1 []meta/v1.Condition o p=merge k=type l=map+type;observedGeneration 2 *int64 o;requesters 3 []Requester o p=merge k=name l=map+name;targetResponders 4 []TargetResponder o p=merge k=name l=map+name;responders 5 []ResponderStatus o p=merge k=name l=map+name
EvictionTarget=pod 1 *EvictionPodReference o
Requester!=name 1 string r;intent 2 RequesterIntent r
RequesterIntent~string
ResponderStateType~string
ResponderStatus=name 1 string r;startTime 2 *%time o;heartbeatTime 3 *%time o;expectedCompletionTime 4 *%time o;completionTime 5 *%time o;message 6 *string o
TargetResponder!=name 1 string r;priority 2 *int32 r;state 3 ResponderStateType r
@meta/v1 meta.k8s.io
CauseType~string
Condition=type 1 string r;status 2 ConditionStatus r;observedGeneration 3 int64 o;lastTransitionTime 4 %time r;reason 5 string r;message 6 string r
ConditionStatus~string
DeleteOptions=  TypeMeta inline;gracePeriodSeconds 1 *int64 o;preconditions 2 *Preconditions o;orphanDependents 3 *bool o;propagationPolicy 4 *DeletionPropagation o;dryRun 5 []string o l=atomic;ignoreStoreReadErrorWithClusterBreakingPotential 6 *bool o
DeletionPropagation~string
FieldSelectorOperator~string
FieldSelectorRequirement=key 1 string r;operator 2 FieldSelectorOperator r;values 3 []string o l=atomic
GroupResource=group 1 string r;resource 2 string r
LabelSelector!=matchLabels 1 map[string]string o;matchExpressions 2 []LabelSelectorRequirement o l=atomic
LabelSelectorOperator~string
LabelSelectorRequirement=key 1 string r;operator 2 LabelSelectorOperator r;values 3 []string o l=atomic
ListMeta=selfLink 1 string o;resourceVersion 2 string o;continue 3 string o;remainingItemCount 4 *int64 o;shardInfo 5 *ShardInfo o
ManagedFieldsEntry=manager 1 string o;operation 2 ManagedFieldsOperationType o;apiVersion 3 string o;time 4 *%time o;fieldsType 6 string o;fieldsV1 7 *%fieldsv1 o;subresource 8 string o
ManagedFieldsOperationType~string
ObjectMeta=name 1 string o;generateName 2 string o;namespace 3 string o;selfLink 4 string o;uid 5 types.UID o;resourceVersion 6 string o;generation 7 int64 o;creationTimestamp 8 %time z o;deletionTimestamp 9 *%time o;deletionGracePeriodSeconds 10 *int64 o;labels 11 map[string]string o;annotations 12 map[string]string o;ownerReferences 13 []OwnerReference o p=merge k=uid l=map+uid;finalizers 14 []string o p=merge l=set;managedFields 17 []ManagedFieldsEntry o l=atomic
OwnerReference!=apiVersion 5 string r;kind 1 string r;name 3 string r;uid 4 types.UID r;controller 6 *bool o;blockOwnerDeletion 7 *bool o
Preconditions=uid 1 *types.UID o;resourceVersion 2 *string o
ShardInfo=selector 1 string r
Status=  TypeMeta inline;metadata 1 ListMeta o;status 2 string o;message 3 string o;reason 4 StatusReason o;details 5 *StatusDetails o;code 6 int32 o
StatusCause=reason 1 CauseType o;message 2 string o;field 3 string o
StatusDetails=name 1 string o;group 2 string o;kind 3 string o;uid 6 types.UID o;causes 4 []StatusCause o l=atomic;retryAfterSeconds 5 int32 o
StatusReason~string
TypeMeta=kind 1 string o;apiVersion 2 string o
@networking/v1 networking.k8s.io
HTTPIngressPath=path 1 string o;pathType 3 *PathType r;backend 2 IngressBackend r
HTTPIngressRuleValue=paths 1 []HTTPIngressPath r l=atomic
IPAddress=  meta/v1.TypeMeta inline;metadata 1 meta/v1.ObjectMeta o;spec 2 IPAddressSpec o r
IPAddressSpec=parentRef 1 *ParentReference o r
IPBlock=cidr 1 string r;except 2 []string o l=atomic
Ingress=  meta/v1.TypeMeta inline;metadata 1 meta/v1.ObjectMeta o;spec 2 IngressSpec o;status 3 IngressStatus o
IngressBackend=service 4 *IngressServiceBackend o;resource 3 *core/v1.TypedLocalObjectReference o
IngressClass=  meta/v1.TypeMeta inline;metadata 1 meta/v1.ObjectMeta o;spec 2 IngressClassSpec o
IngressClassParametersReference=apiGroup 1 *string o;kind 2 string r;name 3 string r;scope 4 *string;namespace 5 *string o
IngressClassSpec=controller 1 string o;parameters 2 *IngressClassParametersReference o
IngressLoadBalancerIngress=ip 1 string o;hostname 2 string o;ports 4 []IngressPortStatus o l=atomic
IngressLoadBalancerStatus=ingress 1 []IngressLoadBalancerIngress o l=atomic
IngressPortStatus=port 1 int32 r;protocol 2 core/v1.Protocol r;error 3 *string o
IngressRule=host 1 string o; 2 IngressRuleValue inline
IngressRuleValue=http 1 *HTTPIngressRuleValue o
IngressServiceBackend=name 1 string r;port 2 ServiceBackendPort o
IngressSpec=ingressClassName 4 *string o;defaultBackend 1 *IngressBackend o;tls 2 []IngressTLS o l=atomic;rules 3 []IngressRule o l=atomic
IngressStatus=loadBalancer 1 IngressLoadBalancerStatus o
IngressTLS=hosts 1 []string o l=atomic;secretName 2 string o
NetworkPolicy=  meta/v1.TypeMeta inline;metadata 1 meta/v1.ObjectMeta o;spec 2 NetworkPolicySpec o
NetworkPolicyEgressRule=ports 1 []NetworkPolicyPort o l=atomic;to 2 []NetworkPolicyPeer o l=atomic
NetworkPolicyIngressRule=ports 1 []NetworkPolicyPort o l=atomic;from 2 []NetworkPolicyPeer o l=atomic
NetworkPolicyPeer=podSelector 1 *meta/v1.LabelSelector o;namespaceSelector 2 *meta/v1.LabelSelector o;ipBlock 3 *IPBlock o
NetworkPolicyPort=protocol 1 *core/v1.Protocol o;port 2 *%intorstring o;endPort 3 *int32 o
NetworkPolicySpec=podSelector 1 meta/v1.LabelSelector;ingress 2 []NetworkPolicyIngressRule o l=atomic;egress 3 []NetworkPolicyEgressRule o l=atomic;policyTypes 4 []PolicyType o l=atomic
ParentReference=group 1 string o;resource 2 string o r;namespace 3 string o;name 4 string o r
PathType~string
PolicyType~string
ServiceBackendPort!=name 1 string o;number 2 int32 o
ServiceCIDR=  meta/v1.TypeMeta inline;metadata 1 meta/v1.ObjectMeta o;spec 2 ServiceCIDRSpec o;status 3 ServiceCIDRStatus o
ServiceCIDRSpec=cidrs 1 []string o l=atomic
ServiceCIDRStatus=conditions 1 []meta/v1.Condition o p=merge k=type l=map+type
@networking/v1beta1 networking.k8s.io
IPAddress=  meta/v1.TypeMeta inline;metadata 1 meta/v1.ObjectMeta o;spec 2 IPAddressSpec o r
IPAddressSpec=parentRef 1 *ParentReference o r
ParentReference=group 1 string o;resource 2 string o r;namespace 3 string o;name 4 string o r
ServiceCIDR=  meta/v1.TypeMeta inline;metadata 1 meta/v1.ObjectMeta o;spec 2 ServiceCIDRSpec o;status 3 ServiceCIDRStatus o
ServiceCIDRSpec=cidrs 1 []string o l=atomic
ServiceCIDRStatus=conditions 1 []meta/v1.Condition o p=merge k=type l=map+type
@node/v1 node.k8s.io
Overhead=podFixed 1 core/v1.ResourceList o
RuntimeClass=  meta/v1.TypeMeta inline;metadata 1 meta/v1.ObjectMeta o;handler 2 string r;overhead 3 *Overhead o;scheduling 4 *Scheduling o
Scheduling=nodeSelector 1 map[string]string o a;tolerations 2 []core/v1.Toleration o l=atomic
@policy/v1 policy
Eviction=  meta/v1.TypeMeta inline;metadata 1 meta/v1.ObjectMeta o;deleteOptions 2 *meta/v1.DeleteOptions o
PodDisruptionBudget=  meta/v1.TypeMeta inline;metadata 1 meta/v1.ObjectMeta o;spec 2 PodDisruptionBudgetSpec o;status 3 PodDisruptionBudgetStatus o
PodDisruptionBudgetSpec=minAvailable 1 *%intorstring o;selector 2 *meta/v1.LabelSelector o p=replace;maxUnavailable 3 *%intorstring o;unhealthyPodEvictionPolicy 4 *UnhealthyPodEvictionPolicyType o
PodDisruptionBudgetStatus=observedGeneration 1 int64 o;disruptedPods 2 map[string]%time o;disruptionsAllowed 3 int32;currentHealthy 4 int32;desiredHealthy 5 int32;expectedPods 6 int32;conditions 7 []meta/v1.Condition o p=merge k=type l=map+type
UnhealthyPodEvictionPolicyType~string
@rbac/v1 rbac.authorization.k8s.io
AggregationRule=clusterRoleSelectors 1 []meta/v1.LabelSelector o l=atomic
ClusterRole=  meta/v1.TypeMeta inline;metadata 1 meta/v1.ObjectMeta o;rules 2 []PolicyRule l=atomic;aggregationRule 3 *AggregationRule o
ClusterRoleBinding=  meta/v1.TypeMeta inline;metadata 1 meta/v1.ObjectMeta o;subjects 2 []Subject o l=atomic;roleRef 3 RoleRef r
PolicyRule=verbs 1 []string r l=atomic;apiGroups 2 []string o l=atomic;resources 3 []string o l=atomic;resourceNames 4 []string o l=atomic;nonResourceURLs 5 []string o l=atomic
Role=  meta/v1.TypeMeta inline;metadata 1 meta/v1.ObjectMeta o;rules 2 []PolicyRule l=atomic
RoleBinding=  meta/v1.TypeMeta inline;metadata 1 meta/v1.ObjectMeta o;subjects 2 []Subject o l=atomic;roleRef 3 RoleRef r
RoleRef!=apiGroup 1 string;kind 2 string r;name 3 string r
Subject!=kind 1 string r;apiGroup 2 string o;name 3 string r;namespace 4 string o
@resource/v1 resource.k8s.io
AllocatedDeviceStatus=driver 1 string r;pool 2 string r;device 3 string r;shareID 7 *string o;conditions 4 []meta/v1.Condition l=map+type;data 5 *%raw o;networkData 6 *NetworkDeviceData o
AllocationConfigSource~string
AllocationResult=devices 1 DeviceAllocationResult o;nodeSelector 3 *core/v1.NodeSelector o;allocationTimestamp 5 *%time o
CELDeviceSelector=expression 1 string r
CapacityRequestPolicy=default 1 *%quantity;validValues 3 []%quantity o l=atomic;validRange 4 *CapacityRequestPolicyRange o
CapacityRequestPolicyRange=min 1 *%quantity o r;max 2 *%quantity o;step 3 *%quantity o
CapacityRequirements=requests 1 map[QualifiedName]%quantity o
Counter=value 1 %quantity r
CounterSet=name 1 string r;counters 2 map[string]Counter o r
Device=name 1 string r;attributes 2 map[QualifiedName]DeviceAttribute o;capacity 3 map[QualifiedName]DeviceCapacity o;consumesCounters 4 []DeviceCounterConsumption o l=atomic;nodeName 5 *string o;nodeSelector 6 *core/v1.NodeSelector o;allNodes 7 *bool o;taints 8 []DeviceTaint o l=atomic;bindsToNode 9 *bool o;bindingConditions 10 []string o l=atomic;bindingFailureConditions 11 []string o l=atomic;allowMultipleAllocations 12 *bool o;nodeAllocatableResources 14 map[ResourceName]NodeAllocatableResource o
DeviceAllocationConfiguration=source 1 AllocationConfigSource r;requests 2 []string o l=atomic; 3 DeviceConfiguration inline
DeviceAllocationMode~string
DeviceAllocationResult=results 1 []DeviceRequestAllocationResult o l=atomic;config 2 []DeviceAllocationConfiguration o l=atomic
DeviceAttribute=int 2 *int64 o;bool 3 *bool o;string 4 *string o;version 5 *string o;ints 6 []int64 o l=atomic;bools 7 []bool o l=atomic;strings 8 []string o l=atomic;versions 9 []string o l=atomic
DeviceCapacity=value 1 %quantity r;requestPolicy 2 *CapacityRequestPolicy o
DeviceClaim=requests 1 []DeviceRequest l=atomic;constraints 2 []DeviceConstraint o l=atomic;config 3 []DeviceClaimConfiguration o l=atomic
DeviceClaimConfiguration=requests 1 []string o l=atomic; 2 DeviceConfiguration inline
DeviceClass=  meta/v1.TypeMeta inline;metadata 1 meta/v1.ObjectMeta o;spec 2 DeviceClassSpec
DeviceClassConfiguration= 1 DeviceConfiguration inline
DeviceClassSpec=selectors 1 []DeviceSelector o l=atomic;config 2 []DeviceClassConfiguration o l=atomic;extendedResourceName 4 *string o
DeviceConfiguration=opaque 1 *OpaqueDeviceConfiguration o
DeviceConstraint=requests 1 []string o l=atomic;matchAttribute 2 *FullyQualifiedName o;distinctAttribute 3 *FullyQualifiedName o
DeviceCounterConsumption=counterSet 1 string r;counters 2 map[string]Counter o r;compatibilityGroups 3 []string o l=atomic
DeviceDerivedAttribute=name 1 FullyQualifiedName r;expression 2 string r
DeviceRequest=name 1 string r;exactly 2 *ExactDeviceRequest o;firstAvailable 3 []DeviceSubRequest o l=atomic
DeviceRequestAllocationResult=request 1 string r;driver 2 string r;pool 3 string r;device 4 string r;adminAccess 5 *bool o;tolerations 6 []DeviceToleration o l=atomic;bindingConditions 7 []string o l=atomic;bindingFailureConditions 8 []string o l=atomic;shareID 9 *types.UID o;consumedCapacity 10 map[QualifiedName]%quantity o;skipNodeOperations 11 []SkipNodeOperation o l=set
DeviceSelector=cel 1 *CELDeviceSelector o
DeviceSubRequest=name 1 string r;deviceClassName 2 string r;selectors 3 []DeviceSelector o l=atomic;allocationMode 4 DeviceAllocationMode o;count 5 int64 o;tolerations 6 []DeviceToleration o l=atomic;capacity 7 *CapacityRequirements o;derivedAttributes 8 []DeviceDerivedAttribute o l=atomic
DeviceTaint=key 1 string r;value 2 string o;effect 3 DeviceTaintEffect r;timeAdded 4 *%time o
DeviceTaintEffect~string
DeviceTaintRule=  meta/v1.TypeMeta inline;metadata 1 meta/v1.ObjectMeta o;spec 2 DeviceTaintRuleSpec r;status 3 DeviceTaintRuleStatus o
DeviceTaintRuleSpec=deviceSelector 1 *DeviceTaintSelector o;taint 2 DeviceTaint o r
DeviceTaintRuleStatus=conditions 1 []meta/v1.Condition o p=merge k=type l=map+type
DeviceTaintSelector=driver 2 *string o;pool 3 *string o;device 4 *string o
DeviceToleration=key 1 string o;operator 2 DeviceTolerationOperator o;value 3 string o;effect 4 DeviceTaintEffect o;tolerationSeconds 5 *int64 o
DeviceTolerationOperator~string
ExactDeviceRequest=deviceClassName 1 string r;selectors 2 []DeviceSelector o l=atomic;allocationMode 3 DeviceAllocationMode o;count 4 int64 o;adminAccess 5 *bool o;tolerations 6 []DeviceToleration o l=atomic;capacity 7 *CapacityRequirements o;derivedAttributes 8 []DeviceDerivedAttribute o l=atomic
FullyQualifiedName~string
NetworkDeviceData=interfaceName 1 string o;ips 2 []string o l=atomic;hardwareAddress 3 string o
NodeAllocatableMapping=capacityKey 1 *QualifiedName o;capacityMultiplier 2 *%quantity o;deviceMultiplier 3 *%quantity o
NodeAllocatableOverhead=perPod 1 *%quantity o;perContainer 2 *%quantity o
NodeAllocatableResource=mapping 3 *NodeAllocatableMapping o;overhead 4 *NodeAllocatableOverhead o
OpaqueDeviceConfiguration=driver 1 string r;parameters 2 %raw r
QualifiedName~string
ResourceClaim=  meta/v1.TypeMeta inline;metadata 1 meta/v1.ObjectMeta o;spec 2 ResourceClaimSpec;status 3 ResourceClaimStatus o
ResourceClaimConsumerReference=apiGroup 1 string o;resource 3 string r;name 4 string r;uid 5 types.UID r
ResourceClaimSpec=devices 1 DeviceClaim
ResourceClaimStatus=allocation 1 *AllocationResult o;reservedFor 2 []ResourceClaimConsumerReference o p=merge k=uid l=map+uid;devices 4 []AllocatedDeviceStatus o l=map+driver+device+pool+shareID
ResourceClaimTemplate=  meta/v1.TypeMeta inline;metadata 1 meta/v1.ObjectMeta o;spec 2 ResourceClaimTemplateSpec
ResourceClaimTemplateSpec=metadata 1 meta/v1.ObjectMeta o;spec 2 ResourceClaimSpec
ResourcePool=name 1 string r;generation 2 int64 r;resourceSliceCount 3 int64 r
ResourceSlice=  meta/v1.TypeMeta inline;metadata 1 meta/v1.ObjectMeta o;spec 2 ResourceSliceSpec r
ResourceSliceSpec=driver 1 string r;pool 2 ResourcePool r;nodeName 3 *string o;nodeSelector 4 *core/v1.NodeSelector o;allNodes 5 *bool o;devices 6 []Device o l=atomic;perDeviceNodeSelection 7 *bool o;sharedCounters 8 []CounterSet o l=atomic;partitionTypeAttribute 9 *FullyQualifiedName o;skipNodeOperations 10 []SkipNodeOperation o l=set
SkipNodeOperation~string
@resource/v1alpha3 resource.k8s.io
DeviceTaint=key 1 string r;value 2 string o;effect 3 DeviceTaintEffect r;timeAdded 4 *%time o
DeviceTaintEffect~string
DeviceTaintRule=  meta/v1.TypeMeta inline;metadata 1 meta/v1.ObjectMeta o;spec 2 DeviceTaintRuleSpec r;status 3 DeviceTaintRuleStatus o
DeviceTaintRuleSpec=deviceSelector 1 *DeviceTaintSelector o;taint 2 DeviceTaint o r
DeviceTaintRuleStatus=conditions 1 []meta/v1.Condition o p=merge k=type l=map+type
DeviceTaintSelector=driver 2 *string o;pool 3 *string o;device 4 *string o
PartitionTypeStatus=attribute 4 string o r;type 1 string o r;total 2 *int32 o r;allocatable 3 *int32 o r
PoolStatus=driver 1 string o r;poolName 2 string o r;generation 9 int64 r;resourceSliceCount 8 *int32 o;totalDevices 4 *int32 o;allocatedDevices 5 *int32 o;availableDevices 6 *int32 o;unavailableDevices 7 *int32 o;nodeName 3 *string o;validationError 10 *string o;partitionSummary 11 []PartitionTypeStatus o l=atomic;shareableSummary 13 *ShareableSummaryStatus o
ResourcePoolStatusRequest=  meta/v1.TypeMeta inline;metadata 1 meta/v1.ObjectMeta o r;spec 2 ResourcePoolStatusRequestSpec r;status 3 *ResourcePoolStatusRequestStatus o
ResourcePoolStatusRequestSpec=driver 1 string r;poolName 2 *string o;limit 3 *int32 o;defaultPartitionTypeAttribute 4 *string o
ResourcePoolStatusRequestStatus=poolCount 6 *int32 o r;pools 2 []PoolStatus o l=atomic;conditions 3 []meta/v1.Condition o p=merge k=type l=map+type
ShareableCapacityStatus=name 1 string o r;total 2 *%quantity o r;consumed 3 *%quantity o r;available 4 *%quantity o r
ShareableSummaryStatus=fullyAvailableDevices 1 *int32 o r;partiallyAvailableDevices 2 *int32 o r;capacity 3 []ShareableCapacityStatus o l=atomic
@resource/v1beta1 resource.k8s.io
AllocatedDeviceStatus=driver 1 string r;pool 2 string r;device 3 string r;shareID 7 *string o;conditions 4 []meta/v1.Condition l=map+type;data 5 *%raw o;networkData 6 *NetworkDeviceData o
AllocationConfigSource~string
AllocationResult=devices 1 DeviceAllocationResult o;nodeSelector 3 *core/v1.NodeSelector o;allocationTimestamp 5 *%time o
BasicDevice=attributes 1 map[QualifiedName]DeviceAttribute o;capacity 2 map[QualifiedName]DeviceCapacity o;consumesCounters 3 []DeviceCounterConsumption o l=atomic;nodeName 4 *string o;nodeSelector 5 *core/v1.NodeSelector o;allNodes 6 *bool o;taints 7 []DeviceTaint o l=atomic;bindsToNode 8 *bool o;bindingConditions 9 []string o l=atomic;bindingFailureConditions 10 []string o l=atomic;allowMultipleAllocations 11 *bool o;nodeAllocatableResources 14 map[ResourceName]NodeAllocatableResource o
CELDeviceSelector=expression 1 string r
CapacityRequestPolicy=default 1 *%quantity;validValues 3 []%quantity o l=atomic;validRange 4 *CapacityRequestPolicyRange o
CapacityRequestPolicyRange=min 1 *%quantity o r;max 2 *%quantity o;step 3 *%quantity o
CapacityRequirements=requests 1 map[QualifiedName]%quantity o
Counter=value 1 %quantity r
CounterSet=name 1 string r;counters 2 map[string]Counter o r
Device=name 1 string r;basic 2 *BasicDevice o
DeviceAllocationConfiguration=source 1 AllocationConfigSource r;requests 2 []string o l=atomic; 3 DeviceConfiguration inline
DeviceAllocationMode~string
DeviceAllocationResult=results 1 []DeviceRequestAllocationResult o l=atomic;config 2 []DeviceAllocationConfiguration o l=atomic
DeviceAttribute=int 2 *int64 o;bool 3 *bool o;string 4 *string o;version 5 *string o;ints 6 []int64 o l=atomic;bools 7 []bool o l=atomic;strings 8 []string o l=atomic;versions 9 []string o l=atomic
DeviceCapacity=value 1 %quantity r;requestPolicy 2 *CapacityRequestPolicy o
DeviceClaim=requests 1 []DeviceRequest l=atomic;constraints 2 []DeviceConstraint o l=atomic;config 3 []DeviceClaimConfiguration o l=atomic
DeviceClaimConfiguration=requests 1 []string o l=atomic; 2 DeviceConfiguration inline
DeviceClass=  meta/v1.TypeMeta inline;metadata 1 meta/v1.ObjectMeta o;spec 2 DeviceClassSpec
DeviceClassConfiguration= 1 DeviceConfiguration inline
DeviceClassSpec=selectors 1 []DeviceSelector o l=atomic;config 2 []DeviceClassConfiguration o l=atomic;extendedResourceName 4 *string o
DeviceConfiguration=opaque 1 *OpaqueDeviceConfiguration o
DeviceConstraint=requests 1 []string o l=atomic;matchAttribute 2 *FullyQualifiedName o;distinctAttribute 3 *FullyQualifiedName o
DeviceCounterConsumption=counterSet 1 string r;counters 2 map[string]Counter o r;compatibilityGroups 3 []string o l=atomic
DeviceDerivedAttribute=name 1 FullyQualifiedName r;expression 2 string r
DeviceRequest=name 1 string r;deviceClassName 2 string;selectors 3 []DeviceSelector o l=atomic;allocationMode 4 DeviceAllocationMode o;count 5 int64 o;adminAccess 6 *bool o;firstAvailable 7 []DeviceSubRequest o l=atomic;tolerations 8 []DeviceToleration o l=atomic;capacity 9 *CapacityRequirements o;derivedAttributes 10 []DeviceDerivedAttribute o l=atomic
DeviceRequestAllocationResult=request 1 string r;driver 2 string r;pool 3 string r;device 4 string r;adminAccess 5 *bool o;tolerations 6 []DeviceToleration o l=atomic;bindingConditions 7 []string o l=atomic;bindingFailureConditions 8 []string o l=atomic;shareID 9 *types.UID o;consumedCapacity 10 map[QualifiedName]%quantity o;skipNodeOperations 11 []SkipNodeOperation o l=set
DeviceSelector=cel 1 *CELDeviceSelector o
DeviceSubRequest=name 1 string r;deviceClassName 2 string r;selectors 3 []DeviceSelector o l=atomic;allocationMode 4 DeviceAllocationMode o;count 5 int64 o;tolerations 7 []DeviceToleration o l=atomic;capacity 8 *CapacityRequirements o;derivedAttributes 9 []DeviceDerivedAttribute o l=atomic
DeviceTaint=key 1 string r;value 2 string o;effect 3 DeviceTaintEffect r;timeAdded 4 *%time o
DeviceTaintEffect~string
DeviceToleration=key 1 string o;operator 2 DeviceTolerationOperator o;value 3 string o;effect 4 DeviceTaintEffect o;tolerationSeconds 5 *int64 o
DeviceTolerationOperator~string
FullyQualifiedName~string
NetworkDeviceData=interfaceName 1 string o;ips 2 []string o l=atomic;hardwareAddress 3 string o
NodeAllocatableMapping=capacityKey 1 *QualifiedName o;capacityMultiplier 2 *%quantity o;deviceMultiplier 3 *%quantity o
NodeAllocatableOverhead=perPod 1 *%quantity o;perContainer 2 *%quantity o
NodeAllocatableResource=mapping 3 *NodeAllocatableMapping o;overhead 4 *NodeAllocatableOverhead o
OpaqueDeviceConfiguration=driver 1 string r;parameters 2 %raw r
QualifiedName~string
ResourceClaim=  meta/v1.TypeMeta inline;metadata 1 meta/v1.ObjectMeta o;spec 2 ResourceClaimSpec;status 3 ResourceClaimStatus o
ResourceClaimConsumerReference=apiGroup 1 string o;resource 3 string r;name 4 string r;uid 5 types.UID r
ResourceClaimSpec=devices 1 DeviceClaim
ResourceClaimStatus=allocation 1 *AllocationResult o;reservedFor 2 []ResourceClaimConsumerReference o p=merge k=uid l=map+uid;devices 4 []AllocatedDeviceStatus o l=map+driver+device+pool+shareID
ResourceClaimTemplate=  meta/v1.TypeMeta inline;metadata 1 meta/v1.ObjectMeta o;spec 2 ResourceClaimTemplateSpec
ResourceClaimTemplateSpec=metadata 1 meta/v1.ObjectMeta o;spec 2 ResourceClaimSpec
ResourcePool=name 1 string r;generation 2 int64 r;resourceSliceCount 3 int64 r
ResourceSlice=  meta/v1.TypeMeta inline;metadata 1 meta/v1.ObjectMeta o;spec 2 ResourceSliceSpec r
ResourceSliceSpec=driver 1 string r;pool 2 ResourcePool r;nodeName 3 string o;nodeSelector 4 *core/v1.NodeSelector o;allNodes 5 bool o;devices 6 []Device o l=atomic;perDeviceNodeSelection 7 *bool o;sharedCounters 8 []CounterSet o l=atomic;partitionTypeAttribute 9 *FullyQualifiedName o;skipNodeOperations 10 []SkipNodeOperation o l=set
SkipNodeOperation~string
@resource/v1beta2 resource.k8s.io
AllocatedDeviceStatus=driver 1 string r;pool 2 string r;device 3 string r;shareID 7 *string o;conditions 4 []meta/v1.Condition l=map+type;data 5 *%raw o;networkData 6 *NetworkDeviceData o
AllocationConfigSource~string
AllocationResult=devices 1 DeviceAllocationResult o;nodeSelector 3 *core/v1.NodeSelector o;allocationTimestamp 5 *%time o
CELDeviceSelector=expression 1 string r
CapacityRequestPolicy=default 1 *%quantity;validValues 3 []%quantity o l=atomic;validRange 4 *CapacityRequestPolicyRange o
CapacityRequestPolicyRange=min 1 *%quantity o r;max 2 *%quantity o;step 3 *%quantity o
CapacityRequirements=requests 1 map[QualifiedName]%quantity o
Counter=value 1 %quantity r
CounterSet=name 1 string r;counters 2 map[string]Counter o r
Device=name 1 string r;attributes 2 map[QualifiedName]DeviceAttribute o;capacity 3 map[QualifiedName]DeviceCapacity o;consumesCounters 4 []DeviceCounterConsumption o l=atomic;nodeName 5 *string o;nodeSelector 6 *core/v1.NodeSelector o;allNodes 7 *bool o;taints 8 []DeviceTaint o l=atomic;bindsToNode 9 *bool o;bindingConditions 10 []string o l=atomic;bindingFailureConditions 11 []string o l=atomic;allowMultipleAllocations 12 *bool o;nodeAllocatableResources 14 map[ResourceName]NodeAllocatableResource o
DeviceAllocationConfiguration=source 1 AllocationConfigSource r;requests 2 []string o l=atomic; 3 DeviceConfiguration inline
DeviceAllocationMode~string
DeviceAllocationResult=results 1 []DeviceRequestAllocationResult o l=atomic;config 2 []DeviceAllocationConfiguration o l=atomic
DeviceAttribute=int 2 *int64 o;bool 3 *bool o;string 4 *string o;version 5 *string o;ints 6 []int64 o l=atomic;bools 7 []bool o l=atomic;strings 8 []string o l=atomic;versions 9 []string o l=atomic
DeviceCapacity=value 1 %quantity r;requestPolicy 2 *CapacityRequestPolicy o
DeviceClaim=requests 1 []DeviceRequest l=atomic;constraints 2 []DeviceConstraint o l=atomic;config 3 []DeviceClaimConfiguration o l=atomic
DeviceClaimConfiguration=requests 1 []string o l=atomic; 2 DeviceConfiguration inline
DeviceClass=  meta/v1.TypeMeta inline;metadata 1 meta/v1.ObjectMeta o;spec 2 DeviceClassSpec
DeviceClassConfiguration= 1 DeviceConfiguration inline
DeviceClassSpec=selectors 1 []DeviceSelector o l=atomic;config 2 []DeviceClassConfiguration o l=atomic;extendedResourceName 4 *string o
DeviceConfiguration=opaque 1 *OpaqueDeviceConfiguration o
DeviceConstraint=requests 1 []string o l=atomic;matchAttribute 2 *FullyQualifiedName o;distinctAttribute 3 *FullyQualifiedName o
DeviceCounterConsumption=counterSet 1 string r;counters 2 map[string]Counter o r;compatibilityGroups 3 []string o l=atomic
DeviceDerivedAttribute=name 1 FullyQualifiedName r;expression 2 string r
DeviceRequest=name 1 string r;exactly 2 *ExactDeviceRequest o;firstAvailable 3 []DeviceSubRequest o l=atomic
DeviceRequestAllocationResult=request 1 string r;driver 2 string r;pool 3 string r;device 4 string r;adminAccess 5 *bool o;tolerations 6 []DeviceToleration o l=atomic;bindingConditions 7 []string o l=atomic;bindingFailureConditions 8 []string o l=atomic;shareID 9 *types.UID o;consumedCapacity 10 map[QualifiedName]%quantity o;skipNodeOperations 11 []SkipNodeOperation o l=set
DeviceSelector=cel 1 *CELDeviceSelector o
DeviceSubRequest=name 1 string r;deviceClassName 2 string r;selectors 3 []DeviceSelector o l=atomic;allocationMode 4 DeviceAllocationMode o;count 5 int64 o;tolerations 6 []DeviceToleration o l=atomic;capacity 7 *CapacityRequirements o;derivedAttributes 8 []DeviceDerivedAttribute o l=atomic
DeviceTaint=key 1 string r;value 2 string o;effect 3 DeviceTaintEffect r;timeAdded 4 *%time o
DeviceTaintEffect~string
DeviceTaintRule=  meta/v1.TypeMeta inline;metadata 1 meta/v1.ObjectMeta o;spec 2 DeviceTaintRuleSpec r;status 3 DeviceTaintRuleStatus o
DeviceTaintRuleSpec=deviceSelector 1 *DeviceTaintSelector o;taint 2 DeviceTaint o r
DeviceTaintRuleStatus=conditions 1 []meta/v1.Condition o p=merge k=type l=map+type
DeviceTaintSelector=driver 2 *string o;pool 3 *string o;device 4 *string o
DeviceToleration=key 1 string o;operator 2 DeviceTolerationOperator o;value 3 string o;effect 4 DeviceTaintEffect o;tolerationSeconds 5 *int64 o
DeviceTolerationOperator~string
ExactDeviceRequest=deviceClassName 1 string r;selectors 2 []DeviceSelector o l=atomic;allocationMode 3 DeviceAllocationMode o;count 4 int64 o;adminAccess 5 *bool o;tolerations 6 []DeviceToleration o l=atomic;capacity 7 *CapacityRequirements o;derivedAttributes 8 []DeviceDerivedAttribute o l=atomic
FullyQualifiedName~string
NetworkDeviceData=interfaceName 1 string o;ips 2 []string o l=atomic;hardwareAddress 3 string o
NodeAllocatableMapping=capacityKey 1 *QualifiedName o;capacityMultiplier 2 *%quantity o;deviceMultiplier 3 *%quantity o
NodeAllocatableOverhead=perPod 1 *%quantity o;perContainer 2 *%quantity o
NodeAllocatableResource=mapping 3 *NodeAllocatableMapping o;overhead 4 *NodeAllocatableOverhead o
OpaqueDeviceConfiguration=driver 1 string r;parameters 2 %raw r
QualifiedName~string
ResourceClaim=  meta/v1.TypeMeta inline;metadata 1 meta/v1.ObjectMeta o;spec 2 ResourceClaimSpec;status 3 ResourceClaimStatus o
ResourceClaimConsumerReference=apiGroup 1 string o;resource 3 string r;name 4 string r;uid 5 types.UID r
ResourceClaimSpec=devices 1 DeviceClaim
ResourceClaimStatus=allocation 1 *AllocationResult o;reservedFor 2 []ResourceClaimConsumerReference o p=merge k=uid l=map+uid;devices 4 []AllocatedDeviceStatus o l=map+driver+device+pool+shareID
ResourceClaimTemplate=  meta/v1.TypeMeta inline;metadata 1 meta/v1.ObjectMeta o;spec 2 ResourceClaimTemplateSpec
ResourceClaimTemplateSpec=metadata 1 meta/v1.ObjectMeta o;spec 2 ResourceClaimSpec
ResourcePool=name 1 string r;generation 2 int64 r;resourceSliceCount 3 int64 r
ResourceSlice=  meta/v1.TypeMeta inline;metadata 1 meta/v1.ObjectMeta o;spec 2 ResourceSliceSpec r
ResourceSliceSpec=driver 1 string r;pool 2 ResourcePool r;nodeName 3 *string o;nodeSelector 4 *core/v1.NodeSelector o;allNodes 5 *bool o;devices 6 []Device o l=atomic;perDeviceNodeSelection 7 *bool o;sharedCounters 8 []CounterSet o l=atomic;partitionTypeAttribute 9 *FullyQualifiedName o;skipNodeOperations 10 []SkipNodeOperation o l=set
SkipNodeOperation~string
@scheduling/v1 scheduling.k8s.io
PriorityClass=  meta/v1.TypeMeta inline;metadata 1 meta/v1.ObjectMeta o;value 2 int32;globalDefault 3 bool o;description 4 string o;preemptionPolicy 5 *core/v1.PreemptionPolicy o
@scheduling/v1alpha1 scheduling.k8s.io
BasicSchedulingPolicy=
GangSchedulingPolicy=minCount 1 int32 r
PodGroup=name 1 string r;policy 3 PodGroupPolicy r
PodGroupPolicy=basic 2 *BasicSchedulingPolicy o;gang 3 *GangSchedulingPolicy o
TypedLocalObjectReference=apiGroup 1 string o;kind 2 string r;name 3 string r
Workload=  meta/v1.TypeMeta inline;metadata 1 meta/v1.ObjectMeta o;spec 2 WorkloadSpec r
WorkloadSpec=controllerRef 1 *TypedLocalObjectReference o;podGroups 2 []PodGroup r l=map+name
@scheduling/v1alpha2 scheduling.k8s.io
BasicSchedulingPolicy=
DisruptionMode~string
GangSchedulingPolicy=minCount 1 int32 r
PodGroup=  meta/v1.TypeMeta inline;metadata 1 meta/v1.ObjectMeta o;spec 2 PodGroupSpec r;status 3 PodGroupStatus o
PodGroupResourceClaim=name 1 string r;resourceClaimName 2 *string o;resourceClaimTemplateName 3 *string o
PodGroupResourceClaimStatus=name 1 string r;resourceClaimName 2 *string o
PodGroupSchedulingConstraints=topology 1 []TopologyConstraint o l=atomic
PodGroupSchedulingPolicy=basic 1 *BasicSchedulingPolicy o;gang 2 *GangSchedulingPolicy o
PodGroupSpec=podGroupTemplateRef 1 *PodGroupTemplateReference;schedulingPolicy 2 PodGroupSchedulingPolicy r;schedulingConstraints 3 *PodGroupSchedulingConstraints o;resourceClaims 4 []PodGroupResourceClaim o p=merge+retainKeys k=name l=map+name;disruptionMode 5 *DisruptionMode o;priorityClassName 6 string o;priority 7 *int32 o
PodGroupStatus=conditions 1 []meta/v1.Condition o p=merge k=type l=map+type;resourceClaimStatuses 2 []PodGroupResourceClaimStatus o p=merge+retainKeys k=name l=map+name
PodGroupTemplate=name 1 string r;schedulingPolicy 2 PodGroupSchedulingPolicy r;schedulingConstraints 3 *PodGroupSchedulingConstraints;resourceClaims 4 []PodGroupResourceClaim o p=merge+retainKeys k=name l=map+name;disruptionMode 5 *DisruptionMode o;priorityClassName 6 string o;priority 7 *int32 o
PodGroupTemplateReference=workload 1 *WorkloadPodGroupTemplateReference
TopologyConstraint=key 1 string r
TypedLocalObjectReference=apiGroup 1 string o;kind 2 string r;name 3 string r
Workload=  meta/v1.TypeMeta inline;metadata 1 meta/v1.ObjectMeta o;spec 2 WorkloadSpec r
WorkloadPodGroupTemplateReference=workloadName 1 string r;podGroupTemplateName 2 string r
WorkloadSpec=controllerRef 1 *TypedLocalObjectReference o;podGroupTemplates 2 []PodGroupTemplate r l=map+name
@scheduling/v1alpha3 scheduling.k8s.io
AllCompositeDisruptionMode=
AllDisruptionMode=
BasicSchedulingPolicy=
CompositeBasicSchedulingPolicy=
CompositeDisruptionMode=single 1 *SingleCompositeDisruptionMode o;all 2 *AllCompositeDisruptionMode o
CompositeGangSchedulingPolicy=minGroupCount 1 int32 r
CompositePodGroup=  meta/v1.TypeMeta inline;metadata 1 meta/v1.ObjectMeta o;spec 2 CompositePodGroupSpec r;status 3 CompositePodGroupStatus o
CompositePodGroupSchedulingConstraints=topology 1 []TopologyConstraint o l=atomic
CompositePodGroupSchedulingPolicy=basic 1 *CompositeBasicSchedulingPolicy o;gang 2 *CompositeGangSchedulingPolicy o
CompositePodGroupSpec=parentCompositePodGroupName 1 *string o;workloadRef 2 *WorkloadReference r;schedulingPolicy 3 CompositePodGroupSchedulingPolicy r;schedulingConstraints 4 *CompositePodGroupSchedulingConstraints o;disruptionMode 5 *CompositeDisruptionMode o;priorityClassName 6 string o;priority 7 *int32 o;preemptionPolicy 8 *PreemptionPolicy o
CompositePodGroupStatus=conditions 1 []meta/v1.Condition o p=merge k=type l=map+type
CompositePodGroupTemplate=name 1 string r;schedulingPolicy 2 CompositePodGroupSchedulingPolicy r;schedulingConstraints 3 *CompositePodGroupSchedulingConstraints o;disruptionMode 4 *CompositeDisruptionMode o;priorityClassName 5 string o;priority 6 *int32 o;preemptionPolicy 7 *PreemptionPolicy o;podGroupTemplates 8 []PodGroupTemplate o l=map+name;compositePodGroupTemplates 9 []CompositePodGroupTemplate o l=map+name
DisruptionMode=single 1 *SingleDisruptionMode o;all 2 *AllDisruptionMode o
GangSchedulingPolicy=minCount 1 int32 r
PodGroup=  meta/v1.TypeMeta inline;metadata 1 meta/v1.ObjectMeta o;spec 2 PodGroupSpec r;status 3 PodGroupStatus o
PodGroupResourceClaim=name 1 string r;resourceClaimName 2 *string o;resourceClaimTemplateName 3 *string o
PodGroupResourceClaimStatus=name 1 string r;resourceClaimName 2 *string o
PodGroupSchedulingConstraints=topology 1 []TopologyConstraint o l=atomic
PodGroupSchedulingPolicy=basic 1 *BasicSchedulingPolicy o;gang 2 *GangSchedulingPolicy o
PodGroupSpec=parentCompositePodGroupName 1 *string o;workloadRef 2 *WorkloadReference o;schedulingPolicy 3 PodGroupSchedulingPolicy r;schedulingConstraints 4 *PodGroupSchedulingConstraints o;resourceClaims 5 []PodGroupResourceClaim o p=merge+retainKeys k=name l=map+name;disruptionMode 6 *DisruptionMode o;priorityClassName 7 string o;priority 8 *int32 o;preemptionPolicy 9 *PreemptionPolicy o
PodGroupStatus=conditions 1 []meta/v1.Condition o p=merge k=type l=map+type;resourceClaimStatuses 2 []PodGroupResourceClaimStatus o p=merge+retainKeys k=name l=map+name
PodGroupTemplate=name 1 string r;schedulingPolicy 2 PodGroupSchedulingPolicy r;schedulingConstraints 3 *PodGroupSchedulingConstraints;resourceClaims 4 []PodGroupResourceClaim o p=merge+retainKeys k=name l=map+name;disruptionMode 5 *DisruptionMode o;priorityClassName 6 string o;priority 7 *int32 o;preemptionPolicy 8 *PreemptionPolicy o
PreemptionPolicy~string
SingleCompositeDisruptionMode=
SingleDisruptionMode=
TopologyConstraint=key 1 string r
TypedLocalObjectReference=apiGroup 1 string o;kind 2 string r;name 3 string r
Workload=  meta/v1.TypeMeta inline;metadata 1 meta/v1.ObjectMeta o;spec 2 WorkloadSpec r
WorkloadPodGroupAllDisruptionMode=
WorkloadPodGroupBasicSchedulingPolicy=
WorkloadPodGroupDisruptionMode=single 1 *WorkloadPodGroupSingleDisruptionMode o;all 2 *WorkloadPodGroupAllDisruptionMode o
WorkloadPodGroupGangSchedulingPolicy=minCount 1 *int32 o
WorkloadPodGroupResourceClaim=name 1 string r;resourceClaimName 2 *string o;resourceClaimTemplateName 3 *string o
WorkloadPodGroupSchedulingConstraints=topology 1 []TopologyConstraint o l=atomic
WorkloadPodGroupSchedulingPolicy=basic 1 *WorkloadPodGroupBasicSchedulingPolicy o;gang 2 *WorkloadPodGroupGangSchedulingPolicy o
WorkloadPodGroupSingleDisruptionMode=
WorkloadReference=workloadName 1 string r;templateName 2 string r
WorkloadSpec=controllerRef 1 *TypedLocalObjectReference o;podGroupTemplates 2 []PodGroupTemplate l=map+name;compositePodGroupTemplates 3 []CompositePodGroupTemplate o l=map+name
@scheduling/v1beta1 scheduling.k8s.io
AllCompositeDisruptionMode=
AllDisruptionMode=
BasicSchedulingPolicy=
CompositeBasicSchedulingPolicy=
CompositeDisruptionMode=single 1 *SingleCompositeDisruptionMode o;all 2 *AllCompositeDisruptionMode o
CompositeGangSchedulingPolicy=minGroupCount 1 int32 r
CompositePodGroupSchedulingConstraints=topology 1 []TopologyConstraint o l=atomic
CompositePodGroupSchedulingPolicy=basic 1 *CompositeBasicSchedulingPolicy o;gang 2 *CompositeGangSchedulingPolicy o
CompositePodGroupTemplate=name 1 string r;schedulingPolicy 2 CompositePodGroupSchedulingPolicy r;schedulingConstraints 3 *CompositePodGroupSchedulingConstraints o;disruptionMode 4 *CompositeDisruptionMode o;priorityClassName 5 string o;priority 6 *int32 o;preemptionPolicy 7 *PreemptionPolicy o;podGroupTemplates 8 []PodGroupTemplate o l=map+name;compositePodGroupTemplates 9 []CompositePodGroupTemplate o l=map+name
DisruptionMode=single 1 *SingleDisruptionMode o;all 2 *AllDisruptionMode o
GangSchedulingPolicy=minCount 1 int32 r
PodGroup=  meta/v1.TypeMeta inline;metadata 1 meta/v1.ObjectMeta o;spec 2 PodGroupSpec r;status 3 PodGroupStatus o
PodGroupResourceClaim=name 1 string r;resourceClaimName 2 *string o;resourceClaimTemplateName 3 *string o
PodGroupResourceClaimStatus=name 1 string r;resourceClaimName 2 *string o
PodGroupSchedulingConstraints=topology 1 []TopologyConstraint o l=atomic
PodGroupSchedulingPolicy=basic 1 *BasicSchedulingPolicy o;gang 2 *GangSchedulingPolicy o
PodGroupSpec=parentCompositePodGroupName 1 *string o;workloadRef 2 *WorkloadReference o;schedulingPolicy 3 PodGroupSchedulingPolicy r;schedulingConstraints 4 *PodGroupSchedulingConstraints o;resourceClaims 5 []PodGroupResourceClaim o p=merge+retainKeys k=name l=map+name;disruptionMode 6 *DisruptionMode o;priorityClassName 7 string o;priority 8 *int32 o;preemptionPolicy 9 *PreemptionPolicy o
PodGroupStatus=conditions 1 []meta/v1.Condition o p=merge k=type l=map+type;resourceClaimStatuses 2 []PodGroupResourceClaimStatus o p=merge+retainKeys k=name l=map+name
PodGroupTemplate=name 1 string r;schedulingPolicy 2 PodGroupSchedulingPolicy r;schedulingConstraints 3 *PodGroupSchedulingConstraints;resourceClaims 4 []PodGroupResourceClaim o p=merge+retainKeys k=name l=map+name;disruptionMode 5 *DisruptionMode o;priorityClassName 6 string o;priority 7 *int32 o;preemptionPolicy 8 *PreemptionPolicy o
PreemptionPolicy~string
SingleCompositeDisruptionMode=
SingleDisruptionMode=
TopologyConstraint=key 1 string r
TypedLocalObjectReference=apiGroup 1 string o;kind 2 string r;name 3 string r
Workload=  meta/v1.TypeMeta inline;metadata 1 meta/v1.ObjectMeta o;spec 2 WorkloadSpec r
WorkloadReference=workloadName 1 string r;templateName 2 string r
WorkloadSpec=controllerRef 1 *TypedLocalObjectReference o;podGroupTemplates 2 []PodGroupTemplate l=map+name;compositePodGroupTemplates 3 []CompositePodGroupTemplate o l=map+name
@storage/v1 storage.k8s.io
CSIDriver=  meta/v1.TypeMeta inline;metadata 1 meta/v1.ObjectMeta o;spec 2 CSIDriverSpec r
CSIDriverSpec=attachRequired 1 *bool o;podInfoOnMount 2 *bool o;volumeLifecycleModes 3 []VolumeLifecycleMode o l=set;storageCapacity 4 *bool o;fsGroupPolicy 5 *FSGroupPolicy o;tokenRequests 6 []TokenRequest o l=atomic;requiresRepublish 7 *bool o;seLinuxMount 8 *bool o;nodeAllocatableUpdatePeriodSeconds 9 *int64 o;serviceAccountTokenInSecrets 10 *bool o;preventPodSchedulingIfMissing 11 *bool o
CSINode=  meta/v1.TypeMeta inline;metadata 1 meta/v1.ObjectMeta o;spec 2 CSINodeSpec r;status 3 CSINodeStatus o
CSINodeDriver=name 1 string r;nodeID 2 string r;topologyKeys 3 []string l=atomic;allocatable 4 *VolumeNodeResources o
CSINodeSpec=drivers 1 []CSINodeDriver r p=merge k=name l=map+name
CSINodeStatus=storageHealth 1 []StorageHealth o p=merge k=name l=map+name
CSIStorageCapacity=  meta/v1.TypeMeta inline;metadata 1 meta/v1.ObjectMeta o;nodeTopology 2 *meta/v1.LabelSelector o;storageClassName 3 string r;capacity 4 *%quantity o;maximumVolumeSize 5 *%quantity o
FSGroupPolicy~string
StorageClass=  meta/v1.TypeMeta inline;metadata 1 meta/v1.ObjectMeta o;provisioner 2 string r;parameters 3 map[string]string o;reclaimPolicy 4 *core/v1.PersistentVolumeReclaimPolicy o;mountOptions 5 []string o l=atomic;allowVolumeExpansion 6 *bool o;volumeBindingMode 7 *VolumeBindingMode o;allowedTopologies 8 []core/v1.TopologySelectorTerm o l=atomic
StorageHealth=name 1 string r;healthConditions 2 []StorageHealthCondition o l=atomic
StorageHealthCondition=status 1 StorageHealthStatusType r;reason 2 string r;message 3 string o;accessMode 4 *core/v1.PersistentVolumeAccessMode o;volumeMode 5 *core/v1.PersistentVolumeMode o;lastTransitionTime 6 %time o
StorageHealthStatusType~string
TokenRequest=audience 1 string r;expirationSeconds 2 *int64 o
VolumeAttachment=  meta/v1.TypeMeta inline;metadata 1 meta/v1.ObjectMeta o;spec 2 VolumeAttachmentSpec r;status 3 VolumeAttachmentStatus o
VolumeAttachmentSource=persistentVolumeName 1 *string o;inlineVolumeSpec 2 *core/v1.PersistentVolumeSpec o
VolumeAttachmentSpec=attacher 1 string r;source 2 VolumeAttachmentSource r;nodeName 3 string r
VolumeAttachmentStatus=attached 1 bool r;attachmentMetadata 2 map[string]string o;attachError 3 *VolumeError o;detachError 4 *VolumeError o
VolumeAttributesClass=  meta/v1.TypeMeta inline;metadata 1 meta/v1.ObjectMeta o;driverName 2 string r;parameters 3 map[string]string o
VolumeBindingMode~string
VolumeError=time 1 %time o;message 2 string o;errorCode 3 *int32 o
VolumeLifecycleMode~string
VolumeNodeResources=count 1 *int32 o
@storage/v1alpha1 storage.k8s.io
VolumeAttributesClass=  meta/v1.TypeMeta inline;metadata 1 meta/v1.ObjectMeta o;driverName 2 string r;parameters 3 map[string]string o
@storage/v1beta1 storage.k8s.io
VolumeAttributesClass=  meta/v1.TypeMeta inline;metadata 1 meta/v1.ObjectMeta o;driverName 2 string r;parameters 3 map[string]string o
@storagemigration/v1 storagemigration.k8s.io
StorageVersionMigration=  meta/v1.TypeMeta inline;metadata 1 meta/v1.ObjectMeta o;spec 2 StorageVersionMigrationSpec o;status 3 StorageVersionMigrationStatus o
StorageVersionMigrationSpec=resource 1 meta/v1.GroupResource r
StorageVersionMigrationStatus=conditions 1 []meta/v1.Condition o p=merge k=type l=map+type;resourceVersion 2 string o
@storagemigration/v1alpha1 storagemigration.k8s.io
GroupVersionResource=group 1 string o;version 2 string o;resource 3 string o
MigrationCondition=type 1 MigrationConditionType r;status 2 core/v1.ConditionStatus r;lastUpdateTime 3 %time o;reason 4 string o;message 5 string o
MigrationConditionType~string
StorageVersionMigration=  meta/v1.TypeMeta inline;metadata 1 meta/v1.ObjectMeta o;spec 2 StorageVersionMigrationSpec o;status 3 StorageVersionMigrationStatus o
StorageVersionMigrationSpec=resource 1 GroupVersionResource r;continueToken 2 string o
StorageVersionMigrationStatus=conditions 1 []MigrationCondition o p=merge k=type l=map+type;resourceVersion 2 string o
@storagemigration/v1beta1 storagemigration.k8s.io
StorageVersionMigration=  meta/v1.TypeMeta inline;metadata 1 meta/v1.ObjectMeta o;spec 2 StorageVersionMigrationSpec o;status 3 StorageVersionMigrationStatus o
StorageVersionMigrationSpec=resource 1 meta/v1.GroupResource r
StorageVersionMigrationStatus=conditions 1 []meta/v1.Condition o p=merge k=type l=map+type;resourceVersion 2 string o
@types
NodeName~string
UID~string
`;
