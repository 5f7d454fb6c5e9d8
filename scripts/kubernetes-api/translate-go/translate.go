package main

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"math"
	"reflect"
	"sort"
	"strconv"
	"strings"

	"golang.org/x/tools/go/packages"
)

// translator turns functions into TypeScript until all that the roots need is there.
type translator struct {
	*program
	// The hand-written functions, and their files.
	runtime map[string]string
	// Names of translated functions and variables, by object.
	names map[types.Object]string
	taken map[string]bool
	queue []types.Object
	used  map[string]bool
	texts map[string]string
	// What the runtime should have.
	missing map[string]string
	// Fields of internal types that the versioned ones lack.
	unmapped map[string]bool
	// The function that is being translated.
	current string
	// Why functions could not be translated.
	problems []string
}

// unit is the function that is being translated.
type unit struct {
	*translator
	pkg     *packages.Package
	locals  map[types.Object]string
	taken   map[string]bool
	results []types.Object
	sig     *types.Signature
	counter int
	// Variables of a struct type whose fields are assigned: copies in Go.
	mutated map[types.Object]bool
}

type unsupported struct{ text string }

func (u *unit) refuse(node ast.Node, format string, args ...any) {
	panic(unsupported{fmt.Sprintf("%s: %s", u.fset.Position(node.Pos()), fmt.Sprintf(format, args...))})
}

// ---- names

func (t *translator) nameOf(object types.Object) string {
	if name, ok := t.names[object]; ok {
		return name
	}
	name := object.Name()
	if function, ok := object.(*types.Func); ok {
		if receiver := receiverName(function); receiver != "" {
			name = receiver + "_" + name
		}
	}
	if t.taken[name] || reserved[name] || t.runtime[name] != "" {
		path := strings.Split(object.Pkg().Path(), "/")
		prefix := strings.Join(path[max(0, len(path)-2):], "_")
		prefix = strings.NewReplacer(".", "_", "-", "_").Replace(prefix)
		name = prefix + "_" + name
		for t.taken[name] {
			name += "2"
		}
	}
	t.taken[name] = true
	t.names[object] = name
	t.queue = append(t.queue, object)
	return name
}

func receiverName(function *types.Func) string {
	receiver := function.Type().(*types.Signature).Recv()
	if receiver == nil {
		return ""
	}
	if named := namedOf(receiver.Type()); named != nil {
		return named.Obj().Name()
	}
	return ""
}

func namedOf(t types.Type) *types.Named {
	t = types.Unalias(t)
	if pointer, ok := t.(*types.Pointer); ok {
		t = types.Unalias(pointer.Elem())
	}
	named, _ := t.(*types.Named)
	return named
}

// typePath is "k8s.io/api/core/v1.Pod".
func typePath(t types.Type) string {
	t = types.Unalias(t)
	named, ok := t.(*types.Named)
	if !ok || named.Obj().Pkg() == nil {
		return ""
	}
	return named.Obj().Pkg().Path() + "." + named.Obj().Name()
}

func (t *translator) use(name string) string {
	if t.runtime[name] == "" {
		t.missing[name] = t.current
	}
	t.used[name] = true
	return name
}

// shimName is the runtime's name of a function that is not translated; "" for one that is.
func (t *translator) shimName(function *types.Func) string {
	if function.Pkg() == nil {
		return "error_" + function.Name()
	}
	path := function.Pkg().Path()
	name := function.Name()
	receiver := receiverName(function)
	if receiver != "" {
		name = receiver + "_" + name
	}
	full := path + "." + name
	if shim, ok := shims[full]; ok {
		return shim
	}
	if name == receiver+"_DeepCopy" {
		return "deepCopy"
	}
	if shimmedPackages[path] || !strings.Contains(strings.Split(path, "/")[0], ".") {
		if receiver != "" {
			return receiver + "_" + function.Name()
		}
		base := path[strings.LastIndex(path, "/")+1:]
		return base + "_" + function.Name()
	}
	return ""
}

var reserved = map[string]bool{}

func init() {
	for _, word := range strings.Fields(`abstract arguments await break case catch class const continue debugger default
		delete do else enum eval export extends false finally for function if implements import in instanceof interface let
		new null package private protected public return static super switch this throw true try typeof undefined var void
		while with yield Object Array Map Set String Number Boolean Math JSON Buffer Z`) {
		reserved[word] = true
	}
}

func (u *unit) local(object types.Object) string {
	if name, ok := u.locals[object]; ok {
		return name
	}
	name := object.Name()
	for suffix := 2; reserved[name] || u.taken[name] || u.runtime[name] != "" || u.translator.taken[name]; suffix++ {
		name = object.Name() + strconv.Itoa(suffix)
	}
	u.taken[name] = true
	u.locals[object] = name
	return name
}

func (u *unit) fresh(base string) string {
	for {
		u.counter++
		name := base + strconv.Itoa(u.counter)
		if !u.taken[name] {
			u.taken[name] = true
			return name
		}
	}
}

// ---- types

// special is true for structs whose JSON form is a single value.
func special(t types.Type) bool {
	return specialZeros[typePath(t)] != ""
}

var specialZeros = map[string]string{
	"k8s.io/apimachinery/pkg/api/resource.Quantity":      `"0"`,
	"k8s.io/apimachinery/pkg/util/intstr.IntOrString":    `0`,
	"k8s.io/apimachinery/pkg/apis/meta/v1.Time":          `undefined`,
	"k8s.io/apimachinery/pkg/apis/meta/v1.MicroTime":     `undefined`,
	"k8s.io/apimachinery/pkg/apis/meta/v1.Duration":      `undefined`,
	"k8s.io/apimachinery/pkg/apis/meta/v1.FieldsV1":      `undefined`,
	"k8s.io/apimachinery/pkg/runtime.RawExtension":       `undefined`,
	"k8s.io/apimachinery/pkg/util/validation/field.Path": `undefined`,
	"time.Time": `undefined`,
}

func isStruct(t types.Type) bool {
	if special(t) {
		return false
	}
	_, ok := t.Underlying().(*types.Struct)
	return ok
}

func isBytes(t types.Type) bool {
	slice, ok := t.Underlying().(*types.Slice)
	if !ok {
		return false
	}
	basic, ok := slice.Elem().Underlying().(*types.Basic)
	return ok && basic.Kind() == types.Uint8
}

func isString(t types.Type) bool {
	if parameter, ok := types.Unalias(t).(*types.TypeParam); ok {
		return strings.Contains(parameter.Constraint().String(), "string")
	}
	basic, ok := t.Underlying().(*types.Basic)
	return ok && basic.Info()&types.IsString != 0
}

func isInteger(t types.Type) bool {
	basic, ok := t.Underlying().(*types.Basic)
	return ok && basic.Info()&types.IsInteger != 0
}

func isSet(t types.Type) bool {
	return strings.HasPrefix(typePath(t), "k8s.io/apimachinery/pkg/util/sets.")
}

func (u *unit) zero(t types.Type) string {
	if zero := specialZeros[typePath(t)]; zero != "" {
		return zero
	}
	if _, ok := types.Unalias(t).(*types.TypeParam); ok {
		return "undefined"
	}
	switch under := t.Underlying().(type) {
	case *types.Basic:
		switch {
		case under.Info()&types.IsString != 0:
			return `""`
		case under.Info()&types.IsBoolean != 0:
			return "false"
		case under.Info()&types.IsNumeric != 0:
			return "0"
		}
		return "undefined"
	case *types.Struct:
		return "{}"
	case *types.Array:
		return "[]"
	}
	return "undefined"
}

