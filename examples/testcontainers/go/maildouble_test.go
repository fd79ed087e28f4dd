package maildouble

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"path/filepath"
	"testing"
	"time"

	"github.com/moby/moby/api/types/container"
	"github.com/moby/moby/api/types/network"
	"github.com/testcontainers/testcontainers-go"
	"github.com/testcontainers/testcontainers-go/wait"
)

// host is the name of this machine in the container.
const host = "host.docker.internal"

func TestAWebhookOfANewMemberReachesThisMachine(t *testing.T) {
	maildouble := start(t)
	received := make(chan url.Values, 1)
	hook := receive(t, received)

	// A world is an account of its own. Configure the application with these two.
	var world struct {
		BaseURL string `json:"base_url"`
		APIKey  string `json:"api_key"`
	}
	post(t, maildouble+"/_control/worlds", "ci", map[string]any{"scenario": "team"}, &world)

	list := world.BaseURL + "/3.0/lists/7ea0000001"
	events, sources := map[string]bool{"subscribe": true}, map[string]bool{"api": true}
	post(t, list+"/webhooks", world.APIKey, map[string]any{"url": hook, "events": events, "sources": sources}, nil)
	post(t, list+"/members", world.APIKey, map[string]any{"email_address": "grace@example.com", "status": "subscribed"}, nil)
	select {
	case form := <-received:
		if form.Get("type") != "subscribe" || form.Get("data[email]") != "grace@example.com" {
			t.Fatalf("the webhook says %v", form)
		}
	case <-time.After(2 * time.Minute):
		t.Fatal("no webhook came")
	}
}

// start starts a server in a container and returns its URL.
func start(t *testing.T) string {
	t.Helper()
	// Answers contain the address of the server, so its port is chosen before the container starts.
	port := freePort(t)
	address := "http://localhost:" + port
	scenarios, err := filepath.Abs("../scenarios")
	if err != nil {
		t.Fatal(err)
	}
	started, err := testcontainers.Run(context.Background(), "maildouble",
		testcontainers.WithEnv(map[string]string{
			"MAILDOUBLE_CONTROL_TOKEN": "ci",
			"MAILDOUBLE_PUBLIC_URL":    address,
			"MAILDOUBLE_SCENARIO_DIR":  "/scenarios",
			"MAILDOUBLE_ALLOW_EGRESS":  host,
		}),
		testcontainers.WithFiles(testcontainers.ContainerFile{HostFilePath: scenarios, ContainerFilePath: "/", FileMode: 0o755}),
		testcontainers.WithExposedPorts("4030/tcp"),
		testcontainers.WithHostConfigModifier(func(config *container.HostConfig) {
			config.PortBindings = network.PortMap{network.MustParsePort("4030/tcp"): {{HostPort: port}}}
			config.ExtraHosts = []string{host + ":host-gateway"}
		}),
		testcontainers.WithWaitStrategy(wait.ForHealthCheck()),
	)
	testcontainers.CleanupContainer(t, started)
	if err != nil {
		t.Fatal(err)
	}
	return address
}

// receive starts a receiver of webhooks on this machine and returns its URL, as the container sees it.
func receive(t *testing.T, received chan<- url.Values) string {
	t.Helper()
	// On all addresses, since the container does not come from this machine's loopback address.
	listener, err := net.Listen("tcp", ":0")
	if err != nil {
		t.Fatal(err)
	}
	server := &http.Server{Handler: http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodPost && r.ParseForm() == nil {
			received <- r.PostForm
		}
	})}
	go server.Serve(listener)
	t.Cleanup(func() { server.Close() })
	return fmt.Sprintf("http://%s:%d/hook", host, listener.Addr().(*net.TCPAddr).Port)
}

// post calls an API and decodes the answer into the last argument, if any.
func post(t *testing.T, address, token string, body, answer any) {
	t.Helper()
	var sent bytes.Buffer
	if err := json.NewEncoder(&sent).Encode(body); err != nil {
		t.Fatal(err)
	}
	request, err := http.NewRequest(http.MethodPost, address, &sent)
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Authorization", "Bearer "+token)
	request.Header.Set("Content-Type", "application/json")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	if response.StatusCode >= 300 {
		t.Fatalf("%s: %s", address, text)
	}
	if answer != nil {
		if err := json.Unmarshal(text, answer); err != nil {
			t.Fatal(err)
		}
	}
}

func freePort(t *testing.T) string {
	t.Helper()
	listener, err := net.Listen("tcp", ":0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	return fmt.Sprint(listener.Addr().(*net.TCPAddr).Port)
}
