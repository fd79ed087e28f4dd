package io.github.maildouble;

import io.github.maildouble.control.Verdict;

/** The calls were not as expected. The message shows the closest ones. */
public final class VerificationError extends AssertionError {
  private static final long serialVersionUID = 1L;

  private final transient Verdict verdict;

  VerificationError(String message, Verdict verdict) {
    super(message);
    this.verdict = verdict;
  }

  /** The verdict of the server. */
  public Verdict verdict() {
    return verdict;
  }
}