// jsonField is how a field of a struct is written; inline if its own fields stand beside it.
func (u *translator) jsonField(owner types.Type, field *types.Var, tag string) (name string, inline bool, omit bool) {
	path := typePath(owner)
	if renamed, ok := fieldNames[path+"."+field.Name()]; ok {
		return renamed, renamed == "", false
	}
	if structTag(tag) == "" {
		if versioned := u.versionedField(path, field.Name()); versioned != nil {
			return parseTag(versioned.tag, versioned.field)
		}
		if dot := strings.LastIndex(path, "."); dot > 0 && internalPackages[path[:dot]] != "" {
			u.unmapped[path+"."+field.Name()] = true
		}
	}
	return parseTag(tag, field)
}

type taggedField struct {
	field *types.Var
	tag   string
}

func parseTag(tag string, field *types.Var) (string, bool, bool) {
	json := structTag(tag)
	parts := strings.Split(json, ",")
	inline, omit := false, false
	for _, part := range parts[1:] {
		inline = inline || part == "inline"
		omit = omit || part == "omitempty" || part == "omitzero"
	}
	if json == "" && tag == "" {
		return field.Name(), false, true
	}
	if parts[0] == "" {
		return "", inline || field.Embedded(), omit
	}
	return parts[0], false, omit
}

// versionedField finds the field of the versioned type that an internal type's is converted to.
func (u *translator) versionedField(path, name string) *taggedField {
	dot := strings.LastIndex(path, ".")
	if dot < 0 {
		return nil
	}
	versioned, ok := internalPackages[path[:dot]]
	if !ok {
		return nil
	}
	typeName := path[dot+1:]
	if renamed, ok := typeNames[path]; ok {
		typeName = renamed
	}
	pkg := u.pkgs[versioned]
	if pkg == nil {
		panic(unsupported{"no package " + versioned})
	}
	object := pkg.Types.Scope().Lookup(typeName)
	if object == nil {
		return nil
	}
	structure, ok := object.Type().Underlying().(*types.Struct)
	if !ok {
		return nil
	}
	for index := range structure.NumFields() {
		if structure.Field(index).Name() == name {
			return &taggedField{structure.Field(index), structure.Tag(index)}
		}
	}
	// One embedded level: the internal type may have flattened it.
	for index := range structure.NumFields() {
		inner, ok := structure.Field(index).Type().Underlying().(*types.Struct)
		if !ok || !structure.Field(index).Embedded() {
			continue
		}
		for second := range inner.NumFields() {
			if inner.Field(second).Name() == name {
				return &taggedField{inner.Field(second), inner.Tag(second)}
			}
		}
	}
	return nil
}

// ---- functions

func (t *translator) translate(object types.Object) {
	name := t.names[object]
	t.current = name
	defer func() {
		if problem := recover(); problem != nil {
			refusal, ok := problem.(unsupported)
			if !ok {
				fmt.Println("in", object)
				panic(problem)
			}
			t.problems = append(t.problems, fmt.Sprintf("%s: %s", object.Name(), refusal.text))
		}
	}()
	switch object := object.(type) {
	case *types.Func:
		found, ok := t.funcs[object]
		if !ok || found.decl.Body == nil {
			panic(unsupported{"no body of " + object.FullName()})
		}
		u := t.unit(found.pkg)
		if found.decl.Recv != nil {
			for _, field := range found.decl.Recv.List {
				for _, ident := range field.Names {
					u.local(found.pkg.TypesInfo.Defs[ident])
				}
			}
		}
		t.texts[name] = "function " + name + u.function(found.decl.Recv, found.decl.Type, found.decl.Body)
	case *types.Var:
		found, ok := t.vars[object]
		if !ok {
			panic(unsupported{"no value of " + object.String()})
		}
		u := t.unit(found.pkg)
		value := u.zero(object.Type())
		if found.value != nil {
			value = u.expr(found.value)
		}
		t.texts[name] = fmt.Sprintf("const %s = %s(() => (%s));", name, t.use("lazy"), value)
	}
}

func (t *translator) unit(pkg *packages.Package) *unit {
	return &unit{translator: t, pkg: pkg, locals: map[types.Object]string{}, taken: map[string]bool{}, mutated: map[types.Object]bool{}}
}

func (u *unit) function(recv *ast.FieldList, typ *ast.FuncType, body *ast.BlockStmt) string {
	outerResults, outerSig := u.results, u.sig
	defer func() { u.results, u.sig = outerResults, outerSig }()
	u.results = nil
	var params []string
	add := func(list *ast.FieldList) {
		if list == nil {
			return
		}
		for _, field := range list.List {
			_, variadic := field.Type.(*ast.Ellipsis)
			dots := ""
			if variadic {
				dots = "..."
			}
			if len(field.Names) == 0 {
				params = append(params, dots+u.fresh("_"))
			}
			for _, ident := range field.Names {
				if ident.Name == "_" {
					params = append(params, dots+u.fresh("_"))
					continue
				}
				params = append(params, dots+u.local(u.pkg.TypesInfo.Defs[ident]))
			}
		}
	}
	if recv != nil && len(recv.List[0].Names) == 0 {
		params = append(params, u.fresh("_"))
	} else {
		add(recv)
	}
	add(typ.Params)
	u.findMutated(body)
	var start strings.Builder
	if typ.Results != nil {
		for _, field := range typ.Results.List {
			for _, ident := range field.Names {
				object := u.pkg.TypesInfo.Defs[ident]
				u.results = append(u.results, object)
				if ident.Name != "_" {
					fmt.Fprintf(&start, "let %s = %s;\n", u.local(object), u.zero(object.Type()))
				}
			}
		}
	}
	text := u.block(body.List)
	end := ""
	if len(u.results) > 0 {
		end = ""
	}
	return fmt.Sprintf("(%s) {\n%s%s%s}", strings.Join(params, ", "), start.String(), text, end)
}

// findMutated notes the struct variables whose fields the function assigns.
func (u *unit) findMutated(body ast.Node) {
	ast.Inspect(body, func(node ast.Node) bool {
		var targets []ast.Expr
		switch node := node.(type) {
		case *ast.AssignStmt:
			if node.Tok != token.DEFINE {
				targets = node.Lhs
			}
		case *ast.IncDecStmt:
			targets = []ast.Expr{node.X}
		}
		for _, target := range targets {
			depth := 0
			for {
				if selector, ok := target.(*ast.SelectorExpr); ok {
					target = selector.X
				} else if index, ok := target.(*ast.IndexExpr); ok {
					target = index.X
				} else if paren, ok := target.(*ast.ParenExpr); ok {
					target = paren.X
				} else {
					break
				}
				depth++
			}
			if ident, ok := target.(*ast.Ident); ok && depth > 0 {
				if object := u.pkg.TypesInfo.Uses[ident]; object != nil && isStruct(object.Type()) {
					u.mutated[object] = true
				}
			}
		}
		return true
	})
}

// ---- statements

func (u *unit) block(list []ast.Stmt) string {
	var text strings.Builder
	for _, statement := range list {
		text.WriteString(u.stmt(statement))
	}
	return text.String()
}

