package io.github.maildouble;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
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
   * A command with arguments: {@code MAILDOUBLE_COMMAND} if it is set, or else {@code maildouble} of the PATH, or the npm package that is
   * installed in the current folder or one above it.
   *
   * @throws MaildoubleException if there is none
   */
  public static List<String> with(String... arguments) {
    var command = new ArrayList<>(program(System.getenv(), Path.of("").toAbsolutePath()));
    command.addAll(Arrays.asList(arguments));
    return command;
  }

  static List<String> program(Map<String, String> environment, Path current) {
    var given = environment.getOrDefault("MAILDOUBLE_COMMAND", "");
    if (!given.isBlank()) return List.of(given.strip().split("\\s+"));
    var path = environment.getOrDefault("PATH", "").split(File.pathSeparator);
    if (Arrays.stream(path).anyMatch(folder -> !folder.isEmpty() && new File(folder, "maildouble").canExecute())) return List.of("maildouble");
    for (var folder = current; folder != null; folder = folder.getParent()) {
      var installed = folder.resolve("node_modules/.bin/maildouble");
      if (Files.isExecutable(installed)) return List.of(installed.toString());
    }
    throw new MaildoubleException(
        "There is no maildouble to start. Install it with `npm install --save-dev maildouble`, or put its executable on the PATH, or name a "
            + "command in MAILDOUBLE_COMMAND, or the address of a running server in MAILDOUBLE_URL.");
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
