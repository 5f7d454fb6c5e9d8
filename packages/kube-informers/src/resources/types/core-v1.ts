// Generated from k8s.io/api 0.37.2 by scripts/kubernetes-api/generate.mjs; do not edit.
// The comments are those of its authors, shortened (Apache License 2.0).
import type * as metav1 from '../../meta/meta-v1.js';

/** Represents a Persistent Disk resource in AWS. */
export interface AWSElasticBlockStoreVolumeSource {
  /** Volume ID. */
  volumeID: string;
  /** Fs type. */
  fsType?: string | undefined;
  /** Partition. */
  partition?: number | undefined;
  /** Read only. */
  readOnly?: boolean | undefined;
}

/** A group of affinity scheduling rules. */
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

/** Defines a pod or container's AppArmor settings. */
export interface AppArmorProfile {
  /** Indicates which kind of AppArmor profile will be applied. */
  type: AppArmorProfileType;
  /** Indicates a profile loaded on the node that should be used. */
  localhostProfile?: string | undefined;
}

/** App armor profile type. */
export type AppArmorProfileType = 'Unconfined' | 'RuntimeDefault' | 'Localhost' | (string & {});

/** Describes a volume attached to a node */
export interface AttachedVolume {
  /** Name of the attached volume */
  name: string;
  /** Represents the device path where the volume should be available */
  devicePath: string;
}

/** Azure data disk caching mode. */
export type AzureDataDiskCachingMode = 'None' | 'ReadOnly' | 'ReadWrite' | (string & {});

/** Azure data disk kind. */
export type AzureDataDiskKind = 'Shared' | 'Dedicated' | 'Managed' | (string & {});

/** Azure disk volume source. */
export interface AzureDiskVolumeSource {
  /** Disk name. */
  diskName: string;
  /** Disk URI. */
  diskURI: string;
  /** Caching mode. */
  cachingMode?: AzureDataDiskCachingMode | undefined;
  /**
   * Fs type.
   * @default 'ext4'
   */
  fsType?: string | undefined;
  /**
   * Read only.
   * @default false
   */
  readOnly?: boolean | undefined;
  /** Kind. */
  kind?: AzureDataDiskKind | undefined;
}

/** Azure file persistent volume source. */
export interface AzureFilePersistentVolumeSource {
  /** Secret name. */
  secretName: string;
  /** Share name. */
  shareName: string;
  /** Read only. */
  readOnly?: boolean | undefined;
  /** Secret namespace. */
  secretNamespace?: string | null | undefined;
}

/** Azure file volume source. */
export interface AzureFileVolumeSource {
  /** Secret name. */
  secretName: string;
  /** Share name. */
  shareName: string;
  /** Read only. */
  readOnly?: boolean | undefined;
}

/** Ties one object to another; for example, a pod is bound to a node by a scheduler. */
export interface Binding {
  /** API group and version. */
  apiVersion?: 'v1' | undefined;
  /** Kind of the object. */
  kind?: 'Binding' | undefined;
  /** Standard object metadata. */
  metadata?: metav1.ObjectMeta | undefined;
  /** The target object that you want to bind to the standard object. */
  target: ObjectReference;
}

/** Represents storage that is managed by an external CSI volume driver */
export interface CSIPersistentVolumeSource {
  /** The name of the driver to use for this volume. */
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

/** CSI volume source. */
export interface CSIVolumeSource {
  /** The name of the CSI driver that handles this volume. */
  driver: string;
  /** Specifies a read-only configuration for the volume. */
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

/** Adds and removes POSIX capabilities from running containers. */
export interface Capabilities {
  /** Added capabilities */
  add?: string[] | undefined;
  /** Removed capabilities */
  drop?: string[] | undefined;
}

/** Ceph FS persistent volume source. */
export interface CephFSPersistentVolumeSource {
  /** Monitors. */
  monitors: string[];
  /** Path. */
  path?: string | undefined;
  /** User. */
  user?: string | undefined;
  /** Secret file. */
  secretFile?: string | undefined;
  /** Secret ref. */
  secretRef?: SecretReference | undefined;
  /** Read only. */
  readOnly?: boolean | undefined;
}

/** Ceph FS volume source. */
export interface CephFSVolumeSource {
  /** Monitors. */
  monitors: string[];
  /** Path. */
  path?: string | undefined;
  /** User. */
  user?: string | undefined;
  /** Secret file. */
  secretFile?: string | undefined;
  /** Secret ref. */
  secretRef?: LocalObjectReference | undefined;
  /** Read only. */
  readOnly?: boolean | undefined;
}

/** Represents a cinder volume resource in Openstack. */
export interface CinderPersistentVolumeSource {
  /** Volume ID. */
  volumeID: string;
  /** Fs type. */
  fsType?: string | undefined;
  /** Read only. */
  readOnly?: boolean | undefined;
  /** Secret ref. */
  secretRef?: SecretReference | undefined;
}

/** Represents a cinder volume resource in Openstack. */
export interface CinderVolumeSource {
  /** Volume ID. */
  volumeID: string;
  /** Fs type. */
  fsType?: string | undefined;
  /** Read only. */
  readOnly?: boolean | undefined;
  /** Secret ref. */
  secretRef?: LocalObjectReference | undefined;
}

/** Claim resource status. */
export type ClaimResourceStatus = 'ControllerResizeInProgress' | 'ControllerResizeInfeasible' | 'NodeResizePending' | 'NodeResizeInProgress' | 'NodeResizeInfeasible' | (string & {});

/** Client IP config. */
export interface ClientIPConfig {
  /** Specifies the seconds of ClientIP type session sticky time. */
  timeoutSeconds?: number | undefined;
}

/** Cluster trust bundle projection. */
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
  /** user is Optional: The owner UID of the created file. Feature gate: AtomicWriteVolumeUserFields. */
  user?: number | undefined;
}

/** Information about the condition of a component. */
export interface ComponentCondition {
  /** Type of condition for a component. */
  type: string;
  /** Status of the condition for a component. */
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
  /** API group and version. */
  apiVersion?: 'v1' | undefined;
  /** Kind of the object. */
  kind?: 'ComponentStatus' | undefined;
  /** Standard object metadata. */
  metadata?: metav1.ObjectMeta | undefined;
  /** List of component conditions observed */
  conditions?: ComponentCondition[] | undefined;
}

/**
 * List of ComponentStatus objects.
 * @deprecated This API is deprecated in v1.19+
 */
export interface ComponentStatusList {
  /** API group and version. */
  apiVersion?: 'v1' | undefined;
  /** Kind of the object. */
  kind?: 'ComponentStatusList' | undefined;
  /** Standard list metadata. */
  metadata?: metav1.ListMeta | undefined;
  /** Objects of the list. */
  items: ComponentStatus[];
}

/** Condition status. */
export type ConditionStatus = 'True' | 'False' | 'Unknown' | (string & {});

/** Holds configuration data for pods to consume. Since Kubernetes 1.2. */
export interface ConfigMap {
  /** API group and version. */
  apiVersion?: 'v1' | undefined;
  /** Kind of the object. */
  kind?: 'ConfigMap' | undefined;
  /** Standard object metadata. */
  metadata?: metav1.ObjectMeta | undefined;
  /**
   * Immutable, if set to true, ensures that data stored in the ConfigMap cannot be updated (only object metadata can be
   * modified).
   */
  immutable?: boolean | undefined;
  /** Contains the configuration data. */
  data?: { [key: string]: string } | undefined;
  /** Contains the binary data. */
  binaryData?: { [key: string]: string } | undefined;
}

/** Config map env source. */
export interface ConfigMapEnvSource extends LocalObjectReference {
  /** Specify whether the ConfigMap must be defined */
  optional?: boolean | undefined;
}

/** Selects a key from a ConfigMap. */
export interface ConfigMapKeySelector extends LocalObjectReference {
  /** The key to select from the ConfigMap's Data field. */
  key: string;
  /** Specify whether the ConfigMap or its key must be defined */
  optional?: boolean | undefined;
}

/** List of ConfigMap objects. */
export interface ConfigMapList {
  /** API group and version. */
  apiVersion?: 'v1' | undefined;
  /** Kind of the object. */
  kind?: 'ConfigMapList' | undefined;
  /** Standard list metadata. */
  metadata?: metav1.ListMeta | undefined;
  /** Objects of the list. */
  items: ConfigMap[];
}

/** Config map node config source. */
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

/** Adapts a ConfigMap into a projected volume. */
export interface ConfigMapProjection extends LocalObjectReference {
  /**
   * items if unspecified, each key-value pair in the Data field of the referenced ConfigMap will be projected into the volume
   * as a file whose name is the key and content is the value.
   */
  items?: KeyToPath[] | undefined;
  /** optional specify whether the ConfigMap or its keys must be defined */
  optional?: boolean | undefined;
}

/** Adapts a ConfigMap into a volume. */
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
  /** defaultUser is Optional: The owner UID of the created files by default. Feature gate: AtomicWriteVolumeUserFields. */
  defaultUser?: number | undefined;
}

