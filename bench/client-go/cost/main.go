// What an informer of pods costs with client-go. It reads the setup and then commands from stdin, and writes answers to stdout, as
// the benchmarks' own programs do: one line of JSON each. See ../../../docs/bench.md.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptrace"
	"os"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	listers "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/tools/clientcmd"

	"golang.org/x/sys/unix"
)

type setup struct {
	// One of the two.
	Kubeconfig string `json:"kubeconfig"`
	BaseURL    string `json:"baseUrl"`
	Namespace  string `json:"namespace"`
	Pods       int    `json:"pods"`
	// "": client-go's default, protobuf.
	ContentType string `json:"contentType"`
	// When the process was started, by the clock of `now`.
	SpawnedMs float64 `json:"spawnedMs"`
	// Resource version of the first event of a paced server.
	FirstEventVersion int64 `json:"firstEventVersion"`
}

type command struct {
	Type   string `json:"type"`
	Events int    `json:"events"`
	From   int64  `json:"from"`
}

// Answers are what the benchmark's own programs send.
type answer map[string]any

// Two, as every program here has; each reads the key.
const handlers = 2

func main() {
	marks := newMarks()
	in := bufio.NewScanner(os.Stdin)
	in.Buffer(nil, 1<<20)
	out := json.NewEncoder(os.Stdout)
	var given setup
	readLine(in, &given)
	program := start(given, marks)
	if given.Kubeconfig == "" {
		send(out, answer{"ready": true})
	}
	for {
		var next command
		if !readLine(in, &next) {
			return
		}
		send(out, answer{"result": program.run(next, func() { send(out, answer{"armed": true}) })})
	}
}

// program is one informer, and what its handlers count.
type program struct {
	setup   setup
	marks   *marks
	factory informers.SharedInformerFactory
	lister  listers.PodLister
	stop    chan struct{}

	added    [handlers]atomic.Int64
	updated  [handlers]atomic.Int64
	addedAll sync.WaitGroup
	// Updates that each handler is still to receive.
	awaited     [handlers]atomic.Int64
	updatedAll  *sync.WaitGroup
	arrivedMs   []float64
	arrivedFrom int64
	lastKey     [handlers]string
}

func start(given setup, marks *marks) *program {
	config := &rest.Config{Host: given.BaseURL}
	if given.Kubeconfig != "" {
		config = must(clientcmd.BuildConfigFromFlags("", given.Kubeconfig))
	}
	config.ContentType = given.ContentType
	config.Wrap(func(next http.RoundTripper) http.RoundTripper { return &traced{next, marks} })
	clientset := must(kubernetes.NewForConfig(config))
	options := []informers.SharedInformerOption{}
	if given.Namespace != "" {
		options = append(options, informers.WithNamespace(given.Namespace))
	}
	marks.of("configured")
	p := &program{
		setup:   given,
		marks:   marks,
		factory: informers.NewSharedInformerFactoryWithOptions(clientset, 0, options...),
		stop:    make(chan struct{}),
	}
	pods := p.factory.Core().V1().Pods()
	informer := pods.Informer()
	p.lister = pods.Lister()
	// The second: the factory's has one by namespace.
	check(informer.AddIndexers(cache.Indexers{"app": func(object any) ([]string, error) {
		return []string{object.(*corev1.Pod).Labels["app.kubernetes.io/name"]}, nil
	}}))
	// A row with a failure has no figures.
	check(informer.SetWatchErrorHandler(func(_ *cache.Reflector, err error) { check(err) }))
	p.addedAll.Add(handlers)
	for handler := range handlers {
		must(informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
			AddFunc:    func(object any) { p.onAdd(handler, object) },
			UpdateFunc: func(_, object any) { p.onUpdate(handler, object) },
		}))
	}
	return p
}

func (p *program) onAdd(handler int, object any) {
	p.lastKey[handler] = must(cache.MetaNamespaceKeyFunc(object))
	if p.added[handler].Add(1) == int64(p.setup.Pods) {
		p.addedAll.Done()
	}
}

func (p *program) onUpdate(handler int, object any) {
	p.lastKey[handler] = must(cache.MetaNamespaceKeyFunc(object))
	p.updated[handler].Add(1)
	if p.arrivedMs != nil && handler == handlers-1 {
		version := must(strconv.ParseInt(object.(*corev1.Pod).ResourceVersion, 10, 64))
		p.arrivedMs[version-p.setup.FirstEventVersion-p.arrivedFrom] = now()
	}
	if p.awaited[handler].Add(-1) == 0 {
		p.updatedAll.Done()
	}
}

func (p *program) run(next command, armed func()) answer {
	switch next.Type {
	case "sync":
		return p.sync()
	case "flood":
		cpu := cpuMs()
		endedMs := p.events(next.Events, armed)
		cpu = cpuMs() - cpu
		collect()
		return answer{"endedMs": endedMs, "cpuSeconds": cpu / 1000}
	case "latency":
		p.arrivedFrom = next.From
		p.arrivedMs = make([]float64, next.Events)
		p.events(next.Events, armed)
		arrived := p.arrivedMs
		p.arrivedMs = nil
		return answer{"arrivedMs": arrived}
	case "finish":
		return answer{"held": len(must(p.lister.List(labels.Everything())))}
	default:
		panic(fmt.Sprintf("type must be sync, flood, latency or finish, got %q", next.Type))
	}
}

