package io.github.maildouble;

import io.github.maildouble.control.RequestCount;
import io.github.maildouble.control.RequestsApi;
import io.github.maildouble.control.Verdict;
import io.github.maildouble.control.VerifyRequests;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** The calls that a world received. */
public final class Requests extends RequestsApi {
  private static final int SHOWN = 5;
  private static final int COLUMN = 29;

  Requests(Transport transport, String world) {
    super(transport, world);
  }

  /**
   * Compares the calls with an expectation; without a count, at least one call must match:
   * {@code requests().verify(calls -> calls.match(call -> call.operation("addMember")).count(count -> count.exactly(1)))}.
   *
   * @throws VerificationError unless the verdict is a pass; the message shows the closest calls
   */
  public Verdict verify(Consumer<VerifyRequests.Builder> expected) {
    var builder = VerifyRequests.builder();
    expected.accept(builder);
    var expectation = builder.build();
    var verdict = check(expectation);
    if (verdict.verdict().equals("pass")) return verdict;
    var lines = new ArrayList<String>();
    lines.add(headline(expectation.count(), verdict));
    lines.add("Looked for " + (expectation.match() == null ? "any call" : Json.write(expectation.match())));
    lines.addAll(found(verdict));
    throw new VerificationError(String.join("\n", lines), verdict);
  }

  private static String headline(RequestCount count, Verdict verdict) {
    var expected = count == null
        ? "at least 1"
        : count.exactly() != null
            ? "exactly " + count.exactly()
            : count.atLeast() != null ? "at least " + count.atLeast() : "at most " + count.atMost();
    var doubt = verdict.verdict().equals("inconclusive") ? "Cannot tell, since calls were evicted or their bodies cut: expected " : "Expected ";
    return doubt + expected + " call(s) to match, but " + (verdict.matched() == 0 ? "none did." : verdict.matched() + " did.");
  }

  private List<String> found(Verdict verdict) {
    var lines = new ArrayList<String>();
    if (!verdict.closest().isEmpty()) {
      lines.add("Closest");
      for (var closest : verdict.closest()) {
        lines.add(title(closest.id()));
        for (var difference : closest.differences()) {
          var actual = difference.actual() == null ? "nothing" : written(difference.actual());
          var at = difference.at().isEmpty() ? "body" : difference.at();
          lines.add("    " + at + ": expected " + written(difference.expected()) + ", actual " + actual);
        }
      }
    } else if (!verdict.requests().isEmpty()) {
      lines.add("What matched");
      verdict.requests().stream().limit(SHOWN).map(this::title).forEach(lines::add);
    } else if (verdict.evicted() == 0) {
      lines.add("There were no calls. Does the application use the base URL of this world, and its key?");
    }
    return lines;
  }

  private String title(String id) {
    try {
      var call = get(id);
      return "  " + call.method() + " " + call.path() + ", " + (call.status() == null ? "not answered" : "answered " + call.status());
    } catch (RefusedException evicted) {
      return "  a call that was evicted";
    }
  }

  private static String written(Object value) {
    var text = Json.write(value);
    return text.length() > COLUMN ? text.substring(0, COLUMN) + "…" : text;
  }
}
