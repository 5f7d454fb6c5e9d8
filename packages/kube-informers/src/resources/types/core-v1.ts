// Generated from k8s.io/api 0.36.4 by scripts/kubernetes-api/generate.mjs; do not edit.
// The comments are those of its authors, shortened (Apache License 2.0).
import type * as metav1 from '../../meta/meta-v1.js';

export interface AWSElasticBlockStoreVolumeSource {
  volumeID: string;
  fsType?: string | undefined;
  partition?: number | undefined;
  readOnly?: boolean | undefined;
}

export interface Affinity {
  /** Describes node affinity scheduling rules for the pod. */
  nodeAffinity?: NodeAffinity | undefined;
  /** Describes pod affinity scheduling rules (e.g. co-locate this pod in the same node, zone, etc. as some other pod(s)). */
  podAffinity?: PodAffinity | undefined;
  /**
   * Describes pod anti-affinity scheduling rules (e.g. avoid putting this pod in the same node, zone, etc. as some other
   * pod(s)).
   */
  podAntiAffinity?: PodAntiAffinity | undefined;
}

export interface AppArmorProfile {
  /** Indicates which kind of AppArmor profile will be applied. */
  type: AppArmorProfileType;
  /** Indicates a profile loaded on the node that should be used. */
  localhostProfile?: string | undefined;
}

export type AppArmorProfileType = 'Unconfined' | 'RuntimeDefault' | 'Localhost' | (string & {});

export interface AttachedVolume {
  name: string;
  /** Represents the device path where the volume should be available */
  devicePath: string;
}

export type AzureDataDiskCachingMode = 'None' | 'ReadOnly' | 'ReadWrite' | (string & {});

export type AzureDataDiskKind = 'Shared' | 'Dedicated' | 'Managed' | (string & {});

export interface AzureDiskVolumeSource {
  diskName: string;
  diskURI: string;
  cachingMode?: AzureDataDiskCachingMode | undefined;
  /** @default 'ext4' */
  fsType?: string | undefined;
  /** @default false */
  readOnly?: boolean | undefined;
  kind?: AzureDataDiskKind | undefined;
}

export interface AzureFilePersistentVolumeSource {
  secretName: string;
  shareName: string;
  readOnly?: boolean | undefined;
  secretNamespace?: string | null | undefined;
}

export interface AzureFileVolumeSource {
  secretName: string;
  shareName: string;
  readOnly?: boolean | undefined;
}

/** Ties one object to another; for example, a pod is bound to a node by a scheduler. */
export interface Binding {
  apiVersion?: 'v1' | undefined;
  kind?: 'Binding' | undefined;
  metadata?: metav1.ObjectMeta | undefined;
  /** The target object that you want to bind to the standard object. */
  target: ObjectReference;
}

export interface CSIPersistentVolumeSource {
  driver: string;
  /** The unique volume name returned by the CSI volume plugin’s CreateVolume to refer to the volume on all subsequent calls. */
  volumeHandle: string;
  /** readOnly value to pass to ControllerPublishVolumeRequest. */
  readOnly?: boolean | undefined;
  /** fsType to mount. */
  fsType?: string | undefined;
  /** volumeAttributes of the volume to publish. */
  volumeAttributes?: { [key: string]: string } | undefined;
  /**
   * A reference to the secret object containing sensitive information to pass to the CSI driver to complete the CSI
   * ControllerPublishVolume and ControllerUnpublishVolume calls.
   */
  controllerPublishSecretRef?: SecretReference | undefined;
  /**
   * A reference to the secret object containing sensitive information to pass to the CSI driver to complete the CSI
   * NodeStageVolume and NodeStageVolume and NodeUnstageVolume calls.
   */
  nodeStageSecretRef?: SecretReference | undefined;
  /**
   * A reference to the secret object containing sensitive information to pass to the CSI driver to complete the CSI
   * NodePublishVolume and NodeUnpublishVolume calls.
   */
  nodePublishSecretRef?: SecretReference | undefined;
  /**
   * A reference to the secret object containing sensitive information to pass to the CSI driver to complete the CSI
   * ControllerExpandVolume call.
   */
  controllerExpandSecretRef?: SecretReference | undefined;
  /**
   * A reference to the secret object containing sensitive information to pass to the CSI driver to complete the CSI
   * NodeExpandVolume call.
   */
  nodeExpandSecretRef?: SecretReference | undefined;
}

export interface CSIVolumeSource {
  /** The name of the CSI driver that handles this volume. */
  driver: string;
  readOnly?: boolean | undefined;
  /** fsType to mount. */
  fsType?: string | undefined;
  /** Stores driver-specific properties that are passed to the CSI driver. */
  volumeAttributes?: { [key: string]: string } | undefined;
  /**
   * A reference to the secret object containing sensitive information to pass to the CSI driver to complete the CSI
   * NodePublishVolume and NodeUnpublishVolume calls.
   */
  nodePublishSecretRef?: LocalObjectReference | undefined;
}

export interface Capabilities {
  add?: string[] | undefined;
  /** Removed capabilities */
  drop?: string[] | undefined;
}

export interface CephFSPersistentVolumeSource {
  monitors: string[];
  path?: string | undefined;
  user?: string | undefined;
  secretFile?: string | undefined;
  secretRef?: SecretReference | undefined;
  readOnly?: boolean | undefined;
}

export interface CephFSVolumeSource {
  monitors: string[];
  path?: string | undefined;
  user?: string | undefined;
  secretFile?: string | undefined;
  secretRef?: LocalObjectReference | undefined;
  readOnly?: boolean | undefined;
}

export interface CinderPersistentVolumeSource {
  volumeID: string;
  fsType?: string | undefined;
  readOnly?: boolean | undefined;
  secretRef?: SecretReference | undefined;
}

export interface CinderVolumeSource {
  volumeID: string;
  fsType?: string | undefined;
  readOnly?: boolean | undefined;
  secretRef?: LocalObjectReference | undefined;
}

export type ClaimResourceStatus = 'ControllerResizeInProgress' | 'ControllerResizeInfeasible' | 'NodeResizePending' | 'NodeResizeInProgress' | 'NodeResizeInfeasible' | (string & {});

export interface ClientIPConfig {
  /** Specifies the seconds of ClientIP type session sticky time. */
  timeoutSeconds?: number | undefined;
}

export interface ClusterTrustBundleProjection {
  /** Select a single ClusterTrustBundle by object name. */
  name?: string | undefined;
  /** Select all ClusterTrustBundles that match this signer name. */
  signerName?: string | undefined;
  /** Select all ClusterTrustBundles that match this label selector. */
  labelSelector?: metav1.LabelSelector | undefined;
  /** If true, don't block pod startup if the referenced ClusterTrustBundle(s) aren't available. */
  optional?: boolean | undefined;
  /** Relative path from the volume root to write the bundle. */
  path: string;
}

export interface ComponentCondition {
  type: string;
  status: ConditionStatus;
  /** Message about the condition for a component. */
  message?: string | undefined;
  /** Condition error code for a component. */
  error?: string | undefined;
}

/**
 * ComponentStatus (and ComponentStatusList) holds the cluster validation info.
 * @deprecated This API is deprecated in v1.19+
 */
export interface ComponentStatus {
  apiVersion?: 'v1' | undefined;
  kind?: 'ComponentStatus' | undefined;
  metadata?: metav1.ObjectMeta | undefined;
  conditions?: ComponentCondition[] | undefined;
}

export interface ComponentStatusList {
  apiVersion?: 'v1' | undefined;
  kind?: 'ComponentStatusList' | undefined;
  metadata?: metav1.ListMeta | undefined;
  items: ComponentStatus[];
}

export type ConditionStatus = 'True' | 'False' | 'Unknown' | (string & {});

/** Holds configuration data for pods to consume. Since Kubernetes 1.2. */
export interface ConfigMap {
  apiVersion?: 'v1' | undefined;
  kind?: 'ConfigMap' | undefined;
  metadata?: metav1.ObjectMeta | undefined;
  /**
   * Immutable, if set to true, ensures that data stored in the ConfigMap cannot be updated (only object metadata can be
   * modified).
   */
  immutable?: boolean | undefined;
  data?: { [key: string]: string } | undefined;
  binaryData?: { [key: string]: string } | undefined;
}

export interface ConfigMapEnvSource extends LocalObjectReference {
  optional?: boolean | undefined;
}

export interface ConfigMapKeySelector extends LocalObjectReference {
  /** The key to select. */
  key: string;
  optional?: boolean | undefined;
}

export interface ConfigMapList {
  apiVersion?: 'v1' | undefined;
  kind?: 'ConfigMapList' | undefined;
  metadata?: metav1.ListMeta | undefined;
  items: ConfigMap[];
}

export interface ConfigMapNodeConfigSource {
  /** The metadata.namespace of the referenced ConfigMap. */
  namespace: string;
  /** The metadata.name of the referenced ConfigMap. */
  name: string;
  /** The metadata.UID of the referenced ConfigMap. */
  uid?: string | undefined;
  /** The metadata.ResourceVersion of the referenced ConfigMap. */
  resourceVersion?: string | undefined;
  /**
   * Declares which key of the referenced ConfigMap corresponds to the KubeletConfiguration structure This field is required in
   * all cases.
   */
  kubeletConfigKey: string;
}

export interface ConfigMapProjection extends LocalObjectReference {
  /**
   * items if unspecified, each key-value pair in the Data field of the referenced ConfigMap will be projected into the volume
   * as a file whose name is the key and content is the value.
   */
  items?: KeyToPath[] | undefined;
  /** optional specify whether the ConfigMap or its keys must be defined */
  optional?: boolean | undefined;
}

export interface ConfigMapVolumeSource extends LocalObjectReference {
  /**
   * items if unspecified, each key-value pair in the Data field of the referenced ConfigMap will be projected into the volume
   * as a file whose name is the key and content is the value.
   */
  items?: KeyToPath[] | undefined;
  /** defaultMode is optional: mode bits used to set permissions on created files by default. */
  defaultMode?: number | undefined;
  /** optional specify whether the ConfigMap or its keys must be defined */
  optional?: boolean | undefined;
}

export interface Container {
  /** Name of the container specified as a DNS_LABEL. */
  name: string;
  image?: string | undefined;
  /** Entrypoint array. */
  command?: string[] | undefined;
  /** Arguments to the entrypoint. */
  args?: string[] | undefined;
  /** Container's working directory. */
  workingDir?: string | undefined;
  /** List of ports to expose from the container. */
  ports?: ContainerPort[] | undefined;
  /** List of sources to populate environment variables in the container. */
  envFrom?: EnvFromSource[] | undefined;
  /** List of environment variables to set in the container. */
  env?: EnvVar[] | undefined;
  /** Compute Resources required by this container. */
  resources?: ResourceRequirements | undefined;
  /** Feature gate: InPlacePodVerticalScaling. */
  resizePolicy?: ContainerResizePolicy[] | undefined;
  /** Defines the restart behavior of individual containers in a pod. */
  restartPolicy?: ContainerRestartPolicy | undefined;
  /**
   * Represents a list of rules to be checked to determine if the container should be restarted on exit. Feature gate:
   * ContainerRestartRules.
   */
  restartPolicyRules?: ContainerRestartRule[] | undefined;
  /** Pod volumes to mount into the container's filesystem. */
  volumeMounts?: VolumeMount[] | undefined;
  /** The list of block devices to be used by the container. */
  volumeDevices?: VolumeDevice[] | undefined;
  /** Periodic probe of container liveness. */
  livenessProbe?: Probe | undefined;
  /** Periodic probe of container service readiness. */
  readinessProbe?: Probe | undefined;
  /** Indicates that the Pod has successfully initialized. */
  startupProbe?: Probe | undefined;
  /** Actions that the management system should take in response to container lifecycle events. */
  lifecycle?: Lifecycle | undefined;
  /**
   * Optional: Path at which the file to which the container's termination message will be written is mounted into the
   * container's filesystem.
   */
  terminationMessagePath?: string | undefined;
  /** Indicate how the termination message should be populated. */
  terminationMessagePolicy?: TerminationMessagePolicy | undefined;
  imagePullPolicy?: PullPolicy | undefined;
  /** Defines the security options the container should be run with. */
  securityContext?: SecurityContext | undefined;
  /** Whether this container should allocate a buffer for stdin in the container runtime. */
  stdin?: boolean | undefined;
  /** Whether the container runtime should close the stdin channel after it has been opened by a single attach. */
  stdinOnce?: boolean | undefined;
  /** Whether this container should allocate a TTY for itself, also requires 'stdin' to be true. */
  tty?: boolean | undefined;
}

export interface ContainerExtendedResourceRequest {
  containerName: string;
  /** The name of the extended resource in that container which gets backed by DRA. */
  resourceName: string;
  /** The name of the request in the special ResourceClaim which corresponds to the extended resource. */
  requestName: string;
}

export interface ContainerImage {
  /**
   * Names by which this image is known. e.g. ["kubernetes.example/hyperkube:v1.0.7",
   * "cloud-vendor.registry.example/cloud-vendor/hyperkube:v1.0.7"]
   */
  names?: string[] | null | undefined;
  sizeBytes?: number | undefined;
}

export interface ContainerPort {
  /** If specified, this must be an IANA_SVC_NAME and unique within the pod. */
  name?: string | undefined;
  /** Number of port to expose on the host. */
  hostPort?: number | undefined;
  /** Number of port to expose on the pod's IP address. */
  containerPort: number;
  /** @default 'TCP' */
  protocol?: Protocol | undefined;
  /** What host IP to bind the external port to. */
  hostIP?: string | undefined;
}

export interface ContainerResizePolicy {
  /** Name of the resource to which this resource resize policy applies. */
  resourceName: ResourceName;
  /** Restart policy to apply when specified resource is resized. */
  restartPolicy: ResourceResizeRestartPolicy;
}

export type ContainerRestartPolicy = 'Always' | 'Never' | 'OnFailure' | (string & {});

export interface ContainerRestartRule {
  /** Specifies the action taken on a container exit if the requirements are satisfied. */
  action: ContainerRestartRuleAction;
  /** Represents the exit codes to check on container exits. */
  exitCodes?: ContainerRestartRuleOnExitCodes | undefined;
}

export type ContainerRestartRuleAction = 'Restart' | 'RestartAllContainers' | (string & {});

export interface ContainerRestartRuleOnExitCodes {
  /** Represents the relationship between the container exit code(s) and the specified values. */
  operator: ContainerRestartRuleOnExitCodesOperator;
  /** Specifies the set of values to check for container exit codes. */
  values?: number[] | undefined;
}

