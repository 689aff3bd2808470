package dev.weir.host;

import dev.weir.store.LogRow;
import dev.weir.store.Parked;
import dev.weir.wire.LogEvent;
import dev.weir.wire.RejectCode;
import dev.weir.wire.Rejection;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/**
 * The events of one request, decoded, on their way to a commit.
 *
 * @param org the organisation that they are of
 * @param credential who sent them, for the accounts
 */
public record Submission(UUID org, String credential, List<LogRow> rows, List<Parked.Row> rejected) {

    /** The same, of payloads that were mended before they came here. */
    public Submission mended() {
        return new Submission(org, credential, rows.stream().map(LogRow::mended).toList(), rejected);
    }

    public Submission firstHalf() {
        return new Submission(org, credential, rows.subList(0, rows.size() / 2), rejected);
    }

    public Submission secondHalf() {
        return new Submission(org, credential, rows.subList(rows.size() / 2, rows.size()), List.of());
    }

    /** For an event that passed every check and that the database cannot hold all the same. */
    public Submission rejectedAll() {
        List<Parked.Row> parked = new ArrayList<>(rejected);
        for (LogRow row : rows) {
            parked.add(rejected(row, RejectCode.OUT_OF_RANGE, "The database cannot hold it."));
        }
        return new Submission(org, credential, List.of(), parked);
    }

    /** One of its rows, as it is parked. */
    public Parked.Row rejected(LogRow row, RejectCode code, String message) {
        LogEvent event = row.event();
        Rejection rejection = new Rejection(
                event.index(), null, code, null, message, event.env(), event.serviceKey(), event.payload());
        return new Parked.Row(row.org(), row.source(), credential, rejection, row.family());
    }

    /** Of the runs that it changes. */
    public Set<UUID> keys() {
        Set<UUID> keys = new HashSet<>();
        for (LogRow row : rows) {
            if (row.key() != null) {
                keys.add(row.key());
            }
        }
        return keys;
    }

    public int size() {
        return rows.size() + rejected.size();
    }
}
