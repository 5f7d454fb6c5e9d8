// Generated from k8s.io/kubernetes 1.37.2 by scripts/kubernetes-api/translate-go; do not edit.
// A translation of its authors' functions (Apache License 2.0).
// @ts-nocheck The functions are Go's, and checked there.
import {
  Z,
  allFieldsNil,
  deepCopy,
  lazy,
  listLength,
  mapDelete,
  mapEntries,
  mapFind,
  mapGet,
  mapLength,
  mapOf,
  mapSet,
  panic,
  push,
  setField,
  setInline,
  setUnlessZero,
  textBytes,
  textLength,
  toNumber,
} from './go-language.js';
import {
  Duration_Seconds,
  Quantity_Add,
  Quantity_Cmp,
  Quantity_Mul,
  Quantity_RoundUp,
  Set_Has,
  intstr_FromInt32,
  intstr_FromString,
  json_Unmarshal,
  nothing,
  parseImageName,
  sets_New,
  strings_Contains,
  strings_HasPrefix,
} from './go-library.js';
/** The defaults of the built-in kinds, by kind. */
export const builtInDefaults: Readonly<Record<string, (object: Record<string, unknown>) => void>> = {
  'CSIDriver.storage.k8s.io/v1': SetObjectDefaults_CSIDriver,
  'CSIDriver.storage.k8s.io/v1beta1': storage_v1beta1_SetObjectDefaults_CSIDriver,
  'ClusterRoleBinding.rbac.authorization.k8s.io/v1': SetObjectDefaults_ClusterRoleBinding,
  'CompositePodGroup.scheduling.k8s.io/v1alpha3': SetObjectDefaults_CompositePodGroup,
  'ConfigMap./v1': SetObjectDefaults_ConfigMap,
  'CronJob.batch/v1': SetObjectDefaults_CronJob,
  'DaemonSet.apps/v1': SetObjectDefaults_DaemonSet,
  'Deployment.apps/v1': SetObjectDefaults_Deployment,
  'DeviceTaintRule.resource.k8s.io/v1': SetObjectDefaults_DeviceTaintRule,
  'DeviceTaintRule.resource.k8s.io/v1alpha3': resource_v1alpha3_SetObjectDefaults_DeviceTaintRule,
  'DeviceTaintRule.resource.k8s.io/v1beta2': resource_v1beta2_SetObjectDefaults_DeviceTaintRule,
  'EndpointSlice.discovery.k8s.io/v1': SetObjectDefaults_EndpointSlice,
  'Endpoints./v1': SetObjectDefaults_Endpoints,
  'FlowSchema.flowcontrol.apiserver.k8s.io/v1': SetObjectDefaults_FlowSchema,
  'HorizontalPodAutoscaler.autoscaling/v1': SetObjectDefaults_HorizontalPodAutoscaler,
  'HorizontalPodAutoscaler.autoscaling/v2': autoscaling_v2_SetObjectDefaults_HorizontalPodAutoscaler,
  'Ingress.networking.k8s.io/v1beta1': SetObjectDefaults_Ingress,
  'IngressClass.networking.k8s.io/v1': SetObjectDefaults_IngressClass,
  'Job.batch/v1': SetObjectDefaults_Job,
  'LimitRange./v1': SetObjectDefaults_LimitRange,
  'MutatingAdmissionPolicy.admissionregistration.k8s.io/v1': SetObjectDefaults_MutatingAdmissionPolicy,
  'MutatingAdmissionPolicy.admissionregistration.k8s.io/v1alpha1':
    admissionregistration_v1alpha1_SetObjectDefaults_MutatingAdmissionPolicy,
  'MutatingAdmissionPolicy.admissionregistration.k8s.io/v1beta1':
    admissionregistration_v1beta1_SetObjectDefaults_MutatingAdmissionPolicy,
  'MutatingAdmissionPolicyBinding.admissionregistration.k8s.io/v1':
    SetObjectDefaults_MutatingAdmissionPolicyBinding,
  'MutatingAdmissionPolicyBinding.admissionregistration.k8s.io/v1alpha1':
    admissionregistration_v1alpha1_SetObjectDefaults_MutatingAdmissionPolicyBinding,
  'MutatingAdmissionPolicyBinding.admissionregistration.k8s.io/v1beta1':
    admissionregistration_v1beta1_SetObjectDefaults_MutatingAdmissionPolicyBinding,
  'MutatingWebhookConfiguration.admissionregistration.k8s.io/v1':
    SetObjectDefaults_MutatingWebhookConfiguration,
  'MutatingWebhookConfiguration.admissionregistration.k8s.io/v1beta1':
    admissionregistration_v1beta1_SetObjectDefaults_MutatingWebhookConfiguration,
  'Namespace./v1': SetObjectDefaults_Namespace,
  'NetworkPolicy.networking.k8s.io/v1': SetObjectDefaults_NetworkPolicy,
  'Node./v1': SetObjectDefaults_Node,
  'PersistentVolume./v1': SetObjectDefaults_PersistentVolume,
  'PersistentVolumeClaim./v1': SetObjectDefaults_PersistentVolumeClaim,
  'Pod./v1': SetObjectDefaults_Pod,
  'PodGroup.scheduling.k8s.io/v1alpha3': SetObjectDefaults_PodGroup,
  'PodGroup.scheduling.k8s.io/v1beta1': scheduling_v1beta1_SetObjectDefaults_PodGroup,
  'PodLogOptions./v1': SetObjectDefaults_PodLogOptions,
  'PodTemplate./v1': SetObjectDefaults_PodTemplate,
  'PriorityClass.scheduling.k8s.io/v1': SetObjectDefaults_PriorityClass,
  'PriorityClass.scheduling.k8s.io/v1beta1': scheduling_v1beta1_SetObjectDefaults_PriorityClass,
  'PriorityLevelConfiguration.flowcontrol.apiserver.k8s.io/v1': SetObjectDefaults_PriorityLevelConfiguration,
  'ReplicaSet.apps/v1': SetObjectDefaults_ReplicaSet,
  'ReplicationController./v1': SetObjectDefaults_ReplicationController,
  'ResourceClaim.resource.k8s.io/v1': SetObjectDefaults_ResourceClaim,
  'ResourceClaim.resource.k8s.io/v1beta1': resource_v1beta1_SetObjectDefaults_ResourceClaim,
  'ResourceClaim.resource.k8s.io/v1beta2': resource_v1beta2_SetObjectDefaults_ResourceClaim,
  'ResourceClaimTemplate.resource.k8s.io/v1': SetObjectDefaults_ResourceClaimTemplate,
  'ResourceClaimTemplate.resource.k8s.io/v1beta1': resource_v1beta1_SetObjectDefaults_ResourceClaimTemplate,
  'ResourceClaimTemplate.resource.k8s.io/v1beta2': resource_v1beta2_SetObjectDefaults_ResourceClaimTemplate,
  'ResourcePoolStatusRequest.resource.k8s.io/v1alpha3': SetObjectDefaults_ResourcePoolStatusRequest,
  'ResourceQuota./v1': SetObjectDefaults_ResourceQuota,
  'ResourceSlice.resource.k8s.io/v1': SetObjectDefaults_ResourceSlice,
  'ResourceSlice.resource.k8s.io/v1beta1': resource_v1beta1_SetObjectDefaults_ResourceSlice,
  'ResourceSlice.resource.k8s.io/v1beta2': resource_v1beta2_SetObjectDefaults_ResourceSlice,
  'RoleBinding.rbac.authorization.k8s.io/v1': SetObjectDefaults_RoleBinding,
  'Secret./v1': SetObjectDefaults_Secret,
  'Service./v1': SetObjectDefaults_Service,
  'StatefulSet.apps/v1': SetObjectDefaults_StatefulSet,
  'StorageClass.storage.k8s.io/v1': SetObjectDefaults_StorageClass,
  'StorageClass.storage.k8s.io/v1beta1': storage_v1beta1_SetObjectDefaults_StorageClass,
  'ValidatingAdmissionPolicy.admissionregistration.k8s.io/v1': SetObjectDefaults_ValidatingAdmissionPolicy,
  'ValidatingAdmissionPolicy.admissionregistration.k8s.io/v1alpha1':
    admissionregistration_v1alpha1_SetObjectDefaults_ValidatingAdmissionPolicy,
  'ValidatingAdmissionPolicy.admissionregistration.k8s.io/v1beta1':
    admissionregistration_v1beta1_SetObjectDefaults_ValidatingAdmissionPolicy,
  'ValidatingAdmissionPolicyBinding.admissionregistration.k8s.io/v1':
    SetObjectDefaults_ValidatingAdmissionPolicyBinding,
  'ValidatingAdmissionPolicyBinding.admissionregistration.k8s.io/v1alpha1':
    admissionregistration_v1alpha1_SetObjectDefaults_ValidatingAdmissionPolicyBinding,
  'ValidatingAdmissionPolicyBinding.admissionregistration.k8s.io/v1beta1':
    admissionregistration_v1beta1_SetObjectDefaults_ValidatingAdmissionPolicyBinding,
  'ValidatingWebhookConfiguration.admissionregistration.k8s.io/v1':
    SetObjectDefaults_ValidatingWebhookConfiguration,
  'ValidatingWebhookConfiguration.admissionregistration.k8s.io/v1beta1':
    admissionregistration_v1beta1_SetObjectDefaults_ValidatingWebhookConfiguration,
  'VolumeAttachment.storage.k8s.io/v1': SetObjectDefaults_VolumeAttachment,
  'VolumeAttachment.storage.k8s.io/v1alpha1': storage_v1alpha1_SetObjectDefaults_VolumeAttachment,
  'VolumeAttachment.storage.k8s.io/v1beta1': storage_v1beta1_SetObjectDefaults_VolumeAttachment,
};

function AggregateContainerLimits(pod, opts) {
  delete opts.NonMissingContainerRequests;
  let limits = reuseOrClearResourceList(opts.Reuse);
  if (!(opts.UseStatusResources ?? false)) {
    addResourceList(limits, aggregateContainerResourcesByFn(pod, opts, containerSpecLimits));
    limits = addDRANodeAllocatableLimits(limits, pod, opts);
  } else {
    let isResizeInfeasible = IsPodResizeInfeasible(pod);
    let specLimits = aggregateContainerResourcesByFn(pod, opts, containerSpecLimits);
    specLimits = addDRANodeAllocatableLimits(specLimits, pod, opts);
    let actuatedLimits = undefined;
    if (
      (opts.InPlacePodLevelResourcesVerticalScalingEnabled ?? false) &&
      (pod.status ?? Z).resources != null &&
      (pod.status ?? Z).resources.limits != null
    ) {
      actuatedLimits = (pod.status ?? Z).resources.limits;
    } else {
      actuatedLimits = aggregateContainerResourcesByFn(pod, opts, containerActuatedLimits);
    }
    if (isResizeInfeasible) {
      addResourceList(limits, actuatedLimits);
    } else {
      addResourceList(limits, max(specLimits, actuatedLimits));
    }
  }
  return limits;
}

function AggregateContainerRequests(pod, opts) {
  let reqs = reuseOrClearResourceList(opts.Reuse);
  if (!(opts.UseStatusResources ?? false)) {
    addResourceList(reqs, aggregateContainerResourcesByFn(pod, opts, containerSpecRequests));
    addDRANodeAllocatableClaimResources(reqs, pod, opts);
  } else {
    let isResizeInfeasible = IsPodResizeInfeasible(pod);
    let specReqs = aggregateContainerResourcesByFn(pod, opts, containerSpecRequests);
    addDRANodeAllocatableClaimResources(specReqs, pod, opts);
    let allocatedReqs = undefined;
    let actuatedReqs = undefined;
    if (
      (opts.InPlacePodLevelResourcesVerticalScalingEnabled ?? false) &&
      (pod.status ?? Z).allocatedResources != null &&
      (pod.status ?? Z).resources != null &&
      (pod.status ?? Z).resources.requests != null
    ) {
      allocatedReqs = (pod.status ?? Z).allocatedResources;
      actuatedReqs = (pod.status ?? Z).resources.requests;
    } else {
      allocatedReqs = aggregateContainerResourcesByFn(pod, opts, containerAllocatedRequests);
      addDRANodeAllocatableClaimResources(allocatedReqs, pod, opts);
      actuatedReqs = aggregateContainerResourcesByFn(pod, opts, containerActuatedRequests);
    }
    if (isResizeInfeasible) {
      addResourceList(reqs, max(actuatedReqs, allocatedReqs));
    } else {
      addResourceList(reqs, max(specReqs, actuatedReqs, allocatedReqs));
    }
  }
  return reqs;
}

function ExternallyAccessible(service) {
  return (
    ((service.spec ?? Z).type ?? '') === 'LoadBalancer' ||
    ((service.spec ?? Z).type ?? '') === 'NodePort' ||
    (((service.spec ?? Z).type ?? '') === 'ClusterIP' && listLength((service.spec ?? Z).externalIPs) > 0)
  );
}

function GenerateHPAScaleDownRules(scalingRules) {
  let defaultScalingRules = deepCopy(defaultHPAScaleDownRules());
  return copyHPAScalingRules(scalingRules, defaultScalingRules);
}

function GenerateHPAScaleUpRules(scalingRules) {
  let defaultScalingRules = deepCopy(defaultHPAScaleUpRules());
  return copyHPAScalingRules(scalingRules, defaultScalingRules);
}

function IsHugePageResourceName(name) {
  return strings_HasPrefix(name, 'hugepages-');
}

function IsNativeResource(name) {
  return !strings_Contains(name, '/') || IsPrefixedNativeResource(name);
}

function IsOvercommitAllowed(name) {
  return IsNativeResource(name) && !IsHugePageResourceName(name);
}

function IsPodResizeInfeasible(pod) {
  for (let condition of (pod.status ?? Z).conditions ?? []) {
    if ((condition.type ?? '') === 'PodResizePending') {
      return (condition.reason ?? '') === 'Infeasible';
    }
  }
  return false;
}

function IsPrefixedNativeResource(name) {
  return strings_Contains(name, 'kubernetes.io/');
}

function IsSupportedPodLevelResource(name) {
  return Set_Has(supportedPodLevelResources(), name) || strings_HasPrefix(name, 'hugepages-');
}

const SchemeGroupVersion = lazy(() => ({ Group: 'admissionregistration.k8s.io', Version: 'v1beta1' }));

function SetDefaults_CSIDriver(obj) {
  if ((obj.spec ?? Z).attachRequired == null) {
    (obj.spec ??= {}).attachRequired = false;
    (obj.spec ??= {}).attachRequired = true;
  }
  if ((obj.spec ?? Z).podInfoOnMount == null) {
    (obj.spec ??= {}).podInfoOnMount = false;
    (obj.spec ??= {}).podInfoOnMount = false;
  }
  if ((obj.spec ?? Z).storageCapacity == null) {
    (obj.spec ??= {}).storageCapacity = false;
    (obj.spec ??= {}).storageCapacity = false;
  }
  if ((obj.spec ?? Z).fsGroupPolicy == null) {
    (obj.spec ??= {}).fsGroupPolicy = '';
    (obj.spec ??= {}).fsGroupPolicy = 'ReadWriteOnceWithFSType';
  }
  if (listLength((obj.spec ?? Z).volumeLifecycleModes) === 0) {
    setField(
      (obj.spec ??= {}),
      'volumeLifecycleModes',
      push((obj.spec ?? Z).volumeLifecycleModes, 'Persistent'),
    );
  }
  if ((obj.spec ?? Z).requiresRepublish == null) {
    (obj.spec ??= {}).requiresRepublish = false;
    (obj.spec ??= {}).requiresRepublish = false;
  }
  if ((obj.spec ?? Z).seLinuxMount == null && true) {
    (obj.spec ??= {}).seLinuxMount = false;
    (obj.spec ??= {}).seLinuxMount = false;
  }
  if ((obj.spec ?? Z).preventPodSchedulingIfMissing == null && true) {
    (obj.spec ??= {}).preventPodSchedulingIfMissing = false;
    (obj.spec ??= {}).preventPodSchedulingIfMissing = false;
  }
}

function SetDefaults_ClusterRoleBinding(obj) {
  if (textLength((obj.roleRef ?? Z).apiGroup ?? '') === 0) {
    (obj.roleRef ??= {}).apiGroup = 'rbac.authorization.k8s.io';
  }
}

function SetDefaults_CompositePodGroup(in2) {}

function SetDefaults_ConfigMapVolumeSource(obj) {
  if (obj.defaultMode == null) {
    let perm = 420;
    setField(obj, 'defaultMode', perm);
  }
}

function SetDefaults_Container(obj) {
  if ((obj.imagePullPolicy ?? '') === '') {
    const r1 = parseImageName(obj.image ?? '');
    let tag = r1[1];
    if (tag === 'latest') {
      obj.imagePullPolicy = 'Always';
    } else {
      obj.imagePullPolicy = 'IfNotPresent';
    }
  }
  if ((obj.terminationMessagePath ?? '') === '') {
    obj.terminationMessagePath = '/dev/termination-log';
  }
  if ((obj.terminationMessagePolicy ?? '') === '') {
    obj.terminationMessagePolicy = 'File';
  }
}

function SetDefaults_CronJob(obj) {
  if (((obj.spec ?? Z).concurrencyPolicy ?? '') === '') {
    (obj.spec ??= {}).concurrencyPolicy = 'Allow';
  }
  if ((obj.spec ?? Z).suspend == null) {
    setField((obj.spec ??= {}), 'suspend', To(false));
  }
  if ((obj.spec ?? Z).successfulJobsHistoryLimit == null) {
    setField((obj.spec ??= {}), 'successfulJobsHistoryLimit', To(3));
  }
  if ((obj.spec ?? Z).failedJobsHistoryLimit == null) {
    setField((obj.spec ??= {}), 'failedJobsHistoryLimit', To(1));
  }
}

function SetDefaults_DaemonSet(obj) {
  let updateStrategy = ((obj.spec ??= {}).updateStrategy ??= {});
  if ((updateStrategy.type ?? '') === '') {
    updateStrategy.type = 'RollingUpdate';
  }
  if ((updateStrategy.type ?? '') === 'RollingUpdate') {
    if (updateStrategy.rollingUpdate == null) {
      let rollingUpdate = {};
      setField(updateStrategy, 'rollingUpdate', rollingUpdate);
    }
    if (updateStrategy.rollingUpdate.maxUnavailable == null) {
      setField(updateStrategy.rollingUpdate, 'maxUnavailable', To(intstr_FromInt32(1)));
    }
    if (updateStrategy.rollingUpdate.maxSurge == null) {
      setField(updateStrategy.rollingUpdate, 'maxSurge', To(intstr_FromInt32(0)));
    }
  }
  if ((obj.spec ?? Z).revisionHistoryLimit == null) {
    (obj.spec ??= {}).revisionHistoryLimit = 0;
    (obj.spec ??= {}).revisionHistoryLimit = 10;
  }
}

function SetDefaults_Deployment(obj) {
  if ((obj.spec ?? Z).replicas == null) {
    (obj.spec ??= {}).replicas = 0;
    (obj.spec ??= {}).replicas = 1;
  }
  let strategy = ((obj.spec ??= {}).strategy ??= {});
  if ((strategy.type ?? '') === '') {
    strategy.type = 'RollingUpdate';
  }
  if ((strategy.type ?? '') === 'RollingUpdate') {
    if (strategy.rollingUpdate == null) {
      let rollingUpdate = {};
      setField(strategy, 'rollingUpdate', rollingUpdate);
    }
    if (strategy.rollingUpdate.maxUnavailable == null) {
      let maxUnavailable = intstr_FromString('25%');
      setField(strategy.rollingUpdate, 'maxUnavailable', maxUnavailable);
    }
    if (strategy.rollingUpdate.maxSurge == null) {
      let maxSurge = intstr_FromString('25%');
      setField(strategy.rollingUpdate, 'maxSurge', maxSurge);
    }
  }
  if ((obj.spec ?? Z).revisionHistoryLimit == null) {
    (obj.spec ??= {}).revisionHistoryLimit = 0;
    (obj.spec ??= {}).revisionHistoryLimit = 10;
  }
  if ((obj.spec ?? Z).progressDeadlineSeconds == null) {
    (obj.spec ??= {}).progressDeadlineSeconds = 0;
    (obj.spec ??= {}).progressDeadlineSeconds = 600;
  }
}

function SetDefaults_DeviceRequest(obj) {
  if ((obj.deviceClassName ?? '') === '') {
    return;
  }
  if ((obj.allocationMode ?? '') === '') {
    obj.allocationMode = 'ExactCount';
  }
  if ((obj.allocationMode ?? '') === 'ExactCount' && toNumber(obj.count) === 0) {
    obj.count = 1;
  }
}

function SetDefaults_DeviceSubRequest(obj) {
  if ((obj.allocationMode ?? '') === '') {
    obj.allocationMode = 'ExactCount';
  }
  if ((obj.allocationMode ?? '') === 'ExactCount' && toNumber(obj.count) === 0) {
    obj.count = 1;
  }
}

function SetDefaults_DownwardAPIVolumeSource(obj) {
  if (obj.defaultMode == null) {
    let perm = 420;
    setField(obj, 'defaultMode', perm);
  }
}

function SetDefaults_EndpointPort(obj) {
  if (obj.name == null) {
    setField(obj, 'name', defaultPortName());
  }
  if (obj.protocol == null) {
    setField(obj, 'protocol', defaultProtocol());
  }
}

function SetDefaults_Endpoints(obj) {
  {
    const list1 = obj.subsets ?? [];
    for (let i = 0; i < list1.length; i++) {
      let ss = obj.subsets[i];
      {
        const list2 = ss.ports ?? [];
        for (let i2 = 0; i2 < list2.length; i2++) {
          let ep = ss.ports[i2];
          if ((ep.protocol ?? '') === '') {
            ep.protocol = 'TCP';
          }
        }
      }
    }
  }
}

function SetDefaults_EphemeralContainer(obj) {
  SetDefaults_Container(obj);
}

function SetDefaults_ExactDeviceRequest(obj) {
  if ((obj.allocationMode ?? '') === '') {
    obj.allocationMode = 'ExactCount';
  }
  if ((obj.allocationMode ?? '') === 'ExactCount' && toNumber(obj.count) === 0) {
    obj.count = 1;
  }
}

function SetDefaults_ExemptPriorityLevelConfiguration(eplc) {
  if (eplc.nominalConcurrencyShares == null) {
    eplc.nominalConcurrencyShares = 0;
    eplc.nominalConcurrencyShares = 0;
  }
  if (eplc.lendablePercent == null) {
    eplc.lendablePercent = 0;
    eplc.lendablePercent = 0;
  }
}

function SetDefaults_FlowSchemaSpec(spec) {
  if ((spec.matchingPrecedence ?? 0) === 0) {
    spec.matchingPrecedence = 1000;
  }
}

function SetDefaults_HTTPGetAction(obj) {
  if ((obj.path ?? '') === '') {
    obj.path = '/';
  }
  if ((obj.scheme ?? '') === '') {
    obj.scheme = 'HTTP';
  }
}

function SetDefaults_HTTPIngressPath(obj) {
  let defaultPathType = 'ImplementationSpecific';
  if (obj.pathType == null) {
    setField(obj, 'pathType', defaultPathType);
  }
}

function SetDefaults_HorizontalPodAutoscaler(obj) {
  if ((obj.spec ?? Z).minReplicas == null) {
    setField((obj.spec ??= {}), 'minReplicas', To(1));
  }
}

function SetDefaults_HorizontalPodAutoscalerBehavior(obj) {
  if ((obj.spec ?? Z).behavior != null) {
    setField(
      (obj.spec ??= {}).behavior,
      'scaleUp',
      GenerateHPAScaleUpRules((obj.spec ?? Z).behavior.scaleUp),
    );
    setField(
      (obj.spec ??= {}).behavior,
      'scaleDown',
      GenerateHPAScaleDownRules((obj.spec ?? Z).behavior.scaleDown),
    );
  }
}

function SetDefaults_HostPathVolumeSource(obj) {
  let typeVol = '';
  if (obj.type == null) {
    setField(obj, 'type', typeVol);
  }
}

function SetDefaults_IngressClass(obj) {
  if ((obj.spec ?? Z).parameters != null && (obj.spec ?? Z).parameters.scope == null) {
    setField((obj.spec ??= {}).parameters, 'scope', To('Cluster'));
  }
}

function SetDefaults_Job(obj) {
  if ((obj.spec ?? Z).completions == null && (obj.spec ?? Z).parallelism == null) {
    setField((obj.spec ??= {}), 'completions', To(1));
    setField((obj.spec ??= {}), 'parallelism', To(1));
  }
  if ((obj.spec ?? Z).parallelism == null) {
    setField((obj.spec ??= {}), 'parallelism', To(1));
  }
  if ((obj.spec ?? Z).backoffLimit == null) {
    if ((obj.spec ?? Z).backoffLimitPerIndex != null) {
      setField((obj.spec ??= {}), 'backoffLimit', To(2147483647));
    } else {
      setField((obj.spec ??= {}), 'backoffLimit', To(6));
    }
  }
  let labels = (((obj.spec ?? Z).template ?? Z).metadata ?? Z).labels;
  if (labels != null && mapLength((obj.metadata ?? Z).labels) === 0) {
    setField((obj.metadata ??= {}), 'labels', labels);
  }
  if ((obj.spec ?? Z).completionMode == null) {
    let mode = 'NonIndexed';
    setField((obj.spec ??= {}), 'completionMode', mode);
  }
  if ((obj.spec ?? Z).suspend == null) {
    setField((obj.spec ??= {}), 'suspend', To(false));
  }
  if ((obj.spec ?? Z).podReplacementPolicy == null) {
    if ((obj.spec ?? Z).podFailurePolicy != null) {
      setField((obj.spec ??= {}), 'podReplacementPolicy', To('Failed'));
    } else {
      setField((obj.spec ??= {}), 'podReplacementPolicy', To('TerminatingOrFailed'));
    }
  }
  if ((obj.spec ?? Z).manualSelector == null) {
    setField((obj.spec ??= {}), 'manualSelector', To(false));
  }
}

function SetDefaults_LimitRangeItem(obj) {
  if ((obj.type ?? '') === 'Container') {
    if (obj.default == null) {
      setField(obj, 'default', mapOf([]));
    }
    if (obj.defaultRequest == null) {
      setField(obj, 'defaultRequest', mapOf([]));
    }
    for (let [key, value] of mapEntries(obj.max)) {
      {
        const r1 = mapFind(obj.default, key, '0');
        let exists = r1[1];
        if (!exists) {
          mapSet(obj.default, key, deepCopy(value));
        }
      }
    }
    for (let [key2, value2] of mapEntries(obj.default)) {
      {
        const r2 = mapFind(obj.defaultRequest, key2, '0');
        let exists2 = r2[1];
        if (!exists2) {
          mapSet(obj.defaultRequest, key2, deepCopy(value2));
        }
      }
    }
    for (let [key3, value3] of mapEntries(obj.min)) {
      {
        const r3 = mapFind(obj.defaultRequest, key3, '0');
        let exists3 = r3[1];
        if (!exists3) {
          mapSet(obj.defaultRequest, key3, deepCopy(value3));
        }
      }
    }
  }
}

function SetDefaults_LimitedPriorityLevelConfiguration(lplc) {
  if (lplc.nominalConcurrencyShares == null) {
    setField(lplc, 'nominalConcurrencyShares', To(30));
  }
  if (lplc.lendablePercent == null) {
    lplc.lendablePercent = 0;
    lplc.lendablePercent = 0;
  }
}

function SetDefaults_MatchResources(obj) {
  if (obj.matchPolicy == null) {
    let policy = 'Equivalent';
    setField(obj, 'matchPolicy', policy);
  }
  if (obj.namespaceSelector == null) {
    let selector = {};
    setField(obj, 'namespaceSelector', selector);
  }
  if (obj.objectSelector == null) {
    let selector2 = {};
    setField(obj, 'objectSelector', selector2);
  }
}

function SetDefaults_MutatingAdmissionPolicySpec(obj) {
  if (obj.failurePolicy == null) {
    let policy = 'Fail';
    setField(obj, 'failurePolicy', policy);
  }
}

function SetDefaults_MutatingWebhook(obj) {
  if (obj.failurePolicy == null) {
    let policy = 'Fail';
    setField(obj, 'failurePolicy', policy);
  }
  if (obj.matchPolicy == null) {
    let policy2 = 'Equivalent';
    setField(obj, 'matchPolicy', policy2);
  }
  if (obj.namespaceSelector == null) {
    let selector = {};
    setField(obj, 'namespaceSelector', selector);
  }
  if (obj.objectSelector == null) {
    let selector2 = {};
    setField(obj, 'objectSelector', selector2);
  }
  if (obj.timeoutSeconds == null) {
    obj.timeoutSeconds = 0;
    obj.timeoutSeconds = 10;
  }
  if (obj.reinvocationPolicy == null) {
    let never = 'Never';
    setField(obj, 'reinvocationPolicy', never);
  }
}

function SetDefaults_Namespace(obj) {
  if (textLength((obj.metadata ?? Z).name ?? '') > 0) {
    if ((obj.metadata ?? Z).labels == null) {
      setField((obj.metadata ??= {}), 'labels', mapOf([]));
    }
    mapSet((obj.metadata ?? Z).labels, 'kubernetes.io/metadata.name', (obj.metadata ?? Z).name ?? '');
  }
}

function SetDefaults_NamespaceStatus(obj) {
  if ((obj.phase ?? '') === '') {
    obj.phase = 'Active';
  }
}

function SetDefaults_NetworkPolicy(obj) {
  if (listLength((obj.spec ?? Z).policyTypes) === 0) {
    setField((obj.spec ??= {}), 'policyTypes', ['Ingress']);
    if (listLength((obj.spec ?? Z).egress) !== 0) {
      setField((obj.spec ??= {}), 'policyTypes', push((obj.spec ?? Z).policyTypes, 'Egress'));
    }
  }
}

function SetDefaults_NetworkPolicyPort(obj) {
  if (obj.protocol == null) {
    let proto = 'TCP';
    setField(obj, 'protocol', proto);
  }
}

function SetDefaults_NodeStatus(obj) {
  if (obj.allocatable == null && obj.capacity != null) {
    setField(obj, 'allocatable', mapOf([]));
    for (let [key, value] of mapEntries(obj.capacity)) {
      mapSet(obj.allocatable, key, deepCopy(value));
    }
    setField(obj, 'allocatable', obj.capacity);
  }
}

function SetDefaults_ObjectFieldSelector(obj) {
  if ((obj.apiVersion ?? '') === '') {
    obj.apiVersion = 'v1';
  }
}

function SetDefaults_ParamRef(obj) {
  if (obj.parameterNotFoundAction == null) {
    let v = 'Deny';
    setField(obj, 'parameterNotFoundAction', v);
  }
}