export type ContainerRestartRuleOnExitCodesOperator = 'In' | 'NotIn' | (string & {});

export interface ContainerState {
  /** Details about a waiting container */
  waiting?: ContainerStateWaiting | undefined;
  /** Details about a running container */
  running?: ContainerStateRunning | undefined;
  /** Details about a terminated container */
  terminated?: ContainerStateTerminated | undefined;
}

export interface ContainerStateRunning {
  /** Time at which the container was last (re-)started */
  startedAt?: metav1.Time | undefined;
}

export interface ContainerStateTerminated {
  /** Exit status from the last termination of the container */
  exitCode: number;
  /** Signal from the last termination of the container */
  signal?: number | undefined;
  /** (brief) reason from the last termination of the container */
  reason?: string | undefined;
  /** Message regarding the last termination of the container */
  message?: string | undefined;
  /** Time at which previous execution of the container started */
  startedAt?: metav1.Time | undefined;
  /** Time at which the container last terminated */
  finishedAt?: metav1.Time | undefined;
  /** Container's ID in the format '<type>://<container_id>' */
  containerID?: string | undefined;
}

export interface ContainerStateWaiting {
  /** (brief) reason the container is not yet running. */
  reason?: string | undefined;
  /** Message regarding why the container is not yet running. */
  message?: string | undefined;
}

export interface ContainerStatus {
  /** A DNS_LABEL representing the unique name of the container. */
  name: string;
  /** Holds details about the container's current condition. */
  state?: ContainerState | undefined;
  /** LastTerminationState holds the last termination state of the container to help debug container crashes and restarts. */
  lastState?: ContainerState | undefined;
  /** Specifies whether the container is currently passing its readiness check. */
  ready: boolean;
  /** Holds the number of times the container has been restarted. */
  restartCount: number;
  /** The name of container image that the container is running. */
  image: string;
  /** The image ID of the container's image. */
  imageID: string;
  /** The ID of the container in the format '<type>://<container_id>'. */
  containerID?: string | undefined;
  /** Indicates whether the container has finished its postStart lifecycle hook and passed its startup probe. */
  started?: boolean | undefined;
  /** Represents the compute resources allocated for this container by the node. */
  allocatedResources?: ResourceList | undefined;
  /**
   * Represents the compute resource requests and limits that have been successfully enacted on the running container after it
   * has been started or has been successfully resized. Feature gate: InPlacePodVerticalScaling.
   */
  resources?: ResourceRequirements | undefined;
  volumeMounts?: VolumeMountStatus[] | undefined;
  /**
   * Represents user identity information initially attached to the first process of the container Feature gate:
   * SupplementalGroupsPolicy.
   */
  user?: ContainerUser | undefined;
  /** Represents the status of various resources allocated for this Pod. Feature gate: ResourceHealthStatus. */
  allocatedResourcesStatus?: ResourceStatus[] | undefined;
  /** Reports the effective stop signal for this container Feature gate: ContainerStopSignals. */
  stopSignal?: Signal | undefined;
}

export interface ContainerUser {
  /** Holds user identity information initially attached to the first process of the containers in Linux. */
  linux?: LinuxContainerUser | undefined;
}

export type DNSPolicy = 'ClusterFirstWithHostNet' | 'ClusterFirst' | 'Default' | 'None' | (string & {});

export interface DaemonEndpoint {
  /** Port number of the given endpoint. */
  Port: number;
}

export interface DownwardAPIProjection {
  /** A list of DownwardAPIVolume file */
  items?: DownwardAPIVolumeFile[] | undefined;
}

export interface DownwardAPIVolumeFile {
  /** Required: Path is the relative path name of the file to be created. */
  path: string;
  /** Required: Selects a field of the pod: only annotations, labels, name, namespace and uid are supported. */
  fieldRef?: ObjectFieldSelector | undefined;
  /**
   * Selects a resource of the container: only resources limits and requests (limits.cpu, limits.memory, requests.cpu and
   * requests.memory) are currently supported.
   */
  resourceFieldRef?: ResourceFieldSelector | undefined;
  /**
   * Optional: mode bits used to set permissions on this file, must be an octal value between 0000 and 0777 or a decimal value
   * between 0 and 511.
   */
  mode?: number | undefined;
}

export interface DownwardAPIVolumeSource {
  /** A list of downward API volume file */
  items?: DownwardAPIVolumeFile[] | undefined;
  /** Optional: mode bits to use on created files by default. */
  defaultMode?: number | undefined;
}

export interface EmptyDirVolumeSource {
  /** Represents what type of storage medium should back this directory. */
  medium?: StorageMedium | undefined;
  /** The total amount of local storage required for this EmptyDir volume. */
  sizeLimit?: metav1.Quantity | undefined;
}

export interface EndpointAddress {
  ip: string;
  hostname?: string | undefined;
  /** Optional: Node hosting this endpoint. */
  nodeName?: string | undefined;
  /** Reference to object providing the endpoint. */
  targetRef?: ObjectReference | undefined;
}

export interface EndpointPort {
  name?: string | undefined;
  /** The port number of the endpoint. */
  port: number;
  /** The IP protocol for this port. */
  protocol?: Protocol | undefined;
  /** The application protocol for this port. */
  appProtocol?: string | undefined;
}

export interface EndpointSubset {
  /** IP addresses which offer the related ports that are marked as ready. */
  addresses?: EndpointAddress[] | undefined;
  /**
   * IP addresses which offer the related ports but are not currently marked as ready because they have not yet finished
   * starting, have recently failed a readiness check, or have recently failed a liveness check.
   */
  notReadyAddresses?: EndpointAddress[] | undefined;
  /** Port numbers available on the related IP addresses. */
  ports?: EndpointPort[] | undefined;
}

/**
 * A collection of endpoints that implement the actual service.
 * @deprecated This API is deprecated in v1.33+.
 */
export interface Endpoints {
  apiVersion?: 'v1' | undefined;
  kind?: 'Endpoints' | undefined;
  metadata?: metav1.ObjectMeta | undefined;
  /** The set of all endpoints is the union of all subsets. */
  subsets?: EndpointSubset[] | undefined;
}

export interface EndpointsList {
  apiVersion?: 'v1' | undefined;
  kind?: 'EndpointsList' | undefined;
  metadata?: metav1.ListMeta | undefined;
  items: Endpoints[];
}

export interface EnvFromSource {
  /** Optional text to prepend to the name of each environment variable. */
  prefix?: string | undefined;
  /** The ConfigMap to select from */
  configMapRef?: ConfigMapEnvSource | undefined;
  /** The Secret to select from */
  secretRef?: SecretEnvSource | undefined;
}

export interface EnvVar {
  /** Name of the environment variable. */
  name: string;
  /**
   * Variable references $(VAR_NAME) are expanded using the previously defined environment variables in the container and any
   * service environment variables.
   */
  value?: string | undefined;
  /** Source for the environment variable's value. */
  valueFrom?: EnvVarSource | undefined;
}

export interface EnvVarSource {
  /**
   * Selects a field of the pod: supports metadata.name, metadata.namespace, `metadata.labels['<KEY>']`,
   * `metadata.annotations['<KEY>']`, spec.nodeName, spec.serviceAccountName, status.hostIP, status.podIP, status.podIPs.
   */
  fieldRef?: ObjectFieldSelector | undefined;
  /**
   * Selects a resource of the container: only resources limits and requests (limits.cpu, limits.memory,
   * limits.ephemeral-storage, requests.cpu, requests.memory and requests.ephemeral-storage) are currently supported.
   */
  resourceFieldRef?: ResourceFieldSelector | undefined;
  /** Selects a key of a ConfigMap. */
  configMapKeyRef?: ConfigMapKeySelector | undefined;
  /** Selects a key of a secret in the pod's namespace */
  secretKeyRef?: SecretKeySelector | undefined;
  /** Selects a key of the env file. Feature gate: EnvFiles. */
  fileKeyRef?: FileKeySelector | undefined;
}

export interface EphemeralContainer extends EphemeralContainerCommon {
  /** If set, the name of the container from PodSpec that this ephemeral container targets. */
  targetContainerName?: string | undefined;
}

export interface EphemeralContainerCommon {
  /** Name of the ephemeral container specified as a DNS_LABEL. */
  name: string;
  image?: string | undefined;
  /** Entrypoint array. */
  command?: string[] | undefined;
  /** Arguments to the entrypoint. */
  args?: string[] | undefined;
  /** Container's working directory. */
  workingDir?: string | undefined;
  /** Ports are not allowed for ephemeral containers. */
  ports?: ContainerPort[] | undefined;
  /** List of sources to populate environment variables in the container. */
  envFrom?: EnvFromSource[] | undefined;
  /** List of environment variables to set in the container. */
  env?: EnvVar[] | undefined;
  /** Resources are not allowed for ephemeral containers. */
  resources?: ResourceRequirements | undefined;
  /** Feature gate: InPlacePodVerticalScaling. */
  resizePolicy?: ContainerResizePolicy[] | undefined;
  /** Restart policy for the container to manage the restart behavior of each container within a pod. */
  restartPolicy?: ContainerRestartPolicy | undefined;
  /**
   * Represents a list of rules to be checked to determine if the container should be restarted on exit. Feature gate:
   * ContainerRestartRules.
   */
  restartPolicyRules?: ContainerRestartRule[] | undefined;
  /** Pod volumes to mount into the container's filesystem. */
  volumeMounts?: VolumeMount[] | undefined;
  /** The list of block devices to be used by the container. */
  volumeDevices?: VolumeDevice[] | undefined;
  /** Probes are not allowed for ephemeral containers. */
  livenessProbe?: Probe | undefined;
  /** Probes are not allowed for ephemeral containers. */
  readinessProbe?: Probe | undefined;
  /** Probes are not allowed for ephemeral containers. */
  startupProbe?: Probe | undefined;
  /** Lifecycle is not allowed for ephemeral containers. */
  lifecycle?: Lifecycle | undefined;
  /**
   * Optional: Path at which the file to which the container's termination message will be written is mounted into the
   * container's filesystem.
   */
  terminationMessagePath?: string | undefined;
  /** Indicate how the termination message should be populated. */
  terminationMessagePolicy?: TerminationMessagePolicy | undefined;
  imagePullPolicy?: PullPolicy | undefined;
  /** Optional: SecurityContext defines the security options the ephemeral container should be run with. */
  securityContext?: SecurityContext | undefined;
  /** Whether this container should allocate a buffer for stdin in the container runtime. */
  stdin?: boolean | undefined;
  /** Whether the container runtime should close the stdin channel after it has been opened by a single attach. */
  stdinOnce?: boolean | undefined;
  /** Whether this container should allocate a TTY for itself, also requires 'stdin' to be true. */
  tty?: boolean | undefined;
}

export interface EphemeralVolumeSource {
  /** Will be used to create a stand-alone PVC to provision the volume. */
  volumeClaimTemplate?: PersistentVolumeClaimTemplate | undefined;
}

/** A report of an event somewhere in the cluster. */
export interface Event {
  apiVersion?: 'v1' | undefined;
  kind?: 'Event' | undefined;
  metadata: metav1.ObjectMeta;
  /** The object that this event is about. */
  involvedObject: ObjectReference;
  /**
   * This should be a short, machine understandable string that gives the reason for the transition into the object's current
   * status.
   */
  reason?: string | undefined;
  /** A human-readable description of the status of this operation. */
  message?: string | undefined;
  /** The component reporting this event. */
  source?: EventSource | undefined;
  /** The time at which the event was first recorded. */
  firstTimestamp?: metav1.Time | undefined;
  /** The time at which the most recent occurrence of this event was recorded. */
  lastTimestamp?: metav1.Time | undefined;
  /** The number of times this event has occurred. */
  count?: number | undefined;
  /** Type of this event (Normal, Warning), new types could be added in the future */
  type?: string | undefined;
  /** Time when this Event was first observed. */
  eventTime?: metav1.MicroTime | undefined;
  /** Data about the Event series this event represents or nil if it's a singleton Event. */
  series?: EventSeries | undefined;
  /** What action was taken/failed regarding to the Regarding object. */
  action?: string | undefined;
  /** Optional secondary object for more complex actions. */
  related?: ObjectReference | undefined;
  /** Name of the controller that emitted this Event, e.g. `kubernetes.io/kubelet`. */
  reportingComponent?: string | undefined;
  /** ID of the controller instance, e.g. `kubelet-xyzf`. */
  reportingInstance?: string | undefined;
}

export interface EventList {
  apiVersion?: 'v1' | undefined;
  kind?: 'EventList' | undefined;
  metadata?: metav1.ListMeta | undefined;
  items: Event[];
}

export interface EventSeries {
  /** Number of occurrences in this series up to the last heartbeat time */
  count?: number | undefined;
  /** Time of the last occurrence observed */
  lastObservedTime?: metav1.MicroTime | undefined;
}

export interface EventSource {
  /** Component from which the event is generated. */
  component?: string | undefined;
  /** Node name on which the event is generated. */
  host?: string | undefined;
}

export interface ExecAction {
  /**
   * The command line to execute inside the container, the working directory for the command is root ('/') in the container's
   * filesystem.
   */
  command?: string[] | undefined;
}

export interface FCVolumeSource {
  /** targetWWNs is Optional: FC target worldwide names (WWNs) */
  targetWWNs?: string[] | undefined;
  /** lun is Optional: FC target lun number */
  lun?: number | undefined;
  /** The filesystem type to mount. */
  fsType?: string | undefined;
  /** readOnly is Optional: Defaults to false (read/write). */
  readOnly?: boolean | undefined;
  /**
   * wwids Optional: FC volume world wide identifiers (wwids) Either wwids or combination of targetWWNs and lun must be set, but
   * not both simultaneously.
   */
  wwids?: string[] | undefined;
}

export interface FileKeySelector {
  /** The name of the volume mount containing the env file. */
  volumeName: string;
  /** The path within the volume from which to select the file. */
  path: string;
  /** The key within the env file. */
  key: string;
  /** @default false */
  optional?: boolean | undefined;
}

export interface FlexPersistentVolumeSource {
  driver: string;
  fsType?: string | undefined;
  secretRef?: SecretReference | undefined;
  readOnly?: boolean | undefined;
  options?: { [key: string]: string } | undefined;
}

export interface FlexVolumeSource {
  driver: string;
  fsType?: string | undefined;
  secretRef?: LocalObjectReference | undefined;
  readOnly?: boolean | undefined;
  options?: { [key: string]: string } | undefined;
}

export interface FlockerVolumeSource {
  datasetName?: string | undefined;
  datasetUUID?: string | undefined;
}

