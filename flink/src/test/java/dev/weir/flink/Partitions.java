package dev.weir.flink;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.apache.flink.api.common.state.CheckpointListener;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.runtime.state.FunctionInitializationContext;
import org.apache.flink.runtime.state.FunctionSnapshotContext;
import org.apache.flink.streaming.api.checkpoint.CheckpointedFunction;
import org.apache.flink.streaming.api.functions.source.legacy.RichParallelSourceFunction;

/**
 * A topic in memory, read as a broker's is: each partition by one, from the offset of the last checkpoint on, and without an
 * end. The first can break down after a checkpoint, so that what came after that is handed over again.
 */
final class Partitions extends RichParallelSourceFunction<Arrival> implements CheckpointedFunction, CheckpointListener {
    private static final long serialVersionUID = 1L;
    private static final Map<String, Topic> TOPICS = new ConcurrentHashMap<>(); // the cluster runs in this process

    private final String topic;
    private transient ListState<Long> kept;
    private transient int offset;
    private volatile boolean checkpointed;
    private volatile boolean stopped;

    private record Topic(List<List<Arrival>> partitions, AtomicInteger breakdowns) {}

    private Partitions(String topic) {
        this.topic = topic;
    }

    /**
     * @param partitions as many as the source will have subtasks
     * @param breakdowns how often one of them fails in its middle
     */
    static Partitions of(String topic, List<List<Arrival>> partitions, int breakdowns) {
        TOPICS.put(topic, new Topic(partitions, new AtomicInteger(breakdowns)));
        return new Partitions(topic);
    }

    @Override
    public void initializeState(FunctionInitializationContext context) throws Exception {
        kept = context.getOperatorStateStore().getListState(new ListStateDescriptor<>("offset", Types.LONG));
        for (Long restored : kept.get()) {
            offset = restored.intValue();
        }
    }

    @Override
    public void snapshotState(FunctionSnapshotContext context) throws Exception {
        kept.update(List.of((long) offset));
    }

    @Override
    public void notifyCheckpointComplete(long checkpoint) {
        checkpointed = true;
    }

    @Override
    public void run(SourceContext<Arrival> context) {
        Topic here = Objects.requireNonNull(TOPICS.get(topic));
        int number = getRuntimeContext().getTaskInfo().getIndexOfThisSubtask();
        List<Arrival> mine = here.partitions().get(number);
        int middle = mine.size() / 2;
        while (!stopped) {
            boolean breaks = number == 0 && here.breakdowns().get() > 0;
            if (offset == mine.size() || (breaks && offset == middle && !checkpointed)) {
                LockSupport.parkNanos(1_000_000);
            } else if (breaks && offset > middle + middle / 2) {
                here.breakdowns().decrementAndGet();
                throw new IllegalStateException("The source breaks down, as the test wants it");
            } else {
                synchronized (context.getCheckpointLock()) {
                    context.collect(mine.get(offset++));
                }
            }
        }
    }

    @Override
    public void cancel() {
        stopped = true;
    }
}
