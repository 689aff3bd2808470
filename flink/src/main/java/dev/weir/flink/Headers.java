package dev.weir.flink;

import dev.weir.core.event.Ids;
import dev.weir.store.Sources;
import dev.weir.wire.EventFamily;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** What the headers of a record must be like. Anybody may write to a topic, and nothing there may stop the job. */
final class Headers {
    /** Of an instance without keys; also what nobody can be told to have sent is parked there. */
    static final UUID LOCAL_ORG = UUID.fromString("00000000-0000-8000-8000-000000000001");

    private static final List<String> FAMILIES =
            Arrays.stream(EventFamily.values()).map(EventFamily::label).toList();

    private Headers() {}

    /** What is wrong with those of a record, in one sentence; null if nothing is. */
    static @Nullable String flaw(Arrival arrival, Sources sources, int mostBytes) throws SQLException {
        UUID org = Ids.parse(arrival.org());
        if (org == null || !sources.isOrg(org)) {
            return "Its header weir-org names no organisation.";
        }
        if (!FAMILIES.contains(arrival.family())) {
            return "Its header weir-family is none of " + String.join(", ", FAMILIES) + ".";
        }
        if (isUnfit(arrival.env(), mostBytes)) {
            return "Its header weir-env" + unfit(mostBytes);
        }
        if (isUnfit(arrival.service(), mostBytes)) {
            return "Its header weir-service" + unfit(mostBytes);
        }
        return isUnfit(arrival.credential(), mostBytes) ? "Its header weir-credential" + unfit(mostBytes) : null;
    }

    private static boolean isUnfit(String name, int mostBytes) {
        return name.indexOf('\0') >= 0 || name.getBytes(StandardCharsets.UTF_8).length > mostBytes;
    }

    private static String unfit(int mostBytes) {
        return " has a NUL character or more than " + mostBytes + " bytes.";
    }
}
