import { log } from "../log.ts";
/**
 * For the `catch` of one row of a job: reported, and the rows behind it have their turn. A row that fails is found again by the
 * next tick; without this, one that always fails would hold up all the others for good.
 */
export function reportRow(job: string): (id: string) => (error: unknown) => void {
  return (id) => (error) => {
    log("error", { job, id, error: String(error) });
  };
}