function SetDefaults_PersistentVolume(obj) {
  if (((obj.status ?? Z).phase ?? '') === '') {
    (obj.status ??= {}).phase = 'Pending';
  }
  if (((obj.spec ?? Z).persistentVolumeReclaimPolicy ?? '') === '') {
    (obj.spec ??= {}).persistentVolumeReclaimPolicy = 'Retain';
  }
  if ((obj.spec ?? Z).volumeMode == null) {
    (obj.spec ??= {}).volumeMode = '';
    (obj.spec ??= {}).volumeMode = 'Filesystem';
  }
}

function SetDefaults_PersistentVolumeClaim(obj) {
  if (((obj.status ?? Z).phase ?? '') === '') {
    (obj.status ??= {}).phase = 'Pending';
  }
}

function SetDefaults_PersistentVolumeClaimSpec(obj) {
  if (obj.volumeMode == null) {
    obj.volumeMode = '';
    obj.volumeMode = 'Filesystem';
  }
}

function SetDefaults_Pod(obj) {
  if (
    (obj.spec ?? Z).terminationGracePeriodSeconds != null &&
    (obj.spec ?? Z).terminationGracePeriodSeconds < 0
  ) {
    setField((obj.spec ??= {}), 'terminationGracePeriodSeconds', To(1));
  }
  {
    const list1 = (obj.spec ?? Z).containers ?? [];
    for (let i = 0; i < list1.length; i++) {
      if (((obj.spec ?? Z).containers[i].resources ?? Z).limits != null) {
        if (((obj.spec ?? Z).containers[i].resources ?? Z).requests == null) {
          setField(((obj.spec ?? Z).containers[i].resources ??= {}), 'requests', mapOf([]));
        }
        for (let [key, value] of mapEntries(((obj.spec ?? Z).containers[i].resources ?? Z).limits)) {
          {
            const r2 = mapFind(((obj.spec ?? Z).containers[i].resources ?? Z).requests, key, '0');
            let exists = r2[1];
            if (!exists) {
              mapSet(((obj.spec ?? Z).containers[i].resources ?? Z).requests, key, deepCopy(value));
            }
          }
        }
      }
    }
  }
  {
    const list3 = (obj.spec ?? Z).initContainers ?? [];
    for (let i2 = 0; i2 < list3.length; i2++) {
      if (((obj.spec ?? Z).initContainers[i2].resources ?? Z).limits != null) {
        if (((obj.spec ?? Z).initContainers[i2].resources ?? Z).requests == null) {
          setField(((obj.spec ?? Z).initContainers[i2].resources ??= {}), 'requests', mapOf([]));
        }
        for (let [key2, value2] of mapEntries(((obj.spec ?? Z).initContainers[i2].resources ?? Z).limits)) {
          {
            const r4 = mapFind(((obj.spec ?? Z).initContainers[i2].resources ?? Z).requests, key2, '0');
            let exists2 = r4[1];
            if (!exists2) {
              mapSet(((obj.spec ?? Z).initContainers[i2].resources ?? Z).requests, key2, deepCopy(value2));
            }
          }
        }
      }
    }
  }
  if (!true) {
    defaultHugePagePodLimits(obj);
    defaultPodRequests(obj);
  }
  if ((obj.spec ?? Z).enableServiceLinks == null) {
    let enableServiceLinks = true;
    setField((obj.spec ??= {}), 'enableServiceLinks', enableServiceLinks);
  }
  if ((obj.spec ?? Z).hostNetwork ?? false) {
    defaultHostNetworkPorts((obj.spec ?? Z).containers);
    defaultHostNetworkPorts((obj.spec ?? Z).initContainers);
  }
}

function SetDefaults_PodFailurePolicyOnPodConditionsPattern(obj) {
  if ((obj.status ?? '') === '') {
    obj.status = 'True';
  }
}

function SetDefaults_PodGroup(in2) {}

function SetDefaults_PodLogOptions(obj) {}

function SetDefaults_PodSpec(obj) {
  if (textLength(obj.serviceAccountName ?? '') === 0) {
    setUnlessZero(obj, 'serviceAccountName', obj.serviceAccount ?? '');
  }
  setUnlessZero(obj, 'serviceAccount', obj.serviceAccountName ?? '');
  if ((obj.dnsPolicy ?? '') === '') {
    obj.dnsPolicy = 'ClusterFirst';
  }
  if ((obj.restartPolicy ?? '') === '') {
    obj.restartPolicy = 'Always';
  }
  if (obj.securityContext == null) {
    setField(obj, 'securityContext', {});
  }
  if (obj.terminationGracePeriodSeconds == null) {
    let period = 30;
    setField(obj, 'terminationGracePeriodSeconds', period);
  }
  if ((obj.schedulerName ?? '') === '') {
    obj.schedulerName = 'default-scheduler';
  }
}

function SetDefaults_PodStatus(obj) {
  let hasIP = textLength(obj.podIP ?? '') > 0;
  let hasIPs = listLength(obj.podIPs) > 0;
  switch (true) {
    case hasIP && !hasIPs: {
      setField(obj, 'podIPs', [{ ip: obj.podIP ?? '' }]);
      break;
    }
    case !hasIP && hasIPs: {
      setUnlessZero(obj, 'podIP', obj.podIPs[0].ip ?? '');
      break;
    }
    case hasIP && hasIPs && (obj.podIPs[0].ip ?? '') !== (obj.podIP ?? ''): {
      setField(obj, 'podIPs', [{ ip: obj.podIP ?? '' }]);
      break;
    }
  }
}

function SetDefaults_PriorityClass(obj) {
  if (obj.preemptionPolicy == null) {
    let preemptLowerPriority = 'PreemptLowerPriority';
    setField(obj, 'preemptionPolicy', preemptLowerPriority);
  }
}

function SetDefaults_Probe(obj) {
  if ((obj.timeoutSeconds ?? 0) === 0) {
    obj.timeoutSeconds = 1;
  }
  if ((obj.periodSeconds ?? 0) === 0) {
    obj.periodSeconds = 10;
  }
  if ((obj.successThreshold ?? 0) === 0) {
    obj.successThreshold = 1;
  }
  if ((obj.failureThreshold ?? 0) === 0) {
    obj.failureThreshold = 3;
  }
}

function SetDefaults_ProjectedVolumeSource(obj) {
  if (obj.defaultMode == null) {
    let perm = 420;
    setField(obj, 'defaultMode', perm);
  }
}

function SetDefaults_QueuingConfiguration(cfg) {
  if ((cfg.handSize ?? 0) === 0) {
    cfg.handSize = 8;
  }
  if ((cfg.queues ?? 0) === 0) {
    cfg.queues = 64;
  }
  if ((cfg.queueLengthLimit ?? 0) === 0) {
    cfg.queueLengthLimit = 50;
  }
}

function SetDefaults_ReplicaSet(obj) {
  if ((obj.spec ?? Z).replicas == null) {
    (obj.spec ??= {}).replicas = 0;
    (obj.spec ??= {}).replicas = 1;
  }
}

function SetDefaults_ReplicationController(obj) {
  let labels = undefined;
  if ((obj.spec ?? Z).template != null) {
    labels = ((obj.spec ?? Z).template.metadata ?? Z).labels;
  }
  if (labels != null) {
    if (mapLength((obj.spec ?? Z).selector) === 0) {
      setField((obj.spec ??= {}), 'selector', labels);
    }
    if (mapLength((obj.metadata ?? Z).labels) === 0) {
      setField((obj.metadata ??= {}), 'labels', labels);
    }
  }
}

function SetDefaults_ResourceList(obj) {
  for (let [key, val] of mapEntries(obj)) {
    val = Quantity_RoundUp(val, -3);
    mapSet(obj, key, val);
  }
}

function SetDefaults_ResourcePoolStatusRequestSpec(obj) {
  if (obj.limit == null) {
    let defaultLimit = 100;
    setField(obj, 'limit', defaultLimit);
  }
}

function SetDefaults_RoleBinding(obj) {
  if (textLength((obj.roleRef ?? Z).apiGroup ?? '') === 0) {
    (obj.roleRef ??= {}).apiGroup = 'rbac.authorization.k8s.io';
  }
}

function SetDefaults_Rule(obj) {
  if (obj.scope == null) {
    let s = '*';
    setField(obj, 'scope', s);
  }
}

function SetDefaults_Secret(obj) {
  if ((obj.type ?? '') === '') {
    obj.type = 'Opaque';
  }
}

function SetDefaults_SecretVolumeSource(obj) {
  if (obj.defaultMode == null) {
    let perm = 420;
    setField(obj, 'defaultMode', perm);
  }
}

function SetDefaults_Service(obj) {
  if (((obj.spec ?? Z).sessionAffinity ?? '') === '') {
    (obj.spec ??= {}).sessionAffinity = 'None';
  }
  if (((obj.spec ?? Z).sessionAffinity ?? '') === 'None') {
    delete (obj.spec ??= {}).sessionAffinityConfig;
  }
  if (((obj.spec ?? Z).sessionAffinity ?? '') === 'ClientIP') {
    if (
      (obj.spec ?? Z).sessionAffinityConfig == null ||
      (obj.spec ?? Z).sessionAffinityConfig.clientIP == null ||
      (obj.spec ?? Z).sessionAffinityConfig.clientIP.timeoutSeconds == null
    ) {
      let timeoutSeconds = 10800;
      setField((obj.spec ??= {}), 'sessionAffinityConfig', { clientIP: { timeoutSeconds: timeoutSeconds } });
    }
  }
  if (((obj.spec ?? Z).type ?? '') === '') {
    (obj.spec ??= {}).type = 'ClusterIP';
  }
  {
    const list1 = (obj.spec ?? Z).ports ?? [];
    for (let i = 0; i < list1.length; i++) {
      let sp = (obj.spec ?? Z).ports[i];
      if ((sp.protocol ?? '') === '') {
        sp.protocol = 'TCP';
      }
      if ((sp.targetPort ?? 0) === intstr_FromInt32(0) || (sp.targetPort ?? 0) === intstr_FromString('')) {
        setField(sp, 'targetPort', intstr_FromInt32(sp.port ?? 0));
      }
    }
  }
  if (ExternallyAccessible(obj) && ((obj.spec ?? Z).externalTrafficPolicy ?? '') === '') {
    (obj.spec ??= {}).externalTrafficPolicy = 'Cluster';
  }
  if ((obj.spec ?? Z).internalTrafficPolicy == null) {
    if (
      ((obj.spec ?? Z).type ?? '') === 'NodePort' ||
      ((obj.spec ?? Z).type ?? '') === 'LoadBalancer' ||
      ((obj.spec ?? Z).type ?? '') === 'ClusterIP'
    ) {
      let serviceInternalTrafficPolicyCluster = 'Cluster';
      setField((obj.spec ??= {}), 'internalTrafficPolicy', serviceInternalTrafficPolicyCluster);
    }
  }
  if (((obj.spec ?? Z).type ?? '') === 'LoadBalancer') {
    if ((obj.spec ?? Z).allocateLoadBalancerNodePorts == null) {
      setField((obj.spec ??= {}), 'allocateLoadBalancerNodePorts', To(true));
    }
  }
  if (((obj.spec ?? Z).type ?? '') === 'LoadBalancer') {
    let ipMode = 'VIP';
    {
      const list2 = ((obj.status ?? Z).loadBalancer ?? Z).ingress ?? [];
      for (let i2 = 0; i2 < list2.length; i2++) {
        let ing = list2[i2];
        if ((ing.ip ?? '') !== '' && ing.ipMode == null) {
          setField(((obj.status ?? Z).loadBalancer ?? Z).ingress[i2], 'ipMode', ipMode);
        }
      }
    }
  }
}

function SetDefaults_ServiceAccountTokenProjection(obj) {
  let hour = Math.trunc(Duration_Seconds(3600000000000));
  if (obj.expirationSeconds == null) {
    setField(obj, 'expirationSeconds', hour);
  }
}

function SetDefaults_ServiceReference(obj) {
  if (obj.port == null) {
    setField(obj, 'port', To(443));
  }
}

function SetDefaults_StatefulSet(obj) {
  if (textLength((obj.spec ?? Z).podManagementPolicy ?? '') === 0) {
    (obj.spec ??= {}).podManagementPolicy = 'OrderedReady';
  }
  if ((((obj.spec ?? Z).updateStrategy ?? Z).type ?? '') === '') {
    ((obj.spec ??= {}).updateStrategy ??= {}).type = 'RollingUpdate';
    if (((obj.spec ?? Z).updateStrategy ?? Z).rollingUpdate == null) {
      setField(((obj.spec ??= {}).updateStrategy ??= {}), 'rollingUpdate', {});
    }
  }
  if (
    (((obj.spec ?? Z).updateStrategy ?? Z).type ?? '') === 'RollingUpdate' &&
    ((obj.spec ?? Z).updateStrategy ?? Z).rollingUpdate != null
  ) {
    if (((obj.spec ?? Z).updateStrategy ?? Z).rollingUpdate.partition == null) {
      setField(((obj.spec ??= {}).updateStrategy ??= {}).rollingUpdate, 'partition', To(0));
    }
    {
      if (((obj.spec ?? Z).updateStrategy ?? Z).rollingUpdate.maxUnavailable == null) {
        setField(
          ((obj.spec ??= {}).updateStrategy ??= {}).rollingUpdate,
          'maxUnavailable',
          To(intstr_FromInt32(1)),
        );
      }
    }
  }
  if ((obj.spec ?? Z).persistentVolumeClaimRetentionPolicy == null) {
    setField((obj.spec ??= {}), 'persistentVolumeClaimRetentionPolicy', {});
  }
  if (textLength((obj.spec ?? Z).persistentVolumeClaimRetentionPolicy.whenDeleted ?? '') === 0) {
    (obj.spec ??= {}).persistentVolumeClaimRetentionPolicy.whenDeleted = 'Retain';
  }
  if (textLength((obj.spec ?? Z).persistentVolumeClaimRetentionPolicy.whenScaled ?? '') === 0) {
    (obj.spec ??= {}).persistentVolumeClaimRetentionPolicy.whenScaled = 'Retain';
  }
  if ((obj.spec ?? Z).replicas == null) {
    (obj.spec ??= {}).replicas = 0;
    (obj.spec ??= {}).replicas = 1;
  }
  if ((obj.spec ?? Z).revisionHistoryLimit == null) {
    (obj.spec ??= {}).revisionHistoryLimit = 0;
    (obj.spec ??= {}).revisionHistoryLimit = 10;
  }
}

function SetDefaults_StorageClass(obj) {
  if (obj.reclaimPolicy == null) {
    obj.reclaimPolicy = '';
    obj.reclaimPolicy = 'Delete';
  }
  if (obj.volumeBindingMode == null) {
    obj.volumeBindingMode = '';
    obj.volumeBindingMode = 'Immediate';
  }
}

function SetDefaults_Subject(obj) {
  if (textLength(obj.apiGroup ?? '') === 0) {
    {
      const tag1 = obj.kind ?? '';
      switch (tag1) {
        case 'ServiceAccount': {
          delete obj.apiGroup;
          break;
        }
        case 'User': {
          obj.apiGroup = 'rbac.authorization.k8s.io';
          break;
        }
        case 'Group': {
          obj.apiGroup = 'rbac.authorization.k8s.io';
          break;
        }
      }
    }
  }
}

function SetDefaults_ValidatingAdmissionPolicySpec(obj) {
  if (obj.failurePolicy == null) {
    let policy = 'Fail';
    setField(obj, 'failurePolicy', policy);
  }
}

function SetDefaults_ValidatingWebhook(obj) {
  if (obj.failurePolicy == null) {
    let policy = 'Fail';
    setField(obj, 'failurePolicy', policy);
  }
  if (obj.matchPolicy == null) {
    let policy2 = 'Equivalent';
    setField(obj, 'matchPolicy', policy2);
  }
  if (obj.namespaceSelector == null) {
    let selector = {};
    setField(obj, 'namespaceSelector', selector);
  }
  if (obj.objectSelector == null) {
    let selector2 = {};
    setField(obj, 'objectSelector', selector2);
  }
  if (obj.timeoutSeconds == null) {
    obj.timeoutSeconds = 0;
    obj.timeoutSeconds = 10;
  }
}

function SetDefaults_Volume(obj) {
  if (
    allFieldsNil(obj, [
      'hostPath',
      'emptyDir',
      'gcePersistentDisk',
      'awsElasticBlockStore',
      'gitRepo',
      'secret',
      'nfs',
      'iscsi',
      'glusterfs',
      'persistentVolumeClaim',
      'rbd',
      'flexVolume',
      'cinder',
      'cephfs',
      'flocker',
      'downwardAPI',
      'fc',
      'azureFile',
      'configMap',
      'vsphereVolume',
      'quobyte',
      'azureDisk',
      'photonPersistentDisk',
      'projected',
      'portworxVolume',
      'scaleIO',
      'storageos',
      'csi',
      'ephemeral',
      'image',
    ])
  ) {
    setInline(
      obj,
      [
        'hostPath',
        'emptyDir',
        'gcePersistentDisk',
        'awsElasticBlockStore',
        'gitRepo',
        'secret',
        'nfs',
        'iscsi',
        'glusterfs',
        'persistentVolumeClaim',
        'rbd',
        'flexVolume',
        'cinder',
        'cephfs',
        'flocker',
        'downwardAPI',
        'fc',
        'azureFile',
        'configMap',
        'vsphereVolume',
        'quobyte',
        'azureDisk',
        'photonPersistentDisk',
        'projected',
        'portworxVolume',
        'scaleIO',
        'storageos',
        'csi',
        'ephemeral',
        'image',
      ],
      { emptyDir: {} },
    );
  }
  if (obj.image != null && (obj.image.pullPolicy ?? '') === '') {
    const r1 = parseImageName(obj.image.reference ?? '');
    let tag = r1[1];
    if (tag === 'latest') {
      obj.image.pullPolicy = 'Always';
    } else {
      obj.image.pullPolicy = 'IfNotPresent';
    }
  }
}

function SetObjectDefaults_CSIDriver(in2) {
  SetDefaults_CSIDriver(in2);
}

function SetObjectDefaults_ClusterRoleBinding(in2) {
  SetDefaults_ClusterRoleBinding(in2);
  {
    const list1 = in2.subjects ?? [];
    for (let i = 0; i < list1.length; i++) {
      let a = in2.subjects[i];
      SetDefaults_Subject(a);
    }
  }
}

function SetObjectDefaults_CompositePodGroup(in2) {
  SetDefaults_CompositePodGroup(in2);
  if ((in2.spec ?? Z).disruptionMode == null) {
    {
      let err = json_Unmarshal(textBytes('{"single": {}}'), (value1) => {
        setField((in2.spec ??= {}), 'disruptionMode', value1);
      });
      if (err != null) {
        panic(err);
      }
    }
  }
}

function SetObjectDefaults_ConfigMap(in2) {
  nothing(in2);
}

function SetObjectDefaults_CronJob(in2) {
  SetDefaults_CronJob(in2);
  if ((((in2.spec ?? Z).jobTemplate ?? Z).spec ?? Z).podFailurePolicy != null) {
    {
      const list1 = (((in2.spec ?? Z).jobTemplate ?? Z).spec ?? Z).podFailurePolicy.rules ?? [];
      for (let i = 0; i < list1.length; i++) {
        let a = (((in2.spec ?? Z).jobTemplate ?? Z).spec ?? Z).podFailurePolicy.rules[i];
        {
          const list2 = a.onPodConditions ?? [];
          for (let j = 0; j < list2.length; j++) {
            let b = a.onPodConditions[j];
            SetDefaults_PodFailurePolicyOnPodConditionsPattern(b);
          }
        }
      }
    }
  }
  SetDefaults_PodSpec((((((in2.spec ??= {}).jobTemplate ??= {}).spec ??= {}).template ??= {}).spec ??= {}));
  {
    const list3 = (((((in2.spec ?? Z).jobTemplate ?? Z).spec ?? Z).template ?? Z).spec ?? Z).volumes ?? [];
    for (let i2 = 0; i2 < list3.length; i2++) {
      let a2 = (((((in2.spec ?? Z).jobTemplate ?? Z).spec ?? Z).template ?? Z).spec ?? Z).volumes[i2];
      SetDefaults_Volume(a2);
      if (a2.hostPath != null) {
        SetDefaults_HostPathVolumeSource(a2.hostPath);
      }
      if (a2.secret != null) {
        SetDefaults_SecretVolumeSource(a2.secret);
      }
      if (a2.iscsi != null) {
        if ((a2.iscsi.iscsiInterface ?? '') === '') {
          a2.iscsi.iscsiInterface = 'default';
        }
      }
      if (a2.rbd != null) {
        if ((a2.rbd.pool ?? '') === '') {
          a2.rbd.pool = 'rbd';
        }
        if ((a2.rbd.user ?? '') === '') {
          a2.rbd.user = 'admin';
        }
        if ((a2.rbd.keyring ?? '') === '') {
          a2.rbd.keyring = '/etc/ceph/keyring';
        }
      }
      if (a2.downwardAPI != null) {
        SetDefaults_DownwardAPIVolumeSource(a2.downwardAPI);
        {
          const list4 = a2.downwardAPI.items ?? [];
          for (let j2 = 0; j2 < list4.length; j2++) {
            let b2 = a2.downwardAPI.items[j2];
            if (b2.fieldRef != null) {
              SetDefaults_ObjectFieldSelector(b2.fieldRef);
            }
          }
        }
      }
      if (a2.configMap != null) {
        SetDefaults_ConfigMapVolumeSource(a2.configMap);
      }
      if (a2.azureDisk != null) {
        if (a2.azureDisk.cachingMode == null) {
          let ptrVar1 = 'ReadWrite';
          setField(a2.azureDisk, 'cachingMode', ptrVar1);
        }
        if (a2.azureDisk.fsType == null) {
          let ptrVar12 = 'ext4';
          setField(a2.azureDisk, 'fsType', ptrVar12);
        }
        if (a2.azureDisk.readOnly == null) {
          let ptrVar13 = false;
          setField(a2.azureDisk, 'readOnly', ptrVar13);
        }
        if (a2.azureDisk.kind == null) {
          let ptrVar14 = 'Shared';
          setField(a2.azureDisk, 'kind', ptrVar14);
        }
      }
      if (a2.projected != null) {
        SetDefaults_ProjectedVolumeSource(a2.projected);
        {
          const list5 = a2.projected.sources ?? [];
          for (let j3 = 0; j3 < list5.length; j3++) {
            let b3 = a2.projected.sources[j3];
            if (b3.downwardAPI != null) {
              {
                const list6 = b3.downwardAPI.items ?? [];
                for (let k = 0; k < list6.length; k++) {
                  let c = b3.downwardAPI.items[k];
                  if (c.fieldRef != null) {
                    SetDefaults_ObjectFieldSelector(c.fieldRef);
                  }
                }
              }
            }
            if (b3.serviceAccountToken != null) {
              SetDefaults_ServiceAccountTokenProjection(b3.serviceAccountToken);
            }
          }
        }
      }
      if (a2.scaleIO != null) {
        if ((a2.scaleIO.storageMode ?? '') === '') {
          a2.scaleIO.storageMode = 'ThinProvisioned';
        }
        if ((a2.scaleIO.fsType ?? '') === '') {
          a2.scaleIO.fsType = 'xfs';
        }
      }
      if (a2.ephemeral != null) {
        if (a2.ephemeral.volumeClaimTemplate != null) {
          SetDefaults_PersistentVolumeClaimSpec((a2.ephemeral.volumeClaimTemplate.spec ??= {}));
          SetDefaults_ResourceList(((a2.ephemeral.volumeClaimTemplate.spec ?? Z).resources ?? Z).limits);
          SetDefaults_ResourceList(((a2.ephemeral.volumeClaimTemplate.spec ?? Z).resources ?? Z).requests);
        }
      }
    }
  }
  {
    const list7 =
      (((((in2.spec ?? Z).jobTemplate ?? Z).spec ?? Z).template ?? Z).spec ?? Z).initContainers ?? [];
    for (let i3 = 0; i3 < list7.length; i3++) {
      let a3 = (((((in2.spec ?? Z).jobTemplate ?? Z).spec ?? Z).template ?? Z).spec ?? Z).initContainers[i3];
      SetDefaults_Container(a3);
      {
        const list8 = a3.ports ?? [];
        for (let j4 = 0; j4 < list8.length; j4++) {
          let b4 = a3.ports[j4];
          if ((b4.protocol ?? '') === '') {
            b4.protocol = 'TCP';
          }
        }
      }
      {
        const list9 = a3.env ?? [];
        for (let j5 = 0; j5 < list9.length; j5++) {
          let b5 = a3.env[j5];
          if (b5.valueFrom != null) {
            if (b5.valueFrom.fieldRef != null) {
              SetDefaults_ObjectFieldSelector(b5.valueFrom.fieldRef);
            }
            if (b5.valueFrom.fileKeyRef != null) {
              if (b5.valueFrom.fileKeyRef.optional == null) {
                let ptrVar15 = false;
                setField(b5.valueFrom.fileKeyRef, 'optional', ptrVar15);
              }
            }
          }
        }
      }
      SetDefaults_ResourceList((a3.resources ?? Z).limits);
      SetDefaults_ResourceList((a3.resources ?? Z).requests);
      if (a3.livenessProbe != null) {
        SetDefaults_Probe(a3.livenessProbe);
        if (a3.livenessProbe.httpGet != null) {
          SetDefaults_HTTPGetAction(a3.livenessProbe.httpGet);
        }
        if (a3.livenessProbe.grpc != null) {
          if (a3.livenessProbe.grpc.service == null) {
            let ptrVar16 = '';
            setField(a3.livenessProbe.grpc, 'service', ptrVar16);
          }
        }
      }
      if (a3.readinessProbe != null) {
        SetDefaults_Probe(a3.readinessProbe);
        if (a3.readinessProbe.httpGet != null) {
          SetDefaults_HTTPGetAction(a3.readinessProbe.httpGet);
        }
        if (a3.readinessProbe.grpc != null) {
          if (a3.readinessProbe.grpc.service == null) {
            let ptrVar17 = '';
            setField(a3.readinessProbe.grpc, 'service', ptrVar17);
          }
        }
      }
      if (a3.startupProbe != null) {
        SetDefaults_Probe(a3.startupProbe);
        if (a3.startupProbe.httpGet != null) {
          SetDefaults_HTTPGetAction(a3.startupProbe.httpGet);
        }
        if (a3.startupProbe.grpc != null) {
          if (a3.startupProbe.grpc.service == null) {
            let ptrVar18 = '';
            setField(a3.startupProbe.grpc, 'service', ptrVar18);
          }
        }
      }
      if (a3.lifecycle != null) {
        if (a3.lifecycle.postStart != null) {
          if (a3.lifecycle.postStart.httpGet != null) {
            SetDefaults_HTTPGetAction(a3.lifecycle.postStart.httpGet);
          }
        }
        if (a3.lifecycle.preStop != null) {
          if (a3.lifecycle.preStop.httpGet != null) {
            SetDefaults_HTTPGetAction(a3.lifecycle.preStop.httpGet);
          }
        }
      }
    }
  }
  {
    const list10 =
      (((((in2.spec ?? Z).jobTemplate ?? Z).spec ?? Z).template ?? Z).spec ?? Z).containers ?? [];
    for (let i4 = 0; i4 < list10.length; i4++) {
      let a4 = (((((in2.spec ?? Z).jobTemplate ?? Z).spec ?? Z).template ?? Z).spec ?? Z).containers[i4];
      SetDefaults_Container(a4);
      {
        const list11 = a4.ports ?? [];
        for (let j6 = 0; j6 < list11.length; j6++) {
          let b6 = a4.ports[j6];
          if ((b6.protocol ?? '') === '') {
            b6.protocol = 'TCP';
          }
        }
      }
      {
        const list12 = a4.env ?? [];
        for (let j7 = 0; j7 < list12.length; j7++) {
          let b7 = a4.env[j7];
          if (b7.valueFrom != null) {
            if (b7.valueFrom.fieldRef != null) {
              SetDefaults_ObjectFieldSelector(b7.valueFrom.fieldRef);
            }
            if (b7.valueFrom.fileKeyRef != null) {
              if (b7.valueFrom.fileKeyRef.optional == null) {
                let ptrVar19 = false;
                setField(b7.valueFrom.fileKeyRef, 'optional', ptrVar19);
              }
            }
          }
        }
      }
      SetDefaults_ResourceList((a4.resources ?? Z).limits);
      SetDefaults_ResourceList((a4.resources ?? Z).requests);
      if (a4.livenessProbe != null) {
        SetDefaults_Probe(a4.livenessProbe);
        if (a4.livenessProbe.httpGet != null) {
          SetDefaults_HTTPGetAction(a4.livenessProbe.httpGet);
        }
        if (a4.livenessProbe.grpc != null) {
          if (a4.livenessProbe.grpc.service == null) {
            let ptrVar110 = '';
            setField(a4.livenessProbe.grpc, 'service', ptrVar110);
          }
        }
      }
      if (a4.readinessProbe != null) {
        SetDefaults_Probe(a4.readinessProbe);
        if (a4.readinessProbe.httpGet != null) {
          SetDefaults_HTTPGetAction(a4.readinessProbe.httpGet);
        }
        if (a4.readinessProbe.grpc != null) {
          if (a4.readinessProbe.grpc.service == null) {
            let ptrVar111 = '';
            setField(a4.readinessProbe.grpc, 'service', ptrVar111);
          }
        }
      }
      if (a4.startupProbe != null) {
        SetDefaults_Probe(a4.startupProbe);
        if (a4.startupProbe.httpGet != null) {
          SetDefaults_HTTPGetAction(a4.startupProbe.httpGet);
        }
        if (a4.startupProbe.grpc != null) {
          if (a4.startupProbe.grpc.service == null) {
            let ptrVar112 = '';
            setField(a4.startupProbe.grpc, 'service', ptrVar112);
          }
        }
      }
      if (a4.lifecycle != null) {
        if (a4.lifecycle.postStart != null) {
          if (a4.lifecycle.postStart.httpGet != null) {
            SetDefaults_HTTPGetAction(a4.lifecycle.postStart.httpGet);
          }
        }
        if (a4.lifecycle.preStop != null) {
          if (a4.lifecycle.preStop.httpGet != null) {
            SetDefaults_HTTPGetAction(a4.lifecycle.preStop.httpGet);
          }
        }
      }
    }
  }
  {
    const list13 =
      (((((in2.spec ?? Z).jobTemplate ?? Z).spec ?? Z).template ?? Z).spec ?? Z).ephemeralContainers ?? [];
    for (let i5 = 0; i5 < list13.length; i5++) {
      let a5 = (((((in2.spec ?? Z).jobTemplate ?? Z).spec ?? Z).template ?? Z).spec ?? Z).ephemeralContainers[
        i5
      ];
      SetDefaults_EphemeralContainer(a5);
      {
        const list14 = a5.ports ?? [];
        for (let j8 = 0; j8 < list14.length; j8++) {
          let b8 = a5.ports[j8];
          if ((b8.protocol ?? '') === '') {
            b8.protocol = 'TCP';
          }
        }
      }
      {
        const list15 = a5.env ?? [];
        for (let j9 = 0; j9 < list15.length; j9++) {
          let b9 = a5.env[j9];
          if (b9.valueFrom != null) {
            if (b9.valueFrom.fieldRef != null) {
              SetDefaults_ObjectFieldSelector(b9.valueFrom.fieldRef);
            }
            if (b9.valueFrom.fileKeyRef != null) {
              if (b9.valueFrom.fileKeyRef.optional == null) {
                let ptrVar113 = false;
                setField(b9.valueFrom.fileKeyRef, 'optional', ptrVar113);
              }
            }
          }
        }
      }
      SetDefaults_ResourceList((a5.resources ?? Z).limits);
      SetDefaults_ResourceList((a5.resources ?? Z).requests);
      if (a5.livenessProbe != null) {
        SetDefaults_Probe(a5.livenessProbe);
        if (a5.livenessProbe.httpGet != null) {
          SetDefaults_HTTPGetAction(a5.livenessProbe.httpGet);
        }
        if (a5.livenessProbe.grpc != null) {
          if (a5.livenessProbe.grpc.service == null) {
            let ptrVar114 = '';
            setField(a5.livenessProbe.grpc, 'service', ptrVar114);
          }
        }
      }
      if (a5.readinessProbe != null) {
        SetDefaults_Probe(a5.readinessProbe);
        if (a5.readinessProbe.httpGet != null) {
          SetDefaults_HTTPGetAction(a5.readinessProbe.httpGet);
        }
        if (a5.readinessProbe.grpc != null) {
          if (a5.readinessProbe.grpc.service == null) {
            let ptrVar115 = '';
            setField(a5.readinessProbe.grpc, 'service', ptrVar115);
          }
        }
      }
      if (a5.startupProbe != null) {
        SetDefaults_Probe(a5.startupProbe);
        if (a5.startupProbe.httpGet != null) {
          SetDefaults_HTTPGetAction(a5.startupProbe.httpGet);
        }
        if (a5.startupProbe.grpc != null) {
          if (a5.startupProbe.grpc.service == null) {
            let ptrVar116 = '';
            setField(a5.startupProbe.grpc, 'service', ptrVar116);
          }
        }
      }
      if (a5.lifecycle != null) {
        if (a5.lifecycle.postStart != null) {
          if (a5.lifecycle.postStart.httpGet != null) {
            SetDefaults_HTTPGetAction(a5.lifecycle.postStart.httpGet);
          }
        }
        if (a5.lifecycle.preStop != null) {
          if (a5.lifecycle.preStop.httpGet != null) {
            SetDefaults_HTTPGetAction(a5.lifecycle.preStop.httpGet);
          }
        }
      }
    }
  }
  SetDefaults_ResourceList(
    (((((in2.spec ?? Z).jobTemplate ?? Z).spec ?? Z).template ?? Z).spec ?? Z).overhead,
  );
  if ((((((in2.spec ?? Z).jobTemplate ?? Z).spec ?? Z).template ?? Z).spec ?? Z).resources != null) {
    SetDefaults_ResourceList(
      (((((in2.spec ?? Z).jobTemplate ?? Z).spec ?? Z).template ?? Z).spec ?? Z).resources.limits,
    );
    SetDefaults_ResourceList(
      (((((in2.spec ?? Z).jobTemplate ?? Z).spec ?? Z).template ?? Z).spec ?? Z).resources.requests,
    );
  }
}

