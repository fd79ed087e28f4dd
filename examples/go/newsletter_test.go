package newsletter

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
)

const list = "aaaaaaaaaa"

func TestNobodyIsSubscribedTwice(t *testing.T) {
	t.Parallel()
	world := NewWorld(t, "starter")
	client := Client{APIURL: world.BaseURL + "/3.0", APIKey: world.APIKey, List: list}
	if err := client.Subscribe("ada.byron@acme.test"); err != nil {
		t.Fatal(err)
	}
	if err := client.Subscribe("ada.byron@acme.test"); err == nil || !strings.HasPrefix(err.Error(), "Member Exists") {
		t.Fatalf("the second subscription ended in %v", err)
	}
}

func TestWhoLeftWhileWeWereDownIsKnownAfterwards(t *testing.T) {
	t.Parallel()
	world := NewWorld(t, "starter")
	hooks := &Hooks{}
	var down atomic.Bool
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if down.Load() {
			w.WriteHeader(http.StatusServiceUnavailable)
			return
		}
		hooks.ServeHTTP(w, r)
	}))
	defer server.Close()
	listenTo(t, world, server.URL)

	down.Store(true)
	leaves := map[string]string{"trigger": "member.unsubscribe", "list_id": list, "email_address": "ada@acme.test"}
	world.Post("/triggers", leaves, nil)
	world.Post("/clock/advance", map[string]string{"by": "PT20M"}, nil)
	if hooks.HasLeft("ada@acme.test") {
		t.Fatal("the webhook was delivered although the receiver was down")
	}

	down.Store(false)
	world.Post("/clock/advance", map[string]string{"by": "PT10M"}, nil)
	if !hooks.HasLeft("ada@acme.test") {
		t.Fatal("the webhook did not come again")
	}
	var sent struct {
		Deliveries []struct{ Attempts []any }
	}
	world.Get("/deliveries?event=unsubscribe", &sent)
	if len(sent.Deliveries) != 1 || len(sent.Deliveries[0].Attempts) != 5 {
		t.Fatalf("there should be one delivery with five attempts, not %v", sent.Deliveries)
	}
}

// listenTo creates a webhook for members who leave a list, as the application does once during setup.
func listenTo(t *testing.T, world *World, address string) {
	t.Helper()
	hook := `{"url": "` + address + `", "events": {"unsubscribe": true}, "sources": {"user": true}}`
	request, err := http.NewRequest(http.MethodPost, world.BaseURL+"/3.0/lists/"+list+"/webhooks", strings.NewReader(hook))
	if err != nil {
		t.Fatal(err)
	}
	request.SetBasicAuth("any", world.APIKey)
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		t.Fatalf("the webhook was answered by %s", response.Status)
	}
}