export interface GCEPersistentDiskVolumeSource {
  pdName: string;
  fsType?: string | undefined;
  partition?: number | undefined;
  readOnly?: boolean | undefined;
}

export interface GRPCAction {
  /** Port number of the gRPC service. */
  port: number;
  /** The name of the service to place in the gRPC HealthCheckRequest ( */
  service?: string | null | undefined;
}

export interface GitRepoVolumeSource {
  repository: string;
  revision?: string | undefined;
  directory?: string | undefined;
}

export interface GlusterfsPersistentVolumeSource {
  endpoints: string;
  path: string;
  readOnly?: boolean | undefined;
  endpointsNamespace?: string | undefined;
}

export interface GlusterfsVolumeSource {
  endpoints: string;
  path: string;
  readOnly?: boolean | undefined;
}

export interface HTTPGetAction {
  /** Path to access on the HTTP server. */
  path?: string | undefined;
  /** Name or number of the port to access on the container. */
  port: metav1.IntOrString;
  /** Host name to connect to, defaults to the pod IP. */
  host?: string | undefined;
  /** Scheme to use for connecting to the host. */
  scheme?: URIScheme | undefined;
  /** Custom headers to set in the request. */
  httpHeaders?: HTTPHeader[] | undefined;
}

export interface HTTPHeader {
  name: string;
  value: string;
}

export interface HostAlias {
  /** IP address of the host file entry. */
  ip: string;
  /** Hostnames for the above IP address. */
  hostnames?: string[] | undefined;
}

export interface HostIP {
  /** The IP address assigned to the host */
  ip: string;
}

export type HostPathType = '' | 'DirectoryOrCreate' | 'Directory' | 'FileOrCreate' | 'File' | 'Socket' | 'CharDevice' | 'BlockDevice' | (string & {});

export interface HostPathVolumeSource {
  /** path of the directory on the host. */
  path: string;
  /** type for HostPath Volume Defaults to "" */
  type?: HostPathType | undefined;
}

export type IPFamily = 'IPv4' | 'IPv6' | '' | (string & {});

export type IPFamilyPolicy = 'SingleStack' | 'PreferDualStack' | 'RequireDualStack' | (string & {});

export interface ISCSIPersistentVolumeSource {
  /** targetPortal is iSCSI Target Portal. */
  targetPortal: string;
  /** iqn is Target iSCSI Qualified Name. */
  iqn: string;
  /** lun is iSCSI Target Lun number. */
  lun: number;
  /**
   * The interface Name that uses an iSCSI transport.
   * @default 'default'
   */
  iscsiInterface?: string | undefined;
  /** The filesystem type of the volume that you want to mount. */
  fsType?: string | undefined;
  /** readOnly here will force the ReadOnly setting in VolumeMounts. */
  readOnly?: boolean | undefined;
  /** The iSCSI Target Portal List. */
  portals?: string[] | undefined;
  /** Defines whether support iSCSI Discovery CHAP authentication */
  chapAuthDiscovery?: boolean | undefined;
  /** Defines whether support iSCSI Session CHAP authentication */
  chapAuthSession?: boolean | undefined;
  /** The CHAP Secret for iSCSI target and initiator authentication */
  secretRef?: SecretReference | undefined;
  /** The custom iSCSI Initiator Name. */
  initiatorName?: string | undefined;
}

export interface ISCSIVolumeSource {
  /** targetPortal is iSCSI Target Portal. */
  targetPortal: string;
  /** The target iSCSI Qualified Name. */
  iqn: string;
  /** Represents iSCSI Target Lun number. */
  lun: number;
  /**
   * The interface Name that uses an iSCSI transport.
   * @default 'default'
   */
  iscsiInterface?: string | undefined;
  /** The filesystem type of the volume that you want to mount. */
  fsType?: string | undefined;
  /** readOnly here will force the ReadOnly setting in VolumeMounts. */
  readOnly?: boolean | undefined;
  /** The iSCSI Target Portal List. */
  portals?: string[] | undefined;
  /** Defines whether support iSCSI Discovery CHAP authentication */
  chapAuthDiscovery?: boolean | undefined;
  /** Defines whether support iSCSI Session CHAP authentication */
  chapAuthSession?: boolean | undefined;
  /** The CHAP Secret for iSCSI target and initiator authentication */
  secretRef?: LocalObjectReference | undefined;
  /** The custom iSCSI Initiator Name. */
  initiatorName?: string | undefined;
}

export interface ImageVolumeSource {
  /** Required: Image or artifact reference to be used. */
  reference?: string | undefined;
  /** Policy for pulling OCI objects. */
  pullPolicy?: PullPolicy | undefined;
}

export interface ImageVolumeStatus {
  /** The digest of the image used for this volume. */
  imageRef: string;
}

export interface KeyToPath {
  /** The key to project. */
  key: string;
  /** The relative path of the file to map the key to. */
  path: string;
  /** mode is Optional: mode bits used to set permissions on this file. */
  mode?: number | undefined;
}

export interface Lifecycle {
  /** PostStart is called immediately after a container is created. */
  postStart?: LifecycleHandler | undefined;
  /**
   * PreStop is called immediately before a container is terminated due to an API request or management event such as
   * liveness/startup probe failure, preemption, resource contention, etc. The handler is not called if the container crashes or
   * exits.
   */
  preStop?: LifecycleHandler | undefined;
  /** Defines which signal will be sent to a container when it is being stopped. */
  stopSignal?: Signal | undefined;
}

export interface LifecycleHandler {
  /** Specifies a command to execute in the container. */
  exec?: ExecAction | undefined;
  /** Specifies an HTTP GET request to perform. */
  httpGet?: HTTPGetAction | undefined;
  /** @deprecated TCPSocket is NOT supported as a LifecycleHandler and kept for backward compatibility. */
  tcpSocket?: TCPSocketAction | undefined;
  /** Represents a duration that the container should sleep. */
  sleep?: SleepAction | undefined;
}

/** Sets resource usage limits for each kind of resource in a Namespace. */
export interface LimitRange {
  apiVersion?: 'v1' | undefined;
  kind?: 'LimitRange' | undefined;
  metadata?: metav1.ObjectMeta | undefined;
  /** Defines the limits enforced. */
  spec?: LimitRangeSpec | undefined;
}

export interface LimitRangeItem {
  /** Type of resource that this limit applies to. */
  type: LimitType;
  /** Max usage constraints on this kind by resource name. */
  max?: ResourceList | undefined;
  /** Min usage constraints on this kind by resource name. */
  min?: ResourceList | undefined;
  /** Default resource requirement limit value by resource name if resource limit is omitted. */
  default?: ResourceList | undefined;
  /** The default resource requirement request value by resource name if resource request is omitted. */
  defaultRequest?: ResourceList | undefined;
  /**
   * MaxLimitRequestRatio if specified, the named resource must have a request and limit that are both non-zero where limit
   * divided by request is less than or equal to the enumerated value; this represents the max burst for the named resource.
   */
  maxLimitRequestRatio?: ResourceList | undefined;
}

export interface LimitRangeList {
  apiVersion?: 'v1' | undefined;
  kind?: 'LimitRangeList' | undefined;
  metadata?: metav1.ListMeta | undefined;
  items: LimitRange[];
}

export interface LimitRangeSpec {
  /** The list of LimitRangeItem objects that are enforced. */
  limits: LimitRangeItem[] | null;
}

export type LimitType = 'Pod' | 'Container' | 'PersistentVolumeClaim' | (string & {});

export interface LinuxContainerUser {
  /** The primary uid initially attached to the first process in the container */
  uid: number;
  /** The primary gid initially attached to the first process in the container */
  gid: number;
  /** SupplementalGroups are the supplemental groups initially attached to the first process in the container */
  supplementalGroups?: number[] | undefined;
}

export type LoadBalancerIPMode = 'VIP' | 'Proxy' | (string & {});

export interface LoadBalancerIngress {
  /** IP is set for load-balancer ingress points that are IP based (typically GCE or OpenStack load-balancers) */
  ip?: string | undefined;
  /** Hostname is set for load-balancer ingress points that are DNS based (typically AWS load-balancers) */
  hostname?: string | undefined;
  /** Specifies how the load-balancer IP behaves, and may only be specified when the ip field is specified. */
  ipMode?: LoadBalancerIPMode | undefined;
  /** A list of records of service ports If used, every port defined in the service should have an entry in it */
  ports?: PortStatus[] | undefined;
}

export interface LoadBalancerStatus {
  /** A list containing ingress points for the load-balancer. */
  ingress?: LoadBalancerIngress[] | undefined;
}

export interface LocalObjectReference {
  /** Name of the referent. */
  name?: string | undefined;
}

export interface LocalVolumeSource {
  /** path of the full path to the volume on the node. */
  path: string;
  /** The filesystem type to mount. */
  fsType?: string | undefined;
}

export interface ModifyVolumeStatus {
  /** The name of the VolumeAttributesClass the PVC currently being reconciled */
  targetVolumeAttributesClassName?: string | undefined;
  /** The status of the ControllerModifyVolume operation. */
  status: PersistentVolumeClaimModifyVolumeStatus;
}

export type MountPropagationMode = 'None' | 'HostToContainer' | 'Bidirectional' | (string & {});

export interface NFSVolumeSource {
  /** The hostname or IP address of the NFS server. */
  server: string;
  /** path that is exported by the NFS server. */
  path: string;
  /** readOnly here will force the NFS export to be mounted with read-only permissions. */
  readOnly?: boolean | undefined;
}

/** Provides a scope for Names. */
export interface Namespace {
  apiVersion?: 'v1' | undefined;
  kind?: 'Namespace' | undefined;
  metadata?: metav1.ObjectMeta | undefined;
  spec?: NamespaceSpec | undefined;
  status?: NamespaceStatus | undefined;
}

export interface NamespaceCondition {
  /** Type of namespace controller condition. */
  type: NamespaceConditionType;
  /** Status of the condition, one of True, False, Unknown. */
  status: ConditionStatus;
  /** Last time the condition transitioned from one status to another. */
  lastTransitionTime?: metav1.Time | undefined;
  /** Unique, one-word, CamelCase reason for the condition's last transition. */
  reason?: string | undefined;
  /** Human-readable message indicating details about last transition. */
  message?: string | undefined;
}

export type NamespaceConditionType = 'NamespaceDeletionDiscoveryFailure' | 'NamespaceDeletionContentFailure' | 'NamespaceDeletionGroupVersionParsingFailure' | 'NamespaceContentRemaining' | 'NamespaceFinalizersRemaining' | (string & {});

export interface NamespaceList {
  apiVersion?: 'v1' | undefined;
  kind?: 'NamespaceList' | undefined;
  metadata?: metav1.ListMeta | undefined;
  items: Namespace[];
}

export type NamespacePhase = 'Active' | 'Terminating' | (string & {});

export interface NamespaceSpec {
  /** An opaque list of values that must be empty to permanently remove object from storage. */
  finalizers?: string[] | undefined;
}

export interface NamespaceStatus {
  /** The current lifecycle phase of the namespace. */
  phase?: NamespacePhase | undefined;
  /** Represents the latest available observations of a namespace's current state. */
  conditions?: NamespaceCondition[] | undefined;
}

/** A worker node in Kubernetes. */
export interface Node {
  apiVersion?: 'v1' | undefined;
  kind?: 'Node' | undefined;
  metadata?: metav1.ObjectMeta | undefined;
  /**
   * Defines the behavior of a node.
   * https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#spec-and-status
   */
  spec?: NodeSpec | undefined;
  status?: NodeStatus | undefined;
}

export interface NodeAddress {
  /** Node address type, one of Hostname, ExternalIP or InternalIP. */
  type: NodeAddressType;
  address: string;
}

export type NodeAddressType = 'Hostname' | 'InternalIP' | 'ExternalIP' | 'InternalDNS' | 'ExternalDNS' | (string & {});

export interface NodeAffinity {
  /**
   * If the affinity requirements specified by this field are not met at scheduling time, the pod will not be scheduled onto the
   * node.
   */
  requiredDuringSchedulingIgnoredDuringExecution?: NodeSelector | undefined;
  /**
   * The scheduler will prefer to schedule pods to nodes that satisfy the affinity expressions specified by this field, but it
   * may choose a node that violates one or more of the expressions.
   */
  preferredDuringSchedulingIgnoredDuringExecution?: PreferredSchedulingTerm[] | undefined;
}

export interface NodeAllocatableResourceClaimStatus {
  /** The resource claim referenced by the pod that resulted in this node allocatable resource allocation. */
  resourceClaimName: string;
  /** Lists the names of all containers in this pod that reference the claim. */
  containers?: string[] | undefined;
  /** A map of the node-allocatable resource name to the aggregate quantity allocated to the claim. */
  resources: { [key: string]: metav1.Quantity };
}

export interface NodeCondition {
  type: NodeConditionType;
  /** Status of the condition, one of True, False, Unknown. */
  status: ConditionStatus;
  /** Last time we got an update on a given condition. */
  lastHeartbeatTime?: metav1.Time | undefined;
  /** Last time the condition transit from one status to another. */
  lastTransitionTime?: metav1.Time | undefined;
  /** (brief) reason for the condition's last transition. */
  reason?: string | undefined;
  /** Human readable message indicating details about last transition. */
  message?: string | undefined;
}

export type NodeConditionType = 'Ready' | 'MemoryPressure' | 'DiskPressure' | 'PIDPressure' | 'NetworkUnavailable' | (string & {});

export interface NodeConfigSource {
  /** A reference to a Node's ConfigMap */
  configMap?: ConfigMapNodeConfigSource | undefined;
}

export interface NodeConfigStatus {
  /** Reports the checkpointed config the node will try to use. */
  assigned?: NodeConfigSource | undefined;
  /** Reports the checkpointed config the node is actively using. */
  active?: NodeConfigSource | undefined;
  /**
   * Reports the checkpointed config the node will fall back to when it encounters an error attempting to use the Assigned
   * config.
   */
  lastKnownGood?: NodeConfigSource | undefined;
  /** Describes any problems reconciling the Spec.ConfigSource to the Active config. */
  error?: string | undefined;
}

export interface NodeDaemonEndpoints {
  /** Endpoint on which Kubelet is listening. */
  kubeletEndpoint?: DaemonEndpoint | undefined;
}

export interface NodeFeatures {
  /** SupplementalGroupsPolicy is set to true if the runtime supports SupplementalGroupsPolicy and ContainerUser. */
  supplementalGroupsPolicy?: boolean | undefined;
}

export type NodeInclusionPolicy = 'Ignore' | 'Honor' | (string & {});

export interface NodeList {
  apiVersion?: 'v1' | undefined;
  kind?: 'NodeList' | undefined;
  metadata?: metav1.ListMeta | undefined;
  items: Node[];
}

