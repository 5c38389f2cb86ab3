/** Runs `npm start` with a fake server, which starts a child that ignores SIGTERM. */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { freePort } from "../support/node/app-process.ts";

const START = resolve(import.meta.dirname, "../../scripts/start.ts");
/** The script's children find it as `node`. */
const SERVER = `#!${process.execPath}
const child = require("node:child_process").spawn("sh", ["-c", 'trap "" TERM; sleep 600'], { stdio: "ignore" });
const pids = { start: process.ppid, server: process.pid, workerd: child.pid };
require("node:fs").writeFileSync(process.env.PIDS + ".new", JSON.stringify(pids));
require("node:fs").renameSync(process.env.PIDS + ".new", process.env.PIDS);
process.on("message", () => {});
`;

let folder: string;
let port: number;
let npm: ChildProcess;
let output: string;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "goodstreet-start-"));
  port = await freePort();
  const bin = join(folder, "node_modules/.bin");
  mkdirSync(bin, { recursive: true });
  writeFileSync(join(bin, "node"), SERVER);
  chmodSync(join(bin, "node"), 0o755);
  writeFileSync(
    join(folder, "package.json"),
    JSON.stringify({ scripts: { start: `"${process.execPath}" "${START}"` } }),
  );
});

afterEach(() => {
  for (const pid of Object.values(pids())) if (isRunning(pid)) process.kill(pid, "SIGKILL");
  rmSync(folder, { recursive: true, force: true });
});

const pidsFile = () => join(folder, "pids.json");
const pids = (): Record<string, number> =>
  existsSync(pidsFile()) ? (JSON.parse(readFileSync(pidsFile(), "utf8")) as Record<string, number>) : {};

function isRunning(pid: number): boolean {
  try {
    return !execFileSync("ps", ["-o", "stat=", "-p", String(pid)], { encoding: "utf8" }).startsWith("Z");
  } catch {
    return false;
  }
}

function npmStart(env: Record<string, string> = {}): void {
  output = "";
  npm = spawn("npm", ["start"], {
    cwd: folder,
    env: {
      ...process.env,
      PORT: String(port),
      PIDS: pidsFile(),
      STATE_DIR: join(folder, "state"),
      DEMO_DATA: "0",
      GOODSTREET_SKIP_WEB_BUILD: "1",
      ...env,
    },
  });
  for (const stream of [npm.stdout, npm.stderr]) stream?.on("data", (text) => (output += String(text)));
}

/** Another program on the port, which answers every request. */
async function listen(host: string): Promise<Server> {
  const server = createServer((_, reply) => reply.setHeader("Connection", "close").end("{}"));
  server.listen(port, host);
  await once(server, "listening");
  return server;
}

describe("npm start", () => {
  it.each([
    ["npm", "SIGTERM"],
    ["npm", "SIGKILL"],
    ["npm", "SIGHUP"],
    ["start", "SIGTERM"],
    ["start", "SIGINT"],
    ["start", "SIGHUP"],
  ] as const)("leaves no process behind when %s gets %s", async (target, signal) => {
    npmStart();
    await vi.waitFor(() => expect(pids()).toHaveProperty("workerd"), { timeout: 30_000 });
    const started = pids();
    process.kill(target === "npm" ? (npm.pid ?? 0) : (started.start ?? 0), signal);
    await vi.waitFor(() => expect(Object.entries(started).filter(([, pid]) => isRunning(pid))).toEqual([]), {
      timeout: 15_000,
      interval: 200,
    });
  });

  it.each(["127.0.0.1", "0.0.0.0"])("reports a port in use on %s before it starts anything", async (host) => {
    const other = await listen(host);
    npmStart();
    const [code] = await once(npm, "close");
    other.close();
    expect(code).toBe(1);
    expect(output).toContain(`Port ${port} is in use by another program.`);
    expect(output).toContain(`PORT=${port + 1} npm start`);
    expect(pids()).toEqual({});
  });

  it("refuses an invalid port", async () => {
    npmStart({ PORT: "eighty" });
    const [code] = await once(npm, "close");
    expect(code).toBe(1);
    expect(output).toContain('PORT is "eighty", but has to be a number from 1 to 65535.');
  });

  it("does not mistake another server's answer for its own", async () => {
    npmStart();
    await vi.waitFor(() => expect(pids()).toHaveProperty("workerd"), { timeout: 30_000 });
    const other = await listen("127.0.0.1");
    process.kill(pids().server ?? 0, "SIGKILL");
    const [code] = await once(npm, "close");
    other.close();
    expect(code).toBe(1);
    expect(output).toContain("The server stopped");
    expect(output).not.toContain("Goodstreet is running");
  });
});
