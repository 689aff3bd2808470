package dev.weir.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.core.event.WorkflowEvent;
import dev.weir.wire.EventBody;
import dev.weir.wire.EventDecoder;
import dev.weir.wire.Limits;
import dev.weir.wire.LogEvent;
import dev.weir.wire.Rejection;
import dev.weir.wire.Slice;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CorpusTest {
    private static final int EVENTS = 40_000;

    @TempDir
    private Path directory;

    @Test
    void holdsNothingButEventsThatWeirFoldsAndRowsOfTheSame() throws IOException {
        List<LogEvent> events = new ArrayList<>();
        List<Rejection> rejections = new ArrayList<>();
        try (Corpus corpus = Corpus.write(directory, EVENTS)) {
            assertThat(corpus.bodies().count()).isEqualTo(EVENTS / Corpus.BATCH);
            assertThat(corpus.rows().count()).isEqualTo(EVENTS / Corpus.BATCH);
            for (int i = 0; i < corpus.bodies().count(); i++) {
                decode(body(corpus.bodies(), i), events, rejections);
            }
        }

        assertThat(rejections).isEmpty();
        assertThat(events).hasSize(EVENTS).noneMatch(LogEvent::isIgnored);
        assertThat(events.stream().map(LogEvent::id).distinct()).hasSize(EVENTS);
        assertThat(typesOf(events))
                .containsExactlyInAnyOrder(
                        "workflow.queued",
                        "workflow.started",
                        "workflow.paused",
                        "workflow.resumed",
                        "workflow.completed",
                        "workflow.failed",
                        "workflow.cancelled",
                        "step.started",
                        "step.completed",
                        "step.failed",
                        "retry.scheduled",
                        "retry.exhausted",
                        "sleep.started",
                        "sleep.completed",
                        "timeout.set",
                        "timeout.exceeded");
    }

    @Test
    void bringsTheEventsOfARunInOrder() throws IOException {
        List<LogEvent> events = new ArrayList<>();
        try (Corpus corpus = Corpus.write(directory, EVENTS)) {
            for (int i = 0; i < corpus.bodies().count(); i++) {
                decode(body(corpus.bodies(), i), events, new ArrayList<>());
            }
        }

        Map<String, WorkflowEvent> lastOfRun = new HashMap<>();
        for (LogEvent event : events) {
            WorkflowEvent before = lastOfRun.put(event.workflowId(), event.event());
            if (before != null) {
                assertThat(before.order()).isLessThan(event.event().order());
            }
        }
        assertThat(lastOfRun).hasSizeGreaterThan(2_000);
    }

    private static Set<String> typesOf(List<LogEvent> events) {
        return events.stream().map(LogEvent::type).collect(Collectors.toSet());
    }

    private static byte[] body(Pieces pieces, int number) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(pieces.size(number));
        pieces.read(number, buffer);
        return buffer.array();
    }

    private static void decode(byte[] body, List<LogEvent> events, List<Rejection> rejections) {
        List<Slice> slices = EventBody.ofJson(body, Corpus.BATCH);
        Limits limits = new Limits(Corpus.BATCH, 1 << 20, 64, 1 << 18, 1000, 0);
        new EventDecoder(limits)
                .decode(
                        slices,
                        EventDecoder.Defaults.NONE,
                        System.currentTimeMillis() * 1000,
                        events::add,
                        rejections::add);
    }
}
