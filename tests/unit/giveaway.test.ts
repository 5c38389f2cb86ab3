/** Giveaways of free items (D57): the draw against fixed vectors and Node's SHA-256, and the rules of each step. */
import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { DAY_MS, HOUR_MS } from "#domain/deadlines";
import { commitmentOf, drawnOrder, listText } from "#domain/giveaways/draw";
import {
  confirmGiveawayOffer,
  ENTRIES_MAX,
  endGiveaway,
  enterGiveaway,
  followGiveaway,
  type Giveaway,
  type GivenItem,
  leaveGiveaway,
  openGiveaway,
  pickEntry,
  recipientOf,
  skipRecipient,
} from "#domain/giveaways/giveaway";

const NOW = Date.UTC(2026, 10, 24, 2);
const SEED = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f";
const hash = (text: string) => createHash("sha256").update(text, "ascii").digest("hex");
const code = (n: number) => n.toString(16).padStart(16, "0");

describe("the draw", () => {
  it("has fixed results for a fixed seed", () => {
    // Calculated with Python's hashlib.
    const subject = { id: "gva_1", item_id: "itm_1", closes_at: NOW };
    expect(commitmentOf(subject, SEED)).toBe(hash(`goodstreet-draw-1\ncommitment\ngva_1\nitm_1\n${NOW}\n${SEED}`));
    expect(commitmentOf(subject, SEED)).toBe("d462727710062e6d22b9e5556871b394cc0fa034786f96bcc6623487f370b5ff");
    expect(drawnOrder(SEED, [1, 2, 3, 4, 5].map(code)).map((text) => Number(text))).toEqual([5, 1, 4, 2, 3]);
  });

  it("is the order that a second implementation finds", () => {
    for (let size = 0; size < 60; size++) {
      const seed = hash(`seed ${size}`);
      const codes = Array.from({ length: size }, (_, n) => hash(`${size}.${n}`).slice(0, 16));
      const list = hash([...codes].sort().join("\n"));
      const tickets = new Map(codes.map((one) => [hash(`goodstreet-draw-1\nticket\n${seed}\n${list}\n${one}`), one]));
      const expected = [...tickets.keys()].sort().map((ticket) => tickets.get(ticket));
      expect(drawnOrder(seed, codes)).toEqual(expected);
    }
  });

  it("does not depend on the order in which people entered", () => {
    const codes = [5, 3, 9, 1].map(code);
    expect(listText(codes)).toBe([1, 3, 5, 9].map(code).join("\n"));
    expect(drawnOrder(SEED, codes)).toEqual(drawnOrder(SEED, [...codes].reverse()));
  });

  it("changes for everyone when one more person enters", () => {
    const winners = new Set(
      Array.from({ length: 40 }, (_, n) => drawnOrder(SEED, [code(1), code(2), code(3), code(100 + n)])[0]),
    );
    expect(winners.size).toBeGreaterThan(3);
  });

  it("gives everyone the same chance", () => {
    const wins = [0, 0, 0, 0];
    for (let n = 0; n < 4_000; n++) {
      const winner = drawnOrder(hash(`${n}`), [0, 1, 2, 3].map(code))[0];
      wins[Number(winner)] = (wins[Number(winner)] ?? 0) + 1;
    }
    for (const count of wins) expect(Math.abs(count - 1_000)).toBeLessThan(130);
  });
});

const FREE: GivenItem = { status: "active", price_cents: 0, hold_id: null, ordered_by: null, called_off: false };

function draw(people = 3): Giveaway {
  let giveaway = openGiveaway(
    { id: "gva_1", item_id: "itm_1", giver_id: "giver", mode: "draw", hours: 24, seed: SEED },
    NOW,
  );
  for (let n = 1; n <= people; n++) giveaway = entered(giveaway, `p${n}`, code(n));
  return giveaway;
}

function picking(people = 2): Giveaway {
  let giveaway = openGiveaway(
    { id: "gva_2", item_id: "itm_1", giver_id: "giver", mode: "pick", hours: null, seed: null },
    NOW,
  );
  for (let n = 1; n <= people; n++) giveaway = entered(giveaway, `p${n}`, null, "For our school.");
  return giveaway;
}

function entered(giveaway: Giveaway, user: string, one: string | null, note = ""): Giveaway {
  const decision = enterGiveaway(giveaway, { entry_id: `gve_${user}`, user_id: user, code: one, note }, NOW + HOUR_MS);
  if (!decision.ok) throw new Error(decision.reason);
  return decision.giveaway;
}
const enter = (giveaway: Giveaway, user: string, one: string | null, at = NOW) =>
  enterGiveaway(giveaway, { entry_id: `gve_${user}`, user_id: user, code: one, note: "" }, at);
const statuses = ({ entries }: Giveaway) => Object.fromEntries(entries.map(({ user_id, status }) => [user_id, status]));
const winnerOf = (giveaway: Giveaway) => recipientOf(giveaway)?.user_id ?? "";
const kinds = ({ events }: Giveaway) => events.map(({ kind }) => kind);

