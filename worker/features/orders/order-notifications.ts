import type { SQL } from "drizzle-orm";
import { insertNotification } from "../../db/notifications.ts";
import { stableId } from "../../stable-id.ts";

/** Returns the statements that tell parties of an order about one event; each opens the order. */
export async function insertOrderNotifications({
  to,
  orderId,
  ...news
}: {
  to: readonly string[];
  orderId: string;
  dedupe_key: string;
  title: string;
  body: string;
  at: number;
}): Promise<SQL[]> {
  const ids = await Promise.all(to.map((userId) => stableId("ntf", news.dedupe_key, userId)));
  return to.map((user_id, index) =>
    insertNotification({ id: ids[index] ?? "", user_id, kind: "order", link: `/MyOrders/${orderId}`, ...news }),
  );
}
