import { type Browser, chromium } from "playwright";

export const launchBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: process.env.WEIR_CHROMIUM ?? "/usr/bin/chromium",
    // Chromium refuses to build its sandbox for root, which is who runs in most containers.
    args: process.getuid?.() === 0 ? ["--no-sandbox"] : [],
  });