describe("a giveaway by draw", () => {
  it("publishes its commitment before anyone enters", () => {
    expect(commitmentOf({ id: "gva_1", item_id: "itm_1", closes_at: NOW + DAY_MS }, SEED)).toBe(draw(0).commitment);
  });

  it("lets each person in once", () => {
    const before = draw();
    expect(enter(before, "p1", code(99))).toEqual({ ok: true, giveaway: before });
    expect(enter(before, "p4", code(1))).toEqual({ ok: false, reason: "code_taken" });
  });

  it("is full at its limit", () => {
    expect(enter(draw(ENTRIES_MAX.draw), "late", code(9_999))).toEqual({ ok: false, reason: "full" });
  });

  it("is not drawn a millisecond before it closes", () => {
    const before = draw();
    expect(followGiveaway(before, FREE, NOW + DAY_MS - 1)).toBe(before);
    expect(followGiveaway(before, FREE, NOW + DAY_MS)).toMatchObject({ status: "offered", drawn_at: NOW + DAY_MS });
  });

  it("offers the item in the drawn order", () => {
    const after = followGiveaway(draw(), FREE, NOW + DAY_MS);
    const order = drawnOrder(SEED, [1, 2, 3].map(code));
    expect(after.entries.toSorted((a, b) => (a.place ?? 0) - (b.place ?? 0)).map(({ code: one }) => one)).toEqual(
      order,
    );
    expect(recipientOf(after)?.place).toBe(1);
    const confirmed = confirmGiveawayOffer(after, NOW + DAY_MS);
    expect(confirmed.confirm_by).toBe(NOW + 2 * DAY_MS);
    expect(confirmGiveawayOffer(confirmed, NOW + DAY_MS + 5)).toBe(confirmed);
    const held = { ...FREE, hold_id: confirmed.hold_id };
    expect(followGiveaway(confirmed, held, NOW + 2 * DAY_MS)).toBe(confirmed);
    const second = followGiveaway(confirmed, FREE, NOW + 2 * DAY_MS);
    expect(recipientOf(second)?.place).toBe(2);
    expect(second.hold_id).not.toBe(confirmed.hold_id);
    expect(statuses(second)[winnerOf(confirmed)]).toBe("lapsed");
    expect(kinds(second)).toEqual(["drawn", "offered", "lapsed"]);
  });

  it("ends when nobody entered, and when nobody is left", () => {
    expect(followGiveaway(draw(0), FREE, NOW + DAY_MS)).toMatchObject({ status: "ended", ended_as: "nobody_entered" });
    const one = followGiveaway(draw(1), FREE, NOW + DAY_MS);
    expect(followGiveaway(one, FREE, NOW + 3 * DAY_MS)).toMatchObject({ status: "ended", ended_as: "nobody_left" });
  });

  it("leaves out who left before it, and skips who declines after it", () => {
    const left = leaveGiveaway(draw(), "p2", NOW);
    if (!left.ok) throw new Error(left.reason);
    const after = followGiveaway(left.giveaway, FREE, NOW + DAY_MS);
    expect(after.entries.filter(({ place }) => place !== null)).toHaveLength(2);
    const declined = leaveGiveaway(after, winnerOf(after), NOW + DAY_MS);
    if (!declined.ok) throw new Error(declined.reason);
    expect(declined.giveaway).toMatchObject({ status: "open", hold_id: null });
    expect(recipientOf(followGiveaway(declined.giveaway, FREE, NOW + DAY_MS))?.place).toBe(2);
    expect(leaveGiveaway(declined.giveaway, winnerOf(after), NOW + DAY_MS)).toMatchObject({ ok: true });
  });

  it("takes no entry once it is drawn", () => {
    const after = followGiveaway(draw(), FREE, NOW + DAY_MS);
    expect(enter(after, "late", code(77), NOW + DAY_MS)).toEqual({ ok: false, reason: "closed" });
  });

  it("skips a recipient who may not have the item, without telling the giver", () => {
    const after = followGiveaway(draw(), FREE, NOW + DAY_MS);
    const skipped = skipRecipient(after, NOW + DAY_MS);
    expect(statuses(skipped)[winnerOf(after)]).toBe("skipped");
    expect(kinds(skipped)).toEqual(["drawn"]);
  });

  it("ends when the giver calls the winner's order off, and goes on in a giveaway where the giver picks", () => {
    const calledOff: GivenItem = { ...FREE, called_off: true };
    const given = (giveaway: Giveaway, user: string) => {
      const sold: GivenItem = { ...FREE, status: "sold", ordered_by: user };
      return followGiveaway(confirmGiveawayOffer(giveaway, NOW + DAY_MS), sold, NOW + DAY_MS);
    };
    const won = followGiveaway(draw(), FREE, NOW + DAY_MS);
    const ended = followGiveaway(given(won, winnerOf(won)), calledOff, NOW + 2 * DAY_MS);
    expect(ended).toMatchObject({ status: "ended", ended_as: "called_off" });
    const picked = pickEntry(picking(), "gve_p1", NOW);
    if (!picked.ok) throw new Error(picked.reason);
    expect(followGiveaway(given(picked.giveaway, "p1"), calledOff, NOW + 2 * DAY_MS).status).toBe("open");
  });

  it("frees the code of who leaves before the draw, and keeps a drawn one", () => {
    const leave = (giveaway: Giveaway, user: string) => {
      const decision = leaveGiveaway(giveaway, user, NOW);
      if (!decision.ok) throw new Error(decision.reason);
      return decision.giveaway.entries.find(({ user_id }) => user_id === user);
    };
    expect(leave(draw(), "p1")).toMatchObject({ status: "left", code: null });
    const drawn = followGiveaway(draw(), FREE, NOW + DAY_MS);
    for (const user of ["p1", "p2", "p3"]) expect(leave(drawn, user)?.code).toMatch(/^0+[123]$/);
  });

  it("is given to who ordered it, and goes on when that order ends", () => {
    const after = confirmGiveawayOffer(followGiveaway(draw(), FREE, NOW + DAY_MS), NOW + DAY_MS);
    const sold: GivenItem = {
      status: "sold",
      price_cents: 0,
      hold_id: null,
      ordered_by: winnerOf(after),
      called_off: false,
    };
    const given = followGiveaway(after, sold, NOW + DAY_MS);
    expect(given.status).toBe("given");
    expect(followGiveaway(given, sold, NOW + 9 * DAY_MS)).toBe(given);
    const back = followGiveaway(given, FREE, NOW + 3 * DAY_MS);
    expect(back.status).toBe("offered");
    expect(recipientOf(back)?.place).toBe(2);
    expect(statuses(back)[winnerOf(after)]).toBe("undone");
  });

  it.each([
    [{ price_cents: 500 }, "repriced"],
    [{ status: "removed" as const }, "taken_down"],
    [{ status: "inactive" as const }, "taken_down"],
    [{ status: "sold" as const }, "sold"],
    [{ status: "sold" as const, ordered_by: "someone" }, "sold"],
  ])("ends when the item changes: %j", (change, ended_as) => {
    expect(followGiveaway(draw(), { ...FREE, ...change }, NOW)).toMatchObject({ status: "ended", ended_as });
  });

  it("gives up its recipient when the giver ends it", () => {
    const after = followGiveaway(draw(), FREE, NOW + DAY_MS);
    const ended = endGiveaway(after, "called_off", NOW + DAY_MS);
    expect(ended).toMatchObject({ status: "ended", hold_id: null });
    expect(recipientOf(ended)).toBeNull();
    expect(endGiveaway(ended, "sold", NOW + DAY_MS)).toBe(ended);
  });
});

