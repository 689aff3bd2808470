package dev.weir.cli;

/** Takes what a reader of files finds, in the order in which it finds it. */
interface EventSink {
    /** @param json exactly the bytes of one JSON object */
    void event(byte[] json, boolean hasWorkflowName, Place place);

    /** Something that stands where an event should, and is none. */
    void reject(String code, String message, Place place);
}
