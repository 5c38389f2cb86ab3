/** What an import rule cannot see: the clock, chance, and the traps of D1 (PLATFORM §3). */
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";

const root = resolve(import.meta.dirname, "../..");

function sources(folder: string, ending: RegExp): { path: string; text: string }[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && ending.test(entry.name) && !entry.name.includes(".generated."))
    .map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return { path: path.slice(root.length + 1), text: readFileSync(path, "utf8") };
    });
}

/** Lines that match, comments left out. */
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

const server = [...sources("worker", /\.ts$/), ...sources("durable", /\.ts$/)];

describe("the fences", () => {
  it("keep the clock in its few homes, so that a rule can be asked about any instant", () => {
    const homes = [
      "worker/http/context.ts",
      "durable/item-room/item-room.ts",
      "durable/migrator.ts",
      "durable/stripe-emulator/stripe-emulator.ts",
      "durable/user-channel/user-channel.ts",
    ];
    expect(offences(server, /Date\.now\(|new Date\(\)/, homes)).toEqual([]);
  });

  it("keep chance out of the server except for ids and secrets", () => {
    expect(offences(server, /Math\.random\(/)).toEqual([]);
  });

  it("let the audit log be written in one place alone, where its entries join the chain (D34)", () => {
    const writes = /INTO audit_(log|seals)|insert\(audit(Log|Seals)\)/i;
    expect(offences(server, writes, ["worker/db/audit-log.ts"])).toEqual([]);
  });

  it("keep D1 away from transactions it does not have", () => {
    expect(offences(server, /\bdb\.transaction\(/)).toEqual([]);
  });

  it("keep timers out of Durable Objects, where a crash loses them", () => {
    const timers = /setTimeout\(|setInterval\(|scheduler\.wait\(/;
    // One place, for what may be lost.
    expect(offences(sources("durable", /\.ts$/), timers, ["durable/item-room/behind-the-reply.ts"])).toEqual([]);
  });

  it("keep migrations additive: a table rebuild on D1 deletes child rows without an error", () => {
    // A search index has no child rows, and FTS5 can only be given other prefixes by making it anew. The first design of
    // trades was never written to.
    const destructive =
      /__new_|DROP TABLE (?!items_fts;|IF EXISTS `trade_proposal(s|_items)`;)|foreign_keys|ON DELETE CASCADE/i;
    expect(offences(sources("migrations", /\.sql$/), destructive)).toEqual([]);
  });

  it("keep the length of a hold out of fixed texts: staff set it", () => {
    const texts = [...server, ...sources("web", /\.tsx?$/)];
    // Each of these names another ten minutes: undoing a sale, signing in with Google.
    const others = [
      "durable/item-room/refusals.ts",
      "web/features/sell/my-items/many-words.ts",
      "web/features/legal/privacy-words.tsx",
    ];
    expect(offences(texts, /\b(?:10|ten)[- ]minutes?\b/i, others)).toEqual([]);
  });

  it("keep money whole: no parseFloat and no toFixed on the server", () => {
    expect(offences(server, /parseFloat\(|\.toFixed\(/)).toEqual([]);
  });
});
