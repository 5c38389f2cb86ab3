import type {} from "../../../worker/env.ts";

declare global {
  namespace Cloudflare {
    interface GlobalProps {
      mainModule: typeof import("../../../scripts/stripe-emulator/worker.ts");
    }
  }
}