/** A single application container that you want to run within a pod. */
export interface Container {
  /** Name of the container specified as a DNS_LABEL. */
  name: string;
  /** Container image name. */
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
  /** Image pull policy. */
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

/** Container extended resource request. */
export interface ContainerExtendedResourceRequest {
  /** The name of the container requesting resources. */
  containerName: string;
  /** The name of the extended resource in that container which gets backed by DRA. */
  resourceName: string;
  /** The name of the request in the special ResourceClaim which corresponds to the extended resource. */
  requestName: string;
}

/** Describe a container image */
export interface ContainerImage {
  /**
   * Names by which this image is known. e.g. ["kubernetes.example/hyperkube:v1.0.7",
   * "cloud-vendor.registry.example/cloud-vendor/hyperkube:v1.0.7"]
   */
  names?: string[] | null | undefined;
  /** The size of the image in bytes. */
  sizeBytes?: number | undefined;
}

/** Represents a network port in a single container. */
export interface ContainerPort {
  /** If specified, this must be an IANA_SVC_NAME and unique within the pod. */
  name?: string | undefined;
  /** Number of port to expose on the host. */
  hostPort?: number | undefined;
  /** Number of port to expose on the pod's IP address. */
  containerPort: number;
  /**
   * Protocol for port.
   * @default 'TCP'
   */
  protocol?: Protocol | undefined;
  /** What host IP to bind the external port to. */
  hostIP?: string | undefined;
}

/** Represents resource resize policy for the container. */
export interface ContainerResizePolicy {
  /** Name of the resource to which this resource resize policy applies. */
  resourceName: ResourceName;
  /** Restart policy to apply when specified resource is resized. */
  restartPolicy: ResourceResizeRestartPolicy;
}

/** The restart policy for a single container. */
export type ContainerRestartPolicy = 'Always' | 'Never' | 'OnFailure' | (string & {});

/** Describes how a container exit is handled. */
export interface ContainerRestartRule {
  /** Specifies the action taken on a container exit if the requirements are satisfied. */
  action: ContainerRestartRuleAction;
  /** Represents the exit codes to check on container exits. */
  exitCodes?: ContainerRestartRuleOnExitCodes | undefined;
}

/** Container restart rule action. */
export type ContainerRestartRuleAction = 'Restart' | 'RestartAllContainers' | (string & {});

/** Container restart rule on exit codes. */
export interface ContainerRestartRuleOnExitCodes {
  /** Represents the relationship between the container exit code(s) and the specified values. */
  operator: ContainerRestartRuleOnExitCodesOperator;
  /** Specifies the set of values to check for container exit codes. */
  values?: number[] | undefined;
}

/** Container restart rule on exit codes operator. */
export type ContainerRestartRuleOnExitCodesOperator = 'In' | 'NotIn' | (string & {});

/** Holds a possible state of container. */
export interface ContainerState {
  /** Details about a waiting container */
  waiting?: ContainerStateWaiting | undefined;
  /** Details about a running container */
  running?: ContainerStateRunning | undefined;
  /** Details about a terminated container */
  terminated?: ContainerStateTerminated | undefined;
}

/** A running state of a container. */
export interface ContainerStateRunning {
  /** Time at which the container was last (re-)started */
  startedAt?: metav1.Time | undefined;
}

/** A terminated state of a container. */
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

/** A waiting state of a container. */
export interface ContainerStateWaiting {
  /** (brief) reason the container is not yet running. */
  reason?: string | undefined;
  /** Message regarding why the container is not yet running. */
  message?: string | undefined;
}

/** Status of a Container. */
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
  /** Status of volume mounts. */
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

/** Represents user identity information */
export interface ContainerUser {
  /** Holds user identity information initially attached to the first process of the containers in Linux. */
  linux?: LinuxContainerUser | undefined;
}

/** Defines how a pod's DNS will be configured. */
export type DNSPolicy = 'ClusterFirstWithHostNet' | 'ClusterFirst' | 'Default' | 'None' | (string & {});

/** Contains information about a single Daemon endpoint. */
export interface DaemonEndpoint {
  /** Port number of the given endpoint. */
  Port: number;
}

/** Represents downward API info for projecting into a projected volume. */
export interface DownwardAPIProjection {
  /** A list of DownwardAPIVolume file */
  items?: DownwardAPIVolumeFile[] | undefined;
}

/** Downward API volume file. */
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
  /** user is Optional: The owner UID of the created file. Feature gate: AtomicWriteVolumeUserFields. */
  user?: number | undefined;
}

/** Represents a volume containing downward API info. */
export interface DownwardAPIVolumeSource {
  /** A list of downward API volume file */
  items?: DownwardAPIVolumeFile[] | undefined;
  /** Optional: mode bits to use on created files by default. */
  defaultMode?: number | undefined;
  /** defaultUser is Optional: The owner UID of the created files by default. Feature gate: AtomicWriteVolumeUserFields. */
  defaultUser?: number | undefined;
}

/** Represents an empty directory for a pod. */
export interface EmptyDirVolumeSource {
  /** Represents what type of storage medium should back this directory. */
  medium?: StorageMedium | undefined;
  /** The total amount of local storage required for this EmptyDir volume. */
  sizeLimit?: metav1.Quantity | undefined;
  /**
   * Specifies the permission bits for the emptyDir directory, in numeric notation (e.g., 0755, 01777). Feature gate:
   * EmptyDirVolumeMode.
   */
  mode?: number | undefined;
}

/**
 * A tuple that describes single IP address.
 * @deprecated This API is deprecated in v1.33+.
 */
export interface EndpointAddress {
  /** The IP of this endpoint. */
  ip: string;
  /** The Hostname of this endpoint */
  hostname?: string | undefined;
  /** Optional: Node hosting this endpoint. */
  nodeName?: string | undefined;
  /** Reference to object providing the endpoint. */
  targetRef?: ObjectReference | undefined;
}

/**
 * A tuple that describes a single port.
 * @deprecated This API is deprecated in v1.33+.
 */
export interface EndpointPort {
  /** The name of this port. */
  name?: string | undefined;
  /** The port number of the endpoint. */
  port: number;
  /** The IP protocol for this port. */
  protocol?: Protocol | undefined;
  /** The application protocol for this port. */
  appProtocol?: string | undefined;
}

/**
 * A group of addresses with a common set of ports.
 * @deprecated This API is deprecated in v1.33+.
 */
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
  /** API group and version. */
  apiVersion?: 'v1' | undefined;
  /** Kind of the object. */
  kind?: 'Endpoints' | undefined;
  /** Standard object metadata. */
  metadata?: metav1.ObjectMeta | undefined;
  /** The set of all endpoints is the union of all subsets. */
  subsets?: EndpointSubset[] | undefined;
}

/**
 * List of Endpoints objects.
 * @deprecated This API is deprecated in v1.33+.
 */
export interface EndpointsList {
  /** API group and version. */
  apiVersion?: 'v1' | undefined;
  /** Kind of the object. */
  kind?: 'EndpointsList' | undefined;
  /** Standard list metadata. */
  metadata?: metav1.ListMeta | undefined;
  /** Objects of the list. */
  items: Endpoints[];
}

/** Represents the source of a set of ConfigMaps or Secrets */
export interface EnvFromSource {
  /** Optional text to prepend to the name of each environment variable. */
  prefix?: string | undefined;
  /** The ConfigMap to select from */
  configMapRef?: ConfigMapEnvSource | undefined;
  /** The Secret to select from */
  secretRef?: SecretEnvSource | undefined;
}

/** Represents an environment variable present in a Container. */
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

/** Represents a source for the value of an EnvVar. */
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

/** Ephemeral container. */
export interface EphemeralContainer extends EphemeralContainerCommon {
  /** If set, the name of the container from PodSpec that this ephemeral container targets. */
  targetContainerName?: string | undefined;
}

