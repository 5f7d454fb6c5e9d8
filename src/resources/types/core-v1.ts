// Generated from k8s.io/api 0.36.4 by scripts/kubernetes-api/generate.mjs; do not edit.
// The comments are those of its authors, shortened (Apache License 2.0).
import type * as metav1 from '../../meta/meta-v1.js';

export interface AWSElasticBlockStoreVolumeSource {
  volumeID: string;
  fsType?: string;
  partition?: number;
  readOnly?: boolean;
}

export interface Affinity {
  /** Describes node affinity scheduling rules for the pod. */
  nodeAffinity?: NodeAffinity;
  /** Describes pod affinity scheduling rules (e.g. co-locate this pod in the same node, zone, etc. as some other pod(s)). */
  podAffinity?: PodAffinity;
  /**
   * Describes pod anti-affinity scheduling rules (e.g. avoid putting this pod in the same node, zone, etc. as some other
   * pod(s)).
   */
  podAntiAffinity?: PodAntiAffinity;
}

export interface AppArmorProfile {
  /** Indicates which kind of AppArmor profile will be applied. */
  type: AppArmorProfileType;
  /** Indicates a profile loaded on the node that should be used. */
  localhostProfile?: string;
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
  cachingMode?: AzureDataDiskCachingMode;
  /** @default 'ext4' */
  fsType?: string;
  /** @default false */
  readOnly?: boolean;
  kind?: AzureDataDiskKind;
}

export interface AzureFilePersistentVolumeSource {
  secretName: string;
  shareName: string;
  readOnly?: boolean;
  secretNamespace?: string | null;
}

export interface AzureFileVolumeSource {
  secretName: string;
  shareName: string;
  readOnly?: boolean;
}

/** Ties one object to another; for example, a pod is bound to a node by a scheduler. */
export interface Binding {
  apiVersion?: 'v1';
  kind?: 'Binding';
  metadata?: metav1.ObjectMeta;
  /** The target object that you want to bind to the standard object. */
  target: ObjectReference;
}

export interface CSIPersistentVolumeSource {
  driver: string;
  /** The unique volume name returned by the CSI volume plugin’s CreateVolume to refer to the volume on all subsequent calls. */
  volumeHandle: string;
  /** readOnly value to pass to ControllerPublishVolumeRequest. */
  readOnly?: boolean;
  /** fsType to mount. */
  fsType?: string;
  /** volumeAttributes of the volume to publish. */
  volumeAttributes?: { [key: string]: string };
  /**
   * A reference to the secret object containing sensitive information to pass to the CSI driver to complete the CSI
   * ControllerPublishVolume and ControllerUnpublishVolume calls.
   */
  controllerPublishSecretRef?: SecretReference;
  /**
   * A reference to the secret object containing sensitive information to pass to the CSI driver to complete the CSI
   * NodeStageVolume and NodeStageVolume and NodeUnstageVolume calls.
   */
  nodeStageSecretRef?: SecretReference;
  /**
   * A reference to the secret object containing sensitive information to pass to the CSI driver to complete the CSI
   * NodePublishVolume and NodeUnpublishVolume calls.
   */
  nodePublishSecretRef?: SecretReference;
  /**
   * A reference to the secret object containing sensitive information to pass to the CSI driver to complete the CSI
   * ControllerExpandVolume call.
   */
  controllerExpandSecretRef?: SecretReference;
  /**
   * A reference to the secret object containing sensitive information to pass to the CSI driver to complete the CSI
   * NodeExpandVolume call.
   */
  nodeExpandSecretRef?: SecretReference;
}

export interface CSIVolumeSource {
  /** The name of the CSI driver that handles this volume. */
  driver: string;
  readOnly?: boolean;
  /** fsType to mount. */
  fsType?: string;
  /** Stores driver-specific properties that are passed to the CSI driver. */
  volumeAttributes?: { [key: string]: string };
  /**
   * A reference to the secret object containing sensitive information to pass to the CSI driver to complete the CSI
   * NodePublishVolume and NodeUnpublishVolume calls.
   */
  nodePublishSecretRef?: LocalObjectReference;
}

export interface Capabilities {
  add?: string[];
  /** Removed capabilities */
  drop?: string[];
}

export interface CephFSPersistentVolumeSource {
  monitors: string[];
  path?: string;
  user?: string;
  secretFile?: string;
  secretRef?: SecretReference;
  readOnly?: boolean;
}

export interface CephFSVolumeSource {
  monitors: string[];
  path?: string;
  user?: string;
  secretFile?: string;
  secretRef?: LocalObjectReference;
  readOnly?: boolean;
}

export interface CinderPersistentVolumeSource {
  volumeID: string;
  fsType?: string;
  readOnly?: boolean;
  secretRef?: SecretReference;
}

export interface CinderVolumeSource {
  volumeID: string;
  fsType?: string;
  readOnly?: boolean;
  secretRef?: LocalObjectReference;
}

export type ClaimResourceStatus = 'ControllerResizeInProgress' | 'ControllerResizeInfeasible' | 'NodeResizePending' | 'NodeResizeInProgress' | 'NodeResizeInfeasible' | (string & {});

export interface ClientIPConfig {
  /** Specifies the seconds of ClientIP type session sticky time. */
  timeoutSeconds?: number;
}

export interface ClusterTrustBundleProjection {
  /** Select a single ClusterTrustBundle by object name. */
  name?: string;
  /** Select all ClusterTrustBundles that match this signer name. */
  signerName?: string;
  /** Select all ClusterTrustBundles that match this label selector. */
  labelSelector?: metav1.LabelSelector;
  /** If true, don't block pod startup if the referenced ClusterTrustBundle(s) aren't available. */
  optional?: boolean;
  /** Relative path from the volume root to write the bundle. */
  path: string;
}

export interface ComponentCondition {
  type: string;
  status: ConditionStatus;
  /** Message about the condition for a component. */
  message?: string;
  /** Condition error code for a component. */
  error?: string;
}

/**
 * ComponentStatus (and ComponentStatusList) holds the cluster validation info.
 * @deprecated This API is deprecated in v1.19+
 */
export interface ComponentStatus {
  apiVersion?: 'v1';
  kind?: 'ComponentStatus';
  metadata?: metav1.ObjectMeta;
  conditions?: ComponentCondition[];
}

export interface ComponentStatusList {
  apiVersion?: 'v1';
  kind?: 'ComponentStatusList';
  metadata?: metav1.ListMeta;
  items: ComponentStatus[];
}

export type ConditionStatus = 'True' | 'False' | 'Unknown' | (string & {});

/** Holds configuration data for pods to consume. Since Kubernetes 1.2. */
export interface ConfigMap {
  apiVersion?: 'v1';
  kind?: 'ConfigMap';
  metadata?: metav1.ObjectMeta;
  /**
   * Immutable, if set to true, ensures that data stored in the ConfigMap cannot be updated (only object metadata can be
   * modified).
   */
  immutable?: boolean;
  data?: { [key: string]: string };
  binaryData?: { [key: string]: string };
}

export interface ConfigMapEnvSource extends LocalObjectReference {
  optional?: boolean;
}

export interface ConfigMapKeySelector extends LocalObjectReference {
  /** The key to select. */
  key: string;
  optional?: boolean;
}

export interface ConfigMapList {
  apiVersion?: 'v1';
  kind?: 'ConfigMapList';
  metadata?: metav1.ListMeta;
  items: ConfigMap[];
}

export interface ConfigMapNodeConfigSource {
  /** The metadata.namespace of the referenced ConfigMap. */
  namespace: string;
  /** The metadata.name of the referenced ConfigMap. */
  name: string;
  /** The metadata.UID of the referenced ConfigMap. */
  uid?: string;
  /** The metadata.ResourceVersion of the referenced ConfigMap. */
  resourceVersion?: string;
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
  items?: KeyToPath[];
  /** optional specify whether the ConfigMap or its keys must be defined */
  optional?: boolean;
}

export interface ConfigMapVolumeSource extends LocalObjectReference {
  /**
   * items if unspecified, each key-value pair in the Data field of the referenced ConfigMap will be projected into the volume
   * as a file whose name is the key and content is the value.
   */
  items?: KeyToPath[];
  /** defaultMode is optional: mode bits used to set permissions on created files by default. */
  defaultMode?: number;
  /** optional specify whether the ConfigMap or its keys must be defined */
  optional?: boolean;
}

export interface Container {
  /** Name of the container specified as a DNS_LABEL. */
  name: string;
  image?: string;
  /** Entrypoint array. */
  command?: string[];
  /** Arguments to the entrypoint. */
  args?: string[];
  /** Container's working directory. */
  workingDir?: string;
  /** List of ports to expose from the container. */
  ports?: ContainerPort[];
  /** List of sources to populate environment variables in the container. */
  envFrom?: EnvFromSource[];
  /** List of environment variables to set in the container. */
  env?: EnvVar[];
  /** Compute Resources required by this container. */
  resources?: ResourceRequirements;
  /** Feature gate: InPlacePodVerticalScaling. */
  resizePolicy?: ContainerResizePolicy[];
  /** Defines the restart behavior of individual containers in a pod. */
  restartPolicy?: ContainerRestartPolicy;
  /**
   * Represents a list of rules to be checked to determine if the container should be restarted on exit. Feature gate:
   * ContainerRestartRules.
   */
  restartPolicyRules?: ContainerRestartRule[];
  /** Pod volumes to mount into the container's filesystem. */
  volumeMounts?: VolumeMount[];
  /** The list of block devices to be used by the container. */
  volumeDevices?: VolumeDevice[];
  /** Periodic probe of container liveness. */
  livenessProbe?: Probe;
  /** Periodic probe of container service readiness. */
  readinessProbe?: Probe;
  /** Indicates that the Pod has successfully initialized. */
  startupProbe?: Probe;
  /** Actions that the management system should take in response to container lifecycle events. */
  lifecycle?: Lifecycle;
  /**
   * Optional: Path at which the file to which the container's termination message will be written is mounted into the
   * container's filesystem.
   */
  terminationMessagePath?: string;
  /** Indicate how the termination message should be populated. */
  terminationMessagePolicy?: TerminationMessagePolicy;
  imagePullPolicy?: PullPolicy;
  /** Defines the security options the container should be run with. */
  securityContext?: SecurityContext;
  /** Whether this container should allocate a buffer for stdin in the container runtime. */
  stdin?: boolean;
  /** Whether the container runtime should close the stdin channel after it has been opened by a single attach. */
  stdinOnce?: boolean;
  /** Whether this container should allocate a TTY for itself, also requires 'stdin' to be true. */
  tty?: boolean;
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
  names?: string[] | null;
  sizeBytes?: number;
}

export interface ContainerPort {
  /** If specified, this must be an IANA_SVC_NAME and unique within the pod. */
  name?: string;
  /** Number of port to expose on the host. */
  hostPort?: number;
  /** Number of port to expose on the pod's IP address. */
  containerPort: number;
  /** @default 'TCP' */
  protocol?: Protocol;
  /** What host IP to bind the external port to. */
  hostIP?: string;
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
  exitCodes?: ContainerRestartRuleOnExitCodes;
}

export type ContainerRestartRuleAction = 'Restart' | 'RestartAllContainers' | (string & {});

export interface ContainerRestartRuleOnExitCodes {
  /** Represents the relationship between the container exit code(s) and the specified values. */
  operator: ContainerRestartRuleOnExitCodesOperator;
  /** Specifies the set of values to check for container exit codes. */
  values?: number[];
}

export type ContainerRestartRuleOnExitCodesOperator = 'In' | 'NotIn' | (string & {});

export interface ContainerState {
  /** Details about a waiting container */
  waiting?: ContainerStateWaiting;
  /** Details about a running container */
  running?: ContainerStateRunning;
  /** Details about a terminated container */
  terminated?: ContainerStateTerminated;
}

export interface ContainerStateRunning {
  /** Time at which the container was last (re-)started */
  startedAt?: metav1.Time;
}

