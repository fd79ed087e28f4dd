package io.github.maildouble;

import io.github.maildouble.control.DeliveriesApi;
import io.github.maildouble.control.Delivery;
import io.github.maildouble.control.GetDeliveriesQuery;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** The webhook deliveries of a world. */
public final class Deliveries extends DeliveriesApi {
  static final String WAIT = "PT3S";

  Deliveries(Transport transport, String world) {
    super(transport, world);
  }

  /**
   * The first matching delivery whose attempt has ended: {@code deliveries().waitFor(query -> query.event("unsubscribe"))}. Waits in real
   * time, three seconds unless {@code wait} says otherwise, and moves no clock.
   *
   * @throws MaildoubleException if there is none in time; the message lists the deliveries of the world
   */
  public Delivery waitFor(Consumer<GetDeliveriesQuery.Builder> filter) {
    var builder = GetDeliveriesQuery.builder().wait(WAIT).settled(true).atLeast(1).limit(1);
    filter.accept(builder);
    return list(builder.build()).stream().findFirst().orElseThrow(() -> {
      var others = list(query -> query.order("desc").limit(10)).stream()
          .map(each -> "\n  #" + each.id() + "  " + each.event() + "  " + each.status() + "  " + each.url())
          .collect(Collectors.joining());
      return new MaildoubleException(
          "No such delivery was attempted in time. The deliveries of the world, latest first:" + (others.isEmpty() ? " none" : others));
    });
  }
}
