package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"regexp"
	"sort"
	"strings"

	"golang.org/x/tools/go/packages"
)

// program holds the checked sources of all packages.
type program struct {
	fset  *token.FileSet
	pkgs  map[string]*packages.Package
	funcs map[*types.Func]funcDecl
	vars  map[*types.Var]varDecl
	gates map[string]bool
}

type funcDecl struct {
	decl *ast.FuncDecl
	pkg  *packages.Package
}

type varDecl struct {
	value ast.Expr
	pkg   *packages.Package
}

func load(paths []string) (*program, error) {
	fset := token.NewFileSet()
	config := &packages.Config{
		Fset: fset,
		Mode: packages.NeedName | packages.NeedFiles | packages.NeedCompiledGoFiles | packages.NeedImports |
			packages.NeedDeps | packages.NeedTypes | packages.NeedSyntax | packages.NeedTypesInfo | packages.NeedTypesSizes,
		Env: append(os.Environ(), "CGO_ENABLED=0", "GOFLAGS=-mod=mod"),
		ParseFile: func(fset *token.FileSet, name string, src []byte) (*ast.File, error) {
			file, err := parser.ParseFile(fset, name, src, parser.SkipObjectResolution|parser.ParseComments)
			if file != nil && !isTranslated(name) {
				for _, decl := range file.Decls {
					if function, ok := decl.(*ast.FuncDecl); ok {
						function.Body = nil
					}
				}
			}
			return file, err
		},
	}
	initial, err := packages.Load(config, paths...)
	if err != nil {
		return nil, err
	}
	p := &program{
		fset:  fset,
		pkgs:  map[string]*packages.Package{},
		funcs: map[*types.Func]funcDecl{},
		vars:  map[*types.Var]varDecl{},
		gates: map[string]bool{},
	}
	packages.Visit(initial, nil, func(pkg *packages.Package) {
		p.pkgs[pkg.PkgPath] = pkg
		for _, file := range pkg.Syntax {
			p.collect(pkg, file)
		}
	})
	for _, path := range paths {
		if pkg := p.pkgs[path]; pkg == nil || len(pkg.Syntax) == 0 {
			return nil, fmt.Errorf("no package %s", path)
		}
	}
	if err := p.readGates(); err != nil {
		return nil, err
	}
	return p, nil
}

func isTranslated(file string) bool {
	return strings.Contains(file, "/k8s.io/") || strings.Contains(file, "/distribution/reference") ||
		strings.Contains(file, "/robfig/cron")
}

func (p *program) collect(pkg *packages.Package, file *ast.File) {
	if pkg.TypesInfo == nil {
		return
	}
	for _, decl := range file.Decls {
		switch decl := decl.(type) {
		case *ast.FuncDecl:
			if object, ok := pkg.TypesInfo.Defs[decl.Name].(*types.Func); ok {
				p.funcs[object] = funcDecl{decl, pkg}
			}
		case *ast.GenDecl:
			for _, spec := range decl.Specs {
				values, ok := spec.(*ast.ValueSpec)
				if !ok || decl.Tok != token.VAR {
					continue
				}
				for index, name := range values.Names {
					object, ok := pkg.TypesInfo.Defs[name].(*types.Var)
					if !ok {
						continue
					}
					var value ast.Expr
					if len(values.Values) == len(values.Names) {
						value = values.Values[index]
					} else if len(values.Values) > 0 {
						continue
					}
					p.vars[object] = varDecl{value, pkg}
				}
			}
		}
	}
}

var (
	gateEntry   = regexp.MustCompile(`(?s)\n\t+(?:\w+\.)?(\w+): \{\n(.*?)\n\t+\},`)
	gateVersion = regexp.MustCompile(`Version: version\.MustParse\("1\.(\d+)"\), Default: (true|false)`)
)

// readGates finds which feature gates a server of the loaded version has on, by the names of their constants.
func (p *program) readGates() error {
	for _, path := range gatePackages {
		pkg := p.pkgs[path]
		if pkg == nil {
			return fmt.Errorf("no package %s", path)
		}
		for _, name := range pkg.CompiledGoFiles {
			text, err := os.ReadFile(name)
			if err != nil {
				return err
			}
			for _, entry := range gateEntry.FindAllStringSubmatch(string(text), -1) {
				last := 0
				for _, found := range gateVersion.FindAllStringSubmatch(entry[2], -1) {
					var minor int
					fmt.Sscan(found[1], &minor)
					if minor <= serverMinor && minor >= last {
						last = minor
						p.gates[entry[1]] = found[2] == "true"
					}
				}
			}
		}
	}
	if len(p.gates) < 100 {
		return fmt.Errorf("read only %d feature gates", len(p.gates))
	}
	return nil
}

func sortedKeys[V any](values map[string]V) []string {
	keys := make([]string, 0, len(values))
	for key := range values {
		keys = append(keys, key)
	}
	sort.Strings(keys)
	return keys
}
