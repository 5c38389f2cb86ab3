/** Says how to repeat a failed test with the same random cases. */
import { afterEach } from "vitest";
import { seed } from "./seed.ts";

afterEach(({ task }) => {
  if (task.result?.state !== "fail") return;
  throw new Error(`Repeat with: SEED=${seed} npx vitest run --project ${task.file.projectName} ${task.file.name}`);
});
