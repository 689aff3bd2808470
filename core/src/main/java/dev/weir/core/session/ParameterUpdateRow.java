package dev.weir.core.session;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * New parameters of a session's inference, and how it went before and after: since the update before, or the beginning, and
 * until the update after, or so far.
 */
public record ParameterUpdateRow(
        String workflowSessionId,
        int updateIndex,
        Instant updatedTs,
        int samplesBefore,
        int samplesAfter,
        @Nullable Double fpsBefore,
        @Nullable Double fpsAfter,
        @Nullable Double jitterBefore,
        @Nullable Double jitterAfter,
        UUID sourceEventUid) {}
