package io.github.maildouble.junit;

import io.github.maildouble.Command;
import io.github.maildouble.MaildoubleClient;
import io.github.maildouble.MaildoubleException;
import io.github.maildouble.MaildoubleWorld;
import io.github.maildouble.RunningServer;
import java.util.Map;
import org.junit.jupiter.api.extension.AfterTestExecutionCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.TestExecutionExceptionHandler;

/** Injects the world of a test, and tells what happened there if the test fails. Used through {@link Maildouble}. */
public final class MaildoubleExtension implements ParameterResolver, AfterTestExecutionCallback, TestExecutionExceptionHandler {
  private static final Namespace NAMESPACE = Namespace.create(MaildoubleExtension.class);

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    var type = parameter.getParameter().getType();
    return type == MaildoubleClient.class || (type == MaildoubleWorld.class && context.getTestMethod().isPresent());
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    var client = clientOf(context);
    if (parameter.getParameter().getType() == MaildoubleClient.class) return client;
    // A method before the test and the test itself get the same world.
    return context.getStore(NAMESPACE)
        .getOrComputeIfAbsent(TestWorld.class, key -> TestWorld.begin(client, context, parameter), TestWorld.class)
        .world();
  }

  @Override
  public void handleTestExecutionException(ExtensionContext context, Throwable error) throws Throwable {
    var test = testWorldOf(context);
    if (test != null && !isAborted(error)) error.addSuppressed(new WorldStory(test.tell()));
    throw error;
  }

  @Override
  public void afterTestExecution(ExtensionContext context) {
    var test = testWorldOf(context);
    if (test == null || context.getExecutionException().isPresent()) return;
    var unfired = test.unfiredFaults();
    if (unfired != null) throw new AssertionError(unfired + "\n\n" + test.tell());
    test.removeFiles();
  }

  /** Whether a test was not run to its end, because an assumption did not hold. */
  private static boolean isAborted(Throwable error) {
    return error.getClass().getName().equals("org.opentest4j.TestAbortedException");
  }

  private static TestWorld testWorldOf(ExtensionContext context) {
    return context.getStore(NAMESPACE).get(TestWorld.class, TestWorld.class);
  }

  /** The client of the server of the run. JUnit closes what the root store holds at the end. */
  private static MaildoubleClient clientOf(ExtensionContext context) {
    return context.getRoot().getStore(NAMESPACE).getOrComputeIfAbsent(Server.class, key -> Server.find(), Server.class).client();
  }

  /**
   * The server of a run.
   *
   * @param own null if it was running before
   */
  record Server(MaildoubleClient client, RunningServer own) implements AutoCloseable {
    static Server find() {
      var url = System.getenv("MAILDOUBLE_URL");
      if (url != null && !url.isBlank()) return new Server(MaildoubleClient.connect(), null);
      var own = RunningServer.start();
      return new Server(MaildoubleClient.connect(own.url(), null), own);
    }

    @Override
    public void close() {
      if (own == null) return;
      try (own) {
        var file = System.getenv("MAILDOUBLE_COVERAGE");
        if (file != null && !file.isBlank()) System.err.println(writeCoverage(own.url(), file));
      }
    }

    /** Writes the coverage of the contract to a file, in the format of its extension. Returns what to print. */
    static String writeCoverage(String url, String file) {
      try {
        var written = Command.run(Map.of(), "report", "--url", url, "--out", file);
        return written.status() == 0 ? written.output() : written.errors();
      } catch (MaildoubleException error) {
        return error.getMessage();
      }
    }
  }
}