export type NodePhase = 'Pending' | 'Running' | 'Terminated' | (string & {});

export interface NodeRuntimeHandler {
  name?: string | undefined;
  /** Supported features. */
  features?: NodeRuntimeHandlerFeatures | undefined;
}

export interface NodeRuntimeHandlerFeatures {
  /** RecursiveReadOnlyMounts is set to true if the runtime handler supports RecursiveReadOnlyMounts. */
  recursiveReadOnlyMounts?: boolean | undefined;
  /** UserNamespaces is set to true if the runtime handler supports UserNamespaces, including for volumes. */
  userNamespaces?: boolean | undefined;
}

export interface NodeSelector {
  /** Required. */
  nodeSelectorTerms: NodeSelectorTerm[];
}

export type NodeSelectorOperator = 'In' | 'NotIn' | 'Exists' | 'DoesNotExist' | 'Gt' | 'Lt' | (string & {});

export interface NodeSelectorRequirement {
  /** The label key that the selector applies to. */
  key: string;
  /** Represents a key's relationship to a set of values. */
  operator: NodeSelectorOperator;
  /** An array of string values. */
  values?: string[] | undefined;
}

export interface NodeSelectorTerm {
  /** A list of node selector requirements by node's labels. */
  matchExpressions?: NodeSelectorRequirement[] | undefined;
  /** A list of node selector requirements by node's fields. */
  matchFields?: NodeSelectorRequirement[] | undefined;
}

export interface NodeSpec {
  /** Represents the pod IP range assigned to the node. */
  podCIDR?: string | undefined;
  /** Represents the IP ranges assigned to the node for usage by Pods on that node. */
  podCIDRs?: string[] | undefined;
  /** ID of the node assigned by the cloud provider in the format: <ProviderName>://<ProviderSpecificNodeID> */
  providerID?: string | undefined;
  /** Controls node schedulability of new pods. */
  unschedulable?: boolean | undefined;
  /** If specified, the node's taints. */
  taints?: Taint[] | undefined;
  /** @deprecated Previously used to specify the source of the node's configuration for the DynamicKubeletConfig feature. */
  configSource?: NodeConfigSource | undefined;
  /** @deprecated Not all kubelets will set this field. */
  externalID?: string | undefined;
}

export interface NodeStatus {
  /** Represents the total resources of a node. */
  capacity?: ResourceList | undefined;
  /** Represents the resources of a node that are available for scheduling. */
  allocatable?: ResourceList | undefined;
  /** NodePhase is the recently observed lifecycle phase of the node. */
  phase?: NodePhase | undefined;
  /** An array of current observed node conditions. */
  conditions?: NodeCondition[] | undefined;
  /** List of addresses reachable to the node. */
  addresses?: NodeAddress[] | undefined;
  /** Endpoints of daemons running on the Node. */
  daemonEndpoints?: NodeDaemonEndpoints | undefined;
  /** Set of ids/uuids to uniquely identify the node. */
  nodeInfo?: NodeSystemInfo | undefined;
  /** List of container images on this node */
  images?: ContainerImage[] | undefined;
  /** List of attachable volumes in use (mounted) by the node. */
  volumesInUse?: string[] | undefined;
  volumesAttached?: AttachedVolume[] | undefined;
  /** Status of the config assigned to the node via the dynamic Kubelet config feature. */
  config?: NodeConfigStatus | undefined;
  /** The available runtime handlers. */
  runtimeHandlers?: NodeRuntimeHandler[] | undefined;
  /** Describes the set of features implemented by the CRI implementation. Feature gate: SupplementalGroupsPolicy. */
  features?: NodeFeatures | undefined;
  /** Represents the features related to feature gates that are declared by the node. Feature gate: NodeDeclaredFeatures. */
  declaredFeatures?: string[] | undefined;
}

export interface NodeSwapStatus {
  /** Total amount of swap memory in bytes. */
  capacity?: number | undefined;
}

export interface NodeSystemInfo {
  /** MachineID reported by the node. */
  machineID: string;
  /** SystemUUID reported by the node. */
  systemUUID: string;
  /** Boot ID reported by the node. */
  bootID: string;
  /** Kernel Version reported by the node from 'uname -r' (e.g. 3.16.0-0.bpo.4-amd64). */
  kernelVersion: string;
  /** OS Image reported by the node from /etc/os-release (e.g. Debian GNU/Linux 7 (wheezy)). */
  osImage: string;
  /** ContainerRuntime Version reported by the node through runtime remote API (e.g. containerd://1.4.2). */
  containerRuntimeVersion: string;
  /** Kubelet Version reported by the node. */
  kubeletVersion: string;
  /** @deprecated KubeProxy Version reported by the node. */
  kubeProxyVersion: string;
  /** The Operating System reported by the node */
  operatingSystem: string;
  /** The Architecture reported by the node */
  architecture: string;
  /** Swap Info reported by the node. */
  swap?: NodeSwapStatus | undefined;
}

export type OSName = 'linux' | 'windows' | (string & {});

export interface ObjectFieldSelector {
  /** Version of the schema the FieldPath is written in terms of, defaults to "v1". */
  apiVersion?: string | undefined;
  /** Path of the field to select in the specified API version. */
  fieldPath: string;
}

export interface ObjectReference {
  /** Kind of the referent. */
  kind?: string | undefined;
  /** Namespace of the referent. */
  namespace?: string | undefined;
  /** Name of the referent. */
  name?: string | undefined;
  /** UID of the referent. */
  uid?: string | undefined;
  /** API version of the referent. */
  apiVersion?: string | undefined;
  /** Specific resourceVersion to which this reference is made, if any. */
  resourceVersion?: string | undefined;
  /**
   * If referring to a piece of an object instead of an entire object, this string should contain a valid JSON/Go field access
   * statement, such as desiredState.manifest.containers[2].
   */
  fieldPath?: string | undefined;
}

/** PersistentVolume (PV) is a storage resource provisioned by an administrator. */
export interface PersistentVolume {
  apiVersion?: 'v1' | undefined;
  kind?: 'PersistentVolume' | undefined;
  metadata?: metav1.ObjectMeta | undefined;
  /** Defines a specification of a persistent volume owned by the cluster. */
  spec?: PersistentVolumeSpec | undefined;
  status?: PersistentVolumeStatus | undefined;
}

export type PersistentVolumeAccessMode = 'ReadWriteOnce' | 'ReadOnlyMany' | 'ReadWriteMany' | 'ReadWriteOncePod' | (string & {});

/** A user's request for and claim to a persistent volume */
export interface PersistentVolumeClaim {
  apiVersion?: 'v1' | undefined;
  kind?: 'PersistentVolumeClaim' | undefined;
  metadata?: metav1.ObjectMeta | undefined;
  /** Defines the desired characteristics of a volume requested by a pod author. */
  spec?: PersistentVolumeClaimSpec | undefined;
  status?: PersistentVolumeClaimStatus | undefined;
}

export interface PersistentVolumeClaimCondition {
  type: PersistentVolumeClaimConditionType;
  status: ConditionStatus;
  /** The time we probed the condition. */
  lastProbeTime?: metav1.Time | undefined;
  /** The time the condition transitioned from one status to another. */
  lastTransitionTime?: metav1.Time | undefined;
  /** A unique, this should be a short, machine understandable string that gives the reason for condition's last transition. */
  reason?: string | undefined;
  /** The human-readable message indicating details about last transition. */
  message?: string | undefined;
}

export type PersistentVolumeClaimConditionType = 'Resizing' | 'FileSystemResizePending' | 'ControllerResizeError' | 'NodeResizeError' | 'ModifyVolumeError' | 'ModifyingVolume' | 'Unused' | (string & {});

export interface PersistentVolumeClaimList {
  apiVersion?: 'v1' | undefined;
  kind?: 'PersistentVolumeClaimList' | undefined;
  metadata?: metav1.ListMeta | undefined;
  items: PersistentVolumeClaim[];
}

export type PersistentVolumeClaimModifyVolumeStatus = 'Pending' | 'InProgress' | 'Infeasible' | (string & {});

export type PersistentVolumeClaimPhase = 'Pending' | 'Bound' | 'Lost' | (string & {});

export interface PersistentVolumeClaimSpec {
  accessModes?: PersistentVolumeAccessMode[] | undefined;
  /** A label query over volumes to consider for binding. */
  selector?: metav1.LabelSelector | undefined;
  /** Represents the minimum resources the volume should have. */
  resources?: VolumeResourceRequirements | undefined;
  /** The binding reference to the PersistentVolume backing this claim. */
  volumeName?: string | undefined;
  /** The name of the StorageClass required by the claim. */
  storageClassName?: string | undefined;
  /** Defines what type of volume is required by the claim. */
  volumeMode?: PersistentVolumeMode | undefined;
  /**
   * dataSource field can be used to specify either: * An existing VolumeSnapshot object
   * (snapshot.storage.k8s.io/VolumeSnapshot) * An existing PVC (PersistentVolumeClaim) If the provisioner or an external
   * controller can support the specified data source, it will create a new volume based on the contents of the specified data
   * source.
   */
  dataSource?: TypedLocalObjectReference | undefined;
  /** Specifies the object from which to populate the volume with data, if a non-empty volume is desired. */
  dataSourceRef?: TypedObjectReference | undefined;
  /** Feature gate: VolumeAttributesClass. */
  volumeAttributesClassName?: string | undefined;
}

export interface PersistentVolumeClaimStatus {
  phase?: PersistentVolumeClaimPhase | undefined;
  /** Contains the actual access modes the volume backing the PVC has. */
  accessModes?: PersistentVolumeAccessMode[] | undefined;
  /** Represents the actual resources of the underlying volume. */
  capacity?: ResourceList | undefined;
  conditions?: PersistentVolumeClaimCondition[] | undefined;
  /** Tracks the resources allocated to a PVC including its capacity. */
  allocatedResources?: ResourceList | undefined;
  /** Stores status of resource being resized for the given PVC. */
  allocatedResourceStatuses?: { [key: string]: ClaimResourceStatus } | undefined;
  /** The current name of the VolumeAttributesClass the PVC is using. Feature gate: VolumeAttributesClass. */
  currentVolumeAttributesClassName?: string | undefined;
  /** Represents the status object of ControllerModifyVolume operation. Feature gate: VolumeAttributesClass. */
  modifyVolumeStatus?: ModifyVolumeStatus | undefined;
}

export interface PersistentVolumeClaimTemplate {
  metadata?: metav1.ObjectMeta | undefined;
  spec: PersistentVolumeClaimSpec;
}

export interface PersistentVolumeClaimVolumeSource {
  /** The name of a PersistentVolumeClaim in the same namespace as the pod using this volume. */
  claimName: string;
  /** readOnly Will force the ReadOnly setting in VolumeMounts. */
  readOnly?: boolean | undefined;
}

export interface PersistentVolumeList {
  apiVersion?: 'v1' | undefined;
  kind?: 'PersistentVolumeList' | undefined;
  metadata?: metav1.ListMeta | undefined;
  items: PersistentVolume[];
}

export type PersistentVolumeMode = 'Block' | 'Filesystem' | (string & {});

export type PersistentVolumePhase = 'Pending' | 'Available' | 'Bound' | 'Released' | 'Failed' | (string & {});

export type PersistentVolumeReclaimPolicy = 'Recycle' | 'Delete' | 'Retain' | (string & {});

export interface PersistentVolumeSource {
  /**
   * Represents a GCE Disk resource that is attached to a kubelet's host machine and then exposed to the pod.
   * @deprecated GCEPersistentDisk is deprecated.
   */
  gcePersistentDisk?: GCEPersistentDiskVolumeSource | undefined;
  /**
   * Represents an AWS Disk resource that is attached to a kubelet's host machine and then exposed to the pod.
   * @deprecated AWSElasticBlockStore is deprecated.
   */
  awsElasticBlockStore?: AWSElasticBlockStoreVolumeSource | undefined;
  /** Represents a directory on the host. */
  hostPath?: HostPathVolumeSource | undefined;
  /**
   * Represents a Glusterfs volume that is attached to a host and exposed to the pod.
   * @deprecated Glusterfs is deprecated and the in-tree glusterfs type is no longer supported.
   */
  glusterfs?: GlusterfsPersistentVolumeSource | undefined;
  /** Represents an NFS mount on the host. */
  nfs?: NFSVolumeSource | undefined;
  /**
   * Represents a Rados Block Device mount on the host that shares a pod's lifetime.
   * @deprecated RBD is deprecated and the in-tree rbd type is no longer supported.
   */
  rbd?: RBDPersistentVolumeSource | undefined;
  /** Represents an ISCSI Disk resource that is attached to a kubelet's host machine and then exposed to the pod. */
  iscsi?: ISCSIPersistentVolumeSource | undefined;
  /**
   * Represents a cinder volume attached and mounted on kubelets host machine.
   * @deprecated Cinder is deprecated.
   */
  cinder?: CinderPersistentVolumeSource | undefined;
  /**
   * Represents a Ceph FS mount on the host that shares a pod's lifetime.
   * @deprecated CephFS is deprecated and the in-tree cephfs type is no longer supported.
   */
  cephfs?: CephFSPersistentVolumeSource | undefined;
  /** Represents a Fibre Channel resource that is attached to a kubelet's host machine and then exposed to the pod. */
  fc?: FCVolumeSource | undefined;
  /**
   * Represents a Flocker volume attached to a kubelet's host machine and exposed to the pod for its usage.
   * @deprecated Flocker is deprecated and the in-tree flocker type is no longer supported.
   */
  flocker?: FlockerVolumeSource | undefined;
  /**
   * Represents a generic volume resource that is provisioned/attached using an exec based plugin.
   * @deprecated FlexVolume is deprecated.
   */
  flexVolume?: FlexPersistentVolumeSource | undefined;
  /**
   * Represents an Azure File Service mount on the host and bind mount to the pod.
   * @deprecated AzureFile is deprecated.
   */
  azureFile?: AzureFilePersistentVolumeSource | undefined;
  /**
   * Represents a vSphere volume attached and mounted on kubelets host machine.
   * @deprecated VsphereVolume is deprecated.
   */
  vsphereVolume?: VsphereVirtualDiskVolumeSource | undefined;
  /**
   * Represents a Quobyte mount on the host that shares a pod's lifetime.
   * @deprecated Quobyte is deprecated and the in-tree quobyte type is no longer supported.
   */
  quobyte?: QuobyteVolumeSource | undefined;
  /**
   * Represents an Azure Data Disk mount on the host and bind mount to the pod.
   * @deprecated AzureDisk is deprecated.
   */
  azureDisk?: AzureDiskVolumeSource | undefined;
  /**
   * Represents a PhotonController persistent disk attached and mounted on kubelets host machine.
   * @deprecated PhotonPersistentDisk is deprecated and the in-tree photonPersistentDisk type is no longer supported.
   */
  photonPersistentDisk?: PhotonPersistentDiskVolumeSource | undefined;
  /**
   * Represents a portworx volume attached and mounted on kubelets host machine.
   * @deprecated PortworxVolume is deprecated.
   */
  portworxVolume?: PortworxVolumeSource | undefined;
  /**
   * Represents a ScaleIO persistent volume attached and mounted on Kubernetes nodes.
   * @deprecated ScaleIO is deprecated and the in-tree scaleIO type is no longer supported.
   */
  scaleIO?: ScaleIOPersistentVolumeSource | undefined;
  /** Represents directly-attached storage with node affinity */
  local?: LocalVolumeSource | undefined;
  /**
   * Represents a StorageOS volume that is attached to the kubelet's host machine and mounted into the pod.
   * @deprecated StorageOS is deprecated and the in-tree storageos type is no longer supported.
   */
  storageos?: StorageOSPersistentVolumeSource | undefined;
  /** Represents storage that is handled by an external CSI driver. */
  csi?: CSIPersistentVolumeSource | undefined;
}