/** Ephemeral container common. */
export interface EphemeralContainerCommon {
  /** Name of the ephemeral container specified as a DNS_LABEL. */
  name: string;
  /** Container image name. */
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
  /** Image pull policy. */
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

/** Represents an ephemeral volume that is handled by a normal storage driver. */
export interface EphemeralVolumeSource {
  /** Will be used to create a stand-alone PVC to provision the volume. */
  volumeClaimTemplate?: PersistentVolumeClaimTemplate | undefined;
}

/** A report of an event somewhere in the cluster. */
export interface Event {
  /** API group and version. */
  apiVersion?: 'v1' | undefined;
  /** Kind of the object. */
  kind?: 'Event' | undefined;
  /** Standard object metadata. */
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

/** List of Event objects. */
export interface EventList {
  /** API group and version. */
  apiVersion?: 'v1' | undefined;
  /** Kind of the object. */
  kind?: 'EventList' | undefined;
  /** Standard list metadata. */
  metadata?: metav1.ListMeta | undefined;
  /** Objects of the list. */
  items: Event[];
}

/** Event series. */
export interface EventSeries {
  /** Number of occurrences in this series up to the last heartbeat time */
  count?: number | undefined;
  /** Time of the last occurrence observed */
  lastObservedTime?: metav1.MicroTime | undefined;
}

/** Contains information for an event. */
export interface EventSource {
  /** Component from which the event is generated. */
  component?: string | undefined;
  /** Node name on which the event is generated. */
  host?: string | undefined;
}

/** Allows you to specify the responder reacting to an Eviction. */
export interface EvictionResponder {
  /** Allows you to identify the responder responding to the Eviction. */
  name: string;
  /** priority for this responder. */
  priority: number;
}

/** Describes a "run in container" action. */
export interface ExecAction {
  /**
   * The command line to execute inside the container, the working directory for the command is root ('/') in the container's
   * filesystem.
   */
  command?: string[] | undefined;
}

/** Represents a Fibre Channel volume. */
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

/** Selects a key of the env file. */
export interface FileKeySelector {
  /** The name of the volume mount containing the env file. */
  volumeName: string;
  /** The path within the volume from which to select the file. */
  path: string;
  /** The key within the env file. */
  key: string;
  /**
   * Specify whether the file or its key must be defined.
   * @default false
   */
  optional?: boolean | undefined;
}

/** Flex persistent volume source. */
export interface FlexPersistentVolumeSource {
  /** Driver. */
  driver: string;
  /** Fs type. */
  fsType?: string | undefined;
  /** Secret ref. */
  secretRef?: SecretReference | undefined;
  /** Read only. */
  readOnly?: boolean | undefined;
  /** Options. */
  options?: { [key: string]: string } | undefined;
}

/** Flex volume source. */
export interface FlexVolumeSource {
  /** Driver. */
  driver: string;
  /** Fs type. */
  fsType?: string | undefined;
  /** Secret ref. */
  secretRef?: LocalObjectReference | undefined;
  /** Read only. */
  readOnly?: boolean | undefined;
  /** Options. */
  options?: { [key: string]: string } | undefined;
}

/** Represents a Flocker volume mounted by the Flocker agent. */
export interface FlockerVolumeSource {
  /** Dataset name. */
  datasetName?: string | undefined;
  /** Dataset UUID. */
  datasetUUID?: string | undefined;
}

/** Represents a Persistent Disk resource in Google Compute Engine. */
export interface GCEPersistentDiskVolumeSource {
  /** Pd name. */
  pdName: string;
  /** Fs type. */
  fsType?: string | undefined;
  /** Partition. */
  partition?: number | undefined;
  /** Read only. */
  readOnly?: boolean | undefined;
}

/** Specifies an action involving a GRPC service. */
export interface GRPCAction {
  /** Port number of the gRPC service. */
  port: number;
  /** The name of the service to place in the gRPC HealthCheckRequest ( */
  service?: string | null | undefined;
  /** Specifies the connection mode for the gRPC health probe. Feature gate: GRPCContainerProbeTLS. */
  mode?: GRPCProbeMode | undefined;
}

/** Describes the connection mode for a gRPC probe. */
export type GRPCProbeMode = 'Plaintext' | 'TLS' | (string & {});

/**
 * Represents a volume that is populated with the contents of a git repository.
 * @deprecated GitRepo is deprecated.
 */
export interface GitRepoVolumeSource {
  /** Repository. */
  repository: string;
  /** Revision. */
  revision?: string | undefined;
  /** Directory. */
  directory?: string | undefined;
}

/** Represents a Glusterfs mount that lasts the lifetime of a pod. */
export interface GlusterfsPersistentVolumeSource {
  /** Endpoints. */
  endpoints: string;
  /** Path. */
  path: string;
  /** Read only. */
  readOnly?: boolean | undefined;
  /** Endpoints namespace. */
  endpointsNamespace?: string | undefined;
}

/** Represents a Glusterfs mount that lasts the lifetime of a pod. */
export interface GlusterfsVolumeSource {
  /** Endpoints. */
  endpoints: string;
  /** Path. */
  path: string;
  /** Read only. */
  readOnly?: boolean | undefined;
}

/** Describes an action based on HTTP Get requests. */
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
  /** Selects the wire protocol for the probe connection. Feature gate: H2CContainerProbe. */
  protocol?: HTTPProtocol | undefined;
}

/** Describes a custom header to be used in HTTP probes */
export interface HTTPHeader {
  /** The header field name. */
  name: string;
  /** The header field value */
  value: string;
}

/** HTTP protocol. */
export type HTTPProtocol = 'HTTP1' | 'HTTP2' | (string & {});

/** Host alias. */
export interface HostAlias {
  /** IP address of the host file entry. */
  ip: string;
  /** Hostnames for the above IP address. */
  hostnames?: string[] | undefined;
}

/** Represents a single IP address allocated to the host. */
export interface HostIP {
  /** The IP address assigned to the host */
  ip: string;
}

/** Host path type. */
export type HostPathType = '' | 'DirectoryOrCreate' | 'Directory' | 'FileOrCreate' | 'File' | 'Socket' | 'CharDevice' | 'BlockDevice' | (string & {});

/** Represents a host path mapped into a pod. */
export interface HostPathVolumeSource {
  /** path of the directory on the host. */
  path: string;
  /** type for HostPath Volume Defaults to "" */
  type?: HostPathType | undefined;
}

/** Represents the IP Family (IPv4 or IPv6). */
export type IPFamily = 'IPv4' | 'IPv6' | '' | (string & {});

/** Represents the dual-stack-ness requested or required by a Service */
export type IPFamilyPolicy = 'SingleStack' | 'PreferDualStack' | 'RequireDualStack' | (string & {});

/** Represents an ISCSI disk. */
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

/** Represents an ISCSI disk. */
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

/** Represents a image volume resource. */
export interface ImageVolumeSource {
  /** Required: Image or artifact reference to be used. */
  reference?: string | undefined;
  /** Policy for pulling OCI objects. */
  pullPolicy?: PullPolicy | undefined;
}

/** Status of an ImageVolume. */
export interface ImageVolumeStatus {
  /** The digest of the image used for this volume. */
  imageRef: string;
}

/** Maps a string key to a path within a volume. */
export interface KeyToPath {
  /** The key to project. */
  key: string;
  /** The relative path of the file to map the key to. */
  path: string;
  /** mode is Optional: mode bits used to set permissions on this file. */
  mode?: number | undefined;
  /** user is Optional: The owner UID of the created file. Feature gate: AtomicWriteVolumeUserFields. */
  user?: number | undefined;
}

/** Lifecycle. */
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

/** Lifecycle handler. */
export interface LifecycleHandler {
  /** Specifies a command to execute in the container. */
  exec?: ExecAction | undefined;
  /** Specifies an HTTP GET request to perform. */
  httpGet?: HTTPGetAction | undefined;
  /**
   * Tcp socket.
   * @deprecated TCPSocket is NOT supported as a LifecycleHandler and kept for backward compatibility.
   */
  tcpSocket?: TCPSocketAction | undefined;
  /** Represents a duration that the container should sleep. */
  sleep?: SleepAction | undefined;
}

/** Sets resource usage limits for each kind of resource in a Namespace. */
export interface LimitRange {
  /** API group and version. */
  apiVersion?: 'v1' | undefined;
  /** Kind of the object. */
  kind?: 'LimitRange' | undefined;
  /** Standard object metadata. */
  metadata?: metav1.ObjectMeta | undefined;
  /** Defines the limits enforced. */
  spec?: LimitRangeSpec | undefined;
}

/** Limit range item. */
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

/** List of LimitRange objects. */
export interface LimitRangeList {
  /** API group and version. */
  apiVersion?: 'v1' | undefined;
  /** Kind of the object. */
  kind?: 'LimitRangeList' | undefined;
  /** Standard list metadata. */
  metadata?: metav1.ListMeta | undefined;
  /** Objects of the list. */
  items: LimitRange[];
}

/** Spec of a LimitRange. */
export interface LimitRangeSpec {
  /** The list of LimitRangeItem objects that are enforced. */
  limits: LimitRangeItem[] | null;
}

/** A type of object that is limited. */
export type LimitType = 'Pod' | 'Container' | 'PersistentVolumeClaim' | (string & {});

/** Represents user identity information in Linux containers */
export interface LinuxContainerUser {
  /** The primary uid initially attached to the first process in the container */
  uid: number;
  /** The primary gid initially attached to the first process in the container */
  gid: number;
  /** SupplementalGroups are the supplemental groups initially attached to the first process in the container */
  supplementalGroups?: number[] | undefined;
}

/** Represents the mode of the LoadBalancer ingress IP */
export type LoadBalancerIPMode = 'VIP' | 'Proxy' | (string & {});

/** Load balancer ingress. */
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

/** Status of a LoadBalancer. */
export interface LoadBalancerStatus {
  /** A list containing ingress points for the load-balancer. */
  ingress?: LoadBalancerIngress[] | undefined;
}

/** Local object reference. */
export interface LocalObjectReference {
  /** Name of the referent. */
  name?: string | undefined;
}

/** Local represents directly-attached storage with node affinity */
export interface LocalVolumeSource {
  /** path of the full path to the volume on the node. */
  path: string;
  /** The filesystem type to mount. */
  fsType?: string | undefined;
}

/** Status of a ModifyVolume. */
export interface ModifyVolumeStatus {
  /** The name of the VolumeAttributesClass the PVC currently being reconciled */
  targetVolumeAttributesClassName?: string | undefined;
  /** The status of the ControllerModifyVolume operation. */
  status: PersistentVolumeClaimModifyVolumeStatus;
}

/** Describes mount propagation. */
export type MountPropagationMode = 'None' | 'HostToContainer' | 'Bidirectional' | (string & {});

/** Represents an NFS mount that lasts the lifetime of a pod. */
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
  /** API group and version. */
  apiVersion?: 'v1' | undefined;
  /** Kind of the object. */
  kind?: 'Namespace' | undefined;
  /** Standard object metadata. */
  metadata?: metav1.ObjectMeta | undefined;
  /** Defines the behavior of the Namespace. */
  spec?: NamespaceSpec | undefined;
  /** Describes the current status of a Namespace. */
  status?: NamespaceStatus | undefined;
}

/** Contains details about state of namespace. */
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

