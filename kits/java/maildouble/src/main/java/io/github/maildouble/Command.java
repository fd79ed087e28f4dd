package io.github.maildouble;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** How the command {@code maildouble} is run on this machine. */
public final class Command {
  /**
   * What a command printed.
   *
   * @param status its exit status
   */
  public record Result(int status, String output, String errors) {}

  private Command() {}

  /**
   * A command with arguments: {@code MAILDOUBLE_COMMAND} if it is set, or else {@code maildouble} or {@code npx maildouble} of the PATH.
   *
   * @throws MaildoubleException if there is none
   */
  public static List<String> with(String... arguments) {
    var command = new ArrayList<>(program());
    command.addAll(Arrays.asList(arguments));
    return command;
  }

  private static List<String> program() {
    var given = System.getenv("MAILDOUBLE_COMMAND");
    if (given != null && !given.isBlank()) return List.of(given.strip().split("\\s+"));
    if (isOnPath("maildouble")) return List.of("maildouble");
    if (isOnPath("npx")) return List.of("npx", "--yes", "maildouble");
    throw new MaildoubleException(
        "There is no maildouble to start. Put the executable `maildouble` or Node on the PATH, name a command in MAILDOUBLE_COMMAND, "
            + "or the address of a running server in MAILDOUBLE_URL.");
  }

  private static boolean isOnPath(String name) {
    var path = System.getenv("PATH");
    return path != null
        && Arrays.stream(path.split(File.pathSeparator)).anyMatch(folder -> !folder.isEmpty() && new File(folder, name).canExecute());
  }

  /** Runs a command to its end, with further environment variables. */
  public static Result run(Map<String, String> environment, String... arguments) {
    var builder = new ProcessBuilder(with(arguments));
    builder.environment().putAll(environment);
    try {
      var process = builder.start();
      process.getOutputStream().close();
      var errors = CompletableFuture.supplyAsync(() -> textOf(process.getErrorStream()));
      var output = textOf(process.getInputStream());
      return new Result(process.waitFor(), output.strip(), errors.join().strip());
    } catch (IOException error) {
      throw new MaildoubleException("This command could not be run: " + String.join(" ", builder.command()), error);
    } catch (InterruptedException error) {
      Thread.currentThread().interrupt();
      throw new MaildoubleException("This command was interrupted: " + String.join(" ", builder.command()), error);
    }
  }

  static String textOf(InputStream stream) {
    try (stream) {
      return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException error) {
      return "";
    }
  }
}