export interface ContainerStateTerminated {
  /** Exit status from the last termination of the container */
  exitCode: number;
  /** Signal from the last termination of the container */
  signal?: number;
  /** (brief) reason from the last termination of the container */
  reason?: string;
  /** Message regarding the last termination of the container */
  message?: string;
  /** Time at which previous execution of the container started */
  startedAt?: metav1.Time;
  /** Time at which the container last terminated */
  finishedAt?: metav1.Time;
  /** Container's ID in the format '<type>://<container_id>' */
  containerID?: string;
}

export interface ContainerStateWaiting {
  /** (brief) reason the container is not yet running. */
  reason?: string;
  /** Message regarding why the container is not yet running. */
  message?: string;
}

export interface ContainerStatus {
  /** A DNS_LABEL representing the unique name of the container. */
  name: string;
  /** Holds details about the container's current condition. */
  state?: ContainerState;
  /** LastTerminationState holds the last termination state of the container to help debug container crashes and restarts. */
  lastState?: ContainerState;
  /** Specifies whether the container is currently passing its readiness check. */
  ready: boolean;
  /** Holds the number of times the container has been restarted. */
  restartCount: number;
  /** The name of container image that the container is running. */
  image: string;
  /** The image ID of the container's image. */
  imageID: string;
  /** The ID of the container in the format '<type>://<container_id>'. */
  containerID?: string;
  /** Indicates whether the container has finished its postStart lifecycle hook and passed its startup probe. */
  started?: boolean;
  /** Represents the compute resources allocated for this container by the node. */
  allocatedResources?: ResourceList;
  /**
   * Represents the compute resource requests and limits that have been successfully enacted on the running container after it
   * has been started or has been successfully resized. Feature gate: InPlacePodVerticalScaling.
   */
  resources?: ResourceRequirements;
  volumeMounts?: VolumeMountStatus[];
  /**
   * Represents user identity information initially attached to the first process of the container Feature gate:
   * SupplementalGroupsPolicy.
   */
  user?: ContainerUser;
  /** Represents the status of various resources allocated for this Pod. Feature gate: ResourceHealthStatus. */
  allocatedResourcesStatus?: ResourceStatus[];
  /** Reports the effective stop signal for this container Feature gate: ContainerStopSignals. */
  stopSignal?: Signal;
}

export interface ContainerUser {
  /** Holds user identity information initially attached to the first process of the containers in Linux. */
  linux?: LinuxContainerUser;
}

export type DNSPolicy = 'ClusterFirstWithHostNet' | 'ClusterFirst' | 'Default' | 'None' | (string & {});

export interface DaemonEndpoint {
  /** Port number of the given endpoint. */
  Port: number;
}

export interface DownwardAPIProjection {
  /** A list of DownwardAPIVolume file */
  items?: DownwardAPIVolumeFile[];
}

export interface DownwardAPIVolumeFile {
  /** Required: Path is the relative path name of the file to be created. */
  path: string;
  /** Required: Selects a field of the pod: only annotations, labels, name, namespace and uid are supported. */
  fieldRef?: ObjectFieldSelector;
  /**
   * Selects a resource of the container: only resources limits and requests (limits.cpu, limits.memory, requests.cpu and
   * requests.memory) are currently supported.
   */
  resourceFieldRef?: ResourceFieldSelector;
  /**
   * Optional: mode bits used to set permissions on this file, must be an octal value between 0000 and 0777 or a decimal value
   * between 0 and 511.
   */
  mode?: number;
}

export interface DownwardAPIVolumeSource {
  /** A list of downward API volume file */
  items?: DownwardAPIVolumeFile[];
  /** Optional: mode bits to use on created files by default. */
  defaultMode?: number;
}

export interface EmptyDirVolumeSource {
  /** Represents what type of storage medium should back this directory. */
  medium?: StorageMedium;
  /** The total amount of local storage required for this EmptyDir volume. */
  sizeLimit?: metav1.Quantity;
}

export interface EndpointAddress {
  ip: string;
  hostname?: string;
  /** Optional: Node hosting this endpoint. */
  nodeName?: string;
  /** Reference to object providing the endpoint. */
  targetRef?: ObjectReference;
}

export interface EndpointPort {
  name?: string;
  /** The port number of the endpoint. */
  port: number;
  /** The IP protocol for this port. */
  protocol?: Protocol;
  /** The application protocol for this port. */
  appProtocol?: string;
}

export interface EndpointSubset {
  /** IP addresses which offer the related ports that are marked as ready. */
  addresses?: EndpointAddress[];
  /**
   * IP addresses which offer the related ports but are not currently marked as ready because they have not yet finished
   * starting, have recently failed a readiness check, or have recently failed a liveness check.
   */
  notReadyAddresses?: EndpointAddress[];
  /** Port numbers available on the related IP addresses. */
  ports?: EndpointPort[];
}

/**
 * A collection of endpoints that implement the actual service.
 * @deprecated This API is deprecated in v1.33+.
 */
export interface Endpoints {
  apiVersion?: 'v1';
  kind?: 'Endpoints';
  metadata?: metav1.ObjectMeta;
  /** The set of all endpoints is the union of all subsets. */
  subsets?: EndpointSubset[];
}

export interface EndpointsList {
  apiVersion?: 'v1';
  kind?: 'EndpointsList';
  metadata?: metav1.ListMeta;
  items: Endpoints[];
}

export interface EnvFromSource {
  /** Optional text to prepend to the name of each environment variable. */
  prefix?: string;
  /** The ConfigMap to select from */
  configMapRef?: ConfigMapEnvSource;
  /** The Secret to select from */
  secretRef?: SecretEnvSource;
}

export interface EnvVar {
  /** Name of the environment variable. */
  name: string;
  /**
   * Variable references $(VAR_NAME) are expanded using the previously defined environment variables in the container and any
   * service environment variables.
   */
  value?: string;
  /** Source for the environment variable's value. */
  valueFrom?: EnvVarSource;
}

export interface EnvVarSource {
  /**
   * Selects a field of the pod: supports metadata.name, metadata.namespace, `metadata.labels['<KEY>']`,
   * `metadata.annotations['<KEY>']`, spec.nodeName, spec.serviceAccountName, status.hostIP, status.podIP, status.podIPs.
   */
  fieldRef?: ObjectFieldSelector;
  /**
   * Selects a resource of the container: only resources limits and requests (limits.cpu, limits.memory,
   * limits.ephemeral-storage, requests.cpu, requests.memory and requests.ephemeral-storage) are currently supported.
   */
  resourceFieldRef?: ResourceFieldSelector;
  /** Selects a key of a ConfigMap. */
  configMapKeyRef?: ConfigMapKeySelector;
  /** Selects a key of a secret in the pod's namespace */
  secretKeyRef?: SecretKeySelector;
  /** Selects a key of the env file. Feature gate: EnvFiles. */
  fileKeyRef?: FileKeySelector;
}

export interface EphemeralContainer extends EphemeralContainerCommon {
  /** If set, the name of the container from PodSpec that this ephemeral container targets. */
  targetContainerName?: string;
}

export interface EphemeralContainerCommon {
  /** Name of the ephemeral container specified as a DNS_LABEL. */
  name: string;
  image?: string;
  /** Entrypoint array. */
  command?: string[];
  /** Arguments to the entrypoint. */
  args?: string[];
  /** Container's working directory. */
  workingDir?: string;
  /** Ports are not allowed for ephemeral containers. */
  ports?: ContainerPort[];
  /** List of sources to populate environment variables in the container. */
  envFrom?: EnvFromSource[];
  /** List of environment variables to set in the container. */
  env?: EnvVar[];
  /** Resources are not allowed for ephemeral containers. */
  resources?: ResourceRequirements;
  /** Feature gate: InPlacePodVerticalScaling. */
  resizePolicy?: ContainerResizePolicy[];
  /** Restart policy for the container to manage the restart behavior of each container within a pod. */
  restartPolicy?: ContainerRestartPolicy;
  /**
   * Represents a list of rules to be checked to determine if the container should be restarted on exit. Feature gate:
   * ContainerRestartRules.
   */
  restartPolicyRules?: ContainerRestartRule[];
  /** Pod volumes to mount into the container's filesystem. */
  volumeMounts?: VolumeMount[];
  /** The list of block devices to be used by the container. */
  volumeDevices?: VolumeDevice[];
  /** Probes are not allowed for ephemeral containers. */
  livenessProbe?: Probe;
  /** Probes are not allowed for ephemeral containers. */
  readinessProbe?: Probe;
  /** Probes are not allowed for ephemeral containers. */
  startupProbe?: Probe;
  /** Lifecycle is not allowed for ephemeral containers. */
  lifecycle?: Lifecycle;
  /**
   * Optional: Path at which the file to which the container's termination message will be written is mounted into the
   * container's filesystem.
   */
  terminationMessagePath?: string;
  /** Indicate how the termination message should be populated. */
  terminationMessagePolicy?: TerminationMessagePolicy;
  imagePullPolicy?: PullPolicy;
  /** Optional: SecurityContext defines the security options the ephemeral container should be run with. */
  securityContext?: SecurityContext;
  /** Whether this container should allocate a buffer for stdin in the container runtime. */
  stdin?: boolean;
  /** Whether the container runtime should close the stdin channel after it has been opened by a single attach. */
  stdinOnce?: boolean;
  /** Whether this container should allocate a TTY for itself, also requires 'stdin' to be true. */
  tty?: boolean;
}

export interface EphemeralVolumeSource {
  /** Will be used to create a stand-alone PVC to provision the volume. */
  volumeClaimTemplate?: PersistentVolumeClaimTemplate;
}

/** A report of an event somewhere in the cluster. */
export interface Event {
  apiVersion?: 'v1';
  kind?: 'Event';
  metadata: metav1.ObjectMeta;
  /** The object that this event is about. */
  involvedObject: ObjectReference;
  /**
   * This should be a short, machine understandable string that gives the reason for the transition into the object's current
   * status.
   */
  reason?: string;
  /** A human-readable description of the status of this operation. */
  message?: string;
  /** The component reporting this event. */
  source?: EventSource;
  /** The time at which the event was first recorded. */
  firstTimestamp?: metav1.Time;
  /** The time at which the most recent occurrence of this event was recorded. */
  lastTimestamp?: metav1.Time;
  /** The number of times this event has occurred. */
  count?: number;
  /** Type of this event (Normal, Warning), new types could be added in the future */
  type?: string;
  /** Time when this Event was first observed. */
  eventTime?: metav1.MicroTime;
  /** Data about the Event series this event represents or nil if it's a singleton Event. */
  series?: EventSeries;
  /** What action was taken/failed regarding to the Regarding object. */
  action?: string;
  /** Optional secondary object for more complex actions. */
  related?: ObjectReference;
  /** Name of the controller that emitted this Event, e.g. `kubernetes.io/kubelet`. */
  reportingComponent?: string;
  /** ID of the controller instance, e.g. `kubelet-xyzf`. */
  reportingInstance?: string;
}

export interface EventList {
  apiVersion?: 'v1';
  kind?: 'EventList';
  metadata?: metav1.ListMeta;
  items: Event[];
}

export interface EventSeries {
  /** Number of occurrences in this series up to the last heartbeat time */
  count?: number;
  /** Time of the last occurrence observed */
  lastObservedTime?: metav1.MicroTime;
}

export interface EventSource {
  /** Component from which the event is generated. */
  component?: string;
  /** Node name on which the event is generated. */
  host?: string;
}

export interface ExecAction {
  /**
   * The command line to execute inside the container, the working directory for the command is root ('/') in the container's
   * filesystem.
   */
  command?: string[];
}

export interface FCVolumeSource {
  /** targetWWNs is Optional: FC target worldwide names (WWNs) */
  targetWWNs?: string[];
  /** lun is Optional: FC target lun number */
  lun?: number;
  /** The filesystem type to mount. */
  fsType?: string;
  /** readOnly is Optional: Defaults to false (read/write). */
  readOnly?: boolean;
  /**
   * wwids Optional: FC volume world wide identifiers (wwids) Either wwids or combination of targetWWNs and lun must be set, but
   * not both simultaneously.
   */
  wwids?: string[];
}

export interface FileKeySelector {
  /** The name of the volume mount containing the env file. */
  volumeName: string;
  /** The path within the volume from which to select the file. */
  path: string;
  /** The key within the env file. */
  key: string;
  /** @default false */
  optional?: boolean;
}

