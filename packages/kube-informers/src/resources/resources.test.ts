import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { describe, expect, expectTypeOf, test } from 'vitest';
import { formatGroupVersion } from '../meta/group-version.js';
import { allVerbs } from '../meta/resource.js';
import type { ObjectOf, Resource } from '../meta/resource.js';
import type { KubernetesObject } from '../meta/types.js';
import { builtInResources, coreV1, groupTables, resources as resourcesByVersion } from './index.js';
import type {
  GroupTables,
  GroupVersionTables,
  ResourceTable,
  appsv1,
  autoscalingv1,
  corev1,
  policyv1,
} from './index.js';

/**
 * NAME SHORTNAMES APIVERSION NAMESPACED KIND, in the form of `kubectl api-resources`: what Kubernetes 1.37 serves with all
 * versions and feature gates enabled.
 */
const served = `
bindings - v1 true Binding
componentstatuses cs v1 false ComponentStatus
configmaps cm v1 true ConfigMap
endpoints ep v1 true Endpoints
events ev v1 true Event
limitranges limits v1 true LimitRange
namespaces ns v1 false Namespace
nodes no v1 false Node
persistentvolumeclaims pvc v1 true PersistentVolumeClaim
persistentvolumes pv v1 false PersistentVolume
pods po v1 true Pod
podtemplates - v1 true PodTemplate
replicationcontrollers rc v1 true ReplicationController
resourcequotas quota v1 true ResourceQuota
secrets - v1 true Secret
serviceaccounts sa v1 true ServiceAccount
services svc v1 true Service
apiservices - apiregistration.k8s.io/v1 false APIService
controllerrevisions - apps/v1 true ControllerRevision
daemonsets ds apps/v1 true DaemonSet
deployments deploy apps/v1 true Deployment
replicasets rs apps/v1 true ReplicaSet
statefulsets sts apps/v1 true StatefulSet
events ev events.k8s.io/v1 true Event
selfsubjectreviews - authentication.k8s.io/v1 false SelfSubjectReview
tokenreviews - authentication.k8s.io/v1 false TokenReview
localsubjectaccessreviews - authorization.k8s.io/v1 true LocalSubjectAccessReview
selfsubjectaccessreviews - authorization.k8s.io/v1 false SelfSubjectAccessReview
selfsubjectrulesreviews - authorization.k8s.io/v1 false SelfSubjectRulesReview
subjectaccessreviews - authorization.k8s.io/v1 false SubjectAccessReview
horizontalpodautoscalers hpa autoscaling/v2 true HorizontalPodAutoscaler
horizontalpodautoscalers hpa autoscaling/v1 true HorizontalPodAutoscaler
cronjobs cj batch/v1 true CronJob
jobs - batch/v1 true Job
certificatesigningrequests csr certificates.k8s.io/v1 false CertificateSigningRequest
clustertrustbundles - certificates.k8s.io/v1 false ClusterTrustBundle
podcertificaterequests - certificates.k8s.io/v1 true PodCertificateRequest
clustertrustbundles - certificates.k8s.io/v1beta1 false ClusterTrustBundle
podcertificaterequests - certificates.k8s.io/v1beta1 true PodCertificateRequest
ingressclasses - networking.k8s.io/v1 false IngressClass
ingresses ing networking.k8s.io/v1 true Ingress
ipaddresses ip networking.k8s.io/v1 false IPAddress
networkpolicies netpol networking.k8s.io/v1 true NetworkPolicy
servicecidrs - networking.k8s.io/v1 false ServiceCIDR
poddisruptionbudgets pdb policy/v1 true PodDisruptionBudget
clusterrolebindings - rbac.authorization.k8s.io/v1 false ClusterRoleBinding
clusterroles - rbac.authorization.k8s.io/v1 false ClusterRole
rolebindings - rbac.authorization.k8s.io/v1 true RoleBinding
roles - rbac.authorization.k8s.io/v1 true Role
csidrivers - storage.k8s.io/v1 false CSIDriver
csinodes - storage.k8s.io/v1 false CSINode
csistoragecapacities - storage.k8s.io/v1 true CSIStorageCapacity
storageclasses sc storage.k8s.io/v1 false StorageClass
volumeattachments - storage.k8s.io/v1 false VolumeAttachment
volumeattributesclasses vac storage.k8s.io/v1 false VolumeAttributesClass
mutatingadmissionpolicies - admissionregistration.k8s.io/v1 false MutatingAdmissionPolicy
mutatingadmissionpolicybindings - admissionregistration.k8s.io/v1 false MutatingAdmissionPolicyBinding
mutatingwebhookconfigurations - admissionregistration.k8s.io/v1 false MutatingWebhookConfiguration
validatingadmissionpolicies - admissionregistration.k8s.io/v1 false ValidatingAdmissionPolicy
validatingadmissionpolicybindings - admissionregistration.k8s.io/v1 false ValidatingAdmissionPolicyBinding
validatingwebhookconfigurations - admissionregistration.k8s.io/v1 false ValidatingWebhookConfiguration
mutatingadmissionpolicies - admissionregistration.k8s.io/v1beta1 false MutatingAdmissionPolicy
mutatingadmissionpolicybindings - admissionregistration.k8s.io/v1beta1 false MutatingAdmissionPolicyBinding
mutatingadmissionpolicies - admissionregistration.k8s.io/v1alpha1 false MutatingAdmissionPolicy
mutatingadmissionpolicybindings - admissionregistration.k8s.io/v1alpha1 false MutatingAdmissionPolicyBinding
customresourcedefinitions crd,crds apiextensions.k8s.io/v1 false CustomResourceDefinition
priorityclasses pc scheduling.k8s.io/v1 false PriorityClass
podgroups - scheduling.k8s.io/v1beta1 true PodGroup
workloads - scheduling.k8s.io/v1beta1 true Workload
compositepodgroups - scheduling.k8s.io/v1alpha3 true CompositePodGroup
podgroups - scheduling.k8s.io/v1alpha3 true PodGroup
workloads - scheduling.k8s.io/v1alpha3 true Workload
leases - coordination.k8s.io/v1 true Lease
leasecandidates - coordination.k8s.io/v1beta1 true LeaseCandidate
leasecandidates - coordination.k8s.io/v1alpha2 true LeaseCandidate
runtimeclasses - node.k8s.io/v1 false RuntimeClass
endpointslices - discovery.k8s.io/v1 true EndpointSlice
deviceclasses - resource.k8s.io/v1 false DeviceClass
devicetaintrules - resource.k8s.io/v1 false DeviceTaintRule
resourceclaims - resource.k8s.io/v1 true ResourceClaim
resourceclaimtemplates - resource.k8s.io/v1 true ResourceClaimTemplate
resourceslices - resource.k8s.io/v1 false ResourceSlice
deviceclasses - resource.k8s.io/v1beta2 false DeviceClass
devicetaintrules - resource.k8s.io/v1beta2 false DeviceTaintRule
resourceclaims - resource.k8s.io/v1beta2 true ResourceClaim
resourceclaimtemplates - resource.k8s.io/v1beta2 true ResourceClaimTemplate
resourceslices - resource.k8s.io/v1beta2 false ResourceSlice
deviceclasses - resource.k8s.io/v1beta1 false DeviceClass
resourceclaims - resource.k8s.io/v1beta1 true ResourceClaim
resourceclaimtemplates - resource.k8s.io/v1beta1 true ResourceClaimTemplate
resourceslices - resource.k8s.io/v1beta1 false ResourceSlice
devicetaintrules - resource.k8s.io/v1alpha3 false DeviceTaintRule
resourcepoolstatusrequests - resource.k8s.io/v1alpha3 false ResourcePoolStatusRequest
flowschemas - flowcontrol.apiserver.k8s.io/v1 false FlowSchema
prioritylevelconfigurations - flowcontrol.apiserver.k8s.io/v1 false PriorityLevelConfiguration
storageversions - internal.apiserver.k8s.io/v1alpha1 false StorageVersion
storageversionmigrations - storagemigration.k8s.io/v1 false StorageVersionMigration
storageversionmigrations - storagemigration.k8s.io/v1beta1 false StorageVersionMigration
evictionrequests - lifecycle.k8s.io/v1alpha1 true EvictionRequest
evictions - lifecycle.k8s.io/v1alpha1 true Eviction
`;

