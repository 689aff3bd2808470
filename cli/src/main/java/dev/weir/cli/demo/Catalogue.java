package dev.weir.cli.demo;

import dev.weir.cli.demo.Part.AtOnce;
import dev.weir.cli.demo.Part.Needs;
import dev.weir.cli.demo.Part.Rest;
import dev.weir.cli.demo.Part.Step;
import java.util.List;

/** The services of a shop, and what they do all day. */
final class Catalogue {
    private static final long SECOND = 1_000;
    private static final long MINUTE = 60 * SECOND;
    private static final List<String> COUNTRIES = List.of("de", "fr", "jp", "pt-br", "uk", "us");

    private static final Step CHARGE = Step.of("charge-card", 850)
            .failing(0.02, Faults.DECLINED, Faults.RESET)
            .attempts(5)
            .timeout(10 * SECOND)
            .needs(Needs.PAYMENTS);

    private static final Blueprint PROCESS_ORDER = new Blueprint(
            "orders",
            "processOrder",
            13,
            false,
            (chance, minute) -> "ord-" + chance.letters(8),
            Goods::order,
            Goods::shipment,
            List.of("The customer cancelled the order.", "Duplicate of an earlier order."),
            List.of(
                    Step.of("validate-order", 90)
                            .failing(0.006, Faults.UNKNOWN_SKU)
                            .attempts(1),
                    Step.of("reserve-stock", 380).failing(0.03, Faults.STOCK_CONFLICT),
                    CHARGE,
                    Step.of("create-shipment", 640).failing(0.02, Faults.CARRIER),
                    Step.of("send-confirmation", 210)));

    private static final Blueprint REFUND = new Blueprint(
            "orders",
            "refundOrder",
            2,
            false,
            (chance, minute) -> "rfd-" + chance.letters(8),
            Goods::refund,
            chance -> Goods.amounts(chance, "refunded"),
            List.of("The customer keeps the goods."),
            List.of(
                    Step.of("load-order", 60),
                    Step.of("check-eligibility", 140)
                            .failing(0.03, Faults.TOO_LATE)
                            .attempts(1),
                    Step.of("refund-payment", 1_100)
                            .attempts(5)
                            .timeout(10 * SECOND)
                            .needs(Needs.PAYMENTS),
                    Step.of("notify-customer", 180)));

    private static final Blueprint INVOICE = new Blueprint(
            "billing",
            "invoiceCustomer",
            4,
            false,
            (chance, minute) -> "inv-2026-" + chance.between(100_000, 999_999),
            Goods::subscription,
            Goods::invoice,
            List.of("The subscription ended meanwhile."),
            List.of(
                    Step.of("collect-usage", 2_400).failing(0.015, Faults.STATEMENT_TIMEOUT),
                    Step.of("calculate-tax", 420).failing(0.02, Faults.TAX_LIMIT, Faults.TAX_LIMIT, Faults.NO_ADDRESS),
                    Step.of("render-pdf", 3_100).failing(0.01, Faults.RENDERING),
                    Step.of("charge-subscription", 950)
                            .attempts(5)
                            .timeout(10 * SECOND)
                            .needs(Needs.PAYMENTS),
                    Step.of("deliver-email", 260)));

    private static final Blueprint REMIND = new Blueprint(
            "billing",
            "remindOverdueInvoice",
            1.2,
            false,
            (chance, minute) -> "dun-" + chance.between(100_000, 999_999),
            Goods::subscription,
            chance -> Goods.amounts(chance, "collected"),
            List.of("Paid by bank transfer.", "Handed over to the collection agency."),
            List.of(
                    Step.of("send-reminder", 340),
                    new Rest(4 * MINUTE, 16 * MINUTE),
                    Step.of("check-payment", 500)
                            .failing(0.02, Faults.RESET)
                            .needs(Needs.PAYMENTS)
                            .timeout(10 * SECOND),
                    new Rest(3 * MINUTE, 9 * MINUTE),
                    Step.of("close-case", 150)));