func (u *unit) stmt(statement ast.Stmt) string {
	switch s := statement.(type) {
	case *ast.ExprStmt:
		if target, ok := u.changed(s.X); ok {
			return u.store(target, u.expr(s.X))
		}
		return u.expr(s.X) + ";\n"
	case *ast.BlockStmt:
		return "{\n" + u.block(s.List) + "}\n"
	case *ast.EmptyStmt:
		return ""
	case *ast.DeclStmt:
		decl := s.Decl.(*ast.GenDecl)
		if decl.Tok != token.VAR {
			return ""
		}
		var text strings.Builder
		for _, spec := range decl.Specs {
			values := spec.(*ast.ValueSpec)
			if len(values.Values) == 1 && len(values.Names) > 1 {
				u.refuse(s, "several names of one value")
			}
			for index, ident := range values.Names {
				object := u.pkg.TypesInfo.Defs[ident]
				if ident.Name == "_" {
					continue
				}
				value := u.zero(object.Type())
				if len(values.Values) > index {
					value = u.copied(values.Values[index], object)
				}
				fmt.Fprintf(&text, "let %s = %s;\n", u.local(object), value)
			}
		}
		return text.String()
	case *ast.AssignStmt:
		return u.assign(s)
	case *ast.IncDecStmt:
		op := "+ 1"
		if s.Tok == token.DEC {
			op = "- 1"
		}
		return u.store(s.X, u.expr(s.X)+" "+op)
	case *ast.ReturnStmt:
		return u.ret(s)
	case *ast.IfStmt:
		return u.ifStmt(s)
	case *ast.ForStmt:
		return u.forStmt(s, "")
	case *ast.RangeStmt:
		return u.rangeStmt(s, "")
	case *ast.SwitchStmt:
		return u.switchStmt(s, "")
	case *ast.TypeSwitchStmt:
		return u.typeSwitch(s)
	case *ast.LabeledStmt:
		label := s.Label.Name
		switch inner := s.Stmt.(type) {
		case *ast.ForStmt:
			return u.forStmt(inner, label+": ")
		case *ast.RangeStmt:
			return u.rangeStmt(inner, label+": ")
		}
		u.refuse(s, "label")
	case *ast.BranchStmt:
		label := ""
		if s.Label != nil {
			label = " " + s.Label.Name
		}
		switch s.Tok {
		case token.BREAK:
			return "break" + label + ";\n"
		case token.CONTINUE:
			return "continue" + label + ";\n"
		case token.FALLTHROUGH:
			return ""
		}
	case *ast.DeferStmt:
		return ""
	}
	u.refuse(statement, "statement %T", statement)
	return ""
}

// changed is what a method changes that has no fields: a quantity is its text, so the call's value is stored.
func (u *unit) changed(expr ast.Expr) (ast.Expr, bool) {
	call, ok := expr.(*ast.CallExpr)
	if !ok {
		return nil, false
	}
	selector, ok := call.Fun.(*ast.SelectorExpr)
	if !ok {
		return nil, false
	}
	selection, ok := u.pkg.TypesInfo.Selections[selector]
	if !ok || selection.Kind() != types.MethodVal {
		return nil, false
	}
	named := namedOf(selection.Recv())
	return selector.X, named != nil && changing[typePath(named)+"."+selector.Sel.Name]
}

var changing = map[string]bool{
	"k8s.io/apimachinery/pkg/api/resource.Quantity.Add":     true,
	"k8s.io/apimachinery/pkg/api/resource.Quantity.Sub":     true,
	"k8s.io/apimachinery/pkg/api/resource.Quantity.Mul":     true,
	"k8s.io/apimachinery/pkg/api/resource.Quantity.RoundUp": true,
}

func (u *unit) ret(s *ast.ReturnStmt) string {
	if len(s.Results) == 0 {
		if len(u.results) == 0 {
			return "return;\n"
		}
		var values []string
		for _, object := range u.results {
			values = append(values, u.local(object))
		}
		if len(values) == 1 {
			return "return " + values[0] + ";\n"
		}
		return "return [" + strings.Join(values, ", ") + "];\n"
	}
	if len(s.Results) == 1 {
		return "return " + u.expr(s.Results[0]) + ";\n"
	}
	return "return [" + strings.Join(u.exprs(s.Results), ", ") + "];\n"
}

func (u *unit) ifStmt(s *ast.IfStmt) string {
	if value := u.pkg.TypesInfo.Types[s.Cond].Value; value == nil {
		if gate, ok := u.gateOf(s.Cond); ok && s.Init == nil {
			// A gate decides when this is written.
			if gate {
				return "{\n" + u.block(s.Body.List) + "}\n"
			}
			if s.Else == nil {
				return ""
			}
			return "{\n" + u.stmt(s.Else) + "}\n"
		}
	}
	start, end := "", ""
	if s.Init != nil {
		start, end = "{\n"+u.stmt(s.Init), "}\n"
	}
	text := start + "if (" + u.expr(s.Cond) + ") {\n" + u.block(s.Body.List) + "}"
	if s.Else != nil {
		if _, ok := s.Else.(*ast.BlockStmt); ok {
			text += " else " + u.stmt(s.Else)
		} else {
			text += " else {\n" + u.stmt(s.Else) + "}\n"
		}
	} else {
		text += "\n"
	}
	return text + end
}

func (u *unit) forStmt(s *ast.ForStmt, label string) string {
	start, end := "", ""
	if s.Init != nil {
		start, end = "{\n"+u.stmt(s.Init), "}\n"
	}
	cond, post := "", ""
	if s.Cond != nil {
		cond = u.expr(s.Cond)
	}
	if s.Post != nil {
		post = strings.TrimSuffix(strings.TrimSpace(u.stmt(s.Post)), ";")
	}
	return start + label + "for (; " + cond + "; " + post + ") {\n" + u.block(s.Body.List) + "}\n" + end
}

func (u *unit) rangeStmt(s *ast.RangeStmt, label string) string {
	typ := u.typeOf(s.X)
	if pointer, ok := typ.Underlying().(*types.Pointer); ok {
		typ = pointer.Elem()
	}
	bind := func(target ast.Expr) string {
		if target == nil {
			return ""
		}
		if ident, ok := target.(*ast.Ident); ok {
			if ident.Name == "_" {
				return ""
			}
			if object := u.pkg.TypesInfo.Defs[ident]; object != nil {
				return u.local(object)
			}
		}
		if object := u.pkg.TypesInfo.Uses[target.(*ast.Ident)]; object != nil {
			return u.local(object)
		}
		u.refuse(s, "range over an existing variable")
		return ""
	}
	key, value := bind(s.Key), bind(s.Value)
	body := func() string { return u.block(s.Body.List) }
	if isSet(typ) {
		name := key
		if name == "" {
			name = u.fresh("_")
		}
		return fmt.Sprintf("%sfor (let %s of %s(%s)) {\n%s}\n", label, name, u.use("setItems"), u.expr(s.X), body())
	}
	switch under := typ.Underlying().(type) {
	case *types.Slice, *types.Array:
		list := u.expr(s.X)
		if key == "" && value == "" {
			value = u.fresh("_")
		}
		if key == "" {
			return fmt.Sprintf("%sfor (let %s of %s ?? []) {\n%s}\n", label, value, list, body())
		}
		name := u.fresh("list")
		item := ""
		if value != "" {
			item = fmt.Sprintf("let %s = %s[%s];\n", value, name, key)
		}
		return fmt.Sprintf("{\nconst %s = %s ?? [];\n%sfor (let %s = 0; %s < %s.length; %s++) {\n%s%s}\n}\n", name, list, label, key, key, name, key, item, body())
	case *types.Map:
		if key == "" {
			key = u.fresh("_")
		}
		pattern := key
		if value != "" {
			pattern += ", " + value
		}
		helper := "mapEntries"
		if !isString(under.Key()) {
			helper = "keyedEntries"
		}
		return fmt.Sprintf("%sfor (let [%s] of %s(%s)) {\n%s}\n", label, pattern, u.use(helper), u.expr(s.X), body())
	case *types.Basic:
		if under.Info()&types.IsInteger != 0 {
			if key == "" {
				key = u.fresh("i")
			}
			return fmt.Sprintf("%sfor (let %s = 0; %s < %s; %s++) {\n%s}\n", label, key, key, u.expr(s.X), key, body())
		}
		if under.Info()&types.IsString != 0 {
			pattern := key
			if value != "" {
				pattern += ", " + value
			}
			return fmt.Sprintf("%sfor (let [%s] of %s(%s)) {\n%s}\n", label, pattern, u.use("runes"), u.expr(s.X), body())
		}
	case *types.Signature:
		if value != "" {
			return fmt.Sprintf("%sfor (let [%s, %s] of %s(%s)) {\n%s}\n", label, key, value, u.use("pairsOf"), u.expr(s.X), body())
		}
		if value == "" {
			if key == "" {
				key = u.fresh("_")
			}
			return fmt.Sprintf("%sfor (let [%s] of %s(%s)) {\n%s}\n", label, key, u.use("pairsOf"), u.expr(s.X), body())
		}
	}
	u.refuse(s, "range over %s", typ)
	return ""
}

