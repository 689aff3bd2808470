package dev.weir.core.session;

import org.jspecify.annotations.Nullable;

/**
 * A model that an orchestrator offers, on one GPU.
 *
 * @param pipeline the kind of work, such as {@code live-video-to-video}
 * @param gpuId null if it is offered without saying where it runs
 */
public record CapabilityModel(
        @Nullable String pipeline,
        String modelId,
        @Nullable String gpuId,
        @Nullable String gpuName) {

    /** @param wanted what a session runs, by the name of the model or of its pipeline; null for any */
    boolean serves(@Nullable String wanted) {
        return wanted == null || modelId.equalsIgnoreCase(wanted) || wanted.equalsIgnoreCase(pipeline);
    }
}
