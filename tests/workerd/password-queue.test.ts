import { expect, it } from "vitest";
import { passwordHasher } from "../../worker/adapters/password-hash.ts";
import { pause } from "../support/workerd/clock.ts";

it("several password hashes leave time for other work between them", async () => {
  const order: string[] = [];
  const { hash } = passwordHasher({ APP_ENV: "production" });
  const hashes = [1, 2, 3, 4].map((n) => hash("a quiet harbour 42").then(() => order.push(`hash ${n}`)));
  // Another request of the isolate, which arrives while the first hash runs.
  await pause(1);
  order.push("other");
  await Promise.all(hashes);
  expect(order.indexOf("other")).toBeLessThan(2);
  expect(order.filter((name) => name.startsWith("hash"))).toEqual(["hash 1", "hash 2", "hash 3", "hash 4"]);
});
