package dev.weir.flink;

import dev.weir.host.SqlState;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;

/**
 * Writes what it receives in groups: a transaction costs the same for one event and for hundreds. A group is written when
 * it is large enough or has waited long enough, and always before a checkpoint: then nothing that was received is
 * anywhere but in the database, and a checkpoint need not hold it.
 */
abstract class GroupingOperator<I, O> extends AbstractStreamOperator<O> implements OneInputStreamOperator<I, O> {
    private static final long serialVersionUID = 1L;

    private final Duration linger;
    private final int most;
    private transient List<I> group;
    private transient boolean timed;

    GroupingOperator(Duration linger, int most) {
        this.linger = linger;
        this.most = most;
    }

    /** Writes a group, of at least one. */
    abstract void write(List<I> group) throws Exception;

    @Override
    public void open() throws Exception {
        super.open();
        group = new ArrayList<>();
    }

    @Override
    public void processElement(StreamRecord<I> element) throws Exception {
        group.add(element.getValue());
        if (group.size() >= most) {
            flush();
        } else if (!timed) {
            timed = true;
            long now = getProcessingTimeService().getCurrentProcessingTime();
            getProcessingTimeService().registerTimer(now + linger.toMillis(), at -> {
                timed = false;
                flush();
            });
        }
    }

    private void flush() throws Exception {
        if (!group.isEmpty()) {
            List<I> full = group;
            group = new ArrayList<>(full.size());
            try {
                write(full);
            } catch (SQLException e) {
                throw SqlState.isTakenOver(e) ? CannotFold.takenOver() : e;
            }
        }
    }

    @Override
    public void prepareSnapshotPreBarrier(long checkpoint) throws Exception {
        flush();
        super.prepareSnapshotPreBarrier(checkpoint);
    }

    @Override
    public void finish() throws Exception {
        flush();
        super.finish();
    }
}
