// Made from the contract of the control API by `npm run docs`.
package io.github.maildouble.control;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.Map;

/**
 * A call and its answer.
 *
 * @param id The {@code X-Request-Id} of its answer; for an operation of a batch, the {@code instance} of its problem object or a generated id
 * @param at When it arrived, in the time of the world, ISO 8601
 * @param realAt When it arrived in real time, ISO 8601
 * @param durationMs Real time until the answer, in milliseconds; null before the answer
 * @param via How it arrived: directly or as an operation of a batch. One of {@code http}, {@code batch}
 * @param method The method that was sent
 * @param path The path below the base URL of the world, percent-encoded: {@code /3.0/lists}
 * @param query The query parameters by name, decoded; the last value of a repeated parameter
 * @param operation The operation that was called; null if the path or method has none
 * @param traceparent The trace that it belongs to, as in the header {@code traceparent} of W3C Trace Context: the header of the call, or for an operation of a batch, the header of the call that submitted the batch. Missing if there is none, or if it is malformed
 * @param status The status of the answer; null before the answer, and if a fault suppressed it
 * @param request The request or the answer of a call.
 * @param response The answer; null before it is sent
 * @param fault The id of the fault that affected the answer, the last one of several; null if none did
 * @param faults All faults that affected it, in order
 * @param injected Whether the answer was made by a fault or by {@code X-Trigger-Error}, not by the service
 * @param asOf With the setting or a fault {@code staleness}, the instant of the world whose state a read answered; null if the answer is current
 * @param error The key in the error catalogue of the service's error; null for other answers
 * @param assumptions The assumptions that it relied on: ids of {@code GET .../contract/assumptions}
 * @param ignored What was sent and is not used: names of query parameters, and JSON pointers to members of the body. The empty pointer stands for the whole body, if the operation takes none. Members of forms and of truncated bodies are not checked
 * @param violations Contract violations by the call or by the double's answer
 * @param events The numbers of the changes that it caused in the world, as in {@code GET .../why}, as far as they are kept
 * @param effects What it caused so far, as far as it is kept; {@code caused} of `GET .../requests/{request_id}` lists it
 */
public record Request(
    @JsonProperty("id") String id,
    @JsonProperty("at") String at,
    @JsonProperty("real_at") String realAt,
    @JsonProperty("duration_ms") Integer durationMs,
    @JsonProperty("via") String via,
    @JsonProperty("method") String method,
    @JsonProperty("path") String path,
    @JsonProperty("query") Map<String, String> query,
    @JsonProperty("operation") String operation,
    @JsonProperty("traceparent") String traceparent,
    @JsonProperty("status") Integer status,
    @JsonProperty("request") RequestMessage request,
    @JsonProperty("response") RequestMessage response,
    @JsonProperty("fault") Integer fault,
    @JsonProperty("faults") List<RequestFaultsItem> faults,
    @JsonProperty("injected") boolean injected,
    @JsonProperty("as_of") String asOf,
    @JsonProperty("error") String error,
    @JsonProperty("assumptions") List<String> assumptions,
    @JsonProperty("ignored") List<String> ignored,
    @JsonProperty("violations") List<RequestViolationsItem> violations,
    @JsonProperty("events") List<Integer> events,
    @JsonProperty("effects") RequestEffects effects) {
}
