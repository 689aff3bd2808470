/** The few things of Node that are used here: the types of all of it would be a package for a dozen lines. */
declare const process: { env: Record<string, string | undefined>; getuid?: () => number };

declare module "node:child_process" {
  interface Output {
    setEncoding(encoding: "utf8"): void;
    on(event: "data", listener: (text: string) => void): void;
  }
  export interface ChildProcess {
    stdout: Output;
    stderr: Output;
    exitCode: number | null;
    signalCode: string | null;
    kill(signal: "SIGTERM" | "SIGKILL"): boolean;
    once(event: "exit", listener: () => void): void;
    once(event: "error", listener: (error: Error) => void): void;
  }
  export function spawn(
    command: string,
    args: string[],
    options: { cwd: string; env: Record<string, string | undefined>; stdio: ["ignore", "pipe", "pipe"] },
  ): ChildProcess;
}

declare module "node:fs/promises" {
  export function mkdtemp(prefix: string): Promise<string>;
  export function readFile(path: string, encoding: "utf8"): Promise<string>;
  export function mkdir(path: string, options: { recursive: boolean }): Promise<void>;
  export function rm(path: string, options: { recursive: boolean; force: boolean }): Promise<void>;
}

declare module "node:zlib" {
  export function gzipSync(content: Uint8Array): Uint8Array;
}

declare module "node:os" {
  export function tmpdir(): string;
}
