import { Hono } from "hono";
import type { OwnDataReply } from "#contract/account/own-data";
import type { AppContext, Ctx } from "../../http/context.ts";
import { found, unwrap } from "../../http/errors.ts";
import { requireConfirmation } from "../../http/recent-confirmation.ts";
import { actorOf, requireAccount } from "../../http/session.ts";
import { throttle } from "../../http/throttle.ts";
import { idParam } from "../../http/validate.ts";
import { keepAccount, requestDeletion, requestExport } from "./commands.ts";
import { presentOwnData } from "./present.ts";
import { readOwnData, readyExport } from "./queries.ts";

async function reply(c: Ctx, status: 200 | 202 = 200) {
  const { db, now } = c.get("services");
  const data = await readOwnData(db, actorOf(c).id, now());
  return c.json<OwnDataReply>(presentOwnData(data, now()), status);
}

/**
 * Mounted at /api/account. Whoever finds a signed-in device must neither take all of a person's data nor delete their
 * account (A135).
 */
export const ownDataRoutes = new Hono<AppContext>()
  /** Get the latest copy of the user's data, a pending deletion, and what stands in the way of one. */
  .get("/data", requireAccount, (c) => reply(c))
  /** Request a copy of the user's data. It is made in the background. Needs a recently confirmed password. */
  .post("/data/export", requireAccount, throttle("data:export"), async (c) => {
    await requireConfirmation(c);
    await requestExport(c.get("services"), actorOf(c).id);
    return reply(c, 202);
  })
  /** Check whether this session may download a copy, so that a page can ask for the confirmation first. */
  .get("/data/exports/:id", requireAccount, idParam(), async (c) => {
    const { db, now } = c.get("services");
    found(await readyExport(db, actorOf(c).id, c.req.valid("param").id, now()));
    await requireConfirmation(c);
    return c.json<{ ok: true }, 200>({ ok: true }, 200);
  })
  /** Download a copy as a ZIP file. Only for its owner, until it expires. Needs a recent confirmation. */
  .get("/data/exports/:id/file", requireAccount, throttle("data:download"), idParam(), async (c) => {
    const { db, env, now } = c.get("services");
    const row = found(await readyExport(db, actorOf(c).id, c.req.valid("param").id, now()));
    await requireConfirmation(c);
    const file = found(row.file_key === null ? null : await env.PRIVATE_FILES.get(row.file_key));
    const day = new Date(row.requested_at).toISOString().slice(0, 10);
    return new Response(file.body, {
      headers: {
        "Cache-Control": "private, no-store",
        "Content-Type": "application/zip",
        "Content-Disposition": `attachment; filename="goodstreet-data-${day}.zip"`,
        "Content-Length": String(file.size),
        "X-Content-Type-Options": "nosniff",
      },
    });
  })
  /**
   * Delete the account, 14 days from now. Refused while something is open, which `GET /api/account/data` lists. Needs a
   * recently confirmed password.
   */
  .post("/deletion", requireAccount, throttle("account:delete"), async (c) => {
    await requireConfirmation(c);
    unwrap(await requestDeletion(c.get("services"), actorOf(c).id));
    return reply(c);
  })
  /** Keep the account: stops a pending deletion. */
  .delete("/deletion", requireAccount, throttle("account:delete"), async (c) => {
    unwrap(await keepAccount(c.get("services"), actorOf(c).id));
    return reply(c);
  });
