import { act, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { SearchForm } from "../../web/features/items/index.ts";
import { renderAt } from "../support/web/render.tsx";

// Alone in its file, because the suggestions load only once.
it("SearchForm leaves the focus alone when the user moved on before the suggestions loaded", async () => {
  renderAt("/", <SearchForm inputClass="" />);
  const button = screen.getByRole("button", { name: "Search" });
  act(() => screen.getByLabelText("Search the marketplace").focus());
  act(() => button.focus());
  await act(async () => void (await import("../../web/features/items/search/search-suggestions.tsx")));
  expect(document.activeElement).toBe(button);
  expect(screen.queryByRole("combobox")).toBeNull();
});
