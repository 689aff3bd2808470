package dev.weir.flink.cluster;

import java.util.ArrayList;
import java.util.List;

/** Options of the JVM that Flink needs: it looks into some of Java's own classes, which have to be opened for it. */
final class FlinkJvm {
    private static final List<String> OPEN = List.of(
            "java.lang",
            "java.lang.reflect",
            "java.net",
            "java.io",
            "java.nio",
            "sun.nio.ch",
            "java.text",
            "java.time",
            "java.util",
            "java.util.concurrent",
            "java.util.concurrent.atomic",
            "java.util.concurrent.locks");

    private FlinkJvm() {}

    static List<String> options(String heap) {
        List<String> options = new ArrayList<>(List.of(
                "-Xmx" + heap,
                "-XX:+UseSerialGC",
                "-XX:+ExitOnOutOfMemoryError",
                "-Duser.timezone=UTC",
                "-Dfile.encoding=UTF-8",
                "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn",
                "-Dorg.slf4j.simpleLogger.showDateTime=true",
                "--add-exports=java.base/sun.net.util=ALL-UNNAMED"));
        OPEN.forEach(name -> options.add("--add-opens=java.base/" + name + "=ALL-UNNAMED"));
        return options;
    }
}
