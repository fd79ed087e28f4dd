// Made from the contract of the control API by `npm run docs`.
package io.github.maildouble.control;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Duration;
import java.util.Map;
import java.util.function.Consumer;

/**
 * The effect: one of {@code problem}, {@code answer}, {@code latency}, {@code connection}, {@code mutate}, {@code address}, {@code stuck}, {@code trigger} and {@code staleness}. Create one fault per effect.
 *
 * @param problem A problem object. With {@code preset} it is the one of the catalogue, and the other members override its own; without, {@code status} and {@code title} are required.
 * @param answer An answer that the service itself never gives, such as the HTML page of a firewall in front of it. The service is not called, so nothing changes there. With {@code preset} it is a known answer of the edge, and the other members override its own; without, {@code status} is required. It has no {@code X-Request-Id}. Operations of batches never pass the edge.
 * @param headers Headers of the answer, such as {@code retry-after}; with {@code problem} or {@code answer} only. Operations of batches have none
 * @param latency Extra real time that the call takes: an ISO 8601 duration, milliseconds, or an object with {@code min} and {@code max}, between which the delay is drawn from the seed of the world. At most ten minutes
 * @param connection {@code reset}: the connection is reset. {@code close}: it is closed without an answer. {@code hang}: no answer is sent. {@code truncate}: it is closed halfway through the body. {@code malformed}: the answer is complete, but holds only the first half of its JSON. {@code slow}: the answer is sent in small pieces. An answer without a body is treated as `{}{@code  by }truncate{@code  and }malformed{@code . One of }reset{@code , }close{@code , }hang{@code , }truncate{@code , }malformed{@code , }slow`
 * @param address Refuses the addresses that a call would add or change: as fake ({@code looks fake or invalid}), as having signed up to many lists ({@code signed up to a lot of lists very recently}), as the address of a role, or as not being an address. Calls that add many members report each as an entry of {@code errors}. Operations of batches get the problem as their result. One of {@code FakeAddress}, {@code TooManySignups}, {@code RoleAddress}, {@code InvalidAddress}
 * @param stuck Holds the batch that a matching call creates at the end of a phase: for a time of the world, or until the fault is deleted. Match the operation {@code createBatch}.
 * @param staleness Reads are answered from the state of the world so long ago, but not before the fault: what was just added is not there yet. ISO 8601 or milliseconds, at most P7D. Writes are not affected
 * @param trigger A trigger, as in {@code POST .../triggers}, that runs right after each call for which the fault fires: the data change between two pages, or a colleague deletes the list. The call itself is answered as usual. A trigger that is refused has no effect
 * @param bytesPerSecond Speed of the body, with {@code slow} only; default 1000
 * @param mutate Changes the JSON of an answer, a success or a problem object, in ways that a tolerant client must accept: a word, a list of words, or an object with true or a number for each word. Random choices depend on the seed of the world, the fault, and the number of calls it has seen
 */
