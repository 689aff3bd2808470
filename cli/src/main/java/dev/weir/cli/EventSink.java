package dev.weir.cli;

/** Takes what a reader of files finds, in the order in which it finds it. */
interface EventSink {
    /** @param json exactly the bytes of one JSON object */
    void event(byte[] json, boolean hasWorkflowName, Place place);

    /** What follows is of another workflow than what came before. */
    default void otherWorkflow() {}

    /** An event of a live-video network; the same as any other for those who only look at it. */
    default void networkEvent(byte[] json, Place place) {
        event(json, true, place);
    }

    default void event(byte[] json, EventShape shape, Place place) {
        if (shape.isEnvelope()) {
            networkEvent(json, place);
        } else {
            event(json, shape.hasWorkflowName(), place);
        }
    }

    /** Something that stands where an event should, and is none. */
    void reject(String code, String message, Place place);
}
