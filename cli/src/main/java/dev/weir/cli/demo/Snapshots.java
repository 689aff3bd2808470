package dev.weir.cli.demo;

import dev.weir.cli.demo.Orchestrators.Orchestrator;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What orchestrators say that they can do, every few minutes. */
final class Snapshots implements Family {
    static final long SEED = 1_935;

    private static final int EVERY_MINUTES = 3;
    private static final long MINUTE = 60_000;

    private final long seed;

    Snapshots(long seed) {
        this.seed = seed;
    }

    /** However quiet a time is, it has its snapshots. */
    @Override
    public List<Story> begunIn(long minute) {
        if (minute % EVERY_MINUTES != 0) {
            return List.of();
        }
        Chance chance = new Chance(seed, minute);
        long at = minute * MINUTE + chance.between(0, (int) MINUTE);
        NetworkJournal journal = new NetworkJournal(chance.oneOf(Sessions.GATEWAYS), minute, chance.bits());
        journal.note(
                at,
                "network_capabilities",
                Orchestrators.KNOWN.stream().map(Snapshots::entry).toList());
        return List.of(new Story(minute, 0, journal.events()));
    }

    private static Map<String, Object> entry(Orchestrator one) {
        Map<String, Object> gpus = new LinkedHashMap<>();
        for (int i = 0; i < one.gpus().size(); i++) {
            gpus.put(
                    "" + i,
                    Map.of(
                            "id",
                            one.gpus().get(i).id(),
                            "name",
                            one.gpus().get(i).name()));
        }
        List<Object> hardware = new ArrayList<>();
        hardware.add(Map.of("pipeline", "live-video-to-video", "model_id", one.model(), "gpu_info", gpus));
        return Map.of(
                "address", one.address(),
                "local_address", one.key(),
                "orch_uri", one.url(),
                "capabilities", Map.of("version", "0.8.9"),
                "hardware", hardware);
    }

    /** A snapshot is over as soon as it is told. */
    @Override
    public Optional<Story> marked(String id) {
        return Optional.empty();
    }
}