/** Namespace condition type. */
export type NamespaceConditionType = 'NamespaceDeletionDiscoveryFailure' | 'NamespaceDeletionContentFailure' | 'NamespaceDeletionGroupVersionParsingFailure' | 'NamespaceContentRemaining' | 'NamespaceFinalizersRemaining' | (string & {});

/** List of Namespace objects. */
export interface NamespaceList {
  /** API group and version. */
  apiVersion?: 'v1' | undefined;
  /** Kind of the object. */
  kind?: 'NamespaceList' | undefined;
  /** Standard list metadata. */
  metadata?: metav1.ListMeta | undefined;
  /** Objects of the list. */
  items: Namespace[];
}

/** Namespace phase. */
export type NamespacePhase = 'Active' | 'Terminating' | (string & {});

/** Spec of a Namespace. */
export interface NamespaceSpec {
  /** An opaque list of values that must be empty to permanently remove object from storage. */
  finalizers?: string[] | undefined;
}

/** Status of a Namespace. */
export interface NamespaceStatus {
  /** The current lifecycle phase of the namespace. */
  phase?: NamespacePhase | undefined;
  /** Represents the latest available observations of a namespace's current state. */
  conditions?: NamespaceCondition[] | undefined;
}

/** A worker node in Kubernetes. */
export interface Node {
  /** API group and version. */
  apiVersion?: 'v1' | undefined;
  /** Kind of the object. */
  kind?: 'Node' | undefined;
  /** Standard object metadata. */
  metadata?: metav1.ObjectMeta | undefined;
  /**
   * Defines the behavior of a node.
   * https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#spec-and-status
   */
  spec?: NodeSpec | undefined;
  /** Most recently observed status of the node. */
  status?: NodeStatus | undefined;
}

/** Contains information for the node's address. */
export interface NodeAddress {
  /** Node address type, one of Hostname, ExternalIP or InternalIP. */
  type: NodeAddressType;
  /** The node address. */
  address: string;
}

/** Node address type. */
export type NodeAddressType = 'Hostname' | 'InternalIP' | 'ExternalIP' | 'InternalDNS' | 'ExternalDNS' | (string & {});

/** Node affinity is a group of node affinity scheduling rules. */
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

/** Node allocatable mapped resources. */
export interface NodeAllocatableMappedResources {
  /** The name of the resource (e.g., cpu, memory). */
  name: ResourceName;
  /** The total node allocatable resource capacity allocated for the claim. */
  quantity: metav1.Quantity;
}

/** Node allocatable overhead resources. */
export interface NodeAllocatableOverheadResources {
  /** The name of the resource (e.g., cpu, memory). */
  name: ResourceName;
  /** The flat overhead quantity allocated per pod. */
  perPod?: metav1.Quantity | undefined;
  /** The variable overhead quantity applied for each container referencing the claim. */
  perContainer?: metav1.Quantity | undefined;
}

/** Status of a NodeAllocatableResourceClaim. */
export interface NodeAllocatableResourceClaimStatus {
  /** The resource claim referenced by the pod that resulted in this node allocatable resource allocation. */
  resourceClaimName: string;
  /** Lists the names of all containers in this pod that reference the claim. */
  containers?: string[] | undefined;
  /** Contains allocations through devices mapped in the device spec's `nodeAllocatableResources[...].mapping` field. */
  mapping?: NodeAllocatableMappedResources[] | undefined;
  /** Contains allocations through devices mapped in the device spec's `nodeAllocatableResources[...].overhead` field. */
  overhead?: NodeAllocatableOverheadResources[] | undefined;
}

/** Contains condition information for a node. */
export interface NodeCondition {
  /** Type of node condition. */
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

/** Node condition type. */
export type NodeConditionType = 'Ready' | 'MemoryPressure' | 'DiskPressure' | 'PIDPressure' | 'NetworkUnavailable' | 'GracefulNodeShutdownInProgress' | 'DrainInProgress' | 'Drained' | 'MaintenancePlanned' | 'MaintenanceInProgress' | (string & {});

/** Specifies a source of node configuration. */
export interface NodeConfigSource {
  /** A reference to a Node's ConfigMap */
  configMap?: ConfigMapNodeConfigSource | undefined;
}

/** Status of a NodeConfig. */
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

/** Lists ports opened by daemons running on the Node. */
export interface NodeDaemonEndpoints {
  /** Endpoint on which Kubelet is listening. */
  kubeletEndpoint?: DaemonEndpoint | undefined;
}

/** Node features. */
export interface NodeFeatures {
  /** SupplementalGroupsPolicy is set to true if the runtime supports SupplementalGroupsPolicy and ContainerUser. */
  supplementalGroupsPolicy?: boolean | undefined;
}

/** Defines the type of node inclusion policy */
export type NodeInclusionPolicy = 'Ignore' | 'Honor' | (string & {});

/** List of Node objects. */
export interface NodeList {
  /** API group and version. */
  apiVersion?: 'v1' | undefined;
  /** Kind of the object. */
  kind?: 'NodeList' | undefined;
  /** Standard list metadata. */
  metadata?: metav1.ListMeta | undefined;
  /** Objects of the list. */
  items: Node[];
}

/** Node phase. */
export type NodePhase = 'Pending' | 'Running' | 'Terminated' | (string & {});

/** Node pod preemption policy. */
export interface NodePodPreemptionPolicy {
  /**
   * Lists the owners (e.g., autoscalers, operators, administrators) that have requested to disable scheduler and Kubelet
   * preemption for in-place pod resize on this node.
   */
  disableResizePreemption?: string[] | undefined;
}

/** A set of runtime handler information. */
export interface NodeRuntimeHandler {
  /** Runtime handler name. */
  name?: string | undefined;
  /** Supported features. */
  features?: NodeRuntimeHandlerFeatures | undefined;
}

/** Node runtime handler features. */
export interface NodeRuntimeHandlerFeatures {
  /** RecursiveReadOnlyMounts is set to true if the runtime handler supports RecursiveReadOnlyMounts. */
  recursiveReadOnlyMounts?: boolean | undefined;
  /** UserNamespaces is set to true if the runtime handler supports UserNamespaces, including for volumes. */
  userNamespaces?: boolean | undefined;
}

/** Node selector. */
export interface NodeSelector {
  /** Required. */
  nodeSelectorTerms: NodeSelectorTerm[];
}

/** Node selector operator. */
export type NodeSelectorOperator = 'In' | 'NotIn' | 'Exists' | 'DoesNotExist' | 'Gt' | 'Lt' | (string & {});

/** Node selector requirement. */
export interface NodeSelectorRequirement {
  /** The label key that the selector applies to. */
  key: string;
  /** Represents a key's relationship to a set of values. */
  operator: NodeSelectorOperator;
  /** An array of string values. */
  values?: string[] | undefined;
}

/** A null or empty node selector term matches no objects. */
export interface NodeSelectorTerm {
  /** A list of node selector requirements by node's labels. */
  matchExpressions?: NodeSelectorRequirement[] | undefined;
  /** A list of node selector requirements by node's fields. */
  matchFields?: NodeSelectorRequirement[] | undefined;
}

/** Spec of a Node. */
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
  /**
   * Config source.
   * @deprecated Previously used to specify the source of the node's configuration for the DynamicKubeletConfig feature.
   */
  configSource?: NodeConfigSource | undefined;
  /**
   * External ID.
   * @deprecated Not all kubelets will set this field.
   */
  externalID?: string | undefined;
  /**
   * Controls the node-level preemption behaviors for pods on this node. Feature gate:
   * InPlacePodVerticalScalingSchedulerPreemption.
   */
  podPreemptionPolicy?: NodePodPreemptionPolicy | undefined;
}

/** Status of a Node. */
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
  /** List of volumes that are attached to the node. */
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

/** Status of a NodeSwap. */
export interface NodeSwapStatus {
  /** Total amount of swap memory in bytes. */
  capacity?: number | undefined;
}

/** A set of ids/uuids to uniquely identify the node. */
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
  /**
   * Kube proxy version.
   * @deprecated KubeProxy Version reported by the node.
   */
  kubeProxyVersion: string;
  /** The Operating System reported by the node */
  operatingSystem: string;
  /** The Architecture reported by the node */
  architecture: string;
  /** Swap Info reported by the node. */
  swap?: NodeSwapStatus | undefined;
  /** Feature gate: KubeletInUserNamespace. */
  runningInUserNamespace?: boolean | undefined;
}

/** The set of OS'es that can be used in OS. */
export type OSName = 'linux' | 'windows' | (string & {});

/** Selects an APIVersioned field of an object. */
export interface ObjectFieldSelector {
  /** Version of the schema the FieldPath is written in terms of, defaults to "v1". */
  apiVersion?: string | undefined;
  /** Path of the field to select in the specified API version. */
  fieldPath: string;
}

/** Object reference. */
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
  /** API group and version. */
  apiVersion?: 'v1' | undefined;
  /** Kind of the object. */
  kind?: 'PersistentVolume' | undefined;
  /** Standard object metadata. */
  metadata?: metav1.ObjectMeta | undefined;
  /** Defines a specification of a persistent volume owned by the cluster. */
  spec?: PersistentVolumeSpec | undefined;
  /** Represents the current information/status for the persistent volume. */
  status?: PersistentVolumeStatus | undefined;
}

/** Persistent volume access mode. */
export type PersistentVolumeAccessMode = 'ReadWriteOnce' | 'ReadOnlyMany' | 'ReadWriteMany' | 'ReadWriteOncePod' | (string & {});

