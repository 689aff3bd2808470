package dev.weir.cli.demo;

import java.util.List;
import java.util.SplittableRandom;

/** Repeatable luck: the same seed and number always give the same draws. */
final class Chance {
    private final SplittableRandom random;

    Chance(long seed, long number) {
        random = new SplittableRandom(seed * 0x9E3779B97F4A7C15L ^ number * 0xC2B2AE3D27D4EB4FL);
    }

    double share() {
        return random.nextDouble();
    }

    boolean happens(double probability) {
        return random.nextDouble() < probability;
    }

    /** From the first, up to but without the last. */
    int between(int from, int to) {
        return random.nextInt(from, to);
    }

    long bits() {
        return random.nextLong();
    }

    <T> T oneOf(List<T> choices) {
        return choices.get(random.nextInt(choices.size()));
    }

    /** Around a typical duration, as durations are: never negative, seldom much shorter, sometimes much longer. */
    long about(long typicalMs) {
        double sum = 0;
        for (int i = 0; i < 12; i++) {
            sum += random.nextDouble();
        }
        return Math.max(1, Math.round(typicalMs * Math.exp(0.45 * (sum - 6))));
    }

    /** How many of something that comes so often on average come this time. */
    int count(double average) {
        double limit = Math.exp(-average);
        double product = random.nextDouble();
        int count = 0;
        while (product > limit) {
            count++;
            product *= random.nextDouble();
        }
        return count;
    }

    String letters(int length) {
        String alphabet = "0123456789abcdefghjkmnpqrstvwxyz";
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < length; i++) {
            text.append(alphabet.charAt(random.nextInt(alphabet.length())));
        }
        return text.toString();
    }
}
