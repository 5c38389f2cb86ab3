import { type ChildProcess, spawn } from "node:child_process";
import { createServer } from "node:net";
import { resolve } from "node:path";

const root = resolve(import.meta.dirname, "../../..");

/** Returns a port on which nothing listens at the moment. */
export function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const probe = createServer();
    probe.once("error", fail);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => done(typeof address === "object" && address ? address.port : 0));
    });
  });
}

/** Runs the app as `npm start` does, in its own process group, so that all its processes can be ended together. */
export class AppProcess {
  readonly origin: string;
  #child: ChildProcess | undefined;
  readonly #port: number;
  readonly #stateDir: string;
  readonly #config: string;

  /** Runs the Worker as deployed; with the configuration of scripts/local/config.ts also the Stripe emulator. */
  constructor(port: number, stateDir: string, config = "wrangler.toml") {
    this.#port = port;
    this.#stateDir = stateDir;
    this.#config = config;
    this.origin = `http://localhost:${port}`;
  }

  /** Starts the app. @returns milliseconds from the command to the first successful response. */
  async start(env: Record<string, string> = {}): Promise<number> {
    const started = performance.now();
    // Spawns wrangler directly, without a launcher script, so that a kill reaches every process at once.
    const child = spawn(
      "wrangler",
      [
        "dev",
        "--config",
        this.#config,
        "--local",
        "--ip",
        "127.0.0.1",
        "--port",
        String(this.#port),
        "--inspector-port",
        "0",
        "--persist-to",
        this.#stateDir,
        "--var",
        "APP_ENV:local",
        "--var",
        "CRYPTO_PRICES:fallback",
        "--show-interactive-dev-session=false",
        "--log-level",
        "error",
      ],
      {
        cwd: root,
        detached: true,
        stdio: ["ignore", "ignore", "inherit"],
        env: { ...process.env, GOODSTREET_SKIP_WEB_BUILD: "1", WRANGLER_SEND_METRICS: "false", CI: "1", ...env },
      },
    );
    this.#child = child;
    for (let attempt = 0; attempt < 300; attempt++) {
      if (child.exitCode !== null) throw new Error(`the app ended with ${child.exitCode} while starting`);
      try {
        const reply = await fetch(`${this.origin}/api/auth/session`);
        await reply.body?.cancel();
        if (reply.ok) return performance.now() - started;
      } catch {}
      await new Promise((wait) => setTimeout(wait, 100));
    }
    throw new Error(`the app did not answer on ${this.origin}`);
  }

  /** Ends the process group with this signal and waits until the port no longer answers. */
  async end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#child;
    if (child?.pid === undefined) return;
    const gone = child.exitCode === null ? new Promise((exit) => child.once("exit", exit)) : Promise.resolve();
    process.kill(-child.pid, signal);
    await gone;
    for (let attempt = 0; attempt < 100; attempt++) {
      const answering = await fetch(this.origin, { signal: AbortSignal.timeout(500) }).then(
        () => true,
        () => false,
      );
      if (!answering) return;
      await new Promise((wait) => setTimeout(wait, 50));
    }
    throw new Error("the app still answers after it was ended");
  }
}
