package dev.weir.store;

import java.util.UUID;

/**
 * A row of {@code run_overflow}.
 *
 * @param list 's' steps, 'a' attempts, 'z' sleeps
 */
record OverflowChunk(UUID id, int runSeq, String list, int chunk, String items) {}
