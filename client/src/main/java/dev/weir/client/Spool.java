package dev.weir.client;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Batches on disk, first in, first out, for as long as the server is away; what a process leaves behind, however it
 * ended, the next one sends. A write goes to the end of the newest file in one piece, so a kill tears at most the last
 * batch. Files of an earlier process are only read: a torn end is never written over.
 *
 * <p>A full spool takes no more, so what is lost is the newest. The oldest cannot be what is lost: it may be on its way
 * to the server, files go only as a whole, and a history that is complete up to a point says more than one without
 * beginnings.
 *
 * <p>Used by the sender's thread alone, but for {@link #events}.
 */
final class Spool {

    private static final Logger log = LoggerFactory.getLogger(WeirClient.class);
    private static final Pattern SEGMENT_NAME = Pattern.compile("(\\d{19})\\.spool");
    private static final int LARGEST_SEGMENT = 4 * 1024 * 1024;
    private static final int SEGMENTS_AT_LEAST = 8;
    private static final int READ_ATTEMPTS = 5;

    /** Another client works in this directory. */
    static final class InUseException extends IOException {
        private static final long serialVersionUID = 1L;

        InUseException() {
            super("another client uses it");
        }
    }

    private final Path directory;
    private final FileChannel lock;
    private final long limitBytes;
    private final boolean syncEveryBatch;
    private final Ledger ledger;
    private final Deque<SpoolSegment> segments = new ArrayDeque<>();
    private @Nullable SpoolSegment writing;
    private long nextNumber = 1;
    private final AtomicLong events = new AtomicLong();
    private int readFailures;

    private Spool(Path directory, FileChannel lock, ClientSettings settings, Ledger ledger) {
        this.directory = directory;
        this.lock = lock;
        this.limitBytes = settings.spoolBytes();
        this.syncEveryBatch = settings.syncEveryBatch();
        this.ledger = ledger;
    }

    static Spool open(Path directory, ClientSettings settings, Ledger ledger) throws IOException {
        Files.createDirectories(directory);
        FileChannel channel =
                FileChannel.open(directory.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        try {
            if (tryLock(channel) == null) {
                throw new InUseException();
            }
            Spool spool = new Spool(directory, channel, settings, ledger);
            spool.recover();
            return spool;
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    private static @Nullable FileLock tryLock(FileChannel channel) throws IOException {
        try {
            return channel.tryLock();
        } catch (OverlappingFileLockException e) {
            return null;
        }
    }

    private void recover() throws IOException {
        List<Path> files;
        try (Stream<Path> listed = Files.list(directory)) {
            files = listed.filter(file ->
                            SEGMENT_NAME.matcher(file.getFileName().toString()).matches())
                    .sorted()
                    .toList();
        }
        for (Path file : files) {
            String name = file.getFileName().toString();
            nextNumber = Math.max(nextNumber, Long.parseLong(name.substring(0, name.indexOf('.'))) + 1);
            SpoolSegment segment = SpoolSegment.recover(file);
            if (segment == null) {
                log.warn("{} is left alone because it was not written by this version of the client.", file);
                continue;
            }
            segments.addLast(segment);
            events.addAndGet(segment.unread());
        }
        ledger.recovered.add(events.get());
    }

    /** Events that wait here, those on their way to the server included. */
    long events() {
        return events.get();
    }

    boolean isEmpty() {
        return segments.isEmpty();
    }

    /** False if there is no room, and then nothing was written. */
    boolean append(Batch batch) throws IOException {
        ByteBuffer bytes = SpoolRecord.encode(batch);
        long used = segments.stream().mapToLong(SpoolSegment::bytes).sum();
        if (used + bytes.remaining() > limitBytes) {
            return false;
        }
        SpoolSegment segment = segmentWithRoom(bytes.remaining());
        try {
            segment.append(batch, bytes, syncEveryBatch);
        } catch (IOException e) {
            // Should the broken end still be there, then it is not followed by anything.
            writing = null;
            if (segment.isAtEnd()) {
                discard(segment);
            }
            throw e;
        }
        events.addAndGet(batch.size());
        ledger.spooled.add(batch.size());
        return true;
    }

    private SpoolSegment segmentWithRoom(int needed) throws IOException {
        SpoolSegment current = writing;
        long segmentBytes = Math.min(LARGEST_SEGMENT, limitBytes / SEGMENTS_AT_LEAST);
        if (current != null && current.bytes() + needed <= segmentBytes) {
            return current;
        }
        if (current != null) {
            current.sync();
            current.close();
        }
        Files.createDirectories(directory);
        SpoolSegment fresh =
                SpoolSegment.create(directory.resolve(String.format(Locale.ROOT, "%019d.spool", nextNumber++)));
        segments.addLast(fresh);
        writing = fresh;
        return fresh;
    }

    /** The oldest batch, which stays until {@link #removeHead}; null if there is none. Damaged ones are passed over. */
    @Nullable
    Batch head() throws IOException {
        while (!segments.isEmpty()) {
            SpoolSegment first = segments.getFirst();
            try {
                Batch batch = first.head();
                readFailures = 0;
                if (batch != null) {
                    return batch;
                }
            } catch (IOException e) {
                // It may pass, such as a lack of file handles; if it does not, the rest must not wait for ever.
                if (++readFailures < READ_ATTEMPTS) {
                    throw e;
                }
                readFailures = 0;
                log.warn("{} cannot be read ({}), so {} events in it are lost.", first.file(), e, first.unread());
            }
            discard(first);
        }
        return null;
    }

    void removeHead() {
        SpoolSegment first = segments.getFirst();
        long before = first.unread();
        first.removeHead();
        events.addAndGet(first.unread() - before);
        if (first.isAtEnd()) {
            discard(first);
        }
    }

    private void discard(SpoolSegment segment) {
        long missing = segment.unread();
        segments.remove(segment);
        if (segment == writing) {
            writing = null;
        }
        events.addAndGet(-missing);
        if (missing > 0) {
            ledger.lost(DropReason.SPOOL_DAMAGED, missing);
        }
        try {
            segment.delete();
        } catch (IOException e) {
            log.warn("{} was sent but cannot be deleted ({}), so it will be sent again later.", segment.file(), e);
        }
    }

    void close() {
        try {
            if (writing != null) {
                writing.sync();
            }
            for (SpoolSegment segment : segments) {
                segment.close();
            }
            lock.close();
        } catch (IOException e) {
            log.warn("The spool {} was not closed cleanly ({}); what it holds stays there.", directory, e.toString());
        }
    }
}
