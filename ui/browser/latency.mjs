// How long it takes from the acknowledgement of an event until a row on the screen shows it: one number of milliseconds per
// line. Called by `weir bench live` with the address of a server that is under load.
import { chromium } from "playwright";

const [url, times] = [process.argv[2], Number(process.argv[3])];
const SERVICE = "watched-by-the-benchmark";
const PAUSE_MS = 250;
const PATIENCE_MS = 20_000;

const event = (id, type, fields = {}) => ({
  eventId: crypto.randomUUID(),
  type,
  timestamp: new Date().toISOString(),
  env: "production",
  serviceKey: SERVICE,
  workflowId: id,
  workflowName: "watched",
  ...fields,
});

async function send(events) {
  const answer = await fetch(`${url}/api/v1/events`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ events }),
  });
  const { accepted } = await answer.json();
  if (accepted !== events.length) throw new Error(`Only ${accepted} of ${events.length} events were accepted.`);
}

const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** In the page: the time at which the row of a run says that it is completed. */
const completedAt = ([id, patience]) =>
  new Promise((resolve, reject) => {
    const isShown = () =>
      [...document.querySelectorAll("table.runs tbody tr")].some(
        (row) => row.querySelector(".run-link .mono")?.textContent === id && row.textContent.includes("Completed"),
      );
    const observer = new MutationObserver(() => {
      if (isShown()) {
        observer.disconnect();
        resolve(Date.now());
      }
    });
    observer.observe(document.body, { subtree: true, childList: true, characterData: true });
    setTimeout(() => reject(new Error(`The row of ${id} did not change.`)), patience);
  });

const browser = await chromium.launch({
  executablePath: process.env.WEIR_CHROMIUM ?? "/usr/bin/chromium",
  args: process.getuid?.() === 0 ? ["--no-sandbox"] : [],
});
try {
  const ids = Array.from({ length: times }, (_, number) => `watched-${number}`);
  await send(ids.map((id) => event(id, "workflow.started", { input: {} })));
  const page = await browser.newPage({ viewport: { width: 1280, height: 400 + 40 * times } });
  await page.goto(`${url}/runs?service=${SERVICE}`);
  await page
    .locator("table.runs tbody tr")
    .nth(times - 1)
    .waitFor();
  for (const id of ids) {
    await wait(PAUSE_MS);
    const shown = page.evaluate(completedAt, [id, PATIENCE_MS]);
    await page.evaluate(() => undefined); // the observer is in place
    await send([event(id, "workflow.completed", { completedSteps: [], durationMs: 1 })]);
    const acknowledged = Date.now();
    console.log(Math.max(0, (await shown) - acknowledged));
  }
} finally {
  await browser.close();
}
