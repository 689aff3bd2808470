package dev.weir.server;

import org.springframework.http.HttpStatus;

/** A request that cannot be answered as asked: a stable code for programs, one sentence for people. */
public final class Problem extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final HttpStatus status;
    private final String code;
    private final String detail;

    public Problem(HttpStatus status, String code, String detail) {
        super(detail, null, false, false);
        this.status = status;
        this.code = code;
        this.detail = detail;
    }

    public HttpStatus status() {
        return status;
    }

    public String detail() {
        return detail;
    }

    public String code() {
        return code;
    }
}
