package dev.weir.cli.demo;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** Writes down what happens to one run. */
final class RunJournal {
    private record Note(long at, String type, Map<String, Object> fields) {}

    private final Blueprint blueprint;
    private final String env;
    private final long number;
    private final String mark;
    private final String workflowId;
    private final long idBits;
    private final List<Note> notes = new ArrayList<>();
    private final List<String> completedSteps = new ArrayList<>();

    RunJournal(Blueprint blueprint, String env, String workflowId, long number, String mark, long idBits) {
        this.blueprint = blueprint;
        this.env = env;
        this.number = number;
        this.mark = mark;
        this.workflowId = workflowId;
        this.idBits = idBits;
    }

    long number() {
        return number;
    }

    void note(long at, String type, Map<String, Object> fields) {
        notes.add(new Note(at, type, fields));
    }

    void completed(String step) {
        completedSteps.add(step);
    }

    List<String> completedSteps() {
        return List.copyOf(completedSteps);
    }

    /** What happened at once was written down one after the other, so it is put in order here. */
    List<DemoEvent> events() {
        List<Note> inOrder = new ArrayList<>(notes);
        inOrder.sort(Comparator.comparingLong(Note::at));
        List<DemoEvent> events = new ArrayList<>();
        for (Note note : inOrder) {
            events.add(event(note, events.size()));
        }
        return events;
    }

    private DemoEvent event(Note note, int index) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("eventId", eventId(note.at(), index).toString());
        fields.put("type", note.type());
        fields.put("timestamp", Instant.ofEpochMilli(note.at()).toString());
        fields.put("env", env);
        fields.put("serviceKey", blueprint.service());
        fields.put("workflowId", workflowId);
        fields.put("workflowName", blueprint.name());
        fields.put("executionId", mark);
        fields.put("source", "demo");
        fields.putAll(note.fields());
        return new DemoEvent(note.at(), Channel.WORKFLOWS, fields);
    }

    /** A version 7 UUID: its time first, then its place in the run, so that ids order what one millisecond holds. */
    private UUID eventId(long at, int index) {
        long high = at << 16 | 0x7000 | index & 0xFFF;
        long low = (idBits ^ number * 0x9E3779B97F4A7C15L) >>> 2 | 0x8000_0000_0000_0000L;
        return new UUID(high, low);
    }
}