describe("a giveaway to a person the giver picks", () => {
  it("offers the item to that person, then lets the giver pick another", () => {
    const picked = pickEntry(picking(), "gve_p2", NOW);
    if (!picked.ok) throw new Error(picked.reason);
    expect(winnerOf(picked.giveaway)).toBe("p2");
    expect(pickEntry(picked.giveaway, "gve_p2", NOW)).toEqual({ ok: true, giveaway: picked.giveaway });
    expect(pickEntry(picked.giveaway, "gve_p1", NOW)).toEqual({ ok: false, reason: "already_offered" });
    const lapsed = followGiveaway(picked.giveaway, FREE, NOW + DAY_MS);
    expect(lapsed).toMatchObject({ status: "open", hold_id: null });
    expect(pickEntry(lapsed, "gve_p1", NOW + DAY_MS)).toMatchObject({ ok: true });
    expect(pickEntry(lapsed, "gve_p2", NOW + DAY_MS)).toEqual({ ok: false, reason: "not_in" });
  });

  it("takes a changed note, and requests while someone is offered the item", () => {
    const changed = entered(picking(), "p1", null, "For the choir.");
    expect(changed.entries.find(({ user_id }) => user_id === "p1")?.note).toBe("For the choir.");
    const picked = pickEntry(changed, "gve_p1", NOW);
    if (!picked.ok) throw new Error(picked.reason);
    expect(enter(picked.giveaway, "p9", null)).toMatchObject({ ok: true });
    expect(enter(picked.giveaway, "p1", null)).toEqual({ ok: false, reason: "already_offered" });
  });

  it("never draws", () => {
    expect(pickEntry(draw(), "gve_p1", NOW)).toEqual({ ok: false, reason: "not_open" });
    const before = picking();
    expect(followGiveaway(before, FREE, NOW + 90 * DAY_MS)).toBe(before);
  });

  it("tells the giver to pick again when the person may not have it", () => {
    const picked = pickEntry(picking(), "gve_p1", NOW);
    if (!picked.ok) throw new Error(picked.reason);
    expect(kinds(skipRecipient(picked.giveaway, NOW))).toEqual(["declined"]);
  });
});
