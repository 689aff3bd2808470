package dev.weir.cli;

import dev.weir.cli.Delivery.Event;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.io.JsonStringEncoder;

/** Gathers events into batches and has a few of them on their way at once, but never more: memory stays bounded. */
final class Batches implements EventSink, AutoCloseable {
    // What waits at the server goes into one commit, and most of what a commit costs does not depend on its size.
    private static final int MOST_EVENTS = 1_000;
    private static final int ENOUGH_EVENTS = 800;
    private static final int MOST_BYTES = 4 << 20;
    private static final int AT_ONCE = 8;

    private final Delivery delivery;
    private final Delivery networkDelivery;
    private final Tally tally;
    private final byte[] nameToAdd;
    private final ExecutorService senders = Executors.newFixedThreadPool(AT_ONCE);
    private final Semaphore free = new Semaphore(AT_ONCE);
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
    private final Gathered gathered = new Gathered();
    private final Gathered gatheredOfNetwork = new Gathered();

    /** What waits for enough company. */
    private static final class Gathered {
        List<Event> events = new ArrayList<>();
        int bytes;

        boolean hasRoomFor(int more) {
            return events.size() < MOST_EVENTS && bytes + more <= MOST_BYTES;
        }

        List<Event> take() {
            List<Event> taken = events;
            events = new ArrayList<>();
            bytes = 0;
            return taken;
        }
    }

    /** @param workflowName for events that have none; may be empty */
    Batches(Delivery delivery, Delivery networkDelivery, Tally tally, String workflowName) {
        this.delivery = delivery;
        this.networkDelivery = networkDelivery;
        this.tally = tally;
        nameToAdd = workflowName.isEmpty() ? new byte[0] : property("workflowName", workflowName);
    }

    @Override
    public void event(byte[] json, boolean hasWorkflowName, Place place) {
        byte[] complete = hasWorkflowName || nameToAdd.length == 0 ? json : withName(json);
        gather(gathered, delivery, complete, place);
    }

    @Override
    public void networkEvent(byte[] json, Place place) {
        gather(gatheredOfNetwork, networkDelivery, json, place);
    }

    private void gather(Gathered company, Delivery to, byte[] json, Place place) {
        if (!company.hasRoomFor(json.length)) {
            dispatch(company, to);
        }
        company.events.add(new Event(json, place));
        company.bytes += json.length;
    }

    /** Batches that have no workflow in common are taken side by side, others one after the other. */
    @Override
    public void otherWorkflow() {
        if (gathered.events.size() >= ENOUGH_EVENTS) {
            dispatch(gathered, delivery);
        }
    }

    @Override
    public void reject(String code, String message, Place place) {
        tally.reject(place, code, message);
    }

    /** Sends what is left and waits for every answer. */
    void finish() {
        dispatch(gathered, delivery);
        dispatch(gatheredOfNetwork, networkDelivery);
        free.acquireUninterruptibly(AT_ONCE);
        free.release(AT_ONCE);
        throwFailure();
    }

    @Override
    public void close() {
        senders.shutdownNow();
    }

    private void dispatch(Gathered company, Delivery to) {
        List<Event> batch = company.take();
        if (batch.isEmpty()) {
            return;
        }
        free.acquireUninterruptibly();
        if (failure.get() != null) {
            free.release();
            throwFailure();
        }
        senders.execute(() -> {
            try {
                to.deliver(batch);
            } catch (Throwable e) {
                failure.compareAndSet(null, e);
            } finally {
                free.release();
            }
        });
    }

    private void throwFailure() {
        Throwable first = failure.get();
        if (first instanceof RuntimeException unchecked) {
            throw unchecked;
        }
        if (first != null) {
            throw new IllegalStateException(first);
        }
    }

    /** Put first, so that everything else stays exactly as it was written. */
    private byte[] withName(byte[] json) {
        boolean empty = json[firstNonBlank(json, 1)] == '}';
        byte[] complete = new byte[json.length + nameToAdd.length + (empty ? 0 : 1)];
        complete[0] = '{';
        System.arraycopy(nameToAdd, 0, complete, 1, nameToAdd.length);
        int rest = 1 + nameToAdd.length;
        if (!empty) {
            complete[rest++] = ',';
        }
        System.arraycopy(json, 1, complete, rest, json.length - 1);
        return complete;
    }

    private static int firstNonBlank(byte[] json, int from) {
        int i = from;
        while (json[i] <= ' ' && json[i] >= 0) {
            i++;
        }
        return i;
    }

    private static byte[] property(String name, String value) {
        String text = new String(JsonStringEncoder.getInstance().quoteAsCharArray(value));
        return ("\"" + name + "\":\"" + text + "\"").getBytes(StandardCharsets.UTF_8);
    }
}