func (u *unit) switchStmt(s *ast.SwitchStmt, label string) string {
	// Go's switch becomes `switch (true)`: cases may be any expressions.
	start, end := "", ""
	if s.Init != nil {
		start, end = "{\n"+u.stmt(s.Init), "}\n"
	}
	tag := "true"
	if s.Tag != nil {
		tag = u.fresh("tag")
		start += "const " + tag + " = " + u.expr(s.Tag) + ";\n"
		if end == "" {
			start, end = "{\n"+start, "}\n"
		}
	}
	text := start + label + "switch (" + tag + ") {\n"
	for _, clause := range s.Body.List {
		clause := clause.(*ast.CaseClause)
		if clause.List == nil {
			text += "default: "
		}
		for _, item := range clause.List {
			text += "case " + u.expr(item) + ":\n"
		}
		text += "{\n" + u.block(clause.Body)
		fallen := false
		if count := len(clause.Body); count > 0 {
			if branch, ok := clause.Body[count-1].(*ast.BranchStmt); ok && branch.Tok == token.FALLTHROUGH {
				fallen = true
			}
		}
		if !fallen {
			text += "break;\n"
		}
		text += "}\n"
	}
	return text + "}\n" + end
}

// typeSwitch is only supported where the checked type decides.
func (u *unit) typeSwitch(s *ast.TypeSwitchStmt) string {
	u.refuse(s, "type switch")
	return ""
}

func (u *unit) assign(s *ast.AssignStmt) string {
	if s.Tok != token.ASSIGN && s.Tok != token.DEFINE {
		op := strings.TrimSuffix(s.Tok.String(), "=")
		value := u.expr(s.Lhs[0]) + " " + op + " " + u.expr(s.Rhs[0])
		if op == "/" && isInteger(u.typeOf(s.Lhs[0])) {
			value = "Math.trunc(" + value + ")"
		}
		return u.store(s.Lhs[0], value)
	}
	if len(s.Lhs) == 1 {
		// append to itself needs no copy.
		if call, ok := s.Rhs[0].(*ast.CallExpr); ok && s.Tok == token.ASSIGN {
			if ident, ok := call.Fun.(*ast.Ident); ok && ident.Name == "append" && u.isBuiltin(ident) && !isBytes(u.typeOf(s.Lhs[0])) {
				target, source := u.expr(s.Lhs[0]), u.expr(call.Args[0])
				if target == source {
					return u.store(s.Lhs[0], fmt.Sprintf("%s(%s, %s)", u.use("push"), source, u.appended(call)))
				}
			}
		}
		return u.define(s.Tok, s.Lhs[0], func(object types.Object) string { return u.copied(s.Rhs[0], object) })
	}
	if len(s.Rhs) == len(s.Lhs) {
		// All are evaluated first.
		var text string
		var temps []string
		for _, value := range s.Rhs {
			temp := u.fresh("v")
			temps = append(temps, temp)
			text += "const " + temp + " = " + u.copied(value, nil) + ";\n"
		}
		for index, target := range s.Lhs {
			text += u.define(s.Tok, target, func(types.Object) string { return temps[index] })
		}
		return text
	}
	// Several results.
	value := u.multi(s.Rhs[0])
	temp := u.fresh("r")
	text := "const " + temp + " = " + value + ";\n"
	for index, target := range s.Lhs {
		if ident, ok := target.(*ast.Ident); ok && ident.Name == "_" {
			continue
		}
		text += u.define(s.Tok, target, func(types.Object) string { return fmt.Sprintf("%s[%d]", temp, index) })
	}
	return text
}

// multi is an expression with several results, as an array.
func (u *unit) multi(expr ast.Expr) string {
	switch e := expr.(type) {
	case *ast.CallExpr:
		return u.expr(e)
	case *ast.TypeAssertExpr:
		value := u.expr(e.X)
		return "[" + value + ", " + value + " != null]"
	case *ast.IndexExpr:
		typ := u.typeOf(e.X)
		if isSet(typ) {
			return fmt.Sprintf("[{}, %s(%s, %s)]", u.use("Set_Has"), u.expr(e.X), u.expr(e.Index))
		}
		under := typ.Underlying().(*types.Map)
		helper := "mapFind"
		if !isString(under.Key()) {
			helper = "keyedFind"
		}
		return fmt.Sprintf("%s(%s, %s, %s)", u.use(helper), u.expr(e.X), u.expr(e.Index), u.zero(under.Elem()))
	case *ast.ParenExpr:
		return u.multi(e.X)
	}
	u.refuse(expr, "several results of %T", expr)
	return ""
}

func (u *unit) define(tok token.Token, target ast.Expr, value func(types.Object) string) string {
	if ident, ok := target.(*ast.Ident); ok {
		if ident.Name == "_" {
			return value(nil) + ";\n"
		}
		if object := u.pkg.TypesInfo.Defs[ident]; tok == token.DEFINE && object != nil {
			text := value(object)
			return "let " + u.local(object) + " = " + text + ";\n"
		}
		return u.store(target, value(u.pkg.TypesInfo.Uses[ident]))
	}
	return u.store(target, value(nil))
}

// copied is a value that is put into a variable: a copy, if it is a struct that either side changes.
func (u *unit) copied(expr ast.Expr, object types.Object) string {
	text := u.expr(expr)
	if object == nil || !u.mutated[object] || !isStruct(u.typeOf(expr)) {
		return text
	}
	switch e := expr.(type) {
	case *ast.CompositeLit:
		return text
	case *ast.StarExpr:
		if call, ok := e.X.(*ast.CallExpr); ok {
			if selector, ok := call.Fun.(*ast.SelectorExpr); ok && selector.Sel.Name == "DeepCopy" {
				return text
			}
		}
	case *ast.CallExpr:
		return text
	}
	return u.use("shallowCopy") + "(" + text + ")"
}

