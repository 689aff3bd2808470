package dev.weir.cli.demo;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Inputs and outputs: what is ordered, filmed, paid. */
final class Goods {
    private static final List<String> COUNTRIES = List.of("DE", "FR", "JP", "BR", "GB", "US", "NL", "PL");
    private static final List<String> CURRENCIES = List.of("EUR", "EUR", "USD", "GBP", "JPY");
    private static final List<String> PRODUCTS = List.of(
            "Enamel mug", "Rain jacket", "Desk lamp", "Crème brûlée set", "Notebook A5", "抹茶セット", "Climbing rope 60 m");
    private static final List<String> MERCHANTS = List.of("nordlicht", "casa-verde", "atelier-9", "kumo", "old-mill");

    private Goods() {}

    static Map<String, Object> order(Chance chance) {
        List<Map<String, Object>> lines = new ArrayList<>();
        for (int i = chance.between(1, 5); i > 0; i--) {
            lines.add(map(
                    "sku", sku(chance),
                    "title", chance.oneOf(PRODUCTS),
                    "quantity", chance.between(1, 4),
                    "unitPrice", cents(chance, 400, 18_000)));
        }
        return map(
                "customerId", "C-" + chance.letters(6),
                "currency", chance.oneOf(CURRENCIES),
                "lines", lines,
                "shipTo", map("country", chance.oneOf(COUNTRIES), "postcode", "" + chance.between(10_000, 99_999)),
                "gift", chance.happens(0.1));
    }

    static Map<String, Object> shipment(Chance chance) {
        return map(
                "carrier", chance.oneOf(List.of("dhl", "ups", "postnl", "yamato")),
                "trackingId", chance.letters(12).toUpperCase(Locale.ROOT),
                "charged", cents(chance, 900, 60_000));
    }

    static Map<String, Object> refund(Chance chance) {
        return map(
                "orderId", "ord-" + chance.letters(8),
                "reason", chance.oneOf(List.of("damaged", "too late", "wrong size", "changed my mind")),
                "amount", cents(chance, 400, 30_000));
    }

    static Map<String, Object> amounts(Chance chance, String name) {
        return map(name, cents(chance, 400, 90_000), "currency", chance.oneOf(CURRENCIES));
    }

    static Map<String, Object> subscription(Chance chance) {
        return map(
                "customerId", "C-" + chance.letters(6),
                "plan", chance.oneOf(List.of("starter", "team", "business")),
                "seats", chance.between(1, 240),
                "period", map("from", "2026-01-01", "to", "2026-01-31"));
    }

    static Map<String, Object> invoice(Chance chance) {
        return map(
                "number",
                "R-" + chance.between(100_000, 999_999),
                "net",
                cents(chance, 900, 400_000),
                "taxRate",
                chance.oneOf(List.of(0.19, 0.2, 0.07, 0.0)),
                "pdf",
                "s3://invoices/" + chance.letters(16) + ".pdf");
    }

    static Map<String, Object> video(Chance chance) {
        return map(
                "file",
                "s3://uploads/" + chance.letters(16) + chance.oneOf(List.of(".mp4", ".mov", ".mkv")),
                "bytes",
                1_000_000L * chance.between(4, 2_400),
                "seconds",
                chance.between(8, 5_400),
                "owner",
                "U-" + chance.letters(6));
    }

    static Map<String, Object> renditions(Chance chance) {
        String place = "s3://videos/" + chance.letters(16);
        return map(
                "master", place + "/master.m3u8",
                "renditions", List.of("1080p", "720p", "audio"),
                "thumbnails", chance.between(3, 12));
    }

    static Map<String, Object> captions(Chance chance) {
        return map("language", chance.oneOf(List.of("de", "en", "fr", "ja")), "lines", chance.between(20, 1_400));
    }

    static Map<String, Object> customer(Chance chance) {
        return map(
                "customerId", "C-" + chance.letters(6),
                "country", chance.oneOf(COUNTRIES),
                "company", chance.oneOf(List.of("Hollmann GmbH", "Petit & Fils", "Kumo K.K.", "Três Irmãos Lda")),
                "channel", chance.oneOf(List.of("web", "partner", "phone")));
    }

    static Map<String, Object> workspace(Chance chance) {
        return map("workspace", "ws-" + chance.letters(8), "region", chance.oneOf(List.of("eu-central", "us-east")));
    }

    static Map<String, Object> verdict(Chance chance) {
        return map("decision", chance.happens(0.93) ? "accepted" : "refused", "score", chance.between(300, 850));
    }

    static Map<String, Object> catalogue(Chance chance) {
        return map("products", chance.between(20_000, 480_000), "full", chance.happens(0.2));
    }

    static Map<String, Object> indexed(Chance chance) {
        return map("documents", chance.between(20_000, 480_000), "index", "products-" + chance.letters(6));
    }

    static Map<String, Object> settlement(Chance chance) {
        return map("merchant", merchant(chance), "transactions", chance.between(3, 2_000), "upTo", "23:59:59");
    }

    static String merchant(Chance chance) {
        return chance.oneOf(MERCHANTS);
    }

    private static String sku(Chance chance) {
        return "SKU-" + chance.letters(6).toUpperCase(Locale.ROOT);
    }

    private static double cents(Chance chance, int from, int to) {
        return chance.between(from, to) / 100.0;
    }

    private static Map<String, Object> map(Object... namesAndValues) {
        Map<String, Object> map = new LinkedHashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            map.put((String) namesAndValues[i], namesAndValues[i + 1]);
        }
        return map;
    }
}
