// Made from the contract of the control API by `npm run docs`.
package io.github.maildouble.control;

import com.fasterxml.jackson.core.type.TypeReference;
import io.github.maildouble.Transport;
import java.util.List;
import java.util.function.Consumer;

/** The operations of the control API about emails. */
public class EmailsApi {
  private final Transport transport;
  private final String world;

  public EmailsApi(Transport transport, String world) {
    this.transport = transport;
    this.world = world;
  }

  /** List emails: {@code getEmails}. */
  public List<Email> list(GetEmailsQuery query) {
    return transport.call("GET", "/worlds/" + Transport.segment(world) + "/emails", query, null, new TypeReference<EmailCollection>() {}).emails();
  }

  /** List emails: {@code getEmails}. */
  public List<Email> list(Consumer<GetEmailsQuery.Builder> query) {
    var builder = GetEmailsQuery.builder();
    query.accept(builder);
    return list(builder.build());
  }

  /** List emails: {@code getEmails}. */
  public List<Email> list() {
    return list(GetEmailsQuery.builder().build());
  }

  /** Get an email: {@code getEmail}. */
  public Email get(int emailId) {
    return transport.call("GET", "/worlds/" + Transport.segment(world) + "/emails/" + Transport.segment(emailId), null, null, new TypeReference<Email>() {});
  }
}
