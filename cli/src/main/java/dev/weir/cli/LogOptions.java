package dev.weir.cli;

import java.time.ZoneId;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * What the command line says of event logs that are not written in Weir's own form.
 *
 * @param env for all events; may be empty
 * @param service for all events; may be empty
 * @param columns where a CSV file has what, as far as it was told
 * @param zone of times that name none
 * @param say takes a sentence for the person at the terminal
 */
record LogOptions(String env, String service, ColumnChoice columns, Optional<ZoneId> zone, Consumer<String> say) {
    static final LogOptions NONE = new LogOptions("", "", ColumnChoice.NONE, Optional.empty(), sentence -> {});
}