public record FaultEffect(
    @JsonProperty("problem") FaultProblem problem,
    @JsonProperty("answer") FaultAnswer answer,
    @JsonProperty("headers") Map<String, String> headers,
    @JsonProperty("latency") Object latency,
    @JsonProperty("connection") String connection,
    @JsonProperty("address") String address,
    @JsonProperty("stuck") FaultHold stuck,
    @JsonProperty("staleness") Object staleness,
    @JsonProperty("trigger") Object trigger,
    @JsonProperty("bytes_per_second") Integer bytesPerSecond,
    @JsonProperty("mutate") Object mutate) {
  /** Returns a builder without any value. */
  public static Builder builder() {
    return new Builder();
  }

  /** Builds a {@link FaultEffect}. */
  public static final class Builder {
    private FaultProblem problem;
    private FaultAnswer answer;
    private Map<String, String> headers;
    private Object latency;
    private String connection;
    private String address;
    private FaultHold stuck;
    private Object staleness;
    private Object trigger;
    private Integer bytesPerSecond;
    private Object mutate;

    private Builder() {}

    /** A problem object. With {@code preset} it is the one of the catalogue, and the other members override its own; without, {@code status} and {@code title} are required. */
    public Builder problem(FaultProblem problem) {
      this.problem = problem;
      return this;
    }

    /** A problem object. With {@code preset} it is the one of the catalogue, and the other members override its own; without, {@code status} and {@code title} are required. */
    public Builder problem(Consumer<FaultProblem.Builder> problem) {
      var builder = FaultProblem.builder();
      problem.accept(builder);
      this.problem = builder.build();
      return this;
    }

    /** An answer that the service itself never gives, such as the HTML page of a firewall in front of it. The service is not called, so nothing changes there. With {@code preset} it is a known answer of the edge, and the other members override its own; without, {@code status} is required. It has no {@code X-Request-Id}. Operations of batches never pass the edge. */
    public Builder answer(FaultAnswer answer) {
      this.answer = answer;
      return this;
    }

    /** An answer that the service itself never gives, such as the HTML page of a firewall in front of it. The service is not called, so nothing changes there. With {@code preset} it is a known answer of the edge, and the other members override its own; without, {@code status} is required. It has no {@code X-Request-Id}. Operations of batches never pass the edge. */
    public Builder answer(Consumer<FaultAnswer.Builder> answer) {
      var builder = FaultAnswer.builder();
      answer.accept(builder);
      this.answer = builder.build();
      return this;
    }

    /** Headers of the answer, such as {@code retry-after}; with {@code problem} or {@code answer} only. Operations of batches have none */
    public Builder headers(Map<String, String> headers) {
      this.headers = headers;
      return this;
    }

    /** Extra real time that the call takes: an ISO 8601 duration, milliseconds, or an object with {@code min} and {@code max}, between which the delay is drawn from the seed of the world. At most ten minutes */
    public Builder latency(Object latency) {
      this.latency = latency;
      return this;
    }

    /** {@code reset}: the connection is reset. {@code close}: it is closed without an answer. {@code hang}: no answer is sent. {@code truncate}: it is closed halfway through the body. {@code malformed}: the answer is complete, but holds only the first half of its JSON. {@code slow}: the answer is sent in small pieces. An answer without a body is treated as `{}{@code  by }truncate{@code  and }malformed{@code . One of }reset{@code , }close{@code , }hang{@code , }truncate{@code , }malformed{@code , }slow` */
    public Builder connection(String connection) {
      this.connection = connection;
      return this;
    }

    /** Refuses the addresses that a call would add or change: as fake ({@code looks fake or invalid}), as having signed up to many lists ({@code signed up to a lot of lists very recently}), as the address of a role, or as not being an address. Calls that add many members report each as an entry of {@code errors}. Operations of batches get the problem as their result. One of {@code FakeAddress}, {@code TooManySignups}, {@code RoleAddress}, {@code InvalidAddress} */
    public Builder address(String address) {
      this.address = address;
      return this;
    }

    /** Holds the batch that a matching call creates at the end of a phase: for a time of the world, or until the fault is deleted. Match the operation {@code createBatch}. */
    public Builder stuck(FaultHold stuck) {
      this.stuck = stuck;
      return this;
    }

    /** Holds the batch that a matching call creates at the end of a phase: for a time of the world, or until the fault is deleted. Match the operation {@code createBatch}. */
    public Builder stuck(Consumer<FaultHold.Builder> stuck) {
      var builder = FaultHold.builder();
      stuck.accept(builder);
      this.stuck = builder.build();
      return this;
    }

    /** Reads are answered from the state of the world so long ago, but not before the fault: what was just added is not there yet. ISO 8601 or milliseconds, at most P7D. Writes are not affected */
    public Builder staleness(String staleness) {
      this.staleness = staleness;
      return this;
    }

    /** Reads are answered from the state of the world so long ago, but not before the fault: what was just added is not there yet. ISO 8601 or milliseconds, at most P7D. Writes are not affected */
    public Builder staleness(Duration staleness) {
      this.staleness = staleness.toString();
      return this;
    }

    /** A trigger, as in {@code POST .../triggers}, that runs right after each call for which the fault fires: the data change between two pages, or a colleague deletes the list. The call itself is answered as usual. A trigger that is refused has no effect */
    public Builder trigger(Object trigger) {
      this.trigger = trigger;
      return this;
    }

    /** Speed of the body, with {@code slow} only; default 1000 */
    public Builder bytesPerSecond(Integer bytesPerSecond) {
      this.bytesPerSecond = bytesPerSecond;
      return this;
    }

    /** Changes the JSON of an answer, a success or a problem object, in ways that a tolerant client must accept: a word, a list of words, or an object with true or a number for each word. Random choices depend on the seed of the world, the fault, and the number of calls it has seen */
    public Builder mutate(Object mutate) {
      this.mutate = mutate;
      return this;
    }

    /** Returns the record. */
    public FaultEffect build() {
      return new FaultEffect(problem, answer, headers, latency, connection, address, stuck, staleness, trigger, bytesPerSecond, mutate);
    }
  }
}