export interface FlexPersistentVolumeSource {
  driver: string;
  fsType?: string;
  secretRef?: SecretReference;
  readOnly?: boolean;
  options?: { [key: string]: string };
}

export interface FlexVolumeSource {
  driver: string;
  fsType?: string;
  secretRef?: LocalObjectReference;
  readOnly?: boolean;
  options?: { [key: string]: string };
}

export interface FlockerVolumeSource {
  datasetName?: string;
  datasetUUID?: string;
}

export interface GCEPersistentDiskVolumeSource {
  pdName: string;
  fsType?: string;
  partition?: number;
  readOnly?: boolean;
}

export interface GRPCAction {
  /** Port number of the gRPC service. */
  port: number;
  /** The name of the service to place in the gRPC HealthCheckRequest ( */
  service?: string | null;
}

export interface GitRepoVolumeSource {
  repository: string;
  revision?: string;
  directory?: string;
}

export interface GlusterfsPersistentVolumeSource {
  endpoints: string;
  path: string;
  readOnly?: boolean;
  endpointsNamespace?: string;
}

export interface GlusterfsVolumeSource {
  endpoints: string;
  path: string;
  readOnly?: boolean;
}

export interface HTTPGetAction {
  /** Path to access on the HTTP server. */
  path?: string;
  /** Name or number of the port to access on the container. */
  port: metav1.IntOrString;
  /** Host name to connect to, defaults to the pod IP. */
  host?: string;
  /** Scheme to use for connecting to the host. */
  scheme?: URIScheme;
  /** Custom headers to set in the request. */
  httpHeaders?: HTTPHeader[];
}

export interface HTTPHeader {
  name: string;
  value: string;
}

export interface HostAlias {
  /** IP address of the host file entry. */
  ip: string;
  /** Hostnames for the above IP address. */
  hostnames?: string[];
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
  type?: HostPathType;
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
  iscsiInterface?: string;
  /** The filesystem type of the volume that you want to mount. */
  fsType?: string;
  /** readOnly here will force the ReadOnly setting in VolumeMounts. */
  readOnly?: boolean;
  /** The iSCSI Target Portal List. */
  portals?: string[];
  /** Defines whether support iSCSI Discovery CHAP authentication */
  chapAuthDiscovery?: boolean;
  /** Defines whether support iSCSI Session CHAP authentication */
  chapAuthSession?: boolean;
  /** The CHAP Secret for iSCSI target and initiator authentication */
  secretRef?: SecretReference;
  /** The custom iSCSI Initiator Name. */
  initiatorName?: string;
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
  iscsiInterface?: string;
  /** The filesystem type of the volume that you want to mount. */
  fsType?: string;
  /** readOnly here will force the ReadOnly setting in VolumeMounts. */
  readOnly?: boolean;
  /** The iSCSI Target Portal List. */
  portals?: string[];
  /** Defines whether support iSCSI Discovery CHAP authentication */
  chapAuthDiscovery?: boolean;
  /** Defines whether support iSCSI Session CHAP authentication */
  chapAuthSession?: boolean;
  /** The CHAP Secret for iSCSI target and initiator authentication */
  secretRef?: LocalObjectReference;
  /** The custom iSCSI Initiator Name. */
  initiatorName?: string;
}

export interface ImageVolumeSource {
  /** Required: Image or artifact reference to be used. */
  reference?: string;
  /** Policy for pulling OCI objects. */
  pullPolicy?: PullPolicy;
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
  mode?: number;
}

export interface Lifecycle {
  /** PostStart is called immediately after a container is created. */
  postStart?: LifecycleHandler;
  /**
   * PreStop is called immediately before a container is terminated due to an API request or management event such as
   * liveness/startup probe failure, preemption, resource contention, etc. The handler is not called if the container crashes or
   * exits.
   */
  preStop?: LifecycleHandler;
  /** Defines which signal will be sent to a container when it is being stopped. */
  stopSignal?: Signal;
}

export interface LifecycleHandler {
  /** Specifies a command to execute in the container. */
  exec?: ExecAction;
  /** Specifies an HTTP GET request to perform. */
  httpGet?: HTTPGetAction;
  /** @deprecated TCPSocket is NOT supported as a LifecycleHandler and kept for backward compatibility. */
  tcpSocket?: TCPSocketAction;
  /** Represents a duration that the container should sleep. */
  sleep?: SleepAction;
}

/** Sets resource usage limits for each kind of resource in a Namespace. */
export interface LimitRange {
  apiVersion?: 'v1';
  kind?: 'LimitRange';
  metadata?: metav1.ObjectMeta;
  /** Defines the limits enforced. */
  spec?: LimitRangeSpec;
}

export interface LimitRangeItem {
  /** Type of resource that this limit applies to. */
  type: LimitType;
  /** Max usage constraints on this kind by resource name. */
  max?: ResourceList;
  /** Min usage constraints on this kind by resource name. */
  min?: ResourceList;
  /** Default resource requirement limit value by resource name if resource limit is omitted. */
  default?: ResourceList;
  /** The default resource requirement request value by resource name if resource request is omitted. */
  defaultRequest?: ResourceList;
  /**
   * MaxLimitRequestRatio if specified, the named resource must have a request and limit that are both non-zero where limit
   * divided by request is less than or equal to the enumerated value; this represents the max burst for the named resource.
   */
  maxLimitRequestRatio?: ResourceList;
}

export interface LimitRangeList {
  apiVersion?: 'v1';
  kind?: 'LimitRangeList';
  metadata?: metav1.ListMeta;
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
  supplementalGroups?: number[];
}

export type LoadBalancerIPMode = 'VIP' | 'Proxy' | (string & {});

export interface LoadBalancerIngress {
  /** IP is set for load-balancer ingress points that are IP based (typically GCE or OpenStack load-balancers) */
  ip?: string;
  /** Hostname is set for load-balancer ingress points that are DNS based (typically AWS load-balancers) */
  hostname?: string;
  /** Specifies how the load-balancer IP behaves, and may only be specified when the ip field is specified. */
  ipMode?: LoadBalancerIPMode;
  /** A list of records of service ports If used, every port defined in the service should have an entry in it */
  ports?: PortStatus[];
}

export interface LoadBalancerStatus {
  /** A list containing ingress points for the load-balancer. */
  ingress?: LoadBalancerIngress[];
}

export interface LocalObjectReference {
  /** Name of the referent. */
  name?: string;
}

export interface LocalVolumeSource {
  /** path of the full path to the volume on the node. */
  path: string;
  /** The filesystem type to mount. */
  fsType?: string;
}

export interface ModifyVolumeStatus {
  /** The name of the VolumeAttributesClass the PVC currently being reconciled */
  targetVolumeAttributesClassName?: string;
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
  readOnly?: boolean;
}

/** Provides a scope for Names. */
export interface Namespace {
  apiVersion?: 'v1';
  kind?: 'Namespace';
  metadata?: metav1.ObjectMeta;
  spec?: NamespaceSpec;
  status?: NamespaceStatus;
}

export interface NamespaceCondition {
  /** Type of namespace controller condition. */
  type: NamespaceConditionType;
  /** Status of the condition, one of True, False, Unknown. */
  status: ConditionStatus;
  /** Last time the condition transitioned from one status to another. */
  lastTransitionTime?: metav1.Time;
  /** Unique, one-word, CamelCase reason for the condition's last transition. */
  reason?: string;
  /** Human-readable message indicating details about last transition. */
  message?: string;
}

export type NamespaceConditionType = 'NamespaceDeletionDiscoveryFailure' | 'NamespaceDeletionContentFailure' | 'NamespaceDeletionGroupVersionParsingFailure' | 'NamespaceContentRemaining' | 'NamespaceFinalizersRemaining' | (string & {});

export interface NamespaceList {
  apiVersion?: 'v1';
  kind?: 'NamespaceList';
  metadata?: metav1.ListMeta;
  items: Namespace[];
}

export type NamespacePhase = 'Active' | 'Terminating' | (string & {});

export interface NamespaceSpec {
  /** An opaque list of values that must be empty to permanently remove object from storage. */
  finalizers?: string[];
}

export interface NamespaceStatus {
  /** The current lifecycle phase of the namespace. */
  phase?: NamespacePhase;
  /** Represents the latest available observations of a namespace's current state. */
  conditions?: NamespaceCondition[];
}

/** A worker node in Kubernetes. */
export interface Node {
  apiVersion?: 'v1';
  kind?: 'Node';
  metadata?: metav1.ObjectMeta;
  /**
   * Defines the behavior of a node.
   * https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#spec-and-status
   */
  spec?: NodeSpec;
  status?: NodeStatus;
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
  requiredDuringSchedulingIgnoredDuringExecution?: NodeSelector;
  /**
   * The scheduler will prefer to schedule pods to nodes that satisfy the affinity expressions specified by this field, but it
   * may choose a node that violates one or more of the expressions.
   */
  preferredDuringSchedulingIgnoredDuringExecution?: PreferredSchedulingTerm[];
}

export interface NodeAllocatableResourceClaimStatus {
  /** The resource claim referenced by the pod that resulted in this node allocatable resource allocation. */
  resourceClaimName: string;
  /** Lists the names of all containers in this pod that reference the claim. */
  containers?: string[];
  /** A map of the node-allocatable resource name to the aggregate quantity allocated to the claim. */
  resources: { [key: string]: metav1.Quantity };
}

export interface NodeCondition {
  type: NodeConditionType;
  /** Status of the condition, one of True, False, Unknown. */
  status: ConditionStatus;
  /** Last time we got an update on a given condition. */
  lastHeartbeatTime?: metav1.Time;
  /** Last time the condition transit from one status to another. */
  lastTransitionTime?: metav1.Time;
  /** (brief) reason for the condition's last transition. */
  reason?: string;
  /** Human readable message indicating details about last transition. */
  message?: string;
}

export type NodeConditionType = 'Ready' | 'MemoryPressure' | 'DiskPressure' | 'PIDPressure' | 'NetworkUnavailable' | (string & {});

export interface NodeConfigSource {
  /** A reference to a Node's ConfigMap */
  configMap?: ConfigMapNodeConfigSource;
}

export interface NodeConfigStatus {
  /** Reports the checkpointed config the node will try to use. */
  assigned?: NodeConfigSource;
  /** Reports the checkpointed config the node is actively using. */
  active?: NodeConfigSource;
  /**
   * Reports the checkpointed config the node will fall back to when it encounters an error attempting to use the Assigned
   * config.
   */
  lastKnownGood?: NodeConfigSource;
  /** Describes any problems reconciling the Spec.ConfigSource to the Active config. */
  error?: string;
}

export interface NodeDaemonEndpoints {
  /** Endpoint on which Kubelet is listening. */
  kubeletEndpoint?: DaemonEndpoint;
}

export interface NodeFeatures {
  /** SupplementalGroupsPolicy is set to true if the runtime supports SupplementalGroupsPolicy and ContainerUser. */
  supplementalGroupsPolicy?: boolean;
}

export type NodeInclusionPolicy = 'Ignore' | 'Honor' | (string & {});

export interface NodeList {
  apiVersion?: 'v1';
  kind?: 'NodeList';
  metadata?: metav1.ListMeta;
  items: Node[];
}

export type NodePhase = 'Pending' | 'Running' | 'Terminated' | (string & {});

export interface NodeRuntimeHandler {
  name?: string;
  /** Supported features. */
  features?: NodeRuntimeHandlerFeatures;
}

export interface NodeRuntimeHandlerFeatures {
  /** RecursiveReadOnlyMounts is set to true if the runtime handler supports RecursiveReadOnlyMounts. */
  recursiveReadOnlyMounts?: boolean;
  /** UserNamespaces is set to true if the runtime handler supports UserNamespaces, including for volumes. */
  userNamespaces?: boolean;
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
  values?: string[];
}

export interface NodeSelectorTerm {
  /** A list of node selector requirements by node's labels. */
  matchExpressions?: NodeSelectorRequirement[];
  /** A list of node selector requirements by node's fields. */
  matchFields?: NodeSelectorRequirement[];
}

