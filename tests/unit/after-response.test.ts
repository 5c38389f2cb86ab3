/** Work after the response: once at a time, and nothing that a call has named is lost. */
import { expect, it, vi } from "vitest";
import { afterResponse } from "../../worker/http/after-response.ts";
import type { Services } from "../../worker/services.ts";

function setUp() {
  const deferred: Promise<unknown>[] = [];
  const services = { now: () => 1, defer: (work: Promise<unknown>) => deferred.push(work) } as unknown as Services;
  return { services, done: () => Promise.all(deferred) };
}

/** A round that the test ends. */
function round(): { ended: Promise<boolean>; end: (more: boolean) => void } {
  let end = (_more: boolean) => {};
  const ended = new Promise<boolean>((resolve) => {
    end = resolve;
  });
  return { ended, end };
}

it("names what is asked during a round in the next round, once", async () => {
  const { services, done } = setUp();
  const first = round();
  const named: string[][] = [];
  const ask = afterResponse("test", async (_, asked) => {
    named.push(asked);
    return named.length === 1 ? first.ended : false;
  });
  ask(services, ["a"]);
  ask(services, ["b"]);
  ask(services, ["c", "b"]);
  first.end(false);
  await done();
  expect(named).toEqual([["a"], ["b", "c"]]);
});

it("goes on while more is waiting, and starts anew after it has ended or failed", async () => {
  const { services, done } = setUp();
  let rounds = 0;
  const ask = afterResponse("test", async () => {
    rounds++;
    if (rounds === 4) throw new Error("locked");
    return rounds < 3;
  });
  ask(services);
  await done();
  expect(rounds).toBe(3);
  const warned = vi.spyOn(console, "warn").mockImplementation(() => {});
  ask(services);
  await done();
  expect(warned).toHaveBeenCalledOnce();
  warned.mockClear();
  ask(services);
  await done();
  expect(rounds).toBe(5);
});
