import type { TestProject } from "vitest/node";
import { startWeir } from "./weir";

declare module "vitest" {
  interface ProvidedContext {
    weirUrl: string;
  }
}

/** One Weir for all files: each of them has services of its own, and looks at nothing else. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const weir = await startWeir();
  project.provide("weirUrl", weir.url);
  return weir.stop;
}
