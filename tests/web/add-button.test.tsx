import { render, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { MemoryRouter } from "react-router-dom";
import { expect, it, vi } from "vitest";
import AddButton from "../../web/app/add-button.tsx";

it("the floating button gives way to a button that appears below it while the page keeps its size", async () => {
  // jsdom has no layout: here every element lies below the floating button.
  vi.spyOn(Element.prototype, "getBoundingClientRect").mockReturnValue(new DOMRect(0, 0, 56, 56));
  vi.spyOn(document, "elementsFromPoint").mockImplementation(() => [...document.querySelectorAll("main *")]);
  let load = () => {};
  function Page() {
    const [loaded, setLoaded] = useState(false);
    load = () => setLoaded(true);
    return <main>{loaded ? <button type="button">See more</button> : <p>Loading</p>}</main>;
  }
  render(
    <MemoryRouter initialEntries={["/Marketplace"]}>
      <Page />
      <AddButton />
    </MemoryRouter>,
  );
  const button = screen.getByRole("link", { name: "List an item" });
  window.dispatchEvent(new Event("resize"));
  await waitFor(() => expect(button.textContent).toBe("List an item"));
  load();
  await waitFor(() => expect(button.className).toContain("pointer-events-none"));
});