export interface PersistentVolumeSpec extends PersistentVolumeSource {
  /** The description of the persistent volume's resources and capacity. */
  capacity?: ResourceList | undefined;
  /** Contains all ways the volume can be mounted. */
  accessModes?: PersistentVolumeAccessMode[] | undefined;
  /** claimRef is part of a bi-directional binding between PersistentVolume and PersistentVolumeClaim. */
  claimRef?: ObjectReference | undefined;
  /** Defines what happens to a persistent volume when released from its claim. */
  persistentVolumeReclaimPolicy?: PersistentVolumeReclaimPolicy | undefined;
  /** The name of StorageClass to which this persistent volume belongs. */
  storageClassName?: string | undefined;
  /** The list of mount options, e.g. ["ro", "soft"]. */
  mountOptions?: string[] | undefined;
  /** Defines if a volume is intended to be used with a formatted filesystem or to remain in raw block state. */
  volumeMode?: PersistentVolumeMode | undefined;
  /** Defines constraints that limit what nodes this volume can be accessed from. */
  nodeAffinity?: VolumeNodeAffinity | undefined;
  /** Name of VolumeAttributesClass to which this persistent volume belongs. Feature gate: VolumeAttributesClass. */
  volumeAttributesClassName?: string | undefined;
}

export interface PersistentVolumeStatus {
  /** Indicates if a volume is available, bound to a claim, or released by a claim. */
  phase?: PersistentVolumePhase | undefined;
  /** A human-readable message indicating details about why the volume is in this state. */
  message?: string | undefined;
  /** A brief CamelCase string that describes any failure and is meant for machine parsing and tidy display in the CLI. */
  reason?: string | undefined;
  /**
   * The time the phase transitioned from one to another and automatically resets to current time everytime a volume phase
   * transitions.
   */
  lastPhaseTransitionTime?: metav1.Time | undefined;
}

export interface PhotonPersistentDiskVolumeSource {
  pdID: string;
  fsType?: string | undefined;
}

/** A collection of containers that can run on a host. */
export interface Pod {
  apiVersion?: 'v1' | undefined;
  kind?: 'Pod' | undefined;
  metadata?: metav1.ObjectMeta | undefined;
  spec?: PodSpec | undefined;
  status?: PodStatus | undefined;
}

export interface PodAffinity {
  /**
   * If the affinity requirements specified by this field are not met at scheduling time, the pod will not be scheduled onto the
   * node.
   */
  requiredDuringSchedulingIgnoredDuringExecution?: PodAffinityTerm[] | undefined;
  /**
   * The scheduler will prefer to schedule pods to nodes that satisfy the affinity expressions specified by this field, but it
   * may choose a node that violates one or more of the expressions.
   */
  preferredDuringSchedulingIgnoredDuringExecution?: WeightedPodAffinityTerm[] | undefined;
}

export interface PodAffinityTerm {
  /** A label query over a set of resources, in this case pods. */
  labelSelector?: metav1.LabelSelector | undefined;
  /** Specifies a static list of namespace names that the term applies to. */
  namespaces?: string[] | undefined;
  /**
   * This pod should be co-located (affinity) or not co-located (anti-affinity) with the pods matching the labelSelector in the
   * specified namespaces, where co-located is defined as running on a node whose value of the label with key topologyKey
   * matches that of any node on which any of the selected pods is running.
   */
  topologyKey: string;
  /** A label query over the set of namespaces that the term applies to. */
  namespaceSelector?: metav1.LabelSelector | undefined;
  /** A set of pod label keys to select which pods will be taken into consideration. */
  matchLabelKeys?: string[] | undefined;
  /** A set of pod label keys to select which pods will be taken into consideration. */
  mismatchLabelKeys?: string[] | undefined;
}

export interface PodAntiAffinity {
  /**
   * If the anti-affinity requirements specified by this field are not met at scheduling time, the pod will not be scheduled
   * onto the node.
   */
  requiredDuringSchedulingIgnoredDuringExecution?: PodAffinityTerm[] | undefined;
  /**
   * The scheduler will prefer to schedule pods to nodes that satisfy the anti-affinity expressions specified by this field, but
   * it may choose a node that violates one or more of the expressions.
   */
  preferredDuringSchedulingIgnoredDuringExecution?: WeightedPodAffinityTerm[] | undefined;
}

export interface PodCertificateProjection {
  /** Kubelet's generated CSRs will be addressed to this signer. */
  signerName: string;
  /** The type of keypair Kubelet will generate for the pod. */
  keyType: string;
  /** The maximum lifetime permitted for the certificate. */
  maxExpirationSeconds?: number | undefined;
  /** Write the credential bundle at this path in the projected volume. */
  credentialBundlePath?: string | undefined;
  /** Write the key at this path in the projected volume. */
  keyPath?: string | undefined;
  /** Write the certificate chain at this path in the projected volume. */
  certificateChainPath?: string | undefined;
  /** userAnnotations allow pod authors to pass additional information to the signer implementation. */
  userAnnotations?: { [key: string]: string } | undefined;
}

export interface PodCondition {
  type: PodConditionType;
  /** If set, this represents the .metadata.generation that the pod condition was set based upon. */
  observedGeneration?: number | undefined;
  status: ConditionStatus;
  /** Last time we probed the condition. */
  lastProbeTime?: metav1.Time | undefined;
  /** Last time the condition transitioned from one status to another. */
  lastTransitionTime?: metav1.Time | undefined;
  /** Unique, one-word, CamelCase reason for the condition's last transition. */
  reason?: string | undefined;
  /** Human-readable message indicating details about last transition. */
  message?: string | undefined;
}

export type PodConditionType = 'ContainersReady' | 'Initialized' | 'Ready' | 'PodScheduled' | 'DisruptionTarget' | 'PodReadyToStartContainers' | 'PodResizePending' | 'PodResizeInProgress' | 'AllContainersRestarting' | (string & {});

export interface PodDNSConfig {
  /** A list of DNS name server IP addresses. */
  nameservers?: string[] | undefined;
  /** A list of DNS search domains for host-name lookup. */
  searches?: string[] | undefined;
  /** A list of DNS resolver options. */
  options?: PodDNSConfigOption[] | undefined;
}

export interface PodDNSConfigOption {
  /** Name is this DNS resolver option's name. */
  name?: string | undefined;
  /** Value is this DNS resolver option's value. */
  value?: string | undefined;
}

export interface PodExtendedResourceClaimStatus {
  /**
   * Identifies the mapping of <container, extended resource backed by DRA> to device request in the generated ResourceClaim.
   */
  requestMappings: ContainerExtendedResourceRequest[];
  /** The name of the ResourceClaim that was generated for the Pod in the namespace of the Pod. */
  resourceClaimName: string;
}

export type PodFSGroupChangePolicy = 'OnRootMismatch' | 'Always' | (string & {});

export interface PodIP {
  /** The IP address assigned to the pod */
  ip: string;
}

export interface PodList {
  apiVersion?: 'v1' | undefined;
  kind?: 'PodList' | undefined;
  metadata?: metav1.ListMeta | undefined;
  items: Pod[];
}

export interface PodOS {
  /** The name of the operating system. */
  name: OSName;
}

export type PodPhase = 'Pending' | 'Running' | 'Succeeded' | 'Failed' | 'Unknown' | (string & {});

export type PodQOSClass = 'Guaranteed' | 'Burstable' | 'BestEffort' | (string & {});

export interface PodReadinessGate {
  /** Refers to a condition in the pod's condition list with matching type. */
  conditionType: PodConditionType;
}

export type PodResizeStatus = 'InProgress' | 'Deferred' | 'Infeasible' | (string & {});

export interface PodResourceClaim {
  /** Name uniquely identifies this resource claim inside the pod. */
  name: string;
  /** The name of a ResourceClaim object in the same namespace as this pod. */
  resourceClaimName?: string | undefined;
  /** The name of a ResourceClaimTemplate object in the same namespace as this pod. */
  resourceClaimTemplateName?: string | undefined;
}

export interface PodResourceClaimStatus {
  /** Name uniquely identifies this resource claim inside the pod. */
  name: string;
  /** The name of the ResourceClaim that was generated for the Pod in the namespace of the Pod. */
  resourceClaimName?: string | undefined;
}

export type PodSELinuxChangePolicy = 'Recursive' | 'MountOption' | (string & {});

export interface PodSchedulingGate {
  name: string;
}

export interface PodSchedulingGroup {
  /** Specifies the name of the standalone PodGroup object that represents the runtime instance of this group. */
  podGroupName?: string | undefined;
}

export interface PodSecurityContext {
  /** The SELinux context to be applied to all containers. */
  seLinuxOptions?: SELinuxOptions | undefined;
  /** The Windows specific settings applied to all containers. */
  windowsOptions?: WindowsSecurityContextOptions | undefined;
  /** The UID to run the entrypoint of the container process. */
  runAsUser?: number | undefined;
  /** The GID to run the entrypoint of the container process. */
  runAsGroup?: number | undefined;
  /** Indicates that the container must run as a non-root user. */
  runAsNonRoot?: boolean | undefined;
  /**
   * A list of groups applied to the first process run in each container, in addition to the container's primary GID and fsGroup
   * (if specified).
   */
  supplementalGroups?: number[] | undefined;
  /**
   * Defines how supplemental groups of the first container processes are calculated. Feature gate: SupplementalGroupsPolicy.
   */
  supplementalGroupsPolicy?: SupplementalGroupsPolicy | undefined;
  /** A special supplemental group that applies to all containers in a pod. */
  fsGroup?: number | undefined;
  /** Sysctls hold a list of namespaced sysctls used for the pod. */
  sysctls?: Sysctl[] | undefined;
  /** Defines behavior of changing ownership and permission of the volume before being exposed inside Pod. */
  fsGroupChangePolicy?: PodFSGroupChangePolicy | undefined;
  /** The seccomp options to use by the containers in this pod. */
  seccompProfile?: SeccompProfile | undefined;
  /** The AppArmor options to use by the containers in this pod. */
  appArmorProfile?: AppArmorProfile | undefined;
  /** Defines how the container's SELinux label is applied to all volumes used by the Pod. Feature gate: SELinuxChangePolicy. */
  seLinuxChangePolicy?: PodSELinuxChangePolicy | undefined;
}

export interface PodSpec {
  /** List of volumes that can be mounted by containers belonging to the pod. */
  volumes?: Volume[] | undefined;
  /** List of initialization containers belonging to the pod. */
  initContainers?: Container[] | undefined;
  /** List of containers belonging to the pod. */
  containers: Container[];
  /** List of ephemeral containers run in this pod. */
  ephemeralContainers?: EphemeralContainer[] | undefined;
  /** Restart policy for all containers within the pod. */
  restartPolicy?: RestartPolicy | undefined;
  /** Optional duration in seconds the pod needs to terminate gracefully. */
  terminationGracePeriodSeconds?: number | undefined;
  /**
   * Optional duration in seconds the pod may be active on the node relative to StartTime before the system will actively try to
   * mark it failed and kill associated containers.
   */
  activeDeadlineSeconds?: number | undefined;
  dnsPolicy?: DNSPolicy | undefined;
  /** A selector which must be true for the pod to fit on a node. */
  nodeSelector?: { [key: string]: string } | undefined;
  /** The name of the ServiceAccount to use to run this pod. */
  serviceAccountName?: string | undefined;
  /**
   * DeprecatedServiceAccount is a deprecated alias for ServiceAccountName.
   * @deprecated Use serviceAccountName instead.
   */
  serviceAccount?: string | undefined;
  /** Indicates whether a service account token should be automatically mounted. */
  automountServiceAccountToken?: boolean | undefined;
  /** Indicates in which node this pod is scheduled. */
  nodeName?: string | undefined;
  /** Host networking requested for this pod. */
  hostNetwork?: boolean | undefined;
  /** Use the host's pid namespace. */
  hostPID?: boolean | undefined;
  /** Use the host's ipc namespace. */
  hostIPC?: boolean | undefined;
  /** Share a single process namespace between all of the containers in a pod. */
  shareProcessNamespace?: boolean | undefined;
  /** Holds pod-level security attributes and common container settings. */
  securityContext?: PodSecurityContext | undefined;
  /**
   * An optional list of references to secrets in the same namespace to use for pulling any of the images used by this PodSpec.
   */
  imagePullSecrets?: LocalObjectReference[] | undefined;
  /** Specifies the hostname of the Pod If not specified, the pod's hostname will be set to a system-defined value. */
  hostname?: string | undefined;
  /** If specified, the fully qualified Pod hostname will be "<hostname>.<subdomain>.<pod namespace>.svc.<cluster domain>". */
  subdomain?: string | undefined;
  /** If specified, the pod's scheduling constraints */
  affinity?: Affinity | undefined;
  /** If specified, the pod will be dispatched by specified scheduler. */
  schedulerName?: string | undefined;
  /** If specified, the pod's tolerations. */
  tolerations?: Toleration[] | undefined;
  /** An optional list of hosts and IPs that will be injected into the pod's hosts file if specified. */
  hostAliases?: HostAlias[] | undefined;
  /** If specified, indicates the pod's priority. */
  priorityClassName?: string | undefined;
  priority?: number | undefined;
  /** Specifies the DNS parameters of a pod. */
  dnsConfig?: PodDNSConfig | undefined;
  /** If specified, all readiness gates will be evaluated for pod readiness. */
  readinessGates?: PodReadinessGate[] | undefined;
  /** Refers to a RuntimeClass object in the node.k8s.io group, which should be used to run this pod. */
  runtimeClassName?: string | undefined;
  /**
   * Indicates whether information about services should be injected into pod's environment variables, matching the syntax of
   * Docker links.
   */
  enableServiceLinks?: boolean | undefined;
  /** The Policy for preempting pods with lower priority. */
  preemptionPolicy?: PreemptionPolicy | undefined;
  /** Represents the resource overhead associated with running a pod for a given RuntimeClass. */
  overhead?: ResourceList | undefined;
  /** Describes how a group of pods ought to spread across topology domains. */
  topologySpreadConstraints?: TopologySpreadConstraint[] | undefined;
  /** If true the pod's hostname will be configured as the pod's FQDN, rather than the leaf name (the default). */
  setHostnameAsFQDN?: boolean | undefined;
  /** Specifies the OS of the containers in the pod. */
  os?: PodOS | undefined;
  /** Use the host's user namespace. */
  hostUsers?: boolean | undefined;
  /** An opaque list of values that if specified will block scheduling the pod. */
  schedulingGates?: PodSchedulingGate[] | undefined;
  /**
   * Defines which ResourceClaims must be allocated and reserved before the Pod is allowed to start. Feature gate:
   * DynamicResourceAllocation.
   */
  resourceClaims?: PodResourceClaim[] | undefined;
  /** The total amount of CPU and Memory resources required by all containers in the pod. Feature gate: PodLevelResources. */
  resources?: ResourceRequirements | undefined;
  /** Specifies an explicit override for the pod's hostname as perceived by the pod. Feature gate: HostnameOverride. */
  hostnameOverride?: string | undefined;
  /**
   * Provides a reference to the immediate scheduling runtime grouping object that this Pod belongs to. Feature gate:
   * GenericWorkload.
   */
  schedulingGroup?: PodSchedulingGroup | undefined;
}

