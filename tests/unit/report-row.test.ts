import { expect, it, vi } from "vitest";
import { logRowError } from "../../worker/log.ts";

it("logRowError logs a failed row with its job and does not throw", async () => {
  const said = vi.spyOn(console, "error").mockImplementation(() => {});
  await Promise.reject(new Error("no such room")).catch(logRowError("a-job")("row_1"));
  expect(said.mock.calls).toEqual([
    [JSON.stringify({ level: "error", job: "a-job", id: "row_1", error: "Error: no such room" })],
  ]);
  said.mockClear();
});
