import { expectTypeOf, test } from 'vitest';
import type {
  ClusterRole,
  Container,
  CSINodeSpec,
  CustomResourceDefinition,
  Deployment,
  EndpointSlice,
  Event,
  HorizontalPodAutoscaler,
  IntOrString,
  JSONSchemaProps,
  KubernetesObject,
  LabelSelector,
  ObjectMeta,
  Pod,
  PodSpec,
  ResourceClaim,
  Scale,
  Secret,
  ServicePort,
  TokenRequest,
  admissionregistrationv1,
  admissionv1,
  apiextensionsv1,
  authenticationv1,
  autoscalingv1,
  autoscalingv2,
  corev1,
  eventsv1,
  metav1,
  rbacv1,
  resourcev1,
  storagev1alpha1,
} from 'kube-informers';

// Checked by the compiler: nothing of this is called.

test('objects have the literals of their kind, the metadata of all objects, and optional parts', () => {
  expectTypeOf<Deployment['apiVersion']>().toEqualTypeOf<'apps/v1' | undefined>();
  expectTypeOf<Deployment['kind']>().toEqualTypeOf<'Deployment' | undefined>();
  expectTypeOf<Pod['metadata']>().toEqualTypeOf<KubernetesObject['metadata']>();
  expectTypeOf<metav1.ObjectMeta>().toEqualTypeOf<ObjectMeta>();
  expectTypeOf<metav1.LabelSelector>().toEqualTypeOf<LabelSelector>();
  expectTypeOf<Pod>().toExtend<KubernetesObject>();
  expectTypeOf<Pod['status']>().toEqualTypeOf<corev1.PodStatus | undefined>();
  // @ts-expect-error -- the kind of a pod is Pod
  const wrong: Pod = { kind: 'Node' };
  void wrong;
});

test('an object to create needs only what the API requires', () => {
  const pod: Pod = { metadata: { name: 'web' }, spec: { containers: [{ name: 'web' }] } };
  const deployment: Deployment = {
    metadata: { name: 'web', labels: { app: 'web' } },
    spec: { selector: { matchLabels: { app: 'web' } }, template: { metadata: {}, spec: { containers: [] } } },
  };
  void [pod, deployment];
  // @ts-expect-error -- a pod has containers
  const none: PodSpec = {};
  // @ts-expect-error -- a container has a name
  const unnamed: Container = { image: 'nginx' };
  // With exactOptionalPropertyTypes: an undefined member is not sent.
  const unset: PodSpec = { containers: [], nodeName: undefined };
  void [none, unnamed, unset];
  expectTypeOf<PodSpec['containers']>().toEqualTypeOf<Container[]>();
  expectTypeOf<PodSpec['nodeName']>().toEqualTypeOf<string | undefined>();
});

test('values are those of the wire', () => {
  expectTypeOf<ObjectMeta['creationTimestamp']>().toEqualTypeOf<string | undefined>();
  expectTypeOf<corev1.ResourceList>().toEqualTypeOf<{ [key: string]: string }>();
  expectTypeOf<Secret['data']>().toEqualTypeOf<{ [key: string]: string } | undefined>();
  expectTypeOf<IntOrString>().toEqualTypeOf<number | string>();
  expectTypeOf<ServicePort['targetPort']>().toEqualTypeOf<number | string | undefined>();
  expectTypeOf<Event['eventTime']>().toEqualTypeOf<string | undefined>();
  expectTypeOf<metav1.ListMeta['continue']>().toEqualTypeOf<string | undefined>();
  expectTypeOf<corev1.PodAffinityTerm['topologyKey']>().toEqualTypeOf<string>();
});

test('enums are open: known values are offered, others are accepted', () => {
  expectTypeOf<corev1.RestartPolicy>().toEqualTypeOf<'Always' | 'OnFailure' | 'Never' | (string & {})>();
  expectTypeOf<PodSpec['restartPolicy']>().toEqualTypeOf<corev1.RestartPolicy | undefined>();
  const fromServer: string = 'Sometimes';
  const spec: PodSpec = { containers: [], restartPolicy: fromServer };
  void spec;
  // @ts-expect-error -- but not numbers
  const number: PodSpec = { containers: [], restartPolicy: 1 };
  void number;
  // Its values are constants of another package.
  expectTypeOf<EndpointSlice['addressType']>().toEqualTypeOf<'IPv4' | 'IPv6' | 'FQDN' | (string & {})>();
  expectTypeOf<corev1.ConditionStatus>().toEqualTypeOf<'True' | 'False' | 'Unknown' | (string & {})>();
});

