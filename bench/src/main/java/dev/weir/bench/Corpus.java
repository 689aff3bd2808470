package dev.weir.bench;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * All that is going to be sent, made beforehand and kept in files, so that measuring costs the client next to nothing.
 *
 * @param bodies requests of 100 events; number n is for connection n modulo {@link Workload#CONNECTIONS}
 * @param rows the same events as rows to copy, without the header and the end of a COPY
 */
record Corpus(Pieces bodies, Pieces rows) implements AutoCloseable {
    static final int BATCH = 100;
    private static final int MOST_ROWS = 1_000_000;

    static Corpus write(Path directory, int events) throws IOException {
        Workload workload = Workload.endingNow(events);
        try (Pieces.Writer bodies = new Pieces.Writer(directory.resolve("bodies"));
                Pieces.Writer rows = new Pieces.Writer(directory.resolve("rows"))) {
            for (int batch = 0; batch < events / BATCH; batch++) {
                List<GeneratedEvent> generated = new ArrayList<>(BATCH);
                for (int i = 0; i < BATCH; i++) {
                    generated.add(workload.next(batch % Workload.CONNECTIONS));
                }
                bodies.add(body(generated));
                if (batch < MOST_ROWS / BATCH) {
                    rows.add(CopyRows.of(generated, batch));
                }
            }
            return new Corpus(bodies.finish(), rows.finish());
        }
    }

    private static byte[] body(List<GeneratedEvent> events) {
        ByteArrayOutputStream body = new ByteArrayOutputStream(BATCH * 384);
        for (GeneratedEvent event : events) {
            body.write(body.size() == 0 ? '[' : ',');
            body.writeBytes(event.payload());
        }
        body.write(']');
        return body.toByteArray();
    }

    @Override
    public void close() throws IOException {
        bodies.close();
        rows.close();
    }
}
