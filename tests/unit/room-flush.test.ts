/** An item room replies only after D1 has stored its changes, however many commands arrive at once (D29). */
import { describe, expect, it } from "vitest";
import { release } from "../../durable/item-room/commands/holds.ts";
import { sellerSet } from "../../durable/item-room/commands/item.ts";
import { noop } from "../../durable/item-room/room.ts";
import { type RoomPorts, RoomRunner } from "../../durable/item-room/room-runner.ts";
import type { RoomState } from "../../durable/item-room/state.ts";
import { freshState, SELLER } from "../property/single-room.ts";

const T0 = Date.UTC(2026, 10, 21);

/** A room whose batches take a moment, and the last revision that D1 has stored. */
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

describe("command that changes an item room", () => {
  it("is stored in D1 before its reply, also right after a command without changes", async () => {
    const { made, seen } = runner();
    // Both wait for the same load. The first writes nothing and has already checked for writes when the second commits.
    const idle = made.execute(release, { userId: "acc_1" });
    const paused = await made.execute(sellerSet, { sellerId: SELLER, status: "inactive" });
    expect(paused).toMatchObject({ ok: true, value: { rev: seen() } });
    await idle;
  });

  it("is stored in D1 before its reply, for any timing of the commands", async () => {
    const { made, seen } = runner();
    const answers: Promise<unknown>[] = [];
    for (let turn = 0; turn < 60; turn++) {
      const answered = made.execute(sellerSet, { sellerId: SELLER, priceCents: 1_000 + turn }).then((reply) => {
        if (!reply.ok) throw new Error(reply.message);
        expect(seen(), `turn ${turn}`).toBeGreaterThanOrEqual(reply.value.rev);
      });
      answers.push(answered);
      // Covers every distance from the end of a write in progress.
      for (let ticks = turn % 20; ticks > 0; ticks--) await Promise.resolve();
      if (turn % 3 === 0) answers.push(made.execute({ reduce: noop }, undefined));
      if (turn % 7 === 0) await new Promise((soon) => setTimeout(soon, 1));
    }
    await Promise.all(answers);
  });
});
