// SPDX-License-Identifier: Apache-2.0

// Crdcheck says what an API server makes of a CustomResourceDefinition and of objects of its kind.
//
// Its argument is the CRD's file. The first line of output is the JSON list of faults of the CRD itself. Then,
// for each line of standard input (one object as JSON), a line with the JSON list of faults of that object:
// its schema, its list types and its CEL rules, after unknown fields are pruned and defaults are set.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"os"

	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	crdvalidation "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema"
	schemacel "k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/defaulting"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/listtype"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/pruning"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/validation"
	"k8s.io/apimachinery/pkg/util/validation/field"
	celconfig "k8s.io/apiserver/pkg/apis/cel"
	"sigs.k8s.io/yaml"
)

func fail(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func texts(errs field.ErrorList) []string {
	out := []string{}
	for _, err := range errs {
		out = append(out, err.Error())
	}
	return out
}

func main() {
	data, err := os.ReadFile(os.Args[1])
	fail(err)
	var given apiextensionsv1.CustomResourceDefinition
	fail(yaml.UnmarshalStrict(data, &given))
	apiextensionsv1.SetDefaults_CustomResourceDefinition(&given)
	apiextensionsv1.SetDefaults_CustomResourceDefinitionSpec(&given.Spec)
	var crd apiextensions.CustomResourceDefinition
	fail(apiextensionsv1.Convert_v1_CustomResourceDefinition_To_apiextensions_CustomResourceDefinition(&given, &crd, nil))
	for _, version := range crd.Spec.Versions {
		crd.Status.StoredVersions = append(crd.Status.StoredVersions, version.Name)
	}
	ctx := context.Background()
	out := json.NewEncoder(os.Stdout)
	fail(out.Encode(texts(crdvalidation.ValidateCustomResourceDefinition(ctx, &crd))))

	// With one version the conversion moves its schema to the top.
	structural, err := schema.NewStructural(crd.Spec.Validation.OpenAPIV3Schema)
	fail(err)
	validator, _, err := validation.NewSchemaValidator(crd.Spec.Validation.OpenAPIV3Schema)
	fail(err)
	rules := schemacel.NewValidator(structural, true, celconfig.PerCallLimit)

	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 1<<24)
	for lines.Scan() {
		var object map[string]interface{}
		fail(json.Unmarshal(lines.Bytes(), &object))
		pruning.Prune(object, structural, true)
		defaulting.PruneNonNullableNullsWithoutDefaults(object, structural)
		defaulting.Default(object, structural)
		errs := validation.ValidateCustomResource(nil, object, validator)
		errs = append(errs, listtype.ValidateListSetsAndMaps(nil, structural, object)...)
		found, _ := rules.Validate(ctx, nil, structural, object, nil, celconfig.RuntimeCELCostBudget)
		fail(out.Encode(texts(append(errs, found...))))
	}
	fail(lines.Err())
}
