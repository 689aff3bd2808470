package dev.weir.cli.demo;

import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** Who works on live video: some faster, one with a clock that is slow, one that nobody has in a snapshot. */
final class Orchestrators {
    static final String DIFFUSION = "diffusion-v2v";
    static final String DEPTH = "depth-v2v";

    /**
     * @param key what it signs with, and what events name
     * @param gpus those that run its model
     * @param fps what it usually makes
     * @param clockMs how far its clock is off
     */
    record Orchestrator(
            String address, String key, String url, String model, List<Gpu> gpus, double fps, long clockMs) {
        Map<String, Object> info() {
            return Map.of("address", key, "url", url);
        }
    }

    record Gpu(String id, String name) {}

    static final Orchestrator FAST = orchestrator(1, "fra-1.northlight.example", DIFFUSION, 24.5, 0, "RTX 5090");
    static final Orchestrator FLAKY = orchestrator(2, "ams.greenrack.example", DIFFUSION, 15.5, 0, "L40S");

    /** In no snapshot. */
    static final Orchestrator STRANGER = orchestrator(6, "basement.example", DIFFUSION, 11, 0, "RTX 3090");

    static final List<Orchestrator> KNOWN = List.of(
            FAST,
            FLAKY,
            orchestrator(3, "iad.two-cards.example", DIFFUSION, 18, 0, "RTX 4090", "RTX 4090"),
            orchestrator(4, "sin.slow-clock.example", DIFFUSION, 17, -4_000, "RTX 4090"),
            orchestrator(5, "nrt.depthwork.example", DEPTH, 28, 0, "A100"));

    private Orchestrators() {}

    static List<Orchestrator> of(String model) {
        return KNOWN.stream().filter(one -> one.model().equals(model)).toList();
    }

    private static Orchestrator orchestrator(
            int number, String host, String model, double fps, long clockMs, String... gpus) {
        Chance chance = new Chance(5_090, number);
        String address = address(chance);
        String key = address(chance);
        List<Gpu> cards = Arrays.stream(gpus)
                .map(name -> new Gpu("GPU-" + chance.letters(8) + "-" + chance.letters(4), name))
                .toList();
        return new Orchestrator(address, key, "https://" + host + ":8935", model, cards, fps, clockMs);
    }

    private static String address(Chance chance) {
        return "0x%016x%016x%08x".formatted(chance.bits(), chance.bits(), chance.bits() >>> 32);
    }
}
