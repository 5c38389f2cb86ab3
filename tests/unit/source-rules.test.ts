/** Rules that the import checks cannot express: clock, randomness, timers and D1. */
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { RATE_LIMITS } from "../../worker/http/rate-limits.ts";

const root = resolve(import.meta.dirname, "../..");

function sources(folder: string, ending: RegExp): { path: string; text: string }[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && ending.test(entry.name) && !entry.name.includes(".generated."))
    .map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return { path: path.slice(root.length + 1), text: readFileSync(path, "utf8") };
    });
}

/** Returns matching lines, comments left out. */
function offences(files: { path: string; text: string }[], pattern: RegExp, except: string[] = []): string[] {
  return files
    .filter((file) => !except.includes(file.path))
    .flatMap((file) =>
      file.text
        .split("\n")
        .map((line, index) => ({ line: line.replace(/^\s*(\/\/|\*|\/\*).*$/, ""), at: `${file.path}:${index + 1}` }))
        .filter(({ line }) => pattern.test(line))
        .map(({ at, line }) => `${at} ${line.trim()}`),
    );
}

const deployed = ["worker", "durable"].flatMap((folder) => sources(folder, /\.ts$/));
const server = [...deployed, ...sources("scripts/stripe-emulator", /\.ts$/)];

describe("source rules", () => {
  it("import nothing from scripts and tests, so that no development tool is deployed", () => {
    expect(offences(deployed, /(?:from|import) ?\(?"[^"]*\/(?:scripts|tests)\//)).toEqual([]);
  });

  it("read the clock only in a few files, so that rules can be tested at any instant", () => {
    const homes = [
      "worker/services.ts",
      "durable/item-room/item-room.ts",
      "durable/migrator.ts",
      "scripts/stripe-emulator/stripe-emulator.ts",
      "durable/user-channel/user-channel.ts",
    ];
    expect(offences(server, /Date\.now\(|new Date\(\)/, homes)).toEqual([]);
  });

  it("use every listed rate limit", () => {
    const text = deployed.filter(({ path }) => path !== "worker/http/rate-limits.ts").map((file) => file.text);
    const unused = Object.keys(RATE_LIMITS).filter((name) => !text.some((source) => source.includes(`"${name}"`)));
    expect(unused).toEqual([]);
  });

  it("use no Math.random on the server", () => {
    expect(offences(server, /Math\.random\(/)).toEqual([]);
  });

  it("write the audit log in one file only, which extends its hash chain (D34)", () => {
    const writes = /INTO audit_(log|seals)|insert\(audit(Log|Seals)\)/i;
    expect(offences(server, writes, ["worker/db/audit-log.ts"])).toEqual([]);
  });

  it("use no transactions on D1, which has none", () => {
    expect(offences(server, /\bdb\.transaction\(/)).toEqual([]);
  });

  it("use no timers in Durable Objects, where a crash loses them", () => {
    const timers = /setTimeout\(|setInterval\(|scheduler\.wait\(/;
    // The one exception runs work that may be lost.
    expect(offences(sources("durable", /\.ts$/), timers)).toEqual([
      expect.stringMatching(/^durable\/item-room\/item-room\.ts:\d+ later: \(work\) => setTimeout\(work, 0\),$/),
    ]);
  });

  it("keep migrations additive, because rebuilding a table on D1 deletes child rows without an error", () => {
    // A search index has no child rows, and FTS5 takes new prefixes only by creating the index again. The first tables
    // of trades were never written to.
    const destructive =
      /__new_|DROP TABLE (?!items_fts;|IF EXISTS `trade_proposal(s|_items)`;)|foreign_keys|ON DELETE CASCADE/i;
    expect(offences(sources("migrations", /\.sql$/), destructive)).toEqual([]);
  });

  it("keep the length of a hold out of fixed texts, because staff can change it", () => {
    const texts = [...server, ...sources("web", /\.tsx?$/)];
    // The ten minutes in these files have another meaning: undoing a sale, signing in with Google.
    const others = [
      "durable/item-room/refusals.ts",
      "web/features/selling/my-items/mark-sold-dialog.tsx",
      "web/features/community/legal/privacy-screen.tsx",
    ];
    expect(offences(texts, /\b(?:10|ten)[- ]minutes?\b/i, others)).toEqual([]);
  });

  it("keep money in whole cents: no parseFloat and no toFixed on the server", () => {
    expect(offences(server, /parseFloat\(|\.toFixed\(/)).toEqual([]);
  });
});