export interface NodeSpec {
  /** Represents the pod IP range assigned to the node. */
  podCIDR?: string;
  /** Represents the IP ranges assigned to the node for usage by Pods on that node. */
  podCIDRs?: string[];
  /** ID of the node assigned by the cloud provider in the format: <ProviderName>://<ProviderSpecificNodeID> */
  providerID?: string;
  /** Controls node schedulability of new pods. */
  unschedulable?: boolean;
  /** If specified, the node's taints. */
  taints?: Taint[];
  /** @deprecated Previously used to specify the source of the node's configuration for the DynamicKubeletConfig feature. */
  configSource?: NodeConfigSource;
  /** @deprecated Not all kubelets will set this field. */
  externalID?: string;
}

export interface NodeStatus {
  /** Represents the total resources of a node. */
  capacity?: ResourceList;
  /** Represents the resources of a node that are available for scheduling. */
  allocatable?: ResourceList;
  /** NodePhase is the recently observed lifecycle phase of the node. */
  phase?: NodePhase;
  /** An array of current observed node conditions. */
  conditions?: NodeCondition[];
  /** List of addresses reachable to the node. */
  addresses?: NodeAddress[];
  /** Endpoints of daemons running on the Node. */
  daemonEndpoints?: NodeDaemonEndpoints;
  /** Set of ids/uuids to uniquely identify the node. */
  nodeInfo?: NodeSystemInfo;
  /** List of container images on this node */
  images?: ContainerImage[];
  /** List of attachable volumes in use (mounted) by the node. */
  volumesInUse?: string[];
  volumesAttached?: AttachedVolume[];
  /** Status of the config assigned to the node via the dynamic Kubelet config feature. */
  config?: NodeConfigStatus;
  /** The available runtime handlers. */
  runtimeHandlers?: NodeRuntimeHandler[];
  /** Describes the set of features implemented by the CRI implementation. Feature gate: SupplementalGroupsPolicy. */
  features?: NodeFeatures;
  /** Represents the features related to feature gates that are declared by the node. Feature gate: NodeDeclaredFeatures. */
  declaredFeatures?: string[];
}

export interface NodeSwapStatus {
  /** Total amount of swap memory in bytes. */
  capacity?: number;
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
  swap?: NodeSwapStatus;
}

export type OSName = 'linux' | 'windows' | (string & {});

export interface ObjectFieldSelector {
  /** Version of the schema the FieldPath is written in terms of, defaults to "v1". */
  apiVersion?: string;
  /** Path of the field to select in the specified API version. */
  fieldPath: string;
}

export interface ObjectReference {
  /** Kind of the referent. */
  kind?: string;
  /** Namespace of the referent. */
  namespace?: string;
  /** Name of the referent. */
  name?: string;
  /** UID of the referent. */
  uid?: string;
  /** API version of the referent. */
  apiVersion?: string;
  /** Specific resourceVersion to which this reference is made, if any. */
  resourceVersion?: string;
  /**
   * If referring to a piece of an object instead of an entire object, this string should contain a valid JSON/Go field access
   * statement, such as desiredState.manifest.containers[2].
   */
  fieldPath?: string;
}

/** PersistentVolume (PV) is a storage resource provisioned by an administrator. */
export interface PersistentVolume {
  apiVersion?: 'v1';
  kind?: 'PersistentVolume';
  metadata?: metav1.ObjectMeta;
  /** Defines a specification of a persistent volume owned by the cluster. */
  spec?: PersistentVolumeSpec;
  status?: PersistentVolumeStatus;
}

export type PersistentVolumeAccessMode = 'ReadWriteOnce' | 'ReadOnlyMany' | 'ReadWriteMany' | 'ReadWriteOncePod' | (string & {});

/** A user's request for and claim to a persistent volume */
export interface PersistentVolumeClaim {
  apiVersion?: 'v1';
  kind?: 'PersistentVolumeClaim';
  metadata?: metav1.ObjectMeta;
  /** Defines the desired characteristics of a volume requested by a pod author. */
  spec?: PersistentVolumeClaimSpec;
  status?: PersistentVolumeClaimStatus;
}

export interface PersistentVolumeClaimCondition {
  type: PersistentVolumeClaimConditionType;
  status: ConditionStatus;
  /** The time we probed the condition. */
  lastProbeTime?: metav1.Time;
  /** The time the condition transitioned from one status to another. */
  lastTransitionTime?: metav1.Time;
  /** A unique, this should be a short, machine understandable string that gives the reason for condition's last transition. */
  reason?: string;
  /** The human-readable message indicating details about last transition. */
  message?: string;
}

export type PersistentVolumeClaimConditionType = 'Resizing' | 'FileSystemResizePending' | 'ControllerResizeError' | 'NodeResizeError' | 'ModifyVolumeError' | 'ModifyingVolume' | 'Unused' | (string & {});

export interface PersistentVolumeClaimList {
  apiVersion?: 'v1';
  kind?: 'PersistentVolumeClaimList';
  metadata?: metav1.ListMeta;
  items: PersistentVolumeClaim[];
}

export type PersistentVolumeClaimModifyVolumeStatus = 'Pending' | 'InProgress' | 'Infeasible' | (string & {});

export type PersistentVolumeClaimPhase = 'Pending' | 'Bound' | 'Lost' | (string & {});

export interface PersistentVolumeClaimSpec {
  accessModes?: PersistentVolumeAccessMode[];
  /** A label query over volumes to consider for binding. */
  selector?: metav1.LabelSelector;
  /** Represents the minimum resources the volume should have. */
  resources?: VolumeResourceRequirements;
  /** The binding reference to the PersistentVolume backing this claim. */
  volumeName?: string;
  /** The name of the StorageClass required by the claim. */
  storageClassName?: string;
  /** Defines what type of volume is required by the claim. */
  volumeMode?: PersistentVolumeMode;
  /**
   * dataSource field can be used to specify either: * An existing VolumeSnapshot object
   * (snapshot.storage.k8s.io/VolumeSnapshot) * An existing PVC (PersistentVolumeClaim) If the provisioner or an external
   * controller can support the specified data source, it will create a new volume based on the contents of the specified data
   * source.
   */
  dataSource?: TypedLocalObjectReference;
  /** Specifies the object from which to populate the volume with data, if a non-empty volume is desired. */
  dataSourceRef?: TypedObjectReference;
  /** Feature gate: VolumeAttributesClass. */
  volumeAttributesClassName?: string;
}

export interface PersistentVolumeClaimStatus {
  phase?: PersistentVolumeClaimPhase;
  /** Contains the actual access modes the volume backing the PVC has. */
  accessModes?: PersistentVolumeAccessMode[];
  /** Represents the actual resources of the underlying volume. */
  capacity?: ResourceList;
  conditions?: PersistentVolumeClaimCondition[];
  /** Tracks the resources allocated to a PVC including its capacity. */
  allocatedResources?: ResourceList;
  /** Stores status of resource being resized for the given PVC. */
  allocatedResourceStatuses?: { [key: string]: ClaimResourceStatus };
  /** The current name of the VolumeAttributesClass the PVC is using. Feature gate: VolumeAttributesClass. */
  currentVolumeAttributesClassName?: string;
  /** Represents the status object of ControllerModifyVolume operation. Feature gate: VolumeAttributesClass. */
  modifyVolumeStatus?: ModifyVolumeStatus;
}

export interface PersistentVolumeClaimTemplate {
  metadata?: metav1.ObjectMeta;
  spec: PersistentVolumeClaimSpec;
}

export interface PersistentVolumeClaimVolumeSource {
  /** The name of a PersistentVolumeClaim in the same namespace as the pod using this volume. */
  claimName: string;
  /** readOnly Will force the ReadOnly setting in VolumeMounts. */
  readOnly?: boolean;
}

export interface PersistentVolumeList {
  apiVersion?: 'v1';
  kind?: 'PersistentVolumeList';
  metadata?: metav1.ListMeta;
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
  gcePersistentDisk?: GCEPersistentDiskVolumeSource;
  /**
   * Represents an AWS Disk resource that is attached to a kubelet's host machine and then exposed to the pod.
   * @deprecated AWSElasticBlockStore is deprecated.
   */
  awsElasticBlockStore?: AWSElasticBlockStoreVolumeSource;
  /** Represents a directory on the host. */
  hostPath?: HostPathVolumeSource;
  /**
   * Represents a Glusterfs volume that is attached to a host and exposed to the pod.
   * @deprecated Glusterfs is deprecated and the in-tree glusterfs type is no longer supported.
   */
  glusterfs?: GlusterfsPersistentVolumeSource;
  /** Represents an NFS mount on the host. */
  nfs?: NFSVolumeSource;
  /**
   * Represents a Rados Block Device mount on the host that shares a pod's lifetime.
   * @deprecated RBD is deprecated and the in-tree rbd type is no longer supported.
   */
  rbd?: RBDPersistentVolumeSource;
  /** Represents an ISCSI Disk resource that is attached to a kubelet's host machine and then exposed to the pod. */
  iscsi?: ISCSIPersistentVolumeSource;
  /**
   * Represents a cinder volume attached and mounted on kubelets host machine.
   * @deprecated Cinder is deprecated.
   */
  cinder?: CinderPersistentVolumeSource;
  /**
   * Represents a Ceph FS mount on the host that shares a pod's lifetime.
   * @deprecated CephFS is deprecated and the in-tree cephfs type is no longer supported.
   */
  cephfs?: CephFSPersistentVolumeSource;
  /** Represents a Fibre Channel resource that is attached to a kubelet's host machine and then exposed to the pod. */
  fc?: FCVolumeSource;
  /**
   * Represents a Flocker volume attached to a kubelet's host machine and exposed to the pod for its usage.
   * @deprecated Flocker is deprecated and the in-tree flocker type is no longer supported.
   */
  flocker?: FlockerVolumeSource;
  /**
   * Represents a generic volume resource that is provisioned/attached using an exec based plugin.
   * @deprecated FlexVolume is deprecated.
   */
  flexVolume?: FlexPersistentVolumeSource;
  /**
   * Represents an Azure File Service mount on the host and bind mount to the pod.
   * @deprecated AzureFile is deprecated.
   */
  azureFile?: AzureFilePersistentVolumeSource;
  /**
   * Represents a vSphere volume attached and mounted on kubelets host machine.
   * @deprecated VsphereVolume is deprecated.
   */
  vsphereVolume?: VsphereVirtualDiskVolumeSource;
  /**
   * Represents a Quobyte mount on the host that shares a pod's lifetime.
   * @deprecated Quobyte is deprecated and the in-tree quobyte type is no longer supported.
   */
  quobyte?: QuobyteVolumeSource;
  /**
   * Represents an Azure Data Disk mount on the host and bind mount to the pod.
   * @deprecated AzureDisk is deprecated.
   */
  azureDisk?: AzureDiskVolumeSource;
  /**
   * Represents a PhotonController persistent disk attached and mounted on kubelets host machine.
   * @deprecated PhotonPersistentDisk is deprecated and the in-tree photonPersistentDisk type is no longer supported.
   */
  photonPersistentDisk?: PhotonPersistentDiskVolumeSource;
  /**
   * Represents a portworx volume attached and mounted on kubelets host machine.
   * @deprecated PortworxVolume is deprecated.
   */
  portworxVolume?: PortworxVolumeSource;
  /**
   * Represents a ScaleIO persistent volume attached and mounted on Kubernetes nodes.
   * @deprecated ScaleIO is deprecated and the in-tree scaleIO type is no longer supported.
   */
  scaleIO?: ScaleIOPersistentVolumeSource;
  /** Represents directly-attached storage with node affinity */
  local?: LocalVolumeSource;
  /**
   * Represents a StorageOS volume that is attached to the kubelet's host machine and mounted into the pod.
   * @deprecated StorageOS is deprecated and the in-tree storageos type is no longer supported.
   */
  storageos?: StorageOSPersistentVolumeSource;
  /** Represents storage that is handled by an external CSI driver. */
  csi?: CSIPersistentVolumeSource;
}

