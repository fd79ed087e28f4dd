// Made from the contract of the control API by `npm run docs`.
package io.github.maildouble.control;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/**
 * The snapshots of a world.
 *
 * @param snapshots The snapshots
 */
public record SnapshotCollection(
    @JsonProperty("snapshots") List<Snapshot> snapshots) {
}