export interface PodStatus {
  /** If set, this represents the .metadata.generation that the pod status was set based upon. */
  observedGeneration?: number | undefined;
  /** The phase of a Pod is a simple, high-level summary of where the Pod is in its lifecycle. */
  phase?: PodPhase | undefined;
  /** Current service state of pod. */
  conditions?: PodCondition[] | undefined;
  /** A human readable message indicating details about why the pod is in this condition. */
  message?: string | undefined;
  /** A brief CamelCase message indicating details about why the pod is in this state. e.g. 'Evicted' */
  reason?: string | undefined;
  /**
   * nominatedNodeName is set only when this pod preempts other pods on the node, but it cannot be scheduled right away as
   * preemption victims receive their graceful termination periods.
   */
  nominatedNodeName?: string | undefined;
  /** Holds the IP address of the host to which the pod is assigned. */
  hostIP?: string | undefined;
  /** Holds the IP addresses allocated to the host. */
  hostIPs?: HostIP[] | undefined;
  /** podIP address allocated to the pod. */
  podIP?: string | undefined;
  /** Holds the IP addresses allocated to the pod. */
  podIPs?: PodIP[] | undefined;
  /** RFC 3339 date and time at which the object was acknowledged by the Kubelet. */
  startTime?: metav1.Time | undefined;
  initContainerStatuses?: ContainerStatus[] | undefined;
  containerStatuses?: ContainerStatus[] | undefined;
  /**
   * The Quality of Service (QOS) classification assigned to the pod based on resource requirements See PodQOSClass type for
   * available QOS classes
   */
  qosClass?: PodQOSClass | undefined;
  /** Statuses for any ephemeral containers that have run in this pod. */
  ephemeralContainerStatuses?: ContainerStatus[] | undefined;
  /**
   * Status of resources resize desired for pod's containers. Feature gate: InPlacePodVerticalScaling.
   * @deprecated Resize status is moved to two pod conditions PodResizePending and PodResizeInProgress.
   */
  resize?: PodResizeStatus | undefined;
  /** Feature gate: DynamicResourceAllocation. */
  resourceClaimStatuses?: PodResourceClaimStatus[] | undefined;
  /** Status of extended resource claim backed by DRA. Feature gate: DRAExtendedResource. */
  extendedResourceClaimStatus?: PodExtendedResourceClaimStatus | undefined;
  /** The total requests allocated for this pod by the node. Feature gate: InPlacePodLevelResourcesVerticalScaling. */
  allocatedResources?: ResourceList | undefined;
  /**
   * Represents the compute resource requests and limits that have been applied at the pod level if pod-level requests or limits
   * are set in PodSpec.Resources Feature gate: InPlacePodLevelResourcesVerticalScaling.
   */
  resources?: ResourceRequirements | undefined;
  /**
   * Contains the status of node-allocatable resources that were allocated for this pod through DRA claims. Feature gate:
   * DRANodeAllocatableResources.
   */
  nodeAllocatableResourceClaimStatuses?: NodeAllocatableResourceClaimStatus[] | undefined;
}

/** Describes a template for creating copies of a predefined pod. */
export interface PodTemplate {
  apiVersion?: 'v1' | undefined;
  kind?: 'PodTemplate' | undefined;
  metadata?: metav1.ObjectMeta | undefined;
  /**
   * Defines the pods that will be created from this pod template.
   * https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#spec-and-status
   */
  template?: PodTemplateSpec | undefined;
}

export interface PodTemplateList {
  apiVersion?: 'v1' | undefined;
  kind?: 'PodTemplateList' | undefined;
  metadata?: metav1.ListMeta | undefined;
  items: PodTemplate[];
}

export interface PodTemplateSpec {
  metadata?: metav1.ObjectMeta | undefined;
  spec?: PodSpec | undefined;
}

export interface PortStatus {
  /** The port number of the service port of which status is recorded here */
  port: number;
  /** The protocol of the service port of which status is recorded here The supported values are: "TCP", "UDP", "SCTP" */
  protocol: Protocol;
  /**
   * Error is to record the problem with the service port The format of the error shall comply with the following rules: -
   * built-in error values shall be specified in this file and those shall use CamelCase names - cloud provider specific error
   * values must have names that comply with the format foo.example.com/CamelCase.
   */
  error?: string | undefined;
}

export interface PortworxVolumeSource {
  volumeID: string;
  fsType?: string | undefined;
  readOnly?: boolean | undefined;
}

export type PreemptionPolicy = 'PreemptLowerPriority' | 'Never' | (string & {});

export interface PreferredSchedulingTerm {
  /** Weight associated with matching the corresponding nodeSelectorTerm, in the range 1-100. */
  weight: number;
  /** A node selector term, associated with the corresponding weight. */
  preference: NodeSelectorTerm;
}

export interface Probe extends ProbeHandler {
  /** Number of seconds after the container has started before liveness probes are initiated. */
  initialDelaySeconds?: number | undefined;
  /** Number of seconds after which the probe times out. */
  timeoutSeconds?: number | undefined;
  /** How often (in seconds) to perform the probe. */
  periodSeconds?: number | undefined;
  /** Minimum consecutive successes for the probe to be considered successful after having failed. */
  successThreshold?: number | undefined;
  /** Minimum consecutive failures for the probe to be considered failed after having succeeded. */
  failureThreshold?: number | undefined;
  /** Optional duration in seconds the pod needs to terminate gracefully upon probe failure. */
  terminationGracePeriodSeconds?: number | undefined;
}

export interface ProbeHandler {
  /** Specifies a command to execute in the container. */
  exec?: ExecAction | undefined;
  /** Specifies an HTTP GET request to perform. */
  httpGet?: HTTPGetAction | undefined;
  /** Specifies a connection to a TCP port. */
  tcpSocket?: TCPSocketAction | undefined;
  /** Specifies a GRPC HealthCheckRequest. */
  grpc?: GRPCAction | undefined;
}

export type ProcMountType = 'Default' | 'Unmasked' | (string & {});

export interface ProjectedVolumeSource {
  /** The list of volume projections. */
  sources?: VolumeProjection[] | null | undefined;
  /** defaultMode are the mode bits used to set permissions on created files by default. */
  defaultMode?: number | undefined;
}

export type Protocol = 'TCP' | 'UDP' | 'SCTP' | (string & {});

export type PullPolicy = 'Always' | 'Never' | 'IfNotPresent' | (string & {});

export interface QuobyteVolumeSource {
  registry: string;
  volume: string;
  readOnly?: boolean | undefined;
  user?: string | undefined;
  group?: string | undefined;
  tenant?: string | undefined;
}

export interface RBDPersistentVolumeSource {
  monitors: string[];
  image: string;
  fsType?: string | undefined;
  /** @default 'rbd' */
  pool?: string | undefined;
  /** @default 'admin' */
  user?: string | undefined;
  /** @default '/etc/ceph/keyring' */
  keyring?: string | undefined;
  secretRef?: SecretReference | undefined;
  readOnly?: boolean | undefined;
}

export interface RBDVolumeSource {
  monitors: string[];
  image: string;
  fsType?: string | undefined;
  /** @default 'rbd' */
  pool?: string | undefined;
  /** @default 'admin' */
  user?: string | undefined;
  /** @default '/etc/ceph/keyring' */
  keyring?: string | undefined;
  secretRef?: LocalObjectReference | undefined;
  readOnly?: boolean | undefined;
}

export type RecursiveReadOnlyMode = 'Disabled' | 'IfPossible' | 'Enabled' | (string & {});

export interface ReplicationController {
  apiVersion?: 'v1' | undefined;
  kind?: 'ReplicationController' | undefined;
  metadata?: metav1.ObjectMeta | undefined;
  spec?: ReplicationControllerSpec | undefined;
  status?: ReplicationControllerStatus | undefined;
}

export interface ReplicationControllerCondition {
  type: string;
  /** Status of the condition, one of True, False, Unknown. */
  status: ConditionStatus;
  /** The last time the condition transitioned from one status to another. */
  lastTransitionTime?: metav1.Time | undefined;
  /** The reason for the condition's last transition. */
  reason?: string | undefined;
  /** A human readable message indicating details about the transition. */
  message?: string | undefined;
}

export interface ReplicationControllerList {
  apiVersion?: 'v1' | undefined;
  kind?: 'ReplicationControllerList' | undefined;
  metadata?: metav1.ListMeta | undefined;
  items: ReplicationController[];
}

export interface ReplicationControllerSpec {
  /**
   * The number of desired replicas.
   * @default 1
   */
  replicas?: number | undefined;
  /**
   * Minimum number of seconds for which a newly created pod should be ready without any of its container crashing, for it to be
   * considered available.
   * @default 0
   */
  minReadySeconds?: number | undefined;
  /** A label query over pods that should match the Replicas count. */
  selector?: { [key: string]: string } | undefined;
  /** The object that describes the pod that will be created if insufficient replicas are detected. */
  template?: PodTemplateSpec | undefined;
}

export interface ReplicationControllerStatus {
  /** The most recently observed number of replicas. */
  replicas: number;
  /** The number of pods that have labels matching the labels of the pod template of the replication controller. */
  fullyLabeledReplicas?: number | undefined;
  /** The number of ready replicas for this replication controller. */
  readyReplicas?: number | undefined;
  /** The number of available replicas (ready for at least minReadySeconds) for this replication controller. */
  availableReplicas?: number | undefined;
  /** Reflects the generation of the most recently observed replication controller. */
  observedGeneration?: number | undefined;
  /** Represents the latest available observations of a replication controller's current state. */
  conditions?: ReplicationControllerCondition[] | undefined;
}

export interface ResourceClaim {
  /** Name must match the name of one entry in pod.spec.resourceClaims of the Pod where this field is used. */
  name: string;
  /** The name chosen for a request in the referenced claim. */
  request?: string | undefined;
}

export interface ResourceFieldSelector {
  /** Container name: required for volumes, optional for env vars */
  containerName?: string | undefined;
  /** Required: resource to select */
  resource: string;
  /** Specifies the output format of the exposed resources, defaults to "1" */
  divisor?: metav1.Quantity | undefined;
}

export interface ResourceHealth {
  /** The unique identifier of the resource. */
  resourceID: string;
  /** Health of the resource. can be one of: - Healthy: operates as normal - Unhealthy: reported unhealthy. */
  health?: ResourceHealthStatus | undefined;
  /**
   * Provides human-readable context for Health (e.g. "ECC error count exceeded threshold"). Feature gate:
   * ResourceHealthStatusMessage.
   */
  message?: string | undefined;
}

export type ResourceHealthStatus = 'Healthy' | 'Unhealthy' | 'Unknown' | (string & {});

export type ResourceList = { [key: string]: metav1.Quantity };

export type ResourceName = 'cpu' | 'memory' | 'storage' | 'ephemeral-storage' | 'pods' | 'services' | 'replicationcontrollers' | 'resourcequotas' | 'secrets' | 'configmaps' | 'persistentvolumeclaims' | 'services.nodeports' | 'services.loadbalancers' | 'requests.cpu' | 'requests.memory' | 'requests.storage' | 'requests.ephemeral-storage' | 'limits.cpu' | 'limits.memory' | 'limits.ephemeral-storage' | (string & {});

/** Sets aggregate quota restrictions enforced per namespace */
export interface ResourceQuota {
  apiVersion?: 'v1' | undefined;
  kind?: 'ResourceQuota' | undefined;
  metadata?: metav1.ObjectMeta | undefined;
  /**
   * Defines the desired quota.
   * https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#spec-and-status
   */
  spec?: ResourceQuotaSpec | undefined;
  /**
   * Defines the actual enforced quota and its current usage.
   * https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#spec-and-status
   */
  status?: ResourceQuotaStatus | undefined;
}

export interface ResourceQuotaList {
  apiVersion?: 'v1' | undefined;
  kind?: 'ResourceQuotaList' | undefined;
  metadata?: metav1.ListMeta | undefined;
  items: ResourceQuota[];
}

export type ResourceQuotaScope = 'Terminating' | 'NotTerminating' | 'BestEffort' | 'NotBestEffort' | 'PriorityClass' | 'CrossNamespacePodAffinity' | 'VolumeAttributesClass' | (string & {});

export interface ResourceQuotaSpec {
  /** The set of desired hard limits for each named resource. */
  hard?: ResourceList | undefined;
  /** A collection of filters that must match each object tracked by a quota. */
  scopes?: ResourceQuotaScope[] | undefined;
  /**
   * scopeSelector is also a collection of filters like scopes that must match each object tracked by a quota but expressed
   * using ScopeSelectorOperator in combination with possible values.
   */
  scopeSelector?: ScopeSelector | undefined;
}

