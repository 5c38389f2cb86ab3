/**
 * Checks recorded JSON against the types of the pinned stripe package. Each recorded value becomes one line of a TypeScript
 * file, `export const r0: Stripe.Refund = {…};`, and the compiler reports missing required fields, unknown names and
 * wrong types. The package accepts any string where it lists an enum (`'active' | 'pending' | OtherString`); this check
 * compiles it with an empty `OtherString`, so that only documented values pass.
 */
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import cases from "./stripe-shapes.json" with { type: "json" };

export interface Recorded {
  /** Where the value was seen, for the report. */
  from: string;
  json: unknown;
}

const root = resolve(import.meta.dirname, "../..");

/** Stripe sends JSON, so the methods that the SDK adds to v2 events are left out. */
const HEAD = `import type { Stripe } from "./stripe/stripe.esm.node.d.ts";
type Json<T> = T extends unknown ? Omit<T, "fetchRelatedObject" | "fetchEvent"> : never;
type ThinEvent = Json<Stripe.V2.Core.Event | Stripe.V2.Core.EventNotification>;
type ApiError = Stripe.PaymentIntent.LastPaymentError;`;

/** TypeScript types by the value of the `object` field. */
const TYPES: Readonly<Record<string, string>> = cases.types;

/** Codes that Stripe sends although its types do not list them: the first is in public recordings, the second in v2. */
const UNLISTED_CODES = ["insufficient_capabilities_for_transfer", "invalid_fields"];

interface Body {
  object?: string;
  data?: unknown;
  error?: { code?: string };
}

function typeOf(json: unknown): string {
  const { object, data, error } = json as Body;
  if (error) {
    return UNLISTED_CODES.includes(error.code ?? "")
      ? '{ error: Omit<ApiError, "code"> & { code: string } }'
      : "{ error: ApiError }";
  }
  if (Array.isArray(data)) {
    const element = data.length === 0 ? "never" : typeOf(data[0]);
    return object === "list"
      ? `Stripe.ApiList<${element}>`
      : `{ data: ${element}[]; next_page_url: string | null; previous_page_url: string | null }`;
  }
  return TYPES[object ?? ""] ?? "never";
}

/** Returns one line per problem in the recorded values; empty when all match their types. */
export function shapeProblems(recorded: readonly Recorded[]): string[] {
  const folder = mkdtempSync(join(tmpdir(), "stripe-shapes-"));
  try {
    cpSync(join(root, "node_modules/stripe/esm"), join(folder, "stripe"), {
      recursive: true,
      filter: (path) => statSync(path).isDirectory() || path.endsWith(".d.ts"),
    });
    closeEnums(join(folder, "stripe/shared.d.ts"));
    const lines = recorded.map(
      ({ json }, index) => `export const r${index}: ${typeOf(json)} = ${JSON.stringify(json)};`,
    );
    writeFileSync(join(folder, "recorded.ts"), [HEAD, ...lines].join("\n"));
    const options = [
      "--noEmit",
      "--strict",
      "--skipLibCheck",
      "--pretty",
      "false",
      "--types",
      "",
      "--target",
      "es2024",
    ];
    const compiler = ["--module", "esnext", "--moduleResolution", "bundler", "--allowImportingTsExtensions"];
    const run = spawnSync(join(root, "node_modules/.bin/tsc"), [...options, ...compiler, "recorded.ts"], {
      cwd: folder,
      encoding: "utf8",
    });
    if (run.error) throw run.error;
    const problems = readProblems(run.stdout, recorded);
    if (run.status !== 0 && problems.length === 0) throw new Error(`tsc: ${run.stdout}${run.stderr}`);
    return problems;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function closeEnums(file: string): void {
  const text = readFileSync(file, "utf8");
  const closed = text.replace("type OtherString = string & Record<never, never>;", "type OtherString = never;");
  if (closed === text) throw new Error("The stripe package no longer declares OtherString as it did.");
  writeFileSync(file, closed);
}

/** Parses the compiler's output: an error line, and indented lines that explain it. */
function readProblems(output: string, recorded: readonly Recorded[]): string[] {
  const problems: string[] = [];
  const head = HEAD.split("\n").length;
  for (const line of output.split("\n")) {
    const [, number, message] = /^recorded\.ts\((\d+),\d+\): error (.*)$/.exec(line) ?? [];
    if (number !== undefined) problems.push(`${recorded[Number(number) - head - 1]?.from}: ${message}`);
    else if (line.startsWith(" ")) problems.push(`${problems.pop() ?? ""} ${line.trim()}`);
    else if (line.includes("error TS")) problems.push(line);
  }
  return problems;
}
