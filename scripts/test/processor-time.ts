/**
 * Processor time of running steps, including processes that nobody waits for: the Workers runtime and Chromium are
 * killed, so the system's own accounting leaves them out. Sampled from /proc; other systems have no figures.
 */
import { readdirSync, readFileSync } from "node:fs";

const SAMPLE_MS = 400;
/** Kernel ticks per second, the same on every Linux that Node runs on. */
const TICKS = 100;

interface Process {
  parent: number;
  began: string;
  seconds: number;
}

function readProcess(pid: number): Process | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name in parentheses can contain spaces.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const [user, system] = [Number(fields[11]), Number(fields[12])];
    return { parent: Number(fields[1]), began: fields[19] ?? "", seconds: (user + system) / TICKS };
  } catch {
    // It has ended meanwhile.
    return null;
  }
}

export class ProcessorTime {
  /** By step: the processor seconds of each of its processes, also of those that have ended. */
  readonly #used = new Map<string, Map<string, number>>();
  /** The step of each living process. A process stays with its step when its parent ends first. */
  readonly #steps = new Map<number, string>();
  #timer: NodeJS.Timeout | undefined;

  /** Counts a process and its descendants. */
  add(step: string, pid: number): void {
    if (process.platform !== "linux") return;
    this.#used.set(step, new Map());
    this.#steps.set(pid, step);
    this.#timer ??= setInterval(() => this.#sample(), SAMPLE_MS).unref();
  }

  /** @returns the seconds a step has used, or null where they are unknown. */
  of(step: string): number | null {
    if (process.platform !== "linux") return null;
    this.#sample();
    return [...(this.#used.get(step)?.values() ?? [])].reduce((sum, seconds) => sum + seconds, 0);
  }

  #sample(): void {
    const living = new Map<number, Process>();
    for (const name of readdirSync("/proc")) {
      const pid = Number(name);
      const found = pid > 0 ? readProcess(pid) : null;
      if (found) living.set(pid, found);
    }
    for (const pid of this.#steps.keys()) if (!living.has(pid)) this.#steps.delete(pid);
    for (const [pid, { began, seconds }] of living) {
      const step = this.#stepOf(pid, living);
      if (step === undefined) continue;
      this.#steps.set(pid, step);
      this.#used.get(step)?.set(`${pid}:${began}`, seconds);
    }
  }

  #stepOf(pid: number, living: ReadonlyMap<number, Process>): string | undefined {
    for (let next: number | undefined = pid; next; next = living.get(next)?.parent) {
      const step = this.#steps.get(next);
      if (step !== undefined) return step;
    }
    return undefined;
  }
}