func (p *program) sync() answer {
	before := collect()
	beforeCPU, startedMs := cpuMs(), now()
	p.factory.Start(p.stop)
	p.addedAll.Wait()
	endedMs := now()
	p.marks.of("synced")
	cpu := cpuMs()
	peak := memoryMiB("VmHWM")
	<-p.marks.watching
	for _, pod := range must(p.lister.List(labels.Everything()))[:1] {
		if pod.Status.Phase != corev1.PodRunning || len(pod.Spec.Containers) == 0 {
			panic("a pod is not whole")
		}
	}
	return answer{
		"syncMs":     endedMs - startedMs,
		"cpuSeconds": (cpu - beforeCPU) / 1000,
		"peakRssMiB": peak,
		"before":     before,
		"after":      collect(),
		"at":         p.marks.sinceMs(p.setup.SpawnedMs),
		"cpuMs":      p.marks.cpu,
		"paths":      p.marks.paths,
		"wire":       p.marks.wire,
	}
}

// events waits until each handler has received so many more updates, and returns when that was.
func (p *program) events(count int, armed func()) float64 {
	var all sync.WaitGroup
	all.Add(handlers)
	p.updatedAll = &all
	for handler := range handlers {
		p.awaited[handler].Store(int64(count))
	}
	armed()
	all.Wait()
	return now()
}

// collect returns the memory after garbage collection.
func collect() answer {
	runtime.GC()
	runtime.GC()
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return answer{"heapMiB": float64(stats.HeapAlloc) / (1 << 20), "externalMiB": 0, "rssMiB": memoryMiB("VmRSS")}
}

// marks are when the program first reached what.
type marks struct {
	lock     sync.Mutex
	at       map[string]float64
	cpu      map[string]float64
	paths    []string
	wire     string
	watching chan struct{}
	opened   sync.Once
}

func newMarks() *marks {
	m := &marks{at: map[string]float64{}, cpu: map[string]float64{}, paths: []string{}, watching: make(chan struct{})}
	m.of("program")
	// A program in Go has loaded its libraries when it begins.
	m.of("imported")
	return m
}

func (m *marks) of(name string) {
	m.lock.Lock()
	defer m.lock.Unlock()
	if _, done := m.at[name]; done {
		return
	}
	m.at[name] = now()
	m.cpu[name] = cpuMs()
}

func (m *marks) sinceMs(spawnedMs float64) map[string]float64 {
	since := map[string]float64{}
	for name, ms := range m.at {
		since[name] = ms - spawnedMs
	}
	return since
}

// traced marks the moments of the first requests.
type traced struct {
	next  http.RoundTripper
	marks *marks
}

func (t *traced) RoundTrip(request *http.Request) (*http.Response, error) {
	trace := &httptrace.ClientTrace{
		ConnectStart:         func(string, string) { t.marks.of("connecting") },
		GotConn:              func(httptrace.GotConnInfo) { t.marks.of("connected") },
		WroteHeaders:         func() { t.marks.of("sent") },
		GotFirstResponseByte: func() { t.marks.of("answered") },
	}
	t.marks.lock.Lock()
	t.marks.paths = append(t.marks.paths, request.Method+" "+request.URL.RequestURI())
	t.marks.lock.Unlock()
	response, err := t.next.RoundTrip(request.WithContext(httptrace.WithClientTrace(request.Context(), trace)))
	if err != nil {
		return response, err
	}
	t.marks.lock.Lock()
	if t.marks.wire == "" {
		t.marks.wire = "JSON"
		if strings.HasPrefix(response.Header.Get("Content-Type"), "application/vnd.kubernetes.protobuf") {
			t.marks.wire = "protobuf"
		}
	}
	t.marks.lock.Unlock()
	if request.URL.Query().Has("watch") {
		t.marks.opened.Do(func() {
			t.marks.of("watching")
			close(t.marks.watching)
		})
	}
	return response, nil
}

// now is the machine's monotonic clock in ms, as process.hrtime of Node.
func now() float64 {
	var time unix.Timespec
	check(unix.ClockGettime(unix.CLOCK_MONOTONIC, &time))
	return float64(time.Nano()) / 1e6
}

// cpuMs is the CPU time of all threads.
func cpuMs() float64 {
	var usage syscall.Rusage
	check(syscall.Getrusage(syscall.RUSAGE_SELF, &usage))
	return float64(time.Duration(usage.Utime.Nano()+usage.Stime.Nano())) / 1e6
}

func memoryMiB(name string) float64 {
	text := string(must(os.ReadFile("/proc/self/status")))
	found := regexp.MustCompile(name + `:\s+(\d+) kB`).FindStringSubmatch(text)
	return must(strconv.ParseFloat(found[1], 64)) / 1024
}

// readLine returns false at the end of the input.
func readLine(in *bufio.Scanner, into any) bool {
	if !in.Scan() {
		check(in.Err())
		return false
	}
	check(json.Unmarshal(in.Bytes(), into))
	return true
}

func send(out *json.Encoder, message answer) { check(out.Encode(message)) }

func must[T any](value T, err error) T {
	check(err)
	return value
}

// check ends the program: a row with a failure has no figures.
func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "Error:", err)
		os.Exit(1)
	}
}
