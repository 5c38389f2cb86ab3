import { Hono } from "hono";
import { FindPlaces, type NearReply, type PlacesReply, SetNear } from "#contract/places";
import type { AppContext } from "../../http/context.ts";
import { unwrap } from "../../http/errors.ts";
import { throttle } from "../../http/throttle.ts";
import { validate } from "../../http/validate.ts";
import { setNear } from "./commands.ts";
import { clearNearCookie, nearOf } from "./near-cookie.ts";
import { places } from "./queries.ts";

const SUGGESTIONS = 8;

export const placeRoutes = new Hono<AppContext>()
  /** Suggest suburbs by the beginning of their name or postcode, for place fields. Cacheable for a day. */
  .get("/", validate("query", FindPlaces), (c) => {
    c.header("Cache-Control", "public, max-age=86400");
    return c.json<PlacesReply, 200>({ items: places.suggest(c.req.valid("query").q, SUGGESTIONS) }, 200);
  })
  /** Get the visitor's place. Every page contains this reply. */
  .get("/near", (c) => c.json<NearReply, 200>({ near: nearOf(c) }, 200))
  /** Set the visitor's place. It becomes the place of a signed-in user's profile if that has none. */
  .put("/near", throttle("places:near"), validate("json", SetNear), async (c) => {
    const near = unwrap(await setNear(c, c.req.valid("json")));
    return c.json<NearReply, 200>({ near }, 200);
  })
  /** Forget the visitor's place. The profile keeps its own. */
  .delete("/near", (c) => {
    clearNearCookie(c);
    return c.body(null, 204);
  });