/** What 1.36, 1.35 or 1.34 served last. */
const removed = `
clustertrustbundles - certificates.k8s.io/v1alpha1 false ClusterTrustBundle
podcertificaterequests - certificates.k8s.io/v1alpha1 true PodCertificateRequest
ipaddresses ip networking.k8s.io/v1beta1 false IPAddress
servicecidrs - networking.k8s.io/v1beta1 false ServiceCIDR
workloads - scheduling.k8s.io/v1alpha1 true Workload
podgroups - scheduling.k8s.io/v1alpha2 true PodGroup
workloads - scheduling.k8s.io/v1alpha2 true Workload
volumeattributesclasses vac storage.k8s.io/v1alpha1 false VolumeAttributesClass
volumeattributesclasses vac storage.k8s.io/v1beta1 false VolumeAttributesClass
storageversionmigrations - storagemigration.k8s.io/v1alpha1 false StorageVersionMigration
`;

const line = ({ resource, shortNames, apiVersion, namespaced, kind }: Resource) =>
  [resource, shortNames.join(',') || '-', apiVersion, String(namespaced), kind].join(' ');

test('the built-in resources match Kubernetes', () => {
  const expected = [...served.trim().split('\n'), ...removed.trim().split('\n')];
  expect(builtInResources.map(line).toSorted()).toEqual(expected.toSorted());
});

