import react from "@vitejs/plugin-react";
import { loadEnv } from "vite";
import { defineConfig } from "vitest/config";

/** The server serves `dist` at `/`; in development its API is reached through the proxy. */
export default defineConfig(({ mode }) => {
  const server = loadEnv(mode, ".", "WEIR_").WEIR_URL ?? "http://127.0.0.1:8420";
  const proxy = { "/api": server, "/openapi.json": server };
  return {
    plugins: [react()],
    build: { outDir: "dist", target: "es2022" },
    server: { proxy },
    preview: { proxy },
    test: { environment: "node", include: ["src/**/*.test.ts"] },
  };
});