// store assigns to anything.
func (u *unit) store(target ast.Expr, value string) string {
	switch t := target.(type) {
	case *ast.ParenExpr:
		return u.store(t.X, value)
	case *ast.Ident:
		if t.Name == "_" {
			return value + ";\n"
		}
		return u.expr(t) + " = " + value + ";\n"
	case *ast.IndexExpr:
		typ := u.typeOf(t.X)
		if under, ok := typ.Underlying().(*types.Map); ok {
			helper := "mapSet"
			if !isString(under.Key()) {
				helper = "keyedSet"
			}
			return fmt.Sprintf("%s(%s, %s, %s);\n", u.use(helper), u.expr(t.X), u.expr(t.Index), value)
		}
		return fmt.Sprintf("%s[%s] = %s;\n", u.expr(t.X), u.expr(t.Index), value)
	case *ast.SelectorExpr:
		selection, ok := u.pkg.TypesInfo.Selections[t]
		if !ok {
			u.refuse(target, "assignment to a package's variable")
		}
		base, last, field := u.steps(t, selection, true)
		if last == "" {
			return fmt.Sprintf("%s(%s, %s, %s);\n", u.use("setInline"), base, u.inlineNames(field.Type()), value)
		}
		place := property(base, last)
		if value == "undefined" {
			return "delete " + place + ";\n"
		}
		_, basic := field.Type().Underlying().(*types.Basic)
		basic = basic && u.omitted(selection)
		if basic && (value == `""` || value == "0" || value == "false") {
			return "delete " + place + ";\n"
		}
		if strings.HasPrefix(value, `"`) || value == "true" || value == "false" || isNumber(value) {
			return place + " = " + value + ";\n"
		}
		setter := "setField"
		if basic {
			setter = "setUnlessZero"
		}
		return fmt.Sprintf("%s(%s, %s, %s);\n", u.use(setter), base, strconv.Quote(last), value)
	case *ast.StarExpr:
		typ := u.typeOf(t.X).Underlying().(*types.Pointer).Elem()
		if isStruct(typ) {
			return fmt.Sprintf("%s(%s, %s);\n", u.use("replaceWith"), u.expr(t.X), value)
		}
		if paren, ok := t.X.(*ast.ParenExpr); ok {
			return u.store(paren.X, value)
		}
		if inner, ok := t.X.(*ast.SelectorExpr); ok {
			return u.store(inner, value)
		}
	}
	u.refuse(target, "assignment to %T", target)
	return ""
}

func isNumber(text string) bool {
	_, err := strconv.ParseFloat(text, 64)
	return err == nil
}

func (u *unit) inlineNames(t types.Type) string {
	return "[" + strings.Join(quoted(u.jsonNames(t)), ", ") + "]"
}

func (u *unit) jsonNames(t types.Type) []string {
	structure := t.Underlying().(*types.Struct)
	var names []string
	for index := range structure.NumFields() {
		name, inline, _ := u.jsonField(t, structure.Field(index), structure.Tag(index))
		if inline {
			names = append(names, u.jsonNames(structure.Field(index).Type())...)
		} else {
			names = append(names, name)
		}
	}
	return names
}

// goNames are the fields of a struct by their names in Go, with those in JSON.
func (u *unit) goNames(t types.Type) string {
	structure := t.Underlying().(*types.Struct)
	var parts []string
	for index := range structure.NumFields() {
		field := structure.Field(index)
		name, inline, _ := u.jsonField(t, field, structure.Tag(index))
		if inline {
			parts = append(parts, strconv.Quote(field.Name())+": "+u.inlineNames(field.Type()))
		} else {
			parts = append(parts, strconv.Quote(field.Name())+": ["+strconv.Quote(name)+"]")
		}
	}
	return "{ " + strings.Join(parts, ", ") + " }"
}

func quoted(names []string) []string {
	texts := make([]string, len(names))
	for index, name := range names {
		texts[index] = strconv.Quote(name)
	}
	return texts
}

func property(base, name string) string {
	for index, r := range name {
		if !(r == '_' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || index > 0 && r >= '0' && r <= '9') {
			return base + "[" + strconv.Quote(name) + "]"
		}
	}
	return base + "." + name
}

// ---- expressions

func (u *unit) typeOf(expr ast.Expr) types.Type {
	typ := u.pkg.TypesInfo.TypeOf(expr)
	if typ == nil {
		u.refuse(expr, "no type")
	}
	return typ
}

func (u *unit) exprs(list []ast.Expr) []string {
	texts := make([]string, len(list))
	for index, expr := range list {
		texts[index] = u.expr(expr)
	}
	return texts
}

func literal(value constant.Value) string {
	switch value.Kind() {
	case constant.String:
		return jsString(constant.StringVal(value))
	case constant.Bool:
		return strconv.FormatBool(constant.BoolVal(value))
	case constant.Int:
		if number, exact := constant.Int64Val(value); exact && number < 1<<53 && number > -1<<53 {
			return strconv.FormatInt(number, 10)
		}
		fallthrough
	case constant.Float:
		number, _ := constant.Float64Val(value)
		if number == math.Trunc(number) && math.Abs(number) < 1e21 {
			return strconv.FormatFloat(number, 'f', -1, 64)
		}
		return strconv.FormatFloat(number, 'g', -1, 64)
	}
	return "undefined"
}

func jsString(text string) string {
	var out strings.Builder
	out.WriteByte('"')
	for _, r := range text {
		switch {
		case r == '"' || r == '\\':
			out.WriteByte('\\')
			out.WriteRune(r)
		case r == '\n':
			out.WriteString(`\n`)
		case r == '\t':
			out.WriteString(`\t`)
		case r < 0x20 || r == 0x7f:
			fmt.Fprintf(&out, `\x%02x`, r)
		default:
			out.WriteRune(r)
		}
	}
	out.WriteByte('"')
	return out.String()
}

func (u *unit) isBuiltin(ident *ast.Ident) bool {
	_, ok := u.pkg.TypesInfo.Uses[ident].(*types.Builtin)
	return ok
}

func (u *unit) expr(expr ast.Expr) string {
	if value := u.pkg.TypesInfo.Types[expr].Value; value != nil {
		return literal(value)
	}
	switch e := expr.(type) {
	case *ast.ParenExpr:
		return "(" + u.expr(e.X) + ")"
	case *ast.Ident:
		return u.ident(e)
	case *ast.SelectorExpr:
		return u.selector(e)
	case *ast.StarExpr:
		return u.expr(e.X)
	case *ast.UnaryExpr:
		switch e.Op {
		case token.AND:
			return u.address(e.X)
		case token.NOT:
			return "!" + u.grouped(e.X)
		case token.SUB:
			return "-" + u.grouped(e.X)
		case token.ADD:
			return u.expr(e.X)
		case token.XOR:
			return "~" + u.grouped(e.X)
		}
	case *ast.BinaryExpr:
		return u.binary(e)
	case *ast.CallExpr:
		return u.call(e)
	case *ast.IndexExpr:
		return u.index(e)
	case *ast.IndexListExpr:
		return u.expr(e.X)
	case *ast.SliceExpr:
		return u.slice(e)
	case *ast.CompositeLit:
		return u.composite(e, u.typeOf(e))
	case *ast.FuncLit:
		return "function " + u.function(nil, e.Type, e.Body)
	case *ast.TypeAssertExpr:
		if e.Type != nil {
			return u.expr(e.X)
		}
	}
	u.refuse(expr, "expression %T", expr)
	return ""
}

func (u *unit) grouped(expr ast.Expr) string {
	text := u.expr(expr)
	switch expr.(type) {
	case *ast.BinaryExpr:
		return "(" + text + ")"
	}
	return text
}

func (u *unit) ident(ident *ast.Ident) string {
	object := u.pkg.TypesInfo.Uses[ident]
	if object == nil {
		object = u.pkg.TypesInfo.Defs[ident]
	}
	switch object := object.(type) {
	case *types.Nil:
		return "undefined"
	case *types.Const:
		return literal(object.Val())
	case *types.Func:
		return u.funcValue(object)
	case *types.Var:
		if object.Parent() == object.Pkg().Scope() {
			return u.variable(object)
		}
		return u.local(object)
	}
	u.refuse(ident, "identifier %s", ident.Name)
	return ""
}

