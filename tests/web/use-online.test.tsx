import { act, renderHook } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { useOnline } from "../../web/lib/use-online.ts";

it("useOnline follows the network state of the device", () => {
  const onLine = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  const { result } = renderHook(() => useOnline());
  expect(result.current).toBe(false);
  onLine.mockReturnValue(true);
  act(() => void window.dispatchEvent(new Event("online")));
  expect(result.current).toBe(true);
  onLine.mockReturnValue(false);
  act(() => void window.dispatchEvent(new Event("offline")));
  expect(result.current).toBe(false);
});
