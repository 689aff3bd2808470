package dev.weir.client;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.List;

/** Events that travel together, each as its JSON. */
record Batch(List<byte[]> events) {

    private static final byte[] OPEN = "{\"events\":[".getBytes(StandardCharsets.UTF_8);
    private static final byte[] CLOSE = "]}".getBytes(StandardCharsets.UTF_8);

    int size() {
        return events.size();
    }

    int bytes() {
        return events.stream().mapToInt(event -> event.length).sum();
    }

    byte[] body() {
        ByteArrayOutputStream body = new ByteArrayOutputStream(OPEN.length + bytes() + size() + CLOSE.length);
        body.writeBytes(OPEN);
        for (int i = 0; i < events.size(); i++) {
            if (i > 0) {
                body.write(',');
            }
            body.writeBytes(events.get(i));
        }
        body.writeBytes(CLOSE);
        return body.toByteArray();
    }

    static Batch join(Collection<Batch> batches) {
        return new Batch(
                batches.stream().flatMap(batch -> batch.events().stream()).toList());
    }

    Batch firstHalf() {
        return new Batch(events.subList(0, size() / 2));
    }

    Batch secondHalf() {
        return new Batch(events.subList(size() / 2, size()));
    }
}
