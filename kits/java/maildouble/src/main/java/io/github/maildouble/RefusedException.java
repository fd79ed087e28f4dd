package io.github.maildouble;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.stream.StreamSupport;

/** The server rejects a call: the message says what would be right. */
public final class RefusedException extends MaildoubleException {
  private static final long serialVersionUID = 1L;

  private final int status;
  private final List<String> pointers;

  RefusedException(String call, int status, JsonNode problem) {
    super(problem.path("detail").asText() + " (" + status + " of " + call + ")");
    this.status = status;
    this.pointers = StreamSupport.stream(problem.path("errors").spliterator(), false)
        .map(error -> error.path("pointer").asText())
        .toList();
  }

  /** The status of the answer. */
  public int status() {
    return status;
  }

  /** JSON pointers to the mistakes in the body. */
  public List<String> pointers() {
    return pointers;
  }
}
