// Answers what kube-apiserver's CEL environment says of expressions.
//
// Reads one JSON object a line: an expression, the types of its variables and their values. Writes one line for each:
// the issues, or the type, the estimated cost, and the value or the error with the cost.
package main

import (
	"bufio"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"sort"
	"strconv"
	"strings"

	"github.com/google/cel-go/cel"
	"github.com/google/cel-go/checker"
	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/common/types/ref"
	"github.com/google/cel-go/common/types/traits"
	apischema "k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/util/version"
	"k8s.io/apiserver/pkg/authentication/user"
	"k8s.io/apiserver/pkg/authorization/authorizer"
	"k8s.io/apiserver/pkg/cel/environment"
	"k8s.io/apiserver/pkg/cel/library"

	apicel "k8s.io/apiserver/pkg/cel"
)

type question struct {
	Expression string `json:"expression"`
	// Schemas of variables: {"type": "object", "properties": ...} in the manner of OpenAPI, without its other words.
	Variables map[string]*schema         `json:"variables"`
	Bindings  map[string]json.RawMessage `json:"bindings"`
	CostLimit uint64                     `json:"costLimit"`
}

type schema struct {
	Type          string             `json:"type"`
	Format        string             `json:"format"`
	Properties    map[string]*schema `json:"properties"`
	Values        *schema            `json:"values"`
	Items         *schema            `json:"items"`
	MaxLength     *int64             `json:"maxLength"`
	MaxItems      *int64             `json:"maxItems"`
	MaxProperties *int64             `json:"maxProperties"`
}

type answer struct {
	Issues  string `json:"issues,omitempty"`
	Program string `json:"program,omitempty"`
	Type    string `json:"type,omitempty"`
	Min     string `json:"min,omitempty"`
	Max     string `json:"max,omitempty"`
	Value   any    `json:"value,omitempty"`
	Error   string `json:"error,omitempty"`
	Cost    string `json:"cost,omitempty"`
}

func bounded(limit *int64, otherwise int64) int64 {
	if limit != nil {
		return *limit
	}
	return otherwise
}

func declared(s *schema) *apicel.DeclType {
	switch s.Type {
	case "object":
		if s.Properties != nil {
			fields := map[string]*apicel.DeclField{}
			for name, property := range s.Properties {
				escaped, ok := apicel.Escape(name)
				if !ok {
					continue
				}
				fields[escaped] = apicel.NewDeclField(escaped, declared(property), false, nil, nil)
			}
			return apicel.NewObjectType("object", fields)
		}
		values := apicel.DynType
		if s.Values != nil {
			values = declared(s.Values)
		}
		return apicel.NewMapType(apicel.StringType, values, bounded(s.MaxProperties, 1000))
	case "array":
		return apicel.NewListType(declared(s.Items), bounded(s.MaxItems, 1000))
	case "string":
		var t *apicel.DeclType
		switch s.Format {
		case "byte":
			t = apicel.NewSimpleTypeWithMinSize("bytes", cel.BytesType, types.Bytes([]byte{}), apicel.MinStringSize)
			t.MaxElements = bounded(s.MaxLength, 10000)
		case "date-time":
			t = apicel.NewSimpleTypeWithMinSize("timestamp", cel.TimestampType, types.Timestamp{}, 21)
		case "duration":
			t = apicel.NewSimpleTypeWithMinSize("duration", cel.DurationType, types.Duration{}, 3)
		default:
			t = apicel.NewSimpleTypeWithMinSize("string", cel.StringType, types.String(""), apicel.MinStringSize)
			t.MaxElements = bounded(s.MaxLength, 10000)
		}
		return t
	case "integer":
		return apicel.IntType
	case "uint":
		return apicel.UintType
	case "number":
		return apicel.DoubleType
	case "boolean":
		return apicel.BoolType
	}
	return apicel.DynType
}

