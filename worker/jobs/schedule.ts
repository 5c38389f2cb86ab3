import { applyStrikes } from "../features/standing/apply-strikes.ts";
import type { Services } from "../http/context.ts";
import { deliverMail } from "./deliver-mail.ts";
import { refreshPopularity } from "./refresh-popularity.ts";
import { removeEndedSessions } from "./remove-ended-sessions.ts";
import { removeOldAdEvents } from "./remove-old-ad-events.ts";
import { removeOldIdempotencyKeys } from "./remove-old-idempotency-keys.ts";
import { removeOrphanPhotos } from "./remove-orphan-photos.ts";
import { settleDueItems } from "./settle-due-items.ts";

interface Job {
  name: string;
  run(services: Services): Promise<unknown>;
}

/** What every tick of the cron does, in this order. Each job is idempotent, bounded, and a net: nothing waits for it. */
const JOBS: readonly Job[] = [
  { name: "settle-due-items", run: settleDueItems },
  { name: "apply-strikes", run: (services) => applyStrikes(services) },
  { name: "deliver-mail", run: deliverMail },
  { name: "refresh-popularity", run: refreshPopularity },
  { name: "remove-ended-sessions", run: removeEndedSessions },
  { name: "remove-old-idempotency-keys", run: removeOldIdempotencyKeys },
  { name: "remove-old-ad-events", run: removeOldAdEvents },
  { name: "remove-orphan-photos", run: removeOrphanPhotos },
];

/** Runs every job; one that fails is reported and does not keep the others from their turn. */
export async function runScheduledJobs(services: Services): Promise<void> {
  for (const job of JOBS) {
    try {
      await job.run(services);
    } catch (error) {
      console.error(JSON.stringify({ level: "error", job: job.name, error: String(error) }));
    }
  }
}
