package dev.weir.flink;

import dev.weir.store.TopicOffsets.Part;
import java.util.HashMap;
import java.util.Map;

/**
 * Which records of a group are new, by how far the log has their partitions. One from below that is handed over again after
 * a failure, unless the log lacks what is in it: then its topic was made anew, and what follows it is new as well.
 */
final class Progress {
    private final Map<Part, Long> next;
    private int begunAgain;
    private long missing;

    /** @param next as the database has it; nothing of those that it has nothing of */
    Progress(Map<Part, Long> next) {
        this.next = new HashMap<>(next);
    }

    /** Takes note of a record, in the order of offsets. */
    boolean isNew(Part part, long offset, boolean isLogged) {
        long due = next.getOrDefault(part, offset);
        if (offset < due && isLogged) {
            return false;
        }
        begunAgain += offset < due ? 1 : 0;
        missing += Math.max(0, offset - due);
        next.put(part, offset + 1);
        return true;
    }

    /** How far the log has them once it has the new ones. */
    Map<Part, Long> next() {
        return next;
    }

    /** How often offsets began again. */
    int begunAgain() {
        return begunAgain;
    }

    /** How many offsets between two records, or between the log and a record, never came. */
    long missing() {
        return missing;
    }
}