export interface PersistentVolumeSpec extends PersistentVolumeSource {
  /** The description of the persistent volume's resources and capacity. */
  capacity?: ResourceList;
  /** Contains all ways the volume can be mounted. */
  accessModes?: PersistentVolumeAccessMode[];
  /** claimRef is part of a bi-directional binding between PersistentVolume and PersistentVolumeClaim. */
  claimRef?: ObjectReference;
  /** Defines what happens to a persistent volume when released from its claim. */
  persistentVolumeReclaimPolicy?: PersistentVolumeReclaimPolicy;
  /** The name of StorageClass to which this persistent volume belongs. */
  storageClassName?: string;
  /** The list of mount options, e.g. ["ro", "soft"]. */
  mountOptions?: string[];
  /** Defines if a volume is intended to be used with a formatted filesystem or to remain in raw block state. */
  volumeMode?: PersistentVolumeMode;
  /** Defines constraints that limit what nodes this volume can be accessed from. */
  nodeAffinity?: VolumeNodeAffinity;
  /** Name of VolumeAttributesClass to which this persistent volume belongs. Feature gate: VolumeAttributesClass. */
  volumeAttributesClassName?: string;
}

export interface PersistentVolumeStatus {
  /** Indicates if a volume is available, bound to a claim, or released by a claim. */
  phase?: PersistentVolumePhase;
  /** A human-readable message indicating details about why the volume is in this state. */
  message?: string;
  /** A brief CamelCase string that describes any failure and is meant for machine parsing and tidy display in the CLI. */
  reason?: string;
  /**
   * The time the phase transitioned from one to another and automatically resets to current time everytime a volume phase
   * transitions.
   */
  lastPhaseTransitionTime?: metav1.Time;
}

export interface PhotonPersistentDiskVolumeSource {
  pdID: string;
  fsType?: string;
}

/** A collection of containers that can run on a host. */
export interface Pod {
  apiVersion?: 'v1';
  kind?: 'Pod';
  metadata?: metav1.ObjectMeta;
  spec?: PodSpec;
  status?: PodStatus;
}

export interface PodAffinity {
  /**
   * If the affinity requirements specified by this field are not met at scheduling time, the pod will not be scheduled onto the
   * node.
   */
  requiredDuringSchedulingIgnoredDuringExecution?: PodAffinityTerm[];
  /**
   * The scheduler will prefer to schedule pods to nodes that satisfy the affinity expressions specified by this field, but it
   * may choose a node that violates one or more of the expressions.
   */
  preferredDuringSchedulingIgnoredDuringExecution?: WeightedPodAffinityTerm[];
}

export interface PodAffinityTerm {
  /** A label query over a set of resources, in this case pods. */
  labelSelector?: metav1.LabelSelector;
  /** Specifies a static list of namespace names that the term applies to. */
  namespaces?: string[];
  /**
   * This pod should be co-located (affinity) or not co-located (anti-affinity) with the pods matching the labelSelector in the
   * specified namespaces, where co-located is defined as running on a node whose value of the label with key topologyKey
   * matches that of any node on which any of the selected pods is running.
   */
  topologyKey: string;
  /** A label query over the set of namespaces that the term applies to. */
  namespaceSelector?: metav1.LabelSelector;
  /** A set of pod label keys to select which pods will be taken into consideration. */
  matchLabelKeys?: string[];
  /** A set of pod label keys to select which pods will be taken into consideration. */
  mismatchLabelKeys?: string[];
}

export interface PodAntiAffinity {
  /**
   * If the anti-affinity requirements specified by this field are not met at scheduling time, the pod will not be scheduled
   * onto the node.
   */
  requiredDuringSchedulingIgnoredDuringExecution?: PodAffinityTerm[];
  /**
   * The scheduler will prefer to schedule pods to nodes that satisfy the anti-affinity expressions specified by this field, but
   * it may choose a node that violates one or more of the expressions.
   */
  preferredDuringSchedulingIgnoredDuringExecution?: WeightedPodAffinityTerm[];
}

export interface PodCertificateProjection {
  /** Kubelet's generated CSRs will be addressed to this signer. */
  signerName: string;
  /** The type of keypair Kubelet will generate for the pod. */
  keyType: string;
  /** The maximum lifetime permitted for the certificate. */
  maxExpirationSeconds?: number;
  /** Write the credential bundle at this path in the projected volume. */
  credentialBundlePath?: string;
  /** Write the key at this path in the projected volume. */
  keyPath?: string;
  /** Write the certificate chain at this path in the projected volume. */
  certificateChainPath?: string;
  /** userAnnotations allow pod authors to pass additional information to the signer implementation. */
  userAnnotations?: { [key: string]: string };
}

export interface PodCondition {
  type: PodConditionType;
  /** If set, this represents the .metadata.generation that the pod condition was set based upon. */
  observedGeneration?: number;
  status: ConditionStatus;
  /** Last time we probed the condition. */
  lastProbeTime?: metav1.Time;
  /** Last time the condition transitioned from one status to another. */
  lastTransitionTime?: metav1.Time;
  /** Unique, one-word, CamelCase reason for the condition's last transition. */
  reason?: string;
  /** Human-readable message indicating details about last transition. */
  message?: string;
}

export type PodConditionType = 'ContainersReady' | 'Initialized' | 'Ready' | 'PodScheduled' | 'DisruptionTarget' | 'PodReadyToStartContainers' | 'PodResizePending' | 'PodResizeInProgress' | 'AllContainersRestarting' | (string & {});

export interface PodDNSConfig {
  /** A list of DNS name server IP addresses. */
  nameservers?: string[];
  /** A list of DNS search domains for host-name lookup. */
  searches?: string[];
  /** A list of DNS resolver options. */
  options?: PodDNSConfigOption[];
}

export interface PodDNSConfigOption {
  /** Name is this DNS resolver option's name. */
  name?: string;
  /** Value is this DNS resolver option's value. */
  value?: string;
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
  apiVersion?: 'v1';
  kind?: 'PodList';
  metadata?: metav1.ListMeta;
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
  resourceClaimName?: string;
  /** The name of a ResourceClaimTemplate object in the same namespace as this pod. */
  resourceClaimTemplateName?: string;
}

export interface PodResourceClaimStatus {
  /** Name uniquely identifies this resource claim inside the pod. */
  name: string;
  /** The name of the ResourceClaim that was generated for the Pod in the namespace of the Pod. */
  resourceClaimName?: string;
}

export type PodSELinuxChangePolicy = 'Recursive' | 'MountOption' | (string & {});

export interface PodSchedulingGate {
  name: string;
}

export interface PodSchedulingGroup {
  /** Specifies the name of the standalone PodGroup object that represents the runtime instance of this group. */
  podGroupName?: string;
}

export interface PodSecurityContext {
  /** The SELinux context to be applied to all containers. */
  seLinuxOptions?: SELinuxOptions;
  /** The Windows specific settings applied to all containers. */
  windowsOptions?: WindowsSecurityContextOptions;
  /** The UID to run the entrypoint of the container process. */
  runAsUser?: number;
  /** The GID to run the entrypoint of the container process. */
  runAsGroup?: number;
  /** Indicates that the container must run as a non-root user. */
  runAsNonRoot?: boolean;
  /**
   * A list of groups applied to the first process run in each container, in addition to the container's primary GID and fsGroup
   * (if specified).
   */
  supplementalGroups?: number[];
  /**
   * Defines how supplemental groups of the first container processes are calculated. Feature gate: SupplementalGroupsPolicy.
   */
  supplementalGroupsPolicy?: SupplementalGroupsPolicy;
  /** A special supplemental group that applies to all containers in a pod. */
  fsGroup?: number;
  /** Sysctls hold a list of namespaced sysctls used for the pod. */
  sysctls?: Sysctl[];
  /** Defines behavior of changing ownership and permission of the volume before being exposed inside Pod. */
  fsGroupChangePolicy?: PodFSGroupChangePolicy;
  /** The seccomp options to use by the containers in this pod. */
  seccompProfile?: SeccompProfile;
  /** The AppArmor options to use by the containers in this pod. */
  appArmorProfile?: AppArmorProfile;
  /** Defines how the container's SELinux label is applied to all volumes used by the Pod. Feature gate: SELinuxChangePolicy. */
  seLinuxChangePolicy?: PodSELinuxChangePolicy;
}

export interface PodSpec {
  /** List of volumes that can be mounted by containers belonging to the pod. */
  volumes?: Volume[];
  /** List of initialization containers belonging to the pod. */
  initContainers?: Container[];
  /** List of containers belonging to the pod. */
  containers: Container[];
  /** List of ephemeral containers run in this pod. */
  ephemeralContainers?: EphemeralContainer[];
  /** Restart policy for all containers within the pod. */
  restartPolicy?: RestartPolicy;
  /** Optional duration in seconds the pod needs to terminate gracefully. */
  terminationGracePeriodSeconds?: number;
  /**
   * Optional duration in seconds the pod may be active on the node relative to StartTime before the system will actively try to
   * mark it failed and kill associated containers.
   */
  activeDeadlineSeconds?: number;
  dnsPolicy?: DNSPolicy;
  /** A selector which must be true for the pod to fit on a node. */
  nodeSelector?: { [key: string]: string };
  /** The name of the ServiceAccount to use to run this pod. */
  serviceAccountName?: string;
  /**
   * DeprecatedServiceAccount is a deprecated alias for ServiceAccountName.
   * @deprecated Use serviceAccountName instead.
   */
  serviceAccount?: string;
  /** Indicates whether a service account token should be automatically mounted. */
  automountServiceAccountToken?: boolean;
  /** Indicates in which node this pod is scheduled. */
  nodeName?: string;
  /** Host networking requested for this pod. */
  hostNetwork?: boolean;
  /** Use the host's pid namespace. */
  hostPID?: boolean;
  /** Use the host's ipc namespace. */
  hostIPC?: boolean;
  /** Share a single process namespace between all of the containers in a pod. */
  shareProcessNamespace?: boolean;
  /** Holds pod-level security attributes and common container settings. */
  securityContext?: PodSecurityContext;
  /**
   * An optional list of references to secrets in the same namespace to use for pulling any of the images used by this PodSpec.
   */
  imagePullSecrets?: LocalObjectReference[];
  /** Specifies the hostname of the Pod If not specified, the pod's hostname will be set to a system-defined value. */
  hostname?: string;
  /** If specified, the fully qualified Pod hostname will be "<hostname>.<subdomain>.<pod namespace>.svc.<cluster domain>". */
  subdomain?: string;
  /** If specified, the pod's scheduling constraints */
  affinity?: Affinity;
  /** If specified, the pod will be dispatched by specified scheduler. */
  schedulerName?: string;
  /** If specified, the pod's tolerations. */
  tolerations?: Toleration[];
  /** An optional list of hosts and IPs that will be injected into the pod's hosts file if specified. */
  hostAliases?: HostAlias[];
  /** If specified, indicates the pod's priority. */
  priorityClassName?: string;
  priority?: number;
  /** Specifies the DNS parameters of a pod. */
  dnsConfig?: PodDNSConfig;
  /** If specified, all readiness gates will be evaluated for pod readiness. */
  readinessGates?: PodReadinessGate[];
  /** Refers to a RuntimeClass object in the node.k8s.io group, which should be used to run this pod. */
  runtimeClassName?: string;
  /**
   * Indicates whether information about services should be injected into pod's environment variables, matching the syntax of
   * Docker links.
   */
  enableServiceLinks?: boolean;
  /** The Policy for preempting pods with lower priority. */
  preemptionPolicy?: PreemptionPolicy;
  /** Represents the resource overhead associated with running a pod for a given RuntimeClass. */
  overhead?: ResourceList;
  /** Describes how a group of pods ought to spread across topology domains. */
  topologySpreadConstraints?: TopologySpreadConstraint[];
  /** If true the pod's hostname will be configured as the pod's FQDN, rather than the leaf name (the default). */
  setHostnameAsFQDN?: boolean;
  /** Specifies the OS of the containers in the pod. */
  os?: PodOS;
  /** Use the host's user namespace. */
  hostUsers?: boolean;
  /** An opaque list of values that if specified will block scheduling the pod. */
  schedulingGates?: PodSchedulingGate[];
  /**
   * Defines which ResourceClaims must be allocated and reserved before the Pod is allowed to start. Feature gate:
   * DynamicResourceAllocation.
   */
  resourceClaims?: PodResourceClaim[];
  /** The total amount of CPU and Memory resources required by all containers in the pod. Feature gate: PodLevelResources. */
  resources?: ResourceRequirements;
  /** Specifies an explicit override for the pod's hostname as perceived by the pod. Feature gate: HostnameOverride. */
  hostnameOverride?: string;
  /**
   * Provides a reference to the immediate scheduling runtime grouping object that this Pod belongs to. Feature gate:
   * GenericWorkload.
   */
  schedulingGroup?: PodSchedulingGroup;
}

