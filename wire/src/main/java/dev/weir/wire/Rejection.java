package dev.weir.wire;

import org.jspecify.annotations.Nullable;

/**
 * An event that was not taken, and why, in one sentence.
 *
 * @param index its place in the request, from 0
 * @param content what was sent, to be parked
 */
public record Rejection(
        int index,
        @Nullable String eventId,
        RejectCode code,
        @Nullable String field,
        String message,
        String env,
        String serviceKey,
        byte[] content) {}
