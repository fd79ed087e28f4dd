// The flow with the clients that oapi-codegen generates.
package main

import (
	"context"
	"encoding/json"
	"log"
	"net/http"
	"os"

	"example.com/clients/control"
	"example.com/clients/service"
)

// result returns the first value, and ends the program if there is an error.
func result[T any](value T, err error) T {
	if err != nil {
		log.Fatal(err)
	}
	return value
}

func require(holds bool, what string, got []byte) {
	if !holds {
		log.Fatalf("%s: %s", what, got)
	}
}

func main() {
	ctx := context.Background()
	withKey := func(_ context.Context, request *http.Request) error {
		request.Header.Set("Authorization", "Bearer "+os.Getenv("API_KEY"))
		return nil
	}
	api := result(service.NewClientWithResponses(os.Getenv("API"), service.WithRequestEditorFn(withKey)))
	clock := result(control.NewClientWithResponses(os.Getenv("CONTROL")))

	count := 1
	lists := result(api.GetListsWithResponse(ctx, &service.GetListsParams{Count: &count}))
	require(lists.JSON200 != nil && *lists.JSON200.TotalItems == 3, "three lists", lists.Body)
	list := *(*lists.JSON200.Lists)[0].Id

	grace := service.AddMember{EmailAddress: "grace@acme.test", Status: "subscribed"}
	added := result(api.AddMemberWithResponse(ctx, list, nil, grace))
	require(added.JSON200 != nil && added.JSON200.EmailAddress == grace.EmailAddress, "a member", added.Body)
	refused := result(api.AddMemberWithResponse(ctx, list, nil, grace))
	problem := refused.ApplicationproblemJSON400
	require(problem != nil && problem.Title == "Member Exists", "a refusal", refused.Body)

	operations := []service.BatchOperation{}
	for _, name := range []string{"new", "grace"} {
		body := string(result(json.Marshal(map[string]string{"email_address": name + "@acme.test", "status": "subscribed"})))
		operations = append(operations, service.BatchOperation{Method: "POST", Path: "/lists/" + list + "/members", Body: &body})
	}
	created := result(api.CreateBatchWithResponse(ctx, service.CreateBatch{Operations: operations}))
	require(created.JSON200 != nil && *created.JSON200.Status == "pending", "a pending batch", created.Body)
	until := control.Idle
	advanced := result(clock.AdvanceClockWithResponse(ctx, os.Getenv("WORLD"), control.AdvanceClock{Until: &until}))
	require(advanced.JSON200 != nil, "an advance", advanced.Body)
	finished := result(api.GetBatchWithResponse(ctx, *created.JSON200.Id, nil))
	batch := finished.JSON200
	require(batch != nil && *batch.Status == "finished", "a finished batch", finished.Body)
	require(*batch.TotalOperations == 2 && *batch.ErroredOperations == 1, "an error in one of two operations", finished.Body)
}