func (u *unit) variable(object *types.Var) string {
	full := object.Pkg().Path() + "." + object.Name()
	if shim, ok := shims[full]; ok {
		return u.use(shim)
	}
	if shimmedPackages[object.Pkg().Path()] || !strings.Contains(strings.Split(object.Pkg().Path(), "/")[0], ".") {
		return u.use(object.Pkg().Name() + "_" + object.Name())
	}
	return u.nameOf(object) + "()"
}

func (u *unit) funcValue(function *types.Func) string {
	function = function.Origin()
	if shim := u.shimName(function); shim != "" {
		return u.use(shim)
	}
	return u.nameOf(function)
}

func (u *unit) selector(e *ast.SelectorExpr) string {
	selection, ok := u.pkg.TypesInfo.Selections[e]
	if !ok {
		return u.ident(e.Sel)
	}
	if named := namedOf(selection.Recv()); named != nil && selection.Kind() == types.FieldVal {
		if shim, ok := shims[typePath(named)+"."+e.Sel.Name]; ok {
			return u.use(shim) + "(" + u.expr(e.X) + ")"
		}
		if special(named) && len(selection.Index()) == 1 {
			// The field of a Time or a Duration is that itself.
			return u.expr(e.X)
		}
	}
	switch selection.Kind() {
	case types.FieldVal:
		base, last, field := u.steps(e, selection, false)
		if last == "" {
			return base
		}
		return u.read(base, last, field.Type())
	case types.MethodVal:
		function := selection.Obj().(*types.Func)
		return fmt.Sprintf("(...args) => %s(%s, ...args)", u.funcValue(function), u.receiver(e, selection))
	case types.MethodExpr:
		return u.funcValue(selection.Obj().(*types.Func))
	}
	u.refuse(e, "selector")
	return ""
}

// read is a field's value, with Go's zero for an absent one.
func (u *unit) read(base, name string, t types.Type) string {
	place := property(base, name)
	if basic, ok := t.Underlying().(*types.Basic); ok && (basic.Kind() == types.Int64) {
		return u.use("toNumber") + "(" + place + ")"
	}
	zero := u.zero(t)
	if zero == "undefined" {
		return place
	}
	if zero == "{}" {
		zero = u.use("Z")
	}
	return "(" + place + " ?? " + zero + ")"
}

// steps is the path to a field: the object that has it, and its name there, "" if it is that object itself.
func (u *unit) steps(e *ast.SelectorExpr, selection *types.Selection, ensure bool) (string, string, *types.Var) {
	base := ""
	if ensure {
		base = u.place(e.X)
	} else {
		base = u.expr(e.X)
	}
	if _, ok := e.X.(*ast.Ident); !ok && !strings.HasSuffix(base, ")") && strings.ContainsAny(base, " ") {
		base = "(" + base + ")"
	}
	return u.walk(base, selection.Recv(), selection.Index(), ensure)
}

func (u *unit) walk(base string, owner types.Type, indexes []int, ensure bool) (string, string, *types.Var) {
	var field *types.Var
	last := ""
	for position, index := range indexes {
		if last != "" {
			if ensure {
				base = "(" + property(base, last) + " ??= {})"
			} else {
				base = u.read(base, last, field.Type())
			}
		}
		if pointer, ok := types.Unalias(owner).Underlying().(*types.Pointer); ok {
			owner = pointer.Elem()
		}
		structure := owner.Underlying().(*types.Struct)
		field = structure.Field(index)
		name, inline, _ := u.jsonField(owner, field, structure.Tag(index))
		if inline {
			last = ""
		} else {
			last = name
		}
		owner = field.Type()
		_ = position
	}
	return base, last, field
}

// omitted is true for a field that Go does not write when it is zero.
func (u *unit) omitted(selection *types.Selection) bool {
	owner := selection.Recv()
	indexes := selection.Index()
	for position, index := range indexes {
		if pointer, ok := types.Unalias(owner).Underlying().(*types.Pointer); ok {
			owner = pointer.Elem()
		}
		structure := owner.Underlying().(*types.Struct)
		if position == len(indexes)-1 {
			_, _, omit := u.jsonField(owner, structure.Field(index), structure.Tag(index))
			return omit
		}
		owner = structure.Field(index).Type()
	}
	return false
}

// place is a struct that is going to be changed or pointed at: made if it is absent.
func (u *unit) place(expr ast.Expr) string {
	switch e := expr.(type) {
	case *ast.ParenExpr:
		return u.place(e.X)
	case *ast.SelectorExpr:
		selection, ok := u.pkg.TypesInfo.Selections[e]
		if !ok || selection.Kind() != types.FieldVal {
			return u.expr(expr)
		}
		base, last, field := u.steps(e, selection, true)
		if last == "" {
			return base
		}
		if isStruct(field.Type()) {
			return "(" + property(base, last) + " ??= {})"
		}
		return property(base, last)
	}
	return u.expr(expr)
}

// address is &x. A pointer to a value that is no struct is that value.
func (u *unit) address(expr ast.Expr) string {
	if paren, ok := expr.(*ast.ParenExpr); ok {
		return u.address(paren.X)
	}
	if literal, ok := expr.(*ast.CompositeLit); ok {
		return u.composite(literal, u.typeOf(literal))
	}
	if isStruct(u.typeOf(expr)) {
		return u.place(expr)
	}
	return u.expr(expr)
}

func (u *unit) receiver(e *ast.SelectorExpr, selection *types.Selection) string {
	base := u.expr(e.X)
	indexes := selection.Index()
	if len(indexes) > 1 {
		inner, last, field := u.walk(base, selection.Recv(), indexes[:len(indexes)-1], false)
		if last == "" {
			return inner
		}
		return u.read(inner, last, field.Type())
	}
	signature := selection.Obj().Type().(*types.Signature)
	if _, pointer := signature.Recv().Type().(*types.Pointer); pointer && isStruct(u.typeOf(e.X)) {
		return u.place(e.X)
	}
	return base
}

func (u *unit) isNil(expr ast.Expr) bool {
	ident, ok := expr.(*ast.Ident)
	if !ok {
		return false
	}
	_, ok = u.pkg.TypesInfo.Uses[ident].(*types.Nil)
	return ok
}

func (u *unit) binary(e *ast.BinaryExpr) string {
	if e.Op == token.EQL || e.Op == token.NEQ {
		not := ""
		if e.Op == token.NEQ {
			not = "!"
		}
		if u.isNil(e.Y) {
			return u.grouped(e.X) + " " + map[string]string{"": "==", "!": "!="}[not] + " null"
		}
		left, right := u.typeOf(e.X), u.typeOf(e.Y)
		if simple(left) && simple(right) {
			return u.grouped(e.X) + " " + map[string]string{"": "===", "!": "!=="}[not] + " " + u.grouped(e.Y)
		}
		return fmt.Sprintf("%s%s(%s, %s)", not, u.use("same"), u.expr(e.X), u.expr(e.Y))
	}
	left, right := u.grouped(e.X), u.grouped(e.Y)
	switch e.Op {
	case token.QUO:
		if isInteger(u.typeOf(e)) {
			return "Math.trunc(" + left + " / " + right + ")"
		}
	case token.LAND:
		if gate, ok := u.gateOf(e.X); ok && gate {
			return right
		}
	case token.AND_NOT:
		return left + " & ~" + right
	}
	return left + " " + e.Op.String() + " " + right
}

// simple is true for values that === compares as Go does.
func simple(t types.Type) bool {
	switch under := t.Underlying().(type) {
	case *types.Basic:
		return true
	case *types.Pointer:
		return isStruct(under.Elem())
	}
	return special(t) && t.Underlying() != nil && typePath(t) == "k8s.io/apimachinery/pkg/util/intstr.IntOrString"
}

