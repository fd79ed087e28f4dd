// Package newsletter is the part of an application that knows the email service.
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

// Subscribe adds somebody to the list.
func (client Client) Subscribe(email string) error {
	body, err := json.Marshal(map[string]string{"email_address": email, "status": "subscribed"})
	if err != nil {
		return err
	}
	request, err := http.NewRequest(http.MethodPost, client.APIURL+"/lists/"+client.List+"/members", bytes.NewReader(body))
	if err != nil {
		return err
	}
	request.SetBasicAuth("any", client.APIKey)
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

// Hooks receives webhooks, and knows who has left.
type Hooks struct {
	mutex sync.Mutex
	left  map[string]bool
}

func (hooks *Hooks) ServeHTTP(writer http.ResponseWriter, request *http.Request) {
	if request.Method == http.MethodPost && request.FormValue("type") == "unsubscribe" {
		hooks.mutex.Lock()
		defer hooks.mutex.Unlock()
		if hooks.left == nil {
			hooks.left = map[string]bool{}
		}
		hooks.left[request.FormValue("data[email]")] = true
	}
	writer.WriteHeader(http.StatusOK)
}

// HasLeft tells whether somebody has left the list.
func (hooks *Hooks) HasLeft(email string) bool {
	hooks.mutex.Lock()
	defer hooks.mutex.Unlock()
	return hooks.left[email]
}