/** A user's request for and claim to a persistent volume */
export interface PersistentVolumeClaim {
  /** API group and version. */
  apiVersion?: 'v1' | undefined;
  /** Kind of the object. */
  kind?: 'PersistentVolumeClaim' | undefined;
  /** Standard object metadata. */
  metadata?: metav1.ObjectMeta | undefined;
  /** Defines the desired characteristics of a volume requested by a pod author. */
  spec?: PersistentVolumeClaimSpec | undefined;
  /** Represents the current information/status of a persistent volume claim. */
  status?: PersistentVolumeClaimStatus | undefined;
}

/** Contains details about state of pvc */
export interface PersistentVolumeClaimCondition {
  /** The type of the condition. */
  type: PersistentVolumeClaimConditionType;
  /** The status of the condition. */
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

/** Defines the condition of PV claim. */
export type PersistentVolumeClaimConditionType = 'Resizing' | 'FileSystemResizePending' | 'ControllerResizeError' | 'NodeResizeError' | 'ModifyVolumeError' | 'ModifyingVolume' | 'Unused' | (string & {});

/** List of PersistentVolumeClaim objects. */
export interface PersistentVolumeClaimList {
  /** API group and version. */
  apiVersion?: 'v1' | undefined;
  /** Kind of the object. */
  kind?: 'PersistentVolumeClaimList' | undefined;
  /** Standard list metadata. */
  metadata?: metav1.ListMeta | undefined;
  /** Objects of the list. */
  items: PersistentVolumeClaim[];
}

/** New statuses can be added in the future. */
export type PersistentVolumeClaimModifyVolumeStatus = 'Pending' | 'InProgress' | 'Infeasible' | (string & {});

/** Persistent volume claim phase. */
export type PersistentVolumeClaimPhase = 'Pending' | 'Bound' | 'Lost' | (string & {});

/** Spec of a PersistentVolumeClaim. */
export interface PersistentVolumeClaimSpec {
  /** Contains the desired access modes the volume should have. */
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
   * source. dataSource contents will be copied to dataSourceRef, and dataSourceRef contents will be copied to dataSource when
   * dataSourceRef.namespace is not specified.
   */
  dataSource?: TypedLocalObjectReference | undefined;
  /** Specifies the object from which to populate the volume with data, if a non-empty volume is desired. */
  dataSourceRef?: TypedObjectReference | undefined;
  /** Feature gate: VolumeAttributesClass. */
  volumeAttributesClassName?: string | undefined;
}

/** Status of a PersistentVolumeClaim. */
export interface PersistentVolumeClaimStatus {
  /** Represents the current phase of PersistentVolumeClaim. */
  phase?: PersistentVolumeClaimPhase | undefined;
  /** Contains the actual access modes the volume backing the PVC has. */
  accessModes?: PersistentVolumeAccessMode[] | undefined;
  /** Represents the actual resources of the underlying volume. */
  capacity?: ResourceList | undefined;
  /** The current Condition of persistent volume claim. */
  conditions?: PersistentVolumeClaimCondition[] | undefined;
  /** Tracks the resources allocated to a PVC including its capacity. */
  allocatedResources?: ResourceList | undefined;
  /** Stores status of resource being resized for the given PVC. */
  allocatedResourceStatuses?: { [key: string]: ClaimResourceStatus } | undefined;
  /** The current name of the VolumeAttributesClass the PVC is using. Feature gate: VolumeAttributesClass. */
  currentVolumeAttributesClassName?: string | undefined;
  /** Represents the status object of ControllerModifyVolume operation. Feature gate: VolumeAttributesClass. */
  modifyVolumeStatus?: ModifyVolumeStatus | undefined;
  /**
   * Contains the latest controller-reported health information for the volume bound to this claim. Feature gate:
   * CSIVolumeHealth.
   */
  healthStatus?: VolumeHealthStatus | undefined;
}

/** Persistent volume claim template. */
export interface PersistentVolumeClaimTemplate {
  /** Standard object metadata. */
  metadata?: metav1.ObjectMeta | undefined;
  /** The specification for the PersistentVolumeClaim. */
  spec: PersistentVolumeClaimSpec;
}

/** Persistent volume claim volume source. */
export interface PersistentVolumeClaimVolumeSource {
  /** The name of a PersistentVolumeClaim in the same namespace as the pod using this volume. */
  claimName: string;
  /** readOnly Will force the ReadOnly setting in VolumeMounts. */
  readOnly?: boolean | undefined;
}

/** List of PersistentVolume objects. */
export interface PersistentVolumeList {
  /** API group and version. */
  apiVersion?: 'v1' | undefined;
  /** Kind of the object. */
  kind?: 'PersistentVolumeList' | undefined;
  /** Standard list metadata. */
  metadata?: metav1.ListMeta | undefined;
  /** Objects of the list. */
  items: PersistentVolume[];
}

/** Persistent volume mode. */
export type PersistentVolumeMode = 'Block' | 'Filesystem' | (string & {});

/** Persistent volume phase. */
export type PersistentVolumePhase = 'Pending' | 'Available' | 'Bound' | 'Released' | 'Failed' | (string & {});

/** Persistent volume reclaim policy. */
export type PersistentVolumeReclaimPolicy = 'Recycle' | 'Delete' | 'Retain' | (string & {});

/** Persistent volume source. */
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

/** Spec of a PersistentVolume. */
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

/** Status of a PersistentVolume. */
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

/** Represents a Photon Controller persistent disk resource. */
export interface PhotonPersistentDiskVolumeSource {
  /** Pd ID. */
  pdID: string;
  /** Fs type. */
  fsType?: string | undefined;
}

/** A collection of containers that can run on a host. */
export interface Pod {
  /** API group and version. */
  apiVersion?: 'v1' | undefined;
  /** Kind of the object. */
  kind?: 'Pod' | undefined;
  /** Standard object metadata. */
  metadata?: metav1.ObjectMeta | undefined;
  /** Specification of the desired behavior of the pod. */
  spec?: PodSpec | undefined;
  /** Most recently observed status of the pod. */
  status?: PodStatus | undefined;
}

/** Pod affinity is a group of inter pod affinity scheduling rules. */
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

/** Pod affinity term. */
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

/** Pod anti affinity is a group of inter pod anti affinity scheduling rules. */
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

/** Pod certificate projection. */
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
  /** user is Optional: The owner UID of the created file. Feature gate: AtomicWriteVolumeUserFields. */
  user?: number | undefined;
}

/** Contains details for the current condition of this pod. */
export interface PodCondition {
  /** The type of the condition. */
  type: PodConditionType;
  /** If set, this represents the .metadata.generation that the pod condition was set based upon. */
  observedGeneration?: number | undefined;
  /** The status of the condition. */
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

/** A valid value for PodCondition.Type */
export type PodConditionType = 'ContainersReady' | 'Initialized' | 'Ready' | 'PodScheduled' | 'DisruptionTarget' | 'PodReadyToStartContainers' | 'PodResizePending' | 'PodResizeInProgress' | 'AllContainersRestarting' | (string & {});

/** Pod DNS config. */
export interface PodDNSConfig {
  /** A list of DNS name server IP addresses. */
  nameservers?: string[] | undefined;
  /** A list of DNS search domains for host-name lookup. */
  searches?: string[] | undefined;
  /** A list of DNS resolver options. */
  options?: PodDNSConfigOption[] | undefined;
}

/** Defines DNS resolver options of a pod. */
export interface PodDNSConfigOption {
  /** Name is this DNS resolver option's name. */
  name?: string | undefined;
  /** Value is this DNS resolver option's value. */
  value?: string | undefined;
}

/** Status of a PodExtendedResourceClaim. */
export interface PodExtendedResourceClaimStatus {
  /**
   * Identifies the mapping of <container, extended resource backed by DRA> to device request in the generated ResourceClaim.
   */
  requestMappings: ContainerExtendedResourceRequest[];
  /** The name of the ResourceClaim that was generated for the Pod in the namespace of the Pod. */
  resourceClaimName: string;
}

/** Pod FS group change policy. */
export type PodFSGroupChangePolicy = 'OnRootMismatch' | 'Always' | (string & {});

/** Represents a single IP address allocated to the pod. */
export interface PodIP {
  /** The IP address assigned to the pod */
  ip: string;
}

/** List of Pod objects. */
export interface PodList {
  /** API group and version. */
  apiVersion?: 'v1' | undefined;
  /** Kind of the object. */
  kind?: 'PodList' | undefined;
  /** Standard list metadata. */
  metadata?: metav1.ListMeta | undefined;
  /** Objects of the list. */
  items: Pod[];
}

/** Defines the OS parameters of a pod. */
export interface PodOS {
  /** The name of the operating system. */
  name: OSName;
}

/** A label for the condition of a pod at the current time. */
export type PodPhase = 'Pending' | 'Running' | 'Succeeded' | 'Failed' | 'Unknown' | (string & {});

/** Defines the supported qos classes of Pods. */
export type PodQOSClass = 'Guaranteed' | 'Burstable' | 'BestEffort' | (string & {});

/** Contains the reference to a pod condition */
export interface PodReadinessGate {
  /** Refers to a condition in the pod's condition list with matching type. */
  conditionType: PodConditionType;
}

/**
 * Pod resize status.
 * @deprecated PodResizeStatus shows status of desired resize of a pod's containers.
 */
export type PodResizeStatus = 'InProgress' | 'Deferred' | 'Infeasible' | (string & {});

/** Pod resource claim. */
export interface PodResourceClaim {
  /** Name uniquely identifies this resource claim inside the pod. */
  name: string;
  /** The name of a ResourceClaim object in the same namespace as this pod. */
  resourceClaimName?: string | undefined;
  /** The name of a ResourceClaimTemplate object in the same namespace as this pod. */
  resourceClaimTemplateName?: string | undefined;
}

/** Status of a PodResourceClaim. */
export interface PodResourceClaimStatus {
  /** Name uniquely identifies this resource claim inside the pod. */
  name: string;
  /** The name of the ResourceClaim that was generated for the Pod in the namespace of the Pod. */
  resourceClaimName?: string | undefined;
}

/** Pod SE linux change policy. */
export type PodSELinuxChangePolicy = 'Recursive' | 'MountOption' | (string & {});

/** PodSchedulingGate is associated to a Pod to guard its scheduling. */
export interface PodSchedulingGate {
  /** Name of the scheduling gate. */
  name: string;
}

/** Pod scheduling group. */
export interface PodSchedulingGroup {
  /** Specifies the name of the standalone PodGroup object that represents the runtime instance of this group. */
  podGroupName?: string | undefined;
}

/** Pod security context. */
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

/** Spec of a Pod. */
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
  /** Set DNS policy for the pod. */
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
  /** The priority value. */
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
  /**
   * evictionResponders reference responders that react to Evictions based on EvictionRequests. Feature gate:
   * EvictionRequestAPI.
   */
  evictionResponders?: EvictionResponder[] | undefined;
}

