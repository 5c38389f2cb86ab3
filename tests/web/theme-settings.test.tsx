/** Theme Settings: the editor of the site-wide colours. */
import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { DEFAULT_THEME, type ThemeConfig } from "#domain/site/theme";
import ThemeSettingsScreen from "../../web/features/admin/theme/theme-settings-screen.tsx";
import { person, serve } from "../support/web/api.ts";
import { renderAt } from "../support/web/render.tsx";
import { collectToasts } from "../support/web/toasts.ts";

const toasts = collectToasts();
async function show(theme_config: ThemeConfig = {}) {
  const calls = serve({ "GET /api/theme": () => ({ body: { theme_config, version: 1, css: "" } }) });
  renderAt("/", <ThemeSettingsScreen />, person({ role: "admin" }));
  await screen.findByRole("button", { name: "Save theme" });
  return { user: userEvent.setup(), calls };
}

// jsdom has no layout, so the parts of a name may be joined without a space.
const button = (...parts: string[]) => screen.getByRole("button", { name: new RegExp(`^${parts.join("\\s*")}$`) });
const field = (part: string, color: string) =>
  screen.getByRole<HTMLInputElement>("textbox", { name: new RegExp(`^${part}:\\s*${color}$`) });

it.each([
  ["the background", { background: "#111111", text: DEFAULT_THEME.banner.light.text }],
  ["the text", { background: DEFAULT_THEME.banner.light.background, text: "#eeeeee" }],
  ["both colours", { background: "#111111", text: "#eeeeee" }],
])("the Default button resets a part whose theme changes %s", async (_changed, light) => {
  const { user } = await show({ banner: { light, dark: DEFAULT_THEME.banner.dark } });
  await user.click(button("Default", "colours for Banner"));
  expect(field("Banner", "Background").value).toBe(DEFAULT_THEME.banner.light.background);
  expect(field("Banner", "Text").value).toBe(DEFAULT_THEME.banner.light.text);
});

const NOT_SAVED = {
  title: "Not saved",
  description: "Fix the colours listed above Save theme and try again.",
  variant: "destructive",
};

it("saving names an invalid colour of the other scheme until a colour changes", async () => {
  const { user, calls } = await show();
  await user.click(screen.getByRole("tab", { name: "Dark" }));
  await user.clear(field("Banner", "Background"));
  await user.type(field("Banner", "Background"), "nonsense");
  expect(screen.queryByRole("alert")).toBeNull();
  await user.click(screen.getByRole("tab", { name: "Light" }));
  await user.click(button("Save theme"));
  expect(toasts).toEqual([NOT_SAVED]);
  expect(calls.map(({ method }) => method)).toEqual(["GET"]);
  expect(screen.getByRole("alert").textContent).toBe(
    "Some colours can't be usedBanner, dark: enter a background colour such as #0b5d4b.",
  );
  await user.click(screen.getByRole("tab", { name: "Dark" }));
  await user.click(button("Default", "colours for Banner"));
  expect(screen.queryByRole("alert")).toBeNull();
});

it("saving with too little contrast refers to the list of unreadable texts", async () => {
  const { user, calls } = await show();
  await user.clear(field("Banner", "Text"));
  await user.type(field("Banner", "Text"), "#0a3b31");
  await user.click(button("Save theme"));
  expect(toasts).toEqual([NOT_SAVED]);
  expect(calls.map(({ method }) => method)).toEqual(["GET"]);
  const notice = screen.getByRole("alert");
  expect(within(notice).getByText("Some text is hard to read")).toBeTruthy();
  expect(within(notice).getAllByText(/^Banner, light: the text contrast is 1\.0:1/)).toHaveLength(1);
});