// value makes a CEL value of JSON: the schema says which numbers are whole.
func value(data any, s *schema) any {
	if s == nil {
		s = &schema{}
	}
	switch v := data.(type) {
	case map[string]any:
		result := map[string]any{}
		for key, element := range v {
			inner := s.Values
			name := key
			if s.Properties != nil {
				inner = s.Properties[key]
				if inner == nil {
					continue
				}
				name, _ = apicel.Escape(key)
			}
			result[name] = value(element, inner)
		}
		return result
	case []any:
		result := make([]any, len(v))
		for i, element := range v {
			result[i] = value(element, s.Items)
		}
		return result
	case json.Number:
		if s.Type == "number" {
			f, _ := v.Float64()
			return f
		}
		if s.Type == "uint" {
			u, _ := strconv.ParseUint(v.String(), 10, 64)
			return u
		}
		if i, err := v.Int64(); err == nil {
			return i
		}
		f, _ := v.Float64()
		return f
	case string:
		switch s.Format {
		case "byte":
			b, _ := base64.StdEncoding.DecodeString(v)
			return b
		case "date-time":
			return types.String(v).ConvertToType(types.TimestampType)
		case "duration":
			return types.String(v).ConvertToType(types.DurationType)
		}
		return v
	case nil:
		return types.NullValue
	}
	return data
}

type sizes struct{ roots map[string]*apicel.DeclType }

func (s sizes) EstimateSize(element checker.AstNode) *checker.SizeEstimate {
	path := element.Path()
	if len(path) == 0 {
		return nil
	}
	current, found := s.roots[path[0]]
	if !found {
		return nil
	}
	for _, name := range path[1:] {
		switch name {
		case "@items", "@values":
			current = current.ElemType
		case "@keys":
			current = current.KeyType
		default:
			field, ok := current.Fields[name]
			if !ok {
				return nil
			}
			current = field.Type
		}
		if current == nil {
			return nil
		}
	}
	return &checker.SizeEstimate{Min: 0, Max: uint64(current.MaxElements)}
}

func (sizes) EstimateCallCost(string, string, *checker.AstNode, []checker.AstNode) *checker.CallEstimate {
	return nil
}

var authorizationTypes = map[string]*cel.Type{
	"authorizer":    library.AuthorizerType,
	"resourceCheck": library.ResourceCheckType,
}

var jane = &user.DefaultInfo{Name: "jane"}

// judge allows to get, and says what it was asked.
type judge struct{}

func (judge) Authorize(_ context.Context, a authorizer.Attributes) (authorizer.Decision, string, error) {
	reason := fmt.Sprintf("%s %s %s|%s|%s|%s|%s|%s", a.GetUser().GetName(), a.GetVerb(), a.GetPath(),
		a.GetAPIGroup(), a.GetResource(), a.GetSubresource(), a.GetNamespace(), a.GetName())
	switch a.GetVerb() {
	case "get":
		return authorizer.DecisionAllow, reason, nil
	case "fail":
		return authorizer.DecisionDeny, reason, errors.New("it fails")
	}
	return authorizer.DecisionNoOpinion, reason, nil
}

// requested is the resource of the request.
type requested struct{}

func (requested) GetName() string      { return "a" }
func (requested) GetNamespace() string { return "default" }
func (requested) GetResource() apischema.GroupVersionResource {
	return apischema.GroupVersionResource{Group: "apps", Version: "v1", Resource: "deployments"}
}
func (requested) GetSubresource() string { return "scale" }

