package dev.weir.cli.demo;

import java.util.List;

/** What services say when something fails; each speaks in the manner of its own language. */
final class Faults {
    static final Fault PAYMENTS_SILENT = Fault.passing(
            "com.shop.payments.ProviderTimeoutException",
            "The payment provider did not answer within 10 s",
            "PROVIDER_TIMEOUT",
            "com.shop.payments.HttpGateway.exchange(HttpGateway.java:118)",
            "com.shop.payments.HttpGateway.charge(HttpGateway.java:74)",
            "com.shop.orders.steps.ChargeCard.run(ChargeCard.java:41)",
            "com.shop.flow.StepRunner.attempt(StepRunner.java:203)");

    static final Fault TIMED_OUT = Fault.passing(
            "TimeoutError",
            "The step was ended because its time was over",
            "STEP_TIMEOUT",
            "runWithDeadline (/srv/app/flow/deadline.js:58:11)",
            "async runStep (/srv/app/flow/runner.js:131:20)");

    static final Fault WORKER_LOST = Fault.passing(
            "worker.LeaseLost",
            "Worker media-worker-3 lost its lease: no heartbeat for 600 s",
            "LEASE_LOST",
            "lease.py:88 in renew",
            "worker.py:214 in run_step",
            "worker.py:97 in main");

    /** Only where people try things out. */
    static final List<Fault> DEVELOPMENT = List.of(
            Fault.lasting(
                    "java.lang.NullPointerException",
                    "Cannot invoke \"Customer.locale()\" because \"customer\" is null",
                    "",
                    "com.shop.orders.steps.SendConfirmation.template(SendConfirmation.java:66)",
                    "com.shop.orders.steps.SendConfirmation.run(SendConfirmation.java:38)",
                    "com.shop.flow.StepRunner.attempt(StepRunner.java:203)"),
            Fault.lasting(
                    "TypeError",
                    "Cannot read properties of undefined (reading 'plan')",
                    "",
                    "provision (/srv/app/onboarding/workspace.ts:52:31)",
                    "async runStep (/srv/app/flow/runner.js:131:20)"),
            Fault.passing(
                    "ConnectionRefusedError",
                    "connect ECONNREFUSED 127.0.0.1:5433",
                    "ECONNREFUSED",
                    "TCPConnectWrap.afterConnect [as oncomplete] (node:net:1555:16)"));

    static final Fault RESET = Fault.passing(
            "java.net.SocketException",
            "Connection reset by peer",
            "",
            "java.base/sun.nio.ch.SocketChannelImpl.throwConnectionReset(SocketChannelImpl.java:401)",
            "com.shop.net.Pool.exchange(Pool.java:219)");

    static final Fault UNKNOWN_SKU = Fault.lasting(
            "com.shop.orders.InvalidOrderException",
            "SKU-%s is not sold any more",
            "UNKNOWN_SKU",
            "com.shop.orders.steps.ValidateOrder.run(ValidateOrder.java:35)");

    static final Fault TOO_LATE = Fault.lasting(
            "com.shop.orders.NotEligibleException",
            "The order is older than 30 days",
            "NOT_ELIGIBLE",
            "com.shop.orders.steps.CheckEligibility.run(CheckEligibility.java:44)");

    static final Fault RENDERING = Fault.passing(
            "com.shop.billing.RenderException",
            "The renderer ended with exit code 139",
            "RENDERER_CRASHED",
            "com.shop.billing.Renderer.render(Renderer.java:58)");

    static final Fault STOCK_CONFLICT = Fault.passing(
            "com.shop.stock.OptimisticLockException",
            "Stock of SKU-%s was changed by another order",
            "STOCK_CONFLICT",
            "com.shop.stock.StockTable.reserve(StockTable.java:152)",
            "com.shop.orders.steps.ReserveStock.run(ReserveStock.java:47)",
            "com.shop.flow.StepRunner.attempt(StepRunner.java:203)");

    static final Fault DECLINED = Fault.lasting(
            "com.shop.payments.CardDeclinedException",
            "The card was declined: insufficient funds",
            "card_declined",
            "com.shop.payments.Answers.check(Answers.java:39)",
            "com.shop.payments.HttpGateway.charge(HttpGateway.java:81)",
            "com.shop.orders.steps.ChargeCard.run(ChargeCard.java:41)");