test('the files match the output of scripts/kubernetes-api/generate.mjs', async () => {
  const script = fileURLToPath(new URL('../../../../scripts/kubernetes-api/generate.mjs', import.meta.url));
  const child = spawn(process.execPath, [script, '--check'], { stdio: ['ignore', 'ignore', 'pipe'] });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const [code] = (await once(child, 'close')) as [number | null];
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
});

describe('verbs', () => {
  const select = (test: (resource: Resource) => boolean) =>
    builtInResources.filter(test).map(({ resource, apiVersion }) => `${resource} ${apiVersion}`);

  test('reviews and bindings can only be created, component statuses only be read', () => {
    expect(select((r) => r.verbs.join() === 'create')).toEqual([
      'selfsubjectreviews authentication.k8s.io/v1',
      'tokenreviews authentication.k8s.io/v1',
      'localsubjectaccessreviews authorization.k8s.io/v1',
      'selfsubjectaccessreviews authorization.k8s.io/v1',
      'selfsubjectrulesreviews authorization.k8s.io/v1',
      'subjectaccessreviews authorization.k8s.io/v1',
      'bindings v1',
    ]);
    expect(coreV1.componentStatuses.verbs).toEqual(['get', 'list']);
    expect(coreV1.namespaces.verbs).toEqual(allVerbs.filter((verb) => verb !== 'deletecollection'));
    expect(select((r) => r.verbs.join() === allVerbs.join())).toHaveLength(builtInResources.length - 9);
  });

  test('the category "all" has the resources of kubectl get all', () => {
    expect(select((r) => r.categories.includes('all'))).toEqual([
      'daemonsets apps/v1',
      'deployments apps/v1',
      'replicasets apps/v1',
      'statefulsets apps/v1',
      'horizontalpodautoscalers autoscaling/v1',
      'horizontalpodautoscalers autoscaling/v2',
      'cronjobs batch/v1',
      'jobs batch/v1',
      'pods v1',
      'replicationcontrollers v1',
      'services v1',
    ]);
  });

  test('subresources', () => {
    expect(select((r) => r.subresources.includes('scale'))).toEqual([
      'deployments apps/v1',
      'replicasets apps/v1',
      'statefulsets apps/v1',
      'replicationcontrollers v1',
    ]);
    expect(coreV1.pods.subresources).toContain('eviction');
    expect(coreV1.serviceAccounts.subresources).toEqual(['token']);
    expect(coreV1.configMaps.subresources).toEqual([]);
  });
});

