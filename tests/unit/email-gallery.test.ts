/** Every email the code can send appears in the gallery of /EmailTest (decision 0032). */
import { readdirSync, readFileSync } from "node:fs";
import { posix } from "node:path";
import { expect, it } from "vitest";

const ROOT = new URL("../../worker/features/", import.meta.url);
const files = readdirSync(ROOT.pathname, { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".ts"));
const textOf = (path: string) => readFileSync(`${ROOT.pathname}${path}`, "utf8");

it("the email gallery has each email that the code can write", () => {
  const gallery = textOf("notifications/email/gallery.ts");
  // The email check of the integrations page writes directly to the person who starts it, not through the outbox.
  const writers = files.filter(
    (path) => path !== "site/integrations/commands.ts" && /\bcomposeEmail\(\{/.test(textOf(path)),
  );
  expect(writers).toContain("notifications/email/emails.ts");
  for (const path of writers) {
    expect(gallery, path).toContain(`/${posix.relative("notifications/email", path).replace(/^(\.\.\/)+/, "")}"`);
    for (const [, name = ""] of textOf(path).matchAll(/export function ((?!composeEmail)\w+Email)\(/g)) {
      expect(gallery, name).toContain(`${name}(`);
    }
  }
});
