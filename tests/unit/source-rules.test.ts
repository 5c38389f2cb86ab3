/** Rules about the source that no linter knows. */
import { posix } from "node:path";
import { describe, expect, it } from "vitest";
import { RATE_LIMITS } from "../../worker/http/rate-limits.ts";
import { NOT_RACED, RACED } from "../support/counted-limits.ts";
import { linesOf, PATHS, read } from "../support/repository.ts";

interface Rule {
  name: string;
  files: RegExp;
  forbidden: RegExp;
  /** A line that breaks the rule. */
  offence: string;
  except?: readonly string[];
}

const SERVER = /^(worker|durable|scripts\/stripe-emulator)\/.*\.ts$/;

const RULES: readonly Rule[] = [
  {
    name: "only one file writes the audit log, and extends its hash chain (D34)",
    files: SERVER,
    forbidden: /INTO audit_(log|seals)|insert\(audit(Log|Seals)\)/i,
    offence: "sql`INSERT INTO audit_log (id) VALUES (1)`",
    except: ["worker/db/audit-log.ts"],
  },
  {
    // A search index has no child rows, and FTS5 takes new prefixes only by creating the index again. The first tables
    // of trades were never written to.
    name: "migrations only add, because rebuilding a table on D1 deletes child rows without an error",
    files: /^migrations\/.*\.sql$/,
    forbidden: /__new_|DROP TABLE (?!items_fts;|IF EXISTS `trade_proposal(s|_items)`;)|foreign_keys|ON DELETE CASCADE/i,
    offence: "DROP TABLE `items`;",
  },
  {
    name: "no fixed text names the length of a hold, because staff can change it",
    files: /^(worker|durable|web|scripts\/stripe-emulator)\/.*\.tsx?$/,
    forbidden: /\b(?:10|ten)[- ]minutes?\b/i,
    offence: "We hold it for ten minutes.",
    // Here ten minutes mean something else: undoing a sale, signing in with Google.
    except: ["durable/item-room/refusals.ts", "web/features/selling/my-items/mark-sold-dialog.tsx"],
  },
  {
    name: "code that loads late stands within its own boundary, so that a lost file never takes the page with it",
    files: /^web\/.*\.tsx?$/,
    forbidden: /\blazy\(/,
    offence: 'const Bell = lazy(() => import("./bell.tsx"));',
    // The boundary itself, and the screens, around which the router has one.
    except: ["web/app/screens.ts", "web/ui/lazy-part.tsx"],
  },
  {
    name: "reads hold no writes",
    files: /^worker\/features\/.*queries\.ts$/,
    forbidden: /INSERT INTO|UPDATE \w+ (AS \w+ )?SET|DELETE FROM|\.(insert|update)\(/,
    offence: "sql`UPDATE items SET title = 'x'`",
  },
  {
    name: "a test waits for a state, never for a time",
    files: /^tests\/(?!unit\/source-rules).*\.tsx?$/,
    forbidden: /waitForTimeout|networkidle|setTimeout\((resolve|done)\b/,
    offence: "await page.waitForTimeout(1_000);",
    // Pauses between two looks at a state, starts of races, slow networks.
    except: ["tests/dev-loop/dev-loop.ts", "tests/proof/part.ts", "tests/support/workerd/clock.ts"],
  },
  {
    name: "requests leave from adapters and a few named files, never to an address that a user typed (A94, D11)",
    files: /^(worker|durable)\/.*\.ts$/,
    forbidden: /(?<!async )\bfetch\(/,
    offence: "await fetch(item.link)",
    except: [
      // Push services by name, never any other host.
      "worker/adapters/web-push.ts",
      // One constant.
      "worker/adapters/price-feed.ts",
      // Addresses that the operator configures.
      "worker/adapters/sms.ts",
      "worker/adapters/card-stripe.ts",
      "worker/features/site/integrations/integrations.ts",
      // Our own static files and Durable Objects.
      "worker/features/site/pages/shell.ts",
      "worker/features/holds/live/routes.ts",
    ],
  },
];

describe("sources", () => {
  it.each(RULES.map((rule) => [rule.name, rule] as const))("%s", (_, { files, forbidden, offence, except = [] }) => {
    const lines = linesOf(files);
    const broken = lines.filter(({ text }) => forbidden.test(text) && !/^\s*(\/\/|\*|\/\*)/.test(text));
    expect(forbidden.test(offence)).toBe(true);
    expect(broken.filter(({ path }) => !except.includes(path)).map(({ at, text }) => `${at} ${text.trim()}`)).toEqual(
      [],
    );
    // An exception that is no longer needed would hide the next offence.
    expect(except.filter((path) => !broken.some((line) => line.path === path))).toEqual([]);
  });

  it("every listed rate limit is used", () => {
    const sources = PATHS.filter(
      (path) => /^(worker|durable)\/.*\.ts$/.test(path) && path !== "worker/http/rate-limits.ts",
    ).map(read);
    const unused = Object.keys(RATE_LIMITS).filter((name) => !sources.some((source) => source.includes(`"${name}"`)));
    expect(unused).toEqual([]);
  });

  it("the gallery of /EmailTest has each email that the code can write (decision 0032)", () => {
    const gallery = read("worker/features/admin/emails/gallery.ts");
    // The email check of the integrations page writes directly to the person who starts it, not through the outbox.
    const writers = PATHS.filter(
      (path) =>
        /^worker\/features\/.*\.ts$/.test(path) &&
        path !== "worker/features/site/integrations/integrations.ts" &&
        /\bcomposeEmail\(\{/.test(read(path)),
    );
    expect(writers).toContain("worker/features/notifications/email/emails.ts");
    const needed = writers.flatMap((path) => [
      `/${posix.relative("worker/features/admin/emails", path).replace(/^(\.\.\/)+/, "")}"`,
      ...[...read(path).matchAll(/export function ((?!composeEmail)\w+Email)\(/g)].map(([, name]) => `${name}(`),
    ]);
    expect(needed.filter((part) => !gallery.includes(part))).toEqual([]);
  });

  it("a function that writes a credential ends what is pending, or says why not (A27)", () => {
    const writes =
      /\b(insert|update|delete)\((passkeys|authenticatorApps|recoveryCodes|identities|accounts)\)|(INTO|UPDATE|DELETE FROM) (passkeys|authenticator_apps|recovery_codes|identities|accounts)\b/;
    const functions = PATHS.filter((path) => /^worker\/(features|http|jobs)\/.*\.ts$/.test(path)).flatMap((path) =>
      read(path)
        .split(/^(?=(?:export )?(?:async )?function )/m)
        .filter((text) => writes.test(text) && !text.includes("endPendingChanges("))
        .map((text) => /function (\w+)/.exec(text)?.[1] ?? path),
    );
    expect(functions.sort()).toEqual(Object.keys(ENDS_NOTHING).sort());
  });

  it("every limit that is compared with a count has a race, or a reason (tests/support/counted-limits.ts)", () => {
    const compared = new Set(
      PATHS.filter((path) => /^worker\/features\/.*\.ts$/.test(path)).flatMap((path) =>
        [
          ...read(path).matchAll(
            /(?:[<>]=? (?:\$\{)?|most: )([A-Z][A-Z_]*(?:_MAX|_PER_[A-Z]+|_LIMITS|_TRIES)(?:\.(?!length)\w+)?)\b/g,
          ),
        ].map(([, name]) => name ?? ""),
      ),
    );
    const listed = [...RACED, ...Object.keys(NOT_RACED)];
    expect([...compared].filter((name) => !listed.includes(name))).toEqual([]);
    expect(compared).toContain("ACCEPTED_HOLDS_MAX");
  });
});

/** Why these functions may write a credential and leave pending changes. */
const ENDS_NOTHING: Record<string, string> = {
  acceptAnswer: "counts the use of a passkey",
  consumeAppCode: "counts the use of a code",
  consumeRecoveryCode: "uses a code up",
  newRecoveryCodes: "returns statements; their callers end what is pending",
  setUpApp: "begins a change, which is pending until its first code",
  signUp: "a new account",
  verifyEmail: "confirms the address that the account has",
};
