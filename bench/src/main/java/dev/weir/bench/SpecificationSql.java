package dev.weir.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A statement of the specification's processor. A word after a colon stands for a field of the event. */
record SpecificationSql(String sql, List<String> fields) {
    private static final Pattern FIELD = Pattern.compile("(?<!:):(\\w+)");

    static final SpecificationSql INSERT_EVENT = of("""
            INSERT INTO workflow_events (id, event_type, workflow_id, workflow_name, env, service_key, event_timestamp, payload)
            VALUES (:eventId::uuid, :type, :workflowId, :workflowName, :env, :serviceKey, :timestamp::timestamptz, :event::jsonb)
            ON CONFLICT (id) DO NOTHING
            RETURNING id
            """);
    static final SpecificationSql MARK_PROCESSED =
            of("UPDATE workflow_events SET processed = true, processed_at = now() WHERE id = :eventId::uuid");

    private static final String RUN = " WHERE env = :env AND service_key = :serviceKey AND workflow_id = :workflowId";
    private static final String STEP = RUN + " AND step_name = :stepName";
    private static final String ATTEMPT = STEP + " AND attempt_number = :attempt::int";
    private static final String LAST =
            ", last_event_id = :eventId::uuid, last_event_at = :timestamp::timestamptz, updated_at = now()";

    private static final SpecificationSql START_STEP = of("""
            INSERT INTO workflow_steps
              (workflow_id, env, service_key, step_name, status, current_attempt, max_attempts, started_at)
            VALUES (:workflowId, :env, :serviceKey, :stepName, 'running', :attempt::int, :maxAttempts::int, :timestamp::timestamptz)
            ON CONFLICT (env, service_key, workflow_id, step_name) DO UPDATE SET
              status = 'running', current_attempt = excluded.current_attempt, next_retry_at = NULL, updated_at = now()
            """);
    private static final SpecificationSql START_ATTEMPT = of("""
            INSERT INTO step_attempts (workflow_id, env, service_key, step_name, attempt_number, started_at, start_event_id)
            VALUES (:workflowId, :env, :serviceKey, :stepName, :attempt::int, :timestamp::timestamptz, :eventId::uuid)
            ON CONFLICT (env, service_key, workflow_id, step_name, attempt_number) DO NOTHING
            """);

    private static final Map<String, List<SpecificationSql>> UPDATES = Map.ofEntries(
            Map.entry("workflow.queued", List.of(upsertRun("pending", "NULL"))),
            Map.entry("workflow.started", List.of(upsertRun("running", ":timestamp::timestamptz"))),
            Map.entry(
                    "workflow.completed",
                    List.of(updateRun("status = 'completed', completed_at ="
                            + " :timestamp::timestamptz, duration_ms = :durationMs::int"))),
            Map.entry(
                    "workflow.failed",
                    List.of(updateRun("status = 'failed', failed_at = :timestamp::timestamptz,"
                            + " error_message = :message, error_stack = :stack"))),
            Map.entry("workflow.cancelled", List.of(updateRun("status = 'cancelled'"))),
            Map.entry("workflow.paused", List.of(updateRun("status = 'paused', pause_reason = :reason::pause_reason"))),
            Map.entry(
                    "workflow.resumed",
                    List.of(updateRun("status = 'running', pause_reason = NULL, resume_at = NULL"))),
            Map.entry("step.started", List.of(START_STEP, START_ATTEMPT)),
            Map.entry(
                    "step.completed",
                    List.of(
                            updateStep("status = 'completed', completed_at = :timestamp::timestamptz, duration_ms ="
                                    + " :durationMs::int, result = :result::jsonb, cached = :cached::boolean"),
                            updateAttempt("success"))),
            Map.entry(
                    "step.failed",
                    List.of(
                            updateStep(
                                    "status = CASE WHEN :willRetry::boolean THEN 'retrying' ELSE 'failed' END::step_status,"
                                            + " error_message = :message, error_stack = :stack, will_retry = :willRetry::boolean"),
                            updateAttempt("failure"))),
            Map.entry(
                    "retry.scheduled",
                    List.of(updateStep("status = 'retrying', retry_count = retry_count + 1,"
                            + " last_retry_delay_ms = :delayMs::int, next_retry_at = :timestamp::timestamptz"))),
            Map.entry("retry.exhausted", List.of(updateStep("status = 'failed', max_attempts = :attempts::int"))),
            Map.entry("sleep.started", List.of(of("""
                    INSERT INTO workflow_sleeps (workflow_id, env, service_key, duration_ms, started_at, resume_at, start_event_id)
                    VALUES (:workflowId, :env, :serviceKey, :durationMs::int, :timestamp::timestamptz, :timestamp::timestamptz,
                            :eventId::uuid)
                    """))),
            Map.entry(
                    "sleep.completed",
                    List.of(of("UPDATE workflow_sleeps SET completed = true, completed_at ="
                            + " :timestamp::timestamptz, complete_event_id = :eventId::uuid" + RUN
                            + " AND NOT completed"))),
            Map.entry("timeout.set", List.of(updateStep("timeout_ms = :timeoutMs::int"))),
            Map.entry("timeout.exceeded", List.of(updateStep("timed_out = true"))));

    /** What an event of this type changes, in the order of the references between the tables. */
    static List<SpecificationSql> updates(String type) {
        return UPDATES.getOrDefault(type, List.of());
    }

    private static SpecificationSql upsertRun(String status, String startedAt) {
        return of("""
                INSERT INTO workflows
                  (workflow_id, workflow_name, env, service_key, input, status, started_at, last_event_id, last_event_at)
                VALUES (:workflowId, :workflowName, :env, :serviceKey, :input::jsonb, '%s', %s, :eventId::uuid,
                        :timestamp::timestamptz)
                ON CONFLICT (env, service_key, workflow_id) DO UPDATE SET
                  status = excluded.status, input = excluded.input, started_at = excluded.started_at,
                  last_event_id = excluded.last_event_id, last_event_at = excluded.last_event_at, updated_at = now()
                """.formatted(status, startedAt));
    }

    private static SpecificationSql updateRun(String changes) {
        return of("UPDATE workflows SET " + changes + LAST + RUN);
    }

    private static SpecificationSql updateStep(String changes) {
        return of("UPDATE workflow_steps SET " + changes + ", updated_at = now()" + STEP);
    }

    private static SpecificationSql updateAttempt(String result) {
        return of("UPDATE step_attempts SET result = '" + result + "', ended_at = :timestamp::timestamptz,"
                + " error_message = :message, error_stack = :stack, end_event_id = :eventId::uuid" + ATTEMPT);
    }

    private static SpecificationSql of(String sql) {
        List<String> fields = new ArrayList<>();
        Matcher field = FIELD.matcher(sql);
        while (field.find()) {
            fields.add(field.group(1));
        }
        return new SpecificationSql(FIELD.matcher(sql).replaceAll("?"), fields);
    }
}
