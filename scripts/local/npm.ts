import { execFileSync } from "node:child_process";

/**
 * Matches a shell that runs a command for npm in the output of `ps`; some shells replace themselves with the command.
 */
const SHELL = /^\s*(\d+) \S*sh -c /;

/** Returns npm's process id if a shell is between npm and this process; null otherwise, or if `ps` fails. */
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
 * Calls `stop` when npm ends, in a script that npm started. npm sends SIGTERM only to its shell, which does not forward
 * it, and does not forward other signals. A script started without npm may outlive its shell.
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