export interface ResourceQuotaStatus {
  /** The set of enforced hard limits for each named resource. */
  hard?: ResourceList | undefined;
  /** The current observed total usage of the resource in the namespace. */
  used?: ResourceList | undefined;
}

export interface ResourceRequirements {
  /** Describes the maximum amount of compute resources allowed. */
  limits?: ResourceList | undefined;
  /** Describes the minimum amount of compute resources required. */
  requests?: ResourceList | undefined;
  /**
   * Lists the names of resources, defined in spec.resourceClaims, that are used by this container. Feature gate:
   * DynamicResourceAllocation.
   */
  claims?: ResourceClaim[] | undefined;
}

export type ResourceResizeRestartPolicy = 'NotRequired' | 'RestartContainer' | (string & {});

export interface ResourceStatus {
  name: ResourceName;
  /** List of unique resources health. */
  resources?: ResourceHealth[] | undefined;
}

export type RestartPolicy = 'Always' | 'OnFailure' | 'Never' | (string & {});

export interface SELinuxOptions {
  /** A SELinux user label that applies to the container. */
  user?: string | undefined;
  /** A SELinux role label that applies to the container. */
  role?: string | undefined;
  /** A SELinux type label that applies to the container. */
  type?: string | undefined;
  /** Level is SELinux level label that applies to the container. */
  level?: string | undefined;
}

export interface ScaleIOPersistentVolumeSource {
  gateway: string;
  system: string;
  secretRef: SecretReference;
  sslEnabled?: boolean | undefined;
  protectionDomain?: string | undefined;
  storagePool?: string | undefined;
  /** @default 'ThinProvisioned' */
  storageMode?: string | undefined;
  volumeName?: string | undefined;
  /** @default 'xfs' */
  fsType?: string | undefined;
  readOnly?: boolean | undefined;
}

export interface ScaleIOVolumeSource {
  gateway: string;
  system: string;
  secretRef: LocalObjectReference;
  sslEnabled?: boolean | undefined;
  protectionDomain?: string | undefined;
  storagePool?: string | undefined;
  /** @default 'ThinProvisioned' */
  storageMode?: string | undefined;
  volumeName?: string | undefined;
  /** @default 'xfs' */
  fsType?: string | undefined;
  readOnly?: boolean | undefined;
}

export interface ScopeSelector {
  /** A list of scope selector requirements by scope of the resources. */
  matchExpressions?: ScopedResourceSelectorRequirement[] | undefined;
}

export type ScopeSelectorOperator = 'In' | 'NotIn' | 'Exists' | 'DoesNotExist' | (string & {});

export interface ScopedResourceSelectorRequirement {
  /** The name of the scope that the selector applies to. */
  scopeName: ResourceQuotaScope;
  /** Represents a scope's relationship to a set of values. */
  operator: ScopeSelectorOperator;
  /** An array of string values. */
  values?: string[] | undefined;
}

export interface SeccompProfile {
  /** Indicates which kind of seccomp profile will be applied. */
  type: SeccompProfileType;
  /** Indicates a profile defined in a file on the node should be used. */
  localhostProfile?: string | undefined;
}

export type SeccompProfileType = 'Unconfined' | 'RuntimeDefault' | 'Localhost' | (string & {});

/** Holds secret data of a certain type. */
export interface Secret {
  apiVersion?: 'v1' | undefined;
  kind?: 'Secret' | undefined;
  metadata?: metav1.ObjectMeta | undefined;
  /**
   * Immutable, if set to true, ensures that data stored in the Secret cannot be updated (only object metadata can be modified).
   */
  immutable?: boolean | undefined;
  data?: { [key: string]: string } | undefined;
  /** Allows specifying non-binary secret data in string form. */
  stringData?: { [key: string]: string } | undefined;
  /** Used to facilitate programmatic handling of secret data. */
  type?: SecretType | undefined;
}

export interface SecretEnvSource extends LocalObjectReference {
  optional?: boolean | undefined;
}

export interface SecretKeySelector extends LocalObjectReference {
  /** The key of the secret to select from. */
  key: string;
  optional?: boolean | undefined;
}

export interface SecretList {
  apiVersion?: 'v1' | undefined;
  kind?: 'SecretList' | undefined;
  metadata?: metav1.ListMeta | undefined;
  items: Secret[];
}

export interface SecretProjection extends LocalObjectReference {
  /**
   * items if unspecified, each key-value pair in the Data field of the referenced Secret will be projected into the volume as a
   * file whose name is the key and content is the value.
   */
  items?: KeyToPath[] | undefined;
  /** optional field specify whether the Secret or its key must be defined */
  optional?: boolean | undefined;
}

export interface SecretReference {
  /** name is unique within a namespace to reference a secret resource. */
  name?: string | undefined;
  /** Defines the space within which the secret name must be unique. */
  namespace?: string | undefined;
}

export type SecretType = 'Opaque' | 'kubernetes.io/service-account-token' | 'kubernetes.io/dockercfg' | 'kubernetes.io/dockerconfigjson' | 'kubernetes.io/basic-auth' | 'kubernetes.io/ssh-auth' | 'kubernetes.io/tls' | 'bootstrap.kubernetes.io/token' | (string & {});

export interface SecretVolumeSource {
  /** The name of the secret in the pod's namespace to use. */
  secretName?: string | undefined;
  /**
   * items If unspecified, each key-value pair in the Data field of the referenced Secret will be projected into the volume as a
   * file whose name is the key and content is the value.
   */
  items?: KeyToPath[] | undefined;
  /** defaultMode is Optional: mode bits used to set permissions on created files by default. */
  defaultMode?: number | undefined;
  /** optional field specify whether the Secret or its keys must be defined */
  optional?: boolean | undefined;
}

export interface SecurityContext {
  /** The capabilities to add/drop when running containers. */
  capabilities?: Capabilities | undefined;
  /** Run container in privileged mode. */
  privileged?: boolean | undefined;
  /** The SELinux context to be applied to the container. */
  seLinuxOptions?: SELinuxOptions | undefined;
  /** The Windows specific settings applied to all containers. */
  windowsOptions?: WindowsSecurityContextOptions | undefined;
  /** The UID to run the entrypoint of the container process. */
  runAsUser?: number | undefined;
  /** The GID to run the entrypoint of the container process. */
  runAsGroup?: number | undefined;
  /** Indicates that the container must run as a non-root user. */
  runAsNonRoot?: boolean | undefined;
  /** Whether this container has a read-only root filesystem. */
  readOnlyRootFilesystem?: boolean | undefined;
  /** Controls whether a process can gain more privileges than its parent process. */
  allowPrivilegeEscalation?: boolean | undefined;
  /** Denotes the type of proc mount to use for the containers. */
  procMount?: ProcMountType | undefined;
  /** The seccomp options to use by this container. */
  seccompProfile?: SeccompProfile | undefined;
  /** The AppArmor options to use by this container. */
  appArmorProfile?: AppArmorProfile | undefined;
}

/**
 * A named abstraction of software service (for example, mysql) consisting of local port (for example 3306) that the proxy
 * listens on, and the selector that determines which pods will answer requests sent through the proxy.
 */
export interface Service {
  apiVersion?: 'v1' | undefined;
  kind?: 'Service' | undefined;
  metadata?: metav1.ObjectMeta | undefined;
  /**
   * Defines the behavior of a service.
   * https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#spec-and-status
   */
  spec?: ServiceSpec | undefined;
  status?: ServiceStatus | undefined;
}

/**
 * Binds together: * a name, understood by users, and perhaps by peripheral systems, for an identity * a principal that can be
 * authenticated and authorized * a set of secrets
 */
export interface ServiceAccount {
  apiVersion?: 'v1' | undefined;
  kind?: 'ServiceAccount' | undefined;
  metadata?: metav1.ObjectMeta | undefined;
  /** A list of the secrets in the same namespace that pods running using this ServiceAccount are allowed to use. */
  secrets?: ObjectReference[] | undefined;
  /**
   * A list of references to secrets in the same namespace to use for pulling any images in pods that reference this
   * ServiceAccount.
   */
  imagePullSecrets?: LocalObjectReference[] | undefined;
  /** Indicates whether pods running as this service account should have an API token automatically mounted. */
  automountServiceAccountToken?: boolean | undefined;
}

export interface ServiceAccountList {
  apiVersion?: 'v1' | undefined;
  kind?: 'ServiceAccountList' | undefined;
  metadata?: metav1.ListMeta | undefined;
  items: ServiceAccount[];
}

export interface ServiceAccountTokenProjection {
  /** The intended audience of the token. */
  audience?: string | undefined;
  /** The requested duration of validity of the service account token. */
  expirationSeconds?: number | undefined;
  /** The path relative to the mount point of the file to project the token into. */
  path: string;
}

export type ServiceAffinity = 'ClientIP' | 'None' | (string & {});

export type ServiceExternalTrafficPolicy = 'Cluster' | 'Local' | (string & {});

export type ServiceInternalTrafficPolicy = 'Cluster' | 'Local' | (string & {});

export interface ServiceList {
  apiVersion?: 'v1' | undefined;
  kind?: 'ServiceList' | undefined;
  metadata?: metav1.ListMeta | undefined;
  items: Service[];
}

export interface ServicePort {
  /** The name of this port within the service. */
  name?: string | undefined;
  /**
   * The IP protocol for this port.
   * @default 'TCP'
   */
  protocol?: Protocol | undefined;
  /** The application protocol for this port. */
  appProtocol?: string | undefined;
  /** The port that will be exposed by this service. */
  port: number;
  /** Number or name of the port to access on the pods targeted by the service. */
  targetPort?: metav1.IntOrString | undefined;
  /** The port on each node on which this service is exposed when type is NodePort or LoadBalancer. */
  nodePort?: number | undefined;
}

export interface ServiceSpec {
  /** The list of ports that are exposed by this service. */
  ports?: ServicePort[] | undefined;
  /** Route service traffic to pods with label keys and values matching this selector. */
  selector?: { [key: string]: string } | undefined;
  /** The IP address of the service and is usually assigned randomly. */
  clusterIP?: string | undefined;
  /** A list of IP addresses assigned to this service, and are usually assigned randomly. */
  clusterIPs?: string[] | undefined;
  /** Determines how the Service is exposed. */
  type?: ServiceType | undefined;
  /** A list of IP addresses for which nodes in the cluster will also accept traffic for this service. */
  externalIPs?: string[] | undefined;
  /** Supports "ClientIP" and "None". */
  sessionAffinity?: ServiceAffinity | undefined;
  /**
   * Only applies to Service Type: LoadBalancer.
   * @deprecated This field was under-specified and its meaning varies across implementations.
   */
  loadBalancerIP?: string | undefined;
  /**
   * If specified and supported by the platform, this will restrict traffic through the cloud-provider load-balancer will be
   * restricted to the specified client IPs.
   */
  loadBalancerSourceRanges?: string[] | undefined;
  /** The external reference that discovery mechanisms will return as an alias for this service (e.g. a DNS CNAME record). */
  externalName?: string | undefined;
  /**
   * Describes how nodes distribute service traffic they receive on one of the Service's "externally-facing" addresses
   * (NodePorts, ExternalIPs, and LoadBalancer IPs).
   */
  externalTrafficPolicy?: ServiceExternalTrafficPolicy | undefined;
  /** Specifies the healthcheck nodePort for the service. */
  healthCheckNodePort?: number | undefined;
  /**
   * Indicates that any agent which deals with endpoints for this Service should disregard any indications of ready/not-ready.
   */
  publishNotReadyAddresses?: boolean | undefined;
  sessionAffinityConfig?: SessionAffinityConfig | undefined;
  /** A list of IP families (e.g. IPv4, IPv6) assigned to this service. */
  ipFamilies?: IPFamily[] | undefined;
  /** Represents the dual-stack-ness requested or required by this Service. */
  ipFamilyPolicy?: IPFamilyPolicy | undefined;
  /** Defines if NodePorts will be automatically allocated for services with type LoadBalancer. */
  allocateLoadBalancerNodePorts?: boolean | undefined;
  /** The class of the load balancer implementation this Service belongs to. */
  loadBalancerClass?: string | undefined;
  /** Describes how nodes distribute service traffic they receive on the ClusterIP. */
  internalTrafficPolicy?: ServiceInternalTrafficPolicy | undefined;
  /** Offers a way to express preferences for how traffic is distributed to Service endpoints. */
  trafficDistribution?: string | undefined;
}

export interface ServiceStatus {
  /** Contains the current status of the load-balancer, if one is present. */
  loadBalancer?: LoadBalancerStatus | undefined;
  conditions?: metav1.Condition[] | undefined;
}

export type ServiceType = 'ClusterIP' | 'NodePort' | 'LoadBalancer' | 'ExternalName' | (string & {});

export interface SessionAffinityConfig {
  /** Contains the configurations of Client IP based session affinity. */
  clientIP?: ClientIPConfig | undefined;
}

export type Signal = 'SIGABRT' | 'SIGALRM' | 'SIGBUS' | 'SIGCHLD' | 'SIGCLD' | 'SIGCONT' | 'SIGFPE' | 'SIGHUP' | 'SIGILL' | 'SIGINT' | 'SIGIO' | 'SIGIOT' | 'SIGKILL' | 'SIGPIPE' | 'SIGPOLL' | 'SIGPROF' | 'SIGPWR' | 'SIGQUIT' | 'SIGSEGV' | 'SIGSTKFLT' | 'SIGSTOP' | 'SIGSYS' | 'SIGTERM' | 'SIGTRAP' | 'SIGTSTP' | 'SIGTTIN' | 'SIGTTOU' | 'SIGURG' | 'SIGUSR1' | 'SIGUSR2' | 'SIGVTALRM' | 'SIGWINCH' | 'SIGXCPU' | 'SIGXFSZ' | 'SIGRTMIN' | 'SIGRTMIN+1' | 'SIGRTMIN+2' | 'SIGRTMIN+3' | 'SIGRTMIN+4' | 'SIGRTMIN+5' | 'SIGRTMIN+6' | 'SIGRTMIN+7' | 'SIGRTMIN+8' | 'SIGRTMIN+9' | 'SIGRTMIN+10' | 'SIGRTMIN+11' | 'SIGRTMIN+12' | 'SIGRTMIN+13' | 'SIGRTMIN+14' | 'SIGRTMIN+15' | 'SIGRTMAX-14' | 'SIGRTMAX-13' | 'SIGRTMAX-12' | 'SIGRTMAX-11' | 'SIGRTMAX-10' | 'SIGRTMAX-9' | 'SIGRTMAX-8' | 'SIGRTMAX-7' | 'SIGRTMAX-6' | 'SIGRTMAX-5' | 'SIGRTMAX-4' | 'SIGRTMAX-3' | 'SIGRTMAX-2' | 'SIGRTMAX-1' | 'SIGRTMAX' | (string & {});

