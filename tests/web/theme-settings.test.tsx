/** Theme Settings: the editor of the site-wide colours. */
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router-dom";
import { afterEach, expect, it, vi } from "vitest";
import { DEFAULT_THEME, type ThemeConfig } from "#domain/site/theme";
import ThemeSettingsScreen from "../../web/features/admin/theme/theme-settings-screen.tsx";
import { SESSION_KEY } from "../../web/lib/query-client.ts";
import { person, serve } from "../support/web/api.ts";

afterEach(() => vi.unstubAllGlobals());

async function show(theme_config: ThemeConfig = {}) {
  const calls = serve({ "GET /api/theme": () => ({ body: { theme_config, version: 1, css: "" } }) });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  client.setQueryData(SESSION_KEY, person({ role: "admin" }));
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <ThemeSettingsScreen />
      </MemoryRouter>
    </QueryClientProvider>,
  );
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
