// Package newsletter is the part of an application that talks to the email service.
package newsletter

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"sync"
)

// Client adds members to a list.
type Client struct {
	APIURL, APIKey, List string
}

// Subscribe adds an address to the list.
func (c Client) Subscribe(email string) error {
	body, err := json.Marshal(map[string]string{"email_address": email, "status": "subscribed"})
	if err != nil {
		return err
	}
	request, err := http.NewRequest(http.MethodPost, c.APIURL+"/lists/"+c.List+"/members", bytes.NewReader(body))
	if err != nil {
		return err
	}
	request.Header.Set("Content-Type", "application/json")
	request.SetBasicAuth("any", c.APIKey)
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		var problem struct{ Title, Detail string }
		if err := json.NewDecoder(response.Body).Decode(&problem); err != nil {
			return err
		}
		return fmt.Errorf("%s: %s", problem.Title, problem.Detail)
	}
	return nil
}

// Hooks receives webhooks and records the members who have left.
type Hooks struct {
	mutex sync.Mutex
	left  map[string]bool
}

func (h *Hooks) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method == http.MethodPost && r.FormValue("type") == "unsubscribe" {
		h.mutex.Lock()
		defer h.mutex.Unlock()
		if h.left == nil {
			h.left = map[string]bool{}
		}
		h.left[r.FormValue("data[email]")] = true
	}
	w.WriteHeader(http.StatusOK)
}

// HasLeft reports whether a member has left the list.
func (h *Hooks) HasLeft(email string) bool {
	h.mutex.Lock()
	defer h.mutex.Unlock()
	return h.left[email]
}
