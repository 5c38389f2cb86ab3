import { Hono } from "hono";
import {
  BAGGAGE_KINDS,
  type BaggageCounts,
  type BaggageEntry,
  type BaggageKind,
  ListBaggage,
  SettleBaggage,
} from "#contract/admin/baggage";
import type { Page } from "#contract/page";
import type { AppContext } from "../../../http/context.ts";
import { found, unwrap } from "../../../http/errors.ts";
import { actorOf, requireStaff } from "../../../http/session.ts";
import { throttle } from "../../../http/throttle.ts";
import { idParam, validate } from "../../../http/validate.ts";
import { settleBaggage } from "./baggage.ts";
import { presentBaggage } from "./present.ts";
import { countBaggage, listBaggage } from "./queries.ts";

const kindOf = (name: string): BaggageKind => found(BAGGAGE_KINDS.find((kind) => kind === name));

/** Queue of stuck records for staff, mounted at /api/admin/baggage. */
export const baggageRoutes = new Hono<AppContext>()
  /** Count the stuck records of each kind. */
  .get("/", requireStaff, async (c) => {
    const { db, now } = c.get("services");
    const at = now();
    return c.json<BaggageCounts, 200>({ counts: await countBaggage(db, at), server_now: at }, 200);
  })
  /** List the stuck records of one kind, longest waiting first. */
  .get("/:kind", requireStaff, validate("query", ListBaggage), async (c) => {
    const { db, now } = c.get("services");
    const kind = kindOf(c.req.param("kind"));
    const at = now();
    const page = unwrap(await listBaggage(db, kind, c.req.valid("query").cursor, at));
    const items = page.rows.map((row) => presentBaggage(kind, row, at));
    return c.json<Page<BaggageEntry>, 200>({ items, next_cursor: page.next_cursor, server_now: at }, 200);
  })
  /** Apply an action to a stuck record. No effect if it has been settled meanwhile. */
  .post(
    "/:kind/:id",
    requireStaff,
    throttle("admin:baggage"),
    validate("json", SettleBaggage),
    idParam<"kind" | "id">("id"),
    async (c) => {
      const kind = kindOf(c.req.param("kind"));
      const { id } = c.req.valid("param");
      const settled = await settleBaggage(c.get("services"), actorOf(c).id, kind, id, c.req.valid("json"));
      if (!settled.ok) unwrap(settled);
      return c.json<{ ok: true }, 200>({ ok: true }, 200);
    },
  );
