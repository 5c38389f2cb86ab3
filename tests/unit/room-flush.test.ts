/** A room answers once D1 has what it has done, however many commands arrive together (D29, RELIABILITY §3.4). */
import { describe, expect, it } from "vitest";
import * as room from "../../durable/item-room/room.ts";
import { type RoomPorts, RoomRunner } from "../../durable/item-room/room-runner.ts";
import type { RoomState } from "../../durable/item-room/state.ts";
import { freshState, SELLER } from "../property/lone-room.ts";

const T0 = Date.UTC(2026, 10, 21);

/** A room whose batches take a moment, and the rev up to which D1 has it. */
function runner() {
  let stored: RoomState | undefined = freshState();
  const ports: RoomPorts = {
    now: () => T0,
    origin: "",
    read: () => stored,
    write: (state) => {
      stored = state;
    },
    arm: () => undefined,
    d1: async () => {
      await new Promise((soon) => setTimeout(soon, 1));
      return [];
    },
    committed: () => undefined,
    report: (problem, details) => {
      throw new Error(`${problem}: ${JSON.stringify(details)}`);
    },
  };
  const made = new RoomRunner("itm_1", ports);
  return { made, seen: () => made.state?.outbox.item_rev ?? 0 };
}

describe("a command that changes the room", () => {
  it("is in D1 when it is answered, also right behind one that changed nothing", async () => {
    const { made, seen } = runner();
    // Both wait for the same load; the first has nothing to write and is done looking when the second commits.
    const idle = made.execute(room.release, { userId: "acc_1" });
    const paused = await made.execute(room.sellerSet, { sellerId: SELLER, status: "inactive" });
    expect(paused).toMatchObject({ ok: true, view: { rev: seen() } });
    await idle;
  });

  it("is in D1 when it is answered, however commands follow each other", async () => {
    const { made, seen } = runner();
    const answers: Promise<unknown>[] = [];
    for (let turn = 0; turn < 60; turn++) {
      const answered = made.execute(room.sellerSet, { sellerId: SELLER, priceCents: 1_000 + turn }).then((reply) => {
        if (!reply.ok) throw new Error(reply.message);
        expect(seen(), `turn ${turn}`).toBeGreaterThanOrEqual(reply.view.rev);
      });
      answers.push(answered);
      // At every distance from the end of a write that was under way.
      for (let ticks = turn % 20; ticks > 0; ticks--) await Promise.resolve();
      if (turn % 3 === 0) answers.push(made.execute(room.nothing, undefined));
      if (turn % 7 === 0) await new Promise((soon) => setTimeout(soon, 1));
    }
    await Promise.all(answers);
  });
});
