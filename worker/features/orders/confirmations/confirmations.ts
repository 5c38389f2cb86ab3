import { NOT_FOUND } from "#contract/errors";
import type { Result } from "#domain/result";
import { confirmPayment, denyPayment } from "../../../../durable/item-room/commands/orders.ts";
import { siteTimeLimits } from "../../../db/site-settings.ts";
import { newHandover } from "../../../handover-secret.ts";
import type { Services } from "../../../services.ts";
import { runOrderCommand } from "../commands.ts";
import type { OrderRecord } from "../queries.ts";
import { findOwnConfirmation } from "./queries.ts";

/** Records the seller's answer about a payment; another seller's confirmation is `not_found` (A05). */
export async function answerConfirmation(
  services: Services,
  sellerId: string,
  confirmationId: string,
  answer: "received" | "not_received",
): Promise<Result<OrderRecord>> {
  const own = await findOwnConfirmation(services.db, confirmationId, sellerId);
  if (!own) return NOT_FOUND;
  const command = { sellerId, orderId: own.order_id, confirmationId };
  const clocks = await siteTimeLimits(services);
  return runOrderCommand(
    services,
    sellerId,
    own.order_id,
    "seller",
    answer === "received"
      ? confirmPayment({ ...command, handover: newHandover() })
      : denyPayment({ ...command, clocks }),
  );
}
