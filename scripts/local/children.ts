/**
 * Child processes that must end with this one. Each leads its own process group, because wrangler starts workerd as its
 * own child: killing the group ends both.
 */
import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";

const running = new Set<ChildProcess>();

function signal(child: ChildProcess, name: NodeJS.Signals): void {
  try {
    process.kill(-(child.pid ?? 0), name);
  } catch {
    // The group has already ended.
  }
}

// Also runs when this process crashes.
process.on("exit", () => {
  for (const child of running) signal(child, "SIGKILL");
});

/** Starts a child process as the leader of its own process group. `stopChildren` ends it. */
export function startChild(command: string, args: string[], options: SpawnOptions): ChildProcess {
  const child = spawn(command, args, { ...options, detached: true });
  if (child.pid === undefined) return child;
  running.add(child);
  // With pipes, "close" also waits for grandchildren that write to them.
  child.on("close", () => {
    running.delete(child);
    signal(child, "SIGKILL");
  });
  return child;
}

/** Runs a command to its end; rejects when it fails. */
export function runChild(command: string, args: string[], options: SpawnOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = startChild(command, args, options);
    child.on("error", reject);
    child.on("close", (code) =>
      code === 0 ? resolve() : reject(new Error(`${command} ${args.join(" ")} ended with ${code}.`)),
    );
  });
}

/** Ends all children; kills them after five seconds. */
export async function stopChildren(): Promise<void> {
  const children = [...running];
  const closed = children.map((child) => new Promise((resolve) => child.once("close", resolve)));
  for (const child of children) signal(child, "SIGTERM");
  const force = setTimeout(() => {
    for (const child of children) signal(child, "SIGKILL");
  }, 5_000);
  await Promise.all(closed);
  clearTimeout(force);
}
