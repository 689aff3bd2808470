package dev.weir.flink;

import java.util.List;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.util.ParameterTool;

/** The job's main method, as a cluster calls it. */
public final class Job {
    private Job() {}

    public static void main(String[] arguments) throws Exception {
        ParameterTool given = ParameterTool.fromArgs(arguments);
        StreamExecutionEnvironment environment = StreamExecutionEnvironment.getExecutionEnvironment();
        List<String> topics = List.of(given.getRequired("topic").split(","));
        FoldJob.add(
                environment,
                FoldJob.source(given.getRequired("brokers"), topics, "weir"),
                JobSettings.of(given.getRequired("db")));
        environment.execute("weir");
    }
}
