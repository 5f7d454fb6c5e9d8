/** Commands that share a namespace, and are typed one after the other. */
export interface CommandGroup {
  /** Also the name of its namespace, unless it uses `default`. */
  readonly name: string;
  /** As typed after `kubectl `; words in single quotes are one. */
  readonly commands: readonly string[];
}

/** The files that commands name. */
export const files: Readonly<Record<string, string>> = {
  'pod.yaml': `
apiVersion: v1
kind: Pod
metadata: { name: p1, labels: { app: p, tier: front } }
spec:
  containers:
  - { name: c, image: busybox, command: [sleep, '3600'], ports: [{ containerPort: 80 }], resources: { requests: { cpu: 100m, memory: 64Mi } } }
`,
  'bad-pod.yaml': `
apiVersion: v1
kind: Pod
metadata: { name: Bad_Name }
spec: { restartPolicy: Sometimes, containers: [] }
`,
  'on-node.yaml': `
apiVersion: v1
kind: Pod
metadata: { name: on-node }
spec: { nodeName: node1, containers: [{ name: c, image: busybox }] }
`,
  'node.yaml': `
apiVersion: v1
kind: Node
metadata: { name: node1, labels: { disk: ssd } }
`,
  'web.yaml': `
apiVersion: apps/v1
kind: Deployment
metadata: { name: web, labels: { app: web } }
spec:
  replicas: 2
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec: { containers: [{ name: nginx, image: 'nginx:1.25', ports: [{ containerPort: 80 }] }] }
`,
  'web-more.yaml': `
apiVersion: apps/v1
kind: Deployment
metadata: { name: web, labels: { app: web } }
spec:
  replicas: 3
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec: { containers: [{ name: nginx, image: 'nginx:1.26', env: [{ name: A, value: b }] }] }
`,
  'web-other-selector.yaml': `
apiVersion: apps/v1
kind: Deployment
metadata: { name: web }
spec:
  selector: { matchLabels: { app: other } }
  template: { metadata: { labels: { app: other } }, spec: { containers: [{ name: nginx, image: nginx }] } }
`,
  'workloads.yaml': `
apiVersion: apps/v1
kind: StatefulSet
metadata: { name: db }
spec:
  serviceName: db
  replicas: 1
  selector: { matchLabels: { app: db } }
  template: { metadata: { labels: { app: db } }, spec: { containers: [{ name: db, image: postgres }] } }
  volumeClaimTemplates:
  - { metadata: { name: data }, spec: { accessModes: [ReadWriteOnce], resources: { requests: { storage: 1Gi } } } }
---
apiVersion: apps/v1
kind: DaemonSet
metadata: { name: agent }
spec:
  selector: { matchLabels: { app: agent } }
  template: { metadata: { labels: { app: agent } }, spec: { containers: [{ name: agent, image: agent }] } }
---
apiVersion: apps/v1
kind: ReplicaSet
metadata: { name: rs }
spec:
  replicas: 1
  selector: { matchLabels: { app: rs } }
  template: { metadata: { labels: { app: rs } }, spec: { containers: [{ name: c, image: i }] } }
---
apiVersion: v1
kind: ReplicationController
metadata: { name: rc }
spec:
  replicas: 1
  selector: { app: rc }
  template: { metadata: { labels: { app: rc } }, spec: { containers: [{ name: c, image: i }] } }
---
apiVersion: v1
kind: PersistentVolumeClaim
metadata: { name: claim }
spec: { accessModes: [ReadWriteOnce], resources: { requests: { storage: 1Gi } } }
---
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: { name: deny }
spec: { podSelector: { matchLabels: { app: db } }, policyTypes: [Ingress] }
---
apiVersion: v1
kind: LimitRange
metadata: { name: limits }
spec: { limits: [{ type: Container, max: { cpu: '2' } }] }
---
apiVersion: coordination.k8s.io/v1
kind: Lease
metadata: { name: lease }
spec: { holderIdentity: me, leaseDurationSeconds: 15 }
---
apiVersion: discovery.k8s.io/v1
kind: EndpointSlice
metadata: { name: slice, labels: { kubernetes.io/service-name: db } }
addressType: IPv4
ports: [{ name: http, port: 80, protocol: TCP }]
endpoints: [{ addresses: [192.0.2.1], conditions: { ready: true } }]
`,
  'cluster.yaml': `
apiVersion: v1
kind: PersistentVolume
metadata: { name: volume }
spec: { capacity: { storage: 1Gi }, accessModes: [ReadWriteOnce], hostPath: { path: /data } }
---
apiVersion: storage.k8s.io/v1
kind: StorageClass
metadata: { name: fast, annotations: { storageclass.kubernetes.io/is-default-class: 'false' } }
provisioner: example.com/fast
---
apiVersion: networking.k8s.io/v1
kind: IngressClass
metadata: { name: public }
spec: { controller: example.com/public }
---
apiVersion: node.k8s.io/v1
kind: RuntimeClass
metadata: { name: sandbox }
handler: sandbox
`,
  'multi.yaml': `
apiVersion: v1
kind: ConfigMap
metadata: { name: m1, labels: { set: multi } }
data: { a: b }
---
apiVersion: v1
kind: ConfigMap
metadata: { name: m2, labels: { set: multi } }
---
apiVersion: v1
kind: Service
metadata: { name: m3, labels: { set: multi } }
spec: { selector: { app: web }, ports: [{ port: 80 }] }
`,
  'one.yaml': `
apiVersion: v1
kind: ConfigMap
metadata: { name: m1, labels: { set: multi } }
data: { a: c, d: e }
`,
  'unknown-field.yaml': `
apiVersion: v1
kind: ConfigMap
metadata: { name: strict }
datas: { a: b }
`,
  'wrong-type.yaml': `
apiVersion: apps/v1
kind: Deployment
metadata: { name: web }
spec: { replicas: many, selector: {}, template: {} }
`,
  'immutable.yaml': `
apiVersion: v1
kind: ConfigMap
metadata: { name: fixed }
immutable: true
data: { a: b }
`,
  'service.yaml': `
apiVersion: v1
kind: Service
metadata: { name: Bad_Name }
spec: { ports: [{ port: 99999 }] }
`,
  'two-ports.yaml': `
apiVersion: v1
kind: Service
metadata: { name: two }
spec: { selector: { app: a }, ports: [{ name: http, port: 80, targetPort: web }, { name: dns, port: 53, protocol: UDP, targetPort: 5353 }] }
`,
  'events.yaml': `
apiVersion: v1
kind: Event
metadata: { name: e1 }
involvedObject: { kind: ConfigMap, name: a, namespace: events }
reason: Tested
message: the first
type: Normal
firstTimestamp: '2026-01-01T00:00:00Z'
lastTimestamp: '2026-01-01T00:05:00Z'
count: 3
source: { component: tester }
---
apiVersion: events.k8s.io/v1
kind: Event
metadata: { name: e2 }
regarding: { kind: ConfigMap, name: a, namespace: events }
reason: Tested
note: the second
type: Warning
eventTime: '2026-01-01T00:00:00.000000Z'
action: Test
reportingController: example.com/tester
reportingInstance: tester-1
`,
  'role.yaml': `
apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata: { name: writer }
rules: [{ apiGroups: [''], resources: [pods], verbs: [get, create] }]
---
apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata: { name: writer }
roleRef: { apiGroup: rbac.authorization.k8s.io, kind: Role, name: writer }
subjects: [{ kind: ServiceAccount, name: robot, namespace: rbac }]
`,
  'other-role.yaml': `
apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata: { name: writer }
roleRef: { apiGroup: rbac.authorization.k8s.io, kind: Role, name: other }
`,
  'review.json': `{"kind":"SelfSubjectAccessReview","apiVersion":"authorization.k8s.io/v1","spec":{"resourceAttributes":{"verb":"get","resource":"pods"}}}`,
  'eviction.json': `{"kind":"Eviction","apiVersion":"policy/v1","metadata":{"name":"p1"}}`,
  'request.yaml': `
apiVersion: certificates.k8s.io/v1
kind: CertificateSigningRequest
metadata: { name: jane }
spec:
  request: LS0tLS1CRUdJTiBDRVJUSUZJQ0FURSBSRVFVRVNULS0tLS0KTUlIZU1JR0dBZ0VBTUNReEV6QVJCZ05WQkFvTUNtUmxkbVZzYjNCbGNuTXhEVEFMQmdOVkJBTU1CR3BoYm1VdwpXVEFUQmdjcWhrak9QUUlCQmdncWhrak9QUU1CQndOQ0FBVG9hWFBWUTZ0OVJTd2FZSzhaZVpNR2Z4RTNvK3J1ClJDRmtvYlNpMXdxeVZjWDF6M0owZDdGWTBIZXBiS3EycUNOVFNuTnZuaklzeGNROWdWNjBuNjN2b0FBd0NnWUkKS29aSXpqMEVBd0lEUndBd1JBSWdEMkl6cDFwSE9BWDg3MXk3ZWdrUEZyaHZnNGpSa0ZiOGkxNnIvNmFpZnBRQwpJRmpSbFpIOHIyUTJsNExhY2JMVGw2NXM0MDRLcWRSRG1sWXpEMDFvcWJVcQotLS0tLUVORCBDRVJUSUZJQ0FURSBSRVFVRVNULS0tLS0K
  signerName: kubernetes.io/kube-apiserver-client
  usages: [client auth]
`,
  'crontab-definition.yaml': `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: crontabs.stable.example.com }
spec:
  group: stable.example.com
  scope: Namespaced
  names: { plural: crontabs, singular: crontab, kind: CronTab, shortNames: [ct], categories: [mine] }
  versions:
  - name: v1
    served: true
    storage: true
    subresources: { status: {}, scale: { specReplicasPath: .spec.replicas, statusReplicasPath: .status.replicas } }
    additionalPrinterColumns:
    - { name: Spec, type: string, jsonPath: .spec.cronSpec, description: when it runs }
    - { name: Replicas, type: integer, jsonPath: .spec.replicas, priority: 1 }
    - { name: Age, type: date, jsonPath: .metadata.creationTimestamp }
    schema:
      openAPIV3Schema:
        description: CronTab runs something.
        type: object
        required: [spec]
        properties:
          spec:
            description: What runs, and when.
            type: object
            required: [cronSpec]
            properties:
              cronSpec: { type: string, description: When it runs. }
              image: { type: string, maxLength: 20 }
              replicas: { type: integer, minimum: 1, maximum: 10, default: 1 }
              policy: { type: string, enum: [Allow, Forbid] }
              parts: { type: array, items: { type: object, properties: { name: { type: string }, weight: { type: number } } } }
          status: { type: object, properties: { replicas: { type: integer } } }
  - name: v1beta1
    served: true
    storage: false
    schema: { openAPIV3Schema: { type: object, x-kubernetes-preserve-unknown-fields: true } }
`,
  'bad-definition.yaml': `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: wrong.example.com }
spec:
  group: stable.example.com
  scope: Somewhere
  names: { plural: bads, kind: Bad }
  versions: [{ name: v1, served: true, storage: true, schema: { openAPIV3Schema: { type: string } } }]
`,
  'widget-definition.yaml': `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: widgets.example.com }
spec:
  group: example.com
  scope: Cluster
  names: { plural: widgets, kind: Widget }
  versions: [{ name: v1, served: true, storage: true, schema: { openAPIV3Schema: { type: object, x-kubernetes-preserve-unknown-fields: true } } }]
`,
  'widget.yaml': `
apiVersion: example.com/v1
kind: Widget
metadata: { name: w }
spec: { any: [thing] }
`,
  'crontab.yaml': `
apiVersion: stable.example.com/v1
kind: CronTab
metadata: { name: one, labels: { app: cron } }
spec: { cronSpec: '* * * * */5', image: runner, parts: [{ name: a, weight: 1.5 }] }
`,
  'crontab-later.yaml': `
apiVersion: stable.example.com/v1
kind: CronTab
metadata: { name: one, labels: { app: cron } }
spec: { cronSpec: '0 * * * *', image: runner, replicas: 3 }
`,
  'crontab-none.yaml': `
apiVersion: stable.example.com/v1
kind: CronTab
metadata: { name: bad }
spec: { image: runner }
`,
  'crontab-wrong.yaml': `
apiVersion: stable.example.com/v1
kind: CronTab
metadata: { name: bad }
spec: { cronSpec: a, policy: Never }
`,
  'crontab-type.yaml': `
apiVersion: stable.example.com/v1
kind: CronTab
metadata: { name: bad }
spec: { cronSpec: a, replicas: many }
`,
  'crontab-unknown.yaml': `
apiVersion: stable.example.com/v1
kind: CronTab
metadata: { name: bad }
spec: { cronSpec: a, cronSpek: b }
`,
  'patch.yaml': `
spec: { template: { spec: { containers: [{ name: nginx, image: 'nginx:1.28' }] } } }
`,
  'literal.txt': `a text\nof two lines\n`,
  'values.env': `A=1\nB=two\n`,
};