function SetObjectDefaults_DaemonSet(in2) {
  SetDefaults_DaemonSet(in2);
  SetDefaults_PodSpec((((in2.spec ??= {}).template ??= {}).spec ??= {}));
  {
    const list1 = (((in2.spec ?? Z).template ?? Z).spec ?? Z).volumes ?? [];
    for (let i = 0; i < list1.length; i++) {
      let a = (((in2.spec ?? Z).template ?? Z).spec ?? Z).volumes[i];
      SetDefaults_Volume(a);
      if (a.hostPath != null) {
        SetDefaults_HostPathVolumeSource(a.hostPath);
      }
      if (a.secret != null) {
        SetDefaults_SecretVolumeSource(a.secret);
      }
      if (a.iscsi != null) {
        if ((a.iscsi.iscsiInterface ?? '') === '') {
          a.iscsi.iscsiInterface = 'default';
        }
      }
      if (a.rbd != null) {
        if ((a.rbd.pool ?? '') === '') {
          a.rbd.pool = 'rbd';
        }
        if ((a.rbd.user ?? '') === '') {
          a.rbd.user = 'admin';
        }
        if ((a.rbd.keyring ?? '') === '') {
          a.rbd.keyring = '/etc/ceph/keyring';
        }
      }
      if (a.downwardAPI != null) {
        SetDefaults_DownwardAPIVolumeSource(a.downwardAPI);
        {
          const list2 = a.downwardAPI.items ?? [];
          for (let j = 0; j < list2.length; j++) {
            let b = a.downwardAPI.items[j];
            if (b.fieldRef != null) {
              SetDefaults_ObjectFieldSelector(b.fieldRef);
            }
          }
        }
      }
      if (a.configMap != null) {
        SetDefaults_ConfigMapVolumeSource(a.configMap);
      }
      if (a.azureDisk != null) {
        if (a.azureDisk.cachingMode == null) {
          let ptrVar1 = 'ReadWrite';
          setField(a.azureDisk, 'cachingMode', ptrVar1);
        }
        if (a.azureDisk.fsType == null) {
          let ptrVar12 = 'ext4';
          setField(a.azureDisk, 'fsType', ptrVar12);
        }
        if (a.azureDisk.readOnly == null) {
          let ptrVar13 = false;
          setField(a.azureDisk, 'readOnly', ptrVar13);
        }
        if (a.azureDisk.kind == null) {
          let ptrVar14 = 'Shared';
          setField(a.azureDisk, 'kind', ptrVar14);
        }
      }
      if (a.projected != null) {
        SetDefaults_ProjectedVolumeSource(a.projected);
        {
          const list3 = a.projected.sources ?? [];
          for (let j2 = 0; j2 < list3.length; j2++) {
            let b2 = a.projected.sources[j2];
            if (b2.downwardAPI != null) {
              {
                const list4 = b2.downwardAPI.items ?? [];
                for (let k = 0; k < list4.length; k++) {
                  let c = b2.downwardAPI.items[k];
                  if (c.fieldRef != null) {
                    SetDefaults_ObjectFieldSelector(c.fieldRef);
                  }
                }
              }
            }
            if (b2.serviceAccountToken != null) {
              SetDefaults_ServiceAccountTokenProjection(b2.serviceAccountToken);
            }
          }
        }
      }
      if (a.scaleIO != null) {
        if ((a.scaleIO.storageMode ?? '') === '') {
          a.scaleIO.storageMode = 'ThinProvisioned';
        }
        if ((a.scaleIO.fsType ?? '') === '') {
          a.scaleIO.fsType = 'xfs';
        }
      }
      if (a.ephemeral != null) {
        if (a.ephemeral.volumeClaimTemplate != null) {
          SetDefaults_PersistentVolumeClaimSpec((a.ephemeral.volumeClaimTemplate.spec ??= {}));
          SetDefaults_ResourceList(((a.ephemeral.volumeClaimTemplate.spec ?? Z).resources ?? Z).limits);
          SetDefaults_ResourceList(((a.ephemeral.volumeClaimTemplate.spec ?? Z).resources ?? Z).requests);
        }
      }
    }
  }
  {
    const list5 = (((in2.spec ?? Z).template ?? Z).spec ?? Z).initContainers ?? [];
    for (let i2 = 0; i2 < list5.length; i2++) {
      let a2 = (((in2.spec ?? Z).template ?? Z).spec ?? Z).initContainers[i2];
      SetDefaults_Container(a2);
      {
        const list6 = a2.ports ?? [];
        for (let j3 = 0; j3 < list6.length; j3++) {
          let b3 = a2.ports[j3];
          if ((b3.protocol ?? '') === '') {
            b3.protocol = 'TCP';
          }
        }
      }
      {
        const list7 = a2.env ?? [];
        for (let j4 = 0; j4 < list7.length; j4++) {
          let b4 = a2.env[j4];
          if (b4.valueFrom != null) {
            if (b4.valueFrom.fieldRef != null) {
              SetDefaults_ObjectFieldSelector(b4.valueFrom.fieldRef);
            }
            if (b4.valueFrom.fileKeyRef != null) {
              if (b4.valueFrom.fileKeyRef.optional == null) {
                let ptrVar15 = false;
                setField(b4.valueFrom.fileKeyRef, 'optional', ptrVar15);
              }
            }
          }
        }
      }
      SetDefaults_ResourceList((a2.resources ?? Z).limits);
      SetDefaults_ResourceList((a2.resources ?? Z).requests);
      if (a2.livenessProbe != null) {
        SetDefaults_Probe(a2.livenessProbe);
        if (a2.livenessProbe.httpGet != null) {
          SetDefaults_HTTPGetAction(a2.livenessProbe.httpGet);
        }
        if (a2.livenessProbe.grpc != null) {
          if (a2.livenessProbe.grpc.service == null) {
            let ptrVar16 = '';
            setField(a2.livenessProbe.grpc, 'service', ptrVar16);
          }
        }
      }
      if (a2.readinessProbe != null) {
        SetDefaults_Probe(a2.readinessProbe);
        if (a2.readinessProbe.httpGet != null) {
          SetDefaults_HTTPGetAction(a2.readinessProbe.httpGet);
        }
        if (a2.readinessProbe.grpc != null) {
          if (a2.readinessProbe.grpc.service == null) {
            let ptrVar17 = '';
            setField(a2.readinessProbe.grpc, 'service', ptrVar17);
          }
        }
      }
      if (a2.startupProbe != null) {
        SetDefaults_Probe(a2.startupProbe);
        if (a2.startupProbe.httpGet != null) {
          SetDefaults_HTTPGetAction(a2.startupProbe.httpGet);
        }
        if (a2.startupProbe.grpc != null) {
          if (a2.startupProbe.grpc.service == null) {
            let ptrVar18 = '';
            setField(a2.startupProbe.grpc, 'service', ptrVar18);
          }
        }
      }
      if (a2.lifecycle != null) {
        if (a2.lifecycle.postStart != null) {
          if (a2.lifecycle.postStart.httpGet != null) {
            SetDefaults_HTTPGetAction(a2.lifecycle.postStart.httpGet);
          }
        }
        if (a2.lifecycle.preStop != null) {
          if (a2.lifecycle.preStop.httpGet != null) {
            SetDefaults_HTTPGetAction(a2.lifecycle.preStop.httpGet);
          }
        }
      }
    }
  }
  {
    const list8 = (((in2.spec ?? Z).template ?? Z).spec ?? Z).containers ?? [];
    for (let i3 = 0; i3 < list8.length; i3++) {
      let a3 = (((in2.spec ?? Z).template ?? Z).spec ?? Z).containers[i3];
      SetDefaults_Container(a3);
      {
        const list9 = a3.ports ?? [];
        for (let j5 = 0; j5 < list9.length; j5++) {
          let b5 = a3.ports[j5];
          if ((b5.protocol ?? '') === '') {
            b5.protocol = 'TCP';
          }
        }
      }
      {
        const list10 = a3.env ?? [];
        for (let j6 = 0; j6 < list10.length; j6++) {
          let b6 = a3.env[j6];
          if (b6.valueFrom != null) {
            if (b6.valueFrom.fieldRef != null) {
              SetDefaults_ObjectFieldSelector(b6.valueFrom.fieldRef);
            }
            if (b6.valueFrom.fileKeyRef != null) {
              if (b6.valueFrom.fileKeyRef.optional == null) {
                let ptrVar19 = false;
                setField(b6.valueFrom.fileKeyRef, 'optional', ptrVar19);
              }
            }
          }
        }
      }
      SetDefaults_ResourceList((a3.resources ?? Z).limits);
      SetDefaults_ResourceList((a3.resources ?? Z).requests);
      if (a3.livenessProbe != null) {
        SetDefaults_Probe(a3.livenessProbe);
        if (a3.livenessProbe.httpGet != null) {
          SetDefaults_HTTPGetAction(a3.livenessProbe.httpGet);
        }
        if (a3.livenessProbe.grpc != null) {
          if (a3.livenessProbe.grpc.service == null) {
            let ptrVar110 = '';
            setField(a3.livenessProbe.grpc, 'service', ptrVar110);
          }
        }
      }
      if (a3.readinessProbe != null) {
        SetDefaults_Probe(a3.readinessProbe);
        if (a3.readinessProbe.httpGet != null) {
          SetDefaults_HTTPGetAction(a3.readinessProbe.httpGet);
        }
        if (a3.readinessProbe.grpc != null) {
          if (a3.readinessProbe.grpc.service == null) {
            let ptrVar111 = '';
            setField(a3.readinessProbe.grpc, 'service', ptrVar111);
          }
        }
      }
      if (a3.startupProbe != null) {
        SetDefaults_Probe(a3.startupProbe);
        if (a3.startupProbe.httpGet != null) {
          SetDefaults_HTTPGetAction(a3.startupProbe.httpGet);
        }
        if (a3.startupProbe.grpc != null) {
          if (a3.startupProbe.grpc.service == null) {
            let ptrVar112 = '';
            setField(a3.startupProbe.grpc, 'service', ptrVar112);
          }
        }
      }
      if (a3.lifecycle != null) {
        if (a3.lifecycle.postStart != null) {
          if (a3.lifecycle.postStart.httpGet != null) {
            SetDefaults_HTTPGetAction(a3.lifecycle.postStart.httpGet);
          }
        }
        if (a3.lifecycle.preStop != null) {
          if (a3.lifecycle.preStop.httpGet != null) {
            SetDefaults_HTTPGetAction(a3.lifecycle.preStop.httpGet);
          }
        }
      }
    }
  }
  {
    const list11 = (((in2.spec ?? Z).template ?? Z).spec ?? Z).ephemeralContainers ?? [];
    for (let i4 = 0; i4 < list11.length; i4++) {
      let a4 = (((in2.spec ?? Z).template ?? Z).spec ?? Z).ephemeralContainers[i4];
      SetDefaults_EphemeralContainer(a4);
      {
        const list12 = a4.ports ?? [];
        for (let j7 = 0; j7 < list12.length; j7++) {
          let b7 = a4.ports[j7];
          if ((b7.protocol ?? '') === '') {
            b7.protocol = 'TCP';
          }
        }
      }
      {
        const list13 = a4.env ?? [];
        for (let j8 = 0; j8 < list13.length; j8++) {
          let b8 = a4.env[j8];
          if (b8.valueFrom != null) {
            if (b8.valueFrom.fieldRef != null) {
              SetDefaults_ObjectFieldSelector(b8.valueFrom.fieldRef);
            }
            if (b8.valueFrom.fileKeyRef != null) {
              if (b8.valueFrom.fileKeyRef.optional == null) {
                let ptrVar113 = false;
                setField(b8.valueFrom.fileKeyRef, 'optional', ptrVar113);
              }
            }
          }
        }
      }
      SetDefaults_ResourceList((a4.resources ?? Z).limits);
      SetDefaults_ResourceList((a4.resources ?? Z).requests);
      if (a4.livenessProbe != null) {
        SetDefaults_Probe(a4.livenessProbe);
        if (a4.livenessProbe.httpGet != null) {
          SetDefaults_HTTPGetAction(a4.livenessProbe.httpGet);
        }
        if (a4.livenessProbe.grpc != null) {
          if (a4.livenessProbe.grpc.service == null) {
            let ptrVar114 = '';
            setField(a4.livenessProbe.grpc, 'service', ptrVar114);
          }
        }
      }
      if (a4.readinessProbe != null) {
        SetDefaults_Probe(a4.readinessProbe);
        if (a4.readinessProbe.httpGet != null) {
          SetDefaults_HTTPGetAction(a4.readinessProbe.httpGet);
        }
        if (a4.readinessProbe.grpc != null) {
          if (a4.readinessProbe.grpc.service == null) {
            let ptrVar115 = '';
            setField(a4.readinessProbe.grpc, 'service', ptrVar115);
          }
        }
      }
      if (a4.startupProbe != null) {
        SetDefaults_Probe(a4.startupProbe);
        if (a4.startupProbe.httpGet != null) {
          SetDefaults_HTTPGetAction(a4.startupProbe.httpGet);
        }
        if (a4.startupProbe.grpc != null) {
          if (a4.startupProbe.grpc.service == null) {
            let ptrVar116 = '';
            setField(a4.startupProbe.grpc, 'service', ptrVar116);
          }
        }
      }
      if (a4.lifecycle != null) {
        if (a4.lifecycle.postStart != null) {
          if (a4.lifecycle.postStart.httpGet != null) {
            SetDefaults_HTTPGetAction(a4.lifecycle.postStart.httpGet);
          }
        }
        if (a4.lifecycle.preStop != null) {
          if (a4.lifecycle.preStop.httpGet != null) {
            SetDefaults_HTTPGetAction(a4.lifecycle.preStop.httpGet);
          }
        }
      }
    }
  }
  SetDefaults_ResourceList((((in2.spec ?? Z).template ?? Z).spec ?? Z).overhead);
  if ((((in2.spec ?? Z).template ?? Z).spec ?? Z).resources != null) {
    SetDefaults_ResourceList((((in2.spec ?? Z).template ?? Z).spec ?? Z).resources.limits);
    SetDefaults_ResourceList((((in2.spec ?? Z).template ?? Z).spec ?? Z).resources.requests);
  }
}

function SetObjectDefaults_Deployment(in2) {
  SetDefaults_Deployment(in2);
  SetDefaults_PodSpec((((in2.spec ??= {}).template ??= {}).spec ??= {}));
  {
    const list1 = (((in2.spec ?? Z).template ?? Z).spec ?? Z).volumes ?? [];
    for (let i = 0; i < list1.length; i++) {
      let a = (((in2.spec ?? Z).template ?? Z).spec ?? Z).volumes[i];
      SetDefaults_Volume(a);
      if (a.hostPath != null) {
        SetDefaults_HostPathVolumeSource(a.hostPath);
      }
      if (a.secret != null) {
        SetDefaults_SecretVolumeSource(a.secret);
      }
      if (a.iscsi != null) {
        if ((a.iscsi.iscsiInterface ?? '') === '') {
          a.iscsi.iscsiInterface = 'default';
        }
      }
      if (a.rbd != null) {
        if ((a.rbd.pool ?? '') === '') {
          a.rbd.pool = 'rbd';
        }
        if ((a.rbd.user ?? '') === '') {
          a.rbd.user = 'admin';
        }
        if ((a.rbd.keyring ?? '') === '') {
          a.rbd.keyring = '/etc/ceph/keyring';
        }
      }
      if (a.downwardAPI != null) {
        SetDefaults_DownwardAPIVolumeSource(a.downwardAPI);
        {
          const list2 = a.downwardAPI.items ?? [];
          for (let j = 0; j < list2.length; j++) {
            let b = a.downwardAPI.items[j];
            if (b.fieldRef != null) {
              SetDefaults_ObjectFieldSelector(b.fieldRef);
            }
          }
        }
      }
      if (a.configMap != null) {
        SetDefaults_ConfigMapVolumeSource(a.configMap);
      }
      if (a.azureDisk != null) {
        if (a.azureDisk.cachingMode == null) {
          let ptrVar1 = 'ReadWrite';
          setField(a.azureDisk, 'cachingMode', ptrVar1);
        }
        if (a.azureDisk.fsType == null) {
          let ptrVar12 = 'ext4';
          setField(a.azureDisk, 'fsType', ptrVar12);
        }
        if (a.azureDisk.readOnly == null) {
          let ptrVar13 = false;
          setField(a.azureDisk, 'readOnly', ptrVar13);
        }
        if (a.azureDisk.kind == null) {
          let ptrVar14 = 'Shared';
          setField(a.azureDisk, 'kind', ptrVar14);
        }
      }
      if (a.projected != null) {
        SetDefaults_ProjectedVolumeSource(a.projected);
        {
          const list3 = a.projected.sources ?? [];
          for (let j2 = 0; j2 < list3.length; j2++) {
            let b2 = a.projected.sources[j2];
            if (b2.downwardAPI != null) {
              {
                const list4 = b2.downwardAPI.items ?? [];
                for (let k = 0; k < list4.length; k++) {
                  let c = b2.downwardAPI.items[k];
                  if (c.fieldRef != null) {
                    SetDefaults_ObjectFieldSelector(c.fieldRef);
                  }
                }
              }
            }
            if (b2.serviceAccountToken != null) {
              SetDefaults_ServiceAccountTokenProjection(b2.serviceAccountToken);
            }
          }
        }
      }
      if (a.scaleIO != null) {
        if ((a.scaleIO.storageMode ?? '') === '') {
          a.scaleIO.storageMode = 'ThinProvisioned';
        }
        if ((a.scaleIO.fsType ?? '') === '') {
          a.scaleIO.fsType = 'xfs';
        }
      }
      if (a.ephemeral != null) {
        if (a.ephemeral.volumeClaimTemplate != null) {
          SetDefaults_PersistentVolumeClaimSpec((a.ephemeral.volumeClaimTemplate.spec ??= {}));
          SetDefaults_ResourceList(((a.ephemeral.volumeClaimTemplate.spec ?? Z).resources ?? Z).limits);
          SetDefaults_ResourceList(((a.ephemeral.volumeClaimTemplate.spec ?? Z).resources ?? Z).requests);
        }
      }
    }
  }
  {
    const list5 = (((in2.spec ?? Z).template ?? Z).spec ?? Z).initContainers ?? [];
    for (let i2 = 0; i2 < list5.length; i2++) {
      let a2 = (((in2.spec ?? Z).template ?? Z).spec ?? Z).initContainers[i2];
      SetDefaults_Container(a2);
      {
        const list6 = a2.ports ?? [];
        for (let j3 = 0; j3 < list6.length; j3++) {
          let b3 = a2.ports[j3];
          if ((b3.protocol ?? '') === '') {
            b3.protocol = 'TCP';
          }
        }
      }
      {
        const list7 = a2.env ?? [];
        for (let j4 = 0; j4 < list7.length; j4++) {
          let b4 = a2.env[j4];
          if (b4.valueFrom != null) {
            if (b4.valueFrom.fieldRef != null) {
              SetDefaults_ObjectFieldSelector(b4.valueFrom.fieldRef);
            }
            if (b4.valueFrom.fileKeyRef != null) {
              if (b4.valueFrom.fileKeyRef.optional == null) {
                let ptrVar15 = false;
                setField(b4.valueFrom.fileKeyRef, 'optional', ptrVar15);
              }
            }
          }
        }
      }
      SetDefaults_ResourceList((a2.resources ?? Z).limits);
      SetDefaults_ResourceList((a2.resources ?? Z).requests);
      if (a2.livenessProbe != null) {
        SetDefaults_Probe(a2.livenessProbe);
        if (a2.livenessProbe.httpGet != null) {
          SetDefaults_HTTPGetAction(a2.livenessProbe.httpGet);
        }
        if (a2.livenessProbe.grpc != null) {
          if (a2.livenessProbe.grpc.service == null) {
            let ptrVar16 = '';
            setField(a2.livenessProbe.grpc, 'service', ptrVar16);
          }
        }
      }
      if (a2.readinessProbe != null) {
        SetDefaults_Probe(a2.readinessProbe);
        if (a2.readinessProbe.httpGet != null) {
          SetDefaults_HTTPGetAction(a2.readinessProbe.httpGet);
        }
        if (a2.readinessProbe.grpc != null) {
          if (a2.readinessProbe.grpc.service == null) {
            let ptrVar17 = '';
            setField(a2.readinessProbe.grpc, 'service', ptrVar17);
          }
        }
      }
      if (a2.startupProbe != null) {
        SetDefaults_Probe(a2.startupProbe);
        if (a2.startupProbe.httpGet != null) {
          SetDefaults_HTTPGetAction(a2.startupProbe.httpGet);
        }
        if (a2.startupProbe.grpc != null) {
          if (a2.startupProbe.grpc.service == null) {
            let ptrVar18 = '';
            setField(a2.startupProbe.grpc, 'service', ptrVar18);
          }
        }
      }
      if (a2.lifecycle != null) {
        if (a2.lifecycle.postStart != null) {
          if (a2.lifecycle.postStart.httpGet != null) {
            SetDefaults_HTTPGetAction(a2.lifecycle.postStart.httpGet);
          }
        }
        if (a2.lifecycle.preStop != null) {
          if (a2.lifecycle.preStop.httpGet != null) {
            SetDefaults_HTTPGetAction(a2.lifecycle.preStop.httpGet);
          }
        }
      }
    }
  }
  {
    const list8 = (((in2.spec ?? Z).template ?? Z).spec ?? Z).containers ?? [];
    for (let i3 = 0; i3 < list8.length; i3++) {
      let a3 = (((in2.spec ?? Z).template ?? Z).spec ?? Z).containers[i3];
      SetDefaults_Container(a3);
      {
        const list9 = a3.ports ?? [];
        for (let j5 = 0; j5 < list9.length; j5++) {
          let b5 = a3.ports[j5];
          if ((b5.protocol ?? '') === '') {
            b5.protocol = 'TCP';
          }
        }
      }
      {
        const list10 = a3.env ?? [];
        for (let j6 = 0; j6 < list10.length; j6++) {
          let b6 = a3.env[j6];
          if (b6.valueFrom != null) {
            if (b6.valueFrom.fieldRef != null) {
              SetDefaults_ObjectFieldSelector(b6.valueFrom.fieldRef);
            }
            if (b6.valueFrom.fileKeyRef != null) {
              if (b6.valueFrom.fileKeyRef.optional == null) {
                let ptrVar19 = false;
                setField(b6.valueFrom.fileKeyRef, 'optional', ptrVar19);
              }
            }
          }
        }
      }
      SetDefaults_ResourceList((a3.resources ?? Z).limits);
      SetDefaults_ResourceList((a3.resources ?? Z).requests);
      if (a3.livenessProbe != null) {
        SetDefaults_Probe(a3.livenessProbe);
        if (a3.livenessProbe.httpGet != null) {
          SetDefaults_HTTPGetAction(a3.livenessProbe.httpGet);
        }
        if (a3.livenessProbe.grpc != null) {
          if (a3.livenessProbe.grpc.service == null) {
            let ptrVar110 = '';
            setField(a3.livenessProbe.grpc, 'service', ptrVar110);
          }
        }
      }
      if (a3.readinessProbe != null) {
        SetDefaults_Probe(a3.readinessProbe);
        if (a3.readinessProbe.httpGet != null) {
          SetDefaults_HTTPGetAction(a3.readinessProbe.httpGet);
        }
        if (a3.readinessProbe.grpc != null) {
          if (a3.readinessProbe.grpc.service == null) {
            let ptrVar111 = '';
            setField(a3.readinessProbe.grpc, 'service', ptrVar111);
          }
        }
      }
      if (a3.startupProbe != null) {
        SetDefaults_Probe(a3.startupProbe);
        if (a3.startupProbe.httpGet != null) {
          SetDefaults_HTTPGetAction(a3.startupProbe.httpGet);
        }
        if (a3.startupProbe.grpc != null) {
          if (a3.startupProbe.grpc.service == null) {
            let ptrVar112 = '';
            setField(a3.startupProbe.grpc, 'service', ptrVar112);
          }
        }
      }
      if (a3.lifecycle != null) {
        if (a3.lifecycle.postStart != null) {
          if (a3.lifecycle.postStart.httpGet != null) {
            SetDefaults_HTTPGetAction(a3.lifecycle.postStart.httpGet);
          }
        }
        if (a3.lifecycle.preStop != null) {
          if (a3.lifecycle.preStop.httpGet != null) {
            SetDefaults_HTTPGetAction(a3.lifecycle.preStop.httpGet);
          }
        }
      }
    }
  }
  {
    const list11 = (((in2.spec ?? Z).template ?? Z).spec ?? Z).ephemeralContainers ?? [];
    for (let i4 = 0; i4 < list11.length; i4++) {
      let a4 = (((in2.spec ?? Z).template ?? Z).spec ?? Z).ephemeralContainers[i4];
      SetDefaults_EphemeralContainer(a4);
      {
        const list12 = a4.ports ?? [];
        for (let j7 = 0; j7 < list12.length; j7++) {
          let b7 = a4.ports[j7];
          if ((b7.protocol ?? '') === '') {
            b7.protocol = 'TCP';
          }
        }
      }
      {
        const list13 = a4.env ?? [];
        for (let j8 = 0; j8 < list13.length; j8++) {
          let b8 = a4.env[j8];
          if (b8.valueFrom != null) {
            if (b8.valueFrom.fieldRef != null) {
              SetDefaults_ObjectFieldSelector(b8.valueFrom.fieldRef);
            }
            if (b8.valueFrom.fileKeyRef != null) {
              if (b8.valueFrom.fileKeyRef.optional == null) {
                let ptrVar113 = false;
                setField(b8.valueFrom.fileKeyRef, 'optional', ptrVar113);
              }
            }
          }
        }
      }
      SetDefaults_ResourceList((a4.resources ?? Z).limits);
      SetDefaults_ResourceList((a4.resources ?? Z).requests);
      if (a4.livenessProbe != null) {
        SetDefaults_Probe(a4.livenessProbe);
        if (a4.livenessProbe.httpGet != null) {
          SetDefaults_HTTPGetAction(a4.livenessProbe.httpGet);
        }
        if (a4.livenessProbe.grpc != null) {
          if (a4.livenessProbe.grpc.service == null) {
            let ptrVar114 = '';
            setField(a4.livenessProbe.grpc, 'service', ptrVar114);
          }
        }
      }
      if (a4.readinessProbe != null) {
        SetDefaults_Probe(a4.readinessProbe);
        if (a4.readinessProbe.httpGet != null) {
          SetDefaults_HTTPGetAction(a4.readinessProbe.httpGet);
        }
        if (a4.readinessProbe.grpc != null) {
          if (a4.readinessProbe.grpc.service == null) {
            let ptrVar115 = '';
            setField(a4.readinessProbe.grpc, 'service', ptrVar115);
          }
        }
      }
      if (a4.startupProbe != null) {
        SetDefaults_Probe(a4.startupProbe);
        if (a4.startupProbe.httpGet != null) {
          SetDefaults_HTTPGetAction(a4.startupProbe.httpGet);
        }
        if (a4.startupProbe.grpc != null) {
          if (a4.startupProbe.grpc.service == null) {
            let ptrVar116 = '';
            setField(a4.startupProbe.grpc, 'service', ptrVar116);
          }
        }
      }
      if (a4.lifecycle != null) {
        if (a4.lifecycle.postStart != null) {
          if (a4.lifecycle.postStart.httpGet != null) {
            SetDefaults_HTTPGetAction(a4.lifecycle.postStart.httpGet);
          }
        }
        if (a4.lifecycle.preStop != null) {
          if (a4.lifecycle.preStop.httpGet != null) {
            SetDefaults_HTTPGetAction(a4.lifecycle.preStop.httpGet);
          }
        }
      }
    }
  }
  SetDefaults_ResourceList((((in2.spec ?? Z).template ?? Z).spec ?? Z).overhead);
  if ((((in2.spec ?? Z).template ?? Z).spec ?? Z).resources != null) {
    SetDefaults_ResourceList((((in2.spec ?? Z).template ?? Z).spec ?? Z).resources.limits);
    SetDefaults_ResourceList((((in2.spec ?? Z).template ?? Z).spec ?? Z).resources.requests);
  }
}

