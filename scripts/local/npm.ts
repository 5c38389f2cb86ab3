import { execFileSync } from "node:child_process";

/** A shell that runs a command for npm, as `ps` shows it; some shells replace themselves with the command. */
const SHELL = /^\s*(\d+) \S*sh -c /;

/** The process of npm when a shell stands between; null also where `ps` does not say. */
function npmBehindShell(): number | null {
  try {
    const shell = execFileSync("ps", ["-o", "ppid=,args=", "-p", String(process.ppid)], { encoding: "utf8" });
    return Number(SHELL.exec(shell)?.[1] ?? 0) || null;
  } catch {
    return null;
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/**
 * For a script of npm: calls `stop` once npm has ended. npm passes SIGTERM to its shell only, which does not pass it on,
 * and other signals to nobody. A script started without npm may outlive the shell it was started from.
 */
export function whenNpmEnds(stop: () => void): void {
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  const npm = npmBehindShell();
  const timer = setInterval(() => {
    if (process.ppid === parent && (npm === null || isRunning(npm))) return;
    clearInterval(timer);
    stop();
  }, 500);
  timer.unref();
}