/** Status of a Pod. */
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
  /** Statuses of init containers in this pod. */
  initContainerStatuses?: ContainerStatus[] | undefined;
  /** Statuses of containers in this pod. */
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
  /** Contains node-reported health for each volume the pod is using. Feature gate: CSIVolumeHealth. */
  volumeHealth?: PodVolumeHealth[] | undefined;
}

/** Describes a template for creating copies of a predefined pod. */
export interface PodTemplate {
  /** API group and version. */
  apiVersion?: 'v1' | undefined;
  /** Kind of the object. */
  kind?: 'PodTemplate' | undefined;
  /** Standard object metadata. */
  metadata?: metav1.ObjectMeta | undefined;
  /**
   * Defines the pods that will be created from this pod template.
   * https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#spec-and-status
   */
  template?: PodTemplateSpec | undefined;
}

/** List of PodTemplate objects. */
export interface PodTemplateList {
  /** API group and version. */
  apiVersion?: 'v1' | undefined;
  /** Kind of the object. */
  kind?: 'PodTemplateList' | undefined;
  /** Standard list metadata. */
  metadata?: metav1.ListMeta | undefined;
  /** Objects of the list. */
  items: PodTemplate[];
}

/** Spec of a PodTemplate. */
export interface PodTemplateSpec {
  /** Standard object metadata. */
  metadata?: metav1.ObjectMeta | undefined;
  /** Specification of the desired behavior of the pod. */
  spec?: PodSpec | undefined;
}

/** Pod volume health. */
export interface PodVolumeHealth {
  /** Matches an entry in pod.spec.volumes. */
  name: string;
  /** conditions is the set of adverse conditions reported by the CSI node plugin for this volume on this node. */
  healthConditions?: VolumeHealthCondition[] | undefined;
  /** lastTransitionTime is when the current set of conditions first appeared. */
  lastTransitionTime?: metav1.Time | undefined;
}

/** Status of a Port. */
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

/** Represents a Portworx volume resource. */
export interface PortworxVolumeSource {
  /** Volume ID. */
  volumeID: string;
  /** Fs type. */
  fsType?: string | undefined;
  /** Read only. */
  readOnly?: boolean | undefined;
}

/** Describes a policy for if/when to preempt a pod. */
export type PreemptionPolicy = 'PreemptLowerPriority' | 'Never' | (string & {});

/** Preferred scheduling term. */
export interface PreferredSchedulingTerm {
  /** Weight associated with matching the corresponding nodeSelectorTerm, in the range 1-100. */
  weight: number;
  /** A node selector term, associated with the corresponding weight. */
  preference: NodeSelectorTerm;
}

/** Probe. */
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

/** Defines a specific action that should be taken in a probe. */
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

/** Proc mount type. */
export type ProcMountType = 'Default' | 'Unmasked' | (string & {});

/** Represents a projected volume source */
export interface ProjectedVolumeSource {
  /** The list of volume projections. */
  sources?: VolumeProjection[] | null | undefined;
  /** defaultMode are the mode bits used to set permissions on created files by default. */
  defaultMode?: number | undefined;
  /** defaultUser is Optional: The owner UID of the created files by default. Feature gate: AtomicWriteVolumeUserFields. */
  defaultUser?: number | undefined;
}

/** Defines network protocols supported for things like container ports. */
export type Protocol = 'TCP' | 'UDP' | 'SCTP' | (string & {});

/** Describes a policy for if/when to pull a container image */
export type PullPolicy = 'Always' | 'Never' | 'IfNotPresent' | (string & {});

/** Represents a Quobyte mount that lasts the lifetime of a pod. */
export interface QuobyteVolumeSource {
  /** Registry. */
  registry: string;
  /** Volume. */
  volume: string;
  /** Read only. */
  readOnly?: boolean | undefined;
  /** User. */
  user?: string | undefined;
  /** Group. */
  group?: string | undefined;
  /** Tenant. */
  tenant?: string | undefined;
}

/** Represents a Rados Block Device mount that lasts the lifetime of a pod. */
export interface RBDPersistentVolumeSource {
  /** Monitors. */
  monitors: string[];
  /** Image. */
  image: string;
  /** Fs type. */
  fsType?: string | undefined;
  /**
   * Pool.
   * @default 'rbd'
   */
  pool?: string | undefined;
  /**
   * User.
   * @default 'admin'
   */
  user?: string | undefined;
  /**
   * Keyring.
   * @default '/etc/ceph/keyring'
   */
  keyring?: string | undefined;
  /** Secret ref. */
  secretRef?: SecretReference | undefined;
  /** Read only. */
  readOnly?: boolean | undefined;
}

/** Represents a Rados Block Device mount that lasts the lifetime of a pod. */
export interface RBDVolumeSource {
  /** Monitors. */
  monitors: string[];
  /** Image. */
  image: string;
  /** Fs type. */
  fsType?: string | undefined;
  /**
   * Pool.
   * @default 'rbd'
   */
  pool?: string | undefined;
  /**
   * User.
   * @default 'admin'
   */
  user?: string | undefined;
  /**
   * Keyring.
   * @default '/etc/ceph/keyring'
   */
  keyring?: string | undefined;
  /** Secret ref. */
  secretRef?: LocalObjectReference | undefined;
  /** Read only. */
  readOnly?: boolean | undefined;
}

/** Describes recursive-readonly mode. */
export type RecursiveReadOnlyMode = 'Disabled' | 'IfPossible' | 'Enabled' | (string & {});

/** Represents the configuration of a replication controller. */
export interface ReplicationController {
  /** API group and version. */
  apiVersion?: 'v1' | undefined;
  /** Kind of the object. */
  kind?: 'ReplicationController' | undefined;
  /** Standard object metadata. */
  metadata?: metav1.ObjectMeta | undefined;
  /** Spec. */
  spec?: ReplicationControllerSpec | undefined;
  /** The most recently observed status of the replication controller. */
  status?: ReplicationControllerStatus | undefined;
}