/** What reads the whole server: typed before anything is written. */
export const serverWide: CommandGroup = {
  name: 'default',
  commands: [
    'version',
    'version -o yaml',
    'cluster-info',
    'api-versions',
    'api-resources',
    'api-resources -o wide',
    'api-resources -o name',
    'api-resources --namespaced=false -o name --verbs=list,watch',
    'api-resources --api-group=apps',
    'api-resources --api-group=authorization.k8s.io -o wide',
    'api-resources --sort-by=kind --no-headers',
    'api-resources --categories=all',
    'get --raw /version',
    'get --raw /api',
    'get --raw /api/v1',
    'get --raw /apis',
    'get --raw /apis/apps',
    'get --raw /apis/apps/v1',
    'get --raw /apis/batch/v1',
    'get --raw /apis/policy/v1',
    'get --raw /apis/autoscaling/v2',
    'get --raw /apis/networking.k8s.io/v1',
    'get --raw /apis/rbac.authorization.k8s.io/v1',
    'get --raw /apis/authentication.k8s.io/v1',
    'get --raw /apis/authorization.k8s.io/v1',
    'get --raw /apis/certificates.k8s.io/v1',
    'get --raw /apis/apiregistration.k8s.io/v1',
    'get --raw /apis/apiextensions.k8s.io/v1',
    'get --raw /apis/storage.k8s.io/v1',
    'get --raw /apis/nope/v1',
    'get --raw /healthz',
    'get --raw /livez',
    'get --raw /readyz/ping',
    'get --raw /nope',
    'get --raw /metrics',
    'get --raw /openapi/v3',
    'get --raw /openid/v1/jwks',
    'get --raw /.well-known/openid-configuration',
    'create --raw /apis/authorization.k8s.io/v1/selfsubjectaccessreviews -f review.json',
    'auth whoami',
    'auth whoami -o jsonpath={.status.userInfo.username}',
    'auth can-i --list',
    'auth can-i get pods',
    'auth can-i get pods --subresource=log',
    'auth can-i "*" "*" --all-namespaces',
    'auth can-i get /healthz',
    'auth can-i frobnicate things',
    'auth can-i get pods --as=nobody',
    'get pods',
    'get pods -A',
    'get pods -o wide',
    'get pods -o json',
    'get pods -o yaml',
    'get pods -o name',
    'get deploy,sts,ds',
    'get ns',
    'get ns default -o yaml',
    'get ns --show-labels',
    'get svc kubernetes',
    'get cm -n kube-system',
    'get nodes',
    'get componentstatuses',
    'get nope',
    'get pods nope',
    'get pods/nope deploy/nope',
    'get pods --field-selector=status.phase=Running',
    'get pods --field-selector=spec.nope=1',
    'get pods -l "a in (b"',
    'get priorityclasses',
    'get flowschemas',
    'get prioritylevelconfigurations',
    'get crd',
    'get apiservices v1.apps',
    'get sa',
    'get servicecidrs',
    'get clusterroles cluster-admin',
    'get clusterrolebindings cluster-admin -o wide',
    'describe nope',
    'describe pods nope',
    'describe ns default',
    'top pods',
    'top nodes',
  ],
};

