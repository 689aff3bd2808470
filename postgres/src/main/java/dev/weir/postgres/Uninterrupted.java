package dev.weir.postgres;

import java.util.concurrent.CompletableFuture;

/** For what has to be finished also when the caller's thread is being interrupted, such as stopping a process. */
final class Uninterrupted {
    interface Action {
        void run() throws InterruptedException;
    }

    private Uninterrupted() {}

    static void run(Action action) {
        CompletableFuture<Void> done = new CompletableFuture<>();
        new Thread(
                        () -> {
                            try {
                                action.run();
                                done.complete(null);
                            } catch (InterruptedException | RuntimeException e) {
                                done.completeExceptionally(e);
                            }
                        },
                        "weir-postgres-stop")
                .start();
        done.join();
    }
}
