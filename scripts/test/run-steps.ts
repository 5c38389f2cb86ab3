/** Runs steps in parallel and writes the output of each to reports/<step>.log. */
import { type ChildProcess, spawn } from "node:child_process";
import { createWriteStream, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { ProcessorTime } from "./processor-time.ts";
import { resultFile, root, type Settings, type Step } from "./steps.ts";

export type Outcome = "passed" | "failed" | "skipped";

export interface StepResult {
  name: string;
  outcome: Outcome;
  seconds: number;
  /** On the clock of `performance.now()`. */
  endedAt: number;
  /** Processor time of all its processes; null where it is unknown. */
  processorSeconds: number | null;
  /** The step whose end let this one start; null for the first ones. */
  startedAfter: string | null;
}

/**
 * A step that hangs fails after this time instead of blocking the rest. The longest, the browser tests, takes more than 40
 * minutes on two cores.
 */
const STEP_LIMIT_MS = 60 * 60_000;

export const logFile = (step: string) => join(root, "reports", `${step}.log`);

/** Output of the runtime for every object that a test file's storage reset stops. It would hide the rest of a log. */
const RUNTIME_NOISE = /^(exception = workerd\/api\/unsafe|stack: |NOSENTRY )/;

const children = new Set<ChildProcess>();
const processorTime = new ProcessorTime();

/** Ends every process that a step has started, not only the first. */
function stopGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (pid !== undefined) process.kill(-pid, signal);
  } catch {
    // The group has already ended.
  }
}

function stopAll(): void {
  for (const child of children) stopGroup(child, "SIGTERM");
  process.exit(130);
}

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, stopAll);

function runStep(step: Step, settings: Settings, startedAfter: string | null): Promise<StepResult> {
  const started = performance.now();
  rmSync(resultFile(step.name), { force: true });
  const log = createWriteStream(logFile(step.name));
  return new Promise((resolve) => {
    const finish = (outcome: Outcome) => {
      const result = {
        name: step.name,
        outcome,
        seconds: (performance.now() - started) / 1000,
        endedAt: performance.now(),
        processorSeconds: processorTime.of(step.name),
        startedAfter,
      };
      log.end(() => resolve(result));
    };
    try {
      const { command, args, env } = step.command(settings);
      const child = spawn(command, args, {
        cwd: root,
        stdio: ["ignore", "pipe", "pipe"],
        detached: true,
        env: { ...process.env, FORCE_COLOR: "0", ...env },
      });
      children.add(child);
      if (child.pid !== undefined) processorTime.add(step.name, child.pid);
      const limit = setTimeout(() => {
        log.write(`\nStopped after ${STEP_LIMIT_MS / 60_000} minutes.\n`);
        stopGroup(child, "SIGKILL");
      }, STEP_LIMIT_MS);
      for (const input of [child.stdout, child.stderr]) {
        createInterface({ input }).on("line", (line) => {
          if (!RUNTIME_NOISE.test(line)) log.write(`${line}\n`);
        });
      }
      child.once("error", (error) => {
        clearTimeout(limit);
        log.write(`${String(error)}\n`);
        finish("failed");
      });
      child.once("close", (code) => {
        clearTimeout(limit);
        children.delete(child);
        finish(code === 0 ? "passed" : "failed");
      });
    } catch (error) {
      log.write(`${String(error)}\n`);
      finish("failed");
    }
  });
}

/** @param report called for each step when it begins and when it ends. */
export async function runSteps(
  steps: readonly Step[],
  settings: Settings,
  lanes: number,
  report: (step: Step, result: StepResult | null) => void,
): Promise<StepResult[]> {
  mkdirSync(join(root, "reports"), { recursive: true });
  const results = new Map<string, StepResult>();
  const running = new Map<string, Promise<void>>();
  const waiting = [...steps];
  let lastEnded: string | null = null;

  const blocked = ({ after = [] }: Step) =>
    after.some((name) => steps.some((step) => step.name === name) && !results.has(name));
  const spoiled = ({ after = [] }: Step) => after.some((name) => (results.get(name)?.outcome ?? "passed") !== "passed");
  const inFront = () => steps.filter(({ name, background }) => running.has(name) && !background);

  const start = (step: Step) => {
    report(step, null);
    const work = runStep(step, settings, lastEnded).then((result) => {
      lastEnded = step.name;
      results.set(step.name, result);
      running.delete(step.name);
      report(step, result);
    });
    running.set(step.name, work);
  };

  const mayStart = (step: Step): boolean => {
    if (blocked(step)) return false;
    if (step.background) return true;
    const others = inFront();
    if (step.alone) return others.length === 0;
    return others.length < lanes && !others.some(({ alone }) => alone);
  };

  while (waiting.length > 0 || running.size > 0) {
    for (const step of [...waiting]) {
      if (spoiled(step)) {
        waiting.splice(waiting.indexOf(step), 1);
        const result: StepResult = {
          name: step.name,
          outcome: "skipped",
          seconds: 0,
          endedAt: 0,
          processorSeconds: null,
          startedAfter: lastEnded,
        };
        results.set(step.name, result);
        report(step, result);
      } else if (mayStart(step)) {
        waiting.splice(waiting.indexOf(step), 1);
        start(step);
      }
    }
    if (running.size > 0) await Promise.race(running.values());
  }
  return steps.flatMap(({ name }) => results.get(name) ?? []);
}
