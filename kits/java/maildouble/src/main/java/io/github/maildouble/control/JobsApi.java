// Made from the contract of the control API by `npm run docs`.
package io.github.maildouble.control;

import com.fasterxml.jackson.core.type.TypeReference;
import io.github.maildouble.Transport;
import java.util.List;
import java.util.function.Consumer;

/** The operations of the control API about jobs. */
public class JobsApi {
  private final Transport transport;
  private final String world;

  public JobsApi(Transport transport, String world) {
    this.transport = transport;
    this.world = world;
  }

  /** List pending jobs: {@code getJobs}. */
  public List<Job> list(GetJobsQuery query) {
    return transport.call("GET", "/worlds/" + Transport.segment(world) + "/jobs", query, null, new TypeReference<JobCollection>() {}).jobs();
  }

  /** List pending jobs: {@code getJobs}. */
  public List<Job> list(Consumer<GetJobsQuery.Builder> query) {
    var builder = GetJobsQuery.builder();
    query.accept(builder);
    return list(builder.build());
  }

  /** List pending jobs: {@code getJobs}. */
  public List<Job> list() {
    return list(GetJobsQuery.builder().build());
  }

  /** Get a pending job: {@code getJob}. */
  public Job get(String jobId) {
    return transport.call("GET", "/worlds/" + Transport.segment(world) + "/jobs/" + Transport.segment(jobId), null, null, new TypeReference<Job>() {});
  }
}
