import { defineConfig } from "vitest/config";

/** `npm run screenshots` takes the README's pictures from a running demonstration. */
export default defineConfig({
  test: {
    root: new URL(".", import.meta.url).pathname,
    include: ["take.ts"],
    environment: "node",
    pool: "forks",
    testTimeout: 120_000,
    hookTimeout: 660_000,
  },
});
