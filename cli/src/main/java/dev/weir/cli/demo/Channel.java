package dev.weir.cli.demo;

/** What an event is told to. */
public enum Channel {
    WORKFLOWS("/api/v1/events", "eventId"),
    /** Envelopes of a live-video network name no environment. */
    NETWORK("/api/v1/network-events?env=" + Sessions.ENV, "id"),
    /** How long somebody waited for the first sign of a job. */
    TELEMETRY("/api/v1/ttfs-events?env=production&service=orders", "eventId");

    private final String path;
    private final String idField;

    Channel(String path, String idField) {
        this.path = path;
        this.idField = idField;
    }

    public String path() {
        return path;
    }

    String idField() {
        return idField;
    }
}
