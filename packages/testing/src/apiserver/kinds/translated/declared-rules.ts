// Generated from k8s.io/kubernetes 1.37.2 by scripts/kubernetes-api/declared-rules.mjs; do not edit.
import type { Step } from './declared-steps.js';

/** The rules that tags declare, by type. */
export const declaredRules: Readonly<Record<string, readonly Step[]>> = {
  'admissionregistration/v1.ValidatingAdmissionPolicyBinding': [
    ['field', 'spec', 'value', [['type', 'admissionregistration/v1.ValidatingAdmissionPolicyBindingSpec']]],
  ],
  'admissionregistration/v1.ValidatingAdmissionPolicyBindingSpec': [
    ['field', 'policyName', 'value', [['RequiredValue', 'bs']]],
    ['field', 'validationActions', 'nil', [['RequiredSlice', 'bs']]],
  ],
  'apps/v1.DaemonSet': [['field', 'spec', 'value', [['type', 'apps/v1.DaemonSetSpec']]]],
  'apps/v1.DaemonSetSpec': [['field', 'template', 'value', [['type', 'core/v1.PodTemplateSpec']]]],
  'apps/v1.Deployment': [['field', 'spec', 'value', [['type', 'apps/v1.DeploymentSpec']]]],
  'apps/v1.DeploymentSpec': [['field', 'template', 'value', [['type', 'core/v1.PodTemplateSpec']]]],
  'apps/v1.ReplicaSet': [['field', 'spec', 'value', [['type', 'apps/v1.ReplicaSetSpec']]]],
  'apps/v1.ReplicaSetSpec': [['field', 'template', 'value', [['type', 'core/v1.PodTemplateSpec']]]],
  'apps/v1.StatefulSet': [['field', 'spec', 'value', [['type', 'apps/v1.StatefulSetSpec']]]],
  'apps/v1.StatefulSetSpec': [['field', 'template', 'value', [['type', 'core/v1.PodTemplateSpec']]]],
  'autoscaling/v1.HorizontalPodAutoscaler': [
    ['field', 'spec', 'value', [['type', 'autoscaling/v1.HorizontalPodAutoscalerSpec']]],
  ],
  'autoscaling/v1.HorizontalPodAutoscalerSpec': [
    [
      'field',
      'minReplicas',
      'nil',
      [
        ['RequiredPointer', 'as'],
        ['Minimum', 'b', 0],
      ],
    ],
    [
      'field',
      'maxReplicas',
      'value',
      [
        ['RequiredValue', 'bs'],
        ['Minimum', 'b', 1],
      ],
    ],
  ],
  'autoscaling/v1.Scale': [['field', 'spec', 'value', [['type', 'autoscaling/v1.ScaleSpec']]]],
  'autoscaling/v1.ScaleSpec': [['field', 'replicas', 'value', [['Minimum', 'b', 0]]]],
  'autoscaling/v2.HorizontalPodAutoscaler': [
    ['field', 'spec', 'value', [['type', 'autoscaling/v2.HorizontalPodAutoscalerSpec']]],
  ],
  'autoscaling/v2.HorizontalPodAutoscalerSpec': [
    [
      'field',
      'minReplicas',
      'nil',
      [
        ['RequiredPointer', 'as'],
        ['Minimum', 'b', 0],
      ],
    ],
    [
      'field',
      'maxReplicas',
      'value',
      [
        ['RequiredValue', 'bs'],
        ['Minimum', 'b', 1],
      ],
    ],
  ],
  'batch/v1.CronJob': [['field', 'spec', 'value', [['type', 'batch/v1.CronJobSpec']]]],
  'batch/v1.CronJobSpec': [
    ['field', 'schedule', 'value', [['RequiredValue', 'bs']]],
    ['field', 'jobTemplate', 'value', [['type', 'batch/v1.JobTemplateSpec']]],
  ],
  'batch/v1.Job': [['field', 'spec', 'value', [['type', 'batch/v1.JobSpec']]]],
  'batch/v1.JobSchedulingConfiguration': [
    [
      'field',
      'schedulingPolicy',
      'nil',
      [
        ['RequiredPointer', 'as'],
        ['UpdatePointer', 's', 0, ['NoSet', 'NoUnset']],
      ],
    ],
    [
      'field',
      'schedulingConstraints',
      'nil',
      [
        ['Immutable', 's'],
        ['RequiredPointer', 'as'],
      ],
    ],
    [
      'field',
      'disruptionMode',
      'nil',
      [
        ['Immutable', 's'],
        ['RequiredPointer', 'as'],
      ],
    ],
    [
      'field',
      'resourceClaims',
      'nil',
      [
        ['Immutable', 's'],
        ['MaxItems', 's', 4],
        ['RequiredSlice', 'as'],
        ['ValSliceUnique', '', 0, ['name']],
      ],
    ],
  ],
  'batch/v1.JobSpec': [
    ['field', 'template', 'value', [['type', 'core/v1.PodTemplateSpec']]],
    [
      'field',
      'scheduling',
      'nil',
      [
        ['ForbiddenPointer', 's'],
        ['RequiredPointer', 'as'],
        ['RequiredPointer', 'as'],
        ['UpdatePointer', 's', 0, ['NoSet', 'NoUnset']],
        ['type', 'batch/v1.JobSchedulingConfiguration'],
      ],
    ],
  ],
  'batch/v1.JobTemplateSpec': [['field', 'spec', 'value', [['type', 'batch/v1.JobSpec']]]],
  'core/v1.EvictionResponder': [
    ['field', 'name', 'value', [['RequiredValue', 's']]],
    [
      'field',
      'priority',
      'nil',
      [
        ['RequiredPointer', 's'],
        ['Maximum', '', 100000],
        ['Minimum', '', 0],
      ],
    ],
  ],
  'core/v1.Node': [['field', 'spec', 'value', [['type', 'core/v1.NodeSpec']]]],
  'core/v1.NodeAllocatableMappedResources': [
    ['field', 'name', 'value', [['RequiredValue', 's']]],
    ['field', 'quantity', 'nil', [['RequiredPointer', 's']]],
  ],
  'core/v1.NodeAllocatableOverheadResources': [['field', 'name', 'value', [['RequiredValue', 's']]]],
  'core/v1.NodeAllocatableResourceClaimStatus': [
    ['field', 'resourceClaimName', 'value', [['RequiredValue', 's']]],
    [
      'field',
      'containers',
      'nil',
      [
        ['RequiredSlice', 'as'],
        ['ValSliceUnique', '', 0, []],
      ],
    ],
    [
      'field',
      'mapping',
      'nil',
      [
        ['RequiredSlice', 'as'],
        ['ValSliceUnique', '', 0, ['name']],
        ['each', ['name'], [['type', 'core/v1.NodeAllocatableMappedResources']]],
      ],
    ],
    [
      'field',
      'overhead',
      'nil',
      [
        ['RequiredSlice', 'as'],
        ['ValSliceUnique', '', 0, ['name']],
        ['each', ['name'], [['type', 'core/v1.NodeAllocatableOverheadResources']]],
      ],
    ],
  ],
  'core/v1.NodePodPreemptionPolicy': [
    [
      'field',
      'disableResizePreemption',
      'nil',
      [
        ['MaxItems', 's', 20],
        ['RequiredSlice', 'as'],
        ['each', [], [['LabelKey', '']]],
        ['ValSliceUnique', '', 0, []],
      ],
    ],
  ],
  'core/v1.NodeSpec': [
    [
      'field',
      'podPreemptionPolicy',
      'nil',
      [
        ['ForbiddenPointer', 's'],
        ['RequiredPointer', 'as'],
        ['RequiredPointer', 'as'],
        ['type', 'core/v1.NodePodPreemptionPolicy'],
      ],
    ],
  ],
  'core/v1.PersistentVolumeClaim': [
    ['field', 'status', 'value', [['type', 'core/v1.PersistentVolumeClaimStatus']]],
  ],
  'core/v1.PersistentVolumeClaimStatus': [
    [
      'field',
      'healthStatus',
      'nil',
      [
        ['RequiredPointer', 'as'],
        ['type', 'core/v1.VolumeHealthStatus'],
      ],
    ],
  ],
  'core/v1.Pod': [
    ['field', 'spec', 'value', [['type', 'core/v1.PodSpec']]],
    ['field', 'status', 'value', [['type', 'core/v1.PodStatus']]],
  ],
  'core/v1.PodSpec': [
    [
      'field',
      'evictionResponders',
      'nil',
      [
        ['MaxItems', 's', 10],
        ['RequiredSlice', 'as'],
        ['ValSliceUnique', '', 0, ['name']],
        ['each', ['name'], [['type', 'core/v1.EvictionResponder']]],
      ],
    ],
  ],
  'core/v1.PodStatus': [
    [
      'field',
      'nodeAllocatableResourceClaimStatuses',
      'nil',
      [
        ['RequiredSlice', 'as'],
        ['ValSliceUnique', '', 0, ['resourceClaimName']],
        ['each', ['resourceClaimName'], [['type', 'core/v1.NodeAllocatableResourceClaimStatus']]],
      ],
    ],
    [
      'field',
      'volumeHealth',
      'nil',
      [
        ['RequiredSlice', 'as'],
        ['ValSliceUnique', '', 0, ['name']],
        ['each', ['name'], [['type', 'core/v1.PodVolumeHealth']]],
      ],
    ],
  ],
  'core/v1.PodTemplate': [['field', 'template', 'value', [['type', 'core/v1.PodTemplateSpec']]]],
  'core/v1.PodTemplateSpec': [['field', 'spec', 'value', [['type', 'core/v1.PodSpec']]]],
  'core/v1.PodVolumeHealth': [
    ['field', 'name', 'value', [['RequiredValue', 's']]],
    [
      'field',
      'healthConditions',
      'nil',
      [
        ['MaxItems', 's', 16],
        ['RequiredSlice', 'as'],
        ['ValSliceUnique', '', 0, ['status', 'reason']],
        ['each', ['status', 'reason'], [['type', 'core/v1.VolumeHealthCondition']]],
      ],
    ],
  ],
  'core/v1.ReplicationController': [
    [
      'field',
      'metadata',
      'value',
      [
        [
          'group',
          [
            [
              'field',
              'name',
              'value',
              [
                ['RequiredValue', 'as'],
                ['LongName', 'b'],
              ],
            ],
          ],
        ],
      ],
    ],
    ['field', 'spec', 'value', [['type', 'core/v1.ReplicationControllerSpec']]],
  ],
  'core/v1.ReplicationControllerSpec': [
    [
      'field',
      'replicas',
      'nil',
      [
        ['RequiredPointer', 'bs'],
        ['Minimum', 'b', 0],
      ],
    ],
    ['field', 'minReadySeconds', 'value', [['Minimum', 'b', 0]]],
    [
      'field',
      'template',
      'nil',
      [
        ['RequiredPointer', 'as'],
        ['type', 'core/v1.PodTemplateSpec'],
      ],
    ],
  ],
  'core/v1.VolumeHealthCondition': [
    [
      'field',
      'status',
      'value',
      [
        ['RequiredValue', 's'],
        ['type', 'core/v1.VolumeHealthStatusType'],
      ],
    ],
    [
      'field',
      'reason',
      'value',
      [
        ['RequiredValue', 's'],
        ['MaxBytes', '', 256],
      ],
    ],
    [
      'field',
      'message',
      'value',
      [
        ['RequiredValue', 'as'],
        ['MaxBytes', '', 1024],
      ],
    ],
  ],
  'core/v1.VolumeHealthStatus': [
    [
      'field',
      'healthConditions',
      'nil',
      [
        ['MaxItems', 's', 16],
        ['RequiredSlice', 'as'],
        ['ValSliceUnique', '', 0, ['status', 'reason']],
        ['each', ['status', 'reason'], [['type', 'core/v1.VolumeHealthCondition']]],
      ],
    ],
  ],
  'core/v1.VolumeHealthStatusType': [['Enum', '', 0, ['DataLoss', 'Degraded', 'Inaccessible']]],
  'discovery/v1.AddressType': [['Enum', 'b', 0, ['FQDN', 'IPv4', 'IPv6']]],
  'discovery/v1.Endpoint': [
    [
      'field',
      'addresses',
      'nil',
      [
        ['RequiredSlice', 'bs'],
        ['MaxItems', 'bs', 100],
      ],
    ],
  ],
  'discovery/v1.EndpointSlice': [
    [
      'field',
      'addressType',
      'value',
      [
        ['RequiredValue', 'bs'],
        ['Immutable', 'bs'],
        ['type', 'discovery/v1.AddressType'],
      ],
    ],
    [
      'field',
      'endpoints',
      'nil',
      [
        ['RequiredSlice', 'as'],
        ['each', null, [['type', 'discovery/v1.Endpoint']]],
      ],
    ],
  ],
  'flowcontrol/v1.LimitResponse': [['field', 'type', 'value', [['RequiredValue', 'bs']]]],
  'flowcontrol/v1.LimitedPriorityLevelConfiguration': [
    ['field', 'limitResponse', 'value', [['type', 'flowcontrol/v1.LimitResponse']]],
  ],
  'flowcontrol/v1.PriorityLevelConfiguration': [
    ['field', 'spec', 'value', [['type', 'flowcontrol/v1.PriorityLevelConfigurationSpec']]],
  ],
  'flowcontrol/v1.PriorityLevelConfigurationSpec': [
    ['field', 'type', 'value', [['RequiredValue', 'bs']]],
    [
      'field',
      'limited',
      'nil',
      [
        ['RequiredPointer', 'as'],
        ['type', 'flowcontrol/v1.LimitedPriorityLevelConfiguration'],
      ],
    ],
  ],
  'networking/v1.IPAddress': [['field', 'spec', 'value', [['type', 'networking/v1.IPAddressSpec']]]],
  'networking/v1.IPAddressSpec': [
    [
      'field',
      'parentRef',
      'nil',
      [
        ['RequiredPointer', 'bs'],
        ['Immutable', 'bs'],
        ['type', 'networking/v1.ParentReference'],
      ],
    ],
  ],
  'networking/v1.IPBlock': [['field', 'cidr', 'value', [['RequiredValue', 'bs']]]],
  'networking/v1.IngressClass': [['field', 'spec', 'value', [['type', 'networking/v1.IngressClassSpec']]]],
  'networking/v1.IngressClassParametersReference': [
    ['field', 'kind', 'value', [['RequiredValue', 'bs']]],
    ['field', 'name', 'value', [['RequiredValue', 'bs']]],
  ],
  'networking/v1.IngressClassSpec': [
    [
      'field',
      'parameters',
      'nil',
      [
        ['RequiredPointer', 'as'],
        ['type', 'networking/v1.IngressClassParametersReference'],
      ],
    ],
  ],
  'networking/v1.NetworkPolicy': [['field', 'spec', 'value', [['type', 'networking/v1.NetworkPolicySpec']]]],
  'networking/v1.NetworkPolicyEgressRule': [
    [
      'field',
      'to',
      'nil',
      [
        ['RequiredSlice', 'as'],
        ['each', null, [['type', 'networking/v1.NetworkPolicyPeer']]],
      ],
    ],
  ],
  'networking/v1.NetworkPolicyIngressRule': [
    [
      'field',
      'from',
      'nil',
      [
        ['RequiredSlice', 'as'],
        ['each', null, [['type', 'networking/v1.NetworkPolicyPeer']]],
      ],
    ],
  ],
  'networking/v1.NetworkPolicyPeer': [
    [
      'field',
      'ipBlock',
      'nil',
      [
        ['RequiredPointer', 'as'],
        ['type', 'networking/v1.IPBlock'],
      ],
    ],
  ],
  'networking/v1.NetworkPolicySpec': [
    [
      'field',
      'ingress',
      'nil',
      [
        ['RequiredSlice', 'as'],
        ['each', null, [['type', 'networking/v1.NetworkPolicyIngressRule']]],
      ],
    ],
    [
      'field',
      'egress',
      'nil',
      [
        ['RequiredSlice', 'as'],
        ['each', null, [['type', 'networking/v1.NetworkPolicyEgressRule']]],
      ],
    ],
  ],
  'networking/v1.ParentReference': [
    ['field', 'resource', 'value', [['RequiredValue', 'bs']]],
    ['field', 'name', 'value', [['RequiredValue', 'bs']]],
  ],
  'node/v1.RuntimeClass': [
    [
      'field',
      'handler',
      'value',
      [
        ['Immutable', 'bs'],
        ['RequiredValue', 'bs'],
        ['ShortName', 'b'],
      ],
    ],
  ],
  'rbac/v1.ClusterRole': [
    [
      'field',
      'rules',
      'nil',
      [
        ['RequiredSlice', 'as'],
        ['each', null, [['type', 'rbac/v1.PolicyRule']]],
      ],
    ],
  ],
  'rbac/v1.ClusterRoleBinding': [
    [
      'field',
      'subjects',
      'nil',
      [
        ['RequiredSlice', 'as'],
        ['each', null, [['type', 'rbac/v1.Subject']]],
      ],
    ],
    [
      'field',
      'roleRef',
      'value',
      [
        ['Immutable', 'as'],
        ['type', 'rbac/v1.RoleRef'],
      ],
    ],
  ],
  'rbac/v1.PolicyRule': [['field', 'verbs', 'nil', [['RequiredSlice', 'bs']]]],
  'rbac/v1.Role': [
    [
      'field',
      'rules',
      'nil',
      [
        ['RequiredSlice', 'as'],
        ['each', null, [['type', 'rbac/v1.PolicyRule']]],
      ],
    ],
  ],
  'rbac/v1.RoleBinding': [
    [
      'field',
      'subjects',
      'nil',
      [
        ['RequiredSlice', 'as'],
        ['each', null, [['type', 'rbac/v1.Subject']]],
      ],
    ],
    [
      'field',
      'roleRef',
      'value',
      [
        ['Immutable', 'as'],
        ['type', 'rbac/v1.RoleRef'],
      ],
    ],
  ],
  'rbac/v1.RoleRef': [['field', 'name', 'value', [['RequiredValue', 'bs']]]],
  'rbac/v1.Subject': [['field', 'name', 'value', [['RequiredValue', 'bs']]]],
  'resource/v1.AllocatedDeviceStatus': [
    [
      'field',
      'shareID',
      'nil',
      [
        ['RequiredPointer', 'as'],
        ['UUID', 'b'],
      ],
    ],
    [
      'field',
      'networkData',
      'nil',
      [
        ['RequiredPointer', 'as'],
        ['type', 'resource/v1.NetworkDeviceData'],
      ],
    ],
  ],
  'resource/v1.AllocationConfigSource': [['Enum', 'b', 0, ['FromClaim', 'FromClass']]],
  'resource/v1.AllocationResult': [
    ['field', 'devices', 'value', [['type', 'resource/v1.DeviceAllocationResult']]],
  ],
  'resource/v1.CounterSet': [
    [
      'field',
      'name',
      'value',
      [
        ['RequiredValue', 'bs'],
        ['ShortName', 'b'],
      ],
    ],
    [
      'field',
      'counters',
      'nil',
      [
        ['RequiredMap', 'bs'],
        ['eachKey', [['ShortName', 'b']]],
      ],
    ],
  ],
  'resource/v1.Device': [
    [
      'field',
      'attributes',
      'nil',
      [
        ['RequiredMap', 'as'],
        ['eachValue', [['type', 'resource/v1.DeviceAttribute']]],
      ],
    ],
    [
      'field',
      'consumesCounters',
      'nil',
      [
        ['RequiredSlice', 'as'],
        ['MaxItems', 'bs', 2],
        ['ValSliceUnique', 'b', 0, ['counterSet']],
        ['each', ['counterSet'], [['type', 'resource/v1.DeviceCounterConsumption']]],
      ],
    ],
    [
      'field',
      'taints',
      'nil',
      [
        ['RequiredSlice', 'as'],
        ['each', null, [['type', 'resource/v1.DeviceTaint']]],
      ],
    ],
    [
      'field',
      'bindingConditions',
      'nil',
      [
        ['RequiredSlice', 'as'],
        ['MaxItems', 'bs', 4],
      ],
    ],
    [
      'field',
      'bindingFailureConditions',
      'nil',
      [
        ['RequiredSlice', 'as'],
        ['MaxItems', 'bs', 4],
      ],
    ],
    [
      'field',
      'nodeAllocatableResources',
      'nil',
      [
        ['RequiredMap', 'as'],
        ['eachValue', [['type', 'resource/v1.NodeAllocatableResource']]],
      ],
    ],
  ],
  'resource/v1.DeviceAllocationConfiguration': [
    [
      'field',
      'source',
      'value',
      [
        ['RequiredValue', 'bs'],
        ['type', 'resource/v1.AllocationConfigSource'],
      ],
    ],
    [
      'field',
      'requests',
      'nil',
      [
        ['RequiredSlice', 'as'],
        ['MaxItems', 'bs', 32],
        ['ValSliceUnique', 'b', 0, []],
      ],
    ],
    ['group', [['type', 'resource/v1.DeviceConfiguration']]],
  ],
  'resource/v1.DeviceAllocationMode': [['Enum', 'b', 0, ['All', 'ExactCount']]],
  'resource/v1.DeviceAllocationResult': [
    [
      'field',
      'results',
      'nil',
      [
        ['RequiredSlice', 'as'],
        ['MaxItems', 'bs', 32],
        ['each', null, [['type', 'resource/v1.DeviceRequestAllocationResult']]],
      ],
    ],
    [
      'field',
      'config',
      'nil',
      [
        ['RequiredSlice', 'as'],
        ['MaxItems', 'bs', 64],
        ['each', null, [['type', 'resource/v1.DeviceAllocationConfiguration']]],
      ],
    ],
  ],
  'resource/v1.DeviceAttribute': [
    ['Union', 'b', 0, ['int', 'bool', 'string', 'version', 'ints', 'bools', 'strings', 'versions']],
  ],
  'resource/v1.DeviceClaim': [
    [
      'field',
      'requests',
      'nil',
      [
        ['RequiredSlice', 'as'],
        ['MaxItems', 'bs', 32],
        ['ValSliceUnique', 'b', 0, ['name']],
        ['each', ['name'], [['type', 'resource/v1.DeviceRequest']]],
      ],
    ],
    [
      'field',
      'constraints',
      'nil',
      [
        ['RequiredSlice', 'as'],
        ['MaxItems', 'bs', 32],
        ['each', null, [['type', 'resource/v1.DeviceConstraint']]],
      ],
    ],
    [
      'field',
      'config',
      'nil',
      [
        ['RequiredSlice', 'as'],
        ['MaxItems', 'bs', 32],
        ['each', null, [['type', 'resource/v1.DeviceClaimConfiguration']]],
      ],
    ],
  ],
  'resource/v1.DeviceClaimConfiguration': [
    [
      'field',
      'requests',
      'nil',
      [
        ['RequiredSlice', 'as'],
        ['MaxItems', 'bs', 32],
        ['ValSliceUnique', 'b', 0, []],
      ],
    ],
    ['group', [['type', 'resource/v1.DeviceConfiguration']]],
  ],
  'resource/v1.DeviceClass': [
    [
      'field',
      'metadata',
      'value',
      [
        [
          'group',
          [
            [
              'field',
              'name',
              'value',
              [
                ['RequiredValue', 'as'],
                ['LongName', 'b'],
              ],
            ],
          ],
        ],
      ],
    ],
    ['field', 'spec', 'value', [['type', 'resource/v1.DeviceClassSpec']]],
  ],
  'resource/v1.DeviceClassConfiguration': [['group', [['type', 'resource/v1.DeviceConfiguration']]]],
  'resource/v1.DeviceClassSpec': [
    [
      'field',
      'selectors',
      'nil',
      [
        ['RequiredSlice', 'as'],
        ['MaxItems', 'bs', 32],
      ],
    ],
    [
      'field',
      'config',
      'nil',
      [
        ['RequiredSlice', 'as'],
        ['MaxItems', 'bs', 32],
        ['each', null, [['type', 'resource/v1.DeviceClassConfiguration']]],
      ],
    ],
  ],
  'resource/v1.DeviceConfiguration': [
    [
      'field',
      'opaque',
      'nil',
      [
        ['RequiredPointer', 'as'],
        ['type', 'resource/v1.OpaqueDeviceConfiguration'],
      ],
    ],
  ],
  'resource/v1.DeviceConstraint': [
    [
      'field',
      'requests',
      'nil',
      [
        ['RequiredSlice', 'as'],
        ['MaxItems', 'bs', 32],
        ['ValSliceUnique', 'b', 0, []],
      ],
    ],
  ],
  'resource/v1.DeviceCounterConsumption': [
    [
      'field',
      'counterSet',
      'value',
      [
        ['RequiredValue', 'bs'],
        ['ShortName', 'b'],
      ],
    ],
    [
      'field',
      'counters',
      'nil',
      [
        ['RequiredMap', 'bs'],
        ['eachKey', [['ShortName', 'b']]],
      ],
    ],
    [
      'field',
      'compatibilityGroups',
      'nil',
      [
        ['MaxItems', 's', 2],
        ['RequiredSlice', 'as'],
        ['each', [], [['ShortName', '']]],
        ['ValSliceUnique', '', 0, []],
      ],
    ],
  ],
  'resource/v1.DeviceDerivedAttribute': [
    ['field', 'name', 'value', [['RequiredValue', 's']]],
    ['field', 'expression', 'value', [['RequiredValue', 's']]],
  ],
  'resource/v1.DeviceRequest': [
    [
      'field',
      'exactly',
      'nil',
      [
        ['RequiredPointer', 'as'],
        ['type', 'resource/v1.ExactDeviceRequest'],
      ],
    ],
    [
      'field',
      'firstAvailable',
      'nil',
      [
        ['RequiredSlice', 'as'],
        ['MaxItems', 'bs', 8],
        ['ValSliceUnique', 'b', 0, ['name']],
        ['each', ['name'], [['type', 'resource/v1.DeviceSubRequest']]],
      ],
    ],
  ],
  'resource/v1.DeviceRequestAllocationResult': [
    [
      'field',
      'driver',
      'value',
      [
        ['RequiredValue', 'bs'],
        ['LongNameCaseless', 'b'],
        ['MaxLength', 'b', 63],
      ],
    ],
    ['field', 'pool', 'value', [['RequiredValue', 'bs']]],
    [
      'field',
      'tolerations',
      'nil',
      [
        ['RequiredSlice', 'as'],
        ['each', null, [['type', 'resource/v1.DeviceToleration']]],
      ],
    ],
    [
      'field',
      'bindingConditions',
      'nil',
      [
        ['RequiredSlice', 'as'],
        ['MaxItems', 'bs', 4],
      ],
    ],
    [
      'field',
      'bindingFailureConditions',
      'nil',
      [
        ['RequiredSlice', 'as'],
        ['MaxItems', 'bs', 4],
      ],
    ],
    [
      'field',
      'shareID',
      'nil',
      [
        ['RequiredPointer', 'as'],
        ['UUID', 'b'],
      ],
    ],
    [
      'field',
      'skipNodeOperations',
      'nil',
      [
        ['RequiredSlice', 'as'],
        ['ValSliceUnique', '', 0, []],
        ['each', [], [['type', 'resource/v1.SkipNodeOperation']]],
      ],
    ],
  ],
  'resource/v1.DeviceSubRequest': [
    [
      'field',
      'deviceClassName',
      'value',
      [
        ['RequiredValue', 'bs'],
        ['LongName', 'b'],
      ],
    ],
    [
      'field',
      'selectors',
      'nil',
      [
        ['RequiredSlice', 'as'],
        ['MaxItems', 'bs', 32],
      ],
    ],
    [
      'field',
      'allocationMode',
      'value',
      [
        ['RequiredValue', 'as'],
        ['type', 'resource/v1.DeviceAllocationMode'],
      ],
    ],
    [
      'field',
      'tolerations',
      'nil',
      [
        ['RequiredSlice', 'as'],
        ['each', null, [['type', 'resource/v1.DeviceToleration']]],
      ],
    ],
    [
      'field',
      'derivedAttributes',
      'nil',
      [
        ['MaxItems', 's', 32],
        ['RequiredSlice', 'as'],
        ['each', null, [['type', 'resource/v1.DeviceDerivedAttribute']]],
      ],
    ],
  ],
  'resource/v1.DeviceTaint': [
    [
      'field',
      'effect',
      'value',
      [
        ['RequiredValue', 'bs'],
        ['type', 'resource/v1.DeviceTaintEffect'],
      ],
    ],
  ],
  'resource/v1.DeviceTaintEffect': [['Enum', 'b', 0, ['NoExecute', 'NoSchedule', 'None']]],
  'resource/v1.DeviceTaintRule': [['field', 'spec', 'value', [['type', 'resource/v1.DeviceTaintRuleSpec']]]],
  'resource/v1.DeviceTaintRuleSpec': [['field', 'taint', 'value', [['type', 'resource/v1.DeviceTaint']]]],
  'resource/v1.DeviceToleration': [
    [
      'field',
      'key',
      'value',
      [
        ['RequiredValue', 'as'],
        ['LabelKey', 'b'],
      ],
    ],
    [
      'field',
      'operator',
      'value',
      [
        ['RequiredValue', 'bs'],
        ['type', 'resource/v1.DeviceTolerationOperator'],
      ],
    ],
    [
      'field',
      'effect',
      'value',
      [
        ['RequiredValue', 'as'],
        ['type', 'resource/v1.DeviceTaintEffect'],
      ],
    ],
  ],
  'resource/v1.DeviceTolerationOperator': [['Enum', 'b', 0, ['Equal', 'Exists']]],
  'resource/v1.ExactDeviceRequest': [
    [
      'field',
      'selectors',
      'nil',
      [
        ['RequiredSlice', 'as'],
        ['MaxItems', 'bs', 32],
      ],
    ],
    [
      'field',
      'allocationMode',
      'value',
      [
        ['RequiredValue', 'as'],
        ['type', 'resource/v1.DeviceAllocationMode'],
      ],
    ],
    [
      'field',
      'tolerations',
      'nil',
      [
        ['RequiredSlice', 'as'],
        ['each', null, [['type', 'resource/v1.DeviceToleration']]],
      ],
    ],
    [
      'field',
      'derivedAttributes',
      'nil',
      [
        ['MaxItems', 's', 32],
        ['RequiredSlice', 'as'],
        ['each', null, [['type', 'resource/v1.DeviceDerivedAttribute']]],
      ],
    ],
  ],
  'resource/v1.NetworkDeviceData': [
    [
      'field',
      'interfaceName',
      'value',
      [
        ['RequiredValue', 'as'],
        ['MaxBytes', 'b', 256],
      ],
    ],
    [
      'field',
      'ips',
      'nil',
      [
        ['RequiredSlice', 'as'],
        ['MaxItems', 'bs', 16],
        ['ValSliceUnique', 'b', 0, []],
      ],
    ],
    [
      'field',
      'hardwareAddress',
      'value',
      [
        ['RequiredValue', 'as'],
        ['MaxBytes', 'b', 128],
      ],
    ],
  ],
  'resource/v1.NodeAllocatableMapping': [['Union', '', 0, ['capacityKey', 'deviceMultiplier']]],
  'resource/v1.NodeAllocatableResource': [
    [
      'field',
      'mapping',
      'nil',
      [
        ['RequiredPointer', 'as'],
        ['type', 'resource/v1.NodeAllocatableMapping'],
      ],
    ],
  ],
  'resource/v1.OpaqueDeviceConfiguration': [
    [
      'field',
      'driver',
      'value',
      [
        ['RequiredValue', 'bs'],
        ['LongNameCaseless', 'b'],
        ['MaxLength', 'b', 63],
      ],
    ],
  ],
  'resource/v1.ResourceClaim': [
    [
      'field',
      'spec',
      'value',
      [
        ['Immutable', 'bs'],
        ['type', 'resource/v1.ResourceClaimSpec'],
      ],
    ],
    ['field', 'status', 'value', [['type', 'resource/v1.ResourceClaimStatus']]],
  ],
  'resource/v1.ResourceClaimSpec': [['field', 'devices', 'value', [['type', 'resource/v1.DeviceClaim']]]],
  'resource/v1.ResourceClaimStatus': [
    [
      'field',
      'allocation',
      'nil',
      [
        ['RequiredPointer', 'as'],
        ['UpdatePointer', 'bs', 0, ['NoModify']],
        ['type', 'resource/v1.AllocationResult'],
      ],
    ],
    [
      'field',
      'reservedFor',
      'nil',
      [
        ['RequiredSlice', 'as'],
        ['MaxItems', 'bs', 256],
        ['ValSliceUnique', 'b', 0, ['uID']],
      ],
    ],
    [
      'field',
      'devices',
      'nil',
      [
        ['RequiredSlice', 'as'],
        ['ValSliceUnique', 'b', 0, ['driver', 'device', 'pool', 'shareID']],
        ['each', ['driver', 'device', 'pool', 'shareID'], [['type', 'resource/v1.AllocatedDeviceStatus']]],
      ],
    ],
  ],
  'resource/v1.ResourceClaimTemplate': [
    ['field', 'spec', 'value', [['type', 'resource/v1.ResourceClaimTemplateSpec']]],
  ],
  'resource/v1.ResourceClaimTemplateSpec': [
    ['field', 'spec', 'value', [['type', 'resource/v1.ResourceClaimSpec']]],
  ],
  'resource/v1.ResourceSlice': [['field', 'spec', 'value', [['type', 'resource/v1.ResourceSliceSpec']]]],
  'resource/v1.ResourceSliceSpec': [
    [
      'field',
      'devices',
      'nil',
      [
        ['RequiredSlice', 'as'],
        ['each', null, [['type', 'resource/v1.Device']]],
      ],
    ],
    [
      'field',
      'sharedCounters',
      'nil',
      [
        ['RequiredSlice', 'as'],
        ['MaxItems', 'bs', 8],
        ['ValSliceUnique', 'b', 0, ['name']],
        ['each', ['name'], [['type', 'resource/v1.CounterSet']]],
      ],
    ],
    [
      'field',
      'partitionTypeAttribute',
      'nil',
      [
        ['ForbiddenPointer', 's'],
        ['RequiredPointer', 'as'],
      ],
    ],
    [
      'field',
      'skipNodeOperations',
      'nil',
      [
        ['RequiredSlice', 'as'],
        ['ValSliceUnique', '', 0, []],
        ['each', [], [['type', 'resource/v1.SkipNodeOperation']]],
      ],
    ],
  ],
  'resource/v1.SkipNodeOperation': [['Enum', '', 0, ['*', 'NodePrepareResources', 'NodeUnprepareResources']]],
  'storage/v1.StorageClass': [
    [
      'field',
      'provisioner',
      'value',
      [
        ['RequiredValue', 'bs'],
        ['Immutable', 'bs'],
      ],
    ],
    [
      'field',
      'parameters',
      'nil',
      [
        ['Immutable', 'bs'],
        ['RequiredMap', 'as'],
      ],
    ],
    [
      'field',
      'reclaimPolicy',
      'nil',
      [
        ['Immutable', 'bs'],
        ['RequiredPointer', 'as'],
      ],
    ],
    [
      'field',
      'volumeBindingMode',
      'nil',
      [
        ['Immutable', 'bs'],
        ['RequiredPointer', 'as'],
      ],
    ],
  ],
  'storage/v1.VolumeAttachment': [
    [
      'field',
      'spec',
      'value',
      [
        ['Immutable', 'bs'],
        ['type', 'storage/v1.VolumeAttachmentSpec'],
      ],
    ],
  ],
  'storage/v1.VolumeAttachmentSpec': [
    [
      'field',
      'attacher',
      'value',
      [
        ['RequiredValue', 'bs'],
        ['LongNameCaseless', 'b'],
        ['MaxLength', 'b', 63],
      ],
    ],
  ],
};

