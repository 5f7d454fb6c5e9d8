// Generated from k8s.io/kubernetes 1.37.2 by scripts/kubernetes-api/translate-go; do not edit.
// A translation of its authors' functions (Apache License 2.0).
// @ts-nocheck The functions are Go's, and checked there.
import {
  ErrorList_MarkAlpha,
  ErrorList_MarkCoveredByDeclarative,
  ErrorList_WithOrigin,
  Error_MarkCoveredByDeclarative,
  Error_WithOrigin,
  Path_Child,
  Path_Index,
  Path_Key,
  Path_Root,
  Path_String,
  fieldAllowList,
  field_Duplicate,
  field_Forbidden,
  field_InternalError,
  field_Invalid,
  field_NewPath,
  field_NotFound,
  field_NotSupported,
  field_Required,
  field_TooLong,
  field_TooMany,
} from './go-field.js';
import {
  Z,
  byteAt,
  bytesLength,
  copyItems,
  deepCopy,
  keyedFind,
  keyedOf,
  keyedSet,
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
  replaceWith,
  runes,
  same,
  setField,
  setUnlessZero,
  textBytes,
  textLength,
  toNumber,
  unlessZero,
} from './go-language.js';
import {
  Addr_Is4In6,
  Duration_Nanoseconds,
  Equalities_DeepEqual,
  IP_IsLinkLocalMulticast,
  IP_IsLinkLocalUnicast,
  IP_IsLoopback,
  IP_IsUnspecified,
  IP_Mask,
  IP_To16,
  IP_To4,
  Int32_Has,
  Int32_Insert,
  IntOrString_IntValue,
  Object_GetAnnotations,
  Object_GetCreationTimestamp,
  Object_GetDeletionGracePeriodSeconds,
  Object_GetDeletionTimestamp,
  Object_GetFinalizers,
  Object_GetGenerateName,
  Object_GetGeneration,
  Object_GetLabels,
  Object_GetManagedFields,
  Object_GetName,
  Object_GetNamespace,
  Object_GetOwnerReferences,
  Object_GetResourceVersion,
  Object_GetUID,
  Prefix_Addr,
  Prefix_Masked,
  Quantity_Add,
  Quantity_Cmp,
  Quantity_IsZero,
  Quantity_MilliValue,
  Quantity_Mul,
  Quantity_Sign,
  Quantity_String,
  Quantity_Value,
  Regexp_MatchString,
  Selector_Empty,
  Selector_Matches,
  Set_Clone,
  Set_Has,
  Set_Insert,
  Set_Len,
  String_Delete,
  String_Difference,
  String_Has,
  String_Insert,
  String_Len,
  String_List,
  Time_Before,
  Time_IsZero,
  capabilities,
  diff_Diff,
  equality_Semantic,
  error_Error,
  filepath_ToSlash,
  fmt_Errorf,
  fmt_Sprintf,
  intOrStringText,
  intOrStringType,
  intstr_FromInt32,
  jsonObjectProblem,
  json_Unmarshal,
  labelSelectorAsSelector,
  metadataAccessor,
  net_CIDRMask,
  net_IPv4,
  net_SplitHostPort,
  netip_ParseAddr,
  netip_ParsePrefix,
  noErrors,
  pairsOf,
  path_IsAbs,
  reflect_DeepEqual,
  regexp_MustCompile,
  requestInfoFrom,
  resource_ParseQuantity,
  setItems,
  sets_List,
  sets_New,
  sets_NewInt32,
  sets_NewString,
  slices_Contains,
  strconv_Atoi,
  strconv_ParseInt,
  strings_Contains,
  strings_Count,
  strings_Cut,
  strings_CutPrefix,
  strings_EqualFold,
  strings_Fields,
  strings_FieldsFunc,
  strings_HasPrefix,
  strings_HasSuffix,
  strings_Index,
  strings_IndexAny,
  strings_Join,
  strings_LastIndex,
  strings_Map,
  strings_ReplaceAll,
  strings_Split,
  strings_SplitN,
  strings_ToLower,
  strings_TrimPrefix,
  strings_TrimSpace,
  strings_TrimSuffix,
  time_LoadLocation,
  time_Local,
  time_ParseDuration,
  unicode_IsPrint,
} from './go-library.js';
import type { Problem } from './go-field.js';

/** The validation of the built-in kinds, by kind. */
export const builtInValidation: Readonly<
  Record<
    string,
    (strategy: unknown, context: unknown, object: unknown, old?: unknown) => Problem[] | undefined
  >
> = {
  'ClusterRole.rbac.authorization.k8s.io/v1 create': strategy_Validate,
  'ClusterRole.rbac.authorization.k8s.io/v1 update': strategy_ValidateUpdate,
  'ClusterRoleBinding.rbac.authorization.k8s.io/v1 create': rbac_clusterrolebinding_strategy_Validate,
  'ClusterRoleBinding.rbac.authorization.k8s.io/v1 update': rbac_clusterrolebinding_strategy_ValidateUpdate,
  'ConfigMap./v1 create': core_configmap_strategy_Validate,
  'ConfigMap./v1 update': core_configmap_strategy_ValidateUpdate,
  'CronJob.batch/v1 create': cronJobStrategy_Validate,
  'CronJob.batch/v1 status': cronJobStatusStrategy_ValidateUpdate,
  'CronJob.batch/v1 update': cronJobStrategy_ValidateUpdate,
  'DaemonSet.apps/v1 create': daemonSetStrategy_Validate,
  'DaemonSet.apps/v1 status': daemonSetStatusStrategy_ValidateUpdate,
  'DaemonSet.apps/v1 update': daemonSetStrategy_ValidateUpdate,
  'Deployment.apps/v1 create': deploymentStrategy_Validate,
  'Deployment.apps/v1 status': deploymentStatusStrategy_ValidateUpdate,
  'Deployment.apps/v1 update': deploymentStrategy_ValidateUpdate,
  'HorizontalPodAutoscaler.autoscaling/v2 create': autoscalerStrategy_Validate,
  'HorizontalPodAutoscaler.autoscaling/v2 status': autoscalerStatusStrategy_ValidateUpdate,
  'HorizontalPodAutoscaler.autoscaling/v2 update': autoscalerStrategy_ValidateUpdate,
  'Ingress.networking.k8s.io/v1 create': ingressStrategy_Validate,
  'Ingress.networking.k8s.io/v1 status': ingressStatusStrategy_ValidateUpdate,
  'Ingress.networking.k8s.io/v1 update': ingressStrategy_ValidateUpdate,
  'Job.batch/v1 create': jobStrategy_Validate,
  'Job.batch/v1 status': jobStatusStrategy_ValidateUpdate,
  'Job.batch/v1 update': jobStrategy_ValidateUpdate,
  'Lease.coordination.k8s.io/v1 create': leaseStrategy_Validate,
  'Lease.coordination.k8s.io/v1 update': leaseStrategy_ValidateUpdate,
  'Namespace./v1 create': namespaceStrategy_Validate,
  'Namespace./v1 status': namespaceStatusStrategy_ValidateUpdate,
  'Namespace./v1 update': namespaceStrategy_ValidateUpdate,
  'PersistentVolumeClaim./v1 create': persistentvolumeclaimStrategy_Validate,
  'PersistentVolumeClaim./v1 status': persistentvolumeclaimStatusStrategy_ValidateUpdate,
  'PersistentVolumeClaim./v1 update': persistentvolumeclaimStrategy_ValidateUpdate,
  'Pod./v1 create': podStrategy_Validate,
  'Pod./v1 status': podStatusStrategy_ValidateUpdate,
  'Pod./v1 update': podStrategy_ValidateUpdate,
  'PodDisruptionBudget.policy/v1 create': podDisruptionBudgetStrategy_Validate,
  'PodDisruptionBudget.policy/v1 status': podDisruptionBudgetStatusStrategy_ValidateUpdate,
  'PodDisruptionBudget.policy/v1 update': podDisruptionBudgetStrategy_ValidateUpdate,
  'ReplicaSet.apps/v1 create': rsStrategy_Validate,
  'ReplicaSet.apps/v1 status': rsStatusStrategy_ValidateUpdate,
  'ReplicaSet.apps/v1 update': rsStrategy_ValidateUpdate,
  'Role.rbac.authorization.k8s.io/v1 create': rbac_role_strategy_Validate,
  'Role.rbac.authorization.k8s.io/v1 update': rbac_role_strategy_ValidateUpdate,
  'RoleBinding.rbac.authorization.k8s.io/v1 create': rbac_rolebinding_strategy_Validate,
  'RoleBinding.rbac.authorization.k8s.io/v1 update': rbac_rolebinding_strategy_ValidateUpdate,
  'Secret./v1 create': core_secret_strategy_Validate,
  'Secret./v1 update': core_secret_strategy_ValidateUpdate,
  'Service./v1 create': svcStrategy_Validate,
  'Service./v1 status': serviceStatusStrategy_ValidateUpdate,
  'Service./v1 update': svcStrategy_ValidateUpdate,
  'ServiceAccount./v1 create': core_serviceaccount_strategy_Validate,
  'ServiceAccount./v1 update': core_serviceaccount_strategy_ValidateUpdate,
  'StatefulSet.apps/v1 create': statefulSetStrategy_Validate,
  'StatefulSet.apps/v1 status': statefulSetStatusStrategy_ValidateUpdate,
  'StatefulSet.apps/v1 update': statefulSetStrategy_ValidateUpdate,
};

function AccumulateUniqueHostPorts(containers, accumulator, fldPath) {
  let allErrs = [];
  {
    const list1 = containers ?? [];
    for (let ci = 0; ci < list1.length; ci++) {
      let ctr = list1[ci];
      let idxPath = Path_Index(fldPath, ci);
      let portsPath = Path_Child(idxPath, 'ports');
      {
        const list2 = ctr.ports ?? [];
        for (let pi = 0; pi < list2.length; pi++) {
          let idxPath2 = Path_Index(portsPath, pi);
          let port = ctr.ports[pi].hostPort ?? 0;
          if (port === 0) {
            continue;
          }
          let str = fmt_Sprintf('%s/%s/%d', ctr.ports[pi].protocol ?? '', ctr.ports[pi].hostIP ?? '', port);
          if (Set_Has(accumulator, str)) {
            allErrs = push(allErrs, field_Duplicate(Path_Child(idxPath2, 'hostPort'), str));
          } else {
            Set_Insert(accumulator, str);
          }
        }
      }
    }
  }
  return allErrs;
}

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

function AllContainersCouldRestart(pod) {
  if (pod == null) {
    return false;
  }
  for (let container of pod.initContainers ?? []) {
    for (let rule of container.restartPolicyRules ?? []) {
      if ((rule.action ?? '') === 'RestartAllContainers') {
        return true;
      }
    }
  }
  for (let container2 of pod.containers ?? []) {
    for (let rule2 of container2.restartPolicyRules ?? []) {
      if ((rule2.action ?? '') === 'RestartAllContainers') {
        return true;
      }
    }
  }
  return false;
}

const BannedOwners = lazy(() => keyedOf([[{ Group: '', Version: 'v1', Kind: 'Event' }, {}]]));

const CIDRMask = lazy(() => net_CIDRMask);

function ClaimContainsAllocatedResourceStatus(pvc) {
  if (pvc == null) {
    return false;
  }
  if ((pvc.status ?? Z).allocatedResourceStatuses != null) {
    return true;
  }
  return false;
}

function ClaimContainsAllocatedResources(pvc) {
  if (pvc == null) {
    return false;
  }
  if ((pvc.status ?? Z).allocatedResources != null) {
    return true;
  }
  return false;
}

function ContainerIter(podSpec, mask) {
  return function (yield2) {
    if ((mask & 2) !== 0) {
      {
        const list1 = podSpec.initContainers ?? [];
        for (let i = 0; i < list1.length; i++) {
          if (!yield2(podSpec.initContainers[i], 2)) {
            return;
          }
        }
      }
    }
    if ((mask & 1) !== 0) {
      {
        const list2 = podSpec.containers ?? [];
        for (let i2 = 0; i2 < list2.length; i2++) {
          if (!yield2(podSpec.containers[i2], 1)) {
            return;
          }
        }
      }
    }
    if ((mask & 4) !== 0) {
      {
        const list3 = podSpec.ephemeralContainers ?? [];
        for (let i3 = 0; i3 < list3.length; i3++) {
          if (!yield2(podSpec.ephemeralContainers[i3], 4)) {
            return;
          }
        }
      }
    }
  };
}

function ContainerShouldRestart(container, pod, exitCode) {
  if (container.restartPolicy != null) {
    const r1 = FindMatchingContainerRestartRule(container, exitCode);
    let rule = r1[0];
    let ok = r1[1];
    if (ok) {
      {
        const tag2 = rule.action ?? '';
        switch (tag2) {
          case 'Restart': {
            return true;
            break;
          }
          case 'RestartAllContainers': {
            {
              return true;
            }
            break;
          }
          default: {
            break;
          }
        }
      }
    }
    {
      const tag3 = container.restartPolicy;
      switch (tag3) {
        case 'Always': {
          return true;
          break;
        }
        case 'OnFailure': {
          return exitCode !== 0;
          break;
        }
        case 'Never': {
          return false;
          break;
        }
        default: {
          break;
        }
      }
    }
  }
  {
    const tag4 = pod.restartPolicy ?? '';
    switch (tag4) {
      case 'Always': {
        return true;
        break;
      }
      case 'OnFailure': {
        return exitCode !== 0;
        break;
      }
      case 'Never': {
        return false;
        break;
      }
      default: {
        return true;
        break;
      }
    }
  }
}

function ConvertDownwardAPIFieldLabel(version, label, value) {
  if (version !== 'v1') {
    return ['', '', fmt_Errorf('unsupported pod version: %s', version)];
  }
  {
    const r1 = SplitMaybeSubscriptedPath(label);
    let path = r1[0];
    let ok = r1[2];
    if (ok) {
      {
        const tag2 = path;
        switch (tag2) {
          case 'metadata.annotations':
          case 'metadata.labels': {
            return [label, value, undefined];
            break;
          }
          default: {
            return ['', '', fmt_Errorf('field label does not support subscript: %s', label)];
            break;
          }
        }
      }
    }
  }
  {
    const tag3 = label;
    switch (tag3) {
      case 'metadata.annotations':
      case 'metadata.labels':
      case 'metadata.name':
      case 'metadata.namespace':
      case 'metadata.uid':
      case 'spec.nodeName':
      case 'spec.restartPolicy':
      case 'spec.serviceAccountName':
      case 'spec.schedulerName':
      case 'status.phase':
      case 'status.hostIP':
      case 'status.hostIPs':
      case 'status.podIP':
      case 'status.podIPs': {
        return [label, value, undefined];
        break;
      }
      case 'spec.host': {
        return ['spec.nodeName', value, undefined];
        break;
      }
      default: {
        return ['', '', fmt_Errorf('field label not supported: %s', label)];
        break;
      }
    }
  }
}

function Convert_core_PodSpec_To_v1_PodSpec(in2, out, s) {
  return autoConvert_core_PodSpec_To_v1_PodSpec(in2, out, s);
}

function Deref(ptr, def) {
  if (ptr != null) {
    return ptr;
  }
  return def;
}

function EmptyError() {
  return 'must be non-empty';
}

function Equal(a, b) {
  if ((a == null) !== (b == null)) {
    return false;
  }
  if (a == null) {
    return true;
  }
  return same(a, b);
}

function Every(duration) {
  if (duration < 1000000000) {
    duration = 1000000000;
  }
  return { Delay: duration - (Duration_Nanoseconds(duration) % 1000000000) };
}

function ExternallyAccessible(service) {
  return (
    ((service.spec ?? Z).type ?? '') === 'LoadBalancer' ||
    ((service.spec ?? Z).type ?? '') === 'NodePort' ||
    (((service.spec ?? Z).type ?? '') === 'ClusterIP' && listLength((service.spec ?? Z).externalIPs) > 0)
  );
}

const FieldManagerMaxLength = lazy(() => 128);

function FindMatchingContainerRestartRule(container, exitCode) {
  let rule = {};
  let found = false;
  for (let rule2 of container.restartPolicyRules ?? []) {
    if (rule2.exitCodes != null) {
      let exitCodeMatched = false;
      for (let code of rule2.exitCodes.values ?? []) {
        if (code === exitCode) {
          exitCodeMatched = true;
        }
      }
      {
        const tag1 = rule2.exitCodes.operator ?? '';
        switch (tag1) {
          case 'In': {
            if (exitCodeMatched) {
              return [rule2, true];
            }
            break;
          }
          case 'NotIn': {
            if (!exitCodeMatched) {
              return [rule2, true];
            }
            break;
          }
          default: {
            break;
          }
        }
      }
    }
  }
  return [{}, false];
}

function GetDeletionCostFromPodAnnotations(annotations) {
  {
    const r1 = mapFind(annotations, 'controller.kubernetes.io/pod-deletion-cost', '');
    let value = r1[0];
    let exist = r1[1];
    if (exist) {
      if (!validFirstDigit(value)) {
        return [0, fmt_Errorf('invalid value %q', value)];
      }
      const r2 = strconv_ParseInt(value, 10, 32);
      let i = r2[0];
      let err = r2[1];
      if (err != null) {
        return [0, err];
      }
      return [i, undefined];
    }
  }
  return [0, undefined];
}

function GetNamespace(sysctl) {
  let ns = '';
  let sysctlOrPrefix = '';
  let prefixed = false;
  sysctlOrPrefix = NormalizeName(sysctl);
  let firstIndex = strings_IndexAny(sysctlOrPrefix, '*');
  if (firstIndex !== -1) {
    sysctlOrPrefix = sysctlOrPrefix.slice(0, firstIndex);
    prefixed = true;
  }
  ns = namespaceOf(sysctlOrPrefix);
  return [ns, sysctlOrPrefix, prefixed];
}

function GetTolerationsFromPodAnnotations(annotations) {
  let tolerations = undefined;
  if (
    mapLength(annotations) > 0 &&
    mapGet(annotations, 'scheduler.alpha.kubernetes.io/tolerations', '') !== ''
  ) {
    let err = json_Unmarshal(
      textBytes(mapGet(annotations, 'scheduler.alpha.kubernetes.io/tolerations', '')),
      (value1) => {
        tolerations = value1;
      },
    );
    if (err != null) {
      return [tolerations, err];
    }
  }
  return [tolerations, undefined];
}

function GetValidationOptionsFromPodSpecAndMeta(podSpec, oldPodSpec, podMeta, oldPodMeta) {
  let opts = {
    AllowInvalidPodDeletionCost: !true,
    AllowIndivisibleHugePagesValues: false,
    AllowInvalidLabelValueInSelector: false,
    AllowInvalidTopologySpreadConstraintLabelSelector: false,
    AllowNamespacedSysctlsForHostNetAndHostIPC: false,
    AllowNonLocalProjectedTokenPath: false,
    PodLevelResourcesEnabled: true,
    AllowInvalidLabelValueInRequiredNodeAffinity: false,
    AllowSidecarResizePolicy: true,
    AllowMatchLabelKeysInPodTopologySpread: true,
    AllowMatchLabelKeysInPodTopologySpreadSelectorMerge: true,
    InPlacePodLevelResourcesVerticalScalingEnabled: true,
    InPlacePodVerticalScalingMemoryBackedVolumesEnabled: false,
    OldPodViolatesMatchLabelKeysValidation: false,
    OldPodViolatesLegacyMatchLabelKeysValidation: false,
    AllowContainerRestartPolicyRules: true,
    AllowUserNamespacesWithVolumeDevices: false,
    AllowRestartAllContainers: true,
    AllowImageVolumeWithDigest: false,
    AllowExistingRestartContainerForNonSidecarInitContainer:
      hasRestartContainerForNonSidecarInitContainer(oldPodSpec),
    AllowSysAdminWhenPrivilegeEscalationFalse: false,
  };
  setUnlessZero(
    opts,
    'AllowRelaxedEnvironmentVariableValidation',
    useRelaxedEnvironmentVariableValidation(podSpec, oldPodSpec),
  );
  setUnlessZero(opts, 'AllowEnvFilesValidation', useAllowEnvFilesValidation(oldPodSpec));
  setUnlessZero(
    opts,
    'AllowUserNamespacesHostNetworkSupport',
    useAllowUserNamespacesHostNetworkSupport(oldPodSpec),
  );
  setUnlessZero(
    opts,
    'AllowOnlyRecursiveSELinuxChangePolicy',
    useOnlyRecursiveSELinuxChangePolicy(oldPodSpec),
  );
  setUnlessZero(
    opts,
    'AllowTaintTolerationComparisonOperators',
    allowTaintTolerationComparisonOperators(oldPodSpec),
  );
  if (oldPodSpec != null) {
    setUnlessZero(opts, 'AllowIndivisibleHugePagesValues', usesIndivisibleHugePagesValues(oldPodSpec));
    setUnlessZero(
      opts,
      'AllowInvalidLabelValueInSelector',
      hasInvalidLabelValueInAffinitySelector(oldPodSpec),
    );
    setUnlessZero(
      opts,
      'AllowInvalidLabelValueInRequiredNodeAffinity',
      hasInvalidLabelValueInRequiredNodeAffinity(oldPodSpec),
    );
    setUnlessZero(
      opts,
      'AllowInvalidTopologySpreadConstraintLabelSelector',
      hasInvalidTopologySpreadConstraintLabelSelector(oldPodSpec),
    );
    if (opts.AllowMatchLabelKeysInPodTopologySpread ?? false) {
      if (opts.AllowMatchLabelKeysInPodTopologySpreadSelectorMerge ?? false) {
        setUnlessZero(
          opts,
          'OldPodViolatesMatchLabelKeysValidation',
          hasInvalidTopologySpreadConstrainMatchLabelKeys(oldPodSpec),
        );
      } else {
        setUnlessZero(
          opts,
          'OldPodViolatesLegacyMatchLabelKeysValidation',
          hasLegacyInvalidTopologySpreadConstrainMatchLabelKeys(oldPodSpec),
        );
      }
    }
    setUnlessZero(opts, 'AllowNonLocalProjectedTokenPath', hasNonLocalProjectedTokenPath(oldPodSpec));
    if (oldPodSpec.securityContext != null && listLength(oldPodSpec.securityContext.sysctls) !== 0) {
      for (let s of oldPodSpec.securityContext.sysctls ?? []) {
        let err = ValidateHostSysctl(s.name ?? '', oldPodSpec, undefined);
        if (err != null) {
          opts.AllowNamespacedSysctlsForHostNetAndHostIPC = true;
          break;
        }
      }
    }
    setUnlessZero(
      opts,
      'AllowSidecarResizePolicy',
      (opts.AllowSidecarResizePolicy ?? false) || hasRestartableInitContainerResizePolicy(oldPodSpec),
    );
    setUnlessZero(
      opts,
      'AllowContainerRestartPolicyRules',
      (opts.AllowContainerRestartPolicyRules ?? false) || containerRestartRulesInUse(oldPodSpec),
    );
    setUnlessZero(
      opts,
      'AllowRestartAllContainers',
      (opts.AllowRestartAllContainers ?? false) || restartAllContainersActionInUse(oldPodSpec),
    );
    setUnlessZero(
      opts,
      'AllowUserNamespacesWithVolumeDevices',
      hasUserNamespacesWithVolumeDevices(oldPodSpec),
    );
    setUnlessZero(opts, 'AllowEmptyImageVolumeReference', hasEmptyImageVolumeReference(oldPodSpec));
    setUnlessZero(
      opts,
      'AllowSysAdminWhenPrivilegeEscalationFalse',
      useAllowSysAdminWhenPrivilegeEscalationFalse(oldPodSpec),
    );
  }
  if (oldPodMeta != null && !(opts.AllowInvalidPodDeletionCost ?? false)) {
    const r1 = GetDeletionCostFromPodAnnotations(oldPodMeta.annotations);
    let err2 = r1[1];
    setUnlessZero(opts, 'AllowInvalidPodDeletionCost', err2 != null);
  }
  return opts;
}

function GetValidationOptionsFromPodTemplate(podTemplate, oldPodTemplate) {
  let newPodSpec = undefined;
  let oldPodSpec = undefined;
  let newPodMeta = undefined;
  let oldPodMeta = undefined;
  if (podTemplate != null) {
    newPodSpec = podTemplate.spec ??= {};
    newPodMeta = podTemplate.metadata ??= {};
  }
  if (oldPodTemplate != null) {
    oldPodSpec = oldPodTemplate.spec ??= {};
    oldPodMeta = oldPodTemplate.metadata ??= {};
  }
  return GetValidationOptionsFromPodSpecAndMeta(newPodSpec, oldPodSpec, newPodMeta, oldPodMeta);
}

function GetVolumeDeviceMap(devices) {
  let volDevices = mapOf([]);
  for (let dev of devices ?? []) {
    mapSet(volDevices, dev.name ?? '', dev.devicePath ?? '');
  }
  return volDevices;
}

function GetVolumeMountMap(mounts) {
  let volmounts = mapOf([]);
  for (let mnt of mounts ?? []) {
    mapSet(volmounts, mnt.name ?? '', mnt.mountPath ?? '');
  }
  return volmounts;
}

function GroupVersion_WithKind(gv, kind) {
  return { Group: gv.Group ?? '', Version: gv.Version ?? '', Kind: kind };
}

function HasInvalidLabelValueInNodeSelectorTerms(terms) {
  for (let term of terms ?? []) {
    for (let expression of term.matchExpressions ?? []) {
      for (let value of expression.values ?? []) {
        if (listLength(IsValidLabelValue()(value)) > 0) {
          return true;
        }
      }
    }
  }
  return false;
}

function HugePageSizeFromResourceName(name) {
  if (!IsHugePageResourceName(name)) {
    return ['0', fmt_Errorf('resource name: %s is an invalid hugepage name', name)];
  }
  let pageSize = strings_TrimPrefix(name, 'hugepages-');
  return resource_ParseQuantity(pageSize);
}

function IPFamilyOf(ip) {
  switch (true) {
    case IP_To4(ip) != null: {
      return '4';
      break;
    }
    case IP_To16(ip) != null: {
      return '6';
      break;
    }
    default: {
      return '';
      break;
    }
  }
}

function IPFamilyOfString(ip) {
  return IPFamilyOf(ParseIPSloppy()(ip));
}

const IPv4 = lazy(() => net_IPv4);

function InclusiveRangeError(lo, hi) {
  return fmt_Sprintf('must be between %d and %d, inclusive', lo, hi);
}

function IsConditionFalse(list, cType) {
  for (let c of list ?? []) {
    if ((c.type ?? '') === cType && (c.status ?? '') === 'False') {
      return true;
    }
  }
  return false;
}

function IsConditionTrue(list, cType) {
  for (let c of list ?? []) {
    if ((c.type ?? '') === cType && (c.status ?? '') === 'True') {
      return true;
    }
  }
  return false;
}

function IsConfigMapKey(value) {
  let errs = undefined;
  if (textLength(value) > 253) {
    errs = push(errs, MaxLenError(253));
  }
  if (!Regexp_MatchString(configMapKeyRegexp(), value)) {
    errs = push(
      errs,
      RegexError(
        "a valid config key must consist of alphanumeric characters, '-', '_' or '.'",
        '[-._a-zA-Z0-9]+',
        'key.name',
        'KEY_NAME',
        'key-name',
      ),
    );
  }
  errs = push(errs, ...(hasChDirPrefix(value) ?? []));
  return errs;
}

function IsDNS1035Label(value) {
  let errs = undefined;
  if (textLength(value) > 63) {
    errs = push(errs, MaxLenError(63));
  }
  if (!Regexp_MatchString(dns1035LabelRegexp(), value)) {
    errs = push(
      errs,
      RegexError(
        "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character",
        '[a-z]([-a-z0-9]*[a-z0-9])?',
        'my-name',
        'abc-123',
      ),
    );
  }
  return errs;
}

function IsDNS1123Label(value) {
  let errs = undefined;
  if (textLength(value) > 63) {
    errs = push(errs, MaxLenError(63));
  }
  if (!Regexp_MatchString(dns1123LabelRegexp(), value)) {
    if (Regexp_MatchString(dns1123SubdomainRegexp(), value)) {
      errs = push(errs, 'must not contain dots');
    } else {
      errs = push(
        errs,
        RegexError(
          "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character",
          '[a-z0-9]([-a-z0-9]*[a-z0-9])?',
          'my-name',
          '123-abc',
        ),
      );
    }
  }
  return errs;
}

function IsDNS1123Subdomain(value) {
  let errs = undefined;
  if (textLength(value) > 253) {
    errs = push(errs, MaxLenError(253));
  }
  if (!Regexp_MatchString(dns1123SubdomainRegexp(), value)) {
    errs = push(
      errs,
      RegexError(
        "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character",
        '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*',
        'example.com',
      ),
    );
  }
  return errs;
}

function IsDNS1123SubdomainWithUnderscore(value) {
  let errs = undefined;
  if (textLength(value) > 253) {
    errs = push(errs, MaxLenError(253));
  }
  if (!Regexp_MatchString(dns1123SubdomainRegexpWithUnderscore(), value)) {
    errs = push(
      errs,
      RegexError(
        "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '_', '-' or '.', and must start and end with an alphanumeric character",
        '_?[a-z0-9]([-_a-z0-9]*[a-z0-9])?(\\._?[a-z0-9]([-_a-z0-9]*[a-z0-9])?)*',
        'example.com',
      ),
    );
  }
  return errs;
}

function IsDecimalInteger(value) {
  let n = textLength(value);
  if (n === 0) {
    return [EmptyError()];
  }
  let i = 0;
  if (byteAt(value, 0) === 45) {
    if (n === 1) {
      return ['must be a valid decimal integer in canonical form'];
    }
    i = 1;
  }
  if (byteAt(value, i) === 48) {
    if (n === 1 && i === 0) {
      return undefined;
    }
    return ['must be a valid decimal integer in canonical form'];
  }
  if (byteAt(value, i) < 49 || byteAt(value, i) > 57) {
    return ['must be a valid decimal integer in canonical form'];
  }
  {
    i = i + 1;
    for (; i < n; i = i + 1) {
      if (byteAt(value, i) < 48 || byteAt(value, i) > 57) {
        return ['must be a valid decimal integer in canonical form'];
      }
    }
  }
  return undefined;
}

function IsDecremented(update, old) {
  if (update == null && old != null) {
    return true;
  }
  if (update == null || old == null) {
    return false;
  }
  return update < old;
}

function IsDomainPrefixedKey(fldPath, key) {
  let allErrs = undefined;
  if (textLength(key) === 0) {
    return [...(allErrs ?? []), field_Required(fldPath, '')];
  }
  for (let errMessages of IsLabelKey(key) ?? []) {
    allErrs = push(allErrs, field_Invalid(fldPath, key, errMessages));
  }
  if (listLength(allErrs) > 0) {
    return allErrs;
  }
  let segments = strings_Split(key, '/');
  if (listLength(segments) !== 2) {
    return [
      ...(allErrs ?? []),
      field_Invalid(fldPath, key, 'must be a domain-prefixed key (such as "acme.io/foo")'),
    ];
  }
  return allErrs;
}

function IsDomainPrefixedPath(fldPath, dpPath) {
  let allErrs = undefined;
  if (textLength(dpPath) === 0) {
    return [...(allErrs ?? []), field_Required(fldPath, '')];
  }
  let segments = strings_SplitN(dpPath, '/', 2);
  if (listLength(segments) !== 2 || textLength(segments[0]) === 0 || textLength(segments[1]) === 0) {
    return [
      ...(allErrs ?? []),
      field_Invalid(fldPath, dpPath, 'must be a domain-prefixed path (such as "acme.io/foo")'),
    ];
  }
  let host = segments[0];
  for (let err of IsDNS1123Subdomain(host) ?? []) {
    allErrs = push(allErrs, field_Invalid(fldPath, host, err));
  }
  let path = segments[1];
  if (!Regexp_MatchString(httpPathRegexp(), path)) {
    return [
      ...(allErrs ?? []),
      field_Invalid(fldPath, path, RegexError('Invalid path', "[A-Za-z0-9/\\-._~%!$&'()*+,;=:]+")),
    ];
  }
  return allErrs;
}

function IsDualStackIPStrings(ips) {
  let parsedIPs = [];
  {
    const list1 = ips ?? [];
    for (let i = 0; i < list1.length; i++) {
      let ip = list1[i];
      let parsedIP = ParseIPSloppy()(ip);
      if (parsedIP == null) {
        return [false, fmt_Errorf('invalid IP[%d]: %v', i, ip)];
      }
      parsedIPs = push(parsedIPs, parsedIP);
    }
  }
  return IsDualStackIPs(parsedIPs);
}

function IsDualStackIPs(ips) {
  let v4Found = false;
  let v6Found = false;
  {
    const list1 = ips ?? [];
    for (let i = 0; i < list1.length; i++) {
      let ip = list1[i];
      {
        const tag2 = IPFamilyOf(ip);
        switch (tag2) {
          case '4': {
            v4Found = true;
            break;
          }
          case '6': {
            v6Found = true;
            break;
          }
          default: {
            return [false, fmt_Errorf('invalid IP[%d]: %v', i, ip)];
            break;
          }
        }
      }
    }
  }
  return [v4Found && v6Found, undefined];
}

function IsEnvVarName(value) {
  let errs = undefined;
  if (!Regexp_MatchString(envVarNameRegexp(), value)) {
    errs = push(
      errs,
      RegexError(
        "a valid environment variable name must consist of alphabetic characters, digits, '_', '-', or '.', and must not start with a digit",
        '[-._a-zA-Z][-._a-zA-Z0-9]*',
        'my.env-name',
        'MY_ENV.NAME',
        'MyEnvName1',
      ),
    );
  }
  errs = push(errs, ...(hasChDirPrefix(value) ?? []));
  return errs;
}

function IsExtendedResourceName(name) {
  if (IsNativeResource(name) || strings_HasPrefix(name, 'requests.')) {
    return false;
  }
  let nameForQuota = fmt_Sprintf('%s%s', 'requests.', name);
  {
    let errs = IsQualifiedName()(nameForQuota);
    if (listLength(errs) !== 0) {
      return false;
    }
  }
  return true;
}

function IsHTTPHeaderName(value) {
  if (!Regexp_MatchString(httpHeaderNameRegexp(), value)) {
    return [
      RegexError(
        "a valid HTTP header must consist of alphanumeric characters or '-'",
        '[-A-Za-z0-9]+',
        'X-Header-Name',
      ),
    ];
  }
  return undefined;
}

function IsHugePageResourceName(name) {
  return strings_HasPrefix(name, 'hugepages-');
}

function IsHugePageResourceValueDivisible(name, quantity) {
  const r1 = HugePageSizeFromResourceName(name);
  let pageSize = r1[0];
  let err = r1[1];
  if (err != null) {
    return false;
  }
  if (Quantity_Sign(pageSize) <= 0 || Quantity_MilliValue(pageSize) % 1000 !== 0) {
    return false;
  }
  return Quantity_Value(quantity) % Quantity_Value(pageSize) === 0;
}

function IsIPv6String(ip) {
  return IPFamilyOfString(ip) === '6';
}

function IsIntegerResourceName(name) {
  return Set_Has(integerResources(), name) || IsExtendedResourceName(name);
}

function IsJobComplete(job) {
  return IsConditionTrue((job.status ?? Z).conditions, 'Complete');
}

function IsJobFailed(job) {
  return IsConditionTrue((job.status ?? Z).conditions, 'Failed');
}

function IsJobFinished(job) {
  for (let c of (job.status ?? Z).conditions ?? []) {
    if (((c.type ?? '') === 'Complete' || (c.type ?? '') === 'Failed') && (c.status ?? '') === 'True') {
      return true;
    }
  }
  return false;
}

function IsKubernetesSignerName(signerName) {
  const r1 = strings_Cut(signerName, '/');
  let hostName = r1[0];
  return hostName === 'kubernetes.io' || strings_HasSuffix(hostName, '.kubernetes.io');
}

function IsLabelKey(value) {
  let errs = undefined;
  let parts = strings_Split(value, '/');
  let name = '';
  {
    const tag1 = listLength(parts);
    switch (tag1) {
      case 1: {
        name = parts[0];
        break;
      }
      case 2: {
        let prefix = '';
        const v2 = parts[0];
        const v3 = parts[1];
        prefix = v2;
        name = v3;
        if (textLength(prefix) === 0) {
          errs = push(errs, 'prefix part ' + EmptyError());
        } else {
          {
            let msgs = validate_content_IsDNS1123Subdomain(prefix);
            if (listLength(msgs) !== 0) {
              errs = push(errs, ...(prefixEach(msgs, 'prefix part ') ?? []));
            }
          }
        }
        break;
      }
      default: {
        return [
          ...(errs ?? []),
          'a valid label key ' +
            validate_content_RegexError(
              "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character",
              '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]',
              'MyName',
              'my.name',
              '123-abc',
            ) +
            " with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')",
        ];
        break;
      }
    }
  }
  if (textLength(name) === 0) {
    errs = push(errs, 'name part ' + EmptyError());
  } else {
    if (textLength(name) > 63) {
      errs = push(errs, 'name part ' + validate_content_MaxLenError(63));
    }
  }
  if (!Regexp_MatchString(labelKeyRegexp(), name)) {
    errs = push(
      errs,
      'name part ' +
        validate_content_RegexError(
          "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character",
          '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]',
          'MyName',
          'my.name',
          '123-abc',
        ),
    );
  }
  return errs;
}

function IsLabelValue(value) {
  let errs = undefined;
  if (textLength(value) > 63) {
    errs = push(errs, validate_content_MaxLenError(63));
  }
  if (!Regexp_MatchString(labelValueRegexp(), value)) {
    errs = push(
      errs,
      validate_content_RegexError(
        "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character",
        '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?',
        'MyValue',
        'my_value',
        '12345',
      ),
    );
  }
  return errs;
}

function IsMatchedVolume(name, volumes) {
  {
    const r1 = mapFind(volumes, name, {});
    let ok = r1[1];
    if (ok) {
      return true;
    }
  }
  return false;
}

function IsNativeResource(name) {
  return !strings_Contains(name, '/') || strings_Contains(name, 'kubernetes.io/');
}

function IsNodeAllocatableResourceName(name) {
  return name === 'cpu' || name === 'memory' || IsHugePageResourceName(name);
}

function IsNotMoreThan100Percent(intOrStringValue, fldPath) {
  let allErrs = [];
  const r1 = getPercentValue(intOrStringValue);
  let value = r1[0];
  let isPercent = r1[1];
  if (!isPercent || value <= 100) {
    return undefined;
  }
  allErrs = push(allErrs, field_Invalid(fldPath, intOrStringValue, 'must not be greater than 100%'));
  return allErrs;
}

function IsOvercommitAllowed(name) {
  return IsNativeResource(name) && !IsHugePageResourceName(name);
}

function IsPathSegmentName(name) {
  for (let illegalName of pathSegmentNameMayNotBe() ?? []) {
    if (name === illegalName) {
      return [fmt_Sprintf("may not be '%s'", illegalName)];
    }
  }
  return IsPathSegmentPrefix(name);
}

function IsPathSegmentPrefix(name) {
  let errors = undefined;
  for (let illegalContent of pathSegmentNameMayNotContain() ?? []) {
    if (strings_Contains(name, illegalContent)) {
      errors = push(errors, fmt_Sprintf("may not contain '%s'", illegalContent));
    }
  }
  return errors;
}

function IsPodResizeInfeasible(pod) {
  for (let condition of (pod.status ?? Z).conditions ?? []) {
    if ((condition.type ?? '') === 'PodResizePending') {
      return (condition.reason ?? '') === 'Infeasible';
    }
  }
  return false;
}

const IsQualifiedName = lazy(() => IsLabelKey);

function IsQuotaHugePageResourceName(name) {
  return strings_HasPrefix(name, 'hugepages-') || strings_HasPrefix(name, 'requests.hugepages-');
}

function IsRelaxedEnvVarName(value) {
  let errs = undefined;
  if (textLength(value) === 0) {
    errs = push(errs, 'environment variable name ' + util_validation_EmptyError());
  }
  for (let [, r] of runes(value)) {
    if (r > 127 || !unicode_IsPrint(r) || r === 61) {
      errs = push(
        errs,
        "a valid environment variable name must consist only of printable ASCII characters other than '='",
      );
      break;
    }
  }
  return errs;
}

function IsRestartableInitContainer(initContainer) {
  if (initContainer == null || initContainer.restartPolicy == null) {
    return false;
  }
  return initContainer.restartPolicy === 'Always';
}

function IsStandardContainerResourceName(name) {
  return Set_Has(standardContainerResources(), name) || IsHugePageResourceName(name);
}

function IsStandardFinalizerName(str) {
  return Set_Has(standardFinalizers(), str);
}

function IsStandardResourceName(name) {
  return Set_Has(standardResources(), name) || IsQuotaHugePageResourceName(name);
}

function IsSupportedPodLevelResource(name) {
  return Set_Has(supportedPodLevelResources(), name) || strings_HasPrefix(name, 'hugepages-');
}

function IsValidCIDRForLegacyField(fldPath, value, validOldCIDRs) {
  return util_validation_IsValidCIDRForLegacyField(fldPath, value, true, validOldCIDRs);
}

function IsValidConditionReason(value) {
  if (!Regexp_MatchString(conditionReasonRegexp(), value)) {
    return [
      RegexError(
        "a condition reason must start with alphabetic character, optionally followed by a string of alphanumeric characters or '_,:', and must end with an alphanumeric character or '_'",
        '[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?',
        'my_name',
        'MY_NAME',
        'MyName',
        'ReasonA,ReasonB',
        'ReasonA:ReasonB',
      ),
    ];
  }
  return undefined;
}

function IsValidGroupID(gid) {
  if (0 <= gid && gid <= 2147483647) {
    return undefined;
  }
  return [InclusiveRangeError(0, 2147483647)];
}

function IsValidIPForLegacyField(fldPath, value, validOldIPs) {
  return util_validation_IsValidIPForLegacyField(fldPath, value, true, validOldIPs);
}

const IsValidLabelValue = lazy(() => IsLabelValue);

function IsValidPercent(percent) {
  if (!Regexp_MatchString(percentRegexp(), percent)) {
    return [
      RegexError(
        "a valid percent string must be a numeric string followed by an ending '%'",
        '[0-9]+%',
        '1%',
        '93%',
      ),
    ];
  }
  return undefined;
}

function IsValidPortName(port) {
  let errs = undefined;
  if (textLength(port) > 15) {
    errs = push(errs, MaxLenError(15));
  }
  if (!Regexp_MatchString(portNameCharsetRegex(), port)) {
    errs = push(errs, 'must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)');
  }
  if (!Regexp_MatchString(portNameOneLetterRegexp(), port)) {
    errs = push(errs, 'must contain at least one letter (a-z)');
  }
  if (strings_Contains(port, '--')) {
    errs = push(errs, 'must not contain consecutive hyphens');
  }
  if (textLength(port) > 0 && (byteAt(port, 0) === 45 || byteAt(port, textLength(port) - 1) === 45)) {
    errs = push(errs, 'must not begin or end with a hyphen');
  }
  return errs;
}

function IsValidPortNum(port) {
  if (1 <= port && port <= 65535) {
    return undefined;
  }
  return [InclusiveRangeError(1, 65535)];
}

function IsValidSysctlName(name) {
  if (textLength(name) > 253) {
    return false;
  }
  return Regexp_MatchString(sysctlContainSlashRegexp(), name);
}

function IsValidUserID(uid) {
  if (0 <= uid && uid <= 2147483647) {
    return undefined;
  }
  return [InclusiveRangeError(0, 2147483647)];
}

function IsWildcardDNS1123Subdomain(value) {
  let wildcardDNS1123SubdomainRegexp = regexp_MustCompile(
    '^\\*\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$',
  );
  let errs = undefined;
  if (textLength(value) > 253) {
    errs = push(errs, MaxLenError(253));
  }
  if (!Regexp_MatchString(wildcardDNS1123SubdomainRegexp, value)) {
    errs = push(
      errs,
      RegexError(
        "a wildcard DNS-1123 subdomain must start with '*.', followed by a valid DNS subdomain, which must consist of lower case alphanumeric characters, '-' or '.' and end with an alphanumeric character",
        '\\*\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*',
        '*.example.com',
      ),
    );
  }
  return errs;
}

function LabelSelectorHasInvalidLabelValue(ps) {
  if (ps == null) {
    return false;
  }
  for (let e of ps.matchExpressions ?? []) {
    for (let v of e.values ?? []) {
      if (listLength(IsValidLabelValue()(v)) > 0) {
        return true;
      }
    }
  }
  return false;
}

function MaxLenError(length) {
  return fmt_Sprintf('must be no more than %d characters', length);
}

function NameIsDNS1035Label(name, prefix) {
  if (prefix) {
    name = maskTrailingDash(name);
  }
  return IsDNS1035Label(name);
}

function NameIsDNSLabel(name, prefix) {
  if (prefix) {
    name = maskTrailingDash(name);
  }
  return IsDNS1123Label(name);
}

function NameIsDNSSubdomain(name, prefix) {
  if (prefix) {
    name = maskTrailingDash(name);
  }
  return IsDNS1123Subdomain(name);
}

function NeedsHealthCheck(service) {
  if (((service.spec ?? Z).type ?? '') !== 'LoadBalancer') {
    return false;
  }
  return RequestsOnlyLocalTraffic(service);
}

function NewParser(options) {
  let optionals = 0;
  if ((options & 128) > 0) {
    optionals = optionals + 1;
  }
  if ((options & 2) > 0) {
    optionals = optionals + 1;
  }
  if (optionals > 1) {
    panic('multiple optionals may not be configured');
  }
  return { options: options };
}

function NormalizeName(val) {
  if (val === '') {
    return val;
  }
  let firstSepIndex = strings_IndexAny(val, './');
  if (firstSepIndex === -1 || byteAt(val, firstSepIndex) === 46) {
    return val;
  }
  let f = function (r) {
    {
      const tag1 = r;
      switch (tag1) {
        case 46: {
          return 47;
          break;
        }
        case 47: {
          return 46;
          break;
        }
      }
    }
    return r;
  };
  return strings_Map(f, val);
}

function ParseCIDR(s) {
  let i = indexByteString(s, 47);
  if (i < 0) {
    return [undefined, undefined, { Type: 'CIDR address', Text: s }];
  }
  const v1 = s.slice(0, i);
  const v2 = s.slice(i + 1);
  let addr = v1;
  let mask = v2;
  let iplen = 4;
  let ip = parseIPv4(addr);
  if (ip == null) {
    iplen = 16;
    ip = parseIPv6(addr);
  }
  const r3 = dtoi(mask);
  let n = r3[0];
  i = r3[1];
  let ok = r3[2];
  if (ip == null || !ok || i !== textLength(mask) || n < 0 || n > 8 * iplen) {
    return [undefined, undefined, { Type: 'CIDR address', Text: s }];
  }
  let m = CIDRMask()(n, 8 * iplen);
  return [ip, { IP: IP_Mask(ip, m), Mask: m }, undefined];
}

const ParseCIDRSloppy = lazy(() => ParseCIDR);

function ParseCronScheduleWithPanicRecovery(schedule) {
  let sched = undefined;
  let err = undefined;
  const r1 = ParseStandard(schedule);
  sched = r1[0];
  err = r1[1];
  return [sched, err];
}

function ParseGroupVersion(gv) {
  if (textLength(gv) === 0 || gv === '/') {
    return [{}, undefined];
  }
  {
    const tag1 = strings_Count(gv, '/');
    switch (tag1) {
      case 0: {
        return [{ Group: '', Version: gv }, undefined];
        break;
      }
      case 1: {
        let i = strings_Index(gv, '/');
        return [{ Group: gv.slice(0, i), Version: gv.slice(i + 1) }, undefined];
        break;
      }
      default: {
        return [{}, fmt_Errorf('unexpected GroupVersion string: %v', gv)];
        break;
      }
    }
  }
}

function ParseIP(s) {
  {
    let i = 0;
    for (; i < textLength(s); i = i + 1) {
      {
        const tag1 = byteAt(s, i);
        switch (tag1) {
          case 46: {
            return parseIPv4(s);
            break;
          }
          case 58: {
            return parseIPv6(s);
            break;
          }
        }
      }
    }
  }
  return undefined;
}

const ParseIPSloppy = lazy(() => ParseIP);

function ParseStandard(standardSpec) {
  return Parser_Parse(standardParser(), standardSpec);
}

function Parser_Parse(p, spec) {
  if (textLength(spec) === 0) {
    return [undefined, fmt_Errorf('empty spec string')];
  }
  let loc = time_Local;
  if (strings_HasPrefix(spec, 'TZ=') || strings_HasPrefix(spec, 'CRON_TZ=')) {
    let err = undefined;
    let i = strings_Index(spec, ' ');
    let eq = strings_Index(spec, '=');
    {
      const r1 = time_LoadLocation(spec.slice(eq + 1, i));
      loc = r1[0];
      err = r1[1];
      if (err != null) {
        return [undefined, fmt_Errorf('provided bad location %s: %v', spec.slice(eq + 1, i), err)];
      }
    }
    spec = strings_TrimSpace(spec.slice(i));
  }
  if (strings_HasPrefix(spec, '@')) {
    if (((p.options ?? 0) & 256) === 0) {
      return [undefined, fmt_Errorf('parser does not accept descriptors: %v', spec)];
    }
    return parseDescriptor(spec, loc);
  }
  let fields = strings_Fields(spec);
  let err2 = undefined;
  const r2 = normalizeFields(fields, p.options ?? 0);
  fields = r2[0];
  err2 = r2[1];
  if (err2 != null) {
    return [undefined, err2];
  }
  let field2 = function (field, r) {
    if (err2 != null) {
      return 0;
    }
    let bits = 0;
    const r3 = getField(field, r);
    bits = r3[0];
    err2 = r3[1];
    return bits;
  };
  let second = field2(fields[0], seconds());
  let minute = field2(fields[1], minutes());
  let hour = field2(fields[2], hours());
  let dayofmonth = field2(fields[3], dom());
  let month = field2(fields[4], months());
  let dayofweek = field2(fields[5], dow());
  if (err2 != null) {
    return [undefined, err2];
  }
  return [
    {
      Second: second,
      Minute: minute,
      Hour: hour,
      Dom: dayofmonth,
      Month: month,
      Dow: dayofweek,
      Location: loc,
    },
    undefined,
  ];
}

function RegexError(msg, fmt, ...examples) {
  if (listLength(examples) === 0) {
    return msg + " (regex used for validation is '" + fmt + "')";
  }
  msg = msg + ' (e.g. ';
  {
    const list1 = examples ?? [];
    for (let i = 0; i < list1.length; i++) {
      if (i > 0) {
        msg = msg + ' or ';
      }
      msg = msg + ("'" + examples[i]) + "', ";
    }
  }
  msg = msg + ("regex used for validation is '" + fmt) + "')";
  return msg;
}

function RequestsOnlyLocalTraffic(service) {
  if (
    ((service.spec ?? Z).type ?? '') !== 'LoadBalancer' &&
    ((service.spec ?? Z).type ?? '') !== 'NodePort'
  ) {
    return false;
  }
  return ((service.spec ?? Z).externalTrafficPolicy ?? '') === 'Local';
}

function ResourceName_String(rn) {
  return rn;
}

const SchemeGroupVersion = lazy(() => ({ Group: 'policy', Version: 'v1beta1' }));

function SetMetaDataAnnotation(obj, ann, value) {
  if (obj.annotations == null) {
    setField(obj, 'annotations', mapOf([]));
  }
  mapSet(obj.annotations, ann, value);
}

function SplitMaybeSubscriptedPath(fieldPath) {
  if (!strings_HasSuffix(fieldPath, "']")) {
    return [fieldPath, '', false];
  }
  let s = strings_TrimSuffix(fieldPath, "']");
  let parts = strings_SplitN(s, "['", 2);
  if (listLength(parts) < 2) {
    return [fieldPath, '', false];
  }
  if (textLength(parts[0]) === 0) {
    return [fieldPath, '', false];
  }
  return [parts[0], parts[1], true];
}

function SupportedPodLevelResources() {
  return Set_Insert(Set_Clone(supportedPodLevelResources()), 'hugepages-');
}

function To(v) {
  return v;
}

function ValidateAPIVersion(ref, opts) {
  if (opts.AllowInvalidAPIVersion ?? false) {
    return undefined;
  }
  const r1 = ParseGroupVersion(ref.apiVersion ?? '');
  let gv = r1[0];
  let err = r1[1];
  if (err != null) {
    return err;
  } else {
    if (!(opts.AllowEmptyAPIGroup ?? false) && (gv.Group ?? '') === '') {
      return fmt_Errorf('apiVersion must specify API group');
    }
  }
  return undefined;
}

function ValidateAnnotations(annotations, fldPath) {
  return api_validation_ValidateAnnotations(annotations, fldPath);
}

function ValidateAnnotationsSize(annotations) {
  let totalSize = 0;
  for (let [k, v] of mapEntries(annotations)) {
    totalSize = totalSize + textLength(k) + textLength(v);
  }
  if (totalSize > 262144) {
    return fmt_Errorf('annotations size %d is larger than limit %d', totalSize, 262144);
  }
  return undefined;
}

function ValidateAppArmorPodAnnotations(annotations, spec, fldPath) {
  let allErrs = [];
  for (let [k, p] of mapEntries(annotations)) {
    if (!strings_HasPrefix(k, 'container.apparmor.security.beta.kubernetes.io/')) {
      continue;
    }
    let containerName = strings_TrimPrefix(k, 'container.apparmor.security.beta.kubernetes.io/');
    if (!podSpecHasContainer(spec, containerName)) {
      allErrs = push(allErrs, field_Invalid(Path_Key(fldPath, k), containerName, 'container not found'));
    }
    {
      let err = ValidateAppArmorProfileFormat(p);
      if (err != null) {
        allErrs = push(allErrs, field_Invalid(Path_Key(fldPath, k), p, error_Error(err)));
      }
    }
  }
  return allErrs;
}

function ValidateAppArmorProfileField(profile, fldPath) {
  if (profile == null) {
    return undefined;
  }
  let allErrs = [];
  {
    const tag1 = profile.type ?? '';
    switch (tag1) {
      case 'Localhost': {
        if (profile.localhostProfile == null) {
          allErrs = push(
            allErrs,
            field_Required(
              Path_Child(fldPath, 'localhostProfile'),
              'must be set when AppArmor type is Localhost',
            ),
          );
        } else {
          let localhostProfile = strings_TrimSpace(profile.localhostProfile);
          if (localhostProfile !== profile.localhostProfile) {
            allErrs = push(
              allErrs,
              field_Invalid(
                Path_Child(fldPath, 'localhostProfile'),
                profile.localhostProfile,
                'must not be padded with whitespace',
              ),
            );
          } else {
            if (localhostProfile === '') {
              allErrs = push(
                allErrs,
                field_Required(
                  Path_Child(fldPath, 'localhostProfile'),
                  'must be set when AppArmor type is Localhost',
                ),
              );
            }
          }
          if (textLength(profile.localhostProfile) > 4095) {
            allErrs = push(allErrs, field_TooLong(Path_Child(fldPath, 'localhostProfile'), '', 4095));
          }
        }
        break;
      }
      case 'RuntimeDefault':
      case 'Unconfined': {
        if (profile.localhostProfile != null) {
          allErrs = push(
            allErrs,
            field_Invalid(
              Path_Child(fldPath, 'localhostProfile'),
              profile.localhostProfile,
              'can only be set when AppArmor type is Localhost',
            ),
          );
        }
        break;
      }
      case '': {
        allErrs = push(
          allErrs,
          field_Required(Path_Child(fldPath, 'type'), 'type is required when appArmorProfile is set'),
        );
        break;
      }
      default: {
        allErrs = push(
          allErrs,
          field_NotSupported(Path_Child(fldPath, 'type'), profile.type ?? '', [
            'Localhost',
            'RuntimeDefault',
            'Unconfined',
          ]),
        );
        break;
      }
    }
  }
  return allErrs;
}

function ValidateAppArmorProfileFormat(profile) {
  if (profile === '' || profile === 'runtime/default' || profile === 'unconfined') {
    return undefined;
  }
  if (!strings_HasPrefix(profile, 'localhost/')) {
    return fmt_Errorf('invalid AppArmor profile name: %q', profile);
  }
  return undefined;
}

function ValidateCSIDriverName(driverName, fldPath, ...opts) {
  let allErrs = [];
  if (textLength(driverName) === 0) {
    let err = field_Required(fldPath, '');
    if (slices_Contains(opts, 0)) {
      err = Error_MarkCoveredByDeclarative(err);
    }
    allErrs = push(allErrs, err);
    return allErrs;
  }
  if (textLength(driverName) > 63) {
    let err2 = field_TooLong(fldPath, '', 63);
    if (slices_Contains(opts, 1)) {
      err2 = Error_MarkCoveredByDeclarative(Error_WithOrigin(err2, 'maxLength'));
    }
    allErrs = push(allErrs, err2);
  }
  for (let msg of IsDNS1123Subdomain(strings_ToLower(driverName)) ?? []) {
    let err3 = field_Invalid(fldPath, driverName, msg);
    if (slices_Contains(opts, 2)) {
      err3 = Error_MarkCoveredByDeclarative(Error_WithOrigin(err3, 'format=k8s-long-name-caseless'));
    }
    allErrs = push(allErrs, err3);
  }
  return allErrs;
}

const ValidateClassName = lazy(() => NameIsDNSSubdomain);

function ValidateClusterRole(role, opts) {
  let allErrs = [];
  allErrs = push(
    allErrs,
    ...(ValidateObjectMeta((role.metadata ??= {}), false, ValidateRBACName, field_NewPath('metadata')) ?? []),
  );
  {
    const list1 = role.rules ?? [];
    for (let i = 0; i < list1.length; i++) {
      let rule = list1[i];
      {
        let err = ValidatePolicyRule(rule, false, Path_Index(field_NewPath('rules'), i));
        if (err != null) {
          allErrs = push(allErrs, ...(err ?? []));
        }
      }
    }
  }
  let labelSelectorValidationOptions = {
    AllowInvalidLabelValueInSelector: opts.AllowInvalidLabelValueInSelector ?? false,
  };
  if (role.aggregationRule != null) {
    if (listLength(role.aggregationRule.clusterRoleSelectors) === 0) {
      allErrs = push(
        allErrs,
        field_Required(
          field_NewPath('aggregationRule', 'clusterRoleSelectors'),
          'at least one clusterRoleSelector required if aggregationRule is non-nil',
        ),
      );
    }
    {
      const list2 = role.aggregationRule.clusterRoleSelectors ?? [];
      for (let i2 = 0; i2 < list2.length; i2++) {
        let selector = list2[i2];
        let fieldPath = Path_Index(field_NewPath('aggregationRule', 'clusterRoleSelectors'), i2);
        allErrs = push(
          allErrs,
          ...(ValidateLabelSelector(selector, labelSelectorValidationOptions, fieldPath) ?? []),
        );
        const r3 = labelSelectorAsSelector(selector);
        let selector2 = r3[0];
        let err2 = r3[1];
        if (err2 != null) {
          allErrs = push(allErrs, field_Invalid(fieldPath, selector2, 'invalid label selector.'));
        }
      }
    }
  }
  if (listLength(allErrs) !== 0) {
    return allErrs;
  }
  return undefined;
}

function ValidateClusterRoleBinding(roleBinding) {
  let allErrs = [];
  allErrs = push(
    allErrs,
    ...(ValidateObjectMeta(
      (roleBinding.metadata ??= {}),
      false,
      ValidateRBACName,
      field_NewPath('metadata'),
    ) ?? []),
  );
  if (((roleBinding.roleRef ?? Z).apiGroup ?? '') !== 'rbac.authorization.k8s.io') {
    allErrs = push(
      allErrs,
      field_NotSupported(field_NewPath('roleRef', 'apiGroup'), (roleBinding.roleRef ?? Z).apiGroup ?? '', [
        'rbac.authorization.k8s.io',
      ]),
    );
  }
  {
    const tag1 = (roleBinding.roleRef ?? Z).kind ?? '';
    switch (tag1) {
      case 'ClusterRole': {
        break;
      }
      default: {
        allErrs = push(
          allErrs,
          field_NotSupported(field_NewPath('roleRef', 'kind'), (roleBinding.roleRef ?? Z).kind ?? '', [
            'ClusterRole',
          ]),
        );
        break;
      }
    }
  }
  if (textLength((roleBinding.roleRef ?? Z).name ?? '') === 0) {
    allErrs = push(
      allErrs,
      Error_MarkCoveredByDeclarative(field_Required(field_NewPath('roleRef', 'name'), '')),
    );
  } else {
    for (let msg of ValidateRBACName((roleBinding.roleRef ?? Z).name ?? '', false) ?? []) {
      allErrs = push(
        allErrs,
        field_Invalid(field_NewPath('roleRef', 'name'), (roleBinding.roleRef ?? Z).name ?? '', msg),
      );
    }
  }
  let subjectsPath = field_NewPath('subjects');
  {
    const list2 = roleBinding.subjects ?? [];
    for (let i = 0; i < list2.length; i++) {
      let subject = list2[i];
      allErrs = push(
        allErrs,
        ...(ValidateRoleBindingSubject(subject, false, Path_Index(subjectsPath, i)) ?? []),
      );
    }
  }
  return allErrs;
}

function ValidateClusterRoleBindingUpdate(roleBinding, oldRoleBinding) {
  let allErrs = ValidateClusterRoleBinding(roleBinding);
  allErrs = push(
    allErrs,
    ...(ValidateObjectMetaUpdate(
      (roleBinding.metadata ??= {}),
      (oldRoleBinding.metadata ??= {}),
      field_NewPath('metadata'),
    ) ?? []),
  );
  allErrs = push(
    allErrs,
    ...(ErrorList_MarkCoveredByDeclarative(
      ErrorList_WithOrigin(
        ValidateImmutableField(
          roleBinding.roleRef ?? Z,
          oldRoleBinding.roleRef ?? Z,
          field_NewPath('roleRef'),
        ),
        'immutable',
      ),
    ) ?? []),
  );
  return allErrs;
}

function ValidateClusterRoleUpdate(role, oldRole, opts) {
  let allErrs = ValidateClusterRole(role, opts);
  allErrs = push(
    allErrs,
    ...(ValidateObjectMetaUpdate(
      (role.metadata ??= {}),
      (oldRole.metadata ??= {}),
      field_NewPath('metadata'),
    ) ?? []),
  );
  return allErrs;
}

function ValidateClusterTrustBundleName(signerName) {
  return function (name, isPrefix) {
    if (signerName === '') {
      if (strings_Contains(name, ':')) {
        return ['ClusterTrustBundle without signer name must not have ":" in its name'];
      }
      return NameIsDNSSubdomain(name, isPrefix);
    }
    let requiredPrefix = strings_ReplaceAll(signerName, '/', ':') + ':';
    if (!strings_HasPrefix(name, requiredPrefix)) {
      return [
        fmt_Sprintf(
          'ClusterTrustBundle for signerName %s must be named with prefix %s',
          signerName,
          requiredPrefix,
        ),
      ];
    }
    return NameIsDNSSubdomain(strings_TrimPrefix(name, requiredPrefix), isPrefix);
  };
}

function ValidateCondition(condition, fldPath) {
  let allErrs = undefined;
  if (textLength(condition.type ?? '') === 0) {
    allErrs = push(
      allErrs,
      Error_MarkCoveredByDeclarative(field_Required(Path_Child(fldPath, 'type'), 'is required')),
    );
  } else {
    allErrs = push(allErrs, ...(ValidateLabelName(condition.type ?? '', Path_Child(fldPath, 'type')) ?? []));
  }
  if (textLength(condition.status ?? '') === 0) {
    allErrs = push(
      allErrs,
      Error_MarkCoveredByDeclarative(field_Required(Path_Child(fldPath, 'status'), '')),
    );
  } else {
    if (!String_Has(validConditionStatuses(), condition.status ?? '')) {
      allErrs = push(
        allErrs,
        Error_MarkCoveredByDeclarative(
          field_NotSupported(
            Path_Child(fldPath, 'status'),
            condition.status ?? '',
            String_List(validConditionStatuses()),
          ),
        ),
      );
    }
  }
  if (toNumber(condition.observedGeneration) < 0) {
    allErrs = push(
      allErrs,
      Error_MarkCoveredByDeclarative(
        Error_WithOrigin(
          field_Invalid(
            Path_Child(fldPath, 'observedGeneration'),
            toNumber(condition.observedGeneration),
            'must be greater than or equal to zero',
          ),
          'minimum',
        ),
      ),
    );
  }
  if (meta_v1_Time_IsZero(condition.lastTransitionTime)) {
    allErrs = push(
      allErrs,
      Error_MarkCoveredByDeclarative(field_Required(Path_Child(fldPath, 'lastTransitionTime'), '')),
    );
  }
  if (textLength(condition.reason ?? '') === 0) {
    allErrs = push(
      allErrs,
      Error_MarkCoveredByDeclarative(field_Required(Path_Child(fldPath, 'reason'), '')),
    );
  } else {
    for (let currErr of IsValidConditionReason(condition.reason ?? '') ?? []) {
      allErrs = push(allErrs, field_Invalid(Path_Child(fldPath, 'reason'), condition.reason ?? '', currErr));
    }
    if (textLength(condition.reason ?? '') > 1024) {
      allErrs = push(
        allErrs,
        Error_MarkCoveredByDeclarative(
          Error_WithOrigin(field_TooLong(Path_Child(fldPath, 'reason'), '', 1024), 'maxBytes'),
        ),
      );
    }
  }
  if (textLength(condition.message ?? '') > 32768) {
    allErrs = push(allErrs, field_TooLong(Path_Child(fldPath, 'message'), '', 32768));
  }
  return allErrs;
}

function ValidateConditions(conditions, fldPath) {
  let allErrs = undefined;
  let conditionTypeToFirstIndex = mapOf([]);
  {
    const list1 = conditions ?? [];
    for (let i = 0; i < list1.length; i++) {
      let condition = list1[i];
      {
        const r2 = mapFind(conditionTypeToFirstIndex, condition.type ?? '', 0);
        let ok = r2[1];
        if (ok) {
          allErrs = push(
            allErrs,
            Error_MarkCoveredByDeclarative(field_Duplicate(Path_Index(fldPath, i), condition.type ?? '')),
          );
        } else {
          mapSet(conditionTypeToFirstIndex, condition.type ?? '', i);
        }
      }
      allErrs = push(allErrs, ...(ValidateCondition(condition, Path_Index(fldPath, i)) ?? []));
    }
  }
  return allErrs;
}

function ValidateConfigMap(cfg) {
  let allErrs = [];
  allErrs = push(
    allErrs,
    ...(ValidateObjectMeta((cfg.metadata ??= {}), true, ValidateConfigMapName(), field_NewPath('metadata')) ??
      []),
  );
  let totalSize = 0;
  for (let [key, value] of mapEntries(cfg.data)) {
    for (let msg of IsConfigMapKey(key) ?? []) {
      allErrs = push(allErrs, field_Invalid(Path_Key(field_NewPath('data'), key), key, msg));
    }
    {
      const r1 = mapFind(cfg.binaryData, key, undefined);
      let isValue = r1[1];
      if (isValue) {
        let msg2 = 'duplicate of key present in binaryData';
        allErrs = push(allErrs, field_Invalid(Path_Key(field_NewPath('data'), key), key, msg2));
      }
    }
    totalSize = totalSize + textLength(value);
  }
  for (let [key2, value2] of mapEntries(cfg.binaryData)) {
    for (let msg3 of IsConfigMapKey(key2) ?? []) {
      allErrs = push(allErrs, field_Invalid(Path_Key(field_NewPath('binaryData'), key2), key2, msg3));
    }
    totalSize = totalSize + bytesLength(value2);
  }
  if (totalSize > 1048576) {
    allErrs = push(allErrs, field_TooLong(field_NewPath(''), '', 1048576));
  }
  return allErrs;
}

const ValidateConfigMapName = lazy(() => NameIsDNSSubdomain);

function ValidateConfigMapUpdate(newCfg, oldCfg) {
  let allErrs = [];
  allErrs = push(
    allErrs,
    ...(ValidateObjectMetaUpdate(
      (newCfg.metadata ??= {}),
      (oldCfg.metadata ??= {}),
      field_NewPath('metadata'),
    ) ?? []),
  );
  if (oldCfg.immutable != null && oldCfg.immutable) {
    if (newCfg.immutable == null || !newCfg.immutable) {
      allErrs = push(
        allErrs,
        field_Forbidden(field_NewPath('immutable'), 'field is immutable when `immutable` is set'),
      );
    }
    if (!reflect_DeepEqual(newCfg.data, oldCfg.data)) {
      allErrs = push(
        allErrs,
        field_Forbidden(field_NewPath('data'), 'field is immutable when `immutable` is set'),
      );
    }
    if (!reflect_DeepEqual(newCfg.binaryData, oldCfg.binaryData)) {
      allErrs = push(
        allErrs,
        field_Forbidden(field_NewPath('binaryData'), 'field is immutable when `immutable` is set'),
      );
    }
  }
  allErrs = push(allErrs, ...(ValidateConfigMap(newCfg) ?? []));
  return allErrs;
}

function ValidateContainerResourceName(value, fldPath) {
  let allErrs = validateResourceName(value, fldPath);
  if (listLength(strings_Split(value, '/')) === 1) {
    if (!IsStandardContainerResourceName(value)) {
      return [
        ...(allErrs ?? []),
        field_Invalid(fldPath, value, 'must be a standard resource for containers'),
      ];
    }
  } else {
    if (!IsNativeResource(value)) {
      if (!IsExtendedResourceName(value)) {
        return [
          ...(allErrs ?? []),
          field_Invalid(fldPath, value, "doesn't follow extended resource name standard"),
        ];
      }
    }
  }
  return allErrs;
}

function ValidateContainerResourceRequirements(requirements, podClaimNames, fldPath, opts) {
  return validateResourceRequirements(
    requirements,
    ValidateContainerResourceName,
    podClaimNames,
    fldPath,
    opts,
  );
}

function ValidateContainerStateTransition(newStatuses, oldStatuses, fldPath, podSpec, opts) {
  let allErrs = [];
  if (opts.AllowContainerRestartPolicyRules ?? false) {
    let v1PodSpec = {};
    let err = Convert_core_PodSpec_To_v1_PodSpec(podSpec, v1PodSpec, undefined);
    if (err != null) {
      allErrs = push(
        allErrs,
        field_InternalError(fldPath, fmt_Errorf('invalid %q: %v', fldPath, error_Error(err))),
      );
    }
    if (opts.AllowRestartAllContainers ?? false) {
      if (AllContainersCouldRestart(v1PodSpec)) {
        return allErrs;
      }
    }
    {
      const list1 = oldStatuses ?? [];
      for (let i = 0; i < list1.length; i++) {
        let oldStatus = list1[i];
        if ((oldStatus.state ?? Z).terminated == null) {
          continue;
        }
        for (let newStatus of newStatuses ?? []) {
          if (
            (newStatus.name ?? '') === (oldStatus.name ?? '') &&
            (newStatus.state ?? Z).terminated == null
          ) {
            let allowed = false;
            for (let c of v1PodSpec.containers ?? []) {
              if ((c.name ?? '') === (oldStatus.name ?? '')) {
                allowed = ContainerShouldRestart(
                  c,
                  v1PodSpec,
                  (oldStatus.state ?? Z).terminated.exitCode ?? 0,
                );
                break;
              }
            }
            if (!allowed) {
              allErrs = push(
                allErrs,
                field_Forbidden(
                  Path_Child(Path_Index(fldPath, i), 'state'),
                  'may not be transitioned to non-terminated state',
                ),
              );
            }
            break;
          }
        }
      }
    }
    return allErrs;
  }
  let restartPolicy = podSpec.restartPolicy ?? '';
  if (restartPolicy === 'Always') {
    return allErrs;
  }
  {
    const list2 = oldStatuses ?? [];
    for (let i2 = 0; i2 < list2.length; i2++) {
      let oldStatus2 = list2[i2];
      if ((oldStatus2.state ?? Z).terminated == null) {
        continue;
      }
      if (((oldStatus2.state ?? Z).terminated.exitCode ?? 0) !== 0 && restartPolicy === 'OnFailure') {
        continue;
      }
      for (let newStatus2 of newStatuses ?? []) {
        if (
          (oldStatus2.name ?? '') === (newStatus2.name ?? '') &&
          (newStatus2.state ?? Z).terminated == null
        ) {
          allErrs = push(
            allErrs,
            field_Forbidden(
              Path_Child(Path_Index(fldPath, i2), 'state'),
              'may not be transitioned to non-terminated state',
            ),
          );
        }
      }
    }
  }
  return allErrs;
}

function ValidateContainerUpdates(newContainers, oldContainers, fldPath) {
  let allErrs = undefined;
  let stop = false;
  allErrs = [];
  if (listLength(newContainers) !== listLength(oldContainers)) {
    allErrs = push(allErrs, field_Forbidden(fldPath, 'pod updates may not add or remove containers'));
    return [allErrs, true];
  }
  {
    const list1 = newContainers ?? [];
    for (let i = 0; i < list1.length; i++) {
      let ctr = list1[i];
      if (textLength(ctr.image ?? '') === 0) {
        allErrs = push(allErrs, field_Required(Path_Child(Path_Index(fldPath, i), 'image'), ''));
      }
      if (textLength(strings_TrimSpace(ctr.image ?? '')) !== textLength(ctr.image ?? '')) {
        allErrs = push(
          allErrs,
          field_Invalid(
            Path_Child(Path_Index(fldPath, i), 'image'),
            ctr.image ?? '',
            'must not have leading or trailing whitespace',
          ),
        );
      }
    }
  }
  return [allErrs, false];
}

function ValidateCoordinatedLeaseStrategy(strategy, fldPath) {
  let allErrs = [];
  let parts = strings_Split(strategy, '/');
  {
    const tag1 = listLength(parts);
    switch (tag1) {
      case 1: {
        if (!slices_Contains(validLeaseStrategies(), parts[0])) {
          allErrs = push(
            allErrs,
            field_NotSupported(Path_Child(fldPath, 'strategy'), strategy, validLeaseStrategies()),
          );
        }
        break;
      }
      default: {
        {
          let msgs = IsQualifiedName()(strategy);
          if (listLength(msgs) > 0) {
            for (let msg of msgs ?? []) {
              allErrs = push(allErrs, field_Invalid(Path_Child(fldPath, 'strategy'), strategy, msg));
            }
          }
        }
        break;
      }
    }
  }
  return allErrs;
}

function ValidateCronJobCreate(cronJob, opts) {
  let allErrs = ValidateObjectMeta(
    (cronJob.metadata ??= {}),
    true,
    NameIsDNSSubdomain,
    field_NewPath('metadata'),
  );
  allErrs = push(
    allErrs,
    ...(validateCronJobSpec((cronJob.spec ??= {}), undefined, field_NewPath('spec'), opts) ?? []),
  );
  if (textLength((cronJob.metadata ?? Z).name ?? '') > 52) {
    allErrs = push(
      allErrs,
      field_Invalid(
        Path_Child(field_NewPath('metadata'), 'name'),
        (cronJob.metadata ?? Z).name ?? '',
        'must be no more than 52 characters',
      ),
    );
  }
  return allErrs;
}

function ValidateCronJobUpdate(job, oldJob, opts) {
  let allErrs = ValidateObjectMetaUpdate(
    (job.metadata ??= {}),
    (oldJob.metadata ??= {}),
    field_NewPath('metadata'),
  );
  allErrs = push(
    allErrs,
    ...(validateCronJobSpec((job.spec ??= {}), (oldJob.spec ??= {}), field_NewPath('spec'), opts) ?? []),
  );
  return allErrs;
}

function ValidateCrossVersionObjectReference(ref, fldPath, opts) {
  let allErrs = [];
  if (textLength(ref.kind ?? '') === 0) {
    let err = field_Required(Path_Child(fldPath, 'kind'), '');
    if (opts.RequiredCoveredByDeclarative ?? false) {
      err = Error_MarkCoveredByDeclarative(err);
    }
    allErrs = push(allErrs, err);
  } else {
    for (let msg of IsPathSegmentName(ref.kind ?? '') ?? []) {
      allErrs = push(allErrs, field_Invalid(Path_Child(fldPath, 'kind'), ref.kind ?? '', msg));
    }
  }
  if (textLength(ref.name ?? '') === 0) {
    let err2 = field_Required(Path_Child(fldPath, 'name'), '');
    if (opts.RequiredCoveredByDeclarative ?? false) {
      err2 = Error_MarkCoveredByDeclarative(err2);
    }
    allErrs = push(allErrs, err2);
  } else {
    for (let msg2 of IsPathSegmentName(ref.name ?? '') ?? []) {
      allErrs = push(allErrs, field_Invalid(Path_Child(fldPath, 'name'), ref.name ?? '', msg2));
    }
  }
  {
    let err3 = ValidateAPIVersion(ref, opts);
    if (err3 != null) {
      allErrs = push(
        allErrs,
        field_Invalid(Path_Child(fldPath, 'apiVersion'), ref.apiVersion ?? '', error_Error(err3)),
      );
    }
  }
  return allErrs;
}

function ValidateDNS1123Label(value, fldPath) {
  let allErrs = [];
  for (let msg of IsDNS1123Label(value) ?? []) {
    allErrs = push(allErrs, Error_WithOrigin(field_Invalid(fldPath, value, msg), 'format=k8s-short-name'));
  }
  return allErrs;
}

function ValidateDNS1123Subdomain(value, fldPath) {
  let allErrs = [];
  for (let msg of IsDNS1123Subdomain(value) ?? []) {
    allErrs = push(allErrs, Error_WithOrigin(field_Invalid(fldPath, value, msg), 'format=k8s-long-name'));
  }
  return allErrs;
}

function ValidateDNS1123SubdomainWithUnderScore(value, fldPath) {
  let allErrs = [];
  for (let msg of IsDNS1123SubdomainWithUnderscore(value) ?? []) {
    allErrs = push(
      allErrs,
      Error_WithOrigin(field_Invalid(fldPath, value, msg), 'format=k8s-dns-subdomain-with-underscore'),
    );
  }
  return allErrs;
}

function ValidateDaemonSet(ds, opts) {
  let allErrs = ValidateObjectMeta(
    (ds.metadata ??= {}),
    true,
    ValidateDaemonSetName(),
    field_NewPath('metadata'),
  );
  allErrs = push(allErrs, ...(ValidateDaemonSetSpec((ds.spec ??= {}), field_NewPath('spec'), opts) ?? []));
  return allErrs;
}

const ValidateDaemonSetName = lazy(() => NameIsDNSSubdomain);

function ValidateDaemonSetSpec(spec, fldPath, opts) {
  let allErrs = [];
  let labelSelectorValidationOpts = {
    AllowInvalidLabelValueInSelector: opts.AllowInvalidLabelValueInSelector ?? false,
  };
  allErrs = push(
    allErrs,
    ...(ValidateLabelSelector(spec.selector, labelSelectorValidationOpts, Path_Child(fldPath, 'selector')) ??
      []),
  );
  const r1 = labelSelectorAsSelector(spec.selector);
  let selector = r1[0];
  let err = r1[1];
  if (err == null && !Selector_Matches(selector, ((spec.template ?? Z).metadata ?? Z).labels)) {
    allErrs = push(
      allErrs,
      field_Invalid(
        Path_Child(fldPath, 'template', 'metadata', 'labels'),
        ((spec.template ?? Z).metadata ?? Z).labels,
        '`selector` does not match template `labels`',
      ),
    );
  }
  if (
    spec.selector != null &&
    mapLength(spec.selector.matchLabels) + listLength(spec.selector.matchExpressions) === 0
  ) {
    allErrs = push(
      allErrs,
      field_Invalid(
        Path_Child(fldPath, 'selector'),
        spec.selector,
        'empty selector is invalid for daemonset',
      ),
    );
  }
  allErrs = push(
    allErrs,
    ...(ValidatePodTemplateSpec((spec.template ??= {}), Path_Child(fldPath, 'template'), opts) ?? []),
  );
  if ((((spec.template ?? Z).spec ?? Z).restartPolicy ?? '') !== 'Always') {
    allErrs = push(
      allErrs,
      field_NotSupported(
        Path_Child(fldPath, 'template', 'spec', 'restartPolicy'),
        ((spec.template ?? Z).spec ?? Z).restartPolicy ?? '',
        ['Always'],
      ),
    );
  }
  if (((spec.template ?? Z).spec ?? Z).activeDeadlineSeconds != null) {
    allErrs = push(
      allErrs,
      field_Forbidden(
        Path_Child(fldPath, 'template', 'spec', 'activeDeadlineSeconds'),
        'activeDeadlineSeconds in DaemonSet is not Supported',
      ),
    );
  }
  allErrs = push(
    allErrs,
    ...(ValidateNonnegativeField(spec.minReadySeconds ?? 0, Path_Child(fldPath, 'minReadySeconds')) ?? []),
  );
  allErrs = push(
    allErrs,
    ...(ValidateNonnegativeField(
      toNumber(spec.TemplateGeneration),
      Path_Child(fldPath, 'templateGeneration'),
    ) ?? []),
  );
  allErrs = push(
    allErrs,
    ...(ValidateDaemonSetUpdateStrategy(
      (spec.updateStrategy ??= {}),
      Path_Child(fldPath, 'updateStrategy'),
    ) ?? []),
  );
  if (spec.revisionHistoryLimit != null) {
    allErrs = push(
      allErrs,
      ...(ValidateNonnegativeField(spec.revisionHistoryLimit, Path_Child(fldPath, 'revisionHistoryLimit')) ??
        []),
    );
  }
  return allErrs;
}

function ValidateDaemonSetSpecUpdate(newSpec, oldSpec, fldPath) {
  let allErrs = [];
  if (toNumber(newSpec.TemplateGeneration) < toNumber(oldSpec.TemplateGeneration)) {
    allErrs = push(
      allErrs,
      field_Invalid(
        Path_Child(fldPath, 'templateGeneration'),
        toNumber(newSpec.TemplateGeneration),
        'must not be decremented',
      ),
    );
  }
  let templateUpdated = !Equalities_DeepEqual(
    equality_Semantic.Equalities,
    newSpec.template ?? Z,
    oldSpec.template ?? Z,
  );
  if (toNumber(newSpec.TemplateGeneration) === toNumber(oldSpec.TemplateGeneration) && templateUpdated) {
    allErrs = push(
      allErrs,
      field_Invalid(
        Path_Child(fldPath, 'templateGeneration'),
        toNumber(newSpec.TemplateGeneration),
        'must be incremented upon template update',
      ),
    );
  } else {
    if (toNumber(newSpec.TemplateGeneration) > toNumber(oldSpec.TemplateGeneration) && !templateUpdated) {
      allErrs = push(
        allErrs,
        field_Invalid(
          Path_Child(fldPath, 'templateGeneration'),
          toNumber(newSpec.TemplateGeneration),
          'must not be incremented without template update',
        ),
      );
    }
  }
  allErrs = push(
    allErrs,
    ...(core_validation_ValidateImmutableField(
      newSpec.selector,
      oldSpec.selector,
      Path_Child(field_NewPath('spec'), 'selector'),
    ) ?? []),
  );
  return allErrs;
}

function ValidateDaemonSetStatusUpdate(ds, oldDS) {
  let allErrs = ValidateObjectMetaUpdate(
    (ds.metadata ??= {}),
    (oldDS.metadata ??= {}),
    field_NewPath('metadata'),
  );
  allErrs = push(allErrs, ...(validateDaemonSetStatus((ds.status ??= {}), field_NewPath('status')) ?? []));
  if (IsDecremented((ds.status ?? Z).collisionCount, (oldDS.status ?? Z).collisionCount)) {
    let value = 0;
    if ((ds.status ?? Z).collisionCount != null) {
      value = (ds.status ?? Z).collisionCount;
    }
    allErrs = push(
      allErrs,
      field_Invalid(Path_Child(field_NewPath('status'), 'collisionCount'), value, 'cannot be decremented'),
    );
  }
  return allErrs;
}

function ValidateDaemonSetUpdate(ds, oldDS, opts) {
  let allErrs = ValidateObjectMetaUpdate(
    (ds.metadata ??= {}),
    (oldDS.metadata ??= {}),
    field_NewPath('metadata'),
  );
  allErrs = push(
    allErrs,
    ...(ValidateDaemonSetSpecUpdate((ds.spec ??= {}), (oldDS.spec ??= {}), field_NewPath('spec')) ?? []),
  );
  allErrs = push(allErrs, ...(ValidateDaemonSetSpec((ds.spec ??= {}), field_NewPath('spec'), opts) ?? []));
  return allErrs;
}

function ValidateDaemonSetUpdateStrategy(strategy, fldPath) {
  let allErrs = [];
  {
    const tag1 = strategy.type ?? '';
    switch (tag1) {
      case 'OnDelete': {
        break;
      }
      case 'RollingUpdate': {
        if (strategy.rollingUpdate == null) {
          allErrs = push(allErrs, field_Required(Path_Child(fldPath, 'rollingUpdate'), ''));
          return allErrs;
        }
        allErrs = push(
          allErrs,
          ...(ValidateRollingUpdateDaemonSet(strategy.rollingUpdate, Path_Child(fldPath, 'rollingUpdate')) ??
            []),
        );
        break;
      }
      default: {
        let validValues = ['RollingUpdate', 'OnDelete'];
        allErrs = push(allErrs, field_NotSupported(fldPath, strategy, validValues));
        break;
      }
    }
  }
  return allErrs;
}

function ValidateDeployment(obj, opts) {
  let allErrs = ValidateObjectMeta(
    (obj.metadata ??= {}),
    true,
    ValidateDeploymentName(),
    field_NewPath('metadata'),
  );
  allErrs = push(
    allErrs,
    ...(ValidateDeploymentSpec((obj.spec ??= {}), undefined, field_NewPath('spec'), opts) ?? []),
  );
  return allErrs;
}

const ValidateDeploymentName = lazy(() => NameIsDNSSubdomain);

function ValidateDeploymentSpec(spec, oldSpec, fldPath, opts) {
  let allErrs = [];
  allErrs = push(
    allErrs,
    ...(ValidateNonnegativeField(spec.replicas ?? 0, Path_Child(fldPath, 'replicas')) ?? []),
  );
  if (spec.selector == null) {
    allErrs = push(allErrs, field_Required(Path_Child(fldPath, 'selector'), ''));
  } else {
    allErrs = push(
      allErrs,
      ...(ValidateLabelSelector(
        spec.selector,
        { AllowInvalidLabelValueInSelector: false },
        Path_Child(fldPath, 'selector'),
      ) ?? []),
    );
    if (mapLength(spec.selector.matchLabels) + listLength(spec.selector.matchExpressions) === 0) {
      allErrs = push(
        allErrs,
        field_Invalid(
          Path_Child(fldPath, 'selector'),
          spec.selector,
          'empty selector is invalid for deployment',
        ),
      );
    }
  }
  const r1 = labelSelectorAsSelector(spec.selector);
  let selector = r1[0];
  let err = r1[1];
  if (err != null) {
    allErrs = push(
      allErrs,
      field_Invalid(Path_Child(fldPath, 'selector'), spec.selector, 'invalid label selector'),
    );
  } else {
    allErrs = push(
      allErrs,
      ...(ValidatePodTemplateSpecForReplicaSet(
        (spec.template ??= {}),
        selector,
        spec.replicas ?? 0,
        Path_Child(fldPath, 'template'),
        opts,
      ) ?? []),
    );
  }
  allErrs = push(
    allErrs,
    ...(ValidateDeploymentStrategy((spec.strategy ??= {}), Path_Child(fldPath, 'strategy')) ?? []),
  );
  allErrs = push(
    allErrs,
    ...(ValidateNonnegativeField(spec.minReadySeconds ?? 0, Path_Child(fldPath, 'minReadySeconds')) ?? []),
  );
  if (spec.revisionHistoryLimit != null) {
    allErrs = push(
      allErrs,
      ...(ValidateNonnegativeField(spec.revisionHistoryLimit, Path_Child(fldPath, 'revisionHistoryLimit')) ??
        []),
    );
  }
  if (spec.RollbackTo != null) {
    allErrs = push(allErrs, ...(ValidateRollback(spec.RollbackTo, Path_Child(fldPath, 'rollback')) ?? []));
  }
  if (spec.progressDeadlineSeconds != null) {
    allErrs = push(
      allErrs,
      ...(ValidateNonnegativeField(
        spec.progressDeadlineSeconds,
        Path_Child(fldPath, 'progressDeadlineSeconds'),
      ) ?? []),
    );
    if (spec.progressDeadlineSeconds <= (spec.minReadySeconds ?? 0)) {
      allErrs = push(
        allErrs,
        field_Invalid(
          Path_Child(fldPath, 'progressDeadlineSeconds'),
          spec.progressDeadlineSeconds,
          'must be greater than minReadySeconds',
        ),
      );
    }
  }
  return allErrs;
}

function ValidateDeploymentStatus(status, fldPath) {
  let allErrs = [];
  allErrs = push(
    allErrs,
    ...(ValidateNonnegativeField(
      toNumber(status.observedGeneration),
      Path_Child(fldPath, 'observedGeneration'),
    ) ?? []),
  );
  allErrs = push(
    allErrs,
    ...(ValidateNonnegativeField(status.replicas ?? 0, Path_Child(fldPath, 'replicas')) ?? []),
  );
  allErrs = push(
    allErrs,
    ...(ValidateNonnegativeField(status.updatedReplicas ?? 0, Path_Child(fldPath, 'updatedReplicas')) ?? []),
  );
  allErrs = push(
    allErrs,
    ...(ValidateNonnegativeField(status.readyReplicas ?? 0, Path_Child(fldPath, 'readyReplicas')) ?? []),
  );
  allErrs = push(
    allErrs,
    ...(ValidateNonnegativeField(status.availableReplicas ?? 0, Path_Child(fldPath, 'availableReplicas')) ??
      []),
  );
  allErrs = push(
    allErrs,
    ...(ValidateNonnegativeField(
      status.unavailableReplicas ?? 0,
      Path_Child(fldPath, 'unavailableReplicas'),
    ) ?? []),
  );
  if (status.terminatingReplicas != null) {
    allErrs = push(
      allErrs,
      ...(ValidateNonnegativeField(status.terminatingReplicas, Path_Child(fldPath, 'terminatingReplicas')) ??
        []),
    );
  }
  if (status.collisionCount != null) {
    allErrs = push(
      allErrs,
      ...(ValidateNonnegativeField(status.collisionCount, Path_Child(fldPath, 'collisionCount')) ?? []),
    );
  }
  let msg = 'cannot be greater than status.replicas';
  if ((status.updatedReplicas ?? 0) > (status.replicas ?? 0)) {
    allErrs = push(
      allErrs,
      field_Invalid(Path_Child(fldPath, 'updatedReplicas'), status.updatedReplicas ?? 0, msg),
    );
  }
  if ((status.readyReplicas ?? 0) > (status.replicas ?? 0)) {
    allErrs = push(
      allErrs,
      field_Invalid(Path_Child(fldPath, 'readyReplicas'), status.readyReplicas ?? 0, msg),
    );
  }
  if ((status.availableReplicas ?? 0) > (status.replicas ?? 0)) {
    allErrs = push(
      allErrs,
      field_Invalid(Path_Child(fldPath, 'availableReplicas'), status.availableReplicas ?? 0, msg),
    );
  }
  if ((status.availableReplicas ?? 0) > (status.readyReplicas ?? 0)) {
    allErrs = push(
      allErrs,
      field_Invalid(
        Path_Child(fldPath, 'availableReplicas'),
        status.availableReplicas ?? 0,
        'cannot be greater than readyReplicas',
      ),
    );
  }
  return allErrs;
}

function ValidateDeploymentStatusUpdate(update, old) {
  let allErrs = ValidateObjectMetaUpdate(
    (update.metadata ??= {}),
    (old.metadata ??= {}),
    field_NewPath('metadata'),
  );
  let fldPath = field_NewPath('status');
  allErrs = push(allErrs, ...(ValidateDeploymentStatus((update.status ??= {}), fldPath) ?? []));
  if (IsDecremented((update.status ?? Z).collisionCount, (old.status ?? Z).collisionCount)) {
    let value = 0;
    if ((update.status ?? Z).collisionCount != null) {
      value = (update.status ?? Z).collisionCount;
    }
    allErrs = push(
      allErrs,
      field_Invalid(Path_Child(fldPath, 'collisionCount'), value, 'cannot be decremented'),
    );
  }
  return allErrs;
}

function ValidateDeploymentStrategy(strategy, fldPath) {
  let allErrs = [];
  {
    const tag1 = strategy.type ?? '';
    switch (tag1) {
      case 'Recreate': {
        if (strategy.rollingUpdate != null) {
          allErrs = push(
            allErrs,
            field_Forbidden(
              Path_Child(fldPath, 'rollingUpdate'),
              "may not be specified when strategy `type` is 'Recreate'",
            ),
          );
        }
        break;
      }
      case 'RollingUpdate': {
        if (strategy.rollingUpdate == null) {
          allErrs = push(
            allErrs,
            field_Required(Path_Child(fldPath, 'rollingUpdate'), 'this should be defaulted and never be nil'),
          );
        } else {
          allErrs = push(
            allErrs,
            ...(ValidateRollingUpdateDeployment(
              strategy.rollingUpdate,
              Path_Child(fldPath, 'rollingUpdate'),
            ) ?? []),
          );
        }
        break;
      }
      default: {
        let validValues = ['Recreate', 'RollingUpdate'];
        allErrs = push(allErrs, field_NotSupported(fldPath, strategy, validValues));
        break;
      }
    }
  }
  return allErrs;
}

function ValidateDeploymentUpdate(update, old, opts) {
  let allErrs = ValidateObjectMetaUpdate(
    (update.metadata ??= {}),
    (old.metadata ??= {}),
    field_NewPath('metadata'),
  );
  allErrs = push(
    allErrs,
    ...(ValidateDeploymentSpec((update.spec ??= {}), (old.spec ??= {}), field_NewPath('spec'), opts) ?? []),
  );
  allErrs = push(
    allErrs,
    ...(core_validation_ValidateImmutableField(
      (update.spec ?? Z).selector,
      (old.spec ?? Z).selector,
      Path_Child(field_NewPath('spec'), 'selector'),
    ) ?? []),
  );
  return allErrs;
}

function ValidateEndpointIP(ipAddress, fldPath) {
  let allErrs = [];
  let ip = ParseIPSloppy()(ipAddress);
  if (ip == null) {
    allErrs = push(
      allErrs,
      Error_WithOrigin(field_Invalid(fldPath, ipAddress, 'must be a valid IP address'), 'format=ip-sloppy'),
    );
    return allErrs;
  }
  if (IP_IsUnspecified(ip)) {
    allErrs = push(
      allErrs,
      field_Invalid(fldPath, ipAddress, fmt_Sprintf('may not be unspecified (%v)', ipAddress)),
    );
  }
  if (IP_IsLoopback(ip)) {
    allErrs = push(
      allErrs,
      field_Invalid(fldPath, ipAddress, 'may not be in the loopback range (127.0.0.0/8, ::1/128)'),
    );
  }
  if (IP_IsLinkLocalUnicast(ip)) {
    allErrs = push(
      allErrs,
      field_Invalid(fldPath, ipAddress, 'may not be in the link-local range (169.254.0.0/16, fe80::/10)'),
    );
  }
  if (IP_IsLinkLocalMulticast(ip)) {
    allErrs = push(
      allErrs,
      field_Invalid(
        fldPath,
        ipAddress,
        'may not be in the link-local multicast range (224.0.0.0/24, ff02::/10)',
      ),
    );
  }
  return ErrorList_WithOrigin(allErrs, 'format=endpoint-ip');
}

function ValidateEnv(vars, fldPath, opts) {
  let allErrs = [];
  {
    const list1 = vars ?? [];
    for (let i = 0; i < list1.length; i++) {
      let ev = list1[i];
      let idxPath = Path_Index(fldPath, i);
      if (textLength(ev.name ?? '') === 0) {
        allErrs = push(allErrs, field_Required(Path_Child(idxPath, 'name'), ''));
      } else {
        if (opts.AllowRelaxedEnvironmentVariableValidation ?? false) {
          for (let msg of IsRelaxedEnvVarName(ev.name ?? '') ?? []) {
            allErrs = push(allErrs, field_Invalid(Path_Child(idxPath, 'name'), ev.name ?? '', msg));
          }
        } else {
          for (let msg2 of IsEnvVarName(ev.name ?? '') ?? []) {
            allErrs = push(allErrs, field_Invalid(Path_Child(idxPath, 'name'), ev.name ?? '', msg2));
          }
        }
      }
      allErrs = push(allErrs, ...(validateEnvVarValueFrom(ev, Path_Child(idxPath, 'valueFrom'), opts) ?? []));
    }
  }
  return allErrs;
}

function ValidateEnvFrom(vars, fldPath, opts) {
  let allErrs = [];
  {
    const list1 = vars ?? [];
    for (let i = 0; i < list1.length; i++) {
      let ev = list1[i];
      let idxPath = Path_Index(fldPath, i);
      if (textLength(ev.prefix ?? '') > 0) {
        if (opts.AllowRelaxedEnvironmentVariableValidation ?? false) {
          for (let msg of IsRelaxedEnvVarName(ev.prefix ?? '') ?? []) {
            allErrs = push(allErrs, field_Invalid(Path_Child(idxPath, 'prefix'), ev.prefix ?? '', msg));
          }
        } else {
          for (let msg2 of IsEnvVarName(ev.prefix ?? '') ?? []) {
            allErrs = push(allErrs, field_Invalid(Path_Child(idxPath, 'prefix'), ev.prefix ?? '', msg2));
          }
        }
      }
      let numSources = 0;
      if (ev.configMapRef != null) {
        numSources = numSources + 1;
        allErrs = push(
          allErrs,
          ...(validateConfigMapEnvSource(ev.configMapRef, Path_Child(idxPath, 'configMapRef')) ?? []),
        );
      }
      if (ev.secretRef != null) {
        numSources = numSources + 1;
        allErrs = push(
          allErrs,
          ...(validateSecretEnvSource(ev.secretRef, Path_Child(idxPath, 'secretRef')) ?? []),
        );
      }
      if (numSources === 0) {
        allErrs = push(
          allErrs,
          field_Invalid(fldPath, '', 'must specify one of: `configMapRef` or `secretRef`'),
        );
      } else {
        if (numSources > 1) {
          allErrs = push(
            allErrs,
            field_Invalid(fldPath, '', 'may not have more than one field specified at a time'),
          );
        }
      }
    }
  }
  return allErrs;
}

function ValidateEphemeralContainerStateTransition(newStatuses, oldStatuses, fldpath) {
  let allErrs = [];
  {
    const list1 = oldStatuses ?? [];
    for (let i = 0; i < list1.length; i++) {
      let oldStatus = list1[i];
      if ((oldStatus.state ?? Z).terminated == null) {
        continue;
      }
      for (let newStatus of newStatuses ?? []) {
        if ((oldStatus.name ?? '') === (newStatus.name ?? '') && (newStatus.state ?? Z).terminated == null) {
          allErrs = push(
            allErrs,
            field_Forbidden(
              Path_Child(Path_Index(fldpath, i), 'state'),
              'may not be transitioned to non-terminated state',
            ),
          );
        }
      }
    }
  }
  return allErrs;
}

function ValidateFieldManager(fieldManager, fldPath) {
  let allErrs = [];
  if (textLength(fieldManager) > FieldManagerMaxLength()) {
    allErrs = push(allErrs, field_TooLong(fldPath, '', FieldManagerMaxLength()));
  }
  for (let [i, r] of runes(fieldManager)) {
    if (!unicode_IsPrint(r)) {
      allErrs = push(
        allErrs,
        field_Invalid(fldPath, fieldManager, fmt_Sprintf('invalid character %#U (at position %d)', r, i)),
      );
    }
  }
  return allErrs;
}

function ValidateFinalizerName(stringValue, fldPath) {
  let allErrs = [];
  for (let msg of IsQualifiedName()(stringValue) ?? []) {
    allErrs = push(allErrs, field_Invalid(fldPath, stringValue, msg));
  }
  return allErrs;
}

function ValidateFinalizers(finalizers, fldPath) {
  let allErrs = [];
  let hasFinalizerOrphanDependents = false;
  let hasFinalizerDeleteDependents = false;
  for (let finalizer of finalizers ?? []) {
    allErrs = push(allErrs, ...(ValidateFinalizerName(finalizer, fldPath) ?? []));
    if (finalizer === 'orphan') {
      hasFinalizerOrphanDependents = true;
    }
    if (finalizer === 'foregroundDeletion') {
      hasFinalizerDeleteDependents = true;
    }
  }
  if (hasFinalizerDeleteDependents && hasFinalizerOrphanDependents) {
    allErrs = push(
      allErrs,
      field_Invalid(
        fldPath,
        finalizers,
        fmt_Sprintf('finalizer %s and %s cannot be both set', 'orphan', 'foregroundDeletion'),
      ),
    );
  }
  return allErrs;
}

function ValidateHasLabel(meta, fldPath, key, expectedValue) {
  let allErrs = [];
  const r1 = mapFind(meta.labels, key, '');
  let actualValue = r1[0];
  let found = r1[1];
  if (!found) {
    allErrs = push(
      allErrs,
      field_Required(
        Path_Key(Path_Child(fldPath, 'labels'), key),
        fmt_Sprintf("must be '%s'", expectedValue),
      ),
    );
    return allErrs;
  }
  if (actualValue !== expectedValue) {
    allErrs = push(
      allErrs,
      field_Invalid(
        Path_Key(Path_Child(fldPath, 'labels'), key),
        meta.labels,
        fmt_Sprintf("must be '%s'", expectedValue),
      ),
    );
  }
  return allErrs;
}

function ValidateHorizontalPodAutoscaler(autoscaler, opts) {
  let allErrs = ValidateObjectMeta(
    (autoscaler.metadata ??= {}),
    true,
    ValidateHorizontalPodAutoscalerName(),
    field_NewPath('metadata'),
  );
  allErrs = push(
    allErrs,
    ...(validateHorizontalPodAutoscalerSpec(autoscaler.spec ?? Z, field_NewPath('spec'), opts) ?? []),
  );
  return allErrs;
}

const ValidateHorizontalPodAutoscalerName = lazy(() => NameIsDNSSubdomain);

function ValidateHorizontalPodAutoscalerStatusUpdate(newAutoscaler, oldAutoscaler) {
  let allErrs = ValidateObjectMetaUpdate(
    (newAutoscaler.metadata ??= {}),
    (oldAutoscaler.metadata ??= {}),
    field_NewPath('metadata'),
  );
  let status = newAutoscaler.status ?? Z;
  {
    const list1 = status.conditions ?? [];
    for (let i = 0; i < list1.length; i++) {
      let condition = list1[i];
      if (condition.observedGeneration != null) {
        allErrs = push(
          allErrs,
          ...(ValidateNonnegativeField(
            condition.observedGeneration,
            Path_Child(
              Path_Index(Path_Child(field_NewPath('status'), 'conditions'), i),
              'observedGeneration',
            ),
          ) ?? []),
        );
      }
    }
  }
  allErrs = push(
    allErrs,
    ...(ValidateNonnegativeField(status.currentReplicas ?? 0, field_NewPath('status', 'currentReplicas')) ??
      []),
  );
  allErrs = push(
    allErrs,
    ...(ValidateNonnegativeField(status.desiredReplicas ?? 0, field_NewPath('status', 'desiredReplicas')) ??
      []),
  );
  return allErrs;
}

function ValidateHorizontalPodAutoscalerUpdate(newAutoscaler, oldAutoscaler, opts) {
  let allErrs = ValidateObjectMetaUpdate(
    (newAutoscaler.metadata ??= {}),
    (oldAutoscaler.metadata ??= {}),
    field_NewPath('metadata'),
  );
  allErrs = push(
    allErrs,
    ...(validateHorizontalPodAutoscalerSpec(newAutoscaler.spec ?? Z, field_NewPath('spec'), opts) ?? []),
  );
  return allErrs;
}

function ValidateHostAliases(hostAliases, fldPath) {
  let allErrs = [];
  {
    const list1 = hostAliases ?? [];
    for (let i = 0; i < list1.length; i++) {
      let hostAlias = list1[i];
      allErrs = push(
        allErrs,
        ...(IsValidIPForLegacyField(
          Path_Child(Path_Index(fldPath, i), 'ip'),
          hostAlias.ip ?? '',
          undefined,
        ) ?? []),
      );
      {
        const list2 = hostAlias.hostnames ?? [];
        for (let j = 0; j < list2.length; j++) {
          let hostname = list2[j];
          allErrs = push(
            allErrs,
            ...(ValidateDNS1123Subdomain(
              hostname,
              Path_Index(Path_Child(Path_Index(fldPath, i), 'hostnames'), j),
            ) ?? []),
          );
        }
      }
    }
  }
  return allErrs;
}

function ValidateHostSysctl(sysctl, spec, fldPath) {
  const r1 = GetNamespace(sysctl);
  let ns = r1[0];
  switch (true) {
    case (spec.hostNetwork ?? false) && ns === 'Net': {
      return field_Invalid(fldPath, sysctl, "may not be specified when 'hostNetwork' is true");
      break;
    }
    case (spec.hostIPC ?? false) && ns === 'IPC': {
      return field_Invalid(fldPath, sysctl, "may not be specified when 'hostIPC' is true");
      break;
    }
  }
  return undefined;
}

function ValidateImmutableAnnotation(newVal, oldVal, annotation, fldPath) {
  let allErrs = [];
  if (oldVal !== newVal) {
    allErrs = push(
      allErrs,
      field_Invalid(Path_Child(fldPath, 'annotations', annotation), newVal, 'field is immutable'),
    );
  }
  return allErrs;
}

function ValidateImmutableField(newVal, oldVal, fldPath) {
  let allErrs = [];
  if (!Equalities_DeepEqual(equality_Semantic.Equalities, oldVal, newVal)) {
    allErrs = push(allErrs, field_Invalid(fldPath, newVal, 'field is immutable'));
  }
  return allErrs;
}

const ValidateIngressClassName = lazy(() => NameIsDNSSubdomain);

function ValidateIngressCreate(ingress) {
  let allErrs = [];
  let opts = {
    AllowInvalidSecretName: false,
    AllowInvalidWildcardHostRule: false,
    AllowRelaxedServiceNameValidation: allowRelaxedServiceNameValidation(undefined),
  };
  allErrs = push(allErrs, ...(validateIngress(ingress, opts) ?? []));
  const r1 = mapFind((ingress.metadata ?? Z).annotations, 'kubernetes.io/ingress.class', '');
  let annotationVal = r1[0];
  let annotationIsSet = r1[1];
  if (
    annotationIsSet &&
    (ingress.spec ?? Z).ingressClassName != null &&
    annotationVal !== (ingress.spec ?? Z).ingressClassName
  ) {
    let annotationPath = Path_Child(field_NewPath('annotations'), 'kubernetes.io/ingress.class');
    allErrs = push(
      allErrs,
      field_Invalid(annotationPath, annotationVal, 'must match `ingressClassName` when both are specified'),
    );
  }
  return allErrs;
}

function ValidateIngressLoadBalancerStatus(status, oldStatus, fldPath) {
  let allErrs = [];
  let existingIngressIPs = undefined;
  if (oldStatus != null) {
    existingIngressIPs = [];
    for (let ingress of oldStatus.ingress ?? []) {
      if (textLength(ingress.ip ?? '') > 0) {
        existingIngressIPs = push(existingIngressIPs, ingress.ip ?? '');
      }
    }
  }
  {
    const list1 = status.ingress ?? [];
    for (let i = 0; i < list1.length; i++) {
      let ingress2 = list1[i];
      let idxPath = Path_Index(Path_Child(fldPath, 'ingress'), i);
      if (textLength(ingress2.ip ?? '') > 0) {
        allErrs = push(
          allErrs,
          ...(IsValidIPForLegacyField(Path_Child(idxPath, 'ip'), ingress2.ip ?? '', existingIngressIPs) ??
            []),
        );
      }
      if (textLength(ingress2.hostname ?? '') > 0) {
        for (let msg of IsDNS1123Subdomain(ingress2.hostname ?? '') ?? []) {
          allErrs = push(
            allErrs,
            field_Invalid(Path_Child(idxPath, 'hostname'), ingress2.hostname ?? '', msg),
          );
        }
        {
          let isIP = ParseIPSloppy()(ingress2.hostname ?? '') != null;
          if (isIP) {
            allErrs = push(
              allErrs,
              field_Invalid(
                Path_Child(idxPath, 'hostname'),
                ingress2.hostname ?? '',
                'must be a DNS name, not an IP address',
              ),
            );
          }
        }
      }
    }
  }
  return allErrs;
}

const ValidateIngressName = lazy(() => NameIsDNSSubdomain);

function ValidateIngressSpec(spec, fldPath, opts) {
  let allErrs = [];
  if (listLength(spec.rules) === 0 && spec.defaultBackend == null) {
    let errMsg = fmt_Sprintf('either `%s` or `rules` must be specified', 'defaultBackend');
    allErrs = push(allErrs, field_Invalid(fldPath, spec.rules, errMsg));
  }
  if (spec.defaultBackend != null) {
    allErrs = push(
      allErrs,
      ...(validateIngressBackend(spec.defaultBackend, Path_Child(fldPath, 'defaultBackend'), opts) ?? []),
    );
  }
  if (listLength(spec.rules) > 0) {
    allErrs = push(allErrs, ...(validateIngressRules(spec.rules, Path_Child(fldPath, 'rules'), opts) ?? []));
  }
  if (listLength(spec.tls) > 0) {
    allErrs = push(allErrs, ...(validateIngressTLS(spec, Path_Child(fldPath, 'tls'), opts) ?? []));
  }
  if (spec.ingressClassName != null) {
    for (let msg of ValidateIngressClassName()(spec.ingressClassName, false) ?? []) {
      allErrs = push(
        allErrs,
        field_Invalid(Path_Child(fldPath, 'ingressClassName'), spec.ingressClassName, msg),
      );
    }
  }
  return allErrs;
}

function ValidateIngressStatusUpdate(ingress, oldIngress) {
  let allErrs = ValidateObjectMetaUpdate(
    (ingress.metadata ??= {}),
    (oldIngress.metadata ??= {}),
    field_NewPath('metadata'),
  );
  allErrs = push(
    allErrs,
    ...(ValidateIngressLoadBalancerStatus(
      ((ingress.status ??= {}).loadBalancer ??= {}),
      ((oldIngress.status ??= {}).loadBalancer ??= {}),
      field_NewPath('status', 'loadBalancer'),
    ) ?? []),
  );
  return allErrs;
}

function ValidateIngressUpdate(ingress, oldIngress) {
  let allErrs = ValidateObjectMetaUpdate(
    (ingress.metadata ??= {}),
    (oldIngress.metadata ??= {}),
    field_NewPath('metadata'),
  );
  let opts = {
    AllowInvalidSecretName: allowInvalidSecretName(oldIngress),
    AllowInvalidWildcardHostRule: allowInvalidWildcardHostRule(oldIngress),
    AllowRelaxedServiceNameValidation: allowRelaxedServiceNameValidation(oldIngress),
  };
  allErrs = push(allErrs, ...(validateIngress(ingress, opts) ?? []));
  return allErrs;
}

function ValidateInitContainerStateTransition(newStatuses, oldStatuses, fldpath, podSpec, opts) {
  let allErrs = [];
  if (opts.AllowContainerRestartPolicyRules ?? false) {
    let v1PodSpec = {};
    let err = Convert_core_PodSpec_To_v1_PodSpec(podSpec, v1PodSpec, undefined);
    if (err != null) {
      allErrs = push(
        allErrs,
        field_InternalError(fldpath, fmt_Errorf('invalid %q: %v', fldpath, error_Error(err))),
      );
    }
    if (opts.AllowRestartAllContainers ?? false) {
      if (AllContainersCouldRestart(v1PodSpec)) {
        return allErrs;
      }
    }
    {
      const list1 = oldStatuses ?? [];
      for (let i = 0; i < list1.length; i++) {
        let oldStatus = list1[i];
        if ((oldStatus.state ?? Z).terminated == null) {
          continue;
        }
        for (let newStatus of newStatuses ?? []) {
          if (
            (newStatus.name ?? '') === (oldStatus.name ?? '') &&
            (newStatus.state ?? Z).terminated == null
          ) {
            let allowed = false;
            for (let c of v1PodSpec.initContainers ?? []) {
              if ((c.name ?? '') === (oldStatus.name ?? '')) {
                allowed = ContainerShouldRestart(
                  c,
                  v1PodSpec,
                  (oldStatus.state ?? Z).terminated.exitCode ?? 0,
                );
                break;
              }
            }
            if (!allowed) {
              allErrs = push(
                allErrs,
                field_Forbidden(
                  Path_Child(Path_Index(fldpath, i), 'state'),
                  'may not be transitioned to non-terminated state',
                ),
              );
            }
            break;
          }
        }
      }
    }
    return allErrs;
  }
  if ((podSpec.restartPolicy ?? '') === 'Always') {
    return allErrs;
  }
  {
    const list2 = oldStatuses ?? [];
    for (let i2 = 0; i2 < list2.length; i2++) {
      let oldStatus2 = list2[i2];
      if ((oldStatus2.state ?? Z).terminated == null) {
        continue;
      }
      if (
        ((oldStatus2.state ?? Z).terminated.exitCode ?? 0) !== 0 &&
        (podSpec.restartPolicy ?? '') === 'OnFailure'
      ) {
        continue;
      }
      let isRestartableInitCtr = false;
      for (let c2 of podSpec.initContainers ?? []) {
        if ((oldStatus2.name ?? '') === (c2.name ?? '')) {
          if (isRestartableInitContainer(c2)) {
            isRestartableInitCtr = true;
          }
          break;
        }
      }
      if (isRestartableInitCtr) {
        continue;
      }
      for (let newStatus2 of newStatuses ?? []) {
        if (
          (oldStatus2.name ?? '') === (newStatus2.name ?? '') &&
          (newStatus2.state ?? Z).terminated == null
        ) {
          allErrs = push(
            allErrs,
            field_Forbidden(
              Path_Child(Path_Index(fldpath, i2), 'state'),
              'may not be transitioned to non-terminated state',
            ),
          );
        }
      }
    }
  }
  return allErrs;
}

function ValidateJobCreate(job, opts) {
  let allErrs = ValidateObjectMeta(
    (job.metadata ??= {}),
    true,
    NameIsDNSSubdomain,
    field_NewPath('metadata'),
  );
  allErrs = push(allErrs, ...(validateGeneratedSelector(job, opts.RequirePrefixedLabels ?? false) ?? []));
  allErrs = push(
    allErrs,
    ...(ValidateJobSpec(
      (job.spec ??= {}),
      undefined,
      field_NewPath('spec'),
      opts.PodValidationOptions ?? Z,
    ) ?? []),
  );
  allErrs = push(allErrs, ...(validateNameAllowsCompletions(job, opts) ?? []));
  return allErrs;
}

function ValidateJobSpec(spec, oldSpec, fldPath, opts) {
  let allErrs = validateJobSpec(spec, oldSpec, fldPath, opts);
  if (spec.selector == null) {
    allErrs = push(allErrs, field_Required(Path_Child(fldPath, 'selector'), ''));
  } else {
    let labelSelectorValidationOpts = {
      AllowInvalidLabelValueInSelector: opts.AllowInvalidLabelValueInSelector ?? false,
    };
    allErrs = push(
      allErrs,
      ...(ValidateLabelSelector(
        spec.selector,
        labelSelectorValidationOpts,
        Path_Child(fldPath, 'selector'),
      ) ?? []),
    );
  }
  {
    const r1 = labelSelectorAsSelector(spec.selector);
    let selector = r1[0];
    let err = r1[1];
    if (err == null) {
      let labels = ((spec.template ?? Z).metadata ?? Z).labels;
      if (!Selector_Matches(selector, labels)) {
        allErrs = push(
          allErrs,
          field_Invalid(
            Path_Child(fldPath, 'template', 'metadata', 'labels'),
            ((spec.template ?? Z).metadata ?? Z).labels,
            '`selector` does not match template `labels`',
          ),
        );
      }
    }
  }
  return allErrs;
}

function ValidateJobSpecUpdate(spec, oldSpec, fldPath, opts) {
  let allErrs = [];
  allErrs = push(allErrs, ...(ValidateJobSpec(spec, oldSpec, fldPath, opts.PodValidationOptions ?? Z) ?? []));
  allErrs = push(
    allErrs,
    ...(validateCompletions(spec, oldSpec, Path_Child(fldPath, 'completions'), opts) ?? []),
  );
  allErrs = push(
    allErrs,
    ...(core_validation_ValidateImmutableField(
      spec.selector,
      oldSpec.selector,
      Path_Child(fldPath, 'selector'),
    ) ?? []),
  );
  allErrs = push(allErrs, ...(validatePodTemplateUpdate(spec, oldSpec, fldPath, opts) ?? []));
  allErrs = push(
    allErrs,
    ...(core_validation_ValidateImmutableField(
      spec.completionMode,
      oldSpec.completionMode,
      Path_Child(fldPath, 'completionMode'),
    ) ?? []),
  );
  allErrs = push(
    allErrs,
    ...(core_validation_ValidateImmutableField(
      spec.podFailurePolicy,
      oldSpec.podFailurePolicy,
      Path_Child(fldPath, 'podFailurePolicy'),
    ) ?? []),
  );
  allErrs = push(
    allErrs,
    ...(core_validation_ValidateImmutableField(
      spec.backoffLimitPerIndex,
      oldSpec.backoffLimitPerIndex,
      Path_Child(fldPath, 'backoffLimitPerIndex'),
    ) ?? []),
  );
  allErrs = push(
    allErrs,
    ...(core_validation_ValidateImmutableField(
      spec.managedBy,
      oldSpec.managedBy,
      Path_Child(fldPath, 'managedBy'),
    ) ?? []),
  );
  allErrs = push(
    allErrs,
    ...(core_validation_ValidateImmutableField(
      spec.successPolicy,
      oldSpec.successPolicy,
      Path_Child(fldPath, 'successPolicy'),
    ) ?? []),
  );
  allErrs = push(
    allErrs,
    ...(validateJobSchedulingUpdate(spec, oldSpec, Path_Child(fldPath, 'scheduling')) ?? []),
  );
  return allErrs;
}

function ValidateJobStatusUpdate(job, oldJob, opts) {
  let allErrs = [];
  let statusFld = field_NewPath('status');
  allErrs = push(allErrs, ...(validateJobStatus(job, statusFld, opts) ?? []));
  if (opts.RejectDisablingTerminalCondition ?? false) {
    for (let cType of ['Failed', 'Complete', 'FailureTarget'] ?? []) {
      if (
        IsConditionTrue((oldJob.status ?? Z).conditions, cType) &&
        !IsConditionTrue((job.status ?? Z).conditions, cType)
      ) {
        allErrs = push(
          allErrs,
          field_Invalid(
            Path_Child(statusFld, 'conditions'),
            {},
            fmt_Sprintf('cannot disable the terminal %s=True condition', cType),
          ),
        );
      }
    }
  }
  if (opts.RejectDecreasingFailedCounter ?? false) {
    if (((job.status ?? Z).failed ?? 0) < ((oldJob.status ?? Z).failed ?? 0)) {
      allErrs = push(
        allErrs,
        field_Invalid(
          Path_Child(statusFld, 'failed'),
          (job.status ?? Z).failed ?? 0,
          'cannot decrease the failed counter',
        ),
      );
    }
  }
  if (opts.RejectDecreasingSucceededCounter ?? false) {
    if (((job.status ?? Z).succeeded ?? 0) < ((oldJob.status ?? Z).succeeded ?? 0)) {
      allErrs = push(
        allErrs,
        field_Invalid(
          Path_Child(statusFld, 'succeeded'),
          (job.status ?? Z).succeeded ?? 0,
          'cannot decrease the succeeded counter',
        ),
      );
    }
  }
  if (opts.RejectMutatingCompletionTime ?? false) {
    if (
      (job.status ?? Z).completionTime != null &&
      (oldJob.status ?? Z).completionTime != null &&
      !Equal((job.status ?? Z).completionTime, (oldJob.status ?? Z).completionTime)
    ) {
      allErrs = push(
        allErrs,
        field_Invalid(
          Path_Child(statusFld, 'completionTime'),
          (job.status ?? Z).completionTime,
          'field is immutable',
        ),
      );
    }
  }
  if (opts.RejectStartTimeUpdateForUnsuspendedJob ?? false) {
    if (
      (oldJob.status ?? Z).startTime != null &&
      !Equal((oldJob.status ?? Z).startTime, (job.status ?? Z).startTime) &&
      !Deref((job.spec ?? Z).suspend, false)
    ) {
      allErrs = push(
        allErrs,
        field_Invalid(
          Path_Child(statusFld, 'startTime'),
          (job.status ?? Z).startTime,
          'field is immutable for unsuspended job once set',
        ),
      );
    }
  }
  if (isJobSuccessCriteriaMet(oldJob) && !isJobSuccessCriteriaMet(job)) {
    allErrs = push(
      allErrs,
      field_Invalid(
        Path_Child(statusFld, 'conditions'),
        {},
        'cannot disable the SuccessCriteriaMet=True condition',
      ),
    );
  }
  if (IsJobComplete(oldJob) && !isJobSuccessCriteriaMet(oldJob) && isJobSuccessCriteriaMet(job)) {
    allErrs = push(
      allErrs,
      field_Invalid(
        Path_Child(statusFld, 'conditions'),
        {},
        'cannot set SuccessCriteriaMet=True for Job already has Complete=true conditions',
      ),
    );
  }
  return allErrs;
}

function ValidateJobTemplateSpec(spec, oldSpec, fldPath, opts) {
  let oldJobSpec = undefined;
  if (oldSpec != null) {
    oldJobSpec = oldSpec.spec ??= {};
  }
  let allErrs = validateJobSpec((spec.spec ??= {}), oldJobSpec, Path_Child(fldPath, 'spec'), opts);
  if ((spec.spec ?? Z).selector != null) {
    allErrs = push(
      allErrs,
      field_Invalid(
        Path_Child(fldPath, 'spec', 'selector'),
        (spec.spec ?? Z).selector,
        '`selector` will be auto-generated',
      ),
    );
  }
  if ((spec.spec ?? Z).manualSelector != null && (spec.spec ?? Z).manualSelector) {
    allErrs = push(
      allErrs,
      field_NotSupported(Path_Child(fldPath, 'spec', 'manualSelector'), (spec.spec ?? Z).manualSelector, [
        'nil',
        'false',
      ]),
    );
  }
  return allErrs;
}

function ValidateJobUpdate(job, oldJob, opts) {
  let allErrs = ValidateObjectMetaUpdate(
    (job.metadata ??= {}),
    (oldJob.metadata ??= {}),
    field_NewPath('metadata'),
  );
  allErrs = push(
    allErrs,
    ...(ValidateJobSpecUpdate(job.spec ?? Z, oldJob.spec ?? Z, field_NewPath('spec'), opts) ?? []),
  );
  allErrs = push(allErrs, ...(validateNameAllowsCompletions(job, opts) ?? []));
  return allErrs;
}

function ValidateJobUpdateStatus(job, oldJob, opts) {
  let allErrs = ValidateObjectMetaUpdate(
    (job.metadata ??= {}),
    (oldJob.metadata ??= {}),
    field_NewPath('metadata'),
  );
  allErrs = push(allErrs, ...(ValidateJobStatusUpdate(job, oldJob, opts) ?? []));
  return allErrs;
}

function ValidateLabelName(labelName, fldPath) {
  let allErrs = [];
  for (let msg of IsQualifiedName()(labelName) ?? []) {
    allErrs = push(allErrs, Error_WithOrigin(field_Invalid(fldPath, labelName, msg), 'format=k8s-label-key'));
  }
  return allErrs;
}

function ValidateLabelSelector(ps, opts, fldPath) {
  let allErrs = [];
  if (ps == null) {
    return allErrs;
  }
  allErrs = push(allErrs, ...(ValidateLabels(ps.matchLabels, Path_Child(fldPath, 'matchLabels')) ?? []));
  {
    const list1 = ps.matchExpressions ?? [];
    for (let i = 0; i < list1.length; i++) {
      let expr = list1[i];
      allErrs = push(
        allErrs,
        ...(ValidateLabelSelectorRequirement(
          expr,
          opts,
          Path_Index(Path_Child(fldPath, 'matchExpressions'), i),
        ) ?? []),
      );
    }
  }
  return allErrs;
}

function ValidateLabelSelectorRequirement(sr, opts, fldPath) {
  let allErrs = [];
  {
    const tag1 = sr.operator ?? '';
    switch (tag1) {
      case 'In':
      case 'NotIn': {
        if (listLength(sr.values) === 0) {
          allErrs = push(
            allErrs,
            field_Required(
              Path_Child(fldPath, 'values'),
              "must be specified when `operator` is 'In' or 'NotIn'",
            ),
          );
        }
        break;
      }
      case 'Exists':
      case 'DoesNotExist': {
        if (listLength(sr.values) > 0) {
          allErrs = push(
            allErrs,
            field_Forbidden(
              Path_Child(fldPath, 'values'),
              "may not be specified when `operator` is 'Exists' or 'DoesNotExist'",
            ),
          );
        }
        break;
      }
      default: {
        if (!(opts.AllowUnknownOperatorInRequirement ?? false)) {
          allErrs = push(
            allErrs,
            field_Invalid(
              Path_Child(fldPath, 'operator'),
              sr.operator ?? '',
              'not a valid selector operator',
            ),
          );
        }
        break;
      }
    }
  }
  allErrs = push(allErrs, ...(ValidateLabelName(sr.key ?? '', Path_Child(fldPath, 'key')) ?? []));
  if (!(opts.AllowInvalidLabelValueInSelector ?? false)) {
    {
      const list2 = sr.values ?? [];
      for (let valueIndex = 0; valueIndex < list2.length; valueIndex++) {
        let value = list2[valueIndex];
        for (let msg of IsValidLabelValue()(value) ?? []) {
          allErrs = push(
            allErrs,
            field_Invalid(Path_Index(Path_Child(fldPath, 'values'), valueIndex), value, msg),
          );
        }
      }
    }
  }
  return allErrs;
}

function ValidateLabels(labels, fldPath) {
  let allErrs = [];
  for (let [k, v] of mapEntries(labels)) {
    allErrs = push(allErrs, ...(ValidateLabelName(k, fldPath) ?? []));
    for (let msg of IsValidLabelValue()(v) ?? []) {
      allErrs = push(allErrs, Error_WithOrigin(field_Invalid(fldPath, v, msg), 'format=k8s-label-value'));
    }
  }
  return allErrs;
}

function ValidateLease(lease) {
  let allErrs = api_validation_ValidateObjectMeta(
    (lease.metadata ??= {}),
    true,
    NameIsDNSSubdomain,
    field_NewPath('metadata'),
  );
  allErrs = push(allErrs, ...(ValidateLeaseSpec((lease.spec ??= {}), field_NewPath('spec')) ?? []));
  return allErrs;
}

function ValidateLeaseSpec(spec, fldPath) {
  let allErrs = [];
  if (spec.leaseDurationSeconds != null && spec.leaseDurationSeconds <= 0) {
    let fld = Path_Child(fldPath, 'leaseDurationSeconds');
    allErrs = push(allErrs, field_Invalid(fld, spec.leaseDurationSeconds, 'must be greater than 0'));
  }
  if (spec.leaseTransitions != null && spec.leaseTransitions < 0) {
    let fld2 = Path_Child(fldPath, 'leaseTransitions');
    allErrs = push(allErrs, field_Invalid(fld2, spec.leaseTransitions, 'must be greater than or equal to 0'));
  }
  if (spec.strategy != null) {
    allErrs = push(
      allErrs,
      ...(ValidateCoordinatedLeaseStrategy(spec.strategy, Path_Child(fldPath, 'strategy')) ?? []),
    );
  }
  if (
    spec.preferredHolder != null &&
    spec.preferredHolder !== '' &&
    (spec.strategy == null || spec.strategy === '')
  ) {
    allErrs = push(
      allErrs,
      field_Forbidden(
        Path_Child(fldPath, 'preferredHolder'),
        'may only be specified if `strategy` is defined',
      ),
    );
  }
  return allErrs;
}

function ValidateLeaseUpdate(lease, oldLease) {
  let allErrs = api_validation_ValidateObjectMetaUpdate(
    (lease.metadata ??= {}),
    (oldLease.metadata ??= {}),
    field_NewPath('metadata'),
  );
  allErrs = push(allErrs, ...(ValidateLeaseSpec((lease.spec ??= {}), field_NewPath('spec')) ?? []));
  return allErrs;
}

function ValidateLoadBalancerStatus(status, oldStatus, fldPath, spec) {
  let allErrs = [];
  let ingrPath = Path_Child(fldPath, 'ingress');
  if ((spec.type ?? '') !== 'LoadBalancer' && listLength(status.ingress) !== 0) {
    allErrs = push(allErrs, field_Forbidden(ingrPath, "may only be used when `spec.type` is 'LoadBalancer'"));
  } else {
    let existingIngressIPs = undefined;
    if (oldStatus != null) {
      existingIngressIPs = [];
      for (let ingress of oldStatus.ingress ?? []) {
        if (textLength(ingress.ip ?? '') > 0) {
          existingIngressIPs = push(existingIngressIPs, ingress.ip ?? '');
        }
      }
    }
    {
      const list1 = status.ingress ?? [];
      for (let i = 0; i < list1.length; i++) {
        let ingress2 = list1[i];
        let idxPath = Path_Index(ingrPath, i);
        if (textLength(ingress2.ip ?? '') > 0) {
          allErrs = push(
            allErrs,
            ...(IsValidIPForLegacyField(Path_Child(idxPath, 'ip'), ingress2.ip ?? '', existingIngressIPs) ??
              []),
          );
        }
        if (ingress2.ipMode == null) {
          if (textLength(ingress2.ip ?? '') > 0) {
            allErrs = push(
              allErrs,
              field_Required(Path_Child(idxPath, 'ipMode'), 'must be specified when `ip` is set'),
            );
          }
        } else {
          if (ingress2.ipMode != null && textLength(ingress2.ip ?? '') === 0) {
            allErrs = push(
              allErrs,
              field_Forbidden(Path_Child(idxPath, 'ipMode'), 'may not be specified when `ip` is not set'),
            );
          } else {
            if (ingress2.ipMode != null && !Set_Has(supportedLoadBalancerIPMode(), ingress2.ipMode)) {
              allErrs = push(
                allErrs,
                field_NotSupported(
                  Path_Child(idxPath, 'ipMode'),
                  ingress2.ipMode,
                  sets_List(supportedLoadBalancerIPMode()),
                ),
              );
            }
          }
        }
        if (textLength(ingress2.hostname ?? '') > 0) {
          for (let msg of IsDNS1123Subdomain(ingress2.hostname ?? '') ?? []) {
            allErrs = push(
              allErrs,
              field_Invalid(Path_Child(idxPath, 'hostname'), ingress2.hostname ?? '', msg),
            );
          }
          {
            let isIP = ParseIPSloppy()(ingress2.hostname ?? '') != null;
            if (isIP) {
              allErrs = push(
                allErrs,
                field_Invalid(
                  Path_Child(idxPath, 'hostname'),
                  ingress2.hostname ?? '',
                  'must be a DNS name, not an IP address',
                ),
              );
            }
          }
        }
      }
    }
  }
  return allErrs;
}

function ValidateLocalNonReservedPath(targetPath, fldPath) {
  let allErrs = [];
  allErrs = push(allErrs, ...(validateLocalDescendingPath(targetPath, fldPath) ?? []));
  if (strings_HasPrefix(targetPath, '..') && !strings_HasPrefix(targetPath, '../')) {
    allErrs = push(allErrs, field_Invalid(fldPath, targetPath, "must not start with '..'"));
  }
  return allErrs;
}

function ValidateManagedFields(fieldsList, fldPath, ...opts) {
  let coveredByDeclarative = false;
  for (let opt of opts ?? []) {
    if (opt === 1) {
      coveredByDeclarative = true;
    }
  }
  let allErrs = undefined;
  {
    const list1 = fieldsList ?? [];
    for (let i = 0; i < list1.length; i++) {
      let fields = list1[i];
      let fldPath2 = Path_Index(fldPath, i);
      {
        const tag2 = fields.operation ?? '';
        switch (tag2) {
          case '': {
            let err = field_Required(Path_Child(fldPath2, 'operation'), 'must not be empty');
            if (coveredByDeclarative) {
              err = Error_MarkCoveredByDeclarative(err);
            }
            allErrs = push(allErrs, err);
            break;
          }
          case 'Apply':
          case 'Update': {
            break;
          }
          default: {
            let err2 = field_NotSupported(Path_Child(fldPath2, 'operation'), fields.operation ?? '', [
              'Apply',
              'Update',
            ]);
            if (coveredByDeclarative) {
              err2 = Error_MarkCoveredByDeclarative(err2);
            }
            allErrs = push(allErrs, err2);
            break;
          }
        }
      }
      if (textLength(fields.fieldsType ?? '') > 0 && (fields.fieldsType ?? '') !== 'FieldsV1') {
        allErrs = push(
          allErrs,
          field_Invalid(Path_Child(fldPath2, 'fieldsType'), fields.fieldsType ?? '', 'must be `FieldsV1`'),
        );
      }
      allErrs = push(
        allErrs,
        ...(ValidateFieldManager(fields.manager ?? '', Path_Child(fldPath2, 'manager')) ?? []),
      );
      if (textLength(fields.subresource ?? '') > 256) {
        allErrs = push(allErrs, field_TooLong(Path_Child(fldPath2, 'subresource'), '', 256));
      }
    }
  }
  return allErrs;
}

function ValidateMatchLabelKeysAndMismatchLabelKeys(
  fldPath,
  matchLabelKeys,
  mismatchLabelKeys,
  labelSelector,
) {
  let allErrs = undefined;
  allErrs = push(
    allErrs,
    ...(validateLabelKeys(Path_Child(fldPath, 'matchLabelKeys'), matchLabelKeys, labelSelector) ?? []),
  );
  allErrs = push(
    allErrs,
    ...(validateLabelKeys(Path_Child(fldPath, 'mismatchLabelKeys'), mismatchLabelKeys, labelSelector) ?? []),
  );
  if (labelSelector != null) {
    let labelKeysMap = mapOf([]);
    {
      const list1 = matchLabelKeys ?? [];
      for (let i = 0; i < list1.length; i++) {
        let key = list1[i];
        mapSet(labelKeysMap, key, i);
      }
    }
    let labelSelectorKeys = sets_New();
    for (let [key2] of mapEntries(labelSelector.matchLabels)) {
      Set_Insert(labelSelectorKeys, key2);
    }
    for (let matchExpression of labelSelector.matchExpressions ?? []) {
      let key3 = matchExpression.key ?? '';
      {
        const r2 = mapFind(labelKeysMap, key3, 0);
        let i2 = r2[0];
        let ok = r2[1];
        if (ok && Set_Has(labelSelectorKeys, key3)) {
          allErrs = push(
            allErrs,
            Error_WithOrigin(
              field_Invalid(Path_Index(fldPath, i2), key3, 'exists in both matchLabelKeys and labelSelector'),
              'duplicatedLabelKeys',
            ),
          );
        }
      }
      Set_Insert(labelSelectorKeys, key3);
    }
  }
  let mismatchLabelKeysSet = sets_New(...(mismatchLabelKeys ?? []));
  {
    const list3 = matchLabelKeys ?? [];
    for (let i3 = 0; i3 < list3.length; i3++) {
      let k = list3[i3];
      if (Set_Has(mismatchLabelKeysSet, k)) {
        allErrs = push(
          allErrs,
          Error_WithOrigin(
            field_Invalid(
              Path_Index(Path_Child(fldPath, 'matchLabelKeys'), i3),
              k,
              'exists in both matchLabelKeys and mismatchLabelKeys',
            ),
            'duplicatedMismatchLabelKeys',
          ),
        );
      }
    }
  }
  return allErrs;
}

function ValidateMatchLabelKeysInTopologySpread(fldPath, matchLabelKeys, labelSelector) {
  if (listLength(matchLabelKeys) === 0) {
    return undefined;
  }
  let allErrs = undefined;
  let labelSelectorKeys = sets_New();
  if (labelSelector != null) {
    for (let [key] of mapEntries(labelSelector.matchLabels)) {
      Set_Insert(labelSelectorKeys, key);
    }
    for (let matchExpression of labelSelector.matchExpressions ?? []) {
      Set_Insert(labelSelectorKeys, matchExpression.key ?? '');
    }
  } else {
    allErrs = push(allErrs, field_Forbidden(fldPath, 'must not be specified when labelSelector is not set'));
  }
  {
    const list1 = matchLabelKeys ?? [];
    for (let i = 0; i < list1.length; i++) {
      let key2 = list1[i];
      allErrs = push(allErrs, ...(ValidateLabelName(key2, Path_Index(fldPath, i)) ?? []));
      if (Set_Has(labelSelectorKeys, key2)) {
        allErrs = push(
          allErrs,
          Error_WithOrigin(
            field_Invalid(Path_Index(fldPath, i), key2, 'exists in both matchLabelKeys and labelSelector'),
            'duplicatedLabelKeys',
          ),
        );
      }
    }
  }
  return allErrs;
}

function ValidateNamespace(namespace) {
  let allErrs = ValidateObjectMeta(
    (namespace.metadata ??= {}),
    false,
    ValidateNamespaceName(),
    field_NewPath('metadata'),
  );
  {
    const list1 = (namespace.spec ?? Z).finalizers ?? [];
    for (let i = 0; i < list1.length; i++) {
      allErrs = push(
        allErrs,
        ...(validateFinalizerName((namespace.spec ?? Z).finalizers[i], field_NewPath('spec', 'finalizers')) ??
          []),
      );
    }
  }
  return allErrs;
}

const ValidateNamespaceName = lazy(() => api_validation_ValidateNamespaceName());

function ValidateNamespaceStatusUpdate(newNamespace, oldNamespace) {
  let allErrs = ValidateObjectMetaUpdate(
    (newNamespace.metadata ??= {}),
    (oldNamespace.metadata ??= {}),
    field_NewPath('metadata'),
  );
  if (meta_v1_Time_IsZero((newNamespace.metadata ?? Z).deletionTimestamp)) {
    if (((newNamespace.status ?? Z).phase ?? '') !== 'Active') {
      allErrs = push(
        allErrs,
        field_Invalid(
          field_NewPath('status', 'Phase'),
          (newNamespace.status ?? Z).phase ?? '',
          "may only be 'Active' if `deletionTimestamp` is empty",
        ),
      );
    }
  } else {
    if (((newNamespace.status ?? Z).phase ?? '') !== 'Terminating') {
      allErrs = push(
        allErrs,
        field_Invalid(
          field_NewPath('status', 'Phase'),
          (newNamespace.status ?? Z).phase ?? '',
          "may only be 'Terminating' if `deletionTimestamp` is not empty",
        ),
      );
    }
  }
  return allErrs;
}

function ValidateNamespaceUpdate(newNamespace, oldNamespace) {
  let allErrs = ValidateObjectMetaUpdate(
    (newNamespace.metadata ??= {}),
    (oldNamespace.metadata ??= {}),
    field_NewPath('metadata'),
  );
  return allErrs;
}

function ValidateNoNewFinalizers(newFinalizers, oldFinalizers, fldPath) {
  let allErrs = [];
  let extra = String_Difference(
    sets_NewString(...(newFinalizers ?? [])),
    sets_NewString(...(oldFinalizers ?? [])),
  );
  if (Set_Len(extra) !== 0) {
    allErrs = push(
      allErrs,
      field_Forbidden(
        fldPath,
        fmt_Sprintf(
          'no new finalizers can be added if the object is being deleted, found new finalizers %#v',
          String_List(extra),
        ),
      ),
    );
  }
  return allErrs;
}

function ValidateNodeFieldSelectorRequirement(req, fldPath) {
  let allErrs = [];
  {
    const tag1 = req.operator ?? '';
    switch (tag1) {
      case 'In':
      case 'NotIn': {
        if (listLength(req.values) !== 1) {
          allErrs = push(
            allErrs,
            field_Required(
              Path_Child(fldPath, 'values'),
              "must be only one value when `operator` is 'In' or 'NotIn' for node field selector",
            ),
          );
        }
        break;
      }
      default: {
        allErrs = push(
          allErrs,
          field_Invalid(Path_Child(fldPath, 'operator'), req.operator ?? '', 'not a valid selector operator'),
        );
        break;
      }
    }
  }
  {
    const r2 = mapFind(nodeFieldSelectorValidators(), req.key ?? '', undefined);
    let vf = r2[0];
    let found = r2[1];
    if (!found) {
      allErrs = push(
        allErrs,
        field_Invalid(Path_Child(fldPath, 'key'), req.key ?? '', 'not a valid field selector key'),
      );
    } else {
      {
        const list3 = req.values ?? [];
        for (let i = 0; i < list3.length; i++) {
          let v = list3[i];
          for (let msg of vf(v, false) ?? []) {
            allErrs = push(allErrs, field_Invalid(Path_Index(Path_Child(fldPath, 'values'), i), v, msg));
          }
        }
      }
    }
  }
  return allErrs;
}

const ValidateNodeName = lazy(() => NameIsDNSSubdomain);

function ValidateNodeSelector(nodeSelector, allowInvalidLabelValueInRequiredNodeAffinity, fldPath) {
  let allErrs = [];
  let termFldPath = Path_Child(fldPath, 'nodeSelectorTerms');
  if (listLength(nodeSelector.nodeSelectorTerms) === 0) {
    return [...(allErrs ?? []), field_Required(termFldPath, 'must have at least one node selector term')];
  }
  {
    const list1 = nodeSelector.nodeSelectorTerms ?? [];
    for (let i = 0; i < list1.length; i++) {
      let term = list1[i];
      allErrs = push(
        allErrs,
        ...(ValidateNodeSelectorTerm(
          term,
          allowInvalidLabelValueInRequiredNodeAffinity,
          Path_Index(termFldPath, i),
        ) ?? []),
      );
    }
  }
  return allErrs;
}

function ValidateNodeSelectorRequirement(rq, allowInvalidLabelValueInRequiredNodeAffinity, fldPath) {
  let allErrs = [];
  {
    const tag1 = rq.operator ?? '';
    switch (tag1) {
      case 'In':
      case 'NotIn': {
        if (listLength(rq.values) === 0) {
          allErrs = push(
            allErrs,
            field_Required(
              Path_Child(fldPath, 'values'),
              "must be specified when `operator` is 'In' or 'NotIn'",
            ),
          );
        }
        break;
      }
      case 'Exists':
      case 'DoesNotExist': {
        if (listLength(rq.values) > 0) {
          allErrs = push(
            allErrs,
            field_Forbidden(
              Path_Child(fldPath, 'values'),
              "may not be specified when `operator` is 'Exists' or 'DoesNotExist'",
            ),
          );
        }
        break;
      }
      case 'Gt':
      case 'Lt': {
        if (listLength(rq.values) !== 1) {
          allErrs = push(
            allErrs,
            field_Required(
              Path_Child(fldPath, 'values'),
              "must be specified single value when `operator` is 'Lt' or 'Gt'",
            ),
          );
        }
        break;
      }
      default: {
        allErrs = push(
          allErrs,
          field_Invalid(Path_Child(fldPath, 'operator'), rq.operator ?? '', 'not a valid selector operator'),
        );
        break;
      }
    }
  }
  allErrs = push(allErrs, ...(ValidateLabelName(rq.key ?? '', Path_Child(fldPath, 'key')) ?? []));
  if (!allowInvalidLabelValueInRequiredNodeAffinity) {
    let path = Path_Child(fldPath, 'values');
    {
      const list2 = rq.values ?? [];
      for (let valueIndex = 0; valueIndex < list2.length; valueIndex++) {
        let value = list2[valueIndex];
        for (let msg of IsValidLabelValue()(value) ?? []) {
          allErrs = push(
            allErrs,
            Error_WithOrigin(
              field_Invalid(Path_Index(path, valueIndex), value, msg),
              'format=k8s-label-value',
            ),
          );
        }
      }
    }
  }
  return allErrs;
}

function ValidateNodeSelectorTerm(term, allowInvalidLabelValueInRequiredNodeAffinity, fldPath) {
  let allErrs = [];
  {
    const list1 = term.matchExpressions ?? [];
    for (let j = 0; j < list1.length; j++) {
      let req = list1[j];
      allErrs = push(
        allErrs,
        ...(ValidateNodeSelectorRequirement(
          req,
          allowInvalidLabelValueInRequiredNodeAffinity,
          Path_Index(Path_Child(fldPath, 'matchExpressions'), j),
        ) ?? []),
      );
    }
  }
  {
    const list2 = term.matchFields ?? [];
    for (let j2 = 0; j2 < list2.length; j2++) {
      let req2 = list2[j2];
      allErrs = push(
        allErrs,
        ...(ValidateNodeFieldSelectorRequirement(req2, Path_Index(Path_Child(fldPath, 'matchFields'), j2)) ??
          []),
      );
    }
  }
  return allErrs;
}

function ValidateNonnegativeField(value, fldPath) {
  return api_validation_ValidateNonnegativeField(value, fldPath);
}

function ValidateNonnegativeQuantity(value, fldPath) {
  let allErrs = [];
  if (Quantity_Cmp(value, '0') < 0) {
    allErrs = push(
      allErrs,
      field_Invalid(fldPath, Quantity_String(value), 'must be greater than or equal to 0'),
    );
  }
  return allErrs;
}

function ValidateObjectMeta(meta, requiresNamespace, nameFn, fldPath) {
  let allErrs = api_validation_ValidateObjectMeta(meta, requiresNamespace, nameFn, fldPath);
  {
    const list1 = meta.finalizers ?? [];
    for (let i = 0; i < list1.length; i++) {
      allErrs = push(
        allErrs,
        ...(validateKubeFinalizerName(meta.finalizers[i], Path_Index(Path_Child(fldPath, 'finalizers'), i)) ??
          []),
      );
    }
  }
  return allErrs;
}

function ValidateObjectMetaAccessor(meta, requiresNamespace, nameFn, fldPath) {
  let allErrs = undefined;
  if (textLength(Object_GetGenerateName(meta)) !== 0) {
    for (let msg of nameFn(Object_GetGenerateName(meta), true) ?? []) {
      allErrs = push(
        allErrs,
        field_Invalid(Path_Child(fldPath, 'generateName'), Object_GetGenerateName(meta), msg),
      );
    }
  }
  if (textLength(Object_GetName(meta)) === 0) {
    allErrs = push(allErrs, field_Required(Path_Child(fldPath, 'name'), 'name or generateName is required'));
  } else {
    for (let msg2 of nameFn(Object_GetName(meta), false) ?? []) {
      allErrs = push(allErrs, field_Invalid(Path_Child(fldPath, 'name'), Object_GetName(meta), msg2));
    }
  }
  return [
    ...(allErrs ?? []),
    ...(validateObjectMetaAccessorWithOptsCommon(meta, requiresNamespace, fldPath, undefined) ?? []),
  ];
}

function ValidateObjectMetaAccessorUpdate(newMeta, oldMeta, fldPath) {
  let allErrs = undefined;
  if (Object_GetDeletionTimestamp(oldMeta) != null) {
    allErrs = push(
      allErrs,
      ...(ValidateNoNewFinalizers(
        Object_GetFinalizers(newMeta),
        Object_GetFinalizers(oldMeta),
        Path_Child(fldPath, 'finalizers'),
      ) ?? []),
    );
  }
  if (textLength(Object_GetResourceVersion(newMeta)) === 0) {
    allErrs = push(
      allErrs,
      field_Invalid(
        Path_Child(fldPath, 'resourceVersion'),
        Object_GetResourceVersion(newMeta),
        'must be specified for an update',
      ),
    );
  }
  allErrs = push(
    allErrs,
    ...(ErrorList_MarkCoveredByDeclarative(
      api_validation_ValidateNonnegativeField(
        Object_GetGeneration(newMeta),
        Path_Child(fldPath, 'generation'),
      ),
    ) ?? []),
  );
  if (Object_GetGeneration(newMeta) < Object_GetGeneration(oldMeta)) {
    allErrs = push(
      allErrs,
      field_Invalid(
        Path_Child(fldPath, 'generation'),
        Object_GetGeneration(newMeta),
        'must not be decremented',
      ),
    );
  }
  allErrs = push(
    allErrs,
    ...(ValidateImmutableField(
      Object_GetName(newMeta),
      Object_GetName(oldMeta),
      Path_Child(fldPath, 'name'),
    ) ?? []),
  );
  allErrs = push(
    allErrs,
    ...(ValidateImmutableField(
      Object_GetNamespace(newMeta),
      Object_GetNamespace(oldMeta),
      Path_Child(fldPath, 'namespace'),
    ) ?? []),
  );
  allErrs = push(
    allErrs,
    ...(ErrorList_MarkCoveredByDeclarative(
      ErrorList_WithOrigin(
        ValidateImmutableField(Object_GetUID(newMeta), Object_GetUID(oldMeta), Path_Child(fldPath, 'uid')),
        'immutable',
      ),
    ) ?? []),
  );
  allErrs = push(
    allErrs,
    ...(ErrorList_MarkCoveredByDeclarative(
      ErrorList_WithOrigin(
        ValidateImmutableField(
          Object_GetCreationTimestamp(newMeta),
          Object_GetCreationTimestamp(oldMeta),
          Path_Child(fldPath, 'creationTimestamp'),
        ),
        'immutable',
      ),
    ) ?? []),
  );
  allErrs = push(
    allErrs,
    ...(ErrorList_MarkCoveredByDeclarative(
      ErrorList_WithOrigin(
        ValidateImmutableField(
          Object_GetDeletionTimestamp(newMeta),
          Object_GetDeletionTimestamp(oldMeta),
          Path_Child(fldPath, 'deletionTimestamp'),
        ),
        'immutable',
      ),
    ) ?? []),
  );
  allErrs = push(
    allErrs,
    ...(ErrorList_MarkCoveredByDeclarative(
      ErrorList_WithOrigin(
        ValidateImmutableField(
          Object_GetDeletionGracePeriodSeconds(newMeta),
          Object_GetDeletionGracePeriodSeconds(oldMeta),
          Path_Child(fldPath, 'deletionGracePeriodSeconds'),
        ),
        'immutable',
      ),
    ) ?? []),
  );
  allErrs = push(
    allErrs,
    ...(ValidateLabels(Object_GetLabels(newMeta), Path_Child(fldPath, 'labels')) ?? []),
  );
  allErrs = push(
    allErrs,
    ...(api_validation_ValidateAnnotations(
      Object_GetAnnotations(newMeta),
      Path_Child(fldPath, 'annotations'),
    ) ?? []),
  );
  allErrs = push(
    allErrs,
    ...(ValidateOwnerReferences(Object_GetOwnerReferences(newMeta), Path_Child(fldPath, 'ownerReferences')) ??
      []),
  );
  allErrs = push(
    allErrs,
    ...(ValidateManagedFields(Object_GetManagedFields(newMeta), Path_Child(fldPath, 'managedFields'), 1) ??
      []),
  );
  return allErrs;
}

function ValidateObjectMetaUpdate(newMeta, oldMeta, fldPath) {
  let allErrs = api_validation_ValidateObjectMetaUpdate(newMeta, oldMeta, fldPath);
  {
    const list1 = newMeta.finalizers ?? [];
    for (let i = 0; i < list1.length; i++) {
      allErrs = push(
        allErrs,
        ...(validateKubeFinalizerName(
          newMeta.finalizers[i],
          Path_Index(Path_Child(fldPath, 'finalizers'), i),
        ) ?? []),
      );
    }
  }
  return allErrs;
}

function ValidateOwnerReferences(ownerReferences, fldPath) {
  let allErrs = [];
  let firstControllerName = '';
  {
    const list1 = ownerReferences ?? [];
    for (let idx = 0; idx < list1.length; idx++) {
      let ref = list1[idx];
      allErrs = push(allErrs, ...(validateOwnerReference(ref, Path_Index(fldPath, idx)) ?? []));
      if (ref.controller != null && ref.controller) {
        let curControllerName = (ref.kind ?? '') + '/' + (ref.name ?? '');
        if (firstControllerName !== '') {
          allErrs = push(
            allErrs,
            field_Invalid(
              fldPath,
              ownerReferences,
              fmt_Sprintf(
                'Only one reference can have Controller set to true. Found "true" in references for %v and %v',
                firstControllerName,
                curControllerName,
              ),
            ),
          );
        } else {
          firstControllerName = curControllerName;
        }
      }
    }
  }
  return allErrs;
}

function ValidatePersistentVolumeClaim(pvc, opts) {
  let allErrs = ValidateObjectMeta(
    (pvc.metadata ??= {}),
    true,
    ValidatePersistentVolumeName(),
    field_NewPath('metadata'),
  );
  allErrs = push(
    allErrs,
    ...(ValidatePersistentVolumeClaimSpec((pvc.spec ??= {}), field_NewPath('spec'), opts) ?? []),
  );
  return allErrs;
}

function ValidatePersistentVolumeClaimRetentionPolicy(policy, fldPath) {
  let allErrs = undefined;
  if (policy != null) {
    allErrs = push(
      allErrs,
      ...(ValidatePersistentVolumeClaimRetentionPolicyType(
        policy.whenDeleted ?? '',
        Path_Child(fldPath, 'whenDeleted'),
      ) ?? []),
    );
    allErrs = push(
      allErrs,
      ...(ValidatePersistentVolumeClaimRetentionPolicyType(
        policy.whenScaled ?? '',
        Path_Child(fldPath, 'whenScaled'),
      ) ?? []),
    );
  }
  return allErrs;
}

function ValidatePersistentVolumeClaimRetentionPolicyType(policy, fldPath) {
  let allErrs = undefined;
  {
    const tag1 = policy;
    switch (tag1) {
      case 'Retain': {
        break;
      }
      case 'Delete': {
        break;
      }
      default: {
        allErrs = push(allErrs, field_NotSupported(fldPath, policy, ['Retain', 'Delete']));
        break;
      }
    }
  }
  return allErrs;
}

function ValidatePersistentVolumeClaimSpec(spec, fldPath, opts) {
  let allErrs = [];
  if (listLength(spec.accessModes) === 0) {
    allErrs = push(
      allErrs,
      field_Required(Path_Child(fldPath, 'accessModes'), 'at least 1 access mode is required'),
    );
  }
  if (spec.selector != null) {
    let labelSelectorValidationOpts = {
      AllowInvalidLabelValueInSelector: opts.AllowInvalidLabelValueInSelector ?? false,
    };
    allErrs = push(
      allErrs,
      ...(ValidateLabelSelector(
        spec.selector,
        labelSelectorValidationOpts,
        Path_Child(fldPath, 'selector'),
      ) ?? []),
    );
  }
  const v1 = false;
  const v2 = false;
  let foundReadWriteOncePod = v1;
  let foundNonReadWriteOncePod = v2;
  for (let mode of spec.accessModes ?? []) {
    if (!Set_Has(supportedAccessModes(), mode)) {
      allErrs = push(
        allErrs,
        field_NotSupported(Path_Child(fldPath, 'accessModes'), mode, sets_List(supportedAccessModes())),
      );
    }
    if (mode === 'ReadWriteOncePod') {
      foundReadWriteOncePod = true;
    } else {
      if (Set_Has(supportedAccessModes(), mode)) {
        foundNonReadWriteOncePod = true;
      }
    }
  }
  if (foundReadWriteOncePod && foundNonReadWriteOncePod) {
    allErrs = push(
      allErrs,
      field_Forbidden(
        Path_Child(fldPath, 'accessModes'),
        'may not use ReadWriteOncePod with other access modes',
      ),
    );
  }
  const r3 = mapFind((spec.resources ?? Z).requests, 'storage', '0');
  let storageValue = r3[0];
  let ok = r3[1];
  if (!ok) {
    allErrs = push(allErrs, field_Required(Path_Key(Path_Child(fldPath, 'resources'), 'storage'), ''));
  } else {
    {
      let errs = ValidatePositiveQuantityValue(
        storageValue,
        Path_Key(Path_Child(fldPath, 'resources'), 'storage'),
      );
      if (listLength(errs) > 0) {
        allErrs = push(allErrs, ...(errs ?? []));
      } else {
        allErrs = push(
          allErrs,
          ...(ValidateResourceQuantityValue(
            'storage',
            storageValue,
            Path_Key(Path_Child(fldPath, 'resources'), 'storage'),
          ) ?? []),
        );
      }
    }
  }
  if (spec.storageClassName != null && textLength(spec.storageClassName) > 0) {
    for (let msg of ValidateClassName()(spec.storageClassName, false) ?? []) {
      allErrs = push(
        allErrs,
        field_Invalid(Path_Child(fldPath, 'storageClassName'), spec.storageClassName, msg),
      );
    }
  }
  if (spec.volumeMode != null && !Set_Has(supportedVolumeModes(), spec.volumeMode)) {
    allErrs = push(
      allErrs,
      field_NotSupported(
        Path_Child(fldPath, 'volumeMode'),
        spec.volumeMode,
        sets_List(supportedVolumeModes()),
      ),
    );
  }
  if (spec.dataSource != null) {
    allErrs = push(
      allErrs,
      ...(validateDataSource(
        spec.dataSource,
        Path_Child(fldPath, 'dataSource'),
        opts.AllowInvalidAPIGroupInDataSourceOrRef ?? false,
      ) ?? []),
    );
  }
  if (spec.dataSourceRef != null) {
    allErrs = push(
      allErrs,
      ...(validateDataSourceRef(
        spec.dataSourceRef,
        Path_Child(fldPath, 'dataSourceRef'),
        opts.AllowInvalidAPIGroupInDataSourceOrRef ?? false,
      ) ?? []),
    );
  }
  if (
    spec.dataSourceRef != null &&
    spec.dataSourceRef.namespace != null &&
    textLength(spec.dataSourceRef.namespace) > 0
  ) {
    if (spec.dataSource != null) {
      allErrs = push(
        allErrs,
        field_Invalid(
          fldPath,
          Path_Child(fldPath, 'dataSource'),
          'may not be specified when dataSourceRef.namespace is specified',
        ),
      );
    }
  } else {
    if (spec.dataSource != null && spec.dataSourceRef != null) {
      if (!isDataSourceEqualDataSourceRef(spec.dataSource, spec.dataSourceRef)) {
        allErrs = push(
          allErrs,
          field_Invalid(fldPath, Path_Child(fldPath, 'dataSource'), 'must match dataSourceRef'),
        );
      }
    }
  }
  if (
    spec.volumeAttributesClassName != null &&
    textLength(spec.volumeAttributesClassName) > 0 &&
    (opts.EnableVolumeAttributesClass ?? false)
  ) {
    for (let msg2 of ValidateClassName()(spec.volumeAttributesClassName, false) ?? []) {
      allErrs = push(
        allErrs,
        field_Invalid(Path_Child(fldPath, 'volumeAttributesClassName'), spec.volumeAttributesClassName, msg2),
      );
    }
  }
  return allErrs;
}

function ValidatePersistentVolumeClaimStatusUpdate(newPvc, oldPvc, validationOpts) {
  let allErrs = ValidateObjectMetaUpdate(
    (newPvc.metadata ??= {}),
    (oldPvc.metadata ??= {}),
    field_NewPath('metadata'),
  );
  if (textLength((newPvc.metadata ?? Z).resourceVersion ?? '') === 0) {
    allErrs = push(allErrs, field_Required(field_NewPath('resourceVersion'), ''));
  }
  if (listLength((newPvc.spec ?? Z).accessModes) === 0) {
    allErrs = push(allErrs, field_Required(field_NewPath('Spec', 'accessModes'), ''));
  }
  let capPath = field_NewPath('status', 'capacity');
  for (let [r, qty] of mapEntries((newPvc.status ?? Z).capacity)) {
    allErrs = push(allErrs, ...(validateBasicResource(qty, Path_Key(capPath, r)) ?? []));
  }
  allErrs = push(
    allErrs,
    ...(validateVolumeHealthStatus(
      (newPvc.status ?? Z).healthStatus,
      field_NewPath('status', 'healthStatus'),
    ) ?? []),
  );
  if (validationOpts.EnableRecoverFromExpansionFailure ?? false) {
    let resizeStatusPath = field_NewPath('status', 'allocatedResourceStatuses');
    if ((newPvc.status ?? Z).allocatedResourceStatuses != null) {
      let resizeStatus = (newPvc.status ?? Z).allocatedResourceStatuses;
      for (let [k, v] of mapEntries(resizeStatus)) {
        {
          let errs = validatePersistentVolumeClaimResourceKey(ResourceName_String(k), resizeStatusPath);
          if (listLength(errs) > 0) {
            allErrs = push(allErrs, ...(errs ?? []));
          }
        }
        if (!Set_Has(resizeStatusSet(), v)) {
          allErrs = push(allErrs, field_NotSupported(resizeStatusPath, k, sets_List(resizeStatusSet())));
          continue;
        }
      }
    }
    let allocPath = field_NewPath('status', 'allocatedResources');
    for (let [r2, qty2] of mapEntries((newPvc.status ?? Z).allocatedResources)) {
      {
        let errs2 = validatePersistentVolumeClaimResourceKey(ResourceName_String(r2), allocPath);
        if (listLength(errs2) > 0) {
          allErrs = push(allErrs, ...(errs2 ?? []));
          continue;
        }
      }
      {
        let errs3 = validateBasicResource(qty2, Path_Key(allocPath, r2));
        if (listLength(errs3) > 0) {
          allErrs = push(allErrs, ...(errs3 ?? []));
        } else {
          allErrs = push(
            allErrs,
            ...(ValidateResourceQuantityValue('storage', qty2, Path_Key(allocPath, r2)) ?? []),
          );
        }
      }
    }
  }
  return allErrs;
}

function ValidatePersistentVolumeClaimTemplate(claimTemplate, fldPath, opts) {
  let allErrs = ValidateTemplateObjectMeta((claimTemplate.metadata ??= {}), Path_Child(fldPath, 'metadata'));
  allErrs = push(
    allErrs,
    ...(ValidatePersistentVolumeClaimSpec((claimTemplate.spec ??= {}), Path_Child(fldPath, 'spec'), opts) ??
      []),
  );
  return allErrs;
}

function ValidatePersistentVolumeClaimUpdate(newPvc, oldPvc, opts) {
  let allErrs = ValidateObjectMetaUpdate(
    (newPvc.metadata ??= {}),
    (oldPvc.metadata ??= {}),
    field_NewPath('metadata'),
  );
  allErrs = push(allErrs, ...(ValidatePersistentVolumeClaim(newPvc, opts) ?? []));
  let newPvcClone = deepCopy(newPvc);
  let oldPvcClone = deepCopy(oldPvc);
  if (textLength((oldPvc.spec ?? Z).volumeName ?? '') === 0) {
    setUnlessZero((oldPvcClone.spec ??= {}), 'volumeName', (newPvcClone.spec ?? Z).volumeName ?? '');
  }
  if (
    validateStorageClassUpgradeFromAnnotation(
      (oldPvcClone.metadata ?? Z).annotations,
      (newPvcClone.metadata ?? Z).annotations,
      (oldPvcClone.spec ?? Z).storageClassName,
      (newPvcClone.spec ?? Z).storageClassName,
    )
  ) {
    delete (newPvcClone.spec ??= {}).storageClassName;
    SetMetaDataAnnotation(
      (newPvcClone.metadata ??= {}),
      'volume.beta.kubernetes.io/storage-class',
      mapGet((oldPvcClone.metadata ?? Z).annotations, 'volume.beta.kubernetes.io/storage-class', ''),
    );
  } else {
    allErrs = push(
      allErrs,
      ...(ValidateImmutableAnnotation(
        mapGet((newPvc.metadata ?? Z).annotations, 'volume.beta.kubernetes.io/storage-class', ''),
        mapGet((oldPvc.metadata ?? Z).annotations, 'volume.beta.kubernetes.io/storage-class', ''),
        'volume.beta.kubernetes.io/storage-class',
        field_NewPath('metadata'),
      ) ?? []),
    );
    if (
      validateStorageClassUpgradeFromNil(
        (oldPvc.metadata ?? Z).annotations,
        (oldPvc.spec ?? Z).storageClassName,
        (newPvc.spec ?? Z).storageClassName,
        opts,
      )
    ) {
      setField((newPvcClone.spec ??= {}), 'storageClassName', (oldPvcClone.spec ?? Z).storageClassName);
    }
  }
  if (
    ((newPvc.status ?? Z).phase ?? '') === 'Bound' &&
    ((newPvcClone.spec ?? Z).resources ?? Z).requests != null
  ) {
    mapSet(
      ((newPvcClone.spec ?? Z).resources ?? Z).requests,
      'storage',
      mapGet(((oldPvc.spec ?? Z).resources ?? Z).requests, 'storage', '0'),
    );
  }
  if (((newPvc.status ?? Z).phase ?? '') === 'Bound') {
    setField(
      (newPvcClone.spec ??= {}),
      'volumeAttributesClassName',
      (oldPvcClone.spec ?? Z).volumeAttributesClassName,
    );
  }
  let oldSize = mapGet(((oldPvc.spec ?? Z).resources ?? Z).requests, 'storage', '0');
  let newSize = mapGet(((newPvc.spec ?? Z).resources ?? Z).requests, 'storage', '0');
  let statusSize = mapGet((oldPvc.status ?? Z).capacity, 'storage', '0');
  if (!Equalities_DeepEqual(equality_Semantic.Equalities, newPvcClone.spec ?? Z, oldPvcClone.spec ?? Z)) {
    let specDiff = diff_Diff(oldPvcClone.spec ?? Z, newPvcClone.spec ?? Z);
    allErrs = push(
      allErrs,
      field_Forbidden(
        field_NewPath('spec'),
        fmt_Sprintf(
          'spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims\n%v',
          specDiff,
        ),
      ),
    );
  }
  if (Quantity_Cmp(newSize, oldSize) < 0) {
    if (!(opts.EnableRecoverFromExpansionFailure ?? false)) {
      allErrs = push(
        allErrs,
        field_Forbidden(
          field_NewPath('spec', 'resources', 'requests', 'storage'),
          'field can not be less than previous value',
        ),
      );
    } else {
      if (Quantity_Cmp(newSize, statusSize) <= 0) {
        allErrs = push(
          allErrs,
          field_Forbidden(
            field_NewPath('spec', 'resources', 'requests', 'storage'),
            'field can not be less than status.capacity',
          ),
        );
      }
    }
  }
  allErrs = push(
    allErrs,
    ...(core_validation_ValidateImmutableField(
      (newPvc.spec ?? Z).volumeMode,
      (oldPvc.spec ?? Z).volumeMode,
      field_NewPath('volumeMode'),
    ) ?? []),
  );
  if (
    !Equalities_DeepEqual(
      equality_Semantic.Equalities,
      (oldPvc.spec ?? Z).volumeAttributesClassName,
      (newPvc.spec ?? Z).volumeAttributesClassName,
    )
  ) {
    if (opts.EnableVolumeAttributesClass ?? false) {
      if ((oldPvc.status ?? Z).currentVolumeAttributesClassName != null) {
        if ((newPvc.spec ?? Z).volumeAttributesClassName == null) {
          allErrs = push(
            allErrs,
            field_Forbidden(
              field_NewPath('spec', 'volumeAttributesClassName'),
              'update to nil is forbidden when status.currentVolumeAttributesClassName is not nil',
            ),
          );
        } else {
          if (textLength((newPvc.spec ?? Z).volumeAttributesClassName) === 0) {
            allErrs = push(
              allErrs,
              field_Forbidden(
                field_NewPath('spec', 'volumeAttributesClassName'),
                'update to empty string is forbidden when status.currentVolumeAttributesClassName is not nil',
              ),
            );
          }
        }
      }
    }
  }
  return allErrs;
}

const ValidatePersistentVolumeName = lazy(() => NameIsDNSSubdomain);

function ValidatePodAffinityTermSelector(podAffinityTerm, allowInvalidLabelValueInSelector, fldPath) {
  let allErrs = undefined;
  let labelSelectorValidationOptions = { AllowInvalidLabelValueInSelector: allowInvalidLabelValueInSelector };
  allErrs = push(
    allErrs,
    ...(ValidateLabelSelector(
      podAffinityTerm.labelSelector,
      labelSelectorValidationOptions,
      Path_Child(fldPath, 'labelSelector'),
    ) ?? []),
  );
  allErrs = push(
    allErrs,
    ...(ValidateLabelSelector(
      podAffinityTerm.namespaceSelector,
      labelSelectorValidationOptions,
      Path_Child(fldPath, 'namespaceSelector'),
    ) ?? []),
  );
  return allErrs;
}

function ValidatePodCreate(pod, opts) {
  let allErrs = validatePodMetadataAndSpec(pod, opts);
  let fldPath = field_NewPath('spec');
  if (listLength((pod.spec ?? Z).ephemeralContainers) > 0) {
    allErrs = push(
      allErrs,
      field_Forbidden(Path_Child(fldPath, 'ephemeralContainers'), 'cannot be set on create'),
    );
  }
  if (((pod.spec ?? Z).nodeName ?? '') !== '' && listLength((pod.spec ?? Z).schedulingGates) !== 0) {
    allErrs = push(
      allErrs,
      field_Forbidden(
        Path_Child(fldPath, 'nodeName'),
        'cannot be set until all schedulingGates have been cleared',
      ),
    );
  }
  allErrs = push(
    allErrs,
    ...(validateSeccompAnnotationsAndFields(pod.metadata ?? Z, (pod.spec ??= {}), fldPath) ?? []),
  );
  allErrs = push(
    allErrs,
    ...(validateAppArmorAnnotationsAndFieldsMatchOnCreate(pod.metadata ?? Z, (pod.spec ??= {}), fldPath) ??
      []),
  );
  return allErrs;
}

function ValidatePodDisruptionBudget(pdb, opts) {
  let allErrs = ValidatePodDisruptionBudgetSpec(pdb.spec ?? Z, opts, field_NewPath('spec'));
  return allErrs;
}

function ValidatePodDisruptionBudgetSpec(spec, opts, fldPath) {
  let allErrs = [];
  if (spec.minAvailable != null && spec.maxUnavailable != null) {
    allErrs = push(
      allErrs,
      field_Invalid(fldPath, spec, 'minAvailable and maxUnavailable cannot be both set'),
    );
  }
  if (spec.minAvailable != null) {
    allErrs = push(
      allErrs,
      ...(ValidatePositiveIntOrPercent(spec.minAvailable, Path_Child(fldPath, 'minAvailable')) ?? []),
    );
    allErrs = push(
      allErrs,
      ...(IsNotMoreThan100Percent(spec.minAvailable, Path_Child(fldPath, 'minAvailable')) ?? []),
    );
  }
  if (spec.maxUnavailable != null) {
    allErrs = push(
      allErrs,
      ...(ValidatePositiveIntOrPercent(spec.maxUnavailable, Path_Child(fldPath, 'maxUnavailable')) ?? []),
    );
    allErrs = push(
      allErrs,
      ...(IsNotMoreThan100Percent(spec.maxUnavailable, Path_Child(fldPath, 'maxUnavailable')) ?? []),
    );
  }
  let labelSelectorValidationOptions = {
    AllowInvalidLabelValueInSelector: opts.AllowInvalidLabelValueInSelector ?? false,
  };
  allErrs = push(
    allErrs,
    ...(ValidateLabelSelector(
      spec.selector,
      labelSelectorValidationOptions,
      Path_Child(fldPath, 'selector'),
    ) ?? []),
  );
  if (
    spec.unhealthyPodEvictionPolicy != null &&
    !String_Has(supportedUnhealthyPodEvictionPolicies(), spec.unhealthyPodEvictionPolicy)
  ) {
    allErrs = push(
      allErrs,
      field_NotSupported(
        Path_Child(fldPath, 'unhealthyPodEvictionPolicy'),
        spec.unhealthyPodEvictionPolicy,
        String_List(supportedUnhealthyPodEvictionPolicies()),
      ),
    );
  }
  return allErrs;
}

function ValidatePodDisruptionBudgetStatusUpdate(status, oldStatus, fldPath, apiVersion) {
  let allErrs = [];
  allErrs = push(
    allErrs,
    ...(ValidateConditions(status.conditions, Path_Child(fldPath, 'conditions')) ?? []),
  );
  if (same(apiVersion, SchemeGroupVersion())) {
    return allErrs;
  }
  allErrs = push(
    allErrs,
    ...(ValidateNonnegativeField(status.disruptionsAllowed ?? 0, Path_Child(fldPath, 'disruptionsAllowed')) ??
      []),
  );
  allErrs = push(
    allErrs,
    ...(ValidateNonnegativeField(status.currentHealthy ?? 0, Path_Child(fldPath, 'currentHealthy')) ?? []),
  );
  allErrs = push(
    allErrs,
    ...(ValidateNonnegativeField(status.desiredHealthy ?? 0, Path_Child(fldPath, 'desiredHealthy')) ?? []),
  );
  allErrs = push(
    allErrs,
    ...(ValidateNonnegativeField(status.expectedPods ?? 0, Path_Child(fldPath, 'expectedPods')) ?? []),
  );
  return allErrs;
}

const ValidatePodGroupName = lazy(() => NameIsDNSSubdomain);

const ValidatePodName = lazy(() => NameIsDNSSubdomain);

function ValidatePodSpec(spec, podMeta, fldPath, opts) {
  let allErrs = [];
  if (spec.terminationGracePeriodSeconds == null) {
    allErrs = push(allErrs, field_Required(Path_Child(fldPath, 'terminationGracePeriodSeconds'), ''));
  }
  let gracePeriod = spec.terminationGracePeriodSeconds;
  let hostUsers = spec.hostUsers == null || spec.hostUsers;
  const r1 = ValidateVolumes(spec.volumes, podMeta, Path_Child(fldPath, 'volumes'), opts);
  let vols = r1[0];
  let vErrs = r1[1];
  allErrs = push(allErrs, ...(vErrs ?? []));
  let podClaimNames = gatherPodResourceClaimNames(spec.resourceClaims);
  allErrs = push(
    allErrs,
    ...(validatePodResourceClaims(podMeta, spec.resourceClaims, Path_Child(fldPath, 'resourceClaims')) ?? []),
  );
  allErrs = push(
    allErrs,
    ...(validateContainers(
      spec.containers,
      spec.os,
      vols,
      podClaimNames,
      gracePeriod,
      Path_Child(fldPath, 'containers'),
      opts,
      spec.restartPolicy ?? '',
      hostUsers,
    ) ?? []),
  );
  allErrs = push(
    allErrs,
    ...(validateInitContainers(
      spec.initContainers,
      spec.os,
      spec.containers,
      vols,
      podClaimNames,
      gracePeriod,
      Path_Child(fldPath, 'initContainers'),
      opts,
      spec.restartPolicy ?? '',
      hostUsers,
    ) ?? []),
  );
  allErrs = push(
    allErrs,
    ...(validateEphemeralContainers(
      spec.ephemeralContainers,
      spec.containers,
      spec.initContainers,
      vols,
      podClaimNames,
      Path_Child(fldPath, 'ephemeralContainers'),
      opts,
      spec.restartPolicy ?? '',
      hostUsers,
    ) ?? []),
  );
  if (opts.PodLevelResourcesEnabled ?? false) {
    allErrs = push(allErrs, ...(validatePodResources(spec, podClaimNames, fldPath, opts) ?? []));
  }
  allErrs = push(allErrs, ...(validatePodHostNetworkDeps(spec, fldPath, opts) ?? []));
  allErrs = push(
    allErrs,
    ...(validateRestartPolicy(spec.restartPolicy ?? '', Path_Child(fldPath, 'restartPolicy')) ?? []),
  );
  allErrs = push(
    allErrs,
    ...(validateDNSPolicy(spec.dnsPolicy ?? '', Path_Child(fldPath, 'dnsPolicy')) ?? []),
  );
  allErrs = push(allErrs, ...(ValidateLabels(spec.nodeSelector, Path_Child(fldPath, 'nodeSelector')) ?? []));
  allErrs = push(
    allErrs,
    ...(validatePodSpecSecurityContext(
      spec.securityContext,
      spec,
      fldPath,
      Path_Child(fldPath, 'securityContext'),
      opts,
    ) ?? []),
  );
  allErrs = push(allErrs, ...(validateShareProcessNamespace(spec, fldPath) ?? []));
  allErrs = push(
    allErrs,
    ...(validateImagePullSecrets(spec.imagePullSecrets, Path_Child(fldPath, 'imagePullSecrets')) ?? []),
  );
  allErrs = push(allErrs, ...(validateAffinity(spec.affinity, opts, Path_Child(fldPath, 'affinity')) ?? []));
  allErrs = push(
    allErrs,
    ...(validatePodDNSConfig(spec.dnsConfig, spec.dnsPolicy ?? '', Path_Child(fldPath, 'dnsConfig'), opts) ??
      []),
  );
  allErrs = push(
    allErrs,
    ...(validateReadinessGates(spec.readinessGates, Path_Child(fldPath, 'readinessGates')) ?? []),
  );
  allErrs = push(
    allErrs,
    ...(validateSchedulingGates(spec.schedulingGates, Path_Child(fldPath, 'schedulingGates')) ?? []),
  );
  allErrs = push(
    allErrs,
    ...(validateTopologySpreadConstraints(
      spec.topologySpreadConstraints,
      Path_Child(fldPath, 'topologySpreadConstraints'),
      opts,
    ) ?? []),
  );
  allErrs = push(allErrs, ...(validateWindowsHostProcessPod(spec, fldPath) ?? []));
  allErrs = push(allErrs, ...(validateHostUsers(spec, fldPath, opts) ?? []));
  allErrs = push(allErrs, ...(validatePodHostName(spec, fldPath) ?? []));
  if (textLength(spec.serviceAccountName ?? '') > 0) {
    for (let msg of ValidateServiceAccountName()(spec.serviceAccountName ?? '', false) ?? []) {
      allErrs = push(
        allErrs,
        field_Invalid(Path_Child(fldPath, 'serviceAccountName'), spec.serviceAccountName ?? '', msg),
      );
    }
  }
  {
    let deprecatedServiceAccount = spec.serviceAccount ?? '';
    if (deprecatedServiceAccount !== (spec.serviceAccountName ?? '')) {
      allErrs = push(
        allErrs,
        field_Invalid(
          Path_Child(fldPath, 'deprecatedServiceAccount'),
          deprecatedServiceAccount,
          fmt_Sprintf('must be the same as serviceAccountName: %q', spec.serviceAccountName ?? ''),
        ),
      );
    }
  }
  if (textLength(spec.nodeName ?? '') > 0) {
    for (let msg2 of ValidateNodeName()(spec.nodeName ?? '', false) ?? []) {
      allErrs = push(allErrs, field_Invalid(Path_Child(fldPath, 'nodeName'), spec.nodeName ?? '', msg2));
    }
  }
  if (spec.activeDeadlineSeconds != null) {
    let value = spec.activeDeadlineSeconds;
    if (value < 1 || value > 2147483647) {
      allErrs = push(
        allErrs,
        field_Invalid(
          Path_Child(fldPath, 'activeDeadlineSeconds'),
          value,
          InclusiveRangeError(1, 2147483647),
        ),
      );
    }
  }
  if (textLength(spec.hostname ?? '') > 0) {
    allErrs = push(
      allErrs,
      ...(ValidateDNS1123Label(spec.hostname ?? '', Path_Child(fldPath, 'hostname')) ?? []),
    );
  }
  if (textLength(spec.subdomain ?? '') > 0) {
    allErrs = push(
      allErrs,
      ...(ValidateDNS1123Label(spec.subdomain ?? '', Path_Child(fldPath, 'subdomain')) ?? []),
    );
  }
  if (listLength(spec.tolerations) > 0) {
    allErrs = push(
      allErrs,
      ...(ValidateTolerations(spec.tolerations, Path_Child(fldPath, 'tolerations'), opts, 0) ?? []),
    );
  }
  if (listLength(spec.hostAliases) > 0) {
    allErrs = push(
      allErrs,
      ...(ValidateHostAliases(spec.hostAliases, Path_Child(fldPath, 'hostAliases')) ?? []),
    );
  }
  if (textLength(spec.priorityClassName ?? '') > 0) {
    for (let msg3 of ValidatePriorityClassName()(spec.priorityClassName ?? '', false) ?? []) {
      allErrs = push(
        allErrs,
        field_Invalid(Path_Child(fldPath, 'priorityClassName'), spec.priorityClassName ?? '', msg3),
      );
    }
  }
  if (spec.runtimeClassName != null) {
    allErrs = push(
      allErrs,
      ...(ValidateRuntimeClassName(spec.runtimeClassName, Path_Child(fldPath, 'runtimeClassName')) ?? []),
    );
  }
  if (spec.preemptionPolicy != null) {
    allErrs = push(
      allErrs,
      ...(ValidatePreemptionPolicy(spec.preemptionPolicy, Path_Child(fldPath, 'preemptionPolicy')) ?? []),
    );
  }
  if (spec.overhead != null) {
    allErrs = push(
      allErrs,
      ...(validateOverhead(spec.overhead, Path_Child(fldPath, 'overhead'), opts) ?? []),
    );
  }
  if (spec.os != null) {
    let osErrs = validateOS(spec, Path_Child(fldPath, 'os'), opts);
    switch (true) {
      case listLength(osErrs) > 0: {
        allErrs = push(allErrs, ...(osErrs ?? []));
        break;
      }
      case (spec.os.name ?? '') === 'linux': {
        allErrs = push(allErrs, ...(validateLinux(spec, fldPath) ?? []));
        break;
      }
      case (spec.os.name ?? '') === 'windows': {
        allErrs = push(allErrs, ...(validateWindows(spec, fldPath) ?? []));
        break;
      }
    }
  }
  if (spec.schedulingGroup != null) {
    allErrs = push(
      allErrs,
      ...(validateSchedulingGroup(spec.schedulingGroup, Path_Child(fldPath, 'schedulingGroup')) ?? []),
    );
    if (listLength(spec.evictionResponders) > 0) {
      allErrs = push(
        allErrs,
        Error_MarkCoveredByDeclarative(
          Error_WithOrigin(
            field_Forbidden(
              Path_Child(fldPath, 'schedulingGroup'),
              'may not be set when evictionResponders is set',
            ),
            'dependentForbidden',
          ),
        ),
      );
    }
  }
  allErrs = push(allErrs, ...(validateFileKeyRefVolumes(spec, fldPath) ?? []));
  return allErrs;
}

function ValidatePodSpecificAnnotationUpdates(newPod, oldPod, fldPath, opts) {
  let allErrs = [];
  let newAnnotations = (newPod.metadata ?? Z).annotations;
  let oldAnnotations = (oldPod.metadata ?? Z).annotations;
  for (let [k, oldVal] of mapEntries(oldAnnotations)) {
    {
      const r1 = mapFind(newAnnotations, k, '');
      let newVal = r1[0];
      let exists = r1[1];
      if (exists && newVal === oldVal) {
        continue;
      }
    }
    if (strings_HasPrefix(k, 'container.apparmor.security.beta.kubernetes.io/')) {
      allErrs = push(
        allErrs,
        field_Forbidden(Path_Key(fldPath, k), 'may not remove or update AppArmor annotations'),
      );
    }
    if (k === 'kubernetes.io/config.mirror') {
      allErrs = push(
        allErrs,
        field_Forbidden(Path_Key(fldPath, k), 'may not remove or update mirror pod annotation'),
      );
    }
  }
  for (let [k2] of mapEntries(newAnnotations)) {
    {
      const r2 = mapFind(oldAnnotations, k2, '');
      let ok = r2[1];
      if (ok) {
        continue;
      }
    }
    if (strings_HasPrefix(k2, 'container.apparmor.security.beta.kubernetes.io/')) {
      allErrs = push(allErrs, field_Forbidden(Path_Key(fldPath, k2), 'may not add AppArmor annotations'));
    }
    if (k2 === 'kubernetes.io/config.mirror') {
      allErrs = push(allErrs, field_Forbidden(Path_Key(fldPath, k2), 'may not add mirror pod annotation'));
    }
  }
  allErrs = push(
    allErrs,
    ...(ValidatePodSpecificAnnotations(newAnnotations, (newPod.spec ??= {}), fldPath, opts) ?? []),
  );
  return allErrs;
}

function ValidatePodSpecificAnnotations(annotations, spec, fldPath, opts) {
  let allErrs = [];
  {
    const r1 = mapFind(annotations, 'kubernetes.io/config.mirror', '');
    let value = r1[0];
    let isMirror = r1[1];
    if (isMirror) {
      if (textLength(spec.nodeName ?? '') === 0) {
        allErrs = push(
          allErrs,
          field_Invalid(
            Path_Key(fldPath, 'kubernetes.io/config.mirror'),
            value,
            'must set spec.nodeName if mirror pod annotation is set',
          ),
        );
      }
    }
  }
  if (mapGet(annotations, 'scheduler.alpha.kubernetes.io/tolerations', '') !== '') {
    allErrs = push(allErrs, ...(ValidateTolerationsInPodAnnotations(annotations, fldPath, opts) ?? []));
  }
  if (!(opts.AllowInvalidPodDeletionCost ?? false)) {
    {
      const r2 = GetDeletionCostFromPodAnnotations(annotations);
      let err = r2[1];
      if (err != null) {
        allErrs = push(
          allErrs,
          field_Invalid(
            Path_Key(fldPath, 'controller.kubernetes.io/pod-deletion-cost'),
            mapGet(annotations, 'controller.kubernetes.io/pod-deletion-cost', ''),
            'must be a 32bit integer',
          ),
        );
      }
    }
  }
  allErrs = push(allErrs, ...(ValidateSeccompPodAnnotations(annotations, fldPath) ?? []));
  allErrs = push(allErrs, ...(ValidateAppArmorPodAnnotations(annotations, spec, fldPath) ?? []));
  return allErrs;
}

function ValidatePodStatusUpdate(newPod, oldPod, opts) {
  let fldPath = field_NewPath('metadata');
  let allErrs = ValidateObjectMetaUpdate((newPod.metadata ??= {}), (oldPod.metadata ??= {}), fldPath);
  allErrs = push(
    allErrs,
    ...(ValidatePodSpecificAnnotationUpdates(newPod, oldPod, Path_Child(fldPath, 'annotations'), opts) ?? []),
  );
  fldPath = field_NewPath('status');
  allErrs = push(
    allErrs,
    ...(validatePodConditions((newPod.status ?? Z).conditions, Path_Child(fldPath, 'conditions')) ?? []),
  );
  if (((newPod.spec ?? Z).nodeName ?? '') !== ((oldPod.spec ?? Z).nodeName ?? '')) {
    allErrs = push(allErrs, field_Forbidden(Path_Child(fldPath, 'nodeName'), 'may not be changed directly'));
  }
  if (
    ((newPod.status ?? Z).nominatedNodeName ?? '') !== ((oldPod.status ?? Z).nominatedNodeName ?? '') &&
    textLength((newPod.status ?? Z).nominatedNodeName ?? '') > 0
  ) {
    for (let msg of ValidateNodeName()((newPod.status ?? Z).nominatedNodeName ?? '', false) ?? []) {
      allErrs = push(
        allErrs,
        field_Invalid(
          Path_Child(fldPath, 'nominatedNodeName'),
          (newPod.status ?? Z).nominatedNodeName ?? '',
          msg,
        ),
      );
    }
  }
  if (
    ((oldPod.spec ?? Z).nodeName ?? '') !== '' &&
    ((newPod.status ?? Z).nominatedNodeName ?? '') !== '' &&
    ((newPod.status ?? Z).nominatedNodeName ?? '') !== ((oldPod.status ?? Z).nominatedNodeName ?? '')
  ) {
    allErrs = push(
      allErrs,
      field_Forbidden(
        Path_Child(fldPath, 'nominatedNodeName'),
        'may not be set on pods that are already bound to a node',
      ),
    );
  }
  if (toNumber((newPod.status ?? Z).observedGeneration) < 0) {
    allErrs = push(
      allErrs,
      field_Invalid(
        Path_Child(fldPath, 'observedGeneration'),
        toNumber((newPod.status ?? Z).observedGeneration),
        'must be a non-negative integer',
      ),
    );
  }
  allErrs = push(
    allErrs,
    ...(core_validation_ValidateImmutableField(
      (newPod.status ?? Z).qosClass ?? '',
      (oldPod.status ?? Z).qosClass ?? '',
      Path_Child(fldPath, 'qosClass'),
    ) ?? []),
  );
  allErrs = push(
    allErrs,
    ...(ValidateContainerStateTransition(
      (newPod.status ?? Z).containerStatuses,
      (oldPod.status ?? Z).containerStatuses,
      Path_Child(fldPath, 'containerStatuses'),
      oldPod.spec ?? Z,
      opts,
    ) ?? []),
  );
  allErrs = push(
    allErrs,
    ...(ValidateInitContainerStateTransition(
      (newPod.status ?? Z).initContainerStatuses,
      (oldPod.status ?? Z).initContainerStatuses,
      Path_Child(fldPath, 'initContainerStatuses'),
      oldPod.spec ?? Z,
      opts,
    ) ?? []),
  );
  allErrs = push(
    allErrs,
    ...(ValidateEphemeralContainerStateTransition(
      (newPod.status ?? Z).ephemeralContainerStatuses,
      (oldPod.status ?? Z).ephemeralContainerStatuses,
      Path_Child(fldPath, 'ephemeralContainerStatuses'),
    ) ?? []),
  );
  allErrs = push(
    allErrs,
    ...(validatePodResourceClaimStatuses(
      (newPod.status ?? Z).resourceClaimStatuses,
      (newPod.spec ?? Z).resourceClaims,
      Path_Child(fldPath, 'resourceClaimStatuses'),
    ) ?? []),
  );
  allErrs = push(
    allErrs,
    ...(validatePodExtendedResourceClaimStatus(
      (newPod.status ?? Z).extendedResourceClaimStatus,
      (newPod.spec ??= {}),
      Path_Child(fldPath, 'extendedResourceClaimStatus'),
    ) ?? []),
  );
  allErrs = push(
    allErrs,
    ...(validateNodeAllocatableResourceClaimStatus(
      newPod.status ?? Z,
      (newPod.spec ??= {}),
      Path_Child(fldPath, 'nodeAllocatableResourceClaimStatuses'),
    ) ?? []),
  );
  if (listLength((newPod.status ?? Z).volumeHealth) > 0) {
    allErrs = push(
      allErrs,
      ...(validatePodVolumeHealth(
        (newPod.status ?? Z).volumeHealth,
        (newPod.spec ??= {}),
        Path_Child(fldPath, 'volumeHealth'),
      ) ?? []),
    );
  }
  {
    let newIPErrs = validatePodIPs(newPod, oldPod);
    if (listLength(newIPErrs) > 0) {
      allErrs = push(allErrs, ...(newIPErrs ?? []));
    }
  }
  {
    let newIPErrs2 = validateHostIPs(newPod, oldPod);
    if (listLength(newIPErrs2) > 0) {
      allErrs = push(allErrs, ...(newIPErrs2 ?? []));
    }
  }
  allErrs = push(
    allErrs,
    ...(validateContainerStatusUsers(
      (newPod.status ?? Z).containerStatuses,
      Path_Child(fldPath, 'containerStatuses'),
      (newPod.spec ?? Z).os,
    ) ?? []),
  );
  allErrs = push(
    allErrs,
    ...(validateContainerStatusUsers(
      (newPod.status ?? Z).initContainerStatuses,
      Path_Child(fldPath, 'initContainerStatuses'),
      (newPod.spec ?? Z).os,
    ) ?? []),
  );
  allErrs = push(
    allErrs,
    ...(validateContainerStatusUsers(
      (newPod.status ?? Z).ephemeralContainerStatuses,
      Path_Child(fldPath, 'ephemeralContainerStatuses'),
      (newPod.spec ?? Z).os,
    ) ?? []),
  );
  allErrs = push(
    allErrs,
    ...(validateContainerStatusAllocatedResourcesStatus(
      (newPod.status ?? Z).containerStatuses,
      Path_Child(fldPath, 'containerStatuses'),
      (newPod.spec ?? Z).containers,
      (newPod.status ??= {}),
    ) ?? []),
  );
  allErrs = push(
    allErrs,
    ...(validateContainerStatusAllocatedResourcesStatus(
      (newPod.status ?? Z).initContainerStatuses,
      Path_Child(fldPath, 'initContainerStatuses'),
      (newPod.spec ?? Z).initContainers,
      (newPod.status ??= {}),
    ) ?? []),
  );
  allErrs = push(
    allErrs,
    ...(validateContainerStatusNoAllocatedResourcesStatus(
      (newPod.status ?? Z).ephemeralContainerStatuses,
      Path_Child(fldPath, 'ephemeralContainerStatuses'),
    ) ?? []),
  );
  if (opts.AllowImageVolumeWithDigest ?? false) {
    {
      const list1 = (newPod.status ?? Z).containerStatuses ?? [];
      for (let i = 0; i < list1.length; i++) {
        let containerStatus = list1[i];
        {
          const list2 = containerStatus.volumeMounts ?? [];
          for (let j = 0; j < list2.length; j++) {
            let volumeMountStatus = list2[j];
            let validatedField = Path_Child(
              Path_Index(
                Path_Child(Path_Index(Path_Child(fldPath, 'containerStatuses'), i), 'volumeMounts'),
                j,
              ),
              'volumeStatus',
            );
            allErrs = push(
              allErrs,
              ...(validateVolumeStatus(volumeMountStatus.volumeStatus, validatedField) ?? []),
            );
          }
        }
      }
    }
    {
      const list3 = (newPod.status ?? Z).initContainerStatuses ?? [];
      for (let i2 = 0; i2 < list3.length; i2++) {
        let containerStatus2 = list3[i2];
        {
          const list4 = containerStatus2.volumeMounts ?? [];
          for (let j2 = 0; j2 < list4.length; j2++) {
            let volumeMountStatus2 = list4[j2];
            let validatedField2 = Path_Child(
              Path_Index(
                Path_Child(Path_Index(Path_Child(fldPath, 'initContainerStatuses'), i2), 'volumeMounts'),
                j2,
              ),
              'volumeStatus',
            );
            allErrs = push(
              allErrs,
              ...(validateVolumeStatus(volumeMountStatus2.volumeStatus, validatedField2) ?? []),
            );
          }
        }
      }
    }
    {
      const list5 = (newPod.status ?? Z).ephemeralContainerStatuses ?? [];
      for (let i3 = 0; i3 < list5.length; i3++) {
        let containerStatus3 = list5[i3];
        {
          const list6 = containerStatus3.volumeMounts ?? [];
          for (let j3 = 0; j3 < list6.length; j3++) {
            let volumeMountStatus3 = list6[j3];
            let validatedField3 = Path_Child(
              Path_Index(
                Path_Child(Path_Index(Path_Child(fldPath, 'ephemeralContainerStatuses'), i3), 'volumeMounts'),
                j3,
              ),
              'volumeStatus',
            );
            allErrs = push(
              allErrs,
              ...(validateVolumeStatus(volumeMountStatus3.volumeStatus, validatedField3) ?? []),
            );
          }
        }
      }
    }
  }
  return allErrs;
}

function ValidatePodTemplateSpec(spec, fldPath, opts) {
  let allErrs = [];
  allErrs = push(
    allErrs,
    ...(ValidateLabels((spec.metadata ?? Z).labels, Path_Child(fldPath, 'labels')) ?? []),
  );
  allErrs = push(
    allErrs,
    ...(ValidateAnnotations((spec.metadata ?? Z).annotations, Path_Child(fldPath, 'annotations')) ?? []),
  );
  allErrs = push(
    allErrs,
    ...(ValidatePodSpecificAnnotations(
      (spec.metadata ?? Z).annotations,
      (spec.spec ??= {}),
      Path_Child(fldPath, 'annotations'),
      opts,
    ) ?? []),
  );
  allErrs = push(
    allErrs,
    ...(ValidatePodSpec((spec.spec ??= {}), undefined, Path_Child(fldPath, 'spec'), opts) ?? []),
  );
  allErrs = push(
    allErrs,
    ...(validateSeccompAnnotationsAndFields(
      spec.metadata ?? Z,
      (spec.spec ??= {}),
      Path_Child(fldPath, 'spec'),
    ) ?? []),
  );
  allErrs = push(
    allErrs,
    ...(validateAppArmorAnnotationsAndFieldsMatchOnCreate(
      spec.metadata ?? Z,
      (spec.spec ??= {}),
      Path_Child(fldPath, 'spec'),
    ) ?? []),
  );
  if (listLength((spec.spec ?? Z).ephemeralContainers) > 0) {
    allErrs = push(
      allErrs,
      field_Forbidden(
        Path_Child(fldPath, 'spec', 'ephemeralContainers'),
        'ephemeral containers not allowed in pod template',
      ),
    );
  }
  return allErrs;
}

function ValidatePodTemplateSpecForReplicaSet(template, selector, replicas, fldPath, opts) {
  let allErrs = [];
  if (template == null) {
    allErrs = push(allErrs, field_Required(fldPath, ''));
  } else {
    if (!Selector_Empty(selector)) {
      let labels = (template.metadata ?? Z).labels;
      if (!Selector_Matches(selector, labels)) {
        allErrs = push(
          allErrs,
          field_Invalid(
            Path_Child(fldPath, 'metadata', 'labels'),
            (template.metadata ?? Z).labels,
            '`selector` does not match template `labels`',
          ),
        );
      }
    }
    allErrs = push(allErrs, ...(ValidatePodTemplateSpec(template, fldPath, opts) ?? []));
    if (((template.spec ?? Z).restartPolicy ?? '') !== 'Always') {
      allErrs = push(
        allErrs,
        field_NotSupported(
          Path_Child(fldPath, 'spec', 'restartPolicy'),
          (template.spec ?? Z).restartPolicy ?? '',
          ['Always'],
        ),
      );
    }
    if ((template.spec ?? Z).activeDeadlineSeconds != null) {
      allErrs = push(
        allErrs,
        field_Forbidden(
          Path_Child(fldPath, 'spec', 'activeDeadlineSeconds'),
          'activeDeadlineSeconds in ReplicaSet is not Supported',
        ),
      );
    }
  }
  return allErrs;
}

function ValidatePodTemplateSpecForStatefulSet(template, selector, fldPath, opts, setOpts) {
  let allErrs = [];
  if (template == null) {
    allErrs = push(allErrs, field_Required(fldPath, ''));
  } else {
    if (!Selector_Empty(selector)) {
      let labels = (template.metadata ?? Z).labels;
      if (!Selector_Matches(selector, labels)) {
        allErrs = push(
          allErrs,
          field_Invalid(
            Path_Child(fldPath, 'metadata', 'labels'),
            (template.metadata ?? Z).labels,
            '`selector` does not match template `labels`',
          ),
        );
      }
    }
    if (!(setOpts.SkipValidatePodTemplateSpec ?? false)) {
      allErrs = push(allErrs, ...(ValidatePodTemplateSpec(template, fldPath, opts) ?? []));
    }
    allErrs = push(
      allErrs,
      ...(ValidateLabels((template.metadata ?? Z).labels, Path_Child(fldPath, 'labels')) ?? []),
    );
    allErrs = push(
      allErrs,
      ...(ValidateAnnotations((template.metadata ?? Z).annotations, Path_Child(fldPath, 'annotations')) ??
        []),
    );
    allErrs = push(
      allErrs,
      ...(ValidatePodSpecificAnnotations(
        (template.metadata ?? Z).annotations,
        (template.spec ??= {}),
        Path_Child(fldPath, 'annotations'),
        opts,
      ) ?? []),
    );
  }
  return allErrs;
}

function ValidatePodUpdate(newPod, oldPod, opts) {
  let fldPath = field_NewPath('metadata');
  let allErrs = ValidateObjectMetaUpdate((newPod.metadata ??= {}), (oldPod.metadata ??= {}), fldPath);
  allErrs = push(allErrs, ...(validatePodMetadataAndSpec(newPod, opts) ?? []));
  allErrs = push(
    allErrs,
    ...(ValidatePodSpecificAnnotationUpdates(newPod, oldPod, Path_Child(fldPath, 'annotations'), opts) ?? []),
  );
  let specPath = field_NewPath('spec');
  const r1 = ValidateContainerUpdates(
    (newPod.spec ?? Z).containers,
    (oldPod.spec ?? Z).containers,
    Path_Child(specPath, 'containers'),
  );
  let containerErrs = r1[0];
  let stop = r1[1];
  allErrs = push(allErrs, ...(containerErrs ?? []));
  if (stop) {
    return allErrs;
  }
  const r2 = ValidateContainerUpdates(
    (newPod.spec ?? Z).initContainers,
    (oldPod.spec ?? Z).initContainers,
    Path_Child(specPath, 'initContainers'),
  );
  containerErrs = r2[0];
  stop = r2[1];
  allErrs = push(allErrs, ...(containerErrs ?? []));
  if (stop) {
    return allErrs;
  }
  if ((newPod.spec ?? Z).activeDeadlineSeconds != null) {
    let newActiveDeadlineSeconds = (newPod.spec ?? Z).activeDeadlineSeconds;
    if (newActiveDeadlineSeconds < 0 || newActiveDeadlineSeconds > 2147483647) {
      allErrs = push(
        allErrs,
        field_Invalid(
          Path_Child(specPath, 'activeDeadlineSeconds'),
          newActiveDeadlineSeconds,
          InclusiveRangeError(0, 2147483647),
        ),
      );
      return allErrs;
    }
    if ((oldPod.spec ?? Z).activeDeadlineSeconds != null) {
      let oldActiveDeadlineSeconds = (oldPod.spec ?? Z).activeDeadlineSeconds;
      if (oldActiveDeadlineSeconds < newActiveDeadlineSeconds) {
        allErrs = push(
          allErrs,
          field_Invalid(
            Path_Child(specPath, 'activeDeadlineSeconds'),
            newActiveDeadlineSeconds,
            'must be less than or equal to previous value',
          ),
        );
        return allErrs;
      }
    }
  } else {
    if ((oldPod.spec ?? Z).activeDeadlineSeconds != null) {
      allErrs = push(
        allErrs,
        field_Invalid(
          Path_Child(specPath, 'activeDeadlineSeconds'),
          (newPod.spec ?? Z).activeDeadlineSeconds,
          'must not update from a positive integer to nil value',
        ),
      );
    }
  }
  allErrs = push(
    allErrs,
    ...(validateOnlyAddedTolerations(
      (newPod.spec ?? Z).tolerations,
      (oldPod.spec ?? Z).tolerations,
      Path_Child(specPath, 'tolerations'),
      opts,
    ) ?? []),
  );
  allErrs = push(
    allErrs,
    ...(validateOnlyDeletedSchedulingGates(
      (newPod.spec ?? Z).schedulingGates,
      (oldPod.spec ?? Z).schedulingGates,
      Path_Child(specPath, 'schedulingGates'),
    ) ?? []),
  );
  if (Equalities_DeepEqual(equality_Semantic.Equalities, newPod.spec ?? Z, oldPod.spec ?? Z)) {
    return allErrs;
  }
  let mungedPodSpec = deepCopy((newPod.spec ??= {}));
  let newContainers = undefined;
  {
    const list3 = mungedPodSpec.containers ?? [];
    for (let ix = 0; ix < list3.length; ix++) {
      let container = list3[ix];
      setUnlessZero(container, 'image', (oldPod.spec ?? Z).containers[ix].image ?? '');
      newContainers = push(newContainers, container);
    }
  }
  setField(mungedPodSpec, 'containers', newContainers);
  let newInitContainers = undefined;
  {
    const list4 = mungedPodSpec.initContainers ?? [];
    for (let ix2 = 0; ix2 < list4.length; ix2++) {
      let container2 = list4[ix2];
      setUnlessZero(container2, 'image', (oldPod.spec ?? Z).initContainers[ix2].image ?? '');
      newInitContainers = push(newInitContainers, container2);
    }
  }
  setField(mungedPodSpec, 'initContainers', newInitContainers);
  delete mungedPodSpec.activeDeadlineSeconds;
  if ((oldPod.spec ?? Z).activeDeadlineSeconds != null) {
    let activeDeadlineSeconds = (oldPod.spec ?? Z).activeDeadlineSeconds;
    setField(mungedPodSpec, 'activeDeadlineSeconds', activeDeadlineSeconds);
  }
  setField(mungedPodSpec, 'schedulingGates', (oldPod.spec ?? Z).schedulingGates);
  setField(mungedPodSpec, 'tolerations', (oldPod.spec ?? Z).tolerations);
  if (
    (oldPod.spec ?? Z).terminationGracePeriodSeconds != null &&
    (oldPod.spec ?? Z).terminationGracePeriodSeconds < 0 &&
    mungedPodSpec.terminationGracePeriodSeconds != null &&
    mungedPodSpec.terminationGracePeriodSeconds === 1
  ) {
    setField(
      mungedPodSpec,
      'terminationGracePeriodSeconds',
      (oldPod.spec ?? Z).terminationGracePeriodSeconds,
    );
  }
  let podIsGated = listLength((oldPod.spec ?? Z).schedulingGates) > 0;
  if (podIsGated) {
    if (
      !Equalities_DeepEqual(
        equality_Semantic.Equalities,
        mungedPodSpec.nodeSelector,
        (oldPod.spec ?? Z).nodeSelector,
      )
    ) {
      allErrs = push(
        allErrs,
        ...(validateNodeSelectorMutation(
          Path_Child(specPath, 'nodeSelector'),
          mungedPodSpec.nodeSelector,
          (oldPod.spec ?? Z).nodeSelector,
        ) ?? []),
      );
      setField(mungedPodSpec, 'nodeSelector', (oldPod.spec ?? Z).nodeSelector);
    }
    let oldNodeAffinity = undefined;
    if ((oldPod.spec ?? Z).affinity != null) {
      oldNodeAffinity = (oldPod.spec ?? Z).affinity.nodeAffinity;
    }
    let mungedNodeAffinity = undefined;
    if (mungedPodSpec.affinity != null) {
      mungedNodeAffinity = mungedPodSpec.affinity.nodeAffinity;
    }
    if (!Equalities_DeepEqual(equality_Semantic.Equalities, oldNodeAffinity, mungedNodeAffinity)) {
      allErrs = push(
        allErrs,
        ...(validateNodeAffinityMutation(
          Path_Child(Path_Child(specPath, 'affinity'), 'nodeAffinity'),
          mungedNodeAffinity,
          oldNodeAffinity,
        ) ?? []),
      );
      switch (true) {
        case mungedPodSpec.affinity == null && oldNodeAffinity == null: {
          break;
        }
        case mungedPodSpec.affinity == null && oldNodeAffinity != null: {
          setField(mungedPodSpec, 'affinity', { nodeAffinity: oldNodeAffinity });
          break;
        }
        case mungedPodSpec.affinity != null &&
          (oldPod.spec ?? Z).affinity == null &&
          mungedPodSpec.affinity.podAntiAffinity == null &&
          mungedPodSpec.affinity.podAffinity == null: {
          delete mungedPodSpec.affinity;
          break;
        }
        default: {
          setField(mungedPodSpec.affinity, 'nodeAffinity', oldNodeAffinity);
          break;
        }
      }
    }
  }
  if (!Equalities_DeepEqual(equality_Semantic.Equalities, mungedPodSpec, oldPod.spec ?? Z)) {
    let specDiff = diff_Diff(oldPod.spec ?? Z, mungedPodSpec);
    let errs = field_Forbidden(
      specPath,
      fmt_Sprintf(
        'pod updates may not change fields other than %s\n%v',
        strings_Join(updatablePodSpecFields(), ','),
        specDiff,
      ),
    );
    allErrs = push(allErrs, errs);
  }
  return allErrs;
}

function ValidatePolicyRule(rule, isNamespaced, fldPath) {
  let allErrs = [];
  if (listLength(rule.verbs) === 0) {
    allErrs = push(
      allErrs,
      Error_MarkCoveredByDeclarative(
        field_Required(Path_Child(fldPath, 'verbs'), 'verbs must contain at least one value'),
      ),
    );
  }
  if (listLength(rule.nonResourceURLs) > 0) {
    if (isNamespaced) {
      allErrs = push(
        allErrs,
        field_Invalid(
          Path_Child(fldPath, 'nonResourceURLs'),
          rule.nonResourceURLs,
          'namespaced rules cannot apply to non-resource URLs',
        ),
      );
    }
    if (
      listLength(rule.apiGroups) > 0 ||
      listLength(rule.resources) > 0 ||
      listLength(rule.resourceNames) > 0
    ) {
      allErrs = push(
        allErrs,
        field_Invalid(
          Path_Child(fldPath, 'nonResourceURLs'),
          rule.nonResourceURLs,
          'rules cannot apply to both regular resources and non-resource URLs',
        ),
      );
    }
    return allErrs;
  }
  if (listLength(rule.apiGroups) === 0) {
    allErrs = push(
      allErrs,
      field_Required(Path_Child(fldPath, 'apiGroups'), 'resource rules must supply at least one api group'),
    );
  }
  if (listLength(rule.resources) === 0) {
    allErrs = push(
      allErrs,
      field_Required(Path_Child(fldPath, 'resources'), 'resource rules must supply at least one resource'),
    );
  }
  return allErrs;
}

function ValidatePortNumOrName(port, fldPath) {
  let allErrs = [];
  if (intOrStringType(port) === 0) {
    for (let msg of IsValidPortNum(IntOrString_IntValue(port)) ?? []) {
      allErrs = push(allErrs, field_Invalid(fldPath, IntOrString_IntValue(port), msg));
    }
  } else {
    if (intOrStringType(port) === 1) {
      for (let msg2 of IsValidPortName(intOrStringText(port)) ?? []) {
        allErrs = push(allErrs, field_Invalid(fldPath, intOrStringText(port), msg2));
      }
    } else {
      allErrs = push(
        allErrs,
        field_InternalError(fldPath, fmt_Errorf('unknown type: %v', intOrStringType(port))),
      );
    }
  }
  return allErrs;
}

function ValidatePositiveField(value, fldPath) {
  let allErrs = [];
  if (value <= 0) {
    allErrs = push(
      allErrs,
      Error_WithOrigin(field_Invalid(fldPath, value, 'must be greater than zero'), 'minimum'),
    );
  }
  return allErrs;
}

function ValidatePositiveIntOrPercent(intOrPercent, fldPath) {
  let allErrs = [];
  {
    const tag1 = intOrStringType(intOrPercent);
    switch (tag1) {
      case 1: {
        for (let msg of IsValidPercent(intOrStringText(intOrPercent)) ?? []) {
          allErrs = push(allErrs, field_Invalid(fldPath, intOrPercent, msg));
        }
        break;
      }
      case 0: {
        allErrs = push(
          allErrs,
          ...(ValidateNonnegativeField(IntOrString_IntValue(intOrPercent), fldPath) ?? []),
        );
        break;
      }
      default: {
        allErrs = push(
          allErrs,
          field_Invalid(fldPath, intOrPercent, "must be an integer or percentage (e.g '5%%')"),
        );
        break;
      }
    }
  }
  return allErrs;
}

function ValidatePositiveQuantityValue(value, fldPath) {
  let allErrs = [];
  if (Quantity_Cmp(value, '0') <= 0) {
    allErrs = push(allErrs, field_Invalid(fldPath, Quantity_String(value), 'must be greater than zero'));
  }
  return allErrs;
}

function ValidatePreemptionPolicy(preemptionPolicy, fldPath) {
  let allErrors = [];
  {
    const tag1 = preemptionPolicy;
    switch (tag1) {
      case 'PreemptLowerPriority':
      case 'Never': {
        break;
      }
      case '': {
        allErrors = push(allErrors, field_Required(fldPath, ''));
        break;
      }
      default: {
        let validValues = ['PreemptLowerPriority', 'Never'];
        allErrors = push(allErrors, field_NotSupported(fldPath, preemptionPolicy, validValues));
        break;
      }
    }
  }
  return allErrors;
}

function ValidatePreferredSchedulingTerms(terms, fldPath) {
  let allErrs = [];
  {
    const list1 = terms ?? [];
    for (let i = 0; i < list1.length; i++) {
      let term = list1[i];
      if ((term.weight ?? 0) <= 0 || (term.weight ?? 0) > 100) {
        allErrs = push(
          allErrs,
          field_Invalid(
            Path_Child(Path_Index(fldPath, i), 'weight'),
            term.weight ?? 0,
            'must be in the range 1-100',
          ),
        );
      }
      allErrs = push(
        allErrs,
        ...(ValidateNodeSelectorTerm(
          term.preference ?? Z,
          true,
          Path_Child(Path_Index(fldPath, i), 'preference'),
        ) ?? []),
      );
    }
  }
  return allErrs;
}

const ValidatePriorityClassName = lazy(() => NameIsDNSSubdomain);

function ValidateProcMountType(fldPath, procMountType) {
  {
    const tag1 = procMountType;
    switch (tag1) {
      case 'Default':
      case 'Unmasked': {
        return undefined;
        break;
      }
      default: {
        return field_NotSupported(fldPath, procMountType, ['Default', 'Unmasked']);
        break;
      }
    }
  }
}

function ValidateQualifiedName(value, fldPath) {
  let allErrs = [];
  for (let msg of IsQualifiedName()(value) ?? []) {
    allErrs = push(allErrs, Error_WithOrigin(field_Invalid(fldPath, value, msg), 'format=qualified-name'));
  }
  return allErrs;
}

function ValidateRBACName(name, prefix) {
  return IsPathSegmentName(name);
}

function ValidateReplicaSet(rs, opts) {
  let allErrs = ValidateObjectMeta(
    (rs.metadata ??= {}),
    true,
    ValidateReplicaSetName(),
    field_NewPath('metadata'),
  );
  allErrs = push(
    allErrs,
    ...(ValidateReplicaSetSpec((rs.spec ??= {}), undefined, field_NewPath('spec'), opts) ?? []),
  );
  return allErrs;
}

const ValidateReplicaSetName = lazy(() => NameIsDNSSubdomain);

function ValidateReplicaSetSpec(spec, oldSpec, fldPath, opts) {
  let allErrs = [];
  allErrs = push(
    allErrs,
    ...(ValidateNonnegativeField(spec.replicas ?? 0, Path_Child(fldPath, 'replicas')) ?? []),
  );
  allErrs = push(
    allErrs,
    ...(ValidateNonnegativeField(spec.minReadySeconds ?? 0, Path_Child(fldPath, 'minReadySeconds')) ?? []),
  );
  if (spec.selector == null) {
    allErrs = push(allErrs, field_Required(Path_Child(fldPath, 'selector'), ''));
  } else {
    allErrs = push(
      allErrs,
      ...(ValidateLabelSelector(
        spec.selector,
        { AllowInvalidLabelValueInSelector: false },
        Path_Child(fldPath, 'selector'),
      ) ?? []),
    );
    if (mapLength(spec.selector.matchLabels) + listLength(spec.selector.matchExpressions) === 0) {
      allErrs = push(
        allErrs,
        field_Invalid(
          Path_Child(fldPath, 'selector'),
          spec.selector,
          'empty selector is invalid for deployment',
        ),
      );
    }
  }
  const r1 = labelSelectorAsSelector(spec.selector);
  let selector = r1[0];
  let err = r1[1];
  if (err != null) {
    allErrs = push(
      allErrs,
      field_Invalid(Path_Child(fldPath, 'selector'), spec.selector, 'invalid label selector'),
    );
  } else {
    allErrs = push(
      allErrs,
      ...(ValidatePodTemplateSpecForReplicaSet(
        (spec.template ??= {}),
        selector,
        spec.replicas ?? 0,
        Path_Child(fldPath, 'template'),
        opts,
      ) ?? []),
    );
  }
  return allErrs;
}

function ValidateReplicaSetStatus(status, fldPath) {
  let allErrs = [];
  allErrs = push(
    allErrs,
    ...(ValidateNonnegativeField(status.replicas ?? 0, Path_Child(fldPath, 'replicas')) ?? []),
  );
  allErrs = push(
    allErrs,
    ...(ValidateNonnegativeField(
      status.fullyLabeledReplicas ?? 0,
      Path_Child(fldPath, 'fullyLabeledReplicas'),
    ) ?? []),
  );
  allErrs = push(
    allErrs,
    ...(ValidateNonnegativeField(status.readyReplicas ?? 0, Path_Child(fldPath, 'readyReplicas')) ?? []),
  );
  allErrs = push(
    allErrs,
    ...(ValidateNonnegativeField(status.availableReplicas ?? 0, Path_Child(fldPath, 'availableReplicas')) ??
      []),
  );
  allErrs = push(
    allErrs,
    ...(ValidateNonnegativeField(
      toNumber(status.observedGeneration),
      Path_Child(fldPath, 'observedGeneration'),
    ) ?? []),
  );
  if (status.terminatingReplicas != null) {
    allErrs = push(
      allErrs,
      ...(ValidateNonnegativeField(status.terminatingReplicas, Path_Child(fldPath, 'terminatingReplicas')) ??
        []),
    );
  }
  let msg = 'cannot be greater than status.replicas';
  if ((status.fullyLabeledReplicas ?? 0) > (status.replicas ?? 0)) {
    allErrs = push(
      allErrs,
      field_Invalid(Path_Child(fldPath, 'fullyLabeledReplicas'), status.fullyLabeledReplicas ?? 0, msg),
    );
  }
  if ((status.readyReplicas ?? 0) > (status.replicas ?? 0)) {
    allErrs = push(
      allErrs,
      field_Invalid(Path_Child(fldPath, 'readyReplicas'), status.readyReplicas ?? 0, msg),
    );
  }
  if ((status.availableReplicas ?? 0) > (status.replicas ?? 0)) {
    allErrs = push(
      allErrs,
      field_Invalid(Path_Child(fldPath, 'availableReplicas'), status.availableReplicas ?? 0, msg),
    );
  }
  if ((status.availableReplicas ?? 0) > (status.readyReplicas ?? 0)) {
    allErrs = push(
      allErrs,
      field_Invalid(
        Path_Child(fldPath, 'availableReplicas'),
        status.availableReplicas ?? 0,
        'cannot be greater than readyReplicas',
      ),
    );
  }
  return allErrs;
}

function ValidateReplicaSetStatusUpdate(rs, oldRs) {
  let allErrs = [];
  allErrs = push(
    allErrs,
    ...(ValidateObjectMetaUpdate((rs.metadata ??= {}), (oldRs.metadata ??= {}), field_NewPath('metadata')) ??
      []),
  );
  allErrs = push(allErrs, ...(ValidateReplicaSetStatus(rs.status ?? Z, field_NewPath('status')) ?? []));
  return allErrs;
}

function ValidateReplicaSetUpdate(rs, oldRs, opts) {
  let allErrs = [];
  allErrs = push(
    allErrs,
    ...(ValidateObjectMetaUpdate((rs.metadata ??= {}), (oldRs.metadata ??= {}), field_NewPath('metadata')) ??
      []),
  );
  allErrs = push(
    allErrs,
    ...(ValidateReplicaSetSpec((rs.spec ??= {}), (oldRs.spec ??= {}), field_NewPath('spec'), opts) ?? []),
  );
  allErrs = push(
    allErrs,
    ...(core_validation_ValidateImmutableField(
      (rs.spec ?? Z).selector,
      (oldRs.spec ?? Z).selector,
      Path_Child(field_NewPath('spec'), 'selector'),
    ) ?? []),
  );
  return allErrs;
}

const ValidateResourceClaimName = lazy(() => NameIsDNSSubdomain);

const ValidateResourceClaimTemplateName = lazy(() => NameIsDNSSubdomain);

function ValidateResourceQuantityValue(resource, value, fldPath) {
  let allErrs = [];
  allErrs = push(allErrs, ...(ValidateNonnegativeQuantity(value, fldPath) ?? []));
  if (IsIntegerResourceName(resource)) {
    if (Quantity_MilliValue(value) % 1000 !== 0) {
      allErrs = push(allErrs, field_Invalid(fldPath, value, 'must be an integer'));
    }
  }
  return allErrs;
}

function ValidateRole(role) {
  let allErrs = [];
  allErrs = push(
    allErrs,
    ...(ValidateObjectMeta((role.metadata ??= {}), true, ValidateRBACName, field_NewPath('metadata')) ?? []),
  );
  {
    const list1 = role.rules ?? [];
    for (let i = 0; i < list1.length; i++) {
      let rule = list1[i];
      {
        let err = ValidatePolicyRule(rule, true, Path_Index(field_NewPath('rules'), i));
        if (err != null) {
          allErrs = push(allErrs, ...(err ?? []));
        }
      }
    }
  }
  if (listLength(allErrs) !== 0) {
    return allErrs;
  }
  return undefined;
}

function ValidateRoleBinding(roleBinding) {
  let allErrs = [];
  allErrs = push(
    allErrs,
    ...(ValidateObjectMeta(
      (roleBinding.metadata ??= {}),
      true,
      ValidateRBACName,
      field_NewPath('metadata'),
    ) ?? []),
  );
  if (((roleBinding.roleRef ?? Z).apiGroup ?? '') !== 'rbac.authorization.k8s.io') {
    allErrs = push(
      allErrs,
      field_NotSupported(field_NewPath('roleRef', 'apiGroup'), (roleBinding.roleRef ?? Z).apiGroup ?? '', [
        'rbac.authorization.k8s.io',
      ]),
    );
  }
  {
    const tag1 = (roleBinding.roleRef ?? Z).kind ?? '';
    switch (tag1) {
      case 'Role':
      case 'ClusterRole': {
        break;
      }
      default: {
        allErrs = push(
          allErrs,
          field_NotSupported(field_NewPath('roleRef', 'kind'), (roleBinding.roleRef ?? Z).kind ?? '', [
            'Role',
            'ClusterRole',
          ]),
        );
        break;
      }
    }
  }
  if (textLength((roleBinding.roleRef ?? Z).name ?? '') === 0) {
    allErrs = push(
      allErrs,
      Error_MarkCoveredByDeclarative(field_Required(field_NewPath('roleRef', 'name'), '')),
    );
  } else {
    for (let msg of ValidateRBACName((roleBinding.roleRef ?? Z).name ?? '', false) ?? []) {
      allErrs = push(
        allErrs,
        field_Invalid(field_NewPath('roleRef', 'name'), (roleBinding.roleRef ?? Z).name ?? '', msg),
      );
    }
  }
  let subjectsPath = field_NewPath('subjects');
  {
    const list2 = roleBinding.subjects ?? [];
    for (let i = 0; i < list2.length; i++) {
      let subject = list2[i];
      allErrs = push(
        allErrs,
        ...(ValidateRoleBindingSubject(subject, true, Path_Index(subjectsPath, i)) ?? []),
      );
    }
  }
  return allErrs;
}

function ValidateRoleBindingSubject(subject, isNamespaced, fldPath) {
  let allErrs = [];
  if (textLength(subject.name ?? '') === 0) {
    allErrs = push(allErrs, Error_MarkCoveredByDeclarative(field_Required(Path_Child(fldPath, 'name'), '')));
  }
  {
    const tag1 = subject.kind ?? '';
    switch (tag1) {
      case 'ServiceAccount': {
        if (textLength(subject.name ?? '') > 0) {
          for (let msg of ValidateServiceAccountName()(subject.name ?? '', false) ?? []) {
            allErrs = push(allErrs, field_Invalid(Path_Child(fldPath, 'name'), subject.name ?? '', msg));
          }
        }
        if (textLength(subject.apiGroup ?? '') > 0) {
          allErrs = push(
            allErrs,
            field_NotSupported(Path_Child(fldPath, 'apiGroup'), subject.apiGroup ?? '', ['']),
          );
        }
        if (!isNamespaced && textLength(subject.namespace ?? '') === 0) {
          allErrs = push(allErrs, field_Required(Path_Child(fldPath, 'namespace'), ''));
        }
        break;
      }
      case 'User': {
        if ((subject.apiGroup ?? '') !== 'rbac.authorization.k8s.io') {
          allErrs = push(
            allErrs,
            field_NotSupported(Path_Child(fldPath, 'apiGroup'), subject.apiGroup ?? '', [
              'rbac.authorization.k8s.io',
            ]),
          );
        }
        break;
      }
      case 'Group': {
        if ((subject.apiGroup ?? '') !== 'rbac.authorization.k8s.io') {
          allErrs = push(
            allErrs,
            field_NotSupported(Path_Child(fldPath, 'apiGroup'), subject.apiGroup ?? '', [
              'rbac.authorization.k8s.io',
            ]),
          );
        }
        break;
      }
      default: {
        allErrs = push(
          allErrs,
          field_NotSupported(Path_Child(fldPath, 'kind'), subject.kind ?? '', [
            'ServiceAccount',
            'User',
            'Group',
          ]),
        );
        break;
      }
    }
  }
  return allErrs;
}

function ValidateRoleBindingUpdate(roleBinding, oldRoleBinding) {
  let allErrs = ValidateRoleBinding(roleBinding);
  allErrs = push(
    allErrs,
    ...(ValidateObjectMetaUpdate(
      (roleBinding.metadata ??= {}),
      (oldRoleBinding.metadata ??= {}),
      field_NewPath('metadata'),
    ) ?? []),
  );
  allErrs = push(
    allErrs,
    ...(ErrorList_MarkCoveredByDeclarative(
      ErrorList_MarkAlpha(
        ErrorList_WithOrigin(
          core_validation_ValidateImmutableField(
            roleBinding.roleRef ?? Z,
            oldRoleBinding.roleRef ?? Z,
            field_NewPath('roleRef'),
          ),
          'immutable',
        ),
      ),
    ) ?? []),
  );
  return allErrs;
}

function ValidateRoleUpdate(role, oldRole) {
  let allErrs = ValidateRole(role);
  allErrs = push(
    allErrs,
    ...(ValidateObjectMetaUpdate(
      (role.metadata ??= {}),
      (oldRole.metadata ??= {}),
      field_NewPath('metadata'),
    ) ?? []),
  );
  return allErrs;
}

function ValidateRollback(rollback, fldPath) {
  let allErrs = [];
  let v = toNumber(rollback.Revision);
  allErrs = push(allErrs, ...(ValidateNonnegativeField(v, Path_Child(fldPath, 'version')) ?? []));
  return allErrs;
}

function ValidateRollingUpdateDaemonSet(rollingUpdate, fldPath) {
  let allErrs = undefined;
  allErrs = push(
    allErrs,
    ...(ValidatePositiveIntOrPercent(
      rollingUpdate.maxUnavailable ?? 0,
      Path_Child(fldPath, 'maxUnavailable'),
    ) ?? []),
  );
  allErrs = push(
    allErrs,
    ...(ValidatePositiveIntOrPercent(rollingUpdate.maxSurge ?? 0, Path_Child(fldPath, 'maxSurge')) ?? []),
  );
  allErrs = push(
    allErrs,
    ...(IsNotMoreThan100Percent(rollingUpdate.maxUnavailable ?? 0, Path_Child(fldPath, 'maxUnavailable')) ??
      []),
  );
  allErrs = push(
    allErrs,
    ...(IsNotMoreThan100Percent(rollingUpdate.maxSurge ?? 0, Path_Child(fldPath, 'maxSurge')) ?? []),
  );
  let hasUnavailable = getIntOrPercentValue(rollingUpdate.maxUnavailable ?? 0) !== 0;
  let hasSurge = getIntOrPercentValue(rollingUpdate.maxSurge ?? 0) !== 0;
  switch (true) {
    case hasUnavailable && hasSurge: {
      allErrs = push(
        allErrs,
        field_Invalid(
          Path_Child(fldPath, 'maxSurge'),
          rollingUpdate.maxSurge ?? 0,
          'may not be set when maxUnavailable is non-zero',
        ),
      );
      break;
    }
    case !hasUnavailable && !hasSurge: {
      allErrs = push(
        allErrs,
        field_Required(Path_Child(fldPath, 'maxUnavailable'), 'cannot be 0 when maxSurge is 0'),
      );
      break;
    }
  }
  return allErrs;
}

function ValidateRollingUpdateDeployment(rollingUpdate, fldPath) {
  let allErrs = [];
  allErrs = push(
    allErrs,
    ...(ValidatePositiveIntOrPercent(
      rollingUpdate.maxUnavailable ?? 0,
      Path_Child(fldPath, 'maxUnavailable'),
    ) ?? []),
  );
  allErrs = push(
    allErrs,
    ...(ValidatePositiveIntOrPercent(rollingUpdate.maxSurge ?? 0, Path_Child(fldPath, 'maxSurge')) ?? []),
  );
  if (
    getIntOrPercentValue(rollingUpdate.maxUnavailable ?? 0) === 0 &&
    getIntOrPercentValue(rollingUpdate.maxSurge ?? 0) === 0
  ) {
    allErrs = push(
      allErrs,
      field_Invalid(
        Path_Child(fldPath, 'maxUnavailable'),
        rollingUpdate.maxUnavailable ?? 0,
        'may not be 0 when `maxSurge` is 0',
      ),
    );
  }
  allErrs = push(
    allErrs,
    ...(IsNotMoreThan100Percent(rollingUpdate.maxUnavailable ?? 0, Path_Child(fldPath, 'maxUnavailable')) ??
      []),
  );
  return allErrs;
}

function ValidateRuntimeClassName(name, fldPath) {
  let allErrs = undefined;
  for (let msg of NameIsDNSSubdomain(name, false) ?? []) {
    allErrs = push(allErrs, field_Invalid(fldPath, name, msg));
  }
  return allErrs;
}

function ValidateSeccompPodAnnotations(annotations, fldPath) {
  let allErrs = [];
  {
    const r1 = mapFind(annotations, 'seccomp.security.alpha.kubernetes.io/pod', '');
    let p = r1[0];
    let exists = r1[1];
    if (exists) {
      allErrs = push(
        allErrs,
        ...(ValidateSeccompProfile(p, Path_Child(fldPath, 'seccomp.security.alpha.kubernetes.io/pod')) ?? []),
      );
    }
  }
  for (let [k, p2] of mapEntries(annotations)) {
    if (strings_HasPrefix(k, 'container.seccomp.security.alpha.kubernetes.io/')) {
      allErrs = push(allErrs, ...(ValidateSeccompProfile(p2, Path_Child(fldPath, k)) ?? []));
    }
  }
  return allErrs;
}

function ValidateSeccompProfile(p, fldPath) {
  if (p === 'runtime/default' || p === 'docker/default') {
    return undefined;
  }
  if (p === 'unconfined') {
    return undefined;
  }
  if (strings_HasPrefix(p, 'localhost/')) {
    return validateLocalDescendingPath(strings_TrimPrefix(p, 'localhost/'), fldPath);
  }
  return [field_Invalid(fldPath, p, 'must be a valid seccomp profile')];
}

function ValidateSecret(secret) {
  let allErrs = ValidateObjectMeta(
    (secret.metadata ??= {}),
    true,
    ValidateSecretName(),
    field_NewPath('metadata'),
  );
  let dataPath = field_NewPath('data');
  let totalSize = 0;
  for (let [key, value] of mapEntries(secret.data)) {
    for (let msg of IsConfigMapKey(key) ?? []) {
      allErrs = push(allErrs, field_Invalid(Path_Key(dataPath, key), key, msg));
    }
    totalSize = totalSize + bytesLength(value);
  }
  if (totalSize > 1048576) {
    allErrs = push(allErrs, field_TooLong(dataPath, '', 1048576));
  }
  {
    const tag1 = secret.type ?? '';
    switch (tag1) {
      case 'kubernetes.io/service-account-token': {
        {
          let value2 = mapGet((secret.metadata ?? Z).annotations, 'kubernetes.io/service-account.name', '');
          if (textLength(value2) === 0) {
            allErrs = push(
              allErrs,
              field_Required(
                Path_Key(field_NewPath('metadata', 'annotations'), 'kubernetes.io/service-account.name'),
                '',
              ),
            );
          }
        }
        break;
      }
      case 'Opaque':
      case '': {
        break;
      }
      case 'kubernetes.io/dockercfg': {
        const r2 = mapFind(secret.data, '.dockercfg', undefined);
        let dockercfgBytes = r2[0];
        let exists = r2[1];
        if (!exists) {
          allErrs = push(allErrs, field_Required(Path_Key(dataPath, '.dockercfg'), ''));
          break;
        }
        {
          let err = jsonObjectProblem(dockercfgBytes);
          if (err != null) {
            allErrs = push(
              allErrs,
              field_Invalid(Path_Key(dataPath, '.dockercfg'), '<secret contents redacted>', error_Error(err)),
            );
          }
        }
        break;
      }
      case 'kubernetes.io/dockerconfigjson': {
        const r3 = mapFind(secret.data, '.dockerconfigjson', undefined);
        let dockerConfigJSONBytes = r3[0];
        let exists2 = r3[1];
        if (!exists2) {
          allErrs = push(allErrs, field_Required(Path_Key(dataPath, '.dockerconfigjson'), ''));
          break;
        }
        {
          let err2 = jsonObjectProblem(dockerConfigJSONBytes);
          if (err2 != null) {
            allErrs = push(
              allErrs,
              field_Invalid(
                Path_Key(dataPath, '.dockerconfigjson'),
                '<secret contents redacted>',
                error_Error(err2),
              ),
            );
          }
        }
        break;
      }
      case 'kubernetes.io/basic-auth': {
        const r4 = mapFind(secret.data, 'username', undefined);
        let usernameFieldExists = r4[1];
        const r5 = mapFind(secret.data, 'password', undefined);
        let passwordFieldExists = r5[1];
        if (!usernameFieldExists && !passwordFieldExists) {
          allErrs = push(allErrs, field_Required(Path_Key(dataPath, 'username'), ''));
          allErrs = push(allErrs, field_Required(Path_Key(dataPath, 'password'), ''));
          break;
        }
        break;
      }
      case 'kubernetes.io/ssh-auth': {
        if (bytesLength(mapGet(secret.data, 'ssh-privatekey', undefined)) === 0) {
          allErrs = push(allErrs, field_Required(Path_Key(dataPath, 'ssh-privatekey'), ''));
          break;
        }
        break;
      }
      case 'kubernetes.io/tls': {
        {
          const r6 = mapFind(secret.data, 'tls.crt', undefined);
          let exists3 = r6[1];
          if (!exists3) {
            allErrs = push(allErrs, field_Required(Path_Key(dataPath, 'tls.crt'), ''));
          }
        }
        {
          const r7 = mapFind(secret.data, 'tls.key', undefined);
          let exists4 = r7[1];
          if (!exists4) {
            allErrs = push(allErrs, field_Required(Path_Key(dataPath, 'tls.key'), ''));
          }
        }
        break;
      }
      default: {
        break;
      }
    }
  }
  return allErrs;
}

const ValidateSecretName = lazy(() => NameIsDNSSubdomain);

function ValidateSecretUpdate(newSecret, oldSecret) {
  let allErrs = ValidateObjectMetaUpdate(
    (newSecret.metadata ??= {}),
    (oldSecret.metadata ??= {}),
    field_NewPath('metadata'),
  );
  allErrs = push(
    allErrs,
    ...(ErrorList_MarkCoveredByDeclarative(
      ErrorList_WithOrigin(
        core_validation_ValidateImmutableField(
          newSecret.type ?? '',
          oldSecret.type ?? '',
          field_NewPath('type'),
        ),
        'immutable',
      ),
    ) ?? []),
  );
  if (oldSecret.immutable != null && oldSecret.immutable) {
    if (newSecret.immutable == null || !newSecret.immutable) {
      allErrs = push(
        allErrs,
        field_Forbidden(field_NewPath('immutable'), 'field is immutable when `immutable` is set'),
      );
    }
    if (!reflect_DeepEqual(newSecret.data, oldSecret.data)) {
      allErrs = push(
        allErrs,
        field_Forbidden(field_NewPath('data'), 'field is immutable when `immutable` is set'),
      );
    }
  }
  allErrs = push(allErrs, ...(ValidateSecret(newSecret) ?? []));
  return allErrs;
}

function ValidateSecurityContext(sc, fldPath, hostUsers, allowSysAdminWhenPrivilegeEscalationFalse) {
  let allErrs = [];
  if (sc == null) {
    return allErrs;
  }
  if (sc.privileged != null) {
    if (sc.privileged && !(capabilities().AllowPrivileged ?? false)) {
      allErrs = push(
        allErrs,
        field_Forbidden(Path_Child(fldPath, 'privileged'), 'disallowed by cluster policy'),
      );
    }
  }
  if (sc.runAsUser != null) {
    for (let msg of IsValidUserID(sc.runAsUser) ?? []) {
      allErrs = push(allErrs, field_Invalid(Path_Child(fldPath, 'runAsUser'), sc.runAsUser, msg));
    }
  }
  if (sc.runAsGroup != null) {
    for (let msg2 of IsValidGroupID(sc.runAsGroup) ?? []) {
      allErrs = push(allErrs, field_Invalid(Path_Child(fldPath, 'runAsGroup'), sc.runAsGroup, msg2));
    }
  }
  if (sc.procMount != null) {
    {
      let err = ValidateProcMountType(Path_Child(fldPath, 'procMount'), sc.procMount);
      if (err != null) {
        allErrs = push(allErrs, err);
      }
    }
    if (hostUsers && sc.procMount === 'Unmasked') {
      allErrs = push(
        allErrs,
        field_Invalid(
          Path_Child(fldPath, 'procMount'),
          sc.procMount,
          '`hostUsers` must be false to use `Unmasked`',
        ),
      );
    }
  }
  allErrs = push(
    allErrs,
    ...(validateSeccompProfileField(sc.seccompProfile, Path_Child(fldPath, 'seccompProfile')) ?? []),
  );
  if (sc.allowPrivilegeEscalation != null && !sc.allowPrivilegeEscalation) {
    if (sc.privileged != null && sc.privileged) {
      allErrs = push(
        allErrs,
        field_Invalid(fldPath, sc, 'cannot set `allowPrivilegeEscalation` to false and `privileged` to true'),
      );
    }
    if (!allowSysAdminWhenPrivilegeEscalationFalse && sc.capabilities != null) {
      for (let cap of sc.capabilities.add ?? []) {
        if (cap === 'CAP_SYS_ADMIN') {
          allErrs = push(
            allErrs,
            field_Invalid(
              fldPath,
              sc,
              'cannot set `allowPrivilegeEscalation` to false and `capabilities.Add` CAP_SYS_ADMIN',
            ),
          );
        }
      }
    }
  }
  allErrs = push(
    allErrs,
    ...(validateWindowsSecurityContextOptions(sc.windowsOptions, Path_Child(fldPath, 'windowsOptions')) ??
      []),
  );
  allErrs = push(
    allErrs,
    ...(ValidateAppArmorProfileField(sc.appArmorProfile, Path_Child(fldPath, 'appArmorProfile')) ?? []),
  );
  return allErrs;
}

function ValidateServiceAccount(serviceAccount) {
  let allErrs = ValidateObjectMeta(
    (serviceAccount.metadata ??= {}),
    true,
    ValidateServiceAccountName(),
    field_NewPath('metadata'),
  );
  return allErrs;
}

const ValidateServiceAccountName = lazy(() => api_validation_ValidateServiceAccountName());

function ValidateServiceAccountUpdate(newServiceAccount, oldServiceAccount) {
  let allErrs = ValidateObjectMetaUpdate(
    (newServiceAccount.metadata ??= {}),
    (oldServiceAccount.metadata ??= {}),
    field_NewPath('metadata'),
  );
  allErrs = push(allErrs, ...(ValidateServiceAccount(newServiceAccount) ?? []));
  return allErrs;
}

function ValidateServiceClusterIPsRelatedFields(service, oldService) {
  if (((service.spec ?? Z).type ?? '') === 'ExternalName') {
    return [];
  }
  let allErrs = [];
  let hasInvalidIPs = false;
  let specPath = field_NewPath('spec');
  let clusterIPsField = Path_Child(specPath, 'clusterIPs');
  let ipFamiliesField = Path_Child(specPath, 'ipFamilies');
  let ipFamilyPolicyField = Path_Child(specPath, 'ipFamilyPolicy');
  if (textLength((service.spec ?? Z).clusterIP ?? '') !== 0) {
    if (listLength((service.spec ?? Z).clusterIPs) === 0) {
      allErrs = push(allErrs, field_Required(clusterIPsField, ''));
    } else {
      if ((service.spec ?? Z).clusterIPs[0] !== ((service.spec ?? Z).clusterIP ?? '')) {
        allErrs = push(
          allErrs,
          field_Invalid(
            clusterIPsField,
            (service.spec ?? Z).clusterIPs,
            'first value must match `clusterIP`',
          ),
        );
      }
    }
  } else {
    if (listLength((service.spec ?? Z).clusterIPs) !== 0) {
      allErrs = push(
        allErrs,
        field_Invalid(
          clusterIPsField,
          (service.spec ?? Z).clusterIPs,
          'must be empty when `clusterIP` is not specified',
        ),
      );
    }
  }
  let seen = sets_New();
  {
    const list1 = (service.spec ?? Z).ipFamilies ?? [];
    for (let i = 0; i < list1.length; i++) {
      let ipFamily = list1[i];
      if (!Set_Has(supportedServiceIPFamily(), ipFamily)) {
        allErrs = push(
          allErrs,
          field_NotSupported(Path_Index(ipFamiliesField, i), ipFamily, sets_List(supportedServiceIPFamily())),
        );
      }
      if (Set_Has(seen, ipFamily)) {
        allErrs = push(allErrs, field_Duplicate(Path_Index(ipFamiliesField, i), ipFamily));
      }
      Set_Insert(seen, ipFamily);
    }
  }
  if ((service.spec ?? Z).ipFamilyPolicy != null) {
    if (!Set_Has(supportedServiceIPFamilyPolicy(), (service.spec ?? Z).ipFamilyPolicy)) {
      allErrs = push(
        allErrs,
        field_NotSupported(
          ipFamilyPolicyField,
          (service.spec ?? Z).ipFamilyPolicy,
          sets_List(supportedServiceIPFamilyPolicy()),
        ),
      );
    }
  }
  let existingClusterIPs = undefined;
  if (oldService != null) {
    existingClusterIPs = (oldService.spec ?? Z).clusterIPs;
  }
  {
    const list2 = (service.spec ?? Z).clusterIPs ?? [];
    for (let i2 = 0; i2 < list2.length; i2++) {
      let clusterIP = list2[i2];
      if (i2 === 0 && clusterIP === 'None') {
        if (listLength((service.spec ?? Z).clusterIPs) > 1) {
          hasInvalidIPs = true;
          allErrs = push(
            allErrs,
            field_Invalid(
              clusterIPsField,
              (service.spec ?? Z).clusterIPs,
              "'None' must be the first and only value",
            ),
          );
        }
        continue;
      }
      let errorMessages = IsValidIPForLegacyField(
        Path_Index(clusterIPsField, i2),
        clusterIP,
        existingClusterIPs,
      );
      hasInvalidIPs = listLength(errorMessages) !== 0 || hasInvalidIPs;
      allErrs = push(allErrs, ...(errorMessages ?? []));
    }
  }
  if (listLength((service.spec ?? Z).clusterIPs) > 2) {
    allErrs = push(
      allErrs,
      field_Invalid(clusterIPsField, (service.spec ?? Z).clusterIPs, 'may only hold up to 2 values'),
    );
  }
  if (hasInvalidIPs) {
    return allErrs;
  }
  if (listLength((service.spec ?? Z).clusterIPs) > 1) {
    const r3 = IsDualStackIPStrings((service.spec ?? Z).clusterIPs);
    let dualStack = r3[0];
    let err = r3[1];
    if (err != null) {
      allErrs = push(
        allErrs,
        field_InternalError(clusterIPsField, fmt_Errorf('failed to check for dual stack with error:%v', err)),
      );
    }
    if (!dualStack) {
      allErrs = push(
        allErrs,
        field_Invalid(
          clusterIPsField,
          (service.spec ?? Z).clusterIPs,
          'may specify no more than one IP for each IP family',
        ),
      );
    }
  }
  if (
    !isHeadlessService(service) &&
    listLength((service.spec ?? Z).clusterIPs) > 0 &&
    listLength((service.spec ?? Z).ipFamilies) > 0
  ) {
    {
      const list4 = (service.spec ?? Z).clusterIPs ?? [];
      for (let i3 = 0; i3 < list4.length; i3++) {
        let ip = list4[i3];
        if (i3 > listLength((service.spec ?? Z).ipFamilies) - 1) {
          break;
        }
        if ((service.spec ?? Z).ipFamilies[i3] === 'IPv4' && IsIPv6String(ip)) {
          allErrs = push(
            allErrs,
            field_Invalid(
              Path_Index(clusterIPsField, i3),
              ip,
              fmt_Sprintf('expected an IPv4 value as indicated by `ipFamilies[%v]`', i3),
            ),
          );
        }
        if ((service.spec ?? Z).ipFamilies[i3] === 'IPv6' && !IsIPv6String(ip)) {
          allErrs = push(
            allErrs,
            field_Invalid(
              Path_Index(clusterIPsField, i3),
              ip,
              fmt_Sprintf('expected an IPv6 value as indicated by `ipFamilies[%v]`', i3),
            ),
          );
        }
      }
    }
  }
  return allErrs;
}

function ValidateServiceCreate(service) {
  let metaPath = field_NewPath('metadata');
  let validateServiceNameFunc = ValidateServiceName();
  {
    validateServiceNameFunc = NameIsDNSLabel;
  }
  let allErrs = ValidateObjectMeta((service.metadata ??= {}), true, validateServiceNameFunc, metaPath);
  return [...(allErrs ?? []), ...(validateService(service, undefined) ?? [])];
}

const ValidateServiceName = lazy(() => NameIsDNS1035Label);

function ValidateServiceStatusUpdate(service, oldService) {
  let allErrs = ValidateObjectMetaUpdate(
    (service.metadata ??= {}),
    (oldService.metadata ??= {}),
    field_NewPath('metadata'),
  );
  allErrs = push(
    allErrs,
    ...(ValidateLoadBalancerStatus(
      ((service.status ??= {}).loadBalancer ??= {}),
      ((oldService.status ??= {}).loadBalancer ??= {}),
      field_NewPath('status', 'loadBalancer'),
      (service.spec ??= {}),
    ) ?? []),
  );
  return allErrs;
}

function ValidateServiceUpdate(service, oldService) {
  let allErrs = ValidateObjectMetaUpdate(
    (service.metadata ??= {}),
    (oldService.metadata ??= {}),
    field_NewPath('metadata'),
  );
  let upgradeDowngradeClusterIPsErrs = validateUpgradeDowngradeClusterIPs(oldService, service);
  allErrs = push(allErrs, ...(upgradeDowngradeClusterIPsErrs ?? []));
  let upgradeDowngradeIPFamiliesErrs = validateUpgradeDowngradeIPFamilies(oldService, service);
  allErrs = push(allErrs, ...(upgradeDowngradeIPFamiliesErrs ?? []));
  let upgradeDowngradeLoadBalancerClassErrs = validateLoadBalancerClassField(oldService, service);
  allErrs = push(allErrs, ...(upgradeDowngradeLoadBalancerClassErrs ?? []));
  allErrs = push(allErrs, ...(validateServiceExternalTrafficFieldsUpdate(oldService, service) ?? []));
  return [...(allErrs ?? []), ...(validateService(service, oldService) ?? [])];
}

function ValidateSignerName(fldPath, signerName) {
  let el = undefined;
  if (textLength(signerName) === 0) {
    el = push(el, field_Required(fldPath, ''));
    return el;
  }
  let segments = strings_Split(signerName, '/');
  if (listLength(segments) !== 2) {
    el = push(
      el,
      field_Invalid(
        fldPath,
        signerName,
        "must be a fully qualified domain and path of the form 'example.com/signer-name'",
      ),
    );
    return el;
  }
  let maxDomainSegmentLength = 253;
  if (textLength(segments[0]) > maxDomainSegmentLength) {
    el = push(el, field_TooLong(fldPath, '', maxDomainSegmentLength));
  }
  let domainLabels = strings_Split(segments[0], '.');
  for (let lbl of domainLabels ?? []) {
    {
      let errs = IsDNS1123Label(lbl);
      if (listLength(errs) > 0) {
        for (let err of errs ?? []) {
          el = push(
            el,
            field_Invalid(fldPath, segments[0], fmt_Sprintf('validating label %q: %s', lbl, err)),
          );
        }
        break;
      }
    }
  }
  if (listLength(domainLabels) < 2) {
    el = push(
      el,
      field_Invalid(fldPath, segments[0], 'should be a domain with at least two segments separated by dots'),
    );
  }
  let pathLabels = strings_Split(segments[1], '.');
  for (let lbl2 of pathLabels ?? []) {
    {
      let errs2 = IsDNS1123Subdomain(lbl2);
      if (listLength(errs2) > 0) {
        for (let err2 of errs2 ?? []) {
          el = push(
            el,
            field_Invalid(fldPath, segments[1], fmt_Sprintf('validating label %q: %s', lbl2, err2)),
          );
        }
        break;
      }
    }
  }
  let maxPathSegmentLength = 317;
  let maxSignerNameLength = maxDomainSegmentLength + maxPathSegmentLength + 1;
  if (textLength(signerName) > maxSignerNameLength) {
    el = push(el, field_TooLong(fldPath, '', maxSignerNameLength));
  }
  return el;
}

function ValidateSpreadConstraintNotRepeat(fldPath, constraint, restingConstraints) {
  for (let restingConstraint of restingConstraints ?? []) {
    if (
      (constraint.topologyKey ?? '') === (restingConstraint.topologyKey ?? '') &&
      (constraint.whenUnsatisfiable ?? '') === (restingConstraint.whenUnsatisfiable ?? '')
    ) {
      return field_Duplicate(
        fldPath,
        fmt_Sprintf('{%v, %v}', constraint.topologyKey ?? '', constraint.whenUnsatisfiable ?? ''),
      );
    }
  }
  return undefined;
}

function ValidateStatefulSet(statefulSet, setOpts, opts) {
  let allErrs = ValidateObjectMeta(
    (statefulSet.metadata ??= {}),
    true,
    ValidateStatefulSetName,
    field_NewPath('metadata'),
  );
  allErrs = push(
    allErrs,
    ...(ValidateStatefulSetSpec((statefulSet.spec ??= {}), field_NewPath('spec'), opts, setOpts) ?? []),
  );
  return allErrs;
}

function ValidateStatefulSetName(name, prefix) {
  return NameIsDNSLabel(name, prefix);
}

function ValidateStatefulSetSpec(spec, fldPath, opts, setOpts) {
  let allErrs = [];
  {
    const tag1 = spec.podManagementPolicy ?? '';
    switch (tag1) {
      case '': {
        allErrs = push(allErrs, field_Required(Path_Child(fldPath, 'podManagementPolicy'), ''));
        break;
      }
      case 'OrderedReady':
      case 'Parallel': {
        break;
      }
      default: {
        allErrs = push(
          allErrs,
          field_Invalid(
            Path_Child(fldPath, 'podManagementPolicy'),
            spec.podManagementPolicy ?? '',
            fmt_Sprintf("must be '%s' or '%s'", 'OrderedReady', 'Parallel'),
          ),
        );
        break;
      }
    }
  }
  switch (true) {
    case ((spec.updateStrategy ?? Z).type ?? '') === '': {
      allErrs = push(allErrs, field_Required(Path_Child(fldPath, 'updateStrategy'), ''));
      break;
    }
    case ((spec.updateStrategy ?? Z).type ?? '') === 'OnDelete': {
      if ((spec.updateStrategy ?? Z).rollingUpdate != null) {
        allErrs = push(
          allErrs,
          field_Invalid(
            Path_Child(Path_Child(fldPath, 'updateStrategy'), 'rollingUpdate'),
            (spec.updateStrategy ?? Z).rollingUpdate,
            fmt_Sprintf("only allowed for updateStrategy '%s'", 'RollingUpdate'),
          ),
        );
      }
      break;
    }
    case ((spec.updateStrategy ?? Z).type ?? '') === 'RollingUpdate': {
      if ((spec.updateStrategy ?? Z).rollingUpdate != null) {
        allErrs = push(
          allErrs,
          ...(validateRollingUpdateStatefulSet(
            (spec.updateStrategy ?? Z).rollingUpdate,
            Path_Child(fldPath, 'updateStrategy', 'rollingUpdate'),
          ) ?? []),
        );
      }
      break;
    }
    case ((spec.updateStrategy ?? Z).type ?? '') === 'Recreate' &&
      (setOpts.AllowStatefulSetRecreateStrategy ?? false): {
      if ((spec.updateStrategy ?? Z).rollingUpdate != null) {
        allErrs = push(
          allErrs,
          field_Invalid(
            Path_Child(Path_Child(fldPath, 'updateStrategy'), 'rollingUpdate'),
            (spec.updateStrategy ?? Z).rollingUpdate,
            fmt_Sprintf("only allowed for updateStrategy '%s'", 'RollingUpdate'),
          ),
        );
      }
      break;
    }
    default: {
      let validValues = fmt_Sprintf("must be '%s' or '%s'", 'RollingUpdate', 'OnDelete');
      if (setOpts.AllowStatefulSetRecreateStrategy ?? false) {
        validValues = fmt_Sprintf("must be '%s', '%s', or '%s'", 'RollingUpdate', 'OnDelete', 'Recreate');
      }
      allErrs = push(
        allErrs,
        field_Invalid(Path_Child(fldPath, 'updateStrategy'), spec.updateStrategy ?? Z, validValues),
      );
      break;
    }
  }
  allErrs = push(
    allErrs,
    ...(ValidatePersistentVolumeClaimRetentionPolicy(
      spec.persistentVolumeClaimRetentionPolicy,
      Path_Child(fldPath, 'persistentVolumeClaimRetentionPolicy'),
    ) ?? []),
  );
  if (!(setOpts.SkipValidateVolumeClaimTemplates ?? false)) {
    allErrs = push(
      allErrs,
      ...(validateVolumeClaimTemplates(
        spec.volumeClaimTemplates,
        Path_Child(fldPath, 'volumeClaimTemplates'),
      ) ?? []),
    );
  }
  allErrs = push(
    allErrs,
    ...(ValidateNonnegativeField(spec.replicas ?? 0, Path_Child(fldPath, 'replicas')) ?? []),
  );
  allErrs = push(
    allErrs,
    ...(ValidateNonnegativeField(spec.minReadySeconds ?? 0, Path_Child(fldPath, 'minReadySeconds')) ?? []),
  );
  if (spec.ordinals != null) {
    let replicaStartOrdinal = spec.ordinals.start ?? 0;
    allErrs = push(
      allErrs,
      ...(ValidateNonnegativeField(replicaStartOrdinal, Path_Child(fldPath, 'ordinals.start')) ?? []),
    );
  }
  if (!(setOpts.AllowInvalidServiceName ?? false) && textLength(spec.serviceName ?? '') > 0) {
    allErrs = push(
      allErrs,
      ...(ValidateDNS1123Label(spec.serviceName ?? '', Path_Child(fldPath, 'serviceName')) ?? []),
    );
  }
  if (spec.selector == null) {
    allErrs = push(
      allErrs,
      Error_MarkCoveredByDeclarative(field_Required(Path_Child(fldPath, 'selector'), '')),
    );
  } else {
    allErrs = push(
      allErrs,
      ...(ValidateLabelSelector(
        spec.selector,
        { AllowInvalidLabelValueInSelector: false },
        Path_Child(fldPath, 'selector'),
      ) ?? []),
    );
    if (mapLength(spec.selector.matchLabels) + listLength(spec.selector.matchExpressions) === 0) {
      allErrs = push(
        allErrs,
        field_Invalid(
          Path_Child(fldPath, 'selector'),
          spec.selector,
          'empty selector is invalid for statefulset',
        ),
      );
    }
  }
  const r2 = labelSelectorAsSelector(spec.selector);
  let selector = r2[0];
  let err = r2[1];
  if (err != null) {
    allErrs = push(allErrs, field_Invalid(Path_Child(fldPath, 'selector'), spec.selector, ''));
  } else {
    let templateToValidate = (spec.template ??= {});
    if (
      textLength(((spec.template ?? Z).spec ?? Z).subdomain ?? '') > 0 ||
      textLength(((spec.template ?? Z).spec ?? Z).hostname ?? '') > 0 ||
      listLength(spec.volumeClaimTemplates) > 0
    ) {
      templateToValidate = deepCopy(templateToValidate);
      delete (templateToValidate.spec ??= {}).subdomain;
      delete (templateToValidate.spec ??= {}).hostname;
      if (listLength(spec.volumeClaimTemplates) > 0) {
        let templateVolumes = volumesToAddForTemplates(spec);
        let newVolumes = [];
        for (let [_3, v] of mapEntries(templateVolumes)) {
          newVolumes = push(newVolumes, v);
        }
        for (let v2 of (templateToValidate.spec ?? Z).volumes ?? []) {
          {
            const r4 = mapFind(templateVolumes, v2.name ?? '', {});
            let ok = r4[1];
            if (!ok) {
              newVolumes = push(newVolumes, v2);
            }
          }
        }
        setField((templateToValidate.spec ??= {}), 'volumes', newVolumes);
      }
    }
    allErrs = push(
      allErrs,
      ...(ValidatePodTemplateSpecForStatefulSet(
        templateToValidate,
        selector,
        Path_Child(fldPath, 'template'),
        opts,
        setOpts,
      ) ?? []),
    );
  }
  if ((((spec.template ?? Z).spec ?? Z).restartPolicy ?? '') !== 'Always') {
    allErrs = push(
      allErrs,
      field_NotSupported(
        Path_Child(fldPath, 'template', 'spec', 'restartPolicy'),
        ((spec.template ?? Z).spec ?? Z).restartPolicy ?? '',
        ['Always'],
      ),
    );
  }
  if (((spec.template ?? Z).spec ?? Z).activeDeadlineSeconds != null) {
    allErrs = push(
      allErrs,
      field_Forbidden(
        Path_Child(fldPath, 'template', 'spec', 'activeDeadlineSeconds'),
        'activeDeadlineSeconds in StatefulSet is not Supported',
      ),
    );
  }
  return allErrs;
}

function ValidateStatefulSetStatus(status, fieldPath) {
  let allErrs = [];
  allErrs = push(
    allErrs,
    ...(ValidateNonnegativeField(status.replicas ?? 0, Path_Child(fieldPath, 'replicas')) ?? []),
  );
  allErrs = push(
    allErrs,
    ...(ValidateNonnegativeField(status.readyReplicas ?? 0, Path_Child(fieldPath, 'readyReplicas')) ?? []),
  );
  allErrs = push(
    allErrs,
    ...(ValidateNonnegativeField(status.currentReplicas ?? 0, Path_Child(fieldPath, 'currentReplicas')) ??
      []),
  );
  allErrs = push(
    allErrs,
    ...(ValidateNonnegativeField(status.updatedReplicas ?? 0, Path_Child(fieldPath, 'updatedReplicas')) ??
      []),
  );
  allErrs = push(
    allErrs,
    ...(ValidateNonnegativeField(status.availableReplicas ?? 0, Path_Child(fieldPath, 'availableReplicas')) ??
      []),
  );
  if (status.observedGeneration != null) {
    allErrs = push(
      allErrs,
      ...(ValidateNonnegativeField(status.observedGeneration, Path_Child(fieldPath, 'observedGeneration')) ??
        []),
    );
  }
  if (status.collisionCount != null) {
    allErrs = push(
      allErrs,
      ...(ValidateNonnegativeField(status.collisionCount, Path_Child(fieldPath, 'collisionCount')) ?? []),
    );
  }
  let msg = 'cannot be greater than status.replicas';
  if ((status.readyReplicas ?? 0) > (status.replicas ?? 0)) {
    allErrs = push(
      allErrs,
      field_Invalid(Path_Child(fieldPath, 'readyReplicas'), status.readyReplicas ?? 0, msg),
    );
  }
  if ((status.currentReplicas ?? 0) > (status.replicas ?? 0)) {
    allErrs = push(
      allErrs,
      field_Invalid(Path_Child(fieldPath, 'currentReplicas'), status.currentReplicas ?? 0, msg),
    );
  }
  if ((status.updatedReplicas ?? 0) > (status.replicas ?? 0)) {
    allErrs = push(
      allErrs,
      field_Invalid(Path_Child(fieldPath, 'updatedReplicas'), status.updatedReplicas ?? 0, msg),
    );
  }
  if ((status.availableReplicas ?? 0) > (status.replicas ?? 0)) {
    allErrs = push(
      allErrs,
      field_Invalid(Path_Child(fieldPath, 'availableReplicas'), status.availableReplicas ?? 0, msg),
    );
  }
  if ((status.availableReplicas ?? 0) > (status.readyReplicas ?? 0)) {
    allErrs = push(
      allErrs,
      field_Invalid(
        Path_Child(fieldPath, 'availableReplicas'),
        status.availableReplicas ?? 0,
        'cannot be greater than status.readyReplicas',
      ),
    );
  }
  return allErrs;
}

function ValidateStatefulSetStatusUpdate(statefulSet, oldStatefulSet) {
  let allErrs = [];
  allErrs = push(
    allErrs,
    ...(ValidateStatefulSetStatus((statefulSet.status ??= {}), field_NewPath('status')) ?? []),
  );
  allErrs = push(
    allErrs,
    ...(ValidateObjectMetaUpdate(
      (statefulSet.metadata ??= {}),
      (oldStatefulSet.metadata ??= {}),
      field_NewPath('metadata'),
    ) ?? []),
  );
  if (IsDecremented((statefulSet.status ?? Z).collisionCount, (oldStatefulSet.status ?? Z).collisionCount)) {
    let value = 0;
    if ((statefulSet.status ?? Z).collisionCount != null) {
      value = (statefulSet.status ?? Z).collisionCount;
    }
    allErrs = push(
      allErrs,
      field_Invalid(Path_Child(field_NewPath('status'), 'collisionCount'), value, 'cannot be decremented'),
    );
  }
  return allErrs;
}

function ValidateStatefulSetUpdate(statefulSet, oldStatefulSet, setOpts, opts) {
  let allErrs = ValidateObjectMetaUpdate(
    (statefulSet.metadata ??= {}),
    (oldStatefulSet.metadata ??= {}),
    field_NewPath('metadata'),
  );
  if (listLength(ValidateStatefulSetSpec((oldStatefulSet.spec ??= {}), undefined, opts, setOpts)) > 0) {
    setOpts.SkipValidatePodTemplateSpec = true;
  }
  let specPath = field_NewPath('spec');
  allErrs = push(
    allErrs,
    ...(ValidateStatefulSetSpec((statefulSet.spec ??= {}), specPath, opts, setOpts) ?? []),
  );
  allErrs = push(
    allErrs,
    ...(ErrorList_MarkCoveredByDeclarative(
      ErrorList_WithOrigin(
        core_validation_ValidateImmutableField(
          (statefulSet.spec ?? Z).selector,
          (oldStatefulSet.spec ?? Z).selector,
          Path_Child(specPath, 'selector'),
        ),
        'immutable',
      ),
    ) ?? []),
  );
  allErrs = push(
    allErrs,
    ...(ErrorList_MarkCoveredByDeclarative(
      ErrorList_WithOrigin(
        core_validation_ValidateImmutableField(
          (statefulSet.spec ?? Z).volumeClaimTemplates,
          (oldStatefulSet.spec ?? Z).volumeClaimTemplates,
          Path_Child(specPath, 'volumeClaimTemplates'),
        ),
        'immutable',
      ),
    ) ?? []),
  );
  allErrs = push(
    allErrs,
    ...(ErrorList_MarkCoveredByDeclarative(
      ErrorList_WithOrigin(
        core_validation_ValidateImmutableField(
          (statefulSet.spec ?? Z).serviceName ?? '',
          (oldStatefulSet.spec ?? Z).serviceName ?? '',
          Path_Child(specPath, 'serviceName'),
        ),
        'immutable',
      ),
    ) ?? []),
  );
  allErrs = push(
    allErrs,
    ...(ErrorList_MarkCoveredByDeclarative(
      ErrorList_WithOrigin(
        core_validation_ValidateImmutableField(
          (statefulSet.spec ?? Z).podManagementPolicy ?? '',
          (oldStatefulSet.spec ?? Z).podManagementPolicy ?? '',
          Path_Child(specPath, 'podManagementPolicy'),
        ),
        'immutable',
      ),
    ) ?? []),
  );
  return allErrs;
}

function ValidateTemplateObjectMeta(objMeta, fldPath) {
  let allErrs = api_validation_ValidateAnnotations(objMeta.annotations, Path_Child(fldPath, 'annotations'));
  allErrs = push(allErrs, ...(ValidateLabels(objMeta.labels, Path_Child(fldPath, 'labels')) ?? []));
  allErrs = push(
    allErrs,
    ...(fieldAllowList(objMeta, allowedTemplateObjectMetaFields(), 'cannot be set', fldPath, {
      Name: ['name'],
      GenerateName: ['generateName'],
      Namespace: ['namespace'],
      SelfLink: ['selfLink'],
      UID: ['uid'],
      ResourceVersion: ['resourceVersion'],
      Generation: ['generation'],
      CreationTimestamp: ['creationTimestamp'],
      DeletionTimestamp: ['deletionTimestamp'],
      DeletionGracePeriodSeconds: ['deletionGracePeriodSeconds'],
      Labels: ['labels'],
      Annotations: ['annotations'],
      OwnerReferences: ['ownerReferences'],
      Finalizers: ['finalizers'],
      ManagedFields: ['managedFields'],
    }) ?? []),
  );
  return allErrs;
}

function ValidateTolerations(tolerations, fldPath, opts, ...validationOpts) {
  let allErrors = [];
  let keyFormatCovered = slices_Contains(validationOpts, 0);
  {
    const list1 = tolerations ?? [];
    for (let i = 0; i < list1.length; i++) {
      let toleration = list1[i];
      let idxPath = Path_Index(fldPath, i);
      if (textLength(toleration.key ?? '') > 0) {
        let keyErrs = ValidateLabelName(toleration.key ?? '', Path_Child(idxPath, 'key'));
        if (keyFormatCovered) {
          keyErrs = ErrorList_MarkCoveredByDeclarative(keyErrs);
        }
        allErrors = push(allErrors, ...(keyErrs ?? []));
      }
      if (textLength(toleration.key ?? '') === 0 && (toleration.operator ?? '') !== 'Exists') {
        allErrors = push(
          allErrors,
          field_Invalid(
            Path_Child(idxPath, 'operator'),
            toleration.operator ?? '',
            'operator must be Exists when `key` is empty, which means "match all values and all keys"',
          ),
        );
      }
      if (toleration.tolerationSeconds != null && (toleration.effect ?? '') !== 'NoExecute') {
        allErrors = push(
          allErrors,
          field_Invalid(
            Path_Child(idxPath, 'effect'),
            toleration.effect ?? '',
            "effect must be 'NoExecute' when `tolerationSeconds` is set",
          ),
        );
      }
      {
        const tag2 = toleration.operator ?? '';
        switch (tag2) {
          case 'Equal':
          case '': {
            {
              let errs = IsValidLabelValue()(toleration.value ?? '');
              if (listLength(errs) !== 0) {
                allErrors = push(
                  allErrors,
                  field_Invalid(
                    Path_Child(idxPath, 'operator'),
                    toleration.value ?? '',
                    strings_Join(errs, ';'),
                  ),
                );
              }
            }
            break;
          }
          case 'Exists': {
            if (textLength(toleration.value ?? '') > 0) {
              allErrors = push(
                allErrors,
                field_Invalid(
                  Path_Child(idxPath, 'operator'),
                  toleration.value ?? '',
                  "value must be empty when `operator` is 'Exists'",
                ),
              );
            }
            break;
          }
          case 'Lt':
          case 'Gt': {
            if (!(opts.AllowTaintTolerationComparisonOperators ?? false)) {
              let validValues = ['Equal', 'Exists', 'Lt', 'Gt'];
              allErrors = push(
                allErrors,
                field_NotSupported(Path_Child(idxPath, 'operator'), toleration.operator ?? '', validValues),
              );
              break;
            }
            for (let msg of IsDecimalInteger(toleration.value ?? '') ?? []) {
              allErrors = push(
                allErrors,
                field_Invalid(Path_Child(idxPath, 'value'), toleration.value ?? '', msg),
              );
            }
            {
              const r3 = strconv_ParseInt(toleration.value ?? '', 10, 64);
              let err = r3[1];
              if (err != null) {
                allErrors = push(
                  allErrors,
                  field_Invalid(Path_Child(idxPath, 'value'), toleration.value ?? '', error_Error(err)),
                );
              }
            }
            break;
          }
          default: {
            let validValues2 = ['Equal', 'Exists'];
            allErrors = push(
              allErrors,
              field_NotSupported(Path_Child(idxPath, 'operator'), toleration.operator ?? '', validValues2),
            );
            break;
          }
        }
      }
      if (textLength(toleration.effect ?? '') > 0) {
        allErrors = push(
          allErrors,
          ...(validateTaintEffect(toleration.effect ?? '', true, Path_Child(idxPath, 'effect')) ?? []),
        );
      }
    }
  }
  return allErrors;
}

function ValidateTolerationsInPodAnnotations(annotations, fldPath, opts) {
  let allErrs = [];
  const r1 = GetTolerationsFromPodAnnotations(annotations);
  let tolerations = r1[0];
  let err = r1[1];
  if (err != null) {
    allErrs = push(
      allErrs,
      field_Invalid(fldPath, 'scheduler.alpha.kubernetes.io/tolerations', error_Error(err)),
    );
    return allErrs;
  }
  if (listLength(tolerations) > 0) {
    allErrs = push(
      allErrs,
      ...(ValidateTolerations(
        tolerations,
        Path_Child(fldPath, 'scheduler.alpha.kubernetes.io/tolerations'),
        opts,
      ) ?? []),
    );
  }
  return allErrs;
}

function ValidateTopologyKey(fldPath, topologyKey) {
  if (textLength(topologyKey) === 0) {
    return field_Required(fldPath, 'can not be empty');
  }
  return undefined;
}

function ValidateUserAnnotations(userAnnotations, fldPath) {
  let allErrs = [];
  for (let [k] of mapEntries(userAnnotations)) {
    allErrs = push(allErrs, ...(IsDomainPrefixedKey(fldPath, strings_ToLower(k)) ?? []));
  }
  {
    let err = ValidateAnnotationsSize(userAnnotations);
    if (err != null) {
      allErrs = push(allErrs, field_TooLong(fldPath, '', 262144));
    }
  }
  return allErrs;
}

function ValidateVolumeDevices(devices, volmounts, volumes, fldPath) {
  let allErrs = [];
  let devicepath = sets_New();
  let devicename = sets_New();
  {
    const list1 = devices ?? [];
    for (let i = 0; i < list1.length; i++) {
      let dev = list1[i];
      let idxPath = Path_Index(fldPath, i);
      let devName = dev.name ?? '';
      let devPath = dev.devicePath ?? '';
      const r2 = isMatchedDevice(devName, volumes);
      let didMatch = r2[0];
      let isPVC = r2[1];
      if (textLength(devName) === 0) {
        allErrs = push(allErrs, field_Required(Path_Child(idxPath, 'name'), ''));
      }
      if (Set_Has(devicename, devName)) {
        allErrs = push(allErrs, field_Invalid(Path_Child(idxPath, 'name'), devName, 'must be unique'));
      }
      if (didMatch && !isPVC) {
        allErrs = push(
          allErrs,
          field_Invalid(
            Path_Child(idxPath, 'name'),
            devName,
            'can only use volume source type of PersistentVolumeClaim or Ephemeral for block mode',
          ),
        );
      }
      if (!didMatch) {
        allErrs = push(allErrs, field_NotFound(Path_Child(idxPath, 'name'), devName));
      }
      if (textLength(devPath) === 0) {
        allErrs = push(allErrs, field_Required(Path_Child(idxPath, 'devicePath'), ''));
      }
      if (Set_Has(devicepath, devPath)) {
        allErrs = push(allErrs, field_Invalid(Path_Child(idxPath, 'devicePath'), devPath, 'must be unique'));
      }
      if (
        textLength(devPath) > 0 &&
        listLength(validatePathNoBacksteps(devPath, Path_Child(fldPath, 'devicePath'))) > 0
      ) {
        allErrs = push(
          allErrs,
          field_Invalid(Path_Child(idxPath, 'devicePath'), devPath, "can not contain backsteps ('..')"),
        );
      } else {
        Set_Insert(devicepath, devPath);
      }
      if (deviceNameAlreadyExists(devName, volmounts)) {
        allErrs = push(
          allErrs,
          field_Invalid(Path_Child(idxPath, 'name'), devName, 'must not already exist in volumeMounts'),
        );
      }
      if (devicePathAlreadyExists(devPath, volmounts)) {
        allErrs = push(
          allErrs,
          field_Invalid(
            Path_Child(idxPath, 'devicePath'),
            devPath,
            'must not already exist as a path in volumeMounts',
          ),
        );
      }
      if (textLength(devName) > 0) {
        Set_Insert(devicename, devName);
      }
    }
  }
  return allErrs;
}

function ValidateVolumeMounts(mounts, voldevices, volumes, container, fldPath, opts) {
  let allErrs = [];
  let mountpoints = sets_New();
  {
    const list1 = mounts ?? [];
    for (let i = 0; i < list1.length; i++) {
      let mnt = list1[i];
      let idxPath = Path_Index(fldPath, i);
      if (textLength(mnt.name ?? '') === 0) {
        allErrs = push(allErrs, field_Required(Path_Child(idxPath, 'name'), ''));
      }
      if (!IsMatchedVolume(mnt.name ?? '', volumes)) {
        allErrs = push(allErrs, field_NotFound(Path_Child(idxPath, 'name'), mnt.name ?? ''));
      }
      if (textLength(mnt.mountPath ?? '') === 0) {
        allErrs = push(allErrs, field_Required(Path_Child(idxPath, 'mountPath'), ''));
      }
      if (Set_Has(mountpoints, mnt.mountPath ?? '')) {
        allErrs = push(
          allErrs,
          field_Invalid(Path_Child(idxPath, 'mountPath'), mnt.mountPath ?? '', 'must be unique'),
        );
      }
      Set_Insert(mountpoints, mnt.mountPath ?? '');
      if (mountNameAlreadyExists(mnt.name ?? '', voldevices)) {
        allErrs = push(
          allErrs,
          field_Invalid(
            Path_Child(idxPath, 'name'),
            mnt.name ?? '',
            'must not already exist in volumeDevices',
          ),
        );
      }
      if (mountPathAlreadyExists(mnt.mountPath ?? '', voldevices)) {
        allErrs = push(
          allErrs,
          field_Invalid(
            Path_Child(idxPath, 'mountPath'),
            mnt.mountPath ?? '',
            'must not already exist as a path in volumeDevices',
          ),
        );
      }
      if (textLength(mnt.subPath ?? '') > 0) {
        allErrs = push(
          allErrs,
          ...(validateLocalDescendingPath(mnt.subPath ?? '', Path_Child(fldPath, 'subPath')) ?? []),
        );
      }
      if (textLength(mnt.subPathExpr ?? '') > 0) {
        if (textLength(mnt.subPath ?? '') > 0) {
          allErrs = push(
            allErrs,
            field_Invalid(
              Path_Child(idxPath, 'subPathExpr'),
              mnt.subPathExpr ?? '',
              'subPathExpr and subPath are mutually exclusive',
            ),
          );
        }
        allErrs = push(
          allErrs,
          ...(validateLocalDescendingPath(mnt.subPathExpr ?? '', Path_Child(fldPath, 'subPathExpr')) ?? []),
        );
      }
      if (mnt.mountPropagation != null) {
        allErrs = push(
          allErrs,
          ...(validateMountPropagation(
            mnt.mountPropagation,
            container,
            Path_Child(fldPath, 'mountPropagation'),
          ) ?? []),
        );
      }
      allErrs = push(
        allErrs,
        ...(validateMountRecursiveReadOnly(mnt, Path_Child(fldPath, 'recursiveReadOnly')) ?? []),
      );
      allErrs = push(
        allErrs,
        ...(validateBindMountOptions(mnt.bindMountOptions, Path_Child(idxPath, 'bindMountOptions')) ?? []),
      );
      if (listLength(mnt.bindMountOptions) > 0) {
        {
          const r2 = mapFind(volumes, mnt.name ?? '', {});
          let vs = r2[0];
          let ok = r2[1];
          if (ok && vs.image != null) {
            allErrs = push(
              allErrs,
              field_Invalid(
                Path_Child(idxPath, 'bindMountOptions'),
                mnt.bindMountOptions,
                'bindMountOptions may not be used with image volumes',
              ),
            );
          }
        }
      }
    }
  }
  return allErrs;
}

function ValidateVolumes(volumes, podMeta, fldPath, opts) {
  let allErrs = [];
  let allNames = sets_New();
  let allCreatedPVCs = sets_New();
  if (podMeta != null && (podMeta.name ?? '') !== '') {
    for (let vol of volumes ?? []) {
      if (vol.ephemeral != null) {
        Set_Insert(allCreatedPVCs, (podMeta.name ?? '') + '-' + (vol.name ?? ''));
      }
    }
  }
  let vols = mapOf([]);
  {
    const list1 = volumes ?? [];
    for (let i = 0; i < list1.length; i++) {
      let vol2 = list1[i];
      let idxPath = Path_Index(fldPath, i);
      let namePath = Path_Child(idxPath, 'name');
      let el = validateVolumeSource(vol2, idxPath, vol2.name ?? '', podMeta, opts);
      if (textLength(vol2.name ?? '') === 0) {
        el = push(el, field_Required(namePath, ''));
      } else {
        el = push(el, ...(ValidateDNS1123Label(vol2.name ?? '', namePath) ?? []));
      }
      if (Set_Has(allNames, vol2.name ?? '')) {
        el = push(el, field_Duplicate(namePath, vol2.name ?? ''));
      }
      if (listLength(el) === 0) {
        Set_Insert(allNames, vol2.name ?? '');
        mapSet(vols, vol2.name ?? '', vol2);
      } else {
        allErrs = push(allErrs, ...(el ?? []));
      }
      if (
        vol2.persistentVolumeClaim != null &&
        Set_Has(allCreatedPVCs, vol2.persistentVolumeClaim.claimName ?? '')
      ) {
        allErrs = push(
          allErrs,
          field_Invalid(
            Path_Child(Path_Child(idxPath, 'persistentVolumeClaim'), 'claimName'),
            vol2.persistentVolumeClaim.claimName ?? '',
            'must not reference a PVC that gets created for an ephemeral volume',
          ),
        );
      }
    }
  }
  return [vols, allErrs];
}

function ValidateWhenUnsatisfiable(fldPath, action) {
  if (!Set_Has(supportedScheduleActions(), action)) {
    return field_NotSupported(fldPath, action, sets_List(supportedScheduleActions()));
  }
  return undefined;
}

function ValidationOptionsForPersistentVolumeClaim(pvc, oldPvc) {
  let opts = ValidationOptionsForPersistentVolumeClaimCreate();
  if (oldPvc == null) {
    return opts;
  }
  setUnlessZero(
    opts,
    'AllowInvalidAPIGroupInDataSourceOrRef',
    allowInvalidAPIGroupInDataSourceOrRef((oldPvc.spec ??= {})),
  );
  if ((oldPvc.spec ?? Z).volumeAttributesClassName != null) {
    opts.EnableVolumeAttributesClass = true;
  }
  let labelSelectorValidationOpts = {
    AllowInvalidLabelValueInSelector: opts.AllowInvalidLabelValueInSelector ?? false,
  };
  if (
    listLength(ValidateLabelSelector((oldPvc.spec ?? Z).selector, labelSelectorValidationOpts, undefined)) > 0
  ) {
    opts.AllowInvalidLabelValueInSelector = true;
  }
  if (ClaimContainsAllocatedResources(oldPvc) || ClaimContainsAllocatedResourceStatus(oldPvc)) {
    opts.EnableRecoverFromExpansionFailure = true;
  }
  return opts;
}

function ValidationOptionsForPersistentVolumeClaimCreate() {
  return {
    EnableRecoverFromExpansionFailure: true,
    AllowInvalidLabelValueInSelector: false,
    EnableVolumeAttributesClass: true,
  };
}

function ValidationOptionsForPersistentVolumeClaimTemplate(claimTemplate, oldClaimTemplate) {
  let opts = { AllowInvalidLabelValueInSelector: false, EnableVolumeAttributesClass: true };
  if (oldClaimTemplate == null) {
    return opts;
  }
  let labelSelectorValidationOpts = {
    AllowInvalidLabelValueInSelector: opts.AllowInvalidLabelValueInSelector ?? false,
  };
  if (
    listLength(
      ValidateLabelSelector((oldClaimTemplate.spec ?? Z).selector, labelSelectorValidationOpts, undefined),
    ) > 0
  ) {
    opts.AllowInvalidLabelValueInSelector = true;
  }
  return opts;
}

function VisitContainers(podSpec, mask, visitor) {
  for (let [c, t] of pairsOf(ContainerIter(podSpec, mask))) {
    if (!visitor(c, t)) {
      return false;
    }
  }
  return true;
}

function VisitContainersWithPath(podSpec, specPath, visitor) {
  let fldPath = Path_Child(specPath, 'initContainers');
  {
    const list1 = podSpec.initContainers ?? [];
    for (let i = 0; i < list1.length; i++) {
      if (!visitor(podSpec.initContainers[i], Path_Index(fldPath, i))) {
        return false;
      }
    }
  }
  fldPath = Path_Child(specPath, 'containers');
  {
    const list2 = podSpec.containers ?? [];
    for (let i2 = 0; i2 < list2.length; i2++) {
      if (!visitor(podSpec.containers[i2], Path_Index(fldPath, i2))) {
        return false;
      }
    }
  }
  fldPath = Path_Child(specPath, 'ephemeralContainers');
  {
    const list3 = podSpec.ephemeralContainers ?? [];
    for (let i3 = 0; i3 < list3.length; i3++) {
      if (!visitor(podSpec.ephemeralContainers[i3], Path_Index(fldPath, i3))) {
        return false;
      }
    }
  }
  return true;
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
    if (component_helpers_resource_isRestartableInitContainer(container2)) {
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

function all(r) {
  return getBits(r.min ?? 0, r.max ?? 0, 1) | 9223372036854776000;
}

function allowInvalidAPIGroupInDataSourceOrRef(spec) {
  if (spec.dataSource != null && spec.dataSource.apiGroup != null) {
    return true;
  }
  if (spec.dataSourceRef != null && spec.dataSourceRef.apiGroup != null) {
    return true;
  }
  return false;
}

function allowInvalidSecretName(oldIngress) {
  if (oldIngress != null) {
    for (let tls of (oldIngress.spec ?? Z).tls ?? []) {
      if (listLength(validateTLSSecretName(tls.secretName ?? '')) > 0) {
        return true;
      }
    }
  }
  return false;
}

function allowInvalidWildcardHostRule(oldIngress) {
  if (oldIngress != null) {
    for (let rule of (oldIngress.spec ?? Z).rules ?? []) {
      if (
        strings_Contains(rule.host ?? '', '*') &&
        listLength(validateIngressRuleValue(rule, undefined, {})) > 0
      ) {
        return true;
      }
    }
  }
  return false;
}

function allowRelaxedServiceNameValidation(oldIngress) {
  {
    return true;
  }
  if (oldIngress == null) {
    return false;
  }
  if (
    (oldIngress.spec ?? Z).defaultBackend != null &&
    (oldIngress.spec ?? Z).defaultBackend.service != null
  ) {
    let serviceName = (oldIngress.spec ?? Z).defaultBackend.service.name ?? '';
    let dnsLabelValidationErrors = NameIsDNSLabel(serviceName, false);
    let dns1035LabelValidationErrors = NameIsDNS1035Label(serviceName, false);
    if (listLength(dnsLabelValidationErrors) === 0 && listLength(dns1035LabelValidationErrors) > 0) {
      return true;
    }
  }
  for (let rule of (oldIngress.spec ?? Z).rules ?? []) {
    if (rule.http == null) {
      continue;
    }
    for (let path of rule.http.paths ?? []) {
      if ((path.backend ?? Z).service == null) {
        continue;
      }
      let serviceName2 = (path.backend ?? Z).service.name ?? '';
      let dnsLabelValidationErrors2 = NameIsDNSLabel(serviceName2, false);
      let dns1035LabelValidationErrors2 = NameIsDNS1035Label(serviceName2, false);
      if (listLength(dnsLabelValidationErrors2) === 0 && listLength(dns1035LabelValidationErrors2) > 0) {
        return true;
      }
    }
  }
  return false;
}

function allowTaintTolerationComparisonOperators(oldPodSpec) {
  if (false || taintTolerationComparisonOperatorsInUse(oldPodSpec)) {
    return true;
  }
  return false;
}

const allowedEphemeralContainerFields = lazy(() =>
  mapOf([
    ['Name', true],
    ['Image', true],
    ['Command', true],
    ['Args', true],
    ['WorkingDir', true],
    ['Ports', false],
    ['EnvFrom', true],
    ['Env', true],
    ['Resources', false],
    ['VolumeMounts', true],
    ['VolumeDevices', true],
    ['LivenessProbe', false],
    ['ReadinessProbe', false],
    ['StartupProbe', false],
    ['Lifecycle', false],
    ['TerminationMessagePath', true],
    ['TerminationMessagePolicy', true],
    ['ImagePullPolicy', true],
    ['SecurityContext', true],
    ['Stdin', true],
    ['StdinOnce', true],
    ['TTY', true],
  ]),
);

const allowedTemplateObjectMetaFields = lazy(() =>
  mapOf([
    ['Annotations', true],
    ['Labels', true],
  ]),
);

function api_validation_ValidateAnnotations(annotations, fldPath) {
  let allErrs = [];
  for (let [k] of mapEntries(annotations)) {
    for (let msg of IsQualifiedName()(strings_ToLower(k)) ?? []) {
      allErrs = push(allErrs, Error_WithOrigin(field_Invalid(fldPath, k, msg), 'format=k8s-label-key'));
    }
  }
  {
    let err = ValidateAnnotationsSize(annotations);
    if (err != null) {
      allErrs = push(allErrs, field_TooLong(fldPath, '', 262144));
    }
  }
  return allErrs;
}

const api_validation_ValidateNamespaceName = lazy(() => NameIsDNSLabel);

function api_validation_ValidateNonnegativeField(value, fldPath) {
  let allErrs = [];
  if (value < 0) {
    allErrs = push(
      allErrs,
      Error_WithOrigin(field_Invalid(fldPath, value, 'must be greater than or equal to 0'), 'minimum'),
    );
  }
  return allErrs;
}

function api_validation_ValidateObjectMeta(objMeta, requiresNamespace, nameFn, fldPath) {
  const r1 = metadataAccessor(objMeta);
  let metadata = r1[0];
  let err = r1[1];
  if (err != null) {
    let allErrs = undefined;
    allErrs = push(allErrs, field_Invalid(fldPath, objMeta, error_Error(err)));
    return allErrs;
  }
  return ValidateObjectMetaAccessor(metadata, requiresNamespace, nameFn, fldPath);
}

function api_validation_ValidateObjectMetaUpdate(newMeta, oldMeta, fldPath) {
  const r1 = metadataAccessor(newMeta);
  let newMetadata = r1[0];
  let err = r1[1];
  if (err != null) {
    let allErrs = [];
    allErrs = push(allErrs, field_Invalid(fldPath, newMeta, error_Error(err)));
    return allErrs;
  }
  const r2 = metadataAccessor(oldMeta);
  let oldMetadata = r2[0];
  err = r2[1];
  if (err != null) {
    let allErrs2 = [];
    allErrs2 = push(allErrs2, field_Invalid(fldPath, oldMeta, error_Error(err)));
    return allErrs2;
  }
  return ValidateObjectMetaAccessorUpdate(newMetadata, oldMetadata, fldPath);
}

const api_validation_ValidateServiceAccountName = lazy(() => NameIsDNSSubdomain);

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

function autoConvert_core_PodSpec_To_v1_PodSpec(in2, out, s) {
  replaceWith(out, in2);
  return undefined;
}

function autoscalerStatusStrategy_ValidateUpdate(_1, ctx, obj, old) {
  return ValidateHorizontalPodAutoscalerStatusUpdate(obj, old);
}

function autoscalerStrategy_Validate(_1, ctx, obj) {
  let autoscaler = obj;
  let opts = validationOptionsForHorizontalPodAutoscaler(autoscaler, undefined);
  return ValidateHorizontalPodAutoscaler(autoscaler, opts);
}

function autoscalerStrategy_ValidateUpdate(_1, ctx, obj, old) {
  let newHPA = obj;
  let oldHPA = old;
  let opts = validationOptionsForHorizontalPodAutoscaler(newHPA, oldHPA);
  return ValidateHorizontalPodAutoscalerUpdate(newHPA, oldHPA, opts);
}

function checkContainerUseIndivisibleHugePagesValues(container) {
  for (let [resourceName, quantity] of mapEntries((container.resources ?? Z).limits)) {
    if (IsHugePageResourceName(resourceName)) {
      if (!IsHugePageResourceValueDivisible(resourceName, quantity)) {
        return true;
      }
    }
  }
  for (let [resourceName2, quantity2] of mapEntries((container.resources ?? Z).requests)) {
    if (IsHugePageResourceName(resourceName2)) {
      if (!IsHugePageResourceValueDivisible(resourceName2, quantity2)) {
        return true;
      }
    }
  }
  return false;
}

function checkHostPortConflicts(containers, fldPath) {
  let allPorts = sets_New();
  return AccumulateUniqueHostPorts(containers, allPorts, fldPath);
}

function component_helpers_resource_isRestartableInitContainer(container) {
  return container.restartPolicy != null && container.restartPolicy === 'Always';
}

const conditionReasonRegexp = lazy(() => regexp_MustCompile('^[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?$'));

const configMapKeyRegexp = lazy(() => regexp_MustCompile('^[-._a-zA-Z0-9]+$'));

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

function containerRestartRulesInUse(oldPodSpec) {
  if (oldPodSpec == null) {
    return false;
  }
  for (let c of oldPodSpec.initContainers ?? []) {
    if (c.restartPolicy != null && c.restartPolicy !== 'Always') {
      return true;
    }
    if (listLength(c.restartPolicyRules) > 0) {
      return true;
    }
  }
  for (let c2 of oldPodSpec.containers ?? []) {
    if (c2.restartPolicy != null) {
      return true;
    }
  }
  return false;
}

function containerSpecLimits(c, _1, _2) {
  return (c.resources ?? Z).limits;
}

function containerSpecRequests(container, _1, _2) {
  return (container.resources ?? Z).requests;
}

function core_configmap_strategy_Validate(_1, ctx, obj) {
  let cfg = obj;
  return ValidateConfigMap(cfg);
}

function core_configmap_strategy_ValidateUpdate(_1, ctx, newObj, oldObj) {
  const v2 = oldObj;
  const v3 = newObj;
  let oldCfg = v2;
  let newCfg = v3;
  return ValidateConfigMapUpdate(newCfg, oldCfg);
}

function core_secret_strategy_Validate(_1, ctx, obj) {
  let newSecret = obj;
  return ValidateSecret(newSecret);
}

function core_secret_strategy_ValidateUpdate(_1, ctx, obj, old) {
  let newSecret = obj;
  let oldSecret = old;
  return ValidateSecretUpdate(newSecret, oldSecret);
}

function core_serviceaccount_strategy_Validate(_1, ctx, obj) {
  return ValidateServiceAccount(obj);
}

function core_serviceaccount_strategy_ValidateUpdate(_1, ctx, obj, old) {
  return ValidateServiceAccountUpdate(obj, old);
}

function core_v1_ResourceName_String(rn) {
  return rn;
}

function core_validation_ValidateImmutableField(newVal, oldVal, fldPath) {
  return ValidateImmutableField(newVal, oldVal, fldPath);
}

function cronJobStatusStrategy_ValidateUpdate(_1, ctx, obj, old) {
  return [];
}

function cronJobStrategy_Validate(_1, ctx, obj) {
  let cronJob = obj;
  let opts = GetValidationOptionsFromPodTemplate(
    ((((cronJob.spec ??= {}).jobTemplate ??= {}).spec ??= {}).template ??= {}),
    undefined,
  );
  return ValidateCronJobCreate(cronJob, opts);
}

function cronJobStrategy_ValidateUpdate(_1, ctx, obj, old) {
  let newCronJob = obj;
  let oldCronJob = old;
  let opts = GetValidationOptionsFromPodTemplate(
    ((((newCronJob.spec ??= {}).jobTemplate ??= {}).spec ??= {}).template ??= {}),
    ((((oldCronJob.spec ??= {}).jobTemplate ??= {}).spec ??= {}).template ??= {}),
  );
  return ValidateCronJobUpdate(newCronJob, oldCronJob, opts);
}

const ctrlRegex = lazy(() => regexp_MustCompile('[[:cntrl:]]+'));

function daemonSetStatusStrategy_ValidateUpdate(_1, ctx, obj, old) {
  return ValidateDaemonSetStatusUpdate(obj, old);
}

function daemonSetStrategy_Validate(_1, ctx, obj) {
  let daemonSet = obj;
  let opts = GetValidationOptionsFromPodTemplate(((daemonSet.spec ??= {}).template ??= {}), undefined);
  return ValidateDaemonSet(daemonSet, opts);
}

function daemonSetStrategy_ValidateUpdate(_1, ctx, obj, old) {
  let newDaemonSet = obj;
  let oldDaemonSet = old;
  let opts = GetValidationOptionsFromPodTemplate(
    ((newDaemonSet.spec ??= {}).template ??= {}),
    ((oldDaemonSet.spec ??= {}).template ??= {}),
  );
  setUnlessZero(
    opts,
    'AllowInvalidLabelValueInSelector',
    (opts.AllowInvalidLabelValueInSelector ?? false) ||
      LabelSelectorHasInvalidLabelValue((oldDaemonSet.spec ?? Z).selector),
  );
  return ValidateDaemonSetUpdate(newDaemonSet, oldDaemonSet, opts);
}

const defaults = lazy(() => ['0', '0', '0', '*', '*', '*']);

function deploymentStatusStrategy_ValidateUpdate(_1, ctx, obj, old) {
  return ValidateDeploymentStatusUpdate(obj, old);
}

function deploymentStrategy_Validate(_1, ctx, obj) {
  let deployment = obj;
  let opts = GetValidationOptionsFromPodTemplate(((deployment.spec ??= {}).template ??= {}), undefined);
  return ValidateDeployment(deployment, opts);
}

function deploymentStrategy_ValidateUpdate(_1, ctx, obj, old) {
  let newDeployment = obj;
  let oldDeployment = old;
  let opts = GetValidationOptionsFromPodTemplate(
    ((newDeployment.spec ??= {}).template ??= {}),
    ((oldDeployment.spec ??= {}).template ??= {}),
  );
  let allErrs = ValidateDeploymentUpdate(newDeployment, oldDeployment, opts);
  return allErrs;
}

function deviceNameAlreadyExists(name, mounts) {
  {
    const r1 = mapFind(mounts, name, '');
    let ok = r1[1];
    if (ok) {
      return true;
    }
  }
  return false;
}

function devicePathAlreadyExists(devicePath, mounts) {
  for (let [_1, mountPath] of mapEntries(mounts)) {
    if (mountPath === devicePath) {
      return true;
    }
  }
  return false;
}

const dns1035LabelRegexp = lazy(() => regexp_MustCompile('^[a-z]([-a-z0-9]*[a-z0-9])?$'));

const dns1123LabelRegexp = lazy(() => regexp_MustCompile('^[a-z0-9]([-a-z0-9]*[a-z0-9])?$'));

const dns1123SubdomainCaselessRegexp = lazy(() =>
  regexp_MustCompile('^(?i)[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$'),
);

const dns1123SubdomainRegexp = lazy(() =>
  regexp_MustCompile('^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$'),
);

const dns1123SubdomainRegexpWithUnderscore = lazy(() =>
  regexp_MustCompile('^_?[a-z0-9]([-_a-z0-9]*[a-z0-9])?(\\._?[a-z0-9]([-_a-z0-9]*[a-z0-9])?)*$'),
);

const dnsLabelFormat = lazy(() => '[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?');

const dnsSubdomainFormat = lazy(() => fmt_Sprintf('^%s(?:\\.%s)*$', dnsLabelFormat(), dnsLabelFormat()));

const dom = lazy(() => ({ min: 1, max: 31 }));

const dow = lazy(() => ({
  min: 0,
  max: 6,
  names: mapOf([
    ['sun', 0],
    ['mon', 1],
    ['tue', 2],
    ['wed', 3],
    ['thu', 4],
    ['fri', 5],
    ['sat', 6],
  ]),
}));

function dtoi(s) {
  let n = 0;
  let i = 0;
  let ok = false;
  n = 0;
  {
    i = 0;
    for (; i < textLength(s) && 48 <= byteAt(s, i) && byteAt(s, i) <= 57; i = i + 1) {
      n = n * 10 + byteAt(s, i) - 48;
      if (n >= 16777215) {
        return [16777215, i, false];
      }
    }
  }
  if (i === 0) {
    return [0, 0, false];
  }
  return [n, i, true];
}

const emptyDirModeErrorMsg = lazy(() => 'must be a number between 0 and 01777 (octal), both inclusive');

const envVarNameRegexp = lazy(() => regexp_MustCompile('^[-._a-zA-Z][-._a-zA-Z0-9]*$'));

function extractSignerNameFromClusterTrustBundleName(name) {
  {
    let splitPoint = strings_LastIndex(name, ':');
    if (splitPoint !== -1) {
      return [strings_ReplaceAll(name.slice(0, splitPoint), ':', '/'), true];
    } else {
      return ['', false];
    }
  }
}

const fileModeErrorMsg = lazy(() => 'must be a number between 0 and 0777 (octal), both inclusive');

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

function gangMinCountExceedsParallelism(spec) {
  if (
    spec == null ||
    spec.scheduling == null ||
    spec.scheduling.schedulingPolicy == null ||
    spec.scheduling.schedulingPolicy.gang == null
  ) {
    return false;
  }
  let minCount = spec.scheduling.schedulingPolicy.gang.minCount;
  if (minCount == null) {
    return false;
  }
  let parallelism = 1;
  if (spec.parallelism != null) {
    parallelism = spec.parallelism;
  }
  return minCount > parallelism;
}

function gatherPodEnvVarNames(podSpec) {
  let podEnvVarNames = sets_New();
  for (let c of podSpec.containers ?? []) {
    for (let env of c.env ?? []) {
      Set_Insert(podEnvVarNames, env.name ?? '');
    }
    for (let env2 of c.envFrom ?? []) {
      Set_Insert(podEnvVarNames, env2.prefix ?? '');
    }
  }
  for (let c2 of podSpec.initContainers ?? []) {
    for (let env3 of c2.env ?? []) {
      Set_Insert(podEnvVarNames, env3.name ?? '');
    }
    for (let env4 of c2.envFrom ?? []) {
      Set_Insert(podEnvVarNames, env4.prefix ?? '');
    }
  }
  for (let c3 of podSpec.ephemeralContainers ?? []) {
    for (let env5 of c3.env ?? []) {
      Set_Insert(podEnvVarNames, env5.name ?? '');
    }
    for (let env6 of c3.envFrom ?? []) {
      Set_Insert(podEnvVarNames, env6.prefix ?? '');
    }
  }
  return podEnvVarNames;
}

function gatherPodResourceClaimNames(claims) {
  let podClaimNames = sets_New();
  for (let claim of claims ?? []) {
    if ((claim.name ?? '') !== '') {
      Set_Insert(podClaimNames, claim.name ?? '');
    }
  }
  return podClaimNames;
}

function getBits(min, max2, step) {
  let bits = 0;
  if (step === 1) {
    return ~(18446744073709552000 << (max2 + 1)) & (18446744073709552000 << min);
  }
  {
    let i = min;
    for (; i <= max2; i = i + step) {
      bits = bits | (1 << i);
    }
  }
  return bits;
}

function getField(field, r) {
  let bits = 0;
  let ranges = strings_FieldsFunc(field, function (r2) {
    return r2 === 44;
  });
  for (let expr of ranges ?? []) {
    const r1 = getRange(expr, r);
    let bit = r1[0];
    let err = r1[1];
    if (err != null) {
      return [bits, err];
    }
    bits = bits | bit;
  }
  return [bits, undefined];
}

function getIntOrPercentValue(intOrStringValue) {
  const r1 = getPercentValue(intOrStringValue);
  let value = r1[0];
  let isPercent = r1[1];
  if (isPercent) {
    return value;
  }
  return IntOrString_IntValue(intOrStringValue);
}

function getPercentValue(intOrStringValue) {
  if (intOrStringType(intOrStringValue) !== 1) {
    return [0, false];
  }
  if (listLength(IsValidPercent(intOrStringText(intOrStringValue))) !== 0) {
    return [0, false];
  }
  const r1 = strconv_Atoi(
    intOrStringText(intOrStringValue).slice(0, textLength(intOrStringText(intOrStringValue)) - 1),
  );
  let value = r1[0];
  return [value, true];
}

function getRange(expr, r) {
  let start = 0;
  let end = 0;
  let step = 0;
  let rangeAndStep = strings_Split(expr, '/');
  let lowAndHigh = strings_Split(rangeAndStep[0], '-');
  let singleDigit = listLength(lowAndHigh) === 1;
  let err = undefined;
  let extra = 0;
  if (lowAndHigh[0] === '*' || lowAndHigh[0] === '?') {
    start = r.min ?? 0;
    end = r.max ?? 0;
    extra = 9223372036854776000;
  } else {
    const r1 = parseIntOrName(lowAndHigh[0], r.names);
    start = r1[0];
    err = r1[1];
    if (err != null) {
      return [0, err];
    }
    {
      const tag2 = listLength(lowAndHigh);
      switch (tag2) {
        case 1: {
          end = start;
          break;
        }
        case 2: {
          const r3 = parseIntOrName(lowAndHigh[1], r.names);
          end = r3[0];
          err = r3[1];
          if (err != null) {
            return [0, err];
          }
          break;
        }
        default: {
          return [0, fmt_Errorf('too many hyphens: %s', expr)];
          break;
        }
      }
    }
  }
  {
    const tag4 = listLength(rangeAndStep);
    switch (tag4) {
      case 1: {
        step = 1;
        break;
      }
      case 2: {
        const r5 = mustParseInt(rangeAndStep[1]);
        step = r5[0];
        err = r5[1];
        if (err != null) {
          return [0, err];
        }
        if (singleDigit) {
          end = r.max ?? 0;
        }
        if (step > 1) {
          extra = 0;
        }
        break;
      }
      default: {
        return [0, fmt_Errorf('too many slashes: %s', expr)];
        break;
      }
    }
  }
  if (start < (r.min ?? 0)) {
    return [0, fmt_Errorf('beginning of range (%d) below minimum (%d): %s', start, r.min ?? 0, expr)];
  }
  if (end > (r.max ?? 0)) {
    return [0, fmt_Errorf('end of range (%d) above maximum (%d): %s', end, r.max ?? 0, expr)];
  }
  if (start > end) {
    return [0, fmt_Errorf('beginning of range (%d) beyond end of range (%d): %s', start, end, expr)];
  }
  if (step === 0) {
    return [0, fmt_Errorf('step of range should be a positive number: %s', expr)];
  }
  return [getBits(start, end, step) | extra, undefined];
}

function getStatusValidationOptions(newJob, oldJob) {
  {
    let isIndexed = Deref((newJob.spec ?? Z).completionMode, 'NonIndexed') === 'Indexed';
    let isJobFinishedChanged = IsJobFinished(oldJob) !== IsJobFinished(newJob);
    let isJobCompleteChanged = IsJobComplete(oldJob) !== IsJobComplete(newJob);
    let isJobFailedChanged = IsJobFailed(oldJob) !== IsJobFailed(newJob);
    let isJobFailureTargetChanged =
      IsConditionTrue((oldJob.status ?? Z).conditions, 'FailureTarget') !==
      IsConditionTrue((newJob.status ?? Z).conditions, 'FailureTarget');
    let isJobSuccessCriteriaMetChanged =
      IsConditionTrue((oldJob.status ?? Z).conditions, 'SuccessCriteriaMet') !==
      IsConditionTrue((newJob.status ?? Z).conditions, 'SuccessCriteriaMet');
    let isCompletedIndexesChanged =
      ((oldJob.status ?? Z).completedIndexes ?? '') !== ((newJob.status ?? Z).completedIndexes ?? '');
    let isFailedIndexesChanged = !Equal(
      (oldJob.status ?? Z).failedIndexes,
      (newJob.status ?? Z).failedIndexes,
    );
    let isActiveChanged = ((oldJob.status ?? Z).active ?? 0) !== ((newJob.status ?? Z).active ?? 0);
    let isStartTimeChanged = !Equal((oldJob.status ?? Z).startTime, (newJob.status ?? Z).startTime);
    let isCompletionTimeChanged = !Equal(
      (oldJob.status ?? Z).completionTime,
      (newJob.status ?? Z).completionTime,
    );
    let isUncountedTerminatedPodsChanged = !Equalities_DeepEqual(
      equality_Semantic.Equalities,
      (oldJob.status ?? Z).uncountedTerminatedPods,
      (newJob.status ?? Z).uncountedTerminatedPods,
    );
    let isReadyChanged = !Equal((oldJob.status ?? Z).ready, (newJob.status ?? Z).ready);
    let isTerminatingChanged = !Equal((oldJob.status ?? Z).terminating, (newJob.status ?? Z).terminating);
    let isSuspendedWithZeroCompletions =
      Equal((newJob.spec ?? Z).suspend, To(true)) && Equal((newJob.spec ?? Z).completions, To(0));
    let isJobResuming =
      IsConditionTrue((oldJob.status ?? Z).conditions, 'Suspended') &&
      IsConditionFalse((newJob.status ?? Z).conditions, 'Suspended');
    return {
      RejectDecreasingSucceededCounter:
        !isIndexed || !Equal((newJob.spec ?? Z).completions, (newJob.spec ?? Z).parallelism),
      RejectDecreasingFailedCounter: true,
      RejectDisablingTerminalCondition: true,
      RejectInvalidCompletedIndexes: isCompletedIndexesChanged,
      RejectInvalidFailedIndexes: isFailedIndexesChanged,
      RejectCompletedIndexesForNonIndexedJob: isCompletedIndexesChanged,
      RejectFailedIndexesForNoBackoffLimitPerIndex: isFailedIndexesChanged,
      RejectFailedIndexesOverlappingCompleted: isFailedIndexesChanged || isCompletedIndexesChanged,
      RejectFailedJobWithoutFailureTarget: isJobFailedChanged || isFailedIndexesChanged,
      RejectCompleteJobWithoutSuccessCriteriaMet: isJobCompleteChanged || isJobSuccessCriteriaMetChanged,
      RejectFinishedJobWithActivePods: isJobFinishedChanged || isActiveChanged,
      RejectFinishedJobWithoutStartTime:
        (isJobFinishedChanged || isStartTimeChanged) && !isSuspendedWithZeroCompletions,
      RejectFinishedJobWithUncountedTerminatedPods: isJobFinishedChanged || isUncountedTerminatedPodsChanged,
      RejectStartTimeUpdateForUnsuspendedJob: isStartTimeChanged && !isJobResuming,
      RejectCompletionTimeBeforeStartTime: isStartTimeChanged || isCompletionTimeChanged,
      RejectMutatingCompletionTime: true,
      RejectNotCompleteJobWithCompletionTime: isJobCompleteChanged || isCompletionTimeChanged,
      RejectCompleteJobWithoutCompletionTime: isJobCompleteChanged || isCompletionTimeChanged,
      RejectCompleteJobWithFailedCondition: isJobCompleteChanged || isJobFailedChanged,
      RejectCompleteJobWithFailureTargetCondition: isJobCompleteChanged || isJobFailureTargetChanged,
      RejectMoreReadyThanActivePods: isReadyChanged || isActiveChanged,
      RejectFinishedJobWithTerminatingPods: isJobFinishedChanged || isTerminatingChanged,
    };
  }
  return {};
}

function handlerFromLifecycle(lh) {
  return { Exec: lh.exec, HTTPGet: lh.httpGet, TCPSocket: lh.tcpSocket, Sleep: lh.sleep };
}

function handlerFromProbe(ph) {
  return { Exec: ph.exec, HTTPGet: ph.httpGet, TCPSocket: ph.tcpSocket, GRPC: ph.grpc };
}

function hasChDirPrefix(value) {
  let errs = undefined;
  switch (true) {
    case value === '.': {
      errs = push(errs, "must not be '.'");
      break;
    }
    case value === '..': {
      errs = push(errs, "must not be '..'");
      break;
    }
    case strings_HasPrefix(value, '..'): {
      errs = push(errs, "must not start with '..'");
      break;
    }
  }
  return errs;
}

function hasEmptyImageVolumeReference(podSpec) {
  if (podSpec == null) {
    return false;
  }
  for (let v of podSpec.volumes ?? []) {
    if (v.image != null && textLength(v.image.reference ?? '') === 0) {
      return true;
    }
  }
  return false;
}

function hasEnvFileKeyRef(envs) {
  for (let env of envs ?? []) {
    if (env.valueFrom != null && env.valueFrom.fileKeyRef != null) {
      return true;
    }
  }
  return false;
}

function hasInvalidLabelValueInAffinitySelector(spec) {
  if (spec.affinity != null) {
    if (spec.affinity.podAffinity != null) {
      for (let term of spec.affinity.podAffinity.requiredDuringSchedulingIgnoredDuringExecution ?? []) {
        let allErrs = ValidatePodAffinityTermSelector(term, false, undefined);
        if (listLength(allErrs) !== 0) {
          return true;
        }
      }
      for (let term2 of spec.affinity.podAffinity.preferredDuringSchedulingIgnoredDuringExecution ?? []) {
        let allErrs2 = ValidatePodAffinityTermSelector(term2.podAffinityTerm ?? Z, false, undefined);
        if (listLength(allErrs2) !== 0) {
          return true;
        }
      }
    }
    if (spec.affinity.podAntiAffinity != null) {
      for (let term3 of spec.affinity.podAntiAffinity.requiredDuringSchedulingIgnoredDuringExecution ?? []) {
        let allErrs3 = ValidatePodAffinityTermSelector(term3, false, undefined);
        if (listLength(allErrs3) !== 0) {
          return true;
        }
      }
      for (let term4 of spec.affinity.podAntiAffinity.preferredDuringSchedulingIgnoredDuringExecution ?? []) {
        let allErrs4 = ValidatePodAffinityTermSelector(term4.podAffinityTerm ?? Z, false, undefined);
        if (listLength(allErrs4) !== 0) {
          return true;
        }
      }
    }
  }
  return false;
}

function hasInvalidLabelValueInLabelSelector(role) {
  if (role.aggregationRule != null) {
    let labelSelectorValidationOptions = { AllowInvalidLabelValueInSelector: false };
    for (let selector of role.aggregationRule.clusterRoleSelectors ?? []) {
      if (listLength(ValidateLabelSelector(selector, labelSelectorValidationOptions, undefined)) > 0) {
        return true;
      }
    }
  }
  return false;
}

function hasInvalidLabelValueInRequiredNodeAffinity(spec) {
  if (
    spec == null ||
    spec.affinity == null ||
    spec.affinity.nodeAffinity == null ||
    spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution == null
  ) {
    return false;
  }
  return HasInvalidLabelValueInNodeSelectorTerms(
    spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms,
  );
}

function hasInvalidTopologySpreadConstrainMatchLabelKeys(spec) {
  for (let constraint of spec.topologySpreadConstraints ?? []) {
    let errs = ValidateMatchLabelKeysAndMismatchLabelKeys(
      undefined,
      constraint.matchLabelKeys,
      undefined,
      constraint.labelSelector,
    );
    if (listLength(errs) !== 0) {
      return true;
    }
  }
  return false;
}

function hasInvalidTopologySpreadConstraintLabelSelector(spec) {
  for (let constraint of spec.topologySpreadConstraints ?? []) {
    let errs = ValidateLabelSelector(
      constraint.labelSelector,
      { AllowInvalidLabelValueInSelector: false },
      undefined,
    );
    if (listLength(errs) !== 0) {
      return true;
    }
  }
  return false;
}

function hasLegacyInvalidTopologySpreadConstrainMatchLabelKeys(spec) {
  for (let constraint of spec.topologySpreadConstraints ?? []) {
    let errs = ValidateMatchLabelKeysInTopologySpread(
      undefined,
      constraint.matchLabelKeys,
      constraint.labelSelector,
    );
    if (listLength(errs) !== 0) {
      return true;
    }
  }
  return false;
}

function hasNonLocalProjectedTokenPath(spec) {
  for (let volume of spec.volumes ?? []) {
    if (volume.projected != null) {
      for (let source of volume.projected.sources ?? []) {
        if (source.serviceAccountToken == null) {
          continue;
        }
        let errs = ValidateLocalNonReservedPath(source.serviceAccountToken.path ?? '', undefined);
        if (listLength(errs) !== 0) {
          return true;
        }
      }
    }
  }
  return false;
}

function hasRestartContainerForNonSidecarInitContainer(spec) {
  if (spec == null) {
    return false;
  }
  for (let c of spec.initContainers ?? []) {
    if (!IsRestartableInitContainer(c)) {
      for (let p of c.resizePolicy ?? []) {
        if ((p.restartPolicy ?? '') === 'RestartContainer') {
          return true;
        }
      }
    }
  }
  return false;
}

function hasRestartableInitContainerResizePolicy(podSpec) {
  if (podSpec == null) {
    return false;
  }
  for (let c of podSpec.initContainers ?? []) {
    if (IsRestartableInitContainer(c) && listLength(c.resizePolicy) > 0) {
      return true;
    }
  }
  return false;
}

function hasSysAdminAndPrivilegeEscalationFalse(sc) {
  if (sc == null) {
    return false;
  }
  if (sc.allowPrivilegeEscalation != null && sc.allowPrivilegeEscalation) {
    return false;
  }
  if (sc.capabilities == null) {
    return false;
  }
  for (let c of sc.capabilities.add ?? []) {
    if (c === 'CAP_SYS_ADMIN') {
      return true;
    }
  }
  return false;
}

function hasUserNamespacesWithVolumeDevices(podSpec) {
  if (podSpec.hostUsers == null || podSpec.hostUsers) {
    return false;
  }
  let hasVolumeDevices = false;
  VisitContainers(podSpec, 7, function (c, _1) {
    if (listLength(c.volumeDevices) > 0) {
      hasVolumeDevices = true;
      return false;
    }
    return true;
  });
  return hasVolumeDevices;
}

function havePodClaim(podClaims, name) {
  for (let podClaim of podClaims ?? []) {
    if ((podClaim.name ?? '') === name) {
      return true;
    }
  }
  return false;
}

const hours = lazy(() => ({ min: 0, max: 23 }));

const httpHeaderNameRegexp = lazy(() => regexp_MustCompile('^[-A-Za-z0-9]+$'));

const httpPathRegexp = lazy(() => regexp_MustCompile("^[A-Za-z0-9/\\-._~%!$&'()*+,;=:]+$"));

function indexByteString(s, c) {
  {
    let i = 0;
    for (; i < textLength(s); i = i + 1) {
      if (byteAt(s, i) === c) {
        return i;
      }
    }
  }
  return -1;
}

function ingressStatusStrategy_ValidateUpdate(_1, ctx, obj, old) {
  return ValidateIngressStatusUpdate(obj, old);
}

function ingressStrategy_Validate(_1, ctx, obj) {
  let ingress = obj;
  return ValidateIngressCreate(ingress);
}

function ingressStrategy_ValidateUpdate(_1, ctx, obj, old) {
  return ValidateIngressUpdate(obj, old);
}

const integerResources = lazy(() =>
  sets_New(
    'pods',
    'resourcequotas',
    'services',
    'replicationcontrollers',
    'secrets',
    'configmaps',
    'persistentvolumeclaims',
    'services.nodeports',
    'services.loadbalancers',
  ),
);

const invalidPathSequences = lazy(() => ['//', '/./', '/../', '%2f', '%2F']);

const invalidPathSuffixes = lazy(() => ['/..', '/.']);

const invalidUserNameCharsRegex = lazy(() => regexp_MustCompile('["/\\\\:;|=,\\+\\*\\?<>@\\[\\]]'));

const invalidUserNameDotsSpacesRegex = lazy(() => regexp_MustCompile('^[\\. ]+$'));

function isDNS1123Subdomain(value, caseless) {
  let errs = undefined;
  if (textLength(value) > 253) {
    errs = push(errs, validate_content_MaxLenError(253));
  }
  let errorMsg =
    "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character";
  let example = 'example.com';
  let regexp = validate_content_dns1123SubdomainRegexp();
  if (caseless) {
    errorMsg =
      "an RFC 1123 subdomain must consist of alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character";
    example = 'Example.com';
    regexp = dns1123SubdomainCaselessRegexp();
  }
  if (!Regexp_MatchString(regexp, value)) {
    errs = push(
      errs,
      validate_content_RegexError(
        errorMsg,
        '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*',
        example,
      ),
    );
  }
  return errs;
}

function isDataSourceEqualDataSourceRef(dataSource, dataSourceRef) {
  return (
    reflect_DeepEqual(dataSource.apiGroup, dataSourceRef.apiGroup) &&
    (dataSource.kind ?? '') === (dataSourceRef.kind ?? '') &&
    (dataSource.name ?? '') === (dataSourceRef.name ?? '')
  );
}

function isHeadlessService(service) {
  return (
    service != null &&
    listLength((service.spec ?? Z).clusterIPs) === 1 &&
    (service.spec ?? Z).clusterIPs[0] === 'None'
  );
}

function isJobFailureTarget(job) {
  return IsConditionTrue((job.status ?? Z).conditions, 'FailureTarget');
}

function isJobSuccessCriteriaMet(job) {
  return IsConditionTrue((job.status ?? Z).conditions, 'SuccessCriteriaMet');
}

function isMatchedDevice(name, volumes) {
  let isMatched = false;
  let isPVC = false;
  {
    const r1 = mapFind(volumes, name, {});
    let source = r1[0];
    let ok = r1[1];
    if (ok) {
      if (source.persistentVolumeClaim != null || source.ephemeral != null) {
        return [true, true];
      }
      return [true, false];
    }
  }
  return [false, false];
}

function isRestartableInitContainer(initContainer) {
  if (initContainer == null || initContainer.restartPolicy == null) {
    return false;
  }
  return initContainer.restartPolicy === 'Always';
}

function isTypeLoadBalancer(service) {
  return ((service.spec ?? Z).type ?? '') === 'LoadBalancer';
}

const iscsiInitiatorEuiRegex = lazy(() => regexp_MustCompile('^eui.[[:alnum:]]{16}$'));

const iscsiInitiatorIqnRegex = lazy(() =>
  regexp_MustCompile('iqn\\.\\d{4}-\\d{2}\\.([[:alnum:]-.]+)(:[^,;*&$|\\s]+)$'),
);

const iscsiInitiatorNaaRegex = lazy(() => regexp_MustCompile('^naa.[[:alnum:]]{32}$'));

function jobStatusStrategy_ValidateUpdate(_1, ctx, obj, old) {
  let newJob = obj;
  let oldJob = old;
  let opts = getStatusValidationOptions(newJob, oldJob);
  return ValidateJobUpdateStatus(newJob, oldJob, opts);
}

function jobStrategy_Validate(_1, ctx, obj) {
  let job = obj;
  let opts = validationOptionsForJob(job, undefined);
  return ValidateJobCreate(job, opts);
}

function jobStrategy_ValidateUpdate(_1, ctx, obj, old) {
  let job = obj;
  let oldJob = old;
  let opts = validationOptionsForJob(job, oldJob);
  return ValidateJobUpdate(job, oldJob, opts);
}

const labelKeyRegexp = lazy(() => regexp_MustCompile('^([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]$'));

const labelValueRegexp = lazy(() => regexp_MustCompile('^(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?$'));

function leaseStrategy_Validate(_1, ctx, obj) {
  let lease = obj;
  return ValidateLease(lease);
}

function leaseStrategy_ValidateUpdate(_1, ctx, obj, old) {
  return ValidateLeaseUpdate(obj, old);
}

function maskTrailingDash(name) {
  if (textLength(name) > 1 && strings_HasSuffix(name, '-')) {
    return name.slice(0, textLength(name) - 2) + 'a';
  }
  return name;
}

function matchesExtendedResourceClaimStatus(resourceStatusName2, container, extendedResourceClaimStatus) {
  if (extendedResourceClaimStatus == null) {
    return false;
  }
  const r1 = parseResourceStatusName(resourceStatusName2);
  let claimName = r1[0];
  let requestName = r1[1];
  let found = r1[2];
  if (!found || requestName === '' || claimName !== (extendedResourceClaimStatus.resourceClaimName ?? '')) {
    return false;
  }
  for (let mapping of extendedResourceClaimStatus.requestMappings ?? []) {
    if (
      (mapping.containerName ?? '') !== (container.name ?? '') ||
      (mapping.requestName ?? '') !== requestName
    ) {
      continue;
    }
    const r2 = mapFind((container.resources ?? Z).requests, mapping.resourceName ?? '', '0');
    let quantity = r2[0];
    let found2 = r2[1];
    if (found2 && !Quantity_IsZero(quantity)) {
      return true;
    }
  }
  return false;
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

function meta_v1_Time_Before(t, u) {
  if (t != null && u != null) {
    return Time_Before(t, u);
  }
  return false;
}

function meta_v1_Time_IsZero(t) {
  if (t == null) {
    return true;
  }
  return Time_IsZero(t);
}

const minutes = lazy(() => ({ min: 0, max: 59 }));

const months = lazy(() => ({
  min: 1,
  max: 12,
  names: mapOf([
    ['jan', 1],
    ['feb', 2],
    ['mar', 3],
    ['apr', 4],
    ['may', 5],
    ['jun', 6],
    ['jul', 7],
    ['aug', 8],
    ['sep', 9],
    ['oct', 10],
    ['nov', 11],
    ['dec', 12],
  ]),
}));

function mountNameAlreadyExists(name, devices) {
  {
    const r1 = mapFind(devices, name, '');
    let ok = r1[1];
    if (ok) {
      return true;
    }
  }
  return false;
}

function mountPathAlreadyExists(mountPath, devices) {
  for (let [_1, devPath] of mapEntries(devices)) {
    if (mountPath === devPath) {
      return true;
    }
  }
  return false;
}

function mustParseInt(expr) {
  const r1 = strconv_Atoi(expr);
  let num = r1[0];
  let err = r1[1];
  if (err != null) {
    return [0, fmt_Errorf('failed to parse int from %s: %s', expr, err)];
  }
  if (num < 0) {
    return [0, fmt_Errorf('negative number (%d) not allowed: %s', num, expr)];
  }
  return [num, undefined];
}

const nameToNamespace = lazy(() =>
  mapOf([
    ['kernel.domainname', 'UTS'],
    ['kernel.sem', 'IPC'],
    ['kernel.shmall', 'IPC'],
    ['kernel.shmmax', 'IPC'],
    ['kernel.shmmni', 'IPC'],
    ['kernel.shm_rmid_forced', 'IPC'],
    ['kernel.shm', 'IPC'],
    ['kernel.msgmax', 'IPC'],
    ['kernel.msgmnb', 'IPC'],
    ['kernel.msgmni', 'IPC'],
    ['kernel.msg', 'IPC'],
  ]),
);

function namespaceOf(val) {
  {
    const r1 = mapFind(nameToNamespace(), val, '');
    let ns = r1[0];
    let found = r1[1];
    if (found) {
      return ns;
    }
  }
  for (let [p, ns2] of mapEntries(prefixToNamespace())) {
    if (strings_HasPrefix(val, p + '.')) {
      return ns2;
    }
  }
  return '';
}

function namespaceStatusStrategy_ValidateUpdate(_1, ctx, obj, old) {
  return ValidateNamespaceStatusUpdate(obj, old);
}

function namespaceStrategy_Validate(_1, ctx, obj) {
  let namespace = obj;
  return ValidateNamespace(namespace);
}

function namespaceStrategy_ValidateUpdate(_1, ctx, obj, old) {
  let errorList = ValidateNamespace(obj);
  return [...(errorList ?? []), ...(ValidateNamespaceUpdate(obj, old) ?? [])];
}

const nodeFieldSelectorValidators = lazy(() => mapOf([['metadata.name', ValidateNodeName()]]));

function normalizeFields(fields, options) {
  let optionals = 0;
  if ((options & 2) > 0) {
    options = options | 1;
    optionals = optionals + 1;
  }
  if ((options & 128) > 0) {
    options = options | 64;
    optionals = optionals + 1;
  }
  if (optionals > 1) {
    return [undefined, fmt_Errorf('multiple optionals may not be configured')];
  }
  let max2 = 0;
  for (let place of places() ?? []) {
    if ((options & place) > 0) {
      max2 = max2 + 1;
    }
  }
  let min = max2 - optionals;
  {
    let count = listLength(fields);
    if (count < min || count > max2) {
      if (min === max2) {
        return [undefined, fmt_Errorf('expected exactly %d fields, found %d: %s', min, count, fields)];
      }
      return [undefined, fmt_Errorf('expected %d to %d fields, found %d: %s', min, max2, count, fields)];
    }
  }
  if (min < max2 && listLength(fields) === min) {
    switch (true) {
      case (options & 128) > 0: {
        fields = push(fields, defaults()[5]);
        break;
      }
      case (options & 2) > 0: {
        fields = [...([defaults()[0]] ?? []), ...(fields ?? [])];
        break;
      }
      default: {
        return [undefined, fmt_Errorf('unknown optional field')];
        break;
      }
    }
  }
  let n = 0;
  let expandedFields = Array.from({ length: listLength(places()) }, () => '');
  copyItems(expandedFields, defaults());
  {
    const list1 = places() ?? [];
    for (let i = 0; i < list1.length; i++) {
      let place2 = list1[i];
      if ((options & place2) > 0) {
        expandedFields[i] = fields[n];
        n = n + 1;
      }
    }
  }
  return [expandedFields, undefined];
}

function parseCIDR(fldPath, value, strictValidation) {
  let allErrors = undefined;
  const r1 = ParseCIDRSloppy()(value);
  let ipnet = r1[1];
  let err = r1[2];
  if (err != null) {
    allErrors = push(
      allErrors,
      field_Invalid(fldPath, value, 'must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)'),
    );
    return [undefined, allErrors];
  }
  if (strictValidation) {
    const r2 = netip_ParsePrefix(value);
    let prefix = r2[0];
    let err2 = r2[1];
    if (err2 != null) {
      allErrors = push(
        allErrors,
        field_Invalid(fldPath, value, 'must not have leading 0s in IP or prefix length'),
      );
    } else {
      if (Addr_Is4In6(Prefix_Addr(prefix))) {
        allErrors = push(
          allErrors,
          field_Invalid(fldPath, value, 'must not have an IPv4-mapped IPv6 address'),
        );
      } else {
        if (!same(Prefix_Addr(prefix), Prefix_Addr(Prefix_Masked(prefix)))) {
          allErrors = push(
            allErrors,
            field_Invalid(fldPath, value, 'must not have bits set beyond the prefix length'),
          );
        }
      }
    }
  }
  return [ipnet, allErrors];
}

function parseDescriptor(descriptor, loc) {
  {
    const tag1 = descriptor;
    switch (tag1) {
      case '@yearly':
      case '@annually': {
        return [
          {
            Second: 1 << (seconds().min ?? 0),
            Minute: 1 << (minutes().min ?? 0),
            Hour: 1 << (hours().min ?? 0),
            Dom: 1 << (dom().min ?? 0),
            Month: 1 << (months().min ?? 0),
            Dow: all(dow()),
            Location: loc,
          },
          undefined,
        ];
        break;
      }
      case '@monthly': {
        return [
          {
            Second: 1 << (seconds().min ?? 0),
            Minute: 1 << (minutes().min ?? 0),
            Hour: 1 << (hours().min ?? 0),
            Dom: 1 << (dom().min ?? 0),
            Month: all(months()),
            Dow: all(dow()),
            Location: loc,
          },
          undefined,
        ];
        break;
      }
      case '@weekly': {
        return [
          {
            Second: 1 << (seconds().min ?? 0),
            Minute: 1 << (minutes().min ?? 0),
            Hour: 1 << (hours().min ?? 0),
            Dom: all(dom()),
            Month: all(months()),
            Dow: 1 << (dow().min ?? 0),
            Location: loc,
          },
          undefined,
        ];
        break;
      }
      case '@daily':
      case '@midnight': {
        return [
          {
            Second: 1 << (seconds().min ?? 0),
            Minute: 1 << (minutes().min ?? 0),
            Hour: 1 << (hours().min ?? 0),
            Dom: all(dom()),
            Month: all(months()),
            Dow: all(dow()),
            Location: loc,
          },
          undefined,
        ];
        break;
      }
      case '@hourly': {
        return [
          {
            Second: 1 << (seconds().min ?? 0),
            Minute: 1 << (minutes().min ?? 0),
            Hour: all(hours()),
            Dom: all(dom()),
            Month: all(months()),
            Dow: all(dow()),
            Location: loc,
          },
          undefined,
        ];
        break;
      }
    }
  }
  if (strings_HasPrefix(descriptor, '@every ')) {
    const r2 = time_ParseDuration(descriptor.slice(7));
    let duration = r2[0];
    let err = r2[1];
    if (err != null) {
      return [undefined, fmt_Errorf('failed to parse duration %s: %s', descriptor, err)];
    }
    return [Every(duration), undefined];
  }
  return [undefined, fmt_Errorf('unrecognized descriptor: %s', descriptor)];
}

function parseIP(fldPath, value, strictValidation) {
  let allErrors = undefined;
  let ip = ParseIPSloppy()(value);
  if (ip == null) {
    allErrors = push(
      allErrors,
      field_Invalid(fldPath, value, 'must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)'),
    );
    return [undefined, allErrors];
  }
  if (strictValidation) {
    const r1 = netip_ParseAddr(value);
    let addr = r1[0];
    let err = r1[1];
    if (err != null) {
      allErrors = push(allErrors, field_Invalid(fldPath, value, 'must not have leading 0s'));
    }
    if (Addr_Is4In6(addr)) {
      allErrors = push(allErrors, field_Invalid(fldPath, value, 'must not be an IPv4-mapped IPv6 address'));
    }
  }
  return [ip, allErrors];
}

function parseIPv4(s) {
  let p = [];
  {
    let i = 0;
    for (; i < 4; i = i + 1) {
      if (textLength(s) === 0) {
        return undefined;
      }
      if (i > 0) {
        if (byteAt(s, 0) !== 46) {
          return undefined;
        }
        s = s.slice(1);
      }
      const r1 = dtoi(s);
      let n = r1[0];
      let c = r1[1];
      let ok = r1[2];
      if (!ok || n > 255) {
        return undefined;
      }
      s = s.slice(c);
      p[i] = n;
    }
  }
  if (textLength(s) !== 0) {
    return undefined;
  }
  return IPv4()(p[0], p[1], p[2], p[3]);
}

function parseIPv6(s) {
  let ip = undefined;
  ip = Array.from({ length: 16 }, () => 0);
  let ellipsis = -1;
  if (textLength(s) >= 2 && byteAt(s, 0) === 58 && byteAt(s, 1) === 58) {
    ellipsis = 0;
    s = s.slice(2);
    if (textLength(s) === 0) {
      return ip;
    }
  }
  let i = 0;
  for (; i < 16;) {
    const r1 = xtoi(s);
    let n = r1[0];
    let c = r1[1];
    let ok = r1[2];
    if (!ok || n > 65535) {
      return undefined;
    }
    if (c < textLength(s) && byteAt(s, c) === 46) {
      if (ellipsis < 0 && i !== 12) {
        return undefined;
      }
      if (i + 4 > 16) {
        return undefined;
      }
      let ip4 = parseIPv4(s);
      if (ip4 == null) {
        return undefined;
      }
      ip[i] = ip4[12];
      ip[i + 1] = ip4[13];
      ip[i + 2] = ip4[14];
      ip[i + 3] = ip4[15];
      s = '';
      i = i + 4;
      break;
    }
    ip[i] = n >> 8;
    ip[i + 1] = n;
    i = i + 2;
    s = s.slice(c);
    if (textLength(s) === 0) {
      break;
    }
    if (byteAt(s, 0) !== 58 || textLength(s) === 1) {
      return undefined;
    }
    s = s.slice(1);
    if (byteAt(s, 0) === 58) {
      if (ellipsis >= 0) {
        return undefined;
      }
      ellipsis = i;
      s = s.slice(1);
      if (textLength(s) === 0) {
        break;
      }
    }
  }
  if (textLength(s) !== 0) {
    return undefined;
  }
  if (i < 16) {
    if (ellipsis < 0) {
      return undefined;
    }
    let n2 = 16 - i;
    {
      let j = i - 1;
      for (; j >= ellipsis; j = j - 1) {
        ip[j + n2] = ip[j];
      }
    }
    {
      let j2 = ellipsis + n2 - 1;
      for (; j2 >= ellipsis; j2 = j2 - 1) {
        ip[j2] = 0;
      }
    }
  } else {
    if (ellipsis >= 0) {
      return undefined;
    }
  }
  return ip;
}

function parseIndexInterval(intervalStr, completions) {
  let limitsStr = strings_Split(intervalStr, '-');
  if (listLength(limitsStr) > 2) {
    return [
      0,
      0,
      fmt_Errorf(
        "the fragment %q violates the requirement that an index interval can have at most two parts separated by '-'",
        intervalStr,
      ),
    ];
  }
  const r1 = strconv_Atoi(limitsStr[0]);
  let x = r1[0];
  let err = r1[1];
  if (err != null) {
    return [0, 0, fmt_Errorf('cannot convert string to integer for index: %q', limitsStr[0])];
  }
  if (x >= completions) {
    return [0, 0, fmt_Errorf('too large index: %q', limitsStr[0])];
  }
  if (listLength(limitsStr) > 1) {
    const r2 = strconv_Atoi(limitsStr[1]);
    let y = r2[0];
    let err2 = r2[1];
    if (err2 != null) {
      return [0, 0, fmt_Errorf('cannot convert string to integer for index: %q', limitsStr[1])];
    }
    if (y >= completions) {
      return [0, 0, fmt_Errorf('too large index: %q', limitsStr[1])];
    }
    if (x >= y) {
      return [0, 0, fmt_Errorf('non-increasing order, previous: %d, current: %d', x, y)];
    }
    return [x, y, undefined];
  }
  return [x, x, undefined];
}

function parseIntOrName(expr, names) {
  if (names != null) {
    {
      const r1 = mapFind(names, strings_ToLower(expr), 0);
      let namedInt = r1[0];
      let ok = r1[1];
      if (ok) {
        return [namedInt, undefined];
      }
    }
  }
  return mustParseInt(expr);
}

function parseResourceStatusName(resourceStatusName2) {
  let claimName = '';
  let requestName = '';
  let ok = false;
  const r1 = strings_CutPrefix(resourceStatusName2, 'claim:');
  let claimRef = r1[0];
  ok = r1[1];
  if (!ok) {
    return ['', '', false];
  }
  const r2 = strings_Cut(claimRef, '/');
  claimName = r2[0];
  requestName = r2[1];
  let hasRequest = r2[2];
  if (claimName === '') {
    return ['', '', false];
  }
  if (hasRequest && requestName === '') {
    return ['', '', false];
  }
  return [claimName, requestName, true];
}

const pathSegmentNameMayNotBe = lazy(() => ['.', '..']);

const pathSegmentNameMayNotContain = lazy(() => ['/', '%']);

const pdPartitionErrorMsg = lazy(() => InclusiveRangeError(1, 255));

const percentRegexp = lazy(() => regexp_MustCompile('^[0-9]+%$'));

function persistentvolumeclaimStatusStrategy_ValidateUpdate(_1, ctx, obj, old) {
  let newPvc = obj;
  let oldPvc = old;
  let opts = ValidationOptionsForPersistentVolumeClaim(newPvc, oldPvc);
  return ValidatePersistentVolumeClaimStatusUpdate(newPvc, oldPvc, opts);
}

function persistentvolumeclaimStrategy_Validate(_1, ctx, obj) {
  let pvc = obj;
  let opts = ValidationOptionsForPersistentVolumeClaim(pvc, undefined);
  return ValidatePersistentVolumeClaim(pvc, opts);
}

function persistentvolumeclaimStrategy_ValidateUpdate(_1, ctx, obj, old) {
  let newPvc = obj;
  let oldPvc = old;
  let opts = ValidationOptionsForPersistentVolumeClaim(newPvc, oldPvc);
  return ValidatePersistentVolumeClaimUpdate(newPvc, oldPvc, opts);
}

const places = lazy(() => [1, 4, 8, 16, 32, 64]);

function podDisruptionBudgetStatusStrategy_ValidateUpdate(_1, ctx, obj, old) {
  let apiVersion = {};
  {
    const r2 = requestInfoFrom(ctx);
    let requestInfo = r2[0];
    let found = r2[1];
    if (found) {
      apiVersion = { Group: requestInfo.APIGroup ?? '', Version: requestInfo.APIVersion ?? '' };
    }
  }
  return ValidatePodDisruptionBudgetStatusUpdate(
    obj.status ?? Z,
    old.status ?? Z,
    field_NewPath('status'),
    apiVersion,
  );
}

function podDisruptionBudgetStrategy_Validate(_1, ctx, obj) {
  let podDisruptionBudget = obj;
  let opts = { AllowInvalidLabelValueInSelector: false };
  return ValidatePodDisruptionBudget(podDisruptionBudget, opts);
}

function podDisruptionBudgetStrategy_ValidateUpdate(_1, ctx, obj, old) {
  let opts = {
    AllowInvalidLabelValueInSelector: policy_poddisruptionbudget_hasInvalidLabelValueInLabelSelector(old),
  };
  return ValidatePodDisruptionBudget(obj, opts);
}

function podSpecHasContainer(spec, containerName) {
  let hasContainer = false;
  VisitContainersWithPath(spec, field_NewPath('spec'), function (c, _1) {
    if ((c.name ?? '') === containerName) {
      hasContainer = true;
      return false;
    }
    return true;
  });
  return hasContainer;
}

function podStatusStrategy_ValidateUpdate(_1, ctx, obj, old) {
  let pod = obj;
  let oldPod = old;
  let opts = GetValidationOptionsFromPodSpecAndMeta(
    (pod.spec ??= {}),
    (oldPod.spec ??= {}),
    (pod.metadata ??= {}),
    (oldPod.metadata ??= {}),
  );
  opts.ResourceIsPod = true;
  return ValidatePodStatusUpdate(obj, old, opts);
}

function podStrategy_Validate(_1, ctx, obj) {
  let pod = obj;
  let opts = GetValidationOptionsFromPodSpecAndMeta(
    (pod.spec ??= {}),
    undefined,
    (pod.metadata ??= {}),
    undefined,
  );
  opts.ResourceIsPod = true;
  return ValidatePodCreate(pod, opts);
}

function podStrategy_ValidateUpdate(_1, ctx, obj, old) {
  let pod = obj;
  let oldPod = old;
  let opts = GetValidationOptionsFromPodSpecAndMeta(
    (pod.spec ??= {}),
    (oldPod.spec ??= {}),
    (pod.metadata ??= {}),
    (oldPod.metadata ??= {}),
  );
  opts.ResourceIsPod = true;
  return ValidatePodUpdate(obj, old, opts);
}

function policy_poddisruptionbudget_hasInvalidLabelValueInLabelSelector(pdb) {
  if ((pdb.spec ?? Z).selector != null) {
    let labelSelectorValidationOptions = { AllowInvalidLabelValueInSelector: false };
    return (
      listLength(ValidateLabelSelector((pdb.spec ?? Z).selector, labelSelectorValidationOptions, undefined)) >
      0
    );
  }
  return false;
}

const portNameCharsetRegex = lazy(() => regexp_MustCompile('^[-a-z0-9]+$'));

const portNameOneLetterRegexp = lazy(() => regexp_MustCompile('[a-z]'));

function prefixEach(msgs, prefix) {
  {
    const list1 = msgs ?? [];
    for (let i = 0; i < list1.length; i++) {
      msgs[i] = prefix + msgs[i];
    }
  }
  return msgs;
}

const prefixToNamespace = lazy(() =>
  mapOf([
    ['net', 'Net'],
    ['fs.mqueue', 'IPC'],
    ['user', 'User'],
  ]),
);

function rbac_clusterrolebinding_strategy_Validate(_1, ctx, obj) {
  let clusterRoleBinding = obj;
  return ValidateClusterRoleBinding(clusterRoleBinding);
}

function rbac_clusterrolebinding_strategy_ValidateUpdate(_1, ctx, obj, old) {
  let newObj = obj;
  let oldObj = old;
  return ValidateClusterRoleBindingUpdate(newObj, oldObj);
}

function rbac_role_strategy_Validate(_1, ctx, obj) {
  let role = obj;
  return ValidateRole(role);
}

function rbac_role_strategy_ValidateUpdate(_1, ctx, obj, old) {
  let newObj = obj;
  let oldObj = old;
  return ValidateRoleUpdate(newObj, oldObj);
}

function rbac_rolebinding_strategy_Validate(_1, ctx, obj) {
  let roleBinding = obj;
  return ValidateRoleBinding(roleBinding);
}

function rbac_rolebinding_strategy_ValidateUpdate(_1, ctx, obj, old) {
  let newRoleBinding = obj;
  let oldRoleBinding = old;
  return ValidateRoleBindingUpdate(newRoleBinding, oldRoleBinding);
}

function relaxedEnvVarUsed(name, oldPodEnvVarNames) {
  if (Set_Len(oldPodEnvVarNames) === 0) {
    return false;
  }
  if (listLength(IsEnvVarName(name)) === 0 || listLength(IsRelaxedEnvVarName(name)) !== 0) {
    return false;
  }
  if (Set_Has(oldPodEnvVarNames, name)) {
    return true;
  }
  return false;
}

const resizeStatusSet = lazy(() =>
  sets_New(
    'ControllerResizeInProgress',
    'ControllerResizeInfeasible',
    'NodeResizePending',
    'NodeResizeInProgress',
    'NodeResizeInfeasible',
  ),
);

function resourceStatusName(claimName, requestName) {
  if (requestName === '') {
    return 'claim:' + claimName;
  }
  return 'claim:' + claimName + '/' + requestName;
}

function restartAllContainersActionInUse(oldPodSpec) {
  if (oldPodSpec == null) {
    return false;
  }
  for (let c of oldPodSpec.containers ?? []) {
    for (let rule of c.restartPolicyRules ?? []) {
      if ((rule.action ?? '') === 'RestartAllContainers') {
        return true;
      }
    }
  }
  for (let c2 of oldPodSpec.initContainers ?? []) {
    for (let rule2 of c2.restartPolicyRules ?? []) {
      if ((rule2.action ?? '') === 'RestartAllContainers') {
        return true;
      }
    }
    if (c2.restartPolicy != null && c2.restartPolicy === 'Always' && listLength(c2.restartPolicyRules) > 0) {
      return true;
    }
  }
  return false;
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

function rsStatusStrategy_ValidateUpdate(_1, ctx, obj, old) {
  return ValidateReplicaSetStatusUpdate(obj, old);
}

function rsStrategy_Validate(_1, ctx, obj) {
  let rs = obj;
  let opts = GetValidationOptionsFromPodTemplate(((rs.spec ??= {}).template ??= {}), undefined);
  return ValidateReplicaSet(rs, opts);
}

function rsStrategy_ValidateUpdate(_1, ctx, obj, old) {
  let newReplicaSet = obj;
  let oldReplicaSet = old;
  let opts = GetValidationOptionsFromPodTemplate(
    ((newReplicaSet.spec ??= {}).template ??= {}),
    ((oldReplicaSet.spec ??= {}).template ??= {}),
  );
  return ValidateReplicaSetUpdate(newReplicaSet, oldReplicaSet, opts);
}

function sameLoadBalancerClass(oldService, service) {
  if ((oldService.spec ?? Z).loadBalancerClass == null && (service.spec ?? Z).loadBalancerClass == null) {
    return true;
  }
  if ((oldService.spec ?? Z).loadBalancerClass == null || (service.spec ?? Z).loadBalancerClass == null) {
    return false;
  }
  return (oldService.spec ?? Z).loadBalancerClass === (service.spec ?? Z).loadBalancerClass;
}

function seLinuxChangePolicyInUse(podSpec) {
  if (podSpec == null || podSpec.securityContext == null) {
    return false;
  }
  return podSpec.securityContext.seLinuxChangePolicy != null;
}

const seconds = lazy(() => ({ min: 0, max: 59 }));

function serviceStatusStrategy_ValidateUpdate(_1, ctx, obj, old) {
  return ValidateServiceStatusUpdate(obj, old);
}

function shouldAllowMutablePodTemplate(job) {
  let suspended = (job.spec ?? Z).suspend != null && (job.spec ?? Z).suspend;
  let notStarted = (job.status ?? Z).startTime == null;
  let hasSuspendedCondition = IsConditionTrue((job.status ?? Z).conditions, 'Suspended');
  return suspended && (notStarted || hasSuspendedCondition) && ((job.status ?? Z).active ?? 0) === 0;
}

const standardContainerResources = lazy(() => sets_New('cpu', 'memory', 'ephemeral-storage'));

const standardFinalizers = lazy(() => sets_New('kubernetes', 'orphan', 'foregroundDeletion'));

const standardParser = lazy(() => NewParser(380));

const standardResources = lazy(() =>
  sets_New(
    'cpu',
    'memory',
    'ephemeral-storage',
    'requests.cpu',
    'requests.memory',
    'requests.ephemeral-storage',
    'limits.cpu',
    'limits.memory',
    'limits.ephemeral-storage',
    'pods',
    'resourcequotas',
    'services',
    'replicationcontrollers',
    'secrets',
    'configmaps',
    'persistentvolumeclaims',
    'storage',
    'requests.storage',
    'services.nodeports',
    'services.loadbalancers',
  ),
);

function statefulSetStatusStrategy_ValidateUpdate(_1, ctx, obj, old) {
  return ValidateStatefulSetStatusUpdate(obj, old);
}

function statefulSetStrategy_Validate(_1, ctx, obj) {
  let statefulSet = obj;
  let opts = GetValidationOptionsFromPodTemplate(((statefulSet.spec ??= {}).template ??= {}), undefined);
  let setOpts = { AllowInvalidServiceName: false, AllowStatefulSetRecreateStrategy: false };
  return ValidateStatefulSet(statefulSet, setOpts, opts);
}

function statefulSetStrategy_ValidateUpdate(_1, ctx, obj, old) {
  let newStatefulSet = obj;
  let oldStatefulSet = old;
  let setOpts = {
    AllowInvalidServiceName: true,
    SkipValidateVolumeClaimTemplates: true,
    AllowStatefulSetRecreateStrategy:
      false || (((oldStatefulSet.spec ?? Z).updateStrategy ?? Z).type ?? '') === 'Recreate',
  };
  let opts = GetValidationOptionsFromPodTemplate(
    ((newStatefulSet.spec ??= {}).template ??= {}),
    ((oldStatefulSet.spec ??= {}).template ??= {}),
  );
  return ValidateStatefulSetUpdate(newStatefulSet, oldStatefulSet, setOpts, opts);
}

function strategy_Validate(_1, ctx, obj) {
  let clusterRole = obj;
  let opts = { AllowInvalidLabelValueInSelector: false };
  return ValidateClusterRole(clusterRole, opts);
}

function strategy_ValidateUpdate(_1, ctx, obj, old) {
  let newObj = obj;
  let oldObj = old;
  let opts = { AllowInvalidLabelValueInSelector: hasInvalidLabelValueInLabelSelector(oldObj) };
  return ValidateClusterRoleUpdate(newObj, oldObj, opts);
}

const supportedAccessModes = lazy(() =>
  sets_New('ReadWriteOnce', 'ReadOnlyMany', 'ReadWriteMany', 'ReadWriteOncePod'),
);

const supportedBindMountOptions = lazy(() => sets_New('noexec', 'nodev', 'nosuid'));

const supportedContainerRestartPolicies = lazy(() => sets_New('Always', 'Never', 'OnFailure'));

const supportedContainerRestartPolicyOperators = lazy(() => sets_New('In', 'NotIn'));

const supportedContainerRestartRuleActions = lazy(() => sets_New('Restart'));

const supportedContainerRestartRuleActionsWithRestartAllContainers = lazy(() =>
  sets_New('Restart', 'RestartAllContainers'),
);

const supportedGRPCProbeModes = lazy(() => sets_New('Plaintext', 'TLS'));

const supportedHTTPProtocols = lazy(() => sets_New('HTTP1', 'HTTP2'));

const supportedHTTPSchemes = lazy(() => sets_New('HTTP', 'HTTPS'));

const supportedHostPathTypes = lazy(() =>
  sets_New(
    '',
    'DirectoryOrCreate',
    'Directory',
    'FileOrCreate',
    'File',
    'Socket',
    'CharDevice',
    'BlockDevice',
  ),
);

const supportedLoadBalancerIPMode = lazy(() => sets_New('VIP', 'Proxy'));

const supportedPathTypes = lazy(() => sets_NewString('Exact', 'Prefix', 'ImplementationSpecific'));

const supportedPodFailurePolicyActions = lazy(() => sets_New('Count', 'FailIndex', 'FailJob', 'Ignore'));

const supportedPodFailurePolicyOnExitCodesOperator = lazy(() => sets_New('In', 'NotIn'));

const supportedPodFailurePolicyOnPodConditionsStatus = lazy(() => sets_New('False', 'True', 'Unknown'));

const supportedPodLevelResources = lazy(() => sets_New('cpu', 'memory'));

const supportedPodReplacementPolicy = lazy(() => sets_New('Failed', 'TerminatingOrFailed'));

const supportedPodTopologySpreadNodePolicies = lazy(() => sets_New('Ignore', 'Honor'));

const supportedPortProtocols = lazy(() => sets_New('TCP', 'UDP', 'SCTP'));

const supportedPullPolicies = lazy(() => sets_New('Always', 'IfNotPresent', 'Never'));

const supportedResizePolicies = lazy(() => sets_New('NotRequired', 'RestartContainer'));

const supportedResizeResources = lazy(() => sets_New('cpu', 'memory'));

const supportedScheduleActions = lazy(() => sets_New('DoNotSchedule', 'ScheduleAnyway'));

const supportedServiceIPFamily = lazy(() => sets_New('IPv4', 'IPv6'));

const supportedServiceIPFamilyPolicy = lazy(() =>
  sets_New('SingleStack', 'PreferDualStack', 'RequireDualStack'),
);

const supportedServiceInternalTrafficPolicy = lazy(() => sets_New('Cluster', 'Local'));

const supportedServiceType = lazy(() => sets_New('ClusterIP', 'NodePort', 'LoadBalancer', 'ExternalName'));

const supportedSessionAffinityType = lazy(() => sets_New('ClientIP', 'None'));

const supportedStopSignalsLinux = lazy(() =>
  sets_New(
    'SIGABRT',
    'SIGALRM',
    'SIGBUS',
    'SIGCHLD',
    'SIGCLD',
    'SIGCONT',
    'SIGFPE',
    'SIGHUP',
    'SIGILL',
    'SIGINT',
    'SIGIO',
    'SIGIOT',
    'SIGKILL',
    'SIGPIPE',
    'SIGPOLL',
    'SIGPROF',
    'SIGPWR',
    'SIGQUIT',
    'SIGSEGV',
    'SIGSTKFLT',
    'SIGSTOP',
    'SIGSYS',
    'SIGTERM',
    'SIGTRAP',
    'SIGTSTP',
    'SIGTTIN',
    'SIGTTOU',
    'SIGURG',
    'SIGUSR1',
    'SIGUSR2',
    'SIGVTALRM',
    'SIGWINCH',
    'SIGXCPU',
    'SIGXFSZ',
    'SIGRTMIN',
    'SIGRTMIN+1',
    'SIGRTMIN+2',
    'SIGRTMIN+3',
    'SIGRTMIN+4',
    'SIGRTMIN+5',
    'SIGRTMIN+6',
    'SIGRTMIN+7',
    'SIGRTMIN+8',
    'SIGRTMIN+9',
    'SIGRTMIN+10',
    'SIGRTMIN+11',
    'SIGRTMIN+12',
    'SIGRTMIN+13',
    'SIGRTMIN+14',
    'SIGRTMIN+15',
    'SIGRTMAX-14',
    'SIGRTMAX-13',
    'SIGRTMAX-12',
    'SIGRTMAX-11',
    'SIGRTMAX-10',
    'SIGRTMAX-9',
    'SIGRTMAX-8',
    'SIGRTMAX-7',
    'SIGRTMAX-6',
    'SIGRTMAX-5',
    'SIGRTMAX-4',
    'SIGRTMAX-3',
    'SIGRTMAX-2',
    'SIGRTMAX-1',
    'SIGRTMAX',
  ),
);

const supportedStopSignalsWindows = lazy(() => sets_New('SIGKILL', 'SIGTERM'));

const supportedUnhealthyPodEvictionPolicies = lazy(() => sets_NewString('IfHealthyBudget', 'AlwaysAllow'));

const supportedVolumeModes = lazy(() => sets_New('Block', 'Filesystem'));

function svcStrategy_Validate(_1, ctx, obj) {
  let service = obj;
  let allErrs = ValidateServiceCreate(service);
  return allErrs;
}

function svcStrategy_ValidateUpdate(strategy, ctx, obj, old) {
  let allErrs = ValidateServiceUpdate(obj, old);
  return allErrs;
}

const sysctlContainSlashRegexp = lazy(() =>
  regexp_MustCompile('^([a-z0-9]([-_a-z0-9]*[a-z0-9])?[\\./])*[a-z0-9]([-_a-z0-9]*[a-z0-9])?$'),
);

function taintTolerationComparisonOperatorsInUse(podSpec) {
  if (podSpec == null) {
    return false;
  }
  for (let toleration of podSpec.tolerations ?? []) {
    if ((toleration.operator ?? '') === 'Lt' || (toleration.operator ?? '') === 'Gt') {
      return true;
    }
  }
  return false;
}

const updatablePodSpecFields = lazy(() => [
  '`spec.containers[*].image`',
  '`spec.initContainers[*].image`',
  '`spec.activeDeadlineSeconds`',
  '`spec.tolerations` (only additions to existing tolerations)',
  '`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)',
]);

function useAllowEnvFilesValidation(oldPodSpec) {
  {
    return true;
  }
  if (oldPodSpec == null) {
    return false;
  }
  for (let [c] of pairsOf(ContainerIter(oldPodSpec, 7))) {
    if (hasEnvFileKeyRef(c.env)) {
      return true;
    }
  }
  return false;
}

function useAllowSysAdminWhenPrivilegeEscalationFalse(oldPodSpec) {
  if (oldPodSpec == null) {
    return false;
  }
  for (let [c] of pairsOf(ContainerIter(oldPodSpec, 7))) {
    if (hasSysAdminAndPrivilegeEscalationFalse(c.securityContext)) {
      return true;
    }
  }
  return false;
}

function useAllowUserNamespacesHostNetworkSupport(oldPodSpec) {
  if (oldPodSpec == null || oldPodSpec.hostUsers == null) {
    return false;
  }
  let userNamespaces = !oldPodSpec.hostUsers;
  return (oldPodSpec.hostNetwork ?? false) && userNamespaces;
}

function useOnlyRecursiveSELinuxChangePolicy(oldPodSpec) {
  {
    return false;
  }
  if (seLinuxChangePolicyInUse(oldPodSpec)) {
    return false;
  }
  return true;
}

function useRelaxedEnvironmentVariableValidation(podSpec, oldPodSpec) {
  {
    return true;
  }
  let oldPodEnvVarNames = undefined;
  let podEnvVarNames = undefined;
  if (oldPodSpec != null) {
    oldPodEnvVarNames = gatherPodEnvVarNames(oldPodSpec);
  }
  if (podSpec != null) {
    podEnvVarNames = gatherPodEnvVarNames(podSpec);
  }
  for (let env of setItems(podEnvVarNames)) {
    if (relaxedEnvVarUsed(env, oldPodEnvVarNames)) {
      return true;
    }
  }
  return false;
}

function usesIndivisibleHugePagesValues(podSpec) {
  let foundIndivisibleHugePagesValue = false;
  VisitContainers(podSpec, 7, function (c, containerType) {
    if (checkContainerUseIndivisibleHugePagesValues(c)) {
      foundIndivisibleHugePagesValue = true;
    }
    return !foundIndivisibleHugePagesValue;
  });
  if (foundIndivisibleHugePagesValue) {
    return true;
  }
  for (let [resourceName, quantity] of mapEntries(podSpec.overhead)) {
    if (IsHugePageResourceName(resourceName)) {
      if (!IsHugePageResourceValueDivisible(resourceName, quantity)) {
        return true;
      }
    }
  }
  return false;
}

function util_validation_EmptyError() {
  return 'must be non-empty';
}

function util_validation_IsValidCIDRForLegacyField(fldPath, value, strictValidation, validOldCIDRs) {
  if (slices_Contains(validOldCIDRs, value)) {
    return undefined;
  }
  const r1 = parseCIDR(fldPath, value, strictValidation);
  let allErrors = r1[1];
  return allErrors;
}

function util_validation_IsValidIPForLegacyField(fldPath, value, strictValidation, validOldIPs) {
  if (slices_Contains(validOldIPs, value)) {
    return undefined;
  }
  const r1 = parseIP(fldPath, value, strictValidation);
  let allErrors = r1[1];
  return ErrorList_WithOrigin(allErrors, 'format=ip-sloppy');
}

const validConditionStatuses = lazy(() => sets_NewString('True', 'False', 'Unknown'));

const validContainerResourceDivisorForCPU = lazy(() => sets_New('1m', '1'));

const validContainerResourceDivisorForEphemeralStorage = lazy(() =>
  sets_New('1', '1k', '1M', '1G', '1T', '1P', '1E', '1Ki', '1Mi', '1Gi', '1Ti', '1Pi', '1Ei'),
);

const validContainerResourceDivisorForHugePages = lazy(() =>
  sets_New('1', '1k', '1M', '1G', '1T', '1P', '1E', '1Ki', '1Mi', '1Gi', '1Ti', '1Pi', '1Ei'),
);

const validContainerResourceDivisorForMemory = lazy(() =>
  sets_New('1', '1k', '1M', '1G', '1T', '1P', '1E', '1Ki', '1Mi', '1Gi', '1Ti', '1Pi', '1Ei'),
);

const validContainerResourceFieldPathExpressions = lazy(() =>
  sets_New(
    'limits.cpu',
    'limits.memory',
    'limits.ephemeral-storage',
    'requests.cpu',
    'requests.memory',
    'requests.ephemeral-storage',
  ),
);

const validContainerResourceFieldPathPrefixesWithDownwardAPIHugePages = lazy(() =>
  sets_New('requests.hugepages-', 'limits.hugepages-'),
);

const validEnvDownwardAPIFieldPathExpressions = lazy(() =>
  sets_New(
    'metadata.name',
    'metadata.namespace',
    'metadata.uid',
    'spec.nodeName',
    'spec.serviceAccountName',
    'status.hostIP',
    'status.hostIPs',
    'status.podIP',
    'status.podIPs',
  ),
);

const validExternalTrafficPolicies = lazy(() => sets_New('Cluster', 'Local'));

const validFSGroupChangePolicies = lazy(() => sets_New('OnRootMismatch', 'Always'));

function validFirstDigit(str) {
  if (textLength(str) === 0) {
    return false;
  }
  return (
    byteAt(str, 0) === 45 ||
    (byteAt(str, 0) === 48 && str === '0') ||
    (byteAt(str, 0) >= 49 && byteAt(str, 0) <= 57)
  );
}

const validLeaseStrategies = lazy(() => ['OldestEmulationVersion']);

const validMetricSourceTypes = lazy(() =>
  sets_NewString('Object', 'Pods', 'Resource', 'External', 'ContainerResource'),
);

const validMetricSourceTypesList = lazy(() => String_List(validMetricSourceTypes()));

const validNetBiosRegex = lazy(() => regexp_MustCompile('^[^\\\\/:\\*\\?"<>|\\.][^\\\\/:\\*\\?"<>|]{0,14}$'));

const validOS = lazy(() => sets_New('linux', 'windows'));

const validPolicyTypes = lazy(() => sets_NewString('Pods', 'Percent'));

const validPolicyTypesList = lazy(() => String_List(validPolicyTypes()));

const validSELinuxChangePolicies = lazy(() => sets_New('Recursive', 'MountOption'));

const validSelectPolicyTypes = lazy(() => sets_NewString('Max', 'Min', 'Disabled'));

const validSelectPolicyTypesList = lazy(() => String_List(validSelectPolicyTypes()));

const validSupplementalGroupsPolicies = lazy(() => sets_New('Merge', 'Strict'));

const validTimeZoneCharacters = lazy(() => regexp_MustCompile('^[A-Za-z\\.\\-_0-9+]{1,14}$'));

const validVolumeDownwardAPIFieldPathExpressions = lazy(() =>
  sets_New('metadata.name', 'metadata.namespace', 'metadata.labels', 'metadata.annotations', 'metadata.uid'),
);

const validWindowsUserDomainDNSRegex = lazy(() => regexp_MustCompile(dnsSubdomainFormat()));

function validateAWSElasticBlockStoreVolumeSource(PD, fldPath) {
  let allErrs = [];
  if (textLength(PD.volumeID ?? '') === 0) {
    allErrs = push(allErrs, field_Required(Path_Child(fldPath, 'volumeID'), ''));
  }
  if ((PD.partition ?? 0) < 0 || (PD.partition ?? 0) > 255) {
    allErrs = push(
      allErrs,
      field_Invalid(Path_Child(fldPath, 'partition'), PD.partition ?? 0, pdPartitionErrorMsg()),
    );
  }
  return allErrs;
}

function validateAffinity(affinity, opts, fldPath) {
  let allErrs = [];
  if (affinity != null) {
    if (affinity.nodeAffinity != null) {
      allErrs = push(
        allErrs,
        ...(validateNodeAffinity(affinity.nodeAffinity, opts, Path_Child(fldPath, 'nodeAffinity')) ?? []),
      );
    }
    if (affinity.podAffinity != null) {
      allErrs = push(
        allErrs,
        ...(validatePodAffinity(
          affinity.podAffinity,
          opts.AllowInvalidLabelValueInSelector ?? false,
          Path_Child(fldPath, 'podAffinity'),
        ) ?? []),
      );
    }
    if (affinity.podAntiAffinity != null) {
      allErrs = push(
        allErrs,
        ...(validatePodAntiAffinity(
          affinity.podAntiAffinity,
          opts.AllowInvalidLabelValueInSelector ?? false,
          Path_Child(fldPath, 'podAntiAffinity'),
        ) ?? []),
      );
    }
  }
  return allErrs;
}

function validateAffinityTimeout(timeout, fldPath) {
  let allErrs = [];
  if (timeout <= 0 || timeout > 86400) {
    allErrs = push(
      allErrs,
      field_Invalid(fldPath, timeout, fmt_Sprintf('must be greater than 0 and less than %d', 86400)),
    );
  }
  return allErrs;
}

function validateAppArmorAnnotationsAndFieldsMatchOnCreate(objectMeta, podSpec, specPath) {
  if (podSpec.os != null && (podSpec.os.name ?? '') === 'windows') {
    return undefined;
  }
  let allErrs = [];
  let podProfile = undefined;
  if (podSpec.securityContext != null) {
    podProfile = podSpec.securityContext.appArmorProfile;
  }
  VisitContainersWithPath(podSpec, specPath, function (c, cFldPath) {
    let containerProfile = podProfile;
    if (c.securityContext != null && c.securityContext.appArmorProfile != null) {
      containerProfile = c.securityContext.appArmorProfile;
    }
    if (containerProfile == null) {
      return true;
    }
    let key = 'container.apparmor.security.beta.kubernetes.io/' + (c.name ?? '');
    {
      const r1 = mapFind(objectMeta.annotations, key, '');
      let annotation = r1[0];
      let found = r1[1];
      if (found) {
        let apparmorPath = Path_Child(Path_Child(cFldPath, 'securityContext'), 'appArmorProfile');
        {
          const tag2 = containerProfile.type ?? '';
          switch (tag2) {
            case 'Unconfined': {
              if (annotation !== 'unconfined') {
                allErrs = push(
                  allErrs,
                  field_Forbidden(
                    Path_Child(apparmorPath, 'type'),
                    'apparmor type in annotation and field must match',
                  ),
                );
              }
              break;
            }
            case 'RuntimeDefault': {
              if (annotation !== 'runtime/default') {
                allErrs = push(
                  allErrs,
                  field_Forbidden(
                    Path_Child(apparmorPath, 'type'),
                    'apparmor type in annotation and field must match',
                  ),
                );
              }
              break;
            }
            case 'Localhost': {
              if (!strings_HasPrefix(annotation, 'localhost/')) {
                allErrs = push(
                  allErrs,
                  field_Forbidden(
                    Path_Child(apparmorPath, 'type'),
                    'apparmor type in annotation and field must match',
                  ),
                );
              } else {
                if (
                  containerProfile.localhostProfile == null ||
                  strings_TrimPrefix(annotation, 'localhost/') !== containerProfile.localhostProfile
                ) {
                  allErrs = push(
                    allErrs,
                    field_Forbidden(
                      Path_Child(apparmorPath, 'localhostProfile'),
                      'apparmor profile in annotation and field must match',
                    ),
                  );
                }
              }
              break;
            }
          }
        }
      }
    }
    return true;
  });
  return allErrs;
}

function validateAzureDisk(azure, fldPath) {
  let supportedCachingModes = sets_New('None', 'ReadOnly', 'ReadWrite');
  let supportedDiskKinds = sets_New('Shared', 'Dedicated', 'Managed');
  let diskURISupportedManaged = [
    '/subscriptions/{sub-id}/resourcegroups/{group-name}/providers/microsoft.compute/disks/{disk-id}',
  ];
  let diskURISupportedblob = [
    'https://{account-name}.blob.core.windows.net/{container-name}/{disk-name}.vhd',
  ];
  let allErrs = [];
  if ((azure.diskName ?? '') === '') {
    allErrs = push(allErrs, field_Required(Path_Child(fldPath, 'diskName'), ''));
  }
  if ((azure.diskURI ?? '') === '') {
    allErrs = push(allErrs, field_Required(Path_Child(fldPath, 'diskURI'), ''));
  }
  if (azure.cachingMode != null && !Set_Has(supportedCachingModes, azure.cachingMode)) {
    allErrs = push(
      allErrs,
      field_NotSupported(
        Path_Child(fldPath, 'cachingMode'),
        azure.cachingMode,
        sets_List(supportedCachingModes),
      ),
    );
  }
  if (azure.kind != null && !Set_Has(supportedDiskKinds, azure.kind)) {
    allErrs = push(
      allErrs,
      field_NotSupported(Path_Child(fldPath, 'kind'), azure.kind, sets_List(supportedDiskKinds)),
    );
  }
  if (
    azure.kind != null &&
    azure.kind === 'Managed' &&
    strings_Index(azure.diskURI ?? '', '/subscriptions/') !== 0
  ) {
    allErrs = push(
      allErrs,
      field_NotSupported(Path_Child(fldPath, 'diskURI'), azure.diskURI ?? '', diskURISupportedManaged),
    );
  }
  if (
    azure.kind != null &&
    azure.kind !== 'Managed' &&
    strings_Index(azure.diskURI ?? '', 'https://') !== 0
  ) {
    allErrs = push(
      allErrs,
      field_NotSupported(Path_Child(fldPath, 'diskURI'), azure.diskURI ?? '', diskURISupportedblob),
    );
  }
  return allErrs;
}

function validateAzureFile(azure, fldPath) {
  let allErrs = [];
  if ((azure.secretName ?? '') === '') {
    allErrs = push(allErrs, field_Required(Path_Child(fldPath, 'secretName'), ''));
  }
  if ((azure.shareName ?? '') === '') {
    allErrs = push(allErrs, field_Required(Path_Child(fldPath, 'shareName'), ''));
  }
  return allErrs;
}

function validateBasicResource(quantity, fldPath) {
  if (Quantity_Value(quantity) < 0) {
    return [field_Invalid(fldPath, Quantity_Value(quantity), 'must be a valid resource quantity')];
  }
  return [];
}

function validateBehavior(behavior, fldPath, opts) {
  let allErrs = [];
  if (behavior != null) {
    {
      let scaleUpErrs = validateScalingRules(behavior.scaleUp, Path_Child(fldPath, 'scaleUp'), opts);
      if (listLength(scaleUpErrs) > 0) {
        allErrs = push(allErrs, ...(scaleUpErrs ?? []));
      }
    }
    {
      let scaleDownErrs = validateScalingRules(behavior.scaleDown, Path_Child(fldPath, 'scaleDown'), opts);
      if (listLength(scaleDownErrs) > 0) {
        allErrs = push(allErrs, ...(scaleDownErrs ?? []));
      }
    }
  }
  return allErrs;
}

function validateBindMountOptions(bindMountOptions, fldPath) {
  if (listLength(bindMountOptions) === 0) {
    return undefined;
  }
  let allErrs = [];
  let seen = sets_New();
  {
    const list1 = bindMountOptions ?? [];
    for (let i = 0; i < list1.length; i++) {
      let opt = list1[i];
      if (!Set_Has(supportedBindMountOptions(), opt)) {
        allErrs = push(
          allErrs,
          field_NotSupported(Path_Index(fldPath, i), opt, sets_List(supportedBindMountOptions())),
        );
      }
      if (Set_Has(seen, opt)) {
        allErrs = push(allErrs, field_Duplicate(Path_Index(fldPath, i), opt));
      }
      Set_Insert(seen, opt);
    }
  }
  return allErrs;
}

function validateCSIVolumeSource(csi, fldPath) {
  let allErrs = [];
  allErrs = push(allErrs, ...(ValidateCSIDriverName(csi.driver ?? '', Path_Child(fldPath, 'driver')) ?? []));
  if (csi.nodePublishSecretRef != null) {
    if (textLength(csi.nodePublishSecretRef.name ?? '') === 0) {
      allErrs = push(allErrs, field_Required(Path_Child(fldPath, 'nodePublishSecretRef', 'name'), ''));
    } else {
      for (let msg of ValidateSecretName()(csi.nodePublishSecretRef.name ?? '', false) ?? []) {
        allErrs = push(
          allErrs,
          field_Invalid(Path_Child(fldPath, 'name'), csi.nodePublishSecretRef.name ?? '', msg),
        );
      }
    }
  }
  return allErrs;
}

function validateCephFSVolumeSource(cephfs, fldPath) {
  let allErrs = [];
  if (listLength(cephfs.monitors) === 0) {
    allErrs = push(allErrs, field_Required(Path_Child(fldPath, 'monitors'), ''));
  }
  return allErrs;
}

function validateCinderVolumeSource(cd, fldPath) {
  let allErrs = [];
  if (textLength(cd.volumeID ?? '') === 0) {
    allErrs = push(allErrs, field_Required(Path_Child(fldPath, 'volumeID'), ''));
  }
  if (cd.secretRef != null) {
    if (textLength(cd.secretRef.name ?? '') === 0) {
      allErrs = push(allErrs, field_Required(Path_Child(fldPath, 'secretRef', 'name'), ''));
    }
  }
  return allErrs;
}

function validateClientIPAffinityConfig(config, fldPath) {
  let allErrs = [];
  if (config == null) {
    allErrs = push(
      allErrs,
      field_Required(fldPath, fmt_Sprintf('when session affinity type is %s', 'ClientIP')),
    );
    return allErrs;
  }
  if (config.clientIP == null) {
    allErrs = push(
      allErrs,
      field_Required(
        Path_Child(fldPath, 'clientIP'),
        fmt_Sprintf('when session affinity type is %s', 'ClientIP'),
      ),
    );
    return allErrs;
  }
  if (config.clientIP.timeoutSeconds == null) {
    allErrs = push(
      allErrs,
      field_Required(
        Path_Child(Path_Child(fldPath, 'clientIP'), 'timeoutSeconds'),
        fmt_Sprintf('when session affinity type is %s', 'ClientIP'),
      ),
    );
    return allErrs;
  }
  allErrs = push(
    allErrs,
    ...(validateAffinityTimeout(
      config.clientIP.timeoutSeconds,
      Path_Child(Path_Child(fldPath, 'clientIP'), 'timeoutSeconds'),
    ) ?? []),
  );
  return allErrs;
}

function validateCompletions(spec, oldSpec, fldPath, opts) {
  let isIndexedJob = spec.completionMode != null && spec.completionMode === 'Indexed';
  if (!isIndexedJob) {
    return core_validation_ValidateImmutableField(spec.completions, oldSpec.completions, fldPath);
  }
  let allErrs = undefined;
  if (Equalities_DeepEqual(equality_Semantic.Equalities, spec.completions, oldSpec.completions)) {
    return allErrs;
  }
  if (spec.completions == null) {
    return allErrs;
  }
  if (spec.completions !== spec.parallelism) {
    allErrs = push(
      allErrs,
      field_Invalid(
        fldPath,
        spec.completions,
        fmt_Sprintf(
          'can only be modified in tandem with %s',
          Path_String(Path_Child(Path_Root(fldPath), 'parallelism')),
        ),
      ),
    );
  }
  return allErrs;
}

function validateConcurrencyPolicy(concurrencyPolicy, fldPath) {
  let allErrs = [];
  {
    const tag1 = concurrencyPolicy;
    switch (tag1) {
      case 'Allow':
      case 'Forbid':
      case 'Replace': {
        break;
        break;
      }
      case '': {
        allErrs = push(allErrs, field_Required(fldPath, ''));
        break;
      }
      default: {
        let validValues = ['Allow', 'Forbid', 'Replace'];
        allErrs = push(allErrs, field_NotSupported(fldPath, concurrencyPolicy, validValues));
        break;
      }
    }
  }
  return allErrs;
}

function validateConfigMapEnvSource(configMapSource, fldPath) {
  let allErrs = [];
  if (textLength(configMapSource.name ?? '') === 0) {
    allErrs = push(allErrs, field_Required(Path_Child(fldPath, 'name'), ''));
  } else {
    for (let msg of ValidateConfigMapName()(configMapSource.name ?? '', true) ?? []) {
      allErrs = push(allErrs, field_Invalid(Path_Child(fldPath, 'name'), configMapSource.name ?? '', msg));
    }
  }
  return allErrs;
}

function validateConfigMapKeySelector(s, fldPath) {
  let allErrs = [];
  let nameFn = ValidateSecretName();
  for (let msg of nameFn(s.name ?? '', false) ?? []) {
    allErrs = push(allErrs, field_Invalid(Path_Child(fldPath, 'name'), s.name ?? '', msg));
  }
  if (textLength(s.key ?? '') === 0) {
    allErrs = push(allErrs, field_Required(Path_Child(fldPath, 'key'), ''));
  } else {
    for (let msg2 of IsConfigMapKey(s.key ?? '') ?? []) {
      allErrs = push(allErrs, field_Invalid(Path_Child(fldPath, 'key'), s.key ?? '', msg2));
    }
  }
  return allErrs;
}

function validateConfigMapVolumeSource(configMapSource, fldPath) {
  let allErrs = [];
  if (textLength(configMapSource.name ?? '') === 0) {
    allErrs = push(allErrs, field_Required(Path_Child(fldPath, 'name'), ''));
  }
  let configMapMode = configMapSource.defaultMode;
  if (configMapMode != null && (configMapMode > 511 || configMapMode < 0)) {
    allErrs = push(
      allErrs,
      field_Invalid(Path_Child(fldPath, 'defaultMode'), configMapMode, fileModeErrorMsg()),
    );
  }
  allErrs = push(
    allErrs,
    ...(validateUserField(configMapSource.defaultUser, Path_Child(fldPath, 'defaultUser')) ?? []),
  );
  let itemsPath = Path_Child(fldPath, 'items');
  {
    const list1 = configMapSource.items ?? [];
    for (let i = 0; i < list1.length; i++) {
      let kp = list1[i];
      let itemPath = Path_Index(itemsPath, i);
      allErrs = push(allErrs, ...(validateKeyToPath(kp, itemPath) ?? []));
    }
  }
  return allErrs;
}

function validateContainerCommon(ctr, volumes, podClaimNames, path, opts, podRestartPolicy, hostUsers) {
  let allErrs = undefined;
  let namePath = Path_Child(path, 'name');
  if (textLength(ctr.name ?? '') === 0) {
    allErrs = push(allErrs, field_Required(namePath, ''));
  } else {
    allErrs = push(allErrs, ...(ValidateDNS1123Label(ctr.name ?? '', namePath) ?? []));
  }
  if (textLength(ctr.image ?? '') === 0) {
    allErrs = push(allErrs, field_Required(Path_Child(path, 'image'), ''));
  }
  {
    const tag1 = ctr.terminationMessagePolicy ?? '';
    switch (tag1) {
      case 'File':
      case 'FallbackToLogsOnError': {
        break;
      }
      case '': {
        allErrs = push(allErrs, field_Required(Path_Child(path, 'terminationMessagePolicy'), ''));
        break;
      }
      default: {
        let supported = ['File', 'FallbackToLogsOnError'];
        allErrs = push(
          allErrs,
          field_NotSupported(
            Path_Child(path, 'terminationMessagePolicy'),
            ctr.terminationMessagePolicy ?? '',
            supported,
          ),
        );
        break;
      }
    }
  }
  let volMounts = GetVolumeMountMap(ctr.volumeMounts);
  let volDevices = GetVolumeDeviceMap(ctr.volumeDevices);
  allErrs = push(allErrs, ...(validateContainerPorts(ctr.ports, Path_Child(path, 'ports')) ?? []));
  allErrs = push(allErrs, ...(ValidateEnv(ctr.env, Path_Child(path, 'env'), opts) ?? []));
  allErrs = push(allErrs, ...(ValidateEnvFrom(ctr.envFrom, Path_Child(path, 'envFrom'), opts) ?? []));
  allErrs = push(
    allErrs,
    ...(ValidateVolumeMounts(
      ctr.volumeMounts,
      volDevices,
      volumes,
      ctr,
      Path_Child(path, 'volumeMounts'),
      opts,
    ) ?? []),
  );
  allErrs = push(
    allErrs,
    ...(ValidateVolumeDevices(ctr.volumeDevices, volMounts, volumes, Path_Child(path, 'volumeDevices')) ??
      []),
  );
  allErrs = push(
    allErrs,
    ...(validatePullPolicy(ctr.imagePullPolicy ?? '', Path_Child(path, 'imagePullPolicy')) ?? []),
  );
  allErrs = push(
    allErrs,
    ...(ValidateContainerResourceRequirements(
      (ctr.resources ??= {}),
      podClaimNames,
      Path_Child(path, 'resources'),
      opts,
    ) ?? []),
  );
  allErrs = push(
    allErrs,
    ...(validateResizePolicy(ctr.resizePolicy, Path_Child(path, 'resizePolicy'), podRestartPolicy) ?? []),
  );
  allErrs = push(
    allErrs,
    ...(ValidateSecurityContext(
      ctr.securityContext,
      Path_Child(path, 'securityContext'),
      hostUsers,
      opts.AllowSysAdminWhenPrivilegeEscalationFalse ?? false,
    ) ?? []),
  );
  return allErrs;
}

function validateContainerOnlyForPod(ctr, path) {
  let allErrs = [];
  if (textLength(ctr.image ?? '') !== textLength(strings_TrimSpace(ctr.image ?? ''))) {
    allErrs = push(
      allErrs,
      field_Invalid(
        Path_Child(path, 'image'),
        ctr.image ?? '',
        'must not have leading or trailing whitespace',
      ),
    );
  }
  return allErrs;
}

function validateContainerPorts(ports, fldPath) {
  let allErrs = [];
  let allNames = sets_New();
  {
    const list1 = ports ?? [];
    for (let i = 0; i < list1.length; i++) {
      let port = list1[i];
      let idxPath = Path_Index(fldPath, i);
      if (textLength(port.name ?? '') > 0) {
        {
          let msgs = IsValidPortName(port.name ?? '');
          if (listLength(msgs) !== 0) {
            {
              const list2 = msgs ?? [];
              for (let i = 0; i < list2.length; i++) {
                allErrs = push(allErrs, field_Invalid(Path_Child(idxPath, 'name'), port.name ?? '', msgs[i]));
              }
            }
          } else {
            if (Set_Has(allNames, port.name ?? '')) {
              allErrs = push(allErrs, field_Duplicate(Path_Child(idxPath, 'name'), port.name ?? ''));
            } else {
              Set_Insert(allNames, port.name ?? '');
            }
          }
        }
      }
      if ((port.containerPort ?? 0) === 0) {
        allErrs = push(allErrs, field_Required(Path_Child(idxPath, 'containerPort'), ''));
      } else {
        for (let msg of IsValidPortNum(port.containerPort ?? 0) ?? []) {
          allErrs = push(
            allErrs,
            field_Invalid(Path_Child(idxPath, 'containerPort'), port.containerPort ?? 0, msg),
          );
        }
      }
      if ((port.hostPort ?? 0) !== 0) {
        for (let msg2 of IsValidPortNum(port.hostPort ?? 0) ?? []) {
          allErrs = push(allErrs, field_Invalid(Path_Child(idxPath, 'hostPort'), port.hostPort ?? 0, msg2));
        }
      }
      if (textLength(port.protocol ?? '') === 0) {
        allErrs = push(allErrs, field_Required(Path_Child(idxPath, 'protocol'), ''));
      } else {
        if (!Set_Has(supportedPortProtocols(), port.protocol ?? '')) {
          allErrs = push(
            allErrs,
            field_NotSupported(
              Path_Child(idxPath, 'protocol'),
              port.protocol ?? '',
              sets_List(supportedPortProtocols()),
            ),
          );
        }
      }
    }
  }
  return allErrs;
}

function validateContainerResourceDivisor(rName, divisor, fldPath) {
  let allErrs = [];
  let unsetDivisor = '0';
  if (Quantity_Cmp(unsetDivisor, divisor) === 0) {
    return allErrs;
  }
  {
    const tag1 = rName;
    switch (tag1) {
      case 'limits.cpu':
      case 'requests.cpu': {
        if (!Set_Has(validContainerResourceDivisorForCPU(), Quantity_String(divisor))) {
          allErrs = push(
            allErrs,
            field_Invalid(
              Path_Child(fldPath, 'divisor'),
              rName,
              "only divisor's values 1m and 1 are supported with the cpu resource",
            ),
          );
        }
        break;
      }
      case 'limits.memory':
      case 'requests.memory': {
        if (!Set_Has(validContainerResourceDivisorForMemory(), Quantity_String(divisor))) {
          allErrs = push(
            allErrs,
            field_Invalid(
              Path_Child(fldPath, 'divisor'),
              rName,
              "only divisor's values 1, 1k, 1M, 1G, 1T, 1P, 1E, 1Ki, 1Mi, 1Gi, 1Ti, 1Pi, 1Ei are supported with the memory resource",
            ),
          );
        }
        break;
      }
      case 'limits.ephemeral-storage':
      case 'requests.ephemeral-storage': {
        if (!Set_Has(validContainerResourceDivisorForEphemeralStorage(), Quantity_String(divisor))) {
          allErrs = push(
            allErrs,
            field_Invalid(
              Path_Child(fldPath, 'divisor'),
              rName,
              "only divisor's values 1, 1k, 1M, 1G, 1T, 1P, 1E, 1Ki, 1Mi, 1Gi, 1Ti, 1Pi, 1Ei are supported with the local ephemeral storage resource",
            ),
          );
        }
        break;
      }
    }
  }
  if (strings_HasPrefix(rName, 'requests.hugepages-') || strings_HasPrefix(rName, 'limits.hugepages-')) {
    if (!Set_Has(validContainerResourceDivisorForHugePages(), Quantity_String(divisor))) {
      allErrs = push(
        allErrs,
        field_Invalid(
          Path_Child(fldPath, 'divisor'),
          rName,
          "only divisor's values 1, 1k, 1M, 1G, 1T, 1P, 1E, 1Ki, 1Mi, 1Gi, 1Ti, 1Pi, 1Ei are supported with the hugepages resource",
        ),
      );
    }
  }
  return allErrs;
}

function validateContainerResourceFieldSelector(fs, expressions, prefixes, fldPath, volume) {
  let allErrs = [];
  if (volume && textLength(fs.containerName ?? '') === 0) {
    allErrs = push(allErrs, field_Required(Path_Child(fldPath, 'containerName'), ''));
  } else {
    if (textLength(fs.resource ?? '') === 0) {
      allErrs = push(allErrs, field_Required(Path_Child(fldPath, 'resource'), ''));
    } else {
      if (!Set_Has(expressions, fs.resource ?? '')) {
        let foundPrefix = false;
        if (prefixes != null) {
          for (let prefix of sets_List(prefixes) ?? []) {
            if (strings_HasPrefix(fs.resource ?? '', prefix)) {
              foundPrefix = true;
            }
          }
        }
        if (!foundPrefix) {
          allErrs = push(
            allErrs,
            field_NotSupported(Path_Child(fldPath, 'resource'), fs.resource ?? '', sets_List(expressions)),
          );
        }
      }
    }
  }
  allErrs = push(
    allErrs,
    ...(validateContainerResourceDivisor(fs.resource ?? '', fs.divisor ?? '0', fldPath) ?? []),
  );
  return allErrs;
}

function validateContainerResourceSource(src, fldPath) {
  let allErrs = [];
  if (textLength(src.name ?? '') === 0) {
    allErrs = push(allErrs, field_Required(Path_Child(fldPath, 'name'), 'must specify a resource name'));
  } else {
    allErrs = push(
      allErrs,
      ...(ValidateContainerResourceName(src.name ?? '', Path_Child(fldPath, 'name')) ?? []),
    );
  }
  if (textLength(src.container ?? '') === 0) {
    allErrs = push(allErrs, field_Required(Path_Child(fldPath, 'container'), 'must specify a container'));
  } else {
    allErrs = push(
      allErrs,
      ...(ValidateDNS1123Label(src.container ?? '', Path_Child(fldPath, 'container')) ?? []),
    );
  }
  allErrs = push(allErrs, ...(validateMetricTarget(src.target ?? Z, Path_Child(fldPath, 'target')) ?? []));
  if ((src.target ?? Z).averageUtilization == null && (src.target ?? Z).averageValue == null) {
    allErrs = push(
      allErrs,
      field_Required(
        Path_Child(Path_Child(fldPath, 'target'), 'averageUtilization'),
        'must set either a target raw value or a target utilization',
      ),
    );
  }
  if ((src.target ?? Z).averageUtilization != null && (src.target ?? Z).averageValue != null) {
    allErrs = push(
      allErrs,
      field_Forbidden(
        Path_Child(Path_Child(fldPath, 'target'), 'averageValue'),
        'may not set both a target raw value and a target utilization',
      ),
    );
  }
  return allErrs;
}

function validateContainerRestartPolicy(policy, rules, fldPath, opts) {
  let allErrs = undefined;
  let restartPolicyFld = Path_Child(fldPath, 'restartPolicy');
  if (policy == null) {
    if (listLength(rules) === 0) {
      return allErrs;
    } else {
      allErrs = push(
        allErrs,
        field_Required(restartPolicyFld, 'must specify restartPolicy when restart rules are used'),
      );
    }
  } else {
    if (!Set_Has(supportedContainerRestartPolicies(), policy)) {
      allErrs = push(
        allErrs,
        field_NotSupported(restartPolicyFld, policy, sets_List(supportedContainerRestartPolicies())),
      );
    }
  }
  if (listLength(rules) > 20) {
    allErrs = push(allErrs, field_TooMany(Path_Child(fldPath, 'restartPolicyRules'), listLength(rules), 20));
  }
  {
    const list1 = rules ?? [];
    for (let i = 0; i < list1.length; i++) {
      let rule = list1[i];
      let policyRulesFld = Path_Index(Path_Child(fldPath, 'restartPolicyRules'), i);
      let allowedActions = supportedContainerRestartRuleActions();
      if (opts.AllowRestartAllContainers ?? false) {
        allowedActions = supportedContainerRestartRuleActionsWithRestartAllContainers();
      }
      if (!Set_Has(allowedActions, rule.action ?? '')) {
        allErrs = push(
          allErrs,
          field_NotSupported(
            Path_Child(policyRulesFld, 'action'),
            rule.action ?? '',
            sets_List(allowedActions),
          ),
        );
      }
      if (rule.exitCodes != null) {
        let exitCodesFld = Path_Child(policyRulesFld, 'exitCodes');
        if (!Set_Has(supportedContainerRestartPolicyOperators(), rule.exitCodes.operator ?? '')) {
          allErrs = push(
            allErrs,
            field_NotSupported(
              Path_Child(exitCodesFld, 'operator'),
              rule.exitCodes.operator ?? '',
              sets_List(supportedContainerRestartPolicyOperators()),
            ),
          );
        }
        if (listLength(rule.exitCodes.values) > 255) {
          allErrs = push(
            allErrs,
            field_TooMany(Path_Child(exitCodesFld, 'values'), listLength(rule.exitCodes.values), 255),
          );
        }
      } else {
        allErrs = push(allErrs, field_Required(Path_Child(policyRulesFld, 'exitCodes'), 'must be specified'));
      }
    }
  }
  return allErrs;
}

function validateContainerStatusAllocatedResourcesStatus(containerStatuses, fldPath, containers, podStatus) {
  let allErrors = [];
  {
    const list1 = containerStatuses ?? [];
    for (let i = 0; i < list1.length; i++) {
      let containerStatus = list1[i];
      if (containerStatus.allocatedResourcesStatus == null) {
        continue;
      }
      let allocatedResources = containerStatus.allocatedResourcesStatus;
      {
        const list2 = allocatedResources ?? [];
        for (let j = 0; j < list2.length; j++) {
          let allocatedResource = list2[j];
          let container = {};
          let containerFound = false;
          for (let c of containers ?? []) {
            if ((c.name ?? '') === (containerStatus.name ?? '')) {
              containerFound = true;
              container = c;
              break;
            }
          }
          if (containerFound) {
            let found = false;
            let errorStr = '';
            if (strings_HasPrefix(allocatedResource.name ?? '', 'claim:')) {
              errorStr =
                "must match one of the container's resource claims as 'claim:<claimName>/<requestName>' when container.resources.claims[*].request is set or 'claim:<claimName>' when it is empty";
              for (let c2 of (container.resources ?? Z).claims ?? []) {
                if (resourceStatusName(c2.name ?? '', c2.request ?? '') === (allocatedResource.name ?? '')) {
                  found = true;
                  break;
                }
              }
              if (!found) {
                found = matchesExtendedResourceClaimStatus(
                  allocatedResource.name ?? '',
                  container,
                  podStatus.extendedResourceClaimStatus,
                );
              }
            } else {
              errorStr = "must match one of the container's resource requests";
              for (let [resourceName] of mapEntries((container.resources ?? Z).requests)) {
                if (resourceName === (allocatedResource.name ?? '')) {
                  found = true;
                  break;
                }
              }
            }
            if (!found) {
              allErrors = push(
                allErrors,
                field_Invalid(
                  Path_Child(
                    Path_Index(Path_Child(Path_Index(fldPath, i), 'allocatedResourcesStatus'), j),
                    'name',
                  ),
                  allocatedResource.name ?? '',
                  errorStr,
                ),
              );
            }
          }
          let uniqueResources = sets_New();
          {
            const list3 = allocatedResource.resources ?? [];
            for (let k = 0; k < list3.length; k++) {
              let r = list3[k];
              let supportedResourceHealthValues = sets_New('Healthy', 'Unhealthy', 'Unknown');
              if (!Set_Has(supportedResourceHealthValues, r.health ?? '')) {
                allErrors = push(
                  allErrors,
                  field_NotSupported(
                    Path_Child(
                      Path_Index(
                        Path_Child(
                          Path_Index(Path_Child(Path_Index(fldPath, i), 'allocatedResourcesStatus'), j),
                          'resources',
                        ),
                        k,
                      ),
                      'health',
                    ),
                    r.health ?? '',
                    sets_List(supportedResourceHealthValues),
                  ),
                );
              }
              if (r.message != null) {
                if (textLength(r.message) === 0) {
                  allErrors = push(
                    allErrors,
                    field_Required(
                      Path_Child(
                        Path_Index(
                          Path_Child(
                            Path_Index(Path_Child(Path_Index(fldPath, i), 'allocatedResourcesStatus'), j),
                            'resources',
                          ),
                          k,
                        ),
                        'message',
                      ),
                      'must be non-empty if specified',
                    ),
                  );
                } else {
                  if (textLength(r.message) > 1024) {
                    allErrors = push(
                      allErrors,
                      field_TooLong(
                        Path_Child(
                          Path_Index(
                            Path_Child(
                              Path_Index(Path_Child(Path_Index(fldPath, i), 'allocatedResourcesStatus'), j),
                              'resources',
                            ),
                            k,
                          ),
                          'message',
                        ),
                        r.message,
                        1024,
                      ),
                    );
                  }
                }
              }
              if (Set_Has(uniqueResources, r.resourceID ?? '')) {
                allErrors = push(
                  allErrors,
                  field_Duplicate(
                    Path_Child(
                      Path_Index(
                        Path_Child(
                          Path_Index(Path_Child(Path_Index(fldPath, i), 'allocatedResourcesStatus'), j),
                          'resources',
                        ),
                        k,
                      ),
                      'resourceID',
                    ),
                    r.resourceID ?? '',
                  ),
                );
              } else {
                Set_Insert(uniqueResources, r.resourceID ?? '');
              }
            }
          }
        }
      }
    }
  }
  return allErrors;
}

function validateContainerStatusNoAllocatedResourcesStatus(containerStatuses, fldPath) {
  let allErrors = [];
  {
    const list1 = containerStatuses ?? [];
    for (let i = 0; i < list1.length; i++) {
      let containerStatus = list1[i];
      if (listLength(containerStatus.allocatedResourcesStatus) === 0) {
        continue;
      }
      allErrors = push(
        allErrors,
        field_Forbidden(
          Path_Child(Path_Index(fldPath, i), 'allocatedResourcesStatus'),
          'must not be specified in container status',
        ),
      );
    }
  }
  return allErrors;
}

function validateContainerStatusUsers(containerStatuses, fldPath, podOS) {
  let allErrors = [];
  let osName = 'linux';
  if (podOS != null) {
    osName = podOS.name ?? '';
  }
  {
    const list1 = containerStatuses ?? [];
    for (let i = 0; i < list1.length; i++) {
      let containerStatus = list1[i];
      if (containerStatus.user == null) {
        continue;
      }
      let containerUser = containerStatus.user;
      {
        const tag2 = osName;
        switch (tag2) {
          case 'windows': {
            if (containerUser.linux != null) {
              allErrors = push(
                allErrors,
                field_Forbidden(
                  Path_Child(Path_Child(Path_Index(fldPath, i), 'user'), 'linux'),
                  'cannot be set for a windows pod',
                ),
              );
            }
            break;
          }
          case 'linux': {
            {
              let linuxUser = containerUser.linux;
              if (linuxUser != null) {
                let userFldPath = Path_Child(Path_Child(Path_Index(fldPath, i), 'user'), 'linux');
                if (toNumber(linuxUser.uid) < 0 || toNumber(linuxUser.uid) > 4294967295) {
                  allErrors = push(
                    allErrors,
                    field_Invalid(
                      Path_Child(userFldPath, 'uid'),
                      toNumber(linuxUser.uid),
                      fmt_Sprintf('must be between 0 and %d, inclusive', 4294967295),
                    ),
                  );
                }
                for (let msg of IsValidGroupID(toNumber(linuxUser.gid)) ?? []) {
                  allErrors = push(
                    allErrors,
                    field_Invalid(Path_Child(userFldPath, 'gid'), toNumber(linuxUser.gid), msg),
                  );
                }
                {
                  const list3 = linuxUser.supplementalGroups ?? [];
                  for (let g = 0; g < list3.length; g++) {
                    let gid = list3[g];
                    for (let msg2 of IsValidGroupID(gid) ?? []) {
                      allErrors = push(
                        allErrors,
                        field_Invalid(
                          Path_Index(Path_Child(userFldPath, 'supplementalGroups'), g),
                          gid,
                          msg2,
                        ),
                      );
                    }
                  }
                }
              }
            }
            break;
          }
        }
      }
    }
  }
  return allErrors;
}

function validateContainers(
  containers,
  os,
  volumes,
  podClaimNames,
  gracePeriod,
  fldPath,
  opts,
  podRestartPolicy,
  hostUsers,
) {
  let allErrs = [];
  if (listLength(containers) === 0) {
    return [...(allErrs ?? []), field_Required(fldPath, '')];
  }
  let allNames = sets_New();
  {
    const list1 = containers ?? [];
    for (let i = 0; i < list1.length; i++) {
      let ctr = list1[i];
      let path = Path_Index(fldPath, i);
      allErrs = push(
        allErrs,
        ...(validateContainerCommon(ctr, volumes, podClaimNames, path, opts, podRestartPolicy, hostUsers) ??
          []),
      );
      if (Set_Has(allNames, ctr.name ?? '')) {
        allErrs = push(allErrs, field_Duplicate(Path_Child(path, 'name'), ctr.name ?? ''));
      } else {
        Set_Insert(allNames, ctr.name ?? '');
      }
      if (ctr.lifecycle != null) {
        allErrs = push(
          allErrs,
          ...(validateLifecycle(ctr.lifecycle, gracePeriod, Path_Child(path, 'lifecycle'), os) ?? []),
        );
      }
      allErrs = push(
        allErrs,
        ...(validateLivenessProbe(ctr.livenessProbe, gracePeriod, Path_Child(path, 'livenessProbe'), opts) ??
          []),
      );
      allErrs = push(
        allErrs,
        ...(validateReadinessProbe(
          ctr.readinessProbe,
          gracePeriod,
          Path_Child(path, 'readinessProbe'),
          opts,
        ) ?? []),
      );
      allErrs = push(
        allErrs,
        ...(validateStartupProbe(ctr.startupProbe, gracePeriod, Path_Child(path, 'startupProbe'), opts) ??
          []),
      );
      if (opts.AllowContainerRestartPolicyRules ?? false) {
        allErrs = push(
          allErrs,
          ...(validateContainerRestartPolicy(ctr.restartPolicy, ctr.restartPolicyRules, path, opts) ?? []),
        );
      } else {
        if (ctr.restartPolicy != null) {
          allErrs = push(
            allErrs,
            field_Forbidden(Path_Child(path, 'restartPolicy'), 'may not be set for non-init containers'),
          );
        }
      }
    }
  }
  allErrs = push(allErrs, ...(checkHostPortConflicts(containers, fldPath) ?? []));
  return allErrs;
}

function validateContainersOnlyForPod(containers, fldPath) {
  let allErrs = [];
  {
    const list1 = containers ?? [];
    for (let i = 0; i < list1.length; i++) {
      let ctr = list1[i];
      allErrs = push(allErrs, ...(validateContainerOnlyForPod(ctr, Path_Index(fldPath, i)) ?? []));
    }
  }
  return allErrs;
}

function validateCronJobSpec(spec, oldSpec, fldPath, opts) {
  let allErrs = [];
  if (textLength(spec.schedule ?? '') === 0) {
    allErrs = push(
      allErrs,
      Error_MarkCoveredByDeclarative(field_Required(Path_Child(fldPath, 'schedule'), '')),
    );
  } else {
    let allowTZInSchedule = false;
    if (oldSpec != null) {
      allowTZInSchedule = strings_Contains(oldSpec.schedule ?? '', 'TZ');
    }
    allErrs = push(
      allErrs,
      ...(validateScheduleFormat(
        spec.schedule ?? '',
        allowTZInSchedule,
        spec.timeZone,
        Path_Child(fldPath, 'schedule'),
      ) ?? []),
    );
  }
  if (spec.startingDeadlineSeconds != null) {
    allErrs = push(
      allErrs,
      ...(ValidateNonnegativeField(
        spec.startingDeadlineSeconds,
        Path_Child(fldPath, 'startingDeadlineSeconds'),
      ) ?? []),
    );
  }
  if (oldSpec == null || !Equal(oldSpec.timeZone, spec.timeZone)) {
    allErrs = push(allErrs, ...(validateTimeZone(spec.timeZone, Path_Child(fldPath, 'timeZone')) ?? []));
  }
  let oldTemplateSpec = undefined;
  if (oldSpec != null) {
    oldTemplateSpec = oldSpec.jobTemplate ??= {};
  }
  allErrs = push(
    allErrs,
    ...(validateConcurrencyPolicy(spec.concurrencyPolicy ?? '', Path_Child(fldPath, 'concurrencyPolicy')) ??
      []),
  );
  allErrs = push(
    allErrs,
    ...(ValidateJobTemplateSpec(
      (spec.jobTemplate ??= {}),
      oldTemplateSpec,
      Path_Child(fldPath, 'jobTemplate'),
      opts,
    ) ?? []),
  );
  if (spec.successfulJobsHistoryLimit != null) {
    allErrs = push(
      allErrs,
      ...(ValidateNonnegativeField(
        spec.successfulJobsHistoryLimit,
        Path_Child(fldPath, 'successfulJobsHistoryLimit'),
      ) ?? []),
    );
  }
  if (spec.failedJobsHistoryLimit != null) {
    allErrs = push(
      allErrs,
      ...(ValidateNonnegativeField(
        spec.failedJobsHistoryLimit,
        Path_Child(fldPath, 'failedJobsHistoryLimit'),
      ) ?? []),
    );
  }
  return allErrs;
}

function validateDNSPolicy(dnsPolicy, fldPath) {
  let allErrors = [];
  {
    const tag1 = dnsPolicy;
    switch (tag1) {
      case 'ClusterFirstWithHostNet':
      case 'ClusterFirst':
      case 'Default':
      case 'None': {
        break;
      }
      case '': {
        allErrors = push(allErrors, field_Required(fldPath, ''));
        break;
      }
      default: {
        let validValues = ['ClusterFirstWithHostNet', 'ClusterFirst', 'Default', 'None'];
        allErrors = push(allErrors, field_NotSupported(fldPath, dnsPolicy, validValues));
        break;
      }
    }
  }
  return allErrors;
}

function validateDaemonSetStatus(status, fldPath) {
  let allErrs = [];
  allErrs = push(
    allErrs,
    ...(ValidateNonnegativeField(
      status.currentNumberScheduled ?? 0,
      Path_Child(fldPath, 'currentNumberScheduled'),
    ) ?? []),
  );
  allErrs = push(
    allErrs,
    ...(ValidateNonnegativeField(status.numberMisscheduled ?? 0, Path_Child(fldPath, 'numberMisscheduled')) ??
      []),
  );
  allErrs = push(
    allErrs,
    ...(ValidateNonnegativeField(
      status.desiredNumberScheduled ?? 0,
      Path_Child(fldPath, 'desiredNumberScheduled'),
    ) ?? []),
  );
  allErrs = push(
    allErrs,
    ...(ValidateNonnegativeField(status.numberReady ?? 0, Path_Child(fldPath, 'numberReady')) ?? []),
  );
  allErrs = push(
    allErrs,
    ...(ValidateNonnegativeField(
      toNumber(status.observedGeneration),
      Path_Child(fldPath, 'observedGeneration'),
    ) ?? []),
  );
  allErrs = push(
    allErrs,
    ...(ValidateNonnegativeField(
      status.updatedNumberScheduled ?? 0,
      Path_Child(fldPath, 'updatedNumberScheduled'),
    ) ?? []),
  );
  allErrs = push(
    allErrs,
    ...(ValidateNonnegativeField(status.numberAvailable ?? 0, Path_Child(fldPath, 'numberAvailable')) ?? []),
  );
  allErrs = push(
    allErrs,
    ...(ValidateNonnegativeField(status.numberUnavailable ?? 0, Path_Child(fldPath, 'numberUnavailable')) ??
      []),
  );
  if (status.collisionCount != null) {
    allErrs = push(
      allErrs,
      ...(ValidateNonnegativeField(status.collisionCount, Path_Child(fldPath, 'collisionCount')) ?? []),
    );
  }
  return allErrs;
}

function validateDataSource(dataSource, fldPath, allowInvalidAPIGroupInDataSourceOrRef2) {
  let allErrs = [];
  if (textLength(dataSource.name ?? '') === 0) {
    allErrs = push(allErrs, field_Required(Path_Child(fldPath, 'name'), ''));
  }
  if (textLength(dataSource.kind ?? '') === 0) {
    allErrs = push(allErrs, field_Required(Path_Child(fldPath, 'kind'), ''));
  }
  let apiGroup = '';
  if (dataSource.apiGroup != null) {
    apiGroup = dataSource.apiGroup;
  }
  if (textLength(apiGroup) === 0 && (dataSource.kind ?? '') !== 'PersistentVolumeClaim') {
    allErrs = push(
      allErrs,
      field_Invalid(
        fldPath,
        dataSource.kind ?? '',
        "must be 'PersistentVolumeClaim' when referencing the default apiGroup",
      ),
    );
  }
  if (textLength(apiGroup) > 0 && !allowInvalidAPIGroupInDataSourceOrRef2) {
    for (let errString of IsDNS1123Subdomain(apiGroup) ?? []) {
      allErrs = push(allErrs, field_Invalid(Path_Child(fldPath, 'apiGroup'), apiGroup, errString));
    }
  }
  return allErrs;
}

function validateDataSourceRef(dataSourceRef, fldPath, allowInvalidAPIGroupInDataSourceOrRef2) {
  let allErrs = [];
  if (textLength(dataSourceRef.name ?? '') === 0) {
    allErrs = push(allErrs, field_Required(Path_Child(fldPath, 'name'), ''));
  }
  if (textLength(dataSourceRef.kind ?? '') === 0) {
    allErrs = push(allErrs, field_Required(Path_Child(fldPath, 'kind'), ''));
  }
  let apiGroup = '';
  if (dataSourceRef.apiGroup != null) {
    apiGroup = dataSourceRef.apiGroup;
  }
  if (textLength(apiGroup) === 0 && (dataSourceRef.kind ?? '') !== 'PersistentVolumeClaim') {
    allErrs = push(
      allErrs,
      field_Invalid(
        fldPath,
        dataSourceRef.kind ?? '',
        "must be 'PersistentVolumeClaim' when referencing the default apiGroup",
      ),
    );
  }
  if (textLength(apiGroup) > 0 && !allowInvalidAPIGroupInDataSourceOrRef2) {
    for (let errString of IsDNS1123Subdomain(apiGroup) ?? []) {
      allErrs = push(allErrs, field_Invalid(Path_Child(fldPath, 'apiGroup'), apiGroup, errString));
    }
  }
  if (dataSourceRef.namespace != null && textLength(dataSourceRef.namespace) > 0) {
    for (let msg of ValidateNamespaceName()(dataSourceRef.namespace, false) ?? []) {
      allErrs = push(allErrs, field_Invalid(Path_Child(fldPath, 'namespace'), dataSourceRef.namespace, msg));
    }
  }
  return allErrs;
}

function validateDownwardAPIVolumeFile(file, fldPath, opts) {
  let allErrs = [];
  if (textLength(file.path ?? '') === 0) {
    allErrs = push(allErrs, field_Required(Path_Child(fldPath, 'path'), ''));
  }
  allErrs = push(
    allErrs,
    ...(ValidateLocalNonReservedPath(file.path ?? '', Path_Child(fldPath, 'path')) ?? []),
  );
  if (file.fieldRef != null) {
    allErrs = push(
      allErrs,
      ...(validateObjectFieldSelector(
        file.fieldRef,
        validVolumeDownwardAPIFieldPathExpressions(),
        Path_Child(fldPath, 'fieldRef'),
      ) ?? []),
    );
    if (file.resourceFieldRef != null) {
      allErrs = push(
        allErrs,
        field_Invalid(
          fldPath,
          'resource',
          'fieldRef and resourceFieldRef can not be specified simultaneously',
        ),
      );
    }
  } else {
    if (file.resourceFieldRef != null) {
      let localValidContainerResourceFieldPathPrefixes =
        validContainerResourceFieldPathPrefixesWithDownwardAPIHugePages();
      allErrs = push(
        allErrs,
        ...(validateContainerResourceFieldSelector(
          file.resourceFieldRef,
          validContainerResourceFieldPathExpressions(),
          localValidContainerResourceFieldPathPrefixes,
          Path_Child(fldPath, 'resourceFieldRef'),
          true,
        ) ?? []),
      );
    } else {
      allErrs = push(allErrs, field_Required(fldPath, 'one of fieldRef and resourceFieldRef is required'));
    }
  }
  if (file.mode != null && (file.mode > 511 || file.mode < 0)) {
    allErrs = push(allErrs, field_Invalid(Path_Child(fldPath, 'mode'), file.mode, fileModeErrorMsg()));
  }
  allErrs = push(allErrs, ...(validateUserField(file.user, Path_Child(fldPath, 'user')) ?? []));
  return allErrs;
}

function validateDownwardAPIVolumeSource(downwardAPIVolume, fldPath, opts) {
  let allErrs = [];
  let downwardAPIMode = downwardAPIVolume.defaultMode;
  if (downwardAPIMode != null && (downwardAPIMode > 511 || downwardAPIMode < 0)) {
    allErrs = push(
      allErrs,
      field_Invalid(Path_Child(fldPath, 'defaultMode'), downwardAPIMode, fileModeErrorMsg()),
    );
  }
  allErrs = push(
    allErrs,
    ...(validateUserField(downwardAPIVolume.defaultUser, Path_Child(fldPath, 'defaultUser')) ?? []),
  );
  for (let file of downwardAPIVolume.items ?? []) {
    allErrs = push(allErrs, ...(validateDownwardAPIVolumeFile(file, fldPath, opts) ?? []));
  }
  return allErrs;
}

function validateEnvVarValueFrom(ev, fldPath, opts) {
  let allErrs = [];
  if (ev.valueFrom == null) {
    return allErrs;
  }
  let numSources = 0;
  if (ev.valueFrom.fieldRef != null) {
    numSources = numSources + 1;
    allErrs = push(
      allErrs,
      ...(validateObjectFieldSelector(
        ev.valueFrom.fieldRef,
        validEnvDownwardAPIFieldPathExpressions(),
        Path_Child(fldPath, 'fieldRef'),
      ) ?? []),
    );
  }
  if (ev.valueFrom.resourceFieldRef != null) {
    numSources = numSources + 1;
    let localValidContainerResourceFieldPathPrefixes =
      validContainerResourceFieldPathPrefixesWithDownwardAPIHugePages();
    allErrs = push(
      allErrs,
      ...(validateContainerResourceFieldSelector(
        ev.valueFrom.resourceFieldRef,
        validContainerResourceFieldPathExpressions(),
        localValidContainerResourceFieldPathPrefixes,
        Path_Child(fldPath, 'resourceFieldRef'),
        false,
      ) ?? []),
    );
  }
  if (ev.valueFrom.configMapKeyRef != null) {
    numSources = numSources + 1;
    allErrs = push(
      allErrs,
      ...(validateConfigMapKeySelector(
        ev.valueFrom.configMapKeyRef,
        Path_Child(fldPath, 'configMapKeyRef'),
      ) ?? []),
    );
  }
  if (ev.valueFrom.secretKeyRef != null) {
    numSources = numSources + 1;
    allErrs = push(
      allErrs,
      ...(validateSecretKeySelector(ev.valueFrom.secretKeyRef, Path_Child(fldPath, 'secretKeyRef')) ?? []),
    );
  }
  if (ev.valueFrom.fileKeyRef != null) {
    numSources = numSources + 1;
    allErrs = push(
      allErrs,
      ...(validateFileKeySelector(ev.valueFrom.fileKeyRef, Path_Child(fldPath, 'fileKeyRef')) ?? []),
    );
  }
  if (numSources === 0) {
    if (opts.AllowEnvFilesValidation ?? false) {
      allErrs = push(
        allErrs,
        field_Invalid(
          fldPath,
          '',
          'must specify one of: `fieldRef`, `resourceFieldRef`, `configMapKeyRef`, `secretKeyRef` or `fileKeyRef`',
        ),
      );
    } else {
      allErrs = push(
        allErrs,
        field_Invalid(
          fldPath,
          '',
          'must specify one of: `fieldRef`, `resourceFieldRef`, `configMapKeyRef` or `secretKeyRef`',
        ),
      );
    }
  } else {
    if (textLength(ev.value ?? '') !== 0) {
      if (numSources !== 0) {
        allErrs = push(allErrs, field_Invalid(fldPath, '', 'may not be specified when `value` is not empty'));
      }
    } else {
      if (numSources > 1) {
        allErrs = push(
          allErrs,
          field_Invalid(fldPath, '', 'may not have more than one field specified at a time'),
        );
      }
    }
  }
  return allErrs;
}

function validateEphemeralContainers(
  ephemeralContainers,
  containers,
  initContainers,
  volumes,
  podClaimNames,
  fldPath,
  opts,
  podRestartPolicy,
  hostUsers,
) {
  let allErrs = undefined;
  if (listLength(ephemeralContainers) === 0) {
    return allErrs;
  }
  const v1 = sets_New();
  const v2 = sets_New();
  let otherNames = v1;
  let allNames = v2;
  for (let c of containers ?? []) {
    Set_Insert(otherNames, c.name ?? '');
    Set_Insert(allNames, c.name ?? '');
  }
  for (let c2 of initContainers ?? []) {
    Set_Insert(otherNames, c2.name ?? '');
    Set_Insert(allNames, c2.name ?? '');
  }
  {
    const list3 = ephemeralContainers ?? [];
    for (let i = 0; i < list3.length; i++) {
      let ec = list3[i];
      let idxPath = Path_Index(fldPath, i);
      let c3 = ec;
      allErrs = push(
        allErrs,
        ...(validateContainerCommon(c3, volumes, podClaimNames, idxPath, opts, podRestartPolicy, hostUsers) ??
          []),
      );
      allErrs = push(allErrs, ...(validateContainerOnlyForPod(c3, idxPath) ?? []));
      if (Set_Has(allNames, ec.name ?? '')) {
        allErrs = push(allErrs, field_Duplicate(Path_Child(idxPath, 'name'), ec.name ?? ''));
      } else {
        Set_Insert(allNames, ec.name ?? '');
      }
      if ((ec.targetContainerName ?? '') !== '' && !Set_Has(otherNames, ec.targetContainerName ?? '')) {
        allErrs = push(
          allErrs,
          field_NotFound(Path_Child(idxPath, 'targetContainerName'), ec.targetContainerName ?? ''),
        );
      }
      allErrs = push(
        allErrs,
        ...(fieldAllowList(
          ec,
          allowedEphemeralContainerFields(),
          'cannot be set for an Ephemeral Container',
          idxPath,
          {
            Name: ['name'],
            Image: ['image'],
            Command: ['command'],
            Args: ['args'],
            WorkingDir: ['workingDir'],
            Ports: ['ports'],
            EnvFrom: ['envFrom'],
            Env: ['env'],
            Resources: ['resources'],
            ResizePolicy: ['resizePolicy'],
            RestartPolicy: ['restartPolicy'],
            RestartPolicyRules: ['restartPolicyRules'],
            VolumeMounts: ['volumeMounts'],
            VolumeDevices: ['volumeDevices'],
            LivenessProbe: ['livenessProbe'],
            ReadinessProbe: ['readinessProbe'],
            StartupProbe: ['startupProbe'],
            Lifecycle: ['lifecycle'],
            TerminationMessagePath: ['terminationMessagePath'],
            TerminationMessagePolicy: ['terminationMessagePolicy'],
            ImagePullPolicy: ['imagePullPolicy'],
            SecurityContext: ['securityContext'],
            Stdin: ['stdin'],
            StdinOnce: ['stdinOnce'],
            TTY: ['tty'],
          },
        ) ?? []),
      );
      {
        const list4 = ec.volumeMounts ?? [];
        for (let i2 = 0; i2 < list4.length; i2++) {
          let vm = list4[i2];
          if ((vm.subPath ?? '') !== '') {
            allErrs = push(
              allErrs,
              field_Forbidden(
                Path_Child(Path_Index(Path_Child(idxPath, 'volumeMounts'), i2), 'subPath'),
                'cannot be set for an Ephemeral Container',
              ),
            );
          }
          if ((vm.subPathExpr ?? '') !== '') {
            allErrs = push(
              allErrs,
              field_Forbidden(
                Path_Child(Path_Index(Path_Child(idxPath, 'volumeMounts'), i2), 'subPathExpr'),
                'cannot be set for an Ephemeral Container',
              ),
            );
          }
        }
      }
    }
  }
  return allErrs;
}

function validateEphemeralVolumeSource(ephemeral, fldPath) {
  let allErrs = [];
  if (ephemeral.volumeClaimTemplate == null) {
    allErrs = push(allErrs, field_Required(Path_Child(fldPath, 'volumeClaimTemplate'), ''));
  } else {
    let opts = ValidationOptionsForPersistentVolumeClaimTemplate(ephemeral.volumeClaimTemplate, undefined);
    allErrs = push(
      allErrs,
      ...(ValidatePersistentVolumeClaimTemplate(
        ephemeral.volumeClaimTemplate,
        Path_Child(fldPath, 'volumeClaimTemplate'),
        opts,
      ) ?? []),
    );
  }
  return allErrs;
}

function validateExecAction(exec, fldPath) {
  let allErrors = [];
  if (listLength(exec.command) === 0) {
    allErrors = push(allErrors, field_Required(Path_Child(fldPath, 'command'), ''));
  }
  return allErrors;
}

function validateExternalSource(src, fldPath) {
  let allErrs = [];
  allErrs = push(
    allErrs,
    ...(validateMetricIdentifier(src.metric ?? Z, Path_Child(fldPath, 'metric')) ?? []),
  );
  allErrs = push(allErrs, ...(validateMetricTarget(src.target ?? Z, Path_Child(fldPath, 'target')) ?? []));
  if ((src.target ?? Z).value == null && (src.target ?? Z).averageValue == null) {
    allErrs = push(
      allErrs,
      field_Required(
        Path_Child(Path_Child(fldPath, 'target'), 'averageValue'),
        'must set either a target value for metric or a per-pod target',
      ),
    );
  }
  if ((src.target ?? Z).value != null && (src.target ?? Z).averageValue != null) {
    allErrs = push(
      allErrs,
      field_Forbidden(
        Path_Child(Path_Child(fldPath, 'target'), 'value'),
        'may not set both a target value for metric and a per-pod target',
      ),
    );
  }
  return allErrs;
}

function validateFCVolumeSource(fc, fldPath) {
  let allErrs = [];
  if (listLength(fc.targetWWNs) < 1 && listLength(fc.wwids) < 1) {
    allErrs = push(
      allErrs,
      field_Required(
        Path_Child(fldPath, 'targetWWNs'),
        'must specify either targetWWNs or wwids, but not both',
      ),
    );
  }
  if (listLength(fc.targetWWNs) !== 0 && listLength(fc.wwids) !== 0) {
    allErrs = push(
      allErrs,
      field_Invalid(
        Path_Child(fldPath, 'targetWWNs'),
        fc.targetWWNs,
        'targetWWNs and wwids can not be specified simultaneously',
      ),
    );
  }
  if (listLength(fc.targetWWNs) !== 0) {
    if (fc.lun == null) {
      allErrs = push(
        allErrs,
        field_Required(Path_Child(fldPath, 'lun'), 'lun is required if targetWWNs is specified'),
      );
    } else {
      if (fc.lun < 0 || fc.lun > 255) {
        allErrs = push(
          allErrs,
          field_Invalid(Path_Child(fldPath, 'lun'), fc.lun, InclusiveRangeError(0, 255)),
        );
      }
    }
  }
  return allErrs;
}

function validateFSGroupChangePolicy(fsGroupPolicy, fldPath) {
  let allErrors = [];
  if (!Set_Has(validFSGroupChangePolicies(), fsGroupPolicy)) {
    allErrors = push(
      allErrors,
      field_NotSupported(fldPath, fsGroupPolicy, sets_List(validFSGroupChangePolicies())),
    );
  }
  return allErrors;
}

function validateFailedIndexesNotOverlapCompleted(completedIndexesStr, failedIndexesStr, completions) {
  if (textLength(completedIndexesStr) === 0 || textLength(failedIndexesStr) === 0) {
    return undefined;
  }
  let completedIndexesIntervals = strings_Split(completedIndexesStr, ',');
  let failedIndexesIntervals = strings_Split(failedIndexesStr, ',');
  let completedPos = 0;
  let failedPos = 0;
  const r1 = parseIndexInterval(completedIndexesIntervals[completedPos], completions);
  let cX = r1[0];
  let cY = r1[1];
  let cErr = r1[2];
  const r2 = parseIndexInterval(failedIndexesIntervals[failedPos], completions);
  let fX = r2[0];
  let fY = r2[1];
  let fErr = r2[2];
  for (
    ;
    completedPos < listLength(completedIndexesIntervals) && failedPos < listLength(failedIndexesIntervals);
  ) {
    if (cErr != null) {
      completedPos = completedPos + 1;
      if (completedPos < listLength(completedIndexesIntervals)) {
        const r3 = parseIndexInterval(completedIndexesIntervals[completedPos], completions);
        cX = r3[0];
        cY = r3[1];
        cErr = r3[2];
      }
    } else {
      if (fErr != null) {
        failedPos = failedPos + 1;
        if (failedPos < listLength(failedIndexesIntervals)) {
          const r4 = parseIndexInterval(failedIndexesIntervals[failedPos], completions);
          fX = r4[0];
          fY = r4[1];
          fErr = r4[2];
        }
      } else {
        if (cX <= fY && fX <= cY) {
          return fmt_Errorf('failedIndexes and completedIndexes overlap at index: %d', Math.max(cX, fX));
        }
        if (cX <= fX) {
          completedPos = completedPos + 1;
          if (completedPos < listLength(completedIndexesIntervals)) {
            const r5 = parseIndexInterval(completedIndexesIntervals[completedPos], completions);
            cX = r5[0];
            cY = r5[1];
            cErr = r5[2];
          }
        } else {
          failedPos = failedPos + 1;
          if (failedPos < listLength(failedIndexesIntervals)) {
            const r6 = parseIndexInterval(failedIndexesIntervals[failedPos], completions);
            fX = r6[0];
            fY = r6[1];
            fErr = r6[2];
          }
        }
      }
    }
  }
  return undefined;
}

function validateFileKeyRefVolumes(spec, fldPath) {
  let allErrs = [];
  let volumeSources = mapOf([]);
  {
    const list1 = spec.volumes ?? [];
    for (let i = 0; i < list1.length; i++) {
      let volume = spec.volumes[i];
      mapSet(volumeSources, volume.name ?? '', volume);
    }
  }
  VisitContainersWithPath(spec, fldPath, function (c, cFldPath) {
    let envPath = Path_Child(cFldPath, 'env');
    {
      const list2 = c.env ?? [];
      for (let j = 0; j < list2.length; j++) {
        let env = list2[j];
        if (env.valueFrom == null || env.valueFrom.fileKeyRef == null) {
          continue;
        }
        let volumeName = env.valueFrom.fileKeyRef.volumeName ?? '';
        let fileKeyRefPath = Path_Child(Path_Child(Path_Index(envPath, j), 'valueFrom'), 'fileKeyRef');
        let volumeNamePath = Path_Child(fileKeyRefPath, 'volumeName');
        const r3 = mapFind(volumeSources, volumeName, undefined);
        let source = r3[0];
        let found = r3[1];
        if (!found) {
          allErrs = push(allErrs, field_NotFound(volumeNamePath, volumeName));
        } else {
          if (source.emptyDir == null) {
            allErrs = push(
              allErrs,
              field_Invalid(volumeNamePath, volumeName, 'referenced volume must be of type emptyDir'),
            );
          }
        }
      }
    }
    return true;
  });
  return allErrs;
}

function validateFileKeySelector(s, fldPath) {
  let allErrs = [];
  if (textLength(s.key ?? '') === 0) {
    allErrs = push(allErrs, field_Required(Path_Child(fldPath, 'key'), ''));
  } else {
    for (let msg of IsRelaxedEnvVarName(s.key ?? '') ?? []) {
      allErrs = push(allErrs, field_Invalid(Path_Child(fldPath, 'key'), s.key ?? '', msg));
    }
  }
  if (textLength(s.volumeName ?? '') === 0) {
    allErrs = push(allErrs, field_Required(Path_Child(fldPath, 'volumeName'), ''));
  } else {
    allErrs = push(
      allErrs,
      ...(ValidateDNS1123Label(s.volumeName ?? '', Path_Child(fldPath, 'volumeName')) ?? []),
    );
  }
  if (textLength(s.path ?? '') === 0) {
    allErrs = push(allErrs, field_Required(Path_Child(fldPath, 'path'), ''));
  } else {
    allErrs = push(allErrs, ...(validatePathNoBacksteps(s.path ?? '', Path_Child(fldPath, 'path')) ?? []));
  }
  return allErrs;
}

function validateFinalizerName(stringValue, fldPath) {
  let allErrs = ValidateFinalizerName(stringValue, fldPath);
  allErrs = push(allErrs, ...(validateKubeFinalizerName(stringValue, fldPath) ?? []));
  return allErrs;
}

function validateFlexVolumeSource(fv, fldPath) {
  let allErrs = [];
  if (textLength(fv.driver ?? '') === 0) {
    allErrs = push(allErrs, field_Required(Path_Child(fldPath, 'driver'), ''));
  }
  for (let [k] of mapEntries(fv.options)) {
    let namespace = k;
    {
      let parts = strings_SplitN(k, '/', 2);
      if (listLength(parts) === 2) {
        namespace = parts[0];
      }
    }
    let normalized = '.' + strings_ToLower(namespace);
    if (strings_HasSuffix(normalized, '.kubernetes.io') || strings_HasSuffix(normalized, '.k8s.io')) {
      allErrs = push(
        allErrs,
        field_Invalid(
          Path_Key(Path_Child(fldPath, 'options'), k),
          k,
          'kubernetes.io and k8s.io namespaces are reserved',
        ),
      );
    }
  }
  return allErrs;
}

function validateFlockerVolumeSource(flocker, fldPath) {
  let allErrs = [];
  if (textLength(flocker.datasetName ?? '') === 0 && textLength(flocker.datasetUUID ?? '') === 0) {
    allErrs = push(allErrs, field_Required(fldPath, 'one of datasetName and datasetUUID is required'));
  }
  if (textLength(flocker.datasetName ?? '') !== 0 && textLength(flocker.datasetUUID ?? '') !== 0) {
    allErrs = push(
      allErrs,
      field_Invalid(fldPath, 'resource', 'datasetName and datasetUUID can not be specified simultaneously'),
    );
  }
  if (strings_Contains(flocker.datasetName ?? '', '/')) {
    allErrs = push(
      allErrs,
      field_Invalid(Path_Child(fldPath, 'datasetName'), flocker.datasetName ?? '', "must not contain '/'"),
    );
  }
  return allErrs;
}

function validateGCEPersistentDiskVolumeSource(pd, fldPath) {
  let allErrs = [];
  if (textLength(pd.pdName ?? '') === 0) {
    allErrs = push(allErrs, field_Required(Path_Child(fldPath, 'pdName'), ''));
  }
  if ((pd.partition ?? 0) < 0 || (pd.partition ?? 0) > 255) {
    allErrs = push(
      allErrs,
      field_Invalid(Path_Child(fldPath, 'partition'), pd.partition ?? 0, pdPartitionErrorMsg()),
    );
  }
  return allErrs;
}

function validateGRPCAction(grpc, fldPath) {
  let allErrors = ValidatePortNumOrName(intstr_FromInt32(grpc.port ?? 0), Path_Child(fldPath, 'port'));
  if (grpc.mode != null && !Set_Has(supportedGRPCProbeModes(), grpc.mode)) {
    allErrors = push(
      allErrors,
      field_NotSupported(Path_Child(fldPath, 'mode'), grpc.mode, sets_List(supportedGRPCProbeModes())),
    );
  }
  return allErrors;
}

function validateGangMinCount(spec, fldPath) {
  if (!gangMinCountExceedsParallelism(spec)) {
    return undefined;
  }
  let parallelism = 1;
  if (spec.parallelism != null) {
    parallelism = spec.parallelism;
  }
  return [
    field_Invalid(
      Path_Child(fldPath, 'schedulingPolicy', 'gang', 'minCount'),
      spec.scheduling.schedulingPolicy.gang.minCount,
      fmt_Sprintf('must not be greater than parallelism (%d)', parallelism),
    ),
  ];
}

function validateGeneratedSelector(obj, validateBatchLabels) {
  let allErrs = [];
  if ((obj.spec ?? Z).manualSelector != null && (obj.spec ?? Z).manualSelector) {
    return allErrs;
  }
  if ((obj.spec ?? Z).selector == null) {
    return allErrs;
  }
  if (((obj.metadata ?? Z).uid ?? '') === '') {
    allErrs = push(allErrs, field_Required(Path_Child(field_NewPath('metadata'), 'uid'), ''));
  }
  allErrs = push(
    allErrs,
    ...(ValidateHasLabel(
      ((obj.spec ?? Z).template ?? Z).metadata ?? Z,
      Path_Child(Path_Child(field_NewPath('spec'), 'template'), 'metadata'),
      'controller-uid',
      (obj.metadata ?? Z).uid ?? '',
    ) ?? []),
  );
  allErrs = push(
    allErrs,
    ...(ValidateHasLabel(
      ((obj.spec ?? Z).template ?? Z).metadata ?? Z,
      Path_Child(Path_Child(field_NewPath('spec'), 'template'), 'metadata'),
      'job-name',
      (obj.metadata ?? Z).name ?? '',
    ) ?? []),
  );
  let expectedLabels = mapOf([]);
  if (validateBatchLabels) {
    allErrs = push(
      allErrs,
      ...(ValidateHasLabel(
        ((obj.spec ?? Z).template ?? Z).metadata ?? Z,
        Path_Child(Path_Child(field_NewPath('spec'), 'template'), 'metadata'),
        'batch.kubernetes.io/controller-uid',
        (obj.metadata ?? Z).uid ?? '',
      ) ?? []),
    );
    allErrs = push(
      allErrs,
      ...(ValidateHasLabel(
        ((obj.spec ?? Z).template ?? Z).metadata ?? Z,
        Path_Child(Path_Child(field_NewPath('spec'), 'template'), 'metadata'),
        'batch.kubernetes.io/job-name',
        (obj.metadata ?? Z).name ?? '',
      ) ?? []),
    );
    mapSet(expectedLabels, 'batch.kubernetes.io/controller-uid', (obj.metadata ?? Z).uid ?? '');
    mapSet(expectedLabels, 'batch.kubernetes.io/job-name', (obj.metadata ?? Z).name ?? '');
  }
  mapSet(expectedLabels, 'controller-uid', (obj.metadata ?? Z).uid ?? '');
  mapSet(expectedLabels, 'job-name', (obj.metadata ?? Z).name ?? '');
  {
    const r1 = labelSelectorAsSelector((obj.spec ?? Z).selector);
    let selector = r1[0];
    let err = r1[1];
    if (err == null) {
      if (!Selector_Matches(selector, expectedLabels)) {
        allErrs = push(
          allErrs,
          field_Invalid(
            Path_Child(field_NewPath('spec'), 'selector'),
            (obj.spec ?? Z).selector,
            '`selector` not auto-generated',
          ),
        );
      }
    }
  }
  return allErrs;
}

function validateGitRepoVolumeSource(gitRepo, fldPath) {
  let allErrs = [];
  if (textLength(gitRepo.repository ?? '') === 0) {
    allErrs = push(allErrs, field_Required(Path_Child(fldPath, 'repository'), ''));
  }
  let pathErrs = validateLocalDescendingPath(gitRepo.directory ?? '', Path_Child(fldPath, 'directory'));
  allErrs = push(allErrs, ...(pathErrs ?? []));
  return allErrs;
}

function validateGlusterfsVolumeSource(glusterfs, fldPath) {
  let allErrs = [];
  if (textLength(glusterfs.endpoints ?? '') === 0) {
    allErrs = push(allErrs, field_Required(Path_Child(fldPath, 'endpoints'), ''));
  }
  if (textLength(glusterfs.path ?? '') === 0) {
    allErrs = push(allErrs, field_Required(Path_Child(fldPath, 'path'), ''));
  }
  return allErrs;
}

function validateHTTPGetAction(http, fldPath) {
  let allErrors = [];
  if (textLength(http.path ?? '') === 0) {
    allErrors = push(allErrors, field_Required(Path_Child(fldPath, 'path'), ''));
  }
  allErrors = push(allErrors, ...(ValidatePortNumOrName(http.port ?? 0, Path_Child(fldPath, 'port')) ?? []));
  if (!Set_Has(supportedHTTPSchemes(), http.scheme ?? '')) {
    allErrors = push(
      allErrors,
      field_NotSupported(Path_Child(fldPath, 'scheme'), http.scheme ?? '', sets_List(supportedHTTPSchemes())),
    );
  }
  for (let header of http.httpHeaders ?? []) {
    for (let msg of IsHTTPHeaderName(header.name ?? '') ?? []) {
      allErrors = push(allErrors, field_Invalid(Path_Child(fldPath, 'httpHeaders'), header.name ?? '', msg));
    }
  }
  if (http.protocol != null) {
    if (!Set_Has(supportedHTTPProtocols(), http.protocol)) {
      allErrors = push(
        allErrors,
        field_NotSupported(
          Path_Child(fldPath, 'protocol'),
          http.protocol,
          sets_List(supportedHTTPProtocols()),
        ),
      );
    } else {
      if (http.protocol === 'HTTP2' && (http.scheme ?? '') !== 'HTTP') {
        allErrors = push(
          allErrors,
          field_Invalid(Path_Child(fldPath, 'protocol'), http.protocol, 'is only supported with HTTP (H2C)'),
        );
      } else {
        if (http.protocol === 'HTTP2' && textLength(http.host ?? '') > 0) {
          allErrors = push(
            allErrors,
            field_Invalid(
              Path_Child(fldPath, 'host'),
              http.host ?? '',
              'must be empty when `protocol` is "HTTP2"',
            ),
          );
        }
      }
    }
  }
  return allErrors;
}

function validateHTTPIngressPath(path, fldPath, opts) {
  let allErrs = [];
  if (path.pathType == null) {
    return [
      ...(allErrs ?? []),
      field_Required(Path_Child(fldPath, 'pathType'), 'pathType must be specified'),
    ];
  }
  {
    const tag1 = path.pathType;
    switch (tag1) {
      case 'Exact':
      case 'Prefix': {
        if (!strings_HasPrefix(path.path ?? '', '/')) {
          allErrs = push(
            allErrs,
            field_Invalid(Path_Child(fldPath, 'path'), path.path ?? '', 'must be an absolute path'),
          );
        }
        if (textLength(path.path ?? '') > 0) {
          for (let invalidSeq of invalidPathSequences() ?? []) {
            if (strings_Contains(path.path ?? '', invalidSeq)) {
              allErrs = push(
                allErrs,
                field_Invalid(
                  Path_Child(fldPath, 'path'),
                  path.path ?? '',
                  fmt_Sprintf("must not contain '%s'", invalidSeq),
                ),
              );
            }
          }
          for (let invalidSuff of invalidPathSuffixes() ?? []) {
            if (strings_HasSuffix(path.path ?? '', invalidSuff)) {
              allErrs = push(
                allErrs,
                field_Invalid(
                  Path_Child(fldPath, 'path'),
                  path.path ?? '',
                  fmt_Sprintf("cannot end with '%s'", invalidSuff),
                ),
              );
            }
          }
        }
        break;
      }
      case 'ImplementationSpecific': {
        if (textLength(path.path ?? '') > 0) {
          if (!strings_HasPrefix(path.path ?? '', '/')) {
            allErrs = push(
              allErrs,
              field_Invalid(Path_Child(fldPath, 'path'), path.path ?? '', 'must be an absolute path'),
            );
          }
        }
        break;
      }
      default: {
        allErrs = push(
          allErrs,
          field_NotSupported(
            Path_Child(fldPath, 'pathType'),
            path.pathType,
            String_List(supportedPathTypes()),
          ),
        );
        break;
      }
    }
  }
  allErrs = push(
    allErrs,
    ...(validateIngressBackend((path.backend ??= {}), Path_Child(fldPath, 'backend'), opts) ?? []),
  );
  return allErrs;
}

function validateHTTPIngressRuleValue(httpIngressRuleValue, fldPath, opts) {
  let allErrs = [];
  if (listLength(httpIngressRuleValue.paths) === 0) {
    allErrs = push(allErrs, field_Required(Path_Child(fldPath, 'paths'), ''));
  }
  {
    const list1 = httpIngressRuleValue.paths ?? [];
    for (let i = 0; i < list1.length; i++) {
      let path = list1[i];
      allErrs = push(
        allErrs,
        ...(validateHTTPIngressPath(path, Path_Index(Path_Child(fldPath, 'paths'), i), opts) ?? []),
      );
    }
  }
  return allErrs;
}

function validateHandler(handler, gracePeriod, fldPath) {
  let numHandlers = 0;
  let allErrors = [];
  if (handler.Exec != null) {
    if (numHandlers > 0) {
      allErrors = push(
        allErrors,
        field_Forbidden(Path_Child(fldPath, 'exec'), 'may not specify more than 1 handler type'),
      );
    } else {
      numHandlers = numHandlers + 1;
      allErrors = push(allErrors, ...(validateExecAction(handler.Exec, Path_Child(fldPath, 'exec')) ?? []));
    }
  }
  if (handler.HTTPGet != null) {
    if (numHandlers > 0) {
      allErrors = push(
        allErrors,
        field_Forbidden(Path_Child(fldPath, 'httpGet'), 'may not specify more than 1 handler type'),
      );
    } else {
      numHandlers = numHandlers + 1;
      allErrors = push(
        allErrors,
        ...(validateHTTPGetAction(handler.HTTPGet, Path_Child(fldPath, 'httpGet')) ?? []),
      );
    }
  }
  if (handler.TCPSocket != null) {
    if (numHandlers > 0) {
      allErrors = push(
        allErrors,
        field_Forbidden(Path_Child(fldPath, 'tcpSocket'), 'may not specify more than 1 handler type'),
      );
    } else {
      numHandlers = numHandlers + 1;
      allErrors = push(
        allErrors,
        ...(validateTCPSocketAction(handler.TCPSocket, Path_Child(fldPath, 'tcpSocket')) ?? []),
      );
    }
  }
  if (handler.GRPC != null) {
    if (numHandlers > 0) {
      allErrors = push(
        allErrors,
        field_Forbidden(Path_Child(fldPath, 'grpc'), 'may not specify more than 1 handler type'),
      );
    } else {
      numHandlers = numHandlers + 1;
      allErrors = push(allErrors, ...(validateGRPCAction(handler.GRPC, Path_Child(fldPath, 'grpc')) ?? []));
    }
  }
  if (handler.Sleep != null) {
    if (numHandlers > 0) {
      allErrors = push(
        allErrors,
        field_Forbidden(Path_Child(fldPath, 'sleep'), 'may not specify more than 1 handler type'),
      );
    } else {
      numHandlers = numHandlers + 1;
      allErrors = push(
        allErrors,
        ...(validateSleepAction(handler.Sleep, gracePeriod, Path_Child(fldPath, 'sleep')) ?? []),
      );
    }
  }
  if (numHandlers === 0) {
    allErrors = push(allErrors, field_Required(fldPath, 'must specify a handler type'));
  }
  return allErrors;
}

function validateHorizontalPodAutoscalerSpec(autoscaler, fldPath, opts) {
  let allErrs = [];
  if (autoscaler.minReplicas != null && autoscaler.minReplicas < (opts.MinReplicasLowerBound ?? 0)) {
    allErrs = push(
      allErrs,
      Error_MarkCoveredByDeclarative(
        Error_WithOrigin(
          field_Invalid(
            Path_Child(fldPath, 'minReplicas'),
            autoscaler.minReplicas,
            fmt_Sprintf('must be greater than or equal to %d', opts.MinReplicasLowerBound ?? 0),
          ),
          'minimum',
        ),
      ),
    );
  }
  if ((autoscaler.maxReplicas ?? 0) === 0) {
    allErrs = push(
      allErrs,
      Error_MarkCoveredByDeclarative(
        field_Required(Path_Child(fldPath, 'maxReplicas'), 'must be set and greater than 0'),
      ),
    );
  } else {
    if ((autoscaler.maxReplicas ?? 0) < 0) {
      allErrs = push(
        allErrs,
        Error_MarkCoveredByDeclarative(
          Error_WithOrigin(
            field_Invalid(
              Path_Child(fldPath, 'maxReplicas'),
              autoscaler.maxReplicas ?? 0,
              'must be greater than or equal to 1',
            ),
            'minimum',
          ),
        ),
      );
    }
  }
  if (autoscaler.minReplicas != null && (autoscaler.maxReplicas ?? 0) < autoscaler.minReplicas) {
    allErrs = push(
      allErrs,
      field_Invalid(
        Path_Child(fldPath, 'maxReplicas'),
        autoscaler.maxReplicas ?? 0,
        'must be greater than or equal to `minReplicas`',
      ),
    );
  }
  {
    let refErrs = ValidateCrossVersionObjectReference(
      autoscaler.scaleTargetRef ?? Z,
      Path_Child(fldPath, 'scaleTargetRef'),
      opts.ScaleTargetRefValidationOptions ?? Z,
    );
    if (listLength(refErrs) > 0) {
      allErrs = push(allErrs, ...(refErrs ?? []));
    }
  }
  {
    let refErrs2 = validateMetrics(
      autoscaler.metrics,
      Path_Child(fldPath, 'metrics'),
      autoscaler.minReplicas,
      opts.ObjectMetricsValidationOptions ?? Z,
    );
    if (listLength(refErrs2) > 0) {
      allErrs = push(allErrs, ...(refErrs2 ?? []));
    }
  }
  {
    let refErrs3 = validateBehavior(autoscaler.behavior, Path_Child(fldPath, 'behavior'), opts);
    if (listLength(refErrs3) > 0) {
      allErrs = push(allErrs, ...(refErrs3 ?? []));
    }
  }
  return allErrs;
}

function validateHostIPs(pod, oldPod) {
  let allErrs = [];
  if (listLength((pod.status ?? Z).hostIPs) === 0) {
    return allErrs;
  }
  let hostIPsField = field_NewPath('status', 'hostIPs');
  if (((pod.status ?? Z).hostIP ?? '') !== ((pod.status ?? Z).hostIPs[0].ip ?? '')) {
    allErrs = push(
      allErrs,
      field_Invalid(
        Path_Child(Path_Index(hostIPsField, 0), 'ip'),
        (pod.status ?? Z).hostIPs[0].ip ?? '',
        'must be equal to `hostIP`',
      ),
    );
  }
  let existingHostIPs = undefined;
  if (oldPod != null) {
    existingHostIPs = Array.from({ length: listLength((oldPod.status ?? Z).hostIPs) }, () => '');
    {
      const list1 = (oldPod.status ?? Z).hostIPs ?? [];
      for (let i = 0; i < list1.length; i++) {
        let hostIP = list1[i];
        existingHostIPs[i] = hostIP.ip ?? '';
      }
    }
  }
  {
    const list2 = (pod.status ?? Z).hostIPs ?? [];
    for (let i2 = 0; i2 < list2.length; i2++) {
      let hostIP2 = list2[i2];
      allErrs = push(
        allErrs,
        ...(IsValidIPForLegacyField(Path_Index(hostIPsField, i2), hostIP2.ip ?? '', existingHostIPs) ?? []),
      );
    }
  }
  if (listLength((pod.status ?? Z).hostIPs) > 1) {
    let hostIPs = [];
    for (let hostIP3 of (pod.status ?? Z).hostIPs ?? []) {
      hostIPs = push(hostIPs, hostIP3.ip ?? '');
    }
    const r3 = IsDualStackIPStrings(hostIPs);
    let dualStack = r3[0];
    let err = r3[1];
    if (err != null) {
      allErrs = push(
        allErrs,
        field_InternalError(hostIPsField, fmt_Errorf('failed to check for dual stack with error:%v', err)),
      );
    }
    if (!dualStack || listLength(hostIPs) > 2) {
      allErrs = push(
        allErrs,
        field_Invalid(
          hostIPsField,
          (pod.status ?? Z).hostIPs,
          'may specify no more than one IP for each IP family',
        ),
      );
    }
  }
  return allErrs;
}

function validateHostPathType(hostPathType, fldPath) {
  let allErrs = [];
  if (hostPathType != null && !Set_Has(supportedHostPathTypes(), hostPathType)) {
    allErrs = push(allErrs, field_NotSupported(fldPath, hostPathType, sets_List(supportedHostPathTypes())));
  }
  return allErrs;
}

function validateHostPathVolumeSource(hostPath, fldPath) {
  let allErrs = [];
  if (textLength(hostPath.path ?? '') === 0) {
    allErrs = push(allErrs, field_Required(Path_Child(fldPath, 'path'), ''));
    return allErrs;
  }
  allErrs = push(
    allErrs,
    ...(validatePathNoBacksteps(hostPath.path ?? '', Path_Child(fldPath, 'path')) ?? []),
  );
  allErrs = push(allErrs, ...(validateHostPathType(hostPath.type, Path_Child(fldPath, 'type')) ?? []));
  return allErrs;
}

function validateHostUsers(spec, fldPath, opts) {
  let allErrs = [];
  if (spec.hostUsers == null || spec.hostUsers) {
    return allErrs;
  }
  if (!(opts.AllowUserNamespacesHostNetworkSupport ?? false)) {
    if (spec.hostNetwork ?? false) {
      allErrs = push(
        allErrs,
        field_Forbidden(Path_Child(fldPath, 'hostNetwork'), 'when `hostUsers` is false'),
      );
    }
  }
  if (spec.hostPID ?? false) {
    allErrs = push(allErrs, field_Forbidden(Path_Child(fldPath, 'HostPID'), 'when `hostUsers` is false'));
  }
  if (spec.hostIPC ?? false) {
    allErrs = push(allErrs, field_Forbidden(Path_Child(fldPath, 'HostIPC'), 'when `hostUsers` is false'));
  }
  if (!(opts.AllowUserNamespacesWithVolumeDevices ?? false)) {
    VisitContainersWithPath(spec, fldPath, function (c, containerPath) {
      if (listLength(c.volumeDevices) > 0) {
        allErrs = push(
          allErrs,
          field_Forbidden(Path_Child(containerPath, 'volumeDevices'), 'when `hostUsers` is false'),
        );
      }
      return true;
    });
  }
  return allErrs;
}

function validateISCSIVolumeSource(iscsi, fldPath) {
  let allErrs = [];
  if (textLength(iscsi.targetPortal ?? '') === 0) {
    allErrs = push(allErrs, field_Required(Path_Child(fldPath, 'targetPortal'), ''));
  }
  if (textLength(iscsi.iqn ?? '') === 0) {
    allErrs = push(allErrs, field_Required(Path_Child(fldPath, 'iqn'), ''));
  } else {
    if (
      !strings_HasPrefix(iscsi.iqn ?? '', 'iqn') &&
      !strings_HasPrefix(iscsi.iqn ?? '', 'eui') &&
      !strings_HasPrefix(iscsi.iqn ?? '', 'naa')
    ) {
      allErrs = push(
        allErrs,
        field_Invalid(
          Path_Child(fldPath, 'iqn'),
          iscsi.iqn ?? '',
          'must be valid format starting with iqn, eui, or naa',
        ),
      );
    } else {
      if (
        strings_HasPrefix(iscsi.iqn ?? '', 'iqn') &&
        !Regexp_MatchString(iscsiInitiatorIqnRegex(), iscsi.iqn ?? '')
      ) {
        allErrs = push(
          allErrs,
          field_Invalid(Path_Child(fldPath, 'iqn'), iscsi.iqn ?? '', 'must be valid format'),
        );
      } else {
        if (
          strings_HasPrefix(iscsi.iqn ?? '', 'eui') &&
          !Regexp_MatchString(iscsiInitiatorEuiRegex(), iscsi.iqn ?? '')
        ) {
          allErrs = push(
            allErrs,
            field_Invalid(Path_Child(fldPath, 'iqn'), iscsi.iqn ?? '', 'must be valid format'),
          );
        } else {
          if (
            strings_HasPrefix(iscsi.iqn ?? '', 'naa') &&
            !Regexp_MatchString(iscsiInitiatorNaaRegex(), iscsi.iqn ?? '')
          ) {
            allErrs = push(
              allErrs,
              field_Invalid(Path_Child(fldPath, 'iqn'), iscsi.iqn ?? '', 'must be valid format'),
            );
          }
        }
      }
    }
  }
  if ((iscsi.lun ?? 0) < 0 || (iscsi.lun ?? 0) > 255) {
    allErrs = push(
      allErrs,
      field_Invalid(Path_Child(fldPath, 'lun'), iscsi.lun ?? 0, InclusiveRangeError(0, 255)),
    );
  }
  if (((iscsi.chapAuthDiscovery ?? false) || (iscsi.chapAuthSession ?? false)) && iscsi.secretRef == null) {
    allErrs = push(allErrs, field_Required(Path_Child(fldPath, 'secretRef'), ''));
  }
  if (iscsi.initiatorName != null) {
    let initiator = iscsi.initiatorName;
    if (
      !strings_HasPrefix(initiator, 'iqn') &&
      !strings_HasPrefix(initiator, 'eui') &&
      !strings_HasPrefix(initiator, 'naa')
    ) {
      allErrs = push(
        allErrs,
        field_Invalid(
          Path_Child(fldPath, 'initiatorname'),
          initiator,
          'must be valid format starting with iqn, eui, or naa',
        ),
      );
    }
    if (strings_HasPrefix(initiator, 'iqn') && !Regexp_MatchString(iscsiInitiatorIqnRegex(), initiator)) {
      allErrs = push(
        allErrs,
        field_Invalid(Path_Child(fldPath, 'initiatorname'), initiator, 'must be valid format'),
      );
    } else {
      if (strings_HasPrefix(initiator, 'eui') && !Regexp_MatchString(iscsiInitiatorEuiRegex(), initiator)) {
        allErrs = push(
          allErrs,
          field_Invalid(Path_Child(fldPath, 'initiatorname'), initiator, 'must be valid format'),
        );
      } else {
        if (strings_HasPrefix(initiator, 'naa') && !Regexp_MatchString(iscsiInitiatorNaaRegex(), initiator)) {
          allErrs = push(
            allErrs,
            field_Invalid(Path_Child(fldPath, 'initiatorname'), initiator, 'must be valid format'),
          );
        }
      }
    }
  }
  return allErrs;
}

function validateImagePullSecrets(imagePullSecrets, fldPath) {
  let allErrors = [];
  {
    const list1 = imagePullSecrets ?? [];
    for (let i = 0; i < list1.length; i++) {
      let currPullSecret = list1[i];
      let idxPath = Path_Index(fldPath, i);
      let strippedRef = { name: unlessZero(currPullSecret.name ?? '') };
      if (!reflect_DeepEqual(strippedRef, currPullSecret)) {
        allErrors = push(allErrors, field_Invalid(idxPath, currPullSecret, 'only name may be set'));
      }
    }
  }
  return allErrors;
}

function validateImageVolumeSource(imageVolume, fldPath, opts) {
  let allErrs = [];
  if (!(opts.AllowEmptyImageVolumeReference ?? false) && textLength(imageVolume.reference ?? '') === 0) {
    allErrs = push(allErrs, field_Required(Path_Child(fldPath, 'reference'), ''));
  }
  allErrs = push(
    allErrs,
    ...(validatePullPolicy(imageVolume.pullPolicy ?? '', Path_Child(fldPath, 'pullPolicy')) ?? []),
  );
  return allErrs;
}

function validateImageVolumeStatus(imageVolumeStatus, fldPath) {
  let allErrors = [];
  if (imageVolumeStatus == null) {
    return allErrors;
  }
  if ((imageVolumeStatus.imageRef ?? '') === '') {
    allErrors = push(
      allErrors,
      field_Required(Path_Child(fldPath, 'imageRef'), 'imageRef must not be empty'),
    );
  }
  if (textLength(imageVolumeStatus.imageRef ?? '') > 256) {
    allErrors = push(
      allErrors,
      field_TooLong(Path_Child(fldPath, 'imageRef'), imageVolumeStatus.imageRef ?? '', 256),
    );
  }
  return allErrors;
}

function validateIndexesFormat(indexesStr, completions) {
  if (textLength(indexesStr) === 0) {
    return [0, undefined];
  }
  let lastIndex = undefined;
  let total = 0;
  for (let intervalStr of strings_Split(indexesStr, ',') ?? []) {
    const r1 = parseIndexInterval(intervalStr, completions);
    let x = r1[0];
    let y = r1[1];
    let err = r1[2];
    if (err != null) {
      return [0, err];
    }
    if (lastIndex != null && lastIndex >= x) {
      return [0, fmt_Errorf('non-increasing order, previous: %d, current: %d', lastIndex, x)];
    }
    total = total + (y - x) + 1;
    lastIndex = y;
  }
  return [total, undefined];
}

function validateIngress(ingress, opts) {
  let allErrs = ValidateObjectMeta(
    (ingress.metadata ??= {}),
    true,
    ValidateIngressName(),
    field_NewPath('metadata'),
  );
  allErrs = push(allErrs, ...(ValidateIngressSpec((ingress.spec ??= {}), field_NewPath('spec'), opts) ?? []));
  return allErrs;
}

function validateIngressBackend(backend, fldPath, opts) {
  let allErrs = [];
  let hasResourceBackend = backend.resource != null;
  let hasServiceBackend = backend.service != null;
  switch (true) {
    case hasResourceBackend && hasServiceBackend: {
      return [
        ...(allErrs ?? []),
        field_Invalid(fldPath, '', 'cannot set both resource and service backends'),
      ];
      break;
    }
    case hasResourceBackend: {
      allErrs = push(
        allErrs,
        ...(validateIngressTypedLocalObjectReference(backend.resource, Path_Child(fldPath, 'resource')) ??
          []),
      );
      break;
    }
    case hasServiceBackend: {
      if (textLength(backend.service.name ?? '') === 0) {
        allErrs = push(allErrs, field_Required(Path_Child(fldPath, 'service', 'name'), ''));
      } else {
        let validationFunc = ValidateServiceName();
        if (opts.AllowRelaxedServiceNameValidation ?? false) {
          validationFunc = NameIsDNSLabel;
        }
        for (let msg of validationFunc(backend.service.name ?? '', false) ?? []) {
          allErrs = push(
            allErrs,
            field_Invalid(Path_Child(fldPath, 'service', 'name'), backend.service.name ?? '', msg),
          );
        }
      }
      let hasPortName = textLength((backend.service.port ?? Z).name ?? '') > 0;
      let hasPortNumber = ((backend.service.port ?? Z).number ?? 0) !== 0;
      if (hasPortName && hasPortNumber) {
        allErrs = push(allErrs, field_Invalid(fldPath, '', 'cannot set both port name & port number'));
      } else {
        if (hasPortName) {
          for (let msg2 of IsValidPortName((backend.service.port ?? Z).name ?? '') ?? []) {
            allErrs = push(
              allErrs,
              field_Invalid(
                Path_Child(fldPath, 'service', 'port', 'name'),
                (backend.service.port ?? Z).name ?? '',
                msg2,
              ),
            );
          }
        } else {
          if (hasPortNumber) {
            for (let msg3 of IsValidPortNum((backend.service.port ?? Z).number ?? 0) ?? []) {
              allErrs = push(
                allErrs,
                field_Invalid(
                  Path_Child(fldPath, 'service', 'port', 'number'),
                  (backend.service.port ?? Z).number ?? 0,
                  msg3,
                ),
              );
            }
          } else {
            allErrs = push(allErrs, field_Required(fldPath, 'port name or number is required'));
          }
        }
      }
      break;
    }
    default: {
      allErrs = push(allErrs, field_Invalid(fldPath, '', 'resource or service backend is required'));
      break;
    }
  }
  return allErrs;
}

function validateIngressRuleValue(ingressRule, fldPath, opts) {
  let allErrs = [];
  if (ingressRule.http != null) {
    allErrs = push(
      allErrs,
      ...(validateHTTPIngressRuleValue(ingressRule.http, Path_Child(fldPath, 'http'), opts) ?? []),
    );
  }
  return allErrs;
}

function validateIngressRules(ingressRules, fldPath, opts) {
  let allErrs = [];
  {
    const list1 = ingressRules ?? [];
    for (let i = 0; i < list1.length; i++) {
      let ih = list1[i];
      let wildcardHost = false;
      if (textLength(ih.host ?? '') > 0) {
        {
          let isIP = ParseIPSloppy()(ih.host ?? '') != null;
          if (isIP) {
            allErrs = push(
              allErrs,
              field_Invalid(
                Path_Child(Path_Index(fldPath, i), 'host'),
                ih.host ?? '',
                'must be a DNS name, not an IP address',
              ),
            );
          }
        }
        if (strings_Contains(ih.host ?? '', '*')) {
          for (let msg of IsWildcardDNS1123Subdomain(ih.host ?? '') ?? []) {
            allErrs = push(
              allErrs,
              field_Invalid(Path_Child(Path_Index(fldPath, i), 'host'), ih.host ?? '', msg),
            );
          }
          wildcardHost = true;
        } else {
          for (let msg2 of IsDNS1123Subdomain(ih.host ?? '') ?? []) {
            allErrs = push(
              allErrs,
              field_Invalid(Path_Child(Path_Index(fldPath, i), 'host'), ih.host ?? '', msg2),
            );
          }
        }
      }
      if (!wildcardHost || !(opts.AllowInvalidWildcardHostRule ?? false)) {
        allErrs = push(allErrs, ...(validateIngressRuleValue(ih, Path_Index(fldPath, i), opts) ?? []));
      }
    }
  }
  return allErrs;
}

function validateIngressTLS(spec, fldPath, opts) {
  let allErrs = [];
  {
    const list1 = spec.tls ?? [];
    for (let tlsIndex = 0; tlsIndex < list1.length; tlsIndex++) {
      let itls = list1[tlsIndex];
      {
        const list2 = itls.hosts ?? [];
        for (let i = 0; i < list2.length; i++) {
          let host = list2[i];
          if (strings_Contains(host, '*')) {
            for (let msg of IsWildcardDNS1123Subdomain(host) ?? []) {
              allErrs = push(
                allErrs,
                field_Invalid(Path_Index(Path_Child(Path_Index(fldPath, tlsIndex), 'hosts'), i), host, msg),
              );
            }
            continue;
          }
          for (let msg2 of IsDNS1123Subdomain(host) ?? []) {
            allErrs = push(
              allErrs,
              field_Invalid(Path_Index(Path_Child(Path_Index(fldPath, tlsIndex), 'hosts'), i), host, msg2),
            );
          }
        }
      }
      if (!(opts.AllowInvalidSecretName ?? false)) {
        for (let msg3 of validateTLSSecretName(itls.secretName ?? '') ?? []) {
          allErrs = push(
            allErrs,
            field_Invalid(
              Path_Child(Path_Index(fldPath, tlsIndex), 'secretName'),
              itls.secretName ?? '',
              msg3,
            ),
          );
        }
      }
    }
  }
  return allErrs;
}

function validateIngressTypedLocalObjectReference(params, fldPath) {
  let allErrs = [];
  if (params == null) {
    return allErrs;
  }
  if (params.apiGroup != null) {
    for (let msg of IsDNS1123Subdomain(params.apiGroup) ?? []) {
      allErrs = push(allErrs, field_Invalid(Path_Child(fldPath, 'apiGroup'), params.apiGroup, msg));
    }
  }
  if ((params.kind ?? '') === '') {
    allErrs = push(allErrs, field_Required(Path_Child(fldPath, 'kind'), ''));
  } else {
    for (let msg2 of IsPathSegmentName(params.kind ?? '') ?? []) {
      allErrs = push(allErrs, field_Invalid(Path_Child(fldPath, 'kind'), params.kind ?? '', msg2));
    }
  }
  if ((params.name ?? '') === '') {
    allErrs = push(allErrs, field_Required(Path_Child(fldPath, 'name'), ''));
  } else {
    for (let msg3 of IsPathSegmentName(params.name ?? '') ?? []) {
      allErrs = push(allErrs, field_Invalid(Path_Child(fldPath, 'name'), params.name ?? '', msg3));
    }
  }
  return allErrs;
}

function validateInitContainerRestartPolicy(restartPolicy, restartRules, fldPath, opts) {
  let allErrors = undefined;
  if (restartPolicy == null) {
    if (listLength(restartRules) > 0) {
      allErrors = push(
        allErrors,
        field_Required(
          Path_Child(fldPath, 'restartPolicy'),
          'must specify restartPolicy when restart rules are used',
        ),
      );
    }
    return allErrors;
  }
  if (opts.AllowContainerRestartPolicyRules ?? false) {
    {
      const tag1 = restartPolicy;
      switch (tag1) {
        case 'Always': {
          if (opts.AllowRestartAllContainers ?? false) {
            allErrors = push(
              allErrors,
              ...(validateContainerRestartPolicy(restartPolicy, restartRules, fldPath, opts) ?? []),
            );
          } else {
            if (listLength(restartRules) > 0) {
              allErrors = push(
                allErrors,
                field_Forbidden(
                  Path_Child(fldPath, 'restartPolicyRules'),
                  'restartPolicyRules are not allowed for init containers with restart policy Always',
                ),
              );
            }
          }
          break;
        }
        default: {
          allErrors = push(
            allErrors,
            ...(validateContainerRestartPolicy(restartPolicy, restartRules, fldPath, opts) ?? []),
          );
          break;
        }
      }
    }
  } else {
    {
      const tag2 = restartPolicy;
      switch (tag2) {
        case 'Always': {
          break;
          break;
        }
        default: {
          let validValues = ['Always'];
          allErrors = push(
            allErrors,
            field_NotSupported(Path_Child(fldPath, 'restartPolicy'), restartPolicy, validValues),
          );
          break;
        }
      }
    }
  }
  return allErrors;
}

function validateInitContainers(
  containers,
  os,
  regularContainers,
  volumes,
  podClaimNames,
  gracePeriod,
  fldPath,
  opts,
  podRestartPolicy,
  hostUsers,
) {
  let allErrs = undefined;
  let allNames = sets_New();
  for (let ctr of regularContainers ?? []) {
    Set_Insert(allNames, ctr.name ?? '');
  }
  {
    const list1 = containers ?? [];
    for (let i = 0; i < list1.length; i++) {
      let ctr2 = list1[i];
      let idxPath = Path_Index(fldPath, i);
      allErrs = push(
        allErrs,
        ...(validateContainerCommon(
          ctr2,
          volumes,
          podClaimNames,
          idxPath,
          opts,
          podRestartPolicy,
          hostUsers,
        ) ?? []),
      );
      let restartAlways = false;
      allErrs = push(
        allErrs,
        ...(validateInitContainerRestartPolicy(ctr2.restartPolicy, ctr2.restartPolicyRules, idxPath, opts) ??
          []),
      );
      if (ctr2.restartPolicy != null) {
        restartAlways = ctr2.restartPolicy === 'Always';
      }
      if (Set_Has(allNames, ctr2.name ?? '')) {
        allErrs = push(allErrs, field_Duplicate(Path_Child(idxPath, 'name'), ctr2.name ?? ''));
      } else {
        if (textLength(ctr2.name ?? '') > 0) {
          Set_Insert(allNames, ctr2.name ?? '');
        }
      }
      allErrs = push(allErrs, ...(checkHostPortConflicts([ctr2], fldPath) ?? []));
      switch (true) {
        case restartAlways: {
          if (ctr2.lifecycle != null) {
            allErrs = push(
              allErrs,
              ...(validateLifecycle(ctr2.lifecycle, gracePeriod, Path_Child(idxPath, 'lifecycle'), os) ?? []),
            );
          }
          allErrs = push(
            allErrs,
            ...(validateLivenessProbe(
              ctr2.livenessProbe,
              gracePeriod,
              Path_Child(idxPath, 'livenessProbe'),
              opts,
            ) ?? []),
          );
          allErrs = push(
            allErrs,
            ...(validateReadinessProbe(
              ctr2.readinessProbe,
              gracePeriod,
              Path_Child(idxPath, 'readinessProbe'),
              opts,
            ) ?? []),
          );
          allErrs = push(
            allErrs,
            ...(validateStartupProbe(
              ctr2.startupProbe,
              gracePeriod,
              Path_Child(idxPath, 'startupProbe'),
              opts,
            ) ?? []),
          );
          break;
        }
        default: {
          if (ctr2.lifecycle != null) {
            allErrs = push(
              allErrs,
              field_Forbidden(
                Path_Child(idxPath, 'lifecycle'),
                'may not be set for init containers without restartPolicy=Always',
              ),
            );
          }
          if (ctr2.livenessProbe != null) {
            allErrs = push(
              allErrs,
              field_Forbidden(
                Path_Child(idxPath, 'livenessProbe'),
                'may not be set for init containers without restartPolicy=Always',
              ),
            );
          }
          if (ctr2.readinessProbe != null) {
            allErrs = push(
              allErrs,
              field_Forbidden(
                Path_Child(idxPath, 'readinessProbe'),
                'may not be set for init containers without restartPolicy=Always',
              ),
            );
          }
          if (ctr2.startupProbe != null) {
            allErrs = push(
              allErrs,
              field_Forbidden(
                Path_Child(idxPath, 'startupProbe'),
                'may not be set for init containers without restartPolicy=Always',
              ),
            );
          }
          break;
        }
      }
      if (!(opts.AllowSidecarResizePolicy ?? false) && listLength(ctr2.resizePolicy) > 0) {
        allErrs = push(
          allErrs,
          field_Invalid(
            Path_Child(idxPath, 'resizePolicy'),
            ctr2.resizePolicy,
            'must not be set for init containers',
          ),
        );
      }
      if (!restartAlways && !(opts.AllowExistingRestartContainerForNonSidecarInitContainer ?? false)) {
        {
          const list2 = ctr2.resizePolicy ?? [];
          for (let j = 0; j < list2.length; j++) {
            let p = list2[j];
            if ((p.restartPolicy ?? '') === 'RestartContainer') {
              allErrs = push(
                allErrs,
                field_Invalid(
                  Path_Child(
                    Path_Index(Path_Child(Path_Index(fldPath, i), 'resizePolicy'), j),
                    'restartPolicy',
                  ),
                  p.restartPolicy ?? '',
                  "must not be set to 'RestartContainer' for non-sidecar initContainers",
                ),
              );
            }
          }
        }
      }
    }
  }
  return allErrs;
}

function validateJobSchedulingUpdate(spec, oldSpec, fldPath) {
  if (spec.scheduling == null || oldSpec.scheduling == null) {
    return undefined;
  }
  const v1 = spec.scheduling.schedulingPolicy;
  const v2 = oldSpec.scheduling.schedulingPolicy;
  let newPolicy = v1;
  let oldPolicy = v2;
  if (newPolicy == null || oldPolicy == null) {
    return undefined;
  }
  if ((oldPolicy.basic != null) !== (newPolicy.basic != null)) {
    return [
      field_Invalid(
        Path_Child(fldPath, 'schedulingPolicy'),
        undefined,
        'the basic/gang policy variant is immutable after creation; only schedulingPolicy.gang.minCount may be updated',
      ),
    ];
  }
  return undefined;
}

function validateJobSpec(spec, oldSpec, fldPath, opts) {
  let allErrs = [];
  if (spec.parallelism != null) {
    allErrs = push(
      allErrs,
      ...(ValidateNonnegativeField(spec.parallelism, Path_Child(fldPath, 'parallelism')) ?? []),
    );
  }
  if (spec.completions != null) {
    allErrs = push(
      allErrs,
      ...(ValidateNonnegativeField(spec.completions, Path_Child(fldPath, 'completions')) ?? []),
    );
  }
  if (spec.activeDeadlineSeconds != null) {
    allErrs = push(
      allErrs,
      ...(ValidateNonnegativeField(
        spec.activeDeadlineSeconds,
        Path_Child(fldPath, 'activeDeadlineSeconds'),
      ) ?? []),
    );
  }
  if (spec.backoffLimit != null) {
    allErrs = push(
      allErrs,
      ...(ValidateNonnegativeField(spec.backoffLimit, Path_Child(fldPath, 'backoffLimit')) ?? []),
    );
  }
  if (spec.ttlSecondsAfterFinished != null) {
    allErrs = push(
      allErrs,
      ...(ValidateNonnegativeField(
        spec.ttlSecondsAfterFinished,
        Path_Child(fldPath, 'ttlSecondsAfterFinished'),
      ) ?? []),
    );
  }
  if (spec.backoffLimitPerIndex != null) {
    allErrs = push(
      allErrs,
      ...(ValidateNonnegativeField(spec.backoffLimitPerIndex, Path_Child(fldPath, 'backoffLimitPerIndex')) ??
        []),
    );
  }
  if (spec.maxFailedIndexes != null) {
    allErrs = push(
      allErrs,
      ...(ValidateNonnegativeField(spec.maxFailedIndexes, Path_Child(fldPath, 'maxFailedIndexes')) ?? []),
    );
    if (spec.backoffLimitPerIndex == null) {
      allErrs = push(
        allErrs,
        Error_MarkCoveredByDeclarative(
          Error_WithOrigin(
            field_Required(Path_Child(fldPath, 'backoffLimitPerIndex'), 'when maxFailedIndexes is specified'),
            'dependentRequired',
          ),
        ),
      );
    }
  }
  if (spec.managedBy != null) {
    allErrs = push(
      allErrs,
      ...(IsDomainPrefixedPath(Path_Child(fldPath, 'managedBy'), spec.managedBy) ?? []),
    );
    if (textLength(spec.managedBy) > 63) {
      allErrs = push(allErrs, field_TooLong(Path_Child(fldPath, 'managedBy'), '', 63));
    }
  }
  if (spec.completionMode != null) {
    if (spec.completionMode !== 'NonIndexed' && spec.completionMode !== 'Indexed') {
      allErrs = push(
        allErrs,
        field_NotSupported(Path_Child(fldPath, 'completionMode'), spec.completionMode, [
          'NonIndexed',
          'Indexed',
        ]),
      );
    }
    if (spec.completionMode === 'Indexed') {
      if (spec.completions == null) {
        allErrs = push(
          allErrs,
          field_Required(
            Path_Child(fldPath, 'completions'),
            fmt_Sprintf('when completion mode is %s', 'Indexed'),
          ),
        );
      }
      if (spec.parallelism != null && spec.parallelism > 100000) {
        allErrs = push(
          allErrs,
          field_Invalid(
            Path_Child(fldPath, 'parallelism'),
            spec.parallelism,
            fmt_Sprintf('must be less than or equal to %d when completion mode is %s', 100000, 'Indexed'),
          ),
        );
      }
      if (
        spec.completions != null &&
        spec.maxFailedIndexes != null &&
        spec.maxFailedIndexes > spec.completions
      ) {
        allErrs = push(
          allErrs,
          field_Invalid(
            Path_Child(fldPath, 'maxFailedIndexes'),
            spec.maxFailedIndexes,
            'must be less than or equal to completions',
          ),
        );
      }
      if (spec.maxFailedIndexes != null && spec.maxFailedIndexes > 100000) {
        allErrs = push(
          allErrs,
          field_Invalid(
            Path_Child(fldPath, 'maxFailedIndexes'),
            spec.maxFailedIndexes,
            fmt_Sprintf('must be less than or equal to %d', 100000),
          ),
        );
      }
      if (spec.completions != null && spec.completions > 100000 && spec.backoffLimitPerIndex != null) {
        if (spec.maxFailedIndexes == null) {
          allErrs = push(
            allErrs,
            field_Required(
              Path_Child(fldPath, 'maxFailedIndexes'),
              fmt_Sprintf('must be specified when completions is above %d', 100000),
            ),
          );
        }
        if (spec.parallelism != null && spec.parallelism > 10000) {
          allErrs = push(
            allErrs,
            field_Invalid(
              Path_Child(fldPath, 'parallelism'),
              spec.parallelism,
              fmt_Sprintf(
                'must be less than or equal to %d when completions are above %d and used with backoff limit per index',
                10000,
                100000,
              ),
            ),
          );
        }
        if (spec.maxFailedIndexes != null && spec.maxFailedIndexes > 10000) {
          allErrs = push(
            allErrs,
            field_Invalid(
              Path_Child(fldPath, 'maxFailedIndexes'),
              spec.maxFailedIndexes,
              fmt_Sprintf(
                'must be less than or equal to %d when completions are above %d and used with backoff limit per index',
                10000,
                100000,
              ),
            ),
          );
        }
      }
    }
  }
  if (spec.completionMode == null || spec.completionMode === 'NonIndexed') {
    if (spec.backoffLimitPerIndex != null) {
      allErrs = push(
        allErrs,
        field_Invalid(
          Path_Child(fldPath, 'backoffLimitPerIndex'),
          spec.backoffLimitPerIndex,
          'requires indexed completion mode',
        ),
      );
    }
    if (spec.maxFailedIndexes != null) {
      allErrs = push(
        allErrs,
        field_Invalid(
          Path_Child(fldPath, 'maxFailedIndexes'),
          spec.maxFailedIndexes,
          'requires indexed completion mode',
        ),
      );
    }
  }
  if (spec.podFailurePolicy != null) {
    allErrs = push(
      allErrs,
      ...(validatePodFailurePolicy(spec, Path_Child(fldPath, 'podFailurePolicy')) ?? []),
    );
  }
  if (spec.successPolicy != null) {
    if (Deref(spec.completionMode, 'NonIndexed') !== 'Indexed') {
      allErrs = push(
        allErrs,
        field_Invalid(
          Path_Child(fldPath, 'successPolicy'),
          spec.successPolicy,
          'requires indexed completion mode',
        ),
      );
    } else {
      allErrs = push(allErrs, ...(validateSuccessPolicy(spec, Path_Child(fldPath, 'successPolicy')) ?? []));
    }
  }
  allErrs = push(
    allErrs,
    ...(validatePodReplacementPolicy(spec, Path_Child(fldPath, 'podReplacementPolicy')) ?? []),
  );
  allErrs = push(allErrs, ...(validateGangMinCount(spec, Path_Child(fldPath, 'scheduling')) ?? []));
  allErrs = push(allErrs, ...(noErrors(spec, oldSpec, Path_Child(fldPath, 'scheduling')) ?? []));
  allErrs = push(
    allErrs,
    ...(ValidatePodTemplateSpec((spec.template ??= {}), Path_Child(fldPath, 'template'), opts) ?? []),
  );
  if (
    (((spec.template ?? Z).spec ?? Z).restartPolicy ?? '') === 'Always' ||
    (((spec.template ?? Z).spec ?? Z).restartPolicy ?? '') === ''
  ) {
    allErrs = push(
      allErrs,
      field_Required(
        Path_Child(fldPath, 'template', 'spec', 'restartPolicy'),
        fmt_Sprintf('valid values: %q, %q', 'OnFailure', 'Never'),
      ),
    );
  } else {
    if (
      (((spec.template ?? Z).spec ?? Z).restartPolicy ?? '') !== 'OnFailure' &&
      (((spec.template ?? Z).spec ?? Z).restartPolicy ?? '') !== 'Never'
    ) {
      allErrs = push(
        allErrs,
        field_NotSupported(
          Path_Child(fldPath, 'template', 'spec', 'restartPolicy'),
          ((spec.template ?? Z).spec ?? Z).restartPolicy ?? '',
          ['OnFailure', 'Never'],
        ),
      );
    } else {
      if (
        spec.podFailurePolicy != null &&
        (((spec.template ?? Z).spec ?? Z).restartPolicy ?? '') !== 'Never'
      ) {
        allErrs = push(
          allErrs,
          field_Invalid(
            Path_Child(fldPath, 'template', 'spec', 'restartPolicy'),
            ((spec.template ?? Z).spec ?? Z).restartPolicy ?? '',
            fmt_Sprintf('only %q is supported when podFailurePolicy is specified', 'Never'),
          ),
        );
      }
    }
  }
  return allErrs;
}

function validateJobStatus(job, fldPath, opts) {
  let allErrs = [];
  let status = job.status ?? Z;
  allErrs = push(
    allErrs,
    ...(ValidateNonnegativeField(status.active ?? 0, Path_Child(fldPath, 'active')) ?? []),
  );
  allErrs = push(
    allErrs,
    ...(ValidateNonnegativeField(status.succeeded ?? 0, Path_Child(fldPath, 'succeeded')) ?? []),
  );
  allErrs = push(
    allErrs,
    ...(ValidateNonnegativeField(status.failed ?? 0, Path_Child(fldPath, 'failed')) ?? []),
  );
  if (status.ready != null) {
    allErrs = push(allErrs, ...(ValidateNonnegativeField(status.ready, Path_Child(fldPath, 'ready')) ?? []));
  }
  if (status.terminating != null) {
    allErrs = push(
      allErrs,
      ...(ValidateNonnegativeField(status.terminating, Path_Child(fldPath, 'terminating')) ?? []),
    );
  }
  if (status.uncountedTerminatedPods != null) {
    let path = Path_Child(fldPath, 'uncountedTerminatedPods');
    let seen = sets_New();
    {
      const list1 = status.uncountedTerminatedPods.succeeded ?? [];
      for (let i = 0; i < list1.length; i++) {
        let k = list1[i];
        let p = Path_Index(Path_Child(path, 'succeeded'), i);
        if (k === '') {
          allErrs = push(allErrs, field_Invalid(p, k, 'must not be empty'));
        } else {
          if (Set_Has(seen, k)) {
            allErrs = push(allErrs, field_Duplicate(p, k));
          } else {
            Set_Insert(seen, k);
          }
        }
      }
    }
    {
      const list2 = status.uncountedTerminatedPods.failed ?? [];
      for (let i2 = 0; i2 < list2.length; i2++) {
        let k2 = list2[i2];
        let p2 = Path_Index(Path_Child(path, 'failed'), i2);
        if (k2 === '') {
          allErrs = push(allErrs, field_Invalid(p2, k2, 'must not be empty'));
        } else {
          if (Set_Has(seen, k2)) {
            allErrs = push(allErrs, field_Duplicate(p2, k2));
          } else {
            Set_Insert(seen, k2);
          }
        }
      }
    }
  }
  if (opts.RejectCompleteJobWithFailedCondition ?? false) {
    if (IsJobComplete(job) && IsJobFailed(job)) {
      allErrs = push(
        allErrs,
        field_Invalid(
          Path_Child(fldPath, 'conditions'),
          {},
          'cannot set Complete=True and Failed=true conditions',
        ),
      );
    }
  }
  if (opts.RejectCompleteJobWithFailureTargetCondition ?? false) {
    if (IsJobComplete(job) && IsConditionTrue(status.conditions, 'FailureTarget')) {
      allErrs = push(
        allErrs,
        field_Invalid(
          Path_Child(fldPath, 'conditions'),
          {},
          'cannot set Complete=True and FailureTarget=true conditions',
        ),
      );
    }
  }
  if (opts.RejectNotCompleteJobWithCompletionTime ?? false) {
    if (status.completionTime != null && !IsJobComplete(job)) {
      allErrs = push(
        allErrs,
        field_Invalid(
          Path_Child(fldPath, 'completionTime'),
          status.completionTime,
          'cannot set completionTime when there is no Complete=True condition',
        ),
      );
    }
  }
  if (opts.RejectCompleteJobWithoutCompletionTime ?? false) {
    if (status.completionTime == null && IsJobComplete(job)) {
      allErrs = push(
        allErrs,
        field_Required(Path_Child(fldPath, 'completionTime'), 'completionTime is required for Complete jobs'),
      );
    }
  }
  if (opts.RejectCompletionTimeBeforeStartTime ?? false) {
    if (
      status.startTime != null &&
      status.completionTime != null &&
      meta_v1_Time_Before(status.completionTime, status.startTime)
    ) {
      allErrs = push(
        allErrs,
        field_Invalid(
          Path_Child(fldPath, 'completionTime'),
          status.completionTime,
          'must be equal to or after `startTime`',
        ),
      );
    }
  }
  if (opts.RejectFailedJobWithoutFailureTarget ?? false) {
    if (IsJobFailed(job) && !isJobFailureTarget(job)) {
      allErrs = push(
        allErrs,
        field_Invalid(
          Path_Child(fldPath, 'conditions'),
          {},
          'cannot set Failed=True condition without the FailureTarget=true condition',
        ),
      );
    }
  }
  if (opts.RejectCompleteJobWithoutSuccessCriteriaMet ?? false) {
    if (IsJobComplete(job) && !isJobSuccessCriteriaMet(job)) {
      allErrs = push(
        allErrs,
        field_Invalid(
          Path_Child(fldPath, 'conditions'),
          {},
          'cannot set Complete=True condition without the SuccessCriteriaMet=true condition',
        ),
      );
    }
  }
  let isJobFinished = IsJobFinished(job);
  if (opts.RejectFinishedJobWithActivePods ?? false) {
    if ((status.active ?? 0) > 0 && isJobFinished) {
      allErrs = push(
        allErrs,
        field_Invalid(
          Path_Child(fldPath, 'active'),
          status.active ?? 0,
          'active>0 is invalid for finished job',
        ),
      );
    }
  }
  if (opts.RejectFinishedJobWithoutStartTime ?? false) {
    if (status.startTime == null && isJobFinished) {
      allErrs = push(
        allErrs,
        field_Required(Path_Child(fldPath, 'startTime'), 'startTime is required for finished job'),
      );
    }
  }
  if (opts.RejectFinishedJobWithUncountedTerminatedPods ?? false) {
    if (
      isJobFinished &&
      status.uncountedTerminatedPods != null &&
      listLength(status.uncountedTerminatedPods.failed) +
        listLength(status.uncountedTerminatedPods.succeeded) >
        0
    ) {
      allErrs = push(
        allErrs,
        field_Invalid(
          Path_Child(fldPath, 'uncountedTerminatedPods'),
          status.uncountedTerminatedPods,
          'must be empty for finished job',
        ),
      );
    }
  }
  if (opts.RejectInvalidCompletedIndexes ?? false) {
    if ((job.spec ?? Z).completions != null) {
      {
        const r3 = validateIndexesFormat(status.completedIndexes ?? '', (job.spec ?? Z).completions);
        let err = r3[1];
        if (err != null) {
          allErrs = push(
            allErrs,
            field_Invalid(
              Path_Child(fldPath, 'completedIndexes'),
              status.completedIndexes ?? '',
              fmt_Sprintf('error parsing completedIndexes: %s', error_Error(err)),
            ),
          );
        }
      }
    }
  }
  if (opts.RejectInvalidFailedIndexes ?? false) {
    if (
      (job.spec ?? Z).completions != null &&
      (job.spec ?? Z).backoffLimitPerIndex != null &&
      status.failedIndexes != null
    ) {
      {
        const r4 = validateIndexesFormat(status.failedIndexes, (job.spec ?? Z).completions);
        let err2 = r4[1];
        if (err2 != null) {
          allErrs = push(
            allErrs,
            field_Invalid(
              Path_Child(fldPath, 'failedIndexes'),
              status.failedIndexes,
              fmt_Sprintf('error parsing failedIndexes: %s', error_Error(err2)),
            ),
          );
        }
      }
    }
  }
  let isIndexed = Deref((job.spec ?? Z).completionMode, 'NonIndexed') === 'Indexed';
  if (opts.RejectCompletedIndexesForNonIndexedJob ?? false) {
    if (textLength(status.completedIndexes ?? '') !== 0 && !isIndexed) {
      allErrs = push(
        allErrs,
        field_Invalid(
          Path_Child(fldPath, 'completedIndexes'),
          status.completedIndexes ?? '',
          'cannot set non-empty completedIndexes when non-indexed completion mode',
        ),
      );
    }
  }
  if (opts.RejectFailedIndexesForNoBackoffLimitPerIndex ?? false) {
    if ((job.spec ?? Z).backoffLimitPerIndex == null && status.failedIndexes != null) {
      allErrs = push(
        allErrs,
        field_Invalid(
          Path_Child(fldPath, 'failedIndexes'),
          status.failedIndexes,
          'cannot set non-null failedIndexes when backoffLimitPerIndex is null',
        ),
      );
    }
  }
  if (opts.RejectFailedIndexesOverlappingCompleted ?? false) {
    if ((job.spec ?? Z).completions != null && status.failedIndexes != null) {
      {
        let err3 = validateFailedIndexesNotOverlapCompleted(
          status.completedIndexes ?? '',
          status.failedIndexes,
          (job.spec ?? Z).completions,
        );
        if (err3 != null) {
          allErrs = push(
            allErrs,
            field_Invalid(Path_Child(fldPath, 'failedIndexes'), status.failedIndexes, error_Error(err3)),
          );
        }
      }
    }
  }
  if (opts.RejectFinishedJobWithTerminatingPods ?? false) {
    if (status.terminating != null && status.terminating > 0 && isJobFinished) {
      allErrs = push(
        allErrs,
        field_Invalid(
          Path_Child(fldPath, 'terminating'),
          status.terminating,
          'terminating>0 is invalid for finished job',
        ),
      );
    }
  }
  if (opts.RejectMoreReadyThanActivePods ?? false) {
    if (status.ready != null && status.ready > (status.active ?? 0)) {
      allErrs = push(
        allErrs,
        field_Invalid(Path_Child(fldPath, 'ready'), status.ready, 'cannot set more ready pods than active'),
      );
    }
  }
  if (isJobSuccessCriteriaMet(job) && IsJobFailed(job)) {
    allErrs = push(
      allErrs,
      field_Invalid(
        Path_Child(fldPath, 'conditions'),
        {},
        'cannot set SuccessCriteriaMet=True and Failed=true conditions',
      ),
    );
  }
  if (isJobSuccessCriteriaMet(job) && isJobFailureTarget(job)) {
    allErrs = push(
      allErrs,
      field_Invalid(
        Path_Child(fldPath, 'conditions'),
        {},
        'cannot set SuccessCriteriaMet=True and FailureTarget=true conditions',
      ),
    );
  }
  if ((job.spec ?? Z).successPolicy != null && !isJobSuccessCriteriaMet(job) && IsJobComplete(job)) {
    allErrs = push(
      allErrs,
      field_Invalid(
        Path_Child(fldPath, 'conditions'),
        {},
        'cannot set Complete=True for Job with SuccessPolicy unless SuccessCriteriaMet=True',
      ),
    );
  }
  return allErrs;
}

function validateKeyToPath(kp, fldPath) {
  let allErrs = [];
  if (textLength(kp.key ?? '') === 0) {
    allErrs = push(allErrs, field_Required(Path_Child(fldPath, 'key'), ''));
  }
  if (textLength(kp.path ?? '') === 0) {
    allErrs = push(allErrs, field_Required(Path_Child(fldPath, 'path'), ''));
  }
  allErrs = push(
    allErrs,
    ...(ValidateLocalNonReservedPath(kp.path ?? '', Path_Child(fldPath, 'path')) ?? []),
  );
  if (kp.mode != null && (kp.mode > 511 || kp.mode < 0)) {
    allErrs = push(allErrs, field_Invalid(Path_Child(fldPath, 'mode'), kp.mode, fileModeErrorMsg()));
  }
  allErrs = push(allErrs, ...(validateUserField(kp.user, Path_Child(fldPath, 'user')) ?? []));
  return allErrs;
}

function validateKubeFinalizerName(stringValue, fldPath) {
  let allErrs = [];
  if (listLength(strings_Split(stringValue, '/')) === 1) {
    if (!IsStandardFinalizerName(stringValue)) {
      return [
        ...(allErrs ?? []),
        field_Invalid(
          fldPath,
          stringValue,
          'name is neither a standard finalizer name nor is it fully qualified',
        ),
      ];
    }
  }
  return allErrs;
}

function validateLabelKeys(fldPath, labelKeys, labelSelector) {
  if (listLength(labelKeys) === 0) {
    return undefined;
  }
  if (labelSelector == null) {
    return [field_Forbidden(fldPath, 'must not be specified when labelSelector is not set')];
  }
  let allErrs = undefined;
  {
    const list1 = labelKeys ?? [];
    for (let i = 0; i < list1.length; i++) {
      let key = list1[i];
      allErrs = push(allErrs, ...(ValidateLabelName(key, Path_Index(fldPath, i)) ?? []));
    }
  }
  return allErrs;
}

function validateLifecycle(lifecycle, gracePeriod, fldPath, os) {
  let allErrs = [];
  if (lifecycle.postStart != null) {
    allErrs = push(
      allErrs,
      ...(validateHandler(
        handlerFromLifecycle(lifecycle.postStart),
        gracePeriod,
        Path_Child(fldPath, 'postStart'),
      ) ?? []),
    );
  }
  if (lifecycle.preStop != null) {
    allErrs = push(
      allErrs,
      ...(validateHandler(
        handlerFromLifecycle(lifecycle.preStop),
        gracePeriod,
        Path_Child(fldPath, 'preStop'),
      ) ?? []),
    );
  }
  if (lifecycle.stopSignal != null) {
    allErrs = push(
      allErrs,
      ...(validateStopSignal(lifecycle.stopSignal, Path_Child(fldPath, 'stopSignal'), os) ?? []),
    );
  }
  return allErrs;
}

function validateLinux(spec, fldPath) {
  let allErrs = [];
  let securityContext = spec.securityContext;
  if (securityContext != null && securityContext.windowsOptions != null) {
    allErrs = push(
      allErrs,
      field_Forbidden(
        Path_Child(Path_Child(fldPath, 'securityContext'), 'windowsOptions'),
        'windows options cannot be set for a linux pod',
      ),
    );
  }
  VisitContainersWithPath(spec, fldPath, function (c, cFldPath) {
    let sc = c.securityContext;
    if (sc != null && sc.windowsOptions != null) {
      let fldPath2 = Path_Child(cFldPath, 'securityContext');
      allErrs = push(
        allErrs,
        field_Forbidden(
          Path_Child(fldPath2, 'windowsOptions'),
          'windows options cannot be set for a linux pod',
        ),
      );
    }
    return true;
  });
  return allErrs;
}

function validateLivenessProbe(probe, gracePeriod, fldPath, opts) {
  let allErrs = [];
  if (probe == null) {
    return allErrs;
  }
  allErrs = push(allErrs, ...(validateProbe(probe, gracePeriod, fldPath, opts) ?? []));
  if ((probe.successThreshold ?? 0) !== 1) {
    allErrs = push(
      allErrs,
      field_Invalid(Path_Child(fldPath, 'successThreshold'), probe.successThreshold ?? 0, 'must be 1'),
    );
  }
  return allErrs;
}

function validateLoadBalancerClassField(oldService, service) {
  let allErrs = Array.from({ length: 0 }, () => undefined);
  if (oldService != null) {
    if (isTypeLoadBalancer(oldService) && isTypeLoadBalancer(service)) {
      if (!sameLoadBalancerClass(oldService, service)) {
        allErrs = push(
          allErrs,
          field_Invalid(
            field_NewPath('spec', 'loadBalancerClass'),
            (service.spec ?? Z).loadBalancerClass,
            'may not change once set',
          ),
        );
      }
    }
  }
  if (isTypeLoadBalancer(service)) {
    if ((service.spec ?? Z).loadBalancerClass != null) {
      allErrs = push(
        allErrs,
        ...(ValidateQualifiedName(
          (service.spec ?? Z).loadBalancerClass,
          field_NewPath('spec', 'loadBalancerClass'),
        ) ?? []),
      );
    }
  } else {
    if ((service.spec ?? Z).loadBalancerClass != null) {
      allErrs = push(
        allErrs,
        field_Forbidden(
          field_NewPath('spec', 'loadBalancerClass'),
          "may only be used when `type` is 'LoadBalancer'",
        ),
      );
    }
  }
  return allErrs;
}

function validateLocalDescendingPath(targetPath, fldPath) {
  let allErrs = [];
  if (path_IsAbs(targetPath)) {
    allErrs = push(allErrs, field_Invalid(fldPath, targetPath, 'must be a relative path'));
  }
  allErrs = push(allErrs, ...(validatePathNoBacksteps(targetPath, fldPath) ?? []));
  return allErrs;
}

function validateMetricIdentifier(id, fldPath) {
  let allErrs = [];
  if (textLength(id.name ?? '') === 0) {
    allErrs = push(allErrs, field_Required(Path_Child(fldPath, 'name'), 'must specify a metric name'));
  } else {
    for (let msg of IsPathSegmentName(id.name ?? '') ?? []) {
      allErrs = push(allErrs, field_Invalid(Path_Child(fldPath, 'name'), id.name ?? '', msg));
    }
  }
  return allErrs;
}

function validateMetricSpec(spec, fldPath, opts) {
  let allErrs = [];
  if (textLength(spec.type ?? '') === 0) {
    allErrs = push(allErrs, field_Required(Path_Child(fldPath, 'type'), 'must specify a metric source type'));
  }
  if (!String_Has(validMetricSourceTypes(), spec.type ?? '')) {
    allErrs = push(
      allErrs,
      field_NotSupported(Path_Child(fldPath, 'type'), spec.type ?? '', validMetricSourceTypesList()),
    );
  }
  let typesPresent = sets_NewString();
  if (spec.object != null) {
    String_Insert(typesPresent, 'object');
    if (String_Len(typesPresent) === 1) {
      allErrs = push(
        allErrs,
        ...(validateObjectSource(spec.object, Path_Child(fldPath, 'object'), opts) ?? []),
      );
    }
  }
  if (spec.external != null) {
    String_Insert(typesPresent, 'external');
    if (String_Len(typesPresent) === 1) {
      allErrs = push(
        allErrs,
        ...(validateExternalSource(spec.external, Path_Child(fldPath, 'external')) ?? []),
      );
    }
  }
  if (spec.pods != null) {
    String_Insert(typesPresent, 'pods');
    if (String_Len(typesPresent) === 1) {
      allErrs = push(allErrs, ...(validatePodsSource(spec.pods, Path_Child(fldPath, 'pods')) ?? []));
    }
  }
  if (spec.resource != null) {
    String_Insert(typesPresent, 'resource');
    if (String_Len(typesPresent) === 1) {
      allErrs = push(
        allErrs,
        ...(validateResourceSource(spec.resource, Path_Child(fldPath, 'resource')) ?? []),
      );
    }
  }
  if (spec.containerResource != null) {
    String_Insert(typesPresent, 'containerResource');
    if (String_Len(typesPresent) === 1) {
      allErrs = push(
        allErrs,
        ...(validateContainerResourceSource(
          spec.containerResource,
          Path_Child(fldPath, 'containerResource'),
        ) ?? []),
      );
    }
  }
  let expectedField = '';
  {
    const tag1 = spec.type ?? '';
    switch (tag1) {
      case 'Object': {
        if (spec.object == null) {
          allErrs = push(
            allErrs,
            field_Required(
              Path_Child(fldPath, 'object'),
              'must populate information for the given metric source',
            ),
          );
        }
        expectedField = 'object';
        break;
      }
      case 'Pods': {
        if (spec.pods == null) {
          allErrs = push(
            allErrs,
            field_Required(
              Path_Child(fldPath, 'pods'),
              'must populate information for the given metric source',
            ),
          );
        }
        expectedField = 'pods';
        break;
      }
      case 'Resource': {
        if (spec.resource == null) {
          allErrs = push(
            allErrs,
            field_Required(
              Path_Child(fldPath, 'resource'),
              'must populate information for the given metric source',
            ),
          );
        }
        expectedField = 'resource';
        break;
      }
      case 'External': {
        if (spec.external == null) {
          allErrs = push(
            allErrs,
            field_Required(
              Path_Child(fldPath, 'external'),
              'must populate information for the given metric source',
            ),
          );
        }
        expectedField = 'external';
        break;
      }
      case 'ContainerResource': {
        if (spec.containerResource == null) {
          allErrs = push(
            allErrs,
            field_Required(
              Path_Child(fldPath, 'containerResource'),
              'must populate information for the given metric source',
            ),
          );
        }
        expectedField = 'containerResource';
        break;
      }
      default: {
        allErrs = push(
          allErrs,
          field_NotSupported(Path_Child(fldPath, 'type'), spec.type ?? '', validMetricSourceTypesList()),
        );
        break;
      }
    }
  }
  if (String_Len(typesPresent) !== 1) {
    String_Delete(typesPresent, expectedField);
    for (let typ of setItems(typesPresent)) {
      allErrs = push(
        allErrs,
        field_Forbidden(Path_Child(fldPath, typ), 'must populate the given metric source only'),
      );
    }
  }
  return allErrs;
}

function validateMetricTarget(mt, fldPath) {
  let allErrs = [];
  if (textLength(mt.type ?? '') === 0) {
    allErrs = push(allErrs, field_Required(Path_Child(fldPath, 'type'), 'must specify a metric target type'));
  }
  if (
    (mt.type ?? '') !== 'Utilization' &&
    (mt.type ?? '') !== 'Value' &&
    (mt.type ?? '') !== 'AverageValue'
  ) {
    allErrs = push(
      allErrs,
      field_Invalid(
        Path_Child(fldPath, 'type'),
        mt.type ?? '',
        'must be either Utilization, Value, or AverageValue',
      ),
    );
  }
  if (mt.value != null && Quantity_Sign(mt.value) !== 1) {
    allErrs = push(allErrs, field_Invalid(Path_Child(fldPath, 'value'), mt.value, 'must be positive'));
  }
  if (mt.averageValue != null && Quantity_Sign(mt.averageValue) !== 1) {
    allErrs = push(
      allErrs,
      field_Invalid(Path_Child(fldPath, 'averageValue'), mt.averageValue, 'must be positive'),
    );
  }
  if (mt.averageUtilization != null && mt.averageUtilization < 1) {
    allErrs = push(
      allErrs,
      field_Invalid(
        Path_Child(fldPath, 'averageUtilization'),
        mt.averageUtilization,
        'must be greater than 0',
      ),
    );
  }
  return allErrs;
}

function validateMetrics(newMetrics, fldPath, minReplicas, opts) {
  let allErrs = [];
  let hasObjectMetrics = false;
  let hasExternalMetrics = false;
  {
    const list1 = newMetrics ?? [];
    for (let i = 0; i < list1.length; i++) {
      let metricSpec = list1[i];
      let idxPath = Path_Index(fldPath, i);
      {
        let targetErrs = validateMetricSpec(metricSpec, idxPath, opts);
        if (listLength(targetErrs) > 0) {
          allErrs = push(allErrs, ...(targetErrs ?? []));
        }
      }
      if ((metricSpec.type ?? '') === 'Object') {
        hasObjectMetrics = true;
      }
      if ((metricSpec.type ?? '') === 'External') {
        hasExternalMetrics = true;
      }
    }
  }
  if (minReplicas != null && minReplicas === 0) {
    if (!hasObjectMetrics && !hasExternalMetrics) {
      allErrs = push(
        allErrs,
        field_Forbidden(
          fldPath,
          'must specify at least one Object or External metric to support scaling to zero replicas',
        ),
      );
    }
  }
  return allErrs;
}

function validateMinDomains(fldPath, minDomains, action) {
  if (minDomains == null) {
    return undefined;
  }
  let allErrs = undefined;
  allErrs = push(allErrs, ...(ValidatePositiveField(minDomains, fldPath) ?? []));
  if (action !== 'DoNotSchedule') {
    allErrs = push(
      allErrs,
      Error_WithOrigin(
        field_Invalid(
          fldPath,
          minDomains,
          fmt_Sprintf('can only use minDomains if whenUnsatisfiable=%s, not %s', 'DoNotSchedule', action),
        ),
        'dependsOn',
      ),
    );
  }
  return allErrs;
}

function validateMountPropagation(mountPropagation, container, fldPath) {
  let allErrs = [];
  if (mountPropagation == null) {
    return allErrs;
  }
  let supportedMountPropagations = sets_New('Bidirectional', 'HostToContainer', 'None');
  if (!Set_Has(supportedMountPropagations, mountPropagation)) {
    allErrs = push(
      allErrs,
      field_NotSupported(fldPath, mountPropagation, sets_List(supportedMountPropagations)),
    );
  }
  if (container == null) {
    return allErrs;
  }
  let privileged =
    container.securityContext != null &&
    container.securityContext.privileged != null &&
    container.securityContext.privileged;
  if (mountPropagation === 'Bidirectional' && !privileged) {
    allErrs = push(
      allErrs,
      field_Forbidden(fldPath, 'Bidirectional mount propagation is available only to privileged containers'),
    );
  }
  return allErrs;
}

function validateMountRecursiveReadOnly(mount, fldPath) {
  if (mount.recursiveReadOnly == null) {
    return undefined;
  }
  let allErrs = [];
  {
    const tag1 = mount.recursiveReadOnly;
    switch (tag1) {
      case 'Disabled': {
        break;
      }
      case 'Enabled':
      case 'IfPossible': {
        if (!(mount.readOnly ?? false)) {
          allErrs = push(allErrs, field_Forbidden(fldPath, 'may only be specified when readOnly is true'));
        }
        if (mount.mountPropagation != null && mount.mountPropagation !== 'None') {
          allErrs = push(
            allErrs,
            field_Forbidden(fldPath, 'may only be specified when mountPropagation is None or not specified'),
          );
        }
        break;
      }
      default: {
        let supportedRRO = sets_New('Disabled', 'IfPossible', 'Enabled');
        allErrs = push(
          allErrs,
          field_NotSupported(fldPath, mount.recursiveReadOnly, sets_List(supportedRRO)),
        );
        break;
      }
    }
  }
  return allErrs;
}

function validateNFSVolumeSource(nfs, fldPath) {
  let allErrs = [];
  if (textLength(nfs.server ?? '') === 0) {
    allErrs = push(allErrs, field_Required(Path_Child(fldPath, 'server'), ''));
  }
  if (textLength(nfs.path ?? '') === 0) {
    allErrs = push(allErrs, field_Required(Path_Child(fldPath, 'path'), ''));
  }
  if (!path_IsAbs(nfs.path ?? '')) {
    allErrs = push(
      allErrs,
      field_Invalid(Path_Child(fldPath, 'path'), nfs.path ?? '', 'must be an absolute path'),
    );
  }
  return allErrs;
}

function validateNameAllowsCompletions(job, opts) {
  let allErrs = undefined;
  if (
    (job.spec ?? Z).completionMode != null &&
    (job.spec ?? Z).completionMode === 'Indexed' &&
    (job.spec ?? Z).completions != null &&
    (job.spec ?? Z).completions > 0
  ) {
    let maximumPodHostname = fmt_Sprintf(
      '%s-%d',
      (job.metadata ?? Z).name ?? '',
      (job.spec ?? Z).completions - 1,
    );
    {
      let errs = IsDNS1123Label(maximumPodHostname);
      if (listLength(errs) > 0) {
        allErrs = push(
          allErrs,
          field_Invalid(
            Path_Child(field_NewPath('metadata'), 'name'),
            (job.metadata ?? Z).name ?? '',
            fmt_Sprintf('will not able to create pod with invalid DNS label: %s', maximumPodHostname),
          ),
        );
      }
    }
  }
  return allErrs;
}

function validateNodeAffinity(na, opts, fldPath) {
  let allErrs = [];
  if (na.requiredDuringSchedulingIgnoredDuringExecution != null) {
    allErrs = push(
      allErrs,
      ...(ValidateNodeSelector(
        na.requiredDuringSchedulingIgnoredDuringExecution,
        opts.AllowInvalidLabelValueInRequiredNodeAffinity ?? false,
        Path_Child(fldPath, 'requiredDuringSchedulingIgnoredDuringExecution'),
      ) ?? []),
    );
  }
  if (listLength(na.preferredDuringSchedulingIgnoredDuringExecution) > 0) {
    allErrs = push(
      allErrs,
      ...(ValidatePreferredSchedulingTerms(
        na.preferredDuringSchedulingIgnoredDuringExecution,
        Path_Child(fldPath, 'preferredDuringSchedulingIgnoredDuringExecution'),
      ) ?? []),
    );
  }
  return allErrs;
}

function validateNodeAffinityMutation(nodeAffinityPath, newNodeAffinity, oldNodeAffinity) {
  let allErrs = undefined;
  if (oldNodeAffinity == null || oldNodeAffinity.requiredDuringSchedulingIgnoredDuringExecution == null) {
    return allErrs;
  }
  let oldTerms = oldNodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms;
  let newTerms = undefined;
  if (newNodeAffinity != null && newNodeAffinity.requiredDuringSchedulingIgnoredDuringExecution != null) {
    newTerms = newNodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms;
  }
  if (listLength(oldTerms) > 0 && listLength(oldTerms) !== listLength(newTerms)) {
    return [
      ...(allErrs ?? []),
      field_Invalid(
        Path_Child(
          Path_Child(nodeAffinityPath, 'requiredDuringSchedulingIgnoredDuringExecution'),
          'nodeSelectorTerms',
        ),
        newTerms,
        'no additions/deletions to non-empty NodeSelectorTerms list are allowed',
      ),
    ];
  }
  {
    const list1 = oldTerms ?? [];
    for (let i = 0; i < list1.length; i++) {
      if (!validateNodeSelectorTermHasOnlyAdditions(newTerms[i], oldTerms[i])) {
        allErrs = push(
          allErrs,
          field_Invalid(
            Path_Index(
              Path_Child(
                Path_Child(nodeAffinityPath, 'requiredDuringSchedulingIgnoredDuringExecution'),
                'nodeSelectorTerms',
              ),
              i,
            ),
            newTerms[i],
            'only additions are allowed (no mutations or deletions)',
          ),
        );
      }
    }
  }
  return allErrs;
}

function validateNodeAllocatableMappedResources(mapping, fldPath) {
  let allErrs = [];
  {
    const list1 = mapping ?? [];
    for (let i = 0; i < list1.length; i++) {
      let item = list1[i];
      let itemPath = Path_Index(fldPath, i);
      if (!IsNodeAllocatableResourceName(item.name ?? '')) {
        allErrs = push(
          allErrs,
          field_Invalid(
            Path_Child(itemPath, 'name'),
            item.name ?? '',
            'must be a node allocatable resource name',
          ),
        );
      }
      if (item.quantity != null && Quantity_Cmp(item.quantity, '0') < 0) {
        allErrs = push(
          allErrs,
          field_Invalid(
            Path_Child(itemPath, 'quantity'),
            Quantity_String(item.quantity),
            'must be non-negative',
          ),
        );
      }
    }
  }
  return allErrs;
}

function validateNodeAllocatableOverheadResources(overhead, fldPath) {
  let allErrs = [];
  {
    const list1 = overhead ?? [];
    for (let i = 0; i < list1.length; i++) {
      let item = list1[i];
      let itemPath = Path_Index(fldPath, i);
      if (!IsNodeAllocatableResourceName(item.name ?? '')) {
        allErrs = push(
          allErrs,
          field_Invalid(
            Path_Child(itemPath, 'name'),
            item.name ?? '',
            'must be a node allocatable resource name',
          ),
        );
      }
      if (item.perPod == null && item.perContainer == null) {
        allErrs = push(
          allErrs,
          field_Invalid(itemPath, '', 'at least one of perPod or perContainer must be set'),
        );
      } else {
        if (item.perPod != null && Quantity_Cmp(item.perPod, '0') < 0) {
          allErrs = push(
            allErrs,
            field_Invalid(
              Path_Child(itemPath, 'perPod'),
              Quantity_String(item.perPod),
              'must be non-negative',
            ),
          );
        }
        if (item.perContainer != null && Quantity_Cmp(item.perContainer, '0') < 0) {
          allErrs = push(
            allErrs,
            field_Invalid(
              Path_Child(itemPath, 'perContainer'),
              Quantity_String(item.perContainer),
              'must be non-negative',
            ),
          );
        }
      }
    }
  }
  return allErrs;
}

function validateNodeAllocatableResourceClaimStatus(podStatus, podSpec, fldPath) {
  let allErrs = [];
  if (listLength(podStatus.nodeAllocatableResourceClaimStatuses) === 0) {
    return allErrs;
  }
  {
    const list1 = podStatus.nodeAllocatableResourceClaimStatuses ?? [];
    for (let i = 0; i < list1.length; i++) {
      let nodeAllocatableStatus = list1[i];
      let statusFldPath = Path_Index(fldPath, i);
      if ((nodeAllocatableStatus.resourceClaimName ?? '') === '') {
        continue;
      }
      let found = false;
      for (let claimRef of podSpec.resourceClaims ?? []) {
        if (
          claimRef.resourceClaimName != null &&
          claimRef.resourceClaimName === (nodeAllocatableStatus.resourceClaimName ?? '')
        ) {
          found = true;
          break;
        }
      }
      if (!found) {
        for (let claimRef2 of podStatus.resourceClaimStatuses ?? []) {
          if (
            claimRef2.resourceClaimName != null &&
            claimRef2.resourceClaimName === (nodeAllocatableStatus.resourceClaimName ?? '')
          ) {
            found = true;
            break;
          }
        }
      }
      if (!found) {
        allErrs = push(
          allErrs,
          field_Invalid(
            Path_Child(statusFldPath, 'resourceClaimName'),
            nodeAllocatableStatus.resourceClaimName ?? '',
            'no mapping found in pod reference',
          ),
        );
      }
      if (listLength(nodeAllocatableStatus.mapping) > 0) {
        allErrs = push(
          allErrs,
          ...(validateNodeAllocatableMappedResources(
            nodeAllocatableStatus.mapping,
            Path_Child(statusFldPath, 'mapping'),
          ) ?? []),
        );
      }
      if (listLength(nodeAllocatableStatus.overhead) > 0) {
        allErrs = push(
          allErrs,
          ...(validateNodeAllocatableOverheadResources(
            nodeAllocatableStatus.overhead,
            Path_Child(statusFldPath, 'overhead'),
          ) ?? []),
        );
      }
    }
  }
  return allErrs;
}

function validateNodeInclusionPolicy(fldPath, policy) {
  if (policy == null) {
    return undefined;
  }
  if (!Set_Has(supportedPodTopologySpreadNodePolicies(), policy)) {
    return field_NotSupported(fldPath, policy, sets_List(supportedPodTopologySpreadNodePolicies()));
  }
  return undefined;
}

function validateNodeSelectorMutation(fldPath, newNodeSelector, oldNodeSelector) {
  let allErrs = undefined;
  for (let [k, v1] of mapEntries(oldNodeSelector)) {
    {
      const r1 = mapFind(newNodeSelector, k, '');
      let v2 = r1[0];
      let ok = r1[1];
      if (!ok || v1 !== v2) {
        allErrs = push(
          allErrs,
          field_Invalid(
            fldPath,
            newNodeSelector,
            'only additions to spec.nodeSelector are allowed (no mutations or deletions)',
          ),
        );
        return allErrs;
      }
    }
  }
  return allErrs;
}

function validateNodeSelectorTermHasOnlyAdditions(newTerm, oldTerm) {
  if (listLength(oldTerm.matchExpressions) === 0 && listLength(oldTerm.matchFields) === 0) {
    if (listLength(newTerm.matchExpressions) > 0 || listLength(newTerm.matchFields) > 0) {
      return false;
    }
  }
  {
    let l = listLength(oldTerm.matchExpressions);
    if (l > 0) {
      if (listLength(newTerm.matchExpressions) < l) {
        return false;
      }
      if (
        !Equalities_DeepEqual(
          equality_Semantic.Equalities,
          (newTerm.matchExpressions ?? []).slice(0, l),
          oldTerm.matchExpressions,
        )
      ) {
        return false;
      }
    }
  }
  {
    let l2 = listLength(oldTerm.matchFields);
    if (l2 > 0) {
      if (listLength(newTerm.matchFields) < l2) {
        return false;
      }
      if (
        !Equalities_DeepEqual(
          equality_Semantic.Equalities,
          (newTerm.matchFields ?? []).slice(0, l2),
          oldTerm.matchFields,
        )
      ) {
        return false;
      }
    }
  }
  return true;
}

function validateOS(podSpec, fldPath, opts) {
  let allErrs = [];
  let os = podSpec.os;
  if (os == null) {
    return allErrs;
  }
  if (textLength(os.name ?? '') === 0) {
    return [...(allErrs ?? []), field_Required(Path_Child(fldPath, 'name'), '')];
  }
  if (!Set_Has(validOS(), os.name ?? '')) {
    allErrs = push(allErrs, field_NotSupported(fldPath, os.name ?? '', sets_List(validOS())));
  }
  return allErrs;
}

function validateObjectFieldSelector(fs, expressions, fldPath) {
  let allErrs = [];
  if (textLength(fs.apiVersion ?? '') === 0) {
    allErrs = push(allErrs, field_Required(Path_Child(fldPath, 'apiVersion'), ''));
    return allErrs;
  }
  if (textLength(fs.fieldPath ?? '') === 0) {
    allErrs = push(allErrs, field_Required(Path_Child(fldPath, 'fieldPath'), ''));
    return allErrs;
  }
  const r1 = ConvertDownwardAPIFieldLabel(fs.apiVersion ?? '', fs.fieldPath ?? '', '');
  let internalFieldPath = r1[0];
  let err = r1[2];
  if (err != null) {
    allErrs = push(
      allErrs,
      field_Invalid(
        Path_Child(fldPath, 'fieldPath'),
        fs.fieldPath ?? '',
        fmt_Sprintf('error converting fieldPath: %v', err),
      ),
    );
    return allErrs;
  }
  {
    const r2 = SplitMaybeSubscriptedPath(internalFieldPath);
    let path = r2[0];
    let subscript = r2[1];
    let ok = r2[2];
    if (ok) {
      {
        const tag3 = path;
        switch (tag3) {
          case 'metadata.annotations': {
            allErrs = push(allErrs, ...(ValidateQualifiedName(strings_ToLower(subscript), fldPath) ?? []));
            break;
          }
          case 'metadata.labels': {
            allErrs = push(allErrs, ...(ValidateQualifiedName(subscript, fldPath) ?? []));
            break;
          }
          default: {
            allErrs = push(allErrs, field_Invalid(fldPath, path, 'does not support subscript'));
            break;
          }
        }
      }
    } else {
      if (!Set_Has(expressions, path)) {
        allErrs = push(
          allErrs,
          field_NotSupported(Path_Child(fldPath, 'fieldPath'), path, sets_List(expressions)),
        );
        return allErrs;
      }
    }
  }
  return allErrs;
}

function validateObjectMetaAccessorWithOptsCommon(meta, isNamespaced, fldPath, _1) {
  let allErrs = undefined;
  if (isNamespaced) {
    if (textLength(Object_GetNamespace(meta)) === 0) {
      allErrs = push(allErrs, field_Required(Path_Child(fldPath, 'namespace'), ''));
    } else {
      for (let msg of api_validation_ValidateNamespaceName()(Object_GetNamespace(meta), false) ?? []) {
        allErrs = push(
          allErrs,
          field_Invalid(Path_Child(fldPath, 'namespace'), Object_GetNamespace(meta), msg),
        );
      }
    }
  } else {
    if (textLength(Object_GetNamespace(meta)) !== 0) {
      allErrs = push(allErrs, field_Forbidden(Path_Child(fldPath, 'namespace'), 'not allowed on this type'));
    }
  }
  allErrs = push(
    allErrs,
    ...(ErrorList_MarkCoveredByDeclarative(
      api_validation_ValidateNonnegativeField(Object_GetGeneration(meta), Path_Child(fldPath, 'generation')),
    ) ?? []),
  );
  allErrs = push(allErrs, ...(ValidateLabels(Object_GetLabels(meta), Path_Child(fldPath, 'labels')) ?? []));
  allErrs = push(
    allErrs,
    ...(api_validation_ValidateAnnotations(Object_GetAnnotations(meta), Path_Child(fldPath, 'annotations')) ??
      []),
  );
  allErrs = push(
    allErrs,
    ...(ValidateOwnerReferences(Object_GetOwnerReferences(meta), Path_Child(fldPath, 'ownerReferences')) ??
      []),
  );
  allErrs = push(
    allErrs,
    ...(ValidateFinalizers(Object_GetFinalizers(meta), Path_Child(fldPath, 'finalizers')) ?? []),
  );
  allErrs = push(
    allErrs,
    ...(ValidateManagedFields(Object_GetManagedFields(meta), Path_Child(fldPath, 'managedFields'), 1) ?? []),
  );
  return allErrs;
}

function validateObjectSource(src, fldPath, opts) {
  let allErrs = [];
  allErrs = push(
    allErrs,
    ...(ValidateCrossVersionObjectReference(
      src.describedObject ?? Z,
      Path_Child(fldPath, 'describedObject'),
      opts,
    ) ?? []),
  );
  allErrs = push(
    allErrs,
    ...(validateMetricIdentifier(src.metric ?? Z, Path_Child(fldPath, 'metric')) ?? []),
  );
  allErrs = push(allErrs, ...(validateMetricTarget(src.target ?? Z, Path_Child(fldPath, 'target')) ?? []));
  if ((src.target ?? Z).value == null && (src.target ?? Z).averageValue == null) {
    allErrs = push(
      allErrs,
      field_Required(
        Path_Child(Path_Child(fldPath, 'target'), 'averageValue'),
        'must set either a target value or averageValue',
      ),
    );
  }
  return allErrs;
}

function validateOnlyAddedTolerations(newTolerations, oldTolerations, fldPath, opts) {
  let allErrs = [];
  for (let old of oldTolerations ?? []) {
    let found = false;
    let oldTolerationClone = deepCopy(old);
    for (let newToleration of newTolerations ?? []) {
      setField(oldTolerationClone, 'tolerationSeconds', newToleration.tolerationSeconds);
      if (reflect_DeepEqual(oldTolerationClone, newToleration)) {
        found = true;
        break;
      }
    }
    if (!found) {
      allErrs = push(
        allErrs,
        field_Forbidden(fldPath, 'existing toleration can not be modified except its tolerationSeconds'),
      );
      return allErrs;
    }
  }
  allErrs = push(allErrs, ...(ValidateTolerations(newTolerations, fldPath, opts, 0) ?? []));
  return allErrs;
}

function validateOnlyDeletedSchedulingGates(newGates, oldGates, fldPath) {
  let allErrs = [];
  if (listLength(newGates) === 0) {
    return allErrs;
  }
  let additionalGates = mapOf([]);
  {
    const list1 = newGates ?? [];
    for (let i = 0; i < list1.length; i++) {
      let newGate = list1[i];
      mapSet(additionalGates, newGate.name ?? '', i);
    }
  }
  for (let oldGate of oldGates ?? []) {
    mapDelete(additionalGates, oldGate.name ?? '');
  }
  for (let [gate, i2] of mapEntries(additionalGates)) {
    allErrs = push(
      allErrs,
      field_Forbidden(
        Path_Child(Path_Index(fldPath, i2), 'name'),
        fmt_Sprintf("only deletion is allowed, but found new scheduling gate '%s'", gate),
      ),
    );
  }
  return allErrs;
}

function validateOverhead(overhead, fldPath, opts) {
  return ValidateContainerResourceRequirements({ limits: overhead }, undefined, fldPath, opts);
}

function validateOwnerReference(ownerReference, fldPath) {
  let allErrs = [];
  const r1 = ParseGroupVersion(ownerReference.apiVersion ?? '');
  let gv = r1[0];
  let err = r1[1];
  if (textLength(ownerReference.apiVersion ?? '') === 0) {
    allErrs = push(
      allErrs,
      Error_MarkCoveredByDeclarative(field_Required(Path_Child(fldPath, 'apiVersion'), 'must not be empty')),
    );
  } else {
    if (err != null || textLength(gv.Version ?? '') === 0) {
      allErrs = push(
        allErrs,
        field_Invalid(
          Path_Child(fldPath, 'apiVersion'),
          ownerReference.apiVersion ?? '',
          'must be <group>/<version> or <version>',
        ),
      );
    }
  }
  if (textLength(ownerReference.kind ?? '') === 0) {
    allErrs = push(
      allErrs,
      Error_MarkCoveredByDeclarative(field_Required(Path_Child(fldPath, 'kind'), 'must not be empty')),
    );
  }
  if (textLength(ownerReference.name ?? '') === 0) {
    allErrs = push(
      allErrs,
      Error_MarkCoveredByDeclarative(field_Required(Path_Child(fldPath, 'name'), 'must not be empty')),
    );
  }
  if (textLength(ownerReference.uid ?? '') === 0) {
    allErrs = push(
      allErrs,
      Error_MarkCoveredByDeclarative(field_Required(Path_Child(fldPath, 'uid'), 'must not be empty')),
    );
  }
  let gvk = GroupVersion_WithKind(gv, ownerReference.kind ?? '');
  {
    const r2 = keyedFind(BannedOwners(), gvk, {});
    let ok = r2[1];
    if (ok) {
      allErrs = push(
        allErrs,
        field_Invalid(fldPath, ownerReference, fmt_Sprintf('%s is disallowed from being an owner', gvk)),
      );
    }
  }
  return allErrs;
}

function validatePathNoBacksteps(targetPath, fldPath) {
  let allErrs = [];
  let parts = strings_Split(filepath_ToSlash(targetPath), '/');
  for (let item of parts ?? []) {
    if (item === '..') {
      allErrs = push(allErrs, field_Invalid(fldPath, targetPath, "must not contain '..'"));
      break;
    }
  }
  return allErrs;
}

function validatePersistentClaimVolumeSource(claim, fldPath) {
  let allErrs = [];
  if (textLength(claim.claimName ?? '') === 0) {
    allErrs = push(allErrs, field_Required(Path_Child(fldPath, 'claimName'), ''));
  }
  return allErrs;
}

function validatePersistentVolumeClaimResourceKey(value, fldPath) {
  let allErrs = [];
  for (let msg of IsQualifiedName()(value) ?? []) {
    allErrs = push(allErrs, field_Invalid(fldPath, value, msg));
  }
  if (listLength(allErrs) !== 0) {
    return allErrs;
  }
  if (IsNativeResource(value)) {
    if (value !== 'storage') {
      return [...(allErrs ?? []), field_NotSupported(fldPath, value, ['storage'])];
    }
  }
  return allErrs;
}

function validatePhotonPersistentDiskVolumeSource(cd, fldPath) {
  let allErrs = [];
  if (textLength(cd.pdID ?? '') === 0) {
    allErrs = push(allErrs, field_Required(Path_Child(fldPath, 'pdID'), ''));
  }
  return allErrs;
}

function validatePodAffinity(podAffinity, allowInvalidLabelValueInSelector, fldPath) {
  let allErrs = [];
  if (podAffinity.requiredDuringSchedulingIgnoredDuringExecution != null) {
    allErrs = push(
      allErrs,
      ...(validatePodAffinityTerms(
        podAffinity.requiredDuringSchedulingIgnoredDuringExecution,
        allowInvalidLabelValueInSelector,
        Path_Child(fldPath, 'requiredDuringSchedulingIgnoredDuringExecution'),
      ) ?? []),
    );
  }
  if (podAffinity.preferredDuringSchedulingIgnoredDuringExecution != null) {
    allErrs = push(
      allErrs,
      ...(validateWeightedPodAffinityTerms(
        podAffinity.preferredDuringSchedulingIgnoredDuringExecution,
        allowInvalidLabelValueInSelector,
        Path_Child(fldPath, 'preferredDuringSchedulingIgnoredDuringExecution'),
      ) ?? []),
    );
  }
  return allErrs;
}

function validatePodAffinityTerm(podAffinityTerm, allowInvalidLabelValueInSelector, fldPath) {
  let allErrs = [];
  allErrs = push(
    allErrs,
    ...(ValidatePodAffinityTermSelector(podAffinityTerm, allowInvalidLabelValueInSelector, fldPath) ?? []),
  );
  for (let name of podAffinityTerm.namespaces ?? []) {
    for (let msg of ValidateNamespaceName()(name, false) ?? []) {
      allErrs = push(allErrs, field_Invalid(Path_Child(fldPath, 'namespace'), name, msg));
    }
  }
  allErrs = push(
    allErrs,
    ...(ValidateMatchLabelKeysAndMismatchLabelKeys(
      fldPath,
      podAffinityTerm.matchLabelKeys,
      podAffinityTerm.mismatchLabelKeys,
      podAffinityTerm.labelSelector,
    ) ?? []),
  );
  if (textLength(podAffinityTerm.topologyKey ?? '') === 0) {
    allErrs = push(allErrs, field_Required(Path_Child(fldPath, 'topologyKey'), 'can not be empty'));
  }
  return [
    ...(allErrs ?? []),
    ...(ValidateLabelName(podAffinityTerm.topologyKey ?? '', Path_Child(fldPath, 'topologyKey')) ?? []),
  ];
}

function validatePodAffinityTerms(podAffinityTerms, allowInvalidLabelValueInSelector, fldPath) {
  let allErrs = [];
  {
    const list1 = podAffinityTerms ?? [];
    for (let i = 0; i < list1.length; i++) {
      let podAffinityTerm = list1[i];
      allErrs = push(
        allErrs,
        ...(validatePodAffinityTerm(
          podAffinityTerm,
          allowInvalidLabelValueInSelector,
          Path_Index(fldPath, i),
        ) ?? []),
      );
    }
  }
  return allErrs;
}

function validatePodAntiAffinity(podAntiAffinity, allowInvalidLabelValueInSelector, fldPath) {
  let allErrs = [];
  if (podAntiAffinity.requiredDuringSchedulingIgnoredDuringExecution != null) {
    allErrs = push(
      allErrs,
      ...(validatePodAffinityTerms(
        podAntiAffinity.requiredDuringSchedulingIgnoredDuringExecution,
        allowInvalidLabelValueInSelector,
        Path_Child(fldPath, 'requiredDuringSchedulingIgnoredDuringExecution'),
      ) ?? []),
    );
  }
  if (podAntiAffinity.preferredDuringSchedulingIgnoredDuringExecution != null) {
    allErrs = push(
      allErrs,
      ...(validateWeightedPodAffinityTerms(
        podAntiAffinity.preferredDuringSchedulingIgnoredDuringExecution,
        allowInvalidLabelValueInSelector,
        Path_Child(fldPath, 'preferredDuringSchedulingIgnoredDuringExecution'),
      ) ?? []),
    );
  }
  return allErrs;
}

function validatePodConditions(conditions, fldPath) {
  let allErrs = [];
  let systemConditions = sets_New('PodScheduled', 'Ready', 'Initialized');
  {
    const list1 = conditions ?? [];
    for (let i = 0; i < list1.length; i++) {
      let condition = list1[i];
      if (toNumber(condition.observedGeneration) < 0) {
        allErrs = push(
          allErrs,
          field_Invalid(
            Path_Child(Path_Index(fldPath, i), 'observedGeneration'),
            toNumber(condition.observedGeneration),
            'must be a non-negative integer',
          ),
        );
      }
      if (Set_Has(systemConditions, condition.type ?? '')) {
        continue;
      }
      allErrs = push(
        allErrs,
        ...(ValidateQualifiedName(condition.type ?? '', Path_Child(Path_Index(fldPath, i), 'Type')) ?? []),
      );
    }
  }
  return allErrs;
}

function validatePodDNSConfig(dnsConfig, dnsPolicy, fldPath, opts) {
  let allErrs = [];
  if (dnsPolicy != null && dnsPolicy === 'None') {
    if (dnsConfig == null) {
      return [
        ...(allErrs ?? []),
        field_Required(fldPath, fmt_Sprintf('must provide `dnsConfig` when `dnsPolicy` is %s', 'None')),
      ];
    }
    if (listLength(dnsConfig.nameservers) === 0) {
      return [
        ...(allErrs ?? []),
        field_Required(
          Path_Child(fldPath, 'nameservers'),
          fmt_Sprintf('must provide at least one DNS nameserver when `dnsPolicy` is %s', 'None'),
        ),
      ];
    }
  }
  if (dnsConfig != null) {
    if (listLength(dnsConfig.nameservers) > 3) {
      allErrs = push(
        allErrs,
        field_Invalid(
          Path_Child(fldPath, 'nameservers'),
          dnsConfig.nameservers,
          fmt_Sprintf('must not have more than %v nameservers', 3),
        ),
      );
    }
    {
      const list1 = dnsConfig.nameservers ?? [];
      for (let i = 0; i < list1.length; i++) {
        let ns = list1[i];
        allErrs = push(
          allErrs,
          ...(IsValidIPForLegacyField(Path_Index(Path_Child(fldPath, 'nameservers'), i), ns, undefined) ??
            []),
        );
      }
    }
    if (listLength(dnsConfig.searches) > 32) {
      allErrs = push(
        allErrs,
        field_Invalid(
          Path_Child(fldPath, 'searches'),
          dnsConfig.searches,
          fmt_Sprintf('must not have more than %v search paths', 32),
        ),
      );
    }
    if (textLength(strings_Join(dnsConfig.searches, ' ')) > 2048) {
      allErrs = push(
        allErrs,
        field_Invalid(
          Path_Child(fldPath, 'searches'),
          dnsConfig.searches,
          fmt_Sprintf('must not have more than %v characters (including spaces) in the search list', 2048),
        ),
      );
    }
    {
      const list2 = dnsConfig.searches ?? [];
      for (let i2 = 0; i2 < list2.length; i2++) {
        let search = list2[i2];
        if (search !== '.') {
          search = strings_TrimSuffix(search, '.');
          allErrs = push(
            allErrs,
            ...(ValidateDNS1123SubdomainWithUnderScore(
              search,
              Path_Index(Path_Child(fldPath, 'searches'), i2),
            ) ?? []),
          );
        }
      }
    }
    {
      const list3 = dnsConfig.options ?? [];
      for (let i3 = 0; i3 < list3.length; i3++) {
        let option = list3[i3];
        if (textLength(option.name ?? '') === 0) {
          allErrs = push(
            allErrs,
            field_Required(Path_Index(Path_Child(fldPath, 'options'), i3), 'must not be empty'),
          );
        }
      }
    }
  }
  return allErrs;
}

function validatePodExtendedResourceClaimStatus(status, spec, fldPath) {
  if (status == null) {
    return undefined;
  }
  let containers = mapOf([]);
  for (let c of spec.initContainers ?? []) {
    mapSet(containers, c.name ?? '', c);
  }
  for (let c2 of spec.containers ?? []) {
    mapSet(containers, c2.name ?? '', c2);
  }
  let allErrs = undefined;
  let rmFldPath = Path_Child(fldPath, 'requestMappings');
  if (listLength(status.requestMappings) === 0) {
    allErrs = push(allErrs, field_Required(rmFldPath, 'at least one request mapping is required'));
  }
  let seen = keyedOf([]);
  {
    const list1 = status.requestMappings ?? [];
    for (let i = 0; i < list1.length; i++) {
      let rm = list1[i];
      let idxPath = Path_Index(rmFldPath, i);
      const r2 = mapFind(containers, rm.containerName ?? '', undefined);
      let c3 = r2[0];
      let ok = r2[1];
      if (ok) {
        {
          const r3 = mapFind((c3.resources ?? Z).requests, rm.resourceName ?? '', '0');
          let ok2 = r3[1];
          if (!ok2) {
            allErrs = push(
              allErrs,
              field_Invalid(
                Path_Child(idxPath, 'resourceName'),
                rm.resourceName ?? '',
                'must match the extended resource name of an entry in spec.initContainers.resources.requests or spec.containers.resources.requests',
              ),
            );
          }
        }
      } else {
        allErrs = push(
          allErrs,
          field_Invalid(
            Path_Child(idxPath, 'containerName'),
            rm.containerName ?? '',
            'must match the name of an entry in spec.initContainers.name or spec.containers.name',
          ),
        );
      }
      allErrs = push(
        allErrs,
        ...(ValidateDNS1123Label(rm.requestName ?? '', Path_Child(fldPath, 'requestName')) ?? []),
      );
      let k = {
        container: rm.containerName ?? '',
        resource: rm.resourceName ?? '',
        request: rm.requestName ?? '',
      };
      {
        const r4 = keyedFind(seen, k, {});
        let ok3 = r4[1];
        if (ok3) {
          allErrs = push(
            allErrs,
            field_Duplicate(Path_Child(idxPath, 'containerName'), rm.containerName ?? ''),
          );
          allErrs = push(
            allErrs,
            field_Duplicate(Path_Child(idxPath, 'resourceName'), rm.resourceName ?? ''),
          );
          allErrs = push(allErrs, field_Duplicate(Path_Child(idxPath, 'requestName'), rm.requestName ?? ''));
        }
      }
      keyedSet(seen, k, {});
    }
  }
  if (textLength(status.resourceClaimName ?? '') === 0) {
    allErrs = push(allErrs, field_Required(Path_Child(fldPath, 'resourceClaimName'), ''));
  } else {
    for (let detail of ValidateResourceClaimName()(status.resourceClaimName ?? '', false) ?? []) {
      allErrs = push(
        allErrs,
        field_Invalid(Path_Child(fldPath, 'resourceClaimName'), status.resourceClaimName ?? '', detail),
      );
    }
  }
  return allErrs;
}

function validatePodFailurePolicy(spec, fldPath) {
  let allErrs = undefined;
  let rulesPath = Path_Child(fldPath, 'rules');
  if (listLength(spec.podFailurePolicy.rules) > 20) {
    allErrs = push(allErrs, field_TooMany(rulesPath, listLength(spec.podFailurePolicy.rules), 20));
  }
  let containerNames = sets_NewString();
  for (let containerSpec of ((spec.template ?? Z).spec ?? Z).containers ?? []) {
    String_Insert(containerNames, containerSpec.name ?? '');
  }
  for (let containerSpec2 of ((spec.template ?? Z).spec ?? Z).initContainers ?? []) {
    String_Insert(containerNames, containerSpec2.name ?? '');
  }
  {
    const list1 = spec.podFailurePolicy.rules ?? [];
    for (let i = 0; i < list1.length; i++) {
      let rule = list1[i];
      allErrs = push(
        allErrs,
        ...(validatePodFailurePolicyRule(spec, rule, Path_Index(rulesPath, i), containerNames) ?? []),
      );
    }
  }
  return allErrs;
}

function validatePodFailurePolicyRule(spec, rule, rulePath, containerNames) {
  let allErrs = undefined;
  let actionPath = Path_Child(rulePath, 'action');
  if ((rule.action ?? '') === '') {
    allErrs = push(
      allErrs,
      field_Required(
        actionPath,
        fmt_Sprintf('valid values: %q', sets_List(supportedPodFailurePolicyActions())),
      ),
    );
  } else {
    if ((rule.action ?? '') === 'FailIndex') {
      if (spec.backoffLimitPerIndex == null) {
        allErrs = push(
          allErrs,
          field_Invalid(actionPath, rule.action ?? '', 'requires the backoffLimitPerIndex to be set'),
        );
      }
    } else {
      if (!Set_Has(supportedPodFailurePolicyActions(), rule.action ?? '')) {
        allErrs = push(
          allErrs,
          field_NotSupported(actionPath, rule.action ?? '', sets_List(supportedPodFailurePolicyActions())),
        );
      }
    }
  }
  if (rule.onExitCodes != null) {
    allErrs = push(
      allErrs,
      ...(validatePodFailurePolicyRuleOnExitCodes(
        rule.onExitCodes,
        Path_Child(rulePath, 'onExitCodes'),
        containerNames,
      ) ?? []),
    );
  }
  if (listLength(rule.onPodConditions) > 0) {
    allErrs = push(
      allErrs,
      ...(validatePodFailurePolicyRuleOnPodConditions(
        rule.onPodConditions,
        Path_Child(rulePath, 'onPodConditions'),
      ) ?? []),
    );
  }
  if (rule.onExitCodes != null && listLength(rule.onPodConditions) > 0) {
    allErrs = push(
      allErrs,
      field_Invalid(rulePath, {}, 'specifying both OnExitCodes and OnPodConditions is not supported'),
    );
  }
  if (rule.onExitCodes == null && listLength(rule.onPodConditions) === 0) {
    allErrs = push(
      allErrs,
      field_Invalid(rulePath, {}, 'specifying one of OnExitCodes and OnPodConditions is required'),
    );
  }
  return allErrs;
}

function validatePodFailurePolicyRuleOnExitCodes(onExitCode, onExitCodesPath, containerNames) {
  let allErrs = undefined;
  let operatorPath = Path_Child(onExitCodesPath, 'operator');
  if ((onExitCode.operator ?? '') === '') {
    allErrs = push(
      allErrs,
      field_Required(
        operatorPath,
        fmt_Sprintf('valid values: %q', sets_List(supportedPodFailurePolicyOnExitCodesOperator())),
      ),
    );
  } else {
    if (!Set_Has(supportedPodFailurePolicyOnExitCodesOperator(), onExitCode.operator ?? '')) {
      allErrs = push(
        allErrs,
        field_NotSupported(
          operatorPath,
          onExitCode.operator ?? '',
          sets_List(supportedPodFailurePolicyOnExitCodesOperator()),
        ),
      );
    }
  }
  if (onExitCode.containerName != null && !String_Has(containerNames, onExitCode.containerName)) {
    allErrs = push(
      allErrs,
      field_Invalid(
        Path_Child(onExitCodesPath, 'containerName'),
        onExitCode.containerName,
        'must be one of the container or initContainer names in the pod template',
      ),
    );
  }
  let valuesPath = Path_Child(onExitCodesPath, 'values');
  if (listLength(onExitCode.values) === 0) {
    allErrs = push(allErrs, field_Invalid(valuesPath, onExitCode.values, 'at least one value is required'));
  } else {
    if (listLength(onExitCode.values) > 255) {
      allErrs = push(allErrs, field_TooMany(valuesPath, listLength(onExitCode.values), 255));
    }
  }
  let isOrdered = true;
  let uniqueValues = sets_NewInt32();
  {
    const list1 = onExitCode.values ?? [];
    for (let j = 0; j < list1.length; j++) {
      let exitCodeValue = list1[j];
      let valuePath = Path_Index(valuesPath, j);
      if ((onExitCode.operator ?? '') === 'In' && exitCodeValue === 0) {
        allErrs = push(allErrs, field_Invalid(valuePath, exitCodeValue, 'must not be 0 for the In operator'));
      }
      if (Int32_Has(uniqueValues, exitCodeValue)) {
        allErrs = push(allErrs, field_Duplicate(valuePath, exitCodeValue));
      } else {
        Int32_Insert(uniqueValues, exitCodeValue);
      }
      if (j > 0 && onExitCode.values[j - 1] > exitCodeValue) {
        isOrdered = false;
      }
    }
  }
  if (!isOrdered) {
    allErrs = push(allErrs, field_Invalid(valuesPath, onExitCode.values, 'must be ordered'));
  }
  return allErrs;
}

function validatePodFailurePolicyRuleOnPodConditions(onPodConditions, onPodConditionsPath) {
  let allErrs = undefined;
  if (listLength(onPodConditions) > 20) {
    allErrs = push(allErrs, field_TooMany(onPodConditionsPath, listLength(onPodConditions), 20));
  }
  {
    const list1 = onPodConditions ?? [];
    for (let j = 0; j < list1.length; j++) {
      let pattern = list1[j];
      let patternPath = Path_Index(onPodConditionsPath, j);
      let statusPath = Path_Child(patternPath, 'status');
      allErrs = push(
        allErrs,
        ...(ValidateQualifiedName(pattern.type ?? '', Path_Child(patternPath, 'type')) ?? []),
      );
      if ((pattern.status ?? '') === '') {
        allErrs = push(
          allErrs,
          field_Required(
            statusPath,
            fmt_Sprintf('valid values: %q', sets_List(supportedPodFailurePolicyOnPodConditionsStatus())),
          ),
        );
      } else {
        if (!Set_Has(supportedPodFailurePolicyOnPodConditionsStatus(), pattern.status ?? '')) {
          allErrs = push(
            allErrs,
            field_NotSupported(
              statusPath,
              pattern.status ?? '',
              sets_List(supportedPodFailurePolicyOnPodConditionsStatus()),
            ),
          );
        }
      }
    }
  }
  return allErrs;
}

function validatePodHostName(spec, fldPath) {
  let allErrs = [];
  if (spec.hostnameOverride == null) {
    return allErrs;
  }
  if (spec.setHostnameAsFQDN != null && spec.setHostnameAsFQDN) {
    allErrs = push(
      allErrs,
      field_Forbidden(
        Path_Child(fldPath, 'hostnameOverride'),
        'may not be specified when setHostnameAsFQDN is true',
      ),
    );
  }
  if (spec.hostNetwork ?? false) {
    allErrs = push(
      allErrs,
      field_Forbidden(
        Path_Child(fldPath, 'hostnameOverride'),
        'may not be specified when hostNetwork is true',
      ),
    );
  }
  if (textLength(spec.hostnameOverride) > 64) {
    allErrs = push(allErrs, field_TooLong(Path_Child(fldPath, 'hostnameOverride'), '', 64));
  }
  allErrs = push(
    allErrs,
    ...(ValidateDNS1123Subdomain(spec.hostnameOverride, Path_Child(fldPath, 'hostnameOverride')) ?? []),
  );
  return allErrs;
}

function validatePodHostNetworkDeps(spec, fldPath, opts) {
  let hostNetwork = spec.hostNetwork ?? false;
  let allErrors = [];
  if (hostNetwork) {
    let fldPath2 = Path_Child(fldPath, 'containers');
    {
      const list1 = spec.containers ?? [];
      for (let i = 0; i < list1.length; i++) {
        let container = list1[i];
        let portsPath = Path_Child(Path_Index(fldPath2, i), 'ports');
        {
          const list2 = container.ports ?? [];
          for (let i2 = 0; i2 < list2.length; i2++) {
            let port = list2[i2];
            let idxPath = Path_Index(portsPath, i2);
            {
              const v3 = port.hostPort ?? 0;
              const v4 = port.containerPort ?? 0;
              let hp = v3;
              let cp = v4;
              if (((opts.ResourceIsPod ?? false) || hp !== 0) && hp !== cp) {
                allErrors = push(
                  allErrors,
                  field_Invalid(
                    Path_Child(idxPath, 'hostPort'),
                    port.hostPort ?? 0,
                    'must match `containerPort` when `hostNetwork` is true',
                  ),
                );
              }
            }
          }
        }
      }
    }
  }
  return allErrors;
}

function validatePodIPs(pod, oldPod) {
  let allErrs = [];
  let podIPsField = field_NewPath('status', 'podIPs');
  let existingPodIPs = undefined;
  if (oldPod != null) {
    existingPodIPs = Array.from({ length: listLength((oldPod.status ?? Z).podIPs) }, () => '');
    {
      const list1 = (oldPod.status ?? Z).podIPs ?? [];
      for (let i = 0; i < list1.length; i++) {
        let podIP = list1[i];
        existingPodIPs[i] = podIP.ip ?? '';
      }
    }
  }
  {
    const list2 = (pod.status ?? Z).podIPs ?? [];
    for (let i2 = 0; i2 < list2.length; i2++) {
      let podIP2 = list2[i2];
      allErrs = push(
        allErrs,
        ...(IsValidIPForLegacyField(Path_Index(podIPsField, i2), podIP2.ip ?? '', existingPodIPs) ?? []),
      );
    }
  }
  if (listLength((pod.status ?? Z).podIPs) > 1) {
    let podIPs = [];
    for (let podIP3 of (pod.status ?? Z).podIPs ?? []) {
      podIPs = push(podIPs, podIP3.ip ?? '');
    }
    const r3 = IsDualStackIPStrings(podIPs);
    let dualStack = r3[0];
    let err = r3[1];
    if (err != null) {
      allErrs = push(
        allErrs,
        field_InternalError(podIPsField, fmt_Errorf('failed to check for dual stack with error:%v', err)),
      );
    }
    if (!dualStack || listLength(podIPs) > 2) {
      allErrs = push(
        allErrs,
        field_Invalid(
          podIPsField,
          (pod.status ?? Z).podIPs,
          'may specify no more than one IP for each IP family',
        ),
      );
    }
  }
  let hasPodIP = textLength((pod.status ?? Z).podIP ?? '') > 0;
  let hasPodIPs = listLength((pod.status ?? Z).podIPs) > 0;
  switch (true) {
    case hasPodIP !== hasPodIPs: {
      allErrs = push(
        allErrs,
        field_Invalid(
          podIPsField,
          (pod.status ?? Z).podIPs,
          'podIP and podIPs must either both be set or both be unset',
        ),
      );
      break;
    }
    case hasPodIPs && ((pod.status ?? Z).podIP ?? '') !== ((pod.status ?? Z).podIPs[0].ip ?? ''): {
      allErrs = push(
        allErrs,
        field_Invalid(
          Path_Child(Path_Index(podIPsField, 0), 'ip'),
          (pod.status ?? Z).podIPs[0].ip ?? '',
          'must be equal to `podIP`',
        ),
      );
      break;
    }
  }
  return allErrs;
}

function validatePodMetadataAndSpec(pod, opts) {
  let metaPath = field_NewPath('metadata');
  let specPath = field_NewPath('spec');
  let allErrs = ValidateObjectMeta((pod.metadata ??= {}), true, ValidatePodName(), metaPath);
  allErrs = push(
    allErrs,
    ...(ValidatePodSpecificAnnotations(
      (pod.metadata ?? Z).annotations,
      (pod.spec ??= {}),
      Path_Child(metaPath, 'annotations'),
      opts,
    ) ?? []),
  );
  allErrs = push(
    allErrs,
    ...(ValidatePodSpec((pod.spec ??= {}), (pod.metadata ??= {}), specPath, opts) ?? []),
  );
  if (((pod.spec ?? Z).serviceAccountName ?? '') === '') {
    {
      const list1 = (pod.spec ?? Z).volumes ?? [];
      for (let vi = 0; vi < list1.length; vi++) {
        let volume = list1[vi];
        let path = Path_Child(Path_Index(Path_Child(specPath, 'volumes'), vi), 'projected');
        if (volume.projected != null) {
          {
            const list2 = volume.projected.sources ?? [];
            for (let si = 0; si < list2.length; si++) {
              let source = list2[si];
              let saPath = Path_Child(Path_Index(Path_Child(path, 'sources'), si), 'serviceAccountToken');
              if (source.serviceAccountToken != null) {
                allErrs = push(
                  allErrs,
                  field_Forbidden(saPath, 'must not be specified when serviceAccountName is not set'),
                );
              }
            }
          }
        }
      }
    }
  }
  if ((pod.spec ?? Z).terminationGracePeriodSeconds != null) {
    allErrs = push(
      allErrs,
      ...(ValidateNonnegativeField(
        (pod.spec ?? Z).terminationGracePeriodSeconds,
        Path_Child(specPath, 'terminationGracePeriodSeconds'),
      ) ?? []),
    );
  }
  allErrs = push(
    allErrs,
    ...(validateContainersOnlyForPod((pod.spec ?? Z).containers, Path_Child(specPath, 'containers')) ?? []),
  );
  allErrs = push(
    allErrs,
    ...(validateContainersOnlyForPod(
      (pod.spec ?? Z).initContainers,
      Path_Child(specPath, 'initContainers'),
    ) ?? []),
  );
  return allErrs;
}

function validatePodReplacementPolicy(spec, fldPath) {
  let allErrs = undefined;
  if (spec.podReplacementPolicy != null) {
    if (spec.podFailurePolicy != null) {
      if (spec.podReplacementPolicy !== 'Failed') {
        allErrs = push(allErrs, field_NotSupported(fldPath, spec.podReplacementPolicy, ['Failed']));
      }
    } else {
      if (!Set_Has(supportedPodReplacementPolicy(), spec.podReplacementPolicy)) {
        allErrs = push(
          allErrs,
          field_NotSupported(fldPath, spec.podReplacementPolicy, sets_List(supportedPodReplacementPolicy())),
        );
      }
    }
  }
  return allErrs;
}

function validatePodResourceClaim(podMeta, claim, podClaimNames, fldPath) {
  if (podMeta != null) {
    {
      const r1 = mapFind(podMeta.annotations, 'kubernetes.io/config.mirror', '');
      let ok = r1[1];
      if (ok) {
        return [field_Forbidden(field_NewPath(''), 'static pods do not support resource claims')];
      }
    }
  }
  let allErrs = undefined;
  if ((claim.name ?? '') === '') {
    allErrs = push(allErrs, field_Required(Path_Child(fldPath, 'name'), ''));
  } else {
    if (Set_Has(podClaimNames, claim.name ?? '')) {
      allErrs = push(allErrs, field_Duplicate(Path_Child(fldPath, 'name'), claim.name ?? ''));
    } else {
      allErrs = push(allErrs, ...(ValidateDNS1123Label(claim.name ?? '', Path_Child(fldPath, 'name')) ?? []));
      Set_Insert(podClaimNames, claim.name ?? '');
    }
  }
  if (claim.resourceClaimName != null && claim.resourceClaimTemplateName != null) {
    allErrs = push(
      allErrs,
      field_Invalid(
        fldPath,
        claim,
        'at most one of `resourceClaimName` or `resourceClaimTemplateName` may be specified',
      ),
    );
  }
  if (claim.resourceClaimName == null && claim.resourceClaimTemplateName == null) {
    allErrs = push(
      allErrs,
      field_Invalid(fldPath, claim, 'must specify one of: `resourceClaimName`, `resourceClaimTemplateName`'),
    );
  }
  if (claim.resourceClaimName != null) {
    for (let detail of ValidateResourceClaimName()(claim.resourceClaimName, false) ?? []) {
      allErrs = push(
        allErrs,
        field_Invalid(Path_Child(fldPath, 'resourceClaimName'), claim.resourceClaimName, detail),
      );
    }
  }
  if (claim.resourceClaimTemplateName != null) {
    for (let detail2 of ValidateResourceClaimTemplateName()(claim.resourceClaimTemplateName, false) ?? []) {
      allErrs = push(
        allErrs,
        field_Invalid(
          Path_Child(fldPath, 'resourceClaimTemplateName'),
          claim.resourceClaimTemplateName,
          detail2,
        ),
      );
    }
  }
  return allErrs;
}

function validatePodResourceClaimStatuses(statuses, podClaims, fldPath) {
  let allErrs = undefined;
  let claimNames = sets_New();
  {
    const list1 = statuses ?? [];
    for (let i = 0; i < list1.length; i++) {
      let status = list1[i];
      let idxPath = Path_Index(fldPath, i);
      if (!havePodClaim(podClaims, status.name ?? '')) {
        allErrs = push(
          allErrs,
          field_Invalid(
            Path_Child(idxPath, 'name'),
            status.name ?? '',
            'must match the name of an entry in `spec.resourceClaims`',
          ),
        );
      }
      if (Set_Has(claimNames, status.name ?? '')) {
        allErrs = push(allErrs, field_Duplicate(Path_Child(idxPath, 'name'), status.name ?? ''));
      } else {
        Set_Insert(claimNames, status.name ?? '');
      }
      if (status.resourceClaimName != null) {
        for (let detail of ValidateResourceClaimName()(status.resourceClaimName, false) ?? []) {
          allErrs = push(
            allErrs,
            field_Invalid(Path_Child(idxPath, 'resourceClaimName'), status.resourceClaimName, detail),
          );
        }
      }
    }
  }
  return allErrs;
}

function validatePodResourceClaims(podMeta, claims, fldPath) {
  let allErrs = undefined;
  let podClaimNames = sets_New();
  {
    const list1 = claims ?? [];
    for (let i = 0; i < list1.length; i++) {
      let claim = list1[i];
      allErrs = push(
        allErrs,
        ...(validatePodResourceClaim(podMeta, claim, podClaimNames, Path_Index(fldPath, i)) ?? []),
      );
    }
  }
  return allErrs;
}

function validatePodResourceConsistency(spec, fldPath) {
  let allErrs = [];
  let v1PodSpec = {};
  {
    let err = Convert_core_PodSpec_To_v1_PodSpec(spec, v1PodSpec, undefined);
    if (err != null) {
      allErrs = push(
        allErrs,
        field_InternalError(fldPath, fmt_Errorf('invalid %q: %v', fldPath, error_Error(err))),
      );
    }
  }
  let reqPath = Path_Child(fldPath, 'requests');
  let aggrContainerReqs = AggregateContainerRequests({ metadata: {}, status: {}, spec: v1PodSpec }, {});
  for (let [resourceName, ctrReqs] of mapEntries(aggrContainerReqs)) {
    const r1 = mapFind(spec.resources.requests, core_v1_ResourceName_String(resourceName), '0');
    let podSpecRequests = r1[0];
    let exists = r1[1];
    if (!exists) {
      continue;
    }
    let fldPath2 = Path_Key(reqPath, core_v1_ResourceName_String(resourceName));
    if (Quantity_Cmp(ctrReqs, podSpecRequests) > 0) {
      allErrs = push(
        allErrs,
        field_Invalid(
          fldPath2,
          Quantity_String(podSpecRequests),
          fmt_Sprintf(
            'must be greater than or equal to aggregate container requests of %s',
            Quantity_String(ctrReqs),
          ),
        ),
      );
    }
  }
  let aggrContainerLims = AggregateContainerLimits({ metadata: {}, status: {}, spec: v1PodSpec }, {});
  for (let [resourceName2, ctrLims] of mapEntries(aggrContainerLims)) {
    if (!IsHugePageResourceName(resourceName2)) {
      continue;
    }
    const r2 = mapFind(spec.resources.limits, resourceName2, '0');
    let podSpecLimits = r2[0];
    let hasLimit = r2[1];
    if (!hasLimit) {
      continue;
    }
    if (Quantity_Cmp(ctrLims, podSpecLimits) > 0) {
      allErrs = push(
        allErrs,
        field_Invalid(
          Path_Key(Path_Child(fldPath, 'limits'), resourceName2),
          Quantity_String(podSpecLimits),
          fmt_Sprintf(
            'must be greater than or equal to aggregate container limits of %s',
            Quantity_String(ctrLims),
          ),
        ),
      );
    }
  }
  {
    const list3 = spec.containers ?? [];
    for (let i = 0; i < list3.length; i++) {
      let ctr = list3[i];
      for (let [resourceName3, ctrLimit] of mapEntries((ctr.resources ?? Z).limits)) {
        const r4 = mapFind(spec.resources.limits, ResourceName_String(resourceName3), '0');
        let podSpecLimits2 = r4[0];
        let exists2 = r4[1];
        if (!exists2) {
          continue;
        }
        if (Quantity_Cmp(ctrLimit, podSpecLimits2) > 0) {
          let fldPath3 = Path_Child(
            Path_Key(Path_Index(Path_Child(fldPath, 'containers'), i), ResourceName_String(resourceName3)),
            'limits',
          );
          allErrs = push(
            allErrs,
            field_Invalid(
              fldPath3,
              Quantity_String(ctrLimit),
              fmt_Sprintf('must be less than or equal to pod limits of %s', Quantity_String(podSpecLimits2)),
            ),
          );
        }
      }
    }
  }
  return allErrs;
}

function validatePodResourceName(resourceName, fldPath) {
  let allErrs = validateResourceName(resourceName, fldPath);
  if (listLength(allErrs) !== 0) {
    return allErrs;
  }
  if (!IsSupportedPodLevelResource(resourceName)) {
    return [
      ...(allErrs ?? []),
      field_NotSupported(fldPath, resourceName, sets_List(SupportedPodLevelResources())),
    ];
  }
  return allErrs;
}

function validatePodResourceRequirements(requirements, podClaimNames, fldPath, opts) {
  return validateResourceRequirements(requirements, validatePodResourceName, podClaimNames, fldPath, opts);
}

function validatePodResourceUpdatesOnly(newPod, oldPod, fldPath) {
  let allErrs = [];
  let oldPodCopy = deepCopy(oldPod);
  if (listLength(newPod.containers) === listLength(oldPodCopy.containers)) {
    {
      const list1 = newPod.containers ?? [];
      for (let i = 0; i < list1.length; i++) {
        if ((oldPodCopy.containers[i].name ?? '') === (newPod.containers[i].name ?? '')) {
          setField(oldPodCopy.containers[i], 'resources', newPod.containers[i].resources ?? Z);
        }
      }
    }
  }
  if (listLength(newPod.initContainers) === listLength(oldPodCopy.initContainers)) {
    {
      const list2 = newPod.initContainers ?? [];
      for (let i2 = 0; i2 < list2.length; i2++) {
        if ((oldPodCopy.initContainers[i2].name ?? '') === (newPod.initContainers[i2].name ?? '')) {
          setField(oldPodCopy.initContainers[i2], 'resources', newPod.initContainers[i2].resources ?? Z);
        }
      }
    }
  }
  allErrs = push(allErrs, ...(core_validation_ValidateImmutableField(newPod, oldPodCopy, fldPath) ?? []));
  return allErrs;
}

function validatePodResources(spec, podClaimNames, fldPath, opts) {
  if (spec.resources == null) {
    return undefined;
  }
  let resourcesFldPath = Path_Child(fldPath, 'resources');
  if (spec.os != null && (spec.os.name ?? '') === 'windows') {
    return [field_Forbidden(resourcesFldPath, 'may not be set for a windows pod')];
  }
  let allErrs = [];
  if (spec.resources.claims != null) {
    allErrs = push(
      allErrs,
      field_Forbidden(
        Path_Child(resourcesFldPath, 'claims'),
        'claims may not be set for Resources at pod-level',
      ),
    );
  }
  allErrs = push(
    allErrs,
    ...(validatePodResourceRequirements(spec.resources, podClaimNames, resourcesFldPath, opts) ?? []),
  );
  allErrs = push(allErrs, ...(validatePodResourceConsistency(spec, resourcesFldPath) ?? []));
  return allErrs;
}

function validatePodSpecSecurityContext(securityContext, spec, specPath, fldPath, opts) {
  let allErrs = [];
  if (securityContext != null) {
    if (securityContext.fsGroup != null) {
      for (let msg of IsValidGroupID(securityContext.fsGroup) ?? []) {
        allErrs = push(allErrs, field_Invalid(Path_Child(fldPath, 'fsGroup'), securityContext.fsGroup, msg));
      }
    }
    if (securityContext.runAsUser != null) {
      for (let msg2 of IsValidUserID(securityContext.runAsUser) ?? []) {
        allErrs = push(
          allErrs,
          field_Invalid(Path_Child(fldPath, 'runAsUser'), securityContext.runAsUser, msg2),
        );
      }
    }
    if (securityContext.runAsGroup != null) {
      for (let msg3 of IsValidGroupID(securityContext.runAsGroup) ?? []) {
        allErrs = push(
          allErrs,
          field_Invalid(Path_Child(fldPath, 'runAsGroup'), securityContext.runAsGroup, msg3),
        );
      }
    }
    {
      const list1 = securityContext.supplementalGroups ?? [];
      for (let g = 0; g < list1.length; g++) {
        let gid = list1[g];
        for (let msg4 of IsValidGroupID(gid) ?? []) {
          allErrs = push(
            allErrs,
            field_Invalid(Path_Index(Path_Child(fldPath, 'supplementalGroups'), g), gid, msg4),
          );
        }
      }
    }
    if (listLength(securityContext.sysctls) !== 0) {
      allErrs = push(
        allErrs,
        ...(validateSysctls(securityContext, spec, Path_Child(fldPath, 'sysctls'), opts) ?? []),
      );
    }
    if (securityContext.fsGroupChangePolicy != null) {
      allErrs = push(
        allErrs,
        ...(validateFSGroupChangePolicy(
          securityContext.fsGroupChangePolicy,
          Path_Child(fldPath, 'fsGroupChangePolicy'),
        ) ?? []),
      );
    }
    allErrs = push(
      allErrs,
      ...(validateSeccompProfileField(
        securityContext.seccompProfile,
        Path_Child(fldPath, 'seccompProfile'),
      ) ?? []),
    );
    allErrs = push(
      allErrs,
      ...(validateWindowsSecurityContextOptions(
        securityContext.windowsOptions,
        Path_Child(fldPath, 'windowsOptions'),
      ) ?? []),
    );
    allErrs = push(
      allErrs,
      ...(ValidateAppArmorProfileField(
        securityContext.appArmorProfile,
        Path_Child(fldPath, 'appArmorProfile'),
      ) ?? []),
    );
    if (securityContext.supplementalGroupsPolicy != null) {
      allErrs = push(
        allErrs,
        ...(validateSupplementalGroupsPolicy(
          securityContext.supplementalGroupsPolicy,
          Path_Child(fldPath, 'supplementalGroupsPolicy'),
        ) ?? []),
      );
    }
    if (securityContext.seLinuxChangePolicy != null) {
      allErrs = push(
        allErrs,
        ...(validateSELinuxChangePolicy(
          securityContext.seLinuxChangePolicy,
          Path_Child(fldPath, 'seLinuxChangePolicy'),
          opts,
        ) ?? []),
      );
    }
  }
  return allErrs;
}

function validatePodTemplateUpdate(spec, oldSpec, fldPath, opts) {
  let allErrs = [];
  let template = (spec.template ??= {});
  let oldTemplate = (oldSpec.template ??= {});
  if (opts.AllowMutableSchedulingDirectives ?? false) {
    oldTemplate = deepCopy((oldSpec.template ??= {}));
    switch (true) {
      case (template.spec ?? Z).affinity == null && (oldTemplate.spec ?? Z).affinity != null: {
        delete (oldTemplate.spec ??= {}).affinity.nodeAffinity;
        if (same((oldTemplate.spec ?? Z).affinity, {})) {
          delete (oldTemplate.spec ??= {}).affinity;
        }
        break;
      }
      case (template.spec ?? Z).affinity != null && (oldTemplate.spec ?? Z).affinity == null: {
        setField((oldTemplate.spec ??= {}), 'affinity', {
          nodeAffinity: (template.spec ?? Z).affinity.nodeAffinity,
        });
        break;
      }
      case (template.spec ?? Z).affinity != null && (oldTemplate.spec ?? Z).affinity != null: {
        setField(
          (oldTemplate.spec ??= {}).affinity,
          'nodeAffinity',
          (template.spec ?? Z).affinity.nodeAffinity,
        );
        break;
      }
    }
    setField((oldTemplate.spec ??= {}), 'nodeSelector', (template.spec ?? Z).nodeSelector);
    setField((oldTemplate.spec ??= {}), 'tolerations', (template.spec ?? Z).tolerations);
    setField((oldTemplate.metadata ??= {}), 'annotations', (template.metadata ?? Z).annotations);
    setField((oldTemplate.metadata ??= {}), 'labels', (template.metadata ?? Z).labels);
    setField((oldTemplate.spec ??= {}), 'schedulingGates', (template.spec ?? Z).schedulingGates);
  }
  let suspended = oldSpec.suspend != null && oldSpec.suspend;
  if (!suspended) {
    allErrs = push(
      allErrs,
      ...(core_validation_ValidateImmutableField(template, oldTemplate, Path_Child(fldPath, 'template')) ??
        []),
    );
  } else {
    if (!(opts.AllowMutablePodResources ?? false)) {
      allErrs = push(
        allErrs,
        ...(core_validation_ValidateImmutableField(template, oldTemplate, Path_Child(fldPath, 'template')) ??
          []),
      );
    } else {
      allErrs = push(
        allErrs,
        ...(validatePodResourceUpdatesOnly(
          template.spec ?? Z,
          oldTemplate.spec ?? Z,
          Path_Child(fldPath, 'template.spec'),
        ) ?? []),
      );
    }
  }
  return allErrs;
}

function validatePodVolumeHealth(volumeHealth, spec, fldPath) {
  let allErrs = [];
  let volumeNames = sets_New();
  if (spec != null) {
    for (let v of spec.volumes ?? []) {
      Set_Insert(volumeNames, v.name ?? '');
    }
  }
  {
    const list1 = volumeHealth ?? [];
    for (let i = 0; i < list1.length; i++) {
      let vh = list1[i];
      let idxPath = Path_Index(fldPath, i);
      if (textLength(vh.name ?? '') > 0 && !Set_Has(volumeNames, vh.name ?? '')) {
        allErrs = push(allErrs, field_NotFound(Path_Child(idxPath, 'name'), vh.name ?? ''));
      }
      allErrs = push(
        allErrs,
        ...(validateVolumeHealthConditions(vh.healthConditions, Path_Child(idxPath, 'healthConditions')) ??
          []),
      );
    }
  }
  return allErrs;
}

function validatePodsSource(src, fldPath) {
  let allErrs = [];
  allErrs = push(
    allErrs,
    ...(validateMetricIdentifier(src.metric ?? Z, Path_Child(fldPath, 'metric')) ?? []),
  );
  allErrs = push(allErrs, ...(validateMetricTarget(src.target ?? Z, Path_Child(fldPath, 'target')) ?? []));
  if ((src.target ?? Z).averageValue == null) {
    allErrs = push(
      allErrs,
      field_Required(
        Path_Child(Path_Child(fldPath, 'target'), 'averageValue'),
        'must specify a positive target averageValue',
      ),
    );
  }
  return allErrs;
}

function validatePortworxVolumeSource(pwx, fldPath) {
  let allErrs = [];
  if (textLength(pwx.volumeID ?? '') === 0) {
    allErrs = push(allErrs, field_Required(Path_Child(fldPath, 'volumeID'), ''));
  }
  return allErrs;
}

function validateProbe(probe, gracePeriod, fldPath, opts) {
  let allErrs = [];
  if (probe == null) {
    return allErrs;
  }
  allErrs = push(allErrs, ...(validateHandler(handlerFromProbe(probe), gracePeriod, fldPath) ?? []));
  allErrs = push(
    allErrs,
    ...(ValidateNonnegativeField(
      probe.initialDelaySeconds ?? 0,
      Path_Child(fldPath, 'initialDelaySeconds'),
    ) ?? []),
  );
  allErrs = push(
    allErrs,
    ...(ValidateNonnegativeField(probe.timeoutSeconds ?? 0, Path_Child(fldPath, 'timeoutSeconds')) ?? []),
  );
  allErrs = push(
    allErrs,
    ...(ValidateNonnegativeField(probe.periodSeconds ?? 0, Path_Child(fldPath, 'periodSeconds')) ?? []),
  );
  allErrs = push(
    allErrs,
    ...(ValidateNonnegativeField(probe.successThreshold ?? 0, Path_Child(fldPath, 'successThreshold')) ?? []),
  );
  allErrs = push(
    allErrs,
    ...(ValidateNonnegativeField(probe.failureThreshold ?? 0, Path_Child(fldPath, 'failureThreshold')) ?? []),
  );
  if (probe.terminationGracePeriodSeconds != null && probe.terminationGracePeriodSeconds <= 0) {
    allErrs = push(
      allErrs,
      field_Invalid(
        Path_Child(fldPath, 'terminationGracePeriodSeconds'),
        probe.terminationGracePeriodSeconds,
        'must be greater than 0',
      ),
    );
  }
  return allErrs;
}

function validateProjectedVolumeSource(projection, fldPath, opts) {
  let allErrs = [];
  let projectionMode = projection.defaultMode;
  if (projectionMode != null && (projectionMode > 511 || projectionMode < 0)) {
    allErrs = push(
      allErrs,
      field_Invalid(Path_Child(fldPath, 'defaultMode'), projectionMode, fileModeErrorMsg()),
    );
  }
  allErrs = push(
    allErrs,
    ...(validateUserField(projection.defaultUser, Path_Child(fldPath, 'defaultUser')) ?? []),
  );
  allErrs = push(allErrs, ...(validateProjectionSources(projection, projectionMode, fldPath, opts) ?? []));
  return allErrs;
}

function validateProjectionSources(projection, projectionMode, fldPath, opts) {
  let allErrs = [];
  let allPaths = sets_New();
  {
    const list1 = projection.sources ?? [];
    for (let i = 0; i < list1.length; i++) {
      let source = list1[i];
      let numSources = 0;
      let srcPath = Path_Index(Path_Child(fldPath, 'sources'), i);
      {
        let projPath = Path_Child(srcPath, 'secret');
        if (source.secret != null) {
          numSources = numSources + 1;
          if (textLength(source.secret.name ?? '') === 0) {
            allErrs = push(allErrs, field_Required(Path_Child(projPath, 'name'), ''));
          }
          let itemsPath = Path_Child(projPath, 'items');
          {
            const list2 = source.secret.items ?? [];
            for (let i2 = 0; i2 < list2.length; i2++) {
              let kp = list2[i2];
              let itemPath = Path_Index(itemsPath, i2);
              allErrs = push(allErrs, ...(validateKeyToPath(kp, itemPath) ?? []));
              if (textLength(kp.path ?? '') > 0) {
                let curPath = kp.path ?? '';
                if (!Set_Has(allPaths, curPath)) {
                  Set_Insert(allPaths, curPath);
                } else {
                  allErrs = push(
                    allErrs,
                    field_Invalid(fldPath, source.secret.name ?? '', 'conflicting duplicate paths'),
                  );
                }
              }
            }
          }
        }
      }
      {
        let projPath2 = Path_Child(srcPath, 'configMap');
        if (source.configMap != null) {
          numSources = numSources + 1;
          if (textLength(source.configMap.name ?? '') === 0) {
            allErrs = push(allErrs, field_Required(Path_Child(projPath2, 'name'), ''));
          }
          let itemsPath2 = Path_Child(projPath2, 'items');
          {
            const list3 = source.configMap.items ?? [];
            for (let i3 = 0; i3 < list3.length; i3++) {
              let kp2 = list3[i3];
              let itemPath2 = Path_Index(itemsPath2, i3);
              allErrs = push(allErrs, ...(validateKeyToPath(kp2, itemPath2) ?? []));
              if (textLength(kp2.path ?? '') > 0) {
                let curPath2 = kp2.path ?? '';
                if (!Set_Has(allPaths, curPath2)) {
                  Set_Insert(allPaths, curPath2);
                } else {
                  allErrs = push(
                    allErrs,
                    field_Invalid(fldPath, source.configMap.name ?? '', 'conflicting duplicate paths'),
                  );
                }
              }
            }
          }
        }
      }
      {
        let projPath3 = Path_Child(srcPath, 'downwardAPI');
        if (source.downwardAPI != null) {
          numSources = numSources + 1;
          for (let file of source.downwardAPI.items ?? []) {
            allErrs = push(allErrs, ...(validateDownwardAPIVolumeFile(file, projPath3, opts) ?? []));
            if (textLength(file.path ?? '') > 0) {
              let curPath3 = file.path ?? '';
              if (!Set_Has(allPaths, curPath3)) {
                Set_Insert(allPaths, curPath3);
              } else {
                allErrs = push(allErrs, field_Invalid(fldPath, curPath3, 'conflicting duplicate paths'));
              }
            }
          }
        }
      }
      {
        let projPath4 = Path_Child(srcPath, 'serviceAccountToken');
        if (source.serviceAccountToken != null) {
          numSources = numSources + 1;
          {
            let exp = source.serviceAccountToken.expirationSeconds;
            if (exp == null) {
              allErrs = push(allErrs, field_Required(Path_Child(projPath4, 'expirationSeconds'), ''));
            } else {
              if (exp < 600) {
                allErrs = push(
                  allErrs,
                  field_Invalid(
                    Path_Child(projPath4, 'expirationSeconds'),
                    exp,
                    'may not specify a duration less than 10 minutes',
                  ),
                );
              }
              if (exp > 4294967296) {
                allErrs = push(
                  allErrs,
                  field_Invalid(
                    Path_Child(projPath4, 'expirationSeconds'),
                    exp,
                    'may not specify a duration larger than 2^32 seconds',
                  ),
                );
              }
            }
          }
          if ((source.serviceAccountToken.path ?? '') === '') {
            allErrs = push(allErrs, field_Required(Path_Child(fldPath, 'path'), ''));
          } else {
            if (!(opts.AllowNonLocalProjectedTokenPath ?? false)) {
              allErrs = push(
                allErrs,
                ...(ValidateLocalNonReservedPath(
                  source.serviceAccountToken.path ?? '',
                  Path_Child(fldPath, 'path'),
                ) ?? []),
              );
            }
          }
          allErrs = push(
            allErrs,
            ...(validateUserField(source.serviceAccountToken.user, Path_Child(projPath4, 'user')) ?? []),
          );
        }
      }
      {
        let projPath5 = Path_Child(srcPath, 'clusterTrustBundle');
        if (source.clusterTrustBundle != null) {
          numSources = numSources + 1;
          let usingName = source.clusterTrustBundle.name != null;
          let usingSignerName = source.clusterTrustBundle.signerName != null;
          switch (true) {
            case usingName && usingSignerName: {
              allErrs = push(
                allErrs,
                field_Invalid(
                  projPath5,
                  source.clusterTrustBundle,
                  'only one of name and signerName may be used',
                ),
              );
              break;
            }
            case usingName: {
              if (source.clusterTrustBundle.name === '') {
                allErrs = push(
                  allErrs,
                  field_Required(Path_Child(projPath5, 'name'), 'must be a valid object name'),
                );
              }
              let name = source.clusterTrustBundle.name;
              {
                const r4 = extractSignerNameFromClusterTrustBundleName(name);
                let signerName = r4[0];
                let ok = r4[1];
                if (ok) {
                  let validationFunc = ValidateClusterTrustBundleName(signerName);
                  let errMsgs = validationFunc(name, false);
                  for (let msg of errMsgs ?? []) {
                    allErrs = push(
                      allErrs,
                      field_Invalid(
                        Path_Child(projPath5, 'name'),
                        name,
                        fmt_Sprintf('not a valid clustertrustbundlename: %v', msg),
                      ),
                    );
                  }
                } else {
                  let validationFunc2 = ValidateClusterTrustBundleName('');
                  let errMsgs2 = validationFunc2(name, false);
                  for (let msg2 of errMsgs2 ?? []) {
                    allErrs = push(
                      allErrs,
                      field_Invalid(
                        Path_Child(projPath5, 'name'),
                        name,
                        fmt_Sprintf('not a valid clustertrustbundlename: %v', msg2),
                      ),
                    );
                  }
                }
              }
              if (source.clusterTrustBundle.labelSelector != null) {
                allErrs = push(
                  allErrs,
                  field_Invalid(
                    Path_Child(projPath5, 'labelSelector'),
                    source.clusterTrustBundle.labelSelector,
                    'labelSelector must be unset if name is specified',
                  ),
                );
              }
              break;
            }
            case usingSignerName: {
              if (source.clusterTrustBundle.signerName === '') {
                allErrs = push(
                  allErrs,
                  field_Required(Path_Child(projPath5, 'signerName'), 'must be a valid signer name'),
                );
              }
              allErrs = push(
                allErrs,
                ...(ValidateSignerName(
                  Path_Child(projPath5, 'signerName'),
                  source.clusterTrustBundle.signerName,
                ) ?? []),
              );
              let labelSelectorErrs = ValidateLabelSelector(
                source.clusterTrustBundle.labelSelector,
                { AllowInvalidLabelValueInSelector: false },
                Path_Child(projPath5, 'labelSelector'),
              );
              allErrs = push(allErrs, ...(labelSelectorErrs ?? []));
              break;
            }
            default: {
              allErrs = push(
                allErrs,
                field_Required(projPath5, 'either name or signerName must be specified'),
              );
              break;
            }
          }
          if ((source.clusterTrustBundle.path ?? '') === '') {
            allErrs = push(allErrs, field_Required(Path_Child(projPath5, 'path'), ''));
          }
          allErrs = push(
            allErrs,
            ...(validateUserField(source.clusterTrustBundle.user, Path_Child(projPath5, 'user')) ?? []),
          );
          allErrs = push(
            allErrs,
            ...(ValidateLocalNonReservedPath(
              source.clusterTrustBundle.path ?? '',
              Path_Child(projPath5, 'path'),
            ) ?? []),
          );
          let curPath4 = source.clusterTrustBundle.path ?? '';
          if (!Set_Has(allPaths, curPath4)) {
            Set_Insert(allPaths, curPath4);
          } else {
            allErrs = push(allErrs, field_Invalid(fldPath, curPath4, 'conflicting duplicate paths'));
          }
        }
      }
      {
        let projPath6 = Path_Child(srcPath, 'podCertificate');
        if (source.podCertificate != null) {
          numSources = numSources + 1;
          allErrs = push(
            allErrs,
            ...(ValidateSignerName(
              Path_Child(projPath6, 'signerName'),
              source.podCertificate.signerName ?? '',
            ) ?? []),
          );
          if (source.podCertificate.userAnnotations != null) {
            let userAnnotationsErrors = ValidateUserAnnotations(
              source.podCertificate.userAnnotations,
              Path_Child(projPath6, 'userAnnotations'),
            );
            allErrs = push(allErrs, ...(userAnnotationsErrors ?? []));
          }
          allErrs = push(
            allErrs,
            ...(validateUserField(source.podCertificate.user, Path_Child(projPath6, 'user')) ?? []),
          );
          {
            const tag5 = source.podCertificate.keyType ?? '';
            switch (tag5) {
              case 'RSA3072':
              case 'RSA4096':
              case 'ECDSAP256':
              case 'ECDSAP384':
              case 'ECDSAP521':
              case 'ED25519': {
                break;
              }
              default: {
                allErrs = push(
                  allErrs,
                  field_NotSupported(Path_Child(projPath6, 'keyType'), source.podCertificate.keyType ?? '', [
                    'RSA3072',
                    'RSA4096',
                    'ECDSAP256',
                    'ECDSAP384',
                    'ECDSAP521',
                    'ED25519',
                  ]),
                );
                break;
              }
            }
          }
          if (source.podCertificate.maxExpirationSeconds != null) {
            if (source.podCertificate.maxExpirationSeconds < 3600) {
              allErrs = push(
                allErrs,
                field_Invalid(
                  Path_Child(projPath6, 'maxExpirationSeconds'),
                  source.podCertificate.maxExpirationSeconds,
                  'if provided, maxExpirationSeconds must be >= 3600',
                ),
              );
            }
            let maxMaxExpirationSeconds = 7862400;
            if (IsKubernetesSignerName(source.podCertificate.signerName ?? '')) {
              maxMaxExpirationSeconds = 86400;
            }
            if (source.podCertificate.maxExpirationSeconds > maxMaxExpirationSeconds) {
              allErrs = push(
                allErrs,
                field_Invalid(
                  Path_Child(projPath6, 'maxExpirationSeconds'),
                  source.podCertificate.maxExpirationSeconds,
                  fmt_Sprintf('if provided, maxExpirationSeconds must be <= %d', maxMaxExpirationSeconds),
                ),
              );
            }
          }
          let numPaths = 0;
          if (textLength(source.podCertificate.credentialBundlePath ?? '') !== 0) {
            numPaths = numPaths + 1;
            allErrs = push(
              allErrs,
              ...(ValidateLocalNonReservedPath(
                source.podCertificate.credentialBundlePath ?? '',
                Path_Child(projPath6, 'credentialBundlePath'),
              ) ?? []),
            );
            if (!Set_Has(allPaths, source.podCertificate.credentialBundlePath ?? '')) {
              Set_Insert(allPaths, source.podCertificate.credentialBundlePath ?? '');
            } else {
              allErrs = push(
                allErrs,
                field_Invalid(
                  fldPath,
                  source.podCertificate.credentialBundlePath ?? '',
                  'conflicting duplicate paths',
                ),
              );
            }
          }
          if (textLength(source.podCertificate.keyPath ?? '') !== 0) {
            numPaths = numPaths + 1;
            allErrs = push(
              allErrs,
              ...(ValidateLocalNonReservedPath(
                source.podCertificate.keyPath ?? '',
                Path_Child(projPath6, 'keyPath'),
              ) ?? []),
            );
            if (!Set_Has(allPaths, source.podCertificate.keyPath ?? '')) {
              Set_Insert(allPaths, source.podCertificate.keyPath ?? '');
            } else {
              allErrs = push(
                allErrs,
                field_Invalid(fldPath, source.podCertificate.keyPath ?? '', 'conflicting duplicate paths'),
              );
            }
          }
          if (textLength(source.podCertificate.certificateChainPath ?? '') !== 0) {
            numPaths = numPaths + 1;
            allErrs = push(
              allErrs,
              ...(ValidateLocalNonReservedPath(
                source.podCertificate.certificateChainPath ?? '',
                Path_Child(projPath6, 'certificateChainPath'),
              ) ?? []),
            );
            if (!Set_Has(allPaths, source.podCertificate.certificateChainPath ?? '')) {
              Set_Insert(allPaths, source.podCertificate.certificateChainPath ?? '');
            } else {
              allErrs = push(
                allErrs,
                field_Invalid(
                  fldPath,
                  source.podCertificate.certificateChainPath ?? '',
                  'conflicting duplicate paths',
                ),
              );
            }
          }
          if (numPaths === 0) {
            allErrs = push(
              allErrs,
              field_Required(
                projPath6,
                'specify at least one of credentialBundlePath, keyPath, and certificateChainPath',
              ),
            );
          }
        }
      }
      if (numSources > 1) {
        allErrs = push(
          allErrs,
          field_Forbidden(srcPath, 'may not specify more than 1 volume type per source'),
        );
      }
    }
  }
  return allErrs;
}

function validatePullPolicy(policy, fldPath) {
  let allErrors = [];
  {
    const tag1 = policy;
    switch (tag1) {
      case 'Always':
      case 'IfNotPresent':
      case 'Never': {
        break;
        break;
      }
      case '': {
        allErrors = push(allErrors, field_Required(fldPath, ''));
        break;
      }
      default: {
        allErrors = push(allErrors, field_NotSupported(fldPath, policy, sets_List(supportedPullPolicies())));
        break;
      }
    }
  }
  return allErrors;
}

function validateQuobyteVolumeSource(quobyte, fldPath) {
  let allErrs = [];
  if (textLength(quobyte.registry ?? '') === 0) {
    allErrs = push(
      allErrs,
      field_Required(
        Path_Child(fldPath, 'registry'),
        'must be a host:port pair or multiple pairs separated by commas',
      ),
    );
  } else {
    if (textLength(quobyte.tenant ?? '') >= 65) {
      allErrs = push(
        allErrs,
        field_Required(
          Path_Child(fldPath, 'tenant'),
          'must be a UUID and may not exceed a length of 64 characters',
        ),
      );
    } else {
      for (let hostPortPair of strings_Split(quobyte.registry ?? '', ',') ?? []) {
        {
          const r1 = net_SplitHostPort(hostPortPair);
          let err = r1[2];
          if (err != null) {
            allErrs = push(
              allErrs,
              field_Invalid(
                Path_Child(fldPath, 'registry'),
                quobyte.registry ?? '',
                'must be a host:port pair or multiple pairs separated by commas',
              ),
            );
          }
        }
      }
    }
  }
  if (textLength(quobyte.volume ?? '') === 0) {
    allErrs = push(allErrs, field_Required(Path_Child(fldPath, 'volume'), ''));
  }
  return allErrs;
}

function validateRBDVolumeSource(rbd, fldPath) {
  let allErrs = [];
  if (listLength(rbd.monitors) === 0) {
    allErrs = push(allErrs, field_Required(Path_Child(fldPath, 'monitors'), ''));
  }
  if (textLength(rbd.image ?? '') === 0) {
    allErrs = push(allErrs, field_Required(Path_Child(fldPath, 'image'), ''));
  }
  return allErrs;
}

function validateReadinessGates(readinessGates, fldPath) {
  let allErrs = [];
  {
    const list1 = readinessGates ?? [];
    for (let i = 0; i < list1.length; i++) {
      let value = list1[i];
      allErrs = push(
        allErrs,
        ...(ValidateQualifiedName(
          value.conditionType ?? '',
          Path_Child(Path_Index(fldPath, i), 'conditionType'),
        ) ?? []),
      );
    }
  }
  return allErrs;
}

function validateReadinessProbe(probe, gracePeriod, fldPath, opts) {
  let allErrs = [];
  if (probe == null) {
    return allErrs;
  }
  allErrs = push(allErrs, ...(validateProbe(probe, gracePeriod, fldPath, opts) ?? []));
  if (probe.terminationGracePeriodSeconds != null) {
    allErrs = push(
      allErrs,
      field_Invalid(
        Path_Child(fldPath, 'terminationGracePeriodSeconds'),
        probe.terminationGracePeriodSeconds,
        'must not be set for readinessProbes',
      ),
    );
  }
  return allErrs;
}

function validateResizePolicy(policyList, fldPath, podRestartPolicy) {
  let allErrors = [];
  let resources = mapOf([]);
  {
    const list1 = policyList ?? [];
    for (let i = 0; i < list1.length; i++) {
      let p = list1[i];
      {
        const r2 = mapFind(resources, p.resourceName ?? '', false);
        let found = r2[1];
        if (found) {
          allErrors = push(allErrors, field_Duplicate(Path_Index(fldPath, i), p.resourceName ?? ''));
        }
      }
      mapSet(resources, p.resourceName ?? '', true);
      {
        const tag3 = p.resourceName ?? '';
        switch (tag3) {
          case 'cpu':
          case 'memory': {
            break;
          }
          case '': {
            allErrors = push(allErrors, field_Required(fldPath, ''));
            break;
          }
          default: {
            allErrors = push(
              allErrors,
              field_NotSupported(fldPath, p.resourceName ?? '', sets_List(supportedResizeResources())),
            );
            break;
          }
        }
      }
      {
        const tag4 = p.restartPolicy ?? '';
        switch (tag4) {
          case 'NotRequired':
          case 'RestartContainer': {
            break;
          }
          case '': {
            allErrors = push(allErrors, field_Required(fldPath, ''));
            break;
          }
          default: {
            allErrors = push(
              allErrors,
              field_NotSupported(fldPath, p.restartPolicy ?? '', sets_List(supportedResizePolicies())),
            );
            break;
          }
        }
      }
      if (podRestartPolicy === 'Never' && (p.restartPolicy ?? '') !== 'NotRequired') {
        allErrors = push(
          allErrors,
          field_Invalid(
            fldPath,
            p.restartPolicy ?? '',
            "must be 'NotRequired' when pod `restartPolicy` is 'Never'",
          ),
        );
      }
    }
  }
  return allErrors;
}

function validateResourceClaimNames(claims, podClaimNames, fldPath) {
  let allErrs = undefined;
  let names = sets_New();
  {
    const list1 = claims ?? [];
    for (let i = 0; i < list1.length; i++) {
      let claim = list1[i];
      let name = claim.name ?? '';
      if (name === '') {
        allErrs = push(allErrs, field_Required(Path_Index(fldPath, i), ''));
      } else {
        if (Set_Has(names, name)) {
          allErrs = push(allErrs, field_Duplicate(Path_Index(fldPath, i), name));
        } else {
          let key = name;
          if ((claim.request ?? '') !== '') {
            allErrs = push(
              allErrs,
              ...(ValidateDNS1123Label(claim.request ?? '', Path_Child(Path_Index(fldPath, i), 'request')) ??
                []),
            );
            key = key + '/' + (claim.request ?? '');
          }
          if (Set_Has(names, key)) {
            allErrs = push(allErrs, field_Duplicate(Path_Index(fldPath, i), key));
          } else {
            if ((claim.request ?? '') === '') {
              for (let key2 of setItems(names)) {
                let index = strings_Index(key2, '/');
                if (index < 0) {
                  continue;
                }
                if (key2.slice(0, index) === name) {
                  allErrs = push(allErrs, field_Duplicate(Path_Index(fldPath, i), name));
                }
              }
            }
          }
          Set_Insert(names, key);
        }
        if (!Set_Has(podClaimNames, name)) {
          let error = field_NotFound(Path_Index(fldPath, i), name);
          error.Detail = 'must be one of the names in pod.spec.resourceClaims';
          if (Set_Len(podClaimNames) === 0) {
            setUnlessZero(error, 'Detail', (error.Detail ?? '') + ' which is empty');
          } else {
            setUnlessZero(
              error,
              'Detail',
              (error.Detail ?? '') + ': ' + strings_Join(sets_List(podClaimNames), ', '),
            );
          }
          allErrs = push(allErrs, error);
        }
      }
    }
  }
  return allErrs;
}

function validateResourceName(value, fldPath) {
  let allErrs = [];
  for (let msg of IsQualifiedName()(value) ?? []) {
    allErrs = push(allErrs, field_Invalid(fldPath, value, msg));
  }
  if (listLength(allErrs) !== 0) {
    return allErrs;
  }
  if (listLength(strings_Split(value, '/')) === 1) {
    if (!IsStandardResourceName(value)) {
      return [
        ...(allErrs ?? []),
        field_Invalid(fldPath, value, 'must be a standard resource type or fully qualified'),
      ];
    }
  }
  return allErrs;
}

function validateResourceQuantityHugePageValue(name, quantity, opts) {
  if (!IsHugePageResourceName(name)) {
    return undefined;
  }
  if (!(opts.AllowIndivisibleHugePagesValues ?? false) && !IsHugePageResourceValueDivisible(name, quantity)) {
    return fmt_Errorf('%s is not positive integer multiple of %s', Quantity_String(quantity), name);
  }
  return undefined;
}

function validateResourceRequirements(requirements, resourceNameFn, podClaimNames, fldPath, opts) {
  let allErrs = [];
  let limPath = Path_Child(fldPath, 'limits');
  let reqPath = Path_Child(fldPath, 'requests');
  let limContainsCPUOrMemory = false;
  let reqContainsCPUOrMemory = false;
  let limContainsHugePages = false;
  let reqContainsHugePages = false;
  let supportedQoSComputeResources = sets_New('cpu', 'memory');
  for (let [resourceName, quantity] of mapEntries(requirements.limits)) {
    let fldPath2 = Path_Key(limPath, resourceName);
    allErrs = push(allErrs, ...(resourceNameFn(resourceName, fldPath2) ?? []));
    allErrs = push(allErrs, ...(ValidateResourceQuantityValue(resourceName, quantity, fldPath2) ?? []));
    if (IsHugePageResourceName(resourceName)) {
      limContainsHugePages = true;
      {
        let err = validateResourceQuantityHugePageValue(resourceName, quantity, opts);
        if (err != null) {
          allErrs = push(allErrs, field_Invalid(fldPath2, Quantity_String(quantity), error_Error(err)));
        }
      }
    }
    if (Set_Has(supportedQoSComputeResources, resourceName)) {
      limContainsCPUOrMemory = true;
    }
  }
  for (let [resourceName2, quantity2] of mapEntries(requirements.requests)) {
    let fldPath3 = Path_Key(reqPath, resourceName2);
    allErrs = push(allErrs, ...(resourceNameFn(resourceName2, fldPath3) ?? []));
    allErrs = push(allErrs, ...(ValidateResourceQuantityValue(resourceName2, quantity2, fldPath3) ?? []));
    const r1 = mapFind(requirements.limits, resourceName2, '0');
    let limitQuantity = r1[0];
    let exists = r1[1];
    if (exists) {
      if (Quantity_Cmp(quantity2, limitQuantity) !== 0 && !IsOvercommitAllowed(resourceName2)) {
        allErrs = push(
          allErrs,
          field_Invalid(
            reqPath,
            Quantity_String(quantity2),
            fmt_Sprintf('must be equal to %s limit of %s', resourceName2, Quantity_String(limitQuantity)),
          ),
        );
      } else {
        if (Quantity_Cmp(quantity2, limitQuantity) > 0) {
          allErrs = push(
            allErrs,
            field_Invalid(
              reqPath,
              Quantity_String(quantity2),
              fmt_Sprintf(
                'must be less than or equal to %s limit of %s',
                resourceName2,
                Quantity_String(limitQuantity),
              ),
            ),
          );
        }
      }
    } else {
      if (!IsOvercommitAllowed(resourceName2)) {
        allErrs = push(
          allErrs,
          field_Required(limPath, 'Limit must be set for non overcommitable resources'),
        );
      }
    }
    if (IsHugePageResourceName(resourceName2)) {
      reqContainsHugePages = true;
      {
        let err2 = validateResourceQuantityHugePageValue(resourceName2, quantity2, opts);
        if (err2 != null) {
          allErrs = push(allErrs, field_Invalid(fldPath3, Quantity_String(quantity2), error_Error(err2)));
        }
      }
    }
    if (Set_Has(supportedQoSComputeResources, resourceName2)) {
      reqContainsCPUOrMemory = true;
    }
  }
  if (!limContainsCPUOrMemory && !reqContainsCPUOrMemory && (reqContainsHugePages || limContainsHugePages)) {
    allErrs = push(allErrs, field_Forbidden(fldPath, 'HugePages require cpu or memory'));
  }
  allErrs = push(
    allErrs,
    ...(validateResourceClaimNames(requirements.claims, podClaimNames, Path_Child(fldPath, 'claims')) ?? []),
  );
  return allErrs;
}

function validateResourceSource(src, fldPath) {
  let allErrs = [];
  if (textLength(src.name ?? '') === 0) {
    allErrs = push(allErrs, field_Required(Path_Child(fldPath, 'name'), 'must specify a resource name'));
  }
  allErrs = push(allErrs, ...(validateMetricTarget(src.target ?? Z, Path_Child(fldPath, 'target')) ?? []));
  if ((src.target ?? Z).averageUtilization == null && (src.target ?? Z).averageValue == null) {
    allErrs = push(
      allErrs,
      field_Required(
        Path_Child(Path_Child(fldPath, 'target'), 'averageUtilization'),
        'must set either a target raw value or a target utilization',
      ),
    );
  }
  if ((src.target ?? Z).averageUtilization != null && (src.target ?? Z).averageValue != null) {
    allErrs = push(
      allErrs,
      field_Forbidden(
        Path_Child(Path_Child(fldPath, 'target'), 'averageValue'),
        'may not set both a target raw value and a target utilization',
      ),
    );
  }
  return allErrs;
}

function validateRestartPolicy(restartPolicy, fldPath) {
  let allErrors = [];
  {
    const tag1 = restartPolicy;
    switch (tag1) {
      case 'Always':
      case 'OnFailure':
      case 'Never': {
        break;
        break;
      }
      case '': {
        allErrors = push(allErrors, field_Required(fldPath, ''));
        break;
      }
      default: {
        let validValues = ['Always', 'OnFailure', 'Never'];
        allErrors = push(allErrors, field_NotSupported(fldPath, restartPolicy, validValues));
        break;
      }
    }
  }
  return allErrors;
}

function validateRollingUpdateStatefulSet(rollingUpdate, fldPath) {
  let allErrs = undefined;
  let fldPathMaxUn = Path_Child(fldPath, 'maxUnavailable');
  allErrs = push(
    allErrs,
    ...(ValidateNonnegativeField(rollingUpdate.partition ?? 0, Path_Child(fldPath, 'partition')) ?? []),
  );
  if (rollingUpdate.maxUnavailable != null) {
    allErrs = push(
      allErrs,
      ...(ValidatePositiveIntOrPercent(rollingUpdate.maxUnavailable, fldPathMaxUn) ?? []),
    );
    if (getIntOrPercentValue(rollingUpdate.maxUnavailable) === 0) {
      allErrs = push(allErrs, field_Invalid(fldPathMaxUn, rollingUpdate.maxUnavailable, 'cannot be 0'));
    }
    allErrs = push(allErrs, ...(IsNotMoreThan100Percent(rollingUpdate.maxUnavailable, fldPathMaxUn) ?? []));
  }
  return allErrs;
}

function validateSELinuxChangePolicy(seLinuxChangePolicy, fldPath, opts) {
  if (seLinuxChangePolicy == null) {
    return undefined;
  }
  let allErrs = [];
  if (opts.AllowOnlyRecursiveSELinuxChangePolicy ?? false) {
    if (seLinuxChangePolicy !== 'Recursive') {
      allErrs = push(allErrs, field_NotSupported(fldPath, seLinuxChangePolicy, ['Recursive']));
    }
  } else {
    if (!Set_Has(validSELinuxChangePolicies(), seLinuxChangePolicy)) {
      allErrs = push(
        allErrs,
        field_NotSupported(fldPath, seLinuxChangePolicy, sets_List(validSELinuxChangePolicies())),
      );
    }
  }
  return allErrs;
}

function validateScaleIOVolumeSource(sio, fldPath) {
  let allErrs = [];
  if ((sio.gateway ?? '') === '') {
    allErrs = push(allErrs, field_Required(Path_Child(fldPath, 'gateway'), ''));
  }
  if ((sio.system ?? '') === '') {
    allErrs = push(allErrs, field_Required(Path_Child(fldPath, 'system'), ''));
  }
  if ((sio.volumeName ?? '') === '') {
    allErrs = push(allErrs, field_Required(Path_Child(fldPath, 'volumeName'), ''));
  }
  return allErrs;
}

function validateScalingPolicy(policy, fldPath) {
  let allErrs = [];
  if ((policy.type ?? '') !== 'Pods' && (policy.type ?? '') !== 'Percent') {
    allErrs = push(
      allErrs,
      field_NotSupported(Path_Child(fldPath, 'type'), policy.type ?? '', validPolicyTypesList()),
    );
  }
  if ((policy.value ?? 0) <= 0) {
    allErrs = push(
      allErrs,
      field_Invalid(Path_Child(fldPath, 'value'), policy.value ?? 0, 'must be greater than zero'),
    );
  }
  if ((policy.periodSeconds ?? 0) <= 0) {
    allErrs = push(
      allErrs,
      field_Invalid(
        Path_Child(fldPath, 'periodSeconds'),
        policy.periodSeconds ?? 0,
        'must be greater than zero',
      ),
    );
  }
  if ((policy.periodSeconds ?? 0) > 1800) {
    allErrs = push(
      allErrs,
      field_Invalid(
        Path_Child(fldPath, 'periodSeconds'),
        policy.periodSeconds ?? 0,
        fmt_Sprintf('must be less than or equal to %v', 1800),
      ),
    );
  }
  return allErrs;
}

function validateScalingRules(rules, fldPath, opts) {
  let allErrs = [];
  if (rules != null) {
    if (rules.stabilizationWindowSeconds != null && rules.stabilizationWindowSeconds < 0) {
      allErrs = push(
        allErrs,
        field_Invalid(
          Path_Child(fldPath, 'stabilizationWindowSeconds'),
          rules.stabilizationWindowSeconds,
          'must be greater than or equal to zero',
        ),
      );
    }
    if (rules.stabilizationWindowSeconds != null && rules.stabilizationWindowSeconds > 3600) {
      allErrs = push(
        allErrs,
        field_Invalid(
          Path_Child(fldPath, 'stabilizationWindowSeconds'),
          rules.stabilizationWindowSeconds,
          fmt_Sprintf('must be less than or equal to %v', 3600),
        ),
      );
    }
    if (rules.selectPolicy != null && !String_Has(validSelectPolicyTypes(), rules.selectPolicy)) {
      allErrs = push(
        allErrs,
        field_NotSupported(
          Path_Child(fldPath, 'selectPolicy'),
          rules.selectPolicy,
          validSelectPolicyTypesList(),
        ),
      );
    }
    let policiesPath = Path_Child(fldPath, 'policies');
    if (listLength(rules.policies) === 0) {
      allErrs = push(allErrs, field_Required(policiesPath, 'must specify at least one Policy'));
    }
    {
      const list1 = rules.policies ?? [];
      for (let i = 0; i < list1.length; i++) {
        let policy = list1[i];
        let idxPath = Path_Index(policiesPath, i);
        {
          let policyErrs = validateScalingPolicy(policy, idxPath);
          if (listLength(policyErrs) > 0) {
            allErrs = push(allErrs, ...(policyErrs ?? []));
          }
        }
      }
    }
    if (rules.tolerance != null) {
      allErrs = push(
        allErrs,
        ...(ValidateNonnegativeQuantity(rules.tolerance, Path_Child(fldPath, 'tolerance')) ?? []),
      );
    }
  }
  return allErrs;
}

function validateScheduleFormat(schedule, allowTZInSchedule, timeZone, fldPath) {
  let allErrs = [];
  {
    const r1 = ParseCronScheduleWithPanicRecovery(schedule);
    let err = r1[1];
    if (err != null) {
      allErrs = push(allErrs, field_Invalid(fldPath, schedule, error_Error(err)));
    }
  }
  switch (true) {
    case allowTZInSchedule && strings_Contains(schedule, 'TZ') && timeZone != null: {
      allErrs = push(
        allErrs,
        field_Invalid(fldPath, schedule, 'cannot use both timeZone field and TZ or CRON_TZ in schedule'),
      );
      break;
    }
    case !allowTZInSchedule && strings_Contains(schedule, 'TZ'): {
      allErrs = push(
        allErrs,
        field_Invalid(fldPath, schedule, 'cannot use TZ or CRON_TZ in schedule, use timeZone field instead'),
      );
      break;
    }
  }
  return allErrs;
}

function validateSchedulingGates(schedulingGates, fldPath) {
  let allErrs = [];
  let seen = sets_New();
  {
    const list1 = schedulingGates ?? [];
    for (let i = 0; i < list1.length; i++) {
      let schedulingGate = list1[i];
      allErrs = push(
        allErrs,
        ...(ValidateQualifiedName(schedulingGate.name ?? '', Path_Index(fldPath, i)) ?? []),
      );
      if (Set_Has(seen, schedulingGate.name ?? '')) {
        allErrs = push(allErrs, field_Duplicate(Path_Index(fldPath, i), schedulingGate.name ?? ''));
      }
      Set_Insert(seen, schedulingGate.name ?? '');
    }
  }
  return allErrs;
}

function validateSchedulingGroup(schedulingGroup, fldPath) {
  let allErrs = undefined;
  if (schedulingGroup.podGroupName == null) {
    allErrs = push(
      allErrs,
      field_Invalid(
        Path_Child(fldPath, 'podGroupName'),
        schedulingGroup.podGroupName,
        'must specify one of: `podGroupName`',
      ),
    );
  } else {
    let name = schedulingGroup.podGroupName;
    for (let detail of ValidatePodGroupName()(name, false) ?? []) {
      allErrs = push(allErrs, field_Invalid(Path_Child(fldPath, 'podGroupName'), name, detail));
    }
  }
  return allErrs;
}

function validateSeccompAnnotationsAndFields(objectMeta, podSpec, specPath) {
  let allErrs = [];
  if (podSpec.securityContext != null && podSpec.securityContext.seccompProfile != null) {
    {
      const r1 = mapFind(objectMeta.annotations, 'seccomp.security.alpha.kubernetes.io/pod', '');
      let annotation = r1[0];
      let found = r1[1];
      if (found) {
        let seccompPath = Path_Child(Path_Child(specPath, 'securityContext'), 'seccompProfile');
        let err = validateSeccompAnnotationsAndFieldsMatch(
          annotation,
          podSpec.securityContext.seccompProfile,
          seccompPath,
        );
        if (err != null) {
          allErrs = push(allErrs, err);
        }
      }
    }
  }
  VisitContainersWithPath(podSpec, specPath, function (c, cFldPath) {
    let field = undefined;
    if (c.securityContext != null) {
      field = c.securityContext.seccompProfile;
    }
    if (field == null) {
      return true;
    }
    let key = 'container.seccomp.security.alpha.kubernetes.io/' + (c.name ?? '');
    {
      const r2 = mapFind(objectMeta.annotations, key, '');
      let annotation2 = r2[0];
      let found2 = r2[1];
      if (found2) {
        let seccompPath2 = Path_Child(Path_Child(cFldPath, 'securityContext'), 'seccompProfile');
        let err2 = validateSeccompAnnotationsAndFieldsMatch(annotation2, field, seccompPath2);
        if (err2 != null) {
          allErrs = push(allErrs, err2);
        }
      }
    }
    return true;
  });
  return allErrs;
}

function validateSeccompAnnotationsAndFieldsMatch(annotationValue, seccompField, fldPath) {
  if (seccompField == null) {
    return undefined;
  }
  {
    const tag1 = seccompField.type ?? '';
    switch (tag1) {
      case 'Unconfined': {
        if (annotationValue !== 'unconfined') {
          return field_Forbidden(
            Path_Child(fldPath, 'type'),
            'seccomp type in annotation and field must match',
          );
        }
        break;
      }
      case 'RuntimeDefault': {
        if (annotationValue !== 'runtime/default' && annotationValue !== 'docker/default') {
          return field_Forbidden(
            Path_Child(fldPath, 'type'),
            'seccomp type in annotation and field must match',
          );
        }
        break;
      }
      case 'Localhost': {
        if (!strings_HasPrefix(annotationValue, 'localhost/')) {
          return field_Forbidden(
            Path_Child(fldPath, 'type'),
            'seccomp type in annotation and field must match',
          );
        } else {
          if (
            seccompField.localhostProfile == null ||
            strings_TrimPrefix(annotationValue, 'localhost/') !== seccompField.localhostProfile
          ) {
            return field_Forbidden(
              Path_Child(fldPath, 'localhostProfile'),
              'seccomp profile in annotation and field must match',
            );
          }
        }
        break;
      }
    }
  }
  return undefined;
}

function validateSeccompProfileField(sp, fldPath) {
  let allErrs = [];
  if (sp == null) {
    return allErrs;
  }
  {
    let err = validateSeccompProfileType(Path_Child(fldPath, 'type'), sp.type ?? '');
    if (err != null) {
      allErrs = push(allErrs, err);
    }
  }
  if ((sp.type ?? '') === 'Localhost') {
    if (sp.localhostProfile == null) {
      allErrs = push(
        allErrs,
        field_Required(Path_Child(fldPath, 'localhostProfile'), 'must be set when seccomp type is Localhost'),
      );
    } else {
      allErrs = push(
        allErrs,
        ...(validateLocalDescendingPath(sp.localhostProfile, Path_Child(fldPath, 'localhostProfile')) ?? []),
      );
    }
  } else {
    if (sp.localhostProfile != null) {
      allErrs = push(
        allErrs,
        field_Invalid(
          Path_Child(fldPath, 'localhostProfile'),
          sp,
          'can only be set when seccomp type is Localhost',
        ),
      );
    }
  }
  return allErrs;
}

function validateSeccompProfileType(fldPath, seccompProfileType) {
  {
    const tag1 = seccompProfileType;
    switch (tag1) {
      case 'Localhost':
      case 'RuntimeDefault':
      case 'Unconfined': {
        return undefined;
        break;
      }
      case '': {
        return field_Required(fldPath, 'type is required when seccompProfile is set');
        break;
      }
      default: {
        return field_NotSupported(fldPath, seccompProfileType, ['Localhost', 'RuntimeDefault', 'Unconfined']);
        break;
      }
    }
  }
}

function validateSecretEnvSource(secretSource, fldPath) {
  let allErrs = [];
  if (textLength(secretSource.name ?? '') === 0) {
    allErrs = push(allErrs, field_Required(Path_Child(fldPath, 'name'), ''));
  } else {
    for (let msg of ValidateSecretName()(secretSource.name ?? '', true) ?? []) {
      allErrs = push(allErrs, field_Invalid(Path_Child(fldPath, 'name'), secretSource.name ?? '', msg));
    }
  }
  return allErrs;
}

function validateSecretKeySelector(s, fldPath) {
  let allErrs = [];
  let nameFn = ValidateSecretName();
  for (let msg of nameFn(s.name ?? '', false) ?? []) {
    allErrs = push(allErrs, field_Invalid(Path_Child(fldPath, 'name'), s.name ?? '', msg));
  }
  if (textLength(s.key ?? '') === 0) {
    allErrs = push(allErrs, field_Required(Path_Child(fldPath, 'key'), ''));
  } else {
    for (let msg2 of IsConfigMapKey(s.key ?? '') ?? []) {
      allErrs = push(allErrs, field_Invalid(Path_Child(fldPath, 'key'), s.key ?? '', msg2));
    }
  }
  return allErrs;
}

function validateSecretVolumeSource(secretSource, fldPath) {
  let allErrs = [];
  if (textLength(secretSource.secretName ?? '') === 0) {
    allErrs = push(allErrs, field_Required(Path_Child(fldPath, 'secretName'), ''));
  }
  let secretMode = secretSource.defaultMode;
  if (secretMode != null && (secretMode > 511 || secretMode < 0)) {
    allErrs = push(
      allErrs,
      field_Invalid(Path_Child(fldPath, 'defaultMode'), secretMode, fileModeErrorMsg()),
    );
  }
  allErrs = push(
    allErrs,
    ...(validateUserField(secretSource.defaultUser, Path_Child(fldPath, 'defaultUser')) ?? []),
  );
  let itemsPath = Path_Child(fldPath, 'items');
  {
    const list1 = secretSource.items ?? [];
    for (let i = 0; i < list1.length; i++) {
      let kp = list1[i];
      let itemPath = Path_Index(itemsPath, i);
      allErrs = push(allErrs, ...(validateKeyToPath(kp, itemPath) ?? []));
    }
  }
  return allErrs;
}

function validateService(service, oldService) {
  let metaPath = field_NewPath('metadata');
  let allErrs = undefined;
  const r1 = mapFind((service.metadata ?? Z).annotations, 'service.kubernetes.io/topology-aware-hints', '');
  let topologyHintsVal = r1[0];
  let topologyHintsSet = r1[1];
  const r2 = mapFind((service.metadata ?? Z).annotations, 'service.kubernetes.io/topology-mode', '');
  let topologyModeVal = r2[0];
  let topologyModeSet = r2[1];
  if (topologyModeSet && topologyHintsSet && topologyModeVal !== topologyHintsVal) {
    let message = fmt_Sprintf(
      'must match annotations[%s] when both are specified',
      'service.kubernetes.io/topology-aware-hints',
    );
    allErrs = push(
      allErrs,
      field_Invalid(
        Path_Key(Path_Child(metaPath, 'annotations'), 'service.kubernetes.io/topology-mode'),
        topologyModeVal,
        message,
      ),
    );
  }
  let specPath = field_NewPath('spec');
  if (
    listLength((service.spec ?? Z).ports) === 0 &&
    !isHeadlessService(service) &&
    ((service.spec ?? Z).type ?? '') !== 'ExternalName'
  ) {
    allErrs = push(allErrs, field_Required(Path_Child(specPath, 'ports'), ''));
  }
  {
    const tag3 = (service.spec ?? Z).type ?? '';
    switch (tag3) {
      case 'LoadBalancer': {
        if (isHeadlessService(service)) {
          allErrs = push(
            allErrs,
            field_Invalid(
              Path_Index(Path_Child(specPath, 'clusterIPs'), 0),
              (service.spec ?? Z).clusterIPs[0],
              "may not be set to 'None' for LoadBalancer services",
            ),
          );
        }
        break;
      }
      case 'NodePort': {
        if (isHeadlessService(service)) {
          allErrs = push(
            allErrs,
            field_Invalid(
              Path_Index(Path_Child(specPath, 'clusterIPs'), 0),
              (service.spec ?? Z).clusterIPs[0],
              "may not be set to 'None' for NodePort services",
            ),
          );
        }
        break;
      }
      case 'ExternalName': {
        if (listLength((service.spec ?? Z).clusterIPs) > 0) {
          allErrs = push(
            allErrs,
            field_Forbidden(Path_Child(specPath, 'clusterIPs'), 'may not be set for ExternalName services'),
          );
        }
        if (listLength((service.spec ?? Z).ipFamilies) > 0) {
          allErrs = push(
            allErrs,
            field_Forbidden(Path_Child(specPath, 'ipFamilies'), 'may not be set for ExternalName services'),
          );
        }
        if ((service.spec ?? Z).ipFamilyPolicy != null) {
          allErrs = push(
            allErrs,
            field_Forbidden(
              Path_Child(specPath, 'ipFamilyPolicy'),
              'may not be set for ExternalName services',
            ),
          );
        }
        let cname = strings_TrimSuffix((service.spec ?? Z).externalName ?? '', '.');
        if (textLength(cname) > 0) {
          allErrs = push(
            allErrs,
            ...(ValidateDNS1123Subdomain(cname, Path_Child(specPath, 'externalName')) ?? []),
          );
        } else {
          allErrs = push(allErrs, field_Required(Path_Child(specPath, 'externalName'), ''));
        }
        break;
      }
    }
  }
  let allPortNames = sets_New();
  let portsPath = Path_Child(specPath, 'ports');
  {
    const list4 = (service.spec ?? Z).ports ?? [];
    for (let i = 0; i < list4.length; i++) {
      let portPath = Path_Index(portsPath, i);
      allErrs = push(
        allErrs,
        ...(validateServicePort(
          (service.spec ?? Z).ports[i],
          listLength((service.spec ?? Z).ports) > 1,
          isHeadlessService(service),
          allPortNames,
          portPath,
        ) ?? []),
      );
    }
  }
  if ((service.spec ?? Z).selector != null) {
    allErrs = push(
      allErrs,
      ...(ValidateLabels((service.spec ?? Z).selector, Path_Child(specPath, 'selector')) ?? []),
    );
  }
  if (textLength((service.spec ?? Z).sessionAffinity ?? '') === 0) {
    allErrs = push(allErrs, field_Required(Path_Child(specPath, 'sessionAffinity'), ''));
  } else {
    if (!Set_Has(supportedSessionAffinityType(), (service.spec ?? Z).sessionAffinity ?? '')) {
      allErrs = push(
        allErrs,
        field_NotSupported(
          Path_Child(specPath, 'sessionAffinity'),
          (service.spec ?? Z).sessionAffinity ?? '',
          sets_List(supportedSessionAffinityType()),
        ),
      );
    }
  }
  if (((service.spec ?? Z).sessionAffinity ?? '') === 'ClientIP') {
    allErrs = push(
      allErrs,
      ...(validateClientIPAffinityConfig(
        (service.spec ?? Z).sessionAffinityConfig,
        Path_Child(specPath, 'sessionAffinityConfig'),
      ) ?? []),
    );
  } else {
    if (((service.spec ?? Z).sessionAffinity ?? '') === 'None') {
      if ((service.spec ?? Z).sessionAffinityConfig != null) {
        allErrs = push(
          allErrs,
          field_Forbidden(
            Path_Child(specPath, 'sessionAffinityConfig'),
            fmt_Sprintf('must not be set when session affinity is %s', 'None'),
          ),
        );
      }
    }
  }
  allErrs = push(allErrs, ...(ValidateServiceClusterIPsRelatedFields(service, oldService) ?? []));
  let ipPath = Path_Child(specPath, 'externalIPs');
  let existingExternalIPs = undefined;
  if (oldService != null) {
    existingExternalIPs = (oldService.spec ?? Z).externalIPs;
  }
  {
    const list5 = (service.spec ?? Z).externalIPs ?? [];
    for (let i2 = 0; i2 < list5.length; i2++) {
      let ip = list5[i2];
      let idxPath = Path_Index(ipPath, i2);
      {
        let errs = IsValidIPForLegacyField(idxPath, ip, existingExternalIPs);
        if (listLength(errs) !== 0) {
          allErrs = push(allErrs, ...(errs ?? []));
        } else {
          allErrs = push(allErrs, ...(ValidateEndpointIP(ip, idxPath) ?? []));
        }
      }
    }
  }
  if (textLength((service.spec ?? Z).type ?? '') === 0) {
    allErrs = push(allErrs, field_Required(Path_Child(specPath, 'type'), ''));
  } else {
    if (!Set_Has(supportedServiceType(), (service.spec ?? Z).type ?? '')) {
      allErrs = push(
        allErrs,
        field_NotSupported(
          Path_Child(specPath, 'type'),
          (service.spec ?? Z).type ?? '',
          sets_List(supportedServiceType()),
        ),
      );
    }
  }
  if (((service.spec ?? Z).type ?? '') === 'ClusterIP') {
    let portsPath2 = Path_Child(specPath, 'ports');
    {
      const list6 = (service.spec ?? Z).ports ?? [];
      for (let i3 = 0; i3 < list6.length; i3++) {
        let portPath2 = Path_Index(portsPath2, i3);
        if (((service.spec ?? Z).ports[i3].nodePort ?? 0) !== 0) {
          allErrs = push(
            allErrs,
            field_Forbidden(Path_Child(portPath2, 'nodePort'), "may not be used when `type` is 'ClusterIP'"),
          );
        }
      }
    }
  }
  portsPath = Path_Child(specPath, 'ports');
  let nodePorts = keyedOf([]);
  {
    const list7 = (service.spec ?? Z).ports ?? [];
    for (let i4 = 0; i4 < list7.length; i4++) {
      let port = (service.spec ?? Z).ports[i4];
      if ((port.nodePort ?? 0) === 0) {
        continue;
      }
      let portPath3 = Path_Index(portsPath, i4);
      let key = {};
      setUnlessZero(key, 'protocol', port.protocol ?? '');
      setUnlessZero(key, 'nodePort', port.nodePort ?? 0);
      const r8 = keyedFind(nodePorts, key, false);
      let found = r8[1];
      if (found) {
        allErrs = push(allErrs, field_Duplicate(Path_Child(portPath3, 'nodePort'), port.nodePort ?? 0));
      }
      keyedSet(nodePorts, key, true);
    }
  }
  portsPath = Path_Child(specPath, 'ports');
  let ports = keyedOf([]);
  {
    const list9 = (service.spec ?? Z).ports ?? [];
    for (let i5 = 0; i5 < list9.length; i5++) {
      let port2 = list9[i5];
      let portPath4 = Path_Index(portsPath, i5);
      let key2 = { protocol: unlessZero(port2.protocol ?? ''), port: port2.port ?? 0 };
      const r10 = keyedFind(ports, key2, false);
      let found2 = r10[1];
      if (found2) {
        allErrs = push(allErrs, field_Duplicate(portPath4, key2));
      }
      keyedSet(ports, key2, true);
    }
  }
  if (listLength((service.spec ?? Z).loadBalancerSourceRanges) > 0) {
    let fieldPath = Path_Child(specPath, 'LoadBalancerSourceRanges');
    if (((service.spec ?? Z).type ?? '') !== 'LoadBalancer') {
      allErrs = push(allErrs, field_Forbidden(fieldPath, "may only be used when `type` is 'LoadBalancer'"));
    }
    let existingSourceRanges = undefined;
    if (oldService != null) {
      existingSourceRanges = Array.from(
        { length: listLength((oldService.spec ?? Z).loadBalancerSourceRanges) },
        () => '',
      );
      {
        const list11 = (oldService.spec ?? Z).loadBalancerSourceRanges ?? [];
        for (let i6 = 0; i6 < list11.length; i6++) {
          let value = list11[i6];
          existingSourceRanges[i6] = strings_TrimSpace(value);
        }
      }
    }
    {
      const list12 = (service.spec ?? Z).loadBalancerSourceRanges ?? [];
      for (let idx = 0; idx < list12.length; idx++) {
        let value2 = list12[idx];
        value2 = strings_TrimSpace(value2);
        allErrs = push(
          allErrs,
          ...(IsValidCIDRForLegacyField(Path_Index(fieldPath, idx), value2, existingSourceRanges) ?? []),
        );
      }
    }
  } else {
    {
      const r13 = mapFind(
        (service.metadata ?? Z).annotations,
        'service.beta.kubernetes.io/load-balancer-source-ranges',
        '',
      );
      let val = r13[0];
      let annotationSet = r13[1];
      if (annotationSet) {
        let fieldPath2 = Path_Key(
          field_NewPath('metadata', 'annotations'),
          'service.beta.kubernetes.io/load-balancer-source-ranges',
        );
        if (((service.spec ?? Z).type ?? '') !== 'LoadBalancer') {
          allErrs = push(
            allErrs,
            field_Forbidden(fieldPath2, "may only be used when `type` is 'LoadBalancer'"),
          );
        }
        if (
          oldService == null ||
          mapGet(
            (oldService.metadata ?? Z).annotations,
            'service.beta.kubernetes.io/load-balancer-source-ranges',
            '',
          ) !== val
        ) {
          val = strings_TrimSpace(val);
          if (val !== '') {
            let cidrs = strings_Split(val, ',');
            for (let value3 of cidrs ?? []) {
              value3 = strings_TrimSpace(value3);
              allErrs = push(allErrs, ...(IsValidCIDRForLegacyField(fieldPath2, value3, undefined) ?? []));
            }
          }
        }
      }
    }
  }
  if (
    (service.spec ?? Z).allocateLoadBalancerNodePorts != null &&
    ((service.spec ?? Z).type ?? '') !== 'LoadBalancer'
  ) {
    allErrs = push(
      allErrs,
      field_Forbidden(
        Path_Child(specPath, 'allocateLoadBalancerNodePorts'),
        "may only be used when `type` is 'LoadBalancer'",
      ),
    );
  }
  if (
    ((service.spec ?? Z).type ?? '') === 'LoadBalancer' &&
    (service.spec ?? Z).allocateLoadBalancerNodePorts == null
  ) {
    allErrs = push(allErrs, field_Required(field_NewPath('allocateLoadBalancerNodePorts'), ''));
  }
  allErrs = push(allErrs, ...(validateLoadBalancerClassField(undefined, service) ?? []));
  allErrs = push(allErrs, ...(validateServiceExternalTrafficPolicy(service) ?? []));
  allErrs = push(allErrs, ...(validateServiceInternalTrafficFieldsValue(service) ?? []));
  allErrs = push(allErrs, ...(validateServiceTrafficDistribution(service) ?? []));
  return allErrs;
}

function validateServiceExternalTrafficFieldsUpdate(before, after) {
  let allErrs = [];
  if (NeedsHealthCheck(before) && NeedsHealthCheck(after)) {
    if (((after.spec ?? Z).healthCheckNodePort ?? 0) !== ((before.spec ?? Z).healthCheckNodePort ?? 0)) {
      allErrs = push(
        allErrs,
        field_Forbidden(field_NewPath('spec', 'healthCheckNodePort'), 'field is immutable'),
      );
    }
  }
  return allErrs;
}

function validateServiceExternalTrafficPolicy(service) {
  let allErrs = [];
  let fldPath = field_NewPath('spec');
  if (!ExternallyAccessible(service)) {
    if (((service.spec ?? Z).externalTrafficPolicy ?? '') !== '') {
      allErrs = push(
        allErrs,
        field_Invalid(
          Path_Child(fldPath, 'externalTrafficPolicy'),
          (service.spec ?? Z).externalTrafficPolicy ?? '',
          'may only be set for externally-accessible services',
        ),
      );
    }
  } else {
    if (((service.spec ?? Z).externalTrafficPolicy ?? '') === '') {
      allErrs = push(allErrs, field_Required(Path_Child(fldPath, 'externalTrafficPolicy'), ''));
    } else {
      if (!Set_Has(validExternalTrafficPolicies(), (service.spec ?? Z).externalTrafficPolicy ?? '')) {
        allErrs = push(
          allErrs,
          field_NotSupported(
            Path_Child(fldPath, 'externalTrafficPolicy'),
            (service.spec ?? Z).externalTrafficPolicy ?? '',
            sets_List(validExternalTrafficPolicies()),
          ),
        );
      }
    }
  }
  if (!NeedsHealthCheck(service)) {
    if (((service.spec ?? Z).healthCheckNodePort ?? 0) !== 0) {
      allErrs = push(
        allErrs,
        field_Invalid(
          Path_Child(fldPath, 'healthCheckNodePort'),
          (service.spec ?? Z).healthCheckNodePort ?? 0,
          "may only be set when `type` is 'LoadBalancer' and `externalTrafficPolicy` is 'Local'",
        ),
      );
    }
  } else {
    if (((service.spec ?? Z).healthCheckNodePort ?? 0) === 0) {
      allErrs = push(allErrs, field_Required(Path_Child(fldPath, 'healthCheckNodePort'), ''));
    } else {
      for (let msg of IsValidPortNum((service.spec ?? Z).healthCheckNodePort ?? 0) ?? []) {
        allErrs = push(
          allErrs,
          field_Invalid(
            Path_Child(fldPath, 'healthCheckNodePort'),
            (service.spec ?? Z).healthCheckNodePort ?? 0,
            msg,
          ),
        );
      }
    }
  }
  return allErrs;
}

function validateServiceInternalTrafficFieldsValue(service) {
  let allErrs = [];
  if ((service.spec ?? Z).internalTrafficPolicy == null) {
    if (
      ((service.spec ?? Z).type ?? '') === 'NodePort' ||
      ((service.spec ?? Z).type ?? '') === 'LoadBalancer' ||
      ((service.spec ?? Z).type ?? '') === 'ClusterIP'
    ) {
      allErrs = push(allErrs, field_Required(Path_Child(field_NewPath('spec'), 'internalTrafficPolicy'), ''));
    }
  }
  if (
    (service.spec ?? Z).internalTrafficPolicy != null &&
    !Set_Has(supportedServiceInternalTrafficPolicy(), (service.spec ?? Z).internalTrafficPolicy)
  ) {
    allErrs = push(
      allErrs,
      field_NotSupported(
        Path_Child(field_NewPath('spec'), 'internalTrafficPolicy'),
        (service.spec ?? Z).internalTrafficPolicy,
        sets_List(supportedServiceInternalTrafficPolicy()),
      ),
    );
  }
  return allErrs;
}

function validateServicePort(sp, requireName, isHeadlessService2, allNames, fldPath) {
  let allErrs = [];
  if (requireName && textLength(sp.name ?? '') === 0) {
    allErrs = push(allErrs, field_Required(Path_Child(fldPath, 'name'), ''));
  } else {
    if (textLength(sp.name ?? '') !== 0) {
      allErrs = push(allErrs, ...(ValidateDNS1123Label(sp.name ?? '', Path_Child(fldPath, 'name')) ?? []));
      if (Set_Has(allNames, sp.name ?? '')) {
        allErrs = push(allErrs, field_Duplicate(Path_Child(fldPath, 'name'), sp.name ?? ''));
      } else {
        Set_Insert(allNames, sp.name ?? '');
      }
    }
  }
  for (let msg of IsValidPortNum(sp.port ?? 0) ?? []) {
    allErrs = push(allErrs, field_Invalid(Path_Child(fldPath, 'port'), sp.port ?? 0, msg));
  }
  if (textLength(sp.protocol ?? '') === 0) {
    allErrs = push(allErrs, field_Required(Path_Child(fldPath, 'protocol'), ''));
  } else {
    if (!Set_Has(supportedPortProtocols(), sp.protocol ?? '')) {
      allErrs = push(
        allErrs,
        field_NotSupported(
          Path_Child(fldPath, 'protocol'),
          sp.protocol ?? '',
          sets_List(supportedPortProtocols()),
        ),
      );
    }
  }
  allErrs = push(
    allErrs,
    ...(ValidatePortNumOrName(sp.targetPort ?? 0, Path_Child(fldPath, 'targetPort')) ?? []),
  );
  if (sp.appProtocol != null) {
    allErrs = push(
      allErrs,
      ...(ValidateQualifiedName(sp.appProtocol, Path_Child(fldPath, 'appProtocol')) ?? []),
    );
  }
  return allErrs;
}

function validateServiceTrafficDistribution(service) {
  let allErrs = [];
  if ((service.spec ?? Z).trafficDistribution == null) {
    return allErrs;
  }
  let supportedTrafficDistribution = undefined;
  {
    {
      supportedTrafficDistribution = ['PreferClose', 'PreferSameZone', 'PreferSameNode'];
    }
  }
  if (!slices_Contains(supportedTrafficDistribution, (service.spec ?? Z).trafficDistribution)) {
    allErrs = push(
      allErrs,
      field_NotSupported(
        Path_Child(field_NewPath('spec'), 'trafficDistribution'),
        (service.spec ?? Z).trafficDistribution,
        supportedTrafficDistribution,
      ),
    );
  }
  return allErrs;
}

function validateShareProcessNamespace(spec, fldPath) {
  let allErrs = undefined;
  if (spec.shareProcessNamespace != null && (spec.hostPID ?? false) && spec.shareProcessNamespace) {
    allErrs = push(
      allErrs,
      field_Invalid(
        Path_Child(fldPath, 'shareProcessNamespace'),
        spec.shareProcessNamespace,
        'ShareProcessNamespace and HostPID cannot both be enabled',
      ),
    );
  }
  return allErrs;
}

function validateSleepAction(sleep, gracePeriod, fldPath) {
  let allErrors = [];
  if (gracePeriod != null && (toNumber(sleep.seconds) < 0 || toNumber(sleep.seconds) > gracePeriod)) {
    let invalidStr = fmt_Sprintf(
      'must be non-negative and less than terminationGracePeriodSeconds (%d)',
      gracePeriod,
    );
    allErrors = push(allErrors, field_Invalid(fldPath, toNumber(sleep.seconds), invalidStr));
  }
  return allErrors;
}

function validateStartupProbe(probe, gracePeriod, fldPath, opts) {
  let allErrs = [];
  if (probe == null) {
    return allErrs;
  }
  allErrs = push(allErrs, ...(validateProbe(probe, gracePeriod, fldPath, opts) ?? []));
  if ((probe.successThreshold ?? 0) !== 1) {
    allErrs = push(
      allErrs,
      field_Invalid(Path_Child(fldPath, 'successThreshold'), probe.successThreshold ?? 0, 'must be 1'),
    );
  }
  return allErrs;
}

function validateStopSignal(stopSignal, fldPath, os) {
  let allErrors = [];
  if (os == null) {
    allErrors = push(
      allErrors,
      field_Forbidden(fldPath, 'may not be set for containers with empty `spec.os.name`'),
    );
  } else {
    if ((os.name ?? '') === 'windows') {
      if (!Set_Has(supportedStopSignalsWindows(), stopSignal)) {
        allErrors = push(
          allErrors,
          field_NotSupported(fldPath, stopSignal, sets_List(supportedStopSignalsWindows())),
        );
      }
    } else {
      if ((os.name ?? '') === 'linux') {
        if (!Set_Has(supportedStopSignalsLinux(), stopSignal)) {
          allErrors = push(
            allErrors,
            field_NotSupported(fldPath, stopSignal, sets_List(supportedStopSignalsLinux())),
          );
        }
      }
    }
  }
  return allErrors;
}

function validateStorageClassUpgradeFromAnnotation(oldAnnotations, newAnnotations, oldScName, newScName) {
  const r1 = mapFind(oldAnnotations, 'volume.beta.kubernetes.io/storage-class', '');
  let oldSc = r1[0];
  let oldAnnotationExist = r1[1];
  const r2 = mapFind(newAnnotations, 'volume.beta.kubernetes.io/storage-class', '');
  let newScInAnnotation = r2[0];
  let newAnnotationExist = r2[1];
  return (
    oldAnnotationExist &&
    oldScName == null &&
    newScName != null &&
    newScName === oldSc &&
    (!newAnnotationExist || newScInAnnotation === oldSc)
  );
}

function validateStorageClassUpgradeFromNil(oldAnnotations, oldScName, newScName, opts) {
  const r1 = mapFind(oldAnnotations, 'volume.beta.kubernetes.io/storage-class', '');
  let oldAnnotation = r1[0];
  let oldAnnotationExist = r1[1];
  return newScName != null && oldScName == null && (!oldAnnotationExist || newScName === oldAnnotation);
}

function validateStorageOSVolumeSource(storageos, fldPath) {
  let allErrs = [];
  if (textLength(storageos.volumeName ?? '') === 0) {
    allErrs = push(allErrs, field_Required(Path_Child(fldPath, 'volumeName'), ''));
  } else {
    allErrs = push(
      allErrs,
      ...(ValidateDNS1123Label(storageos.volumeName ?? '', Path_Child(fldPath, 'volumeName')) ?? []),
    );
  }
  if (textLength(storageos.volumeNamespace ?? '') > 0) {
    allErrs = push(
      allErrs,
      ...(ValidateDNS1123Label(storageos.volumeNamespace ?? '', Path_Child(fldPath, 'volumeNamespace')) ??
        []),
    );
  }
  if (storageos.secretRef != null) {
    if (textLength(storageos.secretRef.name ?? '') === 0) {
      allErrs = push(allErrs, field_Required(Path_Child(fldPath, 'secretRef', 'name'), ''));
    }
  }
  return allErrs;
}

function validateSuccessPolicy(spec, fldPath) {
  let allErrs = undefined;
  let rulesPath = Path_Child(fldPath, 'rules');
  if (listLength(spec.successPolicy.rules) === 0) {
    allErrs = push(
      allErrs,
      field_Required(rulesPath, 'at least one rules must be specified when the successPolicy is specified'),
    );
  }
  if (listLength(spec.successPolicy.rules) > 20) {
    allErrs = push(allErrs, field_TooMany(rulesPath, listLength(spec.successPolicy.rules), 20));
  }
  {
    const list1 = spec.successPolicy.rules ?? [];
    for (let i = 0; i < list1.length; i++) {
      let rule = list1[i];
      allErrs = push(allErrs, ...(validateSuccessPolicyRule(spec, rule, Path_Index(rulesPath, i)) ?? []));
    }
  }
  return allErrs;
}

function validateSuccessPolicyRule(spec, rule, rulePath) {
  let allErrs = undefined;
  if (rule.succeededCount == null && rule.succeededIndexes == null) {
    allErrs = push(
      allErrs,
      field_Required(rulePath, 'at least one of succeededCount or succeededIndexes must be specified'),
    );
  }
  let totalIndexes = 0;
  if (rule.succeededIndexes != null) {
    let succeededIndexes = Path_Child(rulePath, 'succeededIndexes');
    if (textLength(rule.succeededIndexes) > 65536) {
      allErrs = push(allErrs, field_TooLong(succeededIndexes, '', 65536));
    }
    let err = undefined;
    {
      const r1 = validateIndexesFormat(rule.succeededIndexes, spec.completions);
      totalIndexes = r1[0];
      err = r1[1];
      if (err != null) {
        allErrs = push(
          allErrs,
          field_Invalid(
            succeededIndexes,
            rule.succeededIndexes,
            fmt_Sprintf('error parsing succeededIndexes: %s', error_Error(err)),
          ),
        );
      }
    }
  }
  if (rule.succeededCount != null) {
    let succeededCountPath = Path_Child(rulePath, 'succeededCount');
    allErrs = push(allErrs, ...(ValidateNonnegativeField(rule.succeededCount, succeededCountPath) ?? []));
    if (rule.succeededCount > spec.completions) {
      allErrs = push(
        allErrs,
        field_Invalid(
          succeededCountPath,
          rule.succeededCount,
          fmt_Sprintf(
            'must be less than or equal to %d (the number of specified completions)',
            spec.completions,
          ),
        ),
      );
    }
    if (rule.succeededIndexes != null && rule.succeededCount > totalIndexes) {
      allErrs = push(
        allErrs,
        field_Invalid(
          succeededCountPath,
          rule.succeededCount,
          fmt_Sprintf(
            'must be less than or equal to %d (the number of indexes in the specified succeededIndexes field)',
            totalIndexes,
          ),
        ),
      );
    }
  }
  return allErrs;
}

function validateSupplementalGroupsPolicy(supplementalGroupsPolicy, fldPath) {
  let allErrors = [];
  if (!Set_Has(validSupplementalGroupsPolicies(), supplementalGroupsPolicy)) {
    allErrors = push(
      allErrors,
      field_NotSupported(fldPath, supplementalGroupsPolicy, sets_List(validSupplementalGroupsPolicies())),
    );
  }
  return allErrors;
}

function validateSysctls(securityContext, spec, fldPath, opts) {
  let allErrs = [];
  let names = mapOf([]);
  {
    const list1 = securityContext.sysctls ?? [];
    for (let i = 0; i < list1.length; i++) {
      let s = list1[i];
      if (textLength(s.name ?? '') === 0) {
        allErrs = push(allErrs, field_Required(Path_Child(Path_Index(fldPath, i), 'name'), ''));
      } else {
        if (!IsValidSysctlName(s.name ?? '')) {
          allErrs = push(
            allErrs,
            field_Invalid(
              Path_Child(Path_Index(fldPath, i), 'name'),
              s.name ?? '',
              fmt_Sprintf(
                'must have at most %d characters and match regex %s',
                253,
                sysctlContainSlashRegexp(),
              ),
            ),
          );
        } else {
          {
            const r2 = mapFind(names, s.name ?? '', {});
            let ok = r2[1];
            if (ok) {
              allErrs = push(
                allErrs,
                field_Duplicate(Path_Child(Path_Index(fldPath, i), 'name'), s.name ?? ''),
              );
            }
          }
        }
      }
      if (!(opts.AllowNamespacedSysctlsForHostNetAndHostIPC ?? false)) {
        let err = ValidateHostSysctl(s.name ?? '', spec, Path_Child(Path_Index(fldPath, i), 'name'));
        if (err != null) {
          allErrs = push(allErrs, err);
        }
      }
      mapSet(names, s.name ?? '', {});
    }
  }
  return allErrs;
}

function validateTCPSocketAction(tcp, fldPath) {
  return ValidatePortNumOrName(tcp.port ?? 0, Path_Child(fldPath, 'port'));
}

function validateTLSSecretName(name) {
  if (textLength(name) === 0) {
    return undefined;
  }
  return ValidateSecretName()(name, false);
}

function validateTaintEffect(effect, allowEmpty, fldPath) {
  if (!allowEmpty && textLength(effect) === 0) {
    return [field_Required(fldPath, '')];
  }
  let allErrors = [];
  {
    const tag1 = effect;
    switch (tag1) {
      case 'NoSchedule':
      case 'PreferNoSchedule':
      case 'NoExecute': {
        break;
      }
      default: {
        let validValues = ['NoSchedule', 'PreferNoSchedule', 'NoExecute'];
        allErrors = push(allErrors, field_NotSupported(fldPath, effect, validValues));
        break;
      }
    }
  }
  return allErrors;
}

function validateTimeZone(timeZone, fldPath) {
  let allErrs = [];
  if (timeZone == null) {
    return allErrs;
  }
  if (textLength(timeZone) === 0) {
    allErrs = push(allErrs, field_Invalid(fldPath, timeZone, 'timeZone must be nil or non-empty string'));
    return allErrs;
  }
  for (let part of strings_Split(timeZone, '/') ?? []) {
    if (
      part === '.' ||
      part === '..' ||
      strings_HasPrefix(part, '-') ||
      !Regexp_MatchString(validTimeZoneCharacters(), part)
    ) {
      allErrs = push(
        allErrs,
        field_Invalid(fldPath, timeZone, fmt_Sprintf('unknown time zone %s', timeZone)),
      );
      return allErrs;
    }
  }
  if (strings_EqualFold(timeZone, 'Local')) {
    allErrs = push(
      allErrs,
      field_Invalid(
        fldPath,
        timeZone,
        'timeZone must be an explicit time zone as defined in https://www.iana.org/time-zones',
      ),
    );
  }
  {
    const r1 = time_LoadLocation(timeZone);
    let err = r1[1];
    if (err != null) {
      allErrs = push(allErrs, field_Invalid(fldPath, timeZone, error_Error(err)));
    }
  }
  return allErrs;
}

function validateTopologySpreadConstraints(constraints, fldPath, opts) {
  let allErrs = [];
  {
    const list1 = constraints ?? [];
    for (let i = 0; i < list1.length; i++) {
      let constraint = list1[i];
      let subFldPath = Path_Index(fldPath, i);
      {
        let errs = ValidatePositiveField(constraint.maxSkew ?? 0, Path_Child(subFldPath, 'maxSkew'));
        if (listLength(errs) > 0) {
          allErrs = push(allErrs, ...(errs ?? []));
        }
      }
      {
        let err = ValidateTopologyKey(Path_Child(subFldPath, 'topologyKey'), constraint.topologyKey ?? '');
        if (err != null) {
          allErrs = push(allErrs, err);
        }
      }
      {
        let err2 = ValidateWhenUnsatisfiable(
          Path_Child(subFldPath, 'whenUnsatisfiable'),
          constraint.whenUnsatisfiable ?? '',
        );
        if (err2 != null) {
          allErrs = push(allErrs, err2);
        }
      }
      {
        let err3 = ValidateSpreadConstraintNotRepeat(
          Path_Child(subFldPath, '{topologyKey, whenUnsatisfiable}'),
          constraint,
          (constraints ?? []).slice(i + 1),
        );
        if (err3 != null) {
          allErrs = push(allErrs, err3);
        }
      }
      allErrs = push(
        allErrs,
        ...(validateMinDomains(
          Path_Child(subFldPath, 'minDomains'),
          constraint.minDomains,
          constraint.whenUnsatisfiable ?? '',
        ) ?? []),
      );
      {
        let err4 = validateNodeInclusionPolicy(
          Path_Child(subFldPath, 'nodeAffinityPolicy'),
          constraint.nodeAffinityPolicy,
        );
        if (err4 != null) {
          allErrs = push(allErrs, err4);
        }
      }
      {
        let err5 = validateNodeInclusionPolicy(
          Path_Child(subFldPath, 'nodeTaintsPolicy'),
          constraint.nodeTaintsPolicy,
        );
        if (err5 != null) {
          allErrs = push(allErrs, err5);
        }
      }
      if (opts.AllowMatchLabelKeysInPodTopologySpread ?? false) {
        switch (true) {
          case (opts.AllowMatchLabelKeysInPodTopologySpreadSelectorMerge ?? false) &&
            (opts.OldPodViolatesMatchLabelKeysValidation ?? false): {
            allErrs = push(
              allErrs,
              ...(ValidateMatchLabelKeysInTopologySpread(
                Path_Child(subFldPath, 'matchLabelKeys'),
                constraint.matchLabelKeys,
                constraint.labelSelector,
              ) ?? []),
            );
            break;
          }
          case (opts.AllowMatchLabelKeysInPodTopologySpreadSelectorMerge ?? false) &&
            !(opts.OldPodViolatesMatchLabelKeysValidation ?? false): {
            allErrs = push(
              allErrs,
              ...(ValidateMatchLabelKeysAndMismatchLabelKeys(
                subFldPath,
                constraint.matchLabelKeys,
                undefined,
                constraint.labelSelector,
              ) ?? []),
            );
            break;
          }
          case !(opts.AllowMatchLabelKeysInPodTopologySpreadSelectorMerge ?? false) &&
            (opts.OldPodViolatesLegacyMatchLabelKeysValidation ?? false): {
            allErrs = push(
              allErrs,
              ...(ValidateMatchLabelKeysAndMismatchLabelKeys(
                subFldPath,
                constraint.matchLabelKeys,
                undefined,
                constraint.labelSelector,
              ) ?? []),
            );
            break;
          }
          case !(opts.AllowMatchLabelKeysInPodTopologySpreadSelectorMerge ?? false) &&
            !(opts.OldPodViolatesLegacyMatchLabelKeysValidation ?? false): {
            allErrs = push(
              allErrs,
              ...(ValidateMatchLabelKeysInTopologySpread(
                Path_Child(subFldPath, 'matchLabelKeys'),
                constraint.matchLabelKeys,
                constraint.labelSelector,
              ) ?? []),
            );
            break;
          }
          default: {
            allErrs = push(
              allErrs,
              ...(ValidateMatchLabelKeysInTopologySpread(
                Path_Child(subFldPath, 'matchLabelKeys'),
                constraint.matchLabelKeys,
                constraint.labelSelector,
              ) ?? []),
            );
            break;
          }
        }
      } else {
        allErrs = push(
          allErrs,
          ...(ValidateMatchLabelKeysInTopologySpread(
            Path_Child(subFldPath, 'matchLabelKeys'),
            constraint.matchLabelKeys,
            constraint.labelSelector,
          ) ?? []),
        );
      }
      if (!(opts.AllowInvalidTopologySpreadConstraintLabelSelector ?? false)) {
        allErrs = push(
          allErrs,
          ...(ValidateLabelSelector(
            constraint.labelSelector,
            { AllowInvalidLabelValueInSelector: false },
            Path_Child(subFldPath, 'labelSelector'),
          ) ?? []),
        );
      }
    }
  }
  return allErrs;
}

function validateUpgradeDowngradeClusterIPs(oldService, service) {
  let allErrs = Array.from({ length: 0 }, () => undefined);
  if (
    ((service.spec ?? Z).type ?? '') === 'ExternalName' ||
    ((oldService.spec ?? Z).type ?? '') === 'ExternalName'
  ) {
    return allErrs;
  }
  let newIsHeadless = isHeadlessService(service);
  let oldIsHeadless = isHeadlessService(oldService);
  if (oldIsHeadless && newIsHeadless) {
    return allErrs;
  }
  switch (true) {
    case listLength((oldService.spec ?? Z).clusterIPs) === listLength((service.spec ?? Z).clusterIPs): {
      {
        const list1 = (oldService.spec ?? Z).clusterIPs ?? [];
        for (let i = 0; i < list1.length; i++) {
          let ip = list1[i];
          if (ip !== (service.spec ?? Z).clusterIPs[i]) {
            allErrs = push(
              allErrs,
              field_Invalid(
                Path_Index(field_NewPath('spec', 'clusterIPs'), i),
                (service.spec ?? Z).clusterIPs,
                'may not change once set',
              ),
            );
          }
        }
      }
      break;
    }
    case listLength((oldService.spec ?? Z).clusterIPs) > listLength((service.spec ?? Z).clusterIPs): {
      if (listLength((service.spec ?? Z).clusterIPs) === 0) {
        allErrs = push(
          allErrs,
          field_Invalid(
            Path_Index(field_NewPath('spec', 'clusterIPs'), 0),
            (service.spec ?? Z).clusterIPs,
            'primary clusterIP can not be unset',
          ),
        );
      }
      if (
        listLength((oldService.spec ?? Z).clusterIPs) > 0 &&
        listLength((service.spec ?? Z).clusterIPs) > 0 &&
        (service.spec ?? Z).clusterIPs[0] !== (oldService.spec ?? Z).clusterIPs[0]
      ) {
        allErrs = push(
          allErrs,
          field_Invalid(
            Path_Index(field_NewPath('spec', 'clusterIPs'), 0),
            (service.spec ?? Z).clusterIPs,
            'may not change once set',
          ),
        );
      }
      if (listLength((service.spec ?? Z).clusterIPs) === 1) {
        if (
          (service.spec ?? Z).ipFamilyPolicy == null ||
          (service.spec ?? Z).ipFamilyPolicy !== 'SingleStack'
        ) {
          allErrs = push(
            allErrs,
            field_Invalid(
              field_NewPath('spec', 'ipFamilyPolicy'),
              (service.spec ?? Z).ipFamilyPolicy,
              "must be set to 'SingleStack' when releasing the secondary clusterIP",
            ),
          );
        }
      }
      break;
    }
    case listLength((oldService.spec ?? Z).clusterIPs) < listLength((service.spec ?? Z).clusterIPs): {
      if (
        listLength((oldService.spec ?? Z).clusterIPs) > 0 &&
        (service.spec ?? Z).clusterIPs[0] !== (oldService.spec ?? Z).clusterIPs[0]
      ) {
        allErrs = push(
          allErrs,
          field_Invalid(
            Path_Index(field_NewPath('spec', 'clusterIPs'), 0),
            (service.spec ?? Z).clusterIPs,
            'may not change once set',
          ),
        );
      }
      break;
    }
  }
  return allErrs;
}

function validateUpgradeDowngradeIPFamilies(oldService, service) {
  let allErrs = Array.from({ length: 0 }, () => undefined);
  if (
    ((service.spec ?? Z).type ?? '') === 'ExternalName' ||
    ((oldService.spec ?? Z).type ?? '') === 'ExternalName'
  ) {
    return allErrs;
  }
  let oldIsHeadless = isHeadlessService(oldService);
  let newIsHeadless = isHeadlessService(service);
  if (newIsHeadless !== oldIsHeadless) {
    return allErrs;
  }
  if (newIsHeadless) {
    return allErrs;
  }
  switch (true) {
    case listLength((oldService.spec ?? Z).ipFamilies) === listLength((service.spec ?? Z).ipFamilies): {
      {
        const list1 = (oldService.spec ?? Z).ipFamilies ?? [];
        for (let i = 0; i < list1.length; i++) {
          let ip = list1[i];
          if (ip !== (service.spec ?? Z).ipFamilies[i]) {
            allErrs = push(
              allErrs,
              field_Invalid(
                Path_Index(field_NewPath('spec', 'ipFamilies'), 0),
                (service.spec ?? Z).ipFamilies,
                'may not change once set',
              ),
            );
          }
        }
      }
      break;
    }
    case listLength((oldService.spec ?? Z).ipFamilies) > listLength((service.spec ?? Z).ipFamilies): {
      if (listLength((service.spec ?? Z).clusterIPs) === 0) {
        allErrs = push(
          allErrs,
          field_Invalid(
            Path_Index(field_NewPath('spec', 'ipFamilies'), 0),
            (service.spec ?? Z).ipFamilies,
            'primary ipFamily can not be unset',
          ),
        );
      }
      if (
        listLength((service.spec ?? Z).ipFamilies) > 0 &&
        (service.spec ?? Z).ipFamilies[0] !== (oldService.spec ?? Z).ipFamilies[0]
      ) {
        allErrs = push(
          allErrs,
          field_Invalid(
            Path_Index(field_NewPath('spec', 'ipFamilies'), 0),
            (service.spec ?? Z).clusterIPs,
            'may not change once set',
          ),
        );
      }
      if (listLength((service.spec ?? Z).ipFamilies) === 1) {
        if (
          (service.spec ?? Z).ipFamilyPolicy == null ||
          (service.spec ?? Z).ipFamilyPolicy !== 'SingleStack'
        ) {
          allErrs = push(
            allErrs,
            field_Invalid(
              field_NewPath('spec', 'ipFamilyPolicy'),
              (service.spec ?? Z).ipFamilyPolicy,
              "must be set to 'SingleStack' when releasing the secondary ipFamily",
            ),
          );
        }
      }
      break;
    }
    case listLength((oldService.spec ?? Z).ipFamilies) < listLength((service.spec ?? Z).ipFamilies): {
      if (
        listLength((oldService.spec ?? Z).ipFamilies) > 0 &&
        listLength((service.spec ?? Z).ipFamilies) > 0 &&
        (service.spec ?? Z).ipFamilies[0] !== (oldService.spec ?? Z).ipFamilies[0]
      ) {
        allErrs = push(
          allErrs,
          field_Invalid(
            Path_Index(field_NewPath('spec', 'ipFamilies'), 0),
            (service.spec ?? Z).clusterIPs,
            'may not change once set',
          ),
        );
      }
      break;
    }
  }
  return allErrs;
}

function validateUserField(user, fldPath) {
  let allErrs = undefined;
  if (user == null) {
    return allErrs;
  }
  for (let msg of IsValidUserID(user) ?? []) {
    allErrs = push(allErrs, field_Invalid(fldPath, user, msg));
  }
  return allErrs;
}

function validateVolumeClaimTemplates(volumeClaimTemplates, fldPath) {
  let allErrs = undefined;
  let opts = ValidationOptionsForPersistentVolumeClaimCreate();
  {
    const list1 = volumeClaimTemplates ?? [];
    for (let i = 0; i < list1.length; i++) {
      let pvc = list1[i];
      allErrs = push(
        allErrs,
        ...(ValidatePersistentVolumeClaimSpec(
          (pvc.spec ??= {}),
          Path_Child(Path_Index(fldPath, i), 'spec'),
          opts,
        ) ?? []),
      );
    }
  }
  return allErrs;
}

function validateVolumeHealthCondition(condition, fldPath) {
  let allErrs = [];
  if (textLength(condition.reason ?? '') === 0) {
    return allErrs;
  }
  for (let msg of IsValidConditionReason(condition.reason ?? '') ?? []) {
    allErrs = push(allErrs, field_Invalid(Path_Child(fldPath, 'reason'), condition.reason ?? '', msg));
  }
  return allErrs;
}

function validateVolumeHealthConditions(conditions, fldPath) {
  let allErrs = [];
  {
    const list1 = conditions ?? [];
    for (let i = 0; i < list1.length; i++) {
      let condition = list1[i];
      allErrs = push(allErrs, ...(validateVolumeHealthCondition(condition, Path_Index(fldPath, i)) ?? []));
    }
  }
  return allErrs;
}

function validateVolumeHealthStatus(status, fldPath) {
  if (status == null) {
    return undefined;
  }
  return validateVolumeHealthConditions(status.healthConditions, Path_Child(fldPath, 'healthConditions'));
}

function validateVolumeSource(source, fldPath, volName, podMeta, opts) {
  let numVolumes = 0;
  let allErrs = [];
  if (source.emptyDir != null) {
    numVolumes = numVolumes + 1;
    if (source.emptyDir.sizeLimit != null && Quantity_Cmp(source.emptyDir.sizeLimit, '0') < 0) {
      allErrs = push(
        allErrs,
        field_Forbidden(
          Path_Child(Path_Child(fldPath, 'emptyDir'), 'sizeLimit'),
          'SizeLimit field must be a valid resource quantity',
        ),
      );
    }
    if (source.emptyDir.mode != null && (source.emptyDir.mode > 1023 || source.emptyDir.mode < 0)) {
      allErrs = push(
        allErrs,
        field_Invalid(
          Path_Child(Path_Child(fldPath, 'emptyDir'), 'mode'),
          source.emptyDir.mode,
          emptyDirModeErrorMsg(),
        ),
      );
    }
  }
  if (source.hostPath != null) {
    if (numVolumes > 0) {
      allErrs = push(
        allErrs,
        field_Forbidden(Path_Child(fldPath, 'hostPath'), 'may not specify more than 1 volume type'),
      );
    } else {
      numVolumes = numVolumes + 1;
      allErrs = push(
        allErrs,
        ...(validateHostPathVolumeSource(source.hostPath, Path_Child(fldPath, 'hostPath')) ?? []),
      );
    }
  }
  if (source.gitRepo != null) {
    if (numVolumes > 0) {
      allErrs = push(
        allErrs,
        field_Forbidden(Path_Child(fldPath, 'gitRepo'), 'may not specify more than 1 volume type'),
      );
    } else {
      numVolumes = numVolumes + 1;
      allErrs = push(
        allErrs,
        ...(validateGitRepoVolumeSource(source.gitRepo, Path_Child(fldPath, 'gitRepo')) ?? []),
      );
    }
  }
  if (source.gcePersistentDisk != null) {
    if (numVolumes > 0) {
      allErrs = push(
        allErrs,
        field_Forbidden(Path_Child(fldPath, 'gcePersistentDisk'), 'may not specify more than 1 volume type'),
      );
    } else {
      numVolumes = numVolumes + 1;
      allErrs = push(
        allErrs,
        ...(validateGCEPersistentDiskVolumeSource(
          source.gcePersistentDisk,
          Path_Child(fldPath, 'persistentDisk'),
        ) ?? []),
      );
    }
  }
  if (source.awsElasticBlockStore != null) {
    if (numVolumes > 0) {
      allErrs = push(
        allErrs,
        field_Forbidden(
          Path_Child(fldPath, 'awsElasticBlockStore'),
          'may not specify more than 1 volume type',
        ),
      );
    } else {
      numVolumes = numVolumes + 1;
      allErrs = push(
        allErrs,
        ...(validateAWSElasticBlockStoreVolumeSource(
          source.awsElasticBlockStore,
          Path_Child(fldPath, 'awsElasticBlockStore'),
        ) ?? []),
      );
    }
  }
  if (source.secret != null) {
    if (numVolumes > 0) {
      allErrs = push(
        allErrs,
        field_Forbidden(Path_Child(fldPath, 'secret'), 'may not specify more than 1 volume type'),
      );
    } else {
      numVolumes = numVolumes + 1;
      allErrs = push(
        allErrs,
        ...(validateSecretVolumeSource(source.secret, Path_Child(fldPath, 'secret')) ?? []),
      );
    }
  }
  if (source.nfs != null) {
    if (numVolumes > 0) {
      allErrs = push(
        allErrs,
        field_Forbidden(Path_Child(fldPath, 'nfs'), 'may not specify more than 1 volume type'),
      );
    } else {
      numVolumes = numVolumes + 1;
      allErrs = push(allErrs, ...(validateNFSVolumeSource(source.nfs, Path_Child(fldPath, 'nfs')) ?? []));
    }
  }
  if (source.iscsi != null) {
    if (numVolumes > 0) {
      allErrs = push(
        allErrs,
        field_Forbidden(Path_Child(fldPath, 'iscsi'), 'may not specify more than 1 volume type'),
      );
    } else {
      numVolumes = numVolumes + 1;
      allErrs = push(
        allErrs,
        ...(validateISCSIVolumeSource(source.iscsi, Path_Child(fldPath, 'iscsi')) ?? []),
      );
    }
    if (
      source.iscsi.initiatorName != null &&
      textLength(volName + ':' + (source.iscsi.targetPortal ?? '')) > 64
    ) {
      let tooLongErr =
        'Total length of <volume name>:<iscsi.targetPortal> must be under 64 characters if iscsi.initiatorName is specified.';
      allErrs = push(allErrs, field_Invalid(Path_Child(fldPath, 'name'), volName, tooLongErr));
    }
  }
  if (source.glusterfs != null) {
    if (numVolumes > 0) {
      allErrs = push(
        allErrs,
        field_Forbidden(Path_Child(fldPath, 'glusterfs'), 'may not specify more than 1 volume type'),
      );
    } else {
      numVolumes = numVolumes + 1;
      allErrs = push(
        allErrs,
        ...(validateGlusterfsVolumeSource(source.glusterfs, Path_Child(fldPath, 'glusterfs')) ?? []),
      );
    }
  }
  if (source.flocker != null) {
    if (numVolumes > 0) {
      allErrs = push(
        allErrs,
        field_Forbidden(Path_Child(fldPath, 'flocker'), 'may not specify more than 1 volume type'),
      );
    } else {
      numVolumes = numVolumes + 1;
      allErrs = push(
        allErrs,
        ...(validateFlockerVolumeSource(source.flocker, Path_Child(fldPath, 'flocker')) ?? []),
      );
    }
  }
  if (source.persistentVolumeClaim != null) {
    if (numVolumes > 0) {
      allErrs = push(
        allErrs,
        field_Forbidden(
          Path_Child(fldPath, 'persistentVolumeClaim'),
          'may not specify more than 1 volume type',
        ),
      );
    } else {
      numVolumes = numVolumes + 1;
      allErrs = push(
        allErrs,
        ...(validatePersistentClaimVolumeSource(
          source.persistentVolumeClaim,
          Path_Child(fldPath, 'persistentVolumeClaim'),
        ) ?? []),
      );
    }
  }
  if (source.rbd != null) {
    if (numVolumes > 0) {
      allErrs = push(
        allErrs,
        field_Forbidden(Path_Child(fldPath, 'rbd'), 'may not specify more than 1 volume type'),
      );
    } else {
      numVolumes = numVolumes + 1;
      allErrs = push(allErrs, ...(validateRBDVolumeSource(source.rbd, Path_Child(fldPath, 'rbd')) ?? []));
    }
  }
  if (source.cinder != null) {
    if (numVolumes > 0) {
      allErrs = push(
        allErrs,
        field_Forbidden(Path_Child(fldPath, 'cinder'), 'may not specify more than 1 volume type'),
      );
    } else {
      numVolumes = numVolumes + 1;
      allErrs = push(
        allErrs,
        ...(validateCinderVolumeSource(source.cinder, Path_Child(fldPath, 'cinder')) ?? []),
      );
    }
  }
  if (source.cephfs != null) {
    if (numVolumes > 0) {
      allErrs = push(
        allErrs,
        field_Forbidden(Path_Child(fldPath, 'cephFS'), 'may not specify more than 1 volume type'),
      );
    } else {
      numVolumes = numVolumes + 1;
      allErrs = push(
        allErrs,
        ...(validateCephFSVolumeSource(source.cephfs, Path_Child(fldPath, 'cephfs')) ?? []),
      );
    }
  }
  if (source.quobyte != null) {
    if (numVolumes > 0) {
      allErrs = push(
        allErrs,
        field_Forbidden(Path_Child(fldPath, 'quobyte'), 'may not specify more than 1 volume type'),
      );
    } else {
      numVolumes = numVolumes + 1;
      allErrs = push(
        allErrs,
        ...(validateQuobyteVolumeSource(source.quobyte, Path_Child(fldPath, 'quobyte')) ?? []),
      );
    }
  }
  if (source.downwardAPI != null) {
    if (numVolumes > 0) {
      allErrs = push(
        allErrs,
        field_Forbidden(Path_Child(fldPath, 'downwarAPI'), 'may not specify more than 1 volume type'),
      );
    } else {
      numVolumes = numVolumes + 1;
      allErrs = push(
        allErrs,
        ...(validateDownwardAPIVolumeSource(source.downwardAPI, Path_Child(fldPath, 'downwardAPI'), opts) ??
          []),
      );
    }
  }
  if (source.fc != null) {
    if (numVolumes > 0) {
      allErrs = push(
        allErrs,
        field_Forbidden(Path_Child(fldPath, 'fc'), 'may not specify more than 1 volume type'),
      );
    } else {
      numVolumes = numVolumes + 1;
      allErrs = push(allErrs, ...(validateFCVolumeSource(source.fc, Path_Child(fldPath, 'fc')) ?? []));
    }
  }
  if (source.flexVolume != null) {
    if (numVolumes > 0) {
      allErrs = push(
        allErrs,
        field_Forbidden(Path_Child(fldPath, 'flexVolume'), 'may not specify more than 1 volume type'),
      );
    } else {
      numVolumes = numVolumes + 1;
      allErrs = push(
        allErrs,
        ...(validateFlexVolumeSource(source.flexVolume, Path_Child(fldPath, 'flexVolume')) ?? []),
      );
    }
  }
  if (source.configMap != null) {
    if (numVolumes > 0) {
      allErrs = push(
        allErrs,
        field_Forbidden(Path_Child(fldPath, 'configMap'), 'may not specify more than 1 volume type'),
      );
    } else {
      numVolumes = numVolumes + 1;
      allErrs = push(
        allErrs,
        ...(validateConfigMapVolumeSource(source.configMap, Path_Child(fldPath, 'configMap')) ?? []),
      );
    }
  }
  if (source.azureFile != null) {
    if (numVolumes > 0) {
      allErrs = push(
        allErrs,
        field_Forbidden(Path_Child(fldPath, 'azureFile'), 'may not specify more than 1 volume type'),
      );
    } else {
      numVolumes = numVolumes + 1;
      allErrs = push(
        allErrs,
        ...(validateAzureFile(source.azureFile, Path_Child(fldPath, 'azureFile')) ?? []),
      );
    }
  }
  if (source.vsphereVolume != null) {
    if (numVolumes > 0) {
      allErrs = push(
        allErrs,
        field_Forbidden(Path_Child(fldPath, 'vsphereVolume'), 'may not specify more than 1 volume type'),
      );
    } else {
      numVolumes = numVolumes + 1;
      allErrs = push(
        allErrs,
        ...(validateVsphereVolumeSource(source.vsphereVolume, Path_Child(fldPath, 'vsphereVolume')) ?? []),
      );
    }
  }
  if (source.photonPersistentDisk != null) {
    if (numVolumes > 0) {
      allErrs = push(
        allErrs,
        field_Forbidden(
          Path_Child(fldPath, 'photonPersistentDisk'),
          'may not specify more than 1 volume type',
        ),
      );
    } else {
      numVolumes = numVolumes + 1;
      allErrs = push(
        allErrs,
        ...(validatePhotonPersistentDiskVolumeSource(
          source.photonPersistentDisk,
          Path_Child(fldPath, 'photonPersistentDisk'),
        ) ?? []),
      );
    }
  }
  if (source.portworxVolume != null) {
    if (numVolumes > 0) {
      allErrs = push(
        allErrs,
        field_Forbidden(Path_Child(fldPath, 'portworxVolume'), 'may not specify more than 1 volume type'),
      );
    } else {
      numVolumes = numVolumes + 1;
      allErrs = push(
        allErrs,
        ...(validatePortworxVolumeSource(source.portworxVolume, Path_Child(fldPath, 'portworxVolume')) ?? []),
      );
    }
  }
  if (source.azureDisk != null) {
    if (numVolumes > 0) {
      allErrs = push(
        allErrs,
        field_Forbidden(Path_Child(fldPath, 'azureDisk'), 'may not specify more than 1 volume type'),
      );
    } else {
      numVolumes = numVolumes + 1;
      allErrs = push(
        allErrs,
        ...(validateAzureDisk(source.azureDisk, Path_Child(fldPath, 'azureDisk')) ?? []),
      );
    }
  }
  if (source.storageos != null) {
    if (numVolumes > 0) {
      allErrs = push(
        allErrs,
        field_Forbidden(Path_Child(fldPath, 'storageos'), 'may not specify more than 1 volume type'),
      );
    } else {
      numVolumes = numVolumes + 1;
      allErrs = push(
        allErrs,
        ...(validateStorageOSVolumeSource(source.storageos, Path_Child(fldPath, 'storageos')) ?? []),
      );
    }
  }
  if (source.projected != null) {
    if (numVolumes > 0) {
      allErrs = push(
        allErrs,
        field_Forbidden(Path_Child(fldPath, 'projected'), 'may not specify more than 1 volume type'),
      );
    } else {
      numVolumes = numVolumes + 1;
      allErrs = push(
        allErrs,
        ...(validateProjectedVolumeSource(source.projected, Path_Child(fldPath, 'projected'), opts) ?? []),
      );
    }
  }
  if (source.scaleIO != null) {
    if (numVolumes > 0) {
      allErrs = push(
        allErrs,
        field_Forbidden(Path_Child(fldPath, 'scaleIO'), 'may not specify more than 1 volume type'),
      );
    } else {
      numVolumes = numVolumes + 1;
      allErrs = push(
        allErrs,
        ...(validateScaleIOVolumeSource(source.scaleIO, Path_Child(fldPath, 'scaleIO')) ?? []),
      );
    }
  }
  if (source.csi != null) {
    if (numVolumes > 0) {
      allErrs = push(
        allErrs,
        field_Forbidden(Path_Child(fldPath, 'csi'), 'may not specify more than 1 volume type'),
      );
    } else {
      numVolumes = numVolumes + 1;
      allErrs = push(allErrs, ...(validateCSIVolumeSource(source.csi, Path_Child(fldPath, 'csi')) ?? []));
    }
  }
  if (source.ephemeral != null) {
    if (numVolumes > 0) {
      allErrs = push(
        allErrs,
        field_Forbidden(Path_Child(fldPath, 'ephemeral'), 'may not specify more than 1 volume type'),
      );
    } else {
      numVolumes = numVolumes + 1;
      allErrs = push(
        allErrs,
        ...(validateEphemeralVolumeSource(source.ephemeral, Path_Child(fldPath, 'ephemeral')) ?? []),
      );
      if (podMeta != null && (podMeta.name ?? '') !== '' && volName !== '') {
        let pvcName = (podMeta.name ?? '') + '-' + volName;
        for (let msg of ValidatePersistentVolumeName()(pvcName, false) ?? []) {
          allErrs = push(
            allErrs,
            field_Invalid(Path_Child(fldPath, 'name'), volName, fmt_Sprintf('PVC name %q: %v', pvcName, msg)),
          );
        }
      }
    }
  }
  if (source.image != null) {
    if (numVolumes > 0) {
      allErrs = push(
        allErrs,
        field_Forbidden(Path_Child(fldPath, 'image'), 'may not specify more than 1 volume type'),
      );
    } else {
      numVolumes = numVolumes + 1;
      allErrs = push(
        allErrs,
        ...(validateImageVolumeSource(source.image, Path_Child(fldPath, 'image'), opts) ?? []),
      );
    }
  }
  if (numVolumes === 0) {
    allErrs = push(allErrs, field_Required(fldPath, 'must specify a volume type'));
  }
  return allErrs;
}

function validateVolumeStatus(volumeStatus, fldPath) {
  let allErrors = [];
  if (volumeStatus == null) {
    return allErrors;
  }
  let numStatuses = 0;
  if (volumeStatus.image != null) {
    numStatuses = numStatuses + 1;
    allErrors = push(
      allErrors,
      ...(validateImageVolumeStatus(volumeStatus.image, Path_Child(fldPath, 'imageVolumeStatus')) ?? []),
    );
  }
  if (numStatuses > 1) {
    allErrors = push(allErrors, field_Forbidden(fldPath, 'may not specify more than 1 volume type'));
  }
  return allErrors;
}

function validateVsphereVolumeSource(cd, fldPath) {
  let allErrs = [];
  if (textLength(cd.volumePath ?? '') === 0) {
    allErrs = push(allErrs, field_Required(Path_Child(fldPath, 'volumePath'), ''));
  }
  return allErrs;
}

function validateWeightedPodAffinityTerms(
  weightedPodAffinityTerms,
  allowInvalidLabelValueInSelector,
  fldPath,
) {
  let allErrs = [];
  {
    const list1 = weightedPodAffinityTerms ?? [];
    for (let j = 0; j < list1.length; j++) {
      let weightedTerm = list1[j];
      if ((weightedTerm.weight ?? 0) <= 0 || (weightedTerm.weight ?? 0) > 100) {
        allErrs = push(
          allErrs,
          field_Invalid(
            Path_Child(Path_Index(fldPath, j), 'weight'),
            weightedTerm.weight ?? 0,
            'must be in the range 1-100',
          ),
        );
      }
      allErrs = push(
        allErrs,
        ...(validatePodAffinityTerm(
          weightedTerm.podAffinityTerm ?? Z,
          allowInvalidLabelValueInSelector,
          Path_Child(Path_Index(fldPath, j), 'podAffinityTerm'),
        ) ?? []),
      );
    }
  }
  return allErrs;
}

function validateWindows(spec, fldPath) {
  let allErrs = [];
  let securityContext = spec.securityContext;
  if (securityContext != null) {
    if (securityContext.appArmorProfile != null) {
      allErrs = push(
        allErrs,
        field_Forbidden(
          Path_Child(Path_Child(fldPath, 'securityContext'), 'appArmorProfile'),
          'cannot be set for a windows pod',
        ),
      );
    }
    if (securityContext.seLinuxOptions != null) {
      allErrs = push(
        allErrs,
        field_Forbidden(
          Path_Child(Path_Child(fldPath, 'securityContext'), 'seLinuxOptions'),
          'cannot be set for a windows pod',
        ),
      );
    }
    if (securityContext.seccompProfile != null) {
      allErrs = push(
        allErrs,
        field_Forbidden(
          Path_Child(Path_Child(fldPath, 'securityContext'), 'seccompProfile'),
          'cannot be set for a windows pod',
        ),
      );
    }
    if (securityContext.fsGroup != null) {
      allErrs = push(
        allErrs,
        field_Forbidden(
          Path_Child(Path_Child(fldPath, 'securityContext'), 'fsGroup'),
          'cannot be set for a windows pod',
        ),
      );
    }
    if (securityContext.fsGroupChangePolicy != null) {
      allErrs = push(
        allErrs,
        field_Forbidden(
          Path_Child(Path_Child(fldPath, 'securityContext'), 'fsGroupChangePolicy'),
          'cannot be set for a windows pod',
        ),
      );
    }
    if (listLength(securityContext.sysctls) > 0) {
      allErrs = push(
        allErrs,
        field_Forbidden(
          Path_Child(Path_Child(fldPath, 'securityContext'), 'sysctls'),
          'cannot be set for a windows pod',
        ),
      );
    }
    if (securityContext.runAsUser != null) {
      allErrs = push(
        allErrs,
        field_Forbidden(
          Path_Child(Path_Child(fldPath, 'securityContext'), 'runAsUser'),
          'cannot be set for a windows pod',
        ),
      );
    }
    if (securityContext.runAsGroup != null) {
      allErrs = push(
        allErrs,
        field_Forbidden(
          Path_Child(Path_Child(fldPath, 'securityContext'), 'runAsGroup'),
          'cannot be set for a windows pod',
        ),
      );
    }
    if (securityContext.supplementalGroups != null) {
      allErrs = push(
        allErrs,
        field_Forbidden(
          Path_Child(Path_Child(fldPath, 'securityContext'), 'supplementalGroups'),
          'cannot be set for a windows pod',
        ),
      );
    }
    if (securityContext.supplementalGroupsPolicy != null) {
      allErrs = push(
        allErrs,
        field_Forbidden(
          Path_Child(Path_Child(fldPath, 'securityContext'), 'supplementalGroupsPolicy'),
          'cannot be set for a windows pod',
        ),
      );
    }
    if (securityContext.seLinuxChangePolicy != null) {
      allErrs = push(
        allErrs,
        field_Forbidden(
          Path_Child(Path_Child(fldPath, 'securityContext'), 'seLinuxChangePolicy'),
          'cannot be set for a windows pod',
        ),
      );
    }
  }
  if (spec.hostUsers != null) {
    allErrs = push(
      allErrs,
      field_Forbidden(Path_Child(fldPath, 'hostUsers'), 'cannot be set for a windows pod'),
    );
  }
  if (spec.hostPID ?? false) {
    allErrs = push(
      allErrs,
      field_Forbidden(Path_Child(fldPath, 'hostPID'), 'cannot be set for a windows pod'),
    );
  }
  if (spec.hostIPC ?? false) {
    allErrs = push(
      allErrs,
      field_Forbidden(Path_Child(fldPath, 'hostIPC'), 'cannot be set for a windows pod'),
    );
  }
  if (spec.shareProcessNamespace != null) {
    allErrs = push(
      allErrs,
      field_Forbidden(Path_Child(fldPath, 'shareProcessNamespace'), 'cannot be set for a windows pod'),
    );
  }
  VisitContainersWithPath(spec, fldPath, function (c, cFldPath) {
    let sc = c.securityContext;
    if (sc != null) {
      let fldPath2 = Path_Child(cFldPath, 'securityContext');
      if (sc.appArmorProfile != null) {
        allErrs = push(
          allErrs,
          field_Forbidden(Path_Child(fldPath2, 'appArmorProfile'), 'cannot be set for a windows pod'),
        );
      }
      if (sc.seLinuxOptions != null) {
        allErrs = push(
          allErrs,
          field_Forbidden(Path_Child(fldPath2, 'seLinuxOptions'), 'cannot be set for a windows pod'),
        );
      }
      if (sc.seccompProfile != null) {
        allErrs = push(
          allErrs,
          field_Forbidden(Path_Child(fldPath2, 'seccompProfile'), 'cannot be set for a windows pod'),
        );
      }
      if (sc.capabilities != null) {
        allErrs = push(
          allErrs,
          field_Forbidden(Path_Child(fldPath2, 'capabilities'), 'cannot be set for a windows pod'),
        );
      }
      if (sc.readOnlyRootFilesystem != null) {
        allErrs = push(
          allErrs,
          field_Forbidden(Path_Child(fldPath2, 'readOnlyRootFilesystem'), 'cannot be set for a windows pod'),
        );
      }
      if (sc.privileged != null) {
        allErrs = push(
          allErrs,
          field_Forbidden(Path_Child(fldPath2, 'privileged'), 'cannot be set for a windows pod'),
        );
      }
      if (sc.allowPrivilegeEscalation != null) {
        allErrs = push(
          allErrs,
          field_Forbidden(
            Path_Child(fldPath2, 'allowPrivilegeEscalation'),
            'cannot be set for a windows pod',
          ),
        );
      }
      if (sc.procMount != null) {
        allErrs = push(
          allErrs,
          field_Forbidden(Path_Child(fldPath2, 'procMount'), 'cannot be set for a windows pod'),
        );
      }
      if (sc.runAsUser != null) {
        allErrs = push(
          allErrs,
          field_Forbidden(Path_Child(fldPath2, 'runAsUser'), 'cannot be set for a windows pod'),
        );
      }
      if (sc.runAsGroup != null) {
        allErrs = push(
          allErrs,
          field_Forbidden(Path_Child(fldPath2, 'runAsGroup'), 'cannot be set for a windows pod'),
        );
      }
    }
    return true;
  });
  return allErrs;
}

function validateWindowsHostProcessPod(podSpec, fieldPath) {
  let allErrs = [];
  let containerCount = 0;
  let hostProcessContainerCount = 0;
  let podHostProcess = undefined;
  if (podSpec.securityContext != null && podSpec.securityContext.windowsOptions != null) {
    podHostProcess = podSpec.securityContext.windowsOptions.hostProcess;
  }
  let hostNetwork = podSpec.hostNetwork ?? false;
  VisitContainersWithPath(podSpec, fieldPath, function (c, cFieldPath) {
    containerCount = containerCount + 1;
    let containerHostProcess = undefined;
    if (c.securityContext != null && c.securityContext.windowsOptions != null) {
      containerHostProcess = c.securityContext.windowsOptions.hostProcess;
    }
    if (podHostProcess != null && containerHostProcess != null && podHostProcess !== containerHostProcess) {
      let errMsg = fmt_Sprintf(
        'pod hostProcess value must be identical if both are specified, was %v',
        podHostProcess,
      );
      allErrs = push(
        allErrs,
        field_Invalid(
          Path_Child(cFieldPath, 'securityContext', 'windowsOptions', 'hostProcess'),
          containerHostProcess,
          errMsg,
        ),
      );
    }
    switch (true) {
      case containerHostProcess != null && containerHostProcess: {
        hostProcessContainerCount = hostProcessContainerCount + 1;
        break;
      }
      case containerHostProcess == null && podHostProcess != null && podHostProcess: {
        hostProcessContainerCount = hostProcessContainerCount + 1;
        break;
      }
    }
    return true;
  });
  if (hostProcessContainerCount > 0) {
    if (hostProcessContainerCount !== containerCount) {
      let errMsg2 =
        'If pod contains any hostProcess containers then all containers must be HostProcess containers';
      allErrs = push(allErrs, field_Invalid(fieldPath, '', errMsg2));
    }
    if (!hostNetwork) {
      let errMsg3 = 'hostNetwork must be true if pod contains any hostProcess containers';
      allErrs = push(allErrs, field_Invalid(Path_Child(fieldPath, 'hostNetwork'), hostNetwork, errMsg3));
    }
    if (!(capabilities().AllowPrivileged ?? false)) {
      let errMsg4 = 'hostProcess containers are disallowed by cluster policy';
      allErrs = push(allErrs, field_Forbidden(fieldPath, errMsg4));
    }
  }
  return allErrs;
}

function validateWindowsSecurityContextOptions(windowsOptions, fieldPath) {
  let allErrs = [];
  if (windowsOptions == null) {
    return allErrs;
  }
  if (windowsOptions.gmsaCredentialSpecName != null) {
    for (let msg of IsDNS1123Subdomain(windowsOptions.gmsaCredentialSpecName) ?? []) {
      allErrs = push(
        allErrs,
        field_Invalid(
          Path_Child(fieldPath, 'gmsaCredentialSpecName'),
          windowsOptions.gmsaCredentialSpecName,
          msg,
        ),
      );
    }
  }
  if (windowsOptions.gmsaCredentialSpec != null) {
    {
      let l = textLength(windowsOptions.gmsaCredentialSpec);
      if (l === 0) {
        allErrs = push(
          allErrs,
          field_Invalid(
            Path_Child(fieldPath, 'gmsaCredentialSpec'),
            windowsOptions.gmsaCredentialSpec,
            'gmsaCredentialSpec cannot be an empty string',
          ),
        );
      } else {
        if (l > 65536) {
          let errMsg = fmt_Sprintf('gmsaCredentialSpec size must be under %d KiB', 64);
          allErrs = push(
            allErrs,
            field_Invalid(
              Path_Child(fieldPath, 'gmsaCredentialSpec'),
              windowsOptions.gmsaCredentialSpec,
              errMsg,
            ),
          );
        }
      }
    }
  }
  if (windowsOptions.runAsUserName != null) {
    {
      let l2 = textLength(windowsOptions.runAsUserName);
      if (l2 === 0) {
        allErrs = push(
          allErrs,
          field_Invalid(
            Path_Child(fieldPath, 'runAsUserName'),
            windowsOptions.runAsUserName,
            'runAsUserName cannot be an empty string',
          ),
        );
      } else {
        if (Regexp_MatchString(ctrlRegex(), windowsOptions.runAsUserName)) {
          let errMsg2 = 'runAsUserName cannot contain control characters';
          allErrs = push(
            allErrs,
            field_Invalid(Path_Child(fieldPath, 'runAsUserName'), windowsOptions.runAsUserName, errMsg2),
          );
        } else {
          {
            let parts = strings_Split(windowsOptions.runAsUserName, '\\');
            if (listLength(parts) > 2) {
              let errMsg3 = 'runAsUserName cannot contain more than one backslash';
              allErrs = push(
                allErrs,
                field_Invalid(Path_Child(fieldPath, 'runAsUserName'), windowsOptions.runAsUserName, errMsg3),
              );
            } else {
              let hasDomain = false;
              let domain = '';
              let user = '';
              if (listLength(parts) === 1) {
                user = parts[0];
              } else {
                hasDomain = true;
                domain = parts[0];
                user = parts[1];
              }
              if (textLength(domain) >= 256) {
                let errMsg4 = fmt_Sprintf("runAsUserName's Domain length must be under %d characters", 256);
                allErrs = push(
                  allErrs,
                  field_Invalid(
                    Path_Child(fieldPath, 'runAsUserName'),
                    windowsOptions.runAsUserName,
                    errMsg4,
                  ),
                );
              }
              if (
                hasDomain &&
                !(
                  Regexp_MatchString(validNetBiosRegex(), domain) ||
                  Regexp_MatchString(validWindowsUserDomainDNSRegex(), domain)
                )
              ) {
                let errMsg5 = "runAsUserName's Domain doesn't match the NetBios nor the DNS format";
                allErrs = push(
                  allErrs,
                  field_Invalid(
                    Path_Child(fieldPath, 'runAsUserName'),
                    windowsOptions.runAsUserName,
                    errMsg5,
                  ),
                );
              }
              {
                let l3 = textLength(user);
                if (l3 === 0) {
                  let errMsg6 = "runAsUserName's User cannot be empty";
                  allErrs = push(
                    allErrs,
                    field_Invalid(
                      Path_Child(fieldPath, 'runAsUserName'),
                      windowsOptions.runAsUserName,
                      errMsg6,
                    ),
                  );
                } else {
                  if (l3 > 104) {
                    let errMsg7 = fmt_Sprintf(
                      "runAsUserName's User length must not be longer than %d characters",
                      104,
                    );
                    allErrs = push(
                      allErrs,
                      field_Invalid(
                        Path_Child(fieldPath, 'runAsUserName'),
                        windowsOptions.runAsUserName,
                        errMsg7,
                      ),
                    );
                  }
                }
              }
              if (Regexp_MatchString(invalidUserNameDotsSpacesRegex(), user)) {
                let errMsg8 = "runAsUserName's User cannot contain only periods or spaces";
                allErrs = push(
                  allErrs,
                  field_Invalid(
                    Path_Child(fieldPath, 'runAsUserName'),
                    windowsOptions.runAsUserName,
                    errMsg8,
                  ),
                );
              }
              if (Regexp_MatchString(invalidUserNameCharsRegex(), user)) {
                let errMsg9 =
                  'runAsUserName\'s User cannot contain the following characters: "/\\:;|=,+*?<>@[]';
                allErrs = push(
                  allErrs,
                  field_Invalid(
                    Path_Child(fieldPath, 'runAsUserName'),
                    windowsOptions.runAsUserName,
                    errMsg9,
                  ),
                );
              }
            }
          }
        }
      }
    }
  }
  return allErrs;
}

function validate_content_IsDNS1123Subdomain(value) {
  return isDNS1123Subdomain(value, false);
}

function validate_content_MaxLenError(length) {
  return fmt_Sprintf('must be no more than %d bytes', length);
}

function validate_content_RegexError(msg, re, ...examples) {
  if (listLength(examples) === 0) {
    return msg + " (regex used for validation is '" + re + "')";
  }
  msg = msg + ' (e.g. ';
  {
    const list1 = examples ?? [];
    for (let i = 0; i < list1.length; i++) {
      if (i > 0) {
        msg = msg + ' or ';
      }
      msg = msg + ("'" + examples[i]) + "', ";
    }
  }
  msg = msg + ("regex used for validation is '" + re) + "')";
  return msg;
}

const validate_content_dns1123SubdomainRegexp = lazy(() =>
  regexp_MustCompile('^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$'),
);

function validationOptionsForHorizontalPodAutoscaler(newHPA, oldHPA) {
  let opts = {
    MinReplicasLowerBound: 1,
    ScaleTargetRefValidationOptions: {
      AllowInvalidAPIVersion: false,
      AllowEmptyAPIGroup: false,
      RequiredCoveredByDeclarative: true,
    },
    ObjectMetricsValidationOptions: { AllowInvalidAPIVersion: false, AllowEmptyAPIGroup: true },
  };
  let oldHasZeroMinReplicas =
    oldHPA != null && (oldHPA.spec ?? Z).minReplicas != null && (oldHPA.spec ?? Z).minReplicas === 0;
  if (true || oldHasZeroMinReplicas) {
    delete opts.MinReplicasLowerBound;
  }
  switch (true) {
    case oldHPA != null &&
      (((oldHPA.spec ?? Z).scaleTargetRef ?? Z).apiVersion ?? '') ===
        (((newHPA.spec ?? Z).scaleTargetRef ?? Z).apiVersion ?? '') &&
      (((oldHPA.spec ?? Z).scaleTargetRef ?? Z).kind ?? '') ===
        (((newHPA.spec ?? Z).scaleTargetRef ?? Z).kind ?? ''): {
      (opts.ScaleTargetRefValidationOptions ??= {}).AllowInvalidAPIVersion = true;
      break;
    }
    case (((newHPA.spec ?? Z).scaleTargetRef ?? Z).kind ?? '') === 'ReplicationController': {
      (opts.ScaleTargetRefValidationOptions ??= {}).AllowEmptyAPIGroup = true;
      break;
    }
  }
  if (oldHPA != null) {
    for (let metric of (oldHPA.spec ?? Z).metrics ?? []) {
      if ((metric.type ?? '') === 'Object' && metric.object != null) {
        {
          let err = ValidateAPIVersion(
            metric.object.describedObject ?? Z,
            opts.ObjectMetricsValidationOptions ?? Z,
          );
          if (err != null) {
            (opts.ObjectMetricsValidationOptions ??= {}).AllowInvalidAPIVersion = true;
            break;
          }
        }
      }
    }
  }
  return opts;
}

function validationOptionsForJob(newJob, oldJob) {
  let newPodTemplate = undefined;
  let oldPodTemplate = undefined;
  if (newJob != null) {
    newPodTemplate = (newJob.spec ??= {}).template ??= {};
  }
  if (oldJob != null) {
    oldPodTemplate = (oldJob.spec ??= {}).template ??= {};
  }
  let opts = {
    PodValidationOptions: GetValidationOptionsFromPodTemplate(newPodTemplate, oldPodTemplate),
    RequirePrefixedLabels: true,
  };
  if (oldJob != null) {
    setUnlessZero(
      (opts.PodValidationOptions ??= {}),
      'AllowInvalidLabelValueInSelector',
      ((opts.PodValidationOptions ?? Z).AllowInvalidLabelValueInSelector ?? false) ||
        LabelSelectorHasInvalidLabelValue((oldJob.spec ?? Z).selector),
    );
    let suspended = (oldJob.spec ?? Z).suspend != null && (oldJob.spec ?? Z).suspend;
    let notStarted = (oldJob.status ?? Z).startTime == null;
    setUnlessZero(opts, 'AllowMutableSchedulingDirectives', suspended && notStarted);
    let allowMutablePodTemplate = shouldAllowMutablePodTemplate(oldJob);
    {
      setUnlessZero(opts, 'AllowMutablePodResources', allowMutablePodTemplate);
    }
    {
      setUnlessZero(opts, 'AllowMutableSchedulingDirectives', allowMutablePodTemplate);
    }
    const r1 = mapFind(
      (((oldJob.spec ?? Z).template ?? Z).metadata ?? Z).labels,
      'batch.kubernetes.io/job-name',
      '',
    );
    let hadJobName = r1[1];
    const r2 = mapFind(
      (((oldJob.spec ?? Z).template ?? Z).metadata ?? Z).labels,
      'batch.kubernetes.io/controller-uid',
      '',
    );
    let hadControllerUid = r2[1];
    setUnlessZero(opts, 'RequirePrefixedLabels', hadJobName && hadControllerUid);
  }
  return opts;
}

function volumesToAddForTemplates(spec) {
  let volumes = mapOf([]);
  let templates = spec.volumeClaimTemplates;
  {
    const list1 = templates ?? [];
    for (let i = 0; i < list1.length; i++) {
      mapSet(volumes, (templates[i].metadata ?? Z).name ?? '', {
        name: (templates[i].metadata ?? Z).name ?? '',
        ...{ persistentVolumeClaim: { claimName: (templates[i].metadata ?? Z).name ?? '' } },
      });
    }
  }
  return volumes;
}

function xtoi(s) {
  let n = 0;
  let i = 0;
  let ok = false;
  n = 0;
  {
    i = 0;
    for (; i < textLength(s); i = i + 1) {
      if (48 <= byteAt(s, i) && byteAt(s, i) <= 57) {
        n = n * 16;
        n = n + byteAt(s, i) - 48;
      } else {
        if (97 <= byteAt(s, i) && byteAt(s, i) <= 102) {
          n = n * 16;
          n = n + byteAt(s, i) - 97 + 10;
        } else {
          if (65 <= byteAt(s, i) && byteAt(s, i) <= 70) {
            n = n * 16;
            n = n + byteAt(s, i) - 65 + 10;
          } else {
            break;
          }
        }
      }
      if (n >= 16777215) {
        return [0, i, false];
      }
    }
  }
  if (i === 0) {
    return [0, i, false];
  }
  return [n, i, true];
}