// shown makes JSON of a value: numbers and other scalars become text with the name of their type.
func shown(v ref.Val) any {
	switch t := v.(type) {
	case types.Int:
		return map[string]string{"int": strconv.FormatInt(int64(t), 10)}
	case types.Uint:
		return map[string]string{"uint": strconv.FormatUint(uint64(t), 10)}
	case types.Double:
		return map[string]string{"double": strconv.FormatUint(math.Float64bits(float64(t)), 16)}
	case types.String:
		return string(t)
	case types.Bool:
		return bool(t)
	case types.Bytes:
		return map[string]string{"bytes": base64.StdEncoding.EncodeToString(t)}
	case types.Timestamp:
		return map[string]string{"timestamp": fmt.Sprintf("%d.%09d", t.Unix(), t.Nanosecond())}
	case types.Duration:
		return map[string]string{"duration": strconv.FormatInt(int64(t.Duration), 10)}
	case types.Null:
		return map[string]string{"null": ""}
	case *types.Type:
		return map[string]string{"type": t.TypeName()}
	case *types.Optional:
		if !t.HasValue() {
			return map[string]any{"optional": nil}
		}
		return map[string]any{"optional": shown(t.GetValue())}
	case traits.Lister:
		list := []any{}
		for it := t.Iterator(); it.HasNext() == types.True; {
			list = append(list, shown(it.Next()))
		}
		return list
	case traits.Mapper:
		entries := []string{}
		for it := t.Iterator(); it.HasNext() == types.True; {
			key := it.Next()
			k, _ := json.Marshal(shown(key))
			e, _ := json.Marshal(shown(t.Get(key)))
			entries = append(entries, string(k)+": "+string(e))
		}
		sort.Strings(entries)
		return map[string]string{"map": strings.Join(entries, ", ")}
	}
	return map[string]string{"object": v.Type().TypeName()}
}

func answered(base *environment.EnvSet, q question) (a answer) {
	defer func() {
		if problem := recover(); problem != nil {
			a = answer{Issues: fmt.Sprintf("panic: %v", problem)}
		}
	}()
	roots := map[string]*apicel.DeclType{}
	options := []cel.EnvOption{}
	declaredTypes := []*apicel.DeclType{}
	for name, s := range q.Variables {
		if t, found := authorizationTypes[s.Type]; found {
			options = append(options, cel.Variable(name, t))
			continue
		}
		root := declared(s).MaybeAssignTypeName("root." + name)
		roots[name] = root
		declaredTypes = append(declaredTypes, root)
		options = append(options, cel.Variable(name, root.CelType()))
	}
	env, err := base.Extend(environment.VersionedOptions{
		IntroducedVersion: version.MajorMinor(1, 0),
		EnvOptions:        options,
		DeclTypes:         declaredTypes,
	})
	if err != nil {
		return answer{Issues: err.Error()}
	}
	e := env.StoredExpressionsEnv()
	ast, issues := e.Compile(q.Expression)
	if issues != nil && issues.Err() != nil {
		return answer{Issues: issues.String()}
	}
	a.Type = checker.FormatCELType(ast.OutputType())
	options2 := []cel.ProgramOption{}
	if q.CostLimit != 0 {
		options2 = append(options2, cel.CostLimit(q.CostLimit))
	}
	estimate, err := e.EstimateCost(ast, &library.CostEstimator{SizeEstimator: sizes{roots}})
	if err == nil {
		a.Min = strconv.FormatUint(estimate.Min, 10)
		a.Max = strconv.FormatUint(estimate.Max, 10)
	}
	program, err := e.Program(ast, options2...)
	if err != nil {
		a.Program = err.Error()
		return a
	}
	bindings := map[string]any{}
	for name, raw := range q.Bindings {
		decoder := json.NewDecoder(strings.NewReader(string(raw)))
		decoder.UseNumber()
		var data any
		if err := decoder.Decode(&data); err != nil {
			return answer{Issues: err.Error()}
		}
		bindings[name] = value(data, q.Variables[name])
	}
	for name, s := range q.Variables {
		switch s.Type {
		case "authorizer":
			bindings[name] = library.NewAuthorizerVal(jane, judge{})
		case "resourceCheck":
			bindings[name] = library.NewResourceAuthorizerVal(jane, judge{}, requested{})
		}
	}
	result, details, err := program.Eval(bindings)
	if details != nil && details.ActualCost() != nil {
		a.Cost = strconv.FormatUint(*details.ActualCost(), 10)
	}
	if err != nil {
		a.Error = err.Error()
		return a
	}
	a.Value = shown(result)
	return a
}

func main() {
	base := environment.MustBaseEnvSet(version.MajorMinor(1, 37))
	in := bufio.NewScanner(os.Stdin)
	in.Buffer(make([]byte, 1<<20), 1<<28)
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	for in.Scan() {
		var q question
		if err := json.Unmarshal(in.Bytes(), &q); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		line, err := json.Marshal(answered(base, q))
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		out.Write(line)
		out.WriteByte('\n')
	}
}
