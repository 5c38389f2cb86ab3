/** Query plans of messages: reading one user's threads must not scan those of all users. */
import { expect, it } from "vitest";
import { createThread, sendText } from "../support/workerd/messages.ts";
import { statementsOfRequest, stepsLike } from "../support/workerd/query-plans.ts";

it("messages are read, written and counted only by indexes", async () => {
  const { buyer, seller, itemId, id } = await createThread();
  await sendText(seller, id, "Hello");
  const at = `/api/conversations/${id}`;
  const calls: [method: string, path: string, body?: unknown][] = [
    ["GET", "/api/conversations"],
    ["GET", at],
    ["GET", `${at}/messages`],
    ["GET", `${at}/messages?after=0`],
    ["POST", `${at}/messages`, { client_id: crypto.randomUUID(), text: "Is it oak?" }],
    ["POST", `${at}/read`, { up_to_seq: 1 }],
    ["POST", `${at}/typing`],
    ["POST", "/api/conversations", { item_id: itemId }],
    ["POST", "/api/conversations", { user_id: seller.id }],
    ["GET", "/api/notifications/counts"],
  ];
  for (const [method, path, body] of calls) {
    const statements = (await statementsOfRequest(buyer, method, path, body)).filter(({ sql }) =>
      /conversation|messages/.test(sql),
    );
    expect(statements.length, `${method} ${path}`).toBeGreaterThan(0);
    // Only lists of ids and results of earlier steps may be scanned.
    const walked = /^SCAN (?!json_each|past|\(|CONSTANT|\d)|AUTOMATIC/;
    expect(await stepsLike(walked, statements), path).toEqual([]);
    if (method === "GET") expect(await stepsLike(/TEMP B-TREE FOR ORDER BY/, statements), path).toEqual([]);
  }
});