func (u *unit) index(e *ast.IndexExpr) string {
	if u.pkg.TypesInfo.Types[e.Index].IsType() {
		return u.expr(e.X)
	}
	typ := u.typeOf(e.X)
	if isSet(typ) {
		u.refuse(e, "index of a set")
	}
	if pointer, ok := typ.Underlying().(*types.Pointer); ok {
		typ = pointer.Elem()
	}
	switch under := typ.Underlying().(type) {
	case *types.Map:
		helper := "mapGet"
		if !isString(under.Key()) {
			helper = "keyedGet"
		}
		return fmt.Sprintf("%s(%s, %s, %s)", u.use(helper), u.expr(e.X), u.expr(e.Index), u.zero(under.Elem()))
	case *types.Basic:
		return fmt.Sprintf("%s(%s, %s)", u.use("byteAt"), u.expr(e.X), u.expr(e.Index))
	}
	base := u.expr(e.X)
	if strings.ContainsAny(base, " ") && !strings.HasSuffix(base, ")") {
		base = "(" + base + ")"
	}
	return base + "[" + u.expr(e.Index) + "]"
}

func (u *unit) slice(e *ast.SliceExpr) string {
	low, high := "0", ""
	if e.Low != nil {
		low = u.expr(e.Low)
	}
	if e.High != nil {
		high = ", " + u.expr(e.High)
	}
	if isString(u.typeOf(e.X)) {
		return fmt.Sprintf("%s.slice(%s%s)", u.grouped(e.X), low, high)
	}
	return fmt.Sprintf("(%s ?? []).slice(%s%s)", u.expr(e.X), low, high)
}

func (u *unit) composite(e *ast.CompositeLit, typ types.Type) string {
	if pointer, ok := typ.Underlying().(*types.Pointer); ok {
		typ = pointer.Elem()
	}
	if typePath(typ) == "k8s.io/apimachinery/pkg/apis/meta/v1.Duration" {
		return u.expr(e.Elts[0].(*ast.KeyValueExpr).Value)
	}
	if special(typ) && len(e.Elts) == 0 {
		return u.zero(typ)
	}
	switch under := typ.Underlying().(type) {
	case *types.Struct:
		if special(typ) {
			u.refuse(e, "literal of %s", typ)
		}
		return u.structLiteral(e, typ, under)
	case *types.Slice, *types.Array:
		var items []string
		for _, item := range e.Elts {
			if _, ok := item.(*ast.KeyValueExpr); ok {
				u.refuse(e, "list with indexes")
			}
			items = append(items, u.element(item))
		}
		return "[" + strings.Join(items, ", ") + "]"
	case *types.Map:
		var items []string
		for _, item := range e.Elts {
			pair := item.(*ast.KeyValueExpr)
			items = append(items, "["+u.element(pair.Key)+", "+u.element(pair.Value)+"]")
		}
		if isSet(typ) {
			var keys []string
			for _, item := range e.Elts {
				keys = append(keys, u.element(item.(*ast.KeyValueExpr).Key))
			}
			return u.use("sets_New") + "(" + strings.Join(keys, ", ") + ")"
		}
		helper := "mapOf"
		if !isString(under.Key()) {
			helper = "keyedOf"
		}
		return u.use(helper) + "([" + strings.Join(items, ", ") + "])"
	}
	u.refuse(e, "literal of %s", typ)
	return ""
}

func (u *unit) element(expr ast.Expr) string {
	if literal, ok := expr.(*ast.CompositeLit); ok {
		return u.composite(literal, u.typeOf(literal))
	}
	return u.expr(expr)
}

func (u *unit) structLiteral(e *ast.CompositeLit, typ types.Type, structure *types.Struct) string {
	given := map[string]string{}
	var parts []string
	for index, item := range e.Elts {
		var field *types.Var
		tag := ""
		var value ast.Expr
		if pair, ok := item.(*ast.KeyValueExpr); ok {
			value = pair.Value
			for position := range structure.NumFields() {
				if structure.Field(position).Name() == pair.Key.(*ast.Ident).Name {
					field, tag = structure.Field(position), structure.Tag(position)
				}
			}
		} else {
			value, field, tag = item, structure.Field(index), structure.Tag(index)
		}
		name, inline, omit := u.jsonField(typ, field, tag)
		text := u.element(value)
		if _, basic := field.Type().Underlying().(*types.Basic); basic && omit && written(typ) {
			if text == `""` || text == "0" || text == "false" {
				continue
			}
			if u.pkg.TypesInfo.Types[value].Value == nil {
				text = u.use("unlessZero") + "(" + text + ")"
			}
		}
		if inline {
			parts = append(parts, "..."+text)
			continue
		}
		if text == "undefined" {
			continue
		}
		given[name] = text
		parts = append(parts, strconv.Quote(name)+": "+text)
	}
	// Versioned objects are written as JSON: with the zeros that Go writes.
	if strings.HasPrefix(typePath(typ), "k8s.io/api/") {
		parts = append(u.zeros(typ, given), parts...)
	}
	return "{ " + strings.Join(parts, ", ") + " }"
}

// written is true for the types of the API, whose zero fields are not there.
func written(typ types.Type) bool {
	path := typePath(typ)
	if dot := strings.LastIndex(path, "."); dot > 0 && internalPackages[path[:dot]] != "" {
		return true
	}
	return strings.HasPrefix(path, "k8s.io/api/")
}

func (u *unit) zeros(typ types.Type, given map[string]string) []string {
	structure := typ.Underlying().(*types.Struct)
	var parts []string
	for index := range structure.NumFields() {
		field := structure.Field(index)
		name, inline, omit := u.jsonField(typ, field, structure.Tag(index))
		if inline {
			parts = append(parts, u.zeros(field.Type(), given)...)
			continue
		}
		if _, ok := given[name]; ok || name == "-" {
			continue
		}
		if isStruct(field.Type()) && !strings.Contains(structure.Tag(index), "omitzero") {
			parts = append(parts, strconv.Quote(name)+": { "+strings.Join(u.zeros(field.Type(), nil), ", ")+" }")
		} else if zero := u.zero(field.Type()); !omit && zero != "undefined" {
			parts = append(parts, strconv.Quote(name)+": "+zero)
		}
	}
	return parts
}

// ---- calls

func (u *unit) gateOf(expr ast.Expr) (bool, bool) {
	call, ok := expr.(*ast.CallExpr)
	if !ok {
		if unary, ok := expr.(*ast.UnaryExpr); ok && unary.Op == token.NOT {
			if gate, ok := u.gateOf(unary.X); ok {
				return !gate, true
			}
		}
		return false, false
	}
	selector, ok := call.Fun.(*ast.SelectorExpr)
	if !ok || selector.Sel.Name != "Enabled" || len(call.Args) != 1 {
		return false, false
	}
	if !strings.HasSuffix(u.typeOf(call.Args[0]).String(), "featuregate.Feature") {
		return false, false
	}
	name := ""
	switch argument := call.Args[0].(type) {
	case *ast.SelectorExpr:
		name = argument.Sel.Name
	case *ast.Ident:
		name = argument.Name
	}
	gate, ok := u.gates[name]
	if !ok {
		u.refuse(expr, "no feature gate %s", name)
	}
	return gate, true
}

