package dev.weir.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** The orchestrators of one network. A snapshot of what they can do has about 60 KB, as real ones have. */
final class Fleet {
    static final int SIZE = 60;
    static final String MODEL = "streamdiffusion-sdxl-v2v";

    private final List<Orchestrator> orchestrators = new ArrayList<>();

    /** @param name by which its orchestrators differ from those of other networks */
    Fleet(String name, SplittableRandom random) {
        for (int i = 0; i < SIZE; i++) {
            orchestrators.add(new Orchestrator(
                    address(random), address(random), "https://" + name + "-" + i + ".orchestrators.example:8777"));
        }
    }

    /** @param localAddress what events carry; only snapshots tell whose it is */
    private record Orchestrator(String address, String localAddress, String url) {}

    private static String address(SplittableRandom random) {
        return String.format("0x%016x%016x%08x", random.nextLong(), random.nextLong(), random.nextInt());
    }

    /** How an event names one of them. */
    String info(int number) {
        Orchestrator one = orchestrators.get(number);
        return "{\"address\":\"" + one.localAddress + "\",\"url\":\"" + one.url + "\"}";
    }

    /** @param generation what the names of all GPUs begin with */
    String snapshot(String generation) {
        StringBuilder json = new StringBuilder(SIZE * 1024).append('[');
        for (int i = 0; i < SIZE; i++) {
            json.append(i == 0 ? "" : ",");
            append(json, orchestrators.get(i), generation + "-" + i);
        }
        return json.append(']').toString();
    }

    /** One GPU each: of several with the same model none would be told. */
    private static void append(StringBuilder json, Orchestrator one, String gpu) {
        json.append("{\"address\":\"").append(one.address);
        json.append("\",\"capabilities\":{\"bitstring\":[34426871807],\"capacities\":{");
        for (int capability = 0; capability < 30; capability++) {
            json.append('"').append(capability).append("\":1,");
        }
        json.append("\"35\":1},\"version\":\"0.8.9\",\"constraints\":{\"PerCapability\":{\"35\":{\"models\":{\"");
        json.append(MODEL).append("\":{\"warm\":true,\"runnerVersion\":\"0.14.1-50a742ce\",\"capacity\":2}}}}}}");
        json.append(",\"local_address\":\"").append(one.localAddress);
        json.append("\",\"orch_uri\":\"").append(one.url);
        json.append("\",\"capabilities_prices\":[{\"capability\":35,\"pixelsPerUnit\":1,\"constraint\":\"");
        json.append(MODEL).append("\",\"pricePerUnit\":2454}],\"hardware\":[{\"pipeline\":\"live-video-to-video\"");
        json.append(",\"gpu_info\":{\"0\":{\"memory_free\":33675542528,\"major\":12,\"minor\":0,\"name\":\"");
        json.append("NVIDIA GeForce RTX 5090\",\"id\":\"").append(gpu);
        json.append("\",\"memory_total\":34190917632}},\"model_id\":\"")
                .append(MODEL)
                .append("\"}]}");
    }
}