export interface PodStatus {
  /** If set, this represents the .metadata.generation that the pod status was set based upon. */
  observedGeneration?: number;
  /** The phase of a Pod is a simple, high-level summary of where the Pod is in its lifecycle. */
  phase?: PodPhase;
  /** Current service state of pod. */
  conditions?: PodCondition[];
  /** A human readable message indicating details about why the pod is in this condition. */
  message?: string;
  /** A brief CamelCase message indicating details about why the pod is in this state. e.g. 'Evicted' */
  reason?: string;
  /**
   * nominatedNodeName is set only when this pod preempts other pods on the node, but it cannot be scheduled right away as
   * preemption victims receive their graceful termination periods.
   */
  nominatedNodeName?: string;
  /** Holds the IP address of the host to which the pod is assigned. */
  hostIP?: string;
  /** Holds the IP addresses allocated to the host. */
  hostIPs?: HostIP[];
  /** podIP address allocated to the pod. */
  podIP?: string;
  /** Holds the IP addresses allocated to the pod. */
  podIPs?: PodIP[];
  /** RFC 3339 date and time at which the object was acknowledged by the Kubelet. */
  startTime?: metav1.Time;
  initContainerStatuses?: ContainerStatus[];
  containerStatuses?: ContainerStatus[];
  /**
   * The Quality of Service (QOS) classification assigned to the pod based on resource requirements See PodQOSClass type for
   * available QOS classes
   */
  qosClass?: PodQOSClass;
  /** Statuses for any ephemeral containers that have run in this pod. */
  ephemeralContainerStatuses?: ContainerStatus[];
  /**
   * Status of resources resize desired for pod's containers. Feature gate: InPlacePodVerticalScaling.
   * @deprecated Resize status is moved to two pod conditions PodResizePending and PodResizeInProgress.
   */
  resize?: PodResizeStatus;
  /** Feature gate: DynamicResourceAllocation. */
  resourceClaimStatuses?: PodResourceClaimStatus[];
  /** Status of extended resource claim backed by DRA. Feature gate: DRAExtendedResource. */
  extendedResourceClaimStatus?: PodExtendedResourceClaimStatus;
  /** The total requests allocated for this pod by the node. Feature gate: InPlacePodLevelResourcesVerticalScaling. */
  allocatedResources?: ResourceList;
  /**
   * Represents the compute resource requests and limits that have been applied at the pod level if pod-level requests or limits
   * are set in PodSpec.Resources Feature gate: InPlacePodLevelResourcesVerticalScaling.
   */
  resources?: ResourceRequirements;
  /**
   * Contains the status of node-allocatable resources that were allocated for this pod through DRA claims. Feature gate:
   * DRANodeAllocatableResources.
   */
  nodeAllocatableResourceClaimStatuses?: NodeAllocatableResourceClaimStatus[];
}

/** Describes a template for creating copies of a predefined pod. */
export interface PodTemplate {
  apiVersion?: 'v1';
  kind?: 'PodTemplate';
  metadata?: metav1.ObjectMeta;
  /**
   * Defines the pods that will be created from this pod template.
   * https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#spec-and-status
   */
  template?: PodTemplateSpec;
}

export interface PodTemplateList {
  apiVersion?: 'v1';
  kind?: 'PodTemplateList';
  metadata?: metav1.ListMeta;
  items: PodTemplate[];
}

export interface PodTemplateSpec {
  metadata?: metav1.ObjectMeta;
  spec?: PodSpec;
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
  error?: string;
}

export interface PortworxVolumeSource {
  volumeID: string;
  fsType?: string;
  readOnly?: boolean;
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
  initialDelaySeconds?: number;
  /** Number of seconds after which the probe times out. */
  timeoutSeconds?: number;
  /** How often (in seconds) to perform the probe. */
  periodSeconds?: number;
  /** Minimum consecutive successes for the probe to be considered successful after having failed. */
  successThreshold?: number;
  /** Minimum consecutive failures for the probe to be considered failed after having succeeded. */
  failureThreshold?: number;
  /** Optional duration in seconds the pod needs to terminate gracefully upon probe failure. */
  terminationGracePeriodSeconds?: number;
}

export interface ProbeHandler {
  /** Specifies a command to execute in the container. */
  exec?: ExecAction;
  /** Specifies an HTTP GET request to perform. */
  httpGet?: HTTPGetAction;
  /** Specifies a connection to a TCP port. */
  tcpSocket?: TCPSocketAction;
  /** Specifies a GRPC HealthCheckRequest. */
  grpc?: GRPCAction;
}

export type ProcMountType = 'Default' | 'Unmasked' | (string & {});

export interface ProjectedVolumeSource {
  /** The list of volume projections. */
  sources?: VolumeProjection[] | null;
  /** defaultMode are the mode bits used to set permissions on created files by default. */
  defaultMode?: number;
}

export type Protocol = 'TCP' | 'UDP' | 'SCTP' | (string & {});

export type PullPolicy = 'Always' | 'Never' | 'IfNotPresent' | (string & {});

export interface QuobyteVolumeSource {
  registry: string;
  volume: string;
  readOnly?: boolean;
  user?: string;
  group?: string;
  tenant?: string;
}

export interface RBDPersistentVolumeSource {
  monitors: string[];
  image: string;
  fsType?: string;
  /** @default 'rbd' */
  pool?: string;
  /** @default 'admin' */
  user?: string;
  /** @default '/etc/ceph/keyring' */
  keyring?: string;
  secretRef?: SecretReference;
  readOnly?: boolean;
}

export interface RBDVolumeSource {
  monitors: string[];
  image: string;
  fsType?: string;
  /** @default 'rbd' */
  pool?: string;
  /** @default 'admin' */
  user?: string;
  /** @default '/etc/ceph/keyring' */
  keyring?: string;
  secretRef?: LocalObjectReference;
  readOnly?: boolean;
}

export type RecursiveReadOnlyMode = 'Disabled' | 'IfPossible' | 'Enabled' | (string & {});

export interface ReplicationController {
  apiVersion?: 'v1';
  kind?: 'ReplicationController';
  metadata?: metav1.ObjectMeta;
  spec?: ReplicationControllerSpec;
  status?: ReplicationControllerStatus;
}

export interface ReplicationControllerCondition {
  type: string;
  /** Status of the condition, one of True, False, Unknown. */
  status: ConditionStatus;
  /** The last time the condition transitioned from one status to another. */
  lastTransitionTime?: metav1.Time;
  /** The reason for the condition's last transition. */
  reason?: string;
  /** A human readable message indicating details about the transition. */
  message?: string;
}

export interface ReplicationControllerList {
  apiVersion?: 'v1';
  kind?: 'ReplicationControllerList';
  metadata?: metav1.ListMeta;
  items: ReplicationController[];
}

export interface ReplicationControllerSpec {
  /**
   * The number of desired replicas.
   * @default 1
   */
  replicas?: number;
  /**
   * Minimum number of seconds for which a newly created pod should be ready without any of its container crashing, for it to be
   * considered available.
   * @default 0
   */
  minReadySeconds?: number;
  /** A label query over pods that should match the Replicas count. */
  selector?: { [key: string]: string };
  /** The object that describes the pod that will be created if insufficient replicas are detected. */
  template?: PodTemplateSpec;
}

export interface ReplicationControllerStatus {
  /** The most recently observed number of replicas. */
  replicas: number;
  /** The number of pods that have labels matching the labels of the pod template of the replication controller. */
  fullyLabeledReplicas?: number;
  /** The number of ready replicas for this replication controller. */
  readyReplicas?: number;
  /** The number of available replicas (ready for at least minReadySeconds) for this replication controller. */
  availableReplicas?: number;
  /** Reflects the generation of the most recently observed replication controller. */
  observedGeneration?: number;
  /** Represents the latest available observations of a replication controller's current state. */
  conditions?: ReplicationControllerCondition[];
}

export interface ResourceClaim {
  /** Name must match the name of one entry in pod.spec.resourceClaims of the Pod where this field is used. */
  name: string;
  /** The name chosen for a request in the referenced claim. */
  request?: string;
}

export interface ResourceFieldSelector {
  /** Container name: required for volumes, optional for env vars */
  containerName?: string;
  /** Required: resource to select */
  resource: string;
  /** Specifies the output format of the exposed resources, defaults to "1" */
  divisor?: metav1.Quantity;
}

export interface ResourceHealth {
  /** The unique identifier of the resource. */
  resourceID: string;
  /** Health of the resource. can be one of: - Healthy: operates as normal - Unhealthy: reported unhealthy. */
  health?: ResourceHealthStatus;
  /**
   * Provides human-readable context for Health (e.g. "ECC error count exceeded threshold"). Feature gate:
   * ResourceHealthStatusMessage.
   */
  message?: string;
}

export type ResourceHealthStatus = 'Healthy' | 'Unhealthy' | 'Unknown' | (string & {});

export type ResourceList = { [key: string]: metav1.Quantity };

export type ResourceName = 'cpu' | 'memory' | 'storage' | 'ephemeral-storage' | 'pods' | 'services' | 'replicationcontrollers' | 'resourcequotas' | 'secrets' | 'configmaps' | 'persistentvolumeclaims' | 'services.nodeports' | 'services.loadbalancers' | 'requests.cpu' | 'requests.memory' | 'requests.storage' | 'requests.ephemeral-storage' | 'limits.cpu' | 'limits.memory' | 'limits.ephemeral-storage' | (string & {});

/** Sets aggregate quota restrictions enforced per namespace */
export interface ResourceQuota {
  apiVersion?: 'v1';
  kind?: 'ResourceQuota';
  metadata?: metav1.ObjectMeta;
  /**
   * Defines the desired quota.
   * https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#spec-and-status
   */
  spec?: ResourceQuotaSpec;
  /**
   * Defines the actual enforced quota and its current usage.
   * https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#spec-and-status
   */
  status?: ResourceQuotaStatus;
}

export interface ResourceQuotaList {
  apiVersion?: 'v1';
  kind?: 'ResourceQuotaList';
  metadata?: metav1.ListMeta;
  items: ResourceQuota[];
}

export type ResourceQuotaScope = 'Terminating' | 'NotTerminating' | 'BestEffort' | 'NotBestEffort' | 'PriorityClass' | 'CrossNamespacePodAffinity' | 'VolumeAttributesClass' | (string & {});

export interface ResourceQuotaSpec {
  /** The set of desired hard limits for each named resource. */
  hard?: ResourceList;
  /** A collection of filters that must match each object tracked by a quota. */
  scopes?: ResourceQuotaScope[];
  /**
   * scopeSelector is also a collection of filters like scopes that must match each object tracked by a quota but expressed
   * using ScopeSelectorOperator in combination with possible values.
   */
  scopeSelector?: ScopeSelector;
}

export interface ResourceQuotaStatus {
  /** The set of enforced hard limits for each named resource. */
  hard?: ResourceList;
  /** The current observed total usage of the resource in the namespace. */
  used?: ResourceList;
}

export interface ResourceRequirements {
  /** Describes the maximum amount of compute resources allowed. */
  limits?: ResourceList;
  /** Describes the minimum amount of compute resources required. */
  requests?: ResourceList;
  /**
   * Lists the names of resources, defined in spec.resourceClaims, that are used by this container. Feature gate:
   * DynamicResourceAllocation.
   */
  claims?: ResourceClaim[];
}

export type ResourceResizeRestartPolicy = 'NotRequired' | 'RestartContainer' | (string & {});

export interface ResourceStatus {
  name: ResourceName;
  /** List of unique resources health. */
  resources?: ResourceHealth[];
}

export type RestartPolicy = 'Always' | 'OnFailure' | 'Never' | (string & {});

export interface SELinuxOptions {
  /** A SELinux user label that applies to the container. */
  user?: string;
  /** A SELinux role label that applies to the container. */
  role?: string;
  /** A SELinux type label that applies to the container. */
  type?: string;
  /** Level is SELinux level label that applies to the container. */
  level?: string;
}

