/** The site's theme, which only administrators can change (D13, A12, A77). */
import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, describe, expect, it } from "vitest";
import type { ThemeReply } from "#contract/site/theme";
import { app } from "../../worker/app.ts";
import { call, createAccount, ORIGIN } from "../support/workerd/accounts.ts";
import { refusal } from "../support/workerd/deals.ts";
import { siteFiles } from "../support/workerd/site-files.ts";
import { allRows, firstRow, runSql } from "../support/workerd/sql.ts";

const banner = {
  light: { background: "#123456", text: "#ffffff" },
  dark: { background: "#0a1b2c", text: "#eeeeee" },
};
const CSS =
  "html:root{--color-banner:#123456;--color-on-banner:#ffffff;--color-banner-quiet:#b8c2cc}" +
  "html[data-theme=dark]{--color-banner:#0a1b2c;--color-on-banner:#eeeeee;--color-banner-quiet:#aaafb4}";

afterEach(async () => {
  await runSql`UPDATE global_theme_settings SET theme_config = '{}', updated_at = 0`;
});

async function read(): Promise<ThemeReply> {
  const reply = await call("GET", "/api/theme");
  expect(reply.status).toBe(200);
  return (await reply.json()) as ThemeReply;
}

async function page(): Promise<string> {
  const ctx = createExecutionContext();
  const reply = await app.fetch(new Request(`${ORIGIN}/Privacy`), { ...env, ASSETS: siteFiles() }, ctx);
  const html = await reply.text();
  await waitOnExecutionContext(ctx);
  return html;
}

describe("the theme", () => {
  it("is empty at first, and cached by browsers for five seconds", async () => {
    const reply = await call("GET", "/api/theme");
    expect(await reply.json()).toEqual({ theme_config: {}, version: 0, css: "" });
    expect(reply.headers.get("Cache-Control")).toBe("private, max-age=5");
  });

  it("is null when its row is missing, and then cached for a minute", async () => {
    await runSql`DELETE FROM global_theme_settings`;
    const reply = await call("GET", "/api/theme");
    expect(await reply.json()).toEqual({ theme_config: null, version: 0, css: null });
    expect(reply.headers.get("Cache-Control")).toBe("private, max-age=60");
    const admin = await createAccount({ role: "admin" });
    const saved = await admin.request("PUT", "/api/theme", { version: 0, theme_config: { banner } });
    expect(saved.status).toBe(200);
    expect((await read()).css).toBe(CSS);
  });

  it("is saved by an administrator, with an entry in the audit log", async () => {
    const admin = await createAccount({ role: "admin" });
    const saved = await admin.request("PUT", "/api/theme", { version: 0, theme_config: { banner } });
    expect(saved.status, await saved.clone().text()).toBe(200);
    const theme = await read();
    expect(theme).toEqual({ theme_config: { banner }, version: expect.any(Number), css: CSS });
    expect(await saved.json()).toEqual(theme);
    const entry = await firstRow<{ action: string; subject: string; details: string }>`SELECT action, subject, details
      FROM audit_log WHERE actor_id = ${admin.id}`;
    expect(entry).toMatchObject({ action: "theme_saved", subject: "global" });
    expect(JSON.parse(entry?.details ?? "")).toEqual({ before: {}, after: { banner } });
  });

  it("is part of every page before the theme script, immediately after a save", async () => {
    expect(await page()).toContain('<style id="marketplace-theme"></style><script src="/theme-init.js">');
    const admin = await createAccount({ role: "super_admin" });
    await admin.request("PUT", "/api/theme", { version: 0, theme_config: { banner } });
    expect(await page()).toContain(`<style id="marketplace-theme">${CSS}</style><script src="/theme-init.js">`);
  });

  it("cannot be saved by users who are not administrators (A12)", async () => {
    const body = { version: 0, theme_config: { banner } };
    const user = await createAccount();
    const error = await refusal(await user.request("PUT", "/api/theme", body), 403);
    expect(error).toMatchObject({
      code: "admins_only",
      message: "Only administrators can update global theme settings",
    });
    await refusal(await call("PUT", "/api/theme", body), 401);
    expect((await read()).version).toBe(0);
  });

  it("is not overwritten by a save with an older version", async () => {
    const [one, other] = [await createAccount({ role: "admin" }), await createAccount({ role: "admin" })];
    const replies = await Promise.all(
      [one, other].map((admin) => admin.request("PUT", "/api/theme", { version: 0, theme_config: { banner } })),
    );
    expect(replies.map((reply) => reply.status).sort()).toEqual([200, 409]);
    const { results } = await allRows`SELECT id FROM audit_log WHERE actor_id IN (${one.id}, ${other.id})`;
    expect(results).toHaveLength(1);
    const { version } = await read();
    const again = await one.request("PUT", "/api/theme", { version, theme_config: {} });
    expect(((await again.json()) as ThemeReply).css).toBe("");
  });

  it.each(["red;}body{display:none}", "url(//evil.example/x)", "</style><script>", "rgb(1,2,3", "transparent", ""])(
    "refuses %j as a colour (A75, A77)",
    async (background) => {
      const admin = await createAccount({ role: "admin" });
      const theme_config = { banner: { ...banner, light: { background, text: "#ffffff" } } };
      const error = await refusal(await admin.request("PUT", "/api/theme", { version: 0, theme_config }), 422);
      expect(error.details?.fields).toEqual([
        { field: "theme_config.banner.light.background", message: "Enter a colour such as #0b5d4b." },
      ]);
      expect((await read()).css).toBe("");
    },
  );

  it("refuses unknown and missing parts", async () => {
    const admin = await createAccount({ role: "admin" });
    for (const theme_config of [{ footer: banner }, { banner: { light: banner.light } }, []]) {
      await refusal(await admin.request("PUT", "/api/theme", { version: 0, theme_config }), 422);
    }
  });

  it("refuses text with too little contrast, and suggests the nearest colour that passes", async () => {
    const admin = await createAccount({ role: "admin" });
    const theme_config = { banner: { ...banner, dark: { background: "#000000", text: "#555555" } } };
    const error = await refusal(await admin.request("PUT", "/api/theme", { version: 0, theme_config }), 422);
    const proposal = error.details?.current?.["banner.dark"] as string;
    expect(error.details?.fields).toEqual([
      {
        field: "theme_config.banner.dark.text",
        message: `Banner, dark: the text contrast is 2.8:1 but must be at least 4.5:1. The nearest colour that passes is ${proposal}.`,
      },
    ]);
    const mended = { banner: { ...banner, dark: { background: "#000000", text: proposal } } };
    expect((await admin.request("PUT", "/api/theme", { version: 0, theme_config: mended })).status).toBe(200);
  });

  it("ignores a stored row with invalid colours", async () => {
    const evil = { banner: { ...banner, light: { background: "red}</style><script>", text: "#ffffff" } } };
    await runSql`UPDATE global_theme_settings SET theme_config = ${JSON.stringify(evil)}`;
    expect(await read()).toMatchObject({ theme_config: {}, css: "" });
  });
});
