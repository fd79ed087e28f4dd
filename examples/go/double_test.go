package newsletter

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"testing"
)

var doubleURL = os.Getenv("MAILDOUBLE_URL")

// TestMain starts a double for all tests, unless one is running.
func TestMain(m *testing.M) {
	stop, err := startDouble()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	status := m.Run()
	stop()
	os.Exit(status)
}

func startDouble() (stop func(), err error) {
	if doubleURL != "" {
		return func() {}, nil
	}
	command := exec.Command("node_modules/.bin/maildouble", "serve", "--port", "0", "--log", "json")
	command.Stderr = os.Stderr
	output, err := command.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := command.Start(); err != nil {
		return nil, fmt.Errorf("npm install has to be run first: %w", err)
	}
	stop = func() { command.Process.Kill(); command.Wait() }
	// Its first line contains its URL.
	var listening struct{ URL string }
	if err := json.NewDecoder(output).Decode(&listening); err != nil {
		stop()
		return nil, err
	}
	doubleURL = listening.URL
	go io.Copy(io.Discard, output)
	return stop, nil
}

// World is an account on the double, with its own data, clock and key.
type World struct {
	t       *testing.T
	ID      string `json:"id"`
	BaseURL string `json:"base_url"`
	APIKey  string `json:"api_key"`
}

// NewWorld creates a world that exists as long as the test.
func NewWorld(t *testing.T, scenario string) *World {
	t.Helper()
	world := &World{t: t}
	call(t, http.MethodPost, "/worlds", map[string]any{"scenario": scenario}, world)
	t.Cleanup(func() { call(t, http.MethodDelete, "/worlds/"+world.ID, nil, nil) })
	return world
}

// Post calls the control API and decodes the response into the last argument, if any.
func (w *World) Post(path string, body, answer any) {
	w.t.Helper()
	call(w.t, http.MethodPost, "/worlds/"+w.ID+path, body, answer)
}

// Get reads from the control API.
func (w *World) Get(path string, answer any) {
	w.t.Helper()
	call(w.t, http.MethodGet, "/worlds/"+w.ID+path, nil, answer)
}

func call(t *testing.T, method, path string, body, answer any) {
	t.Helper()
	var sent bytes.Buffer
	if body != nil {
		if err := json.NewEncoder(&sent).Encode(body); err != nil {
			t.Fatal(err)
		}
	}
	request, err := http.NewRequest(method, doubleURL+"/_control"+path, &sent)
	if err != nil {
		t.Fatal(err)
	}
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
		t.Fatalf("%s %s: %s", method, path, text)
	}
	if answer != nil {
		if err := json.Unmarshal(text, answer); err != nil {
			t.Fatal(err)
		}
	}
}
