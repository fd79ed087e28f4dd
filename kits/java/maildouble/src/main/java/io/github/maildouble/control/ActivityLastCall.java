// Made from the contract of the control API by `npm run docs`.
package io.github.maildouble.control;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * ActivityLastCall
 *
 * @param id The id of the call
 * @param at When it arrived, in the time of the world, ISO 8601
 * @param realAt When it arrived in real time, ISO 8601
 * @param method The method
 * @param path The path, relative to the base URL of the world
 * @param status The status of the answer; null if there is none
 */
public record ActivityLastCall(
    @JsonProperty("id") String id,
    @JsonProperty("at") String at,
    @JsonProperty("real_at") String realAt,
    @JsonProperty("method") String method,
    @JsonProperty("path") String path,
    @JsonProperty("status") Integer status) {
}