function SetObjectDefaults_DeviceTaintRule(in2) {
  nothing(((in2.spec ??= {}).taint ??= {}));
}

function SetObjectDefaults_EndpointSlice(in2) {
  {
    const list1 = in2.ports ?? [];
    for (let i = 0; i < list1.length; i++) {
      let a = in2.ports[i];
      SetDefaults_EndpointPort(a);
    }
  }
}

function SetObjectDefaults_Endpoints(in2) {
  SetDefaults_Endpoints(in2);
}

function SetObjectDefaults_FlowSchema(in2) {
  SetDefaults_FlowSchemaSpec((in2.spec ??= {}));
}

function SetObjectDefaults_HorizontalPodAutoscaler(in2) {
  SetDefaults_HorizontalPodAutoscaler(in2);
}

function SetObjectDefaults_Ingress(in2) {
  {
    const list1 = (in2.spec ?? Z).rules ?? [];
    for (let i = 0; i < list1.length; i++) {
      let a = (in2.spec ?? Z).rules[i];
      if (a.http != null) {
        {
          const list2 = a.http.paths ?? [];
          for (let j = 0; j < list2.length; j++) {
            let b = a.http.paths[j];
            SetDefaults_HTTPIngressPath(b);
          }
        }
      }
    }
  }
}

function SetObjectDefaults_IngressClass(in2) {
  SetDefaults_IngressClass(in2);
}

function SetObjectDefaults_Job(in2) {
  SetDefaults_Job(in2);
  if ((in2.spec ?? Z).podFailurePolicy != null) {
    {
      const list1 = (in2.spec ?? Z).podFailurePolicy.rules ?? [];
      for (let i = 0; i < list1.length; i++) {
        let a = (in2.spec ?? Z).podFailurePolicy.rules[i];
        {
          const list2 = a.onPodConditions ?? [];
          for (let j = 0; j < list2.length; j++) {
            let b = a.onPodConditions[j];
            SetDefaults_PodFailurePolicyOnPodConditionsPattern(b);
          }
        }
      }
    }
  }
  SetDefaults_PodSpec((((in2.spec ??= {}).template ??= {}).spec ??= {}));
  {
    const list3 = (((in2.spec ?? Z).template ?? Z).spec ?? Z).volumes ?? [];
    for (let i2 = 0; i2 < list3.length; i2++) {
      let a2 = (((in2.spec ?? Z).template ?? Z).spec ?? Z).volumes[i2];
      SetDefaults_Volume(a2);
      if (a2.hostPath != null) {
        SetDefaults_HostPathVolumeSource(a2.hostPath);
      }
      if (a2.secret != null) {
        SetDefaults_SecretVolumeSource(a2.secret);
      }
      if (a2.iscsi != null) {
        if ((a2.iscsi.iscsiInterface ?? '') === '') {
          a2.iscsi.iscsiInterface = 'default';
        }
      }
      if (a2.rbd != null) {
        if ((a2.rbd.pool ?? '') === '') {
          a2.rbd.pool = 'rbd';
        }
        if ((a2.rbd.user ?? '') === '') {
          a2.rbd.user = 'admin';
        }
        if ((a2.rbd.keyring ?? '') === '') {
          a2.rbd.keyring = '/etc/ceph/keyring';
        }
      }
      if (a2.downwardAPI != null) {
        SetDefaults_DownwardAPIVolumeSource(a2.downwardAPI);
        {
          const list4 = a2.downwardAPI.items ?? [];
          for (let j2 = 0; j2 < list4.length; j2++) {
            let b2 = a2.downwardAPI.items[j2];
            if (b2.fieldRef != null) {
              SetDefaults_ObjectFieldSelector(b2.fieldRef);
            }
          }
        }
      }
      if (a2.configMap != null) {
        SetDefaults_ConfigMapVolumeSource(a2.configMap);
      }
      if (a2.azureDisk != null) {
        if (a2.azureDisk.cachingMode == null) {
          let ptrVar1 = 'ReadWrite';
          setField(a2.azureDisk, 'cachingMode', ptrVar1);
        }
        if (a2.azureDisk.fsType == null) {
          let ptrVar12 = 'ext4';
          setField(a2.azureDisk, 'fsType', ptrVar12);
        }
        if (a2.azureDisk.readOnly == null) {
          let ptrVar13 = false;
          setField(a2.azureDisk, 'readOnly', ptrVar13);
        }
        if (a2.azureDisk.kind == null) {
          let ptrVar14 = 'Shared';
          setField(a2.azureDisk, 'kind', ptrVar14);
        }
      }
      if (a2.projected != null) {
        SetDefaults_ProjectedVolumeSource(a2.projected);
        {
          const list5 = a2.projected.sources ?? [];
          for (let j3 = 0; j3 < list5.length; j3++) {
            let b3 = a2.projected.sources[j3];
            if (b3.downwardAPI != null) {
              {
                const list6 = b3.downwardAPI.items ?? [];
                for (let k = 0; k < list6.length; k++) {
                  let c = b3.downwardAPI.items[k];
                  if (c.fieldRef != null) {
                    SetDefaults_ObjectFieldSelector(c.fieldRef);
                  }
                }
              }
            }
            if (b3.serviceAccountToken != null) {
              SetDefaults_ServiceAccountTokenProjection(b3.serviceAccountToken);
            }
          }
        }
      }
      if (a2.scaleIO != null) {
        if ((a2.scaleIO.storageMode ?? '') === '') {
          a2.scaleIO.storageMode = 'ThinProvisioned';
        }
        if ((a2.scaleIO.fsType ?? '') === '') {
          a2.scaleIO.fsType = 'xfs';
        }
      }
      if (a2.ephemeral != null) {
        if (a2.ephemeral.volumeClaimTemplate != null) {
          SetDefaults_PersistentVolumeClaimSpec((a2.ephemeral.volumeClaimTemplate.spec ??= {}));
          SetDefaults_ResourceList(((a2.ephemeral.volumeClaimTemplate.spec ?? Z).resources ?? Z).limits);
          SetDefaults_ResourceList(((a2.ephemeral.volumeClaimTemplate.spec ?? Z).resources ?? Z).requests);
        }
      }
    }
  }
  {
    const list7 = (((in2.spec ?? Z).template ?? Z).spec ?? Z).initContainers ?? [];
    for (let i3 = 0; i3 < list7.length; i3++) {
      let a3 = (((in2.spec ?? Z).template ?? Z).spec ?? Z).initContainers[i3];
      SetDefaults_Container(a3);
      {
        const list8 = a3.ports ?? [];
        for (let j4 = 0; j4 < list8.length; j4++) {
          let b4 = a3.ports[j4];
          if ((b4.protocol ?? '') === '') {
            b4.protocol = 'TCP';
          }
        }
      }
      {
        const list9 = a3.env ?? [];
        for (let j5 = 0; j5 < list9.length; j5++) {
          let b5 = a3.env[j5];
          if (b5.valueFrom != null) {
            if (b5.valueFrom.fieldRef != null) {
              SetDefaults_ObjectFieldSelector(b5.valueFrom.fieldRef);
            }
            if (b5.valueFrom.fileKeyRef != null) {
              if (b5.valueFrom.fileKeyRef.optional == null) {
                let ptrVar15 = false;
                setField(b5.valueFrom.fileKeyRef, 'optional', ptrVar15);
              }
            }
          }
        }
      }
      SetDefaults_ResourceList((a3.resources ?? Z).limits);
      SetDefaults_ResourceList((a3.resources ?? Z).requests);
      if (a3.livenessProbe != null) {
        SetDefaults_Probe(a3.livenessProbe);
        if (a3.livenessProbe.httpGet != null) {
          SetDefaults_HTTPGetAction(a3.livenessProbe.httpGet);
        }
        if (a3.livenessProbe.grpc != null) {
          if (a3.livenessProbe.grpc.service == null) {
            let ptrVar16 = '';
            setField(a3.livenessProbe.grpc, 'service', ptrVar16);
          }
        }
      }
      if (a3.readinessProbe != null) {
        SetDefaults_Probe(a3.readinessProbe);
        if (a3.readinessProbe.httpGet != null) {
          SetDefaults_HTTPGetAction(a3.readinessProbe.httpGet);
        }
        if (a3.readinessProbe.grpc != null) {
          if (a3.readinessProbe.grpc.service == null) {
            let ptrVar17 = '';
            setField(a3.readinessProbe.grpc, 'service', ptrVar17);
          }
        }
      }
      if (a3.startupProbe != null) {
        SetDefaults_Probe(a3.startupProbe);
        if (a3.startupProbe.httpGet != null) {
          SetDefaults_HTTPGetAction(a3.startupProbe.httpGet);
        }
        if (a3.startupProbe.grpc != null) {
          if (a3.startupProbe.grpc.service == null) {
            let ptrVar18 = '';
            setField(a3.startupProbe.grpc, 'service', ptrVar18);
          }
        }
      }
      if (a3.lifecycle != null) {
        if (a3.lifecycle.postStart != null) {
          if (a3.lifecycle.postStart.httpGet != null) {
            SetDefaults_HTTPGetAction(a3.lifecycle.postStart.httpGet);
          }
        }
        if (a3.lifecycle.preStop != null) {
          if (a3.lifecycle.preStop.httpGet != null) {
            SetDefaults_HTTPGetAction(a3.lifecycle.preStop.httpGet);
          }
        }
      }
    }
  }
  {
    const list10 = (((in2.spec ?? Z).template ?? Z).spec ?? Z).containers ?? [];
    for (let i4 = 0; i4 < list10.length; i4++) {
      let a4 = (((in2.spec ?? Z).template ?? Z).spec ?? Z).containers[i4];
      SetDefaults_Container(a4);
      {
        const list11 = a4.ports ?? [];
        for (let j6 = 0; j6 < list11.length; j6++) {
          let b6 = a4.ports[j6];
          if ((b6.protocol ?? '') === '') {
            b6.protocol = 'TCP';
          }
        }
      }
      {
        const list12 = a4.env ?? [];
        for (let j7 = 0; j7 < list12.length; j7++) {
          let b7 = a4.env[j7];
          if (b7.valueFrom != null) {
            if (b7.valueFrom.fieldRef != null) {
              SetDefaults_ObjectFieldSelector(b7.valueFrom.fieldRef);
            }
            if (b7.valueFrom.fileKeyRef != null) {
              if (b7.valueFrom.fileKeyRef.optional == null) {
                let ptrVar19 = false;
                setField(b7.valueFrom.fileKeyRef, 'optional', ptrVar19);
              }
            }
          }
        }
      }
      SetDefaults_ResourceList((a4.resources ?? Z).limits);
      SetDefaults_ResourceList((a4.resources ?? Z).requests);
      if (a4.livenessProbe != null) {
        SetDefaults_Probe(a4.livenessProbe);
        if (a4.livenessProbe.httpGet != null) {
          SetDefaults_HTTPGetAction(a4.livenessProbe.httpGet);
        }
        if (a4.livenessProbe.grpc != null) {
          if (a4.livenessProbe.grpc.service == null) {
            let ptrVar110 = '';
            setField(a4.livenessProbe.grpc, 'service', ptrVar110);
          }
        }
      }
      if (a4.readinessProbe != null) {
        SetDefaults_Probe(a4.readinessProbe);
        if (a4.readinessProbe.httpGet != null) {
          SetDefaults_HTTPGetAction(a4.readinessProbe.httpGet);
        }
        if (a4.readinessProbe.grpc != null) {
          if (a4.readinessProbe.grpc.service == null) {
            let ptrVar111 = '';
            setField(a4.readinessProbe.grpc, 'service', ptrVar111);
          }
        }
      }
      if (a4.startupProbe != null) {
        SetDefaults_Probe(a4.startupProbe);
        if (a4.startupProbe.httpGet != null) {
          SetDefaults_HTTPGetAction(a4.startupProbe.httpGet);
        }
        if (a4.startupProbe.grpc != null) {
          if (a4.startupProbe.grpc.service == null) {
            let ptrVar112 = '';
            setField(a4.startupProbe.grpc, 'service', ptrVar112);
          }
        }
      }
      if (a4.lifecycle != null) {
        if (a4.lifecycle.postStart != null) {
          if (a4.lifecycle.postStart.httpGet != null) {
            SetDefaults_HTTPGetAction(a4.lifecycle.postStart.httpGet);
          }
        }
        if (a4.lifecycle.preStop != null) {
          if (a4.lifecycle.preStop.httpGet != null) {
            SetDefaults_HTTPGetAction(a4.lifecycle.preStop.httpGet);
          }
        }
      }
    }
  }
  {
    const list13 = (((in2.spec ?? Z).template ?? Z).spec ?? Z).ephemeralContainers ?? [];
    for (let i5 = 0; i5 < list13.length; i5++) {
      let a5 = (((in2.spec ?? Z).template ?? Z).spec ?? Z).ephemeralContainers[i5];
      SetDefaults_EphemeralContainer(a5);
      {
        const list14 = a5.ports ?? [];
        for (let j8 = 0; j8 < list14.length; j8++) {
          let b8 = a5.ports[j8];
          if ((b8.protocol ?? '') === '') {
            b8.protocol = 'TCP';
          }
        }
      }
      {
        const list15 = a5.env ?? [];
        for (let j9 = 0; j9 < list15.length; j9++) {
          let b9 = a5.env[j9];
          if (b9.valueFrom != null) {
            if (b9.valueFrom.fieldRef != null) {
              SetDefaults_ObjectFieldSelector(b9.valueFrom.fieldRef);
            }
            if (b9.valueFrom.fileKeyRef != null) {
              if (b9.valueFrom.fileKeyRef.optional == null) {
                let ptrVar113 = false;
                setField(b9.valueFrom.fileKeyRef, 'optional', ptrVar113);
              }
            }
          }
        }
      }
      SetDefaults_ResourceList((a5.resources ?? Z).limits);
      SetDefaults_ResourceList((a5.resources ?? Z).requests);
      if (a5.livenessProbe != null) {
        SetDefaults_Probe(a5.livenessProbe);
        if (a5.livenessProbe.httpGet != null) {
          SetDefaults_HTTPGetAction(a5.livenessProbe.httpGet);
        }
        if (a5.livenessProbe.grpc != null) {
          if (a5.livenessProbe.grpc.service == null) {
            let ptrVar114 = '';
            setField(a5.livenessProbe.grpc, 'service', ptrVar114);
          }
        }
      }
      if (a5.readinessProbe != null) {
        SetDefaults_Probe(a5.readinessProbe);
        if (a5.readinessProbe.httpGet != null) {
          SetDefaults_HTTPGetAction(a5.readinessProbe.httpGet);
        }
        if (a5.readinessProbe.grpc != null) {
          if (a5.readinessProbe.grpc.service == null) {
            let ptrVar115 = '';
            setField(a5.readinessProbe.grpc, 'service', ptrVar115);
          }
        }
      }
      if (a5.startupProbe != null) {
        SetDefaults_Probe(a5.startupProbe);
        if (a5.startupProbe.httpGet != null) {
          SetDefaults_HTTPGetAction(a5.startupProbe.httpGet);
        }
        if (a5.startupProbe.grpc != null) {
          if (a5.startupProbe.grpc.service == null) {
            let ptrVar116 = '';
            setField(a5.startupProbe.grpc, 'service', ptrVar116);
          }
        }
      }
      if (a5.lifecycle != null) {
        if (a5.lifecycle.postStart != null) {
          if (a5.lifecycle.postStart.httpGet != null) {
            SetDefaults_HTTPGetAction(a5.lifecycle.postStart.httpGet);
          }
        }
        if (a5.lifecycle.preStop != null) {
          if (a5.lifecycle.preStop.httpGet != null) {
            SetDefaults_HTTPGetAction(a5.lifecycle.preStop.httpGet);
          }
        }
      }
    }
  }
  SetDefaults_ResourceList((((in2.spec ?? Z).template ?? Z).spec ?? Z).overhead);
  if ((((in2.spec ?? Z).template ?? Z).spec ?? Z).resources != null) {
    SetDefaults_ResourceList((((in2.spec ?? Z).template ?? Z).spec ?? Z).resources.limits);
    SetDefaults_ResourceList((((in2.spec ?? Z).template ?? Z).spec ?? Z).resources.requests);
  }
}

function SetObjectDefaults_LimitRange(in2) {
  {
    const list1 = (in2.spec ?? Z).limits ?? [];
    for (let i = 0; i < list1.length; i++) {
      let a = (in2.spec ?? Z).limits[i];
      SetDefaults_LimitRangeItem(a);
      SetDefaults_ResourceList(a.max);
      SetDefaults_ResourceList(a.min);
      SetDefaults_ResourceList(a.default);
      SetDefaults_ResourceList(a.defaultRequest);
      SetDefaults_ResourceList(a.maxLimitRequestRatio);
    }
  }
}

function SetObjectDefaults_MutatingAdmissionPolicy(in2) {
  SetDefaults_MutatingAdmissionPolicySpec((in2.spec ??= {}));
  if ((in2.spec ?? Z).matchConstraints != null) {
    SetDefaults_MatchResources((in2.spec ?? Z).matchConstraints);
    {
      const list1 = (in2.spec ?? Z).matchConstraints.resourceRules ?? [];
      for (let i = 0; i < list1.length; i++) {
        let a = (in2.spec ?? Z).matchConstraints.resourceRules[i];
        SetDefaults_Rule(a);
      }
    }
    {
      const list2 = (in2.spec ?? Z).matchConstraints.excludeResourceRules ?? [];
      for (let i2 = 0; i2 < list2.length; i2++) {
        let a2 = (in2.spec ?? Z).matchConstraints.excludeResourceRules[i2];
        SetDefaults_Rule(a2);
      }
    }
  }
}

function SetObjectDefaults_MutatingAdmissionPolicyBinding(in2) {
  if ((in2.spec ?? Z).matchResources != null) {
    SetDefaults_MatchResources((in2.spec ?? Z).matchResources);
    {
      const list1 = (in2.spec ?? Z).matchResources.resourceRules ?? [];
      for (let i = 0; i < list1.length; i++) {
        let a = (in2.spec ?? Z).matchResources.resourceRules[i];
        SetDefaults_Rule(a);
      }
    }
    {
      const list2 = (in2.spec ?? Z).matchResources.excludeResourceRules ?? [];
      for (let i2 = 0; i2 < list2.length; i2++) {
        let a2 = (in2.spec ?? Z).matchResources.excludeResourceRules[i2];
        SetDefaults_Rule(a2);
      }
    }
  }
}

function SetObjectDefaults_MutatingWebhookConfiguration(in2) {
  {
    const list1 = in2.webhooks ?? [];
    for (let i = 0; i < list1.length; i++) {
      let a = in2.webhooks[i];
      SetDefaults_MutatingWebhook(a);
      if ((a.clientConfig ?? Z).service != null) {
        SetDefaults_ServiceReference((a.clientConfig ?? Z).service);
      }
      {
        const list2 = a.rules ?? [];
        for (let j = 0; j < list2.length; j++) {
          let b = a.rules[j];
          SetDefaults_Rule(b);
        }
      }
    }
  }
}

function SetObjectDefaults_Namespace(in2) {
  SetDefaults_Namespace(in2);
  SetDefaults_NamespaceStatus((in2.status ??= {}));
}

function SetObjectDefaults_NetworkPolicy(in2) {
  SetDefaults_NetworkPolicy(in2);
  {
    const list1 = (in2.spec ?? Z).ingress ?? [];
    for (let i = 0; i < list1.length; i++) {
      let a = (in2.spec ?? Z).ingress[i];
      {
        const list2 = a.ports ?? [];
        for (let j = 0; j < list2.length; j++) {
          let b = a.ports[j];
          SetDefaults_NetworkPolicyPort(b);
        }
      }
    }
  }
  {
    const list3 = (in2.spec ?? Z).egress ?? [];
    for (let i2 = 0; i2 < list3.length; i2++) {
      let a2 = (in2.spec ?? Z).egress[i2];
      {
        const list4 = a2.ports ?? [];
        for (let j2 = 0; j2 < list4.length; j2++) {
          let b2 = a2.ports[j2];
          SetDefaults_NetworkPolicyPort(b2);
        }
      }
    }
  }
}

function SetObjectDefaults_Node(in2) {
  SetDefaults_NodeStatus((in2.status ??= {}));
  SetDefaults_ResourceList((in2.status ?? Z).capacity);
  SetDefaults_ResourceList((in2.status ?? Z).allocatable);
}

function SetObjectDefaults_PersistentVolume(in2) {
  SetDefaults_PersistentVolume(in2);
  SetDefaults_ResourceList((in2.spec ?? Z).capacity);
  if ((in2.spec ?? Z).hostPath != null) {
    SetDefaults_HostPathVolumeSource((in2.spec ?? Z).hostPath);
  }
  if ((in2.spec ?? Z).rbd != null) {
    if (((in2.spec ?? Z).rbd.pool ?? '') === '') {
      (in2.spec ??= {}).rbd.pool = 'rbd';
    }
    if (((in2.spec ?? Z).rbd.user ?? '') === '') {
      (in2.spec ??= {}).rbd.user = 'admin';
    }
    if (((in2.spec ?? Z).rbd.keyring ?? '') === '') {
      (in2.spec ??= {}).rbd.keyring = '/etc/ceph/keyring';
    }
  }
  if ((in2.spec ?? Z).iscsi != null) {
    if (((in2.spec ?? Z).iscsi.iscsiInterface ?? '') === '') {
      (in2.spec ??= {}).iscsi.iscsiInterface = 'default';
    }
  }
  if ((in2.spec ?? Z).azureDisk != null) {
    if ((in2.spec ?? Z).azureDisk.cachingMode == null) {
      let ptrVar1 = 'ReadWrite';
      setField((in2.spec ??= {}).azureDisk, 'cachingMode', ptrVar1);
    }
    if ((in2.spec ?? Z).azureDisk.fsType == null) {
      let ptrVar12 = 'ext4';
      setField((in2.spec ??= {}).azureDisk, 'fsType', ptrVar12);
    }
    if ((in2.spec ?? Z).azureDisk.readOnly == null) {
      let ptrVar13 = false;
      setField((in2.spec ??= {}).azureDisk, 'readOnly', ptrVar13);
    }
    if ((in2.spec ?? Z).azureDisk.kind == null) {
      let ptrVar14 = 'Shared';
      setField((in2.spec ??= {}).azureDisk, 'kind', ptrVar14);
    }
  }
  if ((in2.spec ?? Z).scaleIO != null) {
    if (((in2.spec ?? Z).scaleIO.storageMode ?? '') === '') {
      (in2.spec ??= {}).scaleIO.storageMode = 'ThinProvisioned';
    }
    if (((in2.spec ?? Z).scaleIO.fsType ?? '') === '') {
      (in2.spec ??= {}).scaleIO.fsType = 'xfs';
    }
  }
}

function SetObjectDefaults_PersistentVolumeClaim(in2) {
  SetDefaults_PersistentVolumeClaim(in2);
  SetDefaults_PersistentVolumeClaimSpec((in2.spec ??= {}));
  SetDefaults_ResourceList(((in2.spec ?? Z).resources ?? Z).limits);
  SetDefaults_ResourceList(((in2.spec ?? Z).resources ?? Z).requests);
  SetDefaults_ResourceList((in2.status ?? Z).capacity);
  SetDefaults_ResourceList((in2.status ?? Z).allocatedResources);
}