func (u *unit) call(e *ast.CallExpr) string {
	if gate, ok := u.gateOf(e); ok {
		return strconv.FormatBool(gate)
	}
	info := u.pkg.TypesInfo
	fun := e.Fun
	for {
		if paren, ok := fun.(*ast.ParenExpr); ok {
			fun = paren.X
			continue
		}
		break
	}
	if info.Types[fun].IsType() {
		return u.conversion(e, info.Types[fun].Type)
	}
	if ident, ok := fun.(*ast.Ident); ok && u.isBuiltin(ident) {
		return u.builtin(e, ident.Name)
	}
	generic := fun
	if index, ok := fun.(*ast.IndexExpr); ok {
		generic = index.X
	} else if index, ok := fun.(*ast.IndexListExpr); ok {
		generic = index.X
	}
	switch f := generic.(type) {
	case *ast.Ident:
		if function, ok := info.Uses[f].(*types.Func); ok {
			return u.callOf(e, function, "")
		}
	case *ast.SelectorExpr:
		if selection, ok := info.Selections[f]; ok {
			if selection.Kind() == types.MethodVal {
				function := selection.Obj().(*types.Func)
				if types.IsInterface(selection.Recv()) {
					if shim, ok := interfaceMethods[typePath(selection.Recv())+"."+function.Name()]; ok {
						return u.apply(u.use(shim), e, u.expr(f.X))
					}
					receiver := receiverName(function)
					if receiver == "" {
						receiver = "error"
					}
					return u.apply(u.use(receiver+"_"+function.Name()), e, u.expr(f.X))
				}
				return u.callOf(e, function, u.receiver(f, selection))
			}
		} else if function, ok := info.Uses[f.Sel].(*types.Func); ok {
			return u.callOf(e, function, "")
		}
	}
	text := u.expr(fun)
	if _, ok := fun.(*ast.FuncLit); ok {
		text = "(" + text + ")"
	}
	return u.apply(text, e, "")
}

func (u *unit) callOf(e *ast.CallExpr, function *types.Func, receiver string) string {
	function = function.Origin()
	full := function.FullName()
	if full == "k8s.io/utils/ptr.AllPtrFieldsNil" {
		argument := e.Args[0]
		typ := u.typeOf(argument).Underlying().(*types.Pointer).Elem()
		return fmt.Sprintf("%s(%s, %s)", u.use("allFieldsNil"), u.expr(argument), u.inlineNames(typ))
	}
	if full == apis+"core/validation.validateFieldAllowList" {
		return fmt.Sprintf("%s(%s, %s)", u.use("fieldAllowList"), strings.Join(u.exprs(e.Args), ", "), u.goNames(u.typeOf(e.Args[0])))
	}
	if full == "encoding/json.Unmarshal" {
		if _, ok := e.Args[1].(*ast.UnaryExpr).X.(*ast.CompositeLit); ok {
			return u.use("jsonObjectProblem") + "(" + u.expr(e.Args[0]) + ")"
		}
		// The target is a field that is set, not a struct that is filled.
		value := u.fresh("value")
		target := e.Args[1].(*ast.UnaryExpr).X
		return fmt.Sprintf("%s(%s, (%s) => {\n%s})", u.use("json_Unmarshal"), u.expr(e.Args[0]), value, u.store(target, value))
	}
	return u.apply(u.funcValue(function), e, receiver)
}

func (u *unit) apply(name string, e *ast.CallExpr, receiver string) string {
	var args []string
	if receiver != "" {
		args = append(args, receiver)
	}
	texts := u.exprs(e.Args)
	if len(e.Args) == 1 {
		if tuple, ok := u.typeOf(e.Args[0]).(*types.Tuple); ok && tuple.Len() > 1 {
			texts[0] = "..." + texts[0]
		}
	}
	if e.Ellipsis != token.NoPos {
		last := len(texts) - 1
		texts[last] = "...(" + texts[last] + " ?? [])"
	}
	return name + "(" + strings.Join(append(args, texts...), ", ") + ")"
}

func (u *unit) appended(e *ast.CallExpr) string {
	texts := u.exprs(e.Args[1:])
	if e.Ellipsis != token.NoPos {
		last := len(texts) - 1
		texts[last] = "...(" + texts[last] + " ?? [])"
	}
	return strings.Join(texts, ", ")
}

func (u *unit) builtin(e *ast.CallExpr, name string) string {
	switch name {
	case "len", "cap":
		typ := u.typeOf(e.Args[0])
		argument := u.expr(e.Args[0])
		if isSet(typ) {
			return u.use("Set_Len") + "(" + argument + ")"
		}
		switch under := typ.Underlying().(type) {
		case *types.Map:
			if !isString(under.Key()) {
				return u.use("keyedLength") + "(" + argument + ")"
			}
			return u.use("mapLength") + "(" + argument + ")"
		case *types.Slice:
			if isBytes(typ) {
				return u.use("bytesLength") + "(" + argument + ")"
			}
			return u.use("listLength") + "(" + argument + ")"
		case *types.Array:
			return argument + ".length"
		}
		return u.use("textLength") + "(" + argument + ")"
	case "append":
		return fmt.Sprintf("[...(%s ?? []), %s]", u.expr(e.Args[0]), u.appended(e))
	case "make":
		typ := u.typeOf(e.Args[0])
		if isSet(typ) {
			return u.use("sets_New") + "()"
		}
		switch under := typ.Underlying().(type) {
		case *types.Map:
			if !isString(under.Key()) {
				return u.use("keyedOf") + "([])"
			}
			return u.use("mapOf") + "([])"
		case *types.Slice:
			if len(e.Args) == 2 {
				return fmt.Sprintf("Array.from({ length: %s }, () => (%s))", u.expr(e.Args[1]), u.zero(under.Elem()))
			}
			return "[]"
		}
	case "new":
		return u.zero(u.typeOf(e.Args[0]))
	case "delete":
		helper := "mapDelete"
		if under := u.typeOf(e.Args[0]).Underlying().(*types.Map); !isString(under.Key()) {
			helper = "keyedDelete"
		}
		return fmt.Sprintf("%s(%s, %s)", u.use(helper), u.expr(e.Args[0]), u.expr(e.Args[1]))
	case "panic":
		return u.use("panic") + "(" + u.expr(e.Args[0]) + ")"
	case "copy":
		return fmt.Sprintf("%s(%s, %s)", u.use("copyItems"), u.expr(e.Args[0]), u.expr(e.Args[1]))
	case "min", "max":
		return "Math." + name + "(" + strings.Join(u.exprs(e.Args), ", ") + ")"
	}
	u.refuse(e, "builtin %s", name)
	return ""
}

func (u *unit) conversion(e *ast.CallExpr, target types.Type) string {
	source := u.typeOf(e.Args[0])
	text := u.expr(e.Args[0])
	switch {
	case isBytes(target) && isString(source):
		return u.use("textBytes") + "(" + text + ")"
	case isString(target) && isBytes(source):
		return u.use("bytesText") + "(" + text + ")"
	case isString(target) && isInteger(source):
		return "String.fromCodePoint(" + text + ")"
	case isSet(target):
		return u.use("setFromMap") + "(" + text + ")"
	case isInteger(target) && !isInteger(source):
		if basic, ok := source.Underlying().(*types.Basic); ok && basic.Info()&types.IsFloat != 0 {
			return "Math.trunc(" + text + ")"
		}
	}
	return text
}

// ---- output

func (t *translator) run(roots []types.Object) {
	for _, root := range roots {
		t.nameOf(root)
	}
	for len(t.queue) > 0 {
		next := t.queue[0]
		t.queue = t.queue[1:]
		t.translate(next)
	}
	for name, user := range t.missing {
		t.problems = append(t.problems, "the runtime has no "+name+" for "+user)
	}
	sort.Strings(t.problems)
}

func structTag(tag string) string {
	return reflect.StructTag(tag).Get("json")
}
