import { defineConfig } from "vitest/config";

/** The pages in a real browser, against a real server with a real database. Two files at a time: they mostly wait. */
export default defineConfig({
  test: {
    root: new URL(".", import.meta.url).pathname,
    include: ["*.test.ts"],
    globalSetup: "./parts/setup.ts",
    environment: "node",
    pool: "forks",
    maxWorkers: 2,
    // Files share nothing but the browser and the libraries, which take longer to load than a test takes.
    isolate: false,
    testTimeout: 40_000,
    hookTimeout: 120_000,
    // The first start may have to build Weir.
    teardownTimeout: 60_000,
  },
});
