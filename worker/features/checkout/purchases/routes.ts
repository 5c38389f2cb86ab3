import { Hono } from "hono";
import type { PaymentDetailsReply } from "#contract/checkout";
import { ChosenCollections } from "#contract/checkout/cart";
import {
  type BundleCheckoutView,
  CreatePurchase,
  HoldBundle,
  type PurchaseReply,
  RevealPurchaseDetails,
} from "#contract/checkout/purchases";
import { MESSAGES } from "#contract/copy";
import { CARD_LIMITS } from "#contract/payments";
import { displayName } from "#domain/account/display-name";
import { jointPayment, totalOf } from "#domain/checkout/purchase";
import { centsToDollars } from "#domain/money";
import { siteTimeLimits } from "../../../db/site-settings.ts";
import { admitTrader } from "../../../http/admission.ts";
import type { AppContext, Ctx } from "../../../http/context.ts";
import { found, unwrap } from "../../../http/errors.ts";
import { idempotent, requestKey } from "../../../http/idempotency.ts";
import { maskedFor } from "../../../http/impersonation.ts";
import { actorOf, requireAccount, requireActor, requireGoodStatus } from "../../../http/session.ts";
import { throttle } from "../../../http/throttle.ts";
import { idParam, validate } from "../../../http/validate.ts";
import { HOLD_LIMITS } from "../../holds/commands.ts";
import { presentPaymentDetails } from "../present.ts";
import { heldUntil, holdBundle, releaseBundle, revealPurchaseDetails } from "./payment-step.ts";
import { type Plan, planBundle } from "./plan.ts";
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
  /** Get the bank details and the one reference of a transfer for everything the caller holds. */
  .post(
    "/payment-details",
    requireGoodStatus,
    throttle("checkout:payment-details"),
    validate("json", RevealPurchaseDetails),
    async (c) => {
      const services = c.get("services");
      const { reveal, part, amount_cents } = unwrap(
        await revealPurchaseDetails(services, actorOf(c).id, c.req.valid("json")),
      );
      const shown = presentPaymentDetails(reveal, { item: part.item, amount_cents }, services.now());
      return c.json<PaymentDetailsReply, 200>(shown, 200);
    },
  )
  .get("/:id", requireActor, idParam(), async (c) => {
    const services = c.get("services");
    const made = found(await readPurchase(services, actorOf(c).id, c.req.valid("param").id));
    const reply = maskedFor(c, presentPurchase(made, services.now()), withoutPurchaseSecrets);
    return c.json<PurchaseReply, 200>(reply, 200);
  });

async function bundleView(c: Ctx, { bundle, parts, cash_problem, last_method }: Plan): Promise<BundleCheckoutView> {
  const services = c.get("services");
  return {
    bundle_id: bundle?.id ?? "",
    title: bundle?.title ?? "",
    seller_name: displayName(parts[0]?.item.seller.full_name ?? "") || MESSAGES.anonymousSeller,
    seller_is_new: parts[0]?.item.seller.is_new ?? false,
    amount: centsToDollars(totalOf(parts)),
    ...jointPayment(parts, CARD_LIMITS, services.now(), await siteTimeLimits(services)),
    cash_problem,
    last_method,
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
      centre: item.centre,
    })),
    reserved_until: heldUntil(parts),
    server_now: services.now(),
  };
}

/** Checkout of a bundle, mounted at /api/bundles. */
export const bundleCheckoutRoutes = new Hono<AppContext>()
  /** Get the price and conditions of a bundle, if the caller can buy it now. */
  .get("/:id/checkout", requireActor, idParam(), validate("query", ChosenCollections), async (c) => {
    const { id } = c.req.valid("param");
    const { collections } = c.req.valid("query");
    const plan = unwrap(await planBundle(c.get("services"), actorOf(c).id, id, collections));
    return c.json<BundleCheckoutView, 200>(await bundleView(c, plan), 200);
  })
  /** Hold all items of a bundle, or none. Repeating the call keeps the holds. */
  .post("/:id/checkout/holds", admitTrader(HOLD_LIMITS), idParam(), validate("json", HoldBundle), async (c) => {
    const { id } = c.req.valid("param");
    const { collections } = c.req.valid("json");
    const plan = unwrap(await holdBundle(c.get("services"), actorOf(c).id, id, collections));
    return c.json<BundleCheckoutView, 200>(await bundleView(c, plan), 200);
  })
  /** Give the holds of a bundle back. Suspended accounts may do this too. */
  .delete("/:id/checkout/holds", requireAccount, throttle("release"), idParam(), async (c) => {
    await releaseBundle(c.get("services"), actorOf(c).id, c.req.valid("param").id);
    return c.json<{ released: boolean }, 200>({ released: true }, 200);
  });
