// Go: net/http with the host built in.
package main

import (
	"fmt"
	"net/http"
)

func main() {
	request, _ := http.NewRequest("GET", "https://us1.api.example.com/3.0/ping", nil)
	request.Header.Set("authorization", "Bearer any-us1")
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		panic(err)
	}
	fmt.Println("net/http", answer.StatusCode)
}