function SetObjectDefaults_Pod(in2) {
  SetDefaults_Pod(in2);
  SetDefaults_PodSpec((in2.spec ??= {}));
  {
    const list1 = (in2.spec ?? Z).volumes ?? [];
    for (let i = 0; i < list1.length; i++) {
      let a = (in2.spec ?? Z).volumes[i];
      SetDefaults_Volume(a);
      if (a.hostPath != null) {
        SetDefaults_HostPathVolumeSource(a.hostPath);
      }
      if (a.secret != null) {
        SetDefaults_SecretVolumeSource(a.secret);
      }
      if (a.iscsi != null) {
        if ((a.iscsi.iscsiInterface ?? '') === '') {
          a.iscsi.iscsiInterface = 'default';
        }
      }
      if (a.rbd != null) {
        if ((a.rbd.pool ?? '') === '') {
          a.rbd.pool = 'rbd';
        }
        if ((a.rbd.user ?? '') === '') {
          a.rbd.user = 'admin';
        }
        if ((a.rbd.keyring ?? '') === '') {
          a.rbd.keyring = '/etc/ceph/keyring';
        }
      }
      if (a.downwardAPI != null) {
        SetDefaults_DownwardAPIVolumeSource(a.downwardAPI);
        {
          const list2 = a.downwardAPI.items ?? [];
          for (let j = 0; j < list2.length; j++) {
            let b = a.downwardAPI.items[j];
            if (b.fieldRef != null) {
              SetDefaults_ObjectFieldSelector(b.fieldRef);
            }
          }
        }
      }
      if (a.configMap != null) {
        SetDefaults_ConfigMapVolumeSource(a.configMap);
      }
      if (a.azureDisk != null) {
        if (a.azureDisk.cachingMode == null) {
          let ptrVar1 = 'ReadWrite';
          setField(a.azureDisk, 'cachingMode', ptrVar1);
        }
        if (a.azureDisk.fsType == null) {
          let ptrVar12 = 'ext4';
          setField(a.azureDisk, 'fsType', ptrVar12);
        }
        if (a.azureDisk.readOnly == null) {
          let ptrVar13 = false;
          setField(a.azureDisk, 'readOnly', ptrVar13);
        }
        if (a.azureDisk.kind == null) {
          let ptrVar14 = 'Shared';
          setField(a.azureDisk, 'kind', ptrVar14);
        }
      }
      if (a.projected != null) {
        SetDefaults_ProjectedVolumeSource(a.projected);
        {
          const list3 = a.projected.sources ?? [];
          for (let j2 = 0; j2 < list3.length; j2++) {
            let b2 = a.projected.sources[j2];
            if (b2.downwardAPI != null) {
              {
                const list4 = b2.downwardAPI.items ?? [];
                for (let k = 0; k < list4.length; k++) {
                  let c = b2.downwardAPI.items[k];
                  if (c.fieldRef != null) {
                    SetDefaults_ObjectFieldSelector(c.fieldRef);
                  }
                }
              }
            }
            if (b2.serviceAccountToken != null) {
              SetDefaults_ServiceAccountTokenProjection(b2.serviceAccountToken);
            }
          }
        }
      }
      if (a.scaleIO != null) {
        if ((a.scaleIO.storageMode ?? '') === '') {
          a.scaleIO.storageMode = 'ThinProvisioned';
        }
        if ((a.scaleIO.fsType ?? '') === '') {
          a.scaleIO.fsType = 'xfs';
        }
      }
      if (a.ephemeral != null) {
        if (a.ephemeral.volumeClaimTemplate != null) {
          SetDefaults_PersistentVolumeClaimSpec((a.ephemeral.volumeClaimTemplate.spec ??= {}));
          SetDefaults_ResourceList(((a.ephemeral.volumeClaimTemplate.spec ?? Z).resources ?? Z).limits);
          SetDefaults_ResourceList(((a.ephemeral.volumeClaimTemplate.spec ?? Z).resources ?? Z).requests);
        }
      }
    }
  }
  {
    const list5 = (in2.spec ?? Z).initContainers ?? [];
    for (let i2 = 0; i2 < list5.length; i2++) {
      let a2 = (in2.spec ?? Z).initContainers[i2];
      SetDefaults_Container(a2);
      {
        const list6 = a2.ports ?? [];
        for (let j3 = 0; j3 < list6.length; j3++) {
          let b3 = a2.ports[j3];
          if ((b3.protocol ?? '') === '') {
            b3.protocol = 'TCP';
          }
        }
      }
      {
        const list7 = a2.env ?? [];
        for (let j4 = 0; j4 < list7.length; j4++) {
          let b4 = a2.env[j4];
          if (b4.valueFrom != null) {
            if (b4.valueFrom.fieldRef != null) {
              SetDefaults_ObjectFieldSelector(b4.valueFrom.fieldRef);
            }
            if (b4.valueFrom.fileKeyRef != null) {
              if (b4.valueFrom.fileKeyRef.optional == null) {
                let ptrVar15 = false;
                setField(b4.valueFrom.fileKeyRef, 'optional', ptrVar15);
              }
            }
          }
        }
      }
      SetDefaults_ResourceList((a2.resources ?? Z).limits);
      SetDefaults_ResourceList((a2.resources ?? Z).requests);
      if (a2.livenessProbe != null) {
        SetDefaults_Probe(a2.livenessProbe);
        if (a2.livenessProbe.httpGet != null) {
          SetDefaults_HTTPGetAction(a2.livenessProbe.httpGet);
        }
        if (a2.livenessProbe.grpc != null) {
          if (a2.livenessProbe.grpc.service == null) {
            let ptrVar16 = '';
            setField(a2.livenessProbe.grpc, 'service', ptrVar16);
          }
        }
      }
      if (a2.readinessProbe != null) {
        SetDefaults_Probe(a2.readinessProbe);
        if (a2.readinessProbe.httpGet != null) {
          SetDefaults_HTTPGetAction(a2.readinessProbe.httpGet);
        }
        if (a2.readinessProbe.grpc != null) {
          if (a2.readinessProbe.grpc.service == null) {
            let ptrVar17 = '';
            setField(a2.readinessProbe.grpc, 'service', ptrVar17);
          }
        }
      }
      if (a2.startupProbe != null) {
        SetDefaults_Probe(a2.startupProbe);
        if (a2.startupProbe.httpGet != null) {
          SetDefaults_HTTPGetAction(a2.startupProbe.httpGet);
        }
        if (a2.startupProbe.grpc != null) {
          if (a2.startupProbe.grpc.service == null) {
            let ptrVar18 = '';
            setField(a2.startupProbe.grpc, 'service', ptrVar18);
          }
        }
      }
      if (a2.lifecycle != null) {
        if (a2.lifecycle.postStart != null) {
          if (a2.lifecycle.postStart.httpGet != null) {
            SetDefaults_HTTPGetAction(a2.lifecycle.postStart.httpGet);
          }
        }
        if (a2.lifecycle.preStop != null) {
          if (a2.lifecycle.preStop.httpGet != null) {
            SetDefaults_HTTPGetAction(a2.lifecycle.preStop.httpGet);
          }
        }
      }
    }
  }
  {
    const list8 = (in2.spec ?? Z).containers ?? [];
    for (let i3 = 0; i3 < list8.length; i3++) {
      let a3 = (in2.spec ?? Z).containers[i3];
      SetDefaults_Container(a3);
      {
        const list9 = a3.ports ?? [];
        for (let j5 = 0; j5 < list9.length; j5++) {
          let b5 = a3.ports[j5];
          if ((b5.protocol ?? '') === '') {
            b5.protocol = 'TCP';
          }
        }
      }
      {
        const list10 = a3.env ?? [];
        for (let j6 = 0; j6 < list10.length; j6++) {
          let b6 = a3.env[j6];
          if (b6.valueFrom != null) {
            if (b6.valueFrom.fieldRef != null) {
              SetDefaults_ObjectFieldSelector(b6.valueFrom.fieldRef);
            }
            if (b6.valueFrom.fileKeyRef != null) {
              if (b6.valueFrom.fileKeyRef.optional == null) {
                let ptrVar19 = false;
                setField(b6.valueFrom.fileKeyRef, 'optional', ptrVar19);
              }
            }
          }
        }
      }
      SetDefaults_ResourceList((a3.resources ?? Z).limits);
      SetDefaults_ResourceList((a3.resources ?? Z).requests);
      if (a3.livenessProbe != null) {
        SetDefaults_Probe(a3.livenessProbe);
        if (a3.livenessProbe.httpGet != null) {
          SetDefaults_HTTPGetAction(a3.livenessProbe.httpGet);
        }
        if (a3.livenessProbe.grpc != null) {
          if (a3.livenessProbe.grpc.service == null) {
            let ptrVar110 = '';
            setField(a3.livenessProbe.grpc, 'service', ptrVar110);
          }
        }
      }
      if (a3.readinessProbe != null) {
        SetDefaults_Probe(a3.readinessProbe);
        if (a3.readinessProbe.httpGet != null) {
          SetDefaults_HTTPGetAction(a3.readinessProbe.httpGet);
        }
        if (a3.readinessProbe.grpc != null) {
          if (a3.readinessProbe.grpc.service == null) {
            let ptrVar111 = '';
            setField(a3.readinessProbe.grpc, 'service', ptrVar111);
          }
        }
      }
      if (a3.startupProbe != null) {
        SetDefaults_Probe(a3.startupProbe);
        if (a3.startupProbe.httpGet != null) {
          SetDefaults_HTTPGetAction(a3.startupProbe.httpGet);
        }
        if (a3.startupProbe.grpc != null) {
          if (a3.startupProbe.grpc.service == null) {
            let ptrVar112 = '';
            setField(a3.startupProbe.grpc, 'service', ptrVar112);
          }
        }
      }
      if (a3.lifecycle != null) {
        if (a3.lifecycle.postStart != null) {
          if (a3.lifecycle.postStart.httpGet != null) {
            SetDefaults_HTTPGetAction(a3.lifecycle.postStart.httpGet);
          }
        }
        if (a3.lifecycle.preStop != null) {
          if (a3.lifecycle.preStop.httpGet != null) {
            SetDefaults_HTTPGetAction(a3.lifecycle.preStop.httpGet);
          }
        }
      }
    }
  }
  {
    const list11 = (in2.spec ?? Z).ephemeralContainers ?? [];
    for (let i4 = 0; i4 < list11.length; i4++) {
      let a4 = (in2.spec ?? Z).ephemeralContainers[i4];
      SetDefaults_EphemeralContainer(a4);
      {
        const list12 = a4.ports ?? [];
        for (let j7 = 0; j7 < list12.length; j7++) {
          let b7 = a4.ports[j7];
          if ((b7.protocol ?? '') === '') {
            b7.protocol = 'TCP';
          }
        }
      }
      {
        const list13 = a4.env ?? [];
        for (let j8 = 0; j8 < list13.length; j8++) {
          let b8 = a4.env[j8];
          if (b8.valueFrom != null) {
            if (b8.valueFrom.fieldRef != null) {
              SetDefaults_ObjectFieldSelector(b8.valueFrom.fieldRef);
            }
            if (b8.valueFrom.fileKeyRef != null) {
              if (b8.valueFrom.fileKeyRef.optional == null) {
                let ptrVar113 = false;
                setField(b8.valueFrom.fileKeyRef, 'optional', ptrVar113);
              }
            }
          }
        }
      }
      SetDefaults_ResourceList((a4.resources ?? Z).limits);
      SetDefaults_ResourceList((a4.resources ?? Z).requests);
      if (a4.livenessProbe != null) {
        SetDefaults_Probe(a4.livenessProbe);
        if (a4.livenessProbe.httpGet != null) {
          SetDefaults_HTTPGetAction(a4.livenessProbe.httpGet);
        }
        if (a4.livenessProbe.grpc != null) {
          if (a4.livenessProbe.grpc.service == null) {
            let ptrVar114 = '';
            setField(a4.livenessProbe.grpc, 'service', ptrVar114);
          }
        }
      }
      if (a4.readinessProbe != null) {
        SetDefaults_Probe(a4.readinessProbe);
        if (a4.readinessProbe.httpGet != null) {
          SetDefaults_HTTPGetAction(a4.readinessProbe.httpGet);
        }
        if (a4.readinessProbe.grpc != null) {
          if (a4.readinessProbe.grpc.service == null) {
            let ptrVar115 = '';
            setField(a4.readinessProbe.grpc, 'service', ptrVar115);
          }
        }
      }
      if (a4.startupProbe != null) {
        SetDefaults_Probe(a4.startupProbe);
        if (a4.startupProbe.httpGet != null) {
          SetDefaults_HTTPGetAction(a4.startupProbe.httpGet);
        }
        if (a4.startupProbe.grpc != null) {
          if (a4.startupProbe.grpc.service == null) {
            let ptrVar116 = '';
            setField(a4.startupProbe.grpc, 'service', ptrVar116);
          }
        }
      }
      if (a4.lifecycle != null) {
        if (a4.lifecycle.postStart != null) {
          if (a4.lifecycle.postStart.httpGet != null) {
            SetDefaults_HTTPGetAction(a4.lifecycle.postStart.httpGet);
          }
        }
        if (a4.lifecycle.preStop != null) {
          if (a4.lifecycle.preStop.httpGet != null) {
            SetDefaults_HTTPGetAction(a4.lifecycle.preStop.httpGet);
          }
        }
      }
    }
  }
  SetDefaults_ResourceList((in2.spec ?? Z).overhead);
  if ((in2.spec ?? Z).resources != null) {
    SetDefaults_ResourceList((in2.spec ?? Z).resources.limits);
    SetDefaults_ResourceList((in2.spec ?? Z).resources.requests);
  }
  SetDefaults_PodStatus((in2.status ??= {}));
  {
    const list14 = (in2.status ?? Z).initContainerStatuses ?? [];
    for (let i5 = 0; i5 < list14.length; i5++) {
      let a5 = (in2.status ?? Z).initContainerStatuses[i5];
      SetDefaults_ResourceList(a5.allocatedResources);
      if (a5.resources != null) {
        SetDefaults_ResourceList(a5.resources.limits);
        SetDefaults_ResourceList(a5.resources.requests);
      }
    }
  }
  {
    const list15 = (in2.status ?? Z).containerStatuses ?? [];
    for (let i6 = 0; i6 < list15.length; i6++) {
      let a6 = (in2.status ?? Z).containerStatuses[i6];
      SetDefaults_ResourceList(a6.allocatedResources);
      if (a6.resources != null) {
        SetDefaults_ResourceList(a6.resources.limits);
        SetDefaults_ResourceList(a6.resources.requests);
      }
    }
  }
  {
    const list16 = (in2.status ?? Z).ephemeralContainerStatuses ?? [];
    for (let i7 = 0; i7 < list16.length; i7++) {
      let a7 = (in2.status ?? Z).ephemeralContainerStatuses[i7];
      SetDefaults_ResourceList(a7.allocatedResources);
      if (a7.resources != null) {
        SetDefaults_ResourceList(a7.resources.limits);
        SetDefaults_ResourceList(a7.resources.requests);
      }
    }
  }
  SetDefaults_ResourceList((in2.status ?? Z).allocatedResources);
  if ((in2.status ?? Z).resources != null) {
    SetDefaults_ResourceList((in2.status ?? Z).resources.limits);
    SetDefaults_ResourceList((in2.status ?? Z).resources.requests);
  }
}

function SetObjectDefaults_PodGroup(in2) {
  SetDefaults_PodGroup(in2);
  if ((in2.spec ?? Z).disruptionMode == null) {
    {
      let err = json_Unmarshal(textBytes('{"single": {}}'), (value1) => {
        setField((in2.spec ??= {}), 'disruptionMode', value1);
      });
      if (err != null) {
        panic(err);
      }
    }
  }
}

function SetObjectDefaults_PodLogOptions(in2) {
  SetDefaults_PodLogOptions(in2);
}

function SetObjectDefaults_PodTemplate(in2) {
  SetDefaults_PodSpec(((in2.template ??= {}).spec ??= {}));
  {
    const list1 = ((in2.template ?? Z).spec ?? Z).volumes ?? [];
    for (let i = 0; i < list1.length; i++) {
      let a = ((in2.template ?? Z).spec ?? Z).volumes[i];
      SetDefaults_Volume(a);
      if (a.hostPath != null) {
        SetDefaults_HostPathVolumeSource(a.hostPath);
      }
      if (a.secret != null) {
        SetDefaults_SecretVolumeSource(a.secret);
      }
      if (a.iscsi != null) {
        if ((a.iscsi.iscsiInterface ?? '') === '') {
          a.iscsi.iscsiInterface = 'default';
        }
      }
      if (a.rbd != null) {
        if ((a.rbd.pool ?? '') === '') {
          a.rbd.pool = 'rbd';
        }
        if ((a.rbd.user ?? '') === '') {
          a.rbd.user = 'admin';
        }
        if ((a.rbd.keyring ?? '') === '') {
          a.rbd.keyring = '/etc/ceph/keyring';
        }
      }
      if (a.downwardAPI != null) {
        SetDefaults_DownwardAPIVolumeSource(a.downwardAPI);
        {
          const list2 = a.downwardAPI.items ?? [];
          for (let j = 0; j < list2.length; j++) {
            let b = a.downwardAPI.items[j];
            if (b.fieldRef != null) {
              SetDefaults_ObjectFieldSelector(b.fieldRef);
            }
          }
        }
      }
      if (a.configMap != null) {
        SetDefaults_ConfigMapVolumeSource(a.configMap);
      }
      if (a.azureDisk != null) {
        if (a.azureDisk.cachingMode == null) {
          let ptrVar1 = 'ReadWrite';
          setField(a.azureDisk, 'cachingMode', ptrVar1);
        }
        if (a.azureDisk.fsType == null) {
          let ptrVar12 = 'ext4';
          setField(a.azureDisk, 'fsType', ptrVar12);
        }
        if (a.azureDisk.readOnly == null) {
          let ptrVar13 = false;
          setField(a.azureDisk, 'readOnly', ptrVar13);
        }
        if (a.azureDisk.kind == null) {
          let ptrVar14 = 'Shared';
          setField(a.azureDisk, 'kind', ptrVar14);
        }
      }
      if (a.projected != null) {
        SetDefaults_ProjectedVolumeSource(a.projected);
        {
          const list3 = a.projected.sources ?? [];
          for (let j2 = 0; j2 < list3.length; j2++) {
            let b2 = a.projected.sources[j2];
            if (b2.downwardAPI != null) {
              {
                const list4 = b2.downwardAPI.items ?? [];
                for (let k = 0; k < list4.length; k++) {
                  let c = b2.downwardAPI.items[k];
                  if (c.fieldRef != null) {
                    SetDefaults_ObjectFieldSelector(c.fieldRef);
                  }
                }
              }
            }
            if (b2.serviceAccountToken != null) {
              SetDefaults_ServiceAccountTokenProjection(b2.serviceAccountToken);
            }
          }
        }
      }
      if (a.scaleIO != null) {
        if ((a.scaleIO.storageMode ?? '') === '') {
          a.scaleIO.storageMode = 'ThinProvisioned';
        }
        if ((a.scaleIO.fsType ?? '') === '') {
          a.scaleIO.fsType = 'xfs';
        }
      }
      if (a.ephemeral != null) {
        if (a.ephemeral.volumeClaimTemplate != null) {
          SetDefaults_PersistentVolumeClaimSpec((a.ephemeral.volumeClaimTemplate.spec ??= {}));
          SetDefaults_ResourceList(((a.ephemeral.volumeClaimTemplate.spec ?? Z).resources ?? Z).limits);
          SetDefaults_ResourceList(((a.ephemeral.volumeClaimTemplate.spec ?? Z).resources ?? Z).requests);
        }
      }
    }
  }
  {
    const list5 = ((in2.template ?? Z).spec ?? Z).initContainers ?? [];
    for (let i2 = 0; i2 < list5.length; i2++) {
      let a2 = ((in2.template ?? Z).spec ?? Z).initContainers[i2];
      SetDefaults_Container(a2);
      {
        const list6 = a2.ports ?? [];
        for (let j3 = 0; j3 < list6.length; j3++) {
          let b3 = a2.ports[j3];
          if ((b3.protocol ?? '') === '') {
            b3.protocol = 'TCP';
          }
        }
      }
      {
        const list7 = a2.env ?? [];
        for (let j4 = 0; j4 < list7.length; j4++) {
          let b4 = a2.env[j4];
          if (b4.valueFrom != null) {
            if (b4.valueFrom.fieldRef != null) {
              SetDefaults_ObjectFieldSelector(b4.valueFrom.fieldRef);
            }
            if (b4.valueFrom.fileKeyRef != null) {
              if (b4.valueFrom.fileKeyRef.optional == null) {
                let ptrVar15 = false;
                setField(b4.valueFrom.fileKeyRef, 'optional', ptrVar15);
              }
            }
          }
        }
      }
      SetDefaults_ResourceList((a2.resources ?? Z).limits);
      SetDefaults_ResourceList((a2.resources ?? Z).requests);
      if (a2.livenessProbe != null) {
        SetDefaults_Probe(a2.livenessProbe);
        if (a2.livenessProbe.httpGet != null) {
          SetDefaults_HTTPGetAction(a2.livenessProbe.httpGet);
        }
        if (a2.livenessProbe.grpc != null) {
          if (a2.livenessProbe.grpc.service == null) {
            let ptrVar16 = '';
            setField(a2.livenessProbe.grpc, 'service', ptrVar16);
          }
        }
      }
      if (a2.readinessProbe != null) {
        SetDefaults_Probe(a2.readinessProbe);
        if (a2.readinessProbe.httpGet != null) {
          SetDefaults_HTTPGetAction(a2.readinessProbe.httpGet);
        }
        if (a2.readinessProbe.grpc != null) {
          if (a2.readinessProbe.grpc.service == null) {
            let ptrVar17 = '';
            setField(a2.readinessProbe.grpc, 'service', ptrVar17);
          }
        }
      }
      if (a2.startupProbe != null) {
        SetDefaults_Probe(a2.startupProbe);
        if (a2.startupProbe.httpGet != null) {
          SetDefaults_HTTPGetAction(a2.startupProbe.httpGet);
        }
        if (a2.startupProbe.grpc != null) {
          if (a2.startupProbe.grpc.service == null) {
            let ptrVar18 = '';
            setField(a2.startupProbe.grpc, 'service', ptrVar18);
          }
        }
      }
      if (a2.lifecycle != null) {
        if (a2.lifecycle.postStart != null) {
          if (a2.lifecycle.postStart.httpGet != null) {
            SetDefaults_HTTPGetAction(a2.lifecycle.postStart.httpGet);
          }
        }
        if (a2.lifecycle.preStop != null) {
          if (a2.lifecycle.preStop.httpGet != null) {
            SetDefaults_HTTPGetAction(a2.lifecycle.preStop.httpGet);
          }
        }
      }
    }
  }
  {
    const list8 = ((in2.template ?? Z).spec ?? Z).containers ?? [];
    for (let i3 = 0; i3 < list8.length; i3++) {
      let a3 = ((in2.template ?? Z).spec ?? Z).containers[i3];
      SetDefaults_Container(a3);
      {
        const list9 = a3.ports ?? [];
        for (let j5 = 0; j5 < list9.length; j5++) {
          let b5 = a3.ports[j5];
          if ((b5.protocol ?? '') === '') {
            b5.protocol = 'TCP';
          }
        }
      }
      {
        const list10 = a3.env ?? [];
        for (let j6 = 0; j6 < list10.length; j6++) {
          let b6 = a3.env[j6];
          if (b6.valueFrom != null) {
            if (b6.valueFrom.fieldRef != null) {
              SetDefaults_ObjectFieldSelector(b6.valueFrom.fieldRef);
            }
            if (b6.valueFrom.fileKeyRef != null) {
              if (b6.valueFrom.fileKeyRef.optional == null) {
                let ptrVar19 = false;
                setField(b6.valueFrom.fileKeyRef, 'optional', ptrVar19);
              }
            }
          }
        }
      }
      SetDefaults_ResourceList((a3.resources ?? Z).limits);
      SetDefaults_ResourceList((a3.resources ?? Z).requests);
      if (a3.livenessProbe != null) {
        SetDefaults_Probe(a3.livenessProbe);
        if (a3.livenessProbe.httpGet != null) {
          SetDefaults_HTTPGetAction(a3.livenessProbe.httpGet);
        }
        if (a3.livenessProbe.grpc != null) {
          if (a3.livenessProbe.grpc.service == null) {
            let ptrVar110 = '';
            setField(a3.livenessProbe.grpc, 'service', ptrVar110);
          }
        }
      }
      if (a3.readinessProbe != null) {
        SetDefaults_Probe(a3.readinessProbe);
        if (a3.readinessProbe.httpGet != null) {
          SetDefaults_HTTPGetAction(a3.readinessProbe.httpGet);
        }
        if (a3.readinessProbe.grpc != null) {
          if (a3.readinessProbe.grpc.service == null) {
            let ptrVar111 = '';
            setField(a3.readinessProbe.grpc, 'service', ptrVar111);
          }
        }
      }
      if (a3.startupProbe != null) {
        SetDefaults_Probe(a3.startupProbe);
        if (a3.startupProbe.httpGet != null) {
          SetDefaults_HTTPGetAction(a3.startupProbe.httpGet);
        }
        if (a3.startupProbe.grpc != null) {
          if (a3.startupProbe.grpc.service == null) {
            let ptrVar112 = '';
            setField(a3.startupProbe.grpc, 'service', ptrVar112);
          }
        }
      }
      if (a3.lifecycle != null) {
        if (a3.lifecycle.postStart != null) {
          if (a3.lifecycle.postStart.httpGet != null) {
            SetDefaults_HTTPGetAction(a3.lifecycle.postStart.httpGet);
          }
        }
        if (a3.lifecycle.preStop != null) {
          if (a3.lifecycle.preStop.httpGet != null) {
            SetDefaults_HTTPGetAction(a3.lifecycle.preStop.httpGet);
          }
        }
      }
    }
  }
  {
    const list11 = ((in2.template ?? Z).spec ?? Z).ephemeralContainers ?? [];
    for (let i4 = 0; i4 < list11.length; i4++) {
      let a4 = ((in2.template ?? Z).spec ?? Z).ephemeralContainers[i4];
      SetDefaults_EphemeralContainer(a4);
      {
        const list12 = a4.ports ?? [];
        for (let j7 = 0; j7 < list12.length; j7++) {
          let b7 = a4.ports[j7];
          if ((b7.protocol ?? '') === '') {
            b7.protocol = 'TCP';
          }
        }
      }
      {
        const list13 = a4.env ?? [];
        for (let j8 = 0; j8 < list13.length; j8++) {
          let b8 = a4.env[j8];
          if (b8.valueFrom != null) {
            if (b8.valueFrom.fieldRef != null) {
              SetDefaults_ObjectFieldSelector(b8.valueFrom.fieldRef);
            }
            if (b8.valueFrom.fileKeyRef != null) {
              if (b8.valueFrom.fileKeyRef.optional == null) {
                let ptrVar113 = false;
                setField(b8.valueFrom.fileKeyRef, 'optional', ptrVar113);
              }
            }
          }
        }
      }
      SetDefaults_ResourceList((a4.resources ?? Z).limits);
      SetDefaults_ResourceList((a4.resources ?? Z).requests);
      if (a4.livenessProbe != null) {
        SetDefaults_Probe(a4.livenessProbe);
        if (a4.livenessProbe.httpGet != null) {
          SetDefaults_HTTPGetAction(a4.livenessProbe.httpGet);
        }
        if (a4.livenessProbe.grpc != null) {
          if (a4.livenessProbe.grpc.service == null) {
            let ptrVar114 = '';
            setField(a4.livenessProbe.grpc, 'service', ptrVar114);
          }
        }
      }
      if (a4.readinessProbe != null) {
        SetDefaults_Probe(a4.readinessProbe);
        if (a4.readinessProbe.httpGet != null) {
          SetDefaults_HTTPGetAction(a4.readinessProbe.httpGet);
        }
        if (a4.readinessProbe.grpc != null) {
          if (a4.readinessProbe.grpc.service == null) {
            let ptrVar115 = '';
            setField(a4.readinessProbe.grpc, 'service', ptrVar115);
          }
        }
      }
      if (a4.startupProbe != null) {
        SetDefaults_Probe(a4.startupProbe);
        if (a4.startupProbe.httpGet != null) {
          SetDefaults_HTTPGetAction(a4.startupProbe.httpGet);
        }
        if (a4.startupProbe.grpc != null) {
          if (a4.startupProbe.grpc.service == null) {
            let ptrVar116 = '';
            setField(a4.startupProbe.grpc, 'service', ptrVar116);
          }
        }
      }
      if (a4.lifecycle != null) {
        if (a4.lifecycle.postStart != null) {
          if (a4.lifecycle.postStart.httpGet != null) {
            SetDefaults_HTTPGetAction(a4.lifecycle.postStart.httpGet);
          }
        }
        if (a4.lifecycle.preStop != null) {
          if (a4.lifecycle.preStop.httpGet != null) {
            SetDefaults_HTTPGetAction(a4.lifecycle.preStop.httpGet);
          }
        }
      }
    }
  }
  SetDefaults_ResourceList(((in2.template ?? Z).spec ?? Z).overhead);
  if (((in2.template ?? Z).spec ?? Z).resources != null) {
    SetDefaults_ResourceList(((in2.template ?? Z).spec ?? Z).resources.limits);
    SetDefaults_ResourceList(((in2.template ?? Z).spec ?? Z).resources.requests);
  }
}

function SetObjectDefaults_PriorityClass(in2) {
  SetDefaults_PriorityClass(in2);
}

function SetObjectDefaults_PriorityLevelConfiguration(in2) {
  if ((in2.spec ?? Z).limited != null) {
    SetDefaults_LimitedPriorityLevelConfiguration((in2.spec ?? Z).limited);
    if (((in2.spec ?? Z).limited.limitResponse ?? Z).queuing != null) {
      SetDefaults_QueuingConfiguration(((in2.spec ?? Z).limited.limitResponse ?? Z).queuing);
    }
  }
  if ((in2.spec ?? Z).exempt != null) {
    SetDefaults_ExemptPriorityLevelConfiguration((in2.spec ?? Z).exempt);
  }
}

