package deploytest

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/winnow-news/winnow/winnow/config"
	"github.com/winnow-news/winnow/winnow/pipeline"
	"go.yaml.in/yaml/v3"
)

// kustomization is the part of kustomization.yaml that is looked at.
type kustomization struct {
	Resources          []string
	Patches            []struct{ Path string }
	ConfigMapGenerator []struct {
		Name            string
		Literals, Files []string
	} `yaml:"configMapGenerator"`
}

// object is the part of a Kubernetes object that is looked at.
type object struct {
	Kind     string
	Metadata struct{ Name string }
	Spec     struct {
		Template struct {
			Spec struct {
				TerminationGracePeriodSeconds int `yaml:"terminationGracePeriodSeconds"`
				InitContainers, Containers    []container
			}
		}
		ScaleTargetRef struct{ Kind, Name string } `yaml:"scaleTargetRef"`
	}
}

type container struct {
	Name, Image string
	Args        []string
	Ports       []struct {
		Name          string
		ContainerPort int `yaml:"containerPort"`
	}
	LivenessProbe  probe `yaml:"livenessProbe"`
	ReadinessProbe probe `yaml:"readinessProbe"`
}

type probe struct {
	HTTPGet struct{ Path, Port string } `yaml:"httpGet"`
}

// TestKubernetes holds the manifests against the command line, the
// configuration, the compose file and the metrics' port.
func TestKubernetes(t *testing.T) {
	k := parse[kustomization](t, "kustomization.yaml")[0]
	listed := slices.Clone(k.Resources)
	for _, p := range k.Patches {
		listed = append(listed, p.Path)
	}
	there, err := filepath.Glob(filepath.Join(deployments, "kubernetes", "*.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	for i := range there {
		there[i] = "kubernetes/" + filepath.Base(there[i])
	}
	if slices.Sort(listed); !slices.Equal(listed, there) {
		t.Fatalf("kustomization.yaml names %q, there are %q", listed, there)
	}

	images := map[string]string{}
	for name, s := range parse[compose](t, "compose.yaml")[0].Services {
		images[name] = s.Image
	}
	objects := map[string]object{} // by kind and name
	var scaled []string
	for _, path := range k.Resources {
		for _, o := range parse[object](t, path) {
			objects[o.Kind+" "+o.Metadata.Name] = o
			if o.Kind == "HorizontalPodAutoscaler" {
				scaled = append(scaled, o.Spec.ScaleTargetRef.Kind+" "+o.Spec.ScaleTargetRef.Name)
			}
		}
	}
	for _, stage := range pipeline.Stages() {
		o, ok := objects["Deployment "+stage]
		if !ok {
			t.Errorf("no deployment runs stage %s", stage)
			continue
		}
		pod := o.Spec.Template.Spec
		if c := pod.Containers; len(c) != 1 || c[0].Name != "winnow" || !slices.Equal(c[0].Args, []string{"worker", stage}) {
			t.Errorf("the deployment of stage %s runs %v", stage, c)
		}
		for _, c := range append(pod.InitContainers, pod.Containers...) {
			mustExist(t, c.Args)
		}
	}
	for _, target := range scaled {
		if _, ok := objects[target]; !ok {
			t.Errorf("%s is scaled and does not exist", target)
		}
	}
	for _, name := range []string{"nats", "redis"} {
		c := objects["StatefulSet "+name].Spec.Template.Spec.Containers
		if len(c) != 1 || c[0].Image != images[name] {
			t.Errorf("%s: %v, the compose file has %s", name, c, images[name])
		}
	}
	if p := objects["StatefulSet nats"].Spec.Template.Spec.Containers[0].LivenessProbe.HTTPGet; p.Path != "/healthz" {
		t.Errorf("NATS is asked %s, which does not tell of a stream that could not be written to", p.Path)
	}

	var environ []string
	for _, m := range k.ConfigMapGenerator {
		environ = append(environ, m.Literals...)
		for _, f := range m.Files {
			if _, err := os.Stat(filepath.Join(deployments, f)); err != nil {
				t.Error(err)
			}
		}
	}
	cfg, err := config.Load("", environ, nil)
	if err != nil {
		t.Fatal(err)
	}
	if cfg.NATS.URL == "" || len(cfg.Redis.Addrs) == 0 {
		t.Errorf("the workers have no NATS or Redis: %q", environ)
	}

	common := parse[object](t, "kubernetes/worker.yaml")[0].Spec.Template.Spec
	c := common.Containers[0]
	if len(c.Ports) != 1 || cfg.Metrics.Listen != ":9464" || c.Ports[0].ContainerPort != 9464 {
		t.Errorf("the metrics listen on %s, the container's ports are %v", cfg.Metrics.Listen, c.Ports)
	}
	for _, p := range []probe{c.LivenessProbe, c.ReadinessProbe} {
		if status, body := watched(t, p.HTTPGet.Path); status != 200 || p.HTTPGet.Port != c.Ports[0].Name {
			t.Errorf("probe of %s at port %s: %d %s", p.HTTPGet.Path, p.HTTPGet.Port, status, body)
		}
	}
	if common.TerminationGracePeriodSeconds != 40 {
		t.Errorf("%d seconds to end, the compose file gives 40", common.TerminationGracePeriodSeconds)
	}
}

// parse reads all documents of a YAML file below deployments.
func parse[T any](t *testing.T, path string) (all []T) {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(deployments, path))
	if err != nil {
		t.Fatal(err)
	}
	for d := yaml.NewDecoder(bytes.NewReader(b)); ; {
		var one T
		switch err := d.Decode(&one); {
		case errors.Is(err, io.EOF):
			return all
		case err != nil:
			t.Fatalf("%s: %v", path, err)
		}
		all = append(all, one)
	}
}
