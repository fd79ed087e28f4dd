package io.github.maildouble.testcontainers;

import io.github.maildouble.MaildoubleClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.util.List;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.wait.strategy.Wait;
import org.testcontainers.utility.DockerImageName;
import org.testcontainers.utility.MountableFile;

/**
 * A server in a container. Webhooks reach this machine as {@value #HOST}: {@code world.receiver(hooks -> hooks.host(MaildoubleContainer.HOST))}.
 */
public final class MaildoubleContainer extends GenericContainer<MaildoubleContainer> {
  /** The name of this machine in the container. */
  public static final String HOST = "host.docker.internal";

  private static final int PORT = 4030;
  private static final String TOKEN = "testcontainers";
  private static final String SCENARIOS = "/scenarios";

  private final int port = freePort();

  /** Uses an image of maildouble, such as one that was built from its Dockerfile. */
  public MaildoubleContainer(String image) {
    this(DockerImageName.parse(image));
  }

  /** Uses an image of maildouble. */
  public MaildoubleContainer(DockerImageName image) {
    super(image);
    // Answers contain the address of the server, so its port is chosen before the container starts.
    setPortBindings(List.of(port + ":" + PORT));
    withEnv("MAILDOUBLE_PUBLIC_URL", url());
    withEnv("MAILDOUBLE_CONTROL_TOKEN", TOKEN);
    withEnv("MAILDOUBLE_SCENARIO", "empty");
    withEnv("MAILDOUBLE_CREDENTIALS", "known");
    withEnv("MAILDOUBLE_ALLOW_EGRESS", HOST);
    withExtraHost(HOST, "host-gateway");
    waitingFor(Wait.forHealthcheck());
  }

  /** Your own scenarios, from a folder of this machine. */
  public MaildoubleContainer withScenarioDir(String folder) {
    withEnv("MAILDOUBLE_SCENARIO_DIR", SCENARIOS);
    return withCopyFileToContainer(MountableFile.forHostPath(folder), SCENARIOS);
  }

  /** The address of the server, from this machine. */
  public String url() {
    return "http://localhost:" + port;
  }

  /** A client of the server. */
  public MaildoubleClient client() {
    return MaildoubleClient.connect(url(), TOKEN);
  }

  private static int freePort() {
    try (var socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    } catch (IOException error) {
      throw new UncheckedIOException(error);
    }
  }
}