test('lists that are null on the wire are typed so; required ones are lists', () => {
  expectTypeOf<ClusterRole['rules']>().toEqualTypeOf<rbacv1.PolicyRule[] | null | undefined>();
  expectTypeOf<EndpointSlice['endpoints']>().toExtend<readonly object[] | null | undefined>();
  expectTypeOf<null>().toExtend<EndpointSlice['endpoints']>();
  expectTypeOf<null>().toExtend<CSINodeSpec['drivers']>();
  expectTypeOf<null>().not.toExtend<PodSpec['containers']>();
  expectTypeOf<corev1.PodList['items']>().toEqualTypeOf<Pod[]>();
});

test('embedded structs are parts of the types that embed them', () => {
  expectTypeOf<corev1.Volume>().toExtend<corev1.VolumeSource & { name: string }>();
  expectTypeOf<corev1.Probe['httpGet']>().toEqualTypeOf<corev1.HTTPGetAction | undefined>();
  expectTypeOf<admissionregistrationv1.NamedRuleWithOperations['apiGroups']>().toEqualTypeOf<
    string[] | undefined
  >();
});

test('a name without a namespace is that of the newest stable version, of a kind, of the core group', () => {
  expectTypeOf<HorizontalPodAutoscaler>().toEqualTypeOf<autoscalingv2.HorizontalPodAutoscaler>();
  expectTypeOf<HorizontalPodAutoscaler>().not.toEqualTypeOf<autoscalingv1.HorizontalPodAutoscaler>();
  expectTypeOf<Scale>().toEqualTypeOf<autoscalingv1.Scale>();
  expectTypeOf<ResourceClaim>().toEqualTypeOf<resourcev1.ResourceClaim>();
  expectTypeOf<Event>().toEqualTypeOf<corev1.Event>();
  expectTypeOf<Event>().not.toEqualTypeOf<eventsv1.Event>();
  expectTypeOf<TokenRequest>().toEqualTypeOf<authenticationv1.TokenRequest>();
});

test('fields of Kubernetes 1.31 to 1.37 are there, and removed versions stay for a while', () => {
  expectTypeOf<PodSpec['resources']>().toEqualTypeOf<corev1.ResourceRequirements | undefined>();
  expectTypeOf<corev1.ContainerStatus['stopSignal']>().toEqualTypeOf<corev1.Signal | undefined>();
  expectTypeOf<corev1.Volume['image']>().toEqualTypeOf<corev1.ImageVolumeSource | undefined>();
  expectTypeOf<corev1.GRPCAction['mode']>().toEqualTypeOf<corev1.GRPCProbeMode | undefined>();
  expectTypeOf<storagev1alpha1.VolumeAttributesClass['apiVersion']>().toEqualTypeOf<
    'storage.k8s.io/v1alpha1' | undefined
  >();
  expectTypeOf<admissionv1.AdmissionReview['request']>().toEqualTypeOf<
    admissionv1.AdmissionRequest | undefined
  >();
});

test('the schema of a custom resource has its x-kubernetes fields and is recursive', () => {
  const schema: JSONSchemaProps = {
    type: 'object',
    'x-kubernetes-preserve-unknown-fields': true,
    'x-kubernetes-validations': [{ rule: 'self.a > 0', reason: 'FieldValueInvalid' }],
    properties: {
      ports: {
        type: 'array',
        'x-kubernetes-list-type': 'map',
        'x-kubernetes-list-map-keys': ['name'],
        items: { 'x-kubernetes-int-or-string': true, enum: [1, 'a', null], default: { any: 'thing' } },
      },
      open: { type: 'object', additionalProperties: true, $ref: '#/a' },
      old: { dependencies: { a: ['b'] } },
    },
  };
  void schema;
  expectTypeOf<apiextensionsv1.JSONSchemaProps['default']>().toEqualTypeOf<unknown>();
  expectTypeOf<JSONSchemaProps['not']>().toEqualTypeOf<JSONSchemaProps | undefined>();
  expectTypeOf<
    CustomResourceDefinition['spec']
  >().toEqualTypeOf<apiextensionsv1.CustomResourceDefinitionSpec>();
  // @ts-expect-error -- a list type is a string
  const wrong: JSONSchemaProps = { 'x-kubernetes-list-type': 1 };
  void wrong;
});