/** Replication controller condition. */
export interface ReplicationControllerCondition {
  /** Type of replication controller condition. */
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

/** List of ReplicationController objects. */
export interface ReplicationControllerList {
  /** API group and version. */
  apiVersion?: 'v1' | undefined;
  /** Kind of the object. */
  kind?: 'ReplicationControllerList' | undefined;
  /** Standard list metadata. */
  metadata?: metav1.ListMeta | undefined;
  /** Objects of the list. */
  items: ReplicationController[];
}

/** Spec of a ReplicationController. */
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

/** Status of a ReplicationController. */
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

/** References one entry in PodSpec.ResourceClaims. */
export interface ResourceClaim {
  /** Name must match the name of one entry in pod.spec.resourceClaims of the Pod where this field is used. */
  name: string;
  /** The name chosen for a request in the referenced claim. */
  request?: string | undefined;
}

/** Resource field selector. */
export interface ResourceFieldSelector {
  /** Container name: required for volumes, optional for env vars */
  containerName?: string | undefined;
  /** Required: resource to select */
  resource: string;
  /** Specifies the output format of the exposed resources, defaults to "1" */
  divisor?: metav1.Quantity | undefined;
}

/** Represents the health of a resource. */
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

/** Resource health status. */
export type ResourceHealthStatus = 'Healthy' | 'Unhealthy' | 'Unknown' | (string & {});

/** A set of (resource name, quantity) pairs. */
export type ResourceList = { [key: string]: metav1.Quantity };

/** The name identifying various resources in a ResourceList. */
export type ResourceName = 'cpu' | 'memory' | 'storage' | 'ephemeral-storage' | 'pods' | 'services' | 'replicationcontrollers' | 'resourcequotas' | 'secrets' | 'configmaps' | 'persistentvolumeclaims' | 'services.nodeports' | 'services.loadbalancers' | 'requests.cpu' | 'requests.memory' | 'requests.storage' | 'requests.ephemeral-storage' | 'limits.cpu' | 'limits.memory' | 'limits.ephemeral-storage' | (string & {});

/** Sets aggregate quota restrictions enforced per namespace */
export interface ResourceQuota {
  /** API group and version. */
  apiVersion?: 'v1' | undefined;
  /** Kind of the object. */
  kind?: 'ResourceQuota' | undefined;
  /** Standard object metadata. */
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

/** List of ResourceQuota objects. */
export interface ResourceQuotaList {
  /** API group and version. */
  apiVersion?: 'v1' | undefined;
  /** Kind of the object. */
  kind?: 'ResourceQuotaList' | undefined;
  /** Standard list metadata. */
  metadata?: metav1.ListMeta | undefined;
  /** Objects of the list. */
  items: ResourceQuota[];
}

/** Resource quota scope. */
export type ResourceQuotaScope = 'Terminating' | 'NotTerminating' | 'BestEffort' | 'NotBestEffort' | 'PriorityClass' | 'CrossNamespacePodAffinity' | 'VolumeAttributesClass' | (string & {});

/** Spec of a ResourceQuota. */
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

/** Status of a ResourceQuota. */
export interface ResourceQuotaStatus {
  /** The set of enforced hard limits for each named resource. */
  hard?: ResourceList | undefined;
  /** The current observed total usage of the resource in the namespace. */
  used?: ResourceList | undefined;
}

/** Describes the compute resource requirements. */
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

/** Specifies how to handle container resource resize. */
export type ResourceResizeRestartPolicy = 'NotRequired' | 'RestartContainer' | (string & {});

/** Status of a Resource. */
export interface ResourceStatus {
  /** Name of the resource. */
  name: ResourceName;
  /** List of unique resources health. */
  resources?: ResourceHealth[] | undefined;
}

/** Describes how the container should be restarted. */
export type RestartPolicy = 'Always' | 'OnFailure' | 'Never' | (string & {});

/** SELinuxOptions are the labels to be applied to the container */
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

/** Represents a persistent ScaleIO volume */
export interface ScaleIOPersistentVolumeSource {
  /** Gateway. */
  gateway: string;
  /** System. */
  system: string;
  /** Secret ref. */
  secretRef: SecretReference;
  /** Ssl enabled. */
  sslEnabled?: boolean | undefined;
  /** Protection domain. */
  protectionDomain?: string | undefined;
  /** Storage pool. */
  storagePool?: string | undefined;
  /**
   * Storage mode.
   * @default 'ThinProvisioned'
   */
  storageMode?: string | undefined;
  /** Volume name. */
  volumeName?: string | undefined;
  /**
   * Fs type.
   * @default 'xfs'
   */
  fsType?: string | undefined;
  /** Read only. */
  readOnly?: boolean | undefined;
}

/** Represents a persistent ScaleIO volume */
export interface ScaleIOVolumeSource {
  /** Gateway. */
  gateway: string;
  /** System. */
  system: string;
  /** Secret ref. */
  secretRef: LocalObjectReference;
  /** Ssl enabled. */
  sslEnabled?: boolean | undefined;
  /** Protection domain. */
  protectionDomain?: string | undefined;
  /** Storage pool. */
  storagePool?: string | undefined;
  /**
   * Storage mode.
   * @default 'ThinProvisioned'
   */
  storageMode?: string | undefined;
  /** Volume name. */
  volumeName?: string | undefined;
  /**
   * Fs type.
   * @default 'xfs'
   */
  fsType?: string | undefined;
  /** Read only. */
  readOnly?: boolean | undefined;
}

/** Scope selector. */
export interface ScopeSelector {
  /** A list of scope selector requirements by scope of the resources. */
  matchExpressions?: ScopedResourceSelectorRequirement[] | undefined;
}

/** Scope selector operator. */
export type ScopeSelectorOperator = 'In' | 'NotIn' | 'Exists' | 'DoesNotExist' | (string & {});

/** Scoped resource selector requirement. */
export interface ScopedResourceSelectorRequirement {
  /** The name of the scope that the selector applies to. */
  scopeName: ResourceQuotaScope;
  /** Represents a scope's relationship to a set of values. */
  operator: ScopeSelectorOperator;
  /** An array of string values. */
  values?: string[] | undefined;
}

/** Defines a pod/container's seccomp profile settings. */
export interface SeccompProfile {
  /** Indicates which kind of seccomp profile will be applied. */
  type: SeccompProfileType;
  /** Indicates a profile defined in a file on the node should be used. */
  localhostProfile?: string | undefined;
}

/** Defines the supported seccomp profile types. */
export type SeccompProfileType = 'Unconfined' | 'RuntimeDefault' | 'Localhost' | (string & {});

/** Holds secret data of a certain type. */
export interface Secret {
  /** API group and version. */
  apiVersion?: 'v1' | undefined;
  /** Kind of the object. */
  kind?: 'Secret' | undefined;
  /** Standard object metadata. */
  metadata?: metav1.ObjectMeta | undefined;
  /**
   * Immutable, if set to true, ensures that data stored in the Secret cannot be updated (only object metadata can be modified).
   */
  immutable?: boolean | undefined;
  /** Contains the secret data. */
  data?: { [key: string]: string } | undefined;
  /** Allows specifying non-binary secret data in string form. */
  stringData?: { [key: string]: string } | undefined;
  /** Used to facilitate programmatic handling of secret data. */
  type?: SecretType | undefined;
}

/** Selects a Secret to populate the environment variables with. */
export interface SecretEnvSource extends LocalObjectReference {
  /** Specify whether the Secret must be defined */
  optional?: boolean | undefined;
}

/** Selects a key of a Secret. */
export interface SecretKeySelector extends LocalObjectReference {
  /** The key of the secret to select from. */
  key: string;
  /** Specify whether the Secret or its key must be defined */
  optional?: boolean | undefined;
}

/** List of Secret objects. */
export interface SecretList {
  /** API group and version. */
  apiVersion?: 'v1' | undefined;
  /** Kind of the object. */
  kind?: 'SecretList' | undefined;
  /** Standard list metadata. */
  metadata?: metav1.ListMeta | undefined;
  /** Objects of the list. */
  items: Secret[];
}

/** Adapts a secret into a projected volume. */
export interface SecretProjection extends LocalObjectReference {
  /**
   * items if unspecified, each key-value pair in the Data field of the referenced Secret will be projected into the volume as a
   * file whose name is the key and content is the value.
   */
  items?: KeyToPath[] | undefined;
  /** optional field specify whether the Secret or its key must be defined */
  optional?: boolean | undefined;
}

/** Represents a Secret Reference. */
export interface SecretReference {
  /** name is unique within a namespace to reference a secret resource. */
  name?: string | undefined;
  /** Defines the space within which the secret name must be unique. */
  namespace?: string | undefined;
}

/** Secret type. */
export type SecretType = 'Opaque' | 'kubernetes.io/service-account-token' | 'kubernetes.io/dockercfg' | 'kubernetes.io/dockerconfigjson' | 'kubernetes.io/basic-auth' | 'kubernetes.io/ssh-auth' | 'kubernetes.io/tls' | 'bootstrap.kubernetes.io/token' | (string & {});

/** Adapts a Secret into a volume. */
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
  /** defaultUser is Optional: The owner UID of the created files by default. Feature gate: AtomicWriteVolumeUserFields. */
  defaultUser?: number | undefined;
}

/** Security context. */
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
  /** API group and version. */
  apiVersion?: 'v1' | undefined;
  /** Kind of the object. */
  kind?: 'Service' | undefined;
  /** Standard object metadata. */
  metadata?: metav1.ObjectMeta | undefined;
  /**
   * Defines the behavior of a service.
   * https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#spec-and-status
   */
  spec?: ServiceSpec | undefined;
  /** Most recently observed status of the service. */
  status?: ServiceStatus | undefined;
}

/**
 * Binds together: * a name, understood by users, and perhaps by peripheral systems, for an identity * a principal that can be
 * authenticated and authorized * a set of secrets
 */
