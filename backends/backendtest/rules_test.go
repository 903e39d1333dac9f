package backendtest_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/memware/memware/backends/backendtest"
)

// rules are the histories' rules that a store keeps; 6 and 12 are a memory's.
func rules() []string { return strings.Fields("1 2 3 4 5 7 8 9 10 11 13") }

func TestEveryRuleHasACase(t *testing.T) {
	about := map[string]bool{}
	for _, s := range sentences(t) {
		name, _, _ := strings.Cut(s, ":")
		about[name] = true
	}
	kept := map[string]bool{}
	for _, c := range backendtest.Cases() {
		kept[c.Rule] = true
		if !about[c.Rule] && !slices.Contains(rules(), c.Rule) {
			t.Errorf("case %q is of %q, which is no rule and has no comment", c.Name, c.Rule)
		}
		if c.Why == "" || c.Run == nil {
			t.Errorf("case %q is not complete", c.Name)
		}
	}
	for _, rule := range rules() {
		if !kept[rule] {
			t.Errorf("rule %s has no case", rule)
		}
	}
}

func TestEverySentenceHasACase(t *testing.T) {
	used := map[string]bool{}
	for _, sentence := range sentences(t) {
		i := slices.IndexFunc(coverage(), func(c covered) bool { return strings.HasPrefix(sentence, c.begins) })
		if i < 0 {
			t.Errorf("no case checks: %s", sentence)
			continue
		}
		used[coverage()[i].begins] = true
	}
	for _, c := range coverage() {
		if !used[c.begins] {
			t.Errorf("the contract has no sentence that begins %q", c.begins)
		}
		if (c.by == "") == (c.not == "") {
			t.Errorf("%q needs a case or a reason to have none", c.begins)
		}
		if c.by != "" && !slices.ContainsFunc(backendtest.Cases(), func(one backendtest.Case) bool { return one.Name == c.by }) {
			t.Errorf("there is no case %q", c.by)
		}
	}
}

func TestEveryCaseHasAMutant(t *testing.T) {
	caught := map[string]bool{}
	for _, m := range mutations() {
		caught[m.caught] = true
	}
	seen := map[string]bool{}
	for _, c := range backendtest.Cases() {
		if !caught[c.Name] {
			t.Errorf("no mutant shows that case %q can fail", c.Name)
		}
		if seen[c.Name] {
			t.Errorf("two cases are named %q", c.Name)
		}
		seen[c.Name] = true
	}
}

// sentences returns what the comments of the contract say, each sentence behind
// the name of what it is about.
func sentences(t *testing.T) []string {
	t.Helper()
	paths, err := filepath.Glob("../*.go")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no contract found: %v", err)
	}
	var all []string
	for _, path := range paths {
		src, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		f, err := parser.ParseFile(token.NewFileSet(), path, src, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, split("package", f.Doc)...)
		for _, decl := range f.Decls {
			if gen, ok := decl.(*ast.GenDecl); ok {
				for _, spec := range gen.Specs {
					all = append(all, ofSpec(gen, spec)...)
				}
			}
		}
	}
	return all
}

func ofSpec(gen *ast.GenDecl, spec ast.Spec) []string {
	switch s := spec.(type) {
	case *ast.TypeSpec:
		all := split(s.Name.Name, gen.Doc, s.Doc)
		switch of := s.Type.(type) {
		case *ast.StructType:
			all = append(all, ofFields(s.Name.Name, of.Fields)...)
		case *ast.InterfaceType:
			all = append(all, ofFields(s.Name.Name, of.Methods)...)
		}
		return all
	case *ast.ValueSpec:
		return split(s.Names[0].Name, s.Doc, s.Comment)
	}
	return nil
}

func ofFields(of string, fields *ast.FieldList) []string {
	var all []string
	for _, f := range fields.List {
		if len(f.Names) > 0 {
			all = append(all, split(of+"."+f.Names[0].Name, f.Doc, f.Comment)...)
		}
	}
	return all
}

var endOfSentence = regexp.MustCompile(`(\.) +([A-Z\[])`)

func split(about string, comments ...*ast.CommentGroup) []string {
	var all []string
	for _, c := range comments {
		for _, paragraph := range strings.Split(c.Text(), "\n\n") {
			if strings.HasPrefix(paragraph, "\t") || strings.HasPrefix(paragraph, "#") {
				continue
			}
			text := strings.Join(strings.Fields(paragraph), " ")
			for _, s := range strings.Split(endOfSentence.ReplaceAllString(text, "$1\n$2"), "\n") {
				if s != "" {
					all = append(all, about+": "+s)
				}
			}
		}
	}
	return all
}
