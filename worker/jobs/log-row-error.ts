import { log } from "../log.ts";
/**
 * Returns the `catch` handler of one row of a job: logs the error and continues with the next row, because a row that
 * always fails would otherwise block all others. The next run tries it again.
 */
export function logRowError(job: string): (id: string) => (error: unknown) => void {
  return (id) => (error) => {
    log("error", { job, id, error: String(error) });
  };
}
