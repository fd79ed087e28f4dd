// Made from the contract of the control API by `npm run docs`.
package io.github.maildouble.control;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.Map;

/**
 * The state and history of an object.
 *
 * @param entity The kind of object
 * @param id Its id as the API shows it, or the requested id if no such object is known
 * @param listId Its list, if it has one and it is known
 * @param storeId Its store, if it belongs to one
 * @param exists Whether it exists now
 * @param origin Where it comes from: the scenario, or the cause of its creation. {@code unknown} if the cause is no longer kept or has no name; {@code never} if the object never existed. One of {@code scenario}, {@code request}, {@code job}, {@code trigger}, {@code unknown}, {@code never}
 * @param summary A summary in one or two sentences
 * @param found Its current row as in {@code GET .../state}, without secrets and with decimal amounts of money
 * @param history Its changes, oldest first
 * @param omitted Number of changes that are kept but not shown, since there are more than 200
 * @param evicted Number of changes of this world, to any object, that were evicted
 * @param hints Hints for a person why the object may not be as expected
 * @param chain What led to the object and what came of it, by number of event; of an object with a history, its latest change. At most 200 steps
 * @param chainOmitted Number of steps after the last one that is shown
 * @param nonEvents What did not happen
 * @param assumptions The assumptions that the requests in its history relied on, as far as the journal has the requests, by id. Absent unless the server has evidence ({@code maildouble serve --evidence})
 */
public record Why(
    @JsonProperty("entity") String entity,
    @JsonProperty("id") String id,
    @JsonProperty("list_id") String listId,
    @JsonProperty("store_id") String storeId,
    @JsonProperty("exists") boolean exists,
    @JsonProperty("origin") String origin,
    @JsonProperty("summary") String summary,
    @JsonProperty("found") Map<String, Object> found,
    @JsonProperty("history") List<WhyChange> history,
    @JsonProperty("omitted") int omitted,
    @JsonProperty("evicted") int evicted,
    @JsonProperty("hints") List<String> hints,
    @JsonProperty("chain") List<ChainStep> chain,
    @JsonProperty("chain_omitted") int chainOmitted,
    @JsonProperty("non_events") List<NonEvent> nonEvents,
    @JsonProperty("assumptions") List<WhyAssumption> assumptions) {
}
