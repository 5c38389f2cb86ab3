import { act, render } from "@testing-library/react";
import { createMemoryRouter, Outlet, RouterProvider } from "react-router-dom";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ScrollRestoration } from "../../web/app/scroll-restoration.tsx";

let shown: string[] = [];
const sections = document.createElement("main");

/** Adds a section as a page does whose data has just arrived. */
function load(id: string) {
  const section = document.createElement("section");
  section.id = id;
  section.scrollIntoView = () => void shown.push(id);
  sections.append(section);
}

async function open(path: string) {
  const layout = (
    <>
      <ScrollRestoration />
      <Outlet />
    </>
  );
  const router = createMemoryRouter([{ path: "*", element: layout }], { initialEntries: [path] });
  render(<RouterProvider router={router} />);
  return router;
}

const frames = (ms = 100) => act(() => vi.advanceTimersByTimeAsync(ms));

beforeEach(() => {
  shown = [];
  sections.replaceChildren();
  document.body.append(sections);
  vi.stubGlobal("scrollTo", () => {});
  vi.useFakeTimers({ toFake: ["requestAnimationFrame", "cancelAnimationFrame", "performance", "setTimeout"] });
});
afterEach(() => vi.useRealTimers());

describe("ScrollRestoration", () => {
  it("scrolls to the section in the address once the page has loaded it", async () => {
    await open("/Settings#holiday");
    await frames();
    expect(shown).toEqual([]);
    load("holiday");
    await frames();
    expect(shown).toContain("holiday");
  });

  it("scrolls to a section of the same page", async () => {
    load("holiday");
    const router = await open("/Settings");
    await frames();
    expect(shown).toEqual([]);
    await act(() => router.navigate("/Settings#holiday"));
    await frames();
    expect(shown).toContain("holiday");
  });

  it("leaves the scrolling to the user once they scroll themselves", async () => {
    await open("/Settings#holiday");
    await frames();
    window.dispatchEvent(new Event("wheel"));
    load("holiday");
    await frames();
    expect(shown).toEqual([]);
  });

  it("gives up on a section that does not exist", async () => {
    await open("/Settings#nowhere");
    await frames(20_000);
    expect(vi.getTimerCount()).toBe(0);
  });
});