function SetObjectDefaults_ReplicaSet(in2) {
  SetDefaults_ReplicaSet(in2);
  SetDefaults_PodSpec((((in2.spec ??= {}).template ??= {}).spec ??= {}));
  {
    const list1 = (((in2.spec ?? Z).template ?? Z).spec ?? Z).volumes ?? [];
    for (let i = 0; i < list1.length; i++) {
      let a = (((in2.spec ?? Z).template ?? Z).spec ?? Z).volumes[i];
      SetDefaults_Volume(a);
      if (a.hostPath != null) {
        SetDefaults_HostPathVolumeSource(a.hostPath);
      }
      if (a.secret != null) {
        SetDefaults_SecretVolumeSource(a.secret);
      }
      if (a.iscsi != null) {
        if ((a.iscsi.iscsiInterface ?? '') === '') {
          a.iscsi.iscsiInterface = 'default';
        }
      }
      if (a.rbd != null) {
        if ((a.rbd.pool ?? '') === '') {
          a.rbd.pool = 'rbd';
        }
        if ((a.rbd.user ?? '') === '') {
          a.rbd.user = 'admin';
        }
        if ((a.rbd.keyring ?? '') === '') {
          a.rbd.keyring = '/etc/ceph/keyring';
        }
      }
      if (a.downwardAPI != null) {
        SetDefaults_DownwardAPIVolumeSource(a.downwardAPI);
        {
          const list2 = a.downwardAPI.items ?? [];
          for (let j = 0; j < list2.length; j++) {
            let b = a.downwardAPI.items[j];
            if (b.fieldRef != null) {
              SetDefaults_ObjectFieldSelector(b.fieldRef);
            }
          }
        }
      }
      if (a.configMap != null) {
        SetDefaults_ConfigMapVolumeSource(a.configMap);
      }
      if (a.azureDisk != null) {
        if (a.azureDisk.cachingMode == null) {
          let ptrVar1 = 'ReadWrite';
          setField(a.azureDisk, 'cachingMode', ptrVar1);
        }
        if (a.azureDisk.fsType == null) {
          let ptrVar12 = 'ext4';
          setField(a.azureDisk, 'fsType', ptrVar12);
        }
        if (a.azureDisk.readOnly == null) {
          let ptrVar13 = false;
          setField(a.azureDisk, 'readOnly', ptrVar13);
        }
        if (a.azureDisk.kind == null) {
          let ptrVar14 = 'Shared';
          setField(a.azureDisk, 'kind', ptrVar14);
        }
      }
      if (a.projected != null) {
        SetDefaults_ProjectedVolumeSource(a.projected);
        {
          const list3 = a.projected.sources ?? [];
          for (let j2 = 0; j2 < list3.length; j2++) {
            let b2 = a.projected.sources[j2];
            if (b2.downwardAPI != null) {
              {
                const list4 = b2.downwardAPI.items ?? [];
                for (let k = 0; k < list4.length; k++) {
                  let c = b2.downwardAPI.items[k];
                  if (c.fieldRef != null) {
                    SetDefaults_ObjectFieldSelector(c.fieldRef);
                  }
                }
              }
            }
            if (b2.serviceAccountToken != null) {
              SetDefaults_ServiceAccountTokenProjection(b2.serviceAccountToken);
            }
          }
        }
      }
      if (a.scaleIO != null) {
        if ((a.scaleIO.storageMode ?? '') === '') {
          a.scaleIO.storageMode = 'ThinProvisioned';
        }
        if ((a.scaleIO.fsType ?? '') === '') {
          a.scaleIO.fsType = 'xfs';
        }
      }
      if (a.ephemeral != null) {
        if (a.ephemeral.volumeClaimTemplate != null) {
          SetDefaults_PersistentVolumeClaimSpec((a.ephemeral.volumeClaimTemplate.spec ??= {}));
          SetDefaults_ResourceList(((a.ephemeral.volumeClaimTemplate.spec ?? Z).resources ?? Z).limits);
          SetDefaults_ResourceList(((a.ephemeral.volumeClaimTemplate.spec ?? Z).resources ?? Z).requests);
        }
      }
    }
  }
  {
    const list5 = (((in2.spec ?? Z).template ?? Z).spec ?? Z).initContainers ?? [];
    for (let i2 = 0; i2 < list5.length; i2++) {
      let a2 = (((in2.spec ?? Z).template ?? Z).spec ?? Z).initContainers[i2];
      SetDefaults_Container(a2);
      {
        const list6 = a2.ports ?? [];
        for (let j3 = 0; j3 < list6.length; j3++) {
          let b3 = a2.ports[j3];
          if ((b3.protocol ?? '') === '') {
            b3.protocol = 'TCP';
          }
        }
      }
      {
        const list7 = a2.env ?? [];
        for (let j4 = 0; j4 < list7.length; j4++) {
          let b4 = a2.env[j4];
          if (b4.valueFrom != null) {
            if (b4.valueFrom.fieldRef != null) {
              SetDefaults_ObjectFieldSelector(b4.valueFrom.fieldRef);
            }
            if (b4.valueFrom.fileKeyRef != null) {
              if (b4.valueFrom.fileKeyRef.optional == null) {
                let ptrVar15 = false;
                setField(b4.valueFrom.fileKeyRef, 'optional', ptrVar15);
              }
            }
          }
        }
      }
      SetDefaults_ResourceList((a2.resources ?? Z).limits);
      SetDefaults_ResourceList((a2.resources ?? Z).requests);
      if (a2.livenessProbe != null) {
        SetDefaults_Probe(a2.livenessProbe);
        if (a2.livenessProbe.httpGet != null) {
          SetDefaults_HTTPGetAction(a2.livenessProbe.httpGet);
        }
        if (a2.livenessProbe.grpc != null) {
          if (a2.livenessProbe.grpc.service == null) {
            let ptrVar16 = '';
            setField(a2.livenessProbe.grpc, 'service', ptrVar16);
          }
        }
      }
      if (a2.readinessProbe != null) {
        SetDefaults_Probe(a2.readinessProbe);
        if (a2.readinessProbe.httpGet != null) {
          SetDefaults_HTTPGetAction(a2.readinessProbe.httpGet);
        }
        if (a2.readinessProbe.grpc != null) {
          if (a2.readinessProbe.grpc.service == null) {
            let ptrVar17 = '';
            setField(a2.readinessProbe.grpc, 'service', ptrVar17);
          }
        }
      }
      if (a2.startupProbe != null) {
        SetDefaults_Probe(a2.startupProbe);
        if (a2.startupProbe.httpGet != null) {
          SetDefaults_HTTPGetAction(a2.startupProbe.httpGet);
        }
        if (a2.startupProbe.grpc != null) {
          if (a2.startupProbe.grpc.service == null) {
            let ptrVar18 = '';
            setField(a2.startupProbe.grpc, 'service', ptrVar18);
          }
        }
      }
      if (a2.lifecycle != null) {
        if (a2.lifecycle.postStart != null) {
          if (a2.lifecycle.postStart.httpGet != null) {
            SetDefaults_HTTPGetAction(a2.lifecycle.postStart.httpGet);
          }
        }
        if (a2.lifecycle.preStop != null) {
          if (a2.lifecycle.preStop.httpGet != null) {
            SetDefaults_HTTPGetAction(a2.lifecycle.preStop.httpGet);
          }
        }
      }
    }
  }
  {
    const list8 = (((in2.spec ?? Z).template ?? Z).spec ?? Z).containers ?? [];
    for (let i3 = 0; i3 < list8.length; i3++) {
      let a3 = (((in2.spec ?? Z).template ?? Z).spec ?? Z).containers[i3];
      SetDefaults_Container(a3);
      {
        const list9 = a3.ports ?? [];
        for (let j5 = 0; j5 < list9.length; j5++) {
          let b5 = a3.ports[j5];
          if ((b5.protocol ?? '') === '') {
            b5.protocol = 'TCP';
          }
        }
      }
      {
        const list10 = a3.env ?? [];
        for (let j6 = 0; j6 < list10.length; j6++) {
          let b6 = a3.env[j6];
          if (b6.valueFrom != null) {
            if (b6.valueFrom.fieldRef != null) {
              SetDefaults_ObjectFieldSelector(b6.valueFrom.fieldRef);
            }
            if (b6.valueFrom.fileKeyRef != null) {
              if (b6.valueFrom.fileKeyRef.optional == null) {
                let ptrVar19 = false;
                setField(b6.valueFrom.fileKeyRef, 'optional', ptrVar19);
              }
            }
          }
        }
      }
      SetDefaults_ResourceList((a3.resources ?? Z).limits);
      SetDefaults_ResourceList((a3.resources ?? Z).requests);
      if (a3.livenessProbe != null) {
        SetDefaults_Probe(a3.livenessProbe);
        if (a3.livenessProbe.httpGet != null) {
          SetDefaults_HTTPGetAction(a3.livenessProbe.httpGet);
        }
        if (a3.livenessProbe.grpc != null) {
          if (a3.livenessProbe.grpc.service == null) {
            let ptrVar110 = '';
            setField(a3.livenessProbe.grpc, 'service', ptrVar110);
          }
        }
      }
      if (a3.readinessProbe != null) {
        SetDefaults_Probe(a3.readinessProbe);
        if (a3.readinessProbe.httpGet != null) {
          SetDefaults_HTTPGetAction(a3.readinessProbe.httpGet);
        }
        if (a3.readinessProbe.grpc != null) {
          if (a3.readinessProbe.grpc.service == null) {
            let ptrVar111 = '';
            setField(a3.readinessProbe.grpc, 'service', ptrVar111);
          }
        }
      }
      if (a3.startupProbe != null) {
        SetDefaults_Probe(a3.startupProbe);
        if (a3.startupProbe.httpGet != null) {
          SetDefaults_HTTPGetAction(a3.startupProbe.httpGet);
        }
        if (a3.startupProbe.grpc != null) {
          if (a3.startupProbe.grpc.service == null) {
            let ptrVar112 = '';
            setField(a3.startupProbe.grpc, 'service', ptrVar112);
          }
        }
      }
      if (a3.lifecycle != null) {
        if (a3.lifecycle.postStart != null) {
          if (a3.lifecycle.postStart.httpGet != null) {
            SetDefaults_HTTPGetAction(a3.lifecycle.postStart.httpGet);
          }
        }
        if (a3.lifecycle.preStop != null) {
          if (a3.lifecycle.preStop.httpGet != null) {
            SetDefaults_HTTPGetAction(a3.lifecycle.preStop.httpGet);
          }
        }
      }
    }
  }
  {
    const list11 = (((in2.spec ?? Z).template ?? Z).spec ?? Z).ephemeralContainers ?? [];
    for (let i4 = 0; i4 < list11.length; i4++) {
      let a4 = (((in2.spec ?? Z).template ?? Z).spec ?? Z).ephemeralContainers[i4];
      SetDefaults_EphemeralContainer(a4);
      {
        const list12 = a4.ports ?? [];
        for (let j7 = 0; j7 < list12.length; j7++) {
          let b7 = a4.ports[j7];
          if ((b7.protocol ?? '') === '') {
            b7.protocol = 'TCP';
          }
        }
      }
      {
        const list13 = a4.env ?? [];
        for (let j8 = 0; j8 < list13.length; j8++) {
          let b8 = a4.env[j8];
          if (b8.valueFrom != null) {
            if (b8.valueFrom.fieldRef != null) {
              SetDefaults_ObjectFieldSelector(b8.valueFrom.fieldRef);
            }
            if (b8.valueFrom.fileKeyRef != null) {
              if (b8.valueFrom.fileKeyRef.optional == null) {
                let ptrVar113 = false;
                setField(b8.valueFrom.fileKeyRef, 'optional', ptrVar113);
              }
            }
          }
        }
      }
      SetDefaults_ResourceList((a4.resources ?? Z).limits);
      SetDefaults_ResourceList((a4.resources ?? Z).requests);
      if (a4.livenessProbe != null) {
        SetDefaults_Probe(a4.livenessProbe);
        if (a4.livenessProbe.httpGet != null) {
          SetDefaults_HTTPGetAction(a4.livenessProbe.httpGet);
        }
        if (a4.livenessProbe.grpc != null) {
          if (a4.livenessProbe.grpc.service == null) {
            let ptrVar114 = '';
            setField(a4.livenessProbe.grpc, 'service', ptrVar114);
          }
        }
      }
      if (a4.readinessProbe != null) {
        SetDefaults_Probe(a4.readinessProbe);
        if (a4.readinessProbe.httpGet != null) {
          SetDefaults_HTTPGetAction(a4.readinessProbe.httpGet);
        }
        if (a4.readinessProbe.grpc != null) {
          if (a4.readinessProbe.grpc.service == null) {
            let ptrVar115 = '';
            setField(a4.readinessProbe.grpc, 'service', ptrVar115);
          }
        }
      }
      if (a4.startupProbe != null) {
        SetDefaults_Probe(a4.startupProbe);
        if (a4.startupProbe.httpGet != null) {
          SetDefaults_HTTPGetAction(a4.startupProbe.httpGet);
        }
        if (a4.startupProbe.grpc != null) {
          if (a4.startupProbe.grpc.service == null) {
            let ptrVar116 = '';
            setField(a4.startupProbe.grpc, 'service', ptrVar116);
          }
        }
      }
      if (a4.lifecycle != null) {
        if (a4.lifecycle.postStart != null) {
          if (a4.lifecycle.postStart.httpGet != null) {
            SetDefaults_HTTPGetAction(a4.lifecycle.postStart.httpGet);
          }
        }
        if (a4.lifecycle.preStop != null) {
          if (a4.lifecycle.preStop.httpGet != null) {
            SetDefaults_HTTPGetAction(a4.lifecycle.preStop.httpGet);
          }
        }
      }
    }
  }
  SetDefaults_ResourceList((((in2.spec ?? Z).template ?? Z).spec ?? Z).overhead);
  if ((((in2.spec ?? Z).template ?? Z).spec ?? Z).resources != null) {
    SetDefaults_ResourceList((((in2.spec ?? Z).template ?? Z).spec ?? Z).resources.limits);
    SetDefaults_ResourceList((((in2.spec ?? Z).template ?? Z).spec ?? Z).resources.requests);
  }
}

function SetObjectDefaults_ReplicationController(in2) {
  SetDefaults_ReplicationController(in2);
  if ((in2.spec ?? Z).replicas == null) {
    let ptrVar1 = 1;
    setField((in2.spec ??= {}), 'replicas', ptrVar1);
  }
  if ((in2.spec ?? Z).template != null) {
    SetDefaults_PodSpec(((in2.spec ??= {}).template.spec ??= {}));
    {
      const list1 = ((in2.spec ?? Z).template.spec ?? Z).volumes ?? [];
      for (let i = 0; i < list1.length; i++) {
        let a = ((in2.spec ?? Z).template.spec ?? Z).volumes[i];
        SetDefaults_Volume(a);
        if (a.hostPath != null) {
          SetDefaults_HostPathVolumeSource(a.hostPath);
        }
        if (a.secret != null) {
          SetDefaults_SecretVolumeSource(a.secret);
        }
        if (a.iscsi != null) {
          if ((a.iscsi.iscsiInterface ?? '') === '') {
            a.iscsi.iscsiInterface = 'default';
          }
        }
        if (a.rbd != null) {
          if ((a.rbd.pool ?? '') === '') {
            a.rbd.pool = 'rbd';
          }
          if ((a.rbd.user ?? '') === '') {
            a.rbd.user = 'admin';
          }
          if ((a.rbd.keyring ?? '') === '') {
            a.rbd.keyring = '/etc/ceph/keyring';
          }
        }
        if (a.downwardAPI != null) {
          SetDefaults_DownwardAPIVolumeSource(a.downwardAPI);
          {
            const list2 = a.downwardAPI.items ?? [];
            for (let j = 0; j < list2.length; j++) {
              let b = a.downwardAPI.items[j];
              if (b.fieldRef != null) {
                SetDefaults_ObjectFieldSelector(b.fieldRef);
              }
            }
          }
        }
        if (a.configMap != null) {
          SetDefaults_ConfigMapVolumeSource(a.configMap);
        }
        if (a.azureDisk != null) {
          if (a.azureDisk.cachingMode == null) {
            let ptrVar12 = 'ReadWrite';
            setField(a.azureDisk, 'cachingMode', ptrVar12);
          }
          if (a.azureDisk.fsType == null) {
            let ptrVar13 = 'ext4';
            setField(a.azureDisk, 'fsType', ptrVar13);
          }
          if (a.azureDisk.readOnly == null) {
            let ptrVar14 = false;
            setField(a.azureDisk, 'readOnly', ptrVar14);
          }
          if (a.azureDisk.kind == null) {
            let ptrVar15 = 'Shared';
            setField(a.azureDisk, 'kind', ptrVar15);
          }
        }
        if (a.projected != null) {
          SetDefaults_ProjectedVolumeSource(a.projected);
          {
            const list3 = a.projected.sources ?? [];
            for (let j2 = 0; j2 < list3.length; j2++) {
              let b2 = a.projected.sources[j2];
              if (b2.downwardAPI != null) {
                {
                  const list4 = b2.downwardAPI.items ?? [];
                  for (let k = 0; k < list4.length; k++) {
                    let c = b2.downwardAPI.items[k];
                    if (c.fieldRef != null) {
                      SetDefaults_ObjectFieldSelector(c.fieldRef);
                    }
                  }
                }
              }
              if (b2.serviceAccountToken != null) {
                SetDefaults_ServiceAccountTokenProjection(b2.serviceAccountToken);
              }
            }
          }
        }
        if (a.scaleIO != null) {
          if ((a.scaleIO.storageMode ?? '') === '') {
            a.scaleIO.storageMode = 'ThinProvisioned';
          }
          if ((a.scaleIO.fsType ?? '') === '') {
            a.scaleIO.fsType = 'xfs';
          }
        }
        if (a.ephemeral != null) {
          if (a.ephemeral.volumeClaimTemplate != null) {
            SetDefaults_PersistentVolumeClaimSpec((a.ephemeral.volumeClaimTemplate.spec ??= {}));
            SetDefaults_ResourceList(((a.ephemeral.volumeClaimTemplate.spec ?? Z).resources ?? Z).limits);
            SetDefaults_ResourceList(((a.ephemeral.volumeClaimTemplate.spec ?? Z).resources ?? Z).requests);
          }
        }
      }
    }
    {
      const list5 = ((in2.spec ?? Z).template.spec ?? Z).initContainers ?? [];
      for (let i2 = 0; i2 < list5.length; i2++) {
        let a2 = ((in2.spec ?? Z).template.spec ?? Z).initContainers[i2];
        SetDefaults_Container(a2);
        {
          const list6 = a2.ports ?? [];
          for (let j3 = 0; j3 < list6.length; j3++) {
            let b3 = a2.ports[j3];
            if ((b3.protocol ?? '') === '') {
              b3.protocol = 'TCP';
            }
          }
        }
        {
          const list7 = a2.env ?? [];
          for (let j4 = 0; j4 < list7.length; j4++) {
            let b4 = a2.env[j4];
            if (b4.valueFrom != null) {
              if (b4.valueFrom.fieldRef != null) {
                SetDefaults_ObjectFieldSelector(b4.valueFrom.fieldRef);
              }
              if (b4.valueFrom.fileKeyRef != null) {
                if (b4.valueFrom.fileKeyRef.optional == null) {
                  let ptrVar16 = false;
                  setField(b4.valueFrom.fileKeyRef, 'optional', ptrVar16);
                }
              }
            }
          }
        }
        SetDefaults_ResourceList((a2.resources ?? Z).limits);
        SetDefaults_ResourceList((a2.resources ?? Z).requests);
        if (a2.livenessProbe != null) {
          SetDefaults_Probe(a2.livenessProbe);
          if (a2.livenessProbe.httpGet != null) {
            SetDefaults_HTTPGetAction(a2.livenessProbe.httpGet);
          }
          if (a2.livenessProbe.grpc != null) {
            if (a2.livenessProbe.grpc.service == null) {
              let ptrVar17 = '';
              setField(a2.livenessProbe.grpc, 'service', ptrVar17);
            }
          }
        }
        if (a2.readinessProbe != null) {
          SetDefaults_Probe(a2.readinessProbe);
          if (a2.readinessProbe.httpGet != null) {
            SetDefaults_HTTPGetAction(a2.readinessProbe.httpGet);
          }
          if (a2.readinessProbe.grpc != null) {
            if (a2.readinessProbe.grpc.service == null) {
              let ptrVar18 = '';
              setField(a2.readinessProbe.grpc, 'service', ptrVar18);
            }
          }
        }
        if (a2.startupProbe != null) {
          SetDefaults_Probe(a2.startupProbe);
          if (a2.startupProbe.httpGet != null) {
            SetDefaults_HTTPGetAction(a2.startupProbe.httpGet);
          }
          if (a2.startupProbe.grpc != null) {
            if (a2.startupProbe.grpc.service == null) {
              let ptrVar19 = '';
              setField(a2.startupProbe.grpc, 'service', ptrVar19);
            }
          }
        }
        if (a2.lifecycle != null) {
          if (a2.lifecycle.postStart != null) {
            if (a2.lifecycle.postStart.httpGet != null) {
              SetDefaults_HTTPGetAction(a2.lifecycle.postStart.httpGet);
            }
          }
          if (a2.lifecycle.preStop != null) {
            if (a2.lifecycle.preStop.httpGet != null) {
              SetDefaults_HTTPGetAction(a2.lifecycle.preStop.httpGet);
            }
          }
        }
      }
    }
    {
      const list8 = ((in2.spec ?? Z).template.spec ?? Z).containers ?? [];
      for (let i3 = 0; i3 < list8.length; i3++) {
        let a3 = ((in2.spec ?? Z).template.spec ?? Z).containers[i3];
        SetDefaults_Container(a3);
        {
          const list9 = a3.ports ?? [];
          for (let j5 = 0; j5 < list9.length; j5++) {
            let b5 = a3.ports[j5];
            if ((b5.protocol ?? '') === '') {
              b5.protocol = 'TCP';
            }
          }
        }
        {
          const list10 = a3.env ?? [];
          for (let j6 = 0; j6 < list10.length; j6++) {
            let b6 = a3.env[j6];
            if (b6.valueFrom != null) {
              if (b6.valueFrom.fieldRef != null) {
                SetDefaults_ObjectFieldSelector(b6.valueFrom.fieldRef);
              }
              if (b6.valueFrom.fileKeyRef != null) {
                if (b6.valueFrom.fileKeyRef.optional == null) {
                  let ptrVar110 = false;
                  setField(b6.valueFrom.fileKeyRef, 'optional', ptrVar110);
                }
              }
            }
          }
        }
        SetDefaults_ResourceList((a3.resources ?? Z).limits);
        SetDefaults_ResourceList((a3.resources ?? Z).requests);
        if (a3.livenessProbe != null) {
          SetDefaults_Probe(a3.livenessProbe);
          if (a3.livenessProbe.httpGet != null) {
            SetDefaults_HTTPGetAction(a3.livenessProbe.httpGet);
          }
          if (a3.livenessProbe.grpc != null) {
            if (a3.livenessProbe.grpc.service == null) {
              let ptrVar111 = '';
              setField(a3.livenessProbe.grpc, 'service', ptrVar111);
            }
          }
        }
        if (a3.readinessProbe != null) {
          SetDefaults_Probe(a3.readinessProbe);
          if (a3.readinessProbe.httpGet != null) {
            SetDefaults_HTTPGetAction(a3.readinessProbe.httpGet);
          }
          if (a3.readinessProbe.grpc != null) {
            if (a3.readinessProbe.grpc.service == null) {
              let ptrVar112 = '';
              setField(a3.readinessProbe.grpc, 'service', ptrVar112);
            }
          }
        }
        if (a3.startupProbe != null) {
          SetDefaults_Probe(a3.startupProbe);
          if (a3.startupProbe.httpGet != null) {
            SetDefaults_HTTPGetAction(a3.startupProbe.httpGet);
          }
          if (a3.startupProbe.grpc != null) {
            if (a3.startupProbe.grpc.service == null) {
              let ptrVar113 = '';
              setField(a3.startupProbe.grpc, 'service', ptrVar113);
            }
          }
        }
        if (a3.lifecycle != null) {
          if (a3.lifecycle.postStart != null) {
            if (a3.lifecycle.postStart.httpGet != null) {
              SetDefaults_HTTPGetAction(a3.lifecycle.postStart.httpGet);
            }
          }
          if (a3.lifecycle.preStop != null) {
            if (a3.lifecycle.preStop.httpGet != null) {
              SetDefaults_HTTPGetAction(a3.lifecycle.preStop.httpGet);
            }
          }
        }
      }
    }
    {
      const list11 = ((in2.spec ?? Z).template.spec ?? Z).ephemeralContainers ?? [];
      for (let i4 = 0; i4 < list11.length; i4++) {
        let a4 = ((in2.spec ?? Z).template.spec ?? Z).ephemeralContainers[i4];
        SetDefaults_EphemeralContainer(a4);
        {
          const list12 = a4.ports ?? [];
          for (let j7 = 0; j7 < list12.length; j7++) {
            let b7 = a4.ports[j7];
            if ((b7.protocol ?? '') === '') {
              b7.protocol = 'TCP';
            }
          }
        }
        {
          const list13 = a4.env ?? [];
          for (let j8 = 0; j8 < list13.length; j8++) {
            let b8 = a4.env[j8];
            if (b8.valueFrom != null) {
              if (b8.valueFrom.fieldRef != null) {
                SetDefaults_ObjectFieldSelector(b8.valueFrom.fieldRef);
              }
              if (b8.valueFrom.fileKeyRef != null) {
                if (b8.valueFrom.fileKeyRef.optional == null) {
                  let ptrVar114 = false;
                  setField(b8.valueFrom.fileKeyRef, 'optional', ptrVar114);
                }
              }
            }
          }
        }
        SetDefaults_ResourceList((a4.resources ?? Z).limits);
        SetDefaults_ResourceList((a4.resources ?? Z).requests);
        if (a4.livenessProbe != null) {
          SetDefaults_Probe(a4.livenessProbe);
          if (a4.livenessProbe.httpGet != null) {
            SetDefaults_HTTPGetAction(a4.livenessProbe.httpGet);
          }
          if (a4.livenessProbe.grpc != null) {
            if (a4.livenessProbe.grpc.service == null) {
              let ptrVar115 = '';
              setField(a4.livenessProbe.grpc, 'service', ptrVar115);
            }
          }
        }
        if (a4.readinessProbe != null) {
          SetDefaults_Probe(a4.readinessProbe);
          if (a4.readinessProbe.httpGet != null) {
            SetDefaults_HTTPGetAction(a4.readinessProbe.httpGet);
          }
          if (a4.readinessProbe.grpc != null) {
            if (a4.readinessProbe.grpc.service == null) {
              let ptrVar116 = '';
              setField(a4.readinessProbe.grpc, 'service', ptrVar116);
            }
          }
        }
        if (a4.startupProbe != null) {
          SetDefaults_Probe(a4.startupProbe);
          if (a4.startupProbe.httpGet != null) {
            SetDefaults_HTTPGetAction(a4.startupProbe.httpGet);
          }
          if (a4.startupProbe.grpc != null) {
            if (a4.startupProbe.grpc.service == null) {
              let ptrVar117 = '';
              setField(a4.startupProbe.grpc, 'service', ptrVar117);
            }
          }
        }
        if (a4.lifecycle != null) {
          if (a4.lifecycle.postStart != null) {
            if (a4.lifecycle.postStart.httpGet != null) {
              SetDefaults_HTTPGetAction(a4.lifecycle.postStart.httpGet);
            }
          }
          if (a4.lifecycle.preStop != null) {
            if (a4.lifecycle.preStop.httpGet != null) {
              SetDefaults_HTTPGetAction(a4.lifecycle.preStop.httpGet);
            }
          }
        }
      }
    }
    SetDefaults_ResourceList(((in2.spec ?? Z).template.spec ?? Z).overhead);
    if (((in2.spec ?? Z).template.spec ?? Z).resources != null) {
      SetDefaults_ResourceList(((in2.spec ?? Z).template.spec ?? Z).resources.limits);
      SetDefaults_ResourceList(((in2.spec ?? Z).template.spec ?? Z).resources.requests);
    }
  }
}

function SetObjectDefaults_ResourceClaim(in2) {
  {
    const list1 = ((in2.spec ?? Z).devices ?? Z).requests ?? [];
    for (let i = 0; i < list1.length; i++) {
      let a = ((in2.spec ?? Z).devices ?? Z).requests[i];
      if (a.exactly != null) {
        SetDefaults_ExactDeviceRequest(a.exactly);
        {
          const list2 = a.exactly.tolerations ?? [];
          for (let j = 0; j < list2.length; j++) {
            let b = a.exactly.tolerations[j];
            if ((b.operator ?? '') === '') {
              b.operator = 'Equal';
            }
          }
        }
      }
      {
        const list3 = a.firstAvailable ?? [];
        for (let j2 = 0; j2 < list3.length; j2++) {
          let b2 = a.firstAvailable[j2];
          SetDefaults_DeviceSubRequest(b2);
          {
            const list4 = b2.tolerations ?? [];
            for (let k = 0; k < list4.length; k++) {
              let c = b2.tolerations[k];
              if ((c.operator ?? '') === '') {
                c.operator = 'Equal';
              }
            }
          }
        }
      }
    }
  }
  if ((in2.status ?? Z).allocation != null) {
    {
      const list5 = ((in2.status ?? Z).allocation.devices ?? Z).results ?? [];
      for (let i2 = 0; i2 < list5.length; i2++) {
        let a2 = ((in2.status ?? Z).allocation.devices ?? Z).results[i2];
        {
          const list6 = a2.tolerations ?? [];
          for (let j3 = 0; j3 < list6.length; j3++) {
            let b3 = a2.tolerations[j3];
            if ((b3.operator ?? '') === '') {
              b3.operator = 'Equal';
            }
          }
        }
      }
    }
  }
}

function SetObjectDefaults_ResourceClaimTemplate(in2) {
  {
    const list1 = (((in2.spec ?? Z).spec ?? Z).devices ?? Z).requests ?? [];
    for (let i = 0; i < list1.length; i++) {
      let a = (((in2.spec ?? Z).spec ?? Z).devices ?? Z).requests[i];
      if (a.exactly != null) {
        SetDefaults_ExactDeviceRequest(a.exactly);
        {
          const list2 = a.exactly.tolerations ?? [];
          for (let j = 0; j < list2.length; j++) {
            let b = a.exactly.tolerations[j];
            if ((b.operator ?? '') === '') {
              b.operator = 'Equal';
            }
          }
        }
      }
      {
        const list3 = a.firstAvailable ?? [];
        for (let j2 = 0; j2 < list3.length; j2++) {
          let b2 = a.firstAvailable[j2];
          SetDefaults_DeviceSubRequest(b2);
          {
            const list4 = b2.tolerations ?? [];
            for (let k = 0; k < list4.length; k++) {
              let c = b2.tolerations[k];
              if ((c.operator ?? '') === '') {
                c.operator = 'Equal';
              }
            }
          }
        }
      }
    }
  }
}

function SetObjectDefaults_ResourcePoolStatusRequest(in2) {
  SetDefaults_ResourcePoolStatusRequestSpec((in2.spec ??= {}));
  if ((in2.spec ?? Z).limit == null) {
    let ptrVar1 = 100;
    setField((in2.spec ??= {}), 'limit', ptrVar1);
  }
}

function SetObjectDefaults_ResourceQuota(in2) {
  SetDefaults_ResourceList((in2.spec ?? Z).hard);
  SetDefaults_ResourceList((in2.status ?? Z).hard);
  SetDefaults_ResourceList((in2.status ?? Z).used);
}

function SetObjectDefaults_ResourceSlice(in2) {
  {
    const list1 = (in2.spec ?? Z).devices ?? [];
    for (let i = 0; i < list1.length; i++) {
      let a = (in2.spec ?? Z).devices[i];
      {
        const list2 = a.taints ?? [];
        for (let j = 0; j < list2.length; j++) {
          let b = a.taints[j];
          nothing(b);
        }
      }
    }
  }
}

function SetObjectDefaults_RoleBinding(in2) {
  SetDefaults_RoleBinding(in2);
  {
    const list1 = in2.subjects ?? [];
    for (let i = 0; i < list1.length; i++) {
      let a = in2.subjects[i];
      SetDefaults_Subject(a);
    }
  }
}

function SetObjectDefaults_Secret(in2) {
  SetDefaults_Secret(in2);
}

function SetObjectDefaults_Service(in2) {
  SetDefaults_Service(in2);
  {
    const list1 = (in2.spec ?? Z).ports ?? [];
    for (let i = 0; i < list1.length; i++) {
      let a = (in2.spec ?? Z).ports[i];
      if ((a.protocol ?? '') === '') {
        a.protocol = 'TCP';
      }
    }
  }
}

