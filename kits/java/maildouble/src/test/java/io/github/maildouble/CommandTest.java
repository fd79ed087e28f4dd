package io.github.maildouble;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CommandTest {
  @Test
  void withoutAServerTheErrorSaysWhatToDo(@TempDir Path folder) {
    var error = assertThrows(MaildoubleException.class, () -> Command.program(Map.of("PATH", "/nowhere"), folder));
    assertTrue(error.getMessage().contains("Install it with `npm install --save-dev maildouble`"), error.getMessage());
  }

  @Test
  void theNpmPackageOfAFolderAboveIsFound(@TempDir Path folder) throws IOException {
    var program = Files.createDirectories(folder.resolve("node_modules/.bin")).resolve("maildouble");
    assertTrue(Files.createFile(program).toFile().setExecutable(true));
    assertEquals(List.of(program.toString()), Command.program(Map.of(), folder.resolve("module/target")));
  }

  @Test
  void aCommandOfTheEnvironmentComesFirst(@TempDir Path folder) {
    assertEquals(List.of("node", "cli.js"), Command.program(Map.of("MAILDOUBLE_COMMAND", " node  cli.js "), folder));
  }
}