export interface SleepAction {
  /** The number of seconds to sleep. */
  seconds: number;
}

export type StorageMedium = '' | 'Memory' | 'HugePages' | 'HugePages-' | (string & {});

export interface StorageOSPersistentVolumeSource {
  volumeName?: string | undefined;
  volumeNamespace?: string | undefined;
  fsType?: string | undefined;
  readOnly?: boolean | undefined;
  secretRef?: ObjectReference | undefined;
}

export interface StorageOSVolumeSource {
  volumeName?: string | undefined;
  volumeNamespace?: string | undefined;
  fsType?: string | undefined;
  readOnly?: boolean | undefined;
  secretRef?: LocalObjectReference | undefined;
}

export type SupplementalGroupsPolicy = 'Merge' | 'Strict' | (string & {});

export interface Sysctl {
  /** Name of a property to set */
  name: string;
  /** Value of a property to set */
  value: string;
}

export interface TCPSocketAction {
  /** Number or name of the port to access on the container. */
  port: metav1.IntOrString;
  /** Optional: Host name to connect to, defaults to the pod IP. */
  host?: string | undefined;
}

export interface Taint {
  /** Required. */
  key: string;
  /** The taint value corresponding to the taint key. */
  value?: string | undefined;
  /** Required. */
  effect: TaintEffect;
  /** Represents the time at which the taint was added. */
  timeAdded?: metav1.Time | undefined;
}

export type TaintEffect = 'NoSchedule' | 'PreferNoSchedule' | 'NoExecute' | (string & {});

export type TerminationMessagePolicy = 'File' | 'FallbackToLogsOnError' | (string & {});

export interface Toleration {
  /** The taint key that the toleration applies to. */
  key?: string | undefined;
  /** Represents a key's relationship to the value. */
  operator?: TolerationOperator | undefined;
  /** The taint value the toleration matches to. */
  value?: string | undefined;
  /** Indicates the taint effect to match. */
  effect?: TaintEffect | undefined;
  /**
   * Represents the period of time the toleration (which must be of effect NoExecute, otherwise this field is ignored) tolerates
   * the taint.
   */
  tolerationSeconds?: number | undefined;
}

export type TolerationOperator = 'Exists' | 'Equal' | 'Lt' | 'Gt' | (string & {});

export interface TopologySelectorLabelRequirement {
  /** The label key that the selector applies to. */
  key: string;
  /** An array of string values. */
  values: string[];
}

export interface TopologySelectorTerm {
  /** A list of topology selector requirements by labels. */
  matchLabelExpressions?: TopologySelectorLabelRequirement[] | undefined;
}

export interface TopologySpreadConstraint {
  /** Describes the degree to which pods may be unevenly distributed. */
  maxSkew: number;
  /** The key of node labels. */
  topologyKey: string;
  /**
   * Indicates how to deal with a pod if it doesn't satisfy the spread constraint. - DoNotSchedule (default) tells the scheduler
   * not to schedule it. - ScheduleAnyway tells the scheduler to schedule the pod in any location, but giving higher precedence
   * to topologies that would help reduce the skew.
   */
  whenUnsatisfiable: UnsatisfiableConstraintAction;
  /** LabelSelector is used to find matching pods. */
  labelSelector?: metav1.LabelSelector | undefined;
  /** Indicates a minimum number of eligible domains. */
  minDomains?: number | undefined;
  /** Indicates how we will treat Pod's nodeAffinity/nodeSelector when calculating pod topology spread skew. */
  nodeAffinityPolicy?: NodeInclusionPolicy | undefined;
  /** Indicates how we will treat node taints when calculating pod topology spread skew. */
  nodeTaintsPolicy?: NodeInclusionPolicy | undefined;
  /** A set of pod label keys to select the pods over which spreading will be calculated. */
  matchLabelKeys?: string[] | undefined;
}

export interface TypedLocalObjectReference {
  /** The group for the resource being referenced. */
  apiGroup?: string | null | undefined;
  /** The type of resource being referenced */
  kind: string;
  /** The name of resource being referenced */
  name: string;
}

export interface TypedObjectReference {
  /** The group for the resource being referenced. */
  apiGroup?: string | null | undefined;
  /** The type of resource being referenced */
  kind: string;
  /** The name of resource being referenced */
  name: string;
  /**
   * The namespace of resource being referenced Note that when a namespace is specified, a
   * gateway.networking.k8s.io/ReferenceGrant object is required in the referent namespace to allow that namespace's owner to
   * accept the reference. Feature gate: CrossNamespaceVolumeDataSource.
   */
  namespace?: string | undefined;
}

export type URIScheme = 'HTTP' | 'HTTPS' | (string & {});

export type UnsatisfiableConstraintAction = 'DoNotSchedule' | 'ScheduleAnyway' | (string & {});

export interface Volume extends VolumeSource {
  name: string;
}

export interface VolumeDevice {
  /** name must match the name of a persistentVolumeClaim in the pod */
  name: string;
  /** The path inside of the container that the device will be mapped to. */
  devicePath: string;
}

export interface VolumeMount {
  /** This must match the Name of a Volume. */
  name: string;
  /** Mounted read-only if true, read-write otherwise (false or unspecified). */
  readOnly?: boolean | undefined;
  /** Specifies whether read-only mounts should be handled recursively. */
  recursiveReadOnly?: RecursiveReadOnlyMode | undefined;
  /** Path within the container at which the volume should be mounted. */
  mountPath: string;
  /** Path within the volume from which the container's volume should be mounted. */
  subPath?: string | undefined;
  /** Determines how mounts are propagated from the host to container and the other way around. */
  mountPropagation?: MountPropagationMode | undefined;
  /** Expanded path within the volume from which the container's volume should be mounted. */
  subPathExpr?: string | undefined;
}

export interface VolumeMountStatus {
  /** Corresponds to the name of the original VolumeMount. */
  name: string;
  /** Corresponds to the original VolumeMount. */
  mountPath: string;
  /** Corresponds to the original VolumeMount. */
  readOnly?: boolean | undefined;
  /** RecursiveReadOnly must be set to Disabled, Enabled, or unspecified (for non-readonly mounts). */
  recursiveReadOnly?: RecursiveReadOnlyMode | undefined;
  /** Represents volume-type-specific status about the mounted volume. */
  volumeStatus?: VolumeStatus | undefined;
}

export interface VolumeNodeAffinity {
  /** Specifies hard node constraints that must be met. */
  required?: NodeSelector | undefined;
}

export interface VolumeProjection {
  /** secret information about the secret data to project */
  secret?: SecretProjection | undefined;
  /** downwardAPI information about the downwardAPI data to project */
  downwardAPI?: DownwardAPIProjection | undefined;
  /** configMap information about the configMap data to project */
  configMap?: ConfigMapProjection | undefined;
  /** serviceAccountToken is information about the serviceAccountToken data to project */
  serviceAccountToken?: ServiceAccountTokenProjection | undefined;
  /**
   * Allows a pod to access the `.spec.trustBundle` field of ClusterTrustBundle objects in an auto-updating file. Feature gate:
   * ClusterTrustBundleProjection.
   */
  clusterTrustBundle?: ClusterTrustBundleProjection | undefined;
  /**
   * Projects an auto-rotating credential bundle (private key and certificate chain) that the pod can use either as a TLS client
   * or server. Feature gate: PodCertificateProjection.
   */
  podCertificate?: PodCertificateProjection | undefined;
}

export interface VolumeResourceRequirements {
  /** Describes the maximum amount of compute resources allowed. */
  limits?: ResourceList | undefined;
  /** Describes the minimum amount of compute resources required. */
  requests?: ResourceList | undefined;
}

export interface VolumeSource {
  /** Represents a pre-existing file or directory on the host machine that is directly exposed to the container. */
  hostPath?: HostPathVolumeSource | undefined;
  /** Represents a temporary directory that shares a pod's lifetime. */
  emptyDir?: EmptyDirVolumeSource | undefined;
  /**
   * Represents a GCE Disk resource that is attached to a kubelet's host machine and then exposed to the pod.
   * @deprecated GCEPersistentDisk is deprecated.
   */
  gcePersistentDisk?: GCEPersistentDiskVolumeSource | undefined;
  /**
   * Represents an AWS Disk resource that is attached to a kubelet's host machine and then exposed to the pod.
   * @deprecated AWSElasticBlockStore is deprecated.
   */
  awsElasticBlockStore?: AWSElasticBlockStoreVolumeSource | undefined;
  /**
   * Represents a git repository at a particular revision.
   * @deprecated GitRepo is deprecated.
   */
  gitRepo?: GitRepoVolumeSource | undefined;
  /** Represents a secret that should populate this volume. */
  secret?: SecretVolumeSource | undefined;
  /** Represents an NFS mount on the host that shares a pod's lifetime */
  nfs?: NFSVolumeSource | undefined;
  /** Represents an ISCSI Disk resource that is attached to a kubelet's host machine and then exposed to the pod. */
  iscsi?: ISCSIVolumeSource | undefined;
  /**
   * Represents a Glusterfs mount on the host that shares a pod's lifetime.
   * @deprecated Glusterfs is deprecated and the in-tree glusterfs type is no longer supported.
   */
  glusterfs?: GlusterfsVolumeSource | undefined;
  /** persistentVolumeClaimVolumeSource represents a reference to a PersistentVolumeClaim in the same namespace. */
  persistentVolumeClaim?: PersistentVolumeClaimVolumeSource | undefined;
  /**
   * Represents a Rados Block Device mount on the host that shares a pod's lifetime.
   * @deprecated RBD is deprecated and the in-tree rbd type is no longer supported.
   */
  rbd?: RBDVolumeSource | undefined;
  /**
   * Represents a generic volume resource that is provisioned/attached using an exec based plugin.
   * @deprecated FlexVolume is deprecated.
   */
  flexVolume?: FlexVolumeSource | undefined;
  /**
   * Represents a cinder volume attached and mounted on kubelets host machine.
   * @deprecated Cinder is deprecated.
   */
  cinder?: CinderVolumeSource | undefined;
  /**
   * Represents a Ceph FS mount on the host that shares a pod's lifetime.
   * @deprecated CephFS is deprecated and the in-tree cephfs type is no longer supported.
   */
  cephfs?: CephFSVolumeSource | undefined;
  /**
   * Represents a Flocker volume attached to a kubelet's host machine.
   * @deprecated Flocker is deprecated and the in-tree flocker type is no longer supported.
   */
  flocker?: FlockerVolumeSource | undefined;
  /** Represents downward API about the pod that should populate this volume */
  downwardAPI?: DownwardAPIVolumeSource | undefined;
  /** Represents a Fibre Channel resource that is attached to a kubelet's host machine and then exposed to the pod. */
  fc?: FCVolumeSource | undefined;
  /**
   * Represents an Azure File Service mount on the host and bind mount to the pod.
   * @deprecated AzureFile is deprecated.
   */
  azureFile?: AzureFileVolumeSource | undefined;
  /** Represents a configMap that should populate this volume */
  configMap?: ConfigMapVolumeSource | undefined;
  /**
   * Represents a vSphere volume attached and mounted on kubelets host machine.
   * @deprecated VsphereVolume is deprecated.
   */
  vsphereVolume?: VsphereVirtualDiskVolumeSource | undefined;
  /**
   * Represents a Quobyte mount on the host that shares a pod's lifetime.
   * @deprecated Quobyte is deprecated and the in-tree quobyte type is no longer supported.
   */
  quobyte?: QuobyteVolumeSource | undefined;
  /**
   * Represents an Azure Data Disk mount on the host and bind mount to the pod.
   * @deprecated AzureDisk is deprecated.
   */
  azureDisk?: AzureDiskVolumeSource | undefined;
  /**
   * Represents a PhotonController persistent disk attached and mounted on kubelets host machine.
   * @deprecated PhotonPersistentDisk is deprecated and the in-tree photonPersistentDisk type is no longer supported.
   */
  photonPersistentDisk?: PhotonPersistentDiskVolumeSource | undefined;
  /** projected items for all in one resources secrets, configmaps, and downward API */
  projected?: ProjectedVolumeSource | undefined;
  /**
   * Represents a portworx volume attached and mounted on kubelets host machine.
   * @deprecated PortworxVolume is deprecated.
   */
  portworxVolume?: PortworxVolumeSource | undefined;
  /**
   * Represents a ScaleIO persistent volume attached and mounted on Kubernetes nodes.
   * @deprecated ScaleIO is deprecated and the in-tree scaleIO type is no longer supported.
   */
  scaleIO?: ScaleIOVolumeSource | undefined;
  /**
   * Represents a StorageOS volume attached and mounted on Kubernetes nodes.
   * @deprecated StorageOS is deprecated and the in-tree storageos type is no longer supported.
   */
  storageos?: StorageOSVolumeSource | undefined;
  /** csi (Container Storage Interface) represents ephemeral storage that is handled by certain external CSI drivers. */
  csi?: CSIVolumeSource | undefined;
  /** Represents a volume that is handled by a cluster storage driver. */
  ephemeral?: EphemeralVolumeSource | undefined;
  /** Represents an OCI object (a container image or artifact) pulled and mounted on the kubelet's host machine. */
  image?: ImageVolumeSource | undefined;
}

export interface VolumeStatus {
  /**
   * Represents an OCI object (a container image or artifact) pulled and mounted on the kubelet's host machine. Feature gate:
   * ImageVolumeWithDigest.
   */
  image?: ImageVolumeStatus | undefined;
}

export interface VsphereVirtualDiskVolumeSource {
  volumePath: string;
  fsType?: string | undefined;
  storagePolicyName?: string | undefined;
  storagePolicyID?: string | undefined;
}

export interface WeightedPodAffinityTerm {
  /** weight associated with matching the corresponding podAffinityTerm, in the range 1-100. */
  weight: number;
  /** Required. */
  podAffinityTerm: PodAffinityTerm;
}

export interface WindowsSecurityContextOptions {
  gmsaCredentialSpecName?: string | undefined;
  /**
   * GMSACredentialSpec is where the GMSA admission webhook (https://github.com/kubernetes-sigs/windows-gmsa) inlines the
   * contents of the GMSA credential spec named by the GMSACredentialSpecName field.
   */
  gmsaCredentialSpec?: string | undefined;
  /** The UserName in Windows to run the entrypoint of the container process. */
  runAsUserName?: string | undefined;
  /** Determines if a container should be run as a 'Host Process' container. */
  hostProcess?: boolean | undefined;
}
