package dev.weir.flink;

import java.util.Arrays;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.datastream.KeyedStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/**
 * The job with identity in place of the folds: everything is read, appended, accounted for and sent to where its key is, and
 * what a key's events make there, its state and its row, is the last of them as it came. Or with nothing in their place.
 */
public final class UnfoldedJob {
    /** The first argument, before the job's own. */
    public static final String IDENTITY = "identity";

    public static final String NOTHING = "nothing";

    private UnfoldedJob() {}

    public static void main(String[] arguments) throws Exception {
        JobOptions options = JobOptions.of(Arrays.copyOfRange(arguments, 1, arguments.length));
        StreamExecutionEnvironment environment =
                StreamExecutionEnvironment.getExecutionEnvironment(options.configuration());
        KeyedStream<ToFold, String> logged = FoldJob.logged(FoldJob.events(environment, options), options.settings());
        logged.transform(
                        "fold",
                        Types.VOID,
                        arguments[0].equals(IDENTITY)
                                ? new IdentityOperator(options.settings())
                                : new NothingOperator(options.settings()))
                .uid("fold");
        environment.execute();
    }
}
