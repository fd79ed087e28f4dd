// Made from the contract of the control API by `npm run docs`.
package io.github.maildouble.control;

import com.fasterxml.jackson.core.type.TypeReference;
import io.github.maildouble.Transport;
import java.util.List;
import java.util.function.Consumer;

/** The operations of the control API about requests. */
public class RequestsApi {
  private final Transport transport;
  private final String world;

  public RequestsApi(Transport transport, String world) {
    this.transport = transport;
    this.world = world;
  }

  /** List calls: {@code getRequests}. */
  public List<Request> list(GetRequestsQuery query) {
    return transport.call("GET", "/worlds/" + Transport.segment(world) + "/requests", query, null, new TypeReference<RequestCollection>() {}).requests();
  }

  /** List calls: {@code getRequests}. */
  public List<Request> list(Consumer<GetRequestsQuery.Builder> query) {
    var builder = GetRequestsQuery.builder();
    query.accept(builder);
    return list(builder.build());
  }

  /** List calls: {@code getRequests}. */
  public List<Request> list() {
    return list(GetRequestsQuery.builder().build());
  }

  /** Get a call: {@code getRequest}. */
  public RequestDetail get(String requestId) {
    return transport.call("GET", "/worlds/" + Transport.segment(world) + "/requests/" + Transport.segment(requestId), null, null, new TypeReference<RequestDetail>() {});
  }

  /** Delete all calls: {@code deleteRequests}. */
  public void clear() {
    transport.run("DELETE", "/worlds/" + Transport.segment(world) + "/requests", null, null);
  }

  /** Verify calls: {@code verifyRequests}. */
  public Verdict check(VerifyRequests body) {
    return transport.call("POST", "/worlds/" + Transport.segment(world) + "/requests/verify", null, body, new TypeReference<Verdict>() {});
  }

  /** Verify calls: {@code verifyRequests}. */
  public Verdict check(Consumer<VerifyRequests.Builder> body) {
    var builder = VerifyRequests.builder();
    body.accept(builder);
    return check(builder.build());
  }
}
