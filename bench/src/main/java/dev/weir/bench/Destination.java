package dev.weir.bench;

/** Where requests go, and what an answer says when everything in a request was taken as it was meant. */
enum Destination {
    EVENTS("/api/v1/events", "accepted"),
    NETWORK_EVENTS("/api/v1/network-events", "accepted"),
    /** Of types that no fold knows: they are stored, and that is all. */
    NETWORK_EVENTS_UNFOLDED("/api/v1/network-events", "ignored");

    final String path;
    private final String taken;

    Destination(String path, String taken) {
        this.path = path;
        this.taken = taken;
    }

    String proof(int events) {
        return "\"" + taken + "\":" + events + ",";
    }
}