    static final Fault CARRIER = Fault.passing(
            "com.shop.shipping.CarrierException",
            "The carrier answered 502 Bad Gateway",
            "CARRIER_502",
            "com.shop.shipping.CarrierClient.label(CarrierClient.java:93)",
            "com.shop.orders.steps.CreateShipment.run(CreateShipment.java:55)");

    static final Fault TAX_LIMIT = Fault.passing(
            "com.shop.billing.TaxServiceException",
            "The tax service is limiting requests (429)",
            "RATE_LIMITED",
            "com.shop.billing.TaxClient.rate(TaxClient.java:61)",
            "com.shop.billing.steps.CalculateTax.run(CalculateTax.java:33)");

    static final Fault NO_ADDRESS = Fault.lasting(
            "com.shop.billing.MissingAddressException",
            "Customer C-%s has no billing address",
            "NO_ADDRESS",
            "com.shop.billing.Invoices.address(Invoices.java:140)",
            "com.shop.billing.steps.CalculateTax.run(CalculateTax.java:29)");

    static final Fault STATEMENT_TIMEOUT = Fault.passing(
            "org.postgresql.util.PSQLException",
            "ERROR: canceling statement due to statement timeout",
            "57014",
            "org.postgresql.core.v3.QueryExecutorImpl.receiveErrorResponse(QueryExecutorImpl.java:2733)",
            "com.shop.billing.UsageTable.sum(UsageTable.java:88)");

    static final Fault OUT_OF_MEMORY = Fault.passing(
            "subprocess.CalledProcessError",
            "ffmpeg exited with 137: killed while encoding segment %s",
            "OUT_OF_MEMORY",
            "encode.py:142 in encode",
            "steps.py:77 in run");

    static final Fault CODEC = Fault.lasting(
            "media.UnsupportedCodec",
            "The video stream uses a codec that is not supported: vvc1",
            "UNSUPPORTED_CODEC",
            "probe.py:51 in probe",
            "steps.py:31 in run");

    static final Fault OBJECT_STORE = Fault.passing(
            "botocore.exceptions.EndpointConnectionError",
            "Could not connect to the object store",
            "STORE_UNREACHABLE",
            "httpsession.py:464 in send",
            "storage.py:118 in put");

    static final Fault NO_ROOM = Fault.passing(
            "QuotaError",
            "The region eu-central has no room for workspace %s",
            "NO_CAPACITY",
            "allocate (/srv/app/onboarding/regions.ts:77:13)",
            "provision (/srv/app/onboarding/workspace.ts:40:24)",
            "async runStep (/srv/app/flow/runner.js:131:20)");

    static final Fault REGISTRY = Fault.passing(
            "RegistryError",
            "The company registry answered 503 Service Unavailable",
            "REGISTRY_503",
            "ask (/srv/app/identity/registry.ts:64:15)",
            "async runStep (/srv/app/flow/runner.js:131:20)");

    static final Fault EXPIRED = Fault.lasting(
            "ValidationError",
            "The document has expired",
            "DOCUMENT_EXPIRED",
            "check (/srv/app/identity/documents.ts:29:9)");

    static final Fault BULK = Fault.passing(
            "IndexWriteError",
            "Bulk request failed: 37 of 5000 documents were refused (mapping of field price)",
            "BULK_PARTIAL",
            "src/index/bulk.rs:212",
            "src/index/build.rs:90");

    static final Fault DISK =
            Fault.passing("DiskFull", "No space left on node search-%s", "ENOSPC", "src/index/segment.rs:58");

    static final Fault LIMIT = Fault.lasting(
            "LimitExceeded",
            "The payout exceeds the daily limit of merchant M-%s",
            "DAILY_LIMIT",
            "payouts/limits.go:73",
            "payouts/settle.go:41");

    static final Fault BANK = Fault.passing(
            "BankError", "The bank's interface is closed for maintenance", "BANK_CLOSED", "payouts/bank.go:118");

    private Faults() {}
}
