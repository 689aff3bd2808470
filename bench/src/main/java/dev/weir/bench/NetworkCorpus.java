package dev.weir.bench;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.SplittableRandom;

/**
 * The events of a live-video network, made beforehand, twice: as they are, and as what is only stored.
 *
 * @param folded requests of 100 events; number n is for connection n modulo {@link Workload#CONNECTIONS}
 * @param unfolded the same; see {@link Envelope#unfoldedJson}
 */
record NetworkCorpus(Pieces folded, Pieces unfolded) implements AutoCloseable {

    static NetworkCorpus write(Path directory, int events) throws IOException {
        NetworkTraffic traffic = new NetworkTraffic(System.currentTimeMillis());
        SplittableRandom ids = new SplittableRandom(System.nanoTime());
        try (Pieces.Writer folded = new Pieces.Writer(directory.resolve("folded"));
                Pieces.Writer unfolded = new Pieces.Writer(directory.resolve("unfolded"))) {
            for (int batch = 0; batch < events / Corpus.BATCH; batch++) {
                StringBuilder one = new StringBuilder(Corpus.BATCH * 1024);
                StringBuilder other = new StringBuilder(Corpus.BATCH * 1024);
                for (int i = 0; i < Corpus.BATCH; i++) {
                    Envelope envelope = traffic.next(batch % Workload.CONNECTIONS);
                    one.append(i == 0 ? '[' : ',').append(envelope.json(ids));
                    other.append(i == 0 ? '[' : ',').append(envelope.unfoldedJson(ids));
                }
                folded.add(one.append(']').toString().getBytes(StandardCharsets.ISO_8859_1));
                unfolded.add(other.append(']').toString().getBytes(StandardCharsets.ISO_8859_1));
            }
            return new NetworkCorpus(folded.finish(), unfolded.finish());
        }
    }

    @Override
    public void close() throws IOException {
        folded.close();
        unfolded.close();
    }
}