export interface ScaleIOPersistentVolumeSource {
  gateway: string;
  system: string;
  secretRef: SecretReference;
  sslEnabled?: boolean;
  protectionDomain?: string;
  storagePool?: string;
  /** @default 'ThinProvisioned' */
  storageMode?: string;
  volumeName?: string;
  /** @default 'xfs' */
  fsType?: string;
  readOnly?: boolean;
}

export interface ScaleIOVolumeSource {
  gateway: string;
  system: string;
  secretRef: LocalObjectReference;
  sslEnabled?: boolean;
  protectionDomain?: string;
  storagePool?: string;
  /** @default 'ThinProvisioned' */
  storageMode?: string;
  volumeName?: string;
  /** @default 'xfs' */
  fsType?: string;
  readOnly?: boolean;
}

export interface ScopeSelector {
  /** A list of scope selector requirements by scope of the resources. */
  matchExpressions?: ScopedResourceSelectorRequirement[];
}

export type ScopeSelectorOperator = 'In' | 'NotIn' | 'Exists' | 'DoesNotExist' | (string & {});

export interface ScopedResourceSelectorRequirement {
  /** The name of the scope that the selector applies to. */
  scopeName: ResourceQuotaScope;
  /** Represents a scope's relationship to a set of values. */
  operator: ScopeSelectorOperator;
  /** An array of string values. */
  values?: string[];
}

export interface SeccompProfile {
  /** Indicates which kind of seccomp profile will be applied. */
  type: SeccompProfileType;
  /** Indicates a profile defined in a file on the node should be used. */
  localhostProfile?: string;
}

export type SeccompProfileType = 'Unconfined' | 'RuntimeDefault' | 'Localhost' | (string & {});

/** Holds secret data of a certain type. */
export interface Secret {
  apiVersion?: 'v1';
  kind?: 'Secret';
  metadata?: metav1.ObjectMeta;
  /**
   * Immutable, if set to true, ensures that data stored in the Secret cannot be updated (only object metadata can be modified).
   */
  immutable?: boolean;
  data?: { [key: string]: string };
  /** Allows specifying non-binary secret data in string form. */
  stringData?: { [key: string]: string };
  /** Used to facilitate programmatic handling of secret data. */
  type?: SecretType;
}

export interface SecretEnvSource extends LocalObjectReference {
  optional?: boolean;
}

export interface SecretKeySelector extends LocalObjectReference {
  /** The key of the secret to select from. */
  key: string;
  optional?: boolean;
}

export interface SecretList {
  apiVersion?: 'v1';
  kind?: 'SecretList';
  metadata?: metav1.ListMeta;
  items: Secret[];
}

export interface SecretProjection extends LocalObjectReference {
  /**
   * items if unspecified, each key-value pair in the Data field of the referenced Secret will be projected into the volume as a
   * file whose name is the key and content is the value.
   */
  items?: KeyToPath[];
  /** optional field specify whether the Secret or its key must be defined */
  optional?: boolean;
}

export interface SecretReference {
  /** name is unique within a namespace to reference a secret resource. */
  name?: string;
  /** Defines the space within which the secret name must be unique. */
  namespace?: string;
}

export type SecretType = 'Opaque' | 'kubernetes.io/service-account-token' | 'kubernetes.io/dockercfg' | 'kubernetes.io/dockerconfigjson' | 'kubernetes.io/basic-auth' | 'kubernetes.io/ssh-auth' | 'kubernetes.io/tls' | 'bootstrap.kubernetes.io/token' | (string & {});

export interface SecretVolumeSource {
  /** The name of the secret in the pod's namespace to use. */
  secretName?: string;
  /**
   * items If unspecified, each key-value pair in the Data field of the referenced Secret will be projected into the volume as a
   * file whose name is the key and content is the value.
   */
  items?: KeyToPath[];
  /** defaultMode is Optional: mode bits used to set permissions on created files by default. */
  defaultMode?: number;
  /** optional field specify whether the Secret or its keys must be defined */
  optional?: boolean;
}

export interface SecurityContext {
  /** The capabilities to add/drop when running containers. */
  capabilities?: Capabilities;
  /** Run container in privileged mode. */
  privileged?: boolean;
  /** The SELinux context to be applied to the container. */
  seLinuxOptions?: SELinuxOptions;
  /** The Windows specific settings applied to all containers. */
  windowsOptions?: WindowsSecurityContextOptions;
  /** The UID to run the entrypoint of the container process. */
  runAsUser?: number;
  /** The GID to run the entrypoint of the container process. */
  runAsGroup?: number;
  /** Indicates that the container must run as a non-root user. */
  runAsNonRoot?: boolean;
  /** Whether this container has a read-only root filesystem. */
  readOnlyRootFilesystem?: boolean;
  /** Controls whether a process can gain more privileges than its parent process. */
  allowPrivilegeEscalation?: boolean;
  /** Denotes the type of proc mount to use for the containers. */
  procMount?: ProcMountType;
  /** The seccomp options to use by this container. */
  seccompProfile?: SeccompProfile;
  /** The AppArmor options to use by this container. */
  appArmorProfile?: AppArmorProfile;
}

/**
 * A named abstraction of software service (for example, mysql) consisting of local port (for example 3306) that the proxy
 * listens on, and the selector that determines which pods will answer requests sent through the proxy.
 */
export interface Service {
  apiVersion?: 'v1';
  kind?: 'Service';
  metadata?: metav1.ObjectMeta;
  /**
   * Defines the behavior of a service.
   * https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#spec-and-status
   */
  spec?: ServiceSpec;
  status?: ServiceStatus;
}

/**
 * Binds together: * a name, understood by users, and perhaps by peripheral systems, for an identity * a principal that can be
 * authenticated and authorized * a set of secrets
 */
export interface ServiceAccount {
  apiVersion?: 'v1';
  kind?: 'ServiceAccount';
  metadata?: metav1.ObjectMeta;
  /** A list of the secrets in the same namespace that pods running using this ServiceAccount are allowed to use. */
  secrets?: ObjectReference[];
  /**
   * A list of references to secrets in the same namespace to use for pulling any images in pods that reference this
   * ServiceAccount.
   */
  imagePullSecrets?: LocalObjectReference[];
  /** Indicates whether pods running as this service account should have an API token automatically mounted. */
  automountServiceAccountToken?: boolean;
}

export interface ServiceAccountList {
  apiVersion?: 'v1';
  kind?: 'ServiceAccountList';
  metadata?: metav1.ListMeta;
  items: ServiceAccount[];
}

export interface ServiceAccountTokenProjection {
  /** The intended audience of the token. */
  audience?: string;
  /** The requested duration of validity of the service account token. */
  expirationSeconds?: number;
  /** The path relative to the mount point of the file to project the token into. */
  path: string;
}

export type ServiceAffinity = 'ClientIP' | 'None' | (string & {});

export type ServiceExternalTrafficPolicy = 'Cluster' | 'Local' | (string & {});

export type ServiceInternalTrafficPolicy = 'Cluster' | 'Local' | (string & {});

export interface ServiceList {
  apiVersion?: 'v1';
  kind?: 'ServiceList';
  metadata?: metav1.ListMeta;
  items: Service[];
}

export interface ServicePort {
  /** The name of this port within the service. */
  name?: string;
  /**
   * The IP protocol for this port.
   * @default 'TCP'
   */
  protocol?: Protocol;
  /** The application protocol for this port. */
  appProtocol?: string;
  /** The port that will be exposed by this service. */
  port: number;
  /** Number or name of the port to access on the pods targeted by the service. */
  targetPort?: metav1.IntOrString;
  /** The port on each node on which this service is exposed when type is NodePort or LoadBalancer. */
  nodePort?: number;
}

export interface ServiceSpec {
  /** The list of ports that are exposed by this service. */
  ports?: ServicePort[];
  /** Route service traffic to pods with label keys and values matching this selector. */
  selector?: { [key: string]: string };
  /** The IP address of the service and is usually assigned randomly. */
  clusterIP?: string;
  /** A list of IP addresses assigned to this service, and are usually assigned randomly. */
  clusterIPs?: string[];
  /** Determines how the Service is exposed. */
  type?: ServiceType;
  /** A list of IP addresses for which nodes in the cluster will also accept traffic for this service. */
  externalIPs?: string[];
  /** Supports "ClientIP" and "None". */
  sessionAffinity?: ServiceAffinity;
  /**
   * Only applies to Service Type: LoadBalancer.
   * @deprecated This field was under-specified and its meaning varies across implementations.
   */
  loadBalancerIP?: string;
  /**
   * If specified and supported by the platform, this will restrict traffic through the cloud-provider load-balancer will be
   * restricted to the specified client IPs.
   */
  loadBalancerSourceRanges?: string[];
  /** The external reference that discovery mechanisms will return as an alias for this service (e.g. a DNS CNAME record). */
  externalName?: string;
  /**
   * Describes how nodes distribute service traffic they receive on one of the Service's "externally-facing" addresses
   * (NodePorts, ExternalIPs, and LoadBalancer IPs).
   */
  externalTrafficPolicy?: ServiceExternalTrafficPolicy;
  /** Specifies the healthcheck nodePort for the service. */
  healthCheckNodePort?: number;
  /**
   * Indicates that any agent which deals with endpoints for this Service should disregard any indications of ready/not-ready.
   */
  publishNotReadyAddresses?: boolean;
  sessionAffinityConfig?: SessionAffinityConfig;
  /** A list of IP families (e.g. IPv4, IPv6) assigned to this service. */
  ipFamilies?: IPFamily[];
  /** Represents the dual-stack-ness requested or required by this Service. */
  ipFamilyPolicy?: IPFamilyPolicy;
  /** Defines if NodePorts will be automatically allocated for services with type LoadBalancer. */
  allocateLoadBalancerNodePorts?: boolean;
  /** The class of the load balancer implementation this Service belongs to. */
  loadBalancerClass?: string;
  /** Describes how nodes distribute service traffic they receive on the ClusterIP. */
  internalTrafficPolicy?: ServiceInternalTrafficPolicy;
  /** Offers a way to express preferences for how traffic is distributed to Service endpoints. */
  trafficDistribution?: string;
}

export interface ServiceStatus {
  /** Contains the current status of the load-balancer, if one is present. */
  loadBalancer?: LoadBalancerStatus;
  conditions?: metav1.Condition[];
}

export type ServiceType = 'ClusterIP' | 'NodePort' | 'LoadBalancer' | 'ExternalName' | (string & {});

export interface SessionAffinityConfig {
  /** Contains the configurations of Client IP based session affinity. */
  clientIP?: ClientIPConfig;
}

export type Signal = 'SIGABRT' | 'SIGALRM' | 'SIGBUS' | 'SIGCHLD' | 'SIGCLD' | 'SIGCONT' | 'SIGFPE' | 'SIGHUP' | 'SIGILL' | 'SIGINT' | 'SIGIO' | 'SIGIOT' | 'SIGKILL' | 'SIGPIPE' | 'SIGPOLL' | 'SIGPROF' | 'SIGPWR' | 'SIGQUIT' | 'SIGSEGV' | 'SIGSTKFLT' | 'SIGSTOP' | 'SIGSYS' | 'SIGTERM' | 'SIGTRAP' | 'SIGTSTP' | 'SIGTTIN' | 'SIGTTOU' | 'SIGURG' | 'SIGUSR1' | 'SIGUSR2' | 'SIGVTALRM' | 'SIGWINCH' | 'SIGXCPU' | 'SIGXFSZ' | 'SIGRTMIN' | 'SIGRTMIN+1' | 'SIGRTMIN+2' | 'SIGRTMIN+3' | 'SIGRTMIN+4' | 'SIGRTMIN+5' | 'SIGRTMIN+6' | 'SIGRTMIN+7' | 'SIGRTMIN+8' | 'SIGRTMIN+9' | 'SIGRTMIN+10' | 'SIGRTMIN+11' | 'SIGRTMIN+12' | 'SIGRTMIN+13' | 'SIGRTMIN+14' | 'SIGRTMIN+15' | 'SIGRTMAX-14' | 'SIGRTMAX-13' | 'SIGRTMAX-12' | 'SIGRTMAX-11' | 'SIGRTMAX-10' | 'SIGRTMAX-9' | 'SIGRTMAX-8' | 'SIGRTMAX-7' | 'SIGRTMAX-6' | 'SIGRTMAX-5' | 'SIGRTMAX-4' | 'SIGRTMAX-3' | 'SIGRTMAX-2' | 'SIGRTMAX-1' | 'SIGRTMAX' | (string & {});

