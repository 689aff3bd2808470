import { type Browser, chromium } from "playwright";

export const launchBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: process.env.WEIR_CHROMIUM ?? "/usr/bin/chromium",
    // Nothing here needs a graphics card, and pretending to have one costs. Chromium refuses to build its sandbox for root.
    args: ["--disable-gpu", ...(process.getuid?.() === 0 ? ["--no-sandbox"] : [])],
  });
