package dev.weir.cli.demo;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** Writes down what a live-video network tells, as its gateways do. */
final class NetworkJournal {
    private record Note(long at, String type, Object data) {}

    private final String gateway;
    private final long number;
    private final long idBits;
    private final List<Note> notes = new ArrayList<>();

    NetworkJournal(String gateway, long number, long idBits) {
        this.gateway = gateway;
        this.number = number;
        this.idBits = idBits;
    }

    void note(long at, String type, Object data) {
        notes.add(new Note(at, type, data));
    }

    /** In the order in which they happened. */
    List<DemoEvent> events() {
        List<Note> inOrder = new ArrayList<>(notes);
        inOrder.sort(Comparator.comparingLong(Note::at));
        List<DemoEvent> events = new ArrayList<>();
        for (Note note : inOrder) {
            Map<String, Object> envelope = new LinkedHashMap<>();
            envelope.put("id", id(note.at(), events.size()).toString());
            envelope.put("type", note.type());
            envelope.put("timestamp", Long.toString(note.at()));
            envelope.put("gateway", gateway);
            envelope.put("data", note.data());
            events.add(new DemoEvent(note.at(), Channel.NETWORK, envelope));
        }
        return events;
    }

    /** A version 7 UUID, as runs have them: its time first, then its place. */
    private UUID id(long at, int index) {
        long high = at << 16 | 0x7000 | index & 0xFFF;
        long low = (idBits ^ number * 0xD1B54A32D192ED03L) >>> 2 | 0x8000_0000_0000_0000L;
        return new UUID(high, low);
    }
}
