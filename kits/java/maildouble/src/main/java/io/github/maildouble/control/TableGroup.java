// Made from the contract of the control API by `npm run docs`.
package io.github.maildouble.control;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/**
 * Tables of one kind.
 *
 * @param group A heading: {@code Lists and members}
 * @param internal Whether the tables keep the books of the double, or follow from the rows of others
 * @param tables The tables
 */
public record TableGroup(
    @JsonProperty("group") String group,
    @JsonProperty("internal") boolean internal,
    @JsonProperty("tables") List<NamedTable> tables) {
}