/** The type of a kind, and the writes that are validated: of the object (``) and of subresources. */
export const declaredKinds: Readonly<Record<string, readonly string[]>> = {
  'ClusterRole.rbac.authorization.k8s.io/v1': ['rbac/v1.ClusterRole', ''],
  'ClusterRoleBinding.rbac.authorization.k8s.io/v1': ['rbac/v1.ClusterRoleBinding', ''],
  'CronJob.batch/v1': ['batch/v1.CronJob', '', 'status'],
  'DaemonSet.apps/v1': ['apps/v1.DaemonSet', '', 'status'],
  'Deployment.apps/v1': ['apps/v1.Deployment', '', 'scale', 'status'],
  'DeviceClass.resource.k8s.io/v1': ['resource/v1.DeviceClass', ''],
  'DeviceTaintRule.resource.k8s.io/v1': ['resource/v1.DeviceTaintRule', '', 'status'],
  'EndpointSlice.discovery.k8s.io/v1': ['discovery/v1.EndpointSlice', ''],
  'HorizontalPodAutoscaler.autoscaling/v1': ['autoscaling/v1.HorizontalPodAutoscaler', '', 'status'],
  'HorizontalPodAutoscaler.autoscaling/v2': ['autoscaling/v2.HorizontalPodAutoscaler', '', 'status'],
  'IPAddress.networking.k8s.io/v1': ['networking/v1.IPAddress', ''],
  'IngressClass.networking.k8s.io/v1': ['networking/v1.IngressClass', ''],
  'Job.batch/v1': ['batch/v1.Job', '', 'status'],
  'NetworkPolicy.networking.k8s.io/v1': ['networking/v1.NetworkPolicy', ''],
  'Node./v1': ['core/v1.Node', '', 'proxy', 'status'],
  'PersistentVolumeClaim./v1': ['core/v1.PersistentVolumeClaim', '', 'status'],
  'Pod./v1': ['core/v1.Pod', '', 'ephemeralcontainers', 'eviction', 'resize', 'status'],
  'PodTemplate./v1': ['core/v1.PodTemplate', ''],
  'PriorityLevelConfiguration.flowcontrol.apiserver.k8s.io/v1': [
    'flowcontrol/v1.PriorityLevelConfiguration',
    '',
    'status',
  ],
  'ReplicaSet.apps/v1': ['apps/v1.ReplicaSet', '', 'scale', 'status'],
  'ReplicationController./v1': ['core/v1.ReplicationController', '', 'scale', 'status'],
  'ResourceClaim.resource.k8s.io/v1': ['resource/v1.ResourceClaim', '', 'status'],
  'ResourceClaimTemplate.resource.k8s.io/v1': ['resource/v1.ResourceClaimTemplate', ''],
  'ResourceSlice.resource.k8s.io/v1': ['resource/v1.ResourceSlice', ''],
  'Role.rbac.authorization.k8s.io/v1': ['rbac/v1.Role', ''],
  'RoleBinding.rbac.authorization.k8s.io/v1': ['rbac/v1.RoleBinding', ''],
  'RuntimeClass.node.k8s.io/v1': ['node/v1.RuntimeClass', ''],
  'Scale.autoscaling/v1': ['autoscaling/v1.Scale', 'scale'],
  'StatefulSet.apps/v1': ['apps/v1.StatefulSet', '', 'scale', 'status'],
  'StorageClass.storage.k8s.io/v1': ['storage/v1.StorageClass', ''],
  'ValidatingAdmissionPolicyBinding.admissionregistration.k8s.io/v1': [
    'admissionregistration/v1.ValidatingAdmissionPolicyBinding',
    '',
  ],
  'VolumeAttachment.storage.k8s.io/v1': ['storage/v1.VolumeAttachment', '', 'status'],
};
