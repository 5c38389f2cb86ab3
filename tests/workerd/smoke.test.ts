import { env, exports } from "cloudflare:workers";
import { expect, it } from "vitest";
import { MIGRATIONS } from "../../worker/db/migrations.generated.ts";

it("the Worker migrates the database once under 20 concurrent cold requests, and answers an unknown API path with 404", async () => {
  const replies = await Promise.all(
    Array.from({ length: 20 }, () => exports.default.fetch("http://localhost/api/nope")),
  );
  expect(replies.map((r) => r.status)).toEqual(Array(20).fill(404));
  const body = await replies[0]?.json();
  expect(body).toMatchObject({ error: { code: "not_found", request_id: expect.any(String) } });
  const { results } = await env.DB.prepare("SELECT name FROM d1_migrations").all();
  expect(results.length).toBe(MIGRATIONS.length);
});
