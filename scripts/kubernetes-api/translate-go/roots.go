package main

import (
	"fmt"
	"go/types"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

const serverMinor = 37

const (
	apis     = "k8s.io/kubernetes/pkg/apis/"
	registry = "k8s.io/kubernetes/pkg/registry/"
)

var gatePackages = []string{"k8s.io/kubernetes/pkg/features", "k8s.io/apiserver/pkg/features"}

// defaulted are the packages whose kinds get their defaults.
var defaulted = []string{
	"admissionregistration/v1", "admissionregistration/v1alpha1", "admissionregistration/v1beta1", "apps/v1",
	"autoscaling/v1", "autoscaling/v2", "batch/v1", "core/v1", "discovery/v1",
	"flowcontrol/v1", "networking/v1", "networking/v1beta1", "rbac/v1", "resource/v1", "resource/v1alpha3",
	"resource/v1beta1", "resource/v1beta2", "scheduling/v1", "scheduling/v1alpha3", "scheduling/v1beta1", "storage/v1",
	"storage/v1alpha1", "storage/v1beta1",
}

func packagePaths() []string {
	var paths []string
	for _, name := range defaulted {
		paths = append(paths, apis+name)
	}
	for _, kind := range validated {
		paths = append(paths, registry+kind.folder, apis+kind.version)
	}
	return append(paths, gatePackages...)
}

// validatedKind is a kind whose objects are validated, by the strategy of its registry.
type validatedKind struct {
	kind    string
	version string
	folder  string
}

var validated = []validatedKind{
	{"Pod", "core/v1", "core/pod"}, {"Service", "core/v1", "core/service"}, {"ConfigMap", "core/v1", "core/configmap"},
	{"Secret", "core/v1", "core/secret"}, {"ServiceAccount", "core/v1", "core/serviceaccount"},
	{"Namespace", "core/v1", "core/namespace"}, {"PersistentVolumeClaim", "core/v1", "core/persistentvolumeclaim"},
	{"Deployment", "apps/v1", "apps/deployment"}, {"ReplicaSet", "apps/v1", "apps/replicaset"},
	{"StatefulSet", "apps/v1", "apps/statefulset"}, {"DaemonSet", "apps/v1", "apps/daemonset"},
	{"Job", "batch/v1", "batch/job"}, {"CronJob", "batch/v1", "batch/cronjob"},
	{"Lease", "coordination/v1", "coordination/lease"}, {"Ingress", "networking/v1", "networking/ingress"},
	{"PodDisruptionBudget", "policy/v1", "policy/poddisruptionbudget"},
	{"HorizontalPodAutoscaler", "autoscaling/v2", "autoscaling/horizontalpodautoscaler"},
	{"Role", "rbac/v1", "rbac/role"}, {"RoleBinding", "rbac/v1", "rbac/rolebinding"},
	{"ClusterRole", "rbac/v1", "rbac/clusterrole"}, {"ClusterRoleBinding", "rbac/v1", "rbac/clusterrolebinding"},
}

// validationRoots are the strategies' functions, by `Kind.group/version verb`.
func validationRoots(p *program) (map[string]types.Object, error) {
	roots := map[string]types.Object{}
	for _, kind := range validated {
		pkg := p.pkgs[registry+kind.folder]
		group, version, _ := strings.Cut(kind.version, "/")
		name := kind.kind + "." + groupNames[group] + "/" + version
		for _, root := range []struct{ variable, method, verb string }{
			{"Strategy", "Validate", "create"}, {"Strategy", "ValidateUpdate", "update"},
			{"StatusStrategy", "ValidateUpdate", "status"},
		} {
			variable := pkg.Types.Scope().Lookup(root.variable)
			if variable == nil {
				if root.variable == "Strategy" {
					return nil, fmt.Errorf("no Strategy in %s", kind.folder)
				}
				continue
			}
			object, _, _ := types.LookupFieldOrMethod(variable.Type(), true, pkg.Types, root.method)
			if object == nil {
				return nil, fmt.Errorf("no %s in %s", root.method, kind.folder)
			}
			roots[name+" "+root.verb] = object
		}
	}
	return roots, nil
}

// output is a file of translated functions.
type output struct {
	file  string
	name  string
	about string
	typ   string
	roots func(*program) (map[string]types.Object, error)
}

var outputs = []output{
	{"built-in-defaults.ts", "builtInDefaults", "The defaults of the built-in kinds", "(object: Record<string, unknown>) => void", defaultRoots},
	{"built-in-validation.ts", "builtInValidation", "The validation of the built-in kinds",
		"(strategy: unknown, context: unknown, object: unknown, old?: unknown) => Problem[] | undefined", validationRoots},
}

// defaultRoots are the functions that the scheme calls for a kind, by `Kind.group/version`.
func defaultRoots(p *program) (map[string]types.Object, error) {
	roots := map[string]types.Object{}
	for _, name := range defaulted {
		pkg := p.pkgs[apis+name]
		for _, function := range pkg.Types.Scope().Names() {
			kind, ok := strings.CutPrefix(function, "SetObjectDefaults_")
			if !ok || strings.HasSuffix(kind, "List") {
				continue
			}
			roots[kind+"."+groupNames[name[:strings.Index(name, "/")]]+name[strings.Index(name, "/"):]] = pkg.Types.Scope().Lookup(function)
		}
	}
	return roots, nil
}

var groupNames = map[string]string{
	"admissionregistration": "admissionregistration.k8s.io", "apps": "apps", "autoscaling": "autoscaling", "batch": "batch",
	"core": "", "discovery": "discovery.k8s.io", "flowcontrol": "flowcontrol.apiserver.k8s.io",
	"networking": "networking.k8s.io", "certificates": "certificates.k8s.io", "rbac": "rbac.authorization.k8s.io", "resource": "resource.k8s.io",
	"scheduling": "scheduling.k8s.io", "storage": "storage.k8s.io", "policy": "policy", "coordination": "coordination.k8s.io",
}

// shimmedPackages are not translated: the runtime has what is needed of them. Nor is the standard library.
var shimmedPackages = map[string]bool{
	"k8s.io/apimachinery/pkg/util/sets":                     true,
	"k8s.io/apimachinery/pkg/util/validation/field":         true,
	"k8s.io/apimachinery/pkg/api/resource":                  true,
	"k8s.io/apimachinery/pkg/util/intstr":                   true,
	"k8s.io/apimachinery/pkg/api/equality":                  true,
	"k8s.io/apimachinery/pkg/conversion":                    true,
	"k8s.io/apimachinery/pkg/util/diff":                     true,
	"k8s.io/apimachinery/third_party/forked/golang/reflect": true,
	"k8s.io/klog/v2":                                        true,
}

// shims are functions that the runtime has instead, by their name there.
var shims = map[string]string{
	"k8s.io/kubernetes/pkg/util/parsers.ParseImageName":            "parseImageName",
	"k8s.io/apimachinery/pkg/util/intstr.IntOrString.Type":         "intOrStringType",
	"k8s.io/apimachinery/pkg/util/intstr.IntOrString.IntVal":       "intOrStringNumber",
	"k8s.io/apimachinery/pkg/util/intstr.IntOrString.StrVal":       "intOrStringText",
	"k8s.io/apimachinery/pkg/apis/meta/v1.LabelSelectorAsSelector": "labelSelectorAsSelector",
	"k8s.io/apimachinery/pkg/labels.Set_AsSelector":                "selectorFromSet",
	"k8s.io/apimachinery/pkg/labels.Set_AsSelectorPreValidated":    "selectorFromSet",
	"k8s.io/apimachinery/pkg/labels.SelectorFromSet":               "selectorFromSet",
	"k8s.io/apimachinery/pkg/api/meta.Accessor":                    "metadataAccessor",
	"k8s.io/apiserver/pkg/endpoints/request.RequestInfoFrom":       "requestInfoFrom",
	// The flags of the server: privileged containers are allowed, as installers set it.
	"k8s.io/kubernetes/pkg/capabilities.Get": "capabilities",
	// Jobs with spec.scheduling: a feature that is off.
	apis + "batch/validation.validateJobScheduling": "noErrors",
	// It makes an empty map, which is not written.
	apis + "core/v1.SetDefaults_ConfigMap": "nothing",
	// When a taint is added is the clock's: not a default by rule.
	apis + "resource/v1.SetDefaults_DeviceTaint":       "nothing",
	apis + "resource/v1alpha3.SetDefaults_DeviceTaint": "nothing",
	apis + "resource/v1beta1.SetDefaults_DeviceTaint":  "nothing",
	apis + "resource/v1beta2.SetDefaults_DeviceTaint":  "nothing",
}

var interfaceMethods = map[string]string{}

// internalPackages are the packages whose types a server works with, and the versions they are stored as.
var internalPackages = map[string]string{
	apis + "core": "k8s.io/api/core/v1", apis + "apps": "k8s.io/api/apps/v1", apis + "batch": "k8s.io/api/batch/v1",
	apis + "networking": "k8s.io/api/networking/v1", apis + "policy": "k8s.io/api/policy/v1", apis + "rbac": "k8s.io/api/rbac/v1",
	apis + "coordination": "k8s.io/api/coordination/v1", apis + "autoscaling": "k8s.io/api/autoscaling/v2",
	apis + "discovery": "k8s.io/api/discovery/v1", apis + "storage": "k8s.io/api/storage/v1",
	apis + "scheduling": "k8s.io/api/scheduling/v1",
}

// typeNames are types that have another name in the versioned package.
var typeNames = map[string]string{}

// fieldNames are fields that have another name, or another place, in the versioned type.
var fieldNames = map[string]string{}

var exported = regexp.MustCompile(`(?m)^export (?:function\*?|const) (\w+)`)

// readRuntime finds what the hand-written files go-*.ts export, and in which of them.
func readRuntime(folder string) (map[string]string, error) {
	files, err := filepath.Glob(folder + "/go-*.ts")
	if err != nil {
		return nil, err
	}
	names := map[string]string{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		for _, match := range exported.FindAllStringSubmatch(string(text), -1) {
			names[match[1]] = strings.TrimSuffix(filepath.Base(file), ".ts")
		}
	}
	return names, nil
}

func writeOutput(p *program, runtime map[string]string, out output, folder string) error {
	t := &translator{
		program: p, runtime: runtime, names: map[types.Object]string{}, taken: map[string]bool{}, used: map[string]bool{},
		texts: map[string]string{}, missing: map[string]string{}, unmapped: map[string]bool{},
	}
	roots, err := out.roots(p)
	if err != nil {
		return err
	}
	var objects []types.Object
	for _, name := range sortedKeys(roots) {
		objects = append(objects, roots[name])
	}
	t.run(objects)
	for _, name := range sortedKeys(t.unmapped) {
		fmt.Fprintln(os.Stderr, "only internal:", name)
	}
	if len(t.problems) > 0 {
		return fmt.Errorf("%s: %d problems\n%s", out.file, len(t.problems), strings.Join(t.problems, "\n"))
	}
	var text strings.Builder
	fmt.Fprintf(&text, "// Generated from k8s.io/kubernetes 1.%d.2 by scripts/kubernetes-api/translate-go; do not edit.\n", serverMinor)
	text.WriteString("// A translation of its authors' functions (Apache License 2.0).\n// @ts-nocheck The functions are Go's, and checked there.\n")
	imports := map[string][]string{}
	for _, name := range sortedKeys(t.used) {
		imports[runtime[name]] = append(imports[runtime[name]], name)
	}
	for _, file := range sortedKeys(imports) {
		fmt.Fprintf(&text, "import { %s } from './%s.js';\n", strings.Join(imports[file], ", "), file)
	}
	if strings.Contains(out.typ, "Problem") {
		text.WriteString("import type { Problem } from './go-field.js';\n\n")
	}
	fmt.Fprintf(&text, "/** %s, by kind. */\nexport const %s: Readonly<Record<string, %s>> = {\n", out.about, out.name, out.typ)
	for _, name := range sortedKeys(roots) {
		fmt.Fprintf(&text, "%q: %s,\n", name, t.names[roots[name]])
	}
	text.WriteString("};\n\n")
	for _, name := range sortedKeys(t.texts) {
		text.WriteString(t.texts[name] + "\n\n")
	}
	return os.WriteFile(folder+"/"+out.file, []byte(text.String()), 0o644)
}