/** Groups that may be typed at the same time. */
export const groups: readonly CommandGroup[] = [
  {
    name: 'explain',
    commands: [
      'explain pods',
      'explain pod.spec.containers.resources',
      'explain pod.spec.containers.livenessProbe.httpGet.port',
      'explain deploy.spec.strategy --recursive',
      'explain pod.metadata',
      'explain pod --recursive',
      'explain cm.data --output=plaintext-openapiv2',
      'explain deploy --output=plaintext-openapiv2 --recursive',
      'explain job.spec.backoffLimit',
      'explain cronjob.spec.schedule',
      'explain svc.spec.type',
      'explain hpa --api-version=autoscaling/v2',
      'explain hpa.spec --api-version=autoscaling/v1',
      'explain events --api-version=events.k8s.io/v1',
      'explain secret.data',
      'explain ingress.spec.rules',
      'explain pdb.spec',
      'explain role.rules',
      'explain crd.spec.versions',
      'explain lease.spec',
      'explain node.status.conditions',
      'explain pvc.spec.resources',
      'explain networkpolicy.spec.ingress',
      'explain statefulset.status',
      'explain pod.spec.nope',
      'explain nope',
      'explain selfsubjectaccessreviews.spec',
      'explain bindings',
      'explain apiservices.spec',
    ],
  },
  {
    name: 'create',
    commands: [
      'create cm c1 --from-literal=a=b --from-literal=c=d',
      'create cm c1',
      'create cm c2 --from-file=literal.txt --from-env-file=values.env --dry-run=client -o yaml',
      'create cm c2 --from-file=literal.txt',
      'create cm c3 --from-env-file=values.env -o yaml',
      'create cm c4 --dry-run=server -o yaml',
      'create secret generic s1 --from-literal=user=jane --from-literal=password=pass',
      'create secret docker-registry s2 --docker-username=u --docker-password=p --docker-server=example.com',
      'get secrets',
      'get secret s1 -o yaml',
      'get secret s2 -o jsonpath={.type}',
      'describe secret s1',
      'create deployment d1 --image=nginx --replicas=2 --port=80',
      'create deployment d2 --image=nginx --image=redis --dry-run=server -o yaml',
      'get deploy d1 -o yaml',
      'create job j1 --image=busybox -- echo hi',
      'get job j1 -o yaml',
      'describe job j1',
      'create cronjob cj1 --image=busybox --schedule=*/5*** -- date',
      `create cronjob cj1 --image=busybox '--schedule=*/5 * * * *' -- date`,
      'get cronjobs',
      'get cj cj1 -o yaml',
      'describe cronjob cj1',
      'create job from-cj --from=cronjob/cj1',
      'get job from-cj -o jsonpath={.metadata.annotations}{.spec.template.spec.restartPolicy}',
      'get jobs',
      'get jobs -o wide',
      'create service clusterip svc1 --tcp=80:8080',
      'create service nodeport svc2 --tcp=80:8080',
      'create service externalname svc3 --external-name=example.com',
      'create service loadbalancer svc4 --tcp=80',
      'create service clusterip svc5 --clusterip=None --tcp=80',
      'create -f two-ports.yaml',
      'get svc',
      'get svc -o wide --show-labels',
      'get svc svc1 -o yaml',
      'get svc svc2 -o yaml',
      'describe svc svc1',
      'describe svc svc2',
      'describe svc two',
      'create sa robot',
      'get sa robot -o yaml',
      'describe sa robot',
      'create token robot',
      'create token robot --duration=1s',
      'create token nobody',
      'create role r1 --verb=get,list --resource=pods,deployments.apps',
      'create rolebinding rb1 --role=r1 --serviceaccount=create:robot',
      'create clusterrole cr1 --verb=get --resource=nodes',
      'create clusterrole cr2 --aggregation-rule=a=b',
      'create clusterrole cr3 --verb=get --non-resource-url=/logs/*',
      'create clusterrolebinding crb1 --clusterrole=cr1 --user=joe --group=g',
      'get role r1 -o yaml',
      'get rolebinding rb1 -o wide',
      'get clusterrolebinding crb1 -o wide',
      'describe role r1',
      'describe rolebinding rb1',
      'describe clusterrole cr1',
      'describe clusterrolebinding crb1',
      'create quota q1 --hard=cpu=10,pods=20',
      'get quota',
      'get quota q1 -o yaml',
      'describe quota q1',
      'create pdb pdb1 --selector=app=d1 --min-available=1',
      'get pdb',
      'get pdb pdb1 -o yaml',
      'describe pdb pdb1',
      'create priorityclass pc1 --value=1000 --description=high',
      'get pc pc1',
      'describe pc pc1',
      'create ingress ing1 --rule=example.com/*=svc1:80',
      'get ing',
      'get ing ing1 -o yaml',
      'describe ing ing1',
      'create ns made',
      'create ns made',
      'create ns Bad_Name',
      'get ns made',
      'describe ns made',
      'delete ns made --wait=false',
      'create -f multi.yaml --dry-run=server',
      'create -f multi.yaml -o name',
      'create -f multi.yaml',
      'create -f pod.yaml -o json',
      'create -f bad-pod.yaml',
      'create -f service.yaml',
      'create -f unknown-field.yaml',
      'create -f unknown-field.yaml --validate=warn',
      'create -f wrong-type.yaml',
      'create -f wrong-type.yaml --validate=false',
      'create -f pod.yaml -n nowhere',
      'create -f absent.yaml',
      'get all',
      'get all -o name',
      'get cm,secrets -o name',
    ],
  },
  {
    name: 'get',
    commands: [
      'create -f pod.yaml',
      'create -f web.yaml',
      'create -f workloads.yaml',
      'create -f cluster.yaml',
      'get pods',
      'get pods -o wide',
      'get pod p1 -o yaml',
      'get pod p1 -o json',
      'get pod p1 -o yaml --show-managed-fields',
      'get pod/p1 deploy/web',
      'get pods --show-labels -L app -L tier',
      'get pods --show-kind --no-headers',
      'get pods -l app=p',
      'get pods -l app!=p',
      'get pods -l "app in (p,q),tier"',
      'get pods --field-selector=metadata.name=p1',
      'get pods -o name',
      'get pods -o jsonpath={.items[*].metadata.name}',
      `get pods '-o=jsonpath={range .items[*]}{.metadata.name}{"\\t"}{.status.phase}{"\\n"}{end}'`,
      `get pods '-o=go-template={{range .items}}{{.metadata.name}} {{end}}'`,
      'get pods -o custom-columns=NAME:.metadata.name,IMAGE:.spec.containers[*].image,NONE:.spec.nope',
      'get pods --sort-by=.metadata.creationTimestamp',
      'get pods --chunk-size=1',
      'get pods --server-print=false',
      'get pods p1 --subresource=status -o name',
      'get pods p1 --subresource=resize -o name',
      'get deploy',
      'get deploy -o wide',
      'get deploy web --subresource=scale',
      'get deploy web --subresource=scale -o yaml',
      'get deploy web --subresource=nope',
      'get sts,ds,rs,rc',
      'get sts,ds,rs,rc -o wide',
      'get sts db -o yaml',
      'get ds agent -o yaml',
      'get rs rs -o yaml',
      'get rc rc -o yaml',
      'get pvc',
      'get pvc claim -o yaml',
      'get pv',
      'get pv volume -o yaml',
      'get sc',
      'get sc fast -o yaml',
      'get ingressclass',
      'get runtimeclass',
      'get netpol',
      'get netpol deny -o yaml',
      'get limits',
      'get limits limits -o yaml',
      'get lease',
      'get lease lease -o yaml',
      'get endpointslices',
      'get endpointslice slice -o yaml',
      'get all',
      'get deployments.v1.apps web -o name',
      'get deployments.apps/web -o jsonpath={.spec.strategy}',
      'get --raw /api/v1/namespaces/get/pods/p1/log',
      'get --raw /api/v1/namespaces/get/configmaps?limit=1',
      'get --raw /api/v1/namespaces/get/pods/nope',
      'get -f web.yaml',
      'get -f absent.yaml',
      'get pods --ignore-not-found nope',
      'describe pod p1',
      'describe deploy web',
      'describe sts db',
      'describe ds agent',
      'describe rs rs',
      'describe rc rc',
      'describe pvc claim',
      'describe pv volume',
      'describe sc fast',
      'describe ingressclass public',
      'describe netpol deny',
      'describe limits limits',
      'describe lease lease',
      'describe endpointslice slice',
      'describe pods -l app=p',
      'describe pod/p1 --show-events=false',
      'logs p1',
      'logs nope',
      'exec p1 -- ls',
      'attach p1',
      'port-forward pod/p1 :80',
      'cp p1:/tmp/a ./a',
      'debug p1 --image=busybox --attach=false -q -c debugger',
      'get pod p1 -o jsonpath={.spec.ephemeralContainers}',
    ],
  },
  {
    name: 'apply',
    commands: [
      'apply -f web.yaml',
      'apply -f web.yaml',
      'diff -f web.yaml',
      'diff -f web-more.yaml',
      'diff -f web-more.yaml --server-side --force-conflicts',
      'apply -f web-more.yaml --dry-run=server',
      'apply -f web-more.yaml --dry-run=client -o name',
      'apply -f web-more.yaml',
      'get deploy web -o yaml',
      'apply view-last-applied deploy web',
      'apply set-last-applied -f web.yaml',
      'apply -f web-other-selector.yaml',
      'apply -f web.yaml --server-side',
      'apply -f web.yaml --server-side --force-conflicts',
      'apply -f web.yaml --server-side --force-conflicts --field-manager=other',
      'apply -f web-more.yaml --server-side --field-manager=other',
      'get deploy web -o yaml --show-managed-fields',
      'apply -f multi.yaml',
      'apply -f one.yaml',
      'apply -f one.yaml -o yaml',
      'apply -f one.yaml -l set=multi --prune --prune-allowlist=core/v1/ConfigMap',
      'get cm -l set=multi -o name',
      'apply -f unknown-field.yaml',
      'apply -f unknown-field.yaml --server-side',
      'apply -f wrong-type.yaml',
      'apply -f wrong-type.yaml --server-side',
      'apply -f wrong-type.yaml --validate=false',
      'apply -f bad-pod.yaml',
      'apply -f service.yaml --server-side',
      'apply -f pod.yaml -n nowhere',
      'create cm plain --from-literal=a=b',
      'apply -f immutable.yaml',
      `patch cm fixed -p '{"data":{"a":"c"}}'`,
      `patch cm fixed -p '{"immutable":false}'`,
      'replace -f web-more.yaml',
      'replace -f web-other-selector.yaml',
      'replace -f one.yaml',
      'replace -f multi.yaml',
      'replace --force -f one.yaml',
      'replace -f absent.yaml',
      'delete -f multi.yaml',
      'delete -f web.yaml',
    ],
  },
  {
    name: 'modify',
    commands: [
      'apply -f pod.yaml',
      'apply -f web.yaml',
      'apply -f workloads.yaml',
      'label pod p1 x=y',
      'label pod p1 x=z',
      'label pod p1 x=z --overwrite',
      'label pod p1 x-',
      'label pod p1 nope-',
      'label pods --all a=b',
      'label pod p1 bad=-x-',
      'label pod p1 a=b --dry-run=server -o jsonpath={.metadata.labels}',
      'annotate pod p1 note=hello',
      'annotate pod p1 note=again',
      'annotate pod p1 note-',
      'annotate pods -l app=p all=yes',
      `patch pod p1 -p '{"metadata":{"labels":{"s":"1"}}}'`,
      `patch pod p1 -p '{"metadata":{"labels":{"s":"1"}}}'`,
      `patch pod p1 --type=merge -p '{"metadata":{"labels":{"m":"1"}}}'`,
      `patch pod p1 --type=json -p '[{"op":"add","path":"/metadata/labels/j","value":"1"}]'`,
      `patch pod p1 --type=json -p '[{"op":"remove","path":"/metadata/labels/nope"}]'`,
      `patch pod p1 --type=json -p '[{"op":"test","path":"/metadata/name","value":"other"}]'`,
      `patch pod p1 --type=nope -p '{}'`,
      `patch pod p1 -p '{"metadata":{"labels":{"s":1}}}'`,
      `patch pod p1 -p '{"spec":{"containers":[{"name":"c","image":"busybox:2"}]}}'`,
      `patch pod p1 -p '{"spec":{"nodeName":"elsewhere"}}'`,
      `patch pod p1 -p '{"spec":{"restartPolicy":"Never"}}'`,
      `patch pod p1 --subresource=status --type=merge -p '{"status":{"phase":"Running","podIP":"192.0.2.7"}}'`,
      'get pod p1 -o jsonpath={.status}',
      'get pod p1 -o wide',
      `patch pod p1 --subresource=resize -p '{"spec":{"containers":[{"name":"c","resources":{"requests":{"cpu":"200m"}}}]}}'`,
      `patch pod nope -p '{}'`,
      `patch deploy web -p '{"metadata":{"name":"other"}}'`,
      `patch deploy web -p '{"spec":{"selector":{"matchLabels":{"x":"y"}}}}'`,
      `patch deploy web -p '{"spec":{"replicas":-1}}'`,
      `patch deploy web -p '{"spec":{"nope":1}}'`,
      'patch deploy web --patch-file=patch.yaml',
      `patch sts db -p '{"spec":{"serviceName":"other"}}'`,
      `patch rs rs -p '{"spec":{"selector":{"matchLabels":{"x":"y"}}}}'`,
      `patch ds agent -p '{"spec":{"selector":{"matchLabels":{"x":"y"}}}}'`,
      `patch pvc claim -p '{"spec":{"accessModes":["ReadWriteMany"]}}'`,
      'create job fixed --image=busybox',
      `patch job fixed -p '{"spec":{"completions":3}}'`,
      `patch job fixed -p '{"spec":{"template":{"spec":{"restartPolicy":"OnFailure"}}}}'`,
      `patch job fixed -p '{"spec":{"suspend":true}}'`,
      'create secret generic kept --from-literal=a=b',
      `patch secret kept -p '{"type":"other"}'`,
      'create service clusterip fixed --tcp=80',
      `patch svc fixed -p '{"spec":{"clusterIP":"10.0.255.254"}}'`,
      `patch svc fixed -p '{"spec":{"type":"NodePort"}}'`,
      `patch svc fixed -p '{"spec":{"type":"Wrong"}}'`,
      `patch lease lease -p '{"spec":{"leaseDurationSeconds":0}}'`,
      `patch sc standard -p '{}'`,
      'scale deploy web --replicas=4',
      'scale deploy web --replicas=5 --current-replicas=1',
      'scale deploy/web sts/db --replicas=2',
      'scale rs rs --replicas=3',
      'scale rc rc --replicas=3',
      'scale ds agent --replicas=3',
      'scale deploy nope --replicas=3',
      'set image deploy/web nginx=nginx:1.27',
      'set image deploy/web nope=nginx:1.27',
      'set image pod/p1 c=busybox:3',
      'set env deploy/web A=b C=d',
      'set env deploy/web --list',
      'set env deploy/web A-',
      'set resources deploy/web --limits=cpu=200m,memory=512Mi --requests=cpu=100m',
      'set serviceaccount deploy/web robot',
      'set selector svc fixed app=web',
      'create rolebinding rb --role=r --user=a',
      'set subject rolebinding rb --user=b',
      'get deploy web -o yaml',
      'rollout status deploy/web --watch=false',
      'rollout status sts/db --watch=false',
      'rollout status ds/agent --watch=false',
      'rollout history deploy/web',
      'rollout pause deploy/web',
      'rollout pause deploy/web',
      'rollout resume deploy/web',
      'rollout restart deploy/web sts/db ds/agent',
      'rollout undo deploy/web',
      'rollout restart pod/p1',
      'expose deploy web --port=80 --name=exposed',
      'expose deploy web --port=80 --type=NodePort --name=exposed-node',
      'expose pod p1 --name=pod-service',
      'expose deploy web --name=exposed --port=81',
      'get svc exposed -o yaml',
      'describe svc exposed',
      'autoscale deploy web --min=1 --max=3 --cpu=80%',
      'autoscale deploy web --max=3',
      'get hpa',
      'get hpa web -o yaml',
      'describe hpa web',
      'get hpa.v1.autoscaling web -o yaml',
      'wait --for=jsonpath={.status.phase}=Running pod/p1 --timeout=10s',
      'wait --for=condition=Ready pod/p1 --timeout=0',
      'wait --for=create pod/p1 --timeout=10s',
      'wait --for=delete pod/nope --timeout=10s',
      'wait --for=condition=Ready pod/nope --timeout=0',
      'get deploy web -o jsonpath={.metadata.generation}',
    ],
  },
  {
    name: 'run',
    commands: [
      'run r1 --image=nginx --port=80 --labels=a=b --env=A=b',
      'run r1 --image=nginx',
      'run r2 --image=busybox --dry-run=server -o yaml -- sleep 5',
      'run r3 --image=busybox --restart=Never --expose --port=80',
      'run Bad_Name --image=busybox',
      `run r4 --image=busybox '--overrides={"spec":{"priorityClassName":"system-node-critical"}}' -o yaml`,
      `run r5 --image=busybox '--overrides={"spec":{"priorityClassName":"nope"}}'`,
      'get pods',
      'get pod r1 -o yaml',
      'describe pod r1',
      'create --raw /api/v1/namespaces/run/pods/r1/eviction -f eviction.json',
      '__complete get pods r',
      'delete pod r1 --now',
      'delete pods --all --force',
    ],
  },
  {
    name: 'nodes',
    commands: [
      'create -f node.yaml',
      'get nodes',
      'get nodes -o wide',
      'get node node1 -o yaml',
      'label node node1 node-role.kubernetes.io/worker=',
      'get nodes',
      'taint node node1 a=b:NoSchedule',
      'taint node node1 a=c:NoSchedule',
      'taint node node1 a=c:NoSchedule --overwrite',
      'taint node node1 x:NoExecute',
      'taint node node1 x:NoExecute-',
      'taint node node1 nope-',
      'taint node node1 a=b:Wrong',
      'cordon node1',
      'cordon node1',
      'get node node1 -o jsonpath={.spec}',
      'describe node node1',
      'create -f on-node.yaml',
      'drain node1',
      'drain node1 --force --dry-run=server',
      'drain node1 --force --disable-eviction --grace-period=0 --timeout=30s',
      'uncordon node1',
      'uncordon nope',
      'get node node1 -o jsonpath={.spec.unschedulable}',
      'get nodes --show-labels',
      `patch node node1 --subresource=status -p '{"status":{"capacity":{"cpu":"4","memory":"8Gi"}}}'`,
      'get node node1 -o jsonpath={.status.capacity}{.status.allocatable}',
      'delete node node1',
    ],
  },
  {
    name: 'events',
    commands: [
      'create cm a',
      'create -f events.yaml',
      'get events',
      'get events -o wide',
      'get events.events.k8s.io',
      'get events.events.k8s.io -o name',
      'get event e1 -o yaml',
      'get event e2 -o yaml',
      'get events.events.k8s.io e1 -o yaml',
      'events',
      'events --types=Warning',
      'events --for cm/a',
      'describe cm a',
      'get events --field-selector=type=Warning -o name',
      'get events --field-selector=involvedObject.name=a,reason=Tested -o name',
      'describe event e1',
      `patch event e1 --type=merge -p '{"count":4}'`,
      'delete events --all',
    ],
  },
  {
    name: 'rbac',
    commands: [
      'create sa robot',
      'create -f role.yaml',
      'apply -f other-role.yaml',
      'get role writer -o yaml',
      'describe rolebinding writer',
      'auth can-i create pods --as=system:serviceaccount:rbac:robot',
      'auth can-i delete pods --as=system:serviceaccount:rbac:robot',
      'auth can-i --list --as=system:serviceaccount:rbac:robot',
      'get secrets --as=system:serviceaccount:rbac:robot',
      'auth whoami --as=jane --as-group=developers --as-uid=7',
      'delete role writer',
    ],
  },
  {
    name: 'certificates',
    commands: [
      'create -f request.yaml',
      'get csr',
      'get csr jane -o yaml',
      'describe csr jane',
      'certificate approve jane',
      'certificate approve jane',
      'certificate deny jane',
      'get csr jane',
      'get csr jane -o jsonpath={.status.conditions[*].reason}',
      'certificate approve nope',
      'delete csr jane',
    ],
  },
  {
    name: 'definitions',
    commands: [
      'create -f bad-definition.yaml',
      'create -f crontab-definition.yaml',
      'create -f widget-definition.yaml',
      'wait --for=condition=Established crd/crontabs.stable.example.com crd/widgets.example.com --timeout=30s',
      'get crd crontabs.stable.example.com',
      'get crd crontabs.stable.example.com -o wide',
      'get crd crontabs.stable.example.com -o yaml',
      'describe crd widgets.example.com',
      'api-resources --api-group=stable.example.com -o wide',
      'get --raw /apis/stable.example.com',
      'get --raw /apis/stable.example.com/v1',
      'explain crontab',
      'explain ct.spec --recursive',
      'explain ct --api-version=stable.example.com/v1beta1',
      'explain widget',
      'get ct',
      'create -f crontab.yaml',
      'create -f crontab.yaml',
      'create -f widget.yaml',
      'get ct',
      'get ct -o wide',
      'get ct one -o yaml',
      'get crontabs.v1beta1.stable.example.com one -o yaml',
      'get widgets',
      'get widget w -o json',
      'get mine',
      'describe ct one',
      'apply -f crontab.yaml',
      'apply -f crontab-later.yaml',
      'apply -f crontab-later.yaml --server-side --force-conflicts',
      'diff -f crontab.yaml',
      'get ct one --subresource=scale',
      'get ct one --subresource=scale -o yaml',
      'scale ct one --replicas=5',
      'scale widget w --replicas=5',
      `patch ct one --subresource=status --type=merge -p '{"status":{"replicas":2}}'`,
      `patch ct one --type=merge -p '{"spec":{"replicas":20}}'`,
      `patch ct one -p '{"spec":{"replicas":2}}'`,
      `patch ct one --type=json -p '[{"op":"replace","path":"/spec/image","value":"other"}]'`,
      'label ct one x=y',
      'annotate ct --all note=1',
      'create -f crontab-none.yaml',
      'create -f crontab-wrong.yaml',
      'create -f crontab-type.yaml',
      'create -f crontab-type.yaml --validate=false',
      'create -f crontab-unknown.yaml',
      'create -f crontab-unknown.yaml --validate=warn',
      'apply -f crontab-wrong.yaml --server-side',
      'get ct -l app=cron -o name',
      'get ct --field-selector=metadata.name=one -o name',
      'get ct --field-selector=spec.image=other',
      'get ct -o custom-columns=NAME:.metadata.name,R:.spec.replicas',
      'wait --for=jsonpath={.status.replicas}=2 ct/one --timeout=10s',
      'replace -f crontab.yaml',
      `patch crd crontabs.stable.example.com --type=merge -p '{"spec":{"scope":"Cluster"}}'`,
      `patch crd crontabs.stable.example.com --type=merge -p '{"spec":{"group":"other.example.com"}}'`,
      'delete ct one',
      'delete ct --all',
      'delete widget w',
      'delete crd crontabs.stable.example.com widgets.example.com',
    ],
  },
  {
    name: 'delete',
    commands: [
      'create -f pod.yaml',
      'create -f multi.yaml',
      'create -f web.yaml',
      'create cm a',
      'create cm b',
      'create cm c',
      'delete cm a',
      'delete cm a',
      'delete cm a --ignore-not-found',
      'delete cm b c',
      'delete cm/m1 svc/m3',
      'delete cm -l set=multi',
      'delete -f multi.yaml --ignore-not-found',
      'delete deploy web --cascade=background',
      'delete pod p1 --dry-run=server',
      'delete pod p1 --grace-period=-1 --wait=false -o name',
      'delete pod nope --force',
      'delete pods --all',
      'create -f pod.yaml',
      'delete pod p1 --grace-period=0 --force',
      'create cm kept',
      `patch cm kept --type=merge -p '{"metadata":{"finalizers":["example.com/f"]}}'`,
      `patch cm kept --type=merge -p '{"metadata":{"finalizers":["bad finalizer"]}}'`,
      'delete cm kept --wait=false',
      'get cm kept -o jsonpath={.metadata.deletionGracePeriodSeconds}{.metadata.finalizers}',
      `patch cm kept --type=merge -p '{"metadata":{"finalizers":["example.com/f","example.com/g"]}}'`,
      `patch cm kept --type=merge -p '{"metadata":{"finalizers":null}}'`,
      'get cm kept',
      'delete cm --all',
      'delete --raw /api/v1/namespaces/delete/configmaps/nope',
      'delete pods,cm --all -o name',
      'delete ns default',
      'delete ns kube-system',
      'delete nope --all',
      'delete cm',
    ],
  },
];

