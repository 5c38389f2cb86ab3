/** The service never fetches an address that a user typed (A94). */
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, it } from "vitest";

const root = resolve(import.meta.dirname, "../..");

/** Source files that send requests, and the hosts they contact. */
const DOORS: Readonly<Record<string, string>> = {
  "worker/adapters/web-push.ts": "push services by name (#domain/notifications), never any other host",
  "worker/adapters/price-feed.ts": "one constant",
  "worker/adapters/language-model.ts": "the operator's own endpoint",
  "worker/adapters/sms.ts": "the operator's SMS provider",
  "worker/adapters/card-stripe.ts": "Stripe, or the emulator's object",
  "worker/features/site/integrations/commands.ts": "the operator's identity provider",
  "worker/features/site/pages/shell.ts": "our own assets",
  "worker/features/holds/live/routes.ts": "a person's own channel, and an item's own room",
};

/** Source files that only receive requests. */
const SERVED = ["worker/index.ts"];

it("outgoing requests come only from the adapters and a short list of other files (A94)", () => {
  const files = ["worker", "durable"].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name.endsWith(".ts"))
      .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1)),
  );
  const doors = files.filter((file) =>
    readFileSync(join(root, file), "utf8")
      .split("\n")
      .some((line) => /\bfetch\(/.test(line) && !/^\s*(\*|\/\/|\/\*)|\basync fetch\(/.test(line)),
  );
  expect(doors.filter((file) => !SERVED.includes(file)).toSorted()).toEqual(Object.keys(DOORS).toSorted());
});
