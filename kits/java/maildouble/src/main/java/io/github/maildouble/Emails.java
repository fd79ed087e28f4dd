package io.github.maildouble;

import io.github.maildouble.control.Email;
import io.github.maildouble.control.EmailsApi;
import io.github.maildouble.control.GetEmailsQuery;
import java.util.function.Consumer;

/** The emails that the service has sent in a world. */
public final class Emails extends EmailsApi {
  Emails(Transport transport, String world) {
    super(transport, world);
  }

  /**
   * The first matching email: {@code emails().waitFor(query -> query.to("lena@acme.test"))}. Waits in real time, three seconds unless
   * {@code wait} says otherwise, and moves no clock.
   *
   * @throws MaildoubleException if there is none in time
   */
  public Email waitFor(Consumer<GetEmailsQuery.Builder> filter) {
    var builder = GetEmailsQuery.builder().wait(Deliveries.WAIT).atLeast(1).limit(1);
    filter.accept(builder);
    return list(builder.build()).stream().findFirst().orElseThrow(() -> new MaildoubleException("No such email was sent in time."));
  }
}
