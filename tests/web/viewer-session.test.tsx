import { expect, it, vi } from "vitest";

const freshly = async () => {
  vi.resetModules();
  return (await import("../../web/features/item-page/viewer-session.ts")).viewerSession();
};

// Alone in its file, because modules loaded anew do not know those that the tests beside it have loaded.
it("viewerSession returns one id per browser session", async () => {
  const first = await freshly();
  expect(sessionStorage.getItem("goodstreet-viewer")).toBe(first);
  expect(localStorage.getItem("goodstreet-viewer")).toBeNull();
  expect(await freshly()).toBe(first);
});
