package dev.weir.core.session;

import org.jspecify.annotations.Nullable;

/**
 * Status and ingest samples summed up. In millionths, as whole numbers: their sum is the same in any order, and is stored
 * and read again without loss.
 *
 * @param statuses also those that tell no frame rate
 * @param fpsPositive how many of them had output
 */
public record Samples(int statuses, int fpsCount, int fpsPositive, long fpsMicros, int jitterCount, long jitterMicros) {
    static final Samples NONE = new Samples(0, 0, 0, 0, 0, 0);

    private static final double MILLION = 1_000_000;
    private static final double LARGEST = 1_000_000_000; // far beyond any real one, and its sums do not overflow

    Samples withStatus(@Nullable Double fps) {
        if (fps == null) {
            return new Samples(statuses + 1, fpsCount, fpsPositive, fpsMicros, jitterCount, jitterMicros);
        }
        long micros = micros(fps);
        return new Samples(
                statuses + 1,
                fpsCount + 1,
                micros > 0 ? fpsPositive + 1 : fpsPositive,
                fpsMicros + micros,
                jitterCount,
                jitterMicros);
    }

    Samples withJitter(@Nullable Double jitter) {
        return jitter == null
                ? this
                : new Samples(
                        statuses, fpsCount, fpsPositive, fpsMicros, jitterCount + 1, jitterMicros + micros(jitter));
    }

    Samples plus(Samples other) {
        return new Samples(
                statuses + other.statuses,
                fpsCount + other.fpsCount,
                fpsPositive + other.fpsPositive,
                fpsMicros + other.fpsMicros,
                jitterCount + other.jitterCount,
                jitterMicros + other.jitterMicros);
    }

    Samples minus(Samples part) {
        return new Samples(
                statuses - part.statuses,
                fpsCount - part.fpsCount,
                fpsPositive - part.fpsPositive,
                fpsMicros - part.fpsMicros,
                jitterCount - part.jitterCount,
                jitterMicros - part.jitterMicros);
    }

    public @Nullable Double avgFps() {
        return fpsCount == 0 ? null : Double.valueOf(fpsMicros / MILLION / fpsCount);
    }

    public @Nullable Double avgJitter() {
        return jitterCount == 0 ? null : Double.valueOf(jitterMicros / MILLION / jitterCount);
    }

    private static long micros(double value) {
        return Math.round(Math.max(0, Math.min(value, LARGEST)) * MILLION);
    }
}