function SetObjectDefaults_StatefulSet(in2) {
  SetDefaults_StatefulSet(in2);
  SetDefaults_PodSpec((((in2.spec ??= {}).template ??= {}).spec ??= {}));
  {
    const list1 = (((in2.spec ?? Z).template ?? Z).spec ?? Z).volumes ?? [];
    for (let i = 0; i < list1.length; i++) {
      let a = (((in2.spec ?? Z).template ?? Z).spec ?? Z).volumes[i];
      SetDefaults_Volume(a);
      if (a.hostPath != null) {
        SetDefaults_HostPathVolumeSource(a.hostPath);
      }
      if (a.secret != null) {
        SetDefaults_SecretVolumeSource(a.secret);
      }
      if (a.iscsi != null) {
        if ((a.iscsi.iscsiInterface ?? '') === '') {
          a.iscsi.iscsiInterface = 'default';
        }
      }
      if (a.rbd != null) {
        if ((a.rbd.pool ?? '') === '') {
          a.rbd.pool = 'rbd';
        }
        if ((a.rbd.user ?? '') === '') {
          a.rbd.user = 'admin';
        }
        if ((a.rbd.keyring ?? '') === '') {
          a.rbd.keyring = '/etc/ceph/keyring';
        }
      }
      if (a.downwardAPI != null) {
        SetDefaults_DownwardAPIVolumeSource(a.downwardAPI);
        {
          const list2 = a.downwardAPI.items ?? [];
          for (let j = 0; j < list2.length; j++) {
            let b = a.downwardAPI.items[j];
            if (b.fieldRef != null) {
              SetDefaults_ObjectFieldSelector(b.fieldRef);
            }
          }
        }
      }
      if (a.configMap != null) {
        SetDefaults_ConfigMapVolumeSource(a.configMap);
      }
      if (a.azureDisk != null) {
        if (a.azureDisk.cachingMode == null) {
          let ptrVar1 = 'ReadWrite';
          setField(a.azureDisk, 'cachingMode', ptrVar1);
        }
        if (a.azureDisk.fsType == null) {
          let ptrVar12 = 'ext4';
          setField(a.azureDisk, 'fsType', ptrVar12);
        }
        if (a.azureDisk.readOnly == null) {
          let ptrVar13 = false;
          setField(a.azureDisk, 'readOnly', ptrVar13);
        }
        if (a.azureDisk.kind == null) {
          let ptrVar14 = 'Shared';
          setField(a.azureDisk, 'kind', ptrVar14);
        }
      }
      if (a.projected != null) {
        SetDefaults_ProjectedVolumeSource(a.projected);
        {
          const list3 = a.projected.sources ?? [];
          for (let j2 = 0; j2 < list3.length; j2++) {
            let b2 = a.projected.sources[j2];
            if (b2.downwardAPI != null) {
              {
                const list4 = b2.downwardAPI.items ?? [];
                for (let k = 0; k < list4.length; k++) {
                  let c = b2.downwardAPI.items[k];
                  if (c.fieldRef != null) {
                    SetDefaults_ObjectFieldSelector(c.fieldRef);
                  }
                }
              }
            }
            if (b2.serviceAccountToken != null) {
              SetDefaults_ServiceAccountTokenProjection(b2.serviceAccountToken);
            }
          }
        }
      }
      if (a.scaleIO != null) {
        if ((a.scaleIO.storageMode ?? '') === '') {
          a.scaleIO.storageMode = 'ThinProvisioned';
        }
        if ((a.scaleIO.fsType ?? '') === '') {
          a.scaleIO.fsType = 'xfs';
        }
      }
      if (a.ephemeral != null) {
        if (a.ephemeral.volumeClaimTemplate != null) {
          SetDefaults_PersistentVolumeClaimSpec((a.ephemeral.volumeClaimTemplate.spec ??= {}));
          SetDefaults_ResourceList(((a.ephemeral.volumeClaimTemplate.spec ?? Z).resources ?? Z).limits);
          SetDefaults_ResourceList(((a.ephemeral.volumeClaimTemplate.spec ?? Z).resources ?? Z).requests);
        }
      }
    }
  }
  {
    const list5 = (((in2.spec ?? Z).template ?? Z).spec ?? Z).initContainers ?? [];
    for (let i2 = 0; i2 < list5.length; i2++) {
      let a2 = (((in2.spec ?? Z).template ?? Z).spec ?? Z).initContainers[i2];
      SetDefaults_Container(a2);
      {
        const list6 = a2.ports ?? [];
        for (let j3 = 0; j3 < list6.length; j3++) {
          let b3 = a2.ports[j3];
          if ((b3.protocol ?? '') === '') {
            b3.protocol = 'TCP';
          }
        }
      }
      {
        const list7 = a2.env ?? [];
        for (let j4 = 0; j4 < list7.length; j4++) {
          let b4 = a2.env[j4];
          if (b4.valueFrom != null) {
            if (b4.valueFrom.fieldRef != null) {
              SetDefaults_ObjectFieldSelector(b4.valueFrom.fieldRef);
            }
            if (b4.valueFrom.fileKeyRef != null) {
              if (b4.valueFrom.fileKeyRef.optional == null) {
                let ptrVar15 = false;
                setField(b4.valueFrom.fileKeyRef, 'optional', ptrVar15);
              }
            }
          }
        }
      }
      SetDefaults_ResourceList((a2.resources ?? Z).limits);
      SetDefaults_ResourceList((a2.resources ?? Z).requests);
      if (a2.livenessProbe != null) {
        SetDefaults_Probe(a2.livenessProbe);
        if (a2.livenessProbe.httpGet != null) {
          SetDefaults_HTTPGetAction(a2.livenessProbe.httpGet);
        }
        if (a2.livenessProbe.grpc != null) {
          if (a2.livenessProbe.grpc.service == null) {
            let ptrVar16 = '';
            setField(a2.livenessProbe.grpc, 'service', ptrVar16);
          }
        }
      }
      if (a2.readinessProbe != null) {
        SetDefaults_Probe(a2.readinessProbe);
        if (a2.readinessProbe.httpGet != null) {
          SetDefaults_HTTPGetAction(a2.readinessProbe.httpGet);
        }
        if (a2.readinessProbe.grpc != null) {
          if (a2.readinessProbe.grpc.service == null) {
            let ptrVar17 = '';
            setField(a2.readinessProbe.grpc, 'service', ptrVar17);
          }
        }
      }
      if (a2.startupProbe != null) {
        SetDefaults_Probe(a2.startupProbe);
        if (a2.startupProbe.httpGet != null) {
          SetDefaults_HTTPGetAction(a2.startupProbe.httpGet);
        }
        if (a2.startupProbe.grpc != null) {
          if (a2.startupProbe.grpc.service == null) {
            let ptrVar18 = '';
            setField(a2.startupProbe.grpc, 'service', ptrVar18);
          }
        }
      }
      if (a2.lifecycle != null) {
        if (a2.lifecycle.postStart != null) {
          if (a2.lifecycle.postStart.httpGet != null) {
            SetDefaults_HTTPGetAction(a2.lifecycle.postStart.httpGet);
          }
        }
        if (a2.lifecycle.preStop != null) {
          if (a2.lifecycle.preStop.httpGet != null) {
            SetDefaults_HTTPGetAction(a2.lifecycle.preStop.httpGet);
          }
        }
      }
    }
  }
  {
    const list8 = (((in2.spec ?? Z).template ?? Z).spec ?? Z).containers ?? [];
    for (let i3 = 0; i3 < list8.length; i3++) {
      let a3 = (((in2.spec ?? Z).template ?? Z).spec ?? Z).containers[i3];
      SetDefaults_Container(a3);
      {
        const list9 = a3.ports ?? [];
        for (let j5 = 0; j5 < list9.length; j5++) {
          let b5 = a3.ports[j5];
          if ((b5.protocol ?? '') === '') {
            b5.protocol = 'TCP';
          }
        }
      }
      {
        const list10 = a3.env ?? [];
        for (let j6 = 0; j6 < list10.length; j6++) {
          let b6 = a3.env[j6];
          if (b6.valueFrom != null) {
            if (b6.valueFrom.fieldRef != null) {
              SetDefaults_ObjectFieldSelector(b6.valueFrom.fieldRef);
            }
            if (b6.valueFrom.fileKeyRef != null) {
              if (b6.valueFrom.fileKeyRef.optional == null) {
                let ptrVar19 = false;
                setField(b6.valueFrom.fileKeyRef, 'optional', ptrVar19);
              }
            }
          }
        }
      }
      SetDefaults_ResourceList((a3.resources ?? Z).limits);
      SetDefaults_ResourceList((a3.resources ?? Z).requests);
      if (a3.livenessProbe != null) {
        SetDefaults_Probe(a3.livenessProbe);
        if (a3.livenessProbe.httpGet != null) {
          SetDefaults_HTTPGetAction(a3.livenessProbe.httpGet);
        }
        if (a3.livenessProbe.grpc != null) {
          if (a3.livenessProbe.grpc.service == null) {
            let ptrVar110 = '';
            setField(a3.livenessProbe.grpc, 'service', ptrVar110);
          }
        }
      }
      if (a3.readinessProbe != null) {
        SetDefaults_Probe(a3.readinessProbe);
        if (a3.readinessProbe.httpGet != null) {
          SetDefaults_HTTPGetAction(a3.readinessProbe.httpGet);
        }
        if (a3.readinessProbe.grpc != null) {
          if (a3.readinessProbe.grpc.service == null) {
            let ptrVar111 = '';
            setField(a3.readinessProbe.grpc, 'service', ptrVar111);
          }
        }
      }
      if (a3.startupProbe != null) {
        SetDefaults_Probe(a3.startupProbe);
        if (a3.startupProbe.httpGet != null) {
          SetDefaults_HTTPGetAction(a3.startupProbe.httpGet);
        }
        if (a3.startupProbe.grpc != null) {
          if (a3.startupProbe.grpc.service == null) {
            let ptrVar112 = '';
            setField(a3.startupProbe.grpc, 'service', ptrVar112);
          }
        }
      }
      if (a3.lifecycle != null) {
        if (a3.lifecycle.postStart != null) {
          if (a3.lifecycle.postStart.httpGet != null) {
            SetDefaults_HTTPGetAction(a3.lifecycle.postStart.httpGet);
          }
        }
        if (a3.lifecycle.preStop != null) {
          if (a3.lifecycle.preStop.httpGet != null) {
            SetDefaults_HTTPGetAction(a3.lifecycle.preStop.httpGet);
          }
        }
      }
    }
  }
  {
    const list11 = (((in2.spec ?? Z).template ?? Z).spec ?? Z).ephemeralContainers ?? [];
    for (let i4 = 0; i4 < list11.length; i4++) {
      let a4 = (((in2.spec ?? Z).template ?? Z).spec ?? Z).ephemeralContainers[i4];
      SetDefaults_EphemeralContainer(a4);
      {
        const list12 = a4.ports ?? [];
        for (let j7 = 0; j7 < list12.length; j7++) {
          let b7 = a4.ports[j7];
          if ((b7.protocol ?? '') === '') {
            b7.protocol = 'TCP';
          }
        }
      }
      {
        const list13 = a4.env ?? [];
        for (let j8 = 0; j8 < list13.length; j8++) {
          let b8 = a4.env[j8];
          if (b8.valueFrom != null) {
            if (b8.valueFrom.fieldRef != null) {
              SetDefaults_ObjectFieldSelector(b8.valueFrom.fieldRef);
            }
            if (b8.valueFrom.fileKeyRef != null) {
              if (b8.valueFrom.fileKeyRef.optional == null) {
                let ptrVar113 = false;
                setField(b8.valueFrom.fileKeyRef, 'optional', ptrVar113);
              }
            }
          }
        }
      }
      SetDefaults_ResourceList((a4.resources ?? Z).limits);
      SetDefaults_ResourceList((a4.resources ?? Z).requests);
      if (a4.livenessProbe != null) {
        SetDefaults_Probe(a4.livenessProbe);
        if (a4.livenessProbe.httpGet != null) {
          SetDefaults_HTTPGetAction(a4.livenessProbe.httpGet);
        }
        if (a4.livenessProbe.grpc != null) {
          if (a4.livenessProbe.grpc.service == null) {
            let ptrVar114 = '';
            setField(a4.livenessProbe.grpc, 'service', ptrVar114);
          }
        }
      }
      if (a4.readinessProbe != null) {
        SetDefaults_Probe(a4.readinessProbe);
        if (a4.readinessProbe.httpGet != null) {
          SetDefaults_HTTPGetAction(a4.readinessProbe.httpGet);
        }
        if (a4.readinessProbe.grpc != null) {
          if (a4.readinessProbe.grpc.service == null) {
            let ptrVar115 = '';
            setField(a4.readinessProbe.grpc, 'service', ptrVar115);
          }
        }
      }
      if (a4.startupProbe != null) {
        SetDefaults_Probe(a4.startupProbe);
        if (a4.startupProbe.httpGet != null) {
          SetDefaults_HTTPGetAction(a4.startupProbe.httpGet);
        }
        if (a4.startupProbe.grpc != null) {
          if (a4.startupProbe.grpc.service == null) {
            let ptrVar116 = '';
            setField(a4.startupProbe.grpc, 'service', ptrVar116);
          }
        }
      }
      if (a4.lifecycle != null) {
        if (a4.lifecycle.postStart != null) {
          if (a4.lifecycle.postStart.httpGet != null) {
            SetDefaults_HTTPGetAction(a4.lifecycle.postStart.httpGet);
          }
        }
        if (a4.lifecycle.preStop != null) {
          if (a4.lifecycle.preStop.httpGet != null) {
            SetDefaults_HTTPGetAction(a4.lifecycle.preStop.httpGet);
          }
        }
      }
    }
  }
  SetDefaults_ResourceList((((in2.spec ?? Z).template ?? Z).spec ?? Z).overhead);
  if ((((in2.spec ?? Z).template ?? Z).spec ?? Z).resources != null) {
    SetDefaults_ResourceList((((in2.spec ?? Z).template ?? Z).spec ?? Z).resources.limits);
    SetDefaults_ResourceList((((in2.spec ?? Z).template ?? Z).spec ?? Z).resources.requests);
  }
  {
    const list14 = (in2.spec ?? Z).volumeClaimTemplates ?? [];
    for (let i5 = 0; i5 < list14.length; i5++) {
      let a5 = (in2.spec ?? Z).volumeClaimTemplates[i5];
      SetDefaults_PersistentVolumeClaim(a5);
      SetDefaults_PersistentVolumeClaimSpec((a5.spec ??= {}));
      SetDefaults_ResourceList(((a5.spec ?? Z).resources ?? Z).limits);
      SetDefaults_ResourceList(((a5.spec ?? Z).resources ?? Z).requests);
      SetDefaults_ResourceList((a5.status ?? Z).capacity);
      SetDefaults_ResourceList((a5.status ?? Z).allocatedResources);
    }
  }
}

function SetObjectDefaults_StorageClass(in2) {
  SetDefaults_StorageClass(in2);
}

function SetObjectDefaults_ValidatingAdmissionPolicy(in2) {
  SetDefaults_ValidatingAdmissionPolicySpec((in2.spec ??= {}));
  if ((in2.spec ?? Z).matchConstraints != null) {
    SetDefaults_MatchResources((in2.spec ?? Z).matchConstraints);
    {
      const list1 = (in2.spec ?? Z).matchConstraints.resourceRules ?? [];
      for (let i = 0; i < list1.length; i++) {
        let a = (in2.spec ?? Z).matchConstraints.resourceRules[i];
        SetDefaults_Rule(a);
      }
    }
    {
      const list2 = (in2.spec ?? Z).matchConstraints.excludeResourceRules ?? [];
      for (let i2 = 0; i2 < list2.length; i2++) {
        let a2 = (in2.spec ?? Z).matchConstraints.excludeResourceRules[i2];
        SetDefaults_Rule(a2);
      }
    }
  }
}

function SetObjectDefaults_ValidatingAdmissionPolicyBinding(in2) {
  if ((in2.spec ?? Z).matchResources != null) {
    SetDefaults_MatchResources((in2.spec ?? Z).matchResources);
    {
      const list1 = (in2.spec ?? Z).matchResources.resourceRules ?? [];
      for (let i = 0; i < list1.length; i++) {
        let a = (in2.spec ?? Z).matchResources.resourceRules[i];
        SetDefaults_Rule(a);
      }
    }
    {
      const list2 = (in2.spec ?? Z).matchResources.excludeResourceRules ?? [];
      for (let i2 = 0; i2 < list2.length; i2++) {
        let a2 = (in2.spec ?? Z).matchResources.excludeResourceRules[i2];
        SetDefaults_Rule(a2);
      }
    }
  }
}

function SetObjectDefaults_ValidatingWebhookConfiguration(in2) {
  {
    const list1 = in2.webhooks ?? [];
    for (let i = 0; i < list1.length; i++) {
      let a = in2.webhooks[i];
      SetDefaults_ValidatingWebhook(a);
      if ((a.clientConfig ?? Z).service != null) {
        SetDefaults_ServiceReference((a.clientConfig ?? Z).service);
      }
      {
        const list2 = a.rules ?? [];
        for (let j = 0; j < list2.length; j++) {
          let b = a.rules[j];
          SetDefaults_Rule(b);
        }
      }
    }
  }
}

function SetObjectDefaults_VolumeAttachment(in2) {
  if (((in2.spec ?? Z).source ?? Z).inlineVolumeSpec != null) {
    SetDefaults_ResourceList(((in2.spec ?? Z).source ?? Z).inlineVolumeSpec.capacity);
    if (((in2.spec ?? Z).source ?? Z).inlineVolumeSpec.hostPath != null) {
      SetDefaults_HostPathVolumeSource(((in2.spec ?? Z).source ?? Z).inlineVolumeSpec.hostPath);
    }
    if (((in2.spec ?? Z).source ?? Z).inlineVolumeSpec.rbd != null) {
      if ((((in2.spec ?? Z).source ?? Z).inlineVolumeSpec.rbd.pool ?? '') === '') {
        ((in2.spec ??= {}).source ??= {}).inlineVolumeSpec.rbd.pool = 'rbd';
      }
      if ((((in2.spec ?? Z).source ?? Z).inlineVolumeSpec.rbd.user ?? '') === '') {
        ((in2.spec ??= {}).source ??= {}).inlineVolumeSpec.rbd.user = 'admin';
      }
      if ((((in2.spec ?? Z).source ?? Z).inlineVolumeSpec.rbd.keyring ?? '') === '') {
        ((in2.spec ??= {}).source ??= {}).inlineVolumeSpec.rbd.keyring = '/etc/ceph/keyring';
      }
    }
    if (((in2.spec ?? Z).source ?? Z).inlineVolumeSpec.iscsi != null) {
      if ((((in2.spec ?? Z).source ?? Z).inlineVolumeSpec.iscsi.iscsiInterface ?? '') === '') {
        ((in2.spec ??= {}).source ??= {}).inlineVolumeSpec.iscsi.iscsiInterface = 'default';
      }
    }
    if (((in2.spec ?? Z).source ?? Z).inlineVolumeSpec.azureDisk != null) {
      if (((in2.spec ?? Z).source ?? Z).inlineVolumeSpec.azureDisk.cachingMode == null) {
        let ptrVar1 = 'ReadWrite';
        setField(((in2.spec ??= {}).source ??= {}).inlineVolumeSpec.azureDisk, 'cachingMode', ptrVar1);
      }
      if (((in2.spec ?? Z).source ?? Z).inlineVolumeSpec.azureDisk.fsType == null) {
        let ptrVar12 = 'ext4';
        setField(((in2.spec ??= {}).source ??= {}).inlineVolumeSpec.azureDisk, 'fsType', ptrVar12);
      }
      if (((in2.spec ?? Z).source ?? Z).inlineVolumeSpec.azureDisk.readOnly == null) {
        let ptrVar13 = false;
        setField(((in2.spec ??= {}).source ??= {}).inlineVolumeSpec.azureDisk, 'readOnly', ptrVar13);
      }
      if (((in2.spec ?? Z).source ?? Z).inlineVolumeSpec.azureDisk.kind == null) {
        let ptrVar14 = 'Shared';
        setField(((in2.spec ??= {}).source ??= {}).inlineVolumeSpec.azureDisk, 'kind', ptrVar14);
      }
    }
    if (((in2.spec ?? Z).source ?? Z).inlineVolumeSpec.scaleIO != null) {
      if ((((in2.spec ?? Z).source ?? Z).inlineVolumeSpec.scaleIO.storageMode ?? '') === '') {
        ((in2.spec ??= {}).source ??= {}).inlineVolumeSpec.scaleIO.storageMode = 'ThinProvisioned';
      }
      if ((((in2.spec ?? Z).source ?? Z).inlineVolumeSpec.scaleIO.fsType ?? '') === '') {
        ((in2.spec ??= {}).source ??= {}).inlineVolumeSpec.scaleIO.fsType = 'xfs';
      }
    }
  }
}

function To(v) {
  return v;
}

function addDRANodeAllocatableClaimResources(resources, pod, opts) {
  if (
    (opts.UseDRANodeAllocatableResourceClaimStatus ?? false) &&
    listLength((pod.status ?? Z).nodeAllocatableResourceClaimStatuses) > 0
  ) {
    for (let claimStatus of (pod.status ?? Z).nodeAllocatableResourceClaimStatuses ?? []) {
      for (let mapping of claimStatus.mapping ?? []) {
        if (mapping.quantity != null) {
          let q = mapGet(resources, mapping.name ?? '', '0');
          q = Quantity_Add(q, mapping.quantity);
          mapSet(resources, mapping.name ?? '', q);
        }
      }
      for (let overhead of claimStatus.overhead ?? []) {
        let quantity = '0';
        if (overhead.perPod != null) {
          quantity = Quantity_Add(quantity, overhead.perPod);
        }
        if (overhead.perContainer != null && listLength(claimStatus.containers) > 0) {
          let varOverhead = deepCopy(overhead.perContainer);
          varOverhead = Quantity_Mul(varOverhead, listLength(claimStatus.containers));
          quantity = Quantity_Add(quantity, varOverhead);
        }
        let q2 = mapGet(resources, overhead.name ?? '', '0');
        q2 = Quantity_Add(q2, quantity);
        mapSet(resources, overhead.name ?? '', q2);
      }
    }
  }
}

function addDRANodeAllocatableLimits(specLimits, pod, opts) {
  let draResources = mapOf([]);
  addDRANodeAllocatableClaimResources(draResources, pod, opts);
  for (let [name, quantity] of mapEntries(draResources)) {
    const r1 = mapFind(specLimits, name, '0');
    let val = r1[0];
    let declared = r1[1];
    if (declared || strings_HasPrefix(name, 'hugepages-')) {
      let q = val;
      q = Quantity_Add(q, quantity);
      mapSet(specLimits, name, q);
    }
  }
  return specLimits;
}

function addResourceList(list, newList) {
  for (let [name, quantity] of mapEntries(newList)) {
    {
      const r1 = mapFind(list, name, '0');
      let value = r1[0];
      let ok = r1[1];
      if (!ok) {
        mapSet(list, name, deepCopy(quantity));
      } else {
        value = Quantity_Add(value, quantity);
        mapSet(list, name, value);
      }
    }
  }
}

function admissionregistration_v1alpha1_SetDefaults_MatchResources(obj) {
  if (obj.matchPolicy == null) {
    let policy = 'Equivalent';
    setField(obj, 'matchPolicy', policy);
  }
  if (obj.namespaceSelector == null) {
    let selector = {};
    setField(obj, 'namespaceSelector', selector);
  }
  if (obj.objectSelector == null) {
    let selector2 = {};
    setField(obj, 'objectSelector', selector2);
  }
}

function admissionregistration_v1alpha1_SetDefaults_MutatingAdmissionPolicySpec(obj) {
  if (obj.failurePolicy == null) {
    let policy = 'Fail';
    setField(obj, 'failurePolicy', policy);
  }
}

function admissionregistration_v1alpha1_SetDefaults_ValidatingAdmissionPolicySpec(obj) {
  if (obj.failurePolicy == null) {
    let policy = 'Fail';
    setField(obj, 'failurePolicy', policy);
  }
}

function admissionregistration_v1alpha1_SetObjectDefaults_MutatingAdmissionPolicy(in2) {
  admissionregistration_v1alpha1_SetDefaults_MutatingAdmissionPolicySpec((in2.spec ??= {}));
  if ((in2.spec ?? Z).matchConstraints != null) {
    admissionregistration_v1alpha1_SetDefaults_MatchResources((in2.spec ?? Z).matchConstraints);
    {
      const list1 = (in2.spec ?? Z).matchConstraints.resourceRules ?? [];
      for (let i = 0; i < list1.length; i++) {
        let a = (in2.spec ?? Z).matchConstraints.resourceRules[i];
        SetDefaults_Rule(a);
      }
    }
    {
      const list2 = (in2.spec ?? Z).matchConstraints.excludeResourceRules ?? [];
      for (let i2 = 0; i2 < list2.length; i2++) {
        let a2 = (in2.spec ?? Z).matchConstraints.excludeResourceRules[i2];
        SetDefaults_Rule(a2);
      }
    }
  }
}

function admissionregistration_v1alpha1_SetObjectDefaults_MutatingAdmissionPolicyBinding(in2) {
  if ((in2.spec ?? Z).paramRef != null) {
    SetDefaults_ParamRef((in2.spec ?? Z).paramRef);
  }
  if ((in2.spec ?? Z).matchResources != null) {
    admissionregistration_v1alpha1_SetDefaults_MatchResources((in2.spec ?? Z).matchResources);
    {
      const list1 = (in2.spec ?? Z).matchResources.resourceRules ?? [];
      for (let i = 0; i < list1.length; i++) {
        let a = (in2.spec ?? Z).matchResources.resourceRules[i];
        SetDefaults_Rule(a);
      }
    }
    {
      const list2 = (in2.spec ?? Z).matchResources.excludeResourceRules ?? [];
      for (let i2 = 0; i2 < list2.length; i2++) {
        let a2 = (in2.spec ?? Z).matchResources.excludeResourceRules[i2];
        SetDefaults_Rule(a2);
      }
    }
  }
}

function admissionregistration_v1alpha1_SetObjectDefaults_ValidatingAdmissionPolicy(in2) {
  admissionregistration_v1alpha1_SetDefaults_ValidatingAdmissionPolicySpec((in2.spec ??= {}));
  if ((in2.spec ?? Z).matchConstraints != null) {
    admissionregistration_v1alpha1_SetDefaults_MatchResources((in2.spec ?? Z).matchConstraints);
    {
      const list1 = (in2.spec ?? Z).matchConstraints.resourceRules ?? [];
      for (let i = 0; i < list1.length; i++) {
        let a = (in2.spec ?? Z).matchConstraints.resourceRules[i];
        SetDefaults_Rule(a);
      }
    }
    {
      const list2 = (in2.spec ?? Z).matchConstraints.excludeResourceRules ?? [];
      for (let i2 = 0; i2 < list2.length; i2++) {
        let a2 = (in2.spec ?? Z).matchConstraints.excludeResourceRules[i2];
        SetDefaults_Rule(a2);
      }
    }
  }
}

function admissionregistration_v1alpha1_SetObjectDefaults_ValidatingAdmissionPolicyBinding(in2) {
  if ((in2.spec ?? Z).paramRef != null) {
    SetDefaults_ParamRef((in2.spec ?? Z).paramRef);
  }
  if ((in2.spec ?? Z).matchResources != null) {
    admissionregistration_v1alpha1_SetDefaults_MatchResources((in2.spec ?? Z).matchResources);
    {
      const list1 = (in2.spec ?? Z).matchResources.resourceRules ?? [];
      for (let i = 0; i < list1.length; i++) {
        let a = (in2.spec ?? Z).matchResources.resourceRules[i];
        SetDefaults_Rule(a);
      }
    }
    {
      const list2 = (in2.spec ?? Z).matchResources.excludeResourceRules ?? [];
      for (let i2 = 0; i2 < list2.length; i2++) {
        let a2 = (in2.spec ?? Z).matchResources.excludeResourceRules[i2];
        SetDefaults_Rule(a2);
      }
    }
  }
}

function admissionregistration_v1beta1_SetDefaults_MatchResources(obj) {
  if (obj.matchPolicy == null) {
    let policy = 'Equivalent';
    setField(obj, 'matchPolicy', policy);
  }
  if (obj.namespaceSelector == null) {
    let selector = {};
    setField(obj, 'namespaceSelector', selector);
  }
  if (obj.objectSelector == null) {
    let selector2 = {};
    setField(obj, 'objectSelector', selector2);
  }
}

function admissionregistration_v1beta1_SetDefaults_MutatingAdmissionPolicySpec(obj) {
  if (obj.failurePolicy == null) {
    let policy = 'Fail';
    setField(obj, 'failurePolicy', policy);
  }
}

function admissionregistration_v1beta1_SetDefaults_MutatingWebhook(obj) {
  if (obj.failurePolicy == null) {
    let policy = 'Ignore';
    setField(obj, 'failurePolicy', policy);
  }
  if (obj.matchPolicy == null) {
    let policy2 = 'Exact';
    setField(obj, 'matchPolicy', policy2);
  }
  if (obj.namespaceSelector == null) {
    let selector = {};
    setField(obj, 'namespaceSelector', selector);
  }
  if (obj.objectSelector == null) {
    let selector2 = {};
    setField(obj, 'objectSelector', selector2);
  }
  if (obj.sideEffects == null) {
    let unknown = 'Unknown';
    setField(obj, 'sideEffects', unknown);
  }
  if (obj.timeoutSeconds == null) {
    obj.timeoutSeconds = 0;
    obj.timeoutSeconds = 30;
  }
  if (obj.reinvocationPolicy == null) {
    let never = 'Never';
    setField(obj, 'reinvocationPolicy', never);
  }
  if (listLength(obj.admissionReviewVersions) === 0) {
    setField(obj, 'admissionReviewVersions', [SchemeGroupVersion().Version ?? '']);
  }
}

function admissionregistration_v1beta1_SetDefaults_ServiceReference(obj) {
  if (obj.port == null) {
    setField(obj, 'port', To(443));
  }
}

function admissionregistration_v1beta1_SetDefaults_ValidatingAdmissionPolicySpec(obj) {
  if (obj.failurePolicy == null) {
    let policy = 'Fail';
    setField(obj, 'failurePolicy', policy);
  }
}

function admissionregistration_v1beta1_SetDefaults_ValidatingWebhook(obj) {
  if (obj.failurePolicy == null) {
    let policy = 'Ignore';
    setField(obj, 'failurePolicy', policy);
  }
  if (obj.matchPolicy == null) {
    let policy2 = 'Exact';
    setField(obj, 'matchPolicy', policy2);
  }
  if (obj.namespaceSelector == null) {
    let selector = {};
    setField(obj, 'namespaceSelector', selector);
  }
  if (obj.objectSelector == null) {
    let selector2 = {};
    setField(obj, 'objectSelector', selector2);
  }
  if (obj.sideEffects == null) {
    let unknown = 'Unknown';
    setField(obj, 'sideEffects', unknown);
  }
  if (obj.timeoutSeconds == null) {
    obj.timeoutSeconds = 0;
    obj.timeoutSeconds = 30;
  }
  if (listLength(obj.admissionReviewVersions) === 0) {
    setField(obj, 'admissionReviewVersions', [SchemeGroupVersion().Version ?? '']);
  }
}

function admissionregistration_v1beta1_SetObjectDefaults_MutatingAdmissionPolicy(in2) {
  admissionregistration_v1beta1_SetDefaults_MutatingAdmissionPolicySpec((in2.spec ??= {}));
  if ((in2.spec ?? Z).matchConstraints != null) {
    admissionregistration_v1beta1_SetDefaults_MatchResources((in2.spec ?? Z).matchConstraints);
    {
      const list1 = (in2.spec ?? Z).matchConstraints.resourceRules ?? [];
      for (let i = 0; i < list1.length; i++) {
        let a = (in2.spec ?? Z).matchConstraints.resourceRules[i];
        SetDefaults_Rule(a);
      }
    }
    {
      const list2 = (in2.spec ?? Z).matchConstraints.excludeResourceRules ?? [];
      for (let i2 = 0; i2 < list2.length; i2++) {
        let a2 = (in2.spec ?? Z).matchConstraints.excludeResourceRules[i2];
        SetDefaults_Rule(a2);
      }
    }
  }
}

function admissionregistration_v1beta1_SetObjectDefaults_MutatingAdmissionPolicyBinding(in2) {
  if ((in2.spec ?? Z).matchResources != null) {
    admissionregistration_v1beta1_SetDefaults_MatchResources((in2.spec ?? Z).matchResources);
    {
      const list1 = (in2.spec ?? Z).matchResources.resourceRules ?? [];
      for (let i = 0; i < list1.length; i++) {
        let a = (in2.spec ?? Z).matchResources.resourceRules[i];
        SetDefaults_Rule(a);
      }
    }
    {
      const list2 = (in2.spec ?? Z).matchResources.excludeResourceRules ?? [];
      for (let i2 = 0; i2 < list2.length; i2++) {
        let a2 = (in2.spec ?? Z).matchResources.excludeResourceRules[i2];
        SetDefaults_Rule(a2);
      }
    }
  }
}

function admissionregistration_v1beta1_SetObjectDefaults_MutatingWebhookConfiguration(in2) {
  {
    const list1 = in2.webhooks ?? [];
    for (let i = 0; i < list1.length; i++) {
      let a = in2.webhooks[i];
      admissionregistration_v1beta1_SetDefaults_MutatingWebhook(a);
      if ((a.clientConfig ?? Z).service != null) {
        admissionregistration_v1beta1_SetDefaults_ServiceReference((a.clientConfig ?? Z).service);
      }
      {
        const list2 = a.rules ?? [];
        for (let j = 0; j < list2.length; j++) {
          let b = a.rules[j];
          SetDefaults_Rule(b);
        }
      }
    }
  }
}

function admissionregistration_v1beta1_SetObjectDefaults_ValidatingAdmissionPolicy(in2) {
  admissionregistration_v1beta1_SetDefaults_ValidatingAdmissionPolicySpec((in2.spec ??= {}));
  if ((in2.spec ?? Z).matchConstraints != null) {
    admissionregistration_v1beta1_SetDefaults_MatchResources((in2.spec ?? Z).matchConstraints);
    {
      const list1 = (in2.spec ?? Z).matchConstraints.resourceRules ?? [];
      for (let i = 0; i < list1.length; i++) {
        let a = (in2.spec ?? Z).matchConstraints.resourceRules[i];
        SetDefaults_Rule(a);
      }
    }
    {
      const list2 = (in2.spec ?? Z).matchConstraints.excludeResourceRules ?? [];
      for (let i2 = 0; i2 < list2.length; i2++) {
        let a2 = (in2.spec ?? Z).matchConstraints.excludeResourceRules[i2];
        SetDefaults_Rule(a2);
      }
    }
  }
}

