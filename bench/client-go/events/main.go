// The events that an informer of client-go passes to a handler. It reads {"runs":[{"name","url"}],"timeoutSeconds"} from stdin, runs
// an informer of config maps against each URL, all at once, and writes a line of JSON for each:
// {"name","story":["add default/a 5 initial"],"objects":{"default/a":"5"}}. An informer is over when its cache has an
// object with the name "end". The environment variable KUBE_FEATURE_WatchListClient chooses between list and watch-list.
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"sync"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/cache"
	"k8s.io/klog/v2"
)

type request struct {
	Runs []struct {
		Name string `json:"name"`
		URL  string `json:"url"`
	} `json:"runs"`
	TimeoutSeconds float64 `json:"timeoutSeconds"`
}

type answer struct {
	Name    string            `json:"name"`
	Story   []string          `json:"story"`
	Objects map[string]string `json:"objects"`
	// Not "" for an informer that was not over in time.
	Failed string `json:"failed,omitempty"`
}

func main() {
	// What a reflector logs is no result.
	klog.SetLogger(klog.Logger{})
	var given request
	check(json.NewDecoder(os.Stdin).Decode(&given))
	out := json.NewEncoder(os.Stdout)
	answers := make(chan answer)
	for _, run := range given.Runs {
		go func() {
			answers <- follow(run.Name, run.URL, time.Duration(given.TimeoutSeconds*float64(time.Second)))
		}()
	}
	for range given.Runs {
		check(out.Encode(<-answers))
	}
}

func follow(name, url string, timeout time.Duration) answer {
	config := &rest.Config{Host: url}
	// The scripts are JSON.
	config.ContentType = "application/json"
	clientset, err := kubernetes.NewForConfig(config)
	check(err)
	factory := informers.NewSharedInformerFactory(clientset, 0)
	informer := factory.Core().V1().ConfigMaps().Informer()
	stop := make(chan struct{})
	over := make(chan struct{})
	var once sync.Once
	story := []string{}
	registration, err := informer.AddEventHandler(cache.ResourceEventHandlerDetailedFuncs{
		AddFunc: func(object any, isInInitialList bool) {
			entry := fmt.Sprintf("add %s %s", key(object), version(object))
			if isInInitialList {
				entry += " initial"
			}
			story = append(story, entry)
			if object.(*corev1.ConfigMap).Name == "end" {
				once.Do(func() { close(over) })
			}
		},
		UpdateFunc: func(before, after any) {
			story = append(story, fmt.Sprintf("update %s %s→%s", key(after), version(before), version(after)))
		},
		DeleteFunc: func(object any) {
			if gone, isUnknown := object.(cache.DeletedFinalStateUnknown); isUnknown {
				story = append(story, fmt.Sprintf("delete %s %s unknown", gone.Key, version(gone.Obj)))
				return
			}
			story = append(story, fmt.Sprintf("delete %s %s", key(object), version(object)))
		},
	})
	check(err)
	factory.Start(stop)
	failed := ""
	select {
	case <-over:
	case <-time.After(timeout):
		failed = fmt.Sprintf("has no object \"end\" after %v", timeout)
	}
	// The handler is not called any more once the factory has shut down.
	close(stop)
	factory.Shutdown()
	if failed == "" && !registration.HasSynced() {
		check(errors.New(name + ": the handler has not synced"))
	}
	objects := map[string]string{}
	for _, object := range informer.GetStore().List() {
		objects[key(object)] = version(object)
	}
	return answer{name, story, objects, failed}
}

func key(object any) string {
	name, err := cache.MetaNamespaceKeyFunc(object)
	check(err)
	return name
}

func version(object any) string { return object.(*corev1.ConfigMap).ResourceVersion }

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "Error:", err)
		os.Exit(1)
	}
}