/** A difference between both servers that is meant to be, or is listed in docs/testing.md. */
export interface Difference {
  readonly cause: string;
  /** Of these commands alone. */
  readonly commands?: RegExp;
  /** Of these lines: after `-` what kube-apiserver causes, after `+` what the embedded server does. */
  readonly lines: RegExp;
}

/** All differences. A row that no command needs fails the suite. */
export const differences: readonly Difference[] = [
  {
    cause: 'the version does not say how the server was built',
    commands: /^version -o|\/version$/,
    lines: /"?(compiler|gitCommit|gitTreeState|goVersion)"?: /,
  },
  {
    cause: 'objects that kube-apiserver makes for itself are not there',
    commands:
      /^get (svc kubernetes|cm -n kube-system|componentstatuses|priorityclasses|flowschemas|prioritylevelconfigurations|apiservices|servicecidrs)/,
    lines: /^/,
  },
  {
    cause: 'the key that signs tokens is an EC key',
    commands: /jwks$|openid-configuration$/,
    lines: /ES256|RS256/,
  },
  { cause: 'there are no metrics', commands: /\/metrics$/, lines: /^/ },
  {
    cause: 'groups are sorted by name',
    commands: /^get --raw \/apis$/,
    lines: /"preferredVersion":/,
  },
  {
    cause: 'OpenAPI 3 describes only versions of groups',
    commands: /\/openapi\/v3$/,
    lines: /serverRelativeURL/,
  },
  {
    cause: 'reviews have no managed fields',
    commands: /selfsubjectaccessreviews -f/,
    lines: /"metadata":\{("managedFields"|\})/,
  },
  {
    cause: 'only the rules of system:masters are listed for its members',
    commands: /^auth can-i --list$/,
    lines: /\] \[(get|create|\*)\]$/,
  },
  {
    cause: 'most default roles are not there',
    commands: /^auth can-i --list --as/,
    lines: /clustertrustbundles/,
  },
  {
    cause: 'what has no effect gets a warning',
    commands: /quota|workloads/,
    lines: /^\+(--- stderr|Warning: spec\.(hard|limits): )/,
  },
  {
    cause: 'volumes and claims are not protected, and have no time of their phase',
    commands: /\b(pvc claim|pv volume)/,
    lines: /protection$|protection\]$|[Ff]inalizers:( \[\])?$|lastPhaseTransitionTime/,
  },
  {
    cause: 'the difference of both specs is not shown',
    commands: /^patch (pod|pvc) \w+ -p/,
    lines: /^[-+](@@| |[-+] |$)/,
  },
  {
    cause: 'messages quote values in the form of clients',
    commands: /^patch job|other-role/,
    lines: /(spec\.template|roleRef): Invalid value: \{/,
  },
  {
    cause: 'OpenAPI documents have no descriptions, enums and defaults',
    commands: /^explain/,
    lines: /^[-+](?!GROUP|KIND|VERSION|FIELD|error|---)(?!.*\t<)/,
  },
];
