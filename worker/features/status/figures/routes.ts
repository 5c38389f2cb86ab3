import { Hono } from "hono";
import type { DecisionFiguresReply } from "#contract/status";
import { DAY_MS, MINUTE_MS } from "#domain/deadlines";
import { decisionFigures } from "#domain/status/decision-figures";
import type { AppContext } from "../../../http/context.ts";
import { IsolateCache } from "../../../isolate-cache.ts";
import { countDecisions } from "./queries.ts";

const YEAR_MS = 365 * DAY_MS;
const FRESH_MS = 10 * MINUTE_MS;

/** Public and the same for everyone, so an isolate counts at most every ten minutes. */
const cache = new IsolateCache<DecisionFiguresReply>();

/** Figures for the page "How we decide", mounted at /api/decision-figures. */
export const decisionFigureRoutes = new Hono<AppContext>()
  /** Get how many reports and appeals were decided in the last 12 months, how, and how fast. Public. */
  .get("/", async (c) => {
    const { db, now } = c.get("services");
    const at = now();
    let reply = cache.get();
    if (reply === undefined || at < reply.server_now || at >= reply.server_now + FRESH_MS) {
      const since = at - YEAR_MS;
      const { reports, appeals } = await countDecisions(db, since);
      reply = { reports: decisionFigures(reports), appeals: decisionFigures(appeals), since, server_now: at };
      cache.set(reply);
    }
    return c.json<DecisionFiguresReply, 200>(reply, 200);
  });
