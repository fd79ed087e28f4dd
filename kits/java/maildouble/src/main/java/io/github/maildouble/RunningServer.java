package io.github.maildouble;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** A server that this process has started. It ends with this process at the latest. */
public final class RunningServer implements AutoCloseable {
  private static final Map<String, String> SETTINGS =
      Map.of("MAILDOUBLE_SCENARIO", "empty", "MAILDOUBLE_CREDENTIALS", "known", "MAILDOUBLE_HOST", "127.0.0.1");

  private final Process process;
  private final String url;

  private RunningServer(Process process, String url) {
    this.process = process;
    this.url = url;
  }

  /**
   * Starts a server on a free port, with options of {@code maildouble serve}. Its world {@code default} is empty, and unknown keys are
   * refused, so that a test that forgets to pass on the key of its world does not share an account with other tests.
   *
   * @throws MaildoubleException if it does not start; the message says why
   */
  public static RunningServer start(String... options) {
    var builder = new ProcessBuilder(Command.with("serve", "--port", "0", "--log", "json", "--stdin-end"));
    builder.command().addAll(List.of(options));
    builder.environment().putAll(SETTINGS);
    try {
      var process = builder.start();
      // Pipes that nobody reads would fill up, and block the server.
      var errors = CompletableFuture.supplyAsync(() -> Command.textOf(process.getErrorStream()));
      var output = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
      var first = output.readLine();
      if (first == null) throw new MaildoubleException("No maildouble could be started: " + errors.join().strip());
      drain(process.getInputStream());
      return new RunningServer(process, Json.read(first).path("url").asText());
    } catch (IOException error) {
      throw new MaildoubleException("This command could not be run: " + String.join(" ", builder.command()), error);
    }
  }

  private static void drain(InputStream stream) {
    var thread = new Thread(() -> {
      try {
        stream.transferTo(OutputStream.nullOutputStream());
      } catch (IOException ended) {
        // The server has stopped.
      }
    }, "maildouble output");
    thread.setDaemon(true);
    thread.start();
  }

  /** The address of the server. */
  public String url() {
    return url;
  }

  /** Stops the server. */
  @Override
  public void close() {
    try {
      process.getOutputStream().close();
      process.waitFor();
    } catch (IOException error) {
      throw new UncheckedIOException(error);
    } catch (InterruptedException error) {
      process.destroy();
      Thread.currentThread().interrupt();
    }
  }
}