function admissionregistration_v1beta1_SetObjectDefaults_ValidatingAdmissionPolicyBinding(in2) {
  if ((in2.spec ?? Z).matchResources != null) {
    admissionregistration_v1beta1_SetDefaults_MatchResources((in2.spec ?? Z).matchResources);
    {
      const list1 = (in2.spec ?? Z).matchResources.resourceRules ?? [];
      for (let i = 0; i < list1.length; i++) {
        let a = (in2.spec ?? Z).matchResources.resourceRules[i];
        SetDefaults_Rule(a);
      }
    }
    {
      const list2 = (in2.spec ?? Z).matchResources.excludeResourceRules ?? [];
      for (let i2 = 0; i2 < list2.length; i2++) {
        let a2 = (in2.spec ?? Z).matchResources.excludeResourceRules[i2];
        SetDefaults_Rule(a2);
      }
    }
  }
}

function admissionregistration_v1beta1_SetObjectDefaults_ValidatingWebhookConfiguration(in2) {
  {
    const list1 = in2.webhooks ?? [];
    for (let i = 0; i < list1.length; i++) {
      let a = in2.webhooks[i];
      admissionregistration_v1beta1_SetDefaults_ValidatingWebhook(a);
      if ((a.clientConfig ?? Z).service != null) {
        admissionregistration_v1beta1_SetDefaults_ServiceReference((a.clientConfig ?? Z).service);
      }
      {
        const list2 = a.rules ?? [];
        for (let j = 0; j < list2.length; j++) {
          let b = a.rules[j];
          SetDefaults_Rule(b);
        }
      }
    }
  }
}

function aggregateContainerResourcesByFn(pod, opts, getResourceList) {
  let isResizeInfeasible = false;
  if (opts.UseStatusResources ?? false) {
    isResizeInfeasible = IsPodResizeInfeasible(pod);
  }
  let result = mapOf([]);
  for (let container of (pod.spec ?? Z).containers ?? []) {
    let cs = undefined;
    if (opts.UseStatusResources ?? false) {
      cs = findContainerStatus(pod, container.name ?? '');
    }
    let containerResources = getResourceList(container, cs, isResizeInfeasible);
    if (mapLength(opts.NonMissingContainerRequests) > 0) {
      containerResources = applyNonMissing(containerResources, opts.NonMissingContainerRequests);
    }
    addResourceList(result, containerResources);
  }
  let restartableInitContainerResources = mapOf([]);
  let initContainerResources = mapOf([]);
  for (let container2 of (pod.spec ?? Z).initContainers ?? []) {
    let cs2 = undefined;
    if (opts.UseStatusResources ?? false) {
      cs2 = findContainerStatus(pod, container2.name ?? '');
    }
    let containerResources2 = getResourceList(container2, cs2, isResizeInfeasible);
    if (mapLength(opts.NonMissingContainerRequests) > 0) {
      containerResources2 = applyNonMissing(containerResources2, opts.NonMissingContainerRequests);
    }
    if (isRestartableInitContainer(container2)) {
      addResourceList(result, containerResources2);
      addResourceList(restartableInitContainerResources, containerResources2);
      containerResources2 = restartableInitContainerResources;
    } else {
      let combinedResources = mapOf([]);
      addResourceList(combinedResources, containerResources2);
      addResourceList(combinedResources, restartableInitContainerResources);
      containerResources2 = combinedResources;
    }
    maxResourceList(initContainerResources, containerResources2);
  }
  maxResourceList(result, initContainerResources);
  return result;
}

function applyNonMissing(reqs, nonMissing) {
  let cp = mapOf([]);
  for (let [k, v] of mapEntries(reqs)) {
    mapSet(cp, k, deepCopy(v));
  }
  for (let [k2, v2] of mapEntries(nonMissing)) {
    {
      const r1 = mapFind(reqs, k2, '0');
      let found = r1[1];
      if (!found) {
        let rk = mapGet(cp, k2, '0');
        rk = Quantity_Add(rk, v2);
        mapSet(cp, k2, rk);
      }
    }
  }
  return cp;
}

function autoscaling_v2_SetDefaults_HorizontalPodAutoscaler(obj) {
  if ((obj.spec ?? Z).minReplicas == null) {
    setField((obj.spec ??= {}), 'minReplicas', To(1));
  }
  if (listLength((obj.spec ?? Z).metrics) === 0) {
    let utilizationDefaultVal = 80;
    setField((obj.spec ??= {}), 'metrics', [
      {
        type: 'Resource',
        resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: utilizationDefaultVal } },
      },
    ]);
  }
  SetDefaults_HorizontalPodAutoscalerBehavior(obj);
}

function autoscaling_v2_SetObjectDefaults_HorizontalPodAutoscaler(in2) {
  autoscaling_v2_SetDefaults_HorizontalPodAutoscaler(in2);
}

function containerActuatedLimits(c, cs, isResizeInfeasible) {
  if (cs != null && cs.resources != null && cs.resources.limits != null) {
    return cs.resources.limits;
  }
  if (isResizeInfeasible) {
    return undefined;
  }
  return (c.resources ?? Z).limits;
}

function containerActuatedRequests(container, containerStatus, isResizeInfeasible) {
  if (
    containerStatus != null &&
    containerStatus.resources != null &&
    containerStatus.resources.requests != null
  ) {
    return containerStatus.resources.requests;
  }
  if (containerStatus != null && containerStatus.allocatedResources != null) {
    return containerStatus.allocatedResources;
  }
  if (isResizeInfeasible) {
    return undefined;
  }
  return (container.resources ?? Z).requests;
}

function containerAllocatedRequests(container, containerStatus, isResizeInfeasible) {
  if (containerStatus != null && containerStatus.allocatedResources != null) {
    return containerStatus.allocatedResources;
  }
  if (isResizeInfeasible) {
    return undefined;
  }
  return (container.resources ?? Z).requests;
}

function containerSpecLimits(c, _1, _2) {
  return (c.resources ?? Z).limits;
}

function containerSpecRequests(container, _1, _2) {
  return (container.resources ?? Z).requests;
}

function copyHPAScalingRules(from, to) {
  if (from == null) {
    return to;
  }
  if (from.selectPolicy != null) {
    setField(to, 'selectPolicy', from.selectPolicy);
  }
  if (from.stabilizationWindowSeconds != null) {
    setField(to, 'stabilizationWindowSeconds', from.stabilizationWindowSeconds);
  }
  if (from.policies != null) {
    setField(to, 'policies', from.policies);
  }
  if (from.tolerance != null) {
    setField(to, 'tolerance', from.tolerance);
  }
  return to;
}

const defaultHPAScaleDownRules = lazy(() => ({
  selectPolicy: maxPolicy(),
  policies: [{ type: 'Percent', value: scaleDownLimitPercent(), periodSeconds: scaleDownPeriod() }],
}));

const defaultHPAScaleUpRules = lazy(() => ({
  stabilizationWindowSeconds: scaleUpStabilizationSeconds(),
  selectPolicy: maxPolicy(),
  policies: [
    { type: 'Pods', value: scaleUpLimitMinimumPods(), periodSeconds: scaleUpPeriod() },
    { type: 'Percent', value: scaleUpLimitPercent(), periodSeconds: scaleUpPeriod() },
  ],
}));

function defaultHostNetworkPorts(containers) {
  {
    const list1 = containers ?? [];
    for (let i = 0; i < list1.length; i++) {
      {
        const list2 = containers[i].ports ?? [];
        for (let j = 0; j < list2.length; j++) {
          if ((containers[i].ports[j].hostPort ?? 0) === 0) {
            setUnlessZero(containers[i].ports[j], 'hostPort', containers[i].ports[j].containerPort ?? 0);
          }
        }
      }
    }
  }
}

function defaultHugePagePodLimits(pod) {
  if ((pod.spec ?? Z).resources == null) {
    return;
  }
  if (
    mapLength((pod.spec ?? Z).resources.limits) === 0 &&
    mapLength((pod.spec ?? Z).resources.requests) === 0
  ) {
    return;
  }
  let podLims = undefined;
  podLims = (pod.spec ?? Z).resources.limits;
  if (podLims == null) {
    podLims = mapOf([]);
  }
  let aggrCtrLims = AggregateContainerLimits(pod, {});
  for (let [key, aggrCtrLim] of mapEntries(aggrCtrLims)) {
    if (!IsSupportedPodLevelResource(key) || !IsHugePageResourceName(key)) {
      continue;
    }
    {
      const r1 = mapFind((pod.spec ?? Z).resources.requests, key, '0');
      let exists = r1[1];
      if (exists) {
        continue;
      }
    }
    {
      const r2 = mapFind(podLims, key, '0');
      let exists2 = r2[1];
      if (!exists2) {
        mapSet(podLims, key, deepCopy(aggrCtrLim));
      }
    }
  }
  if (mapLength(podLims) > 0) {
    setField((pod.spec ??= {}).resources, 'limits', podLims);
  }
}

function defaultPodRequests(obj) {
  if ((obj.spec ?? Z).resources == null) {
    return;
  }
  if (mapLength((obj.spec ?? Z).resources.limits) === 0) {
    return;
  }
  let podReqs = undefined;
  podReqs = (obj.spec ?? Z).resources.requests;
  if (podReqs == null) {
    podReqs = mapOf([]);
  }
  let aggrCtrReqs = AggregateContainerRequests(obj, {});
  for (let [key, aggrCtrLim] of mapEntries(aggrCtrReqs)) {
    {
      const r1 = mapFind(podReqs, key, '0');
      let exists = r1[1];
      if (!exists && IsSupportedPodLevelResource(key) && IsOvercommitAllowed(key)) {
        mapSet(podReqs, key, deepCopy(aggrCtrLim));
      }
    }
  }
  for (let [key2, podLim] of mapEntries((obj.spec ?? Z).resources.limits)) {
    {
      const r2 = mapFind(podReqs, key2, '0');
      let exists2 = r2[1];
      if (!exists2 && IsSupportedPodLevelResource(key2)) {
        mapSet(podReqs, key2, deepCopy(podLim));
      }
    }
  }
  if (mapLength(podReqs) > 0) {
    setField((obj.spec ??= {}).resources, 'requests', podReqs);
  }
}

const defaultPortName = lazy(() => '');

const defaultProtocol = lazy(() => 'TCP');

function findContainerStatus(pod, name) {
  {
    const list1 = (pod.status ?? Z).containerStatuses ?? [];
    for (let i = 0; i < list1.length; i++) {
      if (((pod.status ?? Z).containerStatuses[i].name ?? '') === name) {
        return (pod.status ?? Z).containerStatuses[i];
      }
    }
  }
  {
    const list2 = (pod.status ?? Z).initContainerStatuses ?? [];
    for (let i2 = 0; i2 < list2.length; i2++) {
      if (((pod.status ?? Z).initContainerStatuses[i2].name ?? '') === name) {
        return (pod.status ?? Z).initContainerStatuses[i2];
      }
    }
  }
  return undefined;
}

function isRestartableInitContainer(container) {
  return container.restartPolicy != null && container.restartPolicy === 'Always';
}

function max(a, ...b) {
  let result = undefined;
  if (a != null) {
    result = deepCopy(a);
  } else {
    result = mapOf([]);
  }
  for (let other of b ?? []) {
    maxResourceList(result, other);
  }
  return result;
}

const maxPolicy = lazy(() => 'Max');

function maxResourceList(list, newList) {
  for (let [name, quantity] of mapEntries(newList)) {
    {
      const r1 = mapFind(list, name, '0');
      let value = r1[0];
      let ok = r1[1];
      if (!ok || Quantity_Cmp(quantity, value) > 0) {
        mapSet(list, name, deepCopy(quantity));
      }
    }
  }
}

function resource_v1alpha3_SetObjectDefaults_DeviceTaintRule(in2) {
  nothing(((in2.spec ??= {}).taint ??= {}));
}

function resource_v1beta1_SetDefaults_DeviceSubRequest(obj) {
  if ((obj.allocationMode ?? '') === '') {
    obj.allocationMode = 'ExactCount';
  }
  if ((obj.allocationMode ?? '') === 'ExactCount' && toNumber(obj.count) === 0) {
    obj.count = 1;
  }
}

function resource_v1beta1_SetObjectDefaults_ResourceClaim(in2) {
  {
    const list1 = ((in2.spec ?? Z).devices ?? Z).requests ?? [];
    for (let i = 0; i < list1.length; i++) {
      let a = ((in2.spec ?? Z).devices ?? Z).requests[i];
      SetDefaults_DeviceRequest(a);
      {
        const list2 = a.firstAvailable ?? [];
        for (let j = 0; j < list2.length; j++) {
          let b = a.firstAvailable[j];
          resource_v1beta1_SetDefaults_DeviceSubRequest(b);
          {
            const list3 = b.tolerations ?? [];
            for (let k = 0; k < list3.length; k++) {
              let c = b.tolerations[k];
              if ((c.operator ?? '') === '') {
                c.operator = 'Equal';
              }
            }
          }
        }
      }
      {
        const list4 = a.tolerations ?? [];
        for (let j2 = 0; j2 < list4.length; j2++) {
          let b2 = a.tolerations[j2];
          if ((b2.operator ?? '') === '') {
            b2.operator = 'Equal';
          }
        }
      }
    }
  }
  if ((in2.status ?? Z).allocation != null) {
    {
      const list5 = ((in2.status ?? Z).allocation.devices ?? Z).results ?? [];
      for (let i2 = 0; i2 < list5.length; i2++) {
        let a2 = ((in2.status ?? Z).allocation.devices ?? Z).results[i2];
        {
          const list6 = a2.tolerations ?? [];
          for (let j3 = 0; j3 < list6.length; j3++) {
            let b3 = a2.tolerations[j3];
            if ((b3.operator ?? '') === '') {
              b3.operator = 'Equal';
            }
          }
        }
      }
    }
  }
}

function resource_v1beta1_SetObjectDefaults_ResourceClaimTemplate(in2) {
  {
    const list1 = (((in2.spec ?? Z).spec ?? Z).devices ?? Z).requests ?? [];
    for (let i = 0; i < list1.length; i++) {
      let a = (((in2.spec ?? Z).spec ?? Z).devices ?? Z).requests[i];
      SetDefaults_DeviceRequest(a);
      {
        const list2 = a.firstAvailable ?? [];
        for (let j = 0; j < list2.length; j++) {
          let b = a.firstAvailable[j];
          resource_v1beta1_SetDefaults_DeviceSubRequest(b);
          {
            const list3 = b.tolerations ?? [];
            for (let k = 0; k < list3.length; k++) {
              let c = b.tolerations[k];
              if ((c.operator ?? '') === '') {
                c.operator = 'Equal';
              }
            }
          }
        }
      }
      {
        const list4 = a.tolerations ?? [];
        for (let j2 = 0; j2 < list4.length; j2++) {
          let b2 = a.tolerations[j2];
          if ((b2.operator ?? '') === '') {
            b2.operator = 'Equal';
          }
        }
      }
    }
  }
}

function resource_v1beta1_SetObjectDefaults_ResourceSlice(in2) {
  {
    const list1 = (in2.spec ?? Z).devices ?? [];
    for (let i = 0; i < list1.length; i++) {
      let a = (in2.spec ?? Z).devices[i];
      if (a.basic != null) {
        {
          const list2 = a.basic.taints ?? [];
          for (let j = 0; j < list2.length; j++) {
            let b = a.basic.taints[j];
            nothing(b);
          }
        }
      }
    }
  }
}

function resource_v1beta2_SetDefaults_DeviceSubRequest(obj) {
  if ((obj.allocationMode ?? '') === '') {
    obj.allocationMode = 'ExactCount';
  }
  if ((obj.allocationMode ?? '') === 'ExactCount' && toNumber(obj.count) === 0) {
    obj.count = 1;
  }
}

function resource_v1beta2_SetDefaults_ExactDeviceRequest(obj) {
  if ((obj.allocationMode ?? '') === '') {
    obj.allocationMode = 'ExactCount';
  }
  if ((obj.allocationMode ?? '') === 'ExactCount' && toNumber(obj.count) === 0) {
    obj.count = 1;
  }
}

function resource_v1beta2_SetObjectDefaults_DeviceTaintRule(in2) {
  nothing(((in2.spec ??= {}).taint ??= {}));
}

function resource_v1beta2_SetObjectDefaults_ResourceClaim(in2) {
  {
    const list1 = ((in2.spec ?? Z).devices ?? Z).requests ?? [];
    for (let i = 0; i < list1.length; i++) {
      let a = ((in2.spec ?? Z).devices ?? Z).requests[i];
      if (a.exactly != null) {
        resource_v1beta2_SetDefaults_ExactDeviceRequest(a.exactly);
        {
          const list2 = a.exactly.tolerations ?? [];
          for (let j = 0; j < list2.length; j++) {
            let b = a.exactly.tolerations[j];
            if ((b.operator ?? '') === '') {
              b.operator = 'Equal';
            }
          }
        }
      }
      {
        const list3 = a.firstAvailable ?? [];
        for (let j2 = 0; j2 < list3.length; j2++) {
          let b2 = a.firstAvailable[j2];
          resource_v1beta2_SetDefaults_DeviceSubRequest(b2);
          {
            const list4 = b2.tolerations ?? [];
            for (let k = 0; k < list4.length; k++) {
              let c = b2.tolerations[k];
              if ((c.operator ?? '') === '') {
                c.operator = 'Equal';
              }
            }
          }
        }
      }
    }
  }
  if ((in2.status ?? Z).allocation != null) {
    {
      const list5 = ((in2.status ?? Z).allocation.devices ?? Z).results ?? [];
      for (let i2 = 0; i2 < list5.length; i2++) {
        let a2 = ((in2.status ?? Z).allocation.devices ?? Z).results[i2];
        {
          const list6 = a2.tolerations ?? [];
          for (let j3 = 0; j3 < list6.length; j3++) {
            let b3 = a2.tolerations[j3];
            if ((b3.operator ?? '') === '') {
              b3.operator = 'Equal';
            }
          }
        }
      }
    }
  }
}

function resource_v1beta2_SetObjectDefaults_ResourceClaimTemplate(in2) {
  {
    const list1 = (((in2.spec ?? Z).spec ?? Z).devices ?? Z).requests ?? [];
    for (let i = 0; i < list1.length; i++) {
      let a = (((in2.spec ?? Z).spec ?? Z).devices ?? Z).requests[i];
      if (a.exactly != null) {
        resource_v1beta2_SetDefaults_ExactDeviceRequest(a.exactly);
        {
          const list2 = a.exactly.tolerations ?? [];
          for (let j = 0; j < list2.length; j++) {
            let b = a.exactly.tolerations[j];
            if ((b.operator ?? '') === '') {
              b.operator = 'Equal';
            }
          }
        }
      }
      {
        const list3 = a.firstAvailable ?? [];
        for (let j2 = 0; j2 < list3.length; j2++) {
          let b2 = a.firstAvailable[j2];
          resource_v1beta2_SetDefaults_DeviceSubRequest(b2);
          {
            const list4 = b2.tolerations ?? [];
            for (let k = 0; k < list4.length; k++) {
              let c = b2.tolerations[k];
              if ((c.operator ?? '') === '') {
                c.operator = 'Equal';
              }
            }
          }
        }
      }
    }
  }
}

function resource_v1beta2_SetObjectDefaults_ResourceSlice(in2) {
  {
    const list1 = (in2.spec ?? Z).devices ?? [];
    for (let i = 0; i < list1.length; i++) {
      let a = (in2.spec ?? Z).devices[i];
      {
        const list2 = a.taints ?? [];
        for (let j = 0; j < list2.length; j++) {
          let b = a.taints[j];
          nothing(b);
        }
      }
    }
  }
}

function reuseOrClearResourceList(reuse) {
  if (reuse == null) {
    return mapOf([]);
  }
  for (let [k] of mapEntries(reuse)) {
    mapDelete(reuse, k);
  }
  return reuse;
}

const scaleDownLimitPercent = lazy(() => 100);

const scaleDownPeriod = lazy(() => 15);

const scaleUpLimitMinimumPods = lazy(() => 4);

const scaleUpLimitPercent = lazy(() => 100);

const scaleUpPeriod = lazy(() => 15);

const scaleUpStabilizationSeconds = lazy(() => 0);

function scheduling_v1beta1_SetDefaults_PodGroup(in2) {}

function scheduling_v1beta1_SetDefaults_PriorityClass(obj) {
  if (obj.preemptionPolicy == null) {
    let preemptLowerPriority = 'PreemptLowerPriority';
    setField(obj, 'preemptionPolicy', preemptLowerPriority);
  }
}

function scheduling_v1beta1_SetObjectDefaults_PodGroup(in2) {
  scheduling_v1beta1_SetDefaults_PodGroup(in2);
  if ((in2.spec ?? Z).disruptionMode == null) {
    {
      let err = json_Unmarshal(textBytes('{"single": {}}'), (value1) => {
        setField((in2.spec ??= {}), 'disruptionMode', value1);
      });
      if (err != null) {
        panic(err);
      }
    }
  }
}

function scheduling_v1beta1_SetObjectDefaults_PriorityClass(in2) {
  scheduling_v1beta1_SetDefaults_PriorityClass(in2);
}

function storage_v1alpha1_SetObjectDefaults_VolumeAttachment(in2) {
  if (((in2.spec ?? Z).source ?? Z).inlineVolumeSpec != null) {
    SetDefaults_ResourceList(((in2.spec ?? Z).source ?? Z).inlineVolumeSpec.capacity);
    if (((in2.spec ?? Z).source ?? Z).inlineVolumeSpec.hostPath != null) {
      SetDefaults_HostPathVolumeSource(((in2.spec ?? Z).source ?? Z).inlineVolumeSpec.hostPath);
    }
    if (((in2.spec ?? Z).source ?? Z).inlineVolumeSpec.rbd != null) {
      if ((((in2.spec ?? Z).source ?? Z).inlineVolumeSpec.rbd.pool ?? '') === '') {
        ((in2.spec ??= {}).source ??= {}).inlineVolumeSpec.rbd.pool = 'rbd';
      }
      if ((((in2.spec ?? Z).source ?? Z).inlineVolumeSpec.rbd.user ?? '') === '') {
        ((in2.spec ??= {}).source ??= {}).inlineVolumeSpec.rbd.user = 'admin';
      }
      if ((((in2.spec ?? Z).source ?? Z).inlineVolumeSpec.rbd.keyring ?? '') === '') {
        ((in2.spec ??= {}).source ??= {}).inlineVolumeSpec.rbd.keyring = '/etc/ceph/keyring';
      }
    }
    if (((in2.spec ?? Z).source ?? Z).inlineVolumeSpec.iscsi != null) {
      if ((((in2.spec ?? Z).source ?? Z).inlineVolumeSpec.iscsi.iscsiInterface ?? '') === '') {
        ((in2.spec ??= {}).source ??= {}).inlineVolumeSpec.iscsi.iscsiInterface = 'default';
      }
    }
    if (((in2.spec ?? Z).source ?? Z).inlineVolumeSpec.azureDisk != null) {
      if (((in2.spec ?? Z).source ?? Z).inlineVolumeSpec.azureDisk.cachingMode == null) {
        let ptrVar1 = 'ReadWrite';
        setField(((in2.spec ??= {}).source ??= {}).inlineVolumeSpec.azureDisk, 'cachingMode', ptrVar1);
      }
      if (((in2.spec ?? Z).source ?? Z).inlineVolumeSpec.azureDisk.fsType == null) {
        let ptrVar12 = 'ext4';
        setField(((in2.spec ??= {}).source ??= {}).inlineVolumeSpec.azureDisk, 'fsType', ptrVar12);
      }
      if (((in2.spec ?? Z).source ?? Z).inlineVolumeSpec.azureDisk.readOnly == null) {
        let ptrVar13 = false;
        setField(((in2.spec ??= {}).source ??= {}).inlineVolumeSpec.azureDisk, 'readOnly', ptrVar13);
      }
      if (((in2.spec ?? Z).source ?? Z).inlineVolumeSpec.azureDisk.kind == null) {
        let ptrVar14 = 'Shared';
        setField(((in2.spec ??= {}).source ??= {}).inlineVolumeSpec.azureDisk, 'kind', ptrVar14);
      }
    }
    if (((in2.spec ?? Z).source ?? Z).inlineVolumeSpec.scaleIO != null) {
      if ((((in2.spec ?? Z).source ?? Z).inlineVolumeSpec.scaleIO.storageMode ?? '') === '') {
        ((in2.spec ??= {}).source ??= {}).inlineVolumeSpec.scaleIO.storageMode = 'ThinProvisioned';
      }
      if ((((in2.spec ?? Z).source ?? Z).inlineVolumeSpec.scaleIO.fsType ?? '') === '') {
        ((in2.spec ??= {}).source ??= {}).inlineVolumeSpec.scaleIO.fsType = 'xfs';
      }
    }
  }
}

function storage_v1beta1_SetDefaults_CSIDriver(obj) {
  if ((obj.spec ?? Z).attachRequired == null) {
    (obj.spec ??= {}).attachRequired = false;
    (obj.spec ??= {}).attachRequired = true;
  }
  if ((obj.spec ?? Z).podInfoOnMount == null) {
    (obj.spec ??= {}).podInfoOnMount = false;
    (obj.spec ??= {}).podInfoOnMount = false;
  }
  if ((obj.spec ?? Z).storageCapacity == null) {
    (obj.spec ??= {}).storageCapacity = false;
    (obj.spec ??= {}).storageCapacity = false;
  }
  if ((obj.spec ?? Z).fsGroupPolicy == null) {
    (obj.spec ??= {}).fsGroupPolicy = '';
    (obj.spec ??= {}).fsGroupPolicy = 'ReadWriteOnceWithFSType';
  }
  if (listLength((obj.spec ?? Z).volumeLifecycleModes) === 0) {
    setField(
      (obj.spec ??= {}),
      'volumeLifecycleModes',
      push((obj.spec ?? Z).volumeLifecycleModes, 'Persistent'),
    );
  }
  if ((obj.spec ?? Z).requiresRepublish == null) {
    (obj.spec ??= {}).requiresRepublish = false;
    (obj.spec ??= {}).requiresRepublish = false;
  }
  if ((obj.spec ?? Z).seLinuxMount == null && true) {
    (obj.spec ??= {}).seLinuxMount = false;
    (obj.spec ??= {}).seLinuxMount = false;
  }
  if ((obj.spec ?? Z).preventPodSchedulingIfMissing == null && true) {
    (obj.spec ??= {}).preventPodSchedulingIfMissing = false;
    (obj.spec ??= {}).preventPodSchedulingIfMissing = false;
  }
}

function storage_v1beta1_SetDefaults_StorageClass(obj) {
  if (obj.reclaimPolicy == null) {
    obj.reclaimPolicy = '';
    obj.reclaimPolicy = 'Delete';
  }
  if (obj.volumeBindingMode == null) {
    obj.volumeBindingMode = '';
    obj.volumeBindingMode = 'Immediate';
  }
}

function storage_v1beta1_SetObjectDefaults_CSIDriver(in2) {
  storage_v1beta1_SetDefaults_CSIDriver(in2);
}

function storage_v1beta1_SetObjectDefaults_StorageClass(in2) {
  storage_v1beta1_SetDefaults_StorageClass(in2);
}

function storage_v1beta1_SetObjectDefaults_VolumeAttachment(in2) {
  if (((in2.spec ?? Z).source ?? Z).inlineVolumeSpec != null) {
    SetDefaults_ResourceList(((in2.spec ?? Z).source ?? Z).inlineVolumeSpec.capacity);
    if (((in2.spec ?? Z).source ?? Z).inlineVolumeSpec.hostPath != null) {
      SetDefaults_HostPathVolumeSource(((in2.spec ?? Z).source ?? Z).inlineVolumeSpec.hostPath);
    }
    if (((in2.spec ?? Z).source ?? Z).inlineVolumeSpec.rbd != null) {
      if ((((in2.spec ?? Z).source ?? Z).inlineVolumeSpec.rbd.pool ?? '') === '') {
        ((in2.spec ??= {}).source ??= {}).inlineVolumeSpec.rbd.pool = 'rbd';
      }
      if ((((in2.spec ?? Z).source ?? Z).inlineVolumeSpec.rbd.user ?? '') === '') {
        ((in2.spec ??= {}).source ??= {}).inlineVolumeSpec.rbd.user = 'admin';
      }
      if ((((in2.spec ?? Z).source ?? Z).inlineVolumeSpec.rbd.keyring ?? '') === '') {
        ((in2.spec ??= {}).source ??= {}).inlineVolumeSpec.rbd.keyring = '/etc/ceph/keyring';
      }
    }
    if (((in2.spec ?? Z).source ?? Z).inlineVolumeSpec.iscsi != null) {
      if ((((in2.spec ?? Z).source ?? Z).inlineVolumeSpec.iscsi.iscsiInterface ?? '') === '') {
        ((in2.spec ??= {}).source ??= {}).inlineVolumeSpec.iscsi.iscsiInterface = 'default';
      }
    }
    if (((in2.spec ?? Z).source ?? Z).inlineVolumeSpec.azureDisk != null) {
      if (((in2.spec ?? Z).source ?? Z).inlineVolumeSpec.azureDisk.cachingMode == null) {
        let ptrVar1 = 'ReadWrite';
        setField(((in2.spec ??= {}).source ??= {}).inlineVolumeSpec.azureDisk, 'cachingMode', ptrVar1);
      }
      if (((in2.spec ?? Z).source ?? Z).inlineVolumeSpec.azureDisk.fsType == null) {
        let ptrVar12 = 'ext4';
        setField(((in2.spec ??= {}).source ??= {}).inlineVolumeSpec.azureDisk, 'fsType', ptrVar12);
      }
      if (((in2.spec ?? Z).source ?? Z).inlineVolumeSpec.azureDisk.readOnly == null) {
        let ptrVar13 = false;
        setField(((in2.spec ??= {}).source ??= {}).inlineVolumeSpec.azureDisk, 'readOnly', ptrVar13);
      }
      if (((in2.spec ?? Z).source ?? Z).inlineVolumeSpec.azureDisk.kind == null) {
        let ptrVar14 = 'Shared';
        setField(((in2.spec ??= {}).source ??= {}).inlineVolumeSpec.azureDisk, 'kind', ptrVar14);
      }
    }
    if (((in2.spec ?? Z).source ?? Z).inlineVolumeSpec.scaleIO != null) {
      if ((((in2.spec ?? Z).source ?? Z).inlineVolumeSpec.scaleIO.storageMode ?? '') === '') {
        ((in2.spec ??= {}).source ??= {}).inlineVolumeSpec.scaleIO.storageMode = 'ThinProvisioned';
      }
      if ((((in2.spec ?? Z).source ?? Z).inlineVolumeSpec.scaleIO.fsType ?? '') === '') {
        ((in2.spec ??= {}).source ??= {}).inlineVolumeSpec.scaleIO.fsType = 'xfs';
      }
    }
  }
}

const supportedPodLevelResources = lazy(() => sets_New('cpu', 'memory'));
