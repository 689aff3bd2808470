package dev.weir.bench;

import java.util.Locale;

/** Processor time in seconds of those who take part in a job. */
record JobCpu(double taskManagers, double postgres, double broker) {
    static final JobCpu NONE = new JobCpu(0, 0, 0);

    JobCpu since(JobCpu before) {
        return new JobCpu(taskManagers - before.taskManagers, postgres - before.postgres, broker - before.broker);
    }

    JobCpu plus(JobCpu other) {
        return new JobCpu(taskManagers + other.taskManagers, postgres + other.postgres, broker + other.broker);
    }

    String perEvent(double events) {
        return String.format(
                Locale.ROOT,
                "µs/event: TaskManagers %.0f, PostgreSQL %.0f, broker %.0f",
                taskManagers * 1e6 / events,
                postgres * 1e6 / events,
                broker * 1e6 / events);
    }
}