export interface SleepAction {
  /** The number of seconds to sleep. */
  seconds: number;
}

export type StorageMedium = '' | 'Memory' | 'HugePages' | 'HugePages-' | (string & {});

export interface StorageOSPersistentVolumeSource {
  volumeName?: string;
  volumeNamespace?: string;
  fsType?: string;
  readOnly?: boolean;
  secretRef?: ObjectReference;
}

export interface StorageOSVolumeSource {
  volumeName?: string;
  volumeNamespace?: string;
  fsType?: string;
  readOnly?: boolean;
  secretRef?: LocalObjectReference;
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
  host?: string;
}

export interface Taint {
  /** Required. */
  key: string;
  /** The taint value corresponding to the taint key. */
  value?: string;
  /** Required. */
  effect: TaintEffect;
  /** Represents the time at which the taint was added. */
  timeAdded?: metav1.Time;
}

export type TaintEffect = 'NoSchedule' | 'PreferNoSchedule' | 'NoExecute' | (string & {});

export type TerminationMessagePolicy = 'File' | 'FallbackToLogsOnError' | (string & {});

export interface Toleration {
  /** The taint key that the toleration applies to. */
  key?: string;
  /** Represents a key's relationship to the value. */
  operator?: TolerationOperator;
  /** The taint value the toleration matches to. */
  value?: string;
  /** Indicates the taint effect to match. */
  effect?: TaintEffect;
  /**
   * Represents the period of time the toleration (which must be of effect NoExecute, otherwise this field is ignored) tolerates
   * the taint.
   */
  tolerationSeconds?: number;
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
  matchLabelExpressions?: TopologySelectorLabelRequirement[];
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
  labelSelector?: metav1.LabelSelector;
  /** Indicates a minimum number of eligible domains. */
  minDomains?: number;
  /** Indicates how we will treat Pod's nodeAffinity/nodeSelector when calculating pod topology spread skew. */
  nodeAffinityPolicy?: NodeInclusionPolicy;
  /** Indicates how we will treat node taints when calculating pod topology spread skew. */
  nodeTaintsPolicy?: NodeInclusionPolicy;
  /** A set of pod label keys to select the pods over which spreading will be calculated. */
  matchLabelKeys?: string[];
}

export interface TypedLocalObjectReference {
  /** The group for the resource being referenced. */
  apiGroup?: string | null;
  /** The type of resource being referenced */
  kind: string;
  /** The name of resource being referenced */
  name: string;
}

export interface TypedObjectReference {
  /** The group for the resource being referenced. */
  apiGroup?: string | null;
  /** The type of resource being referenced */
  kind: string;
  /** The name of resource being referenced */
  name: string;
  /**
   * The namespace of resource being referenced Note that when a namespace is specified, a
   * gateway.networking.k8s.io/ReferenceGrant object is required in the referent namespace to allow that namespace's owner to
   * accept the reference. Feature gate: CrossNamespaceVolumeDataSource.
   */
  namespace?: string;
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
  readOnly?: boolean;
  /** Specifies whether read-only mounts should be handled recursively. */
  recursiveReadOnly?: RecursiveReadOnlyMode;
  /** Path within the container at which the volume should be mounted. */
  mountPath: string;
  /** Path within the volume from which the container's volume should be mounted. */
  subPath?: string;
  /** Determines how mounts are propagated from the host to container and the other way around. */
  mountPropagation?: MountPropagationMode;
  /** Expanded path within the volume from which the container's volume should be mounted. */
  subPathExpr?: string;
}

export interface VolumeMountStatus {
  /** Corresponds to the name of the original VolumeMount. */
  name: string;
  /** Corresponds to the original VolumeMount. */
  mountPath: string;
  /** Corresponds to the original VolumeMount. */
  readOnly?: boolean;
  /** RecursiveReadOnly must be set to Disabled, Enabled, or unspecified (for non-readonly mounts). */
  recursiveReadOnly?: RecursiveReadOnlyMode;
  /** Represents volume-type-specific status about the mounted volume. */
  volumeStatus?: VolumeStatus;
}

export interface VolumeNodeAffinity {
  /** Specifies hard node constraints that must be met. */
  required?: NodeSelector;
}

export interface VolumeProjection {
  /** secret information about the secret data to project */
  secret?: SecretProjection;
  /** downwardAPI information about the downwardAPI data to project */
  downwardAPI?: DownwardAPIProjection;
  /** configMap information about the configMap data to project */
  configMap?: ConfigMapProjection;
  /** serviceAccountToken is information about the serviceAccountToken data to project */
  serviceAccountToken?: ServiceAccountTokenProjection;
  /**
   * Allows a pod to access the `.spec.trustBundle` field of ClusterTrustBundle objects in an auto-updating file. Feature gate:
   * ClusterTrustBundleProjection.
   */
  clusterTrustBundle?: ClusterTrustBundleProjection;
  /**
   * Projects an auto-rotating credential bundle (private key and certificate chain) that the pod can use either as a TLS client
   * or server. Feature gate: PodCertificateProjection.
   */
  podCertificate?: PodCertificateProjection;
}

export interface VolumeResourceRequirements {
  /** Describes the maximum amount of compute resources allowed. */
  limits?: ResourceList;
  /** Describes the minimum amount of compute resources required. */
  requests?: ResourceList;
}

export interface VolumeSource {
  /** Represents a pre-existing file or directory on the host machine that is directly exposed to the container. */
  hostPath?: HostPathVolumeSource;
  /** Represents a temporary directory that shares a pod's lifetime. */
  emptyDir?: EmptyDirVolumeSource;
  /**
   * Represents a GCE Disk resource that is attached to a kubelet's host machine and then exposed to the pod.
   * @deprecated GCEPersistentDisk is deprecated.
   */
  gcePersistentDisk?: GCEPersistentDiskVolumeSource;
  /**
   * Represents an AWS Disk resource that is attached to a kubelet's host machine and then exposed to the pod.
   * @deprecated AWSElasticBlockStore is deprecated.
   */
  awsElasticBlockStore?: AWSElasticBlockStoreVolumeSource;
  /**
   * Represents a git repository at a particular revision.
   * @deprecated GitRepo is deprecated.
   */
  gitRepo?: GitRepoVolumeSource;
  /** Represents a secret that should populate this volume. */
  secret?: SecretVolumeSource;
  /** Represents an NFS mount on the host that shares a pod's lifetime */
  nfs?: NFSVolumeSource;
  /** Represents an ISCSI Disk resource that is attached to a kubelet's host machine and then exposed to the pod. */
  iscsi?: ISCSIVolumeSource;
  /**
   * Represents a Glusterfs mount on the host that shares a pod's lifetime.
   * @deprecated Glusterfs is deprecated and the in-tree glusterfs type is no longer supported.
   */
  glusterfs?: GlusterfsVolumeSource;
  /** persistentVolumeClaimVolumeSource represents a reference to a PersistentVolumeClaim in the same namespace. */
  persistentVolumeClaim?: PersistentVolumeClaimVolumeSource;
  /**
   * Represents a Rados Block Device mount on the host that shares a pod's lifetime.
   * @deprecated RBD is deprecated and the in-tree rbd type is no longer supported.
   */
  rbd?: RBDVolumeSource;
  /**
   * Represents a generic volume resource that is provisioned/attached using an exec based plugin.
   * @deprecated FlexVolume is deprecated.
   */
  flexVolume?: FlexVolumeSource;
  /**
   * Represents a cinder volume attached and mounted on kubelets host machine.
   * @deprecated Cinder is deprecated.
   */
  cinder?: CinderVolumeSource;
  /**
   * Represents a Ceph FS mount on the host that shares a pod's lifetime.
   * @deprecated CephFS is deprecated and the in-tree cephfs type is no longer supported.
   */
  cephfs?: CephFSVolumeSource;
  /**
   * Represents a Flocker volume attached to a kubelet's host machine.
   * @deprecated Flocker is deprecated and the in-tree flocker type is no longer supported.
   */
  flocker?: FlockerVolumeSource;
  /** Represents downward API about the pod that should populate this volume */
  downwardAPI?: DownwardAPIVolumeSource;
  /** Represents a Fibre Channel resource that is attached to a kubelet's host machine and then exposed to the pod. */
  fc?: FCVolumeSource;
  /**
   * Represents an Azure File Service mount on the host and bind mount to the pod.
   * @deprecated AzureFile is deprecated.
   */
  azureFile?: AzureFileVolumeSource;
  /** Represents a configMap that should populate this volume */
  configMap?: ConfigMapVolumeSource;
  /**
   * Represents a vSphere volume attached and mounted on kubelets host machine.
   * @deprecated VsphereVolume is deprecated.
   */
  vsphereVolume?: VsphereVirtualDiskVolumeSource;
  /**
   * Represents a Quobyte mount on the host that shares a pod's lifetime.
   * @deprecated Quobyte is deprecated and the in-tree quobyte type is no longer supported.
   */
  quobyte?: QuobyteVolumeSource;
  /**
   * Represents an Azure Data Disk mount on the host and bind mount to the pod.
   * @deprecated AzureDisk is deprecated.
   */
  azureDisk?: AzureDiskVolumeSource;
  /**
   * Represents a PhotonController persistent disk attached and mounted on kubelets host machine.
   * @deprecated PhotonPersistentDisk is deprecated and the in-tree photonPersistentDisk type is no longer supported.
   */
  photonPersistentDisk?: PhotonPersistentDiskVolumeSource;
  /** projected items for all in one resources secrets, configmaps, and downward API */
  projected?: ProjectedVolumeSource;
  /**
   * Represents a portworx volume attached and mounted on kubelets host machine.
   * @deprecated PortworxVolume is deprecated.
   */
  portworxVolume?: PortworxVolumeSource;
  /**
   * Represents a ScaleIO persistent volume attached and mounted on Kubernetes nodes.
   * @deprecated ScaleIO is deprecated and the in-tree scaleIO type is no longer supported.
   */
  scaleIO?: ScaleIOVolumeSource;
  /**
   * Represents a StorageOS volume attached and mounted on Kubernetes nodes.
   * @deprecated StorageOS is deprecated and the in-tree storageos type is no longer supported.
   */
  storageos?: StorageOSVolumeSource;
  /** csi (Container Storage Interface) represents ephemeral storage that is handled by certain external CSI drivers. */
  csi?: CSIVolumeSource;
  /** Represents a volume that is handled by a cluster storage driver. */
  ephemeral?: EphemeralVolumeSource;
  /** Represents an OCI object (a container image or artifact) pulled and mounted on the kubelet's host machine. */
  image?: ImageVolumeSource;
}

export interface VolumeStatus {
  /**
   * Represents an OCI object (a container image or artifact) pulled and mounted on the kubelet's host machine. Feature gate:
   * ImageVolumeWithDigest.
   */
  image?: ImageVolumeStatus;
}

export interface VsphereVirtualDiskVolumeSource {
  volumePath: string;
  fsType?: string;
  storagePolicyName?: string;
  storagePolicyID?: string;
}

export interface WeightedPodAffinityTerm {
  /** weight associated with matching the corresponding podAffinityTerm, in the range 1-100. */
  weight: number;
  /** Required. */
  podAffinityTerm: PodAffinityTerm;
}

export interface WindowsSecurityContextOptions {
  gmsaCredentialSpecName?: string;
  /**
   * GMSACredentialSpec is where the GMSA admission webhook (https://github.com/kubernetes-sigs/windows-gmsa) inlines the
   * contents of the GMSA credential spec named by the GMSACredentialSpecName field.
   */
  gmsaCredentialSpec?: string;
  /** The UserName in Windows to run the entrypoint of the container process. */
  runAsUserName?: string;
  /** Determines if a container should be run as a 'Host Process' container. */
  hostProcess?: boolean;
}
