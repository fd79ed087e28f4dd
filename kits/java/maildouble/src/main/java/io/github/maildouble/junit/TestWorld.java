package io.github.maildouble.junit;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.github.maildouble.Command;
import io.github.maildouble.MaildoubleClient;
import io.github.maildouble.MaildoubleException;
import io.github.maildouble.MaildoubleWorld;
import io.github.maildouble.RefusedException;
import io.github.maildouble.control.CreateWorld;
import io.github.maildouble.control.CreateWorldVocabulary;
import io.github.maildouble.control.Settings;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.platform.commons.support.AnnotationSupport;

/** The world of a test over its lifetime. JUnit closes it after the test. */
record TestWorld(MaildoubleClient client, MaildoubleWorld world) implements AutoCloseable {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final int TITLE = 40;
  private static final int DIGEST = 6;
  private static final int ALIKE = 50;
  private static final String RESOURCE = "classpath:";

  /** Creates the world. Its id is the same in each run; if another run uses it at the same time, a number is appended. */
  static TestWorld begin(MaildoubleClient client, ExtensionContext context, ParameterContext parameter) {
    var id = idOf(context);
    var options = optionsOf(annotationOf(context, parameter), context);
    for (var number = 1; ; number++) {
      var unique = number == 1 ? id : id + "-" + number;
      try {
        return new TestWorld(client, client.createWorld(world -> options.accept(world.id(unique))));
      } catch (RefusedException error) {
        if (error.status() == 409 && error.pointers().contains("/id") && number < ALIKE) continue;
        var hint = error.pointers().contains("/scenario") ? "\nYour own scenarios are in the folder that MAILDOUBLE_SCENARIO_DIR names." : "";
        throw new MaildoubleException("The world of this test could not be created. " + error.getMessage() + hint, error);
      }
    }
  }

  /** The annotation at a parameter of the test counts also if a method before the test asks for the world first. */
  private static World annotationOf(ExtensionContext context, ParameterContext parameter) {
    return Arrays.stream(context.getRequiredTestMethod().getParameters())
        .map(each -> each.getAnnotation(World.class))
        .filter(Objects::nonNull)
        .findFirst()
        .or(() -> parameter.findAnnotation(World.class))
        .or(() -> AnnotationSupport.findAnnotation(context.getTestMethod(), World.class))
        .or(() -> AnnotationSupport.findAnnotation(context.getTestClass(), World.class))
        .orElse(null);
  }

  private static Consumer<CreateWorld.Builder> optionsOf(World given, ExtensionContext context) {
    if (given == null) return world -> world.scenario("starter");
    return world -> {
      if (given.scenarioInline().isEmpty()) world.scenario(given.scenario());
      else world.scenarioInline(textOf(given.scenarioInline(), context.getRequiredTestClass()));
      if (!given.seed().isEmpty()) world.seed(given.seed());
      if (!given.now().isEmpty()) world.now(given.now());
      if (!given.outage().isEmpty()) world.outage(given.outage());
      if (!given.settings().isEmpty()) world.settings(read("settings", given.settings(), Settings.class));
      if (!given.vocabulary().isEmpty())
        world.vocabulary(read("vocabulary", textOf(given.vocabulary(), context.getRequiredTestClass()), CreateWorldVocabulary.class));
    };
  }

  private static String textOf(String given, Class<?> test) {
    if (!given.startsWith(RESOURCE)) return given;
    var name = given.substring(RESOURCE.length());
    try (var stream = test.getClassLoader().getResourceAsStream(name)) {
      if (stream == null) throw new MaildoubleException("@World names the resource " + name + ", which does not exist.");
      return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException error) {
      throw new MaildoubleException("The resource " + name + " cannot be read.", error);
    }
  }

  private static <T> T read(String what, String json, Class<T> type) {
    try {
      return JSON.readValue(json, type);
    } catch (JsonProcessingException error) {
      throw new MaildoubleException("The " + what + " of @World are invalid: " + error.getOriginalMessage(), error);
    }
  }

  static String idOf(ExtensionContext context) {
    var words = context.getRequiredTestMethod().getName()
        .replaceAll("(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Za-z])(?=[A-Z][a-z])", "-")
        .toLowerCase(Locale.ROOT)
        .replaceAll("[^a-z0-9]+", "-")
        // A widely used SDK replaces this word in base URLs with the name of a datacenter.
        .replace("server", "srv");
    var title = words.substring(0, Math.min(TITLE, words.length())).replaceAll("^-+|-+$", "");
    return (title.isEmpty() ? "test" : title) + "-" + digestOf(context.getUniqueId());
  }

  private static String digestOf(String text) {
    try {
      var digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(digest).substring(0, DIGEST);
    } catch (NoSuchAlgorithmException error) {
      throw new IllegalStateException(error);
    }
  }

  /** What to say about faults that must fire and did not; null if there are none. */
  String unfiredFaults() {
    Map<String, Integer> counts;
    try {
      counts = world.status().counts();
    } catch (RefusedException deleted) {
      return null;
    }
    if (!counts.containsKey("faults") && !counts.containsKey("delivery_faults")) return null;
    var lines = new ArrayList<String>();
    world.faults().list(query -> query.unfired(true))
        .forEach(fault -> lines.add("  fault " + fault.id() + " never fired, " + fault.seen() + " calls matched it: " + fault.match()));
    world.deliveryFaults().list(query -> query.unfired(true))
        .forEach(fault -> lines.add("  delivery fault " + fault.id() + " never fired, " + fault.seen() + " deliveries matched it: " + fault.match()));
    return lines.isEmpty() ? null : "Faults of this test must fire and did not:\n" + String.join("\n", lines);
  }

  /** What happened last in the world. Leaves its bundle and its journal in a folder. */
  String tell() {
    try {
      var token = client.token();
      Map<String, String> environment = token == null ? Map.of() : Map.of("MAILDOUBLE_CONTROL_TOKEN", token);
      var told = Command.run(environment, "story", "--url", client.url(), "--world", world.id(), "--out", folder().toString());
      if (told.status() == 0) return told.output();
      return "What happened in the world " + world.id() + " could not be read: " + told.errors();
    } catch (MaildoubleException error) {
      return "What happened in the world " + world.id() + " could not be read: " + error.getMessage();
    }
  }

  /** Removes the files of an earlier failure of the test, and the folder of all failures with the last of them. */
  void removeFiles() {
    var folder = folder();
    if (!Files.isDirectory(folder)) return;
    try {
      delete(folder);
      try (var others = Files.list(folder.getParent())) {
        if (others.anyMatch(each -> !each.getFileName().toString().equals(".gitignore"))) return;
      }
      delete(folder.getParent());
    } catch (IOException error) {
      System.err.println("The files in " + folder + ", of an earlier run, could not be removed: " + error);
    }
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      for (var file : files.toList()) Files.delete(file);
    }
    Files.delete(folder);
  }

  private Path folder() {
    var named = System.getenv("MAILDOUBLE_FAILURES");
    return Path.of(named == null || named.isBlank() ? "maildouble-failures" : named).toAbsolutePath().resolve(world.id());
  }

  @Override
  public void close() {
    world.close();
  }
}