export interface ServiceAccount {
  /** API group and version. */
  apiVersion?: 'v1' | undefined;
  /** Kind of the object. */
  kind?: 'ServiceAccount' | undefined;
  /** Standard object metadata. */
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

/** List of ServiceAccount objects. */
export interface ServiceAccountList {
  /** API group and version. */
  apiVersion?: 'v1' | undefined;
  /** Kind of the object. */
  kind?: 'ServiceAccountList' | undefined;
  /** Standard list metadata. */
  metadata?: metav1.ListMeta | undefined;
  /** Objects of the list. */
  items: ServiceAccount[];
}

/** Service account token projection. */
export interface ServiceAccountTokenProjection {
  /** The intended audience of the token. */
  audience?: string | undefined;
  /** The requested duration of validity of the service account token. */
  expirationSeconds?: number | undefined;
  /** The path relative to the mount point of the file to project the token into. */
  path: string;
  /** user is Optional: The owner UID of the created file. Feature gate: AtomicWriteVolumeUserFields. */
  user?: number | undefined;
}

/** Session Affinity Type string */
export type ServiceAffinity = 'ClientIP' | 'None' | (string & {});

/** Service external traffic policy. */
export type ServiceExternalTrafficPolicy = 'Cluster' | 'Local' | (string & {});

/** Service internal traffic policy. */
export type ServiceInternalTrafficPolicy = 'Cluster' | 'Local' | (string & {});

/** List of Service objects. */
export interface ServiceList {
  /** API group and version. */
  apiVersion?: 'v1' | undefined;
  /** Kind of the object. */
  kind?: 'ServiceList' | undefined;
  /** Standard list metadata. */
  metadata?: metav1.ListMeta | undefined;
  /** Objects of the list. */
  items: Service[];
}

/** Contains information on service's port. */
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

/** Spec of a Service. */
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
  /** Contains the configurations of session affinity. */
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

/** Status of a Service. */
export interface ServiceStatus {
  /** Contains the current status of the load-balancer, if one is present. */
  loadBalancer?: LoadBalancerStatus | undefined;
  /** Current service state */
  conditions?: metav1.Condition[] | undefined;
}

/** Service Type string describes ingress methods for a service */
export type ServiceType = 'ClusterIP' | 'NodePort' | 'LoadBalancer' | 'ExternalName' | (string & {});

/** Represents the configurations of session affinity. */
export interface SessionAffinityConfig {
  /** Contains the configurations of Client IP based session affinity. */
  clientIP?: ClientIPConfig | undefined;
}

/** Defines the stop signal of containers */
export type Signal = 'SIGABRT' | 'SIGALRM' | 'SIGBUS' | 'SIGCHLD' | 'SIGCLD' | 'SIGCONT' | 'SIGFPE' | 'SIGHUP' | 'SIGILL' | 'SIGINT' | 'SIGIO' | 'SIGIOT' | 'SIGKILL' | 'SIGPIPE' | 'SIGPOLL' | 'SIGPROF' | 'SIGPWR' | 'SIGQUIT' | 'SIGSEGV' | 'SIGSTKFLT' | 'SIGSTOP' | 'SIGSYS' | 'SIGTERM' | 'SIGTRAP' | 'SIGTSTP' | 'SIGTTIN' | 'SIGTTOU' | 'SIGURG' | 'SIGUSR1' | 'SIGUSR2' | 'SIGVTALRM' | 'SIGWINCH' | 'SIGXCPU' | 'SIGXFSZ' | 'SIGRTMIN' | 'SIGRTMIN+1' | 'SIGRTMIN+2' | 'SIGRTMIN+3' | 'SIGRTMIN+4' | 'SIGRTMIN+5' | 'SIGRTMIN+6' | 'SIGRTMIN+7' | 'SIGRTMIN+8' | 'SIGRTMIN+9' | 'SIGRTMIN+10' | 'SIGRTMIN+11' | 'SIGRTMIN+12' | 'SIGRTMIN+13' | 'SIGRTMIN+14' | 'SIGRTMIN+15' | 'SIGRTMAX-14' | 'SIGRTMAX-13' | 'SIGRTMAX-12' | 'SIGRTMAX-11' | 'SIGRTMAX-10' | 'SIGRTMAX-9' | 'SIGRTMAX-8' | 'SIGRTMAX-7' | 'SIGRTMAX-6' | 'SIGRTMAX-5' | 'SIGRTMAX-4' | 'SIGRTMAX-3' | 'SIGRTMAX-2' | 'SIGRTMAX-1' | 'SIGRTMAX' | (string & {});

/** Describes a "sleep" action. */
export interface SleepAction {
  /** The number of seconds to sleep. */
  seconds: number;
}

/** Defines ways that storage can be allocated to a volume. */
export type StorageMedium = '' | 'Memory' | 'HugePages' | 'HugePages-' | (string & {});

/** Represents a StorageOS persistent volume resource. */
export interface StorageOSPersistentVolumeSource {
  /** Volume name. */
  volumeName?: string | undefined;
  /** Volume namespace. */
  volumeNamespace?: string | undefined;
  /** Fs type. */
  fsType?: string | undefined;
  /** Read only. */
  readOnly?: boolean | undefined;
  /** Secret ref. */
  secretRef?: ObjectReference | undefined;
}

/** Represents a StorageOS persistent volume resource. */
export interface StorageOSVolumeSource {
  /** Volume name. */
  volumeName?: string | undefined;
  /** Volume namespace. */
  volumeNamespace?: string | undefined;
  /** Fs type. */
  fsType?: string | undefined;
  /** Read only. */
  readOnly?: boolean | undefined;
  /** Secret ref. */
  secretRef?: LocalObjectReference | undefined;
}

/** Supplemental groups policy. */
export type SupplementalGroupsPolicy = 'Merge' | 'Strict' | (string & {});

/** Defines a kernel parameter to be set */
export interface Sysctl {
  /** Name of a property to set */
  name: string;
  /** Value of a property to set */
  value: string;
}

/** Describes an action based on opening a socket */
export interface TCPSocketAction {
  /** Number or name of the port to access on the container. */
  port: metav1.IntOrString;
  /** Optional: Host name to connect to, defaults to the pod IP. */
  host?: string | undefined;
}

/** Taint. */
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

/** Taint effect. */
export type TaintEffect = 'NoSchedule' | 'PreferNoSchedule' | 'NoExecute' | (string & {});

/** Termination message policy. */
export type TerminationMessagePolicy = 'File' | 'FallbackToLogsOnError' | (string & {});

/** Toleration. */
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

/** A toleration operator is the set of operators that can be used in a toleration. */
export type TolerationOperator = 'Exists' | 'Equal' | 'Lt' | 'Gt' | (string & {});

/** A topology selector requirement is a selector that matches given label. */
export interface TopologySelectorLabelRequirement {
  /** The label key that the selector applies to. */
  key: string;
  /** An array of string values. */
  values: string[];
}

/** A topology selector term represents the result of label queries. */
export interface TopologySelectorTerm {
  /** A list of topology selector requirements by labels. */
  matchLabelExpressions?: TopologySelectorLabelRequirement[] | undefined;
}

/** Topology spread constraint. */
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

/** Typed local object reference. */
export interface TypedLocalObjectReference {
  /** The group for the resource being referenced. */
  apiGroup?: string | null | undefined;
  /** The type of resource being referenced */
  kind: string;
  /** The name of resource being referenced */
  name: string;
}

/** Typed object reference. */
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

/** Identifies the scheme used for connection to a host for Get actions */
export type URIScheme = 'HTTP' | 'HTTPS' | (string & {});

/** Unsatisfiable constraint action. */
export type UnsatisfiableConstraintAction = 'DoNotSchedule' | 'ScheduleAnyway' | (string & {});

/** Volume. */
export interface Volume extends VolumeSource {
  /** name of the volume. */
  name: string;
}

/** Describes a mapping of a raw block device within a container. */
export interface VolumeDevice {
  /** name must match the name of a persistentVolumeClaim in the pod */
  name: string;
  /** The path inside of the container that the device will be mapped to. */
  devicePath: string;
}

/** Volume health condition. */
export interface VolumeHealthCondition {
  /** The machine-parseable health category. */
  status: VolumeHealthStatusType;
  /** A brief CamelCase machine-parseable reason. */
  reason: string;
  /** A human-readable description. */
  message?: string | undefined;
}

/** Status of a VolumeHealth. */
export interface VolumeHealthStatus {
  /** conditions is the set of adverse conditions reported by the CSI controller plugin. */
  healthConditions?: VolumeHealthCondition[] | undefined;
  /** lastTransitionTime is when the current set of conditions first appeared. */
  lastTransitionTime?: metav1.Time | undefined;
}

/** Describes the health status category of a volume. */
export type VolumeHealthStatusType = 'Inaccessible' | 'DataLoss' | 'Degraded' | (string & {});

/** Describes a mounting of a Volume within a container. */
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
  /**
   * The list of additional bind mount options to apply when mounting this volume into the container. Feature gate:
   * VolumeBindMountOptions.
   */
  bindMountOptions?: string[] | undefined;
}

/** Status of a VolumeMount. */
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

/** Volume node affinity. */
export interface VolumeNodeAffinity {
  /** Specifies hard node constraints that must be met. */
  required?: NodeSelector | undefined;
}

/** Projection that may be projected along with other supported volume types. */
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

/** Volume resource requirements. */
export interface VolumeResourceRequirements {
  /** Describes the maximum amount of compute resources allowed. */
  limits?: ResourceList | undefined;
  /** Describes the minimum amount of compute resources required. */
  requests?: ResourceList | undefined;
}

/** Represents the source of a volume to mount. */
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

/** Status of a Volume. */
export interface VolumeStatus {
  /**
   * Represents an OCI object (a container image or artifact) pulled and mounted on the kubelet's host machine. Feature gate:
   * ImageVolumeWithDigest.
   */
  image?: ImageVolumeStatus | undefined;
}

/** Represents a vSphere volume resource. */
export interface VsphereVirtualDiskVolumeSource {
  /** Volume path. */
  volumePath: string;
  /** Fs type. */
  fsType?: string | undefined;
  /** Storage policy name. */
  storagePolicyName?: string | undefined;
  /** Storage policy ID. */
  storagePolicyID?: string | undefined;
}

/** Weighted pod affinity term. */
export interface WeightedPodAffinityTerm {
  /** weight associated with matching the corresponding podAffinityTerm, in the range 1-100. */
  weight: number;
  /** Required. */
  podAffinityTerm: PodAffinityTerm;
}

/** WindowsSecurityContextOptions contain Windows-specific options and credentials. */
export interface WindowsSecurityContextOptions {
  /** The name of the GMSA credential spec to use. */
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
