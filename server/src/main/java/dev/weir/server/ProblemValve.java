package dev.weir.server;

import java.io.IOException;
import java.io.Writer;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ErrorReportValve;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;

/** Answers what never reaches the application, such as a path that is no text. Public because Tomcat makes it. */
public final class ProblemValve extends ErrorReportValve {
    private static final Logger LOG = LoggerFactory.getLogger(ProblemValve.class);

    @Override
    protected void report(Request request, Response response, @Nullable Throwable failure) {
        int status = response.getStatus();
        if (status < 400 || response.getContentWritten() > 0 || !response.setErrorReported()) {
            return;
        }
        try {
            response.setContentType(MediaType.APPLICATION_PROBLEM_JSON_VALUE);
            Writer writer = response.getReporter();
            if (writer != null) {
                writer.write(json(status));
                response.finishResponse();
            }
        } catch (IOException | IllegalStateException e) {
            LOG.debug("The client did not wait for the answer", e);
        }
    }

    private static String json(int status) {
        HttpStatus known = HttpStatus.resolve(status);
        boolean ours = status >= 500;
        return """
               {"type":"about:blank","title":"%s","status":%d,"code":"%s","detail":"%s"}""".formatted(
                        known == null ? "Error" : known.getReasonPhrase(),
                        status,
                        ours ? "internal" : Problems.code(status),
                        ours
                                ? "Weir failed to answer."
                                : "The request is not valid HTTP, or its path is not percent-encoded UTF-8.");
    }
}