    private static final Blueprint TRANSCODE = new Blueprint(
            "media",
            "transcodeVideo",
            3,
            false,
            (chance, minute) -> "vid-" + chance.letters(10),
            Goods::video,
            Goods::renditions,
            List.of("The upload was removed by its owner."),
            List.of(
                    Step.of("probe", 900).failing(0.02, Faults.CODEC).attempts(1),
                    Step.of("split", 3_800).needs(Needs.WORKER),
                    new AtOnce(List.of(
                            Step.of("encode-1080p", 36 * SECOND)
                                    .failing(0.03, Faults.OUT_OF_MEMORY)
                                    .needs(Needs.WORKER),
                            Step.of("encode-720p", 21 * SECOND)
                                    .failing(0.02, Faults.OUT_OF_MEMORY, Faults.OBJECT_STORE)
                                    .needs(Needs.WORKER),
                            Step.of("encode-audio", 8 * SECOND).needs(Needs.WORKER))),
                    Step.of("make-thumbnails", 4_200).failing(0.01, Faults.OBJECT_STORE),
                    Step.of("publish", 700)));

    private static final Blueprint SUBTITLES = new Blueprint(
            "media",
            "generateSubtitles",
            1.5,
            false,
            (chance, minute) -> "sub-" + chance.letters(10),
            Goods::video,
            Goods::captions,
            List.of("The upload was removed by its owner."),
            List.of(
                    Step.of("extract-audio", 5_500).needs(Needs.WORKER),
                    Step.of("transcribe", 48 * SECOND)
                            .failing(0.04, Faults.OUT_OF_MEMORY)
                            .timeout(4 * MINUTE)
                            .needs(Needs.WORKER),
                    Step.of("align", 6_000),
                    Step.of("store-captions", 300)));

    private static final Blueprint WELCOME = new Blueprint(
            "onboarding",
            "welcomeCustomer",
            2.5,
            false,
            (chance, minute) -> "cus-" + chance.letters(8),
            Goods::customer,
            Goods::workspace,
            List.of("The account was closed by the customer.", "The address was never confirmed."),
            List.of(
                    Step.of("create-account", 320).failing(0.01, Faults.RESET),
                    Step.of("send-verification", 240),
                    new Rest(2 * MINUTE, 7 * MINUTE),
                    Step.of("provision-workspace", 5_200)
                            .failing(0.05, Faults.NO_ROOM)
                            .attempts(4),
                    Step.of("send-welcome", 260),
                    new Rest(5 * MINUTE, 12 * MINUTE),
                    Step.of("send-first-tips", 250)));

    private static final Blueprint IDENTITY = new Blueprint(
            "onboarding",
            "verifyIdentity",
            2,
            false,
            (chance, minute) -> "kyc-" + chance.letters(8),
            Goods::customer,
            Goods::verdict,
            List.of("The customer withdrew the application."),
            List.of(
                    Step.of("collect-documents", 1_600),
                    Step.of("check-registry", 2_900)
                            .failing(0.07, Faults.REGISTRY, Faults.REGISTRY, Faults.EXPIRED)
                            .attempts(4)
                            .timeout(15 * SECOND),
                    Step.of("score-risk", 480),
                    Step.of("record-decision", 130)));

    /** The same few ids run again and again. */
    private static final Blueprint REINDEX = new Blueprint(
            "search",
            "reindexCatalogue",
            0.8,
            true,
            (chance, minute) -> "catalogue-" + COUNTRIES.get((int) (minute % COUNTRIES.size())),
            Goods::catalogue,
            Goods::indexed,
            List.of("A newer export has arrived."),
            List.of(
                    Step.of("export-products", 6_500).failing(0.02, Faults.STATEMENT_TIMEOUT),
                    Step.of("build-index", 14 * SECOND).failing(0.03, Faults.BULK, Faults.DISK),
                    Step.of("warm-caches", 3_000),
                    Step.of("switch-alias", 120)));

    private static final Blueprint PAY_OUT = new Blueprint(
            "payouts",
            "settleMerchant",
            3.5,
            false,
            (chance, minute) -> "settle-" + Goods.merchant(chance) + "-" + chance.between(1_000, 9_999),
            Goods::settlement,
            chance -> Goods.amounts(chance, "settled"),
            List.of("The merchant's account is under review."),
            List.of(
                    Step.of("sum-ledger", 1_300),
                    Step.of("check-limits", 220).failing(0.015, Faults.LIMIT).attempts(1),
                    Step.of("transfer", 1_700)
                            .failing(0.02, Faults.BANK)
                            .attempts(5)
                            .timeout(20 * SECOND)
                            .needs(Needs.PAYMENTS),
                    Step.of("write-statement", 600)));

    static final List<Blueprint> ALL =
            List.of(PROCESS_ORDER, REFUND, INVOICE, REMIND, TRANSCODE, SUBTITLES, WELCOME, IDENTITY, REINDEX, PAY_OUT);

    private Catalogue() {}
}