describe('the tables', () => {
  test('contain each resource under client-go’s accessor', () => {
    const byClientset: Readonly<Record<string, unknown>> = resourcesByVersion;
    let tables = 0;
    for (const [accessor, versions] of Object.entries<Readonly<Record<string, ResourceTable>>>(groupTables)) {
      for (const [version, table] of Object.entries(versions)) {
        tables++;
        expect(byClientset[accessor + version.replace('v', 'V')]).toBe(table);
        const group = Object.values(table)[0]?.group ?? 'an empty table';
        const apiVersion = formatGroupVersion(group, version);
        for (const [key, resource] of Object.entries(table)) {
          // The metrics API calls its kinds `nodes` and `pods` in URLs.
          const inUrls = group === 'metrics.k8s.io' ? `${resource.kind}es` : resource.resource;
          expect(key.toLowerCase()).toBe(inUrls.toLowerCase());
          expect(key).toMatch(/^[a-z]/);
          expect(resource).toMatchObject({ group, version, apiVersion });
          expect(resource.singular).toBe(resource.kind.toLowerCase());
        }
      }
    }
    expect(Object.keys(resourcesByVersion)).toHaveLength(tables);
  });

  test('spell acronyms as client-go does', () => {
    expect(Object.keys(groupTables.storage.v1)).toContain('csiStorageCapacities');
    expect(Object.keys(groupTables.networking.v1beta1)).toEqual(['ipAddresses', 'serviceCIDRs']);
    expect(Object.keys(groupTables.apiextensions.v1)).toEqual(['customResourceDefinitions']);
    expect(groupTables.internal.v1alpha1.storageVersions.group).toBe('internal.apiserver.k8s.io');
  });

  test('contain every resource once', () => {
    const names = builtInResources.map(({ apiVersion, resource }) => `${apiVersion}/${resource}`);
    expect(new Set(names).size).toBe(names.length);
  });
});

describe('types', () => {
  test('every object is a KubernetesObject', () => {
    type Objects = {
      [G in keyof GroupTables]: {
        [V in keyof GroupTables[G]]: ObjectOf<GroupTables[G][V][keyof GroupTables[G][V]]>;
      }[keyof GroupTables[G]];
    }[keyof GroupTables];
    expectTypeOf<Objects>().toExtend<KubernetesObject>();
    expectTypeOf<corev1.Pod>().toExtend<KubernetesObject>();
    expectTypeOf<autoscalingv1.Scale>().toExtend<KubernetesObject>();
    expectTypeOf<policyv1.Eviction>().toExtend<KubernetesObject>();
  });

  test('a descriptor has the type of its version', () => {
    expectTypeOf<ObjectOf<typeof coreV1.pods>>().toEqualTypeOf<corev1.Pod>();
    expectTypeOf<ObjectOf<GroupVersionTables['appsV1']['deployments']>>().toEqualTypeOf<appsv1.Deployment>();
    expectTypeOf<ObjectOf<typeof coreV1.events>>().not.toEqualTypeOf<
      ObjectOf<GroupVersionTables['eventsV1']['events']>
    >();
    expectTypeOf<
      ObjectOf<GroupVersionTables['autoscalingV1']['horizontalPodAutoscalers']>
    >().not.toEqualTypeOf<ObjectOf<GroupVersionTables['autoscalingV2']['horizontalPodAutoscalers']>>();
    expectTypeOf<ObjectOf<typeof coreV1.pods>['spec']>().toEqualTypeOf<corev1.PodSpec | undefined>();
  });
});
