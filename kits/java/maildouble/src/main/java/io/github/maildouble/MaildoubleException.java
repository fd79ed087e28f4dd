package io.github.maildouble;

/** Any error of this kit. */
public class MaildoubleException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public MaildoubleException(String message) {
    super(message);
  }

  public MaildoubleException(String message, Throwable cause) {
    super(message, cause);
  }
}
