// Made from the contract of the control API by `npm run docs`.
package io.github.maildouble.control;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Map;

/**
 * An account with its own data, clock and credentials.
 *
 * @param id The id of the world
 * @param scenario The name of the scenario it was created from; of an inline one, its own name
 * @param seed The seed for ids and randomness
 * @param now The current time in the world, ISO 8601
 * @param clock How time passes in the world
 * @param apiKey A key that identifies this world without any further header
 * @param dc The datacenter suffix of the key
 * @param baseUrl The base URL of the API, without {@code /3.0}; calls to it reach this world with any of its keys
 * @param rootUrl The base URL of the server, without {@code /3.0}, for clients that allow no path in their base URL. There the key alone selects the world
 * @param authUrl The base URL of the sign-in, below which {@code /oauth2} is
 * @param oauth A registered application
 * @param assistants Its setting {@code assistants}: whether assistants may change it. One of {@code read}, {@code change}
 * @param counts Number of rows, by table
 * @param activity What has happened in a world, as far as its journal reaches. Present only if {@code GET /worlds} was asked for it and this process has loaded the world.
 * @param replay The result of replaying a bundle; present only after a replay.
 */
public record World(
    @JsonProperty("id") String id,
    @JsonProperty("scenario") String scenario,
    @JsonProperty("seed") String seed,
    @JsonProperty("now") String now,
    @JsonProperty("clock") WorldClock clock,
    @JsonProperty("api_key") String apiKey,
    @JsonProperty("dc") String dc,
    @JsonProperty("base_url") String baseUrl,
    @JsonProperty("root_url") String rootUrl,
    @JsonProperty("auth_url") String authUrl,
    @JsonProperty("oauth") WorldOauth oauth,
    @JsonProperty("assistants") String assistants,
    @JsonProperty("counts") Map<String, Integer> counts,
    @JsonProperty("activity") Activity activity,
    @JsonProperty("replay") Replay replay) {
}
