import { Hono } from "hono";
import { ChosenCollections } from "#contract/checkout/cart";
import { type BundleCheckoutView, CreatePurchase, type PurchaseReply } from "#contract/checkout/purchases";
import { MESSAGES } from "#contract/copy";
import { CARD_LIMITS } from "#contract/payments";
import { displayName } from "#domain/account/display-name";
import { jointPayment, totalOf } from "#domain/checkout/purchase";
import { centsToDollars } from "#domain/money";
import { siteTimeLimits } from "../../../db/site-settings.ts";
import type { AppContext } from "../../../http/context.ts";
import { found, unwrap } from "../../../http/errors.ts";
import { idempotent, requestKey } from "../../../http/idempotency.ts";
import { maskedFor } from "../../../http/impersonation.ts";
import { actorOf, requireActor, requireGoodStatus } from "../../../http/session.ts";
import { throttle } from "../../../http/throttle.ts";
import { idParam, validate } from "../../../http/validate.ts";
import { planBundle } from "./plan.ts";
import { presentPurchase, withoutPurchaseSecrets } from "./present.ts";
import { createPurchase, readPurchase } from "./purchases.ts";

export const purchaseRoutes = new Hono<AppContext>()
  /** Buy several items from the cart, or a bundle: all orders are placed, or none. */
  .post(
    "/",
    requireGoodStatus,
    throttle("purchases"),
    validate("json", CreatePurchase),
    idempotent("purchases"),
    async (c) => {
      const services = c.get("services");
      const made = unwrap(await createPurchase(services, actorOf(c).id, c.req.valid("json"), requestKey(c)));
      return c.json<PurchaseReply, 201>(presentPurchase(made, services.now()), 201);
    },
  )
  .get("/:id", requireActor, idParam(), async (c) => {
    const services = c.get("services");
    const made = found(await readPurchase(services, actorOf(c).id, c.req.valid("param").id));
    const reply = maskedFor(c, presentPurchase(made, services.now()), withoutPurchaseSecrets);
    return c.json<PurchaseReply, 200>(reply, 200);
  });

/** Get the price and conditions of a bundle, if the caller can buy it now. */
export const bundleCheckoutRoutes = new Hono<AppContext>().get(
  "/:id/checkout",
  requireActor,
  idParam(),
  validate("query", ChosenCollections),
  async (c) => {
    const services = c.get("services");
    const { id } = c.req.valid("param");
    const { collections } = c.req.valid("query");
    const { bundle, parts, cash_problem } = unwrap(await planBundle(services, actorOf(c).id, id, collections));
    return c.json<BundleCheckoutView, 200>(
      {
        bundle_id: id,
        title: bundle?.title ?? "",
        seller_name: displayName(parts[0]?.item.seller.full_name ?? "") || MESSAGES.anonymousSeller,
        seller_is_new: parts[0]?.item.seller.is_new ?? false,
        amount: centsToDollars(totalOf(parts)),
        ...jointPayment(parts, CARD_LIMITS, services.now(), await siteTimeLimits(services)),
        cash_problem,
        items: parts.map(({ item_id, item, agreed, charged_cents, collection, ...part }) => ({
          item_id,
          title: item.title,
          image_url: item.image_url,
          price: centsToDollars(agreed?.listCents ?? charged_cents),
          charged: centsToDollars(charged_cents),
          collection_date: part.collection_date,
          collection_ends_at: part.collection_ends_at,
          collection_times: [...part.collection_times],
          collection_zone: collection.zone,
          collection_summary: collection.summary,
        })),
        server_now: services.now(),
      },
      200,
    );
  },
);
